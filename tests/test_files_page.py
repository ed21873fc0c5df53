"""Every example of docs/files.md is taken out of the page and loaded by the program's own loader."""

import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from numero_cam.app.deck_learn import read_answers
from numero_cam.calibrate.files import load_calibration
from numero_cam.calibrate.table import ZONE_NAMES, TableCalibration
from numero_cam.classroom.classes import Pupil, read_class_list
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.page_answers import ClassAddress
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.toptake import stored_round
from numero_cam.cli import shell
from numero_cam.config import ReaderConfig, load_config
from numero_cam.games.numero.engine import read_game
from numero_cam.games.numero.rules import PrintedPoints, parse_card

PAGE = (Path(__file__).parent.parent / "docs" / "files.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"`([\w.]+)`[^`]*:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL))

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str) -> Path:
        path = tmp_path / name
        path.write_text(EXAMPLES[name], encoding="utf-8")
        return path

    return write


def test_every_block_of_the_page_is_an_example() -> None:
    assert len(EXAMPLES) == PAGE.count("```") / 2
    assert sorted(EXAMPLES) == [
        "5B.csv",
        "anna.txt",
        "answers.csv",
        "answers.json",
        "deals.jsonl",
        "evening.txt",
        "kitchen.txt",
        "ours.toml",
        "points.toml",
        "reader.toml",
        "rows.txt",
        "table.toml",
        "teams.csv",
    ]


def test_rules(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("ours.toml")
    assert shell.run(["solve", "--centre", "7r 7r", "--hand", "7b", "--json", "--rule", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["scoring"], answer["problems"]) == ("guide", [])
    assert shell.run(["game", "simulate", "--players", "random,random", "--games", "1", "--json", "--rule", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["level"] == "3"


def test_the_example_of_printed_points_is_loaded_and_counts(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("points.toml")
    printed = PrintedPoints.load(path)
    assert [printed.of(parse_card(card)) for card in ("1r", "7r", "15g", "3/4", "N2", "cbrt")] == [1, 0, 3, 15, 20, 0]
    assert shell.run(["solve", "--centre", "7r 8b", "--hand", "15g", "--json", "--rule", f"printed-points={path}"]) == 0
    items = json.loads(capsys.readouterr().out)["plays"][0]["breakdown"]
    assert [item["points"] for item in items if item["item"] == "printed"] == [3]


@pytest.mark.parametrize(("name", "turns"), [("anna.txt", 5), ("kitchen.txt", 1), ("evening.txt", 4)])
def test_the_examples_of_games_are_read_and_replayed(write: Write, name: str, turns: int, capsys: pytest.CaptureFixture[str]) -> None:
    reading = read_game(write(name).read_text(encoding="utf-8"))
    assert reading.error is None
    assert reading.game is not None
    assert reading.game.names == ("Anna", "Ben")
    assert len(reading.game.operations) == turns + 1  # the deal too
    assert shell.run(["game", "replay", str(write(name))]) == 0
    assert "Anna" in capsys.readouterr().out


def test_the_example_of_a_class_is_read(write: Write) -> None:
    pupils = read_class_list(write("5B.csv"))
    assert [pupil.number for pupil in pupils] == [3, 8, 17, 21]
    assert (pupils[1], pupils[3].level) == (Pupil(8, "", "silver:12"), "3")


def test_the_examples_of_answers_and_teams_are_ranked(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    desk = Desk()
    desk.change("new", {"name": "5B", "list": write("5B.csv").read_text(encoding="utf-8"), "level": "3"})
    desk.change("round-new", {"class": "5B", "seconds": "180", "by": "cards", "centre": "11r 8o 3b 5r", "hand": "11g x3 -4 /2"})
    for action, name in (("round-answers", "answers.csv"), ("round-teams", "teams.csv")):
        assert isinstance(desk.upload(action, {"class": "5B"}, write(name).read_bytes()), ClassAddress)
    with open_slip_store() as store:
        played = stored_round(store, "5B")
    assert played is not None
    assert [(one.who.split()[0], one.count) for one in played.pupils] == [("17", 8), ("3", 3)]
    assert [(one.who, one.count) for one in played.teams] == [("Blue", 8), ("Red", 3)]


def test_the_example_of_positions_is_solved_line_by_line(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("deals.jsonl")
    assert shell.run(["solve", "--positions", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(path.read_text(encoding="utf-8").splitlines())
    assert not [line for line in lines if "Problem" in line or "No take" in line]


@pytest.mark.parametrize(("name", "labels"), [("rows.txt", ["1r", None]), ("answers.json", ["1r", None])])
def test_the_examples_of_answers_to_learn_from_are_read(write: Write, name: str, labels: list[str | None]) -> None:
    first, second = read_answers(write(name), ["first.jpg", "second.jpg"])
    assert [first[0].label, second[-1].label] == labels
    assert (first[0].outline is None) == (name == "rows.txt")


def test_the_example_of_a_table_s_calibration_is_loaded(write: Write) -> None:
    table = load_calibration(write("table.toml"))
    assert isinstance(table, TableCalibration)
    assert set(table.zones) == set(ZONE_NAMES)
    assert table.zones["centre"][3] == 35.2


def test_settings_of_the_reader_are_all_told_with_their_usual_values(write: Write) -> None:
    assert load_config(write("reader.toml")) == ReaderConfig()
    told = re.findall(r"^(\w+) = ", EXAMPLES["reader.toml"], re.MULTILINE)
    assert told == ["version", *(field.name for field in dataclasses.fields(ReaderConfig))]
