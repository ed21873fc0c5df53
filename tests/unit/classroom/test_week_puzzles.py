"""Puzzles of every kind: what is asked is what is judged, and a level always has one."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from numero_cam.classroom.classes import Classroom, Pupil
from numero_cam.classroom.course import plan_week
from numero_cam.classroom.desk_pages import WeekPlace, week_page
from numero_cam.classroom.mistakes import reason_no_take
from numero_cam.classroom.needs import class_needs, needs_pages
from numero_cam.classroom.queue import likely_answers
from numero_cam.classroom.results import AnswerState, ClassTable, PupilRow, result_lines, result_row
from numero_cam.classroom.skills import Skill, needed_skills
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import PrintedSlip, Printing, SlipMarks, SlipPuzzle, judge_marks, judge_typed
from numero_cam.classroom.strips import pupil_strips
from numero_cam.classroom.week_puzzles import kind_of_week, week_puzzle
from numero_cam.games.numero.judge import TypedError
from numero_cam.games.numero.puzzles import CARD_SETS, LevelError, parse_level
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.games.numero.solve import takers_of_all
from numero_cam.printing.paper import TextLine
from numero_cam.text.words import card_words
from tests.slip_piles import entry_of, hand_in

NO_SETS = ((), (), ())


def reason_of(puzzle: SlipPuzzle, *cards: Card) -> str:
    """Why cards of the hand are not right."""
    marks = SlipMarks(cards, NO_SETS)
    wrong = judge_marks(puzzle, marks).wrong
    return reason_no_take(puzzle, marks, wrong) if wrong else ""


def test_the_year_has_every_kind_and_no_fraction_before_there_are_fractions() -> None:
    silver = [kind_of_week(parse_level(f"silver:{week}")) for week in range(1, 41)]
    gold = [kind_of_week(parse_level(f"gold:{week}")) for week in range(1, 41)]
    assert set(silver) == set(PuzzleKind) - {PuzzleKind.FRACTION}
    assert set(gold) == set(PuzzleKind)
    assert PuzzleKind.FRACTION not in gold[:16]
    assert kind_of_week(parse_level("3")) is PuzzleKind.BEST


@pytest.mark.parametrize("seed", range(4))
def test_all_cards_that_take_everything_are_the_answers(seed: int) -> None:
    puzzle = week_puzzle("silver:38", seed, "cards", PuzzleKind.TAKES_ALL)
    numbers = takers_of_all(puzzle.position.centre)
    assert {card for card in puzzle.takers if card.value in numbers} == set(puzzle.answers)
    assert judge_marks(puzzle, SlipMarks(puzzle.answers, NO_SETS)).is_best
    wrong = next(card for card in puzzle.takers if card not in puzzle.answers)
    assert reason_of(puzzle, *puzzle.answers, wrong) == f"{card_words(wrong)} does not take everything"
    assert reason_of(puzzle) == "nothing is shaded"


def test_each_number_of_the_level_may_be_a_right_card_or_a_wrong_one() -> None:
    """A number that is never wrong would give the answer away."""
    puzzles = [week_puzzle("silver:5", f"week {seed}", "cards", PuzzleKind.TAKES_ALL) for seed in range(80)]
    wrong = {card.value for puzzle in puzzles for card in puzzle.takers if card not in puzzle.answers}
    right = {card.value for puzzle in puzzles for card in puzzle.answers}
    numbers = set(range(1, parse_level("silver:5").cards.numbers + 1))
    assert wrong == numbers
    assert right <= numbers


@pytest.mark.parametrize("seed", range(4))
def test_only_the_covered_card_makes_the_number(seed: int) -> None:
    puzzle = week_puzzle("silver:38", seed, "cards", PuzzleKind.MISSING)
    makes = {card: takers_of_all([one or card for one in puzzle.centre]) for card in puzzle.takers}
    assert tuple(card for card, numbers in makes.items() if puzzle.taker in numbers) == puzzle.answers
    assert judge_marks(puzzle, SlipMarks(puzzle.answers, NO_SETS)).is_best
    wrong = next(card for card in puzzle.takers if card not in puzzle.answers)
    assert reason_of(puzzle, wrong).startswith(f"with {card_words(wrong)} the {puzzle.taker} does not take")
    assert judge_typed(puzzle, str(puzzle.answers[0].value)).is_best
    with pytest.raises(TypedError, match="is no number of the hand"):
        judge_typed(puzzle, "3 + 4")


@pytest.mark.parametrize("kind", [PuzzleKind.TAKES_ALL, PuzzleKind.MISSING])
def test_a_wrong_answer_where_cards_are_asked_is_not_right_in_place_of_no_take(kind: PuzzleKind) -> None:
    puzzle = week_puzzle("silver:38", 1, "cards", kind)
    wrong = SlipMarks((next(card for card in puzzle.takers if card not in puzzle.answers),), NO_SETS)
    row = PupilRow(3, "Ann", puzzle, AnswerState.NO_TAKE, wrong, judge_marks(puzzle, wrong))
    table = ClassTable(Printing(1, "5B", "12", (puzzle,), (PrintedSlip(0, (0,), 3),)), (row,), ())
    assert result_row(row).cells[3] == "not right"
    assert pupil_strips(table)[0].lines[0].startswith("Not right this time: ")
    assert likely_answers(table.printing, entry_of(table.printing, 0, str(wrong), shaded=(0,)))[0].worth in ("not right", "1 card")
    assert result_lines(table)[0]["state"] == "no take"  # for programs, as schemas/mark.json says
    some = replace(row, state=AnswerState.TAKE, worth=replace(judge_marks(puzzle, SlipMarks(puzzle.answers, NO_SETS)), is_best=False))
    assert result_row(some).cells[3] == "right, but not all"


@pytest.mark.parametrize("kind", [PuzzleKind.TAKES_ALL, PuzzleKind.MISSING])
def test_weeks_whose_puzzles_ask_for_cards_are_never_said_to_be_without_a_take(tmp_path: Path, kind: PuzzleKind) -> None:
    puzzle = week_puzzle("silver:38", 1, "cards", kind)
    wrong = next(card for card in puzzle.takers if card not in puzzle.answers)
    with open_slip_store(tmp_path / "classes.sqlite") as store:
        store.classes.add("5B", [Pupil(3, "Ann", "silver:38")], random.Random(1))  # noqa: S311 - any order
        for number in (1, 2, 3):
            hand_in(store, Printing(number, "5B", str(number), (puzzle,), (PrintedSlip(0, (0,), 3, "Ann"),)), {3: f"{wrong}:"})
        needs, plan = class_needs(store, "5B"), plan_week(store, store.classes.room("5B"), "4")
    words = [item.text for page in needs_pages(needs, paper="a4") for item in page.items if isinstance(item, TextLine)]
    assert needs.nothing_right_line == "Nothing right in week 3: 3 Ann"
    assert needs.levels[0].line.startswith("3 Ann had more wrong than right in 3 of the last weeks at silver:38; ")
    page = week_page(Classroom("5B", (), (), ()), WeekPlace("4", None, None, ("4",), 0, is_over=False), None, plan, {})
    assert "more wrong than right in 3 of the last weeks" in page
    assert not [text for text in words if re.search(r"\btakes?\b", text)]


@pytest.mark.parametrize("kind", [PuzzleKind.TWO_SETS, PuzzleKind.FRACTION])
def test_every_best_take_is_of_the_kind(kind: PuzzleKind) -> None:
    puzzle = week_puzzle("gold:30", 1, "cards", kind)
    assert (Skill.SEVERAL_SETS if kind is PuzzleKind.TWO_SETS else Skill.FRACTION) in needed_skills(puzzle)


def test_a_fraction_that_no_card_has_is_refused() -> None:
    with pytest.raises(LevelError, match="level silver:3 has no fraction card"):
        week_puzzle("silver:3", 1, "cards", PuzzleKind.FRACTION)


@pytest.mark.parametrize("kind", sorted(set(PuzzleKind) - {PuzzleKind.FRACTION}))
def test_the_set_of_fewest_cards_has_a_puzzle_of_each_kind(kind: PuzzleKind) -> None:
    assert len(CARD_SETS["1-10"].cards) == 40
    puzzle = week_puzzle("silver:8", 1, "cards", kind)
    assert puzzle.kind is kind
    assert SlipPuzzle.from_dict(puzzle.to_dict()) == puzzle
