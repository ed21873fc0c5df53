"""Decodes and encodes picture files. This is the only module that converts between OpenCV's BGR and RGB.

The rest of the package uses ``(height, width, 3)`` uint8 RGB. Threads may decode at the same time, because neither decoder has shared
state (docs/adr/0001-rooms-and-dependencies.md).
"""

import io
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFile

from numero_cam.base.errors import PictureError, PictureTooLargeError
from numero_cam.base.outputs import write_atomically
from numero_cam.base.picture_header import (
    MAX_PIXELS,
    READABLE,
    PictureHeader,
    PicturePart,
    check_size,
    exif_orientation,
    open_picture,
    size_words,
)
from numero_cam.catalogue import tr

try:
    import simplejpeg
except ImportError:  # not available in browsers; Pillow decodes the same pixels, but notices less damage
    simplejpeg = None

Pixels = NDArray[np.uint8]  #: ``(height, width, 3)`` uint8, RGB, 0..255.

PillowImage = Image.Image  #: A picture of Pillow, of any mode.

Channels = Literal["BGR", "RGB"]  #: The order of the colours in an array.

#: Conversions of OpenCV with three channels and with four; None where there is nothing to convert.
_TO_RGB: dict[Channels, tuple[int | None, int | None]] = {"BGR": (cv2.COLOR_BGR2RGB, cv2.COLOR_BGRA2RGBA), "RGB": (None, None)}

#: Pillow's name and options of each kind of file by its ending; photos hardly get smaller by slower compression.
_ENCODERS: dict[str, tuple[str, dict[str, Any]]] = {
    ".jpg": ("JPEG", {"quality": 92}),
    ".jpeg": ("JPEG", {"quality": 92}),
    ".png": ("PNG", {"compress_level": 1}),
    ".webp": ("WEBP", {"lossless": True}),
    ".bmp": ("BMP", {}),
}
WRITABLE = tuple(_ENCODERS)  #: File endings that ``encode_picture`` accepts.

#: Maximum number of pixels of a photo that somebody gives to a page. A larger JPEG is decoded at 1/2, 1/4 or 1/8; other kinds are refused.
MAX_PHOTO_PIXELS = 25_000_000
JPEG_SCALES = (1, 2, 4, 8)  #: Divisors of width and height with which a JPEG can be decoded.
#: Maximum memory for the coefficients of a progressive JPEG, in bytes: 53 megapixels at full colour resolution, 100 at that of cameras.
MAX_COEFFICIENT_BYTES = 320_000_000
_BAND_ROWS = 512  #: Number of rows that are converted at once where numbers wider than bytes are needed; it bounds the memory.
#: Number of pixels of Pillow that are converted at once. A power of two, so that Pillow's single-precision boxes hold every first row.
_BAND_PIXELS = 1 << 20
_JPEG_END = b"\xff\xd9"  #: Marker at the end of a JPEG file.
#: Part of libjpeg's warning where data are left after the last pixel: a part of the data was decoded to wrong pixels.
_EXTRA_DATA_WARNING = "extraneous bytes before marker"
_DAMAGE_LINE = tr("the file is damaged: a part of the photo may show what never lay there; copy or download it again")
#: Parts of libjpeg's warnings where it filled lost pixels with grey.
_LOST_PIXEL_WARNINGS = ("premature end", "bad huffman code", "invalid jpeg", "read error", "unsupported marker")


def decode_picture(data: bytes) -> Pixels:
    """Decode a picture file to pixels as shown, after its EXIF rotation.

    Grey, palette, 16-bit and CMYK pictures become 8-bit RGB; transparent ones are blended with white.

    Returns:
        ``(height, width, 3)`` uint8 RGB.
    """
    return decode_with_damage(data)[0]


def decode_with_damage(data: bytes | PicturePart) -> tuple[Pixels, str]:
    """Decode like ``decode_picture``, and describe damage of a file that can be shown all the same.

    Returns:
        The pixels, and one line for the user, empty where no damage is noticed. JPEG has no checksums, so damage that changes pixels only
        is not noticed.
    """
    return _decode(data, MAX_PIXELS)


def decode_within(data: bytes | PicturePart, max_pixels: int) -> Pixels:
    """Decode like ``decode_picture`` to at most ``max_pixels`` pixels: a larger JPEG is decoded at 1/2, 1/4 or 1/8 of its size.

    Args:
        data: Contents of the file, or one picture of a file that holds several.
        max_pixels: Maximum number of decoded pixels.

    Returns:
        ``(height, width, 3)`` uint8 RGB, at most ``max_pixels`` pixels.
    """
    return _decode(data, max_pixels)[0]


