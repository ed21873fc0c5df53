"""What a picture file says of itself before any pixel is decoded: kind, size, turn, whether it is whole.

Needed because decoders answer too late or not at all: they allocate before they refuse, fill a truncated JPEG with grey, and differ
between versions in which files they turn by their EXIF mark. Standard library only.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from numero_cam.base.errors import PictureError

READABLE = "JPEG, PNG, WebP, BMP or TIFF"
_ORIENTATION, _WIDTH, _HEIGHT = 274, 256, 257
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_AVIF_BRANDS = {b"avif", b"avis"}
# How to get a JPEG out of the cameras that do not write one.
_JPEG_HELP = "export or share it as JPEG (on an iPhone: Settings > Camera > Formats > Most Compatible)"
_SOF_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SOS, _EOI, _APP1 = 0xDA, 0xD9, 0xE1


@dataclass(frozen=True)
class PictureHeader:
    """What the file says of itself.

    Attributes:
        kind: ``JPEG``, ``PNG``, ``WebP``, ``BMP`` or ``TIFF``.
        width: Pixels as stored, before any turn.
        height: Pixels as stored, before any turn.
        orientation: EXIF mark 1-8; 1 = as stored. Always 1 for TIFF, which its decoder turns by itself.
    """

    kind: str
    width: int
    height: int
    orientation: int = 1


def read_header(data: bytes) -> PictureHeader:
    """Reads the header of a picture file and checks that the file is whole.

    Args:
        data: The whole file.

    Returns:
        Kind, stored size and turn.

    Raises:
        PictureError: The data is empty, of another kind, animated or cut short; the text says what to do, without a file name.
    """
    if not data:
        message = "is empty (0 bytes)"
        raise PictureError(message)
    try:
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data[:2] == b"BM":
            return _bmp(data)
        if data[:4] in {b"II*\0", b"MM\0*"}:
            return _tiff(data)
    except (struct.error, IndexError) as error:
        raise _cut_short() from error
    raise PictureError(_why_not(data))


def _cut_short() -> PictureError:
    return PictureError("is cut short or damaged: its end is missing; copy or download it again")


def _why_not(data: bytes) -> str:
    """Names the kinds of file that people try, so that the line can say what to do."""
    if data[4:8] == b"ftyp":
        return _why_not_boxes({data[i : i + 4] for i in (8, *range(16, min(len(data), 64), 4))})
    if data.startswith(b"GIF8"):
        return f"is a GIF, which may be animated; save the picture as {READABLE}"
    if data.startswith(b"%PDF"):
        return f"is a PDF, not a photo; save the picture in it as {READABLE}"
    if not any(data):
        return "holds nothing but zeros: the copy failed; copy or download it again"
    return f"is not a picture that can be read ({READABLE})"


def _why_not_boxes(brands: set[bytes]) -> str:
    """The family of HEIC, AVIF and the videos of phones, told apart by the brands in the file's first box."""
    if brands & _AVIF_BRANDS:
        return f"is an AVIF picture, which cannot be read; {_JPEG_HELP}"
    if brands & _HEIF_BRANDS:
        return f"is a HEIC picture, which cannot be read; {_JPEG_HELP}"
    return f"is a video, not a photo; give a single frame as {READABLE}"


def _jpeg(data: bytes) -> PictureHeader:
    size, orientation, at = None, 1, 2
    while True:
        while data[at] == data[at + 1] == 0xFF:
            at += 1
        if data[at] != 0xFF:
            raise _cut_short()
        marker = data[at + 1]
        if marker in {_SOS, _EOI}:
            break
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in _SOF_MARKERS:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        elif marker == _APP1 and data[at + 4 : at + 10] == b"Exif\0\0":
            orientation = _exif_orientation(data[at + 10 : at + 2 + length])
        at += 2 + length
    # After the first scan begins, FF D9 can only be the end: in coded data FF is followed by 00 or a restart mark.
    if size is None or data.find(b"\xff\xd9", at) < 0:
        raise _cut_short()
    return PictureHeader("JPEG", *size, orientation)


