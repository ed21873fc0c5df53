"""Generous crops of every card of the drawn scenes, from which the samples of the networks that look at single cards are cut."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.files import GameModels
from numero_cam.config import ReaderConfig
from numero_cam.table.photo_reader import Reader
from numero_cam.vision import rectify
from workshop import scenes
from workshop.labels import COLOURS, split

#: Size in pixels of what is stored for the face reader, and what it shows around the card as a share of its side.
FACE_WIDTH, FACE_HEIGHT, FACE_MARGIN = 120, 164, 0.12
#: The same for the outline refiner, which must see far beyond the card: its first outline may be a third too large.
OUTLINE_SIDE, OUTLINE_MARGIN = 144, 0.65
#: A stored card: RGB, and 255 where other cards hide it.
STORED = np.dtype([("face", "u1", (FACE_HEIGHT, FACE_WIDTH, 4)), ("outline", "u1", (OUTLINE_SIDE, OUTLINE_SIDE, 4))])
LEAST_VISIBLE = 0.12
NOTHING_PER_SCENE = 2
NO_COLOUR = len(COLOURS)  #: Stored where a colour means nothing.
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
NEAR = 0.3  #: An outline of a card overlaps it by at least so much (IoU).
Looks = list[list[list[float]]]
#: Classes of face and colour, whether it is a card, the share of it that other cards hide, and where the networks that ship see it: what
#: the detector proposed, and the same mended, each as four corners in the card's own order and where it was seen, in shares of its sides.
Answer = tuple[int, int, bool, float, Looks, Looks]


@dataclass(frozen=True)
class Crops:
    """Stored crops."""

    stored: NDArray[np.void]  #: ``(N,)`` records of ``STORED``.
    faces: NDArray[np.int64]  #: ``(N,)`` int64 classes.
    colours: NDArray[np.int64]  #: ``(N,)`` int64 classes, ``NO_COLOUR`` where it means nothing.
    is_card: NDArray[np.bool_]  #: ``(N,)`` bool, False for crops of nothing.
    hidden: NDArray[np.float32]  #: ``(N,)`` float32, share of the card that other cards hide.
    proposed: list[NDArray[np.float32]]  #: For each the outlines that the detector proposed for it, ``(P, 5, 2)`` float32, see ``Answer``.
    mended: list[NDArray[np.float32]]  #: For each the outlines in which its face is read, ``(M, 5, 2)`` float32.


def stored(pyramid: rectify.Pyramid, quad: NDArray[np.float32], above: list[NDArray[np.float32]]) -> NDArray[np.void]:
    """A card ``(4, 2)`` pixels, clockwise from its own top-left, as a record of ``STORED``; ``above``: outlines that lie on it."""
    out = np.zeros((), STORED)
    shapes = (("face", FACE_WIDTH, FACE_HEIGHT, FACE_MARGIN), ("outline", OUTLINE_SIDE, OUTLINE_SIDE, OUTLINE_MARGIN))
    for name, width, height, margin in shapes:
        crop = rectify.rectify_quad(pyramid, quad, width, height, margin)
        out[name] = np.dstack([crop, rectify.hidden_mask(quad, above, width, height, margin)])
    return out


def answer(record: NDArray[np.void], label: str | None, *, is_card: bool, looks: tuple[Looks, Looks] = ([], [])) -> Answer:
    """What is noted of a stored card."""
    face, colour = split(label)
    return face, NO_COLOUR if colour is None else colour, is_card, hidden_share(record), *looks


def hidden_share(record: NDArray[np.void]) -> float:
    """The share of a stored card that other cards hide, 0..1."""
    x, y = (round(side * FACE_MARGIN / (1 + 2 * FACE_MARGIN)) for side in (FACE_WIDTH, FACE_HEIGHT))
    return round(float((record["face"][y:-y, x:-x, 3] > 127).mean()), 3)


def _nothing(rng: np.random.Generator, sample: scenes.Sample) -> NDArray[np.float32]:
    """A quad somewhere that is no card: the table, clutter, or parts of two cards."""
    height, width = sample.picture.shape[:2]
    middle = rng.uniform(0, 1, 2) * [width, height]
    if len(sample.quads) and rng.random() < 0.6:
        middle = sample.quads[rng.integers(len(sample.quads))].mean(0) + rng.normal(0, 60, 2)
    short = np.exp(rng.uniform(np.log(25), np.log(160)))
    size, turn = (float(short), float(short * rng.uniform(1.1, 1.7))), float(rng.uniform(0, 360))
    quad = np.asarray(cv2.boxPoints(((float(middle[0]), float(middle[1])), size, turn)), np.float32)
    return quad if geometry.area(quad) > 0 else quad[::-1].copy()


_READERS: list[Reader] = []  #: One for each process.


def _looks(pyramid: rectify.Pyramid, sample: scenes.Sample) -> list[tuple[Looks, Looks]]:
    """Where the networks that ship see each card of a picture, see ``Answer``: networks learn from the errors of those before them."""
    if not _READERS:
        _READERS.append(Reader.load(ReaderConfig(threads=1), models=GameModels("face")))
    found, mended = _READERS[0].refined_outlines(pyramid)
    proposed = of_cards([(each.corners, each.anchor) for each in found], sample)
    return list(zip(proposed, of_cards([(each.quad, each.anchor) for each in mended.outlines], sample), strict=True))


def of_cards(found: list[tuple[NDArray[np.float32], NDArray[np.float32]]], sample: scenes.Sample) -> list[Looks]:
    """For each card of a scene the outlines that are meant for it (``Answer``): it is seen where they say.

    ``found``: outlines, and where each is seen, pixels of the picture.
    """
    out: list[Looks] = [[] for _ in sample.quads]
    for outline, at in found:
        column, row = np.clip(np.round(at / 2), 0, np.array(sample.ids.shape[::-1]) - 1).astype(int)
        card = int(sample.ids[row, column])
        if card == scenes.NO_CARD or not geometry.is_sane(sample.quads[card]) or geometry.iou(outline, sample.quads[card]) < NEAR:
            continue
        orders = outline[geometry.STARTS]
        nearest = int(np.abs(orders - sample.quads[card]).sum(axis=(1, 2)).argmin())
        own = geometry.transform(geometry.homography(sample.quads[card], UNIT), np.concatenate([orders[nearest], at[None]]))
        out[card].append(np.round(own, 4).tolist())
    return out


def of_sample(rng: np.random.Generator, sample: scenes.Sample) -> tuple[list[NDArray[np.void]], list[Answer]]:
    """The cards of a scene as records of ``STORED``, with some crops of nothing; the networks that ship say where they see each."""
    pyramid = rectify.Pyramid(sample.picture)
    pictures, answers = [], []
    looks = _looks(pyramid, sample)
    for i, (quad, label) in enumerate(zip(sample.quads, sample.labels, strict=True)):
        if sample.visible[i] < LEAST_VISIBLE or not geometry.is_sane(quad):
            continue
        above = [q for q in sample.quads[i + 1 :] if geometry.intersection_area(quad, q) > 4]
        pictures.append(stored(pyramid, quad, above))
        answers.append(answer(pictures[-1], label, is_card=True, looks=looks[i]))
    for _ in range(NOTHING_PER_SCENE):
        quad = _nothing(rng, sample)
        if all(geometry.iou(quad, q) < 0.3 for q in sample.quads):
            pictures.append(stored(pyramid, quad, []))
            answers.append(answer(pictures[-1], None, is_card=False))
    return pictures, answers


def of_records(stored: NDArray[np.void], answers: list[Answer]) -> Crops:
    """Records of ``STORED`` with what is noted of each."""
    table = np.array([each[:2] for each in answers], np.int64).reshape(-1, 2)
    is_card, hidden = np.array([each[2] for each in answers], bool), np.array([each[3] for each in answers], np.float32)
    proposed, mended = ([np.array(each[k], np.float32).reshape(-1, 5, 2) for each in answers] for k in (4, 5))
    return Crops(stored, table[:, 0], table[:, 1], is_card, hidden, proposed, mended)
