"""``week`` and ``mark`` from the command line."""

import csv
import io
import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from numero_cam.printing import lettering
from tests.slip_piles import BEST, Pile, printing, stored

Cli = Callable[..., Any]


@pytest.fixture(autouse=True)
def classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "home" / "classes.sqlite"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
def test_a_week_is_printed_and_its_slips_are_marked(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "font_files", lambda: ())
    (tmp_path / "5B.csv").write_text("number,name,level\n3,Ann,silver:30\n8,李明,silver:30\n", encoding="utf-8")
    got = cli("week", "5B.csv", "--week", "12", "--spares", "1")
    assert (got.status, got.err) == (0, "")
    assert re.match(r"5B-12.pdf: 3 pages, 3 slips, printing \d+\n", got.out)
    assert "\n3 sheets of paper: 1 with slips, 1 to project, 1 with the answers\n" in got.out
    assert "The name of pupil 8" in got.out
    pile = Pile(stored(printing()))
    pile.write(tmp_path / "a.jpg", pile.slip(0, BEST), pile.slip(1, ""))
    got = cli("mark", "a.jpg")
    assert (got.status, got.err) == (0, "")
    assert got.out.splitlines()[:2] == [
        "2 slips in 1 photo, 1 of them clear",
        "5B, week 12: 1 of 3 pupils have an answer, 1 found the best take",
    ]
    assert got.out.splitlines()[-1] == "1 slip to look at on the class page; it needs the class: numero-cam class new 5B FILE.csv"
    assert cli("class", "new", "5B", "5B.csv").status == 0
    got = cli("mark", "a.jpg")
    assert got.out.splitlines()[-1] == "1 slip to look at: decide on the class page, numero-cam class page"
    assert list(tmp_path.glob("marked*")) == []
    rows = list(csv.DictReader(io.StringIO(cli("mark", "a.jpg", "--csv").out.removeprefix("\ufeff"))))
    assert [(row["class"], row["week"], row["printing"], row["number"], row["state"], row["found_best"]) for row in rows] == [
        ("5B", "12", "483920", "3", "take", "yes"),
        ("5B", "12", "483920", "8", "to look at", ""),
        ("5B", "12", "483920", "17", "not handed in", ""),
    ]
    told = json.loads(cli("mark", "a.jpg", "--json").out)
    jsonschema.validate(told, json.loads(files("numero_cam").joinpath("schemas/mark.json").read_text()))
    assert [(one["state"], one.get("found_best")) for one in told["pupils"]] == [
        (row["state"], row["found_best"] == "yes" or None) for row in rows
    ]
    assert told["waiting"] == [{"slip": 1, "pupil": 8, "reason": "no take: nothing is shaded"}]


def test_a_photo_that_fails_leaves_the_others(cli: Cli, tmp_path: Path) -> None:
    pile = Pile(stored(printing()))
    pile.write(tmp_path / "a.jpg", pile.slip(0, BEST))
    (tmp_path / "b.jpg").write_bytes(b"no picture")
    got = cli("mark", "b.jpg", "a.jpg")
    assert got.status == 1
    assert got.err.startswith("numero-cam: b.jpg: ")
    assert got.err.count("\n") == 1
    assert "1 of 3 pupils have an answer" in got.out


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("mark",), 2, "give photos of slips"),
        (("mark", "--answers", "a.csv"), 2, "--answers needs --printing"),
        (("mark", "--printing", "5", "a.jpg"), 2, "nothing was printed under this number"),
        (("mark", "--decisions", "d.csv"), 2, "decide on the class page, numero-cam class page; a file of decisions is no longer read"),
        (("mark", "a.jpg", "--out", "here"), 2, "mark prints the results, --csv > FILE.csv writes them"),
        (("mark", "a.jpg", "--csv", "--json"), 2, "two forms of the same"),
        (("week", "gone.csv"), 1, "gone.csv: cannot be read"),
        (("week", "gone.csv", "--out", "x.png"), 2, "end its name in .pdf"),
    ],
)
def test_bad_input_is_one_line(cli: Cli, arguments: tuple[str, ...], status: int, words: str) -> None:
    got = cli(*arguments)
    assert (got.status, got.out) == (status, "")
    assert words in got.err
    assert got.err.strip().count("\n") <= 1
