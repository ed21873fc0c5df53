"""Recordings: frames and events of a watched game, written to a folder and played again."""

import contextlib
import json
import os
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
from numero_cam.base.images import Pixels, decode_picture, decode_within, encode_picture
from numero_cam.base.outputs import GrowingFile, unwritable_message, write_private
from numero_cam.base.picture_header import MAX_OTHER_PIXELS
from numero_cam.base.private_files import make_private_folder
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.catalogue import tr

VERSION = 2  #: Version of the format.
ABOUT_FILE = "recording.json"  #: Version of the recording, its date and the game.
FRAMES_FILE = "pictures.jsonl"  #: The frames, a line of JSON each.
PARTS_FILE = "parts.mjpeg"  #: The parts of frames that changed, JPEG files one behind the other.
EVENTS_FILE = "said.jsonl"  #: What was seen and decided, a line of JSON each, in the order in which it happened.
BLOCK_SIDE = 8  #: Side of the blocks in which frames are compared and stored, pixels.
MIN_GREY_CHANGE = 4  #: Difference of a block's mean grey, levels, above which the block is stored again. Noise hardly moves a mean.
#: The same for the mean of one colour. Cameras store colours more coarsely: in our own films 99 % of the unchanged blocks stay within 7.
MIN_COLOUR_CHANGE = 10
MERGE_BLOCKS = 2  #: Changed blocks that are at most this many blocks apart are stored as one part.


class Recorder:
    """Writes a recording to files that only their owner may read.

    Args:
        folder: Is created; it must be empty or not exist.
        about: More entries of ``recording.json``: versions, the game.
    """

    def __init__(self, folder: Path, about: Mapping[str, object]) -> None:
        self._folder = folder
        try:
            make_private_folder(folder)
            if any(folder.iterdir()):
                raise SourceError(tr("{folder}: is not empty; give a new folder for the recording", folder=folder))
        except OSError as error:
            raise SourceError(unwritable_message(folder, error)) from error
        made = time.strftime("%Y-%m-%d %H:%M")
        write_private(folder / ABOUT_FILE, json.dumps({"recording": VERSION, "made": made, **about}, indent=1).encode(), SourceError)
        files = (GrowingFile(folder / name, SourceError) for name in (FRAMES_FILE, EVENTS_FILE, PARTS_FILE))
        self._pictures, self._events, self._parts = files
        self._written: Pixels | None = None
        self.error = ""  #: Why nothing more is written, a line for the user; empty where all is well.

    def record_frame(self, timed: TimedFrame) -> TimedFrame:
        """Write a frame.

        Returns:
            The frame as it will be played: it must be processed instead of the original, so that playing gives the same results. Where it
            cannot be written, as on a full disk, ``error`` says so, and the original is returned.
        """
        if self.error:
            return timed
        height, width = timed.frame.pixels.shape[:2]
        if height * width > MAX_OTHER_PIXELS:
            self.error = tr(
                "a picture has {megapixels:.0f} megapixels; a recording takes at most {most}: let the camera take smaller ones",
                megapixels=height * width / 1e6,
                most=MAX_OTHER_PIXELS // 1_000_000,
            )
            return timed
        line: dict[str, object] = {"n": timed.n, "t": timed.t}
        try:
            if boxes := _changed_boxes(self._written, timed.frame.pixels):
                line |= self._write_parts(timed.frame.pixels, boxes)
            self._pictures.write_line(json.dumps(line))
        except SourceError as error:
            self.error = str(error)
            return timed
        assert self._written is not None  # noqa: S101 - the first frame is written whole
        return replace(timed, frame=Frame(timed.frame.name, self._written, timed.frame.damage))

    def _write_parts(self, pixels: Pixels, boxes: Sequence[tuple[int, int, int, int]]) -> dict[str, object]:
        """Write parts of a frame, and return what its line says of them: the frame's size, and x, y, first byte and length of each part."""
        shown, parts = canvas_from(self._written, pixels.shape[:2]), []
        for x, y, w, h in boxes:
            data = encode_picture(np.ascontiguousarray(pixels[y : y + h, x : x + w]), ".jpg")
            parts.append((x, y, self._parts.write(data), len(data)))
            shown[y : y + h, x : x + w] = decode_picture(data)
        self._written = shown
        return {"size": [pixels.shape[1], pixels.shape[0]], "parts": parts}

    def record_event(self, event: Mapping[str, object]) -> None:
        """Write what was seen or decided, as an object of JSON."""
        if not self.error:
            try:
                self._events.write_line(json.dumps(event))
            except SourceError as error:
                self.error = str(error)

    def close(self) -> None:
        """Close the files; may be called again."""
        self._pictures.close()
        self._parts.close()
        self._events.close()


