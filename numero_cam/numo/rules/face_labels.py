"""Converts labels of the NUMO face network to cards: the label ``7w`` is a 7 of winter."""

from collections.abc import Sequence

from numero_cam.catalogue import tr
from numero_cam.numo.rules.cards import ALL_CARDS, NumoCard, NumoCardError, Season, copies_of, too_many_error
from numero_cam.numo.rules.character_table import CharacterTable
from numero_cam.numo.rules.notation import ACCEPTED, parse_named

#: The letter of each season, with which a label ends.
SEASON_LETTERS = {"p": Season.SPRING, "s": Season.SUMMER, "a": Season.AUTUMN, "w": Season.WINTER}
UNKNOWN_LABEL = "unknown"  #: Label of a card back, or of a card that is not of NUMO.


def card_texts(labels: Sequence[str], table: CharacterTable) -> tuple[str, ...]:
    """Return the text of each label's card, such as `7.2` or in full `7-troll-winter`, as `notation.parse_named` reads it.

    Args:
        labels: Labels of the cards of one photo; one without a letter has an unknown season.
        table: The seasons of the cards, which decide between the two cards of a number.
    """
    used: dict[int, NumoCard] = {}
    parts = [(place, *_split_label(label)) for place, label in enumerate(labels)]
    # Labels whose season decides on a copy come first.
    for place, number, season in sorted(parts, key=lambda part: (_card_of_season(part[1], part[2], table) is None, part[0])):
        left = [card for card in _copies(number) if card not in used.values()]
        if not left:
            raise too_many_error(number)
        named = _card_of_season(number, season, table)
        used[place] = named if named in left else left[0]
    return tuple(_card_text(used[place], season, table) for place, _, season in parts)


def label_from_text(text: str, table: CharacterTable, beside: Sequence[str] = ()) -> str:
    """Return the label of the card that a text names.

    Args:
        text: The text of a card as `notation.parse_named` reads it, or a label such as `7w`, which is returned unchanged.
        table: The seasons of the cards.
        beside: Labels of cards that were named before; a number alone then stands for its other card.
    """
    written = text.strip().lower()
    if written[-1:] in SEASON_LETTERS and written[:-1].isdecimal():
        NumoCard(int(written[:-1]))
        return written
    cards, known = parse_named(written, table)
    if len(cards) != 1:
        raise NumoCardError(tr('"{text}": name one card; {accepted}', text=text, accepted=ACCEPTED))
    if written.isdecimal():  # a number alone, which may be either of its cards
        labels = [_label_of_card(card, table) for card in _copies(cards[0].number)]
        return next((label for label in labels if label not in beside), labels[0])
    return _label_of_card(cards[0], known)


def pack_labels(seen: Sequence[str], table: CharacterTable) -> tuple[str, ...]:
    """Return the labels of all cards of the decks of which some labels were seen, and these labels.

    Args:
        seen: Labels of cards of the lower deck, the upper deck, or both.
        table: The seasons of the cards.
    """
    numbers = [_split_label(label)[0] for label in seen]
    lower, upper = (any(NumoCard(number).is_lower is low for number in numbers) for low in (True, False))
    whole = [_label_of_card(card, table) for card in ALL_CARDS if (lower if card.is_lower else upper)]
    return tuple(dict.fromkeys([*whole, *seen]))


def _label_of_card(card: NumoCard, table: CharacterTable) -> str:  # number and letter of the season: `7w`
    letter = next(letter for letter, season in SEASON_LETTERS.items() if season is table.season(card))
    return f"{card.number}{letter}"


def _split_label(label: str) -> tuple[int, Season | None]:
    """Return number and season of a label; None where it has no letter of a season."""
    digits = label.rstrip("".join(SEASON_LETTERS))
    if not digits.isdigit() or len(label) - len(digits) > 1:
        raise NumoCardError(tr('"{label}" is no label of a card of NUMO', label=label))
    return int(digits), SEASON_LETTERS.get(label[len(digits) :])


def _copies(number: int) -> list[NumoCard]:
    """Return the one or two cards of a number."""
    return [NumoCard(number, copy) for copy in range(1, copies_of(number) + 1)]


def _card_of_season(number: int, season: Season | None, table: CharacterTable) -> NumoCard | None:
    """Return the card of a number that has this season in the table; None where there is none."""
    return next((card for card in _copies(number) if table.season(card) is season), None)


def _card_text(card: NumoCard, season: Season | None, table: CharacterTable) -> str:
    """Return the text of a card, in full if its season differs from that of a table never checked against real cards (`assumed`)."""
    if season is None or table.season(card) is season or not table.assumed:
        return str(card)
    return f"{card.number}-{table.face(card).replace(' ', '-')}-{season.text}"
