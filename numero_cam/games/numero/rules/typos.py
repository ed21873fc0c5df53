"""Suggests the card that a mistyped text may have meant."""

import re
from difflib import get_close_matches
from functools import cache

from numero_cam.catalogue import or_list, tr
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER, HIGHEST_PLAYING_NUMBER, NUMERO_COLOURS, PACK, SUITS, Kind

#: By mistyped character: the colour letter that it may stand for, which looks alike or is beside it on the keyboard.
_LIKELY_COLOURS = {"q": "g", "9": "g", "0": "o", "p": "o", "t": "r", "n": "b"}
_NUMBER_WITH_LETTERS = re.compile(r"(?P<value>[0-9]{1,2})(?P<letter>\S{1,2})")
_WILD = re.compile(r"(?P<sign>[-x/])[0-9]+")
_SIGNS = {"-": Kind.SUBTRACT, "x": Kind.MULTIPLY, "/": Kind.DIVIDE}
MIN_SIMILARITY = 0.6  #: Minimum similarity, 0..1 by difflib, between a text and the card that is suggested for it.
MAX_CHARACTERS = 20  #: Maximum number of characters of a text for which a card is suggested; no card's name has more than 10.


def likely_cards(token: str) -> tuple[str, ...]:
    """Return the canonical texts of the cards that a mistyped text may have meant, most likely first; often none."""
    plain = token.strip().lower()
    if len(plain) > MAX_CHARACTERS:
        return ()
    wild = _WILD.fullmatch(plain)
    if wild:
        return tuple(str(card) for card in PACK if card.kind is _SIGNS[wild["sign"]])
    number = _NUMBER_WITH_LETTERS.fullmatch(plain)
    if number and 1 <= int(number["value"]) <= HIGHEST_NUMBER and number["letter"].isalnum():
        return _with_likely_colour(int(number["value"]), number["letter"])
    if not plain[:1].isalpha():
        return ()
    near = get_close_matches(plain, list(_names_by_lower_case()), n=1, cutoff=MIN_SIMILARITY)
    return tuple(_names_by_lower_case()[text] for text in near)


def _with_likely_colour(value: int, letters: str) -> tuple[str, ...]:
    """Return the number card with the colour that the mistyped letters suggest, or the number in all four colours."""
    colours = [colour.value for colour in (*NUMERO_COLOURS, *(SUITS if value <= HIGHEST_PLAYING_NUMBER else ()))]
    near = next((letter for letter in (*letters, _LIKELY_COLOURS.get(letters[0], "")) if letter in colours), "")
    return (f"{value}{near}",) if near else tuple(f"{value}{colour.value}" for colour in NUMERO_COLOURS)


@cache
def _names_by_lower_case() -> dict[str, str]:
    """Return the canonical text of each power and root card by its text in lower case."""
    return {str(card).lower(): str(card) for card in PACK if card.kind in (Kind.POWER, Kind.ROOT)}


def did_you_mean(token: str) -> str:
    """Return a question such as `did you mean 11g?` for a mistyped text; empty where no card is similar."""
    found = likely_cards(token)
    return tr("did you mean {cards}?", cards=or_list(found)) if found else ""
