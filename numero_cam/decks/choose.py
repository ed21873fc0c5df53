"""Which deck lies on a table, by the looks of all its cards together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.decks.ink import ink
from numero_cam.decks.match import Match, Matcher
from numero_cam.decks.profile import Profile
from numero_cam.identify.faces import COVERED, Face, Labels, Told

ALIKE = 0.82
"""So like their examples the cards of a learned deck are at least, in the median. Other makes reached 0.81 at most, in 496 trials."""
FEW = 3
"""Fewer open cards than these tell a deck only if each is very like."""
VERY_ALIKE = 0.86
"""So like are few cards at least: of single cards of other makes 2 to 4 in 100, of the deck's own 75 to 97."""
LEAST_LEAD = 0.02
"""Two learned decks that are more alike than this cannot be told apart, such as one pack learned twice."""


@dataclass(frozen=True)
class Decks:
    """Which decks come into question.

    Attributes:
        profiles: One that is certain, or all that were learned.
        forced: Whether the first one lies there, whatever the cards look like.
    """

    profiles: tuple[Profile, ...] = ()
    forced: bool = False


@dataclass(frozen=True)
class Chosen:
    """A deck and its cards.

    Attributes:
        profile: The deck.
        matches: Of each card.
    """

    profile: Profile
    matches: tuple[Match, ...]


def choose(decks: Decks, labels: Labels, faces: Sequence[Face], told: Sequence[Told]) -> Chosen | None:
    """Reads the cards by the deck that lies there.

    Args:
        decks: What comes into question.
        labels: What the face network tells apart.
        faces: The cards as the network reads them.
        told: What it tells of each.

    Returns:
        None where none of them lies there. Where it is not sure which, what all that come into question say together.
    """
    learned = any(profile.learned for profile in decks.profiles)
    inks = [ink(each.crop) if learned else None for each in told]
    every = [Chosen(profile, Matcher(profile, labels).match(faces, told, inks)) for profile in decks.profiles]
    if decks.forced:
        return every[0]
    ranked = sorted(((likeness(one), k) for k, one in enumerate(every)), reverse=True)
    close = [every[k] for like, k in ranked if like >= ALIKE and like > ranked[0][0] - LEAST_LEAD]
    return _joined(close) if close else None


def _joined(close: Sequence[Chosen]) -> Chosen:
    """What decks say that cannot be told apart: what they read alike is sure, what not is not."""
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


def likeness(chosen: Chosen) -> float:
    """How like its examples a deck's open cards are in the median, 0..1; 0 where there are too few of which examples are known."""
    shown = [m.like for m in chosen.matches if m.face.hidden < COVERED]
    like = [one for one in shown if one is not None]
    if not like or len(like) < len(shown) / 3 or (len(like) < FEW and min(like) < VERY_ALIKE):
        return 0.0
    return float(np.median(like))
