"""Reads a card by the examples of a learned deck: the one place that says how likely two cards are of one face and one make.

The likeness of two cards' features, and of their inks, is turned into a ratio of chances: how much likelier it is between two cards of one
face of one pack than between any others. What the networks say is multiplied by it, and nothing else is done (decision 11).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.decks.profile import DeckProfile, restrict_to_deck, split_label
from numero_cam.vision.faces import COVERED_SHARE, Face, FaceLabels, FaceOutput

# The first two are those of a logistic regression of "the same face" on likeness, on drawn scenes of ``choose``;
# ``benchmarks/fit_decks.py`` counts what others bring.
SIMILARITY_SLOPE = 6.5
"""The logarithm of the ratio gains this much from likeness 0 to 1."""
NEUTRAL_SIMILARITY = 0.74
"""The likeness that says nothing: above it the card is of the example's face, below it is not. A face without an example counts as much."""
INK_SIGMA = 0.15
"""Standard deviation of the print's direction (``hues.Print.ink``) within one colour, from table to table."""
OUTLIER_PROBABILITY = 0.03
"""So often a card, or what was measured as its print, is another thing, as a reflection or the table; so none decides alone."""
MIN_PROBABILITY = 1e-4
"""Chances are never taken to be smaller than this."""


@dataclass(frozen=True)
class DeckMatch:
    """A card compared with a deck.

    Attributes:
        face: As it reads by the deck.
        evidence: For the deck, as a logarithm: how much better its likeliest face explains the card than what was judged does. 0 where
            the card is covered, as too little shows to be compared.
    """

    face: Face
    evidence: float = 0.0


class DeckMatcher:
    """Compares cards with one learned deck.

    Args:
        profile: The deck.
        labels: What the face network tells apart.
    """

    def __init__(self, profile: DeckProfile, labels: FaceLabels) -> None:
        self._profile, self._labels = profile, labels
        own = [split_label(face) for face in profile.faces if split_label(face)[0] in labels.faces]
        values = list(dict.fromkeys(value for value, _ in own))
        colours = list(dict.fromkeys(colour for _, colour in own if colour in labels.colours))
        self._columns = [labels.faces.index(value) for value in (*values, labels.unknown)]
        self._colours = [labels.colours.index(str(colour)) for colour in colours]
        of = [(None, None) if example.label is None else split_label(example.label) for example in profile.examples]
        self._examples = [[k for k, (value, _) in enumerate(of) if value == wanted] for wanted in (*values, None)]
        inks = [[e.ink for e, (_, c) in zip(profile.examples, of, strict=True) if c == colour and e.ink] for colour in colours]
        # The middle one of a colour: where an outline was off, the table was taken for ink. Without one, no ink is near.
        self._inks = np.array([np.median(rows, axis=0) if rows else np.full(3, np.inf) for rows in inks]).reshape(-1, 3)

    def match(self, face: Face, told: FaceOutput) -> DeckMatch:
        """Reads a card.

        Args:
            face: As it was judged; the first way of lying is that of ``told``.
            told: What the network tells of it.
        """
        judged = face.probabilities[0].astype(np.float64)
        colours = self._of_colours(face)
        if face.hidden >= COVERED_SHARE:  # Which way up it lies is settled already.
            return DeckMatch(self._read(face, judged, colours))
        # What a card is was judged from the whole table; the network tells of each face only which way up it would lie then.
        ways = np.maximum(told.faces.astype(np.float64), MIN_PROBABILITY) * np.maximum(told.upright[:, None], MIN_PROBABILITY)
        prior = np.maximum(judged, MIN_PROBABILITY) * ways / ways.sum(axis=0)
        chances = prior[:, self._columns] * self._ratios(told)
        upright, turned = chances[:, :-1].sum(axis=1)
        quad = np.roll(face.quad, -2, axis=0) if turned > upright else face.quad
        both = np.zeros(len(judged))
        both[self._columns] = chances.sum(axis=0) / chances.sum()
        evidence = float(np.log((1 - OUTLIER_PROBABILITY) * chances.max() / prior.max() + OUTLIER_PROBABILITY))
        return DeckMatch(self._read(replace(face, quad=quad), both, colours), evidence)

    def _ratios(self, told: FaceOutput) -> NDArray[np.float64]:
        """``(2, values + 1)``, by the nearest example of each value, for both ways up; the last column is "no face of the deck"."""
        like = told.features.astype(np.float64) @ self._profile.looks.T
        nearest = np.column_stack([like[:, rows].max(axis=1) if rows else np.full(2, NEUTRAL_SIMILARITY) for rows in self._examples])
        return np.asarray(np.exp(SIMILARITY_SLOPE * (nearest - NEUTRAL_SIMILARITY)))

    def _read(self, face: Face, chances: NDArray[np.float64], colours: NDArray[np.float64]) -> Face:
        """The card by these chances of faces and colours; its own stay as they were judged."""
        told = chances.astype(np.float32), colours.astype(np.float32)
        return replace(restrict_to_deck(replace(face, probabilities=told), self._profile, self._labels), probabilities=face.probabilities)

    def _of_colours(self, face: Face) -> NDArray[np.float64]:
        """``(colours,)``, the deck's as they were judged, times how near the print's ink is to that of the examples."""
        chances = np.zeros(len(self._labels.colours))
        chances[self._colours] = np.maximum(face.probabilities[1][self._colours], MIN_PROBABILITY)
        if face.print_colour is not None and face.hidden < COVERED_SHARE:
            off = np.linalg.norm(self._inks - face.print_colour.ink, axis=1) / INK_SIGMA
            chances[self._colours] *= np.exp(-np.square(off) / 2) + OUTLIER_PROBABILITY
        return chances / max(float(chances.sum()), MIN_PROBABILITY)
