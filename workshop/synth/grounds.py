"""What lies under the numeral: paper, fields, bands, shapes, frames and patterns."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from workshop.synth import inks
from workshop.synth.inks import Canvas, Colour, Mask
from workshop.synth.palette import BLACK, WHITE, ink_on
from workshop.synth.styles import GroundStyle


@dataclass(frozen=True)
class Ground:
    """A card without its numeral."""

    canvas: Canvas  #: ``(H, W, 3)`` uint8 RGB.
    main: Colour  #: Ink of the numeral.
    small: Colour  #: Ink of what stands in the corners.
    edge: float  #: Width in pixels that frames take at the card's edge.


def paint(
    style: GroundStyle,
    size: tuple[int, int],
    colour: Colour,
    paper: Colour,
    middle: tuple[float, float],
    *,
    many: tuple[Colour, ...] = (),
    mark: str = "ellipse",
) -> Ground:
    """Prints the ground of one card of a height and width in pixels, in its colour on the stock's.

    ``middle`` of the numeral: shares of width and height; ``many``: all colours of the deck, for a card that shows them all; ``mark``:
    shape that stands for the card's colour.
    """
    paper = inks.mix(paper, colour, style.tint) if inks.luminance(paper) > 0.5 else paper
    full = style.name in {"field", "gradient", "inverse"}
    canvas = inks.sheet(*size, colour if full else paper)
    onto = _contrast_ink(colour, paper)
    main, small = (onto, onto) if full else (colour, colour)
    if style.name == "gradient":
        _gradient(canvas, colour, style)
    if many:
        _many(canvas, style, many, paper)
    if style.pattern != "none":
        _print_pattern(canvas, style, colour if not full else onto)
    if style.name in {"shape", "inverse", "ghost"}:
        pale = inks.mix(paper, colour, 0.12 + style.pattern_strength * 0.6)
        _stamp_shape(canvas, style, mark, middle, {"shape": colour, "inverse": paper, "ghost": pale}[style.name])
        main = onto if style.name == "shape" else colour
    elif style.name == "emboss":
        _emboss(canvas, style, middle, paper)
    elif style.name in _PARTS and not many:
        part = inks.mix(colour, paper, style.pale)
        main, small = _print_part(
            canvas, style, middle[1], part, (colour, colour if inks.contrast(colour, part) >= 2.0 else _contrast_ink(part, paper))
        )
    edge = _frame(canvas, style, colour if not full else onto, paper)
    return Ground(canvas, main, small, edge)


def _print_part(canvas: Canvas, style: GroundStyle, middle: float, part: Colour, ink: tuple[Colour, Colour]) -> tuple[Colour, Colour]:
    """The coloured part of a card; returns the inks of the numeral and of the corners, of those on paper and on the part."""
    colour, onto = ink
    height, width = canvas.shape[:2]
    inks.stamp(canvas, _part(style, (height, width)), (width / 2, height / 2), part)
    behind = style.name == "band" and abs(style.offset - middle) < 0.13 and style.size > 0.34
    return (onto if behind else colour), (onto if style.name == "header" else colour)


def _contrast_ink(colour: Colour, paper: Colour) -> Colour:
    """Paper's own colour where it stands out from the card's colour: there is no white ink on most presses."""
    if inks.contrast(paper, colour) >= 2.0:
        return paper
    return ink_on(colour, light=WHITE, dark=BLACK)


_PARTS = {"band", "half", "header", "stripe", "corners"}


@lru_cache(maxsize=128)
def _part(style: GroundStyle, size: tuple[int, int]) -> Mask:
    """The coloured part of a card as a mask of the whole card."""
    height, width = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn = np.deg2rad(style.angle)
    along = (y - style.offset * height) * np.cos(turn) + (x - width / 2) * np.sin(turn)
    if style.name == "band":
        inside = style.size * 0.8 * width / 2 - np.abs(along)
    elif style.name == "half":
        inside = along
    elif style.name == "header":
        inside = max(style.size * 0.5, 0.14) * height - y
    elif style.name == "stripe":
        inside = max(style.size * 0.5, 0.06) * width - x
    else:
        reach = (0.25 + style.size * 0.5) * width
        fall = np.minimum(x, width - x) + np.minimum(y, height - y)
        round_ = np.hypot(np.minimum(x, width - x), np.minimum(y, height - y))
        inside = reach - (fall if style.seed % 2 else round_)
    return np.asarray(np.clip(inside + 0.5, 0, 1) * 255, np.uint8)


def _emboss(canvas: Canvas, style: GroundStyle, middle: tuple[float, float], paper: Colour) -> None:
    """A disc pressed into the card: a dark and a light rim, nearly the paper's colour inside."""
    side = round(style.size * canvas.shape[1])
    centre = middle[0] * canvas.shape[1], middle[1] * canvas.shape[0]
    disc = inks.shape("ellipse", side, side)
    for shift, colour in ((-2, inks.mix(paper, BLACK, 0.14)), (2, inks.mix(paper, WHITE, 0.7)), (0, inks.mix(paper, BLACK, 0.03))):
        inks.stamp(canvas, disc, (centre[0] + 0.004 * side * shift, centre[1] + 0.004 * side * shift), colour)


