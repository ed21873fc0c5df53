"""Tables of another game: said to be that, and nothing is read from them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.printing.deck_art import BACK, read_art
from numero_cam.printing.paper import Drawing, FilledArea, PaperPage, PlacedDrawing
from numero_cam.printing.raster import page_pixels
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.foreign_deck import groups_together, has_pack_size, is_other_game

WIDE, HIGH, ACROSS = 380, 240, 5


def table_of(cards: list[Drawing]) -> Frame:
    """Ten cards in two rows on a grey cloth."""
    ground = FilledArea((96, 104, 100), (np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32),))
    items = [PlacedDrawing(card, 18 + 72 * (k % ACROSS), 18 + 108 * (k // ACROSS)) for k, card in enumerate(cards)]
    picture = page_pixels(PaperPage(WIDE, HIGH, (ground, *items)), 75)
    return Frame("table", np.ascontiguousarray(cv2.GaussianBlur(picture, (0, 0), 0.6)))


@pytest.mark.slow
@pytest.mark.parametrize("faces", [("7r",), ("7r", "12b", "x3"), ("7r", "12b", "9g", "x3", "14o", "1/2")])
def test_a_pack_with_its_backs_is_no_other_game(photo_reader: Reader, faces: tuple[str, ...]) -> None:
    art = read_art()
    state = photo_reader.read(table_of([art[face] for face in faces] + [art[BACK]] * (10 - len(faces))))
    assert sorted(card.card for card in state.cards if card.card) == sorted(faces)
    assert not any("another game's" in problem for problem in state.problems)


def unit(*values: float) -> np.ndarray:
    row = np.array(values, np.float32)
    return np.asarray(row / np.linalg.norm(row))


@pytest.mark.parametrize(
    ("no_faces", "read", "told"),
    [
        ([], 0, False),
        ([unit(1, 0, 0)], 0, False),
        ([unit(1, 0, 0), unit(1, 0.1, 0), unit(1, 0, 0.1)], 0, False),
        ([unit(1, 0, 0), unit(0, 1, 0)], 0, True),
        ([unit(1, 0, 0), unit(0, 1, 0)], 1, True),
        ([unit(1, 0, 0), unit(0, 1, 0)], 2, False),
        ([unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1)], 2, False),
        ([unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1), unit(-1, 0, 0)], 2, True),
    ],
)
def test_twice_as_many_different_cards_without_a_face_as_with_one(no_faces: list[np.ndarray], read: int, told: bool) -> None:
    assert is_other_game(no_faces, ["7r", "x3"][:read]) is told


def test_beside_playing_cards_those_without_a_number_are_court_cards() -> None:
    courts = [unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1)]
    assert not is_other_game(courts, ["10h"])
    assert not is_other_game(courts, ["10h", "9s", "9"])
    assert is_other_game([*courts, unit(-1, 0, 0)], ["10h", "9b"])


def test_the_order_does_not_matter() -> None:
    rows = [unit(1, 0, 0), unit(1, 0.05, 0), unit(0, 1, 0)]
    answers = {is_other_game([rows[k] for k in order], ["7r"]) for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0))}
    assert answers == {True}


def squares(*rows: tuple[float, float, float]) -> NDArray[np.float64]:
    """Squares by the middle and the side of each, ``(N, 4, 2)``."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    return np.stack([np.array([x, y]) + side * corners for x, y, side in rows])


def test_keys_beside_a_card_have_another_size() -> None:
    quads = squares((100, 100, 60), (300, 100, 25), (330, 100, 25), (100, 300, 55))
    assert has_pack_size(quads, np.array([True, False, False, False]), None).tolist() == [True, False, False, True]
    assert has_pack_size(quads, np.zeros(4, bool), None).all(), "nothing is read, so nothing is known of the size"


def test_on_a_known_plane_what_is_far_away_may_look_small() -> None:
    tilted = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0.004, 1.0]])
    far = np.asarray(cv2.perspectiveTransform(squares((100, 600, 60), (100, 0, 60)), tilted), np.float64)
    assert has_pack_size(far, np.array([False, True]), np.linalg.inv(tilted)).all()
    assert not has_pack_size(far, np.array([False, True]), None).all()


def test_what_lies_apart_is_another_group() -> None:
    quads = squares((0, 0, 50), (100, 0, 50), (200, 0, 50), (500, 0, 50), (600, 40, 50))
    assert sorted(groups_together(quads)) == [[0, 1, 2], [3, 4]]
