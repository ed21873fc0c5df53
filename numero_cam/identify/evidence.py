"""All that is known of the candidates of one picture before it is judged which are cards and what they show, as numbers for the judge."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Corners
from numero_cam.identify.hues import Print

Array = NDArray[np.float32]

MOST = 64
"""So many candidates are judged together; of more the first ones are, which are the surest."""
LEAST = 1e-7
"""The least chance of which the logarithm is taken."""
OF_COLOURS, OF_FACES, SAME_FACE = slice(0, 9), slice(25, 31), 4
"""Where that stands which is told from the chances of colours and of faces."""
NEAR_INK, FAR_INK = 0.1, 0.25
"""Two scales on which the distance of two inks is told."""


@dataclass(frozen=True)
class Evidenced:
    """What is told of an outline that may be a card's.

    Attributes:
        quad: ``(4, 2)`` pixels, clockwise from the card's own top-left.
        faces: ``(F,)`` chances of the faces, as the networks tell them of this card alone.
        colours: ``(C,)`` the same of the colours.
        hidden: 0..1, share that other candidates hide.
        inside: 0..1, share that lies inside the picture.
        score: 0..1, how sure the outline is.
        fits: It has the size that a card has there on the table.
        by_index: Only its index told the detector of it.
        covers: Places of the candidates that it lies on.
        printed: What its print looks like; None where it could not be measured.
        seen: ``(N,)`` 0..1, how surely it is seen where each of the candidates is meant, itself too; empty where it was seen earlier.
    """

    quad: Corners
    faces: Array
    colours: Array
    hidden: float
    inside: float
    score: float
    fits: bool
    by_index: bool
    covers: frozenset[int]
    printed: Print | None
    seen: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class Evidence:
    """Of the ``N`` candidates of a picture.

    Attributes:
        each: ``(N, 44)`` float32, what is told of each.
        faces: ``(N, F)`` float32, logarithms of the chances of its faces.
        colours: ``(N, C)`` float32, the same of its colours.
        pairs: ``(N, N, 13)`` float32, what is told of two: how alike their inks and faces are, how they overlap, which lies on which, and
            whether one is seen where the other is meant.
    """

    each: Array
    faces: Array
    colours: Array
    pairs: Array


def evidence_of(candidates: Sequence[Evidenced], *, numbers: Sequence[int], unknown: int, plane: bool) -> Evidence:
    """The numbers from which the judge judges.

    Args:
        candidates: Of one picture, at least one and at most ``MOST``.
        numbers: Which of the faces are number cards.
        unknown: Which of them is none.
        plane: Whether the table's plane is known.
    """
    faces = np.stack([each.faces for each in candidates]).astype(np.float64)
    colours = np.stack([each.colours for each in candidates]).astype(np.float64)
    quads = np.stack([each.quad for each in candidates])
    areas = np.maximum(geometry.areas(quads), 1.0)
    shared = geometry.shared_areas(quads)
    inside, union = shared / areas[:, None], areas[:, None] + areas[None] - shared
    inks = _inks(candidates)
    overlaps = shared / np.maximum(union, 1.0)
    seen = _seen(candidates)
    one = [[*_of_one(each, plane=plane), own] for each, own in zip(candidates, seen.diagonal().tolist(), strict=True)]
    told = np.concatenate(
        [
            _of_colours(colours),
            _of_prints(candidates),
            _of_faces(faces, numbers, unknown),
            np.array(one, np.float64),
            np.log(areas / np.median(areas))[:, None],
            np.log(areas)[:, None] / 2 - 5,
            np.array([[len(each.covers) / 3] for each in candidates]),
            inside.max(axis=1, keepdims=True),
            overlaps.max(axis=1, keepdims=True),
            np.full((len(candidates), 1), np.log(len(candidates))),
        ],
        axis=1,
    )
    covers = np.zeros((len(candidates), len(candidates)))
    for i, each in enumerate(candidates):
        covers[i, [j for j in each.covers if j < len(candidates)]] = 1
    sizes = np.clip(np.log(areas[:, None] / areas[None]), -2, 2)
    other = seen * (1 - np.eye(len(candidates)))
    two = [*inks, faces @ faces.T, overlaps, inside, inside.T, covers, covers.T, sizes, other, other.T]
    return Evidence(_as_float(told), _logs(faces), _logs(colours), _as_float(np.stack(two, axis=-1)))


def of_deck(evidence: Evidence, faces: NDArray[np.bool_], colours: NDArray[np.bool_], *, numbers: Sequence[int], unknown: int) -> Evidence:
    """The same where it is known which faces and colours the deck has: the others have no chance.

    Args:
        evidence: Of a table.
        faces: ``(F,)``, which faces the deck has; none at all is always possible.
        colours: ``(C,)``, which colours its numbers have.
        numbers: As for ``evidence_of``.
        unknown: As for ``evidence_of``.
    """
    kept = faces.copy()
    kept[unknown] = True
    its_faces, its_colours = _narrowed(evidence.faces, kept), _narrowed(evidence.colours, colours)
    each, pairs = evidence.each.copy(), evidence.pairs.copy()
    each[:, OF_COLOURS] = _of_colours(its_colours)
    each[:, OF_FACES] = _of_faces(its_faces, numbers, unknown)
    pairs[..., SAME_FACE] = its_faces @ its_faces.T
    return Evidence(each, _logs(its_faces), _logs(its_colours), pairs)


def _narrowed(logs: Array, kept: NDArray[np.bool_]) -> NDArray[np.float64]:
    chances = np.where(kept, np.exp(logs.astype(np.float64)), 0.0) + LEAST * kept
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def _of_colours(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.maximum(np.log(colours + 1e-6), -9) / 4)


def _of_faces(faces: NDArray[np.float64], numbers: Sequence[int], unknown: int) -> NDArray[np.float64]:
    """``(N, 6)``: the three likeliest faces, none, any number, and how open it is."""
    top = -np.sort(-faces, axis=1)[:, :3]
    chances = np.concatenate([top, faces[:, [unknown]], faces[:, list(numbers)].sum(axis=1, keepdims=True)], axis=1)
    return np.concatenate([_logit(chances) / 4, -(faces * np.log(faces + 1e-9)).sum(axis=1, keepdims=True)], axis=1)


def _as_float(values: NDArray[np.float64]) -> Array:
    return np.asarray(values, np.float32)


def _logs(chances: NDArray[np.float64]) -> Array:
    return _as_float(np.maximum(np.log(chances + LEAST), -10))


def _logit(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    p = np.clip(chances, 1e-5, 1 - 1e-5)
    return np.asarray(np.log(p) - np.log1p(-p))


def _of_one(each: Evidenced, *, plane: bool) -> list[float]:
    score = float(_logit(np.array([each.score]))[0]) / 2
    return [score, each.hidden, each.inside, float(each.fits), float(each.by_index), float(plane)]


def _of_prints(candidates: Sequence[Evidenced]) -> NDArray[np.float64]:
    """``(N, 16)``: direction and strength of each print, and its stock's light beside that of the other stocks, which tells the lamp."""
    stocks = [each.printed.stock for each in candidates if each.printed is not None]
    usual = np.median(np.array(stocks, np.float64), axis=0) if stocks else np.zeros(3)
    rows = []
    for each in candidates:
        taken = np.zeros(3) if each.printed is None else each.printed.taken.astype(np.float64)
        stock = usual if each.printed is None else each.printed.stock.astype(np.float64)
        length, chroma = float(np.linalg.norm(taken)), float(np.linalg.norm(taken - taken.mean()))
        ink = taken / max(length, 1e-3)
        strength = [length, np.log(chroma + 0.03), np.log(length + 0.03)]
        rows.append([*ink, *strength, *(ink - ink.mean()), *(stock - 5), *(3 * (stock - usual)), float(each.printed is not None)])
    return np.array(rows, np.float64)


def _inks(candidates: Sequence[Evidenced]) -> list[NDArray[np.float64]]:
    """Four tables ``(N, N)``: how alike two inks are on two scales, how far their prints are apart, and whether both were measured."""
    taken = np.array([np.full(3, np.nan) if each.printed is None else each.printed.taken for each in candidates], np.float64)
    inks = taken / np.linalg.norm(taken, axis=1, keepdims=True)
    off = np.linalg.norm(inks[:, None] - inks[None], axis=2)
    known = ~np.isnan(off)
    off = np.nan_to_num(off)
    apart = np.nan_to_num(np.linalg.norm(taken[:, None] - taken[None], axis=2))
    alike = [np.where(known, np.exp(-((off / scale) ** 2) / 2), 0.0) for scale in (NEAR_INK, FAR_INK)]
    return [*alike, np.minimum(apart, 2.0), known.astype(np.float64)]


def _seen(candidates: Sequence[Evidenced]) -> NDArray[np.float64]:
    """``(N, N)`` how surely each is seen where another is meant; those seen earlier are seen at their own place."""
    out = np.eye(len(candidates))
    for row, each in zip(out, candidates, strict=True):
        told = each.seen[: len(candidates)]
        row[: len(told)] = told
    return out
