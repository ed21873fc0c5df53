"""The teacher's desk without a browser: what its forms do, what photos come to, and what is said about bad input."""

import io
import re
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from numero_cam.base.errors import ClassError
from numero_cam.base.images import encode_picture
from numero_cam.capture.pdf_pages import PdfChild, pdf_pages
from numero_cam.classroom import desk as class_desk
from numero_cam.classroom import photo_answers
from numero_cam.classroom.desk import Desk
from numero_cam.classroom.mark import mark
from numero_cam.classroom.page_answers import ClassAddress, ClassAnswer, ClassFile, ClassPage
from numero_cam.classroom.slip_store import EntryState, open_slip_store
from numero_cam.classroom.slips import Printing, marks_of_circles
from numero_cam.classroom.week import week_pages
from numero_cam.games.numero.rules import Position, parse_position
from tests import laid
from tests.fuzz.hostile import PDF_BOMB
from tests.slip_piles import BEST, CHILD, MISTAKE, Pile, entry_of, printing

PRINTED = printing()
PILE = Pile(PRINTED)
NUMBER = str(PRINTED.number)
LOCKED = Path(__file__).parents[2] / "data" / "locked.pdf"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk with class 5B and its printed week, whose marking is open."""
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    made = Desk()
    made.change("new", {"name": "5B", "list": "3\tAnn\n8\t李明\n17\tMārama", "level": "silver:30"})
    with open_slip_store() as store:
        store.put_printing(PRINTED)
    made.show("mark", {"printing": NUMBER})
    return made


def page(answer: ClassAnswer) -> str:
    assert isinstance(answer, ClassPage)
    return answer.html


def jpeg(pixels: NDArray[np.uint8]) -> bytes:
    return encode_picture(pixels, ".jpg")


def pdf_of(*pictures: NDArray[np.uint8]) -> bytes:
    """A PDF as a scanner makes it: a picture a page."""
    first, *others = [Image.fromarray(picture) for picture in pictures]
    file = io.BytesIO()
    first.save(file, "PDF", save_all=True, append_images=others, resolution=200.0)
    return file.getvalue()


def states() -> dict[int, str]:
    with open_slip_store() as store:
        return {entry.slip: entry.state.value for entry in store.entries(PRINTED.number)}


def test_equal_numbers_are_one_sentence_and_the_list_stays_in_the_form(desk: Desk) -> None:
    answer = desk.change("new", {"name": "6A", "list": "4\tAda\n4\tBo", "level": "silver:1"})
    assert isinstance(answer, ClassPage)
    assert answer.status == 400
    assert "the list, line 2: pupil 4 is in line 1 already; give each a number of his own" in answer.html
    assert "4\tAda\n4\tBo" in answer.html
    assert "6A" not in page(desk.show("", {})).split("<form", 1)[0]


@pytest.mark.slow
def test_a_photo_says_who_is_in_who_waits_and_who_is_missing_and_the_same_slip_again_changes_nothing(desk: Desk) -> None:
    photo = jpeg(PILE.photo(PILE.slip(0, BEST), PILE.slip(1, "")))
    answer = desk.mark_file("a.jpg", photo)
    assert [(slip["label"], slip["state"]) for slip in answer["slips"]] in (
        [("Ann", "take"), ("李明", "waits")],
        [("李明", "waits"), ("Ann", "take")],
    )
    assert answer["problems"] == []
    assert answer["standing"] == {"heading": "5B, week 12", "answered": 1, "pupils": 3, "waiting": 1, "missing": (17,)}
    with open_slip_store() as store:
        before = store.entries(PRINTED.number)
    again = {slip["label"]: (slip["state"], slip["said"]) for slip in desk.mark_file("b.jpg", photo)["slips"]}
    assert again["Ann"] == ("again", "Ann was in before; nothing changed")
    with open_slip_store() as store:
        assert store.entries(PRINTED.number) == before


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (jpeg(np.full((300, 400, 3), 120, np.uint8)), "a.jpg: no slip is seen in it"),
        (b"no picture", "a.jpg: "),
        (b"", "a.jpg: "),
        (b"%PDF-1.4 broken", "a.jpg: cannot be read as a PDF; scan the slips again"),
    ],
)
def test_a_file_without_a_slip_is_one_sentence(desk: Desk, data: bytes, why: str) -> None:
    answer = desk.mark_file("a.jpg", data)
    (problem,) = answer["problems"]
    assert problem.startswith(why)
    assert (answer["slips"], answer["standing"]["answered"], states()) == ([], 0, {})


@pytest.mark.slow
def test_all_pages_of_a_scanners_pdf_are_marked(desk: Desk) -> None:
    pytest.importorskip("pypdfium2", reason="the extra scan is not installed")
    pages = [PILE.photo(PILE.slip(0, BEST)), np.full((900, 700, 3), 255, np.uint8), PILE.photo(PILE.slip(2, CHILD))]
    answer = desk.mark_file("scan.pdf", pdf_of(*pages))
    assert sorted(slip["label"] for slip in answer["slips"]) == ["Ann", "Mārama"]
    (problem,) = answer["problems"]
    assert problem.startswith("scan.pdf, page 2: no slip is seen in it")


@pytest.mark.slow
def test_the_command_marks_a_pdf_like_the_page(desk: Desk, tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="the extra scan is not installed")
    (tmp_path / "scan.PDF").write_bytes(pdf_of(PILE.photo(PILE.slip(0, BEST)), np.full((900, 700, 3), 255, np.uint8)))
    marked = mark([tmp_path / "scan.PDF", str(LOCKED), "gone.pdf"])
    assert (marked.photos.slips, states()) == (1, {0: "accepted"})
    for problem, why in zip(marked.photos.problems, ("page 2: no slip", "locked with a password", "gone.pdf"), strict=True):
        assert why in problem
    assert desk.mark_file("scan.pdf", (tmp_path / "scan.PDF").read_bytes())["slips"][0]["state"] == "again"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["TIFF", "MPO"])
def test_all_pictures_of_a_file_are_marked(desk: Desk, tmp_path: Path, kind: str) -> None:
    pages = [PILE.photo(PILE.slip(0, BEST)), np.full((900, 700, 3), 255, np.uint8), PILE.photo(PILE.slip(1, MISTAKE))]
    size = pages[0].shape[1::-1]
    first, *others = (Image.fromarray(page).resize(size) for page in pages)
    file = io.BytesIO()
    first.save(file, kind, save_all=True, append_images=others, quality=95)
    answer = desk.mark_file("scan.tif", file.getvalue())
    assert [slip["label"] for slip in answer["slips"]] == ["Ann", "李明"]
    (problem,) = answer["problems"]
    assert problem.startswith("scan.tif, page 2: no slip is seen in it")
    (tmp_path / "scan.tif").write_bytes(file.getvalue())
    marked = mark([tmp_path / "scan.tif"])
    assert (marked.photos.photos, marked.photos.slips) == (3, 2)


def test_a_pdf_that_is_drawn_for_long_keeps_no_other_file_waiting(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pypdfium2", reason="the extra scan is not installed")
    child = PdfChild(600.0)
    told: list[list[str]] = []
    monkeypatch.setattr(photo_answers, "pdf_pages", partial(pdf_pages, child=child))
    bomb = threading.Thread(target=lambda: told.append(desk.mark_file("bomb.pdf", PDF_BOMB)["problems"]))
    bomb.start()
    (problem,) = desk.mark_file("a.jpg", jpeg(np.full((300, 400, 3), 120, np.uint8)))["problems"]
    assert problem.startswith("a.jpg: no slip is seen in it")
    assert told == []
    while bomb.is_alive():
        child.end()
        bomb.join(0.1)
    ((problem,),) = told
    assert problem.endswith("takes more than 15 seconds or 700 MB, as no scanned page does; scan the slips again")


def stored_beside(other: Printing) -> Pile:
    with open_slip_store() as store:
        store.put_printing(other)
    return Pile(other)


@pytest.mark.slow
def test_a_slip_of_another_class_counts_there_and_is_said(desk: Desk) -> None:
    other = stored_beside(replace(printing(4711), class_name="6A"))
    answer = desk.mark_file("a.jpg", jpeg(PILE.photo(other.slip(0, BEST))))
    assert answer["problems"] == ["6A, week 12: 1 slip, counted there, not here"]
    assert answer["standing"]["heading"] == "5B, week 12"
    assert states() == {}
    with open_slip_store() as store:
        assert [entry.state for entry in store.entries(4711)] == [EntryState.ACCEPTED]


@pytest.mark.slow
def test_a_slip_of_a_week_that_was_replaced_is_kept_and_said(desk: Desk) -> None:
    newer = stored_beside(printing(4711))
    desk.show("mark", {"printing": "4711"})
    answer = desk.mark_file("a.jpg", jpeg(PILE.photo(PILE.slip(0, BEST))))
    assert answer["problems"] == ["1 slip with puzzles of this week that were replaced: kept, but not counted here"]
    assert (answer["standing"]["answered"], states()) == (0, {0: "accepted"})
    desk.mark_file("b.jpg", jpeg(PILE.photo(newer.slip(0, CHILD))))
    desk.mark_file("c.jpg", jpeg(PILE.photo(PILE.slip(0, MISTAKE))))  # the older printing does not take the place of the newer one
    with open_slip_store() as store:
        assert [result.cards for result in store.classes.room("5B").results] == [3]


def queue_of(desk: Desk) -> str:
    """The page of the first slip that waits."""
    return page(desk.show("queue", {"printing": NUMBER, "after": "0"}))


def field(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found is not None
    return found[1]


@pytest.fixture
def waiting(desk: Desk) -> Desk:
    """A desk where the slips of 3 and 8 wait: nothing is shaded."""
    desk.mark_file("a.jpg", jpeg(PILE.photo(PILE.slip(0, ""), PILE.slip(1, ""))))
    return desk


def test_a_decision_is_one_answer_and_can_be_taken_back(waiting: Desk) -> None:
    html = queue_of(waiting)
    entry = field(html, "entry")
    assert f"/class/slip.jpg?printing={NUMBER}&amp;entry={entry}" in html
    shown = waiting.show("slip.jpg", {"printing": NUMBER, "entry": entry})
    assert isinstance(shown, ClassFile)
    assert shown.kind == "image/jpeg"
    waiting.change("decide", {"printing": NUMBER, "entry": entry, "shaded": field(html, "shaded")})
    assert sorted(states().values()) == ["decided", "open"]
    with pytest.raises(ClassError, match="there is no picture of this slip any more"):
        waiting.show("slip.jpg", {"printing": NUMBER, "entry": entry})
    waiting.change("undo", {})
    assert sorted(states().values()) == ["open", "open"]
    assert isinstance(waiting.show("slip.jpg", {"printing": NUMBER, "entry": entry}), ClassFile)
    with pytest.raises(ClassError, match="there is nothing to take back"):
        waiting.change("undo", {})


def store_slip(slip: int, marks: str, pupil: int | None, state: EntryState) -> None:
    with open_slip_store() as store:
        store.put(PRINTED.number, entry_of(PRINTED, slip, marks, state, shaded=(0,), pupil=pupil, crop=b"picture"))


def cards_of_ann() -> list[int | None]:
    with open_slip_store() as store:
        return [result.cards for result in store.classes.room("5B").results if result.number == 3]


def test_taking_a_decision_back_gives_the_other_slip_of_the_pupil_its_answer_back(desk: Desk) -> None:
    store_slip(0, BEST, 3, EntryState.ACCEPTED)
    store_slip(3, CHILD, None, EntryState.OPEN)
    desk.change("decide", {"printing": NUMBER, "entry": field(queue_of(desk), "entry"), "shaded": "0", "pupil": "3"})
    assert states() == {0: "open", 3: "decided"}
    desk.change("undo", {})
    assert states() == {0: "accepted", 3: "open"}
    assert cards_of_ann() == [7]


@pytest.fixture
def two_wait(desk: Desk) -> list[str]:
    """Numbers of the entries of two slips that wait."""
    store_slip(0, CHILD, 3, EntryState.OPEN)
    store_slip(1, CHILD, 8, EntryState.OPEN)
    html = page(desk.show("queue", {"printing": NUMBER}))
    assert "2 slips wait" in html
    return field(html, "entries").split()


def test_circles_that_were_tapped_count_and_after_the_last_slip_comes_the_week(desk: Desk, two_wait: list[str]) -> None:
    first, second = two_wait
    desk.change("decide", {"printing": NUMBER, "entry": first, "these": "yes", "ticked": "0 1", "shaded": ""})
    with open_slip_store() as store:
        (answer,) = (entry.answer for entry in store.entries(PRINTED.number) if entry.key == int(first))
    assert answer == marks_of_circles(PRINTED.puzzles[0], PRINTED.form_of(0), frozenset((0, 1)))
    desk.change("decide", {"printing": NUMBER, "entry": second, "out": "yes"})
    assert states() == {0: "decided", 1: "left out"}
    done = desk.show("queue", {"printing": NUMBER})
    assert isinstance(done, ClassAddress)
    assert urlsplit(done.path).path == "/class/mark"


def test_slips_are_decided_together_and_taken_back_together(desk: Desk, two_wait: list[str]) -> None:
    first, second = two_wait
    sent = {"printing": NUMBER, "entries": " ".join(two_wait)}
    desk.change("together", {**sent, f"answer-{second}": "0"})
    assert states() == {0: "open", 1: "decided"}
    desk.change("undo", {})
    desk.change("together", {**sent, f"answer-{first}": "", f"answer-{second}": ""})
    assert (states(), cards_of_ann()) == ({0: "decided", 1: "decided"}, [0])
    assert "Take the last decision back" in page(desk.show("mark", {"printing": NUMBER}))
    desk.change("undo", {})
    assert (states(), cards_of_ann()) == ({0: "open", 1: "open"}, [])


@pytest.mark.parametrize("gone", [0, 1])
def test_slips_together_are_taken_all_or_none(desk: Desk, two_wait: list[str], gone: int) -> None:
    desk.change("decide", {"printing": NUMBER, "entry": two_wait[gone], "out": "yes"})
    answer = desk.change("together", {"printing": NUMBER, "entries": " ".join(two_wait), **{f"answer-{key}": "0" for key in two_wait}})
    assert isinstance(answer, ClassAddress)
    assert "does not wait any more" in parse_qs(urlsplit(answer.path).query)["problem"][0]
    assert states() == {gone: "left out", 1 - gone: "open"}


def test_a_slip_whose_decision_changes_another_is_looked_at_alone(desk: Desk) -> None:
    for slip, pupil in ((0, 3), (3, 3), (2, 17)):
        store_slip(slip, CHILD, pupil, EntryState.OPEN)
    assert "What did" in page(desk.show("queue", {"printing": NUMBER}))


@pytest.mark.parametrize("typed", [None, 4])
def test_taking_back_whose_a_spare_slip_is_leaves_his_results_as_they_were(desk: Desk, typed: int | None) -> None:
    if typed:
        desk.change("result", {"class": "5B", "pupil": "3", "week": "12", "cards": str(typed)})
    store_slip(3, CHILD, None, EntryState.OPEN)
    desk.change("decide", {"printing": NUMBER, "entry": field(queue_of(desk), "entry"), "shaded": "0", "pupil": "3"})
    assert cards_of_ann() == [0]
    desk.change("undo", {})
    assert cards_of_ann() == ([typed] if typed else [])


def test_a_slip_that_does_not_wait_is_not_decided_again(desk: Desk) -> None:
    store_slip(0, CHILD, 3, EntryState.OPEN)
    store_slip(1, CHILD, 8, EntryState.OPEN)
    sent = {"printing": NUMBER, "entry": field(queue_of(desk), "entry")}
    desk.change("decide", {**sent, "out": "yes"})
    answer = desk.change("decide", {**sent, "shaded": "0"})
    assert isinstance(answer, ClassAddress)
    assert parse_qs(urlsplit(answer.path).query)["problem"] == ["this slip does not wait any more; another page decided about it"]
    assert states() == {0: "left out", 1: "open"}


def test_nothing_of_before_a_restore_is_written_into_what_came_back(desk: Desk) -> None:
    store_slip(0, BEST, 3, EntryState.ACCEPTED)
    saved = desk.show("backup", {"class": "5B"})
    assert isinstance(saved, ClassFile)
    with open_slip_store() as store:
        store.remove_entry(store.entries(PRINTED.number)[0].key)
    store_slip(0, CHILD, 3, EntryState.OPEN)
    desk.change("decide", {"printing": NUMBER, "entry": field(queue_of(desk), "entry"), "out": "yes"})
    desk.upload("restore", {"replace": "yes"}, saved.data)
    with pytest.raises(ClassError, match="there is nothing to take back"):
        desk.change("undo", {})
    assert states() == {0: "accepted"}


def test_a_decision_about_a_slip_that_is_gone_cannot_be_taken_back(desk: Desk) -> None:
    store_slip(0, CHILD, 3, EntryState.OPEN)
    entry = field(queue_of(desk), "entry")
    desk.change("decide", {"printing": NUMBER, "entry": entry, "out": "yes"})
    with open_slip_store() as store:
        store.remove_entry(int(entry))
    store_slip(1, BEST, 8, EntryState.ACCEPTED)  # takes the number that is free in the file
    with pytest.raises(ClassError, match="this decision cannot be taken back"):
        desk.change("undo", {})
    assert states() == {1: "accepted"}


@pytest.mark.slow
def test_a_slip_whose_pupil_is_unknown_asks_for_him(desk: Desk) -> None:
    desk.mark_file("a.jpg", jpeg(PILE.photo(PILE.slip(3, CHILD))))
    html = queue_of(desk)
    assert 'name="pupil"' in html
    answer = desk.change("decide", {"printing": NUMBER, "entry": field(html, "entry"), "shaded": "0", "pupil": ""})
    assert isinstance(answer, ClassAddress)
    assert parse_qs(urlsplit(answer.path).query)["problem"] == ["say whose slip this is: 5B has no pupil ?"]
    desk.change("decide", {"printing": NUMBER, "entry": field(html, "entry"), "shaded": "0", "pupil": "17"})
    assert states() == {3: "decided"}


@pytest.mark.slow
def test_a_page_that_shows_an_earlier_choice_changes_nothing_for_the_class(desk: Desk) -> None:
    def layout() -> tuple[int, int]:
        with open_slip_store() as store:
            year = store.classes.room("5B").year
        return year.puzzles, year.versions

    stale = {"class": "5B", "week": "12", "layout": "1 1", "puzzles": "1", "versions": "1"}
    assert 'name="layout" value="1 1"' in page(desk.show("week", {"class": "5B", "week": "12"}))
    desk.change("print", {**stale, "week": "13", "puzzles": "3", "versions": "3"})  # a choice on that page
    assert layout() == (3, 3)
    desk.change("print", stale)
    assert layout() == (3, 3)
    desk.change("print", {**stale, "puzzles": "5"})
    assert layout() == (5, 1)


def test_the_page_says_beside_print_how_many_sheets_the_class_needs(desk: Desk) -> None:
    def said(week: str) -> str:
        return str(re.findall(r'id="sheets">(.*?)</p>', page(desk.show("week", {"class": "5B", "week": week})))[0])

    coming = said("13")
    assert re.fullmatch(r"About \d+ sheets of paper: 2 with slips, \d to project, 1 with the answers. With large slips: \d+.", coming)
    desk.change("print", {"class": "5B", "week": "13", "puzzles": "3", "versions": "2"})
    with open_slip_store() as store:
        pages = len(week_pages(store.printings_of("5B")[-1], paper="a4"))
    assert said("13").startswith(f"{pages} sheets of paper: ")


def test_one_slip_is_printed_alone(desk: Desk) -> None:
    whole, one = (desk.change("print", {"class": "5B", "week": "13", **who}) for who in ({}, {"pupil": "17"}))
    assert isinstance(whole, ClassFile)
    assert isinstance(one, ClassFile)
    assert (whole.name, whole.data[:5], one.name) == ("5B-13.pdf", b"%PDF-", "5B-13-17.pdf")
    assert len(one.data) < len(whole.data)


@pytest.mark.parametrize("won", ["yes", "no", None])
def test_who_challenged_rises_where_the_challenge_was_won_and_only_there(desk: Desk, won: str | None) -> None:
    told = {} if won is None else {"won": won}
    desk.change("ladder", {"class": "5B", "challenger": "8", "challenged": "3", **told})
    with open_slip_store() as store:
        assert store.classes.room("5B").ladder == ((8, 3) if won == "yes" else (3, 8))


def test_results_the_ladder_and_a_pupil_who_left(desk: Desk) -> None:
    desk.change("result", {"class": "5B", "pupil": "3", "week": "12", "cards": "4", "points": ""})
    assert "3 Ann (12)" not in page(desk.show("table", {"class": "5B"}))
    desk.change("contests", {"class": "5B", "on": "1"})
    assert "3 Ann (12)" in page(desk.show("table", {"class": "5B"}))
    wrong = desk.change("result", {"class": "5B", "pupil": "3", "week": "12", "cards": "", "points": ""})
    assert "write the cards, the points, or both" in page(wrong)
    wrong = desk.change("ladder", {"class": "5B", "challenger": "3", "challenged": "x", "won": "yes"})
    assert "&#34;x&#34; is no number" in page(wrong)
    desk.change("update", {"class": "5B", "list": "21\tNew", "level": "gold:2"})
    assert "gold:2" in page(desk.show("table", {"class": "5B"}))
    assert "Remove 3 Ann of class 5B?" in page(desk.show("forget", {"class": "5B", "number": "3"}))
    desk.change("forget", {"class": "5B", "number": "3"})
    assert "Ann" not in page(desk.show("table", {"class": "5B"}))


def test_a_class_comes_back_from_its_backup_and_replaces_none_unasked(desk: Desk) -> None:
    saved = desk.show("backup", {"class": "5B"})
    assert isinstance(saved, ClassFile)
    with pytest.raises(ClassError, match="there is a class 5B already; to replace it with the backup, tick Replace"):
        desk.upload("restore", {}, saved.data)
    assert "Remove class 5B?" in page(desk.show("forget", {"class": "5B"}))
    desk.change("forget", {"class": "5B"})
    assert desk.upload("restore", {}, saved.data) == ClassAddress("/class/table?class=5B")


@pytest.mark.slow
def test_a_puzzle_of_a_pupil_is_proven_or_refused_with_what_was_typed(desk: Desk) -> None:
    desk.change("challenge", {"class": "5B", "pupil": "3", "centre": "7 3 8 2", "hand": "10 x2"})
    assert "3 Ann" in page(desk.show("challenges", {"class": "5B"}))
    refused = desk.change("challenge", {"class": "5B", "pupil": "3", "centre": "7 3", "hand": "15"})
    assert isinstance(refused, ClassAddress)
    told = parse_qs(urlsplit(refused.path).query)
    assert (told["centre"], told["hand"]) == (["7 3"], ["15"])
    assert "no card of this hand can take anything" in told["problem"][0]


def test_a_puzzle_in_large_cards_says_its_task(desk: Desk) -> None:
    shown = desk.show("large", {"printing": NUMBER, "puzzle": "0"})
    assert isinstance(shown, ClassPage)
    assert "Take the most cards. Every card is used once." in shown.html
    assert "Hardness" not in shown.html
    with pytest.raises(ClassError):
        desk.show("large", {"printing": NUMBER, "puzzle": "9"})


@pytest.mark.slow
def test_a_photo_without_a_slip_is_a_puzzle_only_where_one_is_expected_of_the_telephone(desk: Desk) -> None:
    rows = (("7r", -80, -70), ("3g", 0, -70), ("8o", 80, -70), ("10o", -40, 120), ("x2", 40, 120))
    cards = jpeg(laid.photo([(face, (x, y, 0)) for face, x, y in rows]))

    def given(data: bytes, *, may_be_cards: bool = True) -> tuple[str, str]:
        answer = desk.mark_file("a.jpg", data, may_be_cards=may_be_cards)
        return str(answer["challenge"]), " ".join(answer["problems"])

    assert "no slip is seen in it" in given(cards)[1]
    unknown = desk.change("challenge-photo", {"class": "5B", "pupil": "9"})
    assert isinstance(unknown, ClassAddress)
    assert "no+pupil+9" in unknown.path
    desk.change("challenge-photo", {"class": "5B", "pupil": "17"})
    assert "17 Mārama" in desk.photo_page(is_telephone=True)
    assert "no slip is seen in it" in given(cards, may_be_cards=False)[1]
    assert given(b"no picture")[1].startswith("photo: is not a picture")
    assert given(cards) == ("Challenge 1 of 17 Mārama", "")
    assert "no slip is seen in it" in given(cards)[1]  # one photo, one puzzle
    desk.change("challenge-photo", {"class": "5B", "pupil": "8"})
    assert "challenge 1 has the same cards" in given(cards)[1]
    desk.change("challenge-remove", {"class": "5B", "number": "1"})
    desk.change("challenge-photo", {"class": "5B", "stop": "yes"})
    assert "no slip is seen in it" in given(cards)[1]
    with open_slip_store() as store:
        assert store.challenges("5B") == ()


def test_a_pupil_who_is_forgotten_is_expected_on_no_telephone(desk: Desk) -> None:
    desk.change("challenge-photo", {"class": "5B", "pupil": "17"})
    assert "17 Mārama" in desk.photo_page(is_telephone=True)
    desk.change("forget", {"class": "5B", "number": "17"})
    assert "Mārama" not in desk.photo_page(is_telephone=True)


def test_a_puzzle_that_is_expected_while_a_photo_is_read_stays_expected(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_photo: bytes) -> Position:
        desk.change("challenge-photo", {"class": "5B", "pupil": "8"})
        return parse_position("7r 3g 8o", "10o x2")

    monkeypatch.setattr(class_desk, "photographed_position", read)
    desk.change("challenge-photo", {"class": "5B", "pupil": "17"})
    assert desk.mark_file("a.jpg", jpeg(laid.photo([])), may_be_cards=True)["challenge"] == "Challenge 1 of 17 Mārama"
    with open_slip_store() as store:
        assert [challenge.author for challenge in store.challenges("5B")] == [17]
    page = desk.photo_page(is_telephone=True)
    assert "Mārama" not in page
    assert "Photo of cards" in page


def seen(html: str) -> str:
    found = re.search('name="seen" value="([0-9a-f]+)"', html)
    assert found
    return found[1]


def names() -> dict[int, str]:
    with open_slip_store() as store:
        return {pupil.number: pupil.name for pupil in store.classes.room("5B").pupils}


def test_a_list_is_shown_before_it_is_stored(desk: Desk) -> None:
    form = {"name": " 6A ", "list": "Müller, Anna\nMüller, Anna", "level": "silver:1", "look": "yes"}
    shown = page(desk.change("new", form))
    assert "Nothing is stored yet" in shown
    assert "Anna Müller is there more than once, with the numbers 1, 2." in shown
    assert "6A" not in page(desk.show("", {}))
    stored = {**form, "seen": seen(shown)}
    del stored["look"]
    assert isinstance(desk.change("new", stored), ClassAddress)
    again = desk.change("new", stored)  # of a second window
    assert isinstance(again, ClassPage)
    assert "there is a class 6A already" in again.html


def test_what_was_not_shown_is_not_stored(desk: Desk) -> None:
    form = {"class": "5B", "list": "Ann\nBo", "level": "silver:1"}
    shown = page(desk.change("update", {**form, "look": "yes"}))
    assert "has changed since" not in shown
    edited = page(desk.change("update", {**form, "list": "Ann\nCem", "seen": seen(shown)}))
    assert "The list or the class has changed since." in edited
    desk.change("forget", {"class": "5B", "number": "8"})  # in another window
    assert "The list or the class has changed since." in page(desk.change("update", {**form, "seen": seen(shown)}))
    assert names() == {3: "Ann", 17: "Mārama"}


def test_a_list_of_names_keeps_numbers_and_says_who_is_missing(desk: Desk) -> None:
    form = {"class": "5B", "list": "17 Ann\n3 Cem\n8 Bo", "level": "gold:2"}
    shown = page(desk.change("update", {**form, "look": "yes"}))
    boxes = re.findall(r'<input type="checkbox" name="(other-\d)"( checked)?>', shown)
    assert boxes == [("other-3", " checked")]  # Bo is quite another name than 李明; 3 is Ann's, so Cem gets a number of his own
    answer = desk.change("update", {**form, "seen": seen(shown)})  # the box was cleared: Bo is 李明
    assert answer == ClassAddress("/class/table?class=5B&absent=17")
    assert names() == {3: "Ann", 8: "Bo", 17: "Mārama", 18: "Cem"}
    table = page(desk.show("table", {"class": "5B", "absent": "17 x 99"}))
    assert "They stayed in the class." in table
    assert table.count("/class/pupil?class=5B&amp;number=17") == 2
    assert "They stayed in the class." not in page(desk.show("table", {"class": "5B"}))


def test_no_file_is_saved_in_a_folder() -> None:
    assert ClassFile(b"", "text/csv", "5B-12/13.csv").name == "5B-12-13.csv"


def test_a_file_becomes_the_text_of_the_form_or_one_line(desk: Desk) -> None:
    taken = desk.upload("list", {"file": "5B.csv"}, "Nr;Name\r\n1;Jörg".encode("windows-1252"))
    assert taken == ClassFile("Nr;Name\n1;Jörg".encode(), "text/plain; charset=utf-8")
    with pytest.raises(ClassError, match=r"5B\.xlsx: is no text"):
        desk.upload("list", {"file": "5B.xlsx"}, b"PK\x03\x04")


def test_the_tables_of_an_office_are_saved_under_the_class(desk: Desk) -> None:
    desk.change("result", {"class": "5B", "pupil": "3", "week": "12", "cards": "4", "points": ""})
    for view, name, lines in (("class.csv", "5B.csv", 3), ("names.csv", "5B-names.csv", 3)):
        file = desk.show(view, {"class": "5b"})
        assert isinstance(file, ClassFile)
        assert (file.kind, file.name, len(file.data.splitlines())) == ("text/csv", name, 1 + lines)
    one = desk.show("pupil.csv", {"class": "5B", "number": "3"})
    assert isinstance(one, ClassFile)
    assert [line.split(b",")[:2] for line in one.data.splitlines()[1:]] == [[b"3", b"Ann"]]


def test_a_child_who_is_gone_is_one_line_in_every_view(desk: Desk) -> None:
    desk.change("forget", {"class": "5B", "number": "3"})
    for view in ("pupil", "pupil.html", "pupil.csv", "forget"):
        with pytest.raises(ClassError, match="class 5B has no pupil 3; its numbers are 8, 17"):
            desk.show(view, {"class": "5B", "number": "3"})
    with pytest.raises(ClassError, match="has no pupil 3"):
        desk.change("forget", {"class": "5B", "number": "3"})
