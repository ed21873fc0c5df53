"""Reads a card by the examples of a learned deck: only its faces are possible, likelier the more their examples look like the card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.decks.own_faces import within
from numero_cam.decks.profile import Profile, split
from numero_cam.identify.faces import Face, Labels, Told

# Fitted on photos of number tiles, five of a series learned and the others read; benchmarks/decks.py measures what came of it.
NETWORK = 0.8
"""The network's chances are raised to this power, to trust them less: it never saw this make."""
LOOKS = 9.0
"""The logarithm of a face's chance gains this much at a likeness of 1."""
UNSEEN = 0.7
"""The likeness of a face without an example. Typical: 0.92 to the same face, 0.75 to the nearest other face of the deck."""
UNLIKE = 0.6
"""The same for "no face of this deck", unless an example of a back is more like the card."""
ALIKE = 0.82
"""Least likeness at which a deck is found out, in the median of a table's cards. Tables of other makes stay below it."""
UPRIGHT = 0.8
"""The same power for the network's chance of lying upright."""
INK = 0.15
"""Standard deviation of the print's direction (``hues.Print.ink``) within one colour, from table to table."""
OTHER_PRINT = 0.03
"""So often what was measured is no print of the card: a reflection, a card beside it, the table."""
UNSEEN_INK = 2.5
"""A colour without an example is treated as this many deviations away."""
COMPARED = 0.3
"""Cards with a larger hidden share are not compared, as too little of them shows. Not 0, as neighbours' outlines may cross the edge."""
LEAST = 1e-4
"""Chances are never taken to be smaller than this."""

Array = NDArray[np.float32]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Match:
    """A card compared with a deck.

    Attributes:
        face: As it reads by the deck.
        evidence: That it is of the deck, in logarithms of chances: how much better the deck explains it than a look that other makes
            have just as well, less what it costs that the network would rather read another face. None where the deck's examples do not
            tell: too little of the card is in view, or it seems to be a face that nobody showed.
    """

    face: Face
    evidence: float | None = None


class Matcher:
    """Compares cards with one learned deck.

    Args:
        profile: The deck.
        labels: What the face network tells apart.
    """

    def __init__(self, profile: Profile, labels: Labels) -> None:
        self._profile, self._labels = profile, labels
        self._colour_count = len(labels.colours)
        self._unknown = labels.faces.index(labels.unknown)
        known = [face for face in profile.faces if split(face)[0] in labels.faces]
        self._values = list(dict.fromkeys(split(face)[0] for face in known))
        self._colours = list(dict.fromkeys(c for c in (split(face)[1] for face in known) if c is not None and c in labels.colours))
        self._face_columns = [labels.faces.index(value) for value in self._values]
        self._colour_columns = [labels.colours.index(colour) for colour in self._colours]
        of: list[tuple[str | None, str | None]] = [(None, None) if e.label is None else split(e.label) for e in profile.examples]
        self._examples = [[k for k, (value, _) in enumerate(of) if value == wanted] for wanted in (*self._values, None)]
        inks = [[e.ink for e, (_, c) in zip(profile.examples, of, strict=True) if c == colour and e.ink] for colour in self._colours]
        # The middle one of a colour: where an outline was off, the table was taken for ink.
        self._inks = [np.median(rows, axis=0) if rows else None for rows in inks]

    def match(self, faces: Sequence[Face], told: Sequence[Told]) -> tuple[Match, ...]:
        """Reads the cards of a table.

        Args:
            faces: As they were judged; the first way of lying of each is that of ``told``.
            told: What the network tells of each.
        """
        return tuple(self._match(*card) for card in zip(faces, told, strict=True))

    def _match(self, face: Face, told: Told) -> Match:
        network = told.faces.astype(np.float64)
        colours = self._of_colours(face, told)
        if face.chances is not None:  # the indices of a covered card are in them
            network[0] = face.chances[0]
        if face.hidden >= COMPARED:
            # Too little of it shows to be compared, so the network decides. Which way up it lies is settled already.
            return Match(self._read(face, network[0], colours))
        like = self._likeness(told)
        score = self._scores(told, network, like)
        chances = np.exp(score - score.max())
        chances /= chances.sum()
        ways = chances[:, :-1].sum(axis=1)
        turned = bool(ways[1] > ways[0])
        quad = np.roll(face.quad, -2, axis=0) if turned else face.quad
        both = np.zeros(network.shape[1])
        both[[*self._face_columns, self._unknown]] = chances.sum(axis=0)
        read = self._read(replace(face, quad=quad), both, colours)
        return Match(read, self._evidence(told, network, like, score))

    def _read(self, face: Face, chances: Values, colours: Values) -> Face:
        """The card by these chances of the network's faces; its own chances stay those of the network."""
        every = np.zeros(self._colour_count)
        every[self._colour_columns] = colours
        told = chances.astype(np.float32), every.astype(np.float32)
        return replace(within(replace(face, chances=told), self._profile, self._labels), chances=face.chances)

    def _scores(self, told: Told, network: Values, like: Values) -> Values:
        """``(2, values + 1)`` logarithms of the chance of each way up and value; the last column is "no face of the deck"."""
        listed = network[:, [*self._face_columns, self._unknown]]
        assumed = np.where(np.isnan(like), UNSEEN, like)
        assumed[:, -1] = np.fmax(like[:, -1], UNLIKE)
        return np.asarray(NETWORK * np.log(np.maximum(listed, LEAST)) + LOOKS * assumed + self._way(told))

    def _way(self, told: Told) -> Values:
        return np.asarray(UPRIGHT * np.log(np.maximum(told.upright.astype(np.float64), LEAST))[:, None])

    def _evidence(self, told: Told, network: Values, like: Values, score: Values) -> float | None:
        """The evidence of ``Match``: the deck's best explanation against the network's."""
        way, best = np.unravel_index(int(score.argmax()), score.shape)
        if np.isnan(like[way, best]):
            return None
        as_it_stands = NETWORK * np.log(np.maximum(network, LEAST)) + self._way(told)
        return float(score.max() - as_it_stands.max() - LOOKS * ALIKE)

    def _likeness(self, told: Told) -> Values:
        """``(2, values + 1)`` likeness to the nearest example of each value, for both ways up; NaN where there is none."""
        all_of = told.features @ self._profile.looks.T
        columns = [all_of[:, rows].max(axis=1) if rows else np.full(2, np.nan) for rows in self._examples]
        return np.column_stack(columns).astype(np.float64)

    def _of_colours(self, face: Face, told: Told) -> Values:
        """Chances of the deck's colours: as they were judged, and by how far the print's ink is from that of the examples."""
        if not self._colours:
            return np.ones(0)
        judged = told.colours[0] if face.chances is None else face.chances[1]
        score = np.log(np.maximum(judged[self._colour_columns].astype(np.float64), LEAST))
        if face.printed is not None and face.hidden < COMPARED:
            seen = face.printed.ink
            off = [UNSEEN_INK if usual is None else float(np.linalg.norm(usual - seen)) / INK for usual in self._inks]
            score += np.log(np.exp(-np.square(off) / 2) + OTHER_PRINT)
        chances = np.exp(score - score.max())
        return np.asarray(chances / chances.sum())
