"""Makes the page of the wall: large numbers to project while slips come in."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.text.page_templates import page_html


@dataclass(frozen=True, slots=True)
class WallNumber:
    """A large number and what it counts."""

    number: str
    what: str


def wall_html(heading: str, numbers: Sequence[WallNumber], levels: Sequence[tuple[str, int, int, int]], *, at: str | None = None) -> str:
    """Return the page.

    Args:
        heading: Class and week.
        numbers: The large numbers.
        levels: Name, pupils, answers and best takes of each level.
        at: See ``page_html``.
    """
    return page_html("wall.html", at=at, heading=heading, numbers=numbers, levels=levels)
