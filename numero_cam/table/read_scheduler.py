"""Decides which parts of the table to read now: those that changed and are still, and cards whose face is not sure yet."""

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.table.background import KERNEL_3X3, Background, Mask, dilate
from numero_cam.table.tracks import Track, Tracks
from numero_cam.vision.candidates import PixelBox

MIN_CHANGED_PIXELS = 12  #: Minimum number of changed pixels of the small image that may be a card.
RETRY_DELAY = 0.2  #: Seconds until a part that was read and not explained is read again.
RETRY_FACTOR = 2.0  #: Factor by which that delay grows with each read.
MAX_RETRY_STEPS = 8  #: Number of reads after which the delay stays the same.
RESTLESS_DELAY = 0.4  #: Seconds between two reads of still pixels beside something that moves: mostly a hand is still over them.
MAX_MERGED_GROWTH = 1.3  #: Two boxes are merged if their common box has less than this multiple of the sum of their areas.
READ_MARGIN = 1.5  #: Margin around a changed part, card widths.
DEFAULT_CARD_WIDTH = 0.07  #: Width of a card as a share of the picture's longer side, as long as no card was read.
ONE_READ_CONFIDENCE = 0.999  #: Confidence of a face, 0..1, from which one read of its card is enough.
TWO_READS_CONFIDENCE = 0.97  #: Confidence of a face from which two reads are enough; below it ``MAX_READS`` are made.
MAX_READS = 8  #: Maximum number of reads of a card that does not move.
REREAD_DELAY = 0.5  #: Seconds between the first reads of a still card: earlier ones give nothing new.
QUICK_READS = 3  #: Number of reads after which the delay doubles with each read: light and exposure must change for a read to say more.
MAX_REREADS_AT_ONCE = 3  #: Maximum number of such cards in one frame.
MIN_REREAD_VISIBLE = 0.5  #: Share of a card that must be visible for it to be read again.


def _reread_delay(track: Track) -> float:
    """Return the seconds after its last read from which a still card may be read again."""
    return REREAD_DELAY * 2.0 ** max(0, track.read_count - QUICK_READS + 1)


def _reads_needed(track: Track) -> int:
    """Return the number of reads of a still card that the confidence of its face requires."""
    if track.confidence < TWO_READS_CONFIDENCE:
        return MAX_READS
    return 2 if track.confidence < ONE_READ_CONFIDENCE else 1


