"""One judgement for the whole table: which candidates are cards, which face each shows and in which colour, all from all evidence at once.

A small network looks at all candidates of a picture together (attention among at most 64), so what a person does is learned and not
written as rules: four inks of one pack are told apart by comparing them, the lamp by the stocks, a second outline of a card by its
neighbour, a doubtful face by the sure ones beside it. It is trained on scenes whose fonts, inks, stocks and lamps the networks before it
never saw (``workshop.wide``), so that it knows how far to believe them; its chances are calibrated there (decision 26).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry, quality
from numero_cam.base.onnx import Network, sigmoid, softmax
from numero_cam.base.records import value_of
from numero_cam.vision.candidate_features import MOST, Evidenced, evidence_of, of_deck
from numero_cam.vision.candidates import Seen
from numero_cam.vision.faces import Chances, Face, FaceReader, Labels
from numero_cam.vision.outlines import seen_at

SURELY_THERE = 0.95
"""How sure the outline of a card counts that was read in an earlier picture."""


class Judge:
    """The judging network, for the faces of one reader.

    Args:
        network: The loaded model ``judge``; None for a pack that it does not know: each card is then what the reader tells of it alone.
        reader: Reads the faces.
        deck: The labels of the deck that lies there, where it was named.
    """

    def __init__(self, network: Network | None, reader: FaceReader, deck: Sequence[str] = ()) -> None:
        self._network, self._reader = network, reader
        self._deck = possible(deck, reader.labels) if deck else None
        self.chooses = network is not None  # whether it tells cards from outlines that are none

    def cards(self, seen: Seen, size: tuple[int, int]) -> Seen:
        """The candidates with what they show and how sure each is to be a card and no second outline of one.

        Args:
            seen: As they were seen, one by one.
            size: Width and height of the picture.
        """
        if self._network is None or not seen.candidates:
            return seen
        faces, chances = self._judged(evidence_for(seen, size), plane=seen.plane is not None)
        judged = zip(seen.candidates, faces, _joined(chances, seen), strict=True)
        cards = (replace(each, score=score, face=self._reader.anew(each.face, face)) for each, face, score in judged)
        return replace(seen, candidates=tuple(cards))

    def colours(self, seen: Seen, size: tuple[int, int], beside: Sequence[Face]) -> Seen:
        """The cards of a part of a picture with their colours as the whole table tells them; what else is read of them stays.

        Args:
            seen: The candidates.
            size: Width and height of the picture.
            beside: The cards that lie elsewhere, as they were read earlier.
        """
        if self._network is None or not seen.candidates:
            return seen
        known = [Evidenced(face, quality.inside_share(face.quad, size), SURELY_THERE, fits=True) for face in beside]
        told, _ = self._judged([*evidence_for(seen, size), *known], plane=seen.plane is not None)
        faces = [self._reader.anew(face, (face.alone.joined[0], its[1])) for face, its in zip(seen.faces, told, strict=False)]
        return seen.with_faces(faces)

    def _judged(self, candidates: list[Evidenced], *, plane: bool) -> tuple[list[Chances], list[float]]:
        """Chances of faces and colours, and of being a card.

        Candidates beyond ``MOST`` are what the networks tell of them alone; of these none that only an index told of is a card.
        """
        assert self._network is not None  # noqa: S101 - for the type checker: both callers have asked
        labels = self._reader.labels
        told = evidence_of(candidates[:MOST], labels, plane=plane)
        if self._deck is not None:
            told = of_deck(told, *self._deck, labels)
        faces, colours, card = self._network.run_all({name: values[None] for name, values in vars(told).items()})
        if self._deck is not None:
            colours = np.where(self._deck[1], colours, -np.float32(100))  # Where every number has a colour, none is no answer.
        rest = candidates[MOST:]
        chances = [*zip(softmax(faces[0]), softmax(colours[0]), strict=True), *(each.face.alone.joined for each in rest)]
        return chances, [*sigmoid(card[0]).tolist(), *(0.0 if each.by_index else each.score for each in rest)]


def _joined(chances: list[float], seen: Seen) -> list[float]:
    """Chances of being a card: of outlines in one place, of which one at most is a card's, the surest has those of all."""
    alone, quads = np.array(chances), np.stack([face.quad for face in seen.faces])
    rivals = geometry.alike(quads, quads, geometry.SAME_PLACE)
    surest = alone >= (rivals * alone).max(axis=1)
    return [float(p) for p in np.where(surest, np.minimum(rivals @ alone, 1.0), alone)]


def possible(deck: Sequence[str], labels: Labels) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which faces and which colours the cards of a deck may have.

    Args:
        deck: Its labels.
        labels: What the face network tells apart.
    """
    values = {value_of(label) for label in deck}
    colours = {label.removeprefix(value_of(label)) for label in deck if value_of(label).isdigit()}
    return np.array([face in values for face in labels.faces]), np.array([colour in colours for colour in labels.colours])


def evidence_for(seen: Seen, size: tuple[int, int]) -> list[Evidenced]:
    """What is judged of the candidates of a picture.

    Args:
        seen: As they were seen, one by one.
        size: Width and height of the picture.
    """
    if not seen.candidates:
        return []
    cards = [each.outlined for each in seen.candidates]
    rows = seen_at(cards, np.stack([card.at for card in cards])[None])
    told = zip(seen.candidates, [quality.inside_share(face.quad, size) for face in seen.faces], rows, strict=True)
    return [Evidenced(c.face, inside, c.score, c.fits, c.by_index, c.covers, row) for c, inside, row in told]
