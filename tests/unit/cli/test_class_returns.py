"""``class strips``, ``wall``, ``needs``, ``backup``, ``restore`` and ``challenge`` from the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.classroom.slip_store import EntryState, SlipEntry, open_slip_store
from numero_cam.classroom.slips import parse_marks
from tests.slip_piles import BEST, printing

Cli = Callable[..., Any]


@pytest.fixture
def five_b(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "home" / "classes.sqlite"))
    monkeypatch.chdir(tmp_path)
    Path("5B.csv").write_text("number,name,level\n3,Ann,silver:12\n17,Mārama,silver:12\n", encoding="utf-8")
    assert cli("class", "new", "5B", "5B.csv").status == 0
    return tmp_path


@pytest.mark.usefixtures("five_b")
@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("strips", "5B"), 1, "nothing was handed in; weeks of 5B with answers: none"),
        (("strips", "6A"), 1, 'there is no class "6A"; there are 5B'),
        (("strips", "5B", "--out", "strips.txt"), 2, "end its name in .pdf"),
        (("wall", "5B", "--no-open"), 1, "nothing was handed in"),
        (("needs", "5B", "--out", "needs.txt"), 2, "end its name in .csv or .pdf"),
        (("backup", "6A", "x.backup"), 1, 'there is no class "6A"'),
        (("backup", "5B", "5B.csv"), 1, "5B.csv is there already"),
        (("restore", "none.backup"), 1, "none.backup: there is no such file"),
        (("restore", "5B.csv"), 1, "5B.csv: cannot be used"),
        (("challenge", "add", "5B", "3"), 2, "give either a photo, or --centre and --hand"),
        (("challenge", "add", "5B", "3", "--centre", "7 3"), 2, "give either a photo, or --centre and --hand"),
        (("challenge", "add", "5B", "4", "--centre", "7 3", "--hand", "10"), 1, "class 5B has no pupil 4"),
        (("challenge", "add", "5B", "3", "--centre", "7 3", "--hand", "2"), 1, "no card of this hand can take anything"),
        (("challenge", "add", "5B", "3", "none.jpg"), 1, "none.jpg"),
        (("challenge", "print", "5B"), 1, "5B has no challenge yet"),
    ],
)
def test_bad_input_is_one_line(cli: Cli, arguments: tuple[str, ...], status: int, why: str) -> None:
    done = cli("class", *arguments)
    assert done.status == status
    assert why in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.usefixtures("five_b")
def test_a_class_before_anything_was_handed_in(cli: Cli) -> None:
    assert cli("class", "needs", "5B").out.strip() == "Nothing was handed in yet."
    assert cli("class", "challenge", "rank", "5B").out.strip() == "There is no challenge yet."


@pytest.mark.slow
def test_a_week_comes_back(cli: Cli, five_b: Path) -> None:
    printed = printing(pupils={3: "Ann", 17: "Mārama"})
    with open_slip_store() as store:
        store.put_printing(printed)
        marks = parse_marks(BEST, printed.puzzles[0])
        store.put(printed.number, SlipEntry(0, 0, marks, marks, (), (), 3, EntryState.ACCEPTED))
    assert "strips.pdf: 1 strip of 5B, week 12, 2 pages" in cli("class", "strips", "5B").out
    assert "1 of 2" in cli("class", "needs", "5B").out
    assert "needs.csv" in cli("class", "needs", "5B", "--out", "needs.csv").out
    assert cli("class", "wall", "5B", "--no-open").out == "The page: wall.html\n"
    added = cli("class", "challenge", "add", "5B", "17", "--centre", "7r 3g", "--hand", "10o")
    assert added.out.startswith("Challenge 1: middle 7r 3g, hand 10o")
    cli("class", "challenge", "add", "5B", "17", "--centre", "7r 2g", "--hand", "9o")
    assert cli("class", "challenge", "remove", "5B", "2").out == "Challenge 2 is removed.\n"
    assert cli("class", "challenge", "print", "5B").out == "challenges.pdf: 3 pages, 1 slip\n"
    assert "0 of 0" in cli("class", "challenge", "rank", "5B").out
    assert cli("class", "backup", "5B", "5B.backup").out == "5B.backup: class 5B, 2 pupils, 1 answer\n"
    assert "to replace it with the backup, say --replace" in cli("class", "restore", "5B.backup").err
    assert cli("class", "restore", "5B.backup", "--replace").out == "class 5B: restored, 2 pupils, 1 answer\n"
    assert {path.name for path in five_b.glob("*.*")} >= {"strips.pdf", "needs.csv", "wall.html", "challenges.pdf", "5B.backup"}
