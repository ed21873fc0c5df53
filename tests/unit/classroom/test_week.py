"""The week of a class: its file, its puzzles, its pages."""

import random
from pathlib import Path

import pytest

from numero_cam.app.choices import Paper
from numero_cam.base.errors import ClassError
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.course import write_class_weeks
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.pupil_data import remove_for_good
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week import SlipChoice, WeekOptions, week_pages, write_week
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.printing import lettering
from tests.pdf_pages import Document

PUPILS = (Pupil(3, "Ann " * 50, "silver:12"), Pupil(8, "龘", "gold:30"), Pupil(9, "", "gold:30"), Pupil(17, "Mārama √⅓", "all"))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_week_is_one_file_that_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paper: Paper) -> None:
    monkeypatch.setattr(lettering, "font_files", lambda: ())
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    week = write_week(tmp_path / "w.pdf", "5B", PUPILS, WeekOptions(week="12", paper=paper, by="cards", seed=2))
    assert week.without_name == (8,)
    document = Document((tmp_path / "w.pdf").read_bytes())
    assert len(document.pages) == week.pages == 3 + 3 + 1
    words = [[text for text, *_ in document.draw(place, 20).words] for place in range(week.pages)]
    assert not any("?" in text for page in words for text in page if text.startswith(("Pupil", "5B", "Answers")))
    assert words[0][0] == "5B, week 12: silver:12"
    assert any(text.startswith("Answers") for text in words[-1])
    assert not any(text.startswith("Answers") for page in words[:-1] for text in page)
    with open_slip_store() as store:
        assert store.printing(week.printing.number) == week.printing
        assert store.printings("5B") == (week.printing.number,)


@pytest.mark.slow
def test_every_puzzle_has_room_on_its_slip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    for seed in range(4):
        printing = write_week(tmp_path / f"{seed}.pdf", "5B", PUPILS, WeekOptions(week="12", paper="a4", by="points", seed=seed)).printing
        assert Printing.from_dict(printing.to_dict()) == printing
        assert week_pages(printing, paper="a4")
        assert all(printing.form_of(slip.slip).spare == (slip.pupil is None) for slip in printing.slips)


def silver(number: int) -> Pupil:
    return Pupil(number, f"P{number}", "silver:12")


@pytest.fixture
def classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_same_class_and_week_are_the_same_bytes_also_on_another_computer(classes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write_week(None, "5B", [silver(3)], WeekOptions(week="12"))
    assert (first.file, first.is_new) == (Path("5B-12.pdf"), True)
    again = write_week(Path("again.pdf"), "5b", [silver(3)], WeekOptions(week="12"))
    assert (again.printing, again.is_new) == (first.printing, False)
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(classes / "other.sqlite"))
    write_week(Path("other.pdf"), "5B", [silver(3)], WeekOptions(week="12"))
    assert Path("5B-12.pdf").read_bytes() == Path("again.pdf").read_bytes() == Path("other.pdf").read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("classes")
def test_new_puzzles_are_others_and_overwrite_nothing() -> None:
    first = write_week(None, "5B", [silver(3)], WeekOptions(week="12"))
    old = first.file.read_bytes()
    new = write_week(None, "5B", [silver(3)], WeekOptions(week="12", new_puzzles=True))
    assert new.file == Path(f"5B-12-{new.printing.number}.pdf")
    assert new.printing.number != first.printing.number  # slips of two printings are never taken for each other
    assert new.printing.puzzles != first.printing.puzzles
    assert first.file.read_bytes() == old
    # From now on these are the week's puzzles; the first ones can still be asked for.
    assert write_week(None, "5B", [silver(3)], WeekOptions(week="12")).printing == new.printing
    assert write_week(None, "5B", [silver(3)], WeekOptions(week="12", printing=first.printing.number)).printing == first.printing
    assert first.file.read_bytes() == old


def test_a_file_that_holds_something_else_stays(classes: Path) -> None:
    (classes / "5B-12.pdf").write_bytes(b"my own")
    with pytest.raises(ClassError, match="is there already and holds something else"):
        write_week(None, "5B", [silver(3)], WeekOptions(week="12"))
    assert (classes / "5B-12.pdf").read_bytes() == b"my own"
    with open_slip_store() as store:
        assert store.printings("5B") == ()


