"""Slips with several puzzles and in versions: made, read, judged and asked about puzzle by puzzle."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from numero_cam.base.errors import ClassError
from numero_cam.base.records import Frame
from numero_cam.classroom.classes import Pupil, ResultKind
from numero_cam.classroom.course import PupilWeek
from numero_cam.classroom.desk_pages import queue_page
from numero_cam.classroom.mark import read_slips, reopen_shared_pupils, store_slips, take_answers
from numero_cam.classroom.needs import class_needs
from numero_cam.classroom.parent_sheets import SHEET_WEEKS, parent_sheet
from numero_cam.classroom.queue import Decision, decidable_together, decide, likely_answers, undo
from numero_cam.classroom.result_pages import progress_page
from numero_cam.classroom.results import AnswerState, class_table, result_lines, results_csv
from numero_cam.classroom.school_year import NO_YEAR, year_from_dict
from numero_cam.classroom.sheets import planned_sheets, printed_sheets
from numero_cam.classroom.skills import needed_skills
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store
from numero_cam.classroom.slips import Printing, SlipPuzzle
from numero_cam.classroom.strips import pupil_strips, record_lines
from numero_cam.classroom.week import WeekOptions, made_week, week_pages, write_week
from numero_cam.classroom.week_puzzles import EQUAL_HARDNESS, week_puzzles
from numero_cam.games.numero.puzzles import PuzzleRequest, parse_level, puzzle_from
from numero_cam.games.numero.rules import Card, Position
from numero_cam.games.numero.solve import takes_of_all
from numero_cam.printing.paper import TextLine
from tests.slip_piles import SEVERAL_BEST, Pile, entry_of, printing, several
from workshop.slips.photo import View

PUPILS = tuple(Pupil(number, "", ("silver:2", "silver:9")[number % 3 == 0]) for number in range(1, 8))
PRINTED = several()
WRONG = "10o: 7r 2b"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "classes.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[SlipStore]:
    with open_slip_store(file) as store:
        store.put_printing(PRINTED)
        yield store


#: All weeks of both courses; two of them in the default run.
LEVELS = [
    f"{course}:{week}" if (course, week) in (("silver", 13), ("gold", 22)) else pytest.param(f"{course}:{week}", marks=pytest.mark.slow)
    for course in ("silver", "gold")
    for week in range(1, 41)
]


def hardness(puzzle: SlipPuzzle) -> int:
    """The hardness of a puzzle, by solving it anew."""
    level = parse_level(puzzle.level)
    wanted = PuzzleRequest(level.set_name, level.cards, by=puzzle.by, centre=len(puzzle.centre))
    if puzzle.kind.asks_for_take:
        made = [puzzle_from(puzzle.position, wanted)]
    else:
        whole = tuple(card or puzzle.answers[0] for card in puzzle.centre)
        numbers = [puzzle.taker] if puzzle.taker else [take.number for take in takes_of_all(whole).takes]
        made = [puzzle_from(Position(whole, (Card.number(number),)), wanted) for number in numbers if number]
    return max(one.hardness.percent for one in made if one)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["silver:1", "silver:2", "silver:9", "silver:24", "gold:3", "gold:4", "gold:30"])
@pytest.mark.parametrize("count", [2, 15])
def test_puzzles_of_one_level_are_of_one_kind_equally_hard_and_different(level: str, count: int) -> None:
    made = week_puzzles(level, f"{count}", "cards", None, count)
    assert len({tuple(sorted(str(card) for card in (*one.centre, *one.hand))) for one in made}) == len(made) == count
    assert len({one.kind for one in made}) == 1
    hard = [hardness(one) for one in made]
    assert max(hard) - min(hard) < EQUAL_HARDNESS


def test_neighbours_have_other_versions_and_the_same_week_is_the_same_file(file: Path, tmp_path: Path) -> None:
    options = WeekOptions("12", puzzles=3, versions=2, spares=1)
    first = write_week(tmp_path / "one.pdf", "5B", PUPILS[:5], options, file=file)
    told = first.printing
    assert (told.puzzles_per_slip, told.versions, len(told.puzzles)) == (3, 2, 2 * 2 * 3)
    for level in told.levels:
        own = [slip for slip in told.slips if slip.pupil and told.puzzles[slip.puzzles[0]].level == level]
        assert all(not set(one.puzzles) & set(other.puzzles) for one, other in itertools.pairwise(own))
    again = write_week(tmp_path / "two.pdf", "5B", PUPILS[:5], options, file=file)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert (again.printing, again.is_new) == (told, False)
    # Another choice holds for new puzzles; who comes later gets the next version.
    later = write_week(tmp_path / "three.pdf", "5B", PUPILS, WeekOptions("12", puzzles=5, spares=1), file=file).printing
    assert (later.layout, later.puzzles, later.slips[: len(told.slips)]) == (told.layout, told.puzzles, told.slips)
    letters = [later.version_letter(slip.puzzles) for slip in later.slips if slip.pupil in (1, 2, 4, 5, 7)]
    assert letters == list("ABABA")
    assert Printing.from_dict(json.loads(json.dumps(later.to_dict()))) == later


def test_the_answers_of_all_versions_are_on_the_last_pages_and_no_puzzle_is_projected(file: Path) -> None:
    with open_slip_store(file) as store:
        told, _ = made_week(store, "5B", PUPILS, WeekOptions("12", puzzles=3, versions=3, spares=0))
    pages = week_pages(told, paper="a4")
    words = [" ".join(item.text for item in page.items if hasattr(item, "text")) for page in pages]
    slips = sum("Pupil" in page for page in words)
    assert slips == printed_sheets(told).slips == 4
    answers = " ".join(words[slips:])
    assert all(f"{told.puzzles[index].level} {told.place_words(index)}" in answers for index in told.used_puzzles)


@pytest.mark.parametrize(("pupils", "puzzles", "sheets"), [(26, 1, 7), (27, 1, 8), (26, 3, 14), (27, 3, 15), (27, 5, 29)])
def test_a_class_needs_as_many_sheets(pupils: int, puzzles: int, sheets: int) -> None:
    assert planned_sheets((pupils,), puzzles, 1).slips == sheets


@pytest.mark.parametrize(("puzzles", "versions", "large"), [(1, 1, False), (1, 1, True), (1, 3, False), (3, 2, False), (5, 3, True)])
def test_the_sheets_that_are_said_are_the_pages_of_the_file(file: Path, puzzles: int, versions: int, large: bool) -> None:
    with open_slip_store(file) as store:
        told, _ = made_week(store, "5B", PUPILS, WeekOptions("12", puzzles=puzzles, versions=versions))
    said = printed_sheets(told, is_large=large)
    pages = week_pages(told, paper="a4", is_large=large)
    words = [" ".join(item.text for item in page.items if hasattr(item, "text")) for page in pages]
    assert said.total == len(pages)
    assert said.answers == sum(page.startswith("Answers") for page in words)
    assert said.projected == (len(told.levels) if puzzles * versions == 1 else 0)
    levels = Counter(told.puzzle_of(slip.slip).level for slip in told.slips if slip.pupil)
    about = planned_sheets([*levels.values()], puzzles, versions, is_large=large)
    assert (about.slips, about.projected) == (said.slips, said.projected)
    assert abs(about.answers - said.answers) <= 1 + said.answers // 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("count", "versions"), [(1, 3), (3, 3), (5, 2)])
def test_versions_are_equally_hard_and_need_the_same_skills(level: str, count: int, versions: int) -> None:
    made = week_puzzles(level, "versions", "cards", None, count, versions=versions)
    skills = [[needed_skills(puzzle) for puzzle in made[start : start + count]] for start in range(0, len(made), count)]
    assert len(skills) == versions
    assert all(own == skills[0] for own in skills)
    hard = [hardness(one) for one in made]
    assert max(hard) - min(hard) < EQUAL_HARDNESS


@pytest.mark.parametrize(("puzzles", "versions"), [(2, 1), (3, 4), (3, 0), (0, 1)])
def test_what_no_slip_has_is_refused(puzzles: int, versions: int) -> None:
    with pytest.raises(ClassError, match="a slip has 1, 3 or 5 puzzles, in 1 to 3 versions"):
        NO_YEAR.with_slips(puzzles, versions)
    with pytest.raises(ValueError):  # noqa: PT011 - its words are those of a damaged file
        year_from_dict({**NO_YEAR.to_dict(), "puzzles": puzzles, "versions": versions})


def test_a_year_of_an_earlier_version_has_slips_with_one_puzzle() -> None:
    stored = {name: value for name, value in NO_YEAR.with_slips(5, 3).to_dict().items() if name not in ("puzzles", "versions")}
    assert year_from_dict(stored) == NO_YEAR


@pytest.mark.parametrize("slips", [[[0, [0, 1], 3, ""]], [[0, 0, 3, ""]], [[0, [0, 1, 9], 3, ""]], [[0, [], 3, ""]]])
def test_a_printing_whose_slips_do_not_fit_their_layout_is_damaged(slips: list[object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Printing.from_dict({**PRINTED.to_dict(), "slips": slips})


@pytest.mark.parametrize(
    "changes",
    [
        {"versions": 1},
        {"versions": 3},
        {"slips": [[0, [0, 1, 3], 3, ""]]},
        {"slips": [[0, [2, 1, 0], 3, ""]]},
        {"puzzles": PRINTED.to_dict()["puzzles"], "slips": []},
    ],
)
def test_a_printing_whose_versions_do_not_fit_its_puzzles_is_damaged(changes: dict[str, object]) -> None:
    whole = several(versions=2).to_dict()
    assert Printing.from_dict(whole).versions == 2
    with pytest.raises(ValueError, match="than their versions"):
        Printing.from_dict({**whole, **changes})


def entry(slip: int, at: int, marks: str, state: EntryState = EntryState.ACCEPTED, pupil: int | None = 3, reason: str = "") -> SlipEntry:
    return entry_of(PRINTED, slip, marks, state, at, pupil=pupil, reason=reason, crop=b"picture")


def test_a_week_is_the_best_only_where_every_puzzle_is_answered(store: SlipStore) -> None:
    store.classes.add("5B", [Pupil(3, "Ann", "silver:30")], random.Random(1))  # noqa: S311
    for at in range(3):
        store.put(PRINTED.number, entry(0, at, SEVERAL_BEST[at]))
        room = store.classes.room("5B")
        assert [(one.cards, one.best) for one in room.results] == [(7 * (at + 1), at == 2)]
        assert [one.best for one in room.takes] == [True] * (at + 1)


def test_a_sheet_for_parents_has_the_answers_of_the_last_weeks_each_with_its_puzzle(store: SlipStore) -> None:
    store.classes.add("5B", [Pupil(3, "Ann", "silver:30")], random.Random(1))  # noqa: S311
    for week in range(20, 21 + SHEET_WEEKS):
        store.put_printing(replace(PRINTED, number=week, week=f"W{week}"))
        for at in range(2):
            store.put(week, entry(0, at, SEVERAL_BEST[at]))
    needs = class_needs(store, "5B")
    pages = parent_sheet(needs, needs.pupils[0], paper="a4")
    shown = [item.text for page in pages for item in page.items if isinstance(item, TextLine) and item.text.startswith("W2")]
    assert shown == [f"W{week}, {place}" for week in range(21, 21 + SHEET_WEEKS) for place in (1, 2)]
    assert ">W28, 2<" in progress_page(needs, needs.pupils[0])


def test_each_answer_is_an_entry_even_where_two_read_the_same(store: SlipStore) -> None:
    for at in (2, 0, 1):
        assert store.put(PRINTED.number, entry(0, at, "none:"))
    assert [(one.slip, one.at) for one in store.entries(PRINTED.number)] == [(0, 0), (0, 1), (0, 2)]


def test_a_row_for_each_puzzle_and_counts_by_pupil(store: SlipStore) -> None:
    store.classes.add("5B", [Pupil(3, "Ann", "silver:30"), Pupil(8, "Finn", "silver:30")], random.Random(1))  # noqa: S311
    for at, marks in enumerate((SEVERAL_BEST[0], SEVERAL_BEST[1], "10o: 7o 3b")):
        store.put(PRINTED.number, entry(0, at, marks))
    store.put(PRINTED.number, entry(1, 0, WRONG, pupil=8))
    store.put(PRINTED.number, entry(1, 1, SEVERAL_BEST[1], EntryState.OPEN, pupil=8))
    table = class_table(store, PRINTED.number)
    states = {(row.number, row.place): row.state for row in table.rows}
    assert states == {
        (3, "1"): AnswerState.TAKE, (3, "2"): AnswerState.TAKE, (3, "3"): AnswerState.TAKE,
        (8, "1"): AnswerState.NO_TAKE, (8, "2"): AnswerState.WAITING, (8, "3"): AnswerState.MISSING,
        (17, "1"): AnswerState.MISSING, (17, "2"): AnswerState.MISSING, (17, "3"): AnswerState.MISSING,
    }  # fmt: skip
    assert (table.pupils, table.missing, table.handed_in, table.done) == ((3, 8, 17), (17,), (3, 8), (3,))
    assert [(one.place, one.pupils, one.handed_in, one.finders) for one in table.puzzle_finders] == [
        ("1", 3, 2, 1),
        ("2", 3, 2, 1),
        ("3", 3, 1, 0),
    ]
    assert [line["puzzle"] for line in result_lines(table)] == ["1", "2", "3"] * 3
    assert results_csv(table).decode("utf-8-sig").splitlines()[0].endswith("why,puzzle")
    room = store.classes.room("5B")
    (ann,) = room.results  # Finn's week waits
    assert (ann.number, ann.cards, ann.best) == (3, 7 + 7 + 3, False)
    assert [one.cards for one in room.takes] == [7, 7, 3]
    assert "Best take: 7 cards, 3 Ann (12)" in record_lines(room)
    assert room.records(ResultKind.GAME, "cards") == ()
    (strip, finn) = pupil_strips(table)
    assert strip.lines[0] == "1: You took 7 cards. Nothing better was possible!"
    assert strip.lines[2].startswith("3: You took 3 cards. 7 cards were possible. Hint: ")
    assert finn.lines[0].startswith("1: No take this time")


@pytest.mark.parametrize(
    ("marks", "best", "none"), [((0, 0, 1), True, False), ((0, 1, 1), False, False), ((2, 2, 0), False, True), ((2, 0, 1), False, False)]
)
def test_a_week_counts_by_most_of_its_answers(store: SlipStore, marks: tuple[int, ...], best: bool, none: bool) -> None:
    for at, which in enumerate(marks):
        told = (SEVERAL_BEST[at], SEVERAL_BEST[at].partition(" |")[0], "none:")[which]
        store.put(PRINTED.number, entry(0, at, told))
    assert PupilWeek.of("12", class_table(store, PRINTED.number).rows[:3]) == PupilWeek("12", best, none)


def test_who_decides_whose_a_spare_slip_is_says_it_for_all_its_puzzles_and_may_take_it_back(store: SlipStore) -> None:
    spare, unknown = 3, "nobody knows its pupil"
    for at in range(3):
        doubt = f"one mark is not clear; {unknown}" if at == 2 else unknown
        store.put(PRINTED.number, entry(spare, at, SEVERAL_BEST[at], EntryState.OPEN, None, doubt))
    before = store.entries(PRINTED.number)
    changed = decide(store, PRINTED, [Decision(before[0].key, 17, tuple(likely_answers(PRINTED, before[0])[0].shaded))])
    after = store.entries(PRINTED.number)
    assert [(one.pupil, one.state) for one in after] == [
        (17, EntryState.DECIDED),
        (17, EntryState.ACCEPTED),
        (17, EntryState.OPEN),
    ]
    undo(store, changed)
    assert [(one.pupil, one.state, one.reason) for one in store.entries(PRINTED.number)] == [
        (None, EntryState.OPEN, one.reason) for one in before
    ]


@pytest.mark.parametrize("state", [EntryState.ACCEPTED, EntryState.LEFT_OUT])
def test_a_spare_slip_is_given_to_another_pupil_whole(store: SlipStore, state: EntryState) -> None:
    """Somebody shaded a number that is another's, whose own slip is there."""
    spare = 3
    for at in range(3):
        store.put(PRINTED.number, entry(0, at, SEVERAL_BEST[at].partition(" |")[0]))
    store.put(PRINTED.number, entry(spare, 0, SEVERAL_BEST[0]))
    store.put(PRINTED.number, entry(spare, 1, SEVERAL_BEST[1]))
    store.put(PRINTED.number, entry(spare, 2, SEVERAL_BEST[2], state))
    reopen_shared_pupils(store, PRINTED.number)
    before = store.entries(PRINTED.number)
    first = next(one for one in before if one.slip == spare)
    assert first.state is EntryState.OPEN
    changed = decide(store, PRINTED, [Decision(first.key, 17, tuple(likely_answers(PRINTED, first)[0].shaded))])
    given = [(one.pupil, one.state) for one in store.entries(PRINTED.number) if one.slip == spare]
    assert given == [(17, EntryState.DECIDED), (17, EntryState.ACCEPTED), (17, state)]
    assert [one for one in store.entries(PRINTED.number) if one.slip == 0] == [one for one in before if one.slip == 0]
    undo(store, changed)
    assert [(one.pupil, one.state, one.reason) for one in store.entries(PRINTED.number)] == [
        (one.pupil, one.state, one.reason) for one in before
    ]


