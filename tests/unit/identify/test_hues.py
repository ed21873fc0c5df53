"""The colours of a table's cards, compared with each other."""

import cv2
import numpy as np
import pytest

from numero_cam.identify.hues import Print, compare, features, of_one_kind, print_of, weigh_ink, weigh_plain

RED, BLUE, GREEN, ORANGE = (200, 30, 60), (30, 70, 200), (40, 130, 120), (230, 120, 30)


def card(ink: tuple[int, int, int], *, light: float = 1.0, tint: tuple[float, float, float] = (1, 1, 1)) -> np.ndarray:
    """A crop of a white card with a numeral in the ink, under a light."""
    crop = np.full((132, 96, 3), 235, np.uint8)
    cv2.putText(crop, "7", (22, 100), cv2.FONT_HERSHEY_SIMPLEX, 3.0, ink, 14)
    lit = np.clip(crop.astype(np.float32) * light * np.array(tint, np.float32), 0, 255).astype(np.uint8)
    return np.dstack([lit, np.zeros((132, 96), np.uint8)])


def ink_of(*args: object, **more: object) -> np.ndarray:
    told = print_of(card(*args, **more))  # type: ignore[arg-type]
    assert told is not None
    return told.ink


def apart(ink: tuple[int, int, int]) -> float:
    """How far the nearest other colour's ink is off."""
    return min(float(np.linalg.norm(ink_of(ink) - ink_of(other))) for other in (RED, BLUE, GREEN, ORANGE) if other != ink)


@pytest.mark.parametrize("ink", [RED, BLUE, GREEN, ORANGE])
def test_light_and_blur_leave_the_ink(ink: tuple[int, int, int]) -> None:
    assert np.linalg.norm(ink_of(ink)) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(ink_of(ink) - ink_of(ink, light=0.5)) < 0.25 * apart(ink)
    assert np.linalg.norm(ink_of(ink) - ink_of(ink, tint=(1.0, 0.8, 0.6))) < 0.25 * apart(ink)
    crop = card(ink)
    crop[..., :3] = cv2.GaussianBlur(crop[..., :3], (0, 0), 6)
    blurred = print_of(crop)
    assert blurred is not None
    assert np.linalg.norm(ink_of(ink) - blurred.ink) < 0.4 * apart(ink)


def test_a_card_that_is_hardly_seen_has_no_ink() -> None:
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


TEAL = Print(np.array([0.8, 0.43, 0.42], np.float32), 0.5)


def test_what_the_regression_is_given() -> None:
    told = features(TEAL)
    assert told.shape == (15,)
    assert told[:4] == pytest.approx([1, 0.8, 0.43, 0.42], abs=1e-6)
    assert told[4] == pytest.approx(np.log(0.55) / 2, abs=1e-6)
    assert told[5] == pytest.approx(0.64, abs=1e-6)
    assert told[-1] == pytest.approx(told[4] ** 2)


def test_ink_speaks_where_the_network_is_too_sure() -> None:
    blue, green, weights = 1, 2, np.zeros((15, 5))
    weights[3, blue] = -12.0  # who takes that much blue light is not blue
    chances = np.array([0.0, 0.85, 0.04, 0.0, 0.01, 0.1])  # the last one is a suit
    told = weigh_ink(chances, [0, 1, 2, 3, 4], TEAL, weights)
    assert told.argmax() == green
    assert told.sum() == pytest.approx(chances.sum())
    assert told[5] == chances[5]
    without = weigh_ink(chances, [0, 1, 2, 3, 4], TEAL, np.zeros((15, 5)))
    assert without.argmax() == blue, "an ink that tells nothing changes no order"


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (1.0, 0.75, 0.5), (0.8, 0.9, 1.0)])
def test_a_doubtful_card_has_the_colour_of_those_that_look_alike(tint: tuple[float, float, float]) -> None:
    inks = [BLUE, BLUE, GREEN, GREEN, RED, GREEN]
    sure = np.eye(4)[[1, 1, 2, 2, 0]] * 0.96 + 0.01
    doubtful = np.array([[0.02, 0.7, 0.27, 0.01]])
    told = compare(np.concatenate([sure, doubtful]), np.stack([ink_of(ink, tint=tint) for ink in inks]))
    assert told.argmax(axis=1).tolist() == [1, 1, 2, 2, 0, 2]
    assert np.allclose(told.sum(axis=1), 1)


