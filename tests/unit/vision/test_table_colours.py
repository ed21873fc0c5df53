"""The colours of a table's cards are agreed by all cards together, whatever the light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from numero_cam.vision.candidates import CandidateSet, CardCandidate
from numero_cam.vision.faces import Face, FaceReader
from numero_cam.vision.ink import measure_hue, measure_print
from numero_cam.vision.outlines import CardOutline
from numero_cam.vision.table_colours import INKS, agree_on_colours
from tests.looks import face_of

RED, BLUE, GREEN, ORANGE, BLACK = (200, 30, 40), (30, 70, 190), (30, 130, 60), (235, 130, 20), (20, 20, 20)
PRINTS = {"r": RED, "b": BLUE, "g": GREEN, "o": ORANGE, "": BLACK}
LAMPS = [(1.0, 1.0, 1.0), (1.0, 0.82, 0.55), (0.7, 0.85, 1.0), (0.45, 0.5, 0.4)]
STOCKS = [(240, 240, 240), (206, 222, 244), (214, 240, 222), (248, 224, 208)]
Rgb = tuple[float, float, float]


def crop_of(ink: Rgb, *, stock: Rgb = STOCKS[0], lamp: Rgb = LAMPS[0], white_print: bool = False) -> NDArray[np.uint8]:
    """A card in an ink on a stock, or in white on a ground of the ink, in the light of a lamp."""
    light = [(np.array(part) / 255) ** 2.2 for part in (stock, ink)]
    paper, print_ = light[0], light[0] * light[1]
    ground, sign = (print_, paper) if white_print else (paper, print_)
    share = np.zeros((132, 96), np.uint8)
    cv2.putText(share, "7", (22, 100), cv2.FONT_HERSHEY_SIMPLEX, 3.0, 1, 14)
    picture = (ground + share[..., None] * (sign - ground)) * np.array(lamp) ** 2.2
    pixels = np.round(255 * np.clip(picture, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    return np.dstack([pixels, np.zeros((132, 96), np.uint8)])


def card_of(reader: FaceReader, crop: NDArray[np.uint8], judged: dict[str, float], *, value: str = "7", hidden: float = 0.0) -> Face:
    """A card that the judge is sure is a number, of colours as likely as given."""
    faces = np.full(len(reader.labels.faces), 1e-4, np.float32)
    faces[reader.labels.faces.index(value)] = 1.0
    colours = np.full(len(reader.labels.colours), 1e-4, np.float32)
    for colour, p in judged.items():
        colours[reader.labels.colours.index(colour)] = p
    chances = faces / faces.sum(), colours / colours.sum()
    return reader.with_probabilities(face_of(chances=chances, printed=measure_print(crop), hidden=hidden), chances)


def table_of(faces: list[Face]) -> CandidateSet:
    parts = np.zeros((4, 2), np.float32), np.zeros(4, np.float32)
    return CandidateSet(tuple(CardCandidate(CardOutline(f.quad, *parts, f.quad.mean(axis=0)), f, 0.9) for f in faces))


def read(reader: FaceReader, faces: list[Face]) -> list[str]:
    return [face.best for face in agree_on_colours(table_of(faces), reader).faces]


def doubtful_table(reader: FaceReader, *, stock: Rgb, lamp: Rgb) -> list[Face]:
    """Two sure cards of each colour, and an orange that the judge takes for red."""
    sure = [card_of(reader, crop_of(ink, stock=stock, lamp=lamp), {c: 0.9, "": 0.1}) for c, ink in PRINTS.items() for _ in range(2)]
    return [*sure, card_of(reader, crop_of(ORANGE, stock=stock, lamp=lamp), {"r": 0.55, "o": 0.45})]


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("stock", STOCKS)
def test_a_table_has_the_same_colours_in_any_light_and_on_any_stock(reader: FaceReader, stock: Rgb, lamp: Rgb) -> None:
    labels = read(reader, doubtful_table(reader, stock=stock, lamp=lamp))
    assert labels == [*(f"7{colour}" for colour in PRINTS for _ in range(2)), "7o"]


def test_a_card_follows_the_cards_whose_print_is_its_own(reader: FaceReader) -> None:
    """A brownish print may be a red or an orange: what the others in that print are decides."""
    brown = crop_of((190, 84, 40))
    for colour in "ro":
        others = [card_of(reader, brown, {colour: 0.97, "": 0.03}) for _ in range(3)]
        doubtful = card_of(reader, brown, {"r": 0.5, "o": 0.5})
        assert read(reader, [*others, doubtful])[-1] == f"7{colour}"


@pytest.mark.parametrize("colour", list(PRINTS))
def test_one_card_alone_keeps_the_colour_that_the_judge_is_sure_of(reader: FaceReader, colour: str) -> None:
    assert read(reader, [card_of(reader, crop_of(PRINTS[colour]), {colour: 0.97})]) == [f"7{colour}"]


def test_a_table_without_colours_stays_without(reader: FaceReader) -> None:
    assert read(reader, [card_of(reader, crop_of(BLACK), {"": 0.8, "b": 0.2}) for _ in range(4)]) == ["7"] * 4


def test_an_empty_table_stays_empty(reader: FaceReader) -> None:
    assert agree_on_colours(CandidateSet(), reader).candidates == ()


def test_suits_and_covered_cards_keep_what_the_judge_said(reader: FaceReader) -> None:
    spade = card_of(reader, crop_of(RED), {"s": 1.0})
    covered = card_of(reader, crop_of(ORANGE), {"r": 0.6, "o": 0.4}, hidden=0.5)
    agreed = agree_on_colours(table_of([spade, covered, card_of(reader, crop_of(RED), {"r": 1.0})]), reader).faces
    assert np.array_equal(agreed[1].probabilities[1], covered.probabilities[1])
    assert agreed[0].best == "7s"
    assert agreed[0].probabilities[1] == pytest.approx(spade.probabilities[1], abs=2e-3)


def test_a_colour_that_the_deck_lacks_is_never_read(reader: FaceReader) -> None:
    faces = [card_of(reader, crop_of(ORANGE), {"r": 1.0}) for _ in range(3)]
    orange = reader.labels.colours.index("o")
    for face in faces:
        face.probabilities[1][orange] = 0.0
    assert read(reader, faces) == ["7r"] * 3


def test_white_print_on_a_coloured_ground_has_the_hue_of_the_ground() -> None:
    for ink in (RED, BLUE, GREEN, ORANGE):
        plain, turned = measure_hue(crop_of(ink)), measure_hue(crop_of(ink, white_print=True))
        assert plain is not None
        assert turned is not None
        assert np.linalg.norm(plain - turned) < 0.1


@pytest.mark.parametrize("crop", [
    np.zeros((132, 96, 4), np.uint8),
    np.dstack([np.full((132, 96, 3), 255, np.uint8), np.zeros((132, 96), np.uint8)]),
    np.dstack([np.full((132, 96, 3), 77, np.uint8), np.zeros((132, 96), np.uint8)]),
])  # fmt: skip
def test_one_level_alone_has_no_hue(crop: NDArray[np.uint8]) -> None:
    hue = measure_hue(crop)
    assert hue is not None
    assert hue == pytest.approx([0, 0])


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40))
def test_any_crop_is_measured_or_not(seed: int, height: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    pixels = rng.choice(np.array([0, 1, 128, 254, 255], np.uint8), (height, width, 3))
    hue = measure_hue(np.dstack([pixels, rng.choice(np.array([0, 255], np.uint8), (height, width))]))
    assert hue is None or (np.isfinite(hue).all() and np.linalg.norm(hue) < 2.5)


@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_the_mixture_gives_probabilities_in_any_order_of_the_cards(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    judged = rng.dirichlet(np.full(len(INKS.colours), 0.2), count)
    hues, weights = rng.uniform(-1.2, 1.2, (count, 2)), rng.random(count)
    agreed = INKS.agree(judged, hues, weights)
    assert np.isfinite(agreed).all()
    assert agreed.min() >= 0
    assert agreed.sum(axis=1) == pytest.approx(np.ones(count))
    order = rng.permutation(count)
    assert INKS.agree(judged[order], hues[order], weights[order]) == pytest.approx(agreed[order], abs=1e-9)


def test_the_mixture_needs_no_weights() -> None:
    """Cards that are surely no numbers move nothing, and a card is judged beside them as if alone."""
    hues, judged = np.array([[0.5, 0.0], [0.4, 0.3]]), np.array([[0.6, 0.0, 0.0, 0.4, 0.0], [0.1, 0.0, 0.0, 0.9, 0.0]])
    beside = INKS.agree(judged, hues, np.array([1.0, 0.0]))
    alone = replace(INKS).agree(judged[:1], hues[:1], np.ones(1))
    assert beside[0] == pytest.approx(alone[0])
