"""``week`` and ``mark`` from the command line."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.printing import lettering
from tests.slip_piles import BEST, MISTAKE, Pile, printing, stored

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
    assert "The name of pupil 8" in got.out
    pile = Pile(stored(printing()))
    pile.write(tmp_path / "a.jpg", pile.slip(0, BEST), pile.slip(1, ""))
    got = cli("mark", "a.jpg")
    assert (got.status, got.err) == (0, "")
    assert got.out.splitlines() == [
        "2 slips in 1 photo, 1 of them clear",
        "5B, week 12: 1 of 3 pupils have an answer, 1 found the best take",
        "1 slip to look at: open marked/5B-12-483920.html",
        "For a spreadsheet: marked/5B-12-483920.csv",
    ]
    (tmp_path / "d.csv").write_text(f"printing,entry,pupil,marks,decision\n483920,2,8,{MISTAKE},accept\n")
    got = cli("mark", "--decisions", "d.csv")
    assert got.out.splitlines()[1:3] == [
        "5B, week 12: 2 of 3 pupils have an answer, 1 found the best take",
        "The page: marked/5B-12-483920.html",
    ]


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
        (("mark", "--decisions", "gone.csv"), 1, "gone.csv: cannot be read"),
        (("week", "gone.csv"), 1, "gone.csv: cannot be read"),
        (("week", "gone.csv", "--out", "x.png"), 2, "end its name in .pdf"),
    ],
)
def test_bad_input_is_one_line(cli: Cli, arguments: tuple[str, ...], status: int, words: str) -> None:
    got = cli(*arguments)
    assert (got.status, got.out) == (status, "")
    assert words in got.err
    assert got.err.strip().count("\n") <= 1
