"""A pile of slips marked: clear takes are accepted, all else waits, and nothing is mended or lost."""

import csv
import io
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from numero_cam.base.errors import ClassError
from numero_cam.base.images import write_picture
from numero_cam.base.records import Frame
from numero_cam.capture.files import read_photo
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.mark import SlipInPhoto, mark, mark_photos, read_slips, store_slips, take_answers
from numero_cam.classroom.pupil_data import remove_for_good
from numero_cam.classroom.readings import unique_valid_reading
from numero_cam.classroom.results import ClassTable, results_csv, week_results
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore, open_slip_store
from numero_cam.classroom.slips import Printing, parse_marks
from numero_cam.marking.slip_layout import CircleUse, circles_of
from tests.slip_piles import BEST, CHILD, MISTAKE, Pile, circles_of_marks, entry_of, printing
from workshop.slips.photo import View

PRINTED = printing()
PILE = Pile(PRINTED)
NUMBER = PRINTED.number
LOCKED = Path(__file__).parents[2] / "data" / "locked.pdf"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlipStore]:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with open_slip_store() as opened:
        opened.put_printing(PRINTED)
        yield opened


def entries(store: SlipStore) -> dict[int, SlipEntry]:
    return {entry.slip: entry for entry in store.entries(NUMBER)}


def table(store: SlipStore) -> ClassTable:
    return week_results(PRINTED, store.entries(NUMBER))


@pytest.mark.slow
def test_takes_with_clear_marks_are_accepted_and_a_mistake_stays_one(store: SlipStore, tmp_path: Path) -> None:
    photo = PILE.write(tmp_path / "a.jpg", PILE.slip(0, BEST), PILE.slip(1, MISTAKE), PILE.slip(2, CHILD))
    marked = mark_photos([photo], store)
    assert (marked.slips, marked.problems, marked.printings) == (3, (), (NUMBER,))
    found = entries(store)
    assert (found[0].state, str(found[0].answer), found[0].pupil) == ("accepted", BEST, 3)
    assert (found[1].state, str(found[1].answer)) == ("accepted", MISTAKE)  # not mended, and nobody has to look at it
    assert str(found[2].answer) == CHILD
    assert found[0].crop is None  # pictures are kept only as long as somebody has to look
    ann, ming, _ = table(store).rows
    assert (ann.state, ann.found_best, ming.state) == ("take", True, "no take")
    assert ming.worth is not None
    assert ming.reason.startswith("set 1 (7 red, 2 blue) does not make 10")
    assert not table(store).rows[2].found_best


@pytest.mark.slow
def test_two_slips_of_one_pupil_both_wait(store: SlipStore, tmp_path: Path) -> None:
    mark_photos([PILE.write(tmp_path / "a.jpg", PILE.slip(0, BEST), PILE.slip(3, CHILD, number=3))], store)
    found = entries(store)
    assert [found[slip].state for slip in (0, 3)] == ["open", "open"]
    assert all("two slips have the number 3" in entry.reason and entry.crop for entry in found.values())


@pytest.mark.slow
def test_the_same_photos_twice_change_nothing(store: SlipStore, tmp_path: Path) -> None:
    slips = [PILE.slip(0, BEST), PILE.slip(1, MISTAKE), PILE.slip(2, CHILD), PILE.slip(3, CHILD, number=3)]
    photos = [PILE.write(tmp_path / "a.jpg", *slips), PILE.write(tmp_path / "b.jpg", *slips, view=View(tilt=25))]
    mark_photos(photos, store)
    before = store.entries(NUMBER), results_csv(table(store))
    mark_photos(photos, store)
    assert (store.entries(NUMBER), results_csv(table(store))) == before


@pytest.mark.slow
def test_what_is_no_answer_waits_with_its_reason(store: SlipStore, tmp_path: Path) -> None:
    slips = PILE.slip(0, ""), PILE.slip(1, "", all_shaded=True), PILE.slip(3, CHILD), PILE.slip(4, CHILD, number=45)
    mark_photos([PILE.write(tmp_path / "a.jpg", *slips)], store)
    for slip, reason in {
        0: "nothing is shaded",
        1: "2 cards are shaded to take with",
        3: "the number of the pupil is not shaded",
        4: "no pupil of the class has the number 45",
    }.items():
        found = entries(store)[slip]
        assert found.state == "open"
        assert reason in found.reason


