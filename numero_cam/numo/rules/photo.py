"""Converts labels of the NUMO face network to cards: the label ``7w`` is a 7 of winter."""

from collections.abc import Sequence

from numero_cam.catalogue import tr
from numero_cam.numo.rules.cards import ALL_CARDS, Card, CardError, Season, copies_of, too_many
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.notation import ACCEPTED, parse_named

SEASON_LETTERS = {"p": Season.SPRING, "s": Season.SUMMER, "a": Season.AUTUMN, "w": Season.WINTER}
"""The letter of each season, with which a label ends."""
UNKNOWN = "unknown"
"""Label of a card back, or of a card that is not of NUMO."""


def written_cards(labels: Sequence[str], table: CharacterTable) -> tuple[str, ...]:
    """Labels as text that ``notation.parse_named`` reads: `7.2` is the 7 whose season the table knows, else a card is named in full.

    Args:
        labels: Of one photo; a label without a letter is a number whose season is not known.
        table: Says which season stands on which card.

    Raises:
        CardError: A number that is there more often than the pack has it.
    """
    used: dict[int, Card] = {}
    parts = [(place, *_parted(label)) for place, label in enumerate(labels)]
    # A card whose season names the copy is that copy, before others take it.
    for place, number, season in sorted(parts, key=lambda part: (_named(part[1], part[2], table) is None, part[0])):
        left = [card for card in _copies(number) if card not in used.values()]
        if not left:
            raise too_many(number)
        named = _named(number, season, table)
        used[place] = named if named in left else left[0]
    return tuple(_written(used[place], season, table) for place, _, season in parts)


def label_of(text: str, table: CharacterTable, beside: Sequence[str] = ()) -> str:
    """The label of a card that somebody names: `7w` as a label stands for itself, else the table says its season.

    Args:
        text: As `notation.parse_named` reads it, or a label.
        table: Says which season stands on which card.
        beside: Labels of cards that are named already: a 7 beside the first 7 is the second.

    Raises:
        CardError: It is no card, or more than one.
    """
    written = text.strip().lower()
    if written[-1:] in SEASON_LETTERS and written[:-1].isdecimal():
        Card(int(written[:-1]))
        return written
    cards, known = parse_named(written, table)
    if len(cards) != 1:
        message = tr('"{text}": name one card; {accepted}', text=text, accepted=ACCEPTED)
        raise CardError(message)
    if written.isdecimal():  # Which copy is not said.
        labels = [_label(card, table) for card in _copies(cards[0].number)]
        return next((label for label in labels if label not in beside), labels[0])
    return _label(cards[0], known)


def labels_of_pack(seen: Sequence[str], table: CharacterTable) -> tuple[str, ...]:
    """Labels of a whole pack of which these were seen: the lower deck, the upper one, or both.

    Args:
        seen: Labels.
        table: Says which season stands on which card.
    """
    numbers = [_parted(label)[0] for label in seen]
    lower, upper = (any(Card(number).is_lower is low for number in numbers) for low in (True, False))
    whole = [_label(card, table) for card in ALL_CARDS if (lower if card.is_lower else upper)]
    return tuple(dict.fromkeys([*whole, *seen]))


def _label(card: Card, table: CharacterTable) -> str:
    letter = next(letter for letter, season in SEASON_LETTERS.items() if season is table.season(card))
    return f"{card.number}{letter}"


def _parted(label: str) -> tuple[int, Season | None]:
    digits = label.rstrip("".join(SEASON_LETTERS))
    if not digits.isdigit() or len(label) - len(digits) > 1:
        message = tr('"{label}" is no label of a card of NUMO', label=label)
        raise CardError(message)
    return int(digits), SEASON_LETTERS.get(label[len(digits) :])


def _copies(number: int) -> list[Card]:
    return [Card(number, copy) for copy in range(1, copies_of(number) + 1)]


def _named(number: int, season: Season | None, table: CharacterTable) -> Card | None:
    """The card of a number that the table has in this season."""
    return next((card for card in _copies(number) if table.season(card) is season), None)


def _written(card: Card, season: Season | None, table: CharacterTable) -> str:
    if season is None or table.season(card) is season or not table.assumed:
        return str(card)
    return f"{card.number}-{table.face(card).replace(' ', '-')}-{season.text}"
