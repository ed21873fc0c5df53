"""Parts that number and wild cards share: the numeral with its effect, corners, small print, badges."""

from dataclasses import dataclass

import numpy as np

from workshop.synth import inks, marks
from workshop.synth.inks import Canvas, Colour, Mask
from workshop.synth.palette import BLACK, WHITE
from workshop.synth.styles import GroundStyle, IndexStyle, NumberStyle

WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
)  # fmt: skip
_INSIDE = {"diamond": 0.46, "triangle": 0.42, "star": 0.44, "cross": 0.6, "drop": 0.55, "hexagon": 0.66, "shield": 0.68}
NAMES = {"r": "red", "b": "blue", "g": "green", "o": "orange", "": ""}


@dataclass(frozen=True)
class Sheet:
    """A card being printed."""

    canvas: Canvas  #: ``(H, W, 3)`` uint8 RGB.
    paper: Colour  #: Colour of the stock.
    edge: float  #: Pixels that frames take at the edge.

    @property
    def height(self) -> int:
        """Pixels."""
        return int(self.canvas.shape[0])

    @property
    def width(self) -> int:
        """Pixels."""
        return int(self.canvas.shape[1])


def print_safely(sheet: Sheet, mask: Mask, centre: tuple[float, float], ink: Colour) -> None:
    """Print a mask; where the ink would vanish in what lies beneath, a rim of contrasting colour goes under it."""
    worst = min(inks.contrast(ink, ground) for ground in inks.beneath(sheet.canvas, mask, centre))
    if worst < 1.5:
        rim = 1 + 0.03 * min(*mask.shape, 0.2 * sheet.height)
        inks.stamp(sheet.canvas, inks.thickened(mask, rim), centre, rim_colour(ink, sheet.paper))
    inks.stamp(sheet.canvas, mask, centre, ink)


def rim_colour(ink: Colour, paper: Colour) -> Colour:
    """The colour of a rim around `ink`: the paper's where it stands out, else white or black."""
    if inks.contrast(ink, paper) >= 1.9:
        return paper
    return WHITE if inks.contrast(ink, WHITE) >= inks.contrast(ink, BLACK) else BLACK


def print_main(sheet: Sheet, mask: Mask, centre: tuple[float, float], ink: Colour, style: NumberStyle) -> None:
    """The numeral with the deck's effect."""
    line = max(1.0, style.line * min(mask.shape[0], 0.5 * sheet.height))
    thin = mask.mean() < 70 or line * 5 > min(mask.shape)
    effect = "fill" if thin and style.effect in {"outline", "inline"} else style.effect
    if effect == "outline":
        inner = rim_colour(ink, sheet.paper)
        print_safely(sheet, mask, centre, ink)
        inks.stamp(sheet.canvas, np.asarray(mask - np.minimum(inks.outline(mask, line)[1:-1, 1:-1], mask), np.uint8), centre, inner)
    elif effect == "inline":
        print_safely(sheet, mask, centre, ink)
        ring = inks.outline(mask, line)[1:-1, 1:-1]
        core = inks.outline(np.asarray(mask - np.minimum(ring, mask), np.uint8), max(1.0, line * 0.4))[1:-1, 1:-1]
        inks.stamp(sheet.canvas, core, centre, rim_colour(ink, sheet.paper))
    elif effect == "halo":
        inks.stamp(sheet.canvas, inks.thickened(mask, line), centre, rim_colour(ink, sheet.paper))
        inks.stamp(sheet.canvas, mask, centre, ink)
    elif effect == "shadow":
        dark = inks.mix(ink, BLACK if inks.luminance(ink) > 0.25 else WHITE, 0.55)
        inks.stamp(sheet.canvas, mask, (centre[0] + 0.7 * line, centre[1] + 0.7 * line), dark, strength=0.6)
        print_safely(sheet, mask, centre, ink)
    else:
        print_safely(sheet, mask, centre, ink)


