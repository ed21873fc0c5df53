"""How pupils shade circles: strokes of pencil or pen on paper, rubbed out again, or gone astray.

Two worlds that share no stroke, no grain of paper and no rubber: ``tuned`` is what the reader is fitted on, ``held`` is kept back for the
benchmark. A layer of graphite is ``(height, width)`` float32 0..1, how much of the paper it covers.
"""

import math
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Layer = NDArray[np.float32]
World = Literal["tuned", "held"]

DOTS = 10  #: Pixels a millimetre of the slips that are drawn.


@dataclass(frozen=True)
class Tool:
    """What a pupil writes with."""

    name: str  #: For the rows of a benchmark.
    darkness: float  #: How dark it is where it covers the paper, 0..1.
    width: float  #: Of its strokes, millimetres.
    colour: tuple[float, float, float]  #: RGB of its ink at full darkness.


_RANGES = {
    "pale pencil": ((0.15, 0.22), (0.3, 0.6)),
    "light pencil": ((0.22, 0.34), (0.3, 0.6)),
    "pencil": ((0.34, 0.58), (0.3, 0.6)),
    "heavy pencil": ((0.58, 0.85), (0.4, 0.8)),
    "pen": ((0.75, 0.97), (0.25, 0.6)),
}
TOOLS = tuple(name for name in _RANGES if name != "pale pencil")


def tool(rng: Rng, name: str) -> Tool:
    """A tool of a kind in ``TOOLS``."""
    darkness, width = _RANGES[name]
    grey = rng.uniform(30, 70)
    colour = (grey, grey, grey + rng.uniform(0, 8))
    if name == "pen":
        colour = ((15.0, 15.0, 20.0), (20.0, 35.0, 130.0), (150.0, 20.0, 30.0))[int(rng.choice(3, p=[0.4, 0.5, 0.1]))]
    return Tool(name, float(rng.uniform(*darkness)), float(rng.uniform(*width)), colour)


def shaded(rng: Rng, radius: float, with_: Tool, world: World) -> Layer:
    """A circle that is shaded, in a square of three radii a side; millimetres."""
    ways = (_hatching, _loops, _dabs)
    strokes = (
        ways[int(rng.choice(3, p=[0.6, 0.2, 0.2]))](rng, radius, with_.width) if world == "tuned" else _scribble(rng, radius, with_.width)
    )
    return _grained(rng, strokes, world) * np.float32(with_.darkness)


def rubbed_out(rng: Rng, layer: Layer, world: World) -> Layer:
    """What an eraser leaves of a layer."""
    if world == "tuned":
        left = rng.uniform(0.03, 0.3)  # more than the other world leaves at most: what is doubtful there was seen in training
        across, along = rng.uniform(0.1, 0.6, 2) * DOTS  # rubbed more to and fro than up and down
        smeared = cv2.GaussianBlur(layer, (0, 0), float(across), sigmaY=float(along))
        patchy = 1 + rng.uniform(0, 0.5) * _noise(rng, layer.shape, rng.uniform(3, 12))
        stays = rng.uniform(0.2, 0.6)
        return np.asarray(((1 - stays) * smeared + stays * layer) * np.clip(patchy, 0, 2) * left, np.float32)
    left = rng.uniform(0.03, 0.22)
    length = int(rng.uniform(0.6, 2.0) * DOTS) | 1  # wiped along one direction, in streaks
    kernel = np.zeros((length, length), np.float32)
    turn = rng.uniform(0, np.pi)
    reach = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    cv2.line(kernel, _point(length / 2 - reach), _point(length / 2 + reach), 1.0, 1)
    wiped = cv2.filter2D(layer, -1, kernel / max(float(kernel.sum()), 1.0))
    streaks = cv2.GaussianBlur(rng.uniform(0.3, 1.7, layer.shape).astype(np.float32), (0, 0), 2.5)
    return np.asarray((0.75 * wiped + 0.25 * layer) * streaks * left, np.float32)


