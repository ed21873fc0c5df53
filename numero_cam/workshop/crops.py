"""Generous crops of every card of the drawn scenes, kept in one file, from which outlines and faces are cut in training."""

import json
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.extract import rectify
from numero_cam.workshop import scenes
from numero_cam.workshop.labels import COLOURS, split

WIDTH, HEIGHT, MARGIN = 112, 152, 0.36
"""Size of a stored crop in pixels, and what it shows around the card as a share of its side."""
LEAST_VISIBLE = 0.12
NOTHING_PER_SCENE = 2
NO_COLOUR = len(COLOURS)
"""Stored where a colour means nothing."""


@dataclass(frozen=True)
class Crops:
    """Stored crops.

    Attributes:
        pictures: ``(N, HEIGHT, WIDTH, 4)`` uint8: RGB, and 255 where other cards hide the card.
        faces: ``(N,)`` int64 classes.
        colours: ``(N,)`` int64 classes, ``NO_COLOUR`` where it means nothing.
        is_card: ``(N,)`` bool, False for crops of nothing.
        hidden: ``(N,)`` float32, share of the card that other cards hide.
    """

    pictures: NDArray[np.uint8]
    faces: NDArray[np.int64]
    colours: NDArray[np.int64]
    is_card: NDArray[np.bool_]
    hidden: NDArray[np.float32]


def _stored(pyramid: rectify.Pyramid, quad: NDArray[np.float32], above: list[NDArray[np.float32]]) -> NDArray[np.uint8]:
    crop = rectify.straighten(pyramid, quad, WIDTH, HEIGHT, MARGIN)
    return np.dstack([crop, rectify.hidden_mask(quad, above, WIDTH, HEIGHT, MARGIN)])


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


def _of_scene(task: tuple[Path, int]) -> tuple[list[NDArray[np.uint8]], list[tuple[int, int, bool]]]:
    path, seed = task
    cv2.setNumThreads(1)
    sample = scenes.load(path)
    rng = np.random.default_rng([seed, int(path.stem)])
    pyramid = rectify.Pyramid(sample.picture)
    pictures, answers = [], []
    for i, (quad, label) in enumerate(zip(sample.quads, sample.labels, strict=True)):
        if sample.visible[i] < LEAST_VISIBLE or not geometry.is_sane(quad):
            continue
        above = [q for q in sample.quads[i + 1 :] if geometry.intersection_area(quad, q) > 4]
        face, colour = split(label)
        pictures.append(_stored(pyramid, quad, above))
        answers.append((face, NO_COLOUR if colour is None else colour, True))
    for _ in range(NOTHING_PER_SCENE):
        quad = _nothing(rng, sample)
        if all(geometry.iou(quad, q) < 0.3 for q in sample.quads):
            pictures.append(_stored(pyramid, quad, []))
            answers.append((split(None)[0], NO_COLOUR, False))
    return pictures, answers


def collect(paths: list[Path], target: Path, *, seed: int, workers: int) -> None:
    """Cuts the crops of all scenes into ``target.bin`` with their answers in ``target.json``; kept if it is there already."""
    if target.with_suffix(".json").exists():
        return
    answers: list[tuple[int, int, bool]] = []
    with get_context("spawn").Pool(workers) as pool, target.with_suffix(".bin").open("wb") as out:
        for pictures, some in pool.imap(_of_scene, [(p, seed) for p in paths], chunksize=8):
            for picture in pictures:
                out.write(picture.tobytes())
            answers += some
    target.with_suffix(".json").write_text(json.dumps(answers))


def load(target: Path) -> Crops:
    """The crops of ``collect``, the pictures mapped from the disk."""
    answers = json.loads(target.with_suffix(".json").read_text())
    pictures = np.memmap(target.with_suffix(".bin"), np.uint8, "r", shape=(len(answers), HEIGHT, WIDTH, 4))
    table = np.array([(f, c) for f, c, _ in answers], np.int64).reshape(-1, 2)
    hidden = (pictures[:, HEIGHT // 5 : -HEIGHT // 5 : 6, WIDTH // 5 : -WIDTH // 5 : 6, 3] > 127).mean(axis=(1, 2)).astype(np.float32)
    return Crops(pictures, table[:, 0], table[:, 1], np.array([k for _, _, k in answers], bool), hidden)
