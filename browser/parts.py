"""Where the parts of other projects come from: packages of npm, or a folder of Pyodide's distribution that somebody names."""

import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

CACHE = Path(__file__).parents[1] / "build" / "browser-parts"  #: Folder of packages that were fetched before.
NPM_SECONDS = 600.0  #: Limit of a fetch.
#: The files of Pyodide that a page loads, beside its engine.
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ENGINES = ("pyodide.asm.mjs", "pyodide.asm.js")  #: The name of its engine, of which there is one: the second up to version 0.29.
#: Packages that reading photos needs, which only Pyodide's own distribution has, and their licences.
WHEELS = {"numpy": "BSD-3-Clause", "pillow": "MIT-CMU"}
#: Packages of Python alone, which the program has installed, and their licences.
PURE = {"jinja2": "BSD-3-Clause", "markupsafe": "BSD-3-Clause", "platformdirs": "MIT"}
LICENCES = Path(__file__).with_name("licences")  #: Folder of the licences that parts name and do not carry.
LICENCE_FILE = re.compile(r"(^|/)(licen[cs]e|thirdpartynotices)[^/]*$", re.IGNORECASE)
SQLITE = "sqlite3"  #: A part of the standard library that was a package of its own up to version 0.29.


class PartError(Exception):
    """A part is missing or is not the one that is known; the message is one line with what to do."""


@dataclass(frozen=True)
class Part:
    """A part of another project."""

    name: str  #: Its name.
    version: str  #: Its version.
    licence: str  #: SPDX identifier of its licence.
    files: dict[str, bytes]  #: The content of each file by its name in the page.
    text: str  #: The licences themselves.
    changed: str = ""  #: What was changed in its files; empty for nothing.


@dataclass(frozen=True)
class Package:
    """A package of npm."""

    name: str  #: As npm knows it.
    version: str  #: The one that is used.
    sha256: str  #: Of the file that `npm pack` writes.

    @property
    def path(self) -> Path:
        """Where it lies once it was fetched."""
        return CACHE / f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


PYODIDE = Package("pyodide", "314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")
ONNXRUNTIME = Package("onnxruntime-web", "1.30.0", "d2228df7e4616bc3348bf504ee888f3bec43789a273f0a63f3e68d203ce3bf71")
#: The folder of each of its files in the page.
ONNXRUNTIME_FILES = {
    "dist/ort-wasm-simd-threaded.mjs": "onnxruntime",
    "dist/ort-wasm-simd-threaded.wasm": "onnxruntime",
    "dist/ort.jspi.min.mjs": "webgpu",
    "dist/ort-wasm-simd-threaded.jspi.mjs": "webgpu",
    "dist/ort-wasm-simd-threaded.jspi.wasm": "webgpu",
}
OPENCV = Package("@techstark/opencv-js", "5.0.0-release.1", "5f2289421462489de42444d8ddc59ed035de13458fd8d9d390616f9c53b35434")
#: The WebAssembly inside the script, a byte a character. As a file of its own it has fewer bytes, and the browser keeps it compiled.
OPENCV_BINARY = re.compile(r"binaryDecode\('(.+?)'\)\}", re.DOTALL)
OPENCV_START = "wasmBinaryFile??=findWasmBinary();var result=await instantiateAsync(wasmBinary,wasmBinaryFile,info)"
ESCAPED = re.compile(r"\\(x..|u....|.)", re.DOTALL)
CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


def pyodide(folder: Path | None) -> Part:
    """Return the core of Pyodide: Python compiled to WebAssembly, with its standard library.

    Args:
        folder: A folder with its files; None for the package of npm.

    Raises:
        PartError: It cannot be had.
    """
    files = _files_of_package(PYODIDE, (*PYODIDE_FILES, ENGINES[0])) if folder is None else _files_of_folder(folder)
    version = PYODIDE.version if folder is None else _lock(folder)["info"].get("version", "of the folder")
    text = "\n\n".join((LICENCES / f"{name}.txt").read_text(encoding="utf-8").strip() for name in ("MPL-2.0", "PSF-2.0"))
    source = f"The source is the project pyodide on GitHub, tag {version}. It holds Python and its standard library: PSF-2.0."
    return Part("Pyodide", version, "MPL-2.0", {f"pyodide/{name}": content for name, content in files.items()}, f"{source}\n\n{text}")


def vision(folder: Path | None) -> list[Part]:
    """Return what reading photos needs beside Pyodide's core.

    Args:
        folder: As for `pyodide`.

    Raises:
        PartError: Something of it cannot be had.
    """
    if folder is None:
        raise PartError(f"{' and '.join(WHEELS)} for the browser are not on npm; give --pyodide a folder of Pyodide's full distribution")
    wheels = {**WHEELS, **({SQLITE: "PSF-2.0"} if SQLITE in _lock(folder)["packages"] else {})}
    ort = _files_of_package(ONNXRUNTIME, tuple(ONNXRUNTIME_FILES))
    return [
        *(_wheel(folder, name, licence) for name, licence in wheels.items()),
        Part(
            "onnxruntime-web",
            ONNXRUNTIME.version,
            "MIT",
            {f"{ONNXRUNTIME_FILES[name]}/{Path(name).name}": file for name, file in ort.items()},
            licence_of("onnxruntime"),  # the package of npm carries none
        ),
        *(Part(name, metadata.version(name), licence, {}, licence_of(name)) for name, licence in PURE.items()),
        _opencv(),
    ]


