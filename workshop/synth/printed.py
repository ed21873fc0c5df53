"""Things with print that lie on and over tables: pages, boxes, keyboards, calendars, photos. Nothing on them is a card."""

import string

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.synth import fonts, inks, tables
from workshop.synth.laying import Shadow, drop_shadow, lay_on

Rng = np.random.Generator
Picture = NDArray[np.uint8]

LETTERS = list(string.ascii_letters + string.digits * 2)
LONG_SIDE = 260  #: Pixels of a thing's texture.


def _ink(rng: Rng) -> inks.Colour:
    red, green, blue = (int(part) for part in tables.colour(rng) * rng.uniform(0.2, 0.7))
    return red, green, blue


def _paper(rng: Rng, size: tuple[int, int]) -> Picture:
    shade = rng.uniform(200, 255, 3) if rng.random() < 0.6 else tables.colour(rng)
    return inks.sheet(*size, (int(shade[0]), int(shade[1]), int(shade[2])))


def _word(rng: Rng, longest: int = 9) -> str:
    return "".join(rng.choice(LETTERS, int(rng.integers(1, longest))))


def _page(rng: Rng, size: tuple[int, int]) -> Picture:
    """Lines of words, with a title: a page, a letter, a newspaper, a receipt."""
    canvas = _paper(rng, size)
    font, ink = fonts.pick(rng, legible=True), _ink(rng)
    height = float(rng.uniform(0.02, 0.07)) * min(size) + 4
    words = [inks.text(font, _word(rng), height) for _ in range(12)]
    step, y = height * rng.uniform(1.3, 2.2), float(rng.uniform(0.03, 0.2)) * size[0]
    title = inks.scaled(inks.text(font, _word(rng, 12), 40), float(rng.uniform(1.5, 5)) * height, width=0.9 * size[1])
    inks.stamp(canvas, title, (size[1] / 2, y), ink)
    y += step + title.shape[0] / 2
    while y < 0.96 * size[0]:
        x = 0.06 * size[1]
        while x < 0.9 * size[1]:
            mask = words[int(rng.integers(len(words)))]
            inks.stamp(canvas, mask, (x + mask.shape[1] / 2, y), ink)
            x += mask.shape[1] + 0.6 * height
        y += step
    return canvas


def _keys(rng: Rng, size: tuple[int, int]) -> Picture:
    """Rows of keys or buttons, a sign on each: a keyboard, a remote control, a pocket calculator."""
    canvas = _paper(rng, size)
    rows = int(rng.integers(3, 7))
    side = 0.92 * size[0] / rows
    tone, ink, font = tables.colour(rng), _ink(rng), fonts.pick(rng, legible=True)
    if float(tone.mean()) < 110:
        ink = (235, 235, 235)
    key = inks.rounded(max(4, int(0.86 * side)), max(4, int(side * rng.uniform(0.75, 1.1))), 0.12 * side)
    for row in range(rows):
        x = (0.04 + 0.02 * row) * size[1]
        while x < 0.94 * size[1]:
            centre = (x + key.shape[1] / 2, 0.04 * size[0] + (row + 0.5) * side)
            inks.stamp(canvas, key, centre, (int(tone[0]), int(tone[1]), int(tone[2])))
            inks.stamp(canvas, inks.text(font, str(rng.choice(LETTERS)), 0.35 * side), centre, ink)
            x += key.shape[1] + 0.12 * side
    return canvas


def _calendar(rng: Rng, size: tuple[int, int]) -> Picture:
    """Numbers in a grid: a calendar, a ruler's marks, a score sheet, a board game."""
    canvas = _paper(rng, size)
    font, ink = fonts.pick(rng), _ink(rng)
    across, down = int(rng.integers(4, 10)), int(rng.integers(3, 9))
    wide, high = size[1] / across, size[0] / down
    for k in range(across * down):
        mask = inks.scaled(inks.text(font, str(k + 1), 24), float(rng.uniform(0.3, 0.4)) * high, width=0.7 * wide)
        inks.stamp(canvas, mask, ((k % across + 0.5) * wide, (k // across + 0.5) * high), ink)
    if rng.random() < 0.6:
        for k in range(across + 1):
            cv2.line(canvas, (int(k * wide), 0), (int(k * wide), size[0]), ink, 1)
        for k in range(down + 1):
            cv2.line(canvas, (0, int(k * high)), (size[1], int(k * high)), ink, 1)
    return canvas


def _box(rng: Rng, size: tuple[int, int]) -> Picture:
    """A pattern with large words: a book, a game's box, a packet."""
    share = tables.clouds(rng, int(rng.choice([2, 4, 16])), 3, shape=(LONG_SIDE // 3, LONG_SIDE // 3)) * rng.uniform(0, 0.6) + 0.5
    one, other = tables.colour(rng), tables.colour(rng)
    pattern = np.clip(one + (other - one) * share[..., None], 0, 255).astype(np.uint8)
    canvas = np.asarray(cv2.resize(pattern, (size[1], size[0]), interpolation=cv2.INTER_LINEAR), np.uint8)
    font = fonts.pick(rng)
    for _ in range(int(rng.integers(0, 6))):
        mask = inks.scaled(inks.text(font, _word(rng), 48), float(rng.uniform(0.05, 0.35)) * size[0], width=0.9 * size[1])
        inks.stamp(canvas, mask, (float(rng.uniform(0.1, 0.9)) * size[1], float(rng.uniform(0, 1)) * size[0]), _ink(rng))
    for _ in range(int(rng.integers(0, 4))):  # Panels, pictures and labels.
        low, high = rng.integers(0, size[1], 2), rng.integers(0, size[0], 2)
        corner, opposite = (int(low.min()), int(high.min())), (int(low.max()), int(high.max()))
        cv2.rectangle(canvas, corner, opposite, _ink(rng), int(rng.choice([-1, 2, 4])))
    return canvas


MAKERS = (_page, _page, _keys, _calendar, _box, _box)


def printed(rng: Rng) -> Picture:
    """The look of one thing, ``(H, W, 4)`` uint8 RGBA, its longer side ``LONG_SIDE`` pixels."""
    short = int(LONG_SIDE * rng.uniform(0.25, 1))
    size = (LONG_SIDE, short) if rng.random() < 0.5 else (short, LONG_SIDE)
    canvas = MAKERS[int(rng.integers(len(MAKERS)))](rng, size)
    return np.dstack([canvas, np.full(canvas.shape[:2], 255, np.uint8)])


def lay_under(rng: Rng, picture: NDArray[np.float32], size: float) -> None:
    """Lays printed things on a table ``(H, W, 3)`` float32 RGB without cards, which is changed; ``size``: a card's width, pixels."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        texture = printed(rng)
        long = size * float(np.exp(rng.uniform(np.log(1.5), np.log(9))))
        box = (long * texture.shape[1] / LONG_SIDE, long * texture.shape[0] / LONG_SIDE)
        middle = float(rng.uniform(0, width)), float(rng.uniform(0, height))
        quad = cv2.boxPoints((middle, box, float(rng.uniform(0, 360)))).astype(np.float64)
        quad *= 1 + rng.normal(0, 0.03, (4, 2)) * [long / width, long / height]
        if rng.random() < 0.4:
            shadow = Shadow(rng.normal(0, 0.04, 2) * size, size * float(rng.uniform(0.01, 0.05)), float(rng.uniform(0.1, 0.6)))
            drop_shadow(rng, picture, quad, shadow)
        lay_on(picture, texture, quad)
