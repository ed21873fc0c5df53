"""Where the parts of other projects come from: Pyodide's own distribution, and packages of npm.

Pyodide is a folder or an archive that somebody names, else what is in the cache, else what its project hands out. All that is fetched is
known by its checksum.
"""

import contextlib
import hashlib
import http.client
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import IO, Any

from platformdirs import user_cache_path

NPM_SECONDS = 600.0  #: Limit of a fetch by npm.
SILENCE_SECONDS = 60.0  #: Time without a byte after which a host is left.
VERSION = "314.0.7"  #: Of Pyodide.
#: Where its project hands out the full distribution, and the SHA-256 of that archive.
PLACE = f"https://github.com/pyodide/pyodide/releases/download/{VERSION}/pyodide-{VERSION}.tar.bz2"
SHA256 = "192b5864e6e6d30ab074861af800cb8b4acb0998ef0f9342c3367448aeb86645"
ARCHIVE_MB = 340  #: Size of that archive, of which the page needs 19.
LIKE_ARCHIVE = f"a folder of Pyodide's full distribution, or the archive {PLACE}"  #: What `--pyodide` takes.
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
LOCK = "pyodide-lock.json"  #: Names each package of the distribution with its SHA-256.
#: The files of the distribution that a page may need.
WANTED = re.compile(
    r"(?:pyodide\.mjs|pyodide\.asm\.(?:mjs|js|wasm)|python_stdlib\.zip|pyodide-lock\.json|(?:numpy|pillow|sqlite3)-.*\.whl)"
)


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
    def file_name(self) -> str:
        """That of the file."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


def cache_folder() -> Path:
    """Return the folder of this user for what was fetched."""
    return user_cache_path("numero-cam", appauthor=False) / "browser"


@dataclass(frozen=True)
class Source:
    """Where parts are taken from."""

    pyodide: Path | None = None  #: A folder of Pyodide's distribution, or its archive.
    cache: Path = field(default_factory=cache_folder)  #: The folder for what is fetched.
    online: bool = True  #: Whether something may be fetched.


#: The core of the distribution, which takes typed cards.
PYODIDE = Package("pyodide", VERSION, "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")
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


def distribution(source: Source) -> dict[str, bytes]:
    """Return the files of Pyodide's full distribution that a page may need, by their names; raise ``PartError`` where it cannot be had."""
    if source.pyodide is not None and source.pyodide.is_dir():
        return {path.name: path.read_bytes() for path in source.pyodide.iterdir() if path.is_file() and WANTED.fullmatch(path.name)}
    kept = source.cache / f"pyodide-{VERSION}.zip"
    if source.pyodide is not None:
        if not source.pyodide.is_file():
            raise PartError(f"{source.pyodide} is not there; give --pyodide {LIKE_ARCHIVE}")
        with source.pyodide.open("rb") as archive:
            return _unpacked(archive, str(source.pyodide), kept)
    damaged = ""
    try:
        with zipfile.ZipFile(kept) as packed:
            return {name: packed.read(name) for name in packed.namelist()}
    except FileNotFoundError:
        pass
    except (OSError, EOFError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error) as error:
        damaged = f"; {kept} is damaged ({error})"
    if not source.online:
        raise PartError(f"nothing may be fetched{damaged}; give --pyodide {LIKE_ARCHIVE}")
    print(f"Pyodide {VERSION} comes once from {PLACE} ({ARCHIVE_MB} MB){damaged}.", file=sys.stderr)
    try:
        with urllib.request.urlopen(PLACE, timeout=SILENCE_SECONDS) as answer:
            return _unpacked(answer, PLACE, kept)
    except (OSError, http.client.HTTPException) as error:
        why = getattr(error, "reason", None) or error
        raise PartError(f"{PLACE} could not be fetched ({why}); look at the network, or give --pyodide that archive") from error


class _Hashing(io.RawIOBase):
    """A stream that knows the SHA-256 of what was read of it."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self.stream, self.sha256 = stream, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """Read on."""
        data = self.stream.read(size)
        self.sha256.update(data)
        return data


def _unpacked(archive: IO[bytes], name: str, kept: Path) -> dict[str, bytes]:
    """Read the archive once, and keep what a page may need of it; refuse another archive than the known one."""
    files: dict[str, bytes] = {}
    hashing, why = _Hashing(archive), ""
    try:
        with tarfile.open(fileobj=hashing, mode="r|bz2") as members:
            for member in members:
                short = member.name.rpartition("/")[2]
                if member.isfile() and WANTED.fullmatch(short) and (content := members.extractfile(member)):
                    files[short] = content.read()
    except (tarfile.TarError, EOFError, OSError) as error:
        why = f"it is damaged or another archive: {error}"
    while hashing.read(1 << 20):
        pass
    if why or hashing.sha256.hexdigest() != SHA256:
        raise PartError(
            f"{name} is not Pyodide {VERSION} ({why or f'its SHA-256 is {hashing.sha256.hexdigest()}, not {SHA256}'}); "
            f"fetch it again, or give --pyodide a folder of another version"
        )
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for short, data in files.items():
            packed.writestr(short, data)
    with kept_whole(kept) as path:
        path.write_bytes(written.getvalue())
    return files


@contextlib.contextmanager
def kept_whole(path: Path) -> Iterator[Path]:
    """Give a file to write that takes the place of another one once it is whole, whatever happens meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as place:
        yield Path(place) / path.name
        (Path(place) / path.name).replace(path)


