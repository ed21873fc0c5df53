"""What the judge learns from: the evidence of drawn scenes beside what truly lies there."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.files import GameModels
from numero_cam.base.records import Detection
from numero_cam.capture.files import read_photo
from numero_cam.config import ReaderConfig
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.candidate_features import MAX_CANDIDATES, CandidateFeatures, JudgeInput, judge_input, restrict_input
from numero_cam.vision.faces import FaceLabels
from numero_cam.vision.judge import deck_masks
from workshop.labels import COLOURS, FACES, UNKNOWN, split

UNKNOWN_FACE = FACES.index(UNKNOWN)
LABELS = FaceLabels(FACES, COLOURS, UNKNOWN)
NO_COLOUR = -1  #: Of cards to which a colour means nothing.
MATCHED = 0.5  #: An outline with at least this IoU shows the card; the best one is the card's own.
ALL_OUTLINES = 0.5  #: Share of the tables of which the judge is shown the outlines that the detector misses, too.
LEAST_VISIBLE = 0.2  #: Of these a card shows at least this share of itself.
UNSURE = (0.15, 0.6)  #: Scores of such an outline, as of doubtful detections.
KEYS = ("each", "faces", "colours", "pairs", "face", "colour", "card", "deck_faces", "deck_colours")


@dataclass(frozen=True)
class Table:
    """One scene."""

    each: NDArray[np.float32]  #: See ``JudgeInput``, as the next three.
    faces: NDArray[np.float32]  #: ...
    colours: NDArray[np.float32]  #: ...
    pairs: NDArray[np.float32]  #: ...
    #: ``(N,)`` int, the true face of each candidate, of further outlines of a card too; unknown where none is shown.
    face: NDArray[np.int64]
    colour: NDArray[np.int64]  #: ``(N,)`` int, its true colour, or ``NO_COLOUR``.
    card: NDArray[np.float32]  #: ``(N,)`` float32, 1 where it is a card and no second outline of one.
    deck_faces: NDArray[np.bool_]  #: ``(F,)`` bool, which faces its deck has.
    deck_colours: NDArray[np.bool_]  #: ``(C,)`` bool, which colours its deck's numbers have.
    deck: int  #: Number of its deck.

    def some(self, kept: NDArray[np.intp]) -> "Table":
        """The table with some of its candidates."""
        names = ("each", "faces", "colours", "face", "colour", "card")
        return replace(self, pairs=self.pairs[np.ix_(kept, kept)], **{name: getattr(self, name)[kept] for name in names})

    def named(self) -> "Table":
        """The table as it is judged where its deck is known."""
        told = JudgeInput(self.each, self.faces, self.colours, self.pairs)
        told = restrict_input(told, self.deck_faces, self.deck_colours, LABELS)
        return replace(self, each=told.each, faces=told.faces, colours=told.colours, pairs=told.pairs)


def truth_of(cards: Sequence[dict[str, Any]], candidates: Sequence[CandidateFeatures]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """What each candidate truly is by the cards of a scene's answer: face, colour and whether it is a card, see ``Table``."""
    face = np.full(len(candidates), UNKNOWN_FACE)
    colour = np.full(len(candidates), NO_COLOUR)
    card = np.zeros(len(candidates), np.float32)
    quads = [np.array(each["quad"], np.float32) for each in cards]
    every = sorted(((geometry.iou(q, c.face.quad), i, j) for i, q in enumerate(quads) for j, c in enumerate(candidates)), reverse=True)
    met, shown = set[int](), set[int]()
    for iou, i, j in every:
        if iou < MATCHED:
            break
        if card[j] or (i in met and j in shown):
            continue
        card[j] = i not in met
        met.add(i)
        shown.add(j)
        face[j], its = split(cards[i]["label"])
        colour[j] = NO_COLOUR if its is None else its
    return face, colour, card


def missed_outlines(rng: np.random.Generator, cards: Sequence[dict[str, Any]]) -> list[Detection]:
    """Cards of a scene's answer, the lowest first, as unsure detections: so the right outline is there where the detector misses it."""
    steps = np.linspace(0.15, 0.85, 8)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 1, 2)
    quads = [np.array(card["quad"], np.float32) for card in cards]
    out = []
    for k, (quad, card) in enumerate(zip(quads, cards, strict=True)):
        points = (quad[0] + grid[:, 0, :1] * (quad[1] - quad[0]) + grid[:, 0, 1:] * (quad[3] - quad[0])).astype(np.float32)
        free = ~np.array([geometry.contains(upper, points) for upper in quads[k + 1 :]]).reshape(-1, len(points)).any(axis=0)
        if card["visible"] < LEAST_VISIBLE or not free.any():
            continue
        anchor = points[free][np.linalg.norm(points[free] - points[free].mean(axis=0), axis=1).argmin()]
        out.append(Detection(quad, float(rng.uniform(*UNSURE)), anchor))
    return out


_READERS: list[Reader] = []


def _of_scene(path: Path) -> None:
    target = path.with_suffix(".npz")
    if target.exists():
        return
    cv2.setNumThreads(1)
    if not _READERS:
        _READERS.append(Reader.load(ReaderConfig(threads=1), models=GameModels("face", "index")))
    answer = json.loads(path.read_text(encoding="utf-8"))
    rng = np.random.default_rng(list(path.stem.encode()))
    also = missed_outlines(rng, answer["cards"]) if rng.random() < ALL_OUTLINES else []
    candidates, plane = _READERS[0].candidate_features(read_photo(path.with_suffix(".jpg")), also)
    candidates = candidates[:MAX_CANDIDATES]
    if not candidates:
        return
    told = judge_input(candidates, LABELS, plane=plane)
    truth = truth_of(answer["cards"], candidates)
    values = (told.each, told.faces, told.colours, told.pairs, *truth, *deck_masks(answer["labels"], LABELS))
    kept: dict[str, Any] = dict(zip(KEYS, values, strict=True))
    np.savez_compressed(target, **kept, deck=np.array(answer["deck"]))


def collect(folder: Path, *, workers: int) -> None:
    """Reads scenes with the networks that ship and keeps the evidence beside each, as ``.npz``; what is there stays."""
    paths = sorted(folder.glob("*.json"))
    with get_context("spawn").Pool(workers) as pool:
        for _ in pool.imap_unordered(_of_scene, paths, chunksize=16):
            pass


def load(folder: Path) -> Iterator[Table]:
    """The tables of a folder, in order of their names."""
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            yield Table(**{key: kept[key] for key in KEYS}, deck=int(kept["deck"]))
