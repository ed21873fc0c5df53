"""What points are for, in words for people: sets are called sets, and cards are written as they look.

Everything that people read asks here. The JSON keeps the reasons of the rules as they stand, which its contract binds.
"""

from typing import TYPE_CHECKING

from numero_cam.games.numero.rules import Item, Kind, parse_card
from numero_cam.games.numero.rules.choices import Language
from numero_cam.tell.signs import acting, rooted
from numero_cam.tell.words import card_words

if TYPE_CHECKING:  # the game, which a typed position does without
    from numero_cam.games.numero.engine.points import Entry

_IN_THE_HAND = "left in the hand: "


def reason_words(item: "Item | Entry", language: Language = "fractions") -> str:
    """Return what points are for.

    Args:
        item: An item of a take, or a line of a score sheet; its reason says it with the cards' notation, as the JSON does.
        language: How fraction cards are read.
    """
    if item.item == "takes":
        return item.reason.replace("take", "set")
    if item.item == "printed":
        return f"printed points: {_printed(item.reason, language)}"
    if item.item == "hand_printed":
        return _IN_THE_HAND + _printed(item.reason.removeprefix(_IN_THE_HAND), language)
    return item.reason.replace("in a take", "in one set")


def _printed(reason: str, language: Language) -> str:
    """Return points and the cards that they are printed on: `10 on ÷ 3, 1 on 1 red`."""
    parts = (part.split(" on ") for part in reason.split(", "))
    return ", ".join(f"{points} on {face_words(card, language)}" for points, card in parts)


def face_words(label: str, language: Language = "fractions") -> str:
    """Return a card as it looks: `15 orange`, `÷ 3`, `× 3/4`, `N²`, `√`."""
    card = parse_card(label)
    if card.is_number:
        return card_words(card)
    if card.kind is Kind.ROOT:
        return rooted(card)
    return f"N{acting(card)}" if card.kind is Kind.POWER else acting(card, language).strip()
