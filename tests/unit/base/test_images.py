import contextlib
import io
import os
import struct
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import simplejpeg
from numpy.typing import NDArray
from PIL import Image, ImageOps
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile

from numero_cam.base import images
from numero_cam.base.errors import PictureError, PictureTooLargeError
from numero_cam.base.picture_header import MAX_PICTURES, MAX_PIXELS, SeveralPicturesError, read_header
from tests.fuzz.hostile import png

Pixels = NDArray[np.uint8]
huge_png = partial(png, depth=1, colour=0)  #: A valid file of few bytes that stands for very many pixels.


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def opencv(ending: str, pixels: NDArray[Any]) -> bytes:
    return cv2.imencode(ending, pixels)[1].tobytes()


def see_through(pixels: Pixels, alpha: int) -> Image.Image:
    picture = Image.fromarray(pixels).convert("RGBA")
    picture.putalpha(alpha)
    return picture


KINDS: dict[str, Callable[[Image.Image], bytes]] = {
    "JPEG": lambda p: saved(p, "JPEG", quality=94, subsampling=0),
    "progressive JPEG": lambda p: saved(p, "JPEG", quality=94, subsampling=0, progressive=True),
    "PNG": lambda p: saved(p, "PNG"),
    "palette PNG": lambda p: saved(p.quantize(16), "PNG"),
    "16-bit PNG": lambda p: opencv(".png", np.asarray(p)[..., ::-1].astype(np.uint16) * 257),
    "WebP": lambda p: saved(p, "WEBP", quality=100),
    "lossless WebP": lambda p: saved(p, "WEBP", lossless=True),
    "BMP": lambda p: saved(p, "BMP"),
    "palette BMP": lambda p: saved(p.quantize(16), "BMP"),
    "TIFF": lambda p: saved(p, "TIFF"),
    "packed TIFF": lambda p: saved(p, "TIFF", compression="tiff_lzw"),
    "16-bit TIFF": lambda p: opencv(".tiff", np.asarray(p)[..., ::-1].astype(np.uint16) * 257),
    "CMYK JPEG": lambda p: saved(p.convert("CMYK"), "JPEG", quality=94, subsampling=0),
    "opaque RGBA PNG": lambda p: saved(p.convert("RGBA"), "PNG"),
    "opaque RGBA WebP": lambda p: saved(p.convert("RGBA"), "WEBP", lossless=True),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_gives_the_same_rgb(kind: str, quarters: Pixels) -> None:
    got = images.decode_picture(KINDS[kind](Image.fromarray(quarters)))
    assert got.shape == quarters.shape
    assert got.dtype == np.uint8
    away = np.abs(got.astype(int) - quarters)[2:-2, 2:-2]  # chroma of lossy kinds bleeds across the lines between the quarters
    assert np.median(away) <= 3
    for y, x in ((10, 10), (10, 50), (40, 10), (40, 50)):
        np.testing.assert_allclose(got[y, x].astype(int), quarters[y, x], atol=12)


@pytest.mark.parametrize(("bits", "ending"), [(8, ".png"), (8, ".tiff"), (8, ".jpg"), (16, ".png"), (16, ".tiff")])
def test_grey_becomes_rgb(bits: int, ending: str) -> None:
    ramp = np.tile(np.linspace(0, 255, 64), (48, 1)).astype(np.uint8)
    got = images.decode_picture(opencv(ending, ramp.astype(np.uint16) * 257 if bits == 16 else ramp))
    np.testing.assert_allclose(got[..., 0].astype(int), ramp, atol=2)
    assert (got[..., 0] == got[..., 1]).all()
    assert (got[..., 0] == got[..., 2]).all()


@pytest.mark.parametrize(("alpha", "expected"), [(0, (255, 255, 255)), (255, (250, 10, 10)), (51, (254, 206, 206))])
def test_transparent_pictures_are_blended_with_white(alpha: int, expected: tuple[int, int, int], quarters: Pixels) -> None:
    got = images.decode_picture(saved(see_through(quarters, alpha), "PNG"))
    np.testing.assert_allclose(got[5, 5].astype(int), expected, atol=1)


def test_transparent_grey_and_palette_pictures_are_blended_with_white() -> None:
    grey = Image.new("LA", (8, 6), (0, 0))
    assert (images.decode_picture(saved(grey, "PNG")) == 255).all()
    palette = Image.new("P", (8, 6), 0)
    palette.putpalette([10, 20, 30])
    assert (images.decode_picture(saved(palette, "PNG", transparency=0)) == 255).all()
    assert (images.decode_picture(saved(palette, "PNG"))[0, 0] == (10, 20, 30)).all()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("mark", range(1, 9))
def test_a_picture_is_turned_as_its_exif_mark_says(kind: str, mark: int, quarters: Pixels) -> None:
    picture = Image.fromarray(quarters)
    exif = picture.getexif()
    exif[274] = mark
    data = saved(picture, kind, exif=exif, **({"quality": 98, "subsampling": 0} if kind == "JPEG" else {}))
    expected = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))))
    got = images.decode_picture(data)
    assert got.shape == expected.shape
    for y in (8, -8):
        for x in (8, -8):
            np.testing.assert_allclose(got[y, x].astype(int), expected[y, x], atol=12)


