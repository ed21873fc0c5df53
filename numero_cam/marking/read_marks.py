"""Reads the marks of a slip: a small neural network gives the probability that each circle is shaded."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from numero_cam.marking.flatten import PIXELS_PER_MM, FlatSlip, outline_strengths, place_circles
from numero_cam.marking.slip_layout import CircleUse, SlipCircle, SlipForm, circles_of

#: Names of the features of a circle, in order. Darkness is 0 for paper and 1 for printed ink.
FEATURE_NAMES = (
    "mean", "median", "lightest tenth", "darkest tenth", "spread", "share over 0.1", "share over 0.25", "lightest eighth",
    "lightest ring", "roughness", "paper", "against its side", "least against its side", "over neighbours", "of the darkest", "radius",
)  # fmt: skip
PATCH_CELLS = 24  #: Side of the picture of the darkness of a circle and what is round it, in cells; its cells are features too.
_MEASURED_RADIUS_SHARE = 0.8  #: Share of the radius inside which a circle is measured, so that its outline is left out.
_PAPER_RING_MM = (0.45, 1.0)  #: Inner and outer distance from the outline of the ring that shows paper, in millimetres.
_MAX_NEIGHBOURS = 7  #: Maximum number of nearest circles that a circle is compared with, itself included.
_MIN_DARKEST_MARK = 0.12  #: Minimum of the darkness that counts as the darkest mark of a slip.

CircleFeatures = NDArray[np.float32]


def circle_features(slip: FlatSlip, circles: tuple[SlipCircle, ...], places: NDArray[np.float64]) -> CircleFeatures:
    """Compute the features of all circles of a slip.

    Args:
        slip: The flattened slip.
        circles: All circles, the filled ones too.
        places: ``(N, 2)`` pixels, see ``place_circles``.

    Returns:
        ``(N, 16 + 576)`` float32, see ``FEATURE_NAMES`` and ``PATCH_CELLS``; rows of filled circles hold how dark ink is.
    """
    dark = [_darkness(slip.tones, circle, place) for circle, place in zip(circles, places, strict=True)]
    ink = _inks(circles, dark)
    dark = [patch / np.float32(level) for patch, level in zip(dark, ink, strict=True)]
    own = np.stack([_own_features(patch, circle) for patch, circle in zip(dark, circles, strict=True)])
    looks = np.stack([cv2.resize(patch, (PATCH_CELLS, PATCH_CELLS), interpolation=cv2.INTER_AREA).ravel() for patch in dark])
    marks = np.array([circle.use is not CircleUse.INK for circle in circles])
    at = np.array([[c.x, c.y] for c in circles])
    apart = np.where(marks, np.linalg.norm(at[:, None] - at[None], axis=2), np.inf)
    nearest = np.argsort(apart, axis=1)[:, : min(_MAX_NEIGHBOURS, int(marks.sum()))]
    # By what stands out from its own side: an edge of a shadow goes on beyond a circle, a mark does not.
    stands_out = own[:, -2]
    base = np.percentile(stands_out[nearest], 25, axis=1)
    darkest = max(float(stands_out[marks].max(initial=0)), _MIN_DARKEST_MARK)
    radius = np.array([c.radius for c in circles])
    return np.column_stack([own, stands_out - base, stands_out / darkest, radius / 3, looks]).astype(np.float32)


def _inks(circles: tuple[SlipCircle, ...], dark: list[NDArray[np.float32]]) -> NDArray[np.float64]:
    """Return the darkness of printed ink near each circle, ``(N,)`` float64; glare makes it less than 1."""
    inks = [place for place, circle in enumerate(circles) if circle.use is CircleUse.INK]
    rows = np.array([circles[place].y for place in inks])
    levels = np.array([float(np.median(dark[place][_grid(circles[place].radius).inside])) for place in inks])
    # An ink that is covered or overexposed tells nothing: none counts less than half of the usual one.
    levels = np.clip(levels, 0.5 * max(float(np.median(levels)), 0.3), 1.0)
    return np.array([float(np.average(levels, weights=np.exp(-(((rows - circle.y) / 8) ** 2)) + 1e-3)) for circle in circles])


@dataclass(frozen=True)
class _CircleGrid:
    """The pixels of a square around a circle, in parts."""

    inside: NDArray[np.bool_]  #: ``(side, side)`` bool, the pixels inside the circle that are measured.
    ring: NDArray[np.bool_]  #: ``(side, side)`` bool, the ring around the circle that shows paper.
    eighths: NDArray[np.intp]  #: ``(side, side)`` int, the eighth of the circle of each pixel.
    thirds: NDArray[np.intp]  #: ``(N,)`` int, the third of the radius of each measured pixel.
    plane: NDArray[np.float64]  #: ``(R, 3)`` float64, one, x and y of each pixel of the ring, -1 to 1.
    x: NDArray[np.float32]  #: ``(side, side)`` float32, -1 to 1.
    y: NDArray[np.float32]  #: The same.

    @property
    def half(self) -> int:
        """Half the side of the square, rounded down, in pixels."""
        return int(self.inside.shape[0]) // 2


@cache
def _grid(radius: float) -> _CircleGrid:
    """Return the parts of a square of pixels around a circle of this radius, millimetres."""
    half = int(np.ceil((radius + _PAPER_RING_MM[1]) * PIXELS_PER_MM))
    rows, columns = np.mgrid[-half : half + 1, -half : half + 1]
    y, x = rows.astype(np.float32) / half, columns.astype(np.float32) / half
    away = np.hypot(x, y) * half / PIXELS_PER_MM - radius
    ring = (away > _PAPER_RING_MM[0]) & (away < _PAPER_RING_MM[1])
    distance = np.hypot(columns, rows) / PIXELS_PER_MM
    inside = distance < _MEASURED_RADIUS_SHARE * radius
    eighths = np.floor((np.arctan2(rows, columns) + np.pi) / (np.pi / 4)).astype(int) % 8
    thirds = np.minimum((distance[inside] / (_MEASURED_RADIUS_SHARE * radius) * 3).astype(int), 2)
    plane = np.column_stack([np.ones(int(ring.sum())), x[ring], y[ring]])
    return _CircleGrid(inside, ring, eighths, thirds, plane, x, y)


def _darkness(tones: NDArray[np.float32], circle: SlipCircle, place: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return how much darker than its paper each pixel around a circle is, ``(side, side)`` float32, 0 to 1."""
    grid = _grid(circle.radius)
    side = 2 * grid.half + 1
    there = cv2.getRectSubPix(tones, (side, side), (float(place[0]), float(place[1])))
    tone, kept = there[grid.ring].astype(np.float64), np.ones(len(grid.plane), bool)
    for _ in range(3):  # strokes that reach over the outline are not paper
        fit, *_ = np.linalg.lstsq(grid.plane[kept], tone[kept], rcond=None)
        left = tone - grid.plane @ fit
        kept = left > -1.2 * max(float(left[kept].std()), 1.0)
    paper = np.maximum(fit[0] + fit[1] * grid.x + fit[2] * grid.y, 10.0)
    return np.asarray(1 - there / paper, np.float32)


