"""Files that earlier versions wrote are opened by this one, written, and opened again; those of a later version get one sentence."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

import pytest

from numero_cam.app.watch_recording import recorded_commands, recorded_game
from numero_cam.calibrate.camera import CameraCalibration
from numero_cam.calibrate.files import camera_toml, load_calibration, table_toml
from numero_cam.calibrate.table import TableCalibration
from numero_cam.classroom.classes import PupilResult, ResultKind
from numero_cam.classroom.needs import class_needs
from numero_cam.classroom.slip_store import open_classes, open_slip_store
from numero_cam.config import ReaderConfig, load_config
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.rules import PrintedPoints
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.hall.records import MatchScore as HallResult

pytest.importorskip("sqlalchemy", reason="the extra live is not installed")

from numero_cam.hall.store import HallStore
from numero_cam.store.games import GameStore

DATA = Path(__file__).parents[2] / "data"
PHOTO = DATA.parents[1] / "sample_images" / "01_kitchen_table.jpg"
FOLDER = DATA / "from_0f041e2"
#: Made by the version of commit c88377b4: a class with a marked week, games of the live table and of the terminal, a hall, settings.
NEWER = DATA / "from_c88377b4"
PLAYED = {NEWER: (3, 8)}  #: Numbers of those whose game of the ladder is stored.


def run(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-m", "numero_cam", *arguments]
    return subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)


def printed(home: Path, *arguments: str) -> str:
    done = run(home, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def answer(home: Path, *arguments: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON that a command prints."""
    return json.loads(printed(home, *arguments, "--json"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's folder as 0f041e2 left it."""
    place = tmp_path / "data" / "numero-cam"
    (place / "decks").mkdir(parents=True)
    shutil.copy(FOLDER / "classes.sqlite", place)
    shutil.copy(FOLDER / "games.sqlite", place)
    shutil.copy(FOLDER / "ours.toml", place / "decks")
    return tmp_path


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A user's folder as c88377b4 left it."""
    place = tmp_path / "data" / "numero-cam"
    place.mkdir(parents=True)
    for name in ("classes.sqlite", "games.sqlite", "hall.sqlite"):
        shutil.copy(NEWER / name, place)
    shutil.copytree(NEWER / "games", place / "games")
    return tmp_path


def stored_class(home: Path) -> dict[str, Any]:
    """Return all that is stored of the class, as the versions before wrote it for these tests."""
    with open_classes(home / "data" / "numero-cam" / "classes.sqlite") as classes:
        room = classes.room("5B")
    records = {kind.value: {by: [asdict(one) for one in room.records(kind, by)] for by in get_args(By)} for kind in ResultKind}
    found = {"class": room.name, "pupils": room.pupils, "ladder": room.ladder, "weeks": room.weeks, "results": room.results}
    stored: dict[str, Any] = json.loads(json.dumps(found | {"records": records}, default=asdict))
    return stored


def written_then(folder: Path) -> dict[str, Any]:
    """Return what a version wrote of its class, without the places of the ladder that were drawn: those of games stay."""
    then: dict[str, Any] = json.loads((folder / "class.json").read_text(encoding="utf-8"))
    return then | {"ladder": [number for number in then["ladder"] if number in PLAYED.get(folder, ())]}


def test_a_class_is_as_it_was(home: Path) -> None:
    assert stored_class(home) == written_then(FOLDER)


@pytest.mark.slow
def test_a_game_of_the_live_table_is_found_and_counted(home: Path) -> None:
    game = answer(home, "game", "list")
    assert (game["players"], game["scores"], game["error"]) == (["Finn", "Eve"], {"Finn": 0, "Eve": 8}, None)
    assert "take 15r: [1b 8r 6r]" in json.dumps(answer(home, "game", "replay", str(game["game"])))


def test_a_learned_deck_has_its_faces(home: Path) -> None:
    assert "23 of 89 faces seen, 23 cards" in printed(home, "deck", "show", "ours")


def test_a_class_with_a_marked_week_is_as_it_was_and_goes_on(newer: Path) -> None:
    before = written_then(NEWER)
    assert stored_class(newer) == before
    with open_slip_store(newer / "data" / "numero-cam" / "classes.sqlite") as store:
        needs = class_needs(store, "5B")
    known = json.loads((NEWER / "needs.json").read_text(encoding="utf-8"))
    skills = {one.skill.value: (one.asked, one.missed) for one in needs.skills}
    assert known["steps"]
    assert skills | {kind: (asked, missed) for kind, asked, missed in (one.values() for one in known["steps"])} == skills
    assert [{name: getattr(week, name) for name in known["weeks"][0]} for week in needs.weeks] == known["weeks"]
    assert [pupil.number for pupil in needs.nothing_right] == known["without_take"]
    assert (len(needs.levels), [week.handed_in for week in needs.weeks]) == (len(known["levels"]), [3])
    with open_classes(newer / "data" / "numero-cam" / "classes.sqlite") as classes:
        classes.put("5B", [PupilResult(8, "13", ResultKind.TAKE, 5, 9, best=True)])
    after = stored_class(newer)
    assert after["weeks"] == ["12", "final", "13"]
    assert [row for row in after["results"] if row["week"] != "13"] == before["results"]
    assert (after["pupils"], after["ladder"]) == (before["pupils"], before["ladder"])


def test_a_backup_of_a_class_comes_back(tmp_path: Path) -> None:
    printed(tmp_path, "class", "restore", str(NEWER / "backup.sqlite"))
    assert stored_class(tmp_path) == written_then(NEWER)


@pytest.mark.slow
def test_the_games_of_the_live_table_are_told_as_they_were_and_go_on(newer: Path) -> None:
    before = [json.loads(line) for line in (NEWER / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [json.loads(line) for line in printed(newer, "game", "list", "--json").splitlines()] == before
    shown = "".join(printed(newer, "game", "replay", str(game["game"])).partition("What happened")[0] for game in before)
    assert shown == (NEWER / "games.txt").read_text(encoding="utf-8")
    store = GameStore.open(f"sqlite:///{newer / 'data' / 'numero-cam' / 'games.sqlite'}")
    store.append(3, [LogEntry("undo")], 6)
    store.close()
    after = [json.loads(line) for line in printed(newer, "game", "list", "--json").splitlines()]
    assert after[1:] == before[1:]
    assert (after[0]["lines"], after[0]["scores"], after[0]["error"]) == (7, {"Ann": 6, "Ben": 0}, None)


@pytest.mark.parametrize("folder", [FOLDER, NEWER])
def test_the_game_of_the_terminal_goes_on(folder: Path, tmp_path: Path) -> None:
    (game,) = (folder / "games").glob("*.txt")
    file = shutil.copy(game, tmp_path)
    done = run(tmp_path, "play", str(file), typed="hint\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Turn 3" in done.stdout


def test_the_results_of_a_hall_are_as_they_were_and_go_on(newer: Path) -> None:
    address = f"sqlite:///{newer / 'data' / 'numero-cam' / 'hall.sqlite'}"
    store = HallStore.open(address)
    cup = store.event(1)
    assert (cup.setting.name, cup.closed, [entrant.name for entrant in store.entrants(1)]) == (
        "Cup",
        False,
        ["Owls", "Foxes", "Bears", "Wolves"],
    )
    matches = store.matches(1)
    assert [(match.round, match.result is not None) for match in matches] == [(1, True), (1, True), (2, False), (2, False)]
    assert matches[1].result == HallResult(5, 3, "referee", "by hand")
    lines = store.game_lines(store.games(1)[0].game)
    assert [line.n for line in lines] == list(range(1, 116))
    log = store.log(1)
    assert store.event(2).closed
    store.add_result(matches[2].number, HallResult(7, 7, "referee", "after the update"), "referee")
    store.close()
    store = HallStore.open(address)
    assert store.matches(1)[2].result == HallResult(7, 7, "referee", "after the update")
    assert store.log(1)[1:] == log
    store.close()


@pytest.mark.parametrize("folder", [FOLDER, NEWER])
def test_the_settings_say_the_same_and_are_written_as_they_were(folder: Path, tmp_path: Path) -> None:
    assert load_config(folder / "reader.toml") == ReaderConfig()
    assert PrintedPoints.load(folder / "points.toml").table["3/4"] == 15
    camera = load_calibration(folder / "camera.toml")
    assert isinstance(camera, CameraCalibration)
    assert camera_toml(camera) == (folder / "camera.toml").read_text(encoding="utf-8")
    table = load_calibration(folder / "table.toml")
    assert isinstance(table, TableCalibration)
    (tmp_path / "again.toml").write_text(table_toml(table), encoding="utf-8")
    assert table_toml(load_calibration(tmp_path / "again.toml")) == table_toml(table)  # type: ignore[arg-type]


def test_a_recording_says_which_game_was_watched_and_what_was_said() -> None:
    folder = str(NEWER / "recording")
    played = recorded_game(folder)
    assert played is not None
    assert (played.setting.names, played.setting.hands, played.near, played.deck) == (("Ann", "Ben", "Cleo"), "hidden", 1, "mine")
    said = [command_text(command) for each in recorded_commands(folder).values() for command in each]
    assert said == ["challenge Ann", "challenge Ben", "shown"]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("classes.sqlite", ("class", "list")),
        ("games.sqlite", ("game", "list")),
        ("hall.sqlite", ("hall", "events", "--database", "sqlite:///{file}")),
        ("points.toml", ("solve", "--centre", "7r", "--hand", "7b", "--rule", "printed-points={file}")),
        ("reader.toml", ("solve", str(PHOTO))),
    ],
)
def test_a_file_of_a_later_version_gets_one_sentence(
    newer: Path, name: str, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calibrations are told by the tests of their rooms."""
    file = newer / "data" / "numero-cam" / name
    if name == "reader.toml":
        monkeypatch.setenv("NUMERO_CAM_READER", str(file))
    if file.suffix == ".toml":
        text = (NEWER / name).read_text(encoding="utf-8")
        file.write_text(text.replace("version = 1", "version = 99"), encoding="utf-8")
    else:
        database = sqlite3.connect(file)
        if name == "hall.sqlite":
            database.execute("update numero_cam_hall_version set version_num = '99'")
        elif name == "games.sqlite":
            database.execute("update numero_cam_about set version = 99")
        database.execute("pragma user_version = 99")
        database.commit()
        database.close()
    before = file.read_bytes()
    done = run(newer, *(argument.format(file=file) for argument in arguments))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "version" in done.stderr
    assert file.read_bytes() == before
