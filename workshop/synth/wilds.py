"""Faces of wild cards."""

import numpy as np
import numpy.typing as npt

from workshop.synth import grounds, inks, marks, prints
from workshop.synth.design import Design
from workshop.synth.inks import Colour, Mask
from workshop.synth.marks import SPELLINGS


def draw_wild(design: Design, label: str, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """A wild card by its canonical label as ``(H, W, 3)`` uint8 RGB; ``size`` is height and width."""
    style = design.wild
    colours: tuple[Colour, ...] = ()
    if style.colouring == "rainbow":
        colours = design.colours
    elif style.colouring == "quarters":
        colours = (design.colours[0], design.colours[1], design.colours[3], design.colours[2])
    ground = grounds.paint(style.ground, size, design.wild_colour, design.paper, (0.5, style.middle), many=colours, mark="ellipse")
    main, small = _inks_over_many(design, ground.main) if colours else (ground.main, ground.small)
    sheet = prints.Sheet(ground.canvas, design.paper, ground.edge)
    index = _index_mask(design, label, size)
    prints.print_corners(sheet, style.index, index, small, None)
    room = prints.room_for_corners(sheet, style.index, index)
    middle = style.middle * sheet.height
    mask = _fitted(sheet, design, label, index)
    prints.print_main(sheet, mask, (sheet.width / 2, middle), main, design.number)
    span = middle - mask.shape[0] / 2, middle + mask.shape[0] / 2
    _print_small(sheet, design, label, small, (span, room))
    return ground.canvas


def _inks_over_many(design: Design, main: Colour) -> tuple[Colour, Colour]:
    """Inks over all colours at once, on what `grounds` leaves in the middle."""
    if design.wild.ground.name in {"shape", "inverse"}:
        return main, (25, 25, 28) if inks.luminance(design.paper) > 0.3 else (255, 255, 255)
    if design.wild.ground.name in {"field", "gradient"}:
        ink = (255, 255, 255) if inks.luminance(design.paper) > 0.5 else design.paper
    else:
        ink = (25, 25, 28) if inks.luminance(design.paper) > 0.3 else (255, 255, 255)
    return ink, ink


def _fitted(sheet: prints.Sheet, design: Design, label: str, index: Mask) -> Mask:
    """The main print, made to fit between the corners and into the shape behind it."""
    style = design.wild
    room = prints.room_for_corners(sheet, style.index, index)
    mask = marks.wild(label, style, design.wild_font, style.height * sheet.height, design.seed)
    widest = 0.74 * sheet.width - 2 * sheet.edge
    if style.ground.name in {"shape", "inverse"}:
        widest = min(widest, prints.share_inside(style.ground, ("ellipse",)) * style.ground.size * sheet.width)
    middle = style.middle * sheet.height
    tallest = 2 * (min(middle, sheet.height - middle) - sheet.edge - 0.06 * sheet.height)
    if style.index.layout != "none" and not prints.beside(sheet, style.index, index, min(mask.shape[1], widest)):
        tallest = min(tallest, 2 * (min(middle, sheet.height - middle) - room - 0.015 * sheet.height))
    return inks.scaled(mask, max(min(mask.shape[0], tallest), 0.15 * sheet.height), width=widest)


def _index_mask(design: Design, label: str, size: tuple[int, int]) -> Mask:
    """The corner print: the main print in small."""
    style = design.wild
    height = style.index.height * size[0]
    font = design.index_font if style.index.own_font else design.wild_font
    mask = marks.wild(label, style, font, height, design.seed)
    return inks.scaled(mask, min(mask.shape[0], 1.5 * height), width=0.26 * size[1])


def _lines(design: Design, label: str, height: float) -> tuple[list[Mask], list[Mask]]:
    """Small print over and under the main print: the word, the name, the other spellings of a fraction."""
    style = design.wild
    above: list[Mask] = []
    below: list[Mask] = []
    if style.word:
        word = marks.words(
            design.small if design.seed % 2 else design.wild_font, style.word, height * (1.0 if len(style.word) > 1 else 1.3)
        )
        (above if style.word_place == "above" else below).append(word)
    if style.spoken:
        below.append(marks.words(design.small, _spoken(label), height * 0.8))
    if label in SPELLINGS and style.small:
        small = _spellings(design, label, height * 0.85)
        if style.small_place == "above":
            above += [inks.across(*small, gap=1.6 * height)]
        else:
            below += [inks.across(*small, gap=1.6 * height)] if style.small_place == "below" else small
    if style.word_place == "foot":
        below.reverse()
    return above, below


def _print_small(sheet: prints.Sheet, design: Design, label: str, ink: Colour, where: tuple[tuple[float, float], float]) -> None:
    """Small print, the marks of the colours, and the badge."""
    style = design.wild
    (top, bottom), room = where
    height = design.number.small * sheet.height
    edge = sheet.edge + 0.035 * sheet.height
    above, below = _lines(design, label, height)
    place = prints.free_place(style.badge_place, style.index)
    low = edge + (2.0 * height if style.points and place == "bottom" else 0.0)
    low += 0.06 * sheet.height if style.emblem and place != "bottom" else 0.0
    high = edge + (2.0 * height if style.points and place == "top" else 0.0)
    gap = 0.015 * sheet.height
    for lines, span in ((below, (bottom + gap, sheet.height - low)), (above, (high, top - gap))):
        corners = style.index.layout != "none" and (span[0] < room or span[1] > sheet.height - room)
        widest = sheet.width * (0.5 if corners else 0.8) - 2 * sheet.edge
        prints.print_lines(sheet, lines, span, ink, widest)
    if style.emblem and place != "bottom":
        _print_emblem(sheet, design)
    if style.points:
        prints.print_badge(sheet, prints.badge(design.small, style.points, style.badge, height * 0.85, filled=style.filled), place, ink)


def _print_emblem(sheet: prints.Sheet, design: Design) -> None:
    """The marks of the four colours, in their colours, at the foot of the card."""
    side = round(0.045 * sheet.height)
    y = sheet.height - sheet.edge - 0.055 * sheet.height
    for place, (mark, colour) in enumerate(zip(design.number.marks, design.colours, strict=True)):
        prints.print_safely(sheet, inks.shape(mark, side, side), (sheet.width / 2 + (place - 1.5) * 1.5 * side, y), colour)


def _spoken(label: str) -> str:
    """The card's name in words."""
    names = {"N2": "squared", "N3": "cubed", "sqrt": "square root", "cbrt": "cube root", "1/2": "half", "1/4": "quarter"}
    if label in SPELLINGS:
        return names.get(label, "fraction")
    signs = {"-": "minus", "x": "times", "/": "divided by"}
    return names.get(label) or f"{signs[label[0]]} {prints.WORDS[int(label[1]) - 1]}"


def _spellings(design: Design, label: str, height: float) -> list[Mask]:
    """The other ways to write a fraction, as small print."""
    found = []
    for way in design.wild.small:
        if way == "fraction":
            found.append(marks.fraction(label, design.wild, design.small, height * 1.1, "slanted"))
        else:
            found.append(marks.words(design.small, marks.spelling(label, way, design.seed), height))
    return found
