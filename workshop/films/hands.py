"""Draws a hand with its arm from above as a picture with soft edges: bones, flesh as heights, light on them, then what is worn."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.films.bones import Bones, Build, Rod, bones_of
from workshop.films.wear import Wear
from workshop.synth import tables

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: What a picture of a hand shows, in card widths beside, before and behind the place where it holds.
HALF_WIDE, BEFORE, BEHIND = 2.5, 1.9, 15.5


@dataclass(frozen=True)
class Sprite:
    """A thing cut out, to be laid on pictures."""

    pixels: Picture  #: ``(H, W, 4)`` uint8 RGBA, colours multiplied by alpha.
    shade: Picture  #: ``(H, W)`` uint8, the soft mask of its shadow.
    anchor: NDArray[np.float64]  #: ``(2,)`` pixels of the picture: the place where it holds.
    scale: float  #: Pixels for a card's width.


class _Canvas:
    """Heights and colours of a hand while it is drawn."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        shape = (int((BEFORE + BEHIND) * scale), int(2 * HALF_WIDE * scale))
        self.height = np.full(shape, -1.0, np.float32)
        self.alpha = np.zeros(shape, np.float32)
        self.colour = np.zeros((*shape, 3), np.float32)
        self.origin = np.array([HALF_WIDE, BEFORE])

    def window(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> tuple[slice, slice, Floats, Floats] | None:
        """Rows and columns of a box in card widths, with x and y of their pixels."""
        x0, y0 = np.floor((low + self.origin) * self.scale).astype(int) - 2
        x1, y1 = np.ceil((high + self.origin) * self.scale).astype(int) + 2
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(self.alpha.shape[1], x1), min(self.alpha.shape[0], y1)
        if x1 <= x0 or y1 <= y0:
            return None
        y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
        return slice(y0, y1), slice(x0, x1), x / np.float32(self.scale) - self.origin[0], y / np.float32(self.scale) - self.origin[1]

    def add(self, rod: Rod, wider: float = 0.0) -> tuple[slice, slice, Floats, Floats] | None:
        """Raise the heights by a rod; gives where, how much of each pixel it covers, and how far along it each lies."""
        a, b = rod.a, rod.b
        most = max(rod.thick) + wider
        area = self.window(np.minimum(a[:2], b[:2]) - most, np.maximum(a[:2], b[:2]) + most)
        if area is None:
            return None
        rows, columns, x, y = area
        along = b[:2] - a[:2]
        t = np.clip(((x - a[0]) * along[0] + (y - a[1]) * along[1]) / max(float(along @ along), 1e-6), 0, 1).astype(np.float32)
        d = np.hypot(x - a[0] - t * along[0], y - a[1] - t * along[1]).astype(np.float32)
        r = (rod.thick[0] + wider + t * (rod.thick[1] - rod.thick[0])).astype(np.float32)
        cover = np.clip((r - d) * self.scale + 0.5, 0, 1).astype(np.float32)
        z = (a[2] + t * (b[2] - a[2]) + np.sqrt(np.maximum(r * r - d * d, 0))).astype(np.float32)
        old = self.height[rows, columns]
        joined = np.maximum(old, z) + 0.03 * np.exp(-np.abs(old - z) / 0.06)  # Flesh joins softly.
        self.height[rows, columns] = np.where(cover > 0, np.where(self.alpha[rows, columns] > 0, joined, z), old)
        self.alpha[rows, columns] = np.maximum(self.alpha[rows, columns], cover)
        return rows, columns, cover, t

    def stain(self, place: NDArray[np.float64], colour: Floats | NDArray[np.float64], radius: float, strength: float) -> None:
        """Mix a soft round patch into the colours."""
        area = self.window(place[:2] - 2 * radius, place[:2] + 2 * radius)
        if area is not None:
            rows, columns, x, y = area
            share = strength * np.exp(-((x - place[0]) ** 2 + (y - place[1]) ** 2) / radius**2)[..., None]
            self.colour[rows, columns] += (colour - self.colour[rows, columns]) * share

    def oval(
        self, place: NDArray[np.float64], direction: NDArray[np.float64], size: tuple[float, float], colour: Floats | NDArray[np.float64]
    ) -> None:
        """Paint an oval, ``size`` half long in its direction and half wide across, where there is hand."""
        area = self.window(place[:2] - max(size), place[:2] + max(size))
        if area is None:
            return
        rows, columns, x, y = area
        u = (x - place[0]) * direction[0] + (y - place[1]) * direction[1]
        v = -(x - place[0]) * direction[1] + (y - place[1]) * direction[0]
        d = np.sqrt((u / size[0]) ** 2 + (v / size[1]) ** 2)
        share = (np.clip((1 - d) * min(size) * self.scale + 0.5, 0, 1) * (self.alpha[rows, columns] > 0))[..., None]
        self.colour[rows, columns] += (colour - self.colour[rows, columns]) * share


def _flesh(rng: Rng, canvas: _Canvas, bones: Bones, wear: Wear) -> None:
    for rod in bones.rods:
        canvas.add(rod, 0.03 if wear.glove else 0.0)
    noise = tables.clouds(rng, 8, 5, 0.8, canvas.alpha.shape)
    canvas.colour[:] = wear.skin * (1 + np.float32(wear.rough) * 3 * noise)[..., None]
    if wear.glove:
        return
    red = wear.skin * np.array([1.0, 0.8, 0.78])
    for place in bones.knuckles:
        canvas.stain(place, red, 0.14, float(rng.uniform(0.2, 0.55)))
    for place, direction, thick, steep in bones.tips:
        canvas.stain(place, red, 0.18, 0.4)
        if steep < 1.1:
            nail = np.array([place[0], place[1]]) + direction * thick * 0.35
            canvas.oval(nail, direction, (thick * 0.95, thick * 0.66), wear.nails)
            canvas.oval(nail + direction * thick * 0.6, direction, (thick * 0.3, thick * 0.55), np.minimum(wear.nails * 1.15, 255))


def _sleeve(rng: Rng, canvas: _Canvas, arm: Rod, wear: Wear) -> None:
    length = float(np.linalg.norm(arm.b[:2] - arm.a[:2]))
    if wear.sleeve_from >= length:
        return
    share = max(0.0, wear.sleeve_from / length)
    thick = arm.thick[0] + share * (arm.thick[1] - arm.thick[0])
    start = arm.a + (arm.b - arm.a) * share
    direction = (arm.b[:2] - arm.a[:2]) / length
    done = canvas.add(Rod(np.array([*start[:2], arm.a[2]]), arm.b, (thick, arm.thick[1] * 1.2)), wear.loose)
    if done is None:
        return
    rows, columns, cover, _ = done
    area = canvas.window(np.array([-HALF_WIDE, -BEFORE]), np.array([HALF_WIDE, BEHIND]))
    if area is None:
        return
    x, y = area[2][rows, columns], area[3][rows, columns]
    along = (x - start[0]) * direction[0] + (y - start[1]) * direction[1]
    across = -(x - start[0]) * direction[1] + (y - start[1]) * direction[0]
    inside = cover * np.clip((along + wear.loose) * canvas.scale, 0, 1)  # The hem is straight.
    u, v = np.mod(along * 120, 511).astype(np.float32), np.mod(across * 120 + 256, 511).astype(np.float32)
    cloth = cv2.remap(wear.sleeve, u, v, cv2.INTER_LINEAR).astype(np.float32)
    fold = tables.clouds(rng, 6, 3, 0.6, cover.shape) * wear.folds
    canvas.height[rows, columns] += np.where(cover > 0, 0.25 * fold, 0)
    hem = np.where(np.abs(along + wear.loose - 0.12) < 0.03, 0.75, 1.0).astype(np.float32)
    shown = cloth * (hem * (1 + 0.5 * fold))[..., None]
    canvas.colour[rows, columns] += (shown - canvas.colour[rows, columns]) * inside[..., None]


def _jewels(canvas: _Canvas, bones: Bones, wear: Wear) -> None:
    metal = np.array(wear.metal, np.float32)
    for finger in wear.rings:
        place, direction, thick = bones.rings[finger]
        canvas.oval(place, direction, (0.05, thick * 1.05), metal)
    if wear.watch and bones.arm is not None:
        arm = bones.arm
        direction = (arm.b[:2] - arm.a[:2]) / np.linalg.norm(arm.b[:2] - arm.a[:2])
        place = arm.a[:2] + direction * 0.45
        canvas.oval(place, direction, (0.14, 0.6), wear.strap)
        canvas.oval(place, direction, (wear.watch, wear.watch), metal)
        canvas.oval(place, direction, (wear.watch * 0.8, wear.watch * 0.8), 255 - metal)


def _lit(rng: Rng, canvas: _Canvas, turn: float) -> Floats:
    """Colours under a lamp that stands the same way for all hands of a picture; ``turn``: the lamp's direction as the hand lies."""
    height = cv2.GaussianBlur(np.maximum(canvas.height, 0), (0, 0), max(0.6, canvas.scale * 0.015))
    step = canvas.scale / 2
    dx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) * (step / 4)
    dy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) * (step / 4)
    slope = np.sqrt(1 + dx * dx + dy * dy)
    low = rng.uniform(0.25, 0.8)
    lamp = np.array([np.cos(turn) * low, np.sin(turn) * low, 1.0]) / np.hypot(low, 1)
    facing = np.clip((-dx * lamp[0] - dy * lamp[1] + lamp[2]) / slope, 0, 1)
    hollow = np.clip(1 + 1.2 * (height - cv2.GaussianBlur(height, (0, 0), canvas.scale * 0.12)), 0.55, 1.15)
    dark = float(rng.uniform(0.35, 0.65))
    light = (dark + (1.08 - dark) * facing) * hollow
    shine = float(rng.uniform(0, 40)) * np.clip(facing, 0, 1) ** 24
    return np.asarray(np.clip(canvas.colour * light[..., None] + shine[..., None], 0, 255), np.float32)


def draw_hand(rng: Rng, build: Build, wear: Wear, pose: str, *, scale: float, lamp: float = 0.0, left: bool = False) -> Sprite:
    """Draws a hand with its arm in one of ``bones.POSES``; it reaches up, the arm comes from below.

    ``scale``: pixels for a card's width; ``lamp``: where the light comes from, in radians clockwise from the right of this picture.
    """
    bones = bones_of(rng, build, pose)
    canvas = _Canvas(scale)
    _flesh(rng, canvas, bones, wear)
    if bones.arm is not None:
        _sleeve(rng, canvas, bones.arm, wear)
    _jewels(canvas, bones, wear)
    lit = _lit(rng, canvas, np.pi - lamp if left else lamp)
    alpha = canvas.alpha
    pixels = np.dstack([lit * alpha[..., None], alpha * 255]).round().astype(np.uint8)
    if left:
        pixels = pixels[:, ::-1].copy()
    shade = cv2.GaussianBlur(np.ascontiguousarray(pixels[..., 3]), (0, 0), scale * float(rng.uniform(0.06, 0.2)))
    return Sprite(pixels, np.asarray(shade, np.uint8), canvas.origin * scale, scale)
