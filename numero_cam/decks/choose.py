"""Which deck lies on a table, by the looks of all its cards together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from numero_cam.decks.match import Match, Matcher
from numero_cam.decks.profile import Profile
from numero_cam.identify.faces import COVERED, Face, Labels, Told

ALIKE = 0.86
"""So like their examples the cards of a learned deck are at least, in the median. Fitted by benchmarks/decks.py."""
LEAST_CARDS = 3
"""Fewer open cards than these tell no deck."""
LEAST_LEAD = 0.02
"""Two learned decks that are more alike than this cannot be told apart: then the cards are read as they stand."""


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
        None where none of them lies there, or it is not sure which.
    """
    every = [_by(profile, labels, faces, told) for profile in decks.profiles]
    if decks.forced:
        return every[0]
    ranked = sorted(((likeness(c), k) for k, c in enumerate(every)), reverse=True)
    if not ranked or ranked[0][0] < ALIKE or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAST_LEAD):
        return None
    return every[ranked[0][1]]


def likeness(chosen: Chosen) -> float:
    """How like its examples a deck's open cards are in the median, 0..1; 0 where there are too few of them."""
    like = [m.like for m in chosen.matches if m.face.hidden < COVERED]
    return float(np.median(like)) if len(like) >= LEAST_CARDS else 0.0


def _by(profile: Profile, labels: Labels, faces: Sequence[Face], told: Sequence[Told]) -> Chosen:
    matcher = Matcher(profile, labels)
    return Chosen(profile, tuple(matcher.match(face, each) for face, each in zip(faces, told, strict=True)))
