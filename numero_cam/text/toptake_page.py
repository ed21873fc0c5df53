"""Makes the page of a Top Take: the puzzle in large cards and a clock. It is one file, which needs no server or network."""

from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.text.page_templates import page_html
from numero_cam.text.puzzles import goal_line, task_line
from numero_cam.text.words import item_words


def toptake_html(title: str, position: Position, seconds: int, by: By = "cards") -> str:
    """Return the page as one HTML file that loads nothing and does not contain the answer.

    Args:
        title: Title of the page.
        position: The puzzle.
        seconds: Time on the clock, seconds.
        by: What the best take has most of.
    """
    centre, hand = map(_item_values, position.centre), map(_item_values, position.hand)
    task = task_line(goal_line(PuzzleKind.BEST, by))
    return page_html("toptake.html", heading=title, task=task, seconds=seconds, centre=list(centre), hand=list(hand))


def _item_values(item: Card | Build) -> dict[str, object]:
    """Return how a card or a build is shown, and what is read aloud."""
    if isinstance(item, Build):
        return {"said": item_words(item), "faces": list(map(str, item)), "worth": "" if item.value is None else str(item.value)}
    return {"said": item_words(item), "faces": [str(item)], "worth": ""}
