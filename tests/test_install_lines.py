"""Every line that installs something is run here: those of the pages, and those of the program's own messages.

The home is empty, the clone has a blank in its name, and the Python of the system refuses plain pip. A line installs nothing here: pip says
what it would install (`--dry-run`), and finds the packages of whoever runs the tests.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from numero_cam.base.install_line import MANAGED_MARKER

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")), ROOT / "workshop/README.md"]
LINE = re.compile(r"[^`\n]*\bpip3? (?:install|wheel) [^`\n]*")
LARGE = ("workshop", "render", "mutation", "docs")  #: Extras of makers, whose packages are not among those of the tests.
NO_EXTRA = "does not provide the extra"
pytestmark = pytest.mark.skipif(sys.platform == "win32" or not (ROOT / ".git").exists(), reason="takes a clone, and the shell of POSIX")


def lines_of(text: str) -> Iterator[str]:
    """Give the lines of a page that call pip; what is written for Windows is translated."""
    for line in LINE.findall(text):
        told = line.strip().replace("py -3 ", "python3 ").replace("; ", " && ").replace("\\Scripts\\", "/bin/").replace("\\\n", " ")
        yield next(part.strip() for part in told.split("    #"))


def page_lines() -> list[str]:
    return sorted({line for page in PAGES for line in lines_of(page.read_text(encoding="utf-8"))})


def only_told(line: str) -> str:
    """Return a line so that pip says what it would install, and builds with what is there; other commands stay as they are."""
    commands = []
    for command in line.split(" && "):
        words = shlex.split(command, comments=True)
        if "install" in words and "pip" in words[: words.index("install")][-1]:
            place = words.index("install") + 1
            large = any(name in word for word in words for name in LARGE) or "--target" in words
            words[place:place] = ["--dry-run", "--no-build-isolation", *(["--no-deps"] if large else [])]
        elif "wheel" in words:
            words.append("--no-build-isolation")
        commands.append(shlex.join(words))
    return " && ".join(commands)


@dataclass(frozen=True)
class World:
    """A computer with nothing on it but a clone, in which the first half of README's line was run, and an empty home.

    Its system's Python refuses plain pip; ``packages`` need not be fetched.
    """

    home: Path
    clone: Path
    system: Path
    packages: Path

    def run(self, line: str, at: Path, **more: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "LD_"))}
        own = {**kept, "HOME": str(self.home), "PATH": f"{self.system}:/usr/bin:/bin", "NUMERO_CAM_KERNEL": "off", **more}
        return subprocess.run(["/bin/sh", "-c", line], cwd=at, env=own, capture_output=True, text=True, check=False)

    def says(self, python: str, without: tuple[str, ...], *words: str, **more: str) -> str:
        """What the program says where packages are not installed, in one line."""
        hidden = f"import sys; sys.modules.update(dict.fromkeys({without!r})); from numero_cam.cli import main; main()"
        done = self.run(shlex.join([python, "-c", hidden, *words]), self.home, **more)
        assert (done.stdout, done.stderr.count("\n")) == ("", 1), done.stderr
        return done.stderr

    def fails(self, line: str, at: Path) -> str:
        """Why a line fails; empty where it works."""
        done = self.run(only_told(line), at)
        said = done.stdout + done.stderr
        return f"{line}\n{said[-2000:]}" if done.returncode or NO_EXTRA in said else ""


def refusing_python(folder: Path) -> Path:
    """Make a Python like a system's own: into it pip installs nothing. It has the standard library of this one."""
    library = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (library / "site-packages").mkdir(parents=True)
    for each in Path(sysconfig.get_path("stdlib")).iterdir():
        if each.name not in ("site-packages", "dist-packages", MANAGED_MARKER):
            (library / each.name).symlink_to(each)
    (library / MANAGED_MARKER).write_text("[externally-managed]\nError=ask whoever looks after this computer\n", encoding="utf-8")
    (library / "site-packages/pip").symlink_to(Path(sysconfig.get_path("purelib")) / "pip")
    (folder / "bin").mkdir()
    shutil.copy(Path(sys.base_prefix, "bin", library.name), folder / "bin/python3")
    pip = folder / "bin/pip"
    pip.write_text('#!/bin/sh\nexec python3 -m pip "$@"\n', encoding="utf-8")
    pip.chmod(0o755)
    return folder / "bin"


