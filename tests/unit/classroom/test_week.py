"""The week of a class: its file, its puzzles, its pages."""

from pathlib import Path

import pytest

from numero_cam.app.choices import Paper
from numero_cam.base.errors import ClassError
from numero_cam.classroom.classes import Pupil
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week import WeekOptions, week_pages, write_week
from tests.pdf_pages import Document

PUPILS = (Pupil(3, "Ann " * 50, "silver:12"), Pupil(8, "李明", "gold:30"), Pupil(9, "", "gold:30"), Pupil(17, "Mārama √⅓", "all"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_week_is_one_file_that_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paper: Paper) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    week = write_week(tmp_path / "w.pdf", "5B", PUPILS, WeekOptions(week="12", paper=paper, by="cards", seed=2))
    again = write_week(tmp_path / "v.pdf", "5B", PUPILS, WeekOptions(week="12", paper=paper, by="cards", seed=2))
    assert week.printing.puzzles == again.printing.puzzles
    assert week.printing.number != again.printing.number  # slips of two printings are never taken for each other
    assert week.without_name == (8,)
    document = Document((tmp_path / "w.pdf").read_bytes())
    assert len(document.pages) == week.pages == 3 + 3 + 1
    words = [[text for text, *_ in document.draw(place, 20).words] for place in range(week.pages)]
    assert all("?" not in text for page in words for text in page)
    assert words[0][0] == "5B, week 12: silver:12"
    assert any(text.startswith("Answers") for text in words[-1])
    assert not any(text.startswith("Answers") for page in words[:-1] for text in page)
    with open_slip_store() as store:
        assert store.printing(week.printing.number) == week.printing
        assert store.printings("5B") == (week.printing.number, again.printing.number)


@pytest.mark.slow
def test_every_puzzle_has_room_on_its_slip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    for seed in range(4):
        printing = write_week(tmp_path / "w.pdf", "5B", PUPILS, WeekOptions(week="12", paper="a4", by="points", seed=seed)).printing
        assert Printing.from_dict(printing.to_dict()) == printing
        assert week_pages(printing, paper="a4")
        assert all(printing.form_of(slip.slip).spare == (slip.pupil is None) for slip in printing.slips)


@pytest.mark.parametrize("level", ["bronze:3", "silver:0", "gold:41", "", "x" * 300])
def test_a_level_that_there_is_not_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with pytest.raises(ClassError, match="there is no level"):
        write_week(tmp_path / "w.pdf", "5B", [Pupil(3, "", level)], WeekOptions(week="12", paper="a4", by="cards"))
    assert not (tmp_path / "w.pdf").exists()


def test_more_slips_than_a_printing_has_numbers_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    with pytest.raises(ClassError, match="too many for one printing"):
        write_week(tmp_path / "w.pdf", "5B", PUPILS, WeekOptions(week="12", paper="a4", by="cards", spares=100))
