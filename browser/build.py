"""Collects the files of the page into a folder, and an archive of it, for any static host."""

import glob
import hashlib
import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from browser.parts import PURE, VERSION, Part, PartError, Source, core_of_npm, distribution, lock_of, pyodide, vision
from numero_cam.base.files import MANIFEST, model_entry
from numero_cam.base.install_line import install_hint
from numero_cam.base.onnx import METADATA_KEY, open_session
from numero_cam.base.private_files import lock_file
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
GUIDES = {"en": "README.html", "de": "LIESMICH.html"}  #: The page in each language that says how the folder is put somewhere.
START = HERE / "serve.py"  #: Shows the folder on a computer that has Python.
#: What starts that by a double click, by the name of its template.
STARTERS = {"start.bat": "\r\n", "start.command": "\n"}
#: What lies beside the page for whoever puts it somewhere; no visitor needs it.
BESIDE = frozenset({"start.py", *STARTERS, *GUIDES.values()})
IN_ARCHIVE = "numero-cam"  #: The folder inside the archive.
LOCK_EVERY = 0.5  #: Seconds between two looks whether another build has ended.
#: Folders and files of the package that answers to typed cards never load.
NOT_IN_CORE = frozenset(
    "annotate calibrate capture classroom cli hall marking printing store table templates vision web".split()  # noqa: SIM905
) | {"addon.py", "commands.py", "terminal_play.py"}
#: Those of them that reading photos and a class load.
EYES = frozenset("annotate calibrate capture classroom marking printing store table templates vision".split())  # noqa: SIM905
MODELS = ("detector", "face", "index", "judge", "obstruction", "outline")  #: The models that read photos of Numero and follow its table.
CORE_SUFFIXES = (".mo", ".py", ".toml", ".txt", ".json")
PAGE_SUFFIXES = (*CORE_SUFFIXES, ".css", ".html", ".svg")  #: Kinds of files of the package that reading photos and a class load.
CLASS_STYLES = ("people.css", "class.css", "round.css", "wall.css")
CLASS_SCRIPTS = ("class_live", "class_photos", "class_queue", "class_round", "class_together", "class_upload")
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  #: The same files make the same archive, whenever they were written,
UNIX = 3  #: and on whichever system: the number of the one whose rights of files an archive names.
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


def build(out: Path, source: Source | None = None, headers: Path = EMSCRIPTEN) -> str:
    """Make the folder and its archive, or make them anew; old ones stay as they are until the new ones are whole.

    Args:
        out: The folder: a new or empty one, or one that was made here.
        source: Where the parts of others are taken from.
        headers: Those of Emscripten.

    Returns:
        A line that says what was made, and one for each thing that it lacks.

    Raises:
        BuildError: A part is missing, the folder holds something else, or the program is not installed.
    """
    source = source or Source()
    out = out if out.name.strip(".") else out.resolve()
    if not out.name:
        raise BuildError(f"{out} is no folder for the page; name a new one, such as site")
    archive = out.with_name(f"{out.name}.zip")
    try:
        with _alone(source.cache):
            _tidy(out)
            if foreign := _foreign(out) or _foreign_archive(archive):
                raise BuildError(f"{foreign} was not made here, and stays as it is; name a new or empty folder in place of {out}")
            files, lacks = _made(source, headers)
            _put(files, out, archive)
    except PartError as error:
        raise BuildError(str(error)) from error
    except OSError as error:
        raise BuildError(f"{error.filename or out} cannot be written ({error.strerror or error}); {out} is as it was") from error
    size = sum(map(len, files.values()))
    look = f"Put {archive} on any static host ({GUIDES['en']} in it says how), or look at it: python -m browser serve {out}"
    return "\n".join([f"{out}: {len(files)} files, {size / 1e6:.1f} MB. {look}", *lacks])


def _made(source: Source, headers: Path) -> tuple[dict[str, bytes], list[str]]:
    """Return the content of every file by its name, and what the page lacks, a line each."""
    lacks: list[str] = []
    try:
        files = distribution(source)
        own = source.pyodide is not None and source.pyodide.is_dir()
        parts = [pyodide(files, "of the folder" if own else VERSION), *_eyes_of(files, source, lacks)]
    except PartError as error:
        if source.pyodide is not None:
            raise
        lacks.append(f"It reads no photos: {error}")
        files = core_of_npm(source)
        parts = [pyodide(files, VERSION)]
    try:
        kernel = compiled_kernel(lock_of(files)["info"].get("abi_version", ""), headers)
    except (BuildError, OSError) as error:
        kernel = {}
        lacks.append(f"Its solver is pure Python, which takes twice as long: {error}")
    return collect(parts, kernel), lacks


def _eyes_of(files: Mapping[str, bytes], source: Source, lacks: list[str]) -> list[Part]:
    """Return what reads photos; where it cannot be had, a line more is lacking."""
    try:
        return vision(files, source)
    except PartError as error:
        lacks.append(f"It reads no photos: {error}")
        return []


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    """Wait until no other build of this user is at work; a build that was killed holds nobody up."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("wb") as file:
        is_told = False
        while True:
            try:
                lock_file(file.fileno())
            except OSError:
                if not is_told:
                    print("Another build is at work; this one waits until it has ended.", file=sys.stderr)
                is_told = True
                time.sleep(LOCK_EVERY)
            else:
                break
        for left in cache.glob(".*"):
            shutil.rmtree(left, ignore_errors=True)  # of a fetch that was killed
        yield


def _making(out: Path) -> str:
    """Return how names of folders begin in which the folder is made."""
    return f".{out.name}.numero-cam-"


def _tidy(out: Path) -> None:
    """Clear away what a build left that was killed; one that was killed between two renames gave the old folder another name."""
    for left in out.parent.glob(f"{glob.escape(_making(out))}*"):
        if not out.exists() and (left / "old").is_dir():
            (left / "old").rename(out)
        shutil.rmtree(left, ignore_errors=True)


def _put(files: Mapping[str, bytes], out: Path, archive: Path) -> None:
    """Write the folder and its archive, and have them take their places."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=_making(out)) as place:
        made, old, packed = Path(place) / "made", Path(place) / "old", Path(place) / archive.name
        for name, content in files.items():
            target = made / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(_mode(name))
        packed.write_bytes(_archive({f"{IN_ARCHIVE}/{name}": content for name, content in files.items()}))
        if out.exists():
            out.rename(old)
        try:
            made.rename(out)
        except OSError:
            with suppress(OSError):
                old.rename(out)
            raise
        packed.replace(archive)


