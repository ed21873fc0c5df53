"""A hint says the pupil's own mistake, and never the answer of the puzzle."""

import importlib
import random
import re
from dataclasses import replace
from functools import cache

import pytest

from numero_cam.classroom.hints import hint_line
from numero_cam.classroom.mistakes import mistake_of
from numero_cam.classroom.results import AnswerState, PupilRow, result_row
from numero_cam.classroom.slips import SlipAnswer, SlipMarks, SlipPuzzle, TypedMark, answer_from_dict, judge_answer, parse_marks
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.judge import TypedError
from numero_cam.games.numero.rules import Card, parse_card
from numero_cam.games.numero.rules.choices import PuzzleKind
from tests.seeds import few_of


def cards(faces: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, faces.split()))


def answer_of(puzzle: SlipPuzzle, text: str) -> SlipAnswer:
    """An answer as a table of results prints it."""
    return TypedMark(text.removeprefix("typed: ")) if text.startswith("typed: ") else parse_marks(text, puzzle)


def said_of(puzzle: SlipPuzzle, answer: SlipAnswer) -> str:
    """What is said of an answer's mistake."""
    wrong = judge_answer(puzzle, answer).wrong
    return mistake_of(puzzle, answer, wrong) if wrong else ""


IN_ONE_SET = SlipPuzzle("3", cards("2r 4g 6b 3r"), cards("6o 15b"), (), "cards", 5, 9, "")  #: The best take is 15: 2 + 4 + 6 + 3.
ADDING = SlipPuzzle("silver:12", cards("2r 9b 4g 8r"), cards("6o 15b"), (), "cards", 4, 9, "")  #: The best take is 15: 9 + 4 + 2.
WILD = SlipPuzzle("3", cards("2r 9b 4g"), cards("6o"), cards("x2 -3"), "cards", 4, 9, "")
TWO_SETS = SlipPuzzle("3", cards("7r 3g 8b 2o"), cards("10o 5b"), cards("x2"), "cards", 5, 9, "")
LOOK = "look at the other cards of your hand as well"
COVERED = replace(
    week_puzzle("silver:3", "a", "cards"),
    centre=(parse_card("3r"), None),
    takers=cards("4o 8b"),
    wilds=(),
    answers=cards("4o"),
    taker=7,
    kind=PuzzleKind.MISSING,
)
drawing = importlib.import_module("mistakes")
LEVELS = ("silver:1", "silver:3", "silver:5", "silver:12", "silver:20", "gold:1", "gold:18", "3")