def test_every_answer_of_a_slip_without_an_owner_can_be_given_to_another_pupil(store: SlipStore) -> None:
    store.classes.add("5B", [Pupil(3, "Ann", "silver:30")], random.Random(1))  # noqa: S311
    for slip, at in ((0, 1), (3, 1)):
        store.put(PRINTED.number, entry(slip, at, SEVERAL_BEST[at], EntryState.OPEN))
    table = class_table(store, PRINTED.number)
    pages = [queue_page(table, one, 0, can_undo=False, problem="") for one in table.waiting]
    assert ['name="pupil"' in page for page in pages] == [False, True]
    assert all("Leave this answer out" in page for page in pages)


def test_answers_of_one_slip_are_decided_together_and_those_of_two_slips_of_a_pupil_are_not(store: SlipStore) -> None:
    for at in range(2):
        store.put(PRINTED.number, entry(0, at, SEVERAL_BEST[at], EntryState.OPEN))
    assert [one.at for one in decidable_together(PRINTED, store.entries(PRINTED.number))] == [0, 1]
    store.put(PRINTED.number, entry(1, 0, SEVERAL_BEST[0], EntryState.OPEN))
    assert [one.at for one in decidable_together(PRINTED, store.entries(PRINTED.number))] == [1]


def test_typed_answers_name_their_puzzle(store: SlipStore, tmp_path: Path) -> None:
    sheet = tmp_path / "answers.csv"
    sheet.write_text("number,puzzle,answer\n3,2,7 + 3\n3,4,7 + 3\n3,,7 + 3\n3,1,7 + 3\n3,1,8 + 2\n", encoding="utf-8")
    taken = take_answers(sheet, store, PRINTED)
    assert (taken.count, len(taken.problems)) == (3, 2)
    assert '"4" is no puzzle of the slip; write 1 to 3' in taken.problems[0]
    assert [(one.at, str(one.answer)) for one in store.entries(PRINTED.number)] == [(0, "typed: 8 + 2"), (1, "typed: 7 + 3")]
    sheet.write_text("number,answer\n3,7 + 3\n", encoding="utf-8")
    with pytest.raises(ClassError, match='no column "puzzle"'):
        take_answers(sheet, store, PRINTED)


