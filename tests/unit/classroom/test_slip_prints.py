"""Slips on paper: true to their layout, and no letter that becomes a question mark."""

import cv2
import numpy as np
import pytest

from numero_cam.classroom.slip_prints import PrintedPuzzle, SlipContent, fit_text, slip_pages
from numero_cam.marking import slip_layout
from numero_cam.marking.slip_layout import SlipCode, marker_dictionary, marker_number
from numero_cam.printing import lettering
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.lettering import can_be_printed, missing_letters, text_outlines, text_width
from numero_cam.printing.paper import SHEET_SIZES, PaperError, PaperPage, TextLine
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.printing.raster import page_pixels
from tests.pdf_pages import Document

ART = read_art()
PUZZLE = PrintedPuzzle(("7r", "11b", "3g", "8o", "5r"), ("10o", "12b"), ("x2", "sqrt"))
SLIP = SlipContent(SlipCode(483920, 7), "5B, week 12", "Pupil 17  Mārama", (PUZZLE,))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.slow
def test_markers_lie_where_the_layout_says(paper: str) -> None:
    page = slip_pages([SLIP] * 4, ART, paper=paper)[0]
    drawn = Document(pdf_bytes([page], "slips")).draw(0, 254).pixels  # ten pixels a millimetre
    corners, ids, _ = cv2.aruco.ArucoDetector(marker_dictionary()).detectMarkers(cv2.cvtColor(drawn, cv2.COLOR_RGB2GRAY))
    assert sorted(ids.ravel().tolist()) == sorted(4 * [marker_number(7, corner) for corner in range(4)])
    width, height = SHEET_SIZES[paper]
    expected = [
        slip_layout.marker_corners(SLIP.layout.size)[corner]
        + ((width / 2 - SLIP.layout.size[0]) / 2 + x * width / 2, (height / 2 - SLIP.layout.size[1]) / 2 + y * height / 2)
        for corner in range(4)
        for x in (0, 1)
        for y in (0, 1)
    ]
    for quad in corners:
        assert min(np.abs(np.asarray(quad).reshape(4, 2) / 10 - place).max() for place in expected) < 0.2


def test_no_letter_becomes_a_question_mark() -> None:
    page = PaperPage(80, 20, (TextLine("Mārama Nguyễn √16 − ⅓ ∛", 5, 10, 5), TextLine("plain", 5, 18, 3)))
    sheet = Document(pdf_bytes([page], "Mārama")).draw(0, 254)
    assert [word for word, *_ in sheet.words] == ["plain"]  # the other is drawn
    assert np.abs(sheet.pixels[:130].astype(int) - page_pixels(page, 254)[:130]).mean() < 1
    left = sheet.pixels[40:120, 50:].mean(axis=(0, 2)) < 250
    assert left.sum() > 300  # the whole line is there


def test_a_letter_that_no_font_has_is_an_error_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "font_files", lambda: ())
    assert missing_letters("Mārama 李 𝄞") == "李𝄞"
    assert not can_be_printed("龘")
    with pytest.raises(PaperError, match="cannot be printed"):
        text_outlines(TextLine("龘", 0, 0))


def test_a_name_that_the_own_font_lacks_is_drawn_in_a_font_of_the_system() -> None:
    if not can_be_printed("李明"):
        pytest.skip("no font of this computer has these letters")
    (area,) = [text_outlines(TextLine("李明", 10, 20, 4))]
    points = np.concatenate(area.rings)
    assert points[:, 0].min() > 9
    assert np.ptp(points[:, 1]) > 3


@pytest.mark.slow
def test_two_large_slips_a_page_have_the_same_parts_in_another_size() -> None:
    (small,), (large,) = (slip_pages([SLIP] * count, ART, paper="a4", is_large=count == 2) for count in (4, 2))
    assert (large.width, large.height) == (small.height, small.width)
    texts = [[item.text for item in page.items if isinstance(item, TextLine)] for page in (small, large)]
    assert texts[0] == texts[1] * 2
    assert len(pdf_bytes([large], "")) < 1.2 * len(pdf_bytes([small], ""))  # a card is stored once
    _, ids, _ = cv2.aruco.ArucoDetector(marker_dictionary()).detectMarkers(cv2.cvtColor(page_pixels(large, 200), cv2.COLOR_RGB2GRAY))
    assert len(ids) == 8


def test_a_title_in_any_letters_is_written_for_the_reader() -> None:
    assert "Mārama".encode("utf-16-be") in pdf_bytes([PaperPage(10, 10, ())], "Mārama")


def test_a_puzzle_that_has_no_room_or_no_card_is_refused() -> None:
    with pytest.raises(PaperError, match="a slip has room for"):
        slip_pages([SlipContent(SlipCode(1, 0), "", "", (PrintedPuzzle(("7r",) * 9, ("10o",), ()),))], ART, paper="a4")
    with pytest.raises(PaperError, match="no card 16r"):
        slip_pages([SlipContent(SlipCode(1, 0), "", "", (PrintedPuzzle(("16r",), ("10o",), ()),))], ART, paper="a4")


@pytest.mark.parametrize("text", ["5B", "a" * 60, "a" * 200])
def test_words_are_made_to_fit(text: str) -> None:
    words = fit_text(text, (0, 0), 3, 60)
    assert text_width(words.text, words.height) <= 60.001
    assert words.text.startswith(text[:20])


def test_four_slips_a_page() -> None:
    assert [len(slip_pages([SLIP] * count, ART, paper="a4")) for count in (1, 4, 5, 9)] == [1, 1, 2, 3]
