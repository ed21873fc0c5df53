"""Makes the page of a Top Take: the puzzle in large cards and a clock. It is one file, which needs no server or network."""

from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.text.page_templates import page_html
from numero_cam.text.words import item_words


def toptake_html(title: str, position: Position, seconds: int) -> str:
    """Return the page as one HTML file that loads nothing and does not contain the answer.

    Args:
        title: Title of the page.
        position: The puzzle.
        seconds: Time on the clock, seconds.
    """
    centre, hand = map(_item_values, position.centre), map(_item_values, position.hand)
    return page_html("toptake.html", heading=title, seconds=seconds, centre=list(centre), hand=list(hand))


def _item_values(item: Card | Build) -> dict[str, object]:
    """Return how a card or a build is shown, and what is read aloud."""
    if isinstance(item, Build):
        return {"said": item_words(item), "faces": list(map(str, item)), "worth": "" if item.value is None else str(item.value)}
    return {"said": item_words(item), "faces": [str(item)], "worth": ""}
