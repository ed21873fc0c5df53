"""What the network for NUMO says of cards, and which cards these are: the label ``7w`` is a 7 of winter."""

from collections.abc import Sequence

from numero_cam.games.numo.cards import Card, CardError, Season, copies_of, too_many
from numero_cam.games.numo.table import Table

SEASON_LETTERS = {"p": Season.SPRING, "s": Season.SUMMER, "a": Season.AUTUMN, "w": Season.WINTER}
"""One letter each, since a label ends with one."""
UNKNOWN = "unknown"
"""A back, or no card of NUMO."""


def written_cards(labels: Sequence[str], table: Table) -> tuple[str, ...]:
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


def _parted(label: str) -> tuple[int, Season | None]:
    digits = label.rstrip("".join(SEASON_LETTERS))
    if not digits.isdigit() or len(label) - len(digits) > 1:
        message = f'"{label}" is no label of a card of NUMO'
        raise CardError(message)
    return int(digits), SEASON_LETTERS.get(label[len(digits) :])


def _copies(number: int) -> list[Card]:
    return [Card(number, copy) for copy in range(1, copies_of(number) + 1)]


def _named(number: int, season: Season | None, table: Table) -> Card | None:
    """The card of a number that the table has in this season."""
    return next((card for card in _copies(number) if table.season(card) is season), None)


def _written(card: Card, season: Season | None, table: Table) -> str:
    if season is None or table.season(card) is season or not table.assumed:
        return str(card)
    return f"{card.number}-{table.face(card).replace(' ', '-')}-{season.text}"
