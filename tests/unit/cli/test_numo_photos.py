"""``numero-cam numo check PHOTO`` and ``numo score PHOTO`` on a drawn picture of the printed deck."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from numero_cam.cli import shell
from numero_cam.games.numo.cards import Card
from numero_cam.games.numo.table import Table
from numero_cam.printing.numo_art import numo_card
from numero_cam.printing.paper import Fill, Page, Placed
from numero_cam.printing.raster import pixels

ROOT = Path(__file__).parents[3]
MELDS = ((3, 4, 7), (9, 12, 15, 18), (66, 99))
"""An addition, a run, and two numbers that are each other on their heads, which are no meld."""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table, wide, high = Table.default(), 380, 330
    ground = Fill((96, 104, 100), (np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32),))
    items: list[Fill | Placed] = [ground]
    for row, numbers in enumerate(MELDS):
        for column, number in enumerate(numbers):
            card = Card(number)
            drawing = numo_card(number, table.face(card), table.season(card).text)
            items.append(Placed(drawing, 25 + column * 70, 18 + row * 102))
    path = tmp_path_factory.mktemp("numo") / "melds.png"
    cv2.imwrite(str(path), pixels(Page(wide, high, tuple(items)), 75)[..., ::-1])
    return path


def test_each_row_is_judged_and_the_one_that_is_no_meld_says_why(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "check", str(photo), "--level", "6"]) == 1
    out = capsys.readouterr().out
    assert "Row 1: 3 4 7 is no meld." in out
    assert "Row 2: 9 12 15 18 is a meld: run (R)." in out
    assert "Row 3: 66 99 is no meld." in out
    assert "run (R): it needs three cards or more, not 2" in out


def test_the_sum_by_both_scorings(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "score", str(photo), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["text"] for row in found["rows"]] == [" ".join(map(str, row)) for row in MELDS]
    assert (found["melds"], found["leftovers"], found["complete"]) == (14 + 54, -(14 + 54 + 165), True)


def test_on_its_head_a_card_is_still_itself(photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turned = tmp_path / "turned.png"
    upright = cv2.imread(str(photo))
    assert upright is not None
    cv2.imwrite(str(turned), upright[::-1, ::-1])
    assert shell.run(["numo", "score", str(turned), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["melds"], found["leftovers"]) == (68, -233)


def test_cards_of_numero_are_said_to_be_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", "score", str(ROOT / "sample_images" / "07_puzzle.jpg")]) == 1
    said = capsys.readouterr().err
    assert "these may be cards of another game" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["check", "nothing.jpg"], 1, "nothing.jpg"),
        (["score", "nothing.jpg"], 1, "nothing.jpg"),
        (["score", "nothing.jpg", "--left", "7"], 2, "give a photo or cards"),
        (["score", "nothing.jpg", "--level", "9"], 2, "9"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run(["numo", *arguments]) == status
    said = capsys.readouterr().err
    assert says in said
    assert len(said.splitlines()) == 1