@pytest.mark.slow
@pytest.mark.parametrize("layout", [3, 4])
def test_a_slip_is_read_puzzle_by_puzzle_upside_down_and_beside_slips_of_other_sizes(store: SlipStore, layout: int) -> None:
    told, small = several(layout=layout, versions=2), printing()
    for one in (told, small):
        store.put_printing(one)
    marks = [SEVERAL_BEST[index % 4] for index in told.slips[1].puzzles]
    marks[1] = ""  # left out: the marks of the others show that the pencil is seen
    pictures = Pile(told).sheet(1, marks), Pile(small).slip(0, "10o: 7r 3g")
    for turn in (0, 2):
        photo = np.rot90(Pile(told).photo(*pictures, view=View(turn=4), size=(3600, 2800)), turn)
        seen = read_slips(Frame("photo", np.ascontiguousarray(photo)), store.printing)
        assert seen.problems == ()
        (sheet,) = [slip for slip in seen.slips if slip.printing == told.number]
        assert [str(one.reading) for one in sheet.entries] == [text or "none:" for text in marks]
        assert [one.state for one in sheet.entries] == [EntryState.ACCEPTED] * len(marks)
        store_slips(store, seen.slips)
        assert len(store.entries(told.number)) == len(marks)
        assert [str(one.reading) for one in store.entries(small.number)] == ["10o: 7r 3g"]


