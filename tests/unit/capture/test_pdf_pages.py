"""Pages of PDFs: a process of its own draws them, is ended where one takes too long, and goes on with the next."""

from collections.abc import Iterator

import pytest

from numero_cam.base.errors import PictureError
from numero_cam.capture import pdf_pages as module
from numero_cam.capture.pdf_pages import PdfChild, pdf_pages
from tests.fuzz.hostile import PDF_BOMB, pdf

pytest.importorskip("pypdfium2", reason="the extra scan is not installed")
TOO_MUCH = "takes more than 15 seconds or 700 MB, as no scanned page does; scan the slips again"


@pytest.fixture
def child() -> Iterator[PdfChild]:
    made = PdfChild()
    yield made
    made.end()


@pytest.fixture
def hasty() -> Iterator[PdfChild]:
    """A child that is ended after a second."""
    made = PdfChild(1.0)
    yield made
    made.end()


def names(data: bytes, child: PdfChild) -> list[str]:
    return [frame.name for frame in pdf_pages(data, "it.pdf", child)]


def test_pages_come_in_order_at_the_resolution_of_scanners(child: PdfChild) -> None:
    frames = list(pdf_pages(pdf(pages=2), "it.pdf", child))
    assert [(frame.name, frame.width, frame.height) for frame in frames] == [("it.pdf, page 1", 1667, 2223), ("it.pdf, page 2", 1667, 2223)]
    assert int(frames[0].pixels.min()) == 255


def test_a_page_that_would_be_drawn_for_hours_is_ended_and_the_next_pdf_is_read(hasty: PdfChild, child: PdfChild) -> None:
    with pytest.raises(PictureError, match=TOO_MUCH):
        names(PDF_BOMB, hasty)
    hasty.end()
    assert names(pdf(), child) == ["it.pdf, page 1"]


def test_a_page_that_takes_all_memory_is_ended(child: PdfChild) -> None:
    with pytest.raises(PictureError, match=f"it.pdf, page 1: {TOO_MUCH}"):
        names(pdf(box="0 0 1 1000000000"), child)
    assert names(pdf(), child) == ["it.pdf, page 1"]


def test_a_large_page_is_drawn_smaller(child: PdfChild) -> None:
    (frame,) = pdf_pages(pdf(box="0 0 1000000 1000000"), "it.pdf", child)
    assert (frame.width, frame.height) == (5000, 5000)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (pdf(pages=0), "cannot be read as a PDF; scan the slips again"),
        (pdf(pages=151), "has 151 pages; give 1 to 150 at once"),
        (b"%PDF-1.4 broken", "cannot be read as a PDF; scan the slips again"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(child: PdfChild, data: bytes, why: str) -> None:
    with pytest.raises(PictureError, match=f"it.pdf: {why}"):
        names(data, child)


def test_two_pdfs_take_turns_and_one_goes_on_where_the_child_was_ended(child: PdfChild) -> None:
    """Another telephone's bomb ends the child between two pages of this one."""
    mine, other = pdf_pages(pdf(pages=2), "mine.pdf", child), pdf_pages(pdf(), "other.pdf", child)
    assert [next(mine).name, next(other).name] == ["mine.pdf, page 1", "other.pdf, page 1"]
    child.end()
    assert [next(mine).name, *(frame.name for frame in other)] == ["mine.pdf, page 2"]


def test_without_its_package_a_pdf_names_what_to_install(monkeypatch: pytest.MonkeyPatch, child: PdfChild) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(PictureError, match=r"needs pypdfium2; install it with: .*scan"):
        names(pdf(), child)