def _stamp_shape(canvas: Canvas, style: GroundStyle, mark: str, middle: tuple[float, float], colour: Colour) -> None:
    """The shape behind the numeral; round ones keep their proportions, others follow the card's."""
    height, width = canvas.shape[:2]
    wide = round(style.size * width)
    form = mark if style.shape == "mark" else style.shape
    tall = wide if style.seed % 3 or style.shape in {"star", "burst", "flower", "mark"} else round(min(wide * 1.35, 0.92 * height))
    if style.shape in {"rounded", "rectangle"} and style.seed % 2:
        tall = round(min(style.size, 0.86) * height)
        middle = 0.5, 0.5
    room = 2 * min(middle[1], 1 - middle[1]) * height
    tall = min(tall, round(room * 0.98))
    centre = middle[0] * width, middle[1] * height
    if style.seed % 7 == 0:  # a ring around it
        rim = inks.shape(form, tall + round(0.05 * width), wide + round(0.05 * width))
        inks.stamp(canvas, inks.outline(rim, 0.012 * width), centre, colour)
    inks.stamp(canvas, inks.shape(form, tall, wide), centre, colour)


def _gradient(canvas: Canvas, colour: Colour, style: GroundStyle) -> None:
    height, width = canvas.shape[:2]
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    turn = np.deg2rad(style.angle)
    share = np.hypot(x - 0.5, y - 0.5) * 1.4 if style.seed % 3 == 0 else (x - 0.5) * np.sin(turn) + (y - 0.5) * np.cos(turn) + 0.5
    ends = inks.mix(colour, WHITE, 0.22), inks.mix(colour, BLACK, 0.3)
    share = np.clip(share, 0, 1)[..., None]
    canvas[:] = (np.array(ends[0], np.float32) * (1 - share) + np.array(ends[1], np.float32) * share).astype(np.uint8)


def _many(canvas: Canvas, style: GroundStyle, colours: tuple[Colour, ...], paper: Colour) -> None:
    """All colours of the deck on one card: quarters or stripes, with room in the middle where the paper is light."""
    height, width = canvas.shape[:2]
    if style.seed % 2:
        half_y, half_x = height // 2, width // 2
        for part, colour in zip(((0, 0), (0, 1), (1, 0), (1, 1)), colours, strict=False):
            canvas[part[0] * half_y : height if part[0] else half_y, part[1] * half_x : width if part[1] else half_x] = colour
    else:
        for step, colour in enumerate(colours):
            canvas[round(step * height / len(colours)) : round((step + 1) * height / len(colours))] = colour
    if style.name in {"paper", "shape", "band", "half", "header", "stripe", "corners"}:
        rim = 0.06 + (style.seed % 5) * 0.02
        inner = inks.rounded(round(height - 2 * rim * width), round(width - 2 * rim * width), 0.06 * width)
        inks.stamp(canvas, inner, (width / 2, height / 2), paper)


