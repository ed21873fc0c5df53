"""Judges all candidates of a picture together: which are cards, which face each shows, and in which colour.

A small attention network compares the candidates with each other. So it tells four inks of one pack apart, allows for the lamp by the
white of the cards, and recognises a second outline of a card by its neighbour. It is trained on scenes with fonts, inks and lamps that the
other networks never saw (``workshop.wide``): it learns how reliable they are, and its probabilities are calibrated (decision 5).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry, quality
from numero_cam.base.onnx import Network, sigmoid, softmax
from numero_cam.base.records import value_of
from numero_cam.vision.candidate_features import MAX_CANDIDATES, CandidateFeatures, judge_input, restrict_input
from numero_cam.vision.candidates import CandidateSet
from numero_cam.vision.faces import Face, FaceLabels, FaceReader, Probabilities
from numero_cam.vision.outlines import visibility_at

TRACKED_SCORE = 0.95  #: 0..1, detector score assumed for a card that was read in an earlier picture.
IMPOSSIBLE_LOGIT = np.float32(-100)  #: Logit of a colour that the deck lacks.


class Judge:
    """Runs the judge network.

    Args:
        network: The loaded model ``judge``. None for a pack without one: candidates then stay as they are.
        reader: Reads faces.
        deck: The labels of the deck that the user named; empty where none is named.
    """

    def __init__(self, network: Network | None, reader: FaceReader, deck: Sequence[str] = ()) -> None:
        self._network, self._reader = network, reader
        self._deck = deck_masks(deck, reader.labels) if deck else None
        self.selects_outlines = network is not None  # whether it can choose among outlines that exclude each other

    def judge(self, candidates: CandidateSet, size: tuple[int, int]) -> CandidateSet:
        """Return the candidates with new faces and scores.

        Args:
            candidates: The candidates as they were read one by one.
            size: Width and height of the picture, pixels.
        """
        if self._network is None or not candidates.candidates:
            return candidates
        faces, scores = self._predict(candidate_features(candidates, size), plane=candidates.plane is not None)
        judged = zip(candidates.candidates, faces, _sum_rivals(scores, candidates, self._reader.labels.unknown_index), strict=True)
        cards = (replace(each, score=score, face=self._reader.with_probabilities(each.face, face)) for each, face, score in judged)
        return replace(candidates, candidates=tuple(cards))

    def judge_colours(self, candidates: CandidateSet, size: tuple[int, int], others: Sequence[Face]) -> CandidateSet:
        """Return the candidates of a part of a picture with new colours; their faces and scores stay.

        Args:
            candidates: The candidates of the part.
            size: Width and height of the picture, pixels.
            others: Faces of the cards elsewhere on the table, from earlier pictures.
        """
        if self._network is None or not candidates.candidates:
            return candidates
        tracked = [CandidateFeatures(face, quality.inside_share(face.quad, size), TRACKED_SCORE, fits_plane=True) for face in others]
        predictions, _ = self._predict([*candidate_features(candidates, size), *tracked], plane=candidates.plane is not None)
        pairs = zip(candidates.faces, predictions, strict=False)
        faces = [self._reader.with_probabilities(face, (face.unary.combined[0], colours)) for face, (_, colours) in pairs]
        return candidates.with_faces(faces)

    def _predict(self, features: list[CandidateFeatures], *, plane: bool) -> tuple[list[Probabilities], list[float]]:
        """Return probabilities of faces and colours, and of being a card, for each candidate.

        Candidates beyond ``MAX_CANDIDATES`` keep their own predictions; those found by an index only are no cards.
        """
        assert self._network is not None  # noqa: S101 - for the type checker: both callers have asked
        labels = self._reader.labels
        inputs = judge_input(features[:MAX_CANDIDATES], labels, plane=plane)
        if self._deck is not None:
            inputs = restrict_input(inputs, *self._deck, labels)
        faces, colours, card = self._network.run_all({name: values[None] for name, values in vars(inputs).items()})
        if self._deck is not None:
            colours = np.where(self._deck[1], colours, IMPOSSIBLE_LOGIT)
        rest = features[MAX_CANDIDATES:]
        probabilities = [*zip(softmax(faces[0]), softmax(colours[0]), strict=True), *(each.face.unary.combined for each in rest)]
        return probabilities, [*sigmoid(card[0]).tolist(), *(0.0 if each.by_index else each.score for each in rest)]


def _sum_rivals(scores: list[float], candidates: CandidateSet, unknown: int) -> list[float]:
    """Give one of overlapping rivals their summed probability of being a card, at most 1: at most one of them is a card.

    The likeliest card leads, weighted by how surely the face network alone reads it: the right outline shows a clear face.

    Args:
        scores: 0..1, of each candidate.
        candidates: The candidates, with the faces as they were read one by one.
        unknown: Index of the face ``unknown``.
    """
    own, quads = np.array(scores), np.stack([face.quad for face in candidates.faces])
    sure = np.array([np.delete(face.unary.combined[0], unknown).max() for face in candidates.faces])
    rivals = geometry.alike(quads, quads, geometry.SAME_PLACE)
    rank = own * sure
    best = rank >= (rivals * rank).max(axis=1)
    return [float(p) for p in np.where(best, np.minimum(rivals @ own, 1.0), own)]


def deck_masks(deck: Sequence[str], labels: FaceLabels) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which faces ``(faces,)`` and which colours ``(colours,)``, both bool, the cards with the labels of a deck have."""
    values = {value_of(label) for label in deck}
    colours = {label.removeprefix(value_of(label)) for label in deck if value_of(label).isdigit()}
    return np.array([face in values for face in labels.faces]), np.array([colour in colours for colour in labels.colours])


def candidate_features(candidates: CandidateSet, size: tuple[int, int]) -> list[CandidateFeatures]:
    """Return the measurements of each candidate that the judge needs.

    Args:
        candidates: The candidates as they were read one by one.
        size: Width and height of the picture, pixels.
    """
    if not candidates.candidates:
        return []
    cards = [each.outline for each in candidates.candidates]
    visibility = visibility_at(cards, np.stack([card.anchor for card in cards])[None])
    rows = zip(candidates.candidates, visibility, strict=True)
    return [
        CandidateFeatures(c.face, quality.inside_share(c.face.quad, size), c.score, c.fits_plane, c.by_index, c.covers, row)
        for c, row in rows
    ]
