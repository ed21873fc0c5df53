"""Reads the faces of cards from crops that a homography has straightened."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.onnx import Network, sigmoid, softmax
from numero_cam.base.records import value_of
from numero_cam.vision import ink, rectify

MAX_HIDDEN_SHARE = 0.35  #: Maximum share of an index crop that other cards may hide; with more hidden it is not read.

Array = NDArray[np.float32]


class IndexReader:
    """Classifies the index printed in a card's corner. The weights of its logits come from the model's own metadata.

    Args:
        network: The loaded model ``index``; its labels are those of the model ``face``.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._face_weights: tuple[float, float] = tuple(network.about["calibration"]["face_shares"])
        self._colour_weights: tuple[float, float] = tuple(network.about["calibration"]["colour_shares"])

    def read(self, views: list[NDArray[np.uint8]]) -> list[Array | None]:
        """Classify both index corners of each card.

        Args:
            views: Crops from ``rectify.face_crop``, turned so that the index is at the top left.

        Returns:
            For each card the mean logits ``(faces + colours,)`` of its visible indices, or None where both are hidden.
        """
        crops = [rectify.index_crops(view) for view in views]
        visible = [[corner for corner in corners if (corner[..., 3] > 0).mean() <= MAX_HIDDEN_SHARE] for corners in crops]
        batch = [corner for corners in visible for corner in corners]
        logits = iter(self._network.run(np.stack(batch)) if batch else ())
        return [np.mean([next(logits) for _ in corners], axis=0) if corners else None for corners in visible]

    def combined(self, whole: Array, index: Array, faces: int) -> tuple[Array, Array]:
        """Combine the logits of the whole card and of its indices in a logarithmic opinion pool with fitted weights.

        Args:
            whole: ``(faces + colours + 1,)``, logits of the whole card.
            index: ``(faces + colours,)``, logits of its indices.
            faces: Number of face classes.

        Returns:
            Logits of the faces ``(faces,)`` and of the colours ``(colours,)``; their softmax is calibrated.
        """
        whole_face_weight, index_face_weight = self._face_weights
        whole_colour_weight, index_colour_weight = self._colour_weights
        colours = whole_colour_weight * whole[faces : len(index)] + index_colour_weight * index[faces:]
        return whole_face_weight * whole[:faces] + index_face_weight * index[:faces], colours


#: Faces that become another face when turned by 180 degrees. They are always read both ways up.
ROTATION_PAIRS = frozenset({"6", "9", "18", "81", "66", "99"})
FACE_WEIGHT = 2.0  #: Weight of the log probability of the face against the orientation logit when the two ways up are compared.
COVERED_SHARE = 0.1  #: Hidden share of a card from which its face is read again, with the help of its indices.
#: Probability, 0..1, below which a face is read again (jittered and by its indices), and an orientation is compared with the reverse.
SURE_PROBABILITY = 0.98
JITTER_SHARE = 0.03  #: Shift and stretch of a jittered outline, as a share of the card's sides.
#: One row for each jittered outline: its signs across, down, in width and in height.
JITTERS = np.array([[-1, -1, 1, 1], [1, 1, 1, -1]], np.float32)
SUIT_LETTERS = "shdc"  #: Colour letters of playing cards, whose suits are recognised by their shape and not by ink.
MIN_CANDIDATE_PROBABILITY = 1e-3  #: A label with a lower probability is no candidate.
MAX_VALUES = 4  #: Maximum number of values among the candidates of a card.
MAX_COLOURS = 3  #: Maximum number of named colours for each of these values.
Quad = NDArray[np.float32]
Probabilities = tuple[Array, Array]  #: Probabilities of all faces ``(faces,)`` and of all colours ``(colours,)``; each array sums to 1.


class UnaryScores(NamedTuple):
    """Predictions for one card on its own, before it is compared with the other cards of the table."""

    combined: Probabilities  #: Whole-card and index predictions combined.
    whole: Probabilities  #: Prediction of the whole card.
    index_only: Probabilities  #: Prediction of its indices; uniform where no index was read.


