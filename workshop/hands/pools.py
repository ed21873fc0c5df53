"""What pictures are put together from: table tops, cards, arms that were drawn or rendered, things, and chess boards.

Each process keeps a stock of them and replaces a part now and then, because drawing one takes longer than laying it on a table.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.films.bones import POSES, Build
from workshop.films.hands import draw_hand
from workshop.films.things import draw_thing
from workshop.films.wear import random_wear
from workshop.synth import tables

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Item = TypeVar("Item")

CARD_SIZE = (80, 112)  #: Width and height of a card's picture on a deck's sheet, pixels.
HELD_OUT_ARMS, HELD_OUT_DECKS = 8, 6  #: Every so many-th rendered arm, and every so many-th deck, is kept for measuring.
#: Parts of the circle of hues from which table tops are taken only for measuring.
HELD_OUT_HUES = ((0.18, 0.26), (0.6, 0.68), (0.93, 0.97))
DRAWN_SCALE = 42  #: Pixels for a card's width in hands and things that are drawn.


@dataclass(frozen=True)
class Cutout:
    """An arm, head or thing to be laid on a table."""

    pixels: Picture  #: ``(H, W, 4)`` uint8 RGBA, colours multiplied by alpha.
    anchor: Points  #: ``(2,)`` pixels: the place where it holds, or its middle.
    scale: float  #: Pixels for a card's width.


class Stock(Generic[Item]):
    """So many things of a kind, drawn when first needed; after every `uses` picks one is drawn anew."""

    def __init__(self, draw: Callable[[Rng], Item], size: int, uses: int) -> None:
        self._draw, self._size, self._uses = draw, size, uses
        self._items: list[Item] = []
        self._picks = 0

    def pick(self, rng: Rng) -> Item:
        """One of them."""
        self._picks += 1
        if len(self._items) < self._size:
            self._items.append(self._draw(rng))
            return self._items[-1]
        k = int(rng.integers(self._size))
        if self._picks % self._uses == 0:
            self._items[k] = self._draw(rng)
        return self._items[k]


def _hue(rng: Rng, *, held_out: bool) -> float:
    while True:
        hue = float(rng.random())
        if any(low <= hue < high for low, high in HELD_OUT_HUES) == held_out:
            return hue


def _strong_cloth(rng: Rng, hue: float) -> Picture:
    """Felt, baize or a tablecloth in one strong colour."""
    value, saturation = rng.uniform(40, 230), rng.uniform(110, 250)
    pixel = cv2.cvtColor(np.array([[[hue * 180, saturation, value]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0].astype(np.float32)
    life = 1 + rng.uniform(0.02, 0.12) * tables.clouds(rng, 2, 3) + rng.normal(0, rng.uniform(0, 0.08), (tables.SIDE, tables.SIDE))
    return np.clip(pixel * life[..., None], 0, 255).astype(np.uint8)


def _shifted(picture: Picture, hue: float) -> Picture:
    """The same with its mean hue moved to `hue` (0..1)."""
    hsv = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2HSV), np.uint8)
    weight = hsv[..., 1].astype(np.float32)
    angle = hsv[..., 0] * (np.pi / 90)
    mean = np.arctan2(float((np.sin(angle) * weight).sum()), float((np.cos(angle) * weight).sum())) * 90 / np.pi
    hsv[..., 0] = (hsv[..., 0] + (hue * 180 - mean)) % 180
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), np.uint8)


def table_top(rng: Rng, *, held_out: bool) -> Picture:
    """A table's picture ``(512, 512, 3)`` uint8 RGB; one in four is a strong cloth, half of the others have their hue moved."""
    hue = _hue(rng, held_out=held_out)
    if rng.random() < 0.25:
        return _strong_cloth(rng, hue)
    _, picture = tables.random_table(rng)
    return _shifted(picture, hue) if rng.random() < 0.5 else picture


def _drawn_arm(rng: Rng) -> Cutout:
    sprite = draw_hand(
        rng,
        Build.random(rng),
        random_wear(rng),
        str(rng.choice(POSES)),
        scale=DRAWN_SCALE,
        lamp=float(rng.uniform(0, 2 * np.pi)),
        left=False,
    )
    return Cutout(sprite.pixels, sprite.anchor, sprite.scale)


def _drawn_thing(rng: Rng, kinds: tuple[str, ...]) -> Cutout:
    sprite = draw_thing(rng, str(rng.choice(kinds)), DRAWN_SCALE)
    return Cutout(sprite.pixels, sprite.anchor, sprite.scale)


