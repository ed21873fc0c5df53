"""The marks of a slip: which circles are shaded, and how sure that is."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.marking.flatten import DOTS, FlatSlip, place_circles
from numero_cam.marking.slip_layout import Circle, Form, Use, circles_of

NAMES = (
    "mean", "median", "lightest tenth", "darkest tenth", "spread", "share over 0.1", "share over 0.25", "lightest eighth",
    "lightest ring", "roughness", "paper", "against its side", "least against its side", "over neighbours", "of the darkest", "radius",
)  # fmt: skip
"""What is measured, in this order; darkness is 0 for paper and 1 for printed ink."""
LOOK = 8
"""A circle with its paper is also seen as a picture of so many squares a side, in the same measure of darkness."""
_INSIDE = 0.8
"""Share of the radius within which is measured, so that the outline is left out."""
_PAPER = (0.45, 1.0)
"""The ring around a circle that shows its paper: distances from the outline, millimetres."""
_NEIGHBOURS = 7
_LEAST_MARK = 0.12
"""Darkness that counts as the darkest mark of a slip on which nothing is darker."""

Measures = NDArray[np.float32]


def measures(slip: FlatSlip, circles: tuple[Circle, ...], places: NDArray[np.float64]) -> Measures:
    """Measures the circles of a slip.

    Args:
        slip: Flattened.
        circles: All of them, those of ink too.
        places: ``(N, 2)`` pixels, see ``place_circles``.

    Returns:
        ``(N, 16 + 64)`` float32, see ``NAMES`` and ``LOOK``; the rows of ink say how dark ink is, relative to black.
    """
    dark = [_darkness(slip.tones, circle, place) for circle, place in zip(circles, places, strict=True)]
    ink = _inks(circles, dark)
    dark = [patch / np.float32(level) for patch, level in zip(dark, ink, strict=True)]
    own = np.stack([_own(patch, circle) for patch, circle in zip(dark, circles, strict=True)])
    looks = np.stack([cv2.resize(patch, (LOOK, LOOK), interpolation=cv2.INTER_AREA).ravel() for patch in dark])
    marks = np.array([circle.use is not Use.INK for circle in circles])
    at = np.array([[c.x, c.y] for c in circles])
    apart = np.where(marks, np.linalg.norm(at[:, None] - at[None], axis=2), np.inf)
    nearest = np.argsort(apart, axis=1)[:, : min(_NEIGHBOURS, int(marks.sum()))]
    # By what stands out from its own side: an edge of a shadow goes on beyond a circle, a mark does not.
    stands_out = own[:, -2]
    base = np.percentile(stands_out[nearest], 25, axis=1)
    darkest = max(float(stands_out[marks].max(initial=0)), _LEAST_MARK)
    radius = np.array([c.radius for c in circles])
    return np.column_stack([own, stands_out - base, stands_out / darkest, radius / 3, looks]).astype(np.float32)


def _inks(circles: tuple[Circle, ...], dark: list[NDArray[np.float32]]) -> NDArray[np.float64]:
    """``(N,)`` how dark printed ink is near each circle: a veil of light makes it less than black."""
    inks = [place for place, circle in enumerate(circles) if circle.use is Use.INK]
    rows = np.array([circles[place].y for place in inks])
    levels = np.array([float(np.median(dark[place][_disc(dark[place].shape[0], circles[place].radius)])) for place in inks])
    # An ink that is covered or overexposed tells nothing: none counts less than half of the usual one.
    levels = np.clip(levels, 0.5 * max(float(np.median(levels)), 0.3), 1.0)
    return np.array([float(np.average(levels, weights=np.exp(-(((rows - circle.y) / 8) ** 2)) + 1e-3)) for circle in circles])


def _darkness(tones: NDArray[np.float32], circle: Circle, place: NDArray[np.float64]) -> NDArray[np.float32]:
    """``(side, side)`` how much darker than its paper a circle is, 0 to 1, upright around its middle."""
    half = int(np.ceil((circle.radius + _PAPER[1]) * DOTS))
    size = (2 * half + 1, 2 * half + 1)
    there = cv2.getRectSubPix(tones, size, (float(place[0]), float(place[1])))
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32) / half
    away = np.hypot(x, y) * half / DOTS - circle.radius
    around = (away > _PAPER[0]) & (away < _PAPER[1])
    plane = np.column_stack([np.ones(int(around.sum())), x[around], y[around]])
    tone, kept = there[around].astype(np.float64), np.ones(int(around.sum()), bool)
    for _ in range(3):  # strokes that reach over the outline are no paper
        fit, *_ = np.linalg.lstsq(plane[kept], tone[kept], rcond=None)
        left = tone - plane @ fit
        kept = left > -1.2 * max(float(left[kept].std()), 1.0)
    paper = np.maximum(fit[0] + fit[1] * x + fit[2] * y, 10.0)
    return np.asarray(1 - there / paper, np.float32)


def _disc(side: int, radius: float) -> NDArray[np.bool_]:
    """``(side, side)`` bool: what is measured of a circle."""
    half = side // 2
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    return np.asarray(np.hypot(x, y) / DOTS < _INSIDE * radius)


def _own(dark: NDArray[np.float32], circle: Circle) -> NDArray[np.float64]:
    """What the circle alone tells, the first thirteen of ``NAMES``."""
    half = dark.shape[0] // 2
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    away = np.hypot(x, y) / DOTS
    inside = _disc(dark.shape[0], circle.radius)
    values = dark[inside]
    light, middle, heavy = np.percentile(values, [10, 50, 90])
    eighth = (np.floor((np.arctan2(y, x)[inside] + np.pi) / (np.pi / 4)).astype(int)) % 8
    eighths = np.bincount(eighth, values, 8) / np.maximum(np.bincount(eighth, minlength=8), 1)
    ring = np.minimum((away[inside] / (_INSIDE * circle.radius) * 3).astype(int), 2)
    rings = np.bincount(ring, values, 3) / np.maximum(np.bincount(ring, minlength=3), 1)
    rough = np.abs(cv2.Laplacian(cv2.GaussianBlur(dark, (0, 0), 1.0), cv2.CV_32F))[inside].mean()
    sides = _against_sides(dark, away - circle.radius, inside, np.arctan2(y, x))
    paper = dark[(away > circle.radius + _PAPER[0]) & (away < circle.radius + _PAPER[1])]
    return np.array(
        [values.mean(), middle, light, heavy, values.std(), (values > 0.1).mean(), (values > 0.25).mean(), eighths.min(), rings.min(),
         10 * rough, paper.std(), np.median(sides), np.sort(sides)[1]]
    )  # fmt: skip


def _against_sides(
    dark: NDArray[np.float32], away: NDArray[np.float64], inside: NDArray[np.bool_], turn: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``(8,)`` how much darker each eighth of a circle is than the paper next to it; ``away`` is from the outline, millimetres."""
    eighth = np.floor((turn + np.pi) / (np.pi / 4)).astype(int) % 8
    around = (away > _PAPER[0]) & (away < _PAPER[1])
    found = []
    for part in range(8):
        mine = eighth == part
        # Strokes reach over the outline: the lighter half of the ring is paper.
        paper = float(np.percentile(dark[around & mine], 30))
        found.append(1 - (1 - float(dark[inside & mine].mean())) / max(1 - paper, 0.05))
    return np.array(found)


