import os
import sys
from pathlib import Path

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


def test_names_in_any_alphabet(tmp_path: Path, quarters: NDArray[np.uint8]) -> None:
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


def test_a_name_with_a_zero_byte() -> None:
    with pytest.raises(PictureError, match="is no file name"):
        files.read_photo("a\0b.jpg")


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(PictureError):
        files.read_photo(tmp_path / ("x" * 5000))


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="only a user without all rights can be refused")
def test_no_permission(photo: Path) -> None:
    photo.chmod(0)
    with pytest.raises(PictureError, match="no permission"):
        files.read_photo(photo)


def test_permission_is_told_apart_without_rights_of_its_own(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_too_many_bytes(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    with pytest.raises(PictureError, match="is too large"):
        files.read_photo(photo)


def test_the_kind_of_error_survives(tmp_path: Path) -> None:
    path = tmp_path / "large.bmp"
    Image.new("1", (20000, 6000)).save(path)
    with pytest.raises(PictureTooLargeError, match=r"large\.bmp: is too large: 20000 x 6000"):
        files.read_photo(path)


def test_no_memory(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: bytes) -> None:
        raise MemoryError

    monkeypatch.setattr(files, "decode_with_damage", full)
    with pytest.raises(PictureError, match="memory"):
        files.read_photo(photo)
