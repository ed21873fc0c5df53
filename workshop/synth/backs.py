"""Backs of cards."""

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from workshop.synth import fonts, grounds, inks, palette
from workshop.synth.design import Design, random_back
from workshop.synth.faces import cut
from workshop.synth.inks import Canvas, Mask
from workshop.synth.styles import BackStyle

if TYPE_CHECKING:
    from collections.abc import Callable


def draw_back(source: Design | np.random.Generator, height: int = 320) -> npt.NDArray[np.uint8]:
    """A back ``(H, W, 4)`` uint8 RGBA of a deck, or by chance of none; alpha is the card's outline with its round corners."""
    if isinstance(source, Design):
        style, wide, radius, paper, font = source.back, source.aspect, source.radius, source.paper, source.main
    else:
        style = random_back(source)
        wide = float(source.uniform(0.62, 0.74))
        radius, paper, font = float(source.uniform(0, 0.1)), palette.paper(source), fonts.pick(source, heavy=True)
    size = height, max(8, round(height * wide))
    canvas = inks.sheet(*size, paper if inks.luminance(paper) > 0.3 else palette.WHITE)
    _fill(canvas, style)
    if style.words and style.kind != "plain":
        _print_words(canvas, style, font)
    return cut(canvas, radius)


def _fill(canvas: Canvas, style: BackStyle) -> None:
    """Everything inside the rim."""
    height, width = canvas.shape[:2]
    rim = round(style.rim * width)
    size = height - 2 * rim, width - 2 * rim
    if style.kind == "plain":
        return
    if style.kind == "logo":
        inner = canvas[rim : height - rim, rim : width - rim]
        side = round(width * 0.5)
        shapes = ("ellipse", "star", "shield", "hexagon", "diamond", "flower", "burst")
        if style.seed % 2:
            inner[:] = style.second
        inks.stamp(canvas, inks.shape(shapes[style.seed % 7], side, side), (width / 2, height / 2), style.colour)
        return
    inner = inks.sheet(*size, style.colour)
    if style.kind == "shapes":
        _print_shapes(inner, style)
    if style.kind == "photo":
        rng = np.random.default_rng(style.seed)
        small = rng.uniform(0, 255, (int(rng.integers(3, 9)), int(rng.integers(3, 7)), 3)).astype(np.float32)
        small = small * 0.5 + np.array(style.colour, np.float32) * 0.5
        inner = np.clip(cv2.resize(small, size[::-1], interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    elif style.kind not in {"solid", "shapes"}:
        inks.stamp(inner, _pattern(style, size), (size[1] / 2, size[0] / 2), style.second)
    hole = inks.rounded(*size, 0.04 * width)
    whole = canvas.copy()
    whole[rim : height - rim, rim : width - rim] = inner
    full = np.zeros((height, width), np.uint8)
    full[rim : height - rim, rim : width - rim] = hole if rim else 255
    share = full[..., None].astype(np.float32) / 255
    canvas[:] = (whole * share + canvas * (1 - share)).astype(np.uint8)
    if style.kind in {"medallion", "lattice", "rings"} and style.seed % 2:
        _print_medallion(canvas, style)


def _print_shapes(canvas: Canvas, style: BackStyle) -> None:
    """Rows of the four shapes that the number cards are marked with, each row shifted by one and a half."""
    height, width = canvas.shape[:2]
    pitch = max(10.0, 1.6 * style.pitch * width)
    rows, columns = int(height / pitch) | 1, int(width / pitch) | 1
    side = round(0.62 * pitch)
    for row in range(-1, rows + 1):
        for column in range(-1, columns + 2):
            form = style.shapes[(column + 2 * row) % 4]
            x = width / 2 + (column - columns // 2 - 0.5 * (row % 2)) * pitch
            y = height / 2 + (row - rows // 2) * pitch
            tone = style.tones[(column + 2 * row) % 4] if style.tones else style.second
            inks.stamp(canvas, inks.shape(form, side, side), (x, y), tone, strength=0.85)


def _print_medallion(canvas: Canvas, style: BackStyle) -> None:
    height, width = canvas.shape[:2]
    form = ("ellipse", "flower", "burst", "diamond")[style.seed % 4]
    for share, colour in ((0.62, style.second), (0.56, style.colour), (0.36, style.second), (0.3, style.colour)):
        side = round(share * width)
        inks.stamp(canvas, inks.shape(form, side, side), (width / 2, height / 2), colour)


def _print_words(canvas: Canvas, style: BackStyle, font: str) -> None:
    height, width = canvas.shape[:2]
    mask = inks.text(font, style.words, 0.12 * height)
    mask = inks.scaled(mask, min(mask.shape[0], 0.3 * height), width=0.7 * width)
    mask = inks.turned(mask, (0, 90, 35, -20)[style.seed % 4])
    mask = inks.scaled(mask, mask.shape[0], width=0.75 * width)
    places = [(width / 2, height / 2, mask)]
    if style.seed % 5 == 0:
        places = [(width / 2, height * 0.27, mask), (width / 2, height * 0.73, inks.turned(mask, 180))]
    ground = style.colour if style.kind != "logo" else style.second
    ink = palette.ink_on(ground)
    rim = palette.BLACK if ink == palette.WHITE else palette.WHITE
    for x, y, print_ in places:
        inks.stamp(canvas, inks.thickened(print_, max(1.0, 0.012 * height)), (x, y), rim)
        inks.stamp(canvas, print_, (x, y), ink)


@lru_cache(maxsize=32)
def _pattern(style: BackStyle, size: tuple[int, int]) -> Mask:
    """The second colour's mask."""
    if style.kind in {"rays", "rings", "dots", "stripes"} and style.seed % 2:
        return grounds.pattern(style.kind, size, style.seed)
    height, width = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x - width / 2, y - height / 2
    turn, pitch = np.deg2rad(style.angle), max(4.0, style.pitch * width)
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / pitch, (y * np.cos(turn) - x * np.sin(turn)) / pitch
    line = 0.08 + 0.12 * (style.seed % 3)
    values: dict[str, Callable[[], npt.NDArray[np.float32]]] = {
        "lattice": lambda: np.maximum(line - np.abs(u % 1 - 0.5), line - np.abs(v % 1 - 0.5)),
        "stripes": lambda: 0.25 - np.abs(u % 1 - 0.5),
        "dots": lambda: 0.3 - np.hypot(u % 1 - 0.5, v % 1 - 0.5),
        "checker": lambda: np.where((np.floor(u) + np.floor(v)) % 2 == 0, 1.0, -1.0),
        "rings": lambda: 0.25 - np.abs(np.hypot(x, y) / pitch % 1 - 0.5),
        "rays": lambda: np.sin(np.arctan2(y, x) * (6 + style.seed % 14)) * 2,
        "scales": lambda: 0.12 - np.abs(np.hypot(u % 1 - 0.5, (v + 0.5 * (np.floor(u) % 2)) % 1) - 0.5),
        "medallion": lambda: 0.1 - np.minimum(np.abs((u + np.sin(v * 3) * 0.3) % 1 - 0.5), np.abs((v + np.sin(u * 3) * 0.3) % 1 - 0.5)),
        "zigzag": lambda: 0.22 - np.abs((u + np.abs(v % 1 - 0.5)) % 1 - 0.5),
        "letters": lambda: np.maximum(0.13 - np.abs(np.maximum(np.abs(u % 1 - 0.5), np.abs(v % 1 - 0.5)) - 0.3), -1.0),
    }
    value: npt.NDArray[np.float32] = values[style.kind]()
    return np.asarray(np.clip(value * pitch + 0.5, 0, 1) * 255, np.uint8)