class ReadScheduler:
    """Decides what to read in each frame, and remembers when each small pixel was read last.

    Args:
        background: The layers of the table.
        tracks: The cards.
        size: Width and height of the picture, pixels.
        scale: Small pixels for one pixel of the picture.
    """

    def __init__(self, background: Background, tracks: Tracks, size: tuple[int, int], scale: float) -> None:
        self._background, self._tracks, self._size, self._scale = background, tracks, size, scale
        shape = background.changed.shape
        self._read_frame = np.full(shape, -1, np.int32)  # number of the frame in which each small pixel was read; -1 for none
        self._read_at = np.full(shape, -RESTLESS_DELAY, np.float32)  # time of that frame, seconds
        self._retry_at = np.zeros(shape, np.float32)  # time from which the pixel may be read again, seconds
        self._retries = np.zeros(shape, np.float32)  # number of reads after the first

    def next_boxes(self, t: float) -> list[PixelBox]:
        """Return the boxes to read at time ``t``, pixels of the picture, with a margin and merged; and record them as read then."""
        boxes = self._changed_boxes(t) + self._uncertain_boxes(t)
        if not boxes:
            return []
        margin = self._margin()
        return merge_boxes([with_margin(box, margin, self._size) for box in boxes])

    def forget_moving(self) -> None:
        """Forget when the moving pixels were read, so that what comes to rest there is read at once."""
        self._read_frame[self._background.moving > 0] = -1

    def to_mask(self, boxes: list[PixelBox]) -> Mask:
        """Return boxes of the picture as a mask of the small image."""
        mask = np.zeros(self._background.changed.shape, np.uint8)
        for left, top, right, bottom in boxes:
            mask[int(top * self._scale) : round(bottom * self._scale), int(left * self._scale) : round(right * self._scale)] = 1
        return mask

    def _margin(self) -> int:
        """Return the margin around a changed part in pixels, by the median width of the cards."""
        widths = [min(geometry.edge_lengths(track.quad)) for track in self._tracks]
        return round(READ_MARGIN * (float(np.median(widths)) if widths else DEFAULT_CARD_WIDTH * max(self._size)))

    def _changed_boxes(self, t: float) -> list[PixelBox]:
        """Return the boxes of changed parts that are due, in pixels of the picture, and record them as read.

        A part is due if it is still and was not read since it moved, or if its retry delay is over. Of a part with something moving
        beside it only the due pixels are read, at most every ``RESTLESS_DELAY``.
        """
        background, still = self._background, self._background.still_mask(t)
        moved_since_read = self._read_frame < background.moved_frame
        due = background.changed & still & (moved_since_read | (self._retry_at <= t))
        if int(due.sum()) < MIN_CHANGED_PIXELS:
            return []
        count, labels = cv2.connectedComponents(cv2.dilate(background.changed, KERNEL_3X3, iterations=2))
        due_pixels = np.bincount(labels[due > 0], minlength=count)
        restless_pixels = np.bincount(labels[(background.changed & (1 - still)) > 0], minlength=count)
        boxes = []
        for k in np.flatnonzero(due_pixels >= MIN_CHANGED_PIXELS).tolist():
            component = labels == k
            still_part = component & (still > 0)
            restless = restless_pixels[k] >= MIN_CHANGED_PIXELS
            if restless and float(self._read_at[component].max()) > t - RESTLESS_DELAY:
                continue
            self._record(still_part, t)
            rows, columns = np.nonzero(still_part & (due > 0) if restless else still_part)
            small = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
            left, top, right, bottom = (round(int(side) / self._scale) for side in small)
            boxes.append((left, top, right, bottom))
        return boxes

    def _record(self, where: NDArray[np.bool_], t: float) -> None:
        """Record small pixels, ``(H, W)`` bool, as read at time ``t``, and when they may be read again if nothing explains them."""
        first_read = self._read_frame[where] < 0
        self._retries[where] = np.where(first_read, 0, np.minimum(self._retries[where] + 1, MAX_RETRY_STEPS))
        self._read_frame[where], self._read_at[where] = self._background.frame_number, t
        self._retry_at[where] = t + RETRY_DELAY * RETRY_FACTOR ** self._retries[where]

    def _uncertain_boxes(self, t: float) -> list[PixelBox]:
        """Return the boxes of undisturbed cards whose face is not sure yet, and record these cards as read now."""
        boxes: list[PixelBox] = []
        for track in self._tracks:
            due = track.read_count < _reads_needed(track) and t - track.read_at >= _reread_delay(track)
            if len(boxes) < MAX_REREADS_AT_ONCE and due and self._is_undisturbed(track):
                left, top = np.floor(track.quad.min(axis=0)).astype(int).tolist()
                right, bottom = np.ceil(track.quad.max(axis=0)).astype(int).tolist()
                boxes.append((left, top, right, bottom))
                track.read_at = t
        return boxes

    def _is_undisturbed(self, track: Track) -> bool:
        """Return whether a card is face up, visible enough, and has nothing changed or moving on it."""
        if not track.face_up or self._tracks.visible_share(track) <= MIN_REREAD_VISIBLE:
            return False
        return not (dilate(track.mask) & (self._background.changed | self._background.moving)).any()


def with_margin(box: PixelBox, margin: int, size: tuple[int, int]) -> PixelBox:
    """Return a box that is larger by the margin on each side, cut at the picture's edges.

    Args:
        box: Left, top, right and bottom, pixels.
        margin: Margin in pixels.
        size: Width and height of the picture, pixels.
    """
    left, top, right, bottom = box
    return max(0, left - margin), max(0, top - margin), min(size[0], right + margin), min(size[1], bottom + margin)


def merge_boxes(boxes: list[PixelBox]) -> list[PixelBox]:
    """Merge boxes whose common box is hardly larger than both together; repeat until none is left."""
    merged: list[PixelBox] = []
    for box in sorted(boxes):
        for k, other in enumerate(merged):
            common = min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
            if _area(common) < MAX_MERGED_GROWTH * (_area(box) + _area(other)):
                merged[k] = common
                break
        else:
            merged.append(box)
    return merged if len(merged) == len(boxes) else merge_boxes(merged)


def _area(box: PixelBox) -> int:
    """Return the area of a box in pixels."""
    return (box[2] - box[0]) * (box[3] - box[1])
