"""The deck to print: all cards, true to size, each back behind its face."""

import zlib
from pathlib import Path

import numpy as np
import pytest

from numero_cam.base.files import data_folder
from numero_cam.games.numero.rules.cards import PACK
from numero_cam.printing.deck_art import BACK, CARD_HEIGHT, CARD_WIDTH, read_art
from numero_cam.printing.deck_sheets import deck_pages, sheet_answers
from numero_cam.printing.paper import SHEET_SIZES, Drawing, FilledArea, PaperError, PaperPage, PlacedDrawing, TextLine, box
from numero_cam.printing.pdf import pdf_bytes
from tests.pdf_pages import Document
from workshop.trace import write_art

ART = read_art()
LABELS = [str(card) for card in PACK]


def cards(page: PaperPage) -> list[PlacedDrawing]:
    return [item for item in page.items if isinstance(item, PlacedDrawing)]


def test_the_artwork_has_every_card_and_a_back() -> None:
    assert set(ART) == {*LABELS, BACK}


@pytest.mark.parametrize("face", [*LABELS, BACK])
def test_each_drawing_fills_its_card_and_no_more(face: str) -> None:
    (ground,) = ART[face].fills[0].rings
    assert ground.min(axis=0).tolist() == [0, 0]
    assert ground.max(axis=0).tolist() == [CARD_WIDTH, CARD_HEIGHT]
    points = np.concatenate([ring for fill in ART[face].fills for ring in fill.rings])
    assert points.min() >= 0
    assert (points <= [CARD_WIDTH, CARD_HEIGHT]).all()


def test_the_artwork_is_small_in_the_wheel() -> None:
    assert len(zlib.compress((data_folder("deck") / "own.svg").read_bytes())) < 100_000


def test_no_two_faces_are_drawn_alike() -> None:
    shapes = {face: b"".join(ring.tobytes() for fill in drawing.fills for ring in fill.rings) for face, drawing in ART.items()}
    assert len(set(shapes.values())) == len(shapes)
    # Form beside colour: even without their colours, the four sevens are told apart.
    assert len({shapes[f"7{colour}"] for colour in "rbgo"}) == 4


@pytest.mark.parametrize("paper", SHEET_SIZES)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_each_back_lies_behind_its_face(paper: str, flip: str) -> None:
    width, height = SHEET_SIZES[paper]
    pages = deck_pages(LABELS, ART, paper=paper, flip=flip)
    assert [len(cards(page)) for page in pages] == [*[9, 9] * 9, 8, 8]
    for front, reverse in zip(pages[::2], pages[1::2], strict=True):
        for face, back in zip(cards(front), cards(reverse), strict=True):
            assert back.drawing is ART[BACK]
            x, y = (width - back.x - CARD_WIDTH, back.y) if flip == "long" else (back.x, height - back.y - CARD_HEIGHT)
            assert (face.x, face.y) == pytest.approx((x, y))


@pytest.mark.parametrize("paper", SHEET_SIZES)
def test_cards_are_true_to_size_on_the_printed_page(paper: str) -> None:
    ground = Drawing((box(0, 0, CARD_WIDTH, CARD_HEIGHT, (0, 0, 0)),))
    # A lone card's ground goes on by the bleed; a white one lets only the card beside it be seen.
    white = Drawing((box(0, 0, CARD_WIDTH, CARD_HEIGHT, (255, 255, 255)),))
    art = {"7r": ground, "8r": white, BACK: white}
    pages = deck_pages(["8r", "8r", "8r", "8r", "7r", "8r", "8r", "8r", "8r"], art, paper=paper, backs=False)
    sheet = Document(pdf_bytes(pages, "")).draw(0, 254)  # ten pixels a millimetre
    dark = (sheet.pixels < 60).all(axis=2)
    rows, columns = np.flatnonzero(dark.sum(axis=1) > 300), np.flatnonzero(dark.sum(axis=0) > 300)
    assert abs(len(columns) - 10 * CARD_WIDTH) <= 4  # the cut lines lie half inside, with soft edges
    assert abs(len(rows) - 10 * CARD_HEIGHT) <= 4
    assert sheet.size == pytest.approx(SHEET_SIZES[paper], abs=0.01)


@pytest.mark.parametrize("paper", SHEET_SIZES)
def test_everything_lies_where_printers_print(paper: str) -> None:
    width, height = SHEET_SIZES[paper]
    for page in deck_pages(LABELS, ART, paper=paper, backs=False):
        areas = np.concatenate([ring for item in page.items if isinstance(item, FilledArea) for ring in item.rings])
        words = [item for item in page.items if isinstance(item, TextLine)]
        assert areas.min() >= 1.5
        assert (areas <= [width - 1.5, height - 4]).all()
        assert all(4 < item.y < height - 4 for item in words)


def test_cards_of_choice_as_often_as_named() -> None:
    (page,) = deck_pages(["7r", "7r", "x3"], ART, paper="a4", backs=False)
    assert [card.drawing for card in cards(page)] == [ART["7r"], ART["7r"], ART["x3"]]


@pytest.mark.parametrize(("faces", "words"), [([], "no card is to be printed"), (["7r", "7h"], "the deck has no card 7h")])
def test_what_cannot_be_printed(faces: list[str], words: str) -> None:
    with pytest.raises(PaperError, match=words):
        deck_pages(faces, ART, paper="a4")


def test_answers_say_what_lies_where() -> None:
    text = sheet_answers(LABELS[:11])
    sheets = [part for part in text.split("\n\n") if "# sheet" in part]
    rows = [[line.split() for line in sheet.splitlines()[1:]] for sheet in sheets]
    assert rows == [[LABELS[0:3], LABELS[3:6], LABELS[6:9]], [LABELS[9:11]]]


def test_artwork_comes_back_from_its_file(tmp_path: Path) -> None:
    hole = FilledArea((1, 2, 253), (box(1, 2, 30.25, 40).rings[0], box(5, 5, 3, 3.5).rings[0]))
    art = {"1/2": Drawing((box(0, 0, 63, 88), hole)), "-4": Drawing((box(0, 0, 63, 88, (9, 8, 7)),))}
    write_art(tmp_path / "art.svg", art)
    again = read_art(tmp_path / "art.svg")
    assert list(again) == list(art)
    for face, drawing in art.items():
        assert [fill.colour for fill in again[face].fills] == [fill.colour for fill in drawing.fills]
        for fill, other in zip(again[face].fills, drawing.fills, strict=True):
            assert all(np.allclose(a, b, atol=0.006) for a, b in zip(fill.rings, other.rings, strict=True))


@pytest.mark.parametrize("text", ["", "<svg", '<svg xmlns="http://www.w3.org/2000/svg"><symbol/></svg>'])
def test_broken_artwork_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "art.svg").write_text(text)
    with pytest.raises(PaperError, match="install numero-cam again"):
        read_art(tmp_path / "art.svg")
