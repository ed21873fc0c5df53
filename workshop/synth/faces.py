"""Draws the face of any card of a design."""

import cv2
import numpy as np
import numpy.typing as npt

from workshop.synth import doodles, fonts, grounds, inks, palette, prints
from workshop.synth.design import Design
from workshop.synth.inks import Colour, Mask
from workshop.synth.marks import SPELLINGS
from workshop.synth.playing import draw_playing
from workshop.synth.wilds import draw_wild

_POINTS = {1: "1", 15: "2"}


def draw_face(design: Design, label: str, height: int = 320) -> npt.NDArray[np.uint8]:
    """One face, upright, ``(H, W, 4)`` uint8 RGBA; alpha is the card's outline with its round corners.

    ``label``: canonical notation: `7r`, `7` (none of the four colours), `x3`, `-2`, `/5`, `2/3`, `N2`, `cbrt`, `10h`.
    """
    size = height, max(8, round(height * design.aspect))
    if label in SPELLINGS or label[:1] in {"-", "x", "/", "N"} or label in {"sqrt", "cbrt"}:
        canvas = draw_wild(design, label, size)
    elif label[:-1].isdigit() and label[-1] in "shdc" and 1 <= int(label[:-1]) <= 10:
        canvas = draw_playing(design, int(label[:-1]), label[-1], size)
    else:
        value, colour = (label, "") if label.isdigit() else (label[:-1], label[-1:])
        if not value.isdigit() or not 1 <= int(value) <= 15 or colour not in {"", "r", "b", "g", "o"}:
            raise ValueError(f"{label!r} is no card: 1-15 with r, b, g or o, 1-10 with s, h, d or c, or a wild card")
        canvas = _draw_number(design, int(value), colour, size)
    return cut(canvas, design.radius)


def cut(canvas: npt.NDArray[np.uint8], radius: float) -> npt.NDArray[np.uint8]:
    """Give a printed sheet ``(H, W, 3)`` its outline; `radius` is a share of the width."""
    alpha = inks.rounded(canvas.shape[0], canvas.shape[1], radius * canvas.shape[1])
    return np.asarray(cv2.merge([*cv2.split(canvas), alpha]), np.uint8)


