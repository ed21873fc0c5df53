"""What a picture file says of itself: kind, size and memory before a pixel is decoded, and the turn of the camera.

Pillow reads the headers (docs/adr/0001-rooms-and-dependencies.md).
"""

import contextlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageFile
from PIL.BmpImagePlugin import BmpImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile

from numero_cam.base.errors import PictureError, PictureTooLargeError
from numero_cam.catalogue import tr

READABLE = tr("JPEG, PNG, WebP, BMP or TIFF")
#: Maximum size of a picture, in pixels: twice the usual 48 megapixels of the largest phone cameras. Larger ones are not decoded.
MAX_PIXELS = 100_000_000
#: The same for all kinds but JPEG, whose decoders take more memory: 8064 x 6048, the largest usual camera of a phone.
MAX_OTHER_PIXELS = 49_000_000
#: Maximum memory of a picture while it is decoded, its file included, in bytes: with the program itself a gigabyte.
MAX_MEMORY = 850_000_000
_PIXEL_BYTES = 7  #: Memory of a pixel while it is decoded: 4 bytes of Pillow and 3 of RGB.
_WEBP_PIXEL_BYTES = 16  #: The same of WebP: its decoder keeps two pictures of 4 bytes a pixel, and gives a third to Pillow.
#: Maximum number of pixels that all scans of a JPEG pass over, taken together: about 10 seconds. Usual ones have a tenth of it.
MAX_SCANNED_PIXELS = 2_500_000_000
#: Maximum number of scans of a JPEG. Usual ones have 1 to 10; each further one costs a pass over the whole picture for a few bytes.
MAX_SCANS = 200
MAX_TILE_PIXELS = 2048 * 2048  #: Maximum size of a tile of a TIFF that is larger than its picture, in pixels.
MAX_PICTURES = 150  #: Maximum number of pictures in a file, as of a scanner's PDF (``capture.pdf_pages``).
_TILE_WIDTH = 322  #: Tag of the width of a TIFF's tiles.
_TILE_LENGTH = 323  #: Tag of their height.
_SCAN = b"\xff\xda"  #: Marker before each scan of a JPEG. Compressed data never contain it.
#: Memory of one coefficient of a progressive JPEG, in bytes; the decoder keeps one for each sample of each component.
_COEFFICIENT_BYTES = 2
_ORIENTATION = 274  #: Tag of the turn of the camera in EXIF.
_NEW_SUBFILE_TYPE = 254  #: Tag of what a picture of a TIFF is.
_REDUCED_OR_MASK = 0b101  #: Bits of that tag of a TIFF: a smaller copy of another picture, or its mask.
_MP_ENTRIES = 0xB002  #: Tag of the pictures of a JPEG that holds several (CIPA DC-007, "MPO").
_MP_THUMBNAIL = "Thumbnail"  #: Part of the names of smaller copies among them.
#: Marks of a picture that says how bright another is; HDR photos of telephones have one.
_GAIN_MAPS = (b"hdr-gain-map", b"urn:iso:std:iso:ts:21496", b"HDRGainMap")
_GAIN_MAP_HEAD = 65_536  #: Number of first bytes of a picture in which such a mark stands.
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_AVIF_BRANDS = {b"avif", b"avis"}
# How to get a JPEG out of the cameras that do not write one.
_JPEG_HELP = tr("export or share it as JPEG (on an iPhone: Settings > Camera > Formats > Most Compatible)")


class _Jpeg(JpegImageFile):
    """Pillow looks into the EXIF block for a resolution, and refuses the whole picture where the block is broken (seen with 13.0)."""

    def _read_dpi_from_exif(self) -> None:
        """Leaves the resolution alone: nobody asks for it here."""


