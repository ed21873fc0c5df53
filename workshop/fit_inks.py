"""Fits how the hues of prints are spread on a table, and how far they count beside the judge (``vision/table_colours.py``).

It reads tables of ``wide`` that the judge was not trained on, and compares each card's colour with its answer.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import value_of
from numero_cam.capture.files import read_photo
from numero_cam.table.photo_reader import Reader
from numero_cam.vision import fitted_inks
from numero_cam.vision.table_colours import Array, InkModel, measurements

COLOURS = ("r", "b", "g", "o", "")
SAME = 0.5  #: An outline with at least this IoU shows the card.
LEAST_SPREAD = 2e-3  #: Of a variance: no colour is more alike on all tables than hues are measured.
#: Of each weight what is tried, the first of them first.
TRIED = {
    "outliers": (0.3, 0.05, 0.1, 0.2, 0.4, 0.5, 0.6),
    "judge_weight": (1.0, 0.6, 0.7, 0.8, 0.9, 1.1),
    "hue_weight": (1.0, 0.4, 0.6, 0.8, 1.2),
    "narrower": (0.2, 0.05, 0.1, 0.35, 0.5, 0.7, 1.0),
}
TARGET = Path(fitted_inks.__file__)  #: The module that the program reads.
HEADER = '"""How the hues of prints are spread on drawn tables; written by ``python -m workshop inks``, read by ``table_colours``."""\n'


@dataclass(frozen=True)
class InkTable:
    """The numbers on one drawn table whose hue was measured."""

    judged: Array  #: ``(N, C)``, the judge's probabilities, each row with sum 1.
    hues: Array  #: ``(N, 2)``.
    weights: Array  #: ``(N,)``, see ``InkModel.agree``.
    colour: NDArray[np.intp]  #: ``(N,)``, the true colour; -1 where the card is none of these.


def tables_of(folder: Path) -> Iterator[InkTable]:
    """Read the scenes of a folder with the networks that ship."""
    reader = Reader.load()
    for path in sorted(folder.glob("*.json")):
        faces = reader.judged_cards(read_photo(path.with_suffix(".jpg"))).faces
        if not faces:
            continue
        judged, hues, weights = measurements(faces, reader.labels, COLOURS)
        colour = np.array([_colour_of(face.quad, json.loads(path.read_text())["cards"]) for face in faces])
        known = np.isfinite(hues).all(axis=1)
        if known.any():
            sums = judged[known].sum(axis=1, keepdims=True)
            yield InkTable(judged[known] / np.maximum(sums, 1e-9), hues[known], weights[known], colour[known])


def _colour_of(quad: NDArray[np.float32], cards: Sequence[Mapping[str, Any]]) -> int:
    overlaps = [geometry.iou(quad, np.array(card["quad"], np.float32)) for card in cards]
    best = int(np.argmax(overlaps)) if overlaps else 0
    label = cards[best]["label"] if overlaps and overlaps[best] >= SAME else None
    colour = label.removeprefix(value_of(label)) if label and value_of(label).isdigit() else None
    return COLOURS.index(colour) if colour in COLOURS else -1


def spreads(tables: Sequence[InkTable]) -> InkModel:
    """Return the centres, and the covariances between and within tables, by an analysis of variance with the true colours."""
    groups = [[table.hues[table.colour == c] for table in tables if (table.colour == c).any()] for c in range(len(COLOURS))]
    off = [group - group.mean(axis=0) for colour in groups for group in colour if len(group) > 1]
    within = sum(rows.T @ rows for rows in off) / sum(len(rows) - 1 for rows in off) + LEAST_SPREAD * np.eye(2)
    means = [np.array([group.mean(axis=0) for group in colour]) for colour in groups]
    between = []
    for colour, mean in zip(groups, means, strict=True):
        values, vectors = np.linalg.eigh(np.cov(mean.T) - within * np.mean([1 / len(group) for group in colour]))
        between.append((vectors * np.maximum(values, LEAST_SPREAD)) @ vectors.T)
    return InkModel(COLOURS, np.array([np.median(mean, axis=0) for mean in means]), np.array(between), np.array(within), 1.0, 1.0, 0.3)


def loss(inks: InkModel, tables: Sequence[InkTable]) -> float:
    """Return the mean negative log probability of the true colours."""
    found: list[float] = []
    for table in tables:
        agreed = inks.agree(table.judged, table.hues, table.weights)
        true = table.colour >= 0
        found += np.log(np.maximum(agreed[true, table.colour[true]], 1e-4)).tolist()
    return -float(np.mean(found))


def fit(tables: Sequence[InkTable]) -> InkModel:
    """Fit the spreads, then the weights one after the other, twice: each to the one with the least loss."""
    first = spreads(tables)
    best = {name: values[0] for name, values in TRIED.items()}

    def model(tried: Mapping[str, float]) -> InkModel:
        judge, hue, outliers = (tried[name] for name in ("judge_weight", "hue_weight", "outliers"))
        return replace(first, within=first.within * tried["narrower"], judge_weight=judge, hue_weight=hue, outliers=outliers)

    for _ in range(2):
        for name, values in TRIED.items():
            best[name] = min(values, key=lambda value: loss(model({**best, name: value}), tables))
    return model(best)


def write(inks: InkModel, target: Path) -> None:
    """Write the module that the program reads."""
    values = {name: np.round(value, 4).tolist() if isinstance(value, np.ndarray) else value for name, value in vars(inks).items()}
    lines = [f'    "{name}": {json.dumps(value)},'.replace("]], [[", "]],\n        [[") for name, value in values.items()]
    target.write_text("\n".join([HEADER, "FITTED = {", *lines, "}  # fmt: skip", ""]), encoding="utf-8")
