"""The command that installs the program, by where it came from; tests/test_install_lines.py runs such commands."""

import json
import os
import shlex
import sys
from importlib import metadata
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.base import install_line

REQUIRES = [
    "numpy>=1.26",
    "typer<0.29,>=0.28",
    "simplejpeg>=1.8; sys_platform != 'emscripten'",
    'sqlalchemy>=2.0.40; extra == "live"',
    "starlette>=0.48; extra == 'live'",
    "segno>=1.6; extra=='phone'",
    "networkx>=3.2; extra == 'hall'",
    "numero-cam[live]; extra == 'hall'",
    "bpy==4.5.15; (python_version == '3.11') and extra == 'render'",
]


class Installed(Distribution):
    """The program as pip wrote it down."""

    def __init__(self, direct_url: str | None) -> None:
        self._direct_url = direct_url

    def read_text(self, filename: str) -> str | None:
        return self._direct_url if filename == "direct_url.json" else None

    def locate_file(self, path: object) -> Path:
        raise FileNotFoundError(path)


@pytest.fixture
def came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Came":
    """Says where the program came from; it is not in a clone."""
    monkeypatch.setattr(install_line, "PACKAGE", tmp_path / "site-packages" / "numero_cam")
    monkeypatch.setattr(metadata, "requires", lambda _: REQUIRES)
    monkeypatch.setattr(install_line, "refuses_pip", lambda: False)
    return Came(monkeypatch)


class Came:
    """Sets what pip wrote down."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def by(self, told: object) -> None:
        text = told if isinstance(told, str) or told is None else json.dumps(told)
        self._monkeypatch.setattr(metadata, "distribution", lambda _: Installed(text))

    def words(self, *extras: str) -> list[str]:
        """What pip is told to install."""
        words = shlex.split(install_line.install_line(*extras))
        assert words[:4] == [sys.executable, "-m", "pip", "install"]
        return words[4:]


posix = pytest.mark.skipif(os.name == "nt", reason="quotes are those of POSIX")


@posix
@given(name=st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20))
def test_a_place_of_any_name_is_one_word_of_the_shell(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    if name in (".", ".."):
        return
    with pytest.MonkeyPatch.context() as patch:
        place = tmp_path_factory.mktemp("a") / "b"
        patch.setattr(install_line, "clone_folder", lambda: place / name)
        assert shlex.split(install_line.install_line("live", "phone"))[-2:] == ["-e", f"{place / name}[live,phone]"]


@posix
def test_a_folder_or_a_wheel_that_is_there_is_named(came: Came, tmp_path: Path) -> None:
    for place in (tmp_path / "a folder", tmp_path / "numero_cam-0.1.0-py3-none-any.whl", tmp_path / "50%+#"):
        place.mkdir()
        came.by({"url": place.as_uri(), "archive_info": {}})
        assert came.words("live", "phone") == [f"{place}[live,phone]"]
        assert came.words() == [str(place)]


@posix
@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ({"url": "https://school.example/n.whl", "archive_info": {}}, "numero-cam[live] @ https://school.example/n.whl"),
        (
            {"url": "https://school.example/n", "vcs_info": {"vcs": "git", "commit_id": "c88377b4"}},
            "numero-cam[live] @ git+https://school.example/n@c88377b4",
        ),
    ],
)
def test_an_address_is_named(came: Came, told: object, wanted: str) -> None:
    came.by(told)
    assert came.words("live") == [wanted]


@posix
@pytest.mark.parametrize("told", [None, "", "[]", "{", "{}", {"url": "file:///gone/numero_cam-0.1.0-py3-none-any.whl"}, {"url": 5}])
def test_where_nobody_knows_where_it_came_from_the_packages_are_named(came: Came, told: object) -> None:
    """The program itself is there; only what the extra adds is missing. No registry has a package of the program's name."""
    came.by(told)
    assert came.words("live") == ["sqlalchemy>=2.0.40", "starlette>=0.48"]
    assert came.words("hall", "phone") == ["networkx>=3.2", "sqlalchemy>=2.0.40", "starlette>=0.48", "segno>=1.6"]
    assert came.words() == ["numpy>=1.26", "typer<0.29,>=0.28", "simplejpeg>=1.8"]


@posix
def test_a_broken_package_is_put_in_its_place_again_in_the_version_that_is_needed(came: Came) -> None:
    came.by(None)
    assert shlex.split(install_line.package_line("typer"))[4:] == ["--force-reinstall", "typer<0.29,>=0.28"]
    assert shlex.split(install_line.package_line("rich"))[4:] == ["--force-reinstall", "rich"]


def test_missing_packages_are_those_that_are_not_installed(came: Came, monkeypatch: pytest.MonkeyPatch) -> None:
    came.by(None)

    def distribution(name: str) -> Installed:
        if name in ("segno", "starlette"):
            raise PackageNotFoundError(name)
        return Installed(None)

    monkeypatch.setattr(metadata, "distribution", distribution)
    assert install_line.missing_packages("hall") == ("starlette",)
    assert install_line.missing_packages("phone") == ("segno",)


@posix
def test_where_there_is_no_pip_it_is_made_first(came: Came, monkeypatch: pytest.MonkeyPatch) -> None:
    came.by(None)
    monkeypatch.setattr(install_line, "find_spec", lambda _: None)
    first, second = install_line.install_line("phone").split(" && ")
    assert shlex.split(first) == [sys.executable, "-m", "ensurepip"]
    assert shlex.split(second)[1:] == ["-m", "pip", "install", "segno>=1.6"]


@posix
def test_a_system_that_refuses_pip_gets_an_environment_in_the_home(came: Came, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(install_line, "refuses_pip", lambda: True)
    monkeypatch.setenv("HOME", str(tmp_path / "my home"))
    place = str(tmp_path / "my home" / "numero-cam")
    for told, options, what, start in (
        (None, ["--system-site-packages"], "segno>=1.6", ["python", "-m", "numero_cam"]),
        ({"url": tmp_path.as_uri()}, [], f"{tmp_path}[phone]", ["numero-cam"]),
    ):
        came.by(told)
        line, hint = install_line.install_line("phone"), install_line.install_hint("phone")
        make, install = (shlex.split(command) for command in line.split(" && "))
        assert make == [sys.executable, "-m", "venv", *options, place]
        assert install == [f"{place}/bin/python", "-m", "pip", "install", what]
        assert hint == f"{line}, and start {shlex.join([f'{place}/bin/{start[0]}', *start[1:]])} from then on"


def test_windows_gets_its_own_quotes() -> None:
    words = [r"C:\a b\python.exe", "-m", "pip", "install", "-e", r"C:\clone[live,phone]", "sqlalchemy>=2.0.40", r"C:\x"]
    told = install_line.quoted(words, windows=True)
    assert told == r'"C:\a b\python.exe" -m pip install -e "C:\clone[live,phone]" "sqlalchemy>=2.0.40" C:\x'