def _chess_board(rng: Rng) -> Cutout:
    """A board with its rim, its squares plain or grained, some with round pieces from above."""
    square, rim = 26, int(rng.integers(0, 26))
    side = 8 * square + 2 * rim
    light, dark = np.clip(tables.colour(rng) * 0.4 + 140, 0, 255), tables.colour(rng) * rng.uniform(0.3, 0.8)
    if rng.random() < 0.6:
        light, dark = np.array([235, 205, 160]) * rng.uniform(0.7, 1.05), np.array([150, 95, 55]) * rng.uniform(0.5, 1.2)
    k = np.arange(8 * square) // square % 2
    share = (k[:, None] ^ k[None, :])[..., None]
    board = np.broadcast_to(dark * rng.uniform(0.6, 1.3), (side, side, 3)).copy()
    board[rim : side - rim, rim : side - rim] = light + (dark - light) * share
    grain = cv2.resize(rng.normal(0, 1, (side, 6)).astype(np.float32), (side, side)) * rng.uniform(0, 0.08)
    out = np.clip(board * (1 + grain[..., None]), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 33))):
        x, y = (rng.integers(0, 8, 2) + 0.5) * square + rim + rng.normal(0, 1.5, 2)
        tone = np.array([238, 215, 175] if rng.random() < 0.5 else [60, 40, 30]) * rng.uniform(0.6, 1.1)
        for radius, gain in ((0.36, 0.7), (0.32, 1.0), (0.2, 0.8), (0.13, 1.15)):
            colour = tuple(float(v) for v in np.clip(tone * gain, 0, 255))
            cv2.circle(out, (int(x * 8), int(y * 8)), int(radius * square * 8), colour, -1, cv2.LINE_AA, 3)
    alpha = np.full((side, side, 1), 255, np.uint8)
    return Cutout(np.dstack([out, alpha]), np.array([side / 2, side / 2]), float(square) * 1.6)


