"""Reads the faces of straightened cards."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.onnx import Network, sigmoid, softmax
from numero_cam.base.records import value_of
from numero_cam.vision import ink, rectify

MOST_HIDDEN = 0.35
"""An index of whose corner other cards hide more is not read."""

Array = NDArray[np.float32]


class IndexReader:
    """The index network with its calibration, from the model's own metadata.

    Args:
        network: The loaded model ``index``; its labels are those of the model ``face``.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._face_shares: tuple[float, float] = tuple(network.about["calibration"]["face_shares"])
        self._colour_shares: tuple[float, float] = tuple(network.about["calibration"]["colour_shares"])

    def read(self, views: list[NDArray[np.uint8]]) -> list[Array | None]:
        """Reads the corners of cards, each the way up in which the card's own top-left has its index.

        Args:
            views: Crops of cards, upright or upside down, from ``rectify.face_crop``.

        Returns:
            Of each card the mean of the logits of faces and colours of its indices in view; None where none is in view.
        """
        every = [rectify.index_crops(view) for view in views]
        shown = [[corner for corner in corners if (corner[..., 3] > 0).mean() <= MOST_HIDDEN] for corners in every]
        flat = [corner for corners in shown for corner in corners]
        told = iter(self._network.run(np.stack(flat)) if flat else ())
        return [np.mean([next(told) for _ in corners], axis=0) if corners else None for corners in shown]

    def joined(self, whole: Array, index: Array, faces: int) -> tuple[Array, Array]:
        """What card and index tell together, each to a power fitted on held-out cards (a logarithmic opinion pool).

        Args:
            whole: Logits of faces and colours by the whole card.
            index: The same by its indices.
            faces: How many of them are faces.

        Returns:
            Logits of the faces and of the colours.
        """
        (card, own), (of_card, of_own) = self._face_shares, self._colour_shares
        colours = of_card * whole[faces : len(index)] + of_own * index[faces:]
        return card * whole[:faces] + own * index[:faces], colours


UPSIDE_DOWN = frozenset({"6", "9", "18", "81", "66", "99"})
"""Faces that become another face upside down. They are always read both ways up, however sure the first way is."""
FACE_SHARE = 2.0
"""Weight of the logarithm of the best face's chance, and of its index's, beside that logit, when both ways up are compared."""
COVERED = 0.1
"""A card with a larger hidden share shows little but an index."""
SURE = 0.98
"""A card with a less sure face is looked at again, by its indices and slightly shifted; one less surely upright the other way up."""
NUDGE = 0.03
"""By how much a card that is not surely read is shifted and stretched when it is looked at again, in shares of its sides."""
WAYS = np.array([[-1, -1, 1, 1], [1, 1, 1, -1]], np.float32)
"""How: across, down, wider and higher."""
SUITS = "shdc"
"""Colours that are told by shapes, not by ink."""
LEAST_LIKELY = 1e-3
"""A face with a smaller chance is no candidate."""
MOST_VALUES, MOST_COLOURS = 4, 3
"""How many values, and colours of each, are named for a card."""
Quad = NDArray[np.float32]
Chances = tuple[Array, Array]
"""Of faces and of colours, each adding up to 1."""


class Alone(NamedTuple):
    """What is told of one card alone: by all that is seen of it, as a whole, and by its indices, all as likely where none was read."""

    joined: Chances
    whole: Chances
    indices: Chances


