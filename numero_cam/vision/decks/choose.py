"""Which of the known decks lies on a table, and its cards named by their likeness to that deck's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from numero_cam.base.files import model_entry
from numero_cam.vision.decks.files import load_own_deck
from numero_cam.vision.decks.learn import SURE_CONFIDENCE
from numero_cam.vision.decks.match import DeckMatch, DeckMatcher
from numero_cam.vision.decks.profile import DeckProfile, playing_deck, restrict_to_deck, split_label
from numero_cam.vision.faces import COVERED_SHARE, SUIT_LETTERS, Face, FaceLabels, FaceOutput

MIN_OWN_SIMILARITY = 0.94
"""Minimum median similarity to the drawings of the project's own deck. Its sample photos reach 0.97, no card of 134 drawn tables 0.93.
 It is more than ``match.NEUTRAL_SIMILARITY``: drawings are compared, of which all makes' numbers are a little alike."""


def detect_built_in(faces: Sequence[Face], own: DeckProfile | None = None) -> DeckProfile | None:
    """The built-in deck that lies there.

    Args:
        faces: The cards as they were read.
        own: Looks of the project's own deck; those that come with the program if not given.

    Returns:
        None for cards of another make, and where too few are read.
    """
    read = [face for face in faces if face.confidence >= SURE_CONFIDENCE]
    if not read:
        return None
    colours = [split_label(face.best)[1] for face in read]
    # A number without a colour says nothing of its deck.
    if (
        sum(colour is not None and colour != "" and colour in SUIT_LETTERS for colour in colours)
        > sum(colour != "" for colour in colours) / 2
    ):
        return playing_deck()
    own = own or _own_deck()
    return own if own is not None and _looks_like_own(own, read) else None


def deck_mismatch(profile: DeckProfile, faces: Sequence[Face], others: Sequence[DeckProfile]) -> str | None:
    """Why a deck that was named cannot be the one that lies there, in a line for the user.

    Args:
        profile: The deck that was named.
        faces: The cards as they were read, of any deck.
        others: Decks that might lie there instead.

    Returns:
        None where most of the cards that read surely may be of this deck, or none does.
    """
    read = [face.best for face in faces if face.confidence >= SURE_CONFIDENCE]
    if not read or 2 * _count_possible(profile, read) >= len(read):
        return None
    better = max(others, key=lambda other: _count_possible(other, read), default=profile)
    words = f"these cards do not look like the deck {profile.name}"
    if _count_possible(better, read) <= _count_possible(profile, read):
        return f"{words}: read them with --deck auto"
    return f"{words}; {better.name} fits better: --deck {better.name}"


def _count_possible(profile: DeckProfile, labels: Sequence[str]) -> int:
    """How many of these faces could be in the deck. A number without a colour may take any of the deck's colours."""
    own = {*profile.faces, *(split_label(face)[0] for face in profile.faces)}
    return sum(label in own for label in labels)


def _looks_like_own(own: DeckProfile, read: Sequence[Face]) -> bool:
    """Whether the open cards look like the drawings of their values. Colours are not compared, as they depend on the lamp."""
    opened = [(face.features, split_label(face.best)[0]) for face in read if face.hidden < COVERED_SHARE]
    values = np.array([split_label(example.label or "")[0] for example in own.examples])
    best = [float((own.looks @ features)[values == value].max(initial=0.0)) for features, value in opened]
    return bool(best) and float(np.median(best)) >= MIN_OWN_SIMILARITY


def built_in_decks() -> tuple[DeckProfile, ...]:
    """The decks that come with the program, as far as they can be found out."""
    own = _own_deck()
    return (own, playing_deck()) if own else (playing_deck(),)


@cache
def _own_deck() -> DeckProfile | None:
    """Looks of the project's own deck; None where they are those of another face model."""
    return load_own_deck(model=model_entry("face").sha256)


MIN_DECK_EVIDENCE = 3.0
"""Least evidence of all cards together, as a logarithm, that a deck lies there; chosen as those of ``match`` are."""
GetFaceOutputs = Callable[[], Sequence[FaceOutput]]
"""Asks the face network what comparing the cards takes; only learned decks need it."""