def _paper(rng: Rng) -> Cutout:
    """A white or tinted sheet, bar or box, empty, ruled or printed."""
    long, short = rng.uniform(1.0, 6.0), rng.uniform(0.15, 3.5)
    h, w = int(long * DRAWN_SCALE), max(4, int(short * DRAWN_SCALE))
    tone = rng.uniform(170, 255) + rng.normal(0, 8, 3) if rng.random() < 0.6 else tables.colour(rng)
    ramp = 1 + rng.normal(0, 0.12) * np.linspace(-1, 1, h)[:, None] + rng.normal(0, 0.12) * np.linspace(-1, 1, w)[None]
    out = np.clip(tone * ramp[..., None], 0, 255).astype(np.uint8)
    ink = tuple(float(v) for v in tables.colour(rng) * rng.uniform(0, 1))
    kind = rng.integers(4)
    if kind == 1:
        for y in range(8, h - 6, int(rng.integers(6, 16))):
            cv2.line(out, (6, y), (int(w * rng.uniform(0.5, 0.95)), y), ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    elif kind == 2:
        step = int(rng.integers(8, 22))
        for y in range(3, h - step, step):
            for x in range(3, w - step, step):
                cv2.rectangle(out, (x, y), (x + step - 3, y + step - 3), ink, -1)
    elif kind == 3:
        size = rng.uniform(0.5, 2.5)
        cv2.putText(
            out, "".join(rng.choice(list("0123456789ABCEHKRSTX+-"), 3)), (5, int(h * 0.6)), 0, size, ink, int(1 + 2 * size), cv2.LINE_AA
        )
    return Cutout(np.dstack([out, np.full((h, w, 1), 255, np.uint8)]), np.array([w / 2, h / 2]), float(DRAWN_SCALE))


def _stick(rng: Rng) -> Cutout:
    """A pencil, ruler, moulding or cable: long and rounded, often in colours of skin and wood."""
    h, w = int(rng.uniform(2, 14) * DRAWN_SCALE), max(3, int(rng.uniform(0.06, 1.1) * DRAWN_SCALE))
    tone = np.array([222, 170, 125]) * rng.uniform(0.35, 1.12) + rng.normal(0, 14, 3) if rng.random() < 0.6 else tables.colour(rng)
    across = np.linspace(-1, 1, w)
    lit = 1.1 - rng.uniform(0, 0.6) * np.abs(across - rng.uniform(-0.5, 0.5)) ** rng.uniform(1, 3)
    grain = cv2.resize(rng.normal(0, 1, (12, w)).astype(np.float32), (w, h)) * rng.uniform(0, 0.1)
    out = np.clip(tone * (lit[None] * (1 + grain))[..., None], 0, 255).astype(np.uint8)
    return Cutout(np.dstack([out, np.full((h, w, 1), 255, np.uint8)]), np.array([w / 2, h / 2]), float(DRAWN_SCALE))


def _piece(rng: Rng) -> Cutout:
    """A turned piece that stands, as a chessman or a pawn, seen from the side."""
    h, w = int(rng.uniform(0.5, 1.8) * DRAWN_SCALE), int(rng.uniform(0.35, 0.7) * DRAWN_SCALE)
    places = np.linspace(0, 1, 9)
    wide = rng.uniform(0.2, 0.75, 9)
    wide[0], wide[-1], wide[1 + int(rng.integers(3))] = 0.15, 1.0, rng.uniform(0.5, 0.9)
    half = np.interp(np.linspace(0, 1, h), places, wide) * w / 2
    x = np.arange(w) - w / 2 + 0.5
    across = x[None] / np.maximum(half[:, None], 1)
    alpha = np.clip(half[:, None] - np.abs(x[None]) + 0.5, 0, 1)[..., None]
    tone = (
        tables.colour(rng) if rng.random() < 0.4 else np.array([230, 190, 140]) * rng.choice([rng.uniform(0.8, 1.1), rng.uniform(0.1, 0.4)])
    )
    lit = np.sqrt(np.clip(1 - np.clip(across, -1, 1) ** 2, 0.05, 1)) * (1 + rng.uniform(-0.3, 0.3) * across)
    out = np.clip(tone * lit[..., None], 0, 255) * alpha
    return Cutout(np.dstack([out, alpha * 255]).round().astype(np.uint8), np.array([w / 2, h * 0.95]), float(DRAWN_SCALE))


@dataclass(frozen=True)
class Deck:
    """Cards ``(N, 112, 80, 4)`` uint8 RGBA with round corners, colours multiplied by alpha; the last is the back."""

    cards: Picture


def _read_decks(folder: Path, *, held_out: bool) -> list[Deck]:
    w, h = CARD_SIZE
    out = []
    for k, path in enumerate(sorted(folder.glob("*.jpg"))):
        if (k % HELD_OUT_DECKS == 0) != held_out:
            continue
        sheet = np.asarray(cv2.imread(str(path)), np.uint8)[..., ::-1]
        cards = sheet.reshape(h, -1, w, 3).transpose(1, 0, 2, 3)
        radius = (3, 6, 9)[k % 3]
        alpha = np.zeros((h, w), np.uint8)
        cv2.rectangle(alpha, (radius, 0), (w - 1 - radius, h - 1), 255, -1)
        cv2.rectangle(alpha, (0, radius), (w - 1, h - 1 - radius), 255, -1)
        for x in (radius, w - 1 - radius):
            for y in (radius, h - 1 - radius):
                cv2.circle(alpha, (x, y), radius, 255, -1, cv2.LINE_AA)
        stacked = np.broadcast_to(alpha[None, ..., None], (*cards.shape[:3], 1))
        out.append(Deck(np.concatenate([(cards * (stacked / 255.0)).astype(np.uint8), stacked], axis=3)))
    return out


def read_arm(folder: Path, about: dict[str, Any]) -> Cutout:
    """A rendered arm of a folder, as its line of ``arms.jsonl`` tells."""
    bgra = np.asarray(cv2.imread(str(folder / f"{about['n']:05d}.webp"), cv2.IMREAD_UNCHANGED), np.uint8)
    alpha = bgra[..., 3:]
    colours = bgra[..., 2::-1] * (alpha / 255.0)
    return Cutout(np.dstack([colours.round().astype(np.uint8), alpha]), np.array(about["anchor"]), float(about["scale"]))


class Pools:
    """What a process puts pictures together from: ``arms`` (rendered cut-outs) and ``decks`` (sheets of cards) of a folder.

    Nothing that is held out is ever trained on. ``lavish``: how much is drawn anew, 1 for training.
    """

    def __init__(self, folder: Path, *, held_out: bool, lavish: float = 1.0) -> None:
        arms = folder / "arms"
        listed = [json.loads(line) for line in (arms / "arms.jsonl").read_text().splitlines()]
        self.rendered = [read_arm(arms, about) for about in listed if (about["n"] % HELD_OUT_ARMS == 0) == held_out]
        self.decks = _read_decks(folder / "decks", held_out=held_out)
        size = int(40 * lavish)
        self.tops = Stock(lambda rng: table_top(rng, held_out=held_out), size, 30)
        self.arms = Stock(_drawn_arm, size, 25)
        self.boards = Stock(_chess_board, size // 3, 15)
        self.pieces = Stock(_piece, size, 15)
        self.papers = Stock(_paper, size, 12)
        self.sticks = Stock(_stick, size, 12)
        self.things = Stock(lambda rng: _drawn_thing(rng, ("mug", "phone", "book", "box")), size, 15)
        self.bodies = Stock(lambda rng: _drawn_thing(rng, ("head", "paw")), size // 2, 12)
        self.shapes = Stock(lambda rng: _drawn_thing(rng, ("shape",)), size // 2, 12)

    def arm(self, rng: Rng) -> Cutout:
        """An arm, rendered or drawn."""
        return self.rendered[int(rng.integers(len(self.rendered)))] if rng.random() < 0.62 else self.arms.pick(rng)

    def deck(self, rng: Rng) -> Deck:
        """A deck."""
        return self.decks[int(rng.integers(len(self.decks)))]