@dataclass(frozen=True)
class PictureHeader:
    """Kind, size and memory of a picture by its file."""

    kind: str  #: ``JPEG``, ``PNG``, ``WebP``, ``BMP`` or ``TIFF``.
    width: int  #: Pixels as stored, before any turn.
    height: int  #: Pixels as stored, before any turn.
    #: Memory that the decoder of a progressive JPEG needs beside the pixels, at every scale; 0 for other pictures.
    coefficient_bytes: int = 0

    @property
    def pixels(self) -> int:
        """Number of pixels."""
        return self.width * self.height


@dataclass(frozen=True)
class PicturePart:
    """One of several pictures of a file."""

    data: bytes  #: The bytes that hold it.
    place: int  #: Its place among the pictures that they hold, from 0.
    name: str = ""  #: What it is called in answers and messages; empty where the file has no name.


class SeveralPicturesError(PictureError):
    """A file holds several pictures where one is expected."""

    def __init__(self, message: str, parts: Sequence[PicturePart]) -> None:
        super().__init__(message)
        self.parts = tuple(parts)


def read_header(data: bytes) -> PictureHeader:
    """Return the header of a picture file. No pixel is decoded."""
    with open_picture(data) as (header, _):
        return header


@contextlib.contextmanager
def open_picture(data: bytes | PicturePart, most_pixels: int = MAX_PIXELS) -> Iterator[tuple[PictureHeader, ImageFile.ImageFile]]:
    """Open a picture file with Pillow; errors of Pillow inside the block become a ``PictureError`` that says that the file is damaged.

    Args:
        data: The whole file, or one picture of a file that holds several.
        most_pixels: Maximum number of pixels of kinds that cannot be decoded smaller: all but JPEG.

    Yields:
        The header, and Pillow's picture, whose pixels are not decoded yet.
    """
    part, data = (data, data.data) if isinstance(data, PicturePart) else (None, data)
    if not data:
        raise PictureError(tr("is empty (0 bytes)"))
    kind, reads = _kind(data)
    try:
        with reads(io.BytesIO(data)) as picture:
            if part is None:
                _check_single(data, picture)
            elif isinstance(picture, TiffImageFile):
                picture.seek(part.place)
            if kind == "JPEG":
                check_size(*picture.size)
            else:
                check_size(*picture.size, min(most_pixels, MAX_OTHER_PIXELS), kind)
            _check_still(kind, picture)
            _check_tiles(picture)
            if kind == "JPEG":
                _check_scans(data.count(_SCAN), picture)
            _check_memory(len(data), kind, picture)
            yield PictureHeader(kind, *picture.size, _coefficient_bytes(picture)), picture
    except PictureError:
        raise
    except Exception as error:  # Pillow's readers raise many kinds for damaged data, and document none.
        raise PictureError(tr("is cut short or damaged; copy or download it again")) from error


def _kind(data: bytes) -> tuple[str, type[ImageFile.ImageFile]]:
    """Return name and reader of the kind of picture by its first bytes; never by the name of a file.

    Readers are called by themselves: ``Image.open`` would try others too, and has a limit of size that is global to the process.
    """
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG", _Jpeg
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG", PngImageFile
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP", WebPImageFile
    if data[:2] == b"BM":
        return "BMP", BmpImageFile
    if data[:4] in {b"II*\0", b"MM\0*"}:
        return "TIFF", TiffImageFile
    raise PictureError(_why_not(data))


def size_words(width: int, height: int) -> str:
    """Return the size of a picture in words for the user."""
    return tr("{width} x {height} pixels ({megapixels:.0f} megapixels)", width=width, height=height, megapixels=width * height / 1e6)


def check_size(width: int, height: int, most_pixels: int = MAX_PIXELS, kind: str = "") -> None:
    """Refuse a picture with more than ``most_pixels``; the error names the ``kind`` where a JPEG of this size would be read."""
    if width * height > most_pixels:
        size, most = size_words(width, height), most_pixels // 1_000_000
        if kind and width * height <= MAX_PIXELS:
            read = tr("at most {most:.0f} megapixels of a {kind} are read here", most=most, kind=kind)
            raise PictureTooLargeError(tr("is too large: {size}, {read}; save it as JPEG or smaller", size=size, read=read))
        raise PictureTooLargeError(tr("is too large: {size}, at most {most} megapixels are read; save it smaller", size=size, most=most))


