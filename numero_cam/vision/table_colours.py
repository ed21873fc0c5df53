"""Agrees on the colours of a table's cards: those of one colour lie in one light and are printed in one ink.

The cards' hues (``ink.measure_hue``) are a mixture of Gaussians, one for each colour. Its centre on this table is not known before: it is
spread around the colour's usual hue, and every card that may have the colour moves it. The judge's probabilities are the prior.
``python -m workshop inks`` fits all numbers on drawn tables (decision 5).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.candidates import CandidateSet
from numero_cam.vision.faces import COVERED_SHARE, Face, FaceLabels, FaceReader
from numero_cam.vision.fitted_inks import FITTED

Array = NDArray[np.float64]
ROUNDS = 10  #: Rounds of expectation and maximization.


@dataclass(frozen=True)
class InkModel:
    """How the hues of prints are spread; in the plane of hues."""

    colours: tuple[str, ...]  #: Letters of the ``C`` colours; the empty text is print without a colour.
    centres: Array  #: ``(C, 2)``, the usual hue of each colour.
    between: Array  #: ``(C, 2, 2)``, covariance of a colour's centre between tables.
    within: Array  #: ``(2, 2)``, covariance within one colour of one table.
    judge_weight: float  #: Weight of the judge's log probabilities.
    hue_weight: float  #: Weight of the log likelihood of the hue.
    outliers: float  #: 0..1, probability that a measured hue is something else, such as a reflection or a thing on the card.

    @classmethod
    def of(cls, fitted: Mapping[str, Any]) -> "InkModel":
        """Return the model of fitted numbers, a dictionary as ``fitted_inks.FITTED``."""
        centres, between, within = (np.array(fitted[name], np.float64) for name in ("centres", "between", "within"))
        weights = (float(fitted[name]) for name in ("judge_weight", "hue_weight", "outliers"))
        return cls(tuple(fitted["colours"]), centres, between, within, *weights)

    def agree(self, judged: Array, hues: Array, weights: Array) -> Array:
        """Return the probabilities of the colours of a table's cards, ``(N, C)``.

        Args:
            judged: ``(N, C)``, the judge's probabilities.
            hues: ``(N, 2)``.
            weights: ``(N,)`` 0..1, probability that the card is one of these colours at all, by which it moves the centres.
        """
        prior = np.log(judged, where=judged > 0, out=np.full(judged.shape, -np.inf))  # a colour that the deck lacks stays impossible
        certainty, prior_certainty = np.linalg.inv(self.within), np.linalg.inv(self.between)
        prior_sum = np.einsum("cij,cj->ci", prior_certainty, self.centres)
        middle = self.centres.mean(axis=0)
        anywhere = np.cov(self.centres.T) + self.between.mean(axis=0) + self.within
        strange = np.log(self.outliers) + _log_density(hues - middle, anywhere)[:, None]
        out, fits = judged, np.ones_like(judged)
        for _ in range(ROUNDS):
            count = weights[:, None] * out * fits
            # Sums over all cards but card n: its own hue must not draw a centre towards it.
            others = count.sum(axis=0) - count
            others_sum = (count.T @ hues)[None] - count[..., None] * hues[:, None]
            spread = np.linalg.inv(prior_certainty + others[..., None, None] * certainty)
            centre = np.einsum("ncij,ncj->nci", spread, prior_sum + others_sum @ certainty)
            inlier = np.log1p(-self.outliers) + _log_density(hues[:, None] - centre, self.within + spread)
            likelihood = np.logaddexp(inlier, strange)
            fits = np.exp(inlier - likelihood)
            log = self.judge_weight * prior + self.hue_weight * likelihood
            new = np.exp(log - log.max(axis=1, keepdims=True))
            out = new / new.sum(axis=1, keepdims=True)
        return out


def _log_density(offset: Array, covariance: Array) -> Array:
    """Return the log density of Gaussians ``(..., 2, 2)`` at offsets ``(..., 2)`` from their centres, but for a constant."""
    squared = np.einsum("...i,...ij,...j->...", offset, np.linalg.inv(covariance), offset)
    return np.asarray(-0.5 * (squared + np.log(np.linalg.det(covariance))))


INKS = InkModel.of(FITTED)


def agree_on_colours(cards: CandidateSet, reader: FaceReader) -> CandidateSet:
    """Return the cards with the colours on which the table agrees. A card whose hue could not be measured keeps its own.

    For photos, after the judge. In films, whose faces are added up, colours that each picture agrees on anew would make cards change.
    """
    faces = cards.faces
    judged, hues, weights = measurements(faces, reader.labels, INKS.colours)
    known = np.flatnonzero(np.isfinite(hues).all(axis=1) & (judged.sum(axis=1) > 0))
    if not known.size:
        return cards
    share = judged[known].sum(axis=1, keepdims=True)
    agreed = share * INKS.agree(judged[known] / share, hues[known], weights[known])
    columns = [reader.labels.colours.index(colour) for colour in INKS.colours]
    for k, row in zip(known.tolist(), agreed, strict=True):
        colours = faces[k].probabilities[1].copy()
        colours[columns] = row
        faces[k] = reader.with_probabilities(faces[k], (faces[k].probabilities[0], colours))
    return cards.with_faces(faces)


def measurements(faces: Sequence[Face], labels: FaceLabels, colours: Sequence[str]) -> tuple[Array, Array, Array]:
    """Return the inputs of the mixture, ``InkModel.agree``, for ``N`` cards.

    Args:
        faces: Of the cards.
        labels: The classes of the face network; where it lacks one of the colours, the colours of its cards are no inks.
        colours: The ``C`` colours of prints.

    Returns:
        ``(N, C)`` the probabilities of the colours as they are, with a sum below 1 where a card may have a suit; ``(N, 2)`` the hues, NaN
        where none was measured or too much of the card is hidden; ``(N,)`` the probability that it has one of these colours.
    """
    columns = [labels.colours.index(colour) for colour in colours if set(colours) <= set(labels.colours)]
    judged = np.array([face.probabilities[1][columns] for face in faces], np.float64).reshape(len(faces), len(columns))
    hues = np.full((len(faces), 2), np.nan)
    for row, face in zip(hues, faces, strict=True):
        if face.print_colour is not None and face.print_colour.hue is not None and face.hidden < COVERED_SHARE:
            row[:] = face.print_colour.hue
    numbers = np.array([face.probabilities[0][labels.number_indices].sum() for face in faces], np.float64)
    return judged, hues, numbers * judged.sum(axis=1)
