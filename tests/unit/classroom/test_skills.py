"""Results by skill: what puzzles need, what answers have, the next step of a pupil, and the sheets for parents."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numero_cam.base.errors import ClassError
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.course import LevelAdvice, PlannedLevel
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.needs import class_needs
from numero_cam.classroom.page_answers import ClassAddress, ClassFile, ClassPage
from numero_cam.classroom.parent_sheets import write_parent_sheets
from numero_cam.classroom.progress import next_step
from numero_cam.classroom.results import AnswerState, PupilRow
from numero_cam.classroom.skills import Skill, SkillCount, best_takes, needed_skills, skill_counts, skills_in_answer
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import SlipAnswer, SlipMarks, SlipPuzzle, TypedMark, judge_answer
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.puzzles import CARD_SETS, LevelMove, PuzzleRequest, moved_level, parse_level, puzzle_from
from numero_cam.games.numero.rules import Card, parse_position
from numero_cam.games.numero.rules.choices import PuzzleKind
from tests.pdf_pages import Document
from tests.slip_piles import BEST, CHILD, MISTAKE, hand_in, printing

NAMES = ("Ann", "Finn", "Marama", "Zoë Wilhelmine", "Ottokar")
PUPILS = tuple(Pupil(number, name, "silver:30") for number, name in enumerate(NAMES, start=3))
PRINTED = printing(pupils={pupil.number: pupil.name for pupil in PUPILS})


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlipStore]:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with open_slip_store() as opened:
        opened.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
        yield opened


def puzzle_of(centre: str, hand: str) -> SlipPuzzle:
    made = puzzle_from(parse_position(centre, hand), PuzzleRequest("all", CARD_SETS["all"]))
    assert made is not None
    return SlipPuzzle.of("all", made)


@pytest.mark.parametrize(
    ("centre", "hand", "needed"),
    [
        ("7r", "7b", set()),
        ("7r 3b", "10g", {Skill.ADDITION}),
        ("9r", "7b -2", {Skill.SUBTRACTION, Skill.WILD_CARD}),
        ("5r", "10g x2", {Skill.MULTIPLICATION, Skill.WILD_CARD}),
        ("12r", "6g /2", {Skill.DIVISION, Skill.WILD_CARD}),
        ("12r", "9g 3/4", {Skill.FRACTION, Skill.WILD_CARD}),
        ("3r", "9g N2", {Skill.POWER, Skill.WILD_CARD}),
        ("9r", "3g sqrt", {Skill.POWER, Skill.WILD_CARD}),
        ("7r 7g", "7b", {Skill.SEVERAL_SETS}),
        ("9r 2g", "7b 4b -2 x2", {Skill.WILD_CARD}),  # with the 7 by taking away, with the 4 by doubling: either is best
    ],
)
def test_a_puzzle_needs_what_every_best_take_has(centre: str, hand: str, needed: set[Skill]) -> None:
    assert needed_skills(puzzle_of(centre, hand)) == needed


def row_of(puzzle: SlipPuzzle, answer: SlipAnswer) -> PupilRow:
    worth = judge_answer(puzzle, answer)
    return PupilRow(3, "Ann", puzzle, AnswerState.NO_TAKE if worth.wrong else AnswerState.TAKE, answer, worth)


def marks_of(taker: Card, sets: Sequence[Sequence[Card]]) -> SlipMarks:
    return SlipMarks((taker,), (*map(tuple, sets), *((),) * (3 - len(sets))))


@pytest.mark.slow
@given(st.sampled_from(["silver:3", "silver:20", "silver:38", "gold:8", "gold:30", "all"]), st.integers(0, 30), st.randoms())
def test_a_best_take_has_every_needed_skill_and_counts_add_up(level: str, seed: int, rng: random.Random) -> None:
    puzzle = week_puzzle(level, seed, "cards")
    needed = needed_skills(puzzle)
    rows = [row_of(puzzle, marks_of(play.taker, [one.cards for one in play.sets])) for play in best_takes(puzzle)]  # type: ignore[misc]
    assert all(needed <= skills_in_answer(row) for row in rows)
    cards = [card for card in (*puzzle.centre, *puzzle.wilds) if card]
    rows += [row_of(puzzle, marks_of(rng.choice(puzzle.takers), [rng.sample(cards, rng.randint(0, len(cards)))])) for _ in range(3)]
    counts = skill_counts(rows)
    assert {one.skill for one in counts} == needed if rows else not counts
    for one in counts:
        assert one.asked == len(rows)
        assert one.found == sum(row.found_best for row in rows)
        assert 0 <= one.missed <= one.asked - one.found


def test_where_all_cards_are_taken_their_kinds_are_needed_and_a_wrong_choice_lacks_nothing() -> None:
    lies = parse_position("7r 3g -2", "8b 9g")
    centre = tuple(card for card in lies.centre if isinstance(card, Card))
    puzzle = SlipPuzzle("silver:2", centre, lies.hand, (), "cards", 1, 1, "", PuzzleKind.TAKES_ALL, lies.hand[:1])
    assert needed_skills(puzzle) == {Skill.ADDITION, Skill.SUBTRACTION, Skill.WILD_CARD}
    covered = replace(puzzle, kind=PuzzleKind.MISSING, centre=(None, *puzzle.centre[1:]), taker=8)
    assert needed_skills(covered) == {Skill.ADDITION, Skill.SUBTRACTION, Skill.WILD_CARD}  # what is covered is a number card
    wrong = row_of(puzzle, SlipMarks((puzzle.takers[1],), ((), (), ())))
    assert [(one.asked, one.found, one.missed) for one in skill_counts([wrong])] == [(1, 0, 0)] * 3


def test_typed_arithmetic_that_is_no_take_has_no_skill() -> None:
    row = row_of(puzzle_of("7r 3b", "10g"), TypedMark("7 - 3"))
    assert skills_in_answer(row) == set()
    assert skill_counts([row]) == (SkillCount(Skill.ADDITION, 1, 0, 1),)


HARDER = LevelAdvice(3, "3 Ann", "silver:12", harder=True, weeks=3)
EASIER = replace(HARDER, harder=False)
DIVIDES = SkillCount(Skill.DIVISION, 4, 0, 3)
SETS = SkillCount(Skill.SEVERAL_SETS, 2, 0, 2)
ON, AGAIN = LevelMove.ON, LevelMove.AGAIN


@pytest.mark.parametrize(
    ("level", "move", "advice", "skills", "line"),
    [
        ("silver:12", ON, None, [], "silver:13, by the course"),
        ("silver:12", AGAIN, None, [], "silver:12 once more"),
        ("gold:3", None, HARDER, [DIVIDES], "gold:3, as you chose"),
        ("silver:12", LevelMove.HARDER, HARDER, [DIVIDES], "silver:14, which is harder"),
        ("silver:12", ON, HARDER, [DIVIDES], "silver:13, by the course; offered: silver:14, which is harder"),
        ("silver:12", ON, EASIER, [DIVIDES], "silver:13, by the course; offered: silver:{easier}, which is easier"),
        ("silver:12", ON, None, [DIVIDES], "silver:13, by the course; to practise: Dividing"),
        ("silver:12", ON, None, [DIVIDES, SETS], "silver:13, by the course; offered: silver:15, to practise: Several sets"),
        ("silver:12", ON, None, [SkillCount(Skill.DIVISION, 1, 0, 1)], "silver:13, by the course"),  # asked once
        ("silver:12", ON, None, [SkillCount(Skill.DIVISION, 3, 1, 1)], "silver:13, by the course"),  # mostly there
        ("3", ON, None, [SETS], "3, by the course; to practise: Several sets"),  # a card set has no weeks
        ("no level", None, HARDER, [DIVIDES], "no level"),  # a damaged file
    ],
)
def test_the_next_step_is_the_planned_one_and_what_is_offered_is_a_level(
    level: str, move: LevelMove | None, advice: LevelAdvice | None, skills: list[SkillCount], line: str
) -> None:
    step = next_step(PlannedLevel(Pupil(3, "Ann", level), move or AGAIN, advice, is_typed=move is None), skills)
    assert step.line == line.format(easier=moved_level("silver:12", LevelMove.EASIER).partition(":")[2])
    assert level == "no level" or all(parse_level(name).name == name for name in (step.level, step.offered or step.level))


def test_a_pupil_over_the_weeks(store: SlipStore) -> None:
    hand_in(store, PRINTED, {3: BEST, 4: CHILD})
    hand_in(store, replace(printing(2, dict(zip(range(3, 8), NAMES, strict=True))), week="13"), {3: CHILD})
    ann, finn, *others = class_needs(store, "5B").pupils
    assert [(answer.week, answer.row.found_best) for answer in ann.answers] == [("12", True), ("13", False)]
    assert ann.summary == "1 of 2 answers are the best that was possible"
    assert {one.skill: (one.asked, one.found, one.missed) for one in ann.skills}[Skill.SEVERAL_SETS] == (2, 1, 1)
    assert [len(one.answers) for one in (finn, *others)] == [1, 0, 0, 0]
    assert ann.next_step.line == "silver:31, by the course; to practise: Multiplying"


def pages_of(data: bytes) -> list[str]:
    told = Document(data)
    return ["\n".join(word for word, *_ in told.draw(place, 20).words) for place in range(len(told.pages))]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with open_slip_store() as opened:
        opened.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
        hand_in(opened, PRINTED, {3: BEST, 4: CHILD, 5: MISTAKE, 6: BEST})
        opened.classes.challenge("5B", 4, 3, won=True)
        opened.classes.put_year("5B", replace(opened.classes.room("5B").year, contests=True))
    return Desk()


def test_a_sheet_for_parents_has_one_child_and_no_rank(desk: Desk) -> None:
    told = desk.change("parents", {"class": "5B"})
    assert isinstance(told, ClassFile)
    pages = pages_of(told.data)
    assert len(pages) == 4  # of those with an answer
    for number, page in zip((3, 4, 5, 6), pages, strict=True):
        assert [name for name in NAMES if name in page] == [NAMES[number - 3]]
        assert not any(word in page.casefold() for word in ("ladder", "record", "place", "rank"))
        assert "Next step" in page
        assert "7 of 7" in page or number in (4, 5)
    alone = desk.change("parents", {"class": "5B", "number": "5"})
    assert isinstance(alone, ClassFile)
    assert pages_of(alone.data) == pages[2:3]
    assert alone.name == "5B-parents-5.pdf"


def test_without_an_answer_there_is_no_sheet(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(ClassError, match="nothing was handed in yet"):
        desk.change("parents", {"class": "5B", "number": "7"})
    with pytest.raises(ClassError, match="class 5B has no pupil 99"):
        write_parent_sheets(tmp_path / "x.pdf", "5B", 99)
    assert not (tmp_path / "x.pdf").exists()


def shown(desk: Desk, view: str, **asked: str) -> str:
    answer = desk.show(view, {"class": "5B", **asked})
    assert isinstance(answer, ClassPage)
    return answer.html


def test_the_page_of_the_class_is_by_skill_and_contests_are_one_switch_away(desk: Desk) -> None:
    desk.change("contests", {"class": "5B"})
    html = shown(desk, "table")
    assert "Several sets: 2 of 4 found the best" in html
    assert "The ladder" not in html
    assert "Records of the class" not in html
    desk.change("contests", {"class": "5B", "on": "1"})
    html = shown(desk, "table")
    assert [html.index(part) > 0 for part in ("Records of the class", "<li>4 Finn</li><li>3 Ann</li>", "Without a game yet: 5 Marama")]
    desk.change("year", {"class": "5B", "answer-day": "5"})  # what is typed there leaves the switch alone
    assert "The ladder" in shown(desk, "table")


def test_a_tap_gives_a_pupil_the_level_that_is_offered(desk: Desk) -> None:
    assert "Hint: your 10 can take one more set; multiplying on the way helps." in shown(desk, "progress", number="4")
    assert desk.change("level", {"class": "5B", "number": "4", "level": "GOLD:3"}) == ClassAddress("/class/progress?class=5B&number=4")
    assert "gold:3, as you chose" in shown(desk, "progress", number="4")
    for wrong, why in (
        ({"level": "gold:99"}, "there is no level"),
        ({"number": "99"}, "has no pupil 99"),
        ({"number": "x"}, "is no number"),
    ):
        with pytest.raises(ClassError, match=why):
            desk.change("level", {"class": "5B", "number": "4", "level": "gold:4", **wrong})
    assert "gold:3, as you chose" in shown(desk, "progress", number="4")