def test_a_colour_that_no_other_card_shows_is_left_to_the_card() -> None:
    chances = np.eye(4)[[0, 0, 3]] * 0.96 + 0.01
    told = compare(chances, np.stack([ink_of(RED), ink_of(RED), ink_of(ORANGE)]))
    assert told.argmax(axis=1).tolist() == [0, 0, 3]


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (1.0, 0.75, 0.5)])
def test_cards_of_one_ink_that_the_network_all_but_surely_takes_for_another_colour(tint: tuple[float, float, float]) -> None:
    teal = (50, 115, 105)
    inks = [BLUE, BLUE, teal, teal, teal, RED]
    alone = np.eye(4)[[1, 1, 1, 1, 2, 0]] * 0.96 + 0.01
    alone[2:5] = [[0.001, 0.6, 0.398, 0.001], [0.001, 0.7, 0.298, 0.001], [0.001, 0.4, 0.598, 0.001]]
    told = compare(alone, np.stack([ink_of(ink, tint=tint) for ink in inks]))
    assert told.argmax(axis=1).tolist() == [1, 1, 2, 2, 2, 0], "blue is another ink on this table"


def test_black_among_colours_is_none_of_them() -> None:
    inks = [BLACK, BLACK, BLUE, RED]
    alone = np.array([[0.1, 0.5, 0.0, 0.0, 0.4], [0.0, 0.1, 0.0, 0.0, 0.9], [0.0, 1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0]])
    assert compare(alone, np.stack([ink_of(ink) for ink in inks])).argmax(axis=1).tolist() == [4, 4, 1, 0]


def test_an_ink_beyond_those_that_are_weighed_together_has_the_colour_that_is_left() -> None:
    five = np.eye(5, 3) + np.array([[0, 0, 0], [0, 0, 0], [0, 0, 0], [0.8, 0.8, 0], [0, 0.8, 0.8]])
    inks = np.concatenate([np.repeat(five, 2, axis=0), [[0.9, 0.0, 0.9]]])
    sure = np.repeat(np.eye(6)[:5] * 0.94 + 0.01, 2, axis=0)
    doubtful = [[0.45, 0.0, 0.0, 0.0, 0.0, 0.4]]
    told = compare(np.concatenate([sure, doubtful]), inks)
    assert told.argmax(axis=1).tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert np.allclose(told.sum(axis=1), 1)


def test_what_a_pack_has_counts_once_for_an_ink() -> None:
    black = np.tile(ink_of(BLACK), (9, 1))
    alone = np.tile([[0.0, 0.0, 0.1, 0.0, 0.9]], (9, 1))
    assert compare(alone, black, np.array([1, 1, 1, 1, 0.1])).argmax(axis=1).tolist() == [4] * 9


def test_a_card_alone_stays_as_it_is() -> None:
    chances = np.array([[0.1, 0.2, 0.3, 0.4]])
    assert compare(chances, np.stack([ink_of(RED)])) == pytest.approx(chances, abs=1e-6)


def test_among_coloured_cards_a_suit_is_a_colour() -> None:
    sure = np.eye(5)[[0, 0, 1]] * 0.95 + 0.01
    told = of_one_kind(np.concatenate([sure, [[0.3, 0.1, 0.4, 0.1, 0.1]]]), [[0, 1], [2, 3]])
    assert told[-1].argmax() == 0
    assert told[-1, 4] == pytest.approx(0.1), "what is neither stays as it is"
    assert np.allclose(told.sum(axis=1), 1)


def test_a_card_among_few_is_taken_as_it_looks() -> None:
    one_each = np.array([[0.95, 0.05], [0.05, 0.95]])
    assert of_one_kind(one_each, [[0], [1]]).argmax(axis=1).tolist() == [0, 1]