def corners(style: IndexStyle) -> list[tuple[float, float, bool]]:
    """Where corner prints stand: x and y as -1 left/top, 0 middle, 1 right/bottom, and whether on their head."""
    low = style.turn
    places = {
        "none": [],
        "tl": [(-1, -1, False)],
        "tl_tr": [(-1, -1, False), (1, -1, False)],
        "tl_br": [(-1, -1, False), (1, 1, low)],
        "tr_bl": [(1, -1, False), (-1, 1, low)],
        "all": [(-1, -1, False), (1, -1, False), (-1, 1, low), (1, 1, low)],
        "ends": [(0, -1, False), (0, 1, low)],
    }
    return list(places[style.layout])


def print_corners(sheet: Sheet, style: IndexStyle, mask: Mask, ink: Colour, shape: str | None) -> None:
    """Corner prints; `shape` is the mark below them where the deck has one."""
    if style.layout == "none":
        return
    behind = None
    if style.mark == "badge":
        side = max(mask.shape) + round(0.05 * sheet.width)
        behind = inks.shape("ellipse", side, side)
    elif style.mark == "shape" and shape:
        side = max(4, round(0.6 * mask.shape[0]))
        mask = inks.down(mask, inks.shape(shape, side, side), gap=0.18 * mask.shape[0])
    box = behind if behind is not None else mask
    margin = sheet.edge + style.margin * sheet.width
    for x, y, head in corners(style):
        print_ = inks.turned(mask, 180) if head else mask
        reach = sheet.width / 2 - margin - box.shape[1] / 2, sheet.height / 2 - margin - box.shape[0] / 2
        centre = sheet.width / 2 + x * reach[0], sheet.height / 2 + y * reach[1]
        if behind is not None:
            inks.stamp(sheet.canvas, behind, centre, ink)
            inks.stamp(sheet.canvas, print_, centre, rim_colour(ink, sheet.paper))
        else:
            print_safely(sheet, print_, centre, ink)


def room_for_corners(sheet: Sheet, style: IndexStyle, mask: Mask) -> float:
    """Pixels at the top and the bottom that corner prints take."""
    if style.layout == "none":
        return sheet.edge
    extra = 0.8 * mask.shape[0] if style.mark == "shape" else 0.05 * sheet.width if style.mark == "badge" else 0.0
    return sheet.edge + style.margin * sheet.width + mask.shape[0] + extra


def share_inside(style: GroundStyle, marks_: tuple[str, ...]) -> float:
    """Width of a numeral that fits inside the ground's shape, share of the shape's width."""
    forms = marks_ if style.shape == "mark" else (style.shape,)
    return min(_INSIDE.get(form, 0.72) for form in forms)


def beside(sheet: Sheet, style: IndexStyle, mask: Mask, wide: float) -> bool:
    """Whether a print `wide` pixels wide, in the middle, has room between the corner prints."""
    grown = max(mask.shape) + 0.05 * sheet.width if style.mark == "badge" else mask.shape[1]
    return style.layout != "ends" and wide / 2 < sheet.width / 2 - sheet.edge - style.margin * sheet.width - grown - 0.02 * sheet.width


def print_lines(sheet: Sheet, lines: list[Mask], span: tuple[float, float], ink: Colour, widest: float) -> None:
    """Small print under each other, in the middle of the `span` of rows; what does not fit is left out."""
    gap = 0.02 * sheet.height
    room = span[1] - span[0]
    kept: list[Mask] = []
    used = 0.0
    for line in lines:
        fitted = inks.scaled(line, line.shape[0], width=widest)
        if used + fitted.shape[0] + gap > room:
            continue
        kept.append(fitted)
        used += fitted.shape[0] + gap
    y = span[0] + min((room - used) / 2, 0.06 * sheet.height) + gap / 2
    for line in kept:
        print_safely(sheet, line, (sheet.width / 2, y + line.shape[0] / 2), ink)
        y += line.shape[0] + gap


