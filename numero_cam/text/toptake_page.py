"""The page of a Top Take: the puzzle in large cards and a clock. One file that a browser opens without a server or a network."""

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Kind, Position
from numero_cam.text.page_templates import page_html
from numero_cam.text.words import item_words, operator_text, root_sign

_SHAPES = {"r": "● red", "b": "■ blue", "g": "▲ green", "o": "◆ orange"}
"""A colour is told by a shape and its name too: not everybody tells red from green."""


def toptake_html(title: str, position: Position, seconds: int) -> str:
    """Return the whole file; nothing in it is loaded from elsewhere, and the answer is not in it.

    Args:
        title: What stands on top.
        position: The puzzle.
        seconds: Of the clock.
    """
    centre, hand = map(_item, position.centre), map(_item, position.hand)
    return page_html("toptake.html", heading=title, seconds=seconds, centre=list(centre), hand=list(hand))


def _item(item: Card | Build) -> dict[str, object]:
    """How a card is shown: its sign, what stands over and under a fraction's bar, its colour with its shape."""
    shown: dict[str, object] = {"said": item_words(item), "kind": "wild", "mark": "WILD", "fraction": None}
    if isinstance(item, Build):
        return {**shown, "sign": str(item.value), "kind": "", "mark": tr("build: {list}", list=" ".join(card.face for card in item.cards))}
    match item.kind:
        case Kind.NUMBER:
            colour = item.colour.value if item.colour else ""
            return {**shown, "sign": str(item.value), "kind": colour, "mark": _SHAPES.get(colour, "")}
        case Kind.FRACTION:
            return {**shown, "sign": "", "fraction": (item.value.numerator, item.value.denominator)}
        case Kind.ROOT:
            return {**shown, "sign": root_sign(item)}
        case Kind.POWER:
            return {**shown, "sign": f"N{operator_text(item)}"}
        case _:
            return {**shown, "sign": operator_text(item).replace(" ", "")}
