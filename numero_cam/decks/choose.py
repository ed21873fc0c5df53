"""Which learned deck lies on a table, by the looks of all its cards together; and what the cards are by it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.decks.match import Match, Matcher
from numero_cam.decks.own_faces import within
from numero_cam.decks.profile import Profile
from numero_cam.identify.faces import Face, Labels, Told

PRESENT = 3.0
"""Least evidence of all cards together, as a logarithm, that a deck lies there; chosen as those of ``match`` are."""


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
    def evidence(self) -> float:
        """For this deck, of all cards together, as a logarithm."""
        return sum(match.evidence for match in self.matches)


def choose(decks: Decks, labels: Labels, faces: Sequence[Face], told: Sequence[Told]) -> Chosen | None:
    """Reads the cards by the learned deck that lies there.

    Args:
        decks: What comes into question; the first is one that was learned where it is certain.
        labels: What the face network tells apart.
        faces: The cards as the network reads them.
        told: What it tells of each.

    Returns:
        None where none of them lies there; else the likeliest, and what all of them say together, each as likely as it is.
    """
    every = [_matched(profile, labels, faces, told) for profile in decks.profiles]
    if decks.forced:
        return every[0]
    there = sorted((one for one in every if one.evidence > PRESENT), key=lambda one: -one.evidence)
    shares = np.exp([one.evidence - there[0].evidence for one in there])
    cards = zip(*(one.matches for one in there), strict=True)
    return replace(there[0], matches=tuple(_together(card, shares / shares.sum()) for card in cards)) if there else None


def _matched(profile: Profile, labels: Labels, faces: Sequence[Face], told: Sequence[Told]) -> Chosen:
    """The cards by one deck. Where its examples and the network read the same face, that is as sure as the surer of them says."""
    matcher = Matcher(profile, labels)
    pairs = ((matcher.match(face, each), within(face, profile, labels)) for face, each in zip(faces, told, strict=True))
    return Chosen(profile, tuple(_surer(match, plain) for match, plain in pairs))


def _surer(match: Match, plain: Face) -> Match:
    """A match, with the chances of the network's own reading where that is the same face and surer."""
    by_deck = match.face
    same = bool(by_deck.candidates and plain.candidates) and by_deck.candidates[0][0] == plain.candidates[0][0]
    if not same or by_deck.unknown > by_deck.certainty or plain.certainty <= by_deck.certainty:
        return match
    return replace(match, face=replace(by_deck, candidates=plain.candidates, unknown=plain.unknown))


def _together(matches: Sequence[Match], shares: Sequence[float]) -> Match:
    """A card by several decks: what they read alike stays sure, what they read differently does not. The likeliest tells how it lies."""
    chances: dict[str, float] = {}
    for match, share in zip(matches, shares, strict=True):
        for label, p in match.face.candidates:
            chances[label] = chances.get(label, 0.0) + float(share) * p
    unknown = float(np.dot([match.face.unknown for match in matches], shares))
    candidates = tuple(sorted(chances.items(), key=lambda c: -c[1]))
    return replace(matches[0], face=replace(matches[0].face, candidates=candidates, unknown=unknown))