def core_of_npm(source: Source) -> dict[str, bytes]:
    """Return the files of Pyodide's core by their names, from the package of npm."""
    return _files_of_package(source, PYODIDE, (*PYODIDE_FILES, ENGINES[0]))


def pyodide(files: Mapping[str, bytes], version: str) -> Part:
    """Return the core of Pyodide: Python compiled to WebAssembly, with its standard library.

    `version` is that of the files where their list does not name it.
    """
    engine = next((name for name in ENGINES if name in files), ENGINES[0])
    wanted = (*PYODIDE_FILES, engine)
    if gone := [name for name in wanted if name not in files]:
        raise PartError(f"Pyodide's distribution has no {', '.join(gone)}; give --pyodide {LIKE_ARCHIVE}")
    version = str(lock_of(files)["info"].get("version", version))
    text = "\n\n".join((LICENCES / f"{name}.txt").read_text(encoding="utf-8").strip() for name in ("MPL-2.0", "PSF-2.0"))
    origin = f"The source is the project pyodide on GitHub, tag {version}. It holds Python and its standard library: PSF-2.0."
    return Part("Pyodide", version, "MPL-2.0", {f"pyodide/{name}": files[name] for name in wanted}, f"{origin}\n\n{text}")


def vision(files: Mapping[str, bytes], source: Source) -> list[Part]:
    """Return what reading photos needs beside Pyodide's core: files of the distribution, and what the source has."""
    named = {**WHEELS, **({SQLITE: "PSF-2.0"} if SQLITE in lock_of(files)["packages"] else {})}
    wheels = [_wheel(files, name, licence) for name, licence in named.items()]
    ort = _files_of_package(source, ONNXRUNTIME, tuple(ONNXRUNTIME_FILES))
    return [
        *wheels,
        Part(
            "onnxruntime-web",
            ONNXRUNTIME.version,
            "MIT",
            {f"{ONNXRUNTIME_FILES[name]}/{Path(name).name}": file for name, file in ort.items()},
            licence_of("onnxruntime"),  # the package of npm carries none
        ),
        *(Part(name, metadata.version(name), licence, {}, licence_of(name)) for name, licence in PURE.items()),
        _opencv(source),
    ]


def _wheel(files: Mapping[str, bytes], name: str, licence: str) -> Part:
    known = lock_of(files)["packages"].get(name, {"file_name": name, "version": "", "sha256": ""})
    file_name = known["file_name"]
    if file_name not in files or hashlib.sha256(files[file_name]).hexdigest() != known["sha256"]:
        raise PartError(
            f"{file_name} is missing in Pyodide's distribution or is another one than {LOCK} names; give --pyodide {LIKE_ARCHIVE}"
        )
    with zipfile.ZipFile(io.BytesIO(files[file_name])) as wheel:
        text = "\n\n".join(wheel.read(each).decode().strip() for each in wheel.namelist() if LICENCE_FILE.search(each))
    return Part(name, known["version"], licence, {f"pyodide/{file_name}": files[file_name]}, text or "See Python's licence above.")


def licence_of(package: str) -> str:
    """Return the licences of an installed package of Python."""
    found = [file for file in metadata.files(package) or () if LICENCE_FILE.search(str(file))]
    return "\n\n".join(file.read_text(encoding="utf-8").strip() for file in found)


def lock_of(files: Mapping[str, bytes]) -> dict[str, dict[str, Any]]:
    """Return what the distribution's own list says of itself and of its packages."""
    try:
        return {"info": {}, "packages": {}, **json.loads(files[LOCK])}
    except (ValueError, TypeError) as error:
        raise PartError(f"{LOCK} is no list of packages; give --pyodide {LIKE_ARCHIVE}") from error


def _opencv(source: Source) -> Part:
    """Return opencv.js as a module, and its WebAssembly."""
    packed, text = _files_of_package(source, OPENCV, ("dist/opencv.js", "LICENSE")).values()
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


def _files_of_package(source: Source, package: Package, names: tuple[str, ...]) -> dict[str, bytes]:
    """Return files of a package of npm; one in the cache that is damaged is fetched anew."""
    path = source.cache / package.file_name
    found = _sha256(path)
    if found != package.sha256:
        if not source.online:
            state = f"{path} has the SHA-256 {found}, not {package.sha256}" if found else f"{path} is not there"
            raise PartError(f"{state}, and nothing may be fetched; build without --offline")
        fetch_package(package, path)
        if (found := _sha256(path)) != package.sha256:
            raise PartError(
                f"npm gives a {package.name} {package.version} with the SHA-256 {found}, not {package.sha256}; look at npm's registry"
            )
    with tarfile.open(path) as archive:
        members = {name: archive.extractfile(f"package/{name}") for name in names}
        return {name: member.read() for name, member in members.items() if member is not None}


def _sha256(path: Path) -> str:
    """Return the SHA-256 of a file; empty where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def fetch_package(package: Package, path: Path) -> None:
    """Fetch a package from npm, as this file."""
    npm, which = shutil.which("npm"), f"{package.name} {package.version}"
    if npm is None:
        raise PartError(f"npm is not installed, so {which} cannot be fetched; install Node.js")
    command = [npm, "pack", "--silent", f"{package.name}@{package.version}"]
    try:
        with kept_whole(path) as file:
            subprocess.run(command, cwd=file.parent, check=True, capture_output=True, timeout=NPM_SECONDS)  # noqa: S603
    except (subprocess.SubprocessError, FileNotFoundError) as error:
        raise PartError(
            f"npm could not fetch {which} into {path.parent}; look at the network and at the room there, and build again"
        ) from error
