"""A known deck has only its own faces: the one place where what a card may be is narrowed to them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.decks.names import PLAYING
from numero_cam.decks.profile import Profile, split
from numero_cam.identify.faces import LEAST_LIKELY, PLAYING_NUMBERS, SUITS, Face, Labels

MOST_VALUES, MOST_COLOURS = 4, 3
"""How many values, and colours of each, are named for a card; as many as in the network's own reading."""
Values = NDArray[np.float64]


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
    faces, colours = (chances.astype(np.float64) for chances in face.chances)
    kept = {(value, colour): p for value, colour, p in _own(profile, labels, faces, colours)}
    by_value: dict[str, float] = {}
    for (value, _), p in kept.items():
        by_value[value] = by_value.get(value, 0.0) + p
    candidates: list[tuple[str, float]] = []
    for value in sorted(by_value, key=lambda v: -by_value[v])[:MOST_VALUES]:
        of = sorted(((c, p) for (v, c), p in kept.items() if v == value), key=lambda item: -item[1])
        candidates += _told(value, by_value[value], of)
    candidates = sorted((each for each in candidates if each[1] > LEAST_LIKELY), key=lambda each: -each[1])
    return replace(face, candidates=tuple(candidates), unknown=float(np.clip(1 - sum(by_value.values()), 0, 1)))


def _own(profile: Profile, labels: Labels, faces: Values, colours: Values) -> list[tuple[str, str | None, float]]:
    """Chances of the deck's faces: value, colour and chance; colour None of a wild card, and of a number whose colour does not show."""
    of, by_colour = dict(zip(labels.faces, faces, strict=True)), dict(zip(labels.colours, colours, strict=True))
    own = [(value, colour) for value, colour in map(split, profile.faces) if value in of]
    plain = {value for value, colour in own if colour == ""}
    hidden = dict.fromkeys(value for value, colour in own if colour is not None and value not in plain)
    out = [(value, colour, float(of[value] * (1.0 if colour is None else by_colour.get(colour, 0.0)))) for value, colour in own]
    return out + [(value, None, float(of[value] * by_colour.get("", 0.0))) for value in hidden]


def _told(value: str, p: float, of: Sequence[tuple[str | None, float]]) -> list[tuple[str, float]]:
    """The faces of one value: the likeliest colours by name, and the value alone for the rest, or for all if no colour is likely alone."""
    told = {value + (colour or ""): chance for colour, chance in of[:MOST_COLOURS]}
    rest = sum(chance for _, chance in of[MOST_COLOURS:])
    if rest > LEAST_LIKELY:
        told[value] = told.get(value, 0.0) + rest
    if p > 0.5 > max((chance for colour, chance in of if colour is not None), default=0.0):
        told[value] = p
    return list(told.items())
