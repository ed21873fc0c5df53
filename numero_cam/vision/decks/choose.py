"""Finds which known deck lies on a table, and reads the cards by it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from numero_cam.base.files import model_entry
from numero_cam.catalogue import tr
from numero_cam.vision.decks.files import load_own_deck
from numero_cam.vision.decks.learn import SURE_CONFIDENCE
from numero_cam.vision.decks.match import DeckMatch, DeckMatcher
from numero_cam.vision.decks.profile import DeckProfile, playing_deck, restrict_to_deck, split_label
from numero_cam.vision.faces import COVERED_SHARE, SUIT_LETTERS, Face, FaceLabels, FaceOutput

#: Minimum median cosine similarity to the drawings of the project's own deck. Its sample photos reach 0.97, no card of 134 drawn tables
#: 0.93. It is higher than ``match.NEUTRAL_SIMILARITY``, because the examples are drawings, to which the numbers of all makes are similar.
MIN_OWN_SIMILARITY = 0.94


def detect_built_in(faces: Sequence[Face], own: DeckProfile | None = None) -> DeckProfile | None:
    """Return the built-in deck that lies on the table.

    Args:
        faces: The faces of the cards.
        own: Profile of the project's own deck; the shipped one if not given.

    Returns:
        None for cards of another make, and where too few cards are read.
    """
    read = [face for face in faces if face.confidence >= SURE_CONFIDENCE]
    if not read:
        return None
    colours = [split_label(face.best)[1] for face in read]
    # A number without a colour says nothing about its deck.
    suits = sum(colour is not None and colour != "" and colour in SUIT_LETTERS for colour in colours)
    if suits > sum(colour != "" for colour in colours) / 2:
        return playing_deck()
    own = own or _own_deck()
    return own if own is not None and _looks_like_own(own, read) else None


def deck_mismatch(profile: DeckProfile, faces: Sequence[Face], others: Sequence[DeckProfile]) -> str | None:
    """Return why the deck that the user named cannot be the one on the table, in one line for the user.

    Args:
        profile: The deck that the user named.
        faces: The faces of the cards, read without a deck.
        others: Decks that might lie there instead.

    Returns:
        None where at least half of the confident readings may be of this deck, or where there are none.
    """
    read = [face.best for face in faces if face.confidence >= SURE_CONFIDENCE]
    if not read or 2 * _count_possible(profile, read) >= len(read):
        return None
    better = max(others, key=lambda other: _count_possible(other, read), default=profile)
    template = tr("these cards do not look like the deck {profile.name}; {better.name} fits better: --deck {better.name}")
    if _count_possible(better, read) <= _count_possible(profile, read):
        template = tr("these cards do not look like the deck {profile.name}: read them with --deck auto")
    return template.format(profile=profile, better=better)


def _count_possible(profile: DeckProfile, labels: Sequence[str]) -> int:
    """Return how many labels may be of this deck. A number without a colour may have any of the deck's colours."""
    own = {*profile.faces, *(split_label(face)[0] for face in profile.faces)}
    return sum(label in own for label in labels)


def _looks_like_own(own: DeckProfile, read: Sequence[Face]) -> bool:
    """Whether the open cards look like the drawings of their values. Colours are not compared, because they depend on the lamp."""
    opened = [(face.features, split_label(face.best)[0]) for face in read if face.hidden < COVERED_SHARE]
    values = np.array([split_label(example.label or "")[0] for example in own.examples])
    best = [float((own.embeddings @ features)[values == value].max(initial=0.0)) for features, value in opened]
    return bool(best) and float(np.median(best)) >= MIN_OWN_SIMILARITY


def built_in_decks() -> tuple[DeckProfile, ...]:
    """Return the decks that come with the program and can be recognised."""
    own = _own_deck()
    return (own, playing_deck()) if own else (playing_deck(),)


@cache
def _own_deck() -> DeckProfile | None:
    """Return the profile of the project's own deck; None where it was made with another face model."""
    return load_own_deck(model=model_entry("face").sha256)


#: Minimum log likelihood ratio of all cards together for a deck; fitted like the constants of ``match``.
MIN_DECK_EVIDENCE = 3.0
#: Runs the face network on all cards once more; called only where a learned deck is to be compared.
GetFaceOutputs = Callable[[], Sequence[FaceOutput]]


