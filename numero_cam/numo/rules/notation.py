"""The text of cards: `7`, `7.2` for the second card 7, or in full `7-troll-winter`."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from numero_cam.catalogue import and_list, tr
from numero_cam.numo.rules.cards import (
    HIGHEST_DOUBLE,
    LOWER_FACES,
    UPPER_FACES,
    CardPicture,
    NumoCard,
    NumoCardError,
    Season,
    copies_of,
    too_many_error,
)
from numero_cam.numo.rules.character_table import CharacterTable

ACCEPTED = tr('write numbers such as "3 4 7"; 7.2 is the second card 7; in full 7-troll-winter')
_CARD_PATTERN = re.compile(r"(?P<number>[0-9]{1,9})(?:\.(?P<copy>[0-9]))?(?:-(?P<look>[a-z'’-]+))?")
_MAX_SHOWN = 40  #: Maximum number of characters of a wrong text that a message repeats.


def card_list(cards: Iterable[NumoCard]) -> str:
    """Return the text of some cards; `parse_cards` reads it back."""
    return " ".join(map(str, cards))


def parse_cards(text: str) -> tuple[NumoCard, ...]:
    """Return the cards of a list, separated by spaces or commas. A number that is there twice stands for both of its cards."""
    return parse_named(text, CharacterTable.default())[0]


def parse_named(text: str, table: CharacterTable) -> tuple[tuple[NumoCard, ...], CharacterTable]:
    """Return the cards of a list, and the table with the pictures of the cards that are written in full.

    Args:
        text: Cards, separated by spaces or commas.
        table: The pictures of the cards, which decide between the two cards of a number. If they are assumed, cards written in full
            replace them.
    """
    tokens = text.replace(",", " ").lower().split()
    parts = [_parse_token(token, place) for place, token in enumerate(tokens, start=1)]
    found: dict[int, NumoCard] = {}
    looks: dict[NumoCard, CardPicture] = {}
    # Tokens that decide on a copy come first; a number alone is the first copy that is left.
    for place, part in sorted(enumerate(parts), key=lambda one: (one[1].copy is None, one[1].look is None, one[0])):
        card = _find_card(part, table, found.values())
        found[place] = card
        if part.look is not None and table.looks[card] != part.look:
            looks[card] = part.look
    return tuple(found[place] for place in range(len(parts))), table.with_looks(looks)


@dataclass(frozen=True, slots=True)
class _CardToken:
    """The number of a token, with copy and picture if they are written."""

    number: int  #: Number on the card.
    copy: int | None  #: 1 or 2; None where it is not written.
    look: CardPicture | None  #: The picture on it; None where it is not written.


def _parse_token(token: str, place: int) -> _CardToken:
    """Return the parts of a token; `place` is its place in the list, from 1, for the message of the error."""
    match = _CARD_PATTERN.fullmatch(token)
    if match is None:
        shown = token if len(token) <= _MAX_SHOWN else f"{token[:_MAX_SHOWN]}..."
        raise NumoCardError(tr('card {place}, "{shown}": not a card; {accepted}', place=place, shown=shown, accepted=ACCEPTED))
    number, copy = int(match["number"]), int(match["copy"]) if match["copy"] else None
    NumoCard(number, copy or 1)
    return _CardToken(number, copy, _parse_picture(match["look"], number, token) if match["look"] else None)


def _parse_picture(text: str, number: int, token: str) -> CardPicture:
    """Return the picture of a text such as `troll-winter`; number and token are for the message of the error."""
    face, _, season = re.sub("['’]", "", text).rpartition("-")
    face = face.replace("-", " ")
    seasons = {season.text: season for season in Season}
    faces = LOWER_FACES if NumoCard(number).is_lower else UPPER_FACES
    if season not in seasons or face not in faces:
        raise NumoCardError(
            tr(
                '"{token}": in full a card is number-character-season, such as {number}-{faces}-winter; characters are {choices}',
                token=token,
                number=number,
                faces=faces[2],
                choices=", ".join(faces),
            )
        )
    return CardPicture(face, seasons[season])


def _find_card(part: _CardToken, table: CharacterTable, used: Collection[NumoCard]) -> NumoCard:
    """Return the first card that fits a token and is not used; one with its picture comes first."""
    number, copy, look = part.number, part.copy, part.look
    copies = [NumoCard(number, one) for one in range(1, copies_of(number) + 1)] if copy is None else [NumoCard(number, copy)]
    left = [card for card in copies if card not in used]
    if not left:
        if copy is not None and number <= HIGHEST_DOUBLE:
            raise NumoCardError(tr("card {number}.{copy} is there twice", number=number, copy=copy))
        raise too_many_error(number)
    card = next((card for card in left if table.looks[card] == look), left[0])
    if look is not None and table.looks[card] != look and not table.assumed:
        raise NumoCardError(
            tr(
                "no card {number} left is {look}: the table of characters says {choices}",
                number=number,
                look=look,
                choices=and_list(table.looks[one] for one in copies),
            )
        )
    return card
