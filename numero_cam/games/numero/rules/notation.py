"""Card notation: the text of a card, a build, a list of cards, and back (contract, "Card notation")."""

import re
from fractions import Fraction

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules.build import Build
from numero_cam.games.numero.rules.cards import DEGREES, NUMERO_COLOURS, SUITS, Card, CardError, Colour, Kind, root_name
from numero_cam.games.numero.rules.typos import did_you_mean

REASON_NO_CARD = tr("not a card")
REASON_NOT_CLOSED = tr("the bracket is not closed")
REASON_NOT_OPENED = tr("the bracket was not opened")
_LETTERS = [", ".join(colour.value for colour in colours) for colours in (NUMERO_COLOURS, SUITS)]
ACCEPTED = tr(
    "accepted are 7r (1-15; {colours}), 10h (1-10; {suits}), -4, x3, /2, 3/4, N2, sqrt, in the middle builds such as [8b 4r]",
    colours=_LETTERS[0],
    suits=_LETTERS[1],
)

_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "x", "*": "x", "÷": "/", "⁄": "/", "²": "2", "³": "3"})
_FRACTION_SIGNS = {
    "½": "1/2", "⅓": "1/3", "¼": "1/4", "⅕": "1/5", "⅛": "1/8", "⅒": "1/10",
    "⅔": "2/3", "¾": "3/4", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
}  # fmt: skip
_ROOT_SIGNS = {2: "√", 3: "∛", 4: "∜"}
_POWERS_AND_ROOTS = {
    **{text: (Kind.POWER, degree) for degree in DEGREES for text in (f"n{degree}", f"n^{degree}")},
    **{
        name + n: (Kind.ROOT, degree)
        for degree in DEGREES
        for name in (root_name(degree), f"{degree}√", *_ROOT_SIGNS.get(degree, ""))
        for n in ("", "n")
    },
}
_KINDS_BY_SIGN = {"-": Kind.SUBTRACT, "x": Kind.MULTIPLY, "/": Kind.DIVIDE}
_COLOUR_WORDS = {colour.name.lower(): colour.value for colour in Colour}
COLOUR_LETTERS = "".join(colour.value for colour in Colour)
_COLOUR = "|".join((f"[{COLOUR_LETTERS}]", *_COLOUR_WORDS))
# Thirds have no exact decimal; these are the roundings people write.
_THIRDS = {
    "0.33": "1/3", "0.333": "1/3", ".33": "1/3", ".333": "1/3", "33%": "1/3", "33.3%": "1/3",
    "0.67": "2/3", "0.667": "2/3", "0.66": "2/3", "0.666": "2/3", ".67": "2/3", ".667": "2/3", ".66": "2/3", ".666": "2/3",
    "66%": "2/3", "67%": "2/3", "66.6%": "2/3", "66.7%": "2/3",
}  # fmt: skip

_NUMBER = re.compile(rf"(?P<value>[0-9]{{1,2}}|a)\s*(?P<colour>{_COLOUR})?")
_COLOUR_FIRST = re.compile(rf"(?P<colour>{_COLOUR})\s*(?P<value>[0-9]{{1,2}})")
_ACTION = re.compile(r"(?P<sign>[-x/])\s*(?P<value>[0-9]{1,9})")
_FRACTION = re.compile(r"(?:(?P<whole>[0-9]{1,9})\s+)?(?P<top>[0-9]{1,9})/(?P<bottom>[0-9]{1,9})|(?P<decimal>[0-9]{0,9}\.[0-9]{1,9})")
_BUILD = re.compile(r"\[(?P<cards>[^\[\]]*)\]\s*(?:=\s*(?P<value>\S.*))?")
_STATED_VALUE = re.compile(r"-?[0-9]{1,6}(?:/[0-9]{1,6})?")
_TOKEN = re.compile(r"\[[^\[\]]*\](?:\s*=\s*[^\s,]+)?|[^\s,\[]+|\[[^\[\]]*")
_SEPARATE_COLOUR = re.compile(rf"(?<![^\s,\[:(+])([0-9]{{1,2}})\s+({_COLOUR})(?![^\s,\]:;)+])", re.IGNORECASE)
_PIECE = re.compile(r"(?:\[[^\[\]]*\]|[^,])+")


class NotationError(ValueError):
    """A text that is no card."""

    def __init__(self, token: str, place: int | None = None, reason: str = REASON_NO_CARD) -> None:
        """Build the message: place, token and reason, then the card that may have been meant, or what is accepted."""
        self.token = token  #: The wrong token as it was written.
        self.place = place  #: Its place in the list, from 1; None for a token that is in no list.
        self.reason = reason  #: What is wrong with it.
        where = _quoted(token) if place is None else tr("card {place}, {token}", place=place, token=_quoted(token))
        more = (
            ""
            if reason in (REASON_NOT_CLOSED, REASON_NOT_OPENED)
            else (did_you_mean(token) if reason == REASON_NO_CARD else "") or ACCEPTED
        )
        super().__init__(f"{where}: {reason}{more and '; '}{more}")

    def at(self, place: int) -> "NotationError":
        """Return the same error with the token's place in a list, from 1."""
        return NotationError(self.token, place, self.reason)


def _quoted(token: str) -> str:
    """Return a token in quotes on one line, shortened to 60 characters."""
    longest = 60
    text = repr(token)[1:-1]
    return f'"{text}"' if len(text) <= longest else f'"{text[:longest]}..."'