@dataclass(frozen=True)
class DeckOptions:
    """The decks that may lie on the table."""

    profiles: tuple[DeckProfile, ...] = ()  #: The one deck that the user named, or all learned decks.
    forced: bool = False  #: Whether the first profile lies there, whatever the cards look like.
    built_in: bool = True  #: Whether a deck that comes with the program may lie there too; False for another game's cards.


@dataclass(frozen=True)
class DeckReading:
    """The faces of cards, read by their deck."""

    faces: list[Face]  #: In the order of the cards; unchanged where no deck is known.
    profile: DeckProfile | None = None  #: The deck; None where none is known.
    problems: tuple[str, ...] = ()  #: Messages of one line for the user, about the deck that they named.


def read_by_deck(decks: DeckOptions | None, labels: FaceLabels, faces: Sequence[Face], get_outputs: GetFaceOutputs) -> DeckReading:
    """Restrict faces to those of their deck; where the deck was learned, compare the cards with its examples too.

    Args:
        decks: The decks that may lie there; None where cards are to be read without a deck.
        labels: The classes of the face network.
        faces: The faces of the cards, read without a deck.
        get_outputs: See ``GetFaceOutputs``.
    """
    if decks is None:
        return DeckReading(list(faces))
    named = decks.profiles[0] if decks.forced else None
    why = deck_mismatch(named, faces, built_in_decks() if decks.built_in else ()) if named else None
    problems = (why,) if why else ()
    learned = named.learned if named else bool(decks.profiles)
    if learned and (chosen := choose_learned(decks, labels, faces, get_outputs())):
        return replace(chosen, problems=problems)
    profile = named or (detect_built_in(faces) if decks.built_in else None)
    return DeckReading([restrict_to_deck(face, profile, labels) for face in faces] if profile else list(faces), profile, problems)


def choose_learned(decks: DeckOptions, labels: FaceLabels, faces: Sequence[Face], outputs: Sequence[FaceOutput]) -> DeckReading | None:
    """Read the cards by the learned deck that lies on the table.

    Args:
        decks: The decks that may lie there; where ``forced``, the first is a learned one.
        labels: The classes of the face network.
        faces: The faces of the cards, read without a deck.
        outputs: The face network's outputs for each card.

    Returns:
        None where none of the decks lies there. Else the most likely deck, and faces averaged over all decks that may lie there, weighted
        by their probabilities.
    """
    every = [_match_all(profile, labels, faces, outputs) for profile in decks.profiles]
    evidence = np.array([sum(match.evidence for match in matches) for matches in every])
    ranked = np.argsort(-evidence, kind="stable")
    possible = [0] if decks.forced else [int(k) for k in ranked if evidence[k] > MIN_DECK_EVIDENCE]
    if not possible:
        return None
    weights = np.exp(evidence[possible] - evidence[possible[0]])
    cards = zip(*(every[k] for k in possible), strict=True)
    return DeckReading([_mix(card, weights / weights.sum()) for card in cards], decks.profiles[possible[0]])


def _match_all(profile: DeckProfile, labels: FaceLabels, faces: Sequence[Face], outputs: Sequence[FaceOutput]) -> list[DeckMatch]:
    """Compare the cards with one deck. Where examples and network agree on a face, the higher of the two confidences counts."""
    matcher = DeckMatcher(profile, labels)
    pairs = zip(faces, outputs, strict=True)
    return [_more_confident(matcher.match(face, output), restrict_to_deck(face, profile, labels)) for face, output in pairs]


def _more_confident(match: DeckMatch, plain: Face) -> DeckMatch:
    """Return the match, with the candidates of the network's own reading where that has the same label and is more confident."""
    face = match.face
    if not face.best or face.best != plain.best or face.unknown > face.confidence or plain.confidence <= face.confidence:
        return match
    return replace(match, face=replace(face, candidates=plain.candidates, unknown=plain.unknown))


def _mix(matches: Sequence[DeckMatch], weights: Sequence[float]) -> Face:
    """Average a card's candidates over several decks; the orientation is that of the first, the most likely deck."""
    labels: dict[str, float] = {}
    for match, weight in zip(matches, weights, strict=True):
        for label, p in match.face.candidates:
            labels[label] = labels.get(label, 0.0) + float(weight) * p
    unknown = float(np.dot([match.face.unknown for match in matches], weights))
    return replace(matches[0].face, candidates=tuple(sorted(labels.items(), key=lambda c: -c[1])), unknown=unknown)
