"""What ``doctor`` says of the folders that the program writes to, and of extras that are missing."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from numero_cam.base import install_line

Doctor = Callable[..., tuple[int, dict[str, dict[str, Any]], str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home; no folder of the program is elsewhere."""
    place = tmp_path / "home"
    place.mkdir()
    for name in ("NUMERO_CAM_DECKS", "NUMERO_CAM_GAMES", "NUMERO_CAM_CLASSES", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("XDG_DATA_HOME", str(place / "data"))
    return place


@pytest.fixture
def doctor(home: Path) -> Doctor:
    """Runs the command in a process of its own, started by other words where they are given, and returns the findings of a topic."""

    def run(topic: str, *before: str, **environment: str) -> tuple[int, dict[str, dict[str, Any]], str]:
        words = [*before, sys.executable, "-m", "numero_cam", "doctor", "--no-cameras"]
        own = {**os.environ, **environment}
        told = json.loads(subprocess.run([*words, "--json"], env=own, capture_output=True, text=True, check=False, cwd=home).stdout)
        done = subprocess.run(words, env=own, capture_output=True, text=True, check=False, cwd=home)
        return done.returncode, {one["name"]: one for one in told["findings"] if one["topic"] == topic}, done.stdout

    return run


@pytest.mark.slow
def test_a_home_that_can_be_written_is_left_as_it_was(doctor: Doctor, home: Path) -> None:
    status, found, said = doctor("folders")
    assert (status, list(home.iterdir())) == (0, [])
    assert all(one["good"] and "can be written" in one["found"] for one in found.values())
    assert {"files of yours", "passing files"} <= set(found)
    assert "Everything is as it must be." in said


def a_file_in_its_place(home: Path) -> Mapping[str, str]:
    (home / "data").write_bytes(b"")
    return {}


def a_games_folder_that_is_none(home: Path) -> Mapping[str, str]:
    (home / "a file").write_bytes(b"")
    return {"NUMERO_CAM_GAMES": str(home / "a file" / "games")}


def a_database_in_no_folder(home: Path) -> Mapping[str, str]:
    return {"DATABASE_URL": f"sqlite:///{home}/gone/games.sqlite"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (a_file_in_its_place, "files of yours"),
        (a_games_folder_that_is_none, "unfinished games"),
        (a_database_in_no_folder, "games of the live table"),
    ],
)
def test_a_place_that_cannot_be_written_is_named(
    doctor: Doctor, home: Path, spoil: Callable[[Path], Mapping[str, str]], named: str
) -> None:
    """A file lies where a folder must be: that also stops an administrator, whom rights do not stop."""
    environment = spoil(home)
    before = sorted(home.rglob("*"))
    status, found, said = doctor("folders", **environment)
    assert status == 1
    assert "cannot be written (" in found[named]["found"]
    assert [name for name, one in found.items() if not one["good"]] == [named]
    assert f"To mend: folders: {named}: " in said
    assert sorted(home.rglob("*")) == before


#: Runs a command for which a folder is mounted for reading only: rights do not stop an administrator.
READ_ONLY = ("unshare", "-m", "sh", "-c", 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"')


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="mounts are those of Linux")
def test_a_home_that_may_only_be_read_is_named_in_the_language_of_the_user(doctor: Doctor, home: Path) -> None:
    before: tuple[str, ...] = (*READ_ONLY, str(home))
    if os.geteuid():
        home.chmod(0o500)
        before = ()
    elif subprocess.run([*before, "true"], capture_output=True, check=False).returncode:
        pytest.skip("nothing stops this account from writing")
    status, found, said = doctor("folders", *before, NUMERO_CAM_LANGUAGE="de")
    assert status == 1
    assert [one["good"] for one in found.values()] == [False, True]
    assert re.search(r"^Zu richten: Ordner: Dateien von dir: .* kann nicht beschrieben werden", said, re.MULTILINE)


class TestMissing:
    """Extras whose packages are not there."""

    @pytest.fixture(autouse=True)
    def without_segno(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = metadata.distribution

        def distribution(name: str) -> metadata.Distribution:
            if name == "segno":
                raise metadata.PackageNotFoundError(name)
            return real(name)

        monkeypatch.setattr(metadata, "distribution", distribution)

    def test_a_missing_extra_is_told_with_its_line_and_is_no_fault(self, home: Path, cli: Callable[..., Any]) -> None:
        assert home.is_dir()
        got = cli("doctor", "--no-cameras", "--json")
        found = {one["name"]: one for one in json.loads(got.out)["findings"] if one["topic"] == "extras"}
        assert got.status == 0
        assert "segno" in found["phone"]["found"]
        assert found["phone"]["install"] == install_line.install_line("phone")
        assert {one["install"] for name, one in found.items() if name != "phone"} == {""}

    def test_the_line_stands_whole_on_a_line_of_its_own(self, home: Path, cli: Callable[..., Any]) -> None:
        assert home.is_dir()
        assert f"\nTo install phone: {install_line.install_line('phone')}\n" in cli("doctor", "--no-cameras").out
