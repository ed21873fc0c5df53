"""Labels of an annotated photo: the number of a card, what it was read as, and the badge of its set."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.annotate import letters, strokes
from numero_cam.annotate.caption import printed
from numero_cam.annotate.look import DOUBT, INK, PAPER, QUIET, SOFT_INK, UNKNOWN, Look
from numero_cam.annotate.outlines import Part
from numero_cam.annotate.strokes import Colour
from numero_cam.base.records import TableCard


@dataclass(frozen=True)
class Plate:
    """A label: a badge, a small word and a heavy one.

    Attributes:
        small: The number of the card.
        heavy: What it is.
        look: Of the card; its badge stands first.
        ground: Colour of the label.
        size: Of the font in pixels.
    """

    small: str
    heavy: str
    look: Look | None
    ground: Colour
    size: float

    @property
    def height(self) -> float:
        """Pixels."""
        return 1.34 * self.size

    @property
    def width(self) -> float:
        """Pixels."""
        parts = (self._badge, self._small, letters.width_of(self.heavy, self.size, bold=True))
        return sum(parts) + 0.7 * self.size

    @property
    def colour(self) -> Colour:
        """Of its border and leader."""
        return self.look.colour if self.look and self.look.shape else QUIET

    @property
    def _badge(self) -> float:
        return 1.35 * self.size if self.look and self.look.shape else 0.0

    @property
    def _small(self) -> float:
        return letters.width_of(self.small, 0.78 * self.size) + 0.35 * self.size if self.small else 0.0

    def draw(self, picture: NDArray[np.uint8], left: float, top: float) -> None:
        """Draws the label with its top-left corner at this place."""
        edge = strokes.box(left, top, left + self.width, top + self.height, 0.3 * self.size)
        strokes.fill(picture, edge, self.ground)
        strokes.outline(picture, edge, INK, max(1.0, self.size / 14))
        at = left + 0.35 * self.size
        base = top + (self.height + letters.CAPITAL * self.size) / 2
        if self.look and self.look.shape:
            draw_badge(picture, self.look, (at + 0.5 * self.size, top + self.height / 2), 0.5 * self.size)
        at += self._badge
        letters.write(picture, self.small, (at, base), 0.78 * self.size, SOFT_INK)
        letters.write(picture, self.heavy, (at + self._small, base), self.size, INK, bold=True)


def draw_badge(picture: NDArray[np.uint8], look: Look, middle: tuple[float, float], radius: float) -> None:
    """Draws the badge of a set or of the taking card with its letter."""
    if look.shape is None:
        return
    edge = strokes.badge(look.shape, middle, radius)
    strokes.fill(picture, edge, look.colour)
    strokes.outline(picture, edge, INK, max(1.0, radius / 8))
    size = 1.25 * radius
    place = middle[0] - letters.width_of(look.letter, size, bold=True) / 2, middle[1] + letters.CAPITAL * size / 2
    letters.write(picture, look.letter, place, size, look.ink, bold=True)


def draw_edge(picture: NDArray[np.uint8], look: Look, parts: Iterable[Part], line: float) -> None:
    """Draws pieces of an outline: on a dark line, so that they show on light cards and dark ones; gaps between dashes are light.

    Args:
        picture: ``(height, width, 3)`` uint8 RGB, changed.
        look: How the card is marked.
        parts: The pieces.
        line: Width of a plain outline in pixels.
    """
    pieces, width = list(parts), look.width * line
    quiet = look is UNKNOWN
    for piece in pieces:
        strokes.line(picture, piece, INK, width + 1.2 * line, tuple(length / 2.2 for length in look.dashes) if quiet else ())
    for piece in [] if quiet or not look.dashes else pieces:
        strokes.line(picture, piece, PAPER, width)
    for piece in pieces:
        strokes.line(picture, piece, look.colour, width, look.dashes)


def card_plate(card: TableCard, look: Look, size: float, *, doubtful: bool) -> Plate:
    """The label of a card; a doubtful one has a question mark and another ground."""
    face = printed(card.reading.label or "?")
    ground = DOUBT if doubtful else QUIET if look is UNKNOWN else PAPER
    return Plate(str(card.n), f"{face} ?" if doubtful else face, look, ground, size)


def build_plate(words: str, size: float) -> Plate:
    """The label of a build."""
    return Plate("", words, None, PAPER, 0.85 * size)