def _mode(name: str) -> int:
    """Return who may do what with a file: a system starts only what may be run."""
    return 0o755 if name.endswith(tuple(STARTERS)) else 0o644


def _foreign(out: Path) -> Path | None:
    """Return something in the folder that no build wrote there; the path itself where it is no folder, None where all is well."""
    if not out.is_dir():
        return out if out.exists() else None
    try:
        made = {LIST, "sw.js", *json.loads((out / LIST).read_bytes())}
    except (OSError, ValueError, TypeError):
        made = set()
    return next((path for path in sorted(out.rglob("*")) if not path.is_dir() and path.relative_to(out).as_posix() not in made), None)


def _foreign_archive(archive: Path) -> Path | None:
    """Return the archive where no build wrote it, None where all is well."""
    if not archive.exists():
        return None
    try:
        with zipfile.ZipFile(archive) as packed:
            return None if f"{IN_ARCHIVE}/{LIST}" in packed.namelist() else archive
    except (OSError, zipfile.BadZipFile):
        return archive


def compiled_kernel(abi: str, headers: Path) -> dict[str, bytes]:
    """Return the modules of the solver's kernel in WebAssembly, which Pyodide of this `abi` imports as they are."""
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

    Without `parts` beside Pyodide the page reads no photos; without a kernel the solver is pure Python.
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
    files |= scripts("app/main.js") | scripts("app/worker.js") | scripts("app/early.js") | scripts("app/not_started.js")
    pages = {"index": "app/main.js"}
    if len(parts) > 1:
        pages["table"] = "js/main.js"
        files |= scripts(pages["table"]) | {"demo.mp4": (LIVE / "demo.mp4").read_bytes()}
        files |= {f"clips/{path.name}": path.read_bytes() for path in LIVE.glob("clips/*.mp3")}
    needs_python, no_port = [], []
    for language, folder in LANGUAGES.items():
        written = _pages(language, folder, pages, photos=len(parts) > 1)
        needs_python.append(written.pop("needs Python"))
        no_port.append(written.pop("no port"))
        files[GUIDES[language]] = written.pop("guide").encode()
        files |= {f"{folder}{name}.html": text.encode() for name, text in written.items()}
        files[f"{folder}manifest.webmanifest"] = _manifest(folder, photos=len(parts) > 1)
    files["start.py"] = START.read_text(encoding="utf-8").replace('"NO_PORT"', json.dumps(" / ".join(no_port))).encode()
    for name, newline in STARTERS.items():
        starter = (OWN / name).read_text(encoding="utf-8").replace("NEEDS_PYTHON", " / ".join(needs_python))
        files[name] = newline.join([*starter.splitlines(), ""]).encode()
    listed = {name: [hashlib.sha256(content).hexdigest(), len(content)] for name, content in sorted(files.items())}
    files["sw.js"] = service_worker({name: about for name, about in listed.items() if name not in BESIDE})
    files[LIST] = json.dumps(listed, indent=1).encode()
    return files


def service_worker(listed: Mapping[str, object]) -> bytes:
    """Return the service worker of files, listed with their SHA-256 and their number of bytes; its version is that of their content."""
    own, table = (OWN / "sw.js").read_text(encoding="utf-8"), json.dumps(listed)
    version = hashlib.sha256((own + table).encode()).hexdigest()[:16]
    return f'const VERSION = "{version}";\nconst FILES = {table};\n{own}'.encode()


def core_archive(kernel: Mapping[str, bytes]) -> bytes:
    """Return the package without eyes, server and models, with the solver's kernel, and the modules that answer the page, as an archive."""
    paths = [path for path in _sources(PACKAGE) if not NOT_IN_CORE & set(path.relative_to(PACKAGE).parts)]
    paths += [HERE / f"{name}.py" for name in ("__init__", "desk", "learner_desk")]
    return _archive({**kernel, **{_name(path): path.read_bytes() for path in paths}})


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
            info = zipfile.ZipInfo(name, ZIP_TIME)
            info.create_system, info.external_attr = UNIX, (stat.S_IFREG | _mode(name)) << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
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


def _pages(language: str, folder: str, scripts: Mapping[str, str], *, photos: bool) -> dict[str, str]:
    """Return the pages in a language by their names, which a process of its own speaks."""
    asked = {"root": "../" * folder.count("/"), "scripts": scripts, "photos": "yes" if photos else "", "guide": GUIDES[language]}
    try:
        done = subprocess.run(  # noqa: S603 - this program itself
            [sys.executable, "-m", "browser.page", json.dumps(asked)],
            cwd=CHECKOUT,
            env={**os.environ, LANGUAGE_VARIABLE: language},
            capture_output=True,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise BuildError(f"the page cannot be written without the packages of the program; install them with: {install_hint()}") from error
    return dict(json.loads(done.stdout))


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
