"""Collects the files of the page into a folder for any static host."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from browser.parts import PURE, Part, PartError, pyodide, vision
from numero_cam.base.files import MANIFEST, model_entry
from numero_cam.base.install_line import install_hint
from numero_cam.base.onnx import METADATA_KEY, open_session
from numero_cam.catalogue import LANGUAGE_VARIABLE
from numero_cam.vision.decks.files import OWN_FILE

HERE = Path(__file__).parent
CHECKOUT = HERE.parent
PACKAGE = CHECKOUT / "numero_cam"
OWN = HERE / "static"  #: Folder of this page's own scripts and styles.
LIVE = PACKAGE / "web" / "static"  #: Folder of those of the live table and the class page, which this page has too.
SOLVER = PACKAGE / "games" / "numero" / "solve"  #: Folder of the solver, with its kernel in C.
STYLES = PACKAGE / "text" / "templates" / "styles"
LANGUAGES = {"en": "", "de": "de/"}  #: The folder of the page in each language.
#: Folders and files of the package that answers to typed cards never load.
NOT_IN_CORE = frozenset(
    "annotate calibrate capture classroom cli hall marking printing store table templates vision web".split()  # noqa: SIM905
) | {"addon.py", "commands.py", "terminal_play.py"}
#: Those of them that reading photos and a class load.
EYES = frozenset("annotate calibrate capture classroom marking printing store table templates vision".split())  # noqa: SIM905
MODELS = ("detector", "face", "index", "judge", "obstruction", "outline")  #: The models that read photos of Numero and follow its table.
CORE_SUFFIXES = (".mo", ".py", ".toml", ".txt", ".json")
PAGE_SUFFIXES = (*CORE_SUFFIXES, ".html", ".svg")  #: Kinds of files of the package that reading photos and a class load.
CLASS_STYLES = ("people.css", "class.css", "wall.css")
CLASS_SCRIPTS = ("class_live", "class_photos", "class_queue", "class_together", "class_upload")
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  #: The same files make the same archive, whenever they were written.
KERNELS = {"_kernel64": (), "_kernel128": ("-DWIDE",)}  #: The modules of the solver's kernel, and what each is compiled with.
EMSCRIPTEN = Path("/usr/share/emscripten/cache/sysroot/include")  #: Where Debian's package of Emscripten has its headers.
LEAST_CLANG = 19  #: Lowest version of clang that links side modules for Pyodide.
MOST_CLANG = 37  #: Highest version that is looked for by its own name, such as `clang-19`.
WITHOUT_OWN = ["-nostdlibinc", "-nostdlib"]  #: Flags with which clang takes neither headers nor libraries of this computer.
#: Flags of a side module in WebAssembly.
COMPILE_FLAGS = ["--target=wasm32-unknown-emscripten", "-std=c11", "-O3", "-fPIC", "-fvisibility=hidden", "-shared", *WITHOUT_OWN]
#: Flag of the linker: Pyodide gives the module what it does not hold.
LINK_FLAG = "-Wl,--experimental-pic,--no-entry,--unresolved-symbols=import-dynamic"
#: Flags with which C code jumps out of functions by calls of JavaScript, as older Pyodides do.
JUMPS_BY_CALLS = ["-mllvm", "-enable-emscripten-sjlj"]
JUMPS_BY_EXCEPTIONS = ["-mexception-handling", "-mllvm", "-wasm-enable-sjlj"]  #: Flags with which it jumps by exceptions of WebAssembly.
ABI_OF_EXCEPTIONS = "2025"  #: First ABI of Pyodide whose C code jumps by exceptions.
#: What is 4 bytes long in WebAssembly, in Python's headers of this computer.
SIZES = re.compile(r"(#define SIZEOF_(?:LONG|SIZE_T|UINTPTR_T|VOID_P)) 8")
RULE = "=" * 100
#: Names every file but itself and the service worker with its SHA-256. A folder that holds this file and nothing else was made here.
LIST = "numero-cam-files.json"
IMPORT = re.compile(r'(?:from|import)\s*"(\.[^"]+)";')


class BuildError(Exception):
    """The folder cannot be made; the message is one line with what to do."""


def build(out: Path, pyodide_folder: Path | None = None, headers: Path = EMSCRIPTEN) -> str:
    """Make the folder, or make it anew; an old one stays as it is until the new one is whole.

    Args:
        out: The folder: a new or empty one, or one that was made here.
        pyodide_folder: Files of Pyodide; None for the package of npm.
        headers: Those of Emscripten.

    Returns:
        A line that says what was made.

    Raises:
        BuildError: A part is missing, the folder holds something else, or the program is not installed.
    """
    if foreign := _foreign(out):
        raise BuildError(f"{foreign} was not made here, and stays as it is; name a new or empty folder in place of {out}")
    without = ""
    try:
        parts = [pyodide(pyodide_folder)]
    except PartError as error:
        raise BuildError(str(error)) from error
    try:
        parts += vision(pyodide_folder)
    except PartError as error:
        without = f"\nIt reads no photos: {error}"
    try:
        kernel = compiled_kernel(json.loads(parts[0].files["pyodide/pyodide-lock.json"])["info"].get("abi_version", ""), headers)
    except (BuildError, OSError) as error:
        kernel = {}
        without += f"\nIts solver is pure Python, which takes twice as long: {error}"
    files = collect(parts, kernel)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as place:
        made, old = Path(place) / "made", Path(place) / "old"
        for name, content in files.items():
            target = made / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        if out.exists():
            out.rename(old)
        made.rename(out)
    size = sum(map(len, files.values()))
    look = f"Copy the folder to any static host, or look at it: python -m browser serve {out}"
    return f"{out}: {len(files)} files, {size / 1e6:.1f} MB. {look}{without}"


def _foreign(out: Path) -> Path | None:
    """Return something in the folder that no build wrote there; the path itself where it is no folder, None where all is well."""
    if not out.is_dir():
        return out if out.exists() else None
    try:
        made = {LIST, "sw.js", *json.loads((out / LIST).read_bytes())}
    except (OSError, ValueError, TypeError):
        made = set()
    return next((path for path in sorted(out.rglob("*")) if not path.is_dir() and path.relative_to(out).as_posix() not in made), None)


def compiled_kernel(abi: str, headers: Path) -> dict[str, bytes]:
    """Return the modules of the solver's kernel in WebAssembly, which Pyodide imports as they are.

    Args:
        abi: Pyodide's version of what compiled modules rely on.
        headers: Those of Emscripten.

    Raises:
        BuildError: They cannot be compiled here.
    """
    clang = find_clang()
    if clang is None or not (headers / "emscripten.h").is_file():
        raise BuildError(
            f"its kernel needs clang and lld {LEAST_CLANG} or later, and Emscripten's headers in {headers}, or --emscripten FOLDER"
        )
    config = Path(sysconfig.get_config_h_filename()).read_text(encoding="utf-8")
    made = {}
    with tempfile.TemporaryDirectory() as place:
        sizes, module = Path(place) / "pyconfig.h", Path(place) / "module.so"
        sizes.write_text(SIZES.sub(r"\1 4", config), encoding="utf-8")
        found = ["-isystem", str(headers), "-include", str(sizes), f"-I{sysconfig.get_path('include')}"]
        for name, defines in KERNELS.items():
            jumps = JUMPS_BY_EXCEPTIONS if abi >= ABI_OF_EXCEPTIONS else JUMPS_BY_CALLS
            command = [clang, *COMPILE_FLAGS, LINK_FLAG, *found, *jumps, *defines, str(SOLVER / "_kernel" / "module.c"), "-o", str(module)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the compiler
            if done.returncode:
                raise BuildError(f"{clang} failed ({next(iter(done.stderr.splitlines()), done.returncode)})")
            made[_name(SOLVER / f"{name}.abi3.so")] = module.read_bytes()
    return made


def find_clang() -> str | None:
    """Return the name of a clang that compiles the solver's kernel; None where there is none."""
    names = ("clang", *(f"clang-{version}" for version in range(LEAST_CLANG, MOST_CLANG + 1)))
    return next((name for name in names if _is_new_enough(name)), None)