def canvas_from(before: Pixels | None, size: tuple[int, ...]) -> Pixels:
    """Return a picture of ``(height, width)`` to paint parts into: a copy of the frame before, or black where that had another size."""
    return np.zeros((*size, 3), np.uint8) if before is None or before.shape[:2] != tuple(size) else before.copy()


def _changed_boxes(written: Pixels | None, pixels: Pixels) -> list[tuple[int, int, int, int]]:
    """Return boxes ``x, y, width, height``, pixels, that contain all changed blocks."""
    height, width = pixels.shape[:2]
    if written is None or written.shape != pixels.shape:
        return [(0, 0, width, height)]
    across, down = -(-width // BLOCK_SIDE), -(-height // BLOCK_SIDE)
    means = [cv2.resize(each, (across, down), interpolation=cv2.INTER_AREA) for each in (written, pixels)]
    greys = [cv2.cvtColor(mean, cv2.COLOR_RGB2GRAY).astype(np.int16) for mean in means]
    colours = np.abs(means[0].astype(np.int16) - means[1]).max(axis=2)
    changed = ((np.abs(greys[0] - greys[1]) > MIN_GREY_CHANGE) | (colours > MIN_COLOUR_CHANGE)).astype(np.uint8)
    if not changed.any():
        return []
    near = cv2.dilate(changed, np.ones((2 * MERGE_BLOCKS + 1, 2 * MERGE_BLOCKS + 1), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    boxes = []
    for x, y, w, h in found[1:, :4].tolist():
        left, top = x * width // across, y * height // down
        boxes.append((left, top, -(-(x + w) * width // across) - left, -(-(y + h) * height // down) - top))
    return boxes


MAX_ABOUT_BYTES = 4_000_000  #: Maximum size of ``recording.json``; the game at its start takes up to 1,000,000 bytes of it.
MAX_LINE_BYTES = 1_000_000  #: Maximum size of the line of a frame; a 4K frame in which every second part changes has 200,000 bytes.
MAX_PART_BYTES = 100_000_000  #: Maximum size of a part of a frame, as JPEG.
MAX_PAINTS_PER_PIXEL = 16  #: Maximum number of times that the parts of one line replace a pixel, on average; boxes overlap a little.
MAX_FRAME_NUMBER = 1_000_000_000  #: Largest number of a frame.
MAX_SECONDS = 1e9  #: Largest time of a frame.


def is_recording(folder: Path) -> bool:
    """Return whether a folder holds a recording; otherwise it is taken for a folder of pictures."""
    return (folder / ABOUT_FILE).is_file()


class Recording:
    """Plays a recording: a ``FrameSource``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.about = _about(folder)  #: The content of ``recording.json``.
        if not (folder / FRAMES_FILE).is_file():
            raise SourceError(tr("{folder}: the recording is damaged: {file} cannot be read", folder=folder, file=FRAMES_FILE))
        self._lines = read_lines(folder / FRAMES_FILE, MAX_LINE_BYTES, SourceError)
        self._next = 0
        self._t = 0.0
        self._shown: Pixels | None = None
        self.ended = ""  #: Why no more frames will come, a line for the user; empty while there may be more.
        self.notice = ""  #: What is wrong just now: always empty.

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next frame; None after the last, or where it cannot be read, see ``ended``."""
        if self.ended:
            return None
        try:
            line = next(self._lines, None)
            if line is None:
                self.ended = tr("the recording is over")
                return None
            timed = self._read(decode_text(line, FRAMES_FILE, ValueError))
        except (OSError, PictureError, SourceError, ValueError, KeyError, TypeError):
            self.ended = tr(
                "{folder}: the recording is cut short or damaged at picture {number} of {pictures}",
                folder=self._folder,
                number=self._next + 1,
                pictures=self._line_count(),
            )
            return None
        self._next += 1
        self._t = timed.t
        return timed

    def _read(self, text: str) -> TimedFrame:
        """Return the frame of a line. Anybody may have written it: what does not fit raises an error that ``newest`` catches."""
        line = parse_json(text, FRAMES_FILE, ValueError)
        if "parts" in line:
            width, height = (whole_number(side, 1, MAX_OTHER_PIXELS) for side in list_of(line["size"], 2))
            whole_number(width * height, 1, MAX_OTHER_PIXELS)
            self._shown = self._painted((height, width), list_of(line["parts"], MAX_LINE_BYTES))
        t = finite_number(line["t"], self._t, MAX_SECONDS)
        if self._shown is None:
            raise ValueError("the first picture is not whole")
        return TimedFrame(Frame(str(self._folder), self._shown), t, whole_number(line["n"], 0, MAX_FRAME_NUMBER))

    def _painted(self, size: tuple[int, int], parts: list[object]) -> Pixels:
        """Return the last frame with the parts of a line painted over it. Each must lie inside; a frame of another size begins whole."""
        shown, painted = canvas_from(self._shown, size), 0
        for place, part in enumerate(parts):
            x, y, first, length = (whole_number(number, 0, MAX_WHOLE_NUMBER) for number in list_of(part, 4))
            pixels = self._read_part(first, length)
            height, width = pixels.shape[:2]
            whole = (height, width) == size
            painted += height * width
            fits = x + width <= size[1] and y + height <= size[0] and painted <= MAX_PAINTS_PER_PIXEL * size[0] * size[1]
            if not fits or not (place or whole or (self._shown is not None and self._shown.shape[:2] == size)):
                raise ValueError("a part that fits nowhere")
            shown[y : y + height, x : x + width] = pixels
        return shown

    def _line_count(self) -> int:
        """Return the number of frames that the recording should have."""
        with contextlib.suppress(SourceError):
            return sum(1 for _ in read_lines(self._folder / FRAMES_FILE, MAX_LINE_BYTES, SourceError))
        return self._next + 1

    def _read_part(self, first: int, length: int) -> Pixels:
        """Return the part of a frame in ``length`` bytes of ``parts.mjpeg`` from byte ``first`` on."""
        with (self._folder / PARTS_FILE).open("rb") as file:
            if length > MAX_PART_BYTES or first + length > file.seek(0, os.SEEK_END):
                raise ValueError("a part beyond the end of the file")
            file.seek(first)
            return decode_within(file.read(length), MAX_OTHER_PIXELS)

    def close(self) -> None:
        """End the recording; no more frames come."""
        self.ended = self.ended or tr("closed")
        self._lines.close()


def _about(folder: Path) -> Mapping[str, object]:
    """Return the content of ``recording.json``, which is of this program's version of recordings."""
    try:
        about = parse_json(read_text(folder / ABOUT_FILE, MAX_ABOUT_BYTES, ValueError), ABOUT_FILE, ValueError)
        version = about["recording"]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(tr("{file}: is damaged; it tells what the recording is", file=folder / ABOUT_FILE)) from error
    if type(version) is not int or version != VERSION:
        shown = short_repr(version)
        raise SourceError(
            tr(
                "{folder}: is a recording of version {version}; this program plays version {known}",
                folder=folder,
                version=shown,
                known=VERSION,
            )
        )
    known: Mapping[str, object] = about
    return known
