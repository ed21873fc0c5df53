"""Which deck lies on a table, by the looks of all its cards together; and what the cards are by it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.decks.match import ALIKE, LOOKS, Match, Matcher
from numero_cam.decks.own_faces import within
from numero_cam.decks.profile import Profile
from numero_cam.identify.faces import COVERED, Face, Labels, Told

FEW = 3
"""Fewer open cards than this show the deck only if each is very like its example."""
VERY_ALIKE = 0.86
"""The likeness that each of a few cards needs. Most of a deck's own cards reach it, few cards of other makes do."""
LEAST_LEAD = 0.02
"""Two learned decks whose likeness differs by less cannot be told apart, such as one pack learned twice."""


@dataclass(frozen=True)
class Decks:
    """Which decks come into question.

    Attributes:
        profiles: One that is certain, or all that were learned.
        forced: Whether the first one lies there, whatever the cards look like.
        built_in: Whether a deck that comes with the program may lie there too; another game's cards are none of these.
    """

    profiles: tuple[Profile, ...] = ()
    forced: bool = False
    built_in: bool = True


@dataclass(frozen=True)
class Chosen:
    """A deck and its cards.

    Attributes:
        profile: The deck.
        matches: Of each card.
    """

    profile: Profile
    matches: tuple[Match, ...]

    @property
    def evidence(self) -> float | None:
        """The evidence for this deck: the median over the open cards, None where too few say anything."""
        shown = [match.evidence for match in self.matches if match.face.hidden < COVERED]
        told = [one for one in shown if one is not None]
        return float(np.median(told)) if told and len(told) >= len(shown) / 3 else None

    @property
    def lies_there(self) -> bool:
        """Whether the deck explains the table better than reading the cards as they stand; few cards say so only if each is very like."""
        told = [m.evidence for m in self.matches if m.evidence is not None and m.face.hidden < COVERED]
        return (self.evidence or 0.0) > 0 and (len(told) >= FEW or min(told) >= LOOKS * (VERY_ALIKE - ALIKE))


def choose(decks: Decks, labels: Labels, faces: Sequence[Face], told: Sequence[Told]) -> Chosen | None:
    """Reads the cards by the learned deck that lies there.

    Args:
        decks: What comes into question; the first is one that was learned where it is certain.
        labels: What the face network tells apart.
        faces: The cards as the network reads them.
        told: What it tells of each.

    Returns:
        None where none of them lies there. Where it is not sure which, what all that come into question say together.
    """
    every = [_matched(profile, labels, faces, told) for profile in decks.profiles]
    if decks.forced:
        return every[0]
    ranked = sorted(((one.evidence or 0.0, k) for k, one in enumerate(every) if one.lies_there), reverse=True)
    close = [every[k] for evidence, k in ranked if evidence > ranked[0][0] - LOOKS * LEAST_LEAD]
    return _joined(close) if close else None


def _matched(profile: Profile, labels: Labels, faces: Sequence[Face], told: Sequence[Told]) -> Chosen:
    """The cards by one deck. Where its examples and the network read the same face, that is as sure as the surer of them says."""
    matches = Matcher(profile, labels).match(faces, told)
    plain = [within(face, profile, labels) for face in faces]
    return Chosen(profile, tuple(_surer(match, face) for match, face in zip(matches, plain, strict=True)))


def _surer(match: Match, plain: Face) -> Match:
    """A match, with the chances of the network's own reading where that is the same face and surer."""
    by_deck = match.face
    same = bool(by_deck.candidates and plain.candidates) and by_deck.candidates[0][0] == plain.candidates[0][0]
    if not same or by_deck.unknown > by_deck.certainty or plain.certainty <= by_deck.certainty:
        return match
    return replace(match, face=replace(by_deck, candidates=plain.candidates, unknown=plain.unknown))


def _joined(close: Sequence[Chosen]) -> Chosen:
    """Joins what decks read that cannot be told apart. A card that all read alike stays sure, one that they read differently does not."""
    return replace(close[0], matches=tuple(_mean(of_card) for of_card in zip(*(one.matches for one in close), strict=True)))


def _mean(matches: Sequence[Match]) -> Match:
    chances: dict[str, float] = {}
    for match in matches:
        for label, p in match.face.candidates:
            chances[label] = chances.get(label, 0.0) + p / len(matches)
    first = matches[0]
    unknown = float(np.mean([match.face.unknown for match in matches]))
    candidates = tuple(sorted(chances.items(), key=lambda c: -c[1]))
    # The first deck is the likeliest: it tells which way the card lies.
    return replace(first, face=replace(first.face, candidates=candidates, unknown=unknown))
