"""Turns the candidates of one picture into the numeric inputs of the judge network."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision.faces import Face, FaceLabels
from numero_cam.vision.ink import PrintColour

Array = NDArray[np.float32]

MAX_CANDIDATES = 64  #: Maximum number of candidates that the judge sees; those with the highest scores come first and are kept.
MIN_PROBABILITY = 1e-7  #: Lower bound of a probability before its logarithm is taken.
COLOUR_COLUMNS = slice(0, 9)  #: Columns of ``JudgeInput.each`` that are computed from the colour probabilities.
FACE_COLUMNS = slice(25, 31)  #: Columns of ``JudgeInput.each`` that are computed from the face probabilities.
SAME_FACE_CHANNELS = slice(4, 6)  #: Channels of ``JudgeInput.pairs`` that are computed from the face probabilities.
FINE_INK_SCALE = 0.1  #: Standard deviation of the narrow Gaussian of the distance between two inks (unit vectors).
COARSE_INK_SCALE = 0.25  #: Standard deviation of the wide Gaussian of the distance between two inks (unit vectors).


@dataclass(frozen=True)
class CandidateFeatures:
    """Measurements of one candidate."""

    face: Face  #: The face read in it; the judge uses its ``unary`` predictions.
    inside: float  #: 0..1, share of the outline that lies inside the picture.
    score: float  #: 0..1, detector score.
    fits_plane: bool  #: Whether it has the size that a card has there on the table.
    by_index: bool = False  #: Whether the detector found it by its index only.
    covers: frozenset[int] = frozenset()  #: Indices of the candidates that it lies on.
    #: ``(N,)`` 0..1, probability that this card is visible at the anchor of each candidate, its own included; empty for a card of an
    #: earlier picture.
    visibility: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class JudgeInput:
    """Inputs of the judge network for the ``N`` candidates of a picture; the fields are named as the inputs of the model."""

    each: Array  #: ``(N, 44)`` float32, of each candidate: 9 features of its colour, 16 of its print, 6 of its face, 13 of its outline.
    faces: Array  #: ``(N, 3, F)`` float32, log probabilities of the faces: combined, whole-card and index.
    colours: Array  #: ``(N, 3, C)`` float32, the same for the colours.
    #: ``(N, N, 15)`` float32, features of each pair: similarity of inks, faces, indices and embeddings, overlap, occlusion, and the
    #: visibility of each at the other's anchor.
    pairs: Array


def judge_input(candidates: Sequence[CandidateFeatures], labels: FaceLabels, *, plane: bool) -> JudgeInput:
    """Compute the inputs of the judge network.

    Args:
        candidates: Of one picture, 1 to ``MAX_CANDIDATES``.
        labels: The classes of the face network.
        plane: Whether the table plane is known.
    """
    count = len(candidates)
    faces, colours = (np.array([[scores[k] for scores in each.face.unary] for each in candidates], np.float64) for k in (0, 1))
    quads = np.stack([each.face.quad for each in candidates])
    areas = np.maximum(geometry.areas(quads), 1.0)
    shared = geometry.shared_areas(quads)
    # `inside[i, j]`: share of outline i that lies in outline j.
    inside, ious = shared / areas[:, None], shared / np.maximum(areas[:, None] + areas - shared, 1.0)
    # A card of an earlier picture counts as visible at its own anchor.
    visibility, covers = np.eye(count), np.zeros((count, count))
    for i, each in enumerate(candidates):
        own = each.visibility[:count]
        visibility[i, : len(own)] = own
        covers[i, [j for j in each.covers if j < count]] = 1
    prints, similarities = _print_features([each.face.print_colour for each in candidates])
    outline_columns = [
        _logit(np.array([each.score for each in candidates])) / 2,
        np.array([[each.face.hidden, each.inside, each.fits_plane, each.by_index, plane] for each in candidates]),
        visibility.diagonal(),
        np.log(areas / np.median(areas)),
        np.log(areas) / 2 - 5,  # log of the side in pixels, centred
        np.array([len(each.covers) / 3 for each in candidates]),
        inside.max(axis=1),
        ious.max(axis=1),
        np.full(count, np.log(count)),
    ]
    columns = np.column_stack([_colour_features(colours), prints, _face_features(faces, labels), *outline_columns])
    embeddings = np.array([each.face.features for each in candidates], np.float64)
    # Of the three predictions the combined one and that of the index.
    similarities += [*np.einsum("ikf,jkf->kij", faces[:, ::2], faces[:, ::2]), embeddings @ embeddings.T]
    size_ratios, others = np.clip(np.log(areas[:, None] / areas), -2, 2), visibility * (1 - np.eye(count))
    channels = [*similarities, ious, inside, inside.T, covers, covers.T, size_ratios, others, others.T]
    pairs = np.stack(channels, axis=-1).astype(np.float32)
    return JudgeInput(columns.astype(np.float32), _log_probabilities(faces), _log_probabilities(colours), pairs)


def restrict_input(inputs: JudgeInput, faces: NDArray[np.bool_], colours: NDArray[np.bool_], labels: FaceLabels) -> JudgeInput:
    """Set the probabilities of faces and colours that the deck lacks to zero, and renormalise the others.

    Args:
        inputs: Inputs of the judge.
        faces: ``(F,)``, whether the deck has each face; "unknown" always stays possible.
        colours: ``(C,)``, whether its numbers have each colour.
        labels: The classes of the face network.
    """
    possible = faces | (np.arange(len(faces)) == labels.unknown_index)
    deck_faces, deck_colours = _restricted(inputs.faces, possible), _restricted(inputs.colours, colours)
    each, pairs = inputs.each.copy(), inputs.pairs.copy()
    each[:, COLOUR_COLUMNS] = _colour_features(deck_colours)
    each[:, FACE_COLUMNS] = _face_features(deck_faces, labels)
    pairs[..., SAME_FACE_CHANNELS] = np.einsum("ikf,jkf->ijk", deck_faces[:, ::2], deck_faces[:, ::2])
    return JudgeInput(each, _log_probabilities(deck_faces), _log_probabilities(deck_colours), pairs)


def _restricted(log_probabilities: Array, possible: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return probabilities ``(..., K)`` from their logarithms: 0 for impossible classes, ``(K,)`` bool, the others renormalised."""
    p = np.where(possible, np.exp(log_probabilities.astype(np.float64)), 0.0) + MIN_PROBABILITY * possible
    return np.asarray(p / p.sum(axis=-1, keepdims=True))