def parse_card(text: str) -> Card:
    """Return the card that one token names.

    Args:
        text: Canonical text or any accepted spelling, upper or lower case.

    Raises:
        NotationError: The token names no card; a build is no card.
    """
    plain = _normalised(text)
    try:
        card = _parse_number(plain) or _parse_power_or_root(plain) or _parse_action(plain) or _parse_fraction(plain)
    except CardError as error:
        raise NotationError(text, reason=str(error)) from None
    if card is None:
        opened = "[" in text or "]" not in text
        raise NotationError(text, reason=REASON_NO_CARD if opened else REASON_NOT_OPENED)
    return card


def parse_build(text: str) -> Build:
    """Return the build that one token names, such as `[8b 4r]` or `[8b 4r]=12`.

    Raises:
        NotationError: Its brackets, cards or stated value cannot be read.
    """
    match = _BUILD.fullmatch(text.strip())
    if match is None:
        raise NotationError(text, reason=REASON_NOT_CLOSED if "]" not in text else tr("not a build"))
    cards = tuple(parse_cards(match["cards"]))
    if not cards:
        raise NotationError(text, reason=tr("a build holds at least one card"))
    stated = match["value"]
    if stated is None:
        return Build(cards)
    plain = stated.strip().translate(_SIGNS)
    if not _STATED_VALUE.fullmatch(plain) or plain.partition("/")[2].strip("0") == "" != plain.partition("/")[1]:
        raise NotationError(text, reason=tr("{shown} is no value of a build", shown=_quoted(stated)))
    return Build(cards, Fraction(plain))


def parse_item(text: str) -> Card | Build:
    """Return the card or build that one token names.

    Raises:
        NotationError: The token names neither.
    """
    return parse_build(text) if text.lstrip().startswith("[") else parse_card(text)


def parse_items(text: str) -> tuple[Card | Build, ...]:
    """Return the cards and builds of a list, which are separated by spaces or commas.

    A build is one token. A token that holds a space (`1 1/2`, `7 red`) needs commas around it.

    Raises:
        NotationError: At the first token that names nothing, with its place.
    """
    items: list[Card | Build] = []
    for token in _tokens(joined_colours(text)):
        try:
            items.append(parse_item(token))
        except NotationError as error:
            if token.lstrip().startswith("[") and error.place is not None:
                raise NotationError(
                    token,
                    len(items) + 1,
                    tr("{error.reason} (card {error.place} of the build, {token})", error=error, token=_quoted(error.token)),
                ) from None
            raise error.at(len(items) + 1) from None
    return tuple(items)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a list without builds, such as a hand.

    Raises:
        NotationError: At the first token that names no card, with its place.
    """
    cards: list[Card] = []
    for place, item in enumerate(parse_items(text), start=1):
        if isinstance(item, Build):
            raise NotationError(str(item), place, tr("a build lies in the middle only"))
        cards.append(item)
    return tuple(cards)


def joined_colours(text: str) -> str:
    """Return the text with each colour joined to the number before it: `11 g` becomes `11g`, `8 orange` becomes `8orange`."""
    return _SEPARATE_COLOUR.sub(r"\1\2", text)


def _tokens(text: str) -> list[str]:
    """Return the tokens of a list: split at commas, and at spaces except within a piece between commas that is one card."""
    pieces = [piece.strip() for piece in _PIECE.findall(text)]
    if "," not in text:
        return [token for piece in pieces for token in _TOKEN.findall(piece)]
    tokens: list[str] = []
    for piece in pieces:
        if " " in piece and "[" not in piece and _is_card(piece):
            tokens.append(piece)
        else:
            tokens.extend(_TOKEN.findall(piece))
    return tokens


def _is_card(text: str) -> bool:
    """Return whether the text names a card."""
    try:
        parse_card(text)
    except NotationError:
        return False
    return True


def _normalised(text: str) -> str:
    """Return the text in lower case with plain signs, plain fractions and single spaces."""
    plain = text.strip().lower().translate(_SIGNS)
    for sign, fraction in _FRACTION_SIGNS.items():
        plain = plain.replace(sign, f" {fraction}")
    return " ".join(plain.split())


def _parse_number(plain: str) -> Card | None:
    """Return the number card of a normalised text; None if it names none."""
    match = _NUMBER.fullmatch(plain) or _COLOUR_FIRST.fullmatch(plain)
    if match is None:
        return None
    value, colour = match["value"], match["colour"]
    if colour is None:
        return None if value == "a" else Card.number(int(value))
    card_colour = Colour(_COLOUR_WORDS.get(colour, colour))
    if value == "a":
        card = Card.number(1, card_colour)
        return card if card.is_playing else None
    return Card.number(int(value), card_colour)


def _parse_power_or_root(plain: str) -> Card | None:
    """Return the power or root card of a normalised text; None if it names none."""
    found = _POWERS_AND_ROOTS.get(plain.replace(" ", ""))
    return None if found is None else Card(found[0], Fraction(found[1]))


def _parse_action(plain: str) -> Card | None:
    """Return the card of a normalised text that subtracts, multiplies or divides; None if it names none."""
    match = _ACTION.fullmatch(plain)
    return None if match is None else Card(_KINDS_BY_SIGN[match["sign"]], Fraction(match["value"]))


def _parse_fraction(plain: str) -> Card | None:
    """Return the fraction card of a normalised text, which may be a decimal or a percentage; None if it names none."""
    plain = _THIRDS.get(plain, plain)
    per_cent = plain.endswith("%")
    plain = plain.removesuffix("%").rstrip()
    match = _FRACTION.fullmatch(plain)
    if match is None:
        if not per_cent or not re.fullmatch(r"[0-9]{1,9}", plain):
            return None
        value = Fraction(plain)
    elif match["decimal"]:
        value = Fraction(match["decimal"])
    elif int(match["bottom"]) == 0:
        return None
    else:
        value = int(match["whole"] or 0) + Fraction(int(match["top"]), int(match["bottom"]))
    return Card(Kind.FRACTION, value / 100 if per_cent else value)
