"""Faces of playing cards that serve as number cards."""

import numpy as np
import numpy.typing as npt

from workshop.synth import inks, prints
from workshop.synth.design import Design
from workshop.synth.inks import Colour, Mask
from workshop.synth.styles import PlayingStyle
from workshop.synth.suits import sign

GLYPHS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_LEFT, _MID, _RIGHT = 0.0, 0.5, 1.0
_FOUR = [(_LEFT, 0.0), (_RIGHT, 0.0), (_LEFT, 1.0), (_RIGHT, 1.0)]
_SIX = [*_FOUR, (_LEFT, 0.5), (_RIGHT, 0.5)]
_EIGHT = [*_FOUR, (_LEFT, 1 / 3), (_RIGHT, 1 / 3), (_LEFT, 2 / 3), (_RIGHT, 2 / 3)]
#: Where pips stand, x and y in the box of pips; those in the lower half stand on their heads.
_PLACES: dict[int, list[tuple[float, float]]] = {
    1: [(_MID, 0.5)],
    2: [(_MID, 0.0), (_MID, 1.0)],
    3: [(_MID, 0.0), (_MID, 0.5), (_MID, 1.0)],
    4: _FOUR,
    5: [*_FOUR, (_MID, 0.5)],
    6: _SIX,
    7: [*_SIX, (_MID, 0.25)],
    8: [*_SIX, (_MID, 0.25), (_MID, 0.75)],
    9: [*_EIGHT, (_MID, 0.5)],
    10: [*_EIGHT, (_MID, 1 / 6), (_MID, 5 / 6)],
}


def draw_playing(design: Design, value: int, suit: str, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """A playing card from ace to ten as ``(H, W, 3)`` uint8 RGB."""
    style = design.playing
    canvas = inks.sheet(*size, design.paper if inks.luminance(design.paper) > 0.5 else (250, 249, 246))
    sheet = prints.Sheet(canvas, design.paper, 0.0)
    ink = suit_colour(design, suit)
    print_indices(sheet, design, style.one if value == 1 else str(value), suit)
    if style.inner == "pips":
        _print_pips(sheet, design, value, suit, ink)
    elif style.inner == "suit":
        side = round(0.5 * sheet.width)
        inks.stamp(canvas, _sign(style, suit, side), (sheet.width / 2, sheet.height / 2), ink)
    elif style.inner == "number":
        mask = inks.text(design.main, style.one if value == 1 else str(value), 0.36 * sheet.height)
        inks.stamp(canvas, inks.scaled(mask, mask.shape[0], width=0.5 * sheet.width), (sheet.width / 2, sheet.height / 2), ink)
    return canvas


def suit_colour(design: Design, suit: str) -> Colour:
    """The ink of a suit."""
    style = design.playing
    if style.four:
        return style.four["shdc".index(suit)]
    return style.red if suit in "hd" else style.black


def _sign(style: PlayingStyle, suit: str, side: int) -> Mask:
    """The sign of a suit, about ``side`` pixels wide and high."""
    if not style.suit_font:
        return sign(suit, side, style.suits)
    mask = inks.text(style.suit_font, GLYPHS[suit], 2.0 * side)
    return inks.scaled(mask, 1.12 * side, width=1.12 * side)


def print_indices(sheet: prints.Sheet, design: Design, rank: str, suit: str) -> None:
    """Rank over suit in two or four corners."""
    style = design.playing
    ink = suit_colour(design, suit)
    height = style.index * sheet.height
    mask = inks.text(design.index_font, rank, height)
    mask = inks.stretched(mask, style.squeeze * (0.8 if rank == "10" else 1.0))
    mask = inks.scaled(mask, mask.shape[0], width=0.3 * sheet.width)
    side = max(4, round(min(0.85 * height, 0.16 * sheet.width)))
    mask = inks.down(mask, _sign(style, suit, side), gap=max(1.0, 0.16 * height))
    x, y = 0.035 * sheet.width + mask.shape[1] / 2, 0.03 * sheet.height + mask.shape[0] / 2
    x = max(x, 0.09 * sheet.width)
    head = inks.turned(mask, 180)
    places = [(x, y, mask), (sheet.width - x, sheet.height - y, head)]
    if style.corners == 4:
        places += [(sheet.width - x, y, mask), (x, sheet.height - y, head)]
    for across, down, print_ in places:
        inks.stamp(sheet.canvas, print_, (across, down), ink)


def _print_pips(sheet: prints.Sheet, design: Design, value: int, suit: str, ink: Colour) -> None:
    style = design.playing
    width, height = sheet.width, sheet.height
    if value == 1:
        _print_ace(sheet, design, suit, ink)
        return
    inset = 0.31 if style.index < 0.1 and style.corners == 2 else 0.36
    side = round(style.pip * width * (1.0 if inset < 0.33 else 0.8))
    box = (inset * width, (1 - inset) * width, 0.18 * height, 0.82 * height)
    if style.frame:
        rim = inks.rounded(round(0.9 * height), round(0.72 * width), 2.0)
        inks.stamp(sheet.canvas, inks.outline(rim, 1.0), (width / 2, height / 2), inks.mix(ink, (255, 255, 255), 0.2))
    pip = _sign(style, suit, side)
    head = inks.turned(pip, 180)
    for across, down in _EIGHT if value == 8 and style.columns else _PLACES[value]:
        centre = box[0] + across * (box[1] - box[0]), box[2] + down * (box[3] - box[2])
        inks.stamp(sheet.canvas, head if down > 0.5 else pip, centre, ink)


def _print_ace(sheet: prints.Sheet, design: Design, suit: str, ink: Colour) -> None:
    style = design.playing
    side = round(style.ace * sheet.width * (1.25 if suit == "s" else 1.0))
    centre = sheet.width / 2, sheet.height / 2
    mask = _sign(style, suit, side)
    inks.stamp(sheet.canvas, mask, centre, ink)
    if style.ornate and side > 24:
        inner = _sign(style, suit, round(side * 0.72))
        inks.stamp(sheet.canvas, inks.outline(inner, max(1.0, 0.03 * side)), centre, (255, 255, 255))
        petal = inks.shape("flower", round(side * 0.28), round(side * 0.28))
        inks.stamp(sheet.canvas, inks.outline(petal, max(1.0, 0.03 * side)), centre, (255, 255, 255))
