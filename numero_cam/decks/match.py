"""Reads a card by the cards of a known deck: only faces of the deck come into question, and those that look alike are likelier."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.decks.ink import tint
from numero_cam.decks.profile import Profile, split
from numero_cam.identify.faces import Face, Labels, Told

# Fitted on photos of number tiles, five of a series learned and the others read; benchmarks/decks.py measures what came of it.
NETWORK = 0.8
"""Power to which the network's own chances are taken: it never saw this make."""
LOOKS = 9.0
"""By how much a face gains in logarithm of its chance when an example of it is as like as can be."""
UNSEEN = 0.7
"""A face without an example counts as if one were so like; of other faces of the deck the nearest is about 0.75 like, of the same 0.92."""
UNLIKE = 0.6
"""The same for no face of the deck at all, where no example of a back is more alike."""
UPRIGHT = 0.8
"""Power to which the network's chance of lying upright is taken."""
COLOUR_NETWORK = 0.8
"""The same for the network's chances of colours."""
INK = 0.08
"""Deviation of the ink's direction within a colour."""
UNSEEN_INK = 2.5
"""A colour without an example counts as so many deviations off."""
COMPARED = 0.3
"""Of cards of which others hide more than this share too little is alike. The outlines of neighbours may lie over a card's edge."""
LEAST = 1e-4
"""Chances below this are all alike."""

Array = NDArray[np.float32]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Match:
    """A card compared with a deck.

    Attributes:
        face: As it reads by the deck.
        like: 0..1, how like the likeliest example of its face it is; None where there is no example of it.
    """

    face: Face
    like: float | None


class Matcher:
    """Compares cards with one deck.

    Args:
        profile: The deck.
        labels: What the face network tells apart.
    """

    def __init__(self, profile: Profile, labels: Labels) -> None:
        self._profile = profile
        self._unknown = labels.faces.index(labels.unknown)
        known = [face for face in profile.faces if split(face)[0] in labels.faces]
        self._values = list(dict.fromkeys(split(face)[0] for face in known))
        self._colours = list(dict.fromkeys(c for c in (split(face)[1] for face in known) if c is not None and c in labels.colours))
        self._face_columns = [labels.faces.index(value) for value in self._values]
        self._colour_columns = [labels.colours.index(colour) for colour in self._colours]
        self._pairs = {split(face) for face in known}
        of: list[tuple[str | None, str | None]] = [(None, None) if e.label is None else split(e.label) for e in profile.examples]
        self._examples = [[k for k, (value, _) in enumerate(of) if value == wanted] for wanted in (*self._values, None)]
        inks = [[e.ink for e, (_, c) in zip(profile.examples, of, strict=True) if c == colour and e.ink] for colour in self._colours]
        # The middle one of a colour: where an outline was off, the table was taken for ink.
        self._inks = [np.median(rows, axis=0) if rows else None for rows in inks]

    def match(self, faces: Sequence[Face], told: Sequence[Told], inks: Sequence[Array | None]) -> tuple[Match, ...]:
        """Reads the cards of a table; their colours are compared with the deck's together.

        Args:
            faces: As the network reads them; the first way of lying of each is that of ``told``.
            told: What the network tells of each.
            inks: Of each, see ``ink.ink``.
        """
        seen = np.array([one for one in inks if one is not None], np.float64).reshape(-1, 3)
        common = tint(seen, np.array([one for one in self._inks if one is not None]))
        plain = [None if one is None else one - common for one in inks]
        return tuple(self._match(*card) for card in zip(faces, told, plain, strict=True))

    def _match(self, face: Face, told: Told, seen: Values | None) -> Match:
        chances, like = self._faces(face, told)
        ways = chances[:, :-1].sum(axis=1)
        turned = bool(ways[1] > ways[0])
        colours = self._of_colours(told, seen, turned=turned)
        both = chances.sum(axis=0)
        candidates = self._candidates(both[:-1], colours)
        quad = np.roll(face.quad, -2, axis=0) if turned else face.quad
        best = int(both[:-1].argmax())
        read = replace(face, quad=quad, candidates=candidates, unknown=float(both[-1]))
        likeness = float(like[int(turned), best])
        return Match(read, None if np.isnan(likeness) else likeness)

    def _faces(self, face: Face, told: Told) -> tuple[Values, Values]:
        """Chances ``(2, values + 1)`` of each way and value, the last is no face of the deck; and how like each is, ``(2, values)``."""
        network = told.faces.astype(np.float64)
        if face.chances is not None:  # the indices of a covered card are in them
            network[0] = face.chances[0]
        listed = network[:, self._face_columns]
        if not self._profile.learned:
            none = 1 - listed.sum(axis=1, keepdims=True)
            chances = np.concatenate([listed, none], axis=1) * np.array([[1.0], [0.0]])
            return chances / chances.sum(), np.full_like(listed, np.nan)
        like = self._likeness(told)
        power, gain = (NETWORK, LOOKS) if face.hidden < COMPARED else (1.0, 0.0)
        assumed = np.where(np.isnan(like), UNSEEN, like)
        none = np.fmax(like[:, -1], UNLIKE)
        score = power * np.log(np.maximum(np.column_stack([listed, network[:, self._unknown]]), LEAST))
        score += gain * np.column_stack([assumed[:, :-1], none]) + UPRIGHT * np.log(np.maximum(told.upright, LEAST))[:, None]
        chances = np.exp(score - score.max())
        return chances / chances.sum(), like[:, :-1]

    def _likeness(self, told: Told) -> Values:
        """``(2, values + 1)``: of each way the likeness to the likeliest example; NaN where there is none."""
        all_of = told.features @ self._profile.looks.T
        columns = [all_of[:, rows].max(axis=1) if rows else np.full(2, np.nan) for rows in self._examples]
        return np.column_stack(columns).astype(np.float64)

    def _of_colours(self, told: Told, seen: Values | None, *, turned: bool) -> Values:
        """Chances of the deck's colours, given the card's ink without the tint that all cards have."""
        if not self._colours:
            return np.ones(0)
        network = told.colours[int(turned), self._colour_columns].astype(np.float64)
        if not self._profile.learned:
            return np.asarray(network / max(float(network.sum()), LEAST))
        score = COLOUR_NETWORK * np.log(np.maximum(network, LEAST))
        if seen is not None:
            off = [UNSEEN_INK if usual is None else float(np.linalg.norm(usual - seen)) / INK for usual in self._inks]
            score -= np.square(off) / 2
        chances = np.exp(score - score.max())
        return np.asarray(chances / chances.sum())

    def _candidates(self, values: Values, colours: Values) -> tuple[tuple[str, float], ...]:
        """Labels with their chances, the likeliest first; as many as the network's own reading gives."""
        out = []
        for k in np.argsort(-values)[:4]:
            value, chance = self._values[int(k)], float(values[k])
            if (value, None) in self._pairs:
                out.append((value, chance))
                continue
            of = {c: float(p) for c, p in zip(self._colours, colours, strict=True) if (value, c) in self._pairs}
            whole = max(sum(of.values()), LEAST)
            out += [(value + c, chance * p / whole) for c, p in sorted(of.items(), key=lambda x: -x[1])[:3]]
        return tuple(sorted(((label, p) for label, p in out if p > 1e-3), key=lambda x: -x[1]))