FILE = Path(__file__).with_name("marks.json")
VERSION = 2
KINDS = ("empty", "shaded", "neither")
"""What a circle may be: ``empty`` also rubbed out or with a stray line; ``neither`` is a cross or a tick, which a slip does not ask for."""
_CROSSES = 0.1
"""Crosses and ticks are believed to be so much rarer on pupils' slips, which say "shade", than on the drawn ones; nobody has counted."""
_EDGE = 6.0
"""Measures count up to so many of their usual spreads: beyond lies nothing that was learned."""

Layers = tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]


def chances(measured: Measures) -> NDArray[np.float64]:
    """``(N, 3)`` float64: how likely each of ``KINDS`` is.

    Args:
        measured: ``(N, 16 + 64)``, see ``measure.measures``.
    """
    middle, spread, layers = _fitted()
    told = forward(np.clip((measured - middle) / spread, -_EDGE, _EDGE), layers) * (1, 1, _CROSSES)
    return np.asarray(told / told.sum(axis=1, keepdims=True))


def forward(inputs: NDArray[np.float64], layers: Layers) -> NDArray[np.float64]:
    """The network: layers with tanh between them, then shares that add up to 1."""
    for place, (weights, offsets) in enumerate(layers):
        inputs = inputs @ weights + offsets
        if place < len(layers) - 1:
            inputs = np.tanh(inputs)
    powers = np.exp(inputs - inputs.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


@cache
def _fitted() -> tuple[NDArray[np.float64], NDArray[np.float64], Layers]:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    if (data["version"], tuple(data["measures"]), len(data["middle"])) != (VERSION, NAMES, len(NAMES) + LOOK**2):
        message = f"{FILE}: is of another version than this program; install numero-cam again"
        raise ValueError(message)
    layers = tuple((np.array(layer["weights"]), np.array(layer["offsets"])) for layer in data["layers"])
    return np.array(data["middle"]), np.array(data["spread"]), layers


CLEAR = 0.95
"""A mark is clear where it is empty or shaded with at least this chance."""
LIKELY = 0.5
"""With at least this chance it is more likely so than otherwise, and something else may make it certain."""


@dataclass(frozen=True)
class ReadMarks:
    """What is marked on a slip.

    Attributes:
        shaded: Places in ``circles_of`` of the circles that are more likely shaded than empty.
        doubtful: Those that are not clear, the least clear first.
        unlikely: Those of the doubtful ones of which nothing is likely, or that cannot be seen.
        outside: Whether a circle lies outside of the photo.
        places: ``(N, 2)`` float64 pixels of the flattened slip, the middle of each circle.
        chances: ``(N, 3)`` float64, see ``model.KINDS``.
    """

    shaded: frozenset[int]
    doubtful: tuple[int, ...]
    unlikely: tuple[int, ...]
    outside: bool
    places: NDArray[np.float64]
    chances: NDArray[np.float64]


def read_marks(slip: FlatSlip, form: Form) -> ReadMarks:
    """Reads the circles of a slip.

    Args:
        slip: Flattened.
        form: Which circles it has.
    """
    circles = circles_of(form)
    places = place_circles(slip, circles)
    told = chances(measures(slip, circles, places))
    marks = [place for place, circle in enumerate(circles) if circle.use is not Use.INK]
    shaded = frozenset(place for place in marks if told[place, KINDS.index("shaded")] > told[place, KINDS.index("empty")])
    sure = told[:, :2].max(axis=1)
    hidden = [place for place in marks if not _is_seen(slip, places[place], circles[place].radius)]
    doubtful = sorted((place for place in marks if sure[place] < CLEAR or place in hidden), key=lambda place: float(sure[place]))
    unlikely = tuple(place for place in doubtful if sure[place] < LIKELY or place in hidden)
    return ReadMarks(shaded, tuple(doubtful), unlikely, bool(hidden), places, told)


def _is_seen(slip: FlatSlip, place: NDArray[np.float64], radius: float) -> bool:
    half = round(radius * DOTS)
    x, y = np.round(place).astype(int)
    there = slip.seen[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
    return there.shape == (2 * half + 1, 2 * half + 1) and bool(there.all())