def _wheel(folder: Path, name: str, licence: str) -> Part:
    known = _lock(folder)["packages"].get(name, {"file_name": name, "version": "", "sha256": ""})
    path = folder / known["file_name"]
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != known["sha256"]:
        raise PartError(
            f"{path} is missing or is another one than pyodide-lock.json names; give --pyodide a folder of Pyodide's full distribution"
        )
    with zipfile.ZipFile(path) as wheel:
        text = "\n\n".join(wheel.read(each).decode().strip() for each in wheel.namelist() if LICENCE_FILE.search(each))
    return Part(name, known["version"], licence, {f"pyodide/{path.name}": path.read_bytes()}, text or "See Python's licence above.")


def licence_of(package: str) -> str:
    """Return the licences of an installed package of Python."""
    found = [file for file in metadata.files(package) or () if LICENCE_FILE.search(str(file))]
    return "\n\n".join(file.read_text(encoding="utf-8").strip() for file in found)


def _lock(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what the folder's own list says of itself and of its packages."""
    path = folder / "pyodide-lock.json"
    try:
        return {"info": {}, "packages": {}, **json.loads(path.read_bytes())}
    except (ValueError, TypeError) as error:
        raise PartError(f"{path} is no list of packages; give --pyodide a folder of Pyodide's distribution as it was unpacked") from error


def _opencv() -> Part:
    """Return opencv.js as a module, and its WebAssembly."""
    packed, text = _files_of_package(OPENCV, ("dist/opencv.js", "LICENSE")).values()
    script = packed.decode()
    (found,) = OPENCV_BINARY.finditer(script)
    binary = ESCAPED.sub(_character, found[1]).encode("utf-16-le")[::2]  # a zero is written as character 256
    rest = script[: found.start()] + "null}" + script[found.end() :]
    module = rest.replace(
        OPENCV_START, 'var result=await WebAssembly.instantiateStreaming(fetch(new URL("opencv.wasm",import.meta.url)),info)'
    )
    head = "const module = {exports: {}}, exports = module.exports;\n"
    files = {"opencv/opencv.mjs": f"{head}{module}\nexport default module.exports;\n".encode(), "opencv/opencv.wasm": binary}
    changed = "its WebAssembly is a file of its own, and its script a module"
    return Part("opencv.js", OPENCV.version, "Apache-2.0", files, text.decode(), changed)


def _character(escaped: re.Match[str]) -> str:
    code = escaped[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else CONTROLS.get(code, code)


def _files_of_folder(folder: Path) -> dict[str, bytes]:
    engine = next((name for name in ENGINES if (folder / name).is_file()), ENGINES[0])
    wanted = (*PYODIDE_FILES, engine)
    if gone := [name for name in wanted if not (folder / name).is_file()]:
        raise PartError(
            f"{folder} has no {', '.join(gone)}; give --pyodide a folder of Pyodide's distribution that has {', '.join(wanted)}"
        )
    return {name: (folder / name).read_bytes() for name in wanted}


def _files_of_package(package: Package, names: tuple[str, ...]) -> dict[str, bytes]:
    if not package.path.is_file():
        fetch_package(package)
    found = hashlib.sha256(package.path.read_bytes()).hexdigest()
    if found != package.sha256:
        raise PartError(
            f"{package.path} has the SHA-256 {found}, not {package.sha256}; remove it and build again, or give --pyodide FOLDER"
        )
    with tarfile.open(package.path) as archive:
        members = {name: archive.extractfile(f"package/{name}") for name in names}
        return {name: member.read() for name, member in members.items() if member is not None}


def fetch_package(package: Package) -> None:
    """Fetch a package from npm.

    Args:
        package: The package.

    Raises:
        PartError: There is no npm, or it cannot fetch.
    """
    npm, which = shutil.which("npm"), f"{package.name} {package.version}"
    other = "or give --pyodide FOLDER, a folder of Pyodide's files" if package is PYODIDE else "which reading photos needs"
    if npm is None:
        raise PartError(f"npm is not installed, so {which} cannot be fetched; install Node.js, {other}")
    CACHE.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", "--silent", f"{package.name}@{package.version}"]
    try:
        subprocess.run(command, cwd=CACHE, check=True, capture_output=True, timeout=NPM_SECONDS)  # noqa: S603
    except (subprocess.SubprocessError, OSError) as error:
        raise PartError(f"npm could not fetch {which}; look at the network and build again, {other}") from error