def _is_new_enough(clang: str) -> bool:
    if shutil.which(clang) is None:
        return False
    told = subprocess.run([clang, "-dumpversion"], capture_output=True, text=True, check=False).stdout  # noqa: S603 - the compiler
    return int(told.split(".")[0] or 0) >= LEAST_CLANG


def collect(parts: list[Part], kernel: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the content of every file by its name in the folder.

    Args:
        parts: Pyodide, and what reading photos needs; without it the page reads none.
        kernel: The modules of the solver's kernel; without it the solver is pure Python.
    """
    files = {name: content for part in parts for name, content in part.files.items()}
    files |= {"core.zip": core_archive(kernel), "licences.txt": _licences(parts).encode()}
    if len(parts) > 1:
        files |= eyes()
        files |= {f"css/{name}": (STYLES / name).read_bytes() for name in CLASS_STYLES}
        for name in CLASS_SCRIPTS:
            files |= scripts(f"js/{name}.js")
    files |= {f"css/{path.name}": path.read_bytes() for path in _style_sheets()}
    files |= {f"icons/{path.name}": path.read_bytes() for path in LIVE.glob("icon*")}
    files |= scripts("app/main.js") | scripts("app/worker.js")
    pages = {"index": "app/main.js"}
    if len(parts) > 1:
        pages["table"] = "js/main.js"
        files |= scripts(pages["table"]) | {"demo.mp4": (LIVE / "demo.mp4").read_bytes()}
    for language, folder in LANGUAGES.items():
        for name, script in pages.items():
            files[f"{folder}{name}.html"] = _page(language, folder, script, photos=len(parts) > 1)
        files[f"{folder}manifest.webmanifest"] = _manifest(folder, photos=len(parts) > 1)
    listed = {name: [hashlib.sha256(content).hexdigest(), len(content)] for name, content in sorted(files.items())}
    files["sw.js"] = service_worker(listed)
    files[LIST] = json.dumps(listed, indent=1).encode()
    return files


def service_worker(listed: Mapping[str, object]) -> bytes:
    """Return the service worker of some files, whose version is that of their content.

    Args:
        listed: The SHA-256 and the number of bytes of each file by its name.
    """
    own, table = (OWN / "sw.js").read_text(encoding="utf-8"), json.dumps(listed)
    version = hashlib.sha256((own + table).encode()).hexdigest()[:16]
    return f'const VERSION = "{version}";\nconst FILES = {table};\n{own}'.encode()


def core_archive(kernel: Mapping[str, bytes]) -> bytes:
    """Return the package without eyes, server and models, with the solver's kernel, and the module that answers the page, as an archive."""
    paths = [path for path in _sources(PACKAGE) if not NOT_IN_CORE & set(path.relative_to(PACKAGE).parts)]
    return _archive({**kernel, **{_name(path): path.read_bytes() for path in [*paths, HERE / "__init__.py", HERE / "desk.py"]}})


def eyes() -> dict[str, bytes]:
    """Return what reading photos needs of this project: the rooms of the package with the stand-ins, and the models."""
    rooms = {path: set(path.relative_to(PACKAGE).parts) for path in _sources(PACKAGE, PAGE_SUFFIXES)}
    paths = [path for path, parts in rooms.items() if EYES & parts and "hall" not in parts]
    paths += [PACKAGE / "web" / "__init__.py", *(PACKAGE / "base" / "fonts").glob("*.ttf")]
    paths += [*_sources(HERE / "stand_ins"), HERE / "photo_desk.py", HERE / "class_desk.py"]
    paths += [HERE / "table_desk.py", HERE / "kept_games.py", PACKAGE / "web" / "protocol.py"]
    paths += [CHECKOUT / "models" / MANIFEST, CHECKOUT / "deck" / OWN_FILE, CHECKOUT / "deck" / "own.svg"]
    code = {_name(path): path.read_bytes() for path in paths}
    for package in PURE:
        folder = Path(str(import_module(package).__file__)).parent
        code |= {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in _sources(folder)}
    models = {_name(path): path.read_bytes() for path in (model_entry(name).path for name in MODELS)}
    about = {hashlib.sha256(content).hexdigest(): {"name": Path(name).stem, **_about(content)} for name, content in models.items()}
    listed = {"browser/stand_ins/models.json": json.dumps(about).encode()}
    return {"eyes.zip": _archive(code | listed), "models.zip": _archive(models)}


def _about(model: bytes) -> dict[str, object]:
    """Return what a model calls its inputs and outputs, and what it says of itself."""
    session = open_session(model, 1)
    return {
        "inputs": [each.name for each in session.get_inputs()],
        "outputs": [each.name for each in session.get_outputs()],
        "metadata": {METADATA_KEY: session.get_modelmeta().custom_metadata_map[METADATA_KEY]},
    }


def _sources(folder: Path, suffixes: tuple[str, ...] = CORE_SUFFIXES) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix in suffixes and "__pycache__" not in path.parts)