def _own_features(dark: NDArray[np.float32], circle: SlipCircle) -> NDArray[np.float64]:
    """Return the features of one circle alone, ``(13,)``, the first of ``FEATURE_NAMES``, by its ``_darkness``."""
    grid = _grid(circle.radius)
    values = dark[grid.inside]
    light, middle, heavy = np.percentile(values, [10, 50, 90])
    eighth = grid.eighths[grid.inside]
    means = np.bincount(eighth, values, 8) / np.maximum(np.bincount(eighth, minlength=8), 1)
    rings = np.bincount(grid.thirds, values, 3) / np.maximum(np.bincount(grid.thirds, minlength=3), 1)
    rough = np.abs(cv2.Laplacian(cv2.GaussianBlur(dark, (0, 0), 1.0), cv2.CV_32F))[grid.inside].mean()
    sides = _against_sides(dark, grid)
    return np.array(
        [values.mean(), middle, light, heavy, values.std(), (values > 0.1).mean(), (values > 0.25).mean(), means.min(), rings.min(),
         10 * rough, dark[grid.ring].std(), np.median(sides), np.sort(sides)[1]]
    )  # fmt: skip


def _against_sides(dark: NDArray[np.float32], grid: _CircleGrid) -> NDArray[np.float64]:
    """Return how much darker each eighth of a circle is than the paper next to it, ``(8,)``."""
    around, own = dark[grid.ring], dark[grid.inside]
    ring_eighths, own_eighths = grid.eighths[grid.ring], grid.eighths[grid.inside]
    found = []
    for part in range(8):
        # Strokes reach over the outline: the lighter half of the ring is paper.
        paper = _percentile(around[ring_eighths == part], 0.3)
        found.append(1 - (1 - float(own[own_eighths == part].mean())) / max(1 - paper, 0.05))
    return np.array(found)


def _percentile(values: NDArray[np.float32], share: float) -> float:
    """Return the percentile of a share, 0..1, with linear interpolation; NumPy's takes far longer for few values."""
    place = share * (len(values) - 1)
    low = int(place)
    ordered = np.sort(values)
    return float(ordered[low] + (ordered[min(low + 1, len(values) - 1)] - ordered[low]) * (place - low))


