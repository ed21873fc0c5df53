"""Between files and pixels, and the only place where OpenCV's BGR is turned into RGB and back.

Everything else of the package sees ``(height, width, 3)`` uint8 RGB.
"""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base.errors import PictureError
from numero_cam.base.outputs import write_whole
from numero_cam.base.picture_header import READABLE, PictureHeader, read_header

Pixels = NDArray[np.uint8]
"""``(height, width, 3)`` uint8, RGB, 0..255."""

Stored = NDArray[np.integer[Any] | np.floating[Any]]
"""As OpenCV decodes: grey, BGR or BGRA of any depth."""

WRITABLE = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""Endings that ``encode_picture`` knows."""

_BAND = 512  # rows handled at once where a picture needs wider numbers than bytes
_JPEG_END = b"\xff\xd9"
# What it says where pixels were over before their data were: a part of the data made other pixels than it was written for.
_LEFT_OVER = "extraneous bytes before marker"
_DAMAGED = "the file is damaged: a part of the photo may show what never lay there; copy or download it again"
# What libjpeg says on standard error where it filled lost pixels with grey and gave the picture for good.
_LOST_PIXELS = ("premature end", "bad huffman code", "invalid jpeg", "read error", "unsupported marker")


def decode_picture(data: bytes) -> Pixels:
    """Turns the bytes of a picture file into pixels as shown, after the EXIF turn.

    Grey, palette, 16-bit and CMYK pictures become RGB of 8 bits; where a picture is see-through, it is laid on white.

    Args:
        data: The whole file.

    Returns:
        ``(height, width, 3)`` uint8 RGB.

    Raises:
        PictureError: Not a picture that can be read, cut short or damaged; the text holds no file name.
        PictureTooLargeError: More than ``MAX_PIXELS`` pixels.
    """
    return decode_with_damage(data)[0]


def decode_with_damage(data: bytes) -> tuple[Pixels, str]:
    """Do what ``decode_picture`` does, and say what is wrong with a file that can be shown all the same.

    Returns:
        The pixels, and a line for the user, which is empty where no damage is noticed. Damage that makes another picture of the same
        length is not noticed: JPEG has no checksums.

    Raises:
        PictureError: See ``decode_picture``.
    """
    header = read_header(data)
    pixels, damage = _decoded(data, header)
    return _turned(_as_rgb(pixels), header.orientation), damage


def from_opencv(pixels: NDArray[np.uint8]) -> Pixels:
    """Turn a picture as OpenCV gives it into RGB.

    Args:
        pixels: ``(height, width, 3)`` uint8 in the order BGR, or ``(height, width)``, grey.

    Returns:
        ``(height, width, 3)`` uint8, RGB; a picture of its own.

    Raises:
        PictureError: The shape or type is another.
    """
    shape = pixels.shape
    if pixels.dtype != np.uint8 or not (len(shape) == 2 or (len(shape) == 3 and shape[2] == 3)) or 0 in shape:
        message = f"a picture is (height, width, 3) uint8 in the order BGR, or (height, width), but got {shape} {pixels.dtype}"
        raise PictureError(message)
    turned = cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGB if len(shape) == 2 else cv2.COLOR_BGR2RGB)
    return np.asarray(turned, np.uint8)


def encode_picture(pixels: Pixels, ending: str) -> bytes:
    """Turns pixels into the bytes of a picture file.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB.
        ending: Kind of file, one of ``WRITABLE``.

    Returns:
        The whole file.

    Raises:
        PictureError: An unknown ending, or a picture that the kind of file cannot hold.
    """
    if ending.lower() not in WRITABLE:
        message = f"unknown kind of picture {ending!r}; use {', '.join(WRITABLE)}"
        raise PictureError(message)
    try:
        # OpenCV warns on the terminal of a quality that the kind of file has not.
        quality = [cv2.IMWRITE_JPEG_QUALITY, 92] if ending.lower() in (".jpg", ".jpeg") else []
        done, data = cv2.imencode(ending.lower(), cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), quality)
    except cv2.error as error:
        message = f"a picture of {pixels.shape[1]} x {pixels.shape[0]} pixels cannot be written as {ending}"
        raise PictureError(message) from error
    if not done:
        message = f"the picture could not be written as {ending}"
        raise PictureError(message)
    return data.tobytes()


def _decoded(data: bytes, header: PictureHeader) -> tuple[Stored, str]:
    """Pixels in OpenCV's own order, depth and channels, not turned; and what is wrong with them."""
    stored = np.frombuffer(data, np.uint8)
    with decoder_messages() as said:
        try:
            # The turn is done here, because versions of OpenCV differ in which kinds of file they turn.
            pixels = cv2.imdecode(stored, cv2.IMREAD_UNCHANGED | cv2.IMREAD_IGNORE_ORIENTATION)
        except cv2.error:
            pixels = None
    heard = " ".join(said).lower()
    if pixels is not None and not any(word in heard for word in _LOST_PIXELS):
        return pixels, _DAMAGED if _LEFT_OVER in heard else ""
    if header.kind == "JPEG" and not data.endswith(_JPEG_END):
        message = "is cut short or damaged: its end is missing; copy or download it again"
    else:
        message = f"is damaged: its {header.kind} data cannot be decoded; copy or download it again, or save it anew as JPEG"
    raise PictureError(message)


