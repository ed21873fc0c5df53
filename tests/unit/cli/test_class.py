"""``class`` from the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
LIST = "number;name;level\n17;Mārama;silver:12\n3;Ann;silver:12\n9;;gold:30\n"


@pytest.fixture
def five_b(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "home" / "classes.sqlite"))
    path = tmp_path / "5B.csv"
    path.write_text(LIST, encoding="utf-8-sig")
    assert cli("class", "new", "5B", str(path)).status == 0
    return path


def ladder(cli: Cli) -> list[int]:
    found: list[int] = json.loads(cli("class", "show", "5B", "--json").out)["ladder"]
    return found


@pytest.mark.slow
def test_a_year_of_a_class(cli: Cli, five_b: Path) -> None:
    assert "5B          3      0" in cli("class", "list").out
    assert (
        "A record of the class. Best take: 8 cards, 17 Mārama (12)"
        in cli("class", "result", "5B", "17", "--week", "12", "--cards", "8").out
    )
    assert "record" not in cli("class", "result", "5B", "3", "--week", "12", "--cards", "8").out
    shown = cli("class", "show", "5B").out
    assert "Best take: 8 cards, 3 Ann (12); 17 Mārama (12)" in shown
    top, middle, foot = ladder(cli)
    assert cli("class", "ladder", "5B", str(foot), str(top)).status == 0
    assert ladder(cli) == [foot, middle, top]
    assert cli("class", "ladder", "5B", str(top), str(middle), "--lost").status == 0
    assert ladder(cli) == [foot, middle, top]
    five_b.write_text("number,name,level\n17,Mārama,gold:1\n", encoding="utf-8")
    assert "3 Ann: not in" in cli("class", "new", "5B", str(five_b), "--update").out
    assert cli("class", "forget", "5B", "17", "--yes").status == 0
    assert "Mārama" not in cli("class", "show", "5B").out


@pytest.mark.usefixtures("five_b")
@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("show", "6A"), 1, 'there is no class "6A"; there are 5B'),
        (("new", "5B", "none.csv"), 1, "none.csv: cannot be read"),
        (("result", "5B", "4", "--week", "1", "--cards", "3"), 1, "class 5B has no pupil 4; its numbers are 3, 9, 17"),
        (("result", "5B", "3", "--week", "1"), 2, "give --cards, --points or both"),
        (("result", "5B", "3", "--week", " ", "--cards", "3"), 1, "is no name of a week"),
        (("result", "5B", "3", "--week", "1", "--cards", "-3"), 1, "a result has 0 to 10000"),
        (("ladder", "5B", "3"), 2, "give the numbers of both pupils"),
        (("forget", "5B"), 2, "give either the number of a pupil, or --whole-class"),
        (("forget", "5B", "17"), 2, "nobody is there to be asked; say --yes to remove what is to be forgotten"),
        (("forget", "5B", "4"), 1, "class 5B has no pupil 4"),
    ],
)
def test_what_is_refused_is_one_line(cli: Cli, arguments: tuple[str, ...], status: int, why: str) -> None:
    done = cli("class", *arguments)
    assert done.status == status
    assert why in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_is_named_is_another_one(cli: Cli, five_b: Path) -> None:
    other = str(five_b.with_name("other.sqlite"))
    assert "There is no class yet" in cli("class", "list", "--file", other).out
    assert cli("class", "new", "6A", str(five_b), "--file", other).status == 0
    assert "6A" not in cli("class", "list").out
    assert cli("class", "list", "--file", str(five_b)).err.count("\n") == 1


@pytest.mark.slow
def test_a_week_takes_a_remembered_class_or_a_list(cli: Cli, five_b: Path, tmp_path: Path) -> None:
    for asked in ("5b", str(five_b)):
        out = tmp_path / "week.pdf"
        assert cli("week", asked, "--out", str(out), "--week", "12", "--spares", "0").out.count("3 slips") == 1
        out.unlink()
    done = cli("week", "6A")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert 'there is no class "6A"; there are 5B' in done.err