def _png(data: bytes) -> PictureHeader:
    width = height = 0
    orientation, at = 1, 8
    while True:
        length, name = struct.unpack_from(">I4s", data, at)
        body = at + 8
        (crc,) = struct.unpack_from(">I", data, body + length)
        if name == b"IHDR":
            width, height = struct.unpack_from(">II", data, body)
        elif name == b"acTL" and struct.unpack_from(">I", data, body)[0] > 1:
            raise PictureError(_animated("PNG"))
        elif name == b"eXIf":
            orientation = _exif_orientation(data[body : body + length])
        # Only the chunks that make the picture: many tools write bad checksums into their comments.
        if name in {b"IHDR", b"PLTE", b"IDAT"} and zlib.crc32(memoryview(data)[at + 4 : body + length]) != crc:
            message = "is damaged: a checksum of its pixels is wrong; copy or download it again"
            raise PictureError(message)
        if name == b"IEND":
            return PictureHeader("PNG", width, height, orientation)
        at = body + length + 4


def _webp(data: bytes) -> PictureHeader:
    (riff_size,) = struct.unpack_from("<I", data, 4)
    if len(data) < riff_size + 8:
        raise _cut_short()
    size, orientation = None, 1
    for name, at, length in _webp_chunks(data, riff_size + 8):
        if name == b"VP8X":
            if data[at] & 0b10:
                raise PictureError(_animated("WebP"))
            size = (1 + int.from_bytes(data[at + 4 : at + 7], "little"), 1 + int.from_bytes(data[at + 7 : at + 10], "little"))
        elif name == b"VP8L" and size is None:
            (bits,) = struct.unpack_from("<I", data, at + 1)
            size = (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
        elif name == b"VP8 " and size is None:
            width, height = struct.unpack_from("<HH", data, at + 6)
            size = (width & 0x3FFF, height & 0x3FFF)
        elif name == b"EXIF":
            orientation = _exif_orientation(data[at : at + length].removeprefix(b"Exif\0\0"))
    if size is None:
        raise _cut_short()
    return PictureHeader("WebP", *size, orientation)


def _webp_chunks(data: bytes, end: int) -> Iterator[tuple[bytes, int, int]]:
    at = 12
    while at + 8 <= end:
        name, length = struct.unpack_from("<4sI", data, at)
        yield name, at + 8, length
        at += 8 + length + (length & 1)


def _animated(kind: str) -> str:
    return f"is an animated {kind}; save a single picture of it as {READABLE}"


def _bmp(data: bytes) -> PictureHeader:
    (pixels_at, header) = struct.unpack_from("<II", data, 10)
    if header == 12:  # the oldest kind
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        compression = 0
    else:
        width, height, _, bits, compression = struct.unpack_from("<iiHHI", data, 18)
    row = (abs(width) * bits + 31) // 32 * 4
    if compression in {0, 3} and len(data) < pixels_at + row * abs(height):
        raise _cut_short()
    return PictureHeader("BMP", abs(width), abs(height))


def _tiff(data: bytes) -> PictureHeader:
    tags = dict(_tiff_tags(data))
    if _WIDTH not in tags or _HEIGHT not in tags:
        raise _cut_short()
    return PictureHeader("TIFF", tags[_WIDTH], tags[_HEIGHT])


def _exif_orientation(data: bytes) -> int:
    """The turn mark of an EXIF block; 1 where there is none or the block is broken, as every viewer does."""
    try:
        mark = dict(_tiff_tags(data)).get(_ORIENTATION, 1)
    except struct.error:
        return 1
    return mark if 1 <= mark <= 8 else 1


def _tiff_tags(data: bytes) -> Iterator[tuple[int, int]]:
    """Tags of the first directory that hold one whole number, as ``(tag, number)``."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, at)
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind, amount = struct.unpack_from(order + "HHI", data, entry)
        if amount == 1 and kind in {3, 4}:
            yield tag, struct.unpack_from(order + ("H" if kind == 3 else "I"), data, entry + 8)[0]
