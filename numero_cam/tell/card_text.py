"""Cards in words, and in their colours where there are any: the word always says the colour too."""

from collections.abc import Sequence

from rich.text import Text

from numero_cam.rules import Build, Card, Colour

_STYLES = {Colour.RED: "red", Colour.BLUE: "blue", Colour.GREEN: "green", Colour.ORANGE: "yellow"}


def card_words(card: Card) -> str:
    """A card in words: ``7 red``, ``10 hearts``, ``7 of unknown colour``, ``x3``."""
    if not card.is_number:
        return str(card)
    return f"{card.value} {card.colour.name.lower()}" if card.colour else f"{card.value} of unknown colour"


def card_text(card: Card) -> Text:
    """A card in words, coloured like the card."""
    return Text(card_words(card), style=_STYLES.get(card.colour, "") if card.colour else "")


def item_text(item: Card | Build) -> Text:
    """A card or a build in words."""
    if isinstance(item, Card):
        return card_text(item)
    value = "" if item.value is None else f" = {item.value}"
    return Text.assemble("build of ", Text(" and ").join(card_text(card) for card in item.cards), value)


def cards_text(items: Sequence[Card | Build]) -> Text:
    """A list of cards and builds in words."""
    return Text(", ").join(item_text(item) for item in items) if items else Text("no card")


def count(number: int, noun: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
