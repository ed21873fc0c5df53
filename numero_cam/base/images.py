"""Between files and pixels, and the only place where OpenCV's BGR is turned into RGB and back.

Everything else of the package sees ``(height, width, 3)`` uint8 RGB. Any number of threads may decode at once: neither decoder has a
state that is shared (docs/adr/0001).
"""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ImageFile

from numero_cam.base.errors import PictureError, PictureTooLargeError
from numero_cam.base.outputs import write_atomically
from numero_cam.base.picture_header import MAX_PIXELS, READABLE, PictureHeader, exif_orientation, open_picture

try:
    import simplejpeg
except ImportError:  # there is none for browsers; Pillow decodes the same pixels, and notices less damage
    simplejpeg = None

Pixels = NDArray[np.uint8]
"""``(height, width, 3)`` uint8, RGB, 0..255."""

WRITABLE = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""Endings that ``encode_picture`` knows."""

JPEG_SCALES = (1, 2, 4, 8)
"""Divisors by which a JPEG can be decoded smaller."""
MAX_COEFFICIENT_BYTES = 320_000_000
"""Maximum memory for the coefficients of a progressive JPEG that is decoded smaller, in bytes: 53 megapixels at full colour resolution."""
_BAND = 512
"""Rows that are handled at once where a picture needs wider numbers than bytes."""
_JPEG_END = b"\xff\xd9"
_LEFT_OVER = "extraneous bytes before marker"
"""What libjpeg says where pixels were over before their data were: a part of the data made other pixels than it was written for."""
_DAMAGED = "the file is damaged: a part of the photo may show what never lay there; copy or download it again"
_LOST_PIXELS = ("premature end", "bad huffman code", "invalid jpeg", "read error", "unsupported marker")
"""What libjpeg says where it filled lost pixels with grey."""


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
    return _decoded(data, MAX_PIXELS)


def decode_within(data: bytes, max_pixels: int) -> Pixels:
    """Do what ``decode_picture`` does with at most so many pixels: a larger JPEG is decoded at 1/2, 1/4 or 1/8 of its size.

    Args:
        data: The whole file.
        max_pixels: Maximum number of pixels that are decoded.

    Returns:
        ``(height, width, 3)`` uint8 RGB, at most ``max_pixels`` pixels.

    Raises:
        PictureError: See ``decode_picture``.
        PictureTooLargeError: Too many pixels, and no JPEG; or a progressive JPEG that takes too much memory at every scale.
    """
    return _decoded(data, max_pixels)[0]


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


def _decoded(data: bytes, max_pixels: int) -> tuple[Pixels, str]:
    """Pixels as shown, and what is wrong with them."""
    with open_picture(data) as (header, picture):
        scale = _scale(header, max_pixels)
        pixels, damage = _from_jpeg(data, picture, scale) if header.kind == "JPEG" else (_from_pillow(picture), "")
        return _turned(pixels, exif_orientation(picture)), damage


def _scale(header: PictureHeader, max_pixels: int) -> int:
    """The smallest divisor by which the picture is small enough.

    Raises:
        PictureTooLargeError: There is none, or decoding takes too much memory all the same.
    """
    if header.pixels <= max_pixels:
        return 1
    size = f"{header.width} x {header.height} pixels ({header.pixels / 1e6:.0f} megapixels)"
    if header.kind != "JPEG":
        message = (
            f"is too large: {size}, at most {max_pixels / 1e6:.0f} megapixels of a {header.kind} are read here; save it as JPEG or smaller"
        )
        raise PictureTooLargeError(message)
    if header.coefficient_bytes > MAX_COEFFICIENT_BYTES:
        message = f"is too large: a progressive JPEG of {size}; save it smaller, or as a baseline JPEG"
        raise PictureTooLargeError(message)
    fitting = (scale for scale in JPEG_SCALES if -(-header.width // scale) * -(-header.height // scale) <= max_pixels)
    scale = next(fitting, None)
    if scale is None:
        message = f"is too large: {size}; save it smaller"
        raise PictureTooLargeError(message)
    return scale


def _from_jpeg(data: bytes, picture: ImageFile.ImageFile, scale: int) -> tuple[Pixels, str]:
    """Pixels as stored, and what is wrong with them. Each decoder says what is wrong with its own picture, and nothing elsewhere."""
    warning, width, height = "", -(-picture.width // scale), -(-picture.height // scale)
    if simplejpeg is not None:
        try:
            return simplejpeg.decode_jpeg(data, "RGB", min_width=width, min_height=height, strict=True), ""
        except ValueError as error:
            warning = str(error).lower()
        if any(words in warning for words in _LOST_PIXELS):
            raise PictureError(_why_damaged(data))
        try:
            pixels = simplejpeg.decode_jpeg(data, "RGB", min_width=width, min_height=height, strict=False)
        except ValueError:  # a colour space or sampling that TurboJPEG does not know, such as CMYK with fewer colours than pixels
            pass
        else:
            return pixels, _DAMAGED if _LEFT_OVER in warning else ""
    try:
        picture.draft(None, (picture.width // scale, picture.height // scale))
        return _from_pillow(picture), ""
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureError(_why_damaged(data)) from error


def _why_damaged(jpeg: bytes) -> str:
    if not jpeg.endswith(_JPEG_END):
        return "is cut short or damaged: its end is missing; copy or download it again"
    return "is damaged: its JPEG data cannot be decoded; copy or download it again, or save it anew as JPEG"


def _from_pillow(picture: ImageFile.ImageFile) -> Pixels:
    """Pixels as stored, with 8 bits, on white where they are see-through.

    Raises:
        PictureError: Its numbers have another depth than 8 or 16 bits.
    """
    picture.load()
    if picture.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in picture.info:
        return _on_white(np.asarray(picture.convert("RGBA")))
    if picture.mode.startswith("I;16") or (picture.mode == "I" and picture.format == "PNG"):
        return np.asarray(
            cv2.cvtColor(cv2.convertScaleAbs(np.asarray(picture).astype(np.uint16), alpha=1 / 257), cv2.COLOR_GRAY2RGB), np.uint8
        )
    if picture.mode in {"I", "F"}:
        message = f"holds numbers of kind {np.asarray(picture).dtype}, not the 8 or 16 bits of a photo; save it as {READABLE}"
        raise PictureError(message)
    return np.array(picture if picture.mode == "RGB" else picture.convert("RGB"))  # convert would copy it once more


def _on_white(rgba: Pixels) -> Pixels:
    """A see-through picture, ``(height, width, 4)``, laid on white; in bands of rows, so that a large one does not fill the memory."""
    rgb = np.empty((*rgba.shape[:2], 3), np.uint8)
    for top in range(0, len(rgba), _BAND):
        band = rgba[top : top + _BAND].astype(np.uint16)
        colour, alpha = band[..., :3], band[..., 3:]
        rgb[top : top + _BAND] = (colour * alpha + 255 * (255 - alpha) + 127) // 255
    return rgb


def _turned(pixels: Pixels, orientation: int) -> Pixels:
    """The picture as shown, for the eight EXIF marks."""
    if orientation in {5, 6, 7, 8}:
        pixels = np.asarray(cv2.transpose(pixels), np.uint8)
    flips = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}
    return np.asarray(cv2.flip(pixels, flips[orientation]), np.uint8) if orientation in flips else pixels


def write_picture(path: Path, pixels: Pixels) -> None:
    """Writes a picture file; the ending of the name decides its kind.

    Args:
        path: Where to; a file there is replaced once the new one is whole.
        pixels: ``(height, width, 3)`` uint8 RGB.

    Raises:
        PictureError: The kind is unknown or the file cannot be written.
    """
    write_atomically(path, encode_picture(pixels, path.suffix), PictureError)