def _check_memory(file_bytes: int, kind: str, picture: ImageFile.ImageFile) -> None:
    """Refuse a picture that takes too much memory together with its file."""
    pixels = picture.width * picture.height
    if file_bytes + pixels * (_WEBP_PIXEL_BYTES if kind == "WebP" else _PIXEL_BYTES) > MAX_MEMORY:
        size, megabytes = size_words(picture.width, picture.height), file_bytes // 1_000_000
        raise PictureTooLargeError(tr("is too large: {size} in a file of {megabytes} MB; save it smaller", size=size, megabytes=megabytes))


def _check_scans(scan_count: int, picture: ImageFile.ImageFile) -> None:
    """Refuse a JPEG whose decoder would be busy for long."""
    most = min(MAX_SCANS, MAX_SCANNED_PIXELS // max(picture.width * picture.height, 1))
    if scan_count > most:
        raise PictureError(tr("has more than {most} scans, as no camera makes them; save it anew as JPEG", most=most))


def _check_single(data: bytes, picture: ImageFile.ImageFile) -> None:
    """Refuse a file of several pictures, so that nobody reads only the first of them unawares."""
    parts = _tiff_parts(data, picture) if isinstance(picture, TiffImageFile) else _jpeg_parts(data, picture)
    if len(parts) > MAX_PICTURES:
        raise PictureError(tr("holds more than {most} pictures; give at most {most} at once", most=MAX_PICTURES))
    if len(parts) > 1:
        raise SeveralPicturesError(
            tr("holds {number} pictures, and one is expected; save each as a file of its own", number=len(parts)), parts
        )


def _tiff_parts(data: bytes, picture: TiffImageFile) -> list[PicturePart]:
    """Return the pictures of a TIFF, at most one more than are read; the first is selected afterwards."""
    parts: list[PicturePart] = []
    place = 0
    while len(parts) <= MAX_PICTURES and place <= 2 * MAX_PICTURES:  # as many small copies are known as pictures
        try:
            picture.seek(place)
        except EOFError:
            break
        except Exception:  # noqa: BLE001 - as in ``open_picture``; whoever reads this picture is told
            parts.append(PicturePart(data, place))
            break
        if not int(picture.tag_v2.get(_NEW_SUBFILE_TYPE, 0)) & _REDUCED_OR_MASK:
            parts.append(PicturePart(data, place))
        place += 1
    picture.seek(parts[0].place if parts else 0)
    return parts


def _jpeg_parts(data: bytes, picture: ImageFile.ImageFile) -> list[PicturePart]:
    """Return the pictures of a JPEG that are no smaller copies and no gain maps; none where it does not say that it holds several."""
    if not isinstance(picture, JpegImageFile) or "mp" not in picture.info:
        return []
    try:
        entries = (picture._getmp() or {})[_MP_ENTRIES]  # noqa: SLF001 - as Pillow's own reader of MPO does
        starts = [0, *(int(entry["DataOffset"]) + int(picture.info["mpoffset"]) for entry in entries[1:])]
    except Exception:  # noqa: BLE001 - a broken list of pictures: a JPEG all the same, as every viewer takes it
        return []
    parts, size = [PicturePart(data, 0)], 0
    for entry, start in zip(entries[1 : MAX_PICTURES + 1], starts[1:], strict=False):
        piece = data[start : start + int(entry["Size"])]
        if (size := size + len(piece)) > len(data):
            return []  # parts that share bytes are crafted, and would fill the memory
        whole = _MP_THUMBNAIL not in entry["Attribute"]["MPType"] and not any(mark in piece[:_GAIN_MAP_HEAD] for mark in _GAIN_MAPS)
        if whole and _same_size(piece, picture):
            parts.append(PicturePart(piece, 0))
    return parts


def _same_size(jpeg: bytes, picture: ImageFile.ImageFile) -> bool:
    """Return whether bytes are a coloured JPEG of the size of another picture."""
    try:
        with _Jpeg(io.BytesIO(jpeg)) as other:
            return other.size == picture.size and other.mode == picture.mode
    except Exception:  # noqa: BLE001 - no JPEG
        return False


def _check_still(kind: str, picture: ImageFile.ImageFile) -> None:
    """Refuse an animated picture."""
    if kind != "TIFF" and getattr(picture, "is_animated", False):
        raise PictureError(tr("is an animated {kind}; save a single picture of it as {kinds}", kind=kind, kinds=READABLE))


def _check_tiles(picture: ImageFile.ImageFile) -> None:
    """Refuse a TIFF whose tiles or strips are far larger than its picture: a decoder makes room for a whole one."""
    if not isinstance(picture, TiffImageFile):
        return
    tags = picture.tag_v2
    width, height = int(tags.get(_TILE_WIDTH, 0)), int(tags.get(_TILE_LENGTH, 0))
    if width * height > max(picture.width * picture.height, MAX_TILE_PIXELS):
        raise PictureError(
            tr(
                "has tiles of {width} x {height} pixels, which are larger than the picture; save it anew as JPEG",
                width=width,
                height=height,
            )
        )


def _coefficient_bytes(picture: ImageFile.ImageFile) -> int:
    """Return the bytes for the coefficients of a progressive JPEG, which are all kept until its last scan; 0 for other pictures."""
    if not isinstance(picture, JpegImageFile) or not picture.info.get("progressive"):
        return 0
    sampling = [(across, down) for _, across, down, _ in picture.layer]
    largest = max(across for across, _ in sampling) * max(down for _, down in sampling)
    samples = sum(across * down for across, down in sampling) / max(largest, 1)
    return int(_COEFFICIENT_BYTES * picture.width * picture.height * samples)


def exif_orientation(picture: Image.Image) -> int:
    """Return the EXIF mark of the turn, 1 to 8; 1, as stored, where there is none or the EXIF block is broken, as every viewer does.

    A PNG is decoded for it, because its EXIF block may lie behind its pixels. It is 1 for a TIFF, which its decoder turns by itself.
    """
    if isinstance(picture, TiffImageFile):
        return 1
    try:
        mark = picture.getexif().get(_ORIENTATION, 1)
    except Exception:  # noqa: BLE001 - as above
        return 1
    return mark if isinstance(mark, int) and 1 <= mark <= 8 else 1


def _why_not(data: bytes) -> str:
    """Return why data of another kind cannot be read, and what to do: a line for the user."""
    if data[4:8] == b"ftyp":
        return _why_not_boxes({data[i : i + 4] for i in (8, *range(16, min(len(data), 64), 4))})
    if data.startswith(b"GIF8"):
        return tr("is a GIF, which may be animated; save the picture as {kinds}", kinds=READABLE)
    if data.startswith(b"%PDF"):
        return tr("is a PDF, not a photo; save the picture in it as {kinds}", kinds=READABLE)
    if not any(data):
        return tr("holds nothing but zeros: the copy failed; copy or download it again")
    return tr("is not a picture that can be read ({kinds})", kinds=READABLE)


def _why_not_boxes(brands: set[bytes]) -> str:
    """Return the same of HEIC, AVIF and the videos of phones, by the brands in the file's first box."""
    if brands & _AVIF_BRANDS:
        return tr("is an AVIF picture, which cannot be read; {advice}", advice=_JPEG_HELP)
    if brands & _HEIF_BRANDS:
        return tr("is a HEIC picture, which cannot be read; {advice}", advice=_JPEG_HELP)
    return tr("is a video, not a photo; give a single frame as {kinds}", kinds=READABLE)
