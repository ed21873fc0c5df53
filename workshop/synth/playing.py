"""Faces of playing cards that serve as number cards, and their suit signs."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from workshop.synth import inks, prints
from workshop.synth.design import Design
from workshop.synth.inks import Colour, Mask

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
        inks.stamp(canvas, sign(suit, side, style.suits), (sheet.width / 2, sheet.height / 2), ink)
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


def print_indices(sheet: prints.Sheet, design: Design, rank: str, suit: str) -> None:
    """Rank over suit in two or four corners."""
    style = design.playing
    ink = suit_colour(design, suit)
    height = style.index * sheet.height
    mask = inks.text(design.index_font, rank, height)
    mask = inks.stretched(mask, style.squeeze * (0.8 if rank == "10" else 1.0))
    mask = inks.scaled(mask, mask.shape[0], width=0.3 * sheet.width)
    side = max(4, round(min(0.85 * height, 0.16 * sheet.width)))
    mask = inks.down(mask, sign(suit, side, style.suits), gap=max(1.0, 0.16 * height))
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
    pip = sign(suit, side, style.suits)
    head = inks.turned(pip, 180)
    for across, down in _EIGHT if value == 8 and style.columns else _PLACES[value]:
        centre = box[0] + across * (box[1] - box[0]), box[2] + down * (box[3] - box[2])
        inks.stamp(sheet.canvas, head if down > 0.5 else pip, centre, ink)


def _print_ace(sheet: prints.Sheet, design: Design, suit: str, ink: Colour) -> None:
    style = design.playing
    side = round(style.ace * sheet.width * (1.25 if suit == "s" else 1.0))
    centre = sheet.width / 2, sheet.height / 2
    mask = sign(suit, side, style.suits)
    inks.stamp(sheet.canvas, mask, centre, ink)
    if style.ornate and side > 24:
        inner = sign(suit, round(side * 0.72), style.suits)
        inks.stamp(sheet.canvas, inks.outline(inner, max(1.0, 0.03 * side)), centre, (255, 255, 255))
        petal = inks.shape("flower", round(side * 0.28), round(side * 0.28))
        inks.stamp(sheet.canvas, inks.outline(petal, max(1.0, 0.03 * side)), centre, (255, 255, 255))


@lru_cache(maxsize=512)
def sign(suit: str, side: int, variant: int = 0) -> Mask:
    """The sign of a suit s, h, d or c, about `side` pixels wide and high, in drawing 0 to 2."""
    big = max(side * 2, 32)
    draw = {"h": _heart, "d": _diamond, "s": _spade, "c": _club}[suit]
    mask = inks.trim(draw(big, variant))
    return inks.scaled(mask, side * (1.12 if suit in "ds" else 1.0))


def _heart(side: int, variant: int) -> Mask:
    turn = np.linspace(0, 2 * np.pi, 80)
    x = 16 * np.sin(turn) ** 3
    y = -(13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn))
    x, y = x / 34 + 0.5, y / 34 * (1.0, 1.1, 1.2)[variant] + 0.45
    return inks.polygon(np.stack([x, y], axis=1) * side, (side + 4, side))


def _diamond(side: int, variant: int) -> Mask:
    bend, wide = (0.0, 0.09, 0.16)[variant], (0.36, 0.4, 0.42)[variant]
    share = np.linspace(0, 1, 16)[:-1]
    points = []
    for start, end in (((0, -0.5), (wide, 0)), ((wide, 0), (0, 0.5)), ((0, 0.5), (-wide, 0)), ((-wide, 0), (0, -0.5))):
        first, last = np.array(start), np.array(end)
        line = first + share[:, None] * (last - first)
        points.append(line * (1 - bend * np.sin(np.pi * share))[:, None])
    return inks.polygon((np.concatenate(points) + 0.5) * side, (side, side))


def _spade(side: int, variant: int) -> Mask:
    leaf = np.ascontiguousarray(_heart(side, variant)[::-1])
    mask = inks.trim(leaf)
    size = (round(mask.shape[0] * 1.22), mask.shape[1])
    out = np.zeros(size, np.uint8)
    out[: mask.shape[0]] = mask
    return np.maximum(out, _stem(size, mask.shape[0] * 0.62, variant))


def _club(side: int, variant: int) -> Mask:
    size = (side, side)
    radius = side * (0.235, 0.22, 0.25)[variant]
    y, x = np.mgrid[0:side, 0:side] + 0.5
    away = np.full(size, 1e9)
    for across, down in ((0.5, 0.26), (0.26, 0.58), (0.74, 0.58)):
        away = np.minimum(away, np.hypot(x - across * side, y - down * side))
    mask = np.asarray(np.clip(radius - away + 0.5, 0, 1) * 255, np.uint8)
    core = np.hypot(x - 0.5 * side, y - 0.5 * side) < 0.14 * side
    mask[core] = 255
    return np.maximum(mask, _stem(size, 0.5 * side, variant))


def _stem(size: tuple[int, int], top: float, variant: int) -> Mask:
    """The foot of spades and clubs, from `top` to the lower edge."""
    height, width = size
    foot = (0.2, 0.16, 0.24)[variant] * width
    share = np.linspace(0, 1, 12)
    reach = 0.02 * width + foot * share ** (2.2, 1.2, 3.0)[variant]
    y = top + (height - 1 - top) * share
    left, right = np.stack([width / 2 - reach, y], axis=1), np.stack([width / 2 + reach, y], axis=1)
    return inks.polygon(np.concatenate([left, right[::-1]]), size)