def from_array(pixels: NDArray[Any], channels: Channels = "BGR") -> Pixels:
    """Turn a picture in memory into RGB.

    Args:
        pixels: uint8, 0..255: ``(height, width, 3)``; ``(height, width, 4)``, whose fourth channel is the opacity, and which is laid on
            white; ``(height, width)`` or ``(height, width, 1)``, grey.
        channels: The order of the first three channels: ``BGR`` as OpenCV gives it, or ``RGB``. It says nothing of a grey picture.

    Returns:
        ``(height, width, 3)`` uint8, RGB; a copy.
    """
    if channels not in _TO_RGB:
        known = ", ".join(_TO_RGB)
        raise PictureError(
            tr("channels is {channels!r}; choose from {known} (a fourth channel is the opacity)", channels=channels, known=known)
        )
    shape = pixels.shape
    if pixels.dtype != np.uint8:
        raise PictureError(tr("the picture has numbers of kind {kind}; give uint8, 0 to 255", kind=pixels.dtype))
    if not (len(shape) == 2 or (len(shape) == 3 and shape[2] in (1, 3, 4))) or 0 in shape:
        raise PictureError(
            tr(
                "the picture has the shape {shape}; give (height, width, 3), (height, width, 4) with the opacity, or (height, width)",
                shape=shape,
            )
        )
    check_size(shape[1], shape[0])
    if len(shape) == 2 or shape[2] == 1:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGB), np.uint8)
    with_three, with_four = _TO_RGB[channels]
    if shape[2] == 4:
        return _blend_with_white(pixels if with_four is None else np.asarray(cv2.cvtColor(pixels, with_four), np.uint8))
    return np.array(pixels, order="C") if with_three is None else np.asarray(cv2.cvtColor(pixels, with_three), np.uint8)


def from_pillow(picture: PillowImage) -> Pixels:
    """Turn a picture of Pillow into pixels as shown, after its EXIF turn, as ``decode_picture`` does with a file.

    Returns:
        ``(height, width, 3)`` uint8, RGB; a copy.
    """
    if 0 in picture.size:
        raise PictureError(tr("the picture has {picture.width} x {picture.height} pixels", picture=picture))
    check_size(*picture.size)
    try:
        return _apply_orientation(_decode_pillow(picture), exif_orientation(picture))
    except PictureError:
        raise
    except Exception as error:  # Pillow's readers raise many kinds for damaged data, and document none.
        raise PictureError(tr("is cut short or damaged, or its file is closed already")) from error


def encode_picture(pixels: Pixels, ending: str) -> bytes:
    """Encode pixels as a picture file.

    Args:
        pixels: ``(height, width, 3)`` uint8 RGB.
        ending: File ending, one of ``WRITABLE``.

    Returns:
        Contents of the file.
    """
    if ending.lower() not in WRITABLE:
        raise PictureError(tr("unknown kind of picture {ending!r}; use {endings}", ending=ending, endings=", ".join(WRITABLE)))
    out = io.BytesIO()
    kind, options = _ENCODERS[ending.lower()]
    try:
        Image.fromarray(pixels).save(out, kind, **options)
    except (OSError, ValueError) as error:
        height, width = pixels.shape[:2]
        raise PictureError(
            tr("a picture of {width} x {height} pixels cannot be written as {ending}", width=width, height=height, ending=ending)
        ) from error
    return out.getvalue()


def _decode(data: bytes | PicturePart, max_pixels: int) -> tuple[Pixels, str]:
    """Return the pixels as shown, and a line about damage."""
    pixels, orientation, damage = _stored(data, max_pixels)  # Pillow's own copy of the pixels is gone here
    return _apply_orientation(pixels, orientation), damage


def _stored(data: bytes | PicturePart, max_pixels: int) -> tuple[Pixels, int, str]:
    """Return the pixels as stored, the EXIF mark of their turn, and a line about damage."""
    with open_picture(data, max_pixels) as (header, picture):
        scale = _jpeg_scale(header, max_pixels)
        jpeg = data.data if isinstance(data, PicturePart) else data
        pixels, damage = _decode_jpeg(jpeg, picture, scale) if header.kind == "JPEG" else (_decode_pillow(picture), "")
        return pixels, exif_orientation(picture), damage


