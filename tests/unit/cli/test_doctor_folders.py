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

Doctor = Callable[..., subprocess.CompletedProcess[str]]


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
    """Runs the command with more options in a process of its own, started by other words where they are given."""

    def run(*options: str, before: tuple[str, ...] = (), **environment: str) -> subprocess.CompletedProcess[str]:
        words = [*before, sys.executable, "-m", "numero_cam", "doctor", "--no-cameras", *options]
        return subprocess.run(words, env={**os.environ, **environment}, capture_output=True, text=True, check=False, cwd=home)

    return run


def folders_in(told: str) -> dict[str, dict[str, Any]]:
    """What JSON says of folders, by their names."""
    return {one["name"]: one for one in json.loads(told)["findings"] if one["topic"] == "folders"}


@pytest.mark.slow
def test_a_home_that_can_be_written_is_left_as_it_was(doctor: Doctor, home: Path) -> None:
    done = doctor("--json")
    found = folders_in(done.stdout)
    assert (done.returncode, list(home.iterdir())) == (0, [])
    assert all(one["good"] and "can be written" in one["found"] for one in found.values())
    assert {"files of yours", "passing files"} <= set(found)


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
    done = doctor("--json", **environment)
    found = folders_in(done.stdout)
    assert done.returncode == 1
    assert "cannot be written (" in found[named]["found"]
    assert [name for name, one in found.items() if not one["good"]] == [named]
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
    done = doctor(before=before, NUMERO_CAM_LANGUAGE="de")
    assert done.returncode == 1
    assert re.search(r"^Zu richten: Ordner: Dateien von dir: .* kann nicht beschrieben werden", done.stdout, re.MULTILINE)
    assert done.stdout.count("kann nicht beschrieben werden") == 2  # in the list, and in what is to be mended


def test_a_missing_extra_is_told_with_its_line_and_is_no_fault(
    home: Path, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = metadata.distribution

    def distribution(name: str) -> metadata.Distribution:
        if name == "segno":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "distribution", distribution)
    assert home.is_dir()
    got = cli("doctor", "--no-cameras", "--json")
    found = {one["name"]: one for one in json.loads(got.out)["findings"] if one["topic"] == "extras"}
    assert got.status == 0
    assert "segno" in found["phone"]["found"]
    assert found["phone"]["install"] == install_line.install_line("phone")
    assert {one["install"] for name, one in found.items() if name != "phone"} == {""}
    assert f"\nTo install phone: {install_line.install_line('phone')}\n" in cli("doctor", "--no-cameras").out
