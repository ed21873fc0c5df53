import io
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from numero_cam.base.errors import PictureError, PictureTooLargeError
from numero_cam.capture import files


def test_a_photo_keeps_the_name_it_was_given(photo: Path, quarters: NDArray[np.uint8]) -> None:
    frame = files.read_photo(photo)
    assert frame.name == str(photo)
    assert (frame.width, frame.height) == (64, 48)
    np.testing.assert_allclose(frame.pixels[5, 5].astype(int), quarters[5, 5], atol=12)


def test_a_name_may_be_in_any_alphabet(tmp_path: Path, quarters: NDArray[np.uint8]) -> None:
    path = tmp_path / "tisch – стол 桌子 (1).png"
    Image.fromarray(quarters).save(path)
    assert (files.read_photo(str(path)).pixels == quarters).all()


def test_the_ending_of_the_name_means_nothing(tmp_path: Path, quarters: NDArray[np.uint8]) -> None:
    path = tmp_path / "really_a_png.jpg"
    Image.fromarray(quarters).save(path, "PNG")
    assert (files.read_photo(path).pixels == quarters).all()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_text("7r 8b"), "is not a picture"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda _: None, "there is no such file"),
    ],
)
def test_the_line_names_the_file_and_what_is_wrong(tmp_path: Path, make: object, why: str) -> None:
    assert callable(make)
    path = tmp_path / "x.jpg"
    make(path)
    with pytest.raises(PictureError, match=why) as caught:
        files.read_photo(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_name_with_a_zero_byte_is_no_file_name() -> None:
    with pytest.raises(PictureError, match="is no file name"):
        files.read_photo("a\0b.jpg")


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError):
        files.read_photo(tmp_path / ("x" * 5000))


def test_a_file_that_one_may_not_read_is_named_so(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(PictureError, match="no permission to read it"):
        files.read_photo(photo)


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices there")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_devices_do_not_hang(device: str) -> None:
    with pytest.raises(PictureError, match="is not a file"):
        files.read_photo(device)


def test_a_file_of_too_many_bytes_is_refused(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    with pytest.raises(PictureError, match="is too large"):
        files.read_photo(photo)


def test_a_picture_that_is_too_large_is_told_apart_by_its_error(tmp_path: Path) -> None:
    path = tmp_path / "large.bmp"
    Image.new("1", (20000, 6000)).save(path)
    with pytest.raises(PictureTooLargeError, match=r"large\.bmp: is too large: 20000 x 6000"):
        files.read_photo(path)


def test_a_photo_for_which_there_is_no_memory_is_refused(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: bytes) -> None:
        raise MemoryError

    monkeypatch.setattr(files, "decode_with_damage", full)
    with pytest.raises(PictureError, match="memory"):
        files.read_photo(photo)


KINDS: dict[str, Callable[[Path], files.Photo]] = {
    "a text": str,
    "a path": Path,
    "bytes": Path.read_bytes,
    "a bytearray": lambda path: bytearray(path.read_bytes()),
    "a file in memory": lambda path: io.BytesIO(path.read_bytes()),
    "an array of OpenCV": lambda path: np.asarray(cv2.imread(str(path))),
    "an array with its opacity": lambda path: cv2.cvtColor(np.asarray(cv2.imread(str(path))), cv2.COLOR_BGR2BGRA),
    "an array that is no copy": lambda path: np.flip(files.read_photo(path).pixels, 2),
    "a picture of Pillow": Image.open,
    "a picture of Pillow with its opacity": lambda path: Image.open(path).convert("RGBA"),
    "a frame": files.read_photo,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turned", [False, True])
def test_every_kind_of_photo_gives_the_pixels_of_the_path(kind: str, turned: bool, photo: Path, quarters: NDArray[np.uint8]) -> None:
    if turned:
        exif = Image.Exif()
        exif[274] = 6
        Image.fromarray(quarters).save(photo, quality=95, exif=exif)
    frame = files.read_photo(KINDS[kind](photo))
    np.testing.assert_array_equal(frame.pixels, files.read_photo(photo).pixels)
    assert frame.pixels.flags.c_contiguous
    assert frame.name in (str(photo), "photo")


def test_the_order_of_the_colours_is_said(quarters: NDArray[np.uint8]) -> None:
    np.testing.assert_array_equal(files.read_photo(quarters, channels="RGB").pixels, quarters)
    np.testing.assert_array_equal(files.read_photo(quarters).pixels, quarters[..., ::-1])
    opacity = np.zeros((48, 64, 1), np.uint8)
    assert (files.read_photo(np.dstack([quarters, opacity]), channels="RGB").pixels == 255).all()  # see-through lies on white
    grey = np.full((48, 64), 77, np.uint8)
    for one in (grey, grey[..., None]):
        assert (files.read_photo(one).pixels == 77).all()


def test_a_frame_does_not_change_with_the_array_that_it_was_made_of(quarters: NDArray[np.uint8]) -> None:
    own = quarters.copy()
    frame = files.read_photo(own, channels="RGB")
    own[:] = 0
    np.testing.assert_array_equal(frame.pixels, quarters)


def test_an_open_file_is_read_under_the_name_that_is_given(photo: Path) -> None:
    with photo.open("rb") as file:
        assert files.read_photo(file, name="table").name == "table"
    with pytest.raises(PictureError, match=r"^photo: cannot be read: read of closed file"):
        files.read_photo(file)
    with photo.open(encoding="latin-1") as text, pytest.raises(PictureError, match="open it in binary mode"):
        files.read_photo(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (np.zeros((0, 4, 3), np.uint8), r"the shape \(0, 4, 3\); give \(height, width, 3\)"),
        (np.zeros((3, 48, 64), np.uint8), r"the shape \(3, 48, 64\)"),
        (np.zeros(5, np.uint8), r"the shape \(5,\)"),
        (np.zeros((4, 4, 3), np.uint16), "numbers of kind uint16; give uint8, 0 to 255"),
        (np.zeros((4, 4, 3)), "numbers of kind float64"),
        (Image.new("RGB", (0, 5)), "0 x 5 pixels"),
        (Image.new("F", (5, 5)), "numbers of kind float32"),
        (b"", "is empty"),
        (io.BytesIO(b"7r 8b"), "is not a picture"),
        (None, "is of type NoneType; give a path"),
        ([[1, 2], [3, 4]], "is of type list; give a path"),
    ],
)
def test_what_is_no_photo_is_one_line(wrong: object, words: str) -> None:
    with pytest.raises(PictureError, match=f"^photo: .*{words}") as caught:
        files.read_photo(wrong)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_an_unknown_order_of_colours_is_refused(quarters: NDArray[np.uint8]) -> None:
    with pytest.raises(PictureError, match="channels is 'GBR'; choose from BGR, RGB"):
        files.read_photo(quarters, channels="GBR")  # type: ignore[arg-type]


def test_an_array_of_too_many_pixels_is_refused_before_it_is_copied() -> None:
    huge = np.broadcast_to(np.uint8(0), (20_000, 20_000, 3))
    with pytest.raises(PictureTooLargeError, match="400 megapixels"):
        files.read_photo(huge)


def test_a_picture_of_pillow_whose_file_is_cut_short_is_refused(photo: Path) -> None:
    photo.write_bytes(photo.read_bytes()[:-60])
    with Image.open(photo) as picture, pytest.raises(PictureError, match="is cut short or damaged"):
        files.read_photo(picture)