@pytest.mark.usefixtures("classes")
@pytest.mark.slow
def test_a_pupil_who_comes_later_gets_a_slip_after_the_others() -> None:
    first = write_week(None, "5B", [silver(3)], WeekOptions(week="12")).printing
    later = write_week(Path("all.pdf"), "5B", [silver(3), Pupil(4, "", "gold:16")], WeekOptions(week="12", spares=3)).printing
    assert later.number == first.number
    assert later.slips[: len(first.slips)] == first.slips
    assert later.puzzles[:1] == first.puzzles
    assert [(slip.pupil, *slip.puzzles) for slip in later.slips[len(first.slips) :]] == [(4, 1), (None, 0), (None, 1), (None, 1), (None, 1)]


@pytest.mark.usefixtures("classes")
@pytest.mark.slow
def test_a_lost_slip_is_printed_again() -> None:
    week = write_week(None, "5B", [silver(3), silver(4)], WeekOptions(week="12"))
    one = write_week(None, "5B", [silver(3), silver(4)], WeekOptions(week="12"), only=SlipChoice((4,)))
    assert (one.file, one.slips, one.pages, one.printing) == (Path("5B-12-4.pdf"), 1, 1, week.printing)
    words = [text for text, *_ in Document(one.file.read_bytes()).draw(0, 20).words]
    assert "Pupil 4  P4" in words
    assert not any("P3" in text or text.startswith("Answers") for text in words)
    spares = write_week(None, "5B", [silver(3), silver(4)], WeekOptions(week="12"), only=SlipChoice(spares=True))
    assert (spares.file, spares.slips) == (Path("5B-12-spares.pdf"), 2)
    with pytest.raises(ClassError, match="5B has no pupil 9"):
        write_week(None, "5B", [silver(3)], WeekOptions(week="12"), only=SlipChoice((9,)))
    with pytest.raises(ClassError, match="5B has no printing 1 on this computer"):
        write_week(None, "5B", [silver(3)], WeekOptions(week="12", printing=1))


@pytest.mark.slow
@pytest.mark.usefixtures("classes")
def test_a_pupil_who_was_removed_gets_no_slip_again() -> None:
    write_week(None, "5B", [silver(3), silver(4)], WeekOptions(week="12"))
    with open_slip_store() as store:
        store.classes.add("5B", [silver(3), silver(4)], random.Random(1))  # noqa: S311 - any order
    remove_for_good("5B", 4)
    week = write_week(Path("again.pdf"), "5B", [silver(3)], WeekOptions(week="12"))
    assert week.slips == 3
    document = Document(week.file.read_bytes())
    words = [text for page in range(week.pages) for text, *_ in document.draw(page, 20).words]
    assert [text for text in words if text.startswith("Pupil")] == ["Pupil 3  P3"]


@pytest.mark.parametrize("level", ["silver:5", "silver:14"])
@pytest.mark.slow
def test_where_no_deal_has_the_hardness_of_a_level_the_nearest_puzzle_is_taken(level: str) -> None:
    """The few hardnesses of these levels' cards leave a gap where their bands lie."""
    puzzles = [week_puzzle(level, seed, "cards") for seed in range(2)]
    assert all(puzzle.level == level for puzzle in puzzles)
    assert week_puzzle(level, 0, "cards") == puzzles[0]


def test_a_level_that_there_is_not_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with pytest.raises(ClassError, match="there is no level"):
        write_week(tmp_path / "w.pdf", "5B", [Pupil(3, "", "bronze:3")], WeekOptions(week="12", paper="a4", by="cards"))
    assert not (tmp_path / "w.pdf").exists()


def test_a_week_that_no_result_could_have_is_not_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with open_slip_store() as store:
        store.classes.add("5B", PUPILS, random.Random(1))  # noqa: S311 - any order
    for write in (
        lambda: write_week(tmp_path / "w.pdf", "5B", PUPILS, WeekOptions(week="w" * 41)),
        lambda: write_class_weeks(tmp_path / "w.pdf", "5B", ["w" * 41], WeekOptions(week="")),
        lambda: Desk(tmp_path / "classes.sqlite").change("print", {"class": "5B", "week": "w" * 41}),
    ):
        with pytest.raises(ClassError, match="is no name of a week; write 1 to 40 letters or digits"):
            write()
    with open_slip_store() as store:
        assert store.printings("5B") == ()


def test_more_slips_than_a_printing_has_numbers_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with pytest.raises(ClassError, match="too many for one printing"):
        write_week(tmp_path / "w.pdf", "5B", PUPILS, WeekOptions(week="12", paper="a4", by="cards", spares=100))
