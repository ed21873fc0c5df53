"""What points are for, in words for people: sets are called sets, and cards are written as they look."""

from numero_cam.games.numero.rules import Item, Kind, parse_card
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve import Play
from numero_cam.tell.signs import acting, rooted
from numero_cam.tell.words import card_words, count


def reason_words(item: Item, play: Play, language: Language = "fractions") -> str:
    """Return what an item of the breakdown is for.

    Args:
        item: The item; its reason says it with the cards' notation, as the JSON does.
        play: The take.
        language: How fraction cards are read.
    """
    if item.item == "takes":
        return count(len(play.sets), "set")
    if item.item == "printed":
        parts = (part.split(" on ") for part in item.reason.split(", "))
        return "printed on the cards: " + ", ".join(f"{points} on {face_words(card, language)}" for points, card in parts)
    return item.reason.replace("in a take", "in one set")


def face_words(label: str, language: Language = "fractions") -> str:
    """Return a card as it looks: `15 orange`, `÷ 3`, `× 3/4`, `N²`, `√`."""
    card = parse_card(label)
    if card.is_number:
        return card_words(card)
    if card.kind is Kind.ROOT:
        return rooted(card)
    return f"N{acting(card)}" if card.kind is Kind.POWER else acting(card, language).strip()
