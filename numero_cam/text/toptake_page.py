"""Makes the page of a Top Take: the puzzle in large cards and a clock. It is one file, which needs no server or network."""

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Kind, Position
from numero_cam.text.page_templates import page_html
from numero_cam.text.words import item_words, operator_text, root_sign

_COLOUR_SHAPES = {"r": tr("● red"), "b": tr("■ blue"), "g": tr("▲ green"), "o": tr("◆ orange")}
"""A colour is told by a shape and its name too: not everybody tells red from green."""


def toptake_html(title: str, position: Position, seconds: int) -> str:
    """Return the page as one HTML file that loads nothing and does not contain the answer.

    Args:
        title: Title of the page.
        position: The puzzle.
        seconds: Time on the clock, seconds.
    """
    centre, hand = map(_card_values, position.centre), map(_card_values, position.hand)
    return page_html("toptake.html", heading=title, seconds=seconds, centre=list(centre), hand=list(hand))


def _card_values(item: Card | Build) -> dict[str, object]:
    """How a card is shown: its sign, what stands over and under a fraction's bar, its colour with its shape."""
    shown: dict[str, object] = {"said": item_words(item), "kind": "wild", "mark": tr("WILD"), "fraction": None}
    if isinstance(item, Build):
        return {
            **shown,
            "sign": str(item.value),
            "kind": "",
            "mark": tr("build: {cards}", cards=" ".join(card.face for card in item.cards)),
        }
    match item.kind:
        case Kind.NUMBER:
            colour = item.colour.value if item.colour else ""
            return {**shown, "sign": str(item.value), "kind": colour, "mark": _COLOUR_SHAPES.get(colour, "")}
        case Kind.FRACTION:
            return {**shown, "sign": "", "fraction": (item.value.numerator, item.value.denominator)}
        case Kind.ROOT:
            return {**shown, "sign": root_sign(item)}
        case Kind.POWER:
            return {**shown, "sign": f"N{operator_text(item)}"}
        case _:
            return {**shown, "sign": operator_text(item).replace(" ", "")}
