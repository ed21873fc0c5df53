"""A known deck has only its own faces: the one place where what a card may be is narrowed to them."""

from dataclasses import replace

import numpy as np

from numero_cam.decks.names import PLAYING
from numero_cam.decks.profile import Profile, split
from numero_cam.identify.faces import SUITS, Face, Labels, likeliest


def playing() -> Profile:
    """Playing cards: 1-10 in four suits."""
    return Profile(PLAYING, tuple(f"{value}{suit}" for suit in SUITS for value in range(1, 11)))


def within(face: Face, profile: Profile, labels: Labels) -> Face:
    """The card as one of this deck.

    What was likely for faces that the deck lacks is likely for no face at all, and nothing is made likelier by that. A number whose colour
    does not show is one of the deck's in a colour that is not known, or in none if the deck has such.

    Args:
        face: As read.
        profile: The deck.
        labels: What the face network tells apart.
    """
    told = labels.by_value(face.chances)
    own: dict[str, dict[str, float]] = {}
    for label in profile.faces:
        value, _ = split(label)
        if label in told.get(value, ()):
            own.setdefault(value, {})[label] = told[value][label]
    sums = {value: sum({**of, value: told[value].get(value, 0.0)}.values()) for value, of in own.items()}
    return replace(face, candidates=likeliest(sums, own), unknown=float(np.clip(1 - sum(sums.values()), 0, 1)))
