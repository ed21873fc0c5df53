"""All that is known of the candidates of one picture before it is judged which are cards and what they show, as numbers for the judge."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision.faces import Face, Labels
from numero_cam.vision.ink import Print

Array = NDArray[np.float32]

MOST = 64
"""So many candidates are judged together; of more the first ones are, which are the surest."""
LEAST = 1e-7
"""The least chance of which the logarithm is taken."""
OF_COLOURS, OF_FACES, SAME_FACE = slice(0, 9), slice(25, 31), slice(4, 6)
"""Where that stands which is told from the chances of colours and of faces."""
NEAR_INK, FAR_INK = 0.1, 0.25
"""Two scales on which the distance of two inks is told."""


@dataclass(frozen=True)
class Evidenced:
    """What is told of an outline that may be a card's.

    Attributes:
        face: What is read there; that of it is told which the networks say of this card alone.
        inside: 0..1, share that lies inside the picture.
        score: 0..1, how sure the outline is.
        fits: It has the size that a card has there on the table.
        by_index: Only its index told the detector of it.
        covers: Places of the candidates that it lies on.
        seen: ``(N,)`` 0..1, how surely it is seen where each of the candidates is meant, itself too; empty where it was seen earlier.
    """

    face: Face
    inside: float
    score: float
    fits: bool
    by_index: bool = False
    covers: frozenset[int] = frozenset()
    seen: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class Evidence:
    """Of the ``N`` candidates of a picture.

    Attributes:
        each: ``(N, 44)`` float32, what is told of each.
        faces: ``(N, 3, F)`` float32, logarithms of the chances of its faces: by all that is seen, by the card as a whole, by its indices.
        colours: ``(N, 3, C)`` float32, the same of its colours.
        pairs: ``(N, N, 15)`` float32, what is told of two: how alike their inks, faces, indices and looks are, how they overlap, which lies
            on which, and whether one is seen where the other is meant.
    """

    each: Array
    faces: Array
    colours: Array
    pairs: Array


def evidence_of(candidates: Sequence[Evidenced], labels: Labels, *, plane: bool) -> Evidence:
    """The numbers from which the judge judges.

    Args:
        candidates: Of one picture, at least one and at most ``MOST``.
        labels: What the face network tells apart.
        plane: Whether the table's plane is known.
    """
    count = len(candidates)
    faces, colours = (np.array([[look[k] for look in each.face.alone] for each in candidates], np.float64) for k in (0, 1))
    quads = np.stack([each.face.quad for each in candidates])
    areas = np.maximum(geometry.areas(quads), 1.0)
    shared = geometry.shared_areas(quads)
    inside, overlaps = shared / areas[:, None], shared / np.maximum(areas[:, None] + areas - shared, 1.0)
    # Those that were seen earlier are seen at their own place.
    seen, covers = np.eye(count), np.zeros((count, count))
    for i, each in enumerate(candidates):
        own = each.seen[:count]
        seen[i, : len(own)] = own
        covers[i, [j for j in each.covers if j < count]] = 1
    prints, alike = _of_prints([each.face.printed for each in candidates])
    one = [
        _logit(np.array([each.score for each in candidates])) / 2,
        np.array([[each.face.hidden, each.inside, each.fits, each.by_index, plane] for each in candidates]),
        seen.diagonal(),
        np.log(areas / np.median(areas)),
        np.log(areas) / 2 - 5,
        np.array([len(each.covers) / 3 for each in candidates]),
        inside.max(axis=1),
        overlaps.max(axis=1),
        np.full(count, np.log(count)),
    ]
    told = np.column_stack([_of_colours(colours), prints, _of_faces(faces, labels), *one])
    looks = np.array([each.face.features for each in candidates], np.float64)
    alike += [*np.einsum("ikf,jkf->kij", faces[:, ::2], faces[:, ::2]), looks @ looks.T]  # By all that is seen, and by the indices.
    sizes, other = np.clip(np.log(areas[:, None] / areas), -2, 2), seen * (1 - np.eye(count))
    two = [*alike, overlaps, inside, inside.T, covers, covers.T, sizes, other, other.T]
    return Evidence(told.astype(np.float32), _logs(faces), _logs(colours), np.stack(two, axis=-1).astype(np.float32))


def of_deck(evidence: Evidence, faces: NDArray[np.bool_], colours: NDArray[np.bool_], labels: Labels) -> Evidence:
    """The same where it is known which faces and colours the deck has: the others have no chance.

    Args:
        evidence: Of a table.
        faces: ``(F,)``, which faces the deck has; none at all is always possible.
        colours: ``(C,)``, which colours its numbers have.
        labels: As for ``evidence_of``.
    """
    kept = faces | (np.arange(len(faces)) == labels.none)
    its_faces, its_colours = _narrowed(evidence.faces, kept), _narrowed(evidence.colours, colours)
    each, pairs = evidence.each.copy(), evidence.pairs.copy()
    each[:, OF_COLOURS] = _of_colours(its_colours)
    each[:, OF_FACES] = _of_faces(its_faces, labels)
    pairs[..., SAME_FACE] = np.einsum("ikf,jkf->ijk", its_faces[:, ::2], its_faces[:, ::2])
    return Evidence(each, _logs(its_faces), _logs(its_colours), pairs)


def _narrowed(logs: Array, kept: NDArray[np.bool_]) -> NDArray[np.float64]:
    chances = np.where(kept, np.exp(logs.astype(np.float64)), 0.0) + LEAST * kept
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True))


def _of_colours(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.maximum(np.log(colours[:, 0] + 1e-6), -9) / 4)


def _of_faces(faces: NDArray[np.float64], labels: Labels) -> NDArray[np.float64]:
    """``(N, 6)``: the three likeliest faces by all that is seen, none, any number, and how open it is."""
    joined = faces[:, 0]
    top = -np.sort(-joined, axis=1)[:, :3]
    chances = np.column_stack([top, joined[:, labels.none], joined[:, labels.numbers].sum(axis=1)])
    return np.column_stack([_logit(chances) / 4, -(joined * np.log(joined + 1e-9)).sum(axis=1)])


def _logs(chances: NDArray[np.float64]) -> Array:
    return np.asarray(np.maximum(np.log(chances + LEAST), -10), np.float32)


def _logit(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    p = np.clip(chances, 1e-5, 1 - 1e-5)
    return np.asarray(np.log(p) - np.log1p(-p))


def _of_prints(prints: Sequence[Print | None]) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """What prints tell, of each and of each two.

    Returns:
        ``(N, 16)``: direction and strength of each print, and its stock's light beside that of the other stocks, which tells the lamp; and
        four tables ``(N, N)``: how alike two inks are on two scales, how far their prints are apart, and whether both were measured.
    """
    known = np.array([its is not None for its in prints])
    taken, stock = np.zeros((len(prints), 3)), np.zeros((len(prints), 3))
    if known.any():
        taken[known], stock[known] = (np.array([getattr(its, name) for its in prints if its]) for name in ("taken", "stock"))
        stock[~known] = np.median(stock[known], axis=0)
    length, chroma = (np.linalg.norm(each, axis=1) for each in (taken, taken - taken.mean(axis=1, keepdims=True)))
    ink = taken / np.maximum(length, 1e-3)[:, None]
    strength = [length, np.log(chroma + 0.03), np.log(length + 0.03)]
    lamp = stock - np.median(stock[known] if known.any() else stock, axis=0)
    each = np.column_stack([ink, *strength, ink - ink.mean(axis=1, keepdims=True), stock - 5, 3 * lamp, known])
    both = (known[:, None] & known).astype(np.float64)
    off, apart = (np.linalg.norm(its[:, None] - its, axis=2) for its in (ink, taken))
    alike = [both * np.exp(-((off / scale) ** 2) / 2) for scale in (NEAR_INK, FAR_INK)]
    return each, [*alike, both * np.minimum(apart, 2.0), both]
