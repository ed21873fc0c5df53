"""Recordings: frames with their time and what was said, written to a folder and played again."""

import contextlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from numero_cam.base.bounded_reader import (
    MAX_WHOLE_NUMBER,
    decode_text,
    finite_number,
    list_of,
    parse_json,
    read_lines,
    read_text,
    short_repr,
    whole_number,
)
from numero_cam.base.errors import PictureError, SourceError
from numero_cam.base.images import Pixels, decode_picture, encode_picture
from numero_cam.base.outputs import GrowingFile, GrowingTextFile, unwritable_message, write_private
from numero_cam.base.picture_header import MAX_PIXELS
from numero_cam.base.private_files import make_private_folder
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
            raise SourceError(unwritable_message(folder, error)) from error
        made = time.strftime("%Y-%m-%d %H:%M")
        write_private(folder / ABOUT, json.dumps({"recording": VERSION, "made": made, **about}, indent=1).encode(), SourceError)
        self._pictures, self._said = GrowingTextFile(folder / PICTURES, SourceError), GrowingTextFile(folder / SAID, SourceError)
        self._parts = GrowingFile(folder / PARTS, SourceError)
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
        short_repr, parts = begun(self._kept, pixels.shape[:2]), []
        for x, y, w, h in boxes:
            data = encode_picture(np.ascontiguousarray(pixels[y : y + h, x : x + w]), ".jpg")
            parts.append((x, y, self._parts.write(data), len(data)))
            short_repr[y : y + h, x : x + w] = decode_picture(data)
        self._kept = short_repr
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


MOST_ABOUT_BYTES = 4_000_000
"""Bytes of the file that tells what the recording is; the game that it began with, of at most 1,000,000, stands in it."""
MOST_LINE_BYTES = 1_000_000
"""Bytes of the line of a picture; one of 4K in which everything changes apart has 200,000."""
MOST_PART_BYTES = 100_000_000
"""Bytes of a part of a picture, as JPEG."""
MOST_TIMES_PAINTED = 16
"""How often each pixel of a picture is replaced on average by the parts of one line; boxes of what changed overlap a little."""
MOST_PICTURES = 1_000_000_000
MOST_SECONDS = 1e9


def is_recording(folder: Path) -> bool:
    """Return whether a folder holds a recording; else it is one of pictures."""
    return (folder / ABOUT).is_file()


class Recording:
    """A recording, played again.

    Args:
        folder: Of the recording.

    Raises:
        SourceError: It is damaged, or of another version.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.about = _about(folder)
        if not (folder / PICTURES).is_file():
            message = f"{folder}: the recording is damaged: {PICTURES} cannot be read"
            raise SourceError(message)
        self._lines = read_lines(folder / PICTURES, MOST_LINE_BYTES, SourceError)
        self._next = 0
        self._t = 0.0
        self._shown: Pixels | None = None
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture."""
        if self.ended:
            return None
        try:
            line = next(self._lines, None)
            if line is None:
                self.ended = "the recording is over"
                return None
            timed = self._read(decode_text(line, PICTURES, ValueError))
        except (OSError, PictureError, SourceError, ValueError, KeyError, TypeError):
            place = f"picture {self._next + 1} of {self._promised()}"
            self.ended = f"{self._folder}: the recording is cut short or damaged at {place}"
            return None
        self._next += 1
        self._t = timed.t
        return timed

    def _read(self, text: str) -> TimedFrame:
        """The picture of a line. A recording may come from anybody: whatever does not fit raises one of the errors of `newest`."""
        line = parse_json(text, PICTURES, ValueError)
        if "parts" in line:
            width, height = (whole_number(side, 1, MAX_PIXELS) for side in list_of(line["size"], 2))
            whole_number(width * height, 1, MAX_PIXELS)
            self._shown = self._painted((height, width), list_of(line["parts"], MOST_LINE_BYTES))
        t = finite_number(line["t"], self._t, MOST_SECONDS)
        if self._shown is None:
            message = "the first picture is not whole"
            raise ValueError(message)
        return TimedFrame(Frame(str(self._folder), self._shown), t, whole_number(line["n"], 0, MOST_PICTURES))

    def _painted(self, size: tuple[int, int], parts: list[object]) -> Pixels:
        """The picture in which the parts of a line were replaced, if each lies inside, and a picture of another size begins whole."""
        short_repr, painted = begun(self._shown, size), 0
        for place, part in enumerate(parts):
            x, y, first, length = (whole_number(number, 0, MAX_WHOLE_NUMBER) for number in list_of(part, 4))
            piece = self._piece(first, length)
            height, width = piece.shape[:2]
            whole = (height, width) == size
            painted += height * width
            fits = x + width <= size[1] and y + height <= size[0] and painted <= MOST_TIMES_PAINTED * size[0] * size[1]
            if not fits or not (place or whole or (self._shown is not None and self._shown.shape[:2] == size)):
                message = "a part that fits nowhere"
                raise ValueError(message)
            short_repr[y : y + height, x : x + width] = piece
        return short_repr

    def _promised(self) -> int:
        """How many pictures the recording should have."""
        with contextlib.suppress(SourceError):
            return sum(1 for _ in read_lines(self._folder / PICTURES, MOST_LINE_BYTES, SourceError))
        return self._next + 1

    def _piece(self, first: int, length: int) -> Pixels:
        with (self._folder / PARTS).open("rb") as file:
            file.seek(first)
            data = file.read(min(length, MOST_PART_BYTES))
        if len(data) < length:
            message = "a part beyond the end of the file"
            raise ValueError(message)
        return decode_picture(data)

    def close(self) -> None:
        """Take no more pictures."""
        self.ended = self.ended or "closed"
        self._lines.close()


def _about(folder: Path) -> Mapping[str, object]:
    try:
        about = parse_json(read_text(folder / ABOUT, MOST_ABOUT_BYTES, ValueError), ABOUT, ValueError)
        version = about["recording"]
    except (ValueError, KeyError, TypeError) as error:
        message = f"{folder / ABOUT}: is damaged; it tells what the recording is"
        raise SourceError(message) from error
    if type(version) is not int or version != VERSION:
        message = f"{folder}: is a recording of version {short_repr(version)}; this program plays version {VERSION}"
        raise SourceError(message)
    known: Mapping[str, object] = about
    return known