MODEL_FILE = Path(__file__).with_name("marks.json")
MODEL_VERSION = 3
#: Classes of a circle. ``empty`` includes rubbed-out marks and stray lines; ``neither`` is a cross or a tick.
MARK_KINDS = ("empty", "shaded", "neither")
#: Prior of crosses and ticks relative to the drawn training slips. It is a belief: slips ask pupils to shade, and nobody has counted.
_CROSS_PRIOR = 0.1
MAX_DEVIATIONS = 6.0  #: Features are clipped at this number of standard deviations, beyond which nothing was learned.
DARKNESS_RANGE = (-0.5, 1.5)  #: The darkness of a cell is clipped to this range.
PRIOR_CIRCLES = 0.5  #: Number of circles without features that count in each mean of a slip, so that a slip without a mark has one.

#: Weights and offsets of a layer: of a convolution ``(outputs, inputs, 3, 3)``, of a dense layer ``(outputs, inputs)``; ``(outputs,)``.
Layer = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True)
class MarkNetwork:
    """A network that looks at each circle, then compares it with the marks and the empty circles of its slip."""

    middle: NDArray[np.float64]  #: ``(16,)``, mean of each feature.
    spread: NDArray[np.float64]  #: ``(16,)``, standard deviation of each feature.
    convolutions: tuple[Layer, ...]  #: Of the picture of a circle, each with a stride of 2, then ReLU.
    circle: Layer  #: Of the last picture and the features, then tanh: the embedding of a circle.
    shaded: Layer  #: Of an embedding: the logit of being shaded, as the circle alone looks.
    slip: Layer  #: Of an embedding and the means of those of the slip, as shaded and as empty ones, then tanh.
    kinds: Layer  #: Of that: the logits of ``MARK_KINDS``.

    def logits(self, features: CircleFeatures) -> NDArray[np.float64]:
        """Return the logits ``(N, 3)`` float64 of the circles of one slip, at least one, see ``circle_features``."""
        own, pictures = np.split(features.astype(np.float64), [len(FEATURE_NAMES)], axis=1)
        planes = np.clip(pictures, *DARKNESS_RANGE).reshape(-1, 1, PATCH_CELLS, PATCH_CELLS)
        for weights, offsets in self.convolutions:
            windows = sliding_window_view(np.pad(planes, ((0, 0), (0, 0), (1, 1), (1, 1))), (3, 3), axis=(2, 3))[:, :, ::2, ::2]
            planes = np.maximum(np.moveaxis(np.tensordot(windows, weights, ((1, 4, 5), (1, 2, 3))) + offsets, 3, 1), 0)
        own = np.clip((own - self.middle) / self.spread, -MAX_DEVIATIONS, MAX_DEVIATIONS)
        embeddings = np.tanh(_dense(np.hstack([planes.reshape(len(planes), -1), own]), self.circle))
        share = 1 / (1 + np.exp(-_dense(embeddings, self.shaded)))
        means = [np.tile((part * embeddings).sum(0) / (part.sum() + PRIOR_CIRCLES), (len(own), 1)) for part in (share, 1 - share)]
        return _dense(np.tanh(_dense(np.hstack([embeddings, *means]), self.slip)), self.kinds)


def _dense(inputs: NDArray[np.float64], layer: Layer) -> NDArray[np.float64]:
    return np.asarray(inputs @ layer[0].T + layer[1])


def mark_probabilities(features: CircleFeatures) -> NDArray[np.float64]:
    """Return the probability of each of ``MARK_KINDS``, ``(N, 3)`` float64, by the features of all circles of a slip but filled ones."""
    logits = _load_network().logits(features)
    weighted = np.exp(logits - logits.max(axis=1, keepdims=True)) * (1, 1, _CROSS_PRIOR)
    return np.asarray(weighted / weighted.sum(axis=1, keepdims=True))


def parse_network(text: str) -> MarkNetwork:
    """Return the network of a text as ``MODEL_FILE`` has it; a ``ValueError`` for one of another version."""
    data = json.loads(text)
    if (data["version"], tuple(data.get("features", ())), data.get("cells")) != (MODEL_VERSION, FEATURE_NAMES, PATCH_CELLS):
        raise ValueError(f"{MODEL_FILE}: is of another version than this program; install numero-cam again")
    convolutions, dense = ([(np.array(weights), np.array(offsets)) for weights, offsets in part] for part in data["layers"])
    return MarkNetwork(np.array(data["middle"]), np.array(data["spread"]), tuple(convolutions), *dense)