def stray(rng: Rng, radius: float, with_: Tool, world: World) -> Layer:
    """A line that went astray through a circle, or a dot where the pencil rested, in a square of three radii a side."""
    side = _side(radius)
    out = np.zeros((side, side), np.float32)
    thick = max(1, round(with_.width * DOTS * 0.7))
    if rng.random() < 0.3:
        cv2.circle(out, _point(rng.uniform(0.3, 0.7, 2) * side), max(1, round(rng.uniform(0.2, 0.5) * DOTS)), 1.0, -1, cv2.LINE_AA)
    elif world == "tuned" and (form := rng.random()) < 0.3:
        cv2.line(out, _point(rng.uniform(0, 1, 2) * side), _point(rng.uniform(0, 1, 2) * side), 1.0, thick, cv2.LINE_AA)
    elif world == "tuned" and form < 0.65:  # a curve of Bezier, bent once or twice
        ends, steps = rng.uniform(-0.1, 1.1, (4, 2)) * side, np.linspace(0, 1, 24)[:, None]
        _line(out, sum(math.comb(3, k) * steps**k * (1 - steps) ** (3 - k) * ends[k] for k in range(4)), thick)
    elif world == "tuned":  # a part of a wide bow, or of a narrow one
        reach = rng.uniform(0.3, 3.0) * side
        aside, turn = reach + rng.normal(0, 0.2) * side, rng.uniform(0, 2 * np.pi)
        middle = side / 2 + aside * np.array([np.cos(turn), np.sin(turn)])
        cv2.circle(out, _point(middle), round(reach), 1.0, thick, cv2.LINE_AA)
    else:
        turns = np.cumsum(rng.normal(0, 0.35, 12)) + rng.uniform(0, 2 * np.pi)
        way = np.cumsum(np.column_stack([np.cos(turns), np.sin(turns)]) * side / 9, axis=0)
        _line(out, way - way.mean(0) + rng.uniform(0.35, 0.65, 2) * side, thick)
    return _grained(rng, out, world) * np.float32(with_.darkness)


def crossed(rng: Rng, radius: float, with_: Tool, world: World) -> Layer:
    """A cross or a tick, which the slip does not ask for."""
    side = _side(radius)
    out, middle, reach = np.zeros((side, side), np.float32), side / 2, radius * DOTS * rng.uniform(0.7, 1.1)
    thick = max(1, round(with_.width * DOTS * 0.8))
    ends = (
        np.array([[-1, -1], [1, 1], [-1, 1], [1, -1]]) if rng.random() < 0.5 else np.array([[-0.8, 0], [-0.2, 0.8], [-0.2, 0.8], [1, -1]])
    )
    ends = middle + ends * reach * 0.8 + rng.normal(0, 0.12, (4, 2)) * reach
    cv2.line(out, _point(ends[0]), _point(ends[1]), 1.0, thick, cv2.LINE_AA)
    cv2.line(out, _point(ends[2]), _point(ends[3]), 1.0, thick, cv2.LINE_AA)
    return _grained(rng, out, world) * np.float32(with_.darkness)


def _side(radius: float) -> int:
    return round(3 * radius * DOTS)


def _point(at: NDArray[np.floating]) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))


def _line(out: Layer, way: NDArray[np.floating], thick: int) -> None:
    cv2.polylines(out, [np.round(way * 8).astype(np.int32)], isClosed=False, color=1.0, thickness=thick, lineType=cv2.LINE_AA, shift=3)


def _hatching(rng: Rng, radius: float, width: float) -> Layer:
    """To and fro in one direction, often a second time in another; here and there over the outline."""
    side = _side(radius)
    out = np.zeros((side, side), np.float32)
    reach = radius * DOTS * rng.uniform(0.85, 1.08)
    middle = side / 2 + rng.normal(0, 0.06, 2) * reach
    for _ in range(int(rng.choice([1, 2, 3], p=[0.35, 0.5, 0.15]))):
        layer = np.zeros_like(out)
        count = max(5, round(2 * radius / (width * rng.uniform(0.75, 1.35))))
        across = np.linspace(-0.92, 0.92, count)
        half = np.sqrt(1 - across**2) * rng.uniform(0.8, 1.12, count)
        ends = np.column_stack([half * np.where(np.arange(count) % 2, 1, -1), across]) + rng.normal(0, 0.05, (count, 2))
        turn = rng.uniform(0, np.pi)
        turned = ends @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        _line(layer, middle + turned * reach, max(1, round(width * DOTS)))
        out = 1 - (1 - out) * (1 - layer * np.float32(rng.uniform(0.65, 0.95)))
    return np.asarray(out, np.float32)