@pytest.mark.parametrize(
    "exif", [b"Exif\0\0", b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x09\0\0"]
)
def test_a_broken_exif_block_means_no_turn(exif: bytes, quarters: Pixels) -> None:
    data = saved(Image.fromarray(quarters), "JPEG")
    with_exif = data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    assert images.decode_picture(with_exif).shape == quarters.shape


@pytest.fixture
def decodes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for decoder in (PngImageFile, JpegImageFile, TiffImageFile, WebPImageFile):
        monkeypatch.setattr(decoder, "load", lambda *_: pytest.fail("decoded"))
    monkeypatch.setattr(simplejpeg, "decode_jpeg", lambda *_, **__: pytest.fail("decoded"))


@pytest.mark.usefixtures("decodes_nothing")
@pytest.mark.parametrize("kind", ["JPEG", "progressive JPEG", "PNG", "WebP", "BMP", "TIFF"])
def test_a_header_is_read_without_its_pixels(kind: str, quarters: Pixels) -> None:
    header = read_header(KINDS[kind](Image.fromarray(quarters)))
    assert (header.kind, header.height, header.width) == (kind.rsplit(maxsplit=1)[-1], *quarters.shape[:2])


@pytest.mark.usefixtures("decodes_nothing")
def test_a_large_picture_that_cannot_be_decoded_smaller_is_refused_unseen() -> None:
    with pytest.raises(PictureTooLargeError, match=r"6000 x 6000 pixels \(36 megapixels\), at most 25 megapixels of a PNG .* as JPEG"):
        images.decode_within(huge_png(6000, 6000), 25_000_000)


@pytest.mark.usefixtures("decodes_nothing")
@pytest.mark.parametrize(("read", "most"), [(images.decode_picture, 49), (lambda data: images.decode_within(data, 25_000_000), 25)])
@pytest.mark.parametrize(("side", "remedy"), [(7500, "as JPEG or smaller"), (30000, "save it smaller")])
def test_the_limit_that_is_told_is_that_of_the_place(read: Callable[[bytes], Pixels], most: int, side: int, remedy: str) -> None:
    told = rf"too large: {side} x {side} pixels \({round(side * side / 1e6)} megapixels\), at most {most} megapixels .*{remedy}"
    with pytest.raises(PictureTooLargeError, match=told):
        read(huge_png(side, side))


@pytest.mark.parametrize("kind", ["JPEG", "progressive JPEG", "CMYK JPEG", "CMYK JPEG of half its colours", "grey JPEG"])
@pytest.mark.parametrize(("width", "height"), [(101, 77), (64, 48), (8, 8), (33, 250)])
@pytest.mark.parametrize(("at_most", "scale"), [(1.0, 1), (0.99, 2), (0.24, 4), (0.06, 8)])
def test_a_large_jpeg_is_decoded_smaller(kind: str, width: int, height: int, at_most: float, scale: int) -> None:
    grey = Image.linear_gradient("L").resize((width, height))
    mode = kind.split(maxsplit=1)[0] if kind.startswith("CMYK") else "L" if kind.startswith("grey") else "RGB"
    data = saved(grey.convert("RGB").convert(mode), "JPEG", subsampling=2 if "half" in kind else 0, progressive=kind.startswith("prog"))
    smaller = [-(-side // scale) for side in (height, width)]
    room = max(int(at_most * width * height), smaller[0] * smaller[1])
    got = images.decode_within(data, room)
    assert got.shape == (*smaller, 3)
    np.testing.assert_allclose(got[..., 1].mean(), np.asarray(grey).mean(), atol=16 if scale < 8 else 40)
    assert got[-1].mean() > got[0].mean() or min(smaller) < 3


def test_a_progressive_jpeg_that_fills_the_memory_at_every_scale_is_refused() -> None:
    whole = saved(Image.new("RGB", (16, 16)), "JPEG", progressive=True, subsampling=0)
    huge = whole.replace(struct.pack(">HH", 16, 16), struct.pack(">HH", 9000, 9000), 1)
    assert read_header(huge).coefficient_bytes == 3 * 2 * 9000 * 9000
    for most in (25_000_000, MAX_PIXELS):
        with pytest.raises(PictureTooLargeError, match="a progressive JPEG of 9000 x 9000"):
            images.decode_within(huge, most)
    assert read_header(saved(Image.new("RGB", (16, 16)), "JPEG", subsampling=0)).coefficient_bytes == 0
    assert read_header(saved(Image.new("RGB", (16, 16)), "JPEG", progressive=True, subsampling=2)).coefficient_bytes == 3 * 256


def test_a_jpeg_of_very_many_scans_is_refused() -> None:
    """Each takes a pass over all pixels, and a few bytes of the file."""
    whole = saved(Image.new("RGB", (64, 64), "red"), "JPEG", progressive=True)
    last = whole.rindex(b"\xff\xda")
    with pytest.raises(PictureError, match="more than 200 scans"):
        images.decode_picture(whole[:-2] + whole[last:-2] * 200 + whole[-2:])
    large = whole.replace(struct.pack(">HH", 64, 64), struct.pack(">HH", 7000, 7000), 1)
    with pytest.raises(PictureError, match="more than 51 scans"):
        images.decode_picture(large[:-2] + whole[last:-2] * 50 + whole[-2:])


def test_a_tiff_whose_tile_is_far_larger_than_its_picture_is_refused() -> None:
    """A decoder makes room for a whole tile, so a few bytes could fill the memory whatever the size of the picture."""
    tags = [(256, 16), (257, 16), (258, 8), (259, 8), (262, 1), (277, 1), (322, 10000), (323, 10000), (324, 200), (325, 100)]
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    data = b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4)
    with pytest.raises(PictureError, match="tiles of 10000 x 10000 pixels, which are larger than the picture"):
        images.decode_picture(data.ljust(400, b"\0"))


@pytest.mark.slow
def test_threads_that_decode_at_once_get_their_own_warnings_only(root: Path) -> None:
    """Whoever turns the standard error of the process away hears the pictures of all threads, and may lose it for good."""
    whole = (root / "sample_images" / "01_kitchen_table.jpg").read_bytes()
    half = whole[: len(whole) // 2]
    before = os.fstat(2)

    def good(_: int) -> bool:
        return images.decode_with_damage(whole)[1] == ""

    def refused(_: int) -> bool:
        with contextlib.suppress(PictureError):
            images.decode_with_damage(half)
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        verdicts = [*threads.map(lambda n: (good, refused)[n % 2](n), range(150))]
    assert all(verdicts)
    after = os.fstat(2)
    assert (before.st_dev, before.st_ino) == (after.st_dev, after.st_ino)


@pytest.mark.slow
def test_a_large_picture_within_the_limit_is_read() -> None:
    assert images.decode_picture(huge_png(8000, 6000)).shape == (6000, 8000, 3)


def two_pictures(kind: str) -> bytes:
    first, second = Image.new("RGB", (32, 32), "red"), Image.new("RGB", (32, 32), "blue")
    return saved(first, kind, save_all=True, append_images=[second])


def boxes(brand: bytes, *others: bytes) -> bytes:
    body = brand + b"\0\0\0\0" + b"".join(others)
    return struct.pack(">I", 8 + len(body)) + b"ftyp" + body + bytes(200)


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", r"is empty \(0 bytes\)"),
    "text": (b"a list of cards: 7r 8b", r"not a picture that can be read \(JPEG, PNG"),
    "one byte": (b"\xff", "not a picture"),
    "zeros": (bytes(5000), "nothing but zeros"),
    "HEIC": (boxes(b"heic", b"mif1", b"heic"), "is a HEIC picture, .* as JPEG .*iPhone"),
    "HEIF by its second brand": (boxes(b"xxxx", b"mif1"), "is a HEIC picture"),
    "AVIF": (boxes(b"avif", b"mif1"), "is an AVIF picture, .* JPEG"),
    "video": (boxes(b"isom", b"mp42"), "is a video"),
    "PDF": (b"%PDF-1.7\n", "is a PDF"),
    "GIF": (two_pictures("GIF"), "is a GIF"),
    "animated PNG": (two_pictures("PNG"), "is an animated PNG"),
    "animated WebP": (two_pictures("WEBP"), "is an animated WebP"),
    "floating point": (opencv(".tiff", np.ones((8, 8), np.float32)), "float32"),
    "JPEG without pixels": (b"\xff\xd8\xff\xd9", "cut short"),
    "JPEG with marks out of step": (b"\xff\xd8\xff\xe0\0\x02\0\0\0\0", "cut short"),
    "PNG with a wrong checksum": (huge_png(16, 16).replace(struct.pack(">II", 16, 16), struct.pack(">II", 16, 17)), "damaged"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_that_is_read_is_refused_in_one_line(name: str) -> None:
    data, why = REFUSED[name]
    with pytest.raises(PictureError, match=why) as caught:
        images.decode_picture(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "16-bit TIFF"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_cut_short_files_are_refused(kind: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8)
    whole = KINDS[kind](Image.fromarray(noise))
    with pytest.raises(PictureError):
        images.decode_picture(whole[: int(len(whole) * share)])


def test_a_jpeg_with_lost_pixels_is_refused() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (256, 256, 3), np.uint8)
    whole = KINDS["JPEG"](Image.fromarray(noise))
    holed = whole[: len(whole) // 2] + whole[-2:]  # the end mark is there, a half of the pixels is not
    with pytest.raises(PictureError, match="damaged"):
        images.decode_picture(holed)


def test_a_jpeg_with_bytes_after_its_end_is_read(quarters: Pixels) -> None:
    data = KINDS["JPEG"](Image.fromarray(quarters)) + b"what some phones append"
    assert images.decode_picture(data).shape == quarters.shape


def test_random_damage_never_escapes_as_another_error() -> None:
    rng = np.random.default_rng(7)
    noise = rng.integers(0, 256, (40, 40, 3), np.uint8)
    for make in KINDS.values():
        whole = make(Image.fromarray(noise))
        for _ in range(30):
            data = bytearray(whole)
            for at in rng.integers(0, len(data), 4):
                data[at] = rng.integers(256)
            with contextlib.suppress(PictureError):
                assert images.decode_picture(bytes(data)).dtype == np.uint8


def test_decoders_print_nothing_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (96, 96, 3), np.uint8)
    for make in KINDS.values():
        whole = make(Image.fromarray(noise))
        data = whole[: len(whole) // 2] + whole[-2:]
        with contextlib.suppress(PictureError):
            images.decode_picture(data)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("ending", images.WRITABLE)
def test_encoding_keeps_the_colours_and_says_nothing(ending: str, quarters: Pixels, capfd: pytest.CaptureFixture[str]) -> None:
    got = images.decode_picture(images.encode_picture(quarters, ending))
    np.testing.assert_allclose(got[10, 10].astype(int), quarters[10, 10], atol=12)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("ending", "shape"), [(".gif", (4, 4, 3)), ("", (4, 4, 3)), (".jpg", (4, 70000, 3))])
def test_what_cannot_be_encoded_is_an_error_of_the_picture(ending: str, shape: tuple[int, int, int]) -> None:
    with pytest.raises(PictureError):
        images.encode_picture(np.zeros(shape, np.uint8), ending)


def test_pillow_and_opencv_see_the_same_photo(root: Path) -> None:
    """Another build of the decoder may round otherwise, so one step of 255 is allowed."""
    for path in sorted((root / "sample_images").glob("*.jpg"))[:4]:
        data = path.read_bytes()
        shown = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB"))
        assert np.abs(images.decode_picture(data).astype(int) - shown).max() <= 1


def test_a_limit_that_another_part_of_the_process_gives_pillow_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10)  # of a program that we are a part of
    assert images.decode_picture(huge_png(64, 64)).shape == (64, 64, 3)


def test_a_jpeg_damaged_in_the_middle_is_reported_or_refused(root: Path) -> None:
    """Not always: JPEG has no checksums, and some damage makes a picture of the same length."""
    rng = np.random.default_rng(3)
    whole = (root / "sample_images" / "01_kitchen_table.jpg").read_bytes()
    assert images.decode_with_damage(whole)[1] == ""
    noticed = []
    for _ in range(40):
        data = bytearray(whole)
        at = int(rng.integers(len(data) // 4, len(data) - 2000))
        data[at : at + 8] = rng.integers(0, 256, 8, np.uint8).tobytes()
        try:
            noticed.append(images.decode_with_damage(bytes(data))[1])
        except PictureError:
            noticed.append("refused")
    assert {"refused", "the file is damaged: a part of the photo may show what never lay there; copy or download it again"} <= set(noticed)
    assert sum(map(bool, noticed)) >= len(noticed) / 3


def pages(count: int, size: tuple[int, int] = (24, 16)) -> list[Image.Image]:
    return [Image.new("RGB", size, (40 * n % 256, 90, 200)) for n in range(1, count + 1)]


def of_several(kind: str, first: Image.Image, *others: Image.Image) -> bytes:
    return saved(first, kind, save_all=True, append_images=others)


@pytest.mark.parametrize("kind", ["TIFF", "MPO"])
@pytest.mark.parametrize("read", [images.decode_picture, read_header, lambda data: images.decode_within(data, 10_000)])
def test_a_file_of_several_pictures_is_refused_with_its_parts(kind: str, read: Callable[[bytes], object]) -> None:
    data = of_several(kind, *pages(3))
    with pytest.raises(SeveralPicturesError, match="holds 3 pictures, and one is expected") as error:
        read(data)
    reds = [int(images.decode_within(part, 10_000)[8, 8, 0]) for part in error.value.parts]
    assert np.allclose(reds, [40, 80, 120], atol=3)


@pytest.mark.parametrize("kind", ["TIFF", "MPO"])
def test_a_small_copy_beside_a_picture_is_no_picture_of_its_own(kind: str) -> None:
    large, small = pages(1)[0], pages(1, (12, 8))[0]
    if kind == "TIFF":
        small.encoderinfo = {"tiffinfo": {254: 1}}
    assert images.decode_picture(of_several(kind, large, small)).shape == (16, 24, 3)


def test_more_pictures_than_are_read_are_refused() -> None:
    with pytest.raises(PictureError, match=f"more than {MAX_PICTURES} pictures"):
        images.decode_picture(of_several("TIFF", *pages(MAX_PICTURES + 1, (2, 2))))
    with pytest.raises(SeveralPicturesError, match=f"holds {MAX_PICTURES} pictures"):
        images.decode_picture(of_several("TIFF", *pages(MAX_PICTURES, (2, 2))))


@pytest.mark.parametrize("cut", [40, 700])
def test_a_page_that_is_cut_off_leaves_the_others(cut: int) -> None:
    data = of_several("TIFF", *pages(3))[:-cut]
    with pytest.raises(SeveralPicturesError) as error:
        images.decode_picture(data)
    first, *_, last = error.value.parts
    assert images.decode_within(first, 10_000).shape == (16, 24, 3)
    with pytest.raises(PictureError, match="cut short or damaged"):
        images.decode_within(last, 10_000)