@pytest.mark.slow
def test_a_clear_mistake_of_a_pupil_is_no_work(store: SlipStore, tmp_path: Path) -> None:
    mistakes = {
        "none: 7r 3g": "no card is shaded to take with",
        "10o: 7r 3g | 7r 3g": "7 red is shaded in two sets",
        "10o: x2 | 7r 3g": "set 1 has no number card",
    }
    mark_photos([PILE.write(tmp_path / "a.jpg", *(PILE.slip(place, marks) for place, marks in enumerate(mistakes)))], store)
    assert [(row.state, row.reason) for row in table(store).rows] == [("no take", why) for why in mistakes.values()]
    assert table(store).waiting == ()


@pytest.mark.slow
def test_what_cannot_be_marked_is_named_and_the_rest_is_marked(store: SlipStore, tmp_path: Path) -> None:
    other = Pile(printing(17))
    torn = PILE.slip(1, CHILD)
    torn[1245:1330, 190:500] = (150, 110, 75)
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    desk = tmp_path / "desk.jpg"
    write_picture(desk, PILE.photo(PILE.slip(0, BEST))[:60, :60])
    names = [
        PILE.write(tmp_path / "a.jpg", other.slip(2, BEST), torn, PILE.slip(0, BEST)),
        str(tmp_path / "broken.jpg"),
        str(desk),
        "gone.jpg",
    ]
    marked = mark_photos(names, store)
    assert marked.slips == 1
    told = "\n".join(marked.problems)
    for part in (
        "printing 17 was not printed on this computer",
        "the code strip cannot be read",
        "broken.jpg",
        "desk.jpg: no slip",
        "gone.jpg",
    ):
        assert part in told
    assert entries(store)[0].state == "accepted"
    marked = mark_photos(names[:1], store, fallback_printing=NUMBER)
    assert entries(store)[1].state == "open"  # a person says whose it is; it is never accepted by itself
    assert "its code strip cannot be read" in entries(store)[1].reason


@pytest.mark.slow
def test_a_slip_that_was_changed_between_photos_waits(store: SlipStore, tmp_path: Path) -> None:
    mark_photos([PILE.write(tmp_path / "a.jpg", PILE.slip(0, CHILD))], store)
    mark_photos([PILE.write(tmp_path / "b.jpg", PILE.slip(0, BEST))], store)
    assert [(one.state, one.reason) for one in store.entries(NUMBER)] == [
        ("open", "the same slip is marked differently in another photo")
    ] * 2


def read_as(slip: int, marks: str, state: EntryState, doubtful: tuple[int, ...] = ()) -> SlipEntry:
    """An entry as a photo gives it."""
    return entry_of(PRINTED, slip, marks, state, doubtful=doubtful, reason="" if state is EntryState.ACCEPTED else "why")


@pytest.mark.parametrize("second", [BEST, CHILD, MISTAKE, "none:"])
@pytest.mark.parametrize("unclear", [(4,), (4, 7), (0, 1, 2, 3, 4, 5)])
def test_a_photo_that_is_less_clear_changes_nothing_of_a_clear_one(store: SlipStore, second: str, unclear: tuple[int, ...]) -> None:
    """A second photo that is blurred reads marks otherwise: what was clear before counts."""
    store_slips(store, [SlipInPhoto(NUMBER, (read_as(0, CHILD, EntryState.ACCEPTED),))])
    before = store.entries(NUMBER)
    store_slips(store, [SlipInPhoto(NUMBER, (read_as(0, second, EntryState.OPEN, unclear),))])
    assert store.entries(NUMBER) == before
    store_slips(store, [SlipInPhoto(NUMBER, (read_as(1, second, EntryState.OPEN, unclear),))])
    store_slips(store, [SlipInPhoto(NUMBER, (read_as(1, CHILD, EntryState.ACCEPTED),))])
    (other,) = [entry for entry in store.entries(NUMBER) if entry.slip == 1]
    assert (str(other.answer), other.state) == (CHILD, EntryState.ACCEPTED)  # the clear one counts, whichever came first


