"""What a slip explains fits its cards: the task stands there, and no card or word that the slip does not have."""

import re
from collections.abc import Mapping

import pytest

from numero_cam.classroom.slip_prints import COVERED, PrintedPuzzle, SlipContent, slip_items
from numero_cam.classroom.slips import PrintedSlip, Printing
from numero_cam.classroom.week import week_pages
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.rules import Kind, parse_card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.marking.slip_layout import SlipCode
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.paper import Drawing, TextLine

ART = read_art()
WILDS = ((), ("-3",), ("x5",), ("/4",), ("2/3",), ("N3",), ("cbrt",), ("-2", "sqrt"), ("N2", "x2"))
SIGNS = {"subtract": "−", "multiply": "×2", "divide": "÷", "fraction": "½", "power": "²", "root": "√"}


def slip_of(kind: PuzzleKind, wilds: tuple[str, ...], *, in_centre: bool) -> SlipContent:
    centre = ("7r", "11b", "3g", COVERED) if kind is PuzzleKind.MISSING else ("7r", "11b", "3g", "8o")
    laid, held = ((*centre, *wilds), ()) if in_centre else (centre, wilds)
    code, goal = SlipCode(483920, 7), "Take the most cards."
    puzzle = PrintedPuzzle(laid, ("10o", "12b"), held, goal, kind)
    return SlipContent(code, "5B, week 12", "Pupil 17", (puzzle,))


def texts(slip: SlipContent, art: Mapping[str, Drawing]) -> str:
    items = slip_items(slip, art)
    return "\n".join(item.text for item in items if isinstance(item, TextLine))


@pytest.mark.parametrize("wilds", WILDS)
@pytest.mark.parametrize("kind", [kind for kind in PuzzleKind if kind is not PuzzleKind.FRACTION])
def test_a_slip_shows_no_kind_of_card_that_it_does_not_have(kind: PuzzleKind, wilds: tuple[str, ...]) -> None:
    slip = slip_of(kind, wilds, in_centre=not kind.asks_for_take)
    there = {parse_card(face).kind for face in wilds}
    art = {face: drawing for face, drawing in ART.items() if face != "back" and parse_card(face).kind in {Kind.NUMBER, *there}}
    told = texts(slip, art)  # a card that its deck lacks would be refused
    assert "Take the most cards." in told
    assert ("wild" in told) == bool(slip.puzzles[0].wilds)
    assert not [sign for name, sign in SIGNS.items() if sign in told and name not in {one.value for one in there}]


@pytest.mark.parametrize("kind", list(PuzzleKind))
@pytest.mark.parametrize("wilds", WILDS)
def test_the_arithmetic_of_an_example_is_right(kind: PuzzleKind, wilds: tuple[str, ...]) -> None:
    told = texts(slip_of(kind, wilds, in_centre=not kind.asks_for_take), dict(ART)).replace("\n=", " =")
    sums = re.findall(r"^([(√\d].* = \d+)$", told, re.MULTILINE)
    assert sums
    for line in sums:
        python = line.replace("−", "-").replace("×", "*").replace("÷", "/").replace("½", "0.5").replace("²", "**2").replace("√9", "3")
        left, right = python.split("=")
        assert eval(left) == int(right), line  # noqa: S307 - a sum of the program itself


@pytest.mark.parametrize("level", ["silver:1", "silver:5", "silver:12", "silver:20", "gold:1", "gold:30", "3", "all"])
def test_every_printed_puzzle_says_its_task(level: str) -> None:
    puzzle = week_puzzle(level, "a", "cards")
    printing = Printing(483920, "5B", "1", (puzzle,), (PrintedSlip(0, (0,), 3, "Ann"),))
    pages = week_pages(printing, paper="a4")
    shown = [" ".join(item.text for item in page.items if isinstance(item, TextLine)) for page in pages]
    assert puzzle.goal in shown[0]
    assert puzzle.goal in shown[1]
    assert "Hardness" not in shown[0] + shown[1]
