"""An answer is judged once, when it is stored: what shows a class is a view of its rows, and a damaged row is one sentence."""

import json
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numero_cam.base.errors import StoreError
from numero_cam.classroom import slip_store
from numero_cam.classroom.classes import Pupil, PupilResult, ResultKind
from numero_cam.classroom.desk_pages import wall_page
from numero_cam.classroom.mark import mark
from numero_cam.classroom.needs import class_needs
from numero_cam.classroom.pupil_data import remove_for_good
from numero_cam.classroom.results import class_table, results_csv, results_json
from numero_cam.classroom.slip_store import EntryState, SlipStore, open_slip_store
from numero_cam.classroom.slips import AnswerWorth, Printing, judge_answer, parse_marks
from numero_cam.classroom.strips import pupil_strips
from tests.slip_piles import BEST, CHILD, MISTAKE, entry_of, printing

DATA = Path(__file__).parents[2] / "data"
MAX_PARSED_CARDS, MAX_JUDGED = 40, 2  #: Calls for two slips, from the photo to the table of the week.
PUPILS = [Pupil(3, "Ann", "silver:30"), Pupil(8, "李明", "silver:30"), Pupil(17, "Mārama", "silver:30")]
PRINTED = printing()
PUZZLE = PRINTED.puzzles[0]
Value = str | int | float | bytes | None


