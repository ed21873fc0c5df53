"""The cards of an own NUMO deck, as areas of colour: number, season by colour and form, character as a word and a simple drawing.

A card on its head differs from an upright one: the large form of its season lies in the top right corner alone, word and drawing below
the number; and whatever number could be another one on its head (6 and 9, 18 and 81, 66 and 99) has a bar under it.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from numero_cam.printing.deck_art import CARD_HEIGHT, CARD_WIDTH
from numero_cam.printing.lettering import outlined
from numero_cam.printing.numo_figures import FIGURES, SEASONS, figure
from numero_cam.printing.paper import Colour, Drawing, Fill, Ring, Words, box

TURNABLE = frozenset("01689")
"""A number of these digits alone shows digits on its head too, so it has a bar under it."""
_INKS: dict[str, Colour] = {"spring": (22, 128, 58), "summer": (206, 150, 10), "autumn": (126, 72, 34), "winter": (30, 88, 176)}


@dataclass(frozen=True)
class Style:
    """How the cards look; as usual, those that are printed.

    Attributes:
        font: Of numbers and words; the program's own where None.
        paper: Ground of the card.
        inks: By season.
        digits: The ink of the numbers; that of the season where None.
        number: Height of the large number, millimetres.
        index: Height of the numbers in the corners, millimetres.
        drawing: Side of the drawing, millimetres.
        pale: How strong the form behind the number is, 0..1.
        line: Width of the frame, millimetres.
        shift: How far number and drawing lie from their places, millimetres.
    """

    font: Path | None = None
    paper: Colour = (252, 249, 240)
    inks: dict[str, Colour] = field(default_factory=lambda: dict(_INKS))
    digits: Colour | None = None
    number: float = 21.0
    index: float = 7.0
    drawing: float = 24.0
    pale: float = 0.16
    line: float = 0.8
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class _Place:
    """Where a line of text stands, by its middle; how high it is, and the most width that it may have, millimetres."""

    middle: tuple[float, float]
    height: float
    widest: float


def numo_card(number: int, face: str, season: str, style: Style | None = None) -> Drawing:
    """Draws a card of 63 x 88 millimetres.

    Args:
        number: On it.
        face: Character or dwelling, one of ``FIGURES``.
        season: One of ``SEASONS``.
        style: As usual if not given.
    """
    style = style or Style()
    ink = style.inks[season]
    digits = style.digits or ink
    tones: dict[str, Colour] = {"m": ink, "d": _mixed(ink, (20, 20, 24), 0.55), "p": style.paper}
    ghost = {"m": _mixed(style.paper, ink, style.pale), "p": style.paper}
    x, y = CARD_WIDTH / 2 + style.shift[0], 33 + style.shift[1]
    side = style.drawing
    corner = _numeral(number, style.font, _Place((11.0, 9.2), style.index, 11.5), digits)
    return Drawing(
        (
            box(0, 0, CARD_WIDTH, CARD_HEIGHT, style.paper),
            _frame(ink, style.line),
            *figure(SEASONS[season], (x - 19, y - 19), 38, ghost),
            *figure(SEASONS[season], (CARD_WIDTH - 15.5, 5), 10, tones),
            *corner,
            *(_turned(fill) for fill in corner),
            *_numeral(number, style.font, _Place((x, y), style.number, 44.0), digits),
            *figure(FIGURES[face], (x - side / 2, 79 - side), side, tones),
            _written(said(face), style.font, _Place((CARD_WIDTH / 2 - 2, 82.0), 3.0, 32.0), tones["d"]),
        )
    )


def numo_back(style: Style | None = None) -> Drawing:
    """Draws the back: the forms of the seasons in rows, without a number."""
    style = style or Style()
    ground: Colour = (44, 40, 66)
    fills: list[Fill] = [box(0, 0, CARD_WIDTH, CARD_HEIGHT, ground)]
    names = tuple(SEASONS)
    for row in range(8):
        for column in range(6):
            season = names[(row + column) % 4]
            tones = {"m": _mixed(ground, style.inks[season], 0.75), "p": ground}
            fills += figure(SEASONS[season], (2.5 + column * 10, 4 + row * 10.3), 7.5, tones)
    return Drawing(tuple(fills))


def said(face: str) -> str:
    """A face as it stands on the card: ``Dragon's Lair``."""
    return face.title().replace("Serpents C", "Serpent's C").replace("Dragons L", "Dragon's L")


def _numeral(number: int, font: Path | None, place: _Place, ink: Colour) -> list[Fill]:
    written = _written(str(number), font, place, ink)
    if not set(str(number)) <= TURNABLE:
        return [written]
    points = np.concatenate(written.rings)
    (left, _), (right, bottom) = points.min(0), points.max(0)
    thick = max(0.9, 0.09 * place.height)
    return [written, box(float(left), float(bottom) + thick, float(right - left), thick, ink)]


def _written(text: str, font: Path | None, place: _Place, ink: Colour) -> Fill:
    """A line of text by its middle, as high as asked for, or as its width allows."""
    rings = outlined(Words(text, 0, 0, 10.0, ink), bold=True, font=font).rings
    points = np.concatenate(rings)
    low, high = points.min(0), points.max(0)
    scale = min(place.height / float(high[1] - low[1]), place.widest / float(high[0] - low[0]))
    return Fill(ink, tuple((((ring - (low + high) / 2) * scale) + place.middle).astype(np.float32) for ring in rings))


def _frame(ink: Colour, line: float) -> Fill:
    def ring(inset: float) -> Ring:
        right, bottom = CARD_WIDTH - inset, CARD_HEIGHT - inset
        return np.array([[inset, inset], [right, inset], [right, bottom], [inset, bottom]], np.float32)

    return Fill(ink, (ring(2.4), ring(2.4 + line)))


def _turned(fill: Fill) -> Fill:
    return Fill(fill.colour, tuple((np.array([CARD_WIDTH, CARD_HEIGHT]) - ring).astype(np.float32) for ring in fill.rings))


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