def _colour_features(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, C)``, scaled log probabilities of the combined colour prediction."""
    return np.asarray(np.maximum(np.log(colours[:, 0] + 1e-6), -9) / 4)


def _face_features(faces: NDArray[np.float64], labels: FaceLabels) -> NDArray[np.float64]:
    """``(N, 6)`` of the combined face prediction: logits of the top three, of "unknown" and of any number, and the entropy."""
    combined = faces[:, 0]
    top = -np.sort(-combined, axis=1)[:, :3]
    p = np.column_stack([top, combined[:, labels.unknown_index], combined[:, labels.number_indices].sum(axis=1)])
    return np.column_stack([_logit(p) / 4, -(combined * np.log(combined + 1e-9)).sum(axis=1)])


def _log_probabilities(p: NDArray[np.float64]) -> Array:
    """Return the natural logarithms of probabilities ``(...)``, at least -10."""
    return np.asarray(np.maximum(np.log(p + MIN_PROBABILITY), -10), np.float32)


def _logit(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log odds of probabilities ``(...)``, which are kept away from 0 and 1."""
    p = np.clip(p, 1e-5, 1 - 1e-5)
    return np.asarray(np.log(p) - np.log1p(-p))


def _print_features(prints: Sequence[PrintColour | None]) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """Compute features of the print colours, for each card and for each pair.

    Returns:
        ``(N, 16)``: direction and strength of the light that each print absorbs, brightness of the bare card, the same relative to the
        median card (the lamp), and whether it was measured; and four ``(N, N)`` arrays: similarity of two inks on the fine and on the
        coarse scale, distance of two prints, and whether both were measured.
    """
    known = np.array([each is not None for each in prints])
    absorbed, stock = np.zeros((len(prints), 3)), np.zeros((len(prints), 3))
    if known.any():
        absorbed[known], stock[known] = (np.array([getattr(each, name) for each in prints if each]) for name in ("absorbed", "stock"))
        stock[~known] = np.median(stock[known], axis=0)
    length, chroma = (np.linalg.norm(each, axis=1) for each in (absorbed, absorbed - absorbed.mean(axis=1, keepdims=True)))
    ink = absorbed / np.maximum(length, 1e-3)[:, None]
    strength = [length, np.log(chroma + 0.03), np.log(length + 0.03)]
    lamp = stock - np.median(stock[known] if known.any() else stock, axis=0)
    each = np.column_stack([ink, *strength, ink - ink.mean(axis=1, keepdims=True), stock - 5, 3 * lamp, known])
    both = (known[:, None] & known).astype(np.float64)
    ink_distance, print_distance = (np.linalg.norm(rows[:, None] - rows, axis=2) for rows in (ink, absorbed))
    similar = [both * np.exp(-((ink_distance / scale) ** 2) / 2) for scale in (FINE_INK_SCALE, COARSE_INK_SCALE)]
    return each, [*similar, both * np.minimum(print_distance, 2.0), both]