def _loops(rng: Rng, radius: float, width: float) -> Layer:
    """Loops in rows, as one writes many e."""
    side, reach = _side(radius), radius * DOTS * rng.uniform(0.8, 1.0)
    out = np.zeros((side, side), np.float32)
    rows = max(2, round(2 * reach / (width * DOTS * rng.uniform(1.5, 2.6))))
    high = 2 / rows
    way = []
    for row in range(rows):
        y = -1 + (row + 0.5) * high
        half = float(np.sqrt(max(1 - y * y, 0.02)))
        turn = np.linspace(0, 2 * np.pi * max(1.0, half * rng.uniform(4, 9)), 60)
        x = np.linspace(-half, half, 60)[:: 1 if row % 2 else -1]
        way.append(np.column_stack([x + 0.12 * np.cos(turn), y + 0.7 * high * np.sin(turn)]))
    drawn = np.concatenate(way) + rng.normal(0, 0.015, (60 * rows, 2))
    lean = rng.uniform(0, np.pi)
    turned = drawn @ np.array([[np.cos(lean), -np.sin(lean)], [np.sin(lean), np.cos(lean)]])
    _line(out, side / 2 + rng.normal(0, 0.05, 2) * reach + turned * reach, max(1, round(width * DOTS)))
    return np.asarray(out * np.float32(rng.uniform(0.7, 1.0)), np.float32)


def _dabs(rng: Rng, radius: float, width: float) -> Layer:
    """Short strokes in all directions, here and there none."""
    side, reach = _side(radius), radius * DOTS
    out = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(22, 60) * (0.45 / width) ** 0.7)):
        turn, away = rng.uniform(0, 2 * np.pi), np.sqrt(rng.uniform(0, 1)) * 0.9
        at = side / 2 + reach * away * np.array([np.cos(turn), np.sin(turn)])
        turn = rng.uniform(0, np.pi)
        stroke = np.array([np.cos(turn), np.sin(turn)]) * reach * rng.uniform(0.15, 0.45)
        piece = np.zeros_like(out)
        _line(piece, np.stack([at - stroke, at + stroke]), max(1, round(width * DOTS)))
        out = 1 - (1 - out) * (1 - piece * np.float32(rng.uniform(0.4, 0.9)))
    return np.asarray(out, np.float32)


def _noise(rng: Rng, shape: tuple[int, ...], size: float) -> Layer:
    """Unevenness of the paper with grains of about ``size`` pixels, spread 1."""
    grain = cv2.GaussianBlur(rng.normal(0, 1, shape[:2]).astype(np.float32), (0, 0), float(size))
    return np.asarray(grain / max(float(grain.std()), 1e-6), np.float32)


def _scribble(rng: Rng, radius: float, width: float) -> Layer:
    """Round and round, with a pressure that comes and goes."""
    side = _side(radius)
    out = np.zeros((side, side), np.float32)
    rounds = rng.uniform(3.5, 7)
    turn = np.linspace(0, rounds * 2 * np.pi, 160)
    away = np.abs(np.sin(turn / rounds / 2 * rng.uniform(0.8, 1.6) + rng.uniform(0, 1)))
    away = (0.12 + 0.86 * away) * rng.uniform(0.9, 1.05) + rng.normal(0, 0.03, 160)
    squeeze = rng.uniform(0.75, 1.0)
    way = np.column_stack([np.cos(turn) * away, np.sin(turn) * away * squeeze]) * radius * DOTS
    way = way + side / 2 + rng.normal(0, 0.05, 2) * radius * DOTS
    thick = max(1, round(width * DOTS * 1.15))
    for start in range(0, 152, 8):
        piece = np.zeros_like(out)
        _line(piece, way[start : start + 10], thick)
        out = np.maximum(out, piece * np.float32(rng.uniform(0.6, 1.0))) + 0.18 * out * piece
    return np.asarray(np.clip(out, 0, 1), np.float32)


def _grained(rng: Rng, layer: Layer, world: World) -> Layer:
    """Graphite lies on the heights of the paper."""
    if world == "tuned":
        fine = _noise(rng, layer.shape, rng.uniform(0.6, 2.2))
        return np.asarray(np.clip(layer * (rng.uniform(0.75, 0.95) + rng.uniform(0.05, 0.3) * fine), 0, 1), np.float32)
    size = layer.shape[0] // 2 + 1
    grain = cv2.resize(rng.gamma(4, 0.25, (size, size)).astype(np.float32), (layer.shape[1], layer.shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(layer * np.clip(grain, 0.2, 1.5) * 0.92, 0, 1), np.float32)
