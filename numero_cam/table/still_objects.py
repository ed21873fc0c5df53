"""What lies still on a tracked table and is no card: light, crumbs, cups. In time it becomes a part of the background; hands do not."""

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.table.association import dilate
from numero_cam.table.background import KERNEL_3X3, Background, Mask
from numero_cam.table.obstruction import MIN_HIDDEN
from numero_cam.table.tracks import Tracks

SHIFT_MARGIN = 6
"""Small pixels around an object of the settled table within which it may shift and still be the same object."""
OBJECT_SECONDS = 8.0
"""Time after which what lies still and is no hand becomes a part of the table."""
MIN_ARM = 0.1
"""Mean probability of a hand, 0..1, from which what reaches the picture's edge counts as an arm."""
LONE_SECONDS = 1.5
"""Time after which what lies still beside all cards and is not connected with the picture's edge is no hand: arms come from outside."""
SMALL_SECONDS = 1.0
"""Time after which what is much smaller than a card becomes a part of the table."""
MAX_SMALL_AREA = 0.15
"""Maximum area of such an object, as a share of the median card's."""
LIGHT_MARGIN = 6
"""Small pixels around changed light within which nothing else may have changed."""


class HandDetector(Protocol):
    """Detects hands and arms over a table; ``obstruction.ObstructionDetector`` does."""

    def probabilities(self, pixels: NDArray[np.uint8], settled: NDArray[np.uint8] | None = None) -> NDArray[np.float32]:
        """Return the probability of a hand at each pixel, ``(H, W)`` float32, in a picture ``(H, W, 3)`` uint8 RGB.

        ``settled`` is the same view of the table at rest; with it more hands are found.
        """
        ...


def _labels_at_edge(labels: NDArray[np.number]) -> NDArray[np.number]:
    """Return the labels of the components that reach the edge of the image ``(H, W)``; some more than once."""
    return np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])


def _to_pixels(image: NDArray[np.float32]) -> NDArray[np.uint8]:
    return np.clip(image, 0, 255).astype(np.uint8)


class StillObjects:
    """Finds what changed, lies still, and is neither a card nor a hand.

    Args:
        background: The small images.
        tracks: The cards.
        hands: Detects hands; None where only time and edges tell them from objects.
    """

    def __init__(self, background: Background, tracks: Tracks, hands: HandDetector | None) -> None:
        self._background, self._tracks, self._hands = background, tracks, hands

    def known_objects(self) -> Mask:
        """Return the mask of the objects of the settled table that look like hands, as a telephone, and of the changes that touch them."""
        if self._hands is None:
            return np.zeros_like(self._background.changed)
        like_hands = self._hands.probabilities(_to_pixels(self._background.settled)) > MIN_HIDDEN
        near = dilate(np.asarray(like_hands, np.uint8), SHIFT_MARGIN)
        _, labels = cv2.connectedComponents(self._background.changed)
        return np.asarray((near > 0) | np.isin(labels, np.setdiff1d(labels[near > 0], [0])), np.uint8)

    def absorb(self, t: float) -> None:
        """Make light, small things and what has lain still for long a part of the settled table.

        Args:
            t: The time of the current frame, seconds.
        """
        background, changed, still = self._background, self._background.changed, self._background.still_mask(t)
        bare = np.asarray(self._tracks.owner == 0, np.uint8)
        thin = 1 - dilate(np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, KERNEL_3X3), np.uint8), 1)
        empty = changed & (background.shows_empty() | thin) & still & bare
        light = changed & still & (1 - background.changed_edges())
        # The even middle of a hand looks like light; it is light only where nothing else changed near it.
        light &= 1 - dilate(changed & (1 - light), LIGHT_MARGIN)
        where = np.asarray(empty | light | self._small_objects(bare, t), np.uint8)
        if where.any():
            background.settle(where)
        objects = self._objects_put_down(t)
        if objects.any():
            background.settle_object(objects)

    def _objects_put_down(self, t: float) -> Mask:
        """Return the mask of what has lain still for `OBJECT_SECONDS` and is no hand.

        What is connected is one thing, whose mean probability decides. Arms come from outside the picture, so less is enough there.
        """
        changed = self._background.changed
        still = changed & (self._background.moved_at <= t - OBJECT_SECONDS).astype(np.uint8)
        if not still.any():
            return still
        hands = self._hands_now()
        count, labels = cv2.connectedComponents(dilate(np.asarray(changed | (hands > MIN_HIDDEN), np.uint8), 1))
        own = labels[changed > 0]
        mean = np.bincount(own, hands[changed > 0], count) / np.maximum(np.bincount(own, minlength=count), 1)
        at_edge = np.zeros(count, bool)
        at_edge[_labels_at_edge(labels)] = True
        without_network = self._hands is None
        is_hand = (at_edge & (without_network | (mean >= MIN_ARM))) | (mean >= MIN_HIDDEN)
        return np.asarray(still & ~is_hand[labels], np.uint8)

    def _small_objects(self, bare: Mask, t: float) -> Mask:
        """Return the mask of what lies still beside all cards and is much smaller than a card, as a crumb or the rest of a shadow."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(self._background.changed)
        areas = [track.mask.sum() for track in self._tracks]
        max_area = MAX_SMALL_AREA * float(np.median(areas)) if areas else 0.0
        small = np.array([k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] < max_area])
        still = self._background.moved_at <= t - SMALL_SECONDS
        return np.asarray(np.isin(labels, small) & still & (bare > 0), np.uint8)

    def lone_objects(self, t: float) -> Mask:
        """Return the mask of what lies still beside all cards and is no hand.

        It stays out of the settled table, because it may be a card that cannot be read yet.

        Args:
            t: The time, seconds.
        """
        changed = self._background.changed
        still = changed & (self._background.moved_at <= t - LONE_SECONDS).astype(np.uint8)
        if not still.any():
            return still
        _, labels = cv2.connectedComponents(dilate(changed, 1))
        lone = np.asarray(still & (self._tracks.owner == 0) & ~np.isin(labels, _labels_at_edge(labels)), np.uint8)
        return lone & (1 - dilate(np.asarray(self._hands_now() > MIN_HIDDEN, np.uint8))) if lone.any() else lone

    def _hands_now(self) -> NDArray[np.float32]:
        """Return the probability of a hand at each pixel of the current frame; 0 without a detector."""
        if self._hands is None:
            return np.zeros(self._background.changed.shape, np.float32)
        return self._hands.probabilities(_to_pixels(self._background.current), _to_pixels(self._background.settled))