@dataclass(frozen=True)
class Face:
    """The face that was read on one card."""

    quad: Quad  #: ``(4, 2)`` pixels, clockwise from the card's own top-left; turned over where the face was upside down.
    #: Labels with calibrated probabilities, most likely first. A number's label contains its colour. A number without a colour stands for
    #: its colours that are not listed or, where it comes first, for all its colours.
    candidates: tuple[tuple[str, float], ...]
    unknown: float  #: 0..1, probability that the card shows no known face.
    hidden: float  #: 0..1, share of the card that other cards hide.
    probabilities: Probabilities  #: Of all faces and colours, in the order of ``FaceLabels``.
    unary: UnaryScores  #: Predictions for this card on its own.
    print_colour: ink.PrintColour | None  #: Colour measured on its print; None where it could not be measured.
    features: Array  #: ``(F,)`` float32 embedding of length 1, the input of the network's last layer.

    @property
    def best(self) -> str:
        """The most likely label; empty where there is no candidate."""
        return self.candidates[0][0] if self.candidates else ""

    @property
    def confidence(self) -> float:
        """0..1, probability of the most likely label; 0 where there is no candidate."""
        return self.candidates[0][1] if self.candidates else 0.0

    @property
    def value_confidence(self) -> float:
        """0..1, probability of the most likely label's value in any colour."""
        if not self.candidates:
            return 0.0
        first, p = self.candidates[0]
        value = value_of(first)
        # A leading number without a colour already includes all its colours.
        return p if first == value else min(1.0, sum(p for label, p in self.candidates if value_of(label) == value))


@dataclass(frozen=True)
class FaceLabels:
    """The classes of the face network, in the order of its outputs."""

    faces: tuple[str, ...]  #: Numbers, wild cards, and ``unknown``.
    colours: tuple[str, ...]  #: Letters; the empty text is the class "no colour".
    unknown: str  #: The label in ``faces`` of a card without a known face.

    @property
    def number_indices(self) -> list[int]:
        """Indices of the faces that are numbers."""
        return [k for k, face in enumerate(self.faces) if face.isdigit()]

    @property
    def unknown_index(self) -> int:
        """Index of the face ``unknown``."""
        return self.faces.index(self.unknown)

    def label_probabilities(self, probabilities: Probabilities) -> dict[str, dict[str, float]]:
        """Return the probability of every label, grouped by value.

        Args:
            probabilities: Of all faces and all colours.

        Returns:
            For each value but ``unknown`` its labels with their probabilities: a number in every colour, a wild card as it is.
        """
        faces, colours = (each.tolist() for each in probabilities)
        known = ((value, p) for value, p in zip(self.faces, faces, strict=True) if value != self.unknown)
        of_colours = list(zip(self.colours, colours, strict=True))
        return {value: {value + colour: p * q for colour, q in of_colours} if value.isdigit() else {value: p} for value, p in known}


@dataclass(frozen=True)
class FaceOutput:
    """The face network's outputs for one card, read both ways up: as its outline begins, and turned over."""

    crop: NDArray[np.uint8]  #: ``(132, 96, 4)`` uint8: RGB, and a mask that is 255 where other cards hide the card.
    faces: Array  #: ``(2, faces)`` float32, calibrated probabilities for each way up.
    colours: Array  #: ``(2, colours)`` float32, the same for the colours.
    upright: Array  #: ``(2,)`` float32, probability that each way up is the right one.
    features: Array  #: ``(2, F)`` float32 embeddings of length 1.


def rank_candidates(values: Mapping[str, float], labels: Mapping[str, Mapping[str, float]]) -> tuple[tuple[str, float], ...]:
    """Choose the most likely labels of a card.

    A number without a colour gets the probability of its colours that are not listed, or of all its colours where the number is more
    likely than not and no single colour is.

    Args:
        values: Value to probability, 0..1.
        labels: For each value, label to probability; their sum is at most that of the value.

    Returns:
        Labels with their probabilities, most likely first.
    """
    out: dict[str, float] = {}
    for value in sorted(values, key=lambda value: -values[value])[:MAX_VALUES]:
        named = dict(sorted(labels[value].items(), key=lambda item: -item[1])[:MAX_COLOURS])
        others = values[value] - sum(named.values())
        named[value] = named.get(value, 0.0) + others
        if values[value] > 0.5 > max(labels[value].values()):
            named[value] = values[value]
        out |= named
    return tuple(sorted((item for item in out.items() if item[1] > MIN_CANDIDATE_PROBABILITY), key=lambda item: -item[1]))


def l2_normalize(features: Array) -> Array:
    """Scale the rows of ``(N, F)`` to length 1."""
    return np.asarray(features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6))


def jittered_quads(quad: Quad) -> list[Quad]:
    """Return the outline shifted and stretched a little, once for each of ``JITTERS``."""
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    sides = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    moves = JITTER_SHARE * (JITTERS[:, None, :2] + JITTERS[:, None, 2:] * sides)
    return list((quad + moves @ np.stack([across, down])).astype(np.float32))