@dataclass(frozen=True)
class DeckOptions:
    """Which decks come into question.

    Attributes:
        profiles: One that is certain, or all that were learned.
        forced: Whether the first one lies there, whatever the cards look like.
        built_in: Whether a deck that comes with the program may lie there too; another game's cards are none of these.
    """

    profiles: tuple[DeckProfile, ...] = ()
    forced: bool = False
    built_in: bool = True


@dataclass(frozen=True)
class DeckReading:
    """Cards with the faces that their deck has.

    Attributes:
        faces: In the order given; as they were read where no deck is known.
        profile: The deck, if one is known.
        problems: Of the deck that was named, one line each.
    """

    faces: list[Face]
    profile: DeckProfile | None = None
    problems: tuple[str, ...] = ()


def read_by_deck(decks: DeckOptions | None, labels: FaceLabels, faces: Sequence[Face], tell: GetFaceOutputs) -> DeckReading:
    """Narrows what cards may be to the faces of their deck, and compares them with its examples where it was learned.

    Args:
        decks: Which come into question; None where cards are to be read as they stand.
        labels: What the face network tells apart.
        faces: The cards as the network reads them.
        tell: See ``GetFaceOutputs``.
    """
    if decks is None:
        return DeckReading(list(faces))
    named = decks.profiles[0] if decks.forced else None
    why = deck_mismatch(named, faces, built_in_decks() if decks.built_in else ()) if named else None
    problems = (why,) if why else ()
    learned = named.learned if named else bool(decks.profiles)
    if learned and (chosen := choose_learned(decks, labels, faces, tell())):
        return replace(chosen, problems=problems)
    profile = named or (detect_built_in(faces) if decks.built_in else None)
    return DeckReading([restrict_to_deck(face, profile, labels) for face in faces] if profile else list(faces), profile, problems)


def choose_learned(decks: DeckOptions, labels: FaceLabels, faces: Sequence[Face], told: Sequence[FaceOutput]) -> DeckReading | None:
    """Reads the cards by the learned deck that lies there.

    Args:
        decks: What comes into question; the first is one that was learned where it is certain.
        labels: What the face network tells apart.
        faces: The cards as the network reads them.
        told: What it tells of each.

    Returns:
        None where none of them lies there; else the likeliest, and what all of them say together, each as likely as it is.
    """
    every = [_match_all(profile, labels, faces, told) for profile in decks.profiles]
    evidence = np.array([sum(match.evidence for match in matches) for matches in every])
    there = [0] if decks.forced else [int(k) for k in np.argsort(-evidence, kind="stable") if evidence[k] > MIN_DECK_EVIDENCE]
    if not there:
        return None
    shares = np.exp(evidence[there] - evidence[there[0]])
    cards = zip(*(every[k] for k in there), strict=True)
    return DeckReading([_mix(card, shares / shares.sum()) for card in cards], decks.profiles[there[0]])


def _match_all(profile: DeckProfile, labels: FaceLabels, faces: Sequence[Face], told: Sequence[FaceOutput]) -> list[DeckMatch]:
    """The cards by one deck. Where its examples and the network read the same face, that is as sure as the surer of them says."""
    matcher = DeckMatcher(profile, labels)
    pairs = ((matcher.match(face, each), restrict_to_deck(face, profile, labels)) for face, each in zip(faces, told, strict=True))
    return [_more_confident(match, plain) for match, plain in pairs]


def _more_confident(match: DeckMatch, plain: Face) -> DeckMatch:
    """A match, with the chances of the network's own reading where that is the same face and surer."""
    its = match.face
    if not its.best or its.best != plain.best or its.unknown > its.confidence or plain.confidence <= its.confidence:
        return match
    return replace(match, face=replace(its, candidates=plain.candidates, unknown=plain.unknown))


def _mix(matches: Sequence[DeckMatch], shares: Sequence[float]) -> Face:
    """A card by several decks: what they read alike stays sure, what they read differently does not. The likeliest tells how it lies."""
    chances: dict[str, float] = {}
    for match, share in zip(matches, shares, strict=True):
        for label, p in match.face.candidates:
            chances[label] = chances.get(label, 0.0) + float(share) * p
    unknown = float(np.dot([match.face.unknown for match in matches], shares))
    return replace(matches[0].face, candidates=tuple(sorted(chances.items(), key=lambda c: -c[1])), unknown=unknown)