def _draw_number(design: Design, value: int, colour: str, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """A number card as ``(H, W, 3)`` uint8 RGB."""
    number = design.number
    tone = design.colours["rbgo".index(colour)] if colour else design.other
    middle = (number.across, number.middle) if number.place == "centre" else (0.5, 0.5)
    shape = number.marks["rbgo".index(colour)] if colour else None
    ground = grounds.paint(design.ground, size, tone, design.paper, middle, mark=shape or "ellipse")
    sheet = prints.Sheet(ground.canvas, design.paper, ground.edge)
    index = _index_mask(design, value, size)
    prints.print_corners(sheet, design.index, index, ground.small, shape)
    room = prints.room_for_corners(sheet, design.index, index)
    if number.place == "twin":
        span = _print_twins(sheet, design, value, ground.main, room)
    elif number.place in {"pips", "art"} and design.index.layout not in {"none", "ends"}:
        span = _print_picture(sheet, design, value, ground.main)
    else:
        span = _print_numeral(sheet, design, value, ground.main, index)
    _print_extras(sheet, design, value, colour, (span, room, ground.small))
    return ground.canvas


def _print_picture(sheet: prints.Sheet, design: Design, value: int, ink: Colour) -> tuple[float, float]:
    """Dots or a picture in the middle of a card whose number stands in its corners; returns the rows that it takes."""
    if design.number.place == "pips":
        prints.print_safely(sheet, prints.dots(value, 0.15 * sheet.width), _middle(sheet), ink)
    else:
        doodles.doodle(np.random.default_rng(design.seed + value), sheet.canvas, _middle(sheet), 0.62 * sheet.width)
    return 0.26 * sheet.height, 0.74 * sheet.height


def _middle(sheet: prints.Sheet) -> tuple[float, float]:
    return sheet.width / 2, sheet.height / 2


def numeral(design: Design, value: int, height: float, font: str) -> Mask:
    """The numeral, 6 and 9 with what tells them apart."""
    number = design.number
    mask = inks.text(font, str(value), height)
    if number.stretch != 1.0:
        mask = inks.stretched(mask, number.stretch)
    if number.slant:
        mask = inks.slanted(mask, number.slant)
    if value in {6, 9} and number.nine == "underline":
        thick = max(2, round(0.075 * height))
        mask = inks.down(mask, inks.rounded(thick, round(0.8 * mask.shape[1]), 0.0), gap=max(2.0, 0.085 * height))
    elif value in {6, 9} and number.nine == "dot":
        side = max(3, round(0.15 * height))
        mask = inks.across(mask, inks.shape("ellipse", side, side), gap=0.07 * height, align=1.0)
    return inks.turned(mask, number.tilt) if number.tilt else mask


def _index_mask(design: Design, value: int, size: tuple[int, int]) -> Mask:
    """The corner print, narrow enough that two of them beside each other do not read as one number."""
    font = design.index_font if design.index.own_font or fonts.get(design.main).ink < 0.3 else design.main
    mask = inks.text(font, str(value), design.index.height * size[0])
    mask = inks.scaled(mask, mask.shape[0], width=0.25 * size[1])
    if value in {6, 9} and design.number.nine == "underline" and (design.seed % 3 or design.number.place != "centre"):
        thick = max(1, round(0.09 * mask.shape[0]))
        return inks.down(mask, inks.rounded(thick, mask.shape[1], 0.0), gap=max(1.0, 0.1 * mask.shape[0]))
    return mask


def _print_numeral(sheet: prints.Sheet, design: Design, value: int, ink: Colour, index: Mask) -> tuple[float, float]:
    """The large numeral; returns the rows that it takes."""
    number = design.number
    room = prints.room_for_corners(sheet, design.index, index)
    middle = number.middle * sheet.height
    mask = numeral(design, value, number.height * sheet.height, design.main)
    free = 2 * min(number.across, 1 - number.across) - 0.08
    widest = min(number.widest, free) * sheet.width - 2 * sheet.edge
    if design.ground.name in {"shape", "inverse"}:
        widest = min(widest, prints.share_inside(design.ground, number.marks) * design.ground.size * sheet.width)
    tallest = 2 * (min(middle, sheet.height - middle) - sheet.edge - 0.05 * sheet.height)
    taken = min(mask.shape[1], widest) + 2 * abs(number.across - 0.5) * sheet.width
    if design.index.layout != "none" and not prints.beside(sheet, design.index, index, taken):
        # Beside corners the numeral may be high only where it is narrow.
        tallest = min(tallest, 2 * (min(middle, sheet.height - middle) - room - 0.015 * sheet.height))
    mask = inks.scaled(mask, max(min(mask.shape[0], tallest), 0.14 * sheet.height), width=widest)
    prints.print_main(sheet, mask, (number.across * sheet.width, middle), ink, number)
    return middle - mask.shape[0] / 2, middle + mask.shape[0] / 2


def _print_twins(sheet: prints.Sheet, design: Design, value: int, ink: Colour, room: float) -> tuple[float, float]:
    """The numeral twice, the lower one on its head, often with a line between."""
    top = max(room, 0.06 * sheet.height) if design.index.layout != "none" else sheet.edge + 0.06 * sheet.height
    tallest = 0.47 * sheet.height - top
    height = min(design.number.height * sheet.height, tallest)
    mask = inks.scaled(numeral(design, value, height, design.main), min(height * 1.15, tallest), width=0.6 * sheet.width)
    y = (top + 0.47 * sheet.height) / 2 / sheet.height
    for row, head in ((y, False), (1 - y, True)):
        turned = inks.turned(mask, 180) if head else mask
        prints.print_main(sheet, turned, (sheet.width / 2, row * sheet.height), ink, design.number)
    if design.seed % 2:
        bar = inks.rounded(max(2, round(0.008 * sheet.height)), round(0.7 * sheet.width), 0.0)
        inks.stamp(sheet.canvas, inks.turned(bar, 18) if design.seed % 3 == 0 else bar, _middle(sheet), ink)
    return 0.1 * sheet.height, 0.9 * sheet.height


def _print_extras(sheet: prints.Sheet, design: Design, value: int, colour: str, where: tuple[tuple[float, float], float, Colour]) -> None:
    """Small print over and under the numeral, the points badge and the white dot."""
    number = design.number
    (top, bottom), room, ink = where
    height = number.small * sheet.height
    edge = sheet.edge + 0.04 * sheet.height
    badge_place = prints.free_place(number.badge_place, design.index)
    points = _POINTS.get(value) if number.badge != "none" else None
    low = edge + (2.2 * height if points and badge_place == "bottom" else 0.0)
    for extras, span in ((number.below, (bottom + 0.02 * sheet.height, sheet.height - low)), (number.above, (edge, top))):
        found = [prints.line_of(extra, value, colour, number, design.small, height=height) for extra in extras]
        inside = design.index.layout != "none" and (span[0] < room or span[1] > sheet.height - room)
        widest = sheet.width * (0.42 if inside else 0.78) - 2 * sheet.edge
        prints.print_lines(sheet, [line for line in found if line is not None], span, ink, widest)
    if points:
        prints.print_badge(sheet, prints.badge(design.small, points, number.badge, height, filled=design.seed % 2 == 0), badge_place, ink)
    if number.dot:
        side = max(4, round(0.035 * sheet.height))
        dot = inks.shape("ellipse", side, side)
        place = sheet.width * 0.5, sheet.height - sheet.edge - side
        inks.stamp(sheet.canvas, inks.thickened(dot, 1), place, inks.mix(ink, palette.BLACK, 0.2), strength=0.4)
        inks.stamp(sheet.canvas, dot, place, palette.WHITE)