@pytest.mark.parametrize(
    ("puzzle", "answer", "told"),
    [
        (ADDING, "none:", "nothing is marked; shade the cards that you take, and the one card that takes them"),
        (ADDING, "none: 2r 4g", "no card is marked to take with; shade one card of the hand"),
        (ADDING, "6o 15b: 2r 4g", "2 cards are marked to take with; only one card takes"),
        (ADDING, "6o:", "no card of the middle is marked; shade the cards that make 6"),
        (ADDING, "6o: 2r 4g | 4g 2r", "the 2 red is in two sets; each card is used once"),
        (ADDING, "6o: 2r 9b", "2 + 9 is 11; you need 6"),
        (ADDING, "6o: 9b", "9 is not 6"),
        (ADDING, "6o: 2r 4g | 8r", "set 2: 8 is not 6"),
        (ADDING, "15b: 9b 4g", "9 + 4 is 13; you need 15; perhaps a number card is missing"),
        # that it is 15 would be the best take
        (ADDING, "6o: 2r 9b 4g", f"2 + 9 + 4 is not 6; {LOOK}; or perhaps a number card is too many"),
        (ADDING, "15b: 9b 2r | 4g", "these cards are one set; shade one set in one row"),
        (
            TWO_SETS,
            "10o: 7r 3g 8b 2o",
            "7 + 3 + 8 + 2 is 20; you need 10; these cards are more than one set; shade each set in a row of its own",
        ),
        # three sets, and one that the first card alone is
        (
            replace(TWO_SETS, takers=cards("5b"), centre=cards("3g 2o 4r 1b 5g")),
            "5b: 3g 4r 2o 1b 5g",
            "3 + 4 + 2 + 1 + 5 is 15; you need 5; these cards are more than one set; shade each set in a row of its own",
        ),
        (
            replace(TWO_SETS, takers=cards("5b"), centre=cards("5g 2o 3r")),
            "5b: 5g 2o 3r",
            "5 + 2 + 3 is 10; you need 5; these cards are more than one set; shade each set in a row of its own",
        ),
        (TWO_SETS, "5b: 8b 3g", "8 + 3 is 11; you need 5; number cards are only added; to take away you need a wild card"),
        (TWO_SETS, "10o: 7r 2o", "7 + 2 is 9; you need 10; count once more"),
        (TWO_SETS, "5b: 7r x2", "7 and × 2 make 14; you need 5"),
        (TWO_SETS, "10o: 8b x2", "8 and × 2 do not make 10 in any order; a card with × multiplies, it does not add"),
        (ADDING, "6o: 2r 4g", ""),
        (ADDING, "typed: 2 + 9", "It makes 11, and no 11 is in the hand to take it with"),
        (WILD, "6o: x2", "a set has only wild cards; each set needs a number card"),
        (WILD, "6o: 9b x2", "9 and × 2 do not make 6 in any order"),
        (
            WILD,
            "6o: 2r 4g x2",
            "2, 4 and × 2 make 8, 10 or 12; you need 6; perhaps a wild card is missing; or perhaps a wild card is too many",
        ),
        (WILD, "typed: 2 + 9", "2 + 9 is 11; you need 6"),
        (WILD, "typed: 2 + 9 = 6", "It makes 11, not 6"),
    ],
)
def test_the_sentence_is_about_what_the_pupil_did(puzzle: SlipPuzzle, answer: str, told: str) -> None:
    marks = answer_of(puzzle, answer)
    assert said_of(puzzle, marks) == told
    row = PupilRow(3, "Ann", puzzle, AnswerState.NO_TAKE, marks, judge_answer(puzzle, marks))
    if told:
        assert hint_line(row) == f"Hint: {told}."
        assert result_row(row).cells[-1].endswith(told)
    else:
        assert "Hint: " in hint_line(row)  # right, and more was possible


LEFT = SlipPuzzle("silver:5", cards("4b 7r 2o 6o 3g 6r"), cards("3r 3o 4o 8b 9o"), (), "cards", 5, 9, "")  #: The best: 9 = 7 + 2 = 6 + 3.
OTHER = "another card of your hand can take more"


@pytest.mark.parametrize(
    ("puzzle", "answer", "told"),
    [
        (LEFT, "3r: 3g", f"{OTHER}; look for several sets"),  # its own card takes no second set
        (LEFT, "8b: 6o 2o", f"{OTHER}; look for several sets"),
        (LEFT, "9o: 6o 3g", "your 9 can take one more set"),
        (LEFT, "typed: 6 + 3", "your 9 can take one more set"),
        (IN_ONE_SET, "6o: 6b", "your 6 can take one more set; adding cards helps"),
        (IN_ONE_SET, "6o: 2r 4g", "your 6 can take one more set"),
        (IN_ONE_SET, "6o: 2r 4g | 6b", OTHER),
        (replace(IN_ONE_SET, centre=cards("2r 4g 6b 3r 1o")), "6o: 2r 4g | 6b", "your 6 can take more"),
        (replace(TWO_SETS, takers=cards("10o")), "10o: 8b 2o", "your 10 can take one more set"),
    ],
)
def test_a_hint_on_a_right_take_begins_with_the_own_card(puzzle: SlipPuzzle, answer: str, told: str) -> None:
    marks = answer_of(puzzle, answer)
    worth = judge_answer(puzzle, marks)
    assert hint_line(PupilRow(3, "Ann", puzzle, AnswerState.TAKE, marks, worth)) == (f"Hint: {told}." if told else "")


