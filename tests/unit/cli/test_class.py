"""``class`` from the command line."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.classroom.classes import PupilResult, ResultKind
from numero_cam.classroom.slip_store import open_classes

Cli = Callable[..., Any]
LIST = "number;name;level\n17;Mārama;silver:12\n3;Ann;silver:12\n9;;gold:30\n"


@pytest.fixture
def five_b(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "home" / "classes.sqlite"))
    path = tmp_path / "5B.csv"
    path.write_text(LIST, encoding="utf-8-sig")
    assert cli("class", "new", "5B", str(path)).status == 0
    return path


def test_a_class_is_listed_exported_updated_and_forgotten(cli: Cli, five_b: Path) -> None:
    assert "5B          3      0" in cli("class", "list").out
    with open_classes() as classes:
        classes.challenge("5B", 17, 9, won=True)
        classes.put("5B", [PupilResult(17, "12", ResultKind.TAKE, 8, best=True), PupilResult(17, "final", ResultKind.GAME, 41, 212)])
    out = five_b.with_name("out.csv")
    assert cli("class", "export", "5b", str(out)).out == f"{out}: class 5B, 3 pupils, 2 results\n"
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8-sig"))))
    assert [row["ladder"] for row in rows] == ["", "2", "1", "1"]
    assert [[row[name] for name in ("number", "name", "level", "week", "kind", "cards", "points", "best")] for row in rows] == [
        ["3", "Ann", "silver:12", "", "", "", "", ""],
        ["9", "", "gold:30", "", "", "", "", ""],
        ["17", "Mārama", "silver:12", "12", "take", "8", "", "yes"],
        ["17", "Mārama", "silver:12", "final", "game", "41", "212", ""],
    ]
    five_b.write_text("number,name,level\n17,Mārama,gold:1\n", encoding="utf-8")
    assert "3 Ann: not in" in cli("class", "new", "5B", str(five_b), "--update").out
    assert cli("class", "forget", "5B", "17", "--yes").status == 0
    with open_classes() as classes:
        assert [pupil.number for pupil in classes.room("5B").pupils] == [3, 9]


@pytest.mark.parametrize("name", ["result", "ladder", "strips", "wall", "needs", "challenge"])
def test_what_the_class_page_does_is_told_to_who_types_its_former_command(cli: Cli, name: str) -> None:
    done = cli("class", name, "5B")
    assert (done.status, done.out) == (2, "")
    told = f"{name} is done on the class page now; open it: numero-cam class page"
    assert done.err == f"numero-cam: {told} (see numero-cam class --help)\n"


def test_who_shows_a_class_is_told_of_its_page_and_of_the_export(cli: Cli) -> None:
    words = "show is on the class page now, numero-cam class page; a table for other programs: numero-cam class export NAME OUT.csv"
    assert words in cli("class", "show", "5B").err


@pytest.mark.slow
def test_a_backup_is_written_and_comes_back(cli: Cli, five_b: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(five_b.parent)
    assert cli("class", "backup", "5B", "5B.backup").out == "5B.backup: class 5B, 3 pupils, 0 answers\n"
    assert "to replace it with the backup, say --replace" in cli("class", "restore", "5B.backup").err
    assert cli("class", "restore", "5B.backup", "--replace").out == "class 5B: restored, 3 pupils, 0 answers\n"


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("export", "6A", "6A.csv"), 1, 'there is no class "6A"; there are 5B'),
        (("export", "5B", "5B.csv"), 1, "5B.csv is there already; name another file"),
        (("export", "5B", "5B.txt"), 2, "OUT.csv 5B.txt: end its name in .csv"),
        (("new", "5B", "none.csv"), 1, "none.csv: cannot be read"),
        (("backup", "6A", "x.backup"), 1, 'there is no class "6A"'),
        (("backup", "5B", "5B.csv"), 1, "5B.csv is there already"),
        (("restore", "none.backup"), 1, "none.backup: there is no such file"),
        (("restore", "5B.csv"), 1, "5B.csv: cannot be used"),
        (("forget", "5B"), 2, "give either the number of a pupil, or --whole-class"),
        (("forget", "5B", "17"), 2, "nobody is there to be asked; say --yes to remove what is to be forgotten"),
        (("forget", "5B", "4"), 1, "class 5B has no pupil 4"),
    ],
)
def test_what_is_refused_is_one_line(
    cli: Cli, five_b: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int, why: str
) -> None:
    monkeypatch.chdir(five_b.parent)
    done = cli("class", *arguments)
    assert done.status == status
    assert why in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_is_named_is_another_one(cli: Cli, five_b: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "5B" in cli("class", "list").out
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(five_b.with_name("other.sqlite")))
    assert "There is no class yet" in cli("class", "list").out
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(five_b))
    assert cli("class", "list").err.count("\n") == 1


@pytest.mark.slow
def test_a_week_takes_a_remembered_class_or_a_list(cli: Cli, five_b: Path, tmp_path: Path) -> None:
    told = list[str]()
    for asked in ("5b", "5b", str(five_b)):
        out = tmp_path / "week.pdf"
        told.append(cli("week", asked, "--out", str(out), "--week", "12", "--spares", "0").out)
        assert told[-1].count("3 slips") == 1
        out.unlink()
    with open_classes() as classes:
        monday = classes.room("5B").year.mondays["12"]
    assert [f"These are the slips of the week from {monday}, " in one for one in told] == [False, True, False]
    assert ["that were made before, maybe in another year" in one for one in told] == [False, False, True]
    done = cli("week", "6A")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert 'there is no class "6A"; there are 5B' in done.err
