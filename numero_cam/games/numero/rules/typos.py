"""Suggests the card that a mistyped text may have meant."""

import re
from difflib import get_close_matches
from functools import cache

from numero_cam.catalogue import or_list, tr
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER, HIGHEST_PLAYING_NUMBER, NUMERO_COLOURS, PACK, SUITS, Kind

_LOOKS = {"q": "g", "9": "g", "0": "o", "p": "o", "t": "r", "n": "b"}
"""Letters of a colour and what is taken for them: they look alike, or lie beside each other on the keyboard."""
_NUMBER = re.compile(r"(?P<value>[0-9]{1,2})(?P<letter>\S{1,2})")
_WILD = re.compile(r"(?P<sign>[-x/])[0-9]+")
_SIGNS = {"-": Kind.SUBTRACT, "x": Kind.MULTIPLY, "/": Kind.DIVIDE}
MIN_SIMILARITY = 0.6
"""Minimum similarity, 0..1 by difflib, of a text and the card that is suggested for it."""
MAX_CHARACTERS = 20
"""Maximum number of characters of a text for which a card is suggested; no card's name has more than 10."""


def meant(token: str) -> tuple[str, ...]:
    """Return the cards that a text which is no card may have meant, in canonical notation, the likeliest first; often none."""
    plain = token.strip().lower()
    if len(plain) > MAX_CHARACTERS:
        return ()
    wild = _WILD.fullmatch(plain)
    if wild:
        return tuple(str(card) for card in PACK if card.kind is _SIGNS[wild["sign"]])
    number = _NUMBER.fullmatch(plain)
    if number and 1 <= int(number["value"]) <= HIGHEST_NUMBER and number["letter"].isalnum():
        return _coloured(int(number["value"]), number["letter"])
    if not plain[:1].isalpha():
        return ()
    near = get_close_matches(plain, list(_texts()), n=1, cutoff=MIN_SIMILARITY)
    return tuple(_texts()[text] for text in near)


def _coloured(value: int, letters: str) -> tuple[str, ...]:
    """Return the number card whose colour was mistyped, or that number in all four colours."""
    colours = [colour.value for colour in (*NUMERO_COLOURS, *(SUITS if value <= HIGHEST_PLAYING_NUMBER else ()))]
    near = next((letter for letter in (*letters, _LOOKS.get(letters[0], "")) if letter in colours), "")
    return (f"{value}{near}",) if near else tuple(f"{value}{colour.value}" for colour in NUMERO_COLOURS)


@cache
def _texts() -> dict[str, str]:
    """Return by its small letters the canonical text of each card that has a name rather than a number."""
    return {str(card).lower(): str(card) for card in PACK if card.kind in (Kind.POWER, Kind.ROOT)}


def question(token: str) -> str:
    """Return the question whether a card was meant, such as `did you mean 11g?`; empty where nothing comes near."""
    found = meant(token)
    return tr("did you mean {cards}?", cards=or_list(found)) if found else ""