def test_a_wrong_card_for_the_covered_one_is_told_by_its_own_sum() -> None:
    assert said_of(COVERED, parse_marks("8b:", COVERED)) == "3 + 8 is 11; you need 7"
    assert said_of(COVERED, parse_marks("4o 8b:", COVERED)) == "2 cards are marked; only one is covered"
    assert said_of(COVERED, parse_marks("none:", COVERED)).startswith("nothing is marked")
    assert said_of(COVERED, parse_marks("4o:", COVERED)) == ""


@cache
def puzzle_of(level: str) -> SlipPuzzle:
    return week_puzzle(level, "mistakes", "cards")


def drawn_marks(puzzle: SlipPuzzle, rng: random.Random) -> SlipMarks:
    """Marks as a child may make them, right or wrong."""
    there = [card for card in (*puzzle.centre, *puzzle.wilds) if card] if puzzle.kind.asks_for_take else []
    shaded = rng.sample(there, rng.randint(0, min(4, len(there)))) + rng.choices(there, k=rng.random() < 0.1 and bool(there))
    rows: list[list[Card]] = [[], [], []]
    for card in shaded:
        rows[rng.choice((0, 0, 0, 1, 2))].append(card)
    return SlipMarks(tuple(rng.sample(puzzle.takers, rng.choice((0, 1, 1, 1, 1, 2)))), tuple(map(tuple, rows)))


@pytest.mark.parametrize("seed", few_of(60, quick=6))
def test_no_sentence_gives_the_answer_away(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a draw of a test
    puzzle = puzzle_of(LEVELS[seed % len(LEVELS)])
    for _ in range(60):
        marks = drawn_marks(puzzle, rng)
        said = said_of(puzzle, marks)
        assert bool(said) == bool(judge_answer(puzzle, marks).wrong)
        assert "\n" not in said
        assert not said.endswith(".")
        if not said:
            continue
        for face in puzzle.takers if puzzle.kind.asks_for_take else puzzle.answers:
            other = replace(marks, takers=(face,))
            if face not in marks.takers and judge_answer(puzzle, other).is_best:
                number = str(face.value)
                assert not re.search(rf"\b(is|make|or|,) {number}\b", said), f"{marks}: {said}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(4, quick=1))
def test_drawn_mistakes_are_named_and_nothing_false_is_said(seed: int) -> None:
    """Each sum and each explanation is calculated again by trying all orders (benchmarks/mistakes.py)."""
    found = drawing.drawn(random.Random(seed), 2 * len(drawing.KINDS))  # noqa: S311 - a draw of a test
    named = 0
    for puzzle, marks, kind in found:
        wrong = judge_answer(puzzle, marks).wrong
        assert wrong is not None
        said, told = mistake_of(puzzle, marks, wrong), drawing.told_kinds(puzzle, marks, wrong)
        assert drawing.falsehood(puzzle, marks, said, told) == ""
        assert not drawing.given_away(puzzle, marks, said)
        named += kind in told
    assert named >= 0.9 * 2 * len(drawing.KINDS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(4, quick=1))
def test_nothing_false_is_said_of_a_right_take(seed: int) -> None:
    """All sets that the cards make are found again by the slow twin of the solver (benchmarks/mistakes.py)."""
    for puzzle, marks in drawing.right_takes(random.Random(seed), 20):  # noqa: S311 - a draw of a test
        assert drawing.missed_falsehood(puzzle, marks, drawing.missed_hint(puzzle, marks)) == ""


@pytest.mark.parametrize("answer", ["typed: 7 +", "typed: seven"])
def test_what_is_no_arithmetic_stays_an_error(answer: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        judge_answer(ADDING, answer_of(ADDING, answer))


@pytest.mark.parametrize(("puzzle", "typed", "wrong"), [(ADDING, "2 + 4", "7 +"), (COVERED, "4, 8", "4 + 8")])
def test_a_stored_typed_answer_is_read_as_its_puzzle_asks(puzzle: SlipPuzzle, typed: str, wrong: str) -> None:
    assert answer_from_dict({"typed": typed}, puzzle) == TypedMark(typed)
    with pytest.raises(TypedError):
        answer_from_dict({"typed": wrong}, puzzle)