@cache
def _load_network() -> MarkNetwork:
    return parse_network(MODEL_FILE.read_text(encoding="utf-8"))


CLEAR_PROBABILITY = 0.95  #: A mark is clear where the probability of empty or of shaded is at least this.
LIKELY_PROBABILITY = 0.5  #: Below this probability of both empty and shaded nothing is likely.
#: A mark is undecided where the probabilities of empty and of shaded are both at least this: the picture alone does not tell.
UNDECIDED_PROBABILITY = 0.3
#: Minimum of ``outline_strengths`` of a circle that is seen. On drawn slips of the world ``tuned`` seen ones have 0.25 and more, paper
#: without a circle 0.02 at most.
MIN_OUTLINE = 0.06


@dataclass(frozen=True)
class ReadMarks:
    """What is marked at a puzzle of a slip."""

    shaded: frozenset[int]  #: Indices in ``circles_of`` of the circles that are more likely shaded than empty.
    doubtful: tuple[int, ...]  #: Indices of the circles that are not clear, the least clear first.
    unlikely: tuple[int, ...]  #: Indices of the doubtful circles where nothing is likely, or that are not visible.
    undecided: tuple[int, ...]  #: Indices of the doubtful circles that may as well be empty as shaded.
    outside: bool  #: Whether a circle lies outside the photo.
    covered: bool  #: Whether a circle inside it is not seen: it is torn off, folded over, or something lies on it.
    places: NDArray[np.float64]  #: ``(N, 2)`` float64 pixels of the flattened slip, the middle of each circle.
    mark_probabilities: NDArray[np.float64]  #: ``(N, 3)`` float64, the probability of each of ``MARK_KINDS``; 0 of filled circles.


def read_marks(slip: FlatSlip, forms: Sequence[SlipForm]) -> tuple[ReadMarks, ...]:
    """Read which circles of each puzzle of a flattened slip, whose forms these are, are shaded, and how surely."""
    circles_of_forms = [circles_of(form) for form in forms]
    circles = tuple(chain.from_iterable(circles_of_forms))
    places = place_circles(slip, circles)
    marks = np.array([circle.use is not CircleUse.INK for circle in circles])
    probabilities = np.zeros((len(circles), len(MARK_KINDS)))
    probabilities[marks] = mark_probabilities(circle_features(slip, circles, places)[marks])
    is_printed = outline_strengths(slip, circles, places) >= MIN_OUTLINE
    read, start = list[ReadMarks](), 0
    for own in circles_of_forms:
        part = slice(start, start + len(own))
        read.append(_marks_of(slip, own, places[part], probabilities[part], is_printed[part]))
        start += len(own)
    return tuple(read)


def _marks_of(
    slip: FlatSlip,
    circles: tuple[SlipCircle, ...],
    places: NDArray[np.float64],
    probabilities: NDArray[np.float64],
    is_printed: NDArray[np.bool_],
) -> ReadMarks:
    """Return the marks of the circles of one puzzle by their places, the probabilities of their kinds, and whether outlines are seen."""
    marks = [place for place, circle in enumerate(circles) if circle.use is not CircleUse.INK]
    shaded = frozenset(
        place for place in marks if probabilities[place, MARK_KINDS.index("shaded")] > probabilities[place, MARK_KINDS.index("empty")]
    )
    sure = probabilities[:, :2].max(axis=1)
    outside = [place for place in marks if not _is_seen(slip, places[place], circles[place].radius)]
    # Shading may hide an outline; an empty circle without one is torn off, folded over or covered.
    hidden = {*outside, *(place for place in marks if place not in shaded and not is_printed[place])}
    doubtful = sorted(
        (place for place in marks if sure[place] < CLEAR_PROBABILITY or place in hidden), key=lambda place: float(sure[place])
    )
    unlikely = tuple(place for place in doubtful if sure[place] < LIKELY_PROBABILITY or place in hidden)
    undecided = tuple(place for place in doubtful if probabilities[place, :2].min() >= UNDECIDED_PROBABILITY)
    return ReadMarks(shaded, tuple(doubtful), unlikely, undecided, bool(outside), len(hidden) > len(outside), places, probabilities)


def _is_seen(slip: FlatSlip, place: NDArray[np.float64], radius: float) -> bool:
    """Return whether a circle lies inside the photo: its middle ``place`` in pixels of the slip, its radius in millimetres."""
    half = round(radius * PIXELS_PER_MM)
    x, y = np.round(place).astype(int)
    there = slip.seen[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
    return there.shape == (2 * half + 1, 2 * half + 1) and bool(there.all())