def _name(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def _archive(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, ZIP_TIME), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def scripts(first: str) -> dict[str, bytes]:
    """Return a script with all that it imports: ones of this page, and those of the live table's page as they are."""
    found: dict[str, bytes] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = _source(name).read_bytes()
        waiting += [_imported(name, target) for target in IMPORT.findall(found[name].decode())]
    return found


def _imported(name: str, target: str) -> str:
    """Return the name of a script that another one imports."""
    return os.path.normpath(f"{Path(name).parent.as_posix()}/{target}").replace(os.sep, "/")


def _source(name: str) -> Path:
    """Return where a script stands: both folders are one in the built page."""
    return OWN / name if (OWN / name).is_file() else LIVE / name


def _style_sheets() -> Iterator[Path]:
    yield from (STYLES / "look.css", STYLES / "cards.css", LIVE / "style.css", LIVE / "mend.css", OWN / "app.css", OWN / "play.css")


def _page(language: str, folder: str, script: str, *, photos: bool) -> bytes:
    """Return the page in a language, which a process of its own speaks.

    Raises:
        BuildError: The packages of the program are not installed.
    """
    root = "../" * folder.count("/")
    try:
        done = subprocess.run(  # noqa: S603 - this program itself
            [sys.executable, "-m", "browser.page", root, script, "yes" if photos else ""],
            cwd=CHECKOUT,
            env={**os.environ, LANGUAGE_VARIABLE: language},
            capture_output=True,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise BuildError(f"the page cannot be written without the packages of the program; install them with: {install_hint()}") from error
    return done.stdout


def _manifest(folder: str, *, photos: bool) -> bytes:
    """Return the manifest by which a device installs the page, and shares photos with it."""
    root = "../" * folder.count("/") or "./"
    known = json.loads((LIVE / "manifest.webmanifest").read_text(encoding="utf-8"))
    icons = [{**icon, "src": f"{root}icons/{icon['src']}"} for icon in known["icons"]]
    files = {"files": [{"name": "photo", "accept": ["image/*"]}]}
    share = {"action": "share", "method": "POST", "enctype": "multipart/form-data", "params": files}
    return json.dumps(
        {**known, "start_url": "./", "scope": root, "icons": icons, **({"share_target": share} if photos else {})}, indent=1
    ).encode()


def _licences(parts: list[Part]) -> str:
    """Return which parts of others are in the folder, and their licences."""
    told = [f"{one.name} {one.version}: {one.licence}; {one.changed or 'unchanged files of its package'}.\n\n{one.text}" for one in parts]
    own = (CHECKOUT / "LICENSE").read_text(encoding="utf-8").strip()
    lit = (LIVE / "vendor" / "lit-html" / "LICENSE").read_text(encoding="utf-8").strip()
    fonts = (PACKAGE / "base" / "fonts" / "LICENSE.txt").read_text(encoding="utf-8").strip()
    ours = "Numero Cam, with its models and its deck\n\n" + own
    return f"\n\n{RULE}\n\n".join([ours, *told, "lit-html: BSD-3-Clause\n\n" + lit, "DejaVu fonts\n\n" + fonts]) + "\n"