def _as_rgb(pixels: Stored) -> Pixels:
    if pixels.dtype == np.uint16:
        pixels = cv2.convertScaleAbs(pixels, alpha=1 / 257)
    if pixels.dtype != np.uint8:
        message = f"holds numbers of kind {pixels.dtype}, not the 8 or 16 bits of a photo; save it as {READABLE}"
        raise PictureError(message)
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    if channels == 4:
        return _on_white(pixels)
    codes = {1: cv2.COLOR_GRAY2RGB, 3: cv2.COLOR_BGR2RGB}
    if channels not in codes:
        message = f"has {channels} channels a pixel, where 1, 3 or 4 are read; save it as {READABLE}"
        raise PictureError(message)
    return np.asarray(cv2.cvtColor(pixels, codes[channels]), np.uint8)


def _on_white(bgra: Stored) -> Pixels:
    """A see-through picture laid on white; in bands of rows, so that a large one does not fill the memory."""
    rgb = np.empty((*bgra.shape[:2], 3), np.uint8)
    for top in range(0, len(bgra), _BAND):
        band = cv2.cvtColor(bgra[top : top + _BAND], cv2.COLOR_BGRA2RGBA).astype(np.uint16)
        colour, alpha = band[..., :3], band[..., 3:]
        rgb[top : top + _BAND] = (colour * alpha + 255 * (255 - alpha) + 127) // 255
    return rgb


def _turned(pixels: Pixels, orientation: int) -> Pixels:
    """The picture as shown, for the eight EXIF marks."""
    if orientation in {5, 6, 7, 8}:
        pixels = np.asarray(cv2.transpose(pixels), np.uint8)
    flips = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}
    return np.asarray(cv2.flip(pixels, flips[orientation]), np.uint8) if orientation in flips else pixels


@contextlib.contextmanager
def decoder_messages() -> Iterator[list[str]]:
    """Collects what the decoding libraries write to standard error by themselves: it must not mix with our own lines.

    They write past Python, so the descriptor of the whole process is turned away for the moment; where there is none, nothing is
    collected.

    Yields:
        A list that holds the lines once the block has ended.
    """
    lines: list[str] = []
    try:
        kept = os.dup(2)
    except OSError:
        yield lines
        return
    try:
        with tempfile.TemporaryFile() as heard:
            if sys.stderr is not None:
                sys.stderr.flush()
            os.dup2(heard.fileno(), 2)
            try:
                yield lines
            finally:
                os.dup2(kept, 2)
            heard.seek(0)
            lines += heard.read().decode(errors="replace").splitlines()
    finally:
        os.close(kept)


def write_picture(path: Path, pixels: Pixels) -> None:
    """Writes a picture file; the ending of the name decides its kind.

    Args:
        path: Where to; a file there is replaced once the new one is whole.
        pixels: ``(height, width, 3)`` uint8 RGB.

    Raises:
        PictureError: The kind is unknown or the file cannot be written.
    """
    write_whole(path, encode_picture(pixels, path.suffix), PictureError)