def packages_of(environment: Path) -> Path:
    """The folder of an environment's packages."""
    return next((environment / "lib").glob("*")) / "site-packages"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    place = tmp_path_factory.mktemp("computer")
    home, clone = place / "home", place / "a clone"
    home.mkdir()
    made = World(home, clone, refusing_python(place / "system"), Path(sysconfig.get_path("purelib")))
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)  # noqa: S607 - git, wherever it is
    for name in subprocess.run(["git", "diff", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split():  # noqa: S607
        if (ROOT / name).is_file():  # what is not committed yet
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    done = made.run("python3 -m venv .venv", clone)
    assert done.returncode == 0, done.stderr
    (packages_of(clone / ".venv") / "fetched.pth").write_text(str(made.packages), "utf-8")
    done = made.run(".venv/bin/pip install -q --no-deps --no-build-isolation -e .", clone)
    assert done.returncode == 0, done.stderr
    return made


def test_no_line_needs_a_package_of_this_name_from_a_registry() -> None:
    """No registry has the program: whoever took its name there could run what he likes on this computer."""
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()  # noqa: S607
    texts = [ROOT / name for name in told if name.endswith((".md", ".py", ".js", ".html", ".json", ".po", ".pot", ".txt", ".toml"))]
    by_name = re.compile(r"pip3? install[^`\n]*[\s'\"]numero-cam(?!-|\w)(?! @)")
    found = {path.name for path in texts if path.is_file() and path != Path(__file__) and by_name.search(path.read_text("utf-8"))}
    assert found == set()


def test_one_module_of_the_program_writes_such_lines() -> None:
    modules = {path.relative_to(ROOT): path for folder in ("numero_cam", "browser") for path in (ROOT / folder).rglob("*.py")}
    assert [str(name) for name, path in modules.items() if re.search(r"pip\W+install", path.read_text("utf-8"))] == [
        "numero_cam/base/install_line.py"
    ]


def test_every_line_of_a_page_uses_the_environment_of_the_clone() -> None:
    assert len(page_lines()) > 10
    assert [line for line in page_lines() if not re.match(r"(python3 -m venv \.venv && )?\.venv/bin/pip ", line)] == []
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = set(tomllib.load(file)["project"]["optional-dependencies"])
    named = {name for line in page_lines() for found in re.findall(r"\.\[([\w,]+)\]", line) for name in found.split(",")}
    assert named <= extras


@pytest.mark.slow
def test_every_line_of_a_page_works_in_the_clone(world: World) -> None:
    lines = {line.partition(" && .venv/bin/numero-cam")[0].partition(" && .venv/bin/ruff")[0] for line in page_lines()}
    lines = {line.removeprefix("python3 -m venv .venv && ").partition(" && .venv/bin/python benchmarks")[0] for line in lines}
    assert [why for line in sorted(lines) if (why := world.fails(line.replace("--target FONTS", "--target fonts"), world.clone))] == []


#: Packages that are missing, and the command that needs them.
MESSAGES = {
    "live": (("starlette",), ("live",)),
    "network": (("segno",), ("live", "--network")),
    "class page": (("uvicorn",), ("class", "page")),
    "hall": (("networkx",), ("hall", "--database", "sqlite:///hall.sqlite")),
    "postgres": (("pg8000",), ("hall", "events", "--database", "postgresql://ann@127.0.0.1/games")),
    "a package of the program": (("typer",), ("--help",)),
}


def told_line(message: str) -> str:
    return message.strip().rpartition("with: ")[2].partition(", and start ")[0]


@pytest.mark.slow
def test_every_message_of_a_clone_names_a_line_that_works_anywhere(world: World) -> None:
    python = str(world.clone / ".venv/bin/python")
    lines = {name: told_line(world.says(python, without, *words)) for name, (without, words) in MESSAGES.items()}
    assert lines["network"] == f"'{world.clone}/.venv/bin/python' -m pip install -e '{world.clone}[live,phone]'"
    assert lines["a package of the program"] == f"'{python}' -m pip install --force-reinstall 'typer<0.29,>=0.28'"
    lines["a package of the program"] = lines["a package of the program"].replace("--force-reinstall ", "")  # else it is fetched
    assert [why for line in sorted(set(lines.values())) if (why := world.fails(line, world.home))] == []


@pytest.mark.slow
def test_a_system_that_refuses_pip_is_told_to_make_an_environment(world: World) -> None:
    """The clone is used without being installed: its packages are those of the system."""
    shutil.rmtree(world.clone / ".venv.before", ignore_errors=True)
    (world.clone / ".venv").rename(world.clone / ".venv.before")
    try:
        message = world.says("python3", ("starlette",), "live", PYTHONPATH=f"{world.clone}:{world.packages}")
        assert message.strip().endswith(f", and start '{world.clone}/.venv/bin/numero-cam' from then on")
        make, install = told_line(message).split(" && ")
        assert world.run(make, world.home).returncode == 0
        shutil.copy(packages_of(world.clone / ".venv.before") / "fetched.pth", packages_of(world.clone / ".venv"))
        assert world.fails(install, world.home) == ""
    finally:
        shutil.rmtree(world.clone / ".venv", ignore_errors=True)
        (world.clone / ".venv.before").rename(world.clone / ".venv")


@pytest.mark.slow
def test_a_wheel_is_told_by_its_file_and_else_the_packages_are_named(world: World, tmp_path: Path) -> None:
    wheels = tmp_path / "some wheels"
    done = world.run(f".venv/bin/pip wheel -q --no-deps --no-build-isolation -w {shlex.quote(str(wheels))} .", world.clone)
    assert done.returncode == 0, done.stderr
    (wheel,) = wheels.iterdir()
    place = tmp_path / "env"
    assert world.run(f"{shlex.quote(str(world.clone))}/.venv/bin/python -m venv {place}", tmp_path).returncode == 0
    (packages_of(place) / "fetched.pth").write_text(str(world.packages), "utf-8")
    assert world.run(f"{place}/bin/pip install -q --no-deps --ignore-installed {shlex.quote(str(wheel))}", tmp_path).returncode == 0
    python = str(place / "bin/python")
    line = told_line(world.says(python, ("starlette",), "live"))
    assert line == f"{python} -m pip install '{wheel}[live]'"
    assert world.fails(line, world.home) == ""
    wheel.unlink()
    line = told_line(world.says(python, ("segno",), "live", "--network"))
    assert shlex.split(line)[:4] == [python, "-m", "pip", "install"]
    names = [re.split(r"\W", word)[0] for word in shlex.split(line)[4:]]
    assert names == ["starlette", "uvicorn", "websockets", "cryptography", "segno"]
    assert world.fails(line, world.home) == ""
