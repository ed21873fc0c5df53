"""Sheets as PDF and as pixels: two ways that must show the same."""

import cv2
import numpy as np
import pytest

from numero_cam.printing.paper import SHEET_SIZES, Drawing, FilledArea, PaperItem, PaperPage, PlacedDrawing, TextLine, box, ruler
from numero_cam.printing.pdf import pdf_bytes
from numero_cam.printing.raster import page_pixels, page_png
from tests.pdf_pages import Document

RED, BLUE = (200, 20, 30), (10, 60, 190)
FRAME = FilledArea(RED, (box(2, 2, 20, 30).rings[0], box(5, 5, 14, 24).rings[0]))
TRIANGLE = FilledArea(BLUE, (np.array([[0, 0], [12, 0], [0, 9]], np.float32),))


@pytest.mark.parametrize(
    "items",
    [
        (),
        (box(10, 10, 30, 20, RED),),
        (FRAME,),  # a ring in a ring is a hole
        (PlacedDrawing(Drawing((TRIANGLE, box(1, 1, 2, 2))), 30, 40), PlacedDrawing(Drawing((TRIANGLE,)), 5, 5)),
        ruler(5, 60, 50),
    ],
    ids=["empty", "box", "hole", "placed", "ruler"],
)
def test_pdf_and_pixels_show_the_same(items: tuple[PaperItem, ...]) -> None:
    page = PaperPage(60, 80, items)
    sheet = Document(pdf_bytes([page], "test")).draw(0, 127)
    assert sheet.size == pytest.approx((60, 80), abs=1e-3)
    assert np.abs(sheet.pixels.astype(int) - page_pixels(page, 127)).max() <= 40  # a soft edge may fall a sixteenth of a pixel elsewhere
    assert (sheet.pixels == page_pixels(page, 127)).mean() > 0.999


def test_a_drawing_that_is_laid_twice_is_stored_once() -> None:
    drawing = Drawing((FilledArea(RED, (np.random.default_rng(1).uniform(0, 50, (4000, 2)).astype(np.float32),)),))
    once = pdf_bytes([PaperPage(60, 80, (PlacedDrawing(drawing, 0, 0),))], "")
    assert len(pdf_bytes([PaperPage(60, 80, (PlacedDrawing(drawing, 0, 0),))] * 9, "")) < 1.2 * len(once)


def test_words_stand_where_they_should() -> None:
    said = "Print at 100 % (63 x 88 mm)\\"
    data = pdf_bytes([PaperPage(*SHEET_SIZES["a4"], (TextLine(said, 20, 290),))], said)
    (word,) = Document(data).draw(0, 30).words
    assert word[0] == said
    assert word[1:] == pytest.approx((20, 290), abs=0.01)


def test_the_file_asks_to_be_printed_at_its_own_size() -> None:
    assert b"/PrintScaling /None" in Document(pdf_bytes([PaperPage(10, 10, ())], "")).catalogue


def test_a_png_says_its_size() -> None:
    data = page_png(PaperPage(63, 88, (box(0, 0, 63, 44, RED),)), 254)
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == (880, 630, 3)
    at = data.index(b"pHYs")
    assert int.from_bytes(data[at + 4 : at + 8], "big") == 10_000  # pixels a metre
