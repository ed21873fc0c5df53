"""Which places of the table are worth reading now: those that changed and are still, and were not read since."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.table.background import THREE, Ground, Mask
from numero_cam.vision.candidates import PixelBox

LEAST_PLACES = 12
"""Fewer changed places of the small picture are no card."""
AGAIN, TIMES, MOST_TIMES = 0.2, 2.0, 8
"""Seconds until a place that was read and not explained is read again, each time so many times as long, up to so many times."""
RESTLESS = 0.4
"""Seconds between two looks at still places that something moves beside, as a hand: mostly it is still over them."""
WORTH_JOINING = 1.3
"""Two boxes are read as one if that is not much larger than both."""


class Asking:
    """When each place of the small picture was read last.

    Args:
        shape: Height and width of the small picture.
    """

    def __init__(self, shape: tuple[int, int]) -> None:
        self._read_n = np.full(shape, -1, np.int32)
        self._read_at = np.full(shape, -RESTLESS, np.float32)
        self._again_at = np.zeros(shape, np.float32)
        self._times = np.zeros(shape, np.float32)

    def boxes(self, ground: Ground, t: float) -> list[PixelBox]:
        """What to read now, in places of the small picture; and remembers that it is read.

        Args:
            ground: The small pictures.
            t: The second.
        """
        still = ground.still(t)
        fresh = self._read_n < ground.moved_n
        wanted = ground.changed & still & (fresh | (self._again_at <= t))
        if int(wanted.sum()) < LEAST_PLACES:
            return []
        count, labels = cv2.connectedComponents(cv2.dilate(ground.changed, THREE, iterations=2))
        asked = np.bincount(labels[wanted > 0], minlength=count)
        restless = np.bincount(labels[(ground.changed & (1 - still)) > 0], minlength=count)
        out = []
        for k in np.flatnonzero(asked >= LEAST_PLACES).tolist():
            here = (labels == k) & (still > 0)
            there = (wanted > 0) & here
            if restless[k] >= LEAST_PLACES and float(self._read_at[labels == k].max()) > t - RESTLESS:
                continue
            self._remember(here, ground.n, t)
            rows, columns = np.nonzero(here if restless[k] < LEAST_PLACES else there)
            out.append((int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1))
        return out

    def _remember(self, where: NDArray[np.bool_], n: int, t: float) -> None:
        fresh = self._read_n[where] < 0
        self._times[where] = np.where(fresh, 0, np.minimum(self._times[where] + 1, MOST_TIMES))
        self._read_n[where], self._read_at[where] = n, t
        self._again_at[where] = t + AGAIN * TIMES ** self._times[where]

    def disturbed(self, moving: Mask) -> None:
        """Forgets what was read where something moves."""
        self._read_n[moving > 0] = -1


def margined(box: PixelBox, by: int, size: tuple[int, int]) -> PixelBox:
    """A box with so many pixels more on each side, inside a picture of this width and height."""
    left, top, right, bottom = box
    return max(0, left - by), max(0, top - by), min(size[0], right + by), min(size[1], bottom + by)


def joined(boxes: list[PixelBox]) -> list[PixelBox]:
    """Boxes of which those that meet are one, where that is not much larger."""
    out: list[PixelBox] = []
    for box in sorted(boxes):
        for k, other in enumerate(out):
            both = min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
            if _size(both) < WORTH_JOINING * (_size(box) + _size(other)):
                out[k] = both
                break
        else:
            out.append(box)
    return out if len(out) == len(boxes) else joined(out)


def _size(box: PixelBox) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