@dataclass(frozen=True)
class Face:
    """What the reader says of one card.

    Attributes:
        quad: Clockwise from the card's own top-left, turned over where the face was upside down.
        candidates: Labels with calibrated probabilities, most likely first; a number's colour is part of its label, and without one it
            stands for all the colours that are not named, or, as the most likely one, for all of them.
        unknown: 0..1, probability that this is no face that is known.
        hidden: 0..1, share of the card that other cards hide.
        chances: Of all faces and all colours, in the order of ``Labels``.
        alone: What the networks tell of this card, before it is judged beside the others of its table.
        printed: What its print looks like; None where it could not be measured.
        features: ``(F,)`` float32 of length 1, what the network's last layer was given.
    """

    quad: Quad
    candidates: tuple[tuple[str, float], ...]
    unknown: float
    hidden: float
    chances: Chances
    alone: Alone
    printed: ink.Print | None
    features: Array

    @property
    def best(self) -> str:
        """The likeliest label, empty where there is none."""
        return self.candidates[0][0] if self.candidates else ""

    @property
    def certainty(self) -> float:
        """Probability of the likeliest label, 0 where there is none."""
        return self.candidates[0][1] if self.candidates else 0.0

    @property
    def shown(self) -> float:
        """The same of the likeliest label in whichever colour: how sure it is that a card with this face lies there."""
        if not self.candidates:
            return 0.0
        first, p = self.candidates[0]
        value = value_of(first)
        # Without a colour it stands for all of them where it leads, else for those that are not named.
        return p if first == value else min(1.0, sum(p for label, p in self.candidates if value_of(label) == value))


@dataclass(frozen=True)
class Labels:
    """What the network tells apart, in the order of its outputs.

    Attributes:
        faces: Values, wild cards, and ``unknown``.
        colours: Letters; empty for none of them.
        unknown: Which of the faces is none.
    """

    faces: tuple[str, ...]
    colours: tuple[str, ...]
    unknown: str

    @property
    def numbers(self) -> list[int]:
        """Which of the faces are numbers."""
        return [k for k, face in enumerate(self.faces) if face.isdigit()]

    @property
    def none(self) -> int:
        """Which of the faces is none, ``unknown``."""
        return self.faces.index(self.unknown)

    def by_value(self, chances: Chances) -> dict[str, dict[str, float]]:
        """Of each value and wild card the chances of its faces by their labels: of a number in each colour.

        Args:
            chances: Of all faces and all colours.
        """
        faces, colours = (chance.tolist() for chance in chances)
        told = ((value, p) for value, p in zip(self.faces, faces, strict=True) if value != self.unknown)
        of = list(zip(self.colours, colours, strict=True))
        return {value: {value + colour: p * q for colour, q in of} if value.isdigit() else {value: p} for value, p in told}


@dataclass(frozen=True)
class Told:
    """What the network tells of one card, by which it is compared with the cards of a learned deck.

    Both ways that it may lie are told: as its outline begins, and turned over.

    Attributes:
        crop: ``(132, 96, 4)`` uint8, see ``rectify.face_crop``.
        faces: ``(2, faces)`` float32, each way's calibrated chances.
        colours: ``(2, colours)`` float32, the same of the colours.
        upright: ``(2,)`` float32, how likely each way is the right one.
        features: ``(2, F)`` float32 of length 1.
    """

    crop: NDArray[np.uint8]
    faces: Array
    colours: Array
    upright: Array
    features: Array


def likeliest(values: Mapping[str, float], faces: Mapping[str, Mapping[str, float]]) -> tuple[tuple[str, float], ...]:
    """What is named of a card, the likeliest first: of some values the likeliest colours, and the value alone for its other colours.

    It stands for all of them where the value is likely and no colour alone is.

    Args:
        values: 0..1, chances of the values and wild cards.
        faces: Of each the chances of its faces by their labels, together no more than the value's.
    """
    out: dict[str, float] = {}
    for value in sorted(values, key=lambda value: -values[value])[:MOST_VALUES]:
        named = dict(sorted(faces[value].items(), key=lambda item: -item[1])[:MOST_COLOURS])
        others = values[value] - sum(named.values())
        named[value] = named.get(value, 0.0) + others
        if values[value] > 0.5 > max(faces[value].values()):
            named[value] = values[value]
        out |= named
    return tuple(sorted((each for each in out.items() if each[1] > LEAST_LIKELY), key=lambda each: -each[1]))


def of_length_one(features: Array) -> Array:
    """Rows ``(N, F)`` brought to length 1."""
    return np.asarray(features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6))


