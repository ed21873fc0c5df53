"""The page of a Top Take: the puzzle in large cards and a clock. One file that a browser opens without a server or a network."""

import json
from pathlib import Path

from numero_cam.games.numero.rules import Build, Card, Kind, Position
from numero_cam.text.words import acting, item_words, rooted

_PAGE = Path(__file__).with_name("toptake_page.html")
_SHAPES = {"r": "● red", "b": "■ blue", "g": "▲ green", "o": "◆ orange"}
"""A colour is told by a shape and its name too: not everybody tells red from green."""


def toptake_html(title: str, position: Position, seconds: int) -> str:
    """Return the whole file; nothing in it is loaded from elsewhere, and the answer is not in it.

    Args:
        title: What stands on top.
        position: The puzzle.
        seconds: Of the clock.
    """
    data = {
        "title": title,
        "seconds": seconds,
        "centre": [_item(item) for item in position.centre],
        "hand": [_item(card) for card in position.hand],
    }
    # A title may hold anything: no "<" of it may end the part of the page that is data.
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return _PAGE.read_text(encoding="utf-8").replace("@DATA@", text)


def _item(item: Card | Build) -> dict[str, object]:
    """How a card is shown: its sign, what stands over and under a fraction's bar, its colour with its shape."""
    shown: dict[str, object] = {"said": item_words(item), "kind": "wild", "mark": "WILD"}
    if isinstance(item, Build):
        return {**shown, "sign": str(item.value), "kind": "", "mark": f"build: {' '.join(card.face for card in item.cards)}"}
    match item.kind:
        case Kind.NUMBER:
            colour = item.colour.value if item.colour else ""
            return {**shown, "sign": str(item.value), "kind": colour, "mark": _SHAPES.get(colour, "")}
        case Kind.FRACTION:
            return {**shown, "sign": "", "over": [str(item.value.numerator), str(item.value.denominator)]}
        case Kind.ROOT:
            return {**shown, "sign": rooted(item)}
        case Kind.POWER:
            return {**shown, "sign": f"N{acting(item)}"}
        case _:
            return {**shown, "sign": acting(item).replace(" ", "")}
