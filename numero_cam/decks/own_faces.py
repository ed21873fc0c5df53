"""A known deck has only its own faces: the one place where what a card may be is narrowed to them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from numero_cam.decks.names import PLAYING
from numero_cam.decks.profile import Profile, split
from numero_cam.identify.faces import LEAST_LIKELY, PLAYING_NUMBERS, SUITS, Face, Labels

MOST_VALUES, MOST_COLOURS = 4, 3
"""How many values, and colours of each, are named for a card; as many as in the network's own reading."""


def playing() -> Profile:
    """Playing cards: 1-10 in four suits."""
    return Profile(PLAYING, tuple(f"{value}{suit}" for suit in SUITS for value in sorted(PLAYING_NUMBERS, key=int)))


def within(face: Face, profile: Profile, labels: Labels) -> Face:
    """The card as one of this deck.

    What was likely for faces that the deck lacks is likely for no face at all, and nothing is made likelier by that. A number whose colour
    does not show is one of the deck's in a colour that is not known, or in none if the deck has such.

    Args:
        face: As read, with its chances; one that nobody asked the network for stays as it is.
        profile: The deck.
        labels: What the face network tells apart.
    """
    if face.chances is None:
        return face
    faces, colours = (
        dict(zip(names, chances.astype(np.float64).tolist(), strict=True))
        for names, chances in zip((labels.faces, labels.colours), face.chances, strict=True)
    )
    of: dict[str, list[tuple[str | None, float]]] = {}
    for value, colour in map(split, dict.fromkeys(profile.faces)):
        if value in faces:
            of.setdefault(value, []).append((colour, faces[value] * (1.0 if colour is None else colours.get(colour, 0.0))))
    for value, its in of.items():
        if all(colour for colour, _ in its):
            its.append((None, faces[value] * colours.get("", 0.0)))
    sums = {value: sum(p for _, p in its) for value, its in of.items()}
    likeliest = sorted(sums, key=lambda value: -sums[value])[:MOST_VALUES]
    told = [each for value in likeliest for each in _told(value, sums[value], sorted(of[value], key=lambda item: -item[1]))]
    candidates = sorted((each for each in told if each[1] > LEAST_LIKELY), key=lambda each: -each[1])
    return replace(face, candidates=tuple(candidates), unknown=float(np.clip(1 - sum(sums.values()), 0, 1)))


def _told(value: str, p: float, of: Sequence[tuple[str | None, float]]) -> list[tuple[str, float]]:
    """The faces of one value: the likeliest colours by name, and the value alone for the rest, or for all if no colour is likely alone."""
    told = {value + (colour or ""): chance for colour, chance in of[:MOST_COLOURS]}
    rest = sum(chance for _, chance in of[MOST_COLOURS:])
    if rest > LEAST_LIKELY:
        told[value] = told.get(value, 0.0) + rest
    if p > 0.5 > max((chance for colour, chance in of if colour is not None), default=0.0):
        told[value] = p
    return list(told.items())