@contextmanager
def calls() -> Iterator[Counter[str]]:
    """How often each function is called meanwhile, by its name."""
    counted: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        counted[frame.f_code.co_name] += event == "call"

    sys.setprofile(count)
    try:
        yield counted
    finally:
        sys.setprofile(None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "classes.sqlite"


def put(store: SlipStore, slip: int, text: str, state: EntryState = EntryState.ACCEPTED) -> None:
    store.put(PRINTED.number, entry_of(PRINTED, slip, text, state))


def full_class(file: Path) -> None:
    with open_slip_store(file) as store:
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
        store.put_printing(PRINTED)
        for slip, text in enumerate((BEST, MISTAKE, "13 - 3")):
            put(store, slip, text)


def shown(file: Path) -> object:
    """All that shows a class."""
    with open_slip_store(file) as store:
        table, room = class_table(store, PRINTED.number), store.classes.room("5B")
        return results_json(table), results_csv(table), pupil_strips(table), wall_page(table), class_needs(store, "5B"), room


def test_two_slips_are_read_and_judged_once_from_the_photo_to_the_table(file: Path) -> None:
    folder = DATA / "slips_of_layout_1"
    with open_slip_store(file) as store:
        store.put_printing(Printing.from_dict(json.loads((folder / "printing.json").read_text(encoding="utf-8"))))
    with calls() as counted:
        marked = mark(folder / "photo.jpg", classes=file)
        told = [results_json(table) for table in marked.tables]
    assert [row["state"] for row in told[0]["pupils"]] == ["take", "take", "not handed in"]  # type: ignore[attr-defined]
    assert 0 < counted["parse_card"] <= MAX_PARSED_CARDS
    assert counted["parse_item"] == counted["parse_marks"] == 0
    assert counted["judge_marks"] + counted["judge_typed"] == MAX_JUDGED


def test_what_shows_a_class_judges_nothing(file: Path) -> None:
    with open_slip_store(file) as store:
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
        store.put_printing(PRINTED)
        for slip, text in enumerate((BEST, CHILD, "(7 + 3)")):
            put(store, slip, text)
    with calls() as counted:
        shown(file)
    assert counted["judge_answer"] == counted["judge_marks"] == counted["judge_typed"] == 0


def takes(file: Path) -> dict[int, int | None]:
    with open_slip_store(file) as store:
        return {result.number: result.cards for result in store.classes.room("5B").results}


def test_a_class_that_is_made_after_its_slips_were_marked_has_their_results(file: Path) -> None:
    with open_slip_store(file) as store:
        store.put_printing(PRINTED)
        put(store, 0, BEST)
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
        worth = judge_answer(PUZZLE, parse_marks(BEST, PUZZLE))
        assert worth.points < PUZZLE.points  # his own: of the takes with most cards another has more of them
        assert store.classes.room("5B").results == (PupilResult(3, "12", ResultKind.TAKE, worth.cards, worth.points, best=True),)


def test_the_last_word_counts_of_what_was_typed_and_what_was_handed_in(file: Path) -> None:
    full_class(file)
    with open_slip_store(file) as store:
        store.classes.put("5B", [PupilResult(number, "12", ResultKind.TAKE, 5) for number in (3, 8)])
    assert takes(file) == {3: 5, 8: 5, 17: 0}
    with open_slip_store(file) as store:
        store.remove_entry(store.entries(PRINTED.number)[1].key)
        put(store, 1, CHILD)
    assert takes(file) == {3: 5, 8: 3, 17: 0}  # what was typed of another pupil stays
    with open_slip_store(file) as store:
        put(store, 3, CHILD, EntryState.OPEN)
        (entry,) = [one for one in store.entries(PRINTED.number) if one.slip == 0]
        store.put(PRINTED.number, entry.reopened("why"))
    assert takes(file) == {8: 3, 17: 0}


def test_answers_are_judged_anew_by_other_rules_and_only_then(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full_class(file)
    before = file.read_bytes()
    shown(file)
    assert file.read_bytes() == before
    monkeypatch.setattr(slip_store, "judge_answer", lambda *_: AnswerWorth(2, 2))
    monkeypatch.setattr(slip_store, "JUDGE_VERSION", 2)
    assert takes(file) == {3: 2, 8: 2, 17: 2}
    with open_slip_store(file) as store:
        assert [entry.worth for entry in store.entries(PRINTED.number)] == [AnswerWorth(2, 2)] * 3


@pytest.mark.parametrize("folder", ["from_0f041e2", "from_c88377b4"])
def test_a_file_of_an_earlier_version_is_written_anew_once(file: Path, folder: str) -> None:
    shutil.copy(DATA / folder / "classes.sqlite", file)
    with open_slip_store(file) as store:
        before = store.classes.room("5B")
        entries = {number: store.entries(number) for number in store.printings("5B")}
    written = file.read_bytes()
    with open_slip_store(file) as store:
        assert store.classes.room("5B") == before
        assert {number: store.entries(number) for number in store.printings("5B")} == entries
    assert file.read_bytes() == written
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("SELECT count(*) FROM slip_entry WHERE marks NOT LIKE '{%' OR seen NOT LIKE '{%'").fetchone() == (0,)
        assert opened.execute("PRAGMA user_version").fetchone() == (3,)


def damaged(file: Path, change: str, *values: Value) -> None:
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute(change, values)


HOSTILE: list[Value] = [
    "",
    "{",
    "{}",
    "[]",
    "null",
    "[" * 100,
    "10o: 7r 3g",
    "99z: 7r",
    "typed: ",
    "typed: " + "(" * 500,
    7,
    1.5,
    b"\x00",
    None,
    json.dumps({"rules": 1, "worth": {"cards": 7, "points": 1, "best": True, "wrong": None}, "answer": {"typed": 7}}),
    json.dumps({"rules": 1, "worth": {"cards": 7, "points": 1, "best": True, "wrong": "twice"}, "answer": {"typed": "7 + 3"}}),
    json.dumps({"rules": 1, "worth": {"cards": 1e9, "points": 1, "best": 1, "wrong": None}, "answer": {"typed": "7 + 3"}}),
    json.dumps({"rules": 1, "worth": [], "answer": {"typed": "7 + 3"}}),
    json.dumps({"typed": "garbage"}),
    json.dumps({"rules": 1, "worth": {"cards": 0, "points": 0, "best": False, "wrong": "arithmetic"}, "answer": {"typed": "garbage"}}),
    json.dumps({"rules": 9, "worth": {}, "answer": {"takers": ["10o"], "sets": [["7r"]] * 4, "number": None}}),
    json.dumps(
        {"rules": 1, "worth": {"cards": 0, "points": 0, "best": False, "wrong": "other number"}, "answer": {"takers": [], "sets": []}}
    ),
    json.dumps(
        {
            "rules": 1,
            "worth": {"cards": 0, "points": 0, "best": False, "wrong": "other number"},
            "answer": {"takers": [], "sets": [], "number": 5},
        }
    ),
    json.dumps(
        {
            "rules": 1,
            "worth": {"cards": 7, "points": 1, "best": True, "wrong": None},
            "answer": {"takers": [[]], "sets": [{}], "number": []},
        }
    ),
]


def opens_or_says_why(see: Callable[[], object]) -> None:
    said = "why"
    try:
        see()
    except StoreError as error:
        said = str(error)
    assert said
    assert "\n" not in said


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("column", ["marks", "seen", "slip", "shaded", "pupil", "state", "reason", "crop"])
def test_a_damaged_entry_is_one_sentence_and_can_be_forgotten(file: Path, column: str, value: Value) -> None:
    full_class(file)
    try:
        damaged(file, f"UPDATE slip_entry SET {column} = ? WHERE slip = 1", value)  # noqa: S608 - a name of our own
    except sqlite3.IntegrityError:
        return
    opens_or_says_why(lambda: shown(file))
    remove_for_good("5B", path=file)
    with open_slip_store(file) as store:
        assert store.classes.names() == ()


PUZZLE_JSON = PUZZLE.to_dict()
WHOLE = PRINTED.to_dict()
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.sampled_from(["", "7r", "?", "x2", "10o", "cards", "missing", "1" * 9]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*PUZZLE_JSON]), inner, max_size=4),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.sampled_from(sorted(PUZZLE_JSON)) | st.none(), st.sampled_from(sorted(WHOLE)), JSON_VALUES)
def test_a_damaged_printing_is_one_sentence(file: Path, of_puzzle: str | None, of_whole: str, value: object) -> None:
    if not file.exists():
        full_class(file)
    puzzle = PUZZLE_JSON | ({of_puzzle: value} if of_puzzle else {})
    body = WHOLE | ({"puzzles": [puzzle]} if of_puzzle else {of_whole: value})
    damaged(file, "UPDATE slip_printing SET body = ?", json.dumps(body))
    opens_or_says_why(lambda: shown(file))
