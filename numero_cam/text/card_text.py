"""Cards in words for terminals, in their colours; the words name the colour too."""

from collections.abc import Sequence

from rich.text import Text

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Colour
from numero_cam.games.numero.rules.choices import Language
from numero_cam.text.words import card_words, count

__all__ = ["card_text", "card_words", "cards_text", "count", "item_text"]

_STYLES = {Colour.RED: "red", Colour.BLUE: "blue", Colour.GREEN: "green", Colour.ORANGE: "yellow"}


def card_text(card: Card, language: Language = "fractions") -> Text:
    """Return a card in words, in its colour."""
    return Text(card_words(card, language), style=_STYLES.get(card.colour, "") if card.colour else "")


def item_text(item: Card | Build, language: Language = "fractions") -> Text:
    """Return a card or a build in words."""
    if isinstance(item, Card):
        return card_text(item, language)
    before, after = (tr("build of {cards}") if item.value is None else tr("build of {cards} = {item.value}")).split("{cards}")
    cards = Text(tr(" and ")).join(card_text(card, language) for card in item.cards)
    return Text.assemble(before, cards, after.format(item=item))


def cards_text(items: Sequence[Card | Build], language: Language = "fractions") -> Text:
    """Return a list of cards and builds in words."""
    return Text(", ").join(item_text(item, language) for item in items) if items else Text(tr("no card"))