class _CardView(NamedTuple):
    """A card that is read again."""

    quad: Quad  #: Its outline, from its own top-left.
    above: list[Quad]  #: The outlines of the cards on it.
    covered: bool  #: Whether they hide more than ``COVERED_SHARE`` of it.
    crop: NDArray[np.uint8]  #: ``(132, 96, 4)`` uint8, its crop with the index at the top left.


class FaceReader:
    """Reads faces with the face network. Labels and temperatures come from the model's own metadata.

    The network's logits of a crop are ``(faces + colours + 1,)``; the last is the logit of "upside down".

    Args:
        network: The loaded model ``face``.
        indices: Reads the indices of cards; None for a pack without an index model.
    """

    def __init__(self, network: Network, indices: IndexReader | None) -> None:
        self._network = network
        self._indices = indices
        labels = network.about["labels"]
        self.labels = FaceLabels(tuple(labels["faces"]), tuple(labels["colours"]), str(labels["unknown"]))
        self._temperatures = tuple(float(network.about["calibration"][f"{head}_temperature"]) for head in ("face", "colour"))
        self._uniform = self._probabilities(np.zeros(len(self.labels.faces) + len(self.labels.colours), np.float32))

    def read(self, pyramid: rectify.Pyramid, quads: list[Quad], above: list[list[Quad]], rival_count: int = 0) -> list[Face]:
        """Read the faces of cards. Unsure faces are read again, jittered and by their indices.

        Args:
            pyramid: The picture.
            quads: One ``(4, 2)`` for each card, clockwise from its own top-left.
            above: For each card the outlines of the cards that lie on it.
            rival_count: Number of outlines at the end that a better one excludes; they are not jittered.
        """
        if not quads:
            return []
        crops = rectify.face_crops(pyramid, quads, above)
        hidden = [float((crop[..., 3] > 0).mean()) for crop in crops]
        logits, features, turned = self._read_either_way_up(crops, quads)
        scores = [self._score(row, None, covered=False) for row in logits]
        unsure = [i for i, each in enumerate(scores) if hidden[i] > COVERED_SHARE or each.whole[0].max() < SURE_PROBABILITY]
        if unsure:
            upright = (crops[i] if turned[i] is quads[i] else crops[i][::-1, ::-1] for i in unsure)
            views = [_CardView(turned[i], above[i], hidden[i] > COVERED_SHARE, crop) for i, crop in zip(unsure, upright, strict=True)]
            jitter_count = sum(i < len(quads) - rival_count for i in unsure)
            for i, again in zip(unsure, self._read_again(pyramid, views, logits[unsure], jitter_count), strict=True):
                scores[i] = again
        best = [self.labels.faces[int(each.combined[0].argmax())] for each in scores]
        colours = [ink.measure_print(crop) if face.isdigit() else None for face, crop in zip(best, crops, strict=True)]
        cards = zip(turned, scores, hidden, colours, l2_normalize(features), strict=True)
        return [Face(quad, *self._candidates(s.combined), share, s.combined, s, colour, row) for quad, s, share, colour, row in cards]

    def _read_either_way_up(self, crops: NDArray[np.uint8], quads: list[Quad]) -> tuple[Array, Array, list[Quad]]:
        """Return logits ``(N, classes)`` and features ``(N, F)`` of the crops, each the way up that reads better, and quads to match."""
        logits, features = self._network.run_with_features(crops)
        best = [self.labels.faces[k] for k in logits[:, : len(self.labels.faces)].argmax(axis=1)]
        doubtful = [i for i in range(len(quads)) if sigmoid(logits[i, -1]) > 1 - SURE_PROBABILITY or best[i] in ROTATION_PAIRS]
        turned = list(quads)
        if doubtful:
            crops_turned = np.stack([np.ascontiguousarray(crops[i][::-1, ::-1]) for i in doubtful])
            pairs = [i for i in doubtful if best[i] in ROTATION_PAIRS]
            indices = dict(zip(pairs, self._read_indices([crops[i] for i in pairs]), strict=True))
            for i, other, row in zip(doubtful, *self._network.run_with_features(crops_turned), strict=True):
                if self._orientation_score(other, indices.get(i)) > self._orientation_score(logits[i], indices.get(i)):
                    logits[i], features[i], turned[i] = other, row, np.roll(quads[i], -2, axis=0)
        return logits, features, turned

    def _orientation_score(self, logits: Array, index: Array | None) -> float:
        """Return how well a crop reads this way up, a log probability, by its logits ``(classes,)`` and those of its indices.

        An index is upright in either corner, so it tells a 6 from a 9 that is turned over.
        """
        faces, _ = self._probabilities(logits)
        best = int(faces.argmax())
        score = float(np.log(faces[best])) - float(logits[-1]) / FACE_WEIGHT
        if index is None or not self._shows_face(index):
            return score
        return score + float(np.log(max(self._probabilities(index)[0][best], MIN_CANDIDATE_PROBABILITY)))

    def with_probabilities(self, face: Face, probabilities: Probabilities) -> Face:
        """Return the face with other probabilities, and the candidates that follow from them."""
        candidates, unknown = self._candidates(probabilities)
        return replace(face, candidates=candidates, unknown=unknown, probabilities=probabilities)

    def outputs(self, pyramid: rectify.Pyramid, quads: list[Quad], above: list[list[Quad]]) -> list[FaceOutput]:
        """Run the face network on cards, both ways up; a learned deck compares the outputs with its examples. Arguments as of ``read``."""
        if not quads:
            return []
        crops = rectify.face_crops(pyramid, quads, above)
        both = np.stack([np.ascontiguousarray(way) for crop in crops for way in (crop, crop[::-1, ::-1])])
        logits, features = self._network.run_with_features(both)
        features = l2_normalize(features)
        faces, colours = self._probabilities(logits, *self._temperatures)
        upright = np.asarray(sigmoid(-logits[:, -1]), np.float32)
        rows = [slice(2 * i, 2 * i + 2) for i in range(len(crops))]
        return [FaceOutput(crop, faces[r], colours[r], upright[r], features[r]) for crop, r in zip(crops, rows, strict=True)]

    def _read_again(self, pyramid: rectify.Pyramid, views: list[_CardView], logits: Array, jitter_count: int) -> list[UnaryScores]:
        """Return better scores of unsure cards: their ``logits`` ``(N, classes)`` combined with those of their indices.

        The logits of the first ``jitter_count`` cards are averaged with those of their jittered outlines before.
        """
        means = logits.copy()
        if jitter_count:
            moved = [(quad, view.above) for view in views[:jitter_count] for quad in jittered_quads(view.quad)]
            crops = rectify.face_crops(pyramid, [quad for quad, _ in moved], [above for _, above in moved])
            others = self._network.run_with_features(crops)[0].reshape(jitter_count, len(JITTERS), -1)
            means[:jitter_count] = (logits[:jitter_count] + others.sum(axis=1)) / (1 + len(JITTERS))
        cards = zip(means, self._read_indices([view.crop for view in views]), views, strict=True)
        return [self._score(mean, index, covered=view.covered) for mean, index, view in cards]

    def _score(self, logits: Array, index: Array | None, *, covered: bool) -> UnaryScores:
        """Return the predictions for a card by its logits ``(classes,)`` and those of its indices if it is covered or they show a face."""
        whole = combined = self._probabilities(logits, *self._temperatures)
        if self._indices is None or index is None:
            return UnaryScores(combined, whole, self._uniform)
        if not covered and int(whole[0].argmax()) == self.labels.unknown_index:
            # The corners of another game's card show signs too: only where the whole face may be one of the game's does its index count.
            return UnaryScores(whole, whole, self._uniform)
        if covered or self._shows_face(index):
            faces, colours = self._indices.combined(logits, index, len(self.labels.faces))
            combined = softmax(faces), softmax(colours)
        return UnaryScores(combined, whole, self._probabilities(index))

    def _read_indices(self, views: list[NDArray[np.uint8]]) -> list[Array | None]:
        """Return the mean logits ``(faces + colours,)`` of each card's indices by its upright crop; None for all without an index model."""
        return self._indices.read(views) if self._indices else [None] * len(views)

    def _probabilities(self, logits: Array, face_temperature: float = 1.0, colour_temperature: float = 1.0) -> Probabilities:
        """Return the probabilities of faces and colours from logits ``(..., classes)``: the softmax of logits divided by a temperature."""
        n, m = len(self.labels.faces), len(self.labels.colours)
        return softmax(logits[..., :n] / face_temperature), softmax(logits[..., n : n + m] / colour_temperature)

    def _shows_face(self, index: Array) -> bool:
        """Whether logits ``(faces + colours,)`` of an index surely show a face. Open cards without an index, as tiles, show none."""
        faces, _ = self._probabilities(index)
        return bool(faces.max() > 0.5) and int(faces.argmax()) != self.labels.unknown_index

    def _candidates(self, probabilities: Probabilities) -> tuple[tuple[tuple[str, float], ...], float]:
        """Return the candidates, and the probability that the card shows no known face."""
        labels = self.labels.label_probabilities(probabilities)
        values = {value: sum(each.values()) for value, each in labels.items()}
        return rank_candidates(values, labels), float(probabilities[0][self.labels.unknown_index])
