"""Slips on a desk as a phone sees them: crumpled, in a shadow, from the side, a corner covered.

``held`` has another phone, other folds and other shadows than ``tuned``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.marking.slip_layout import slip_corners
from workshop.slips.hands import DOTS, Rng, World

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class View:
    """How slips are photographed."""

    tilt: float = 10.0  #: Degrees between the view and straight down.
    crumple: float = 0.0  #: Height of folds, millimetres; 0 for flat.
    shadow: float = 0.0  #: How much light a shadow takes, 0..1.
    covered: bool = False  #: Whether a thumb lies on one corner of each slip.
    turn: float = 12.0  #: Degrees that each slip may be turned to either side.


def photograph(rng: Rng, slips: Sequence[Picture], size: tuple[int, int], view: View, world: World) -> Picture:
    """A photo ``(height, width, 3)`` uint8 RGB, ``size`` is width and height, of slips (``fill.printed``) that lie on a desk in rows."""
    places = _places(rng, [(slip.shape[1] / DOTS, slip.shape[0] / DOTS) for slip in slips], size, view.turn)
    to_photo = _camera(rng, np.concatenate(places), size, view.tilt)
    desk = _desk(rng, size)
    for slip, place in zip(slips, places, strict=True):
        paper = slip.astype(np.float32) * np.float32(rng.uniform(0.9, 1.0))
        if view.crumple:
            paper = _crumpled(rng, paper, view, world)
        if view.covered:
            _thumb(rng, paper)
        _lay(desk, paper, geometry.transform(to_photo, place))
    return _seen(rng, _lit(rng, desk, view.shadow, world), world)


def _places(rng: Rng, sizes: Sequence[tuple[float, float]], size: tuple[int, int], turn: float) -> list[NDArray[np.float64]]:
    """Corners of slips of these sizes on the desk, ``(4, 2)`` millimetres; `size` is that of the photo."""
    wide, tall = np.max(sizes, axis=0)
    columns = max(1, round(np.sqrt(len(sizes) * size[0] / size[1] * tall / wide)))
    found = []
    for place, own in enumerate(sizes):
        angle = np.radians(rng.uniform(-turn, turn))
        reach = 1 + 0.35 * abs(np.sin(np.radians(turn)))
        middle = np.array([place % columns * wide, place // columns * tall]) * reach + rng.normal(0, 2, 2)
        matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = slip_corners(own)
        found.append((corners - corners.mean(0)) @ matrix.T + middle)
    return found


def _camera(rng: Rng, points: NDArray[np.float64], size: tuple[int, int], tilt: float) -> NDArray[np.float64]:
    """Homography from the desk to a photo that shows all the points."""
    t, r = np.radians(tilt), np.radians(rng.normal(0, 4))
    side = np.radians(rng.uniform(-0.4, 0.4) * tilt)
    turn = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    sway = np.array([[np.cos(side), 0, np.sin(side)], [0, 1, 0], [-np.sin(side), 0, np.cos(side)]])
    rotation = turn @ lean @ sway
    middle = points.mean(0)
    extent = float(np.ptp(points, axis=0).max())
    distance = extent * rng.uniform(1.5, 2.2)
    shift = -rotation @ np.array([*middle, 0.0]) + np.array([0, 0, distance])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], shift])
    seen = geometry.transform(plane, points)
    low, high = seen.min(0), seen.max(0)
    scale = float((np.array(size) * rng.uniform(0.9, 0.97) / (high - low)).min())
    offset = np.array(size) / 2 - (low + high) / 2 * scale
    return np.asarray(np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1]]) @ plane)


def _desk(rng: Rng, size: tuple[int, int]) -> Floats:
    colour = rng.choice(np.array([[150, 110, 75], [200, 175, 140], [90, 90, 95], [225, 225, 220], [60, 45, 35], [120, 140, 120]]))
    small = rng.normal(0, 1, (size[1] // 8 + 1, size[0] // 60 + 1)).astype(np.float32)
    wood = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(colour.astype(np.float32) + wood[..., None] * rng.uniform(1, 10), np.float32)


def _lay(desk: Floats, picture: Floats, quad: NDArray[np.float64]) -> None:
    """Puts a slip into the photo; ``quad`` is where its corners are."""
    width, height = picture.shape[1] / DOTS, picture.shape[0] / DOTS
    corners = slip_corners((width, height)) * DOTS - 0.5
    low, high = np.floor(quad.min(0)).astype(int) - 2, np.ceil(quad.max(0)).astype(int) + 3
    low, high = np.maximum(low, 0), np.minimum(high, (desk.shape[1], desk.shape[0]))
    if (high <= low).any():
        return
    matrix = geometry.homography(corners, quad - low)
    shape = (int(high[0] - low[0]), int(high[1] - low[1]))
    smaller = float(np.sqrt(abs(geometry.area(quad)) / (width * height))) / DOTS
    if smaller < 0.8:  # a lens gathers what falls on a pixel
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.45 / smaller), np.float32)
    there = desk[low[1] : high[1], low[0] : high[0]]
    cover = cv2.warpPerspective(np.ones(picture.shape[:2], np.float32), matrix, shape, flags=cv2.INTER_LINEAR)[..., None]
    there[:] = (
        there * (1 - cover) + cv2.warpPerspective(picture, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) * cover
    )


def _crumpled(rng: Rng, picture: Floats, view: View, world: World) -> Floats:
    """Heights of the paper move what is seen from the side, and are brighter towards the light."""
    height, width = picture.shape[:2]
    small = (height // 10, width // 10)
    hills = _folds(rng, small) if world == "held" else sum((_hills(rng, small, cells) / cells for cells in (2, 4, 7)), np.zeros(small))
    hills = hills / max(float(np.abs(hills).max()), 1e-6) * view.crumple  # millimetres
    direction = rng.uniform(0, 2 * np.pi)
    lean = np.tan(np.radians(max(view.tilt, 8.0))) * np.array([np.cos(direction), np.sin(direction)])
    high = cv2.resize(hills.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    # What lies high is seen elsewhere; the corners of the slip keep their places, as its markers are what is looked for.
    moved = cv2.remap(
        picture,
        x + high * np.float32(lean[0] * DOTS),
        y + high * np.float32(lean[1] * DOTS),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    slope_y, slope_x = np.gradient(hills)
    light = rng.uniform(0, 2 * np.pi)
    shade = 1 - rng.uniform(0.8, 2.0) * (slope_x * np.cos(light) + slope_y * np.sin(light))
    return np.asarray(moved * cv2.resize(np.clip(shade, 0.55, 1.25).astype(np.float32), (width, height))[..., None], np.float32)


def _hills(rng: Rng, shape: tuple[int, int], cells: int) -> NDArray[np.float64]:
    rough = rng.normal(0, 1, (cells + 2, cells + 2))
    return np.asarray(cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float64)


def _folds(rng: Rng, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Straight creases: the paper is flat between them."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float64) / max(shape)
    out = np.zeros(shape)
    for _ in range(int(rng.integers(3, 8))):
        turn = rng.uniform(0, np.pi)
        away = x * np.cos(turn) + y * np.sin(turn) - rng.uniform(0.1, 0.9)
        out += rng.normal(0, 1) * np.abs(away)
    return np.asarray(cv2.GaussianBlur(out - out.mean(), (0, 0), 0.6), np.float64)


def _thumb(rng: Rng, picture: Floats) -> None:
    """A thumb on one corner, marker and all."""
    height, width = picture.shape[:2]
    x, y = rng.integers(2) * (width - 110) + 55, rng.integers(2) * (height - 110) + 55
    colour = rng.choice(np.array([[224, 172, 140], [141, 85, 56], [90, 56, 40]])).tolist()
    cv2.ellipse(picture, (int(x), int(y)), (90, 70), float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)


def _lit(rng: Rng, desk: Floats, shadow: float, world: World) -> Floats:
    height, width = desk.shape[:2]
    y, x = np.mgrid[0 : height // 8 + 1, 0 : width // 8 + 1].astype(np.float32)
    x, y = x / x.max(), y / y.max()
    turn = rng.uniform(0, 2 * np.pi)
    light: NDArray[np.float64] = np.asarray(1 - rng.uniform(0.05, 0.3) * (x * np.cos(turn) + y * np.sin(turn)), np.float64)
    if shadow:
        at = rng.uniform(0.3, 0.7)
        across = (x - at) * np.cos(turn + 1) + (y - at) * np.sin(turn + 1)
        soft = rng.uniform(0.004, 0.08)
        mask = 1 / (1 + np.exp(-np.clip(across / soft, -30, 30)))
        if world == "tuned":
            mask = _shadows(rng, x, y)
        if world == "held":  # the shadow of an arm: two edges, one sharper than the other
            soft = rng.uniform(0.003, 0.02)
            mask = mask * (1 / (1 + np.exp(-np.clip((rng.uniform(0.15, 0.35) - across) / soft, -30, 30))))
        light = light * (1 - shadow * mask)
    field = cv2.resize(light.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    warm = np.array([1.0, 1.0, 1.0]) + np.array([1, 0.2, -1]) * rng.normal(0, 0.06)
    return np.asarray(desk * field[..., None] * warm.astype(np.float32) * np.float32(rng.uniform(0.6, 1.0)), np.float32)


def _shadows(rng: Rng, x: Floats, y: Floats) -> NDArray[np.float64]:
    """Shadows of things with round and straight edges, some within others, ``(height, width)`` 0..1."""
    mask = np.zeros(x.shape)
    for _ in range(int(rng.integers(1, 4))):
        at, soft = rng.uniform(0.1, 0.9, 2), 10 ** rng.uniform(-2.8, -1.1)
        turn, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.7)
        straight = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
        away = straight if rng.random() < 0.6 else reach - np.hypot(x - at[0], y - at[1])
        mask = np.maximum(mask, rng.uniform(0.6, 1.1) / (1 + np.exp(-np.clip(away / soft, -30, 30))))
    return np.asarray(mask, np.float64)


def _developed(rng: Rng, picture: Floats) -> Floats:
    """A phone that makes light parts lighter and dark ones darker, or the other way round, and hides its noise."""
    bright = np.clip(picture, 0, 255) / 255
    curved = bright + rng.uniform(-0.35, 0.6) * bright * (1 - bright) * (2 * bright - 1) * 2
    out = np.asarray(255 * np.clip(curved, 0, 1), np.float32)
    coarse = rng.normal(0, rng.uniform(0, 7), (out.shape[0] // 2 + 1, out.shape[1] // 2 + 1, 3)).astype(np.float32)
    out = out + cv2.resize(coarse, (out.shape[1], out.shape[0]), interpolation=cv2.INTER_LINEAR)
    out = out + rng.normal(0, rng.uniform(0.5, 6), (*out.shape[:2], 1)).astype(np.float32)
    wide = cv2.blur(out, (31, 31))
    out = wide + np.float32(rng.uniform(0.8, 1.3)) * (out - wide)
    return np.asarray(cv2.medianBlur(np.clip(out, 0, 255).astype(np.uint8), 3) if rng.random() < 0.3 else out, np.float32)


def _seen(rng: Rng, picture: Floats, world: World) -> Picture:
    """What the phone makes of it."""
    if world == "tuned":
        out = _developed(rng, np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.4))), np.float32))
        quality = int(rng.integers(55, 95))
    else:
        bright = np.clip(_barrel(rng, picture), 0, 255) / 255
        out = np.asarray(cv2.GaussianBlur(255 * np.power(bright, rng.uniform(0.8, 1.2)), (0, 0), float(rng.uniform(0.5, 1.2))), np.float32)
        out = out + np.asarray(cv2.blur(rng.normal(0, rng.uniform(3, 9), out.shape).astype(np.float32), (2, 2)), np.float32)
        soft = np.asarray(cv2.GaussianBlur(out, (0, 0), 1.6), np.float32)
        out = out + np.float32(rng.uniform(0.1, 0.5)) * (out - soft)  # phones sharpen
        quality = int(rng.integers(60, 90))
    _, data = cv2.imencode(".jpg", np.clip(out, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _barrel(rng: Rng, picture: Floats) -> Floats:
    """The lens bends lines a little."""
    height, width = picture.shape[:2]
    focal, bend = max(height, width) * 0.8, float(rng.uniform(-0.04, 0.03))
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    return np.asarray(cv2.undistort(picture, matrix, np.array([bend, 0.0, 0, 0, 0])), np.float32)
