"""Compares a card with the examples of a learned deck.

The similarity of two cards' embeddings, and of their inks, becomes a likelihood ratio: how much more likely it is between two cards of one
face of one pack than between any others. The network's probabilities are multiplied by it, and nothing else is done (decision 6).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.vision.decks.profile import DeckProfile, restrict_to_deck, split_label
from numero_cam.vision.faces import COVERED_SHARE, Face, FaceLabels, FaceOutput

#: Increase of the log likelihood ratio from cosine similarity 0 to 1: the slope of a logistic regression of "the same face" on drawn
#: scenes.
SIMILARITY_SLOPE = 6.5
#: Cosine similarity with likelihood ratio 1, from the same regression. A face without an example counts as similar as this.
NEUTRAL_SIMILARITY = 0.74
INK_SIGMA = 0.15  #: Standard deviation, within one colour and between tables, of the print's direction (``ink.PrintColour.ink``).
#: 0..1, probability that a card or its measured print is something else, such as a reflection; so no single card decides alone.
OUTLIER_PROBABILITY = 0.03
MIN_PROBABILITY = 1e-4  #: Lower bound of probabilities.


@dataclass(frozen=True)
class DeckMatch:
    """A card compared with a deck."""

    face: Face  #: The face as the deck reads it.
    #: Log likelihood ratio for the deck: its most likely face against the prediction without the deck. 0 for a covered card, which shows
    #: too little to be compared.
    evidence: float = 0.0


class DeckMatcher:
    """Compares cards with one learned deck.

    Args:
        profile: The deck.
        labels: The classes of the face network.
    """

    def __init__(self, profile: DeckProfile, labels: FaceLabels) -> None:
        self._profile, self._labels = profile, labels
        own = [split_label(face) for face in profile.faces if split_label(face)[0] in labels.faces]
        values = list(dict.fromkeys(value for value, _ in own))
        colours = list(dict.fromkeys(colour for _, colour in own if colour in labels.colours))
        self._face_indices = [labels.faces.index(value) for value in (*values, labels.unknown)]
        self._colour_indices = [labels.colours.index(str(colour)) for colour in colours]
        parts = [(None, None) if example.label is None else split_label(example.label) for example in profile.examples]
        self._examples = [[k for k, (value, _) in enumerate(parts) if value == wanted] for wanted in (*values, None)]
        inks = [[e.ink for e, (_, c) in zip(profile.examples, parts, strict=True) if c == colour and e.ink] for colour in colours]
        # The median is robust where the table was measured as ink. A colour without examples is infinitely far from every ink.
        self._inks = np.array([np.median(rows, axis=0) if rows else np.full(3, np.inf) for rows in inks]).reshape(-1, 3)

    def match(self, face: Face, output: FaceOutput) -> DeckMatch:
        """Compare a card with the deck.

        Args:
            face: The card's face; its outline has the first of the two orientations of ``output``.
            output: The face network's outputs for the card.
        """
        judged = face.probabilities[0].astype(np.float64)
        colours = self._colour_probabilities(face)
        if face.hidden >= COVERED_SHARE:
            return DeckMatch(self._with_probabilities(face, judged, colours))
        # The judge has read the face from the whole table; the network adds the orientation that each face would have.
        ways = np.maximum(output.faces.astype(np.float64), MIN_PROBABILITY) * np.maximum(output.upright[:, None], MIN_PROBABILITY)
        prior = np.maximum(judged, MIN_PROBABILITY) * ways / ways.sum(axis=0)
        posterior = prior[:, self._face_indices] * self._likelihood_ratios(output)
        upright, turned = posterior[:, :-1].sum(axis=1)
        quad = np.roll(face.quad, -2, axis=0) if turned > upright else face.quad
        faces = np.zeros(len(judged))
        faces[self._face_indices] = posterior.sum(axis=0) / posterior.sum()
        evidence = float(np.log((1 - OUTLIER_PROBABILITY) * posterior.max() / prior.max() + OUTLIER_PROBABILITY))
        return DeckMatch(self._with_probabilities(replace(face, quad=quad), faces, colours), evidence)

    def _likelihood_ratios(self, output: FaceOutput) -> NDArray[np.float64]:
        """``(2, values + 1)``, by the most similar example of each value, for both orientations; the last column is "no known face"."""
        similarity = output.features.astype(np.float64) @ self._profile.embeddings.T
        rows = [similarity[:, k].max(axis=1) if k else np.full(2, NEUTRAL_SIMILARITY) for k in self._examples]
        return np.asarray(np.exp(SIMILARITY_SLOPE * (np.column_stack(rows) - NEUTRAL_SIMILARITY)))

    def _with_probabilities(self, face: Face, faces: NDArray[np.float64], colours: NDArray[np.float64]) -> Face:
        """Return the face with the candidates of probabilities ``(faces,)`` and ``(colours,)``; its own ``probabilities`` stay."""
        by_deck = replace(face, probabilities=(faces.astype(np.float32), colours.astype(np.float32)))
        return replace(restrict_to_deck(by_deck, self._profile, self._labels), probabilities=face.probabilities)

    def _colour_probabilities(self, face: Face) -> NDArray[np.float64]:
        """``(colours,)``, the deck's colours by the judge and by the distance of the print's ink from that of the examples."""
        out = np.zeros(len(self._labels.colours))
        out[self._colour_indices] = np.maximum(face.probabilities[1][self._colour_indices], MIN_PROBABILITY)
        if face.print_colour is not None and face.hidden < COVERED_SHARE:
            distance = np.linalg.norm(self._inks - face.print_colour.ink, axis=1) / INK_SIGMA
            out[self._colour_indices] *= np.exp(-np.square(distance) / 2) + OUTLIER_PROBABILITY
        return out / max(float(out.sum()), MIN_PROBABILITY)
