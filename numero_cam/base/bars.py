"""Cuts the black bars from around a photo: a reader that shrinks the whole picture would read smaller cards."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Frame, TableState

MAX_BAR_LEVEL = 16  #: Maximum level of a pixel of a bar; video has its black there, and compression adds some.
MIN_BAR_SHARE = 0.02  #: Minimum width of the bars of two sides, as a share of that side of the picture. So much of them stays, too.


def without_bars(frame: Frame) -> tuple[Frame, tuple[int, int]]:
    """Return a photo without its black bars, and x and y of its first pixel in the whole; the photo as it is where it has none."""
    pixels = frame.pixels
    if all(edge.max() > MAX_BAR_LEVEL for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])):
        return frame, (0, 0)
    rows = pixels.reshape(len(pixels), -1)
    brightest = rows.max(axis=1), rows.max(axis=0).reshape(-1, 3).max(axis=1)  # a mask of the whole picture would take memory
    (top, bottom), (left, right) = (_shown(levels <= MAX_BAR_LEVEL) for levels in brightest)
    if (bottom - top, right - left) == pixels.shape[:2]:
        return frame, (0, 0)
    return replace(frame, pixels=pixels[top:bottom, left:right]), (left, top)


def _shown(is_bar: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the first row or column that is shown and the one after the last; ``is_bar`` is ``(N,)``, whether each is dark."""
    length = len(is_bar)
    kept = np.flatnonzero(~is_bar)
    if not len(kept):
        return 0, length
    first, last = int(kept[0]), int(kept[-1]) + 1
    margin = round(MIN_BAR_SHARE * length)
    return (max(0, first - margin), min(length, last + margin)) if first + length - last > 2 * margin else (0, length)


def with_bars(state: TableState, frame: Frame, origin: tuple[int, int]) -> TableState:
    """Return what was read in a photo without its bars in pixels of the whole ``frame``; ``origin`` is that of ``without_bars``."""
    offset = np.array(origin, np.float32)
    cards = tuple(replace(card, reading=replace(card.reading, corners=card.reading.corners + offset)) for card in state.cards)
    return replace(state, width=frame.width, height=frame.height, cards=cards)
