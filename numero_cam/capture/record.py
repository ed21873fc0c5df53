"""A recording of what was watched: pictures, what was seen, what was decided. It is played again with the same decisions.

Of a picture the parts are kept that changed, as JPEG. Whoever records looks at the kept picture, not at the camera's: what is played
again later is then the same to the last bit.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from numero_cam.base.errors import SourceError
from numero_cam.base.images import Pixels, decode_picture, encode_picture
from numero_cam.base.outputs import Lines, Pieces, cannot_be_written, write_private
from numero_cam.base.private import make_private_folder
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame

VERSION = 2
ABOUT, PICTURES, PARTS, SAID = "recording.json", "pictures.jsonl", "parts.mjpeg", "said.jsonl"
"""What the recording is; its pictures, a line of JSON each; their parts, JPEG files one behind the other; and what was seen and decided,
each a line of JSON in the order in which it happened."""
BLOCK = 8
"""Pixels; a picture is compared and kept in blocks of this size."""
NOISE, COLOUR_NOISE = 4, 10
"""Levels by which the mean of a block, in grey or in one colour, differs from the kept one before it is kept anew. Noise hardly moves a
mean. Cameras and films store colours more coarsely than brightness: in films of our own 99 % of the blocks that keep their grey stay
within 7."""
APART = 2
"""Blocks; what changed nearer to each other is one part."""


class Recorder:
    """Keeps what is watched in a folder, in files that only their owner may read.

    Args:
        folder: Is made; must be empty or not there.
        about: What else stands in ``recording.json``: versions, the game.

    Raises:
        SourceError: The folder cannot be used.
    """

    def __init__(self, folder: Path, about: Mapping[str, object]) -> None:
        self._folder = folder
        try:
            make_private_folder(folder)
            if any(folder.iterdir()):
                message = f"{folder}: is not empty; give a new folder for the recording"
                raise SourceError(message)
        except OSError as error:
            raise SourceError(cannot_be_written(folder, error)) from error
        made = time.strftime("%Y-%m-%d %H:%M")
        write_private(folder / ABOUT, json.dumps({"recording": VERSION, "made": made, **about}, indent=1).encode(), SourceError)
        self._pictures, self._said = Lines(folder / PICTURES, SourceError), Lines(folder / SAID, SourceError)
        self._parts = Pieces(folder / PARTS, SourceError)
        self._kept: Pixels | None = None
        self.trouble = ""

    def keep(self, timed: TimedFrame) -> TimedFrame:
        """Keep a picture, and return it as it is kept: that is the one to look at.

        Where it cannot be kept any more, as on a full disk, `trouble` says so, and the picture is returned as it is.
        """
        if self.trouble:
            return timed
        line: dict[str, object] = {"n": timed.n, "t": timed.t}
        try:
            if boxes := _changed(self._kept, timed.frame.pixels):
                line |= self._keep_parts(timed.frame.pixels, boxes)
            self._pictures.write(json.dumps(line))
        except SourceError as error:
            self.trouble = str(error)
            return timed
        assert self._kept is not None  # noqa: S101 - the first picture is kept whole
        return replace(timed, frame=Frame(timed.frame.name, self._kept, timed.frame.damage))

    def _keep_parts(self, pixels: Pixels, boxes: Sequence[tuple[int, int, int, int]]) -> dict[str, object]:
        """Keep parts of a picture; gives what its line says of them: the picture's size, and of each part x, y, first byte and length."""
        shown, parts = begun(self._kept, pixels.shape[:2]), []
        for x, y, w, h in boxes:
            data = encode_picture(np.ascontiguousarray(pixels[y : y + h, x : x + w]), ".jpg")
            parts.append((x, y, self._parts.write(data), len(data)))
            shown[y : y + h, x : x + w] = decode_picture(data)
        self._kept = shown
        return {"size": [pixels.shape[1], pixels.shape[0]], "parts": parts}

    def say(self, what: Mapping[str, object]) -> None:
        """Keep what was seen or decided, as an object of JSON."""
        if not self.trouble:
            try:
                self._said.write(json.dumps(what))
            except SourceError as error:
                self.trouble = str(error)

    def close(self) -> None:
        """End the recording; may be called again."""
        self._pictures.close()
        self._parts.close()
        self._said.close()


def begun(before: Pixels | None, size: tuple[int, ...]) -> Pixels:
    """Return a picture of ``(height, width)`` to paint parts into: a copy of the one before, or black where that had another size."""
    return np.zeros((*size, 3), np.uint8) if before is None or before.shape[:2] != tuple(size) else before.copy()


def _changed(kept: Pixels | None, pixels: Pixels) -> list[tuple[int, int, int, int]]:
    """Return boxes ``x, y, width, height`` in which all blocks lie that changed."""
    height, width = pixels.shape[:2]
    if kept is None or kept.shape != pixels.shape:
        return [(0, 0, width, height)]
    across, down = -(-width // BLOCK), -(-height // BLOCK)
    means = [cv2.resize(each, (across, down), interpolation=cv2.INTER_AREA) for each in (kept, pixels)]
    greys = [cv2.cvtColor(mean, cv2.COLOR_RGB2GRAY).astype(np.int16) for mean in means]
    colours = np.abs(means[0].astype(np.int16) - means[1]).max(axis=2)
    changed = ((np.abs(greys[0] - greys[1]) > NOISE) | (colours > COLOUR_NOISE)).astype(np.uint8)
    if not changed.any():
        return []
    near = cv2.dilate(changed, np.ones((2 * APART + 1, 2 * APART + 1), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    boxes = []
    for x, y, w, h in found[1:, :4].tolist():
        left, top = x * width // across, y * height // down
        boxes.append((left, top, -(-(x + w) * width // across) - left, -(-(y + h) * height // down) - top))
    return boxes
