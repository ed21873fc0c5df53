"""The colours of a table's cards, compared with each other."""

import cv2
import numpy as np
import pytest

from numero_cam.identify.hues import compare, of_one_kind, print_of, weigh_plain

RED, BLUE, GREEN, ORANGE = (200, 30, 60), (30, 70, 200), (40, 130, 120), (230, 120, 30)


def card(ink: tuple[int, int, int], *, light: float = 1.0, tint: tuple[float, float, float] = (1, 1, 1)) -> np.ndarray:
    """A crop of a white card with a numeral in the ink, under a light."""
    crop = np.full((132, 96, 3), 235, np.uint8)
    cv2.putText(crop, "7", (22, 100), cv2.FONT_HERSHEY_SIMPLEX, 3.0, ink, 14)
    lit = np.clip(crop.astype(np.float32) * light * np.array(tint, np.float32), 0, 255).astype(np.uint8)
    return np.dstack([lit, np.zeros((132, 96), np.uint8)])


def hue(*args: object, **more: object) -> np.ndarray:
    told = print_of(card(*args, **more))  # type: ignore[arg-type]
    assert told is not None
    return told.hue


@pytest.mark.parametrize("ink", [RED, BLUE, GREEN, ORANGE])
def test_the_brightness_of_the_light_leaves_the_hue(ink: tuple[int, int, int]) -> None:
    others = [np.linalg.norm(hue(ink) - hue(other)) for other in (RED, BLUE, GREEN, ORANGE) if other != ink]
    assert np.linalg.norm(hue(ink) - hue(ink, light=0.5)) < 0.25 * min(others)


def test_a_card_that_is_hardly_seen_has_no_hue() -> None:
    crop = card(RED)
    crop[:, :, 3] = 255
    assert print_of(crop) is None


BLACK, DARK_GREEN = (25, 25, 28), (12, 60, 45)


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (1.0, 0.8, 0.6), (0.8, 0.9, 1.0)])
@pytest.mark.parametrize(("ink", "colourful"), [(BLACK, False), (DARK_GREEN, True), (RED, True)])
def test_print_is_black_or_has_a_colour_in_any_light(ink: tuple[int, int, int], colourful: bool, tint: tuple[float, float, float]) -> None:
    told = print_of(card(ink, tint=tint))
    assert told is not None
    # Blue, red, none of the colours, and a suit, as a network may tell them that sees dark print.
    alone = np.array([0.3, 0.1, 0.5, 0.1])
    weighed = weigh_plain(alone, [0, 1], 2, told.chroma)
    assert (weighed[:2].sum() > 0.75) == colourful
    assert (weighed[2] > 0.75) == (not colourful)
    assert weighed.sum() == pytest.approx(1)
    assert weighed[3] == alone[3]
    assert weighed[0] / weighed[1] == pytest.approx(3)


def test_print_that_may_be_either_changes_little() -> None:
    alone = np.array([0.4, 0.6])
    assert abs(weigh_plain(alone, [0], 1, 0.15) - alone).max() < 0.15


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (1.0, 0.75, 0.5), (0.8, 0.9, 1.0)])
def test_a_doubtful_card_has_the_colour_of_those_that_look_alike(tint: tuple[float, float, float]) -> None:
    inks = [BLUE, BLUE, GREEN, GREEN, RED, GREEN]
    sure = np.eye(4)[[1, 1, 2, 2, 0]] * 0.96 + 0.01
    doubtful = np.array([[0.02, 0.7, 0.27, 0.01]])
    told = compare(np.concatenate([sure, doubtful]), np.stack([hue(ink, tint=tint) for ink in inks]))
    assert told.argmax(axis=1).tolist() == [1, 1, 2, 2, 0, 2]
    assert np.allclose(told.sum(axis=1), 1)


def test_a_colour_that_no_other_card_shows_is_left_to_the_card() -> None:
    chances = np.eye(4)[[0, 0, 3]] * 0.96 + 0.01
    told = compare(chances, np.stack([hue(RED), hue(RED), hue(ORANGE)]))
    assert told.argmax(axis=1).tolist() == [0, 0, 3]


def test_a_card_alone_stays_as_it_is() -> None:
    chances = np.array([[0.1, 0.2, 0.3, 0.4]])
    assert compare(chances, np.stack([hue(RED)])) == pytest.approx(chances, abs=1e-6)


def test_among_coloured_cards_a_suit_is_a_colour() -> None:
    sure = np.eye(5)[[0, 0, 1]] * 0.95 + 0.01
    told = of_one_kind(np.concatenate([sure, [[0.3, 0.1, 0.4, 0.1, 0.1]]]), [[0, 1], [2, 3]])
    assert told[-1].argmax() == 0
    assert told[-1, 4] == pytest.approx(0.1), "what is neither stays as it is"
    assert np.allclose(told.sum(axis=1), 1)


def test_a_card_among_few_is_taken_as_it_looks() -> None:
    one_each = np.array([[0.95, 0.05], [0.05, 0.95]])
    assert of_one_kind(one_each, [[0], [1]]).argmax(axis=1).tolist() == [0, 1]
