"""Draws reliability and coverage as one SVG, with the standard library alone."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

SIDE, LEFT, TOP, GAP = 300, 60, 50, 90
WIDTH, HEIGHT = LEFT + 2 * SIDE + GAP + 30, TOP + SIDE + 100
COLOURS = ("#1b4f9c", "#c2410c", "#3f7d20")
SHAPES = ("circle", "square", "diamond")  #: A shape for each colour, for eyes that do not tell the colours apart.
LEAST_RIGHT = 0.5  #: Where the accuracy axis of the right panel begins.


def _mark(shape: str, x: float, y: float, size: float, colour: str) -> str:
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{colour}"/>'
    turn = f' transform="rotate(45 {x:.1f} {y:.1f})"' if shape == "diamond" else ""
    return f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size:.1f}" height="{2 * size:.1f}" fill="{colour}"{turn}/>'


def _text(x: float, y: float, words: str, *, anchor: str = "middle", turn: int = 0, size: int = 12) -> str:
    turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{turned}>{escape(words)}</text>'


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.3f}"


def _frame(left: float, title: str, across: str, up: str, ticks: Sequence[tuple[float, str, str]]) -> list[str]:
    """A square panel: its title, axes, and ticks as (place 0..1, label across, label up)."""
    parts = [
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#444"/>',
        _text(left + SIDE / 2, TOP - 14, title, size=14),
        _text(left + SIDE / 2, TOP + SIDE + 38, across),
        _text(left - 42, TOP + SIDE / 2, up, turn=-90),
    ]
    for place, below, beside in ticks:
        x, y = left + place * SIDE, TOP + (1 - place) * SIDE
        parts.append(f'<path d="M{x:.1f} {TOP}V{TOP + SIDE}M{left} {y:.1f}H{left + SIDE}" stroke="#ddd"/>')
        parts += [_text(x, TOP + SIDE + 18, below), _text(left - 8, y + 4, beside, anchor="end")]
    return parts


def _reliability(left: float, groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    ticks = [(t / 5, f"{t / 5:.1f}", f"{t / 5:.1f}") for t in range(6)]
    parts = _frame(left, "Reliability", "confidence", "share right", ticks)
    parts.append(f'<path d="M{left} {TOP + SIDE}L{left + SIDE} {TOP}" stroke="#444" stroke-dasharray="4 4"/>')
    for number, group in enumerate(groups.values()):
        colour = COLOURS[number]
        for row in group["guesses"]["bins"]:
            # A little aside, so that the intervals of two groups do not cover each other.
            x = left + row["confidence"] * SIDE + 3 * (number - (len(groups) - 1) / 2)
            low, high, y = (TOP + (1 - row[k]) * SIDE for k in ("right_least", "right_most", "right"))
            parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" stroke-opacity="0.45"/>')
            parts.append(_mark(SHAPES[number], x, y, 2 + min(6.0, row["guesses"] ** 0.5 / 3), colour))
    return parts


def _coverage(left: float, groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    def up(right: float) -> float:
        return TOP + (1 - (max(right, LEAST_RIGHT) - LEAST_RIGHT) / (1 - LEAST_RIGHT)) * SIDE

    ticks = [(t / 5, f"{t / 5:.1f}", f"{LEAST_RIGHT + (1 - LEAST_RIGHT) * t / 5:.1f}") for t in range(6)]
    parts = _frame(left, "Coverage and accuracy", "share of cards read", "share of these right", ticks)
    for number, group in enumerate(groups.values()):
        points = [(left + row["read"] * SIDE, up(row["right"])) for row in group["coverage"] if row["right"] is not None]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[number]}" stroke-width="1.5"/>')
        parts += [_mark(SHAPES[number], x, y, 3, COLOURS[number]) for x, y in points]
    return parts


def _legend(groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    parts = []
    for number, (name, group) in enumerate(groups.items()):
        y = TOP + SIDE + 62 + 16 * number
        error, chance = (_number(group["guesses"][k]) for k in ("calibration_error", "error_by_chance"))
        words = f"{name}: {group['asked']} cards, calibration error {error} (by chance alone {chance})"
        parts += [_mark(SHAPES[number], LEFT + 6, y - 4, 4, COLOURS[number]), _text(LEFT + 18, y, words, anchor="start")]
    return parts


def draw(groups: Mapping[str, Mapping[str, Any]]) -> str:
    """The SVG of up to three groups of cards by name, as ``knowing.py`` makes them."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" fill="#222">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *_reliability(LEFT, groups),
        *_coverage(LEFT + SIDE + GAP, groups),
        *_legend(groups),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