def badge(font: str, points: str, shape: str, height: float, *, filled: bool) -> Mask:
    """Printed points in a ring or a filled shape."""
    number = inks.text(font, points, height)
    tall = round(height * (2.6 if shape in {"star", "shield", "burst"} else 1.9))
    wide = tall if shape in {"ellipse", "star", "burst", "shield"} and len(points) < 3 else round(max(tall * 1.2, number.shape[1] + height))
    form = inks.shape(shape, tall, wide)
    top, left = (tall - number.shape[0]) // 2 + round(0.06 * tall * (shape == "star")), (wide - number.shape[1]) // 2
    if filled or shape == "star":
        out = form.copy()
        part = out[top : top + number.shape[0], left : left + number.shape[1]]
        np.minimum(part, 255 - number[: part.shape[0], : part.shape[1]], out=part)
        return out
    out = inks.outline(form, max(1.0, 0.1 * height))[1:-1, 1:-1].copy()
    part = out[top : top + number.shape[0], left : left + number.shape[1]]
    np.maximum(part, number[: part.shape[0], : part.shape[1]], out=part)
    return out


def print_badge(sheet: Sheet, mask: Mask, place: str, ink: Colour) -> None:
    """The badge at its place: tr, bl, bottom or top."""
    margin = sheet.edge + 0.05 * sheet.width
    x, y = {"tr": (1, -1), "bl": (-1, 1), "bottom": (0, 1), "top": (0, -1)}[place]
    centre = (
        sheet.width / 2 + x * (sheet.width / 2 - margin - mask.shape[1] / 2),
        sheet.height / 2 + y * (sheet.height / 2 - margin - mask.shape[0] / 2),
    )
    print_safely(sheet, mask, centre, ink)


def free_place(wanted: str, taken: IndexStyle) -> str:
    """`wanted`, or another place for a badge where a corner print stands already."""
    used = {(x, y) for x, y, _ in corners(taken)}
    spots = {"tr": (1, -1), "bl": (-1, 1), "bottom": (0, 1), "top": (0, -1)}
    for place in (wanted, "bottom", "tr", "bl", "top"):
        if spots[place] not in used:
            return place
    return wanted


def dots(value: int, height: float) -> Mask:
    """The value as dots in rows of five."""
    side = max(3, round(height * 0.62))
    step = round(side * 1.45)
    rows, columns = (value + 4) // 5, min(value, 5)
    out = np.zeros((rows * step - step + side, columns * step - step + side), np.uint8)
    dot = inks.shape("ellipse", side, side)
    for number in range(value):
        y, x = number // 5 * step, number % 5 * step
        out[y : y + side, x : x + side] = dot
    return out


def track(value: int, height: float) -> Mask:
    """A line of fifteen dots, as many of them large as the value says."""
    side, step = max(3, round(0.5 * height)), max(4, round(0.8 * height))
    out = np.zeros((side, 14 * step + side), np.uint8)
    for number in range(15):
        size = side if number < value else max(1, side // 3)
        y, x = (side - size) // 2, number * step + (side - size) // 2
        out[y : y + size, x : x + size] = inks.shape("ellipse", size, size)
    return out


def line_of(extra: str, value: int, colour: str, style: NumberStyle, font: str, *, height: float) -> Mask | None:
    """One piece of small print of a number card, or None where it does not apply."""
    words = {"word": WORDS[value - 1], "brand": style.brand, "colour": NAMES[colour]}
    if extra == "dots":
        return dots(value, height)
    if extra == "track":
        return track(value, height)
    if extra == "mark":
        side = round(2 * height)
        return inks.shape(style.marks["rbgo".index(colour)], side, side) if colour else None
    line = words[extra]
    if not line:
        return None
    return marks.words(font, line.upper() if style.capitals and extra != "brand" else line, height)