def _frame(canvas: Canvas, style: GroundStyle, colour: Colour, paper: Colour) -> float:
    """Print the frame; returns the pixels that it takes at the edge."""
    if style.frame == "none":
        return 0.0
    height, width = canvas.shape[:2]
    inset, line = style.frame_inset * width, max(1.0, style.frame_width * width)
    if style.frame == "paper":
        hole = 255 - _framed(height, width, inset, 0.05 * width)
        inks.stamp(canvas, hole, (width / 2, height / 2), paper)
        return inset
    if style.frame == "thick":
        inset, line = 0.0, max(line * 2, 0.03 * width)
    ring = cv2.subtract(_framed(height, width, inset, 0.05 * width), _framed(height, width, inset + line, 0.04 * width))
    if style.frame == "dashed":
        y, x = np.mgrid[0:height, 0:width]
        ring = np.where(((x + y) // max(3, round(0.04 * width))) % 2 == 0, ring, 0).astype(np.uint8)
    inks.stamp(canvas, np.asarray(ring, np.uint8), (width / 2, height / 2), colour)
    if style.frame == "double":
        second = inset + 2.2 * line
        ring = cv2.subtract(_framed(height, width, second, 0.04 * width), _framed(height, width, second + 0.5 * line, 0.04 * width))
        inks.stamp(canvas, np.asarray(ring, np.uint8), (width / 2, height / 2), colour)
        return second + line
    return inset + line


@lru_cache(maxsize=128)
def _framed(height: int, width: int, inset: float, radius: float) -> Mask:
    """A rounded rectangle inset into a mask of the whole card."""
    mask = np.zeros((height, width), np.uint8)
    gap = round(inset)
    mask[gap : height - gap, gap : width - gap] = inks.rounded(height - 2 * gap, width - 2 * gap, radius)
    return mask


def _print_pattern(canvas: Canvas, style: GroundStyle, colour: Colour) -> None:
    height, width = canvas.shape[:2]
    mask = pattern(style.pattern, (height, width), style.seed)
    inks.stamp(canvas, mask, (width / 2, height / 2), colour, strength=style.pattern_strength)


@lru_cache(maxsize=64)
def pattern(name: str, size: tuple[int, int], seed: int) -> Mask:
    """A pattern over a whole card of a height and width as a mask; the seed decides pitch, direction and places.

    One of dots, stripes, grid, waves, triangles, confetti, rays, rings, clouds or hatch.
    """
    rng = np.random.default_rng(seed)
    height, width = size
    if name in {"triangles", "confetti"}:
        return _scattered(rng, size, name)
    if name == "clouds":
        noise = rng.random((6, 4)).astype(np.float32)
        return np.asarray(np.clip(cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC), 0, 1) * 255, np.uint8)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    pitch, turn = width * rng.uniform(0.035, 0.15), np.deg2rad(rng.choice([0, 45, 90, rng.uniform(0, 180)]))
    u, v = (x * np.cos(turn) + y * np.sin(turn)) / pitch, (y * np.cos(turn) - x * np.sin(turn)) / pitch
    away = np.hypot(x - width * rng.uniform(0.2, 0.8), y - height * rng.uniform(0.2, 0.8))
    if name == "dots":
        value = 0.32 - np.hypot(u % 1 - 0.5, v % 1 - 0.5)
    elif name in {"stripes", "hatch"}:
        value = 0.25 - np.abs(u % 1 - 0.5) * (1 if name == "stripes" else 2.2)
    elif name == "grid":
        value = 0.08 - np.minimum(np.abs(u % 1 - 0.5), np.abs(v % 1 - 0.5))
    elif name == "waves":
        value = 0.22 - np.abs((u + 0.35 * np.sin(v * 2.2)) % 1 - 0.5)
    elif name == "rays":
        value = np.sin(np.arctan2(y - height / 2, x - width / 2) * int(rng.integers(6, 15))) * 0.6
    elif name == "rings":
        value = 0.25 - np.abs((away / pitch) % 1 - 0.5)
    else:
        raise ValueError(f"no pattern is called {name}")
    return np.asarray(np.clip(value * pitch + 0.5, 0, 1) * 255, np.uint8)


def _scattered(rng: np.random.Generator, size: tuple[int, int], name: str) -> Mask:
    """Shapes strewn over the card, of several strengths."""
    height, width = size
    mask = np.zeros(size, np.uint8)
    for _ in range(int(rng.integers(15, 60))):
        middle = rng.uniform(0, [width, height])
        count = 3 if name == "triangles" else int(rng.integers(3, 7))
        reach = width * rng.uniform(0.05, 0.3) if name == "triangles" else width * rng.uniform(0.015, 0.05)
        turns = np.sort(rng.uniform(0, 2 * np.pi, count))
        points = middle + reach * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        cv2.fillPoly(mask, [np.round(points).astype(np.int32).reshape(-1, 1, 2)], (int(rng.integers(80, 256)),), cv2.LINE_AA)
    return mask
