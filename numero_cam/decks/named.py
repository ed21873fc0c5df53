"""Which deck that nobody learned lies there: playing cards by their suits, the project's own deck by its looks; and what fits it badly."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from numero_cam.base.files import model_entry
from numero_cam.decks.files import load_own
from numero_cam.decks.learn import SURE
from numero_cam.decks.own_faces import playing
from numero_cam.decks.profile import Profile, split
from numero_cam.identify.faces import COVERED, SUITS, Face

ALIKE = 0.94
"""Least median likeness to the drawings of the project's own deck. Its sample photos reach 0.97, no card of 134 drawn tables of ``choose``
0.93. It is more than ``match.CROSSING``: drawings are compared, of which all makes' numbers are a little alike."""


def found(faces: Sequence[Face], own: Profile | None = None) -> Profile | None:
    """The built-in deck that lies there.

    Args:
        faces: The cards as they were read.
        own: Looks of the project's own deck; those that come with the program if not given.

    Returns:
        None for cards of another make, and where too few are read.
    """
    read = [face for face in faces if face.certainty >= SURE]
    if not read:
        return None
    colours = [split(face.best)[1] for face in read]
    # A number without a colour says nothing of its deck.
    if sum(colour is not None and colour != "" and colour in SUITS for colour in colours) > sum(colour != "" for colour in colours) / 2:
        return playing()
    own = own or _own()
    return own if own is not None and _is_own(own, read) else None


def problem(profile: Profile, faces: Sequence[Face], others: Sequence[Profile]) -> str | None:
    """Why a deck that was named cannot be the one that lies there, in a line for the user.

    Args:
        profile: The deck that was named.
        faces: The cards as they were read, of any deck.
        others: Decks that might lie there instead.

    Returns:
        None where most of the cards that read surely may be of this deck, or none does.
    """
    read = [face.best for face in faces if face.certainty >= SURE]
    if not read or 2 * _of(profile, read) >= len(read):
        return None
    better = max(others, key=lambda other: _of(other, read), default=profile)
    words = f"these cards do not look like the deck {profile.name}"
    if _of(better, read) <= _of(profile, read):
        return f"{words}: read them with --deck auto"
    return f"{words}; {better.name} fits better: --deck {better.name}"


def _of(profile: Profile, labels: Sequence[str]) -> int:
    """How many of these faces could be in the deck. A number without a colour may take any of the deck's colours."""
    own = {*profile.faces, *(split(face)[0] for face in profile.faces)}
    return sum(label in own for label in labels)


def _is_own(own: Profile, read: Sequence[Face]) -> bool:
    """Whether the open cards look like the drawings of their values. Colours are not compared, as they depend on the lamp."""
    opened = [(face.features, split(face.best)[0]) for face in read if face.hidden < COVERED]
    values = np.array([split(example.label or "")[0] for example in own.examples])
    best = [float((own.looks @ features)[values == value].max(initial=0.0)) for features, value in opened]
    return bool(best) and float(np.median(best)) >= ALIKE


def built_in() -> tuple[Profile, ...]:
    """The decks that come with the program, as far as they can be found out."""
    own = _own()
    return (own, playing()) if own else (playing(),)


@cache
def _own() -> Profile | None:
    """Looks of the project's own deck; None where they are those of another face model."""
    return load_own(model=model_entry("face").sha256)