def test_a_strip_of_another_slip_is_no_code_of_this_one() -> None:
    """The markers say slip 0, the strip says slip 1, as where a slip lies over the lower edge of another: whose it is nobody knows."""
    slip, other = PILE.slip(0, CHILD), PILE.slip(1, CHILD)
    slip[1245:1315, 195:855] = other[1245:1315, 195:855]
    frame = Frame("a.jpg", PILE.photo(slip))
    photo = read_slips(frame, Known().printing)
    assert photo.slips == ()
    assert "the code strip cannot be read" in photo.problems[0]
    (told,) = read_slips(frame, Known().printing, NUMBER).slips
    assert (told.entries[0].state, told.entries[0].reason, told.entries[0].slip) == (EntryState.OPEN, "its code strip cannot be read", 0)


class Known:
    """Knows the one printing."""

    def printing(self, number: int) -> Printing | None:
        return PRINTED if number == NUMBER else None


def test_typed_answers_are_judged_by_the_rules(store: SlipStore, tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(
        "number;answer\n3;7 + 3 = 10; 8 + 2; 5 × 2\n8;12 - 2\n17;(((\n45;7+3\n".replace(
            "3;7 + 3 = 10; 8 + 2; 5 × 2", '3;"7 + 3 = 10; 8 + 2; 5 × 2"'
        )
    )
    taken = take_answers(path, store, PRINTED)
    assert taken.count == 2
    assert "line 4" in taken.problems[0]
    assert 'no pupil of 5B has the number "45"' in taken.problems[1]
    rows = list(csv.DictReader(io.StringIO(results_csv(table(store)).decode("utf-8-sig"))))
    assert [(row["number"], row["state"], row["found_best"]) for row in rows] == [
        ("3", "take", "yes"),
        ("8", "no take", "no"),
        ("17", "not handed in", ""),
    ]
    assert rows[1]["why"]
    before = store.entries(NUMBER)
    take_answers(path, store, PRINTED)
    assert store.entries(NUMBER) == before


@pytest.mark.parametrize(("text", "why"), [("", "is empty; its first line is number,answer"), ("name\nAnn\n", 'no column "number"')])
def test_a_file_without_its_columns_is_refused(store: SlipStore, tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(ClassError, match=why):
        take_answers(tmp_path / "a.csv", store, PRINTED)


@pytest.mark.slow
def test_doubtful_slips_are_kept_without_names_where_asked_for(store: SlipStore, tmp_path: Path) -> None:
    mark_photos([PILE.write(tmp_path / "a.jpg", PILE.slip(0, ""), PILE.slip(2, BEST))], store, doubtful_folder=tmp_path / "kept")
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) in (["a-1.jpg", "a-1.txt"], ["a-2.jpg", "a-2.txt"])
    told = next((tmp_path / "kept").glob("*.txt")).read_text()
    assert "nothing is shaded" in told
    assert "Ann" not in told


@pytest.mark.slow
def test_a_slip_of_who_is_forgotten_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with open_slip_store() as store:
        store.put_printing(PRINTED)
        store.classes.add("5B", [Pupil(3, "Ann", "silver:30"), Pupil(17, "Mārama", "silver:30")], random.Random(1))  # noqa: S311
    remove_for_good("5b", 3)
    with open_slip_store() as store:
        mark_photos([PILE.write(tmp_path / "a.jpg", PILE.slip(0, ""), PILE.slip(2, CHILD))], store)
        assert "its pupil was removed from the class" in entries(store)[0].reason
        printed = store.printing(NUMBER)
        assert printed is not None
        assert [row.number for row in week_results(printed, store.entries(NUMBER)).rows] == [8, 17]


def at(marks: str) -> frozenset[int]:
    """The circles of marks of the puzzle."""
    return circles_of_marks(PRINTED.puzzle_of(0), PRINTED.form_of(0), parse_marks(marks, PRINTED.puzzle_of(0)))


def only_take(shaded: frozenset[int], unclear: Sequence[int], undecided: Sequence[int] = ()) -> frozenset[int] | None:
    """The one reading that is a take; None where none or several are."""
    found = unique_valid_reading(PRINTED.puzzle_of(0), PRINTED.form_of(0), shaded, unclear, undecided)
    assert found.is_clear or found.shaded == shaded
    return found.shaded if found.is_clear else None


def test_the_game_makes_an_unclear_mark_certain_only_where_it_is_no_take_otherwise() -> None:
    one = at(CHILD)
    (three,) = at("none: 3g")
    second = at("none: | 8o 2b")
    (alone,) = at("none: | 8o")
    assert only_take(one, []) == one
    assert only_take(one, [three]) == one  # the 7 alone is no 10
    assert only_take(one, [alone]) == one
    assert only_take(one, sorted(second)) is None  # with both there is a second set
    assert only_take(one | second, sorted(second)) is None
    assert only_take(at(MISTAKE), [three]) is None  # no take as it is: a mistake stays one
    assert only_take(one, [three, *range(4)]) is None


def test_the_game_decides_about_a_mark_of_which_the_picture_does_not_tell() -> None:
    one = at("10o: 7r 3g")
    (three,) = at("none: 3g")
    second = sorted(at("none: | 8o 2b"))
    assert only_take(one - {three}, [three], [three]) == one
    assert only_take(one - {three}, [three], []) is None  # likely empty: then it is the pupil's mistake
    assert only_take(one | {second[0]}, second[:1], second[:1]) == one
    assert only_take(one | {second[0]}, second[:1], []) is None
    assert only_take(one | {second[0]}, second, second) is None  # a take without and with both


def test_the_game_does_not_decide_where_the_puzzle_may_be_left_out() -> None:
    one = sorted(at(CHILD))
    assert only_take(frozenset(one), one[1:], one[1:]) == frozenset(one)  # one clear mark says that there is an answer
    assert only_take(frozenset(one), one, one) is None
    assert only_take(frozenset(), one, one) is None


def test_a_clear_number_of_a_pupil_does_not_say_that_there_is_an_answer() -> None:
    spare = next(place for place, slip in enumerate(PRINTED.slips) if slip.pupil is None)
    puzzle, form = PRINTED.puzzle_of(spare), PRINTED.form_of(spare)
    marks = sorted(circles_of_marks(puzzle, form, parse_marks(CHILD, puzzle)))
    circles = circles_of(form)
    number = {next(place for place, circle in enumerate(circles) if circle.use is use) for use in (CircleUse.TENS, CircleUse.UNITS)}
    shaded = frozenset({*marks, *number})
    assert unique_valid_reading(puzzle, form, shaded, marks[1:], marks[1:]).is_clear
    assert not unique_valid_reading(puzzle, form, shaded, marks, marks).is_clear


@pytest.mark.slow
def test_the_library_marks_photos_of_any_kind(store: SlipStore, tmp_path: Path) -> None:
    classes = tmp_path / "other.sqlite"
    with open_slip_store(classes) as other:
        other.put_printing(PRINTED)
    photo = Path(PILE.write(tmp_path / "a.jpg", PILE.slip(0, BEST), PILE.slip(2, CHILD)))
    marked = mark([photo, photo.read_bytes(), read_photo(photo).pixels[..., ::-1], b"7r 8b", [7]], classes=classes)  # type: ignore[list-item]
    assert (marked.photos.photos, marked.photos.slips, marked.photos.printings) == (5, 6, (NUMBER,))
    assert [problem.split(":")[0] for problem in marked.photos.problems] == ["photo 4", "photo 5"]
    (found,) = marked.tables
    assert [(row.name, row.state, row.found_best) for row in found.rows if row.worth] == [("Ann", "take", True), ("Mārama", "take", False)]
    again = mark(str(photo), classes=classes)  # a single name is one photo
    assert again.tables == marked.tables
    assert store.entries(NUMBER) == ()  # the file of this user was left alone


def test_a_pdf_in_a_folder_or_of_a_pattern_is_read_like_a_named_one(store: SlipStore, tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="the extra scan is not installed")
    scans = tmp_path / "scans"
    scans.mkdir()
    for name in ("a.pdf", "b.PDF"):
        (scans / name).write_bytes(LOCKED.read_bytes())
    (scans / "c.txt").write_text("no picture")
    for asked, files in ((scans, 2), (scans / "*.pdf", 1), (scans / "a.pdf", 1)):
        problems = mark_photos([str(asked)], store).problems
        assert ["is locked with a password" in problem for problem in problems] == [True] * files


def test_the_library_marks_nothing_of_an_unknown_printing(tmp_path: Path) -> None:
    with pytest.raises(ClassError, match="printing 7: nothing was printed"):
        mark([], printing=7, classes=tmp_path / "none.sqlite")