def _jpeg_scale(header: PictureHeader, max_pixels: int) -> int:
    """Return the smallest of ``JPEG_SCALES`` with which the picture is small enough."""
    size = size_words(header.width, header.height)
    if header.coefficient_bytes > MAX_COEFFICIENT_BYTES:
        raise PictureTooLargeError(tr("is too large: a progressive JPEG of {size}; save it smaller, or as a baseline JPEG", size=size))
    if header.pixels <= max_pixels:
        return 1
    fitting = (scale for scale in JPEG_SCALES if -(-header.width // scale) * -(-header.height // scale) <= max_pixels)
    scale = next(fitting, None)
    if scale is None:
        raise PictureTooLargeError(tr("is too large: {size}; save it smaller", size=size))
    return scale


def _decode_jpeg(data: bytes, picture: ImageFile.ImageFile, scale: int) -> tuple[Pixels, str]:
    """Return the pixels as stored of a JPEG with sides divided by ``scale``, and a line about damage for the user, empty without any."""
    warning, width, height = "", -(-picture.width // scale), -(-picture.height // scale)
    if simplejpeg is not None:
        try:
            return simplejpeg.decode_jpeg(data, "RGB", min_width=width, min_height=height, strict=True), ""
        except ValueError as error:
            warning = str(error).lower()
        if any(words in warning for words in _LOST_PIXEL_WARNINGS):
            raise PictureError(_jpeg_damage(data))
        try:
            pixels = simplejpeg.decode_jpeg(data, "RGB", min_width=width, min_height=height, strict=False)
        except ValueError:  # TurboJPEG does not support the colour space or its subsampling, such as subsampled CMYK
            pass
        else:
            return pixels, _DAMAGE_LINE if _EXTRA_DATA_WARNING in warning else ""
    try:
        picture.draft(None, (picture.width // scale, picture.height // scale))
        return _decode_pillow(picture), ""
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureError(_jpeg_damage(data)) from error


def _jpeg_damage(jpeg: bytes) -> str:
    """Return the line for the user where a JPEG cannot be decoded."""
    if not jpeg.endswith(_JPEG_END):
        return tr("is cut short or damaged: its end is missing; copy or download it again")
    return tr("is damaged: its JPEG data cannot be decoded; copy or download it again, or save it anew as JPEG")


def _decode_pillow(picture: PillowImage) -> Pixels:
    """Return the pixels as stored, as 8-bit RGB, blended with white where they are transparent.

    They are converted in bands of rows: each whole copy on the way would take 3 or 4 bytes a pixel more.
    """
    picture.load()
    width, height = picture.size
    rows = max(1, _BAND_PIXELS // width)
    pixels = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, rows):
        bottom = min(top + rows, height)
        # Cut out by `resize`, because `crop` has a limit of size that is global to the process.
        pixels[top:bottom] = _rgb(picture.resize((width, bottom - top), Image.Resampling.NEAREST, (0, top, width, bottom)), picture.format)
    return pixels


def _rgb(band: PillowImage, kind: str | None) -> Pixels:
    """Return the RGB of a part of a picture that comes from a file of this kind; transparent pixels are blended with white."""
    if band.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in band.info:
        return _blend_with_white(np.asarray(band.convert("RGBA")))
    if band.mode.startswith("I;16") or (band.mode == "I" and kind == "PNG"):
        grey = cv2.convertScaleAbs(np.asarray(band).astype(np.uint16), alpha=1 / 257)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
    if band.mode in {"I", "F"}:
        dtype, kinds = np.asarray(band).dtype, READABLE
        raise PictureError(tr("holds numbers of kind {kind}, not the 8 or 16 bits of a photo; save it as {kinds}", kind=dtype, kinds=kinds))
    return np.asarray(band.convert("RGB"))


def _blend_with_white(rgba: Pixels) -> Pixels:
    """Blend a picture ``(height, width, 4)`` RGBA with white, in bands of rows to save memory."""
    rgb = np.empty((*rgba.shape[:2], 3), np.uint8)
    for top in range(0, len(rgba), _BAND_ROWS):
        band = rgba[top : top + _BAND_ROWS].astype(np.uint16)
        colour, alpha = band[..., :3], band[..., 3:]
        rgb[top : top + _BAND_ROWS] = (colour * alpha + 255 * (255 - alpha) + 127) // 255
    return rgb


def _apply_orientation(pixels: Pixels, orientation: int) -> Pixels:
    """Rotate and flip pixels by their EXIF orientation, 1..8."""
    if orientation in {5, 6, 7, 8}:
        pixels = np.asarray(cv2.transpose(pixels), np.uint8)
    flips = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}
    # In place: a third copy of the largest pictures would take more than a gigabyte.
    return np.asarray(cv2.flip(pixels, flips[orientation], pixels), np.uint8) if orientation in flips else pixels


def write_picture(path: Path, pixels: Pixels) -> None:
    """Write pixels to a file, whose ending decides its kind; an existing file is replaced when the new one is complete."""
    write_atomically(path, encode_picture(pixels, path.suffix), PictureError)