@pytest.mark.slow
def test_a_slip_without_any_mark_may_be_too_pale_and_is_asked_about(store: SlipStore) -> None:
    photo = Pile(PRINTED).photo(Pile(PRINTED).sheet(0, ["", "", ""]), size=(1400, 2000))
    (slip,) = read_slips(Frame("photo", photo), store.printing).slips
    assert [one.state for one in slip.entries] == [EntryState.OPEN] * 3


@pytest.mark.slow
@pytest.mark.parametrize("wear", ["torn off", "white paper"])
def test_a_puzzle_whose_circles_are_covered_is_asked_about_and_the_others_count(store: SlipStore, wear: str) -> None:
    """A circle that is not there is not an empty one."""
    picture = Pile(PRINTED).sheet(0, SEVERAL_BEST[:3])
    left, top, *_ = PRINTED.form_of(0, 2).place.box
    y, x = round((top + 28) * 10), round(left * 10)  # the row of the third set, in pixels of the drawn slip
    picture[y : y + 150, x : x + 400] = (90, 60, 45) if wear == "torn off" else 250
    (slip,) = read_slips(Frame("photo", Pile(PRINTED).photo(picture, size=(1400, 2000))), store.printing).slips
    assert [one.state is EntryState.ACCEPTED for one in slip.entries] == [True, True, False]
    assert "torn off or covered" in slip.entries[2].reason


@pytest.mark.slow
@pytest.mark.parametrize(("number", "owner"), [(17, 17), (99, None), (None, None)])
def test_the_number_on_a_spare_slip_is_that_of_all_its_puzzles(store: SlipStore, number: int | None, owner: int | None) -> None:
    picture = Pile(PRINTED).sheet(3, SEVERAL_BEST[:3], number=number)
    (slip,) = read_slips(Frame("photo", Pile(PRINTED).photo(picture, size=(1400, 2000))), store.printing).slips
    assert [(one.pupil, one.state is EntryState.ACCEPTED) for one in slip.entries] == [(owner, owner is not None)] * 3