def nudged(quad: Quad) -> list[Quad]:
    """A card's outline shifted and stretched a little, once for each of ``WAYS``."""
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    sides = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    moves = NUDGE * (WAYS[:, None, :2] + WAYS[:, None, 2:] * sides)
    return list((quad + moves @ np.stack([across, down])).astype(np.float32))


class FaceReader:
    """The face network with its labels and calibration, both from the model's own metadata.

    Args:
        network: The loaded model ``face``.
        indices: Reads the corners of cards that others cover; None where the pack has no such reader.
    """

    def __init__(self, network: Network, indices: IndexReader | None) -> None:
        self._network = network
        self._indices = indices
        told = network.about["labels"]
        self.labels = Labels(tuple(told["faces"]), tuple(told["colours"]), str(told["unknown"]))
        self._heats = tuple(float(network.about["calibration"][f"{of}_temperature"]) for of in ("face", "colour"))
        self._nothing = self._chances(np.zeros(len(self.labels.faces) + len(self.labels.colours), np.float32))

    def read(self, pyramid: rectify.Pyramid, quads: list[Quad], above: list[list[Quad]]) -> list[Face]:
        """Reads cards; those found upside down, and sixes and nines, a second time the other way up.

        Args:
            pyramid: The picture.
            quads: Each clockwise from the card's own top-left.
            above: For each card the outlines that lie on it.

        Raises:
            ModelError: The model does not tell its features.
        """
        if not quads:
            return []
        crops = rectify.face_crops(pyramid, quads, above)
        hidden = [float((crop[..., 3] > 0).mean()) for crop in crops]
        out, features, turned = self._either_way_up(crops, quads)
        alone = [self._together(told, None, covered=False) for told in out]
        unsure = [i for i, its in enumerate(alone) if hidden[i] > COVERED or its.whole[0].max() < SURE]
        if unsure:
            views = [crops[i] if turned[i] is quads[i] else crops[i][::-1, ::-1] for i in unsure]
            cards = [(turned[i], above[i], hidden[i] > COVERED) for i in unsure]
            for i, its in zip(unsure, self._looked_again(pyramid, cards, views, out[unsure]), strict=True):
                alone[i] = its
        best = [self.labels.faces[int(its.joined[0].argmax())] for its in alone]
        prints = [ink.print_of(crop) if face.isdigit() else None for face, crop in zip(best, crops, strict=True)]
        told = zip(turned, alone, hidden, prints, of_length_one(features), strict=True)
        return [Face(quad, *self._named(its.joined), share, its.joined, its, its_print, row) for quad, its, share, its_print, row in told]

    def _either_way_up(self, crops: NDArray[np.uint8], quads: list[Quad]) -> tuple[Array, Array, list[Quad]]:
        """Answers and features of the crops, of each the way up that reads better, and the quads turned so."""
        out, features = self._network.run_with_features(crops)
        best = [self.labels.faces[k] for k in out[:, : len(self.labels.faces)].argmax(axis=1)]
        flipped = [i for i in range(len(quads)) if sigmoid(out[i, -1]) > 1 - SURE or best[i] in UPSIDE_DOWN]
        turned = list(quads)
        if flipped:
            again = np.stack([np.ascontiguousarray(crops[i][::-1, ::-1]) for i in flipped])
            either = [i for i in flipped if best[i] in UPSIDE_DOWN]
            indices = dict(zip(either, self._indices_of([crops[i] for i in either]), strict=True))
            for i, other, its in zip(flipped, *self._network.run_with_features(again), strict=True):
                if self._upright(other, indices.get(i)) > self._upright(out[i], indices.get(i)):
                    out[i], features[i], turned[i] = other, its, np.roll(quads[i], -2, axis=0)
        return out, features, turned

    def _upright(self, out: Array, index: Array | None) -> float:
        """How well a crop is read as it lies; an index, which is upright in either corner, tells a 6 from a 9 that lies on its head."""
        faces, _ = self._chances(out)
        best = int(faces.argmax())
        told = float(np.log(faces[best])) - float(out[-1]) / FACE_SHARE
        if index is None or not self._shows(index):
            return told
        return told + float(np.log(max(self._chances(index)[0][best], LEAST_LIKELY)))

    def anew(self, face: Face, chances: Chances) -> Face:
        """A face of which the chances were judged beside the others of its table.

        Args:
            face: As it was read alone.
            chances: Of all faces and all colours.
        """
        candidates, unknown = self._named(chances)
        return replace(face, candidates=candidates, unknown=unknown, chances=chances)

    def tell(self, pyramid: rectify.Pyramid, quads: list[Quad], above: list[list[Quad]]) -> list[Told]:
        """Tells of cards what comparing them takes.

        Args:
            pyramid: The picture.
            quads: As for ``read``.
            above: As for ``read``.

        Raises:
            ModelError: The model does not tell its features.
        """
        if not quads:
            return []
        crops = rectify.face_crops(pyramid, quads, above)
        both = np.stack([np.ascontiguousarray(way) for crop in crops for way in (crop, crop[::-1, ::-1])])
        out, features = self._network.run_with_features(both)
        features = of_length_one(features)
        faces, colours = self._chances(out, *self._heats)
        upright = np.asarray(sigmoid(-out[:, -1]), np.float32)
        ways = [slice(2 * i, 2 * i + 2) for i in range(len(crops))]
        return [Told(crop, faces[w], colours[w], upright[w], features[w]) for crop, w in zip(crops, ways, strict=True)]

    def _looked_again(
        self, pyramid: rectify.Pyramid, cards: list[tuple[Quad, list[Quad], bool]], views: list[NDArray[np.uint8]], out: Array
    ) -> list[Alone]:
        """Reads again what is not surely read: in outlines a little off, whose mean is nearer to the truth, and by its indices.

        ``cards`` are outlines, what lies on each and whether that covers it; ``views`` their crops, ``out`` what was answered to these.
        """
        more = [(quad, above) for outline, above, _ in cards for quad in nudged(outline)]
        crops = rectify.face_crops(pyramid, [quad for quad, _ in more], [above for _, above in more])
        told = self._network.run_with_features(crops)[0].reshape(len(cards), len(WAYS), -1)
        means = (out + told.sum(axis=1)) / (1 + len(WAYS))
        looks = zip(means, self._indices_of(views), cards, strict=True)
        return [self._together(mean, index, covered=covered) for mean, index, (*_, covered) in looks]

    def _together(self, out: Array, index: Array | None, *, covered: bool) -> Alone:
        whole = joined = self._chances(out, *self._heats)
        if self._indices is None or index is None:
            return Alone(joined, whole, self._nothing)
        if covered or self._shows(index):
            faces, colours = self._indices.joined(out, index, len(self.labels.faces))
            joined = softmax(faces), softmax(colours)
        return Alone(joined, whole, self._chances(index))

    def _indices_of(self, views: list[NDArray[np.uint8]]) -> list[Array | None]:
        return self._indices.read(views) if self._indices else [None] * len(views)

    def _chances(self, out: Array, face_heat: float = 1.0, colour_heat: float = 1.0) -> Chances:
        n, m = len(self.labels.faces), len(self.labels.colours)
        return softmax(out[..., :n] / face_heat), softmax(out[..., n : n + m] / colour_heat)

    def _shows(self, index: Array) -> bool:
        """Whether a corner surely shows a face: an open card without an index, such as a tile, shows none there."""
        faces, _ = self._chances(index)
        return bool(faces.max() > 0.5) and int(faces.argmax()) != self.labels.none

    def _named(self, chances: Chances) -> tuple[tuple[tuple[str, float], ...], float]:
        """The candidates by these chances, and how likely none is known."""
        told = self.labels.by_value(chances)
        return likeliest({value: sum(its.values()) for value, its in told.items()}, told), float(chances[0][self.labels.none])
