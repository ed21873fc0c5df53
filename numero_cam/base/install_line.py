"""The command that installs the program, or more of it, into the Python that runs it.

No registry has the program, so the command says where it came from. Packages are missing where it is asked for: it needs the standard
library only.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from numero_cam.base.bounded_reader import parse_json
from numero_cam.base.files import PACKAGE
from numero_cam.catalogue import tr

NAME = "numero-cam"
MANAGED_MARKER = "EXTERNALLY-MANAGED"  #: File beside the standard library of a Python into which pip installs nothing (PEP 668).
#: Characters of a word that a shell of Windows reads as its own; `subprocess.list2cmdline` quotes blanks only.
WINDOWS_SPECIAL = frozenset(" ,;<>&|^()'")


def install_hint(*extras: str) -> str:
    """Return how these extras are installed, to end a sentence: the command, and what to start from then on where that is another."""
    line = install_line(*extras)
    if not refuses_pip():
        return line
    own = ["numero-cam"] if _origin(extras) else ["python", "-m", "numero_cam"]
    return tr("{line}, and start {program} from then on", line=line, program=quoted([_environment_program(own[0]), *own[1:]]))


def install_line(*extras: str) -> str:
    """Return the command that installs the program with these extras from where it came: a clone, a folder, a wheel or an address.

    Where that is not known, or is there no more, the packages of the extras are named, which is all that they add. Where this Python lets
    pip install nothing, the command makes an environment first.
    """
    origin = _origin(extras)
    return _line(origin or [*extra_packages(*extras)], alone=bool(origin))


def package_line(package: str) -> str:
    """Return the command that installs a package again that the program always needs; `install_hint()` where this Python refuses pip."""
    if refuses_pip():
        return install_hint()
    known = {_package_name(line): line for line in _requirements("")}
    return _line(["--force-reinstall", known.get(package, package)], alone=False)


def extra_packages(*extras: str) -> Iterator[str]:
    """Yield the packages that extras add, with their versions; those that the program always needs where no extra is given."""
    for extra in extras or ("",):
        for line in _requirements(extra):
            if _package_name(line) == NAME:  # an extra that holds others
                yield from extra_packages(*line.partition("[")[2].partition("]")[0].split(","))
            else:
                yield line


def missing_packages(extra: str) -> tuple[str, ...]:
    """Return the names of the packages of an extra that are not installed."""
    return tuple(name for name in map(_package_name, extra_packages(extra)) if not _is_there(name))


def _is_there(package: str) -> bool:
    """Return whether a package is installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True


def _requirements(extra: str) -> list[str]:
    """Return the requirements that an extra of the installed program adds, without markers; those of the program for an empty text."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = [line.partition(";") for line in requires(NAME) or ()]
    except PackageNotFoundError:
        return []
    wanted = f"extra=='{extra}'" if extra else ""
    of_extra = [(line.strip(), marker.replace(" ", "").replace('"', "'")) for line, _, marker in lines]
    return [line for line, marker in of_extra if (marker.endswith(wanted) if extra else "extra==" not in marker)]


def _package_name(requirement: str) -> str:
    """Return the name at the beginning of a requirement such as ``numpy>=2``."""
    return requirement[: next((place for place, sign in enumerate(requirement) if not (sign.isalnum() or sign in "._-")), None)]


def clone_folder() -> Path | None:
    """Return the source folder, such as a git clone, from which the program runs; None where it runs from an installed copy."""
    return PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None


def _origin(extras: Sequence[str]) -> list[str]:
    """Return the arguments by which pip installs the program from where it came; empty where that is not known, or is there no more."""
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.request import url2pathname

    chosen = f"[{','.join(extras)}]" if extras else ""
    if clone := clone_folder():
        return ["-e", f"{clone}{chosen}"]
    try:
        text = distribution(NAME).read_text("direct_url.json")  # PEP 610
        record = parse_json(text or "{}", "direct_url.json", ValueError)
        address = str(record["url"])
        commit = f"{record['vcs_info']['vcs']}+{{}}@{record['vcs_info']['commit_id']}" if "vcs_info" in record else "{}"
    except (PackageNotFoundError, OSError, ValueError, KeyError, TypeError):
        return []
    if address.startswith("file:") and "vcs_info" not in record:
        place = Path(url2pathname(urlsplit(address).path))
        return [f"{place}{chosen}"] if place.exists() else []
    return [f"{NAME}{chosen} @ {commit.format(address)}"] if "://" in address else []


def refuses_pip() -> bool:
    """Return whether pip refuses to install anything into this Python."""
    outside = sys.prefix == sys.base_prefix
    return outside and Path(sysconfig.get_path("stdlib"), MANAGED_MARKER).is_file()


def environment_commands() -> list[list[str]]:
    """Return the commands that make the environment of the clone and install the program into it; the last begins with its Python."""
    python = _environment_program("python")
    return [[sys.executable, "-m", "venv", str(_environment())], [python, "-m", "pip", "install", "-q", *_origin(())]]


def _environment() -> Path:
    """Return where an environment is made: in the clone, as its README does, else in the home of the user."""
    clone = clone_folder()
    return clone / ".venv" if clone else Path.home() / NAME


def _environment_program(name: str) -> str:
    """Return the file of a program of that environment."""
    folder, ending = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return str(_environment() / folder / f"{name}{ending}")


def _line(what: Sequence[str], *, alone: bool) -> str:
    """Return the commands that have pip install something, as a shell takes them.

    Args:
        what: Arguments of ``pip install``.
        alone: Whether this installs the program too. If not, an environment that is made for it also sees the packages of this Python.
    """
    python = sys.executable or "python3"
    commands: list[list[str]] = []
    if refuses_pip():
        commands = [[python, "-m", "venv", *([] if alone else ["--system-site-packages"]), str(_environment())]]
        python = _environment_program("python")
    elif find_spec("pip") is None:  # as where uv made the environment
        commands = [[python, "-m", "ensurepip"]]
    return " && ".join(map(quoted, [*commands, [python, "-m", "pip", "install", *what]]))


def quoted(words: Sequence[str], *, windows: bool = os.name == "nt") -> str:
    """Return a command as a shell takes it: that of Windows, or that of POSIX."""
    if not windows:
        return shlex.join(words)
    return " ".join(f'"{word}"' if WINDOWS_SPECIAL & set(word) else subprocess.list2cmdline([word]) for word in words)
