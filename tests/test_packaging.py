"""The wheel is whole: models and calibration are inside, tests and workshop data are not in the way."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.tags import sys_tags

from hatch_build import compiled

ROOT = Path(__file__).parent.parent
MOST_FILM_BYTES = 1_500_000


def built(folder: Path, **environment: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("dist"))


def test_what_ci_wheels_asks_of_a_wheel_is_in_the_package() -> None:
    (line,) = re.findall(r"python\" -c '(.*)'\)$", (ROOT / ".ci" / "wheels").read_text(encoding="utf-8"), re.MULTILINE)
    done = subprocess.run([sys.executable, "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() in ("True", "False"), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["models", "calibration", "deck"])
def test_the_wheel_carries_what_run_time_needs(wheel: Path, folder: str) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    kept = {f"numero_cam/_data/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / folder).rglob("*") if path.is_file()}
    assert kept <= names


@pytest.mark.slow
def test_the_wheel_holds_the_package_only(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"numero_cam"}
    data = {"games/numero/rules/printed.toml", "marking/marks.json", "py.typed"}
    assert {f"numero_cam/{name}" for name in data} <= set(zipfile.ZipFile(wheel).namelist())
    templates = {f"numero_cam/text/templates/{name}" for name in ("base.html", "styles/look.css")}
    templates |= {f"numero_cam/classroom/templates/{name}" for name in ("round.html", "table.html")}
    templates |= {f"numero_cam/hall/{name}" for name in ("templates/board.html", "templates/styles/hall.css", "static/js/hall_board.js")}
    assert templates <= set(zipfile.ZipFile(wheel).namelist())
    assert zipfile.ZipFile(wheel).getinfo("numero_cam/web/static/demo.mp4").file_size < MOST_FILM_BYTES
    assert {f"numero_cam/locale/de/{name}" for name in ("page.json", "LC_MESSAGES/numero_cam.mo")} <= set(zipfile.ZipFile(wheel).namelist())
    fonts = {f"numero_cam/base/fonts/{path.name}" for path in (ROOT / "numero_cam/base/fonts").iterdir()}
    assert {name.rsplit(".")[-1] for name in fonts} == {"md", "ttf", "txt"}
    assert fonts <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.slow
def test_the_wheel_carries_the_page_with_its_library_and_licence(wheel: Path) -> None:
    static = ROOT / "numero_cam" / "web" / "static"
    there = {f"numero_cam/web/static/{path.relative_to(static).as_posix()}" for path in static.rglob("*") if path.is_file()}
    carried = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("numero_cam/web/static/")}
    assert {f"numero_cam/web/static/vendor/{name}" for name in ("README.md", "lit-html/LICENSE", "lit-html/lit-html.js")} <= carried
    assert there - carried == {"numero_cam/web/static/js/protocol.d.ts", "numero_cam/web/static/tsconfig.json"}


@pytest.mark.slow
def test_a_compiled_wheel_serves_every_later_python(wheel: Path) -> None:
    if wheel.name.endswith("-py3-none-any.whl"):
        pytest.skip("no compiler here")
    tag = wheel.stem.split("-", 2)[2]
    assert tag.startswith("cp311-abi3-")
    assert tag in map(str, sys_tags())
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"numero_cam/games/numero/solve/_kernel{bits}.abi3.so" for bits in (64, 128)} <= set(names)
    assert not [name for name in names if name.endswith((".c", ".h"))]


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_pure_python(tmp_path: Path) -> None:
    wheel = built(tmp_path, CC="no-such-compiler")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "_kernel" in name]


def test_where_nothing_can_be_written_the_kernel_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "_kernel64.abi3.so").mkdir()
    assert isinstance(compiled(ROOT, tmp_path), str)


@pytest.mark.slow
def test_what_the_compiler_lacks_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(compiled(ROOT, tmp_path), str):
        pytest.skip("no compiler here")
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    why = compiled(ROOT, tmp_path)
    assert isinstance(why, str)
    assert "Python.h" in why
    assert not list(tmp_path.iterdir())


def test_run_time_needs_eight_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [name.split(">")[0] for name in project["dependencies"]]
    assert names == ["jinja2", "numpy", "onnxruntime", "opencv-python", "pillow", "platformdirs", "simplejpeg", "typer"]


def test_an_installed_wheel_answers_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = "import numero_cam, sys; from numero_cam.cli.shell import run; print(numero_cam.__file__); sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "solve", "--centre", "7r 8b", "--hand", "15g"]
    got = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")}, capture_output=True, text=True, check=False)
    assert got.returncode == 0, got.stderr
    assert str(tmp_path) in got.stdout.splitlines()[0]
    assert "with the 15 green" in got.stdout


def test_a_pure_wheel_can_be_asked_for(tmp_path: Path) -> None:
    assert built(tmp_path, NUMERO_CAM_KERNEL="off").name.endswith("-py3-none-any.whl")
