"""Films and folders as sources of frames; the films are real ones, written here."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from numero_cam.base.errors import SourceError
from numero_cam.capture.open_source import open_source
from numero_cam.capture.source import FrameSource, TimedFrame

RATE, COUNT = 10.0, 12


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Pictures that become redder from one to the next."""
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (64, 48))
    for n in range(COUNT):
        writer.write(np.full((48, 64, 3), (0, 0, 20 * n), np.uint8))
    writer.release()
    return path


def all_of(source: FrameSource) -> list[TimedFrame]:
    pictures = []
    while (picture := source.newest()) is not None:
        pictures.append(picture)
    return pictures


def test_every_picture_of_a_film_comes_with_its_time_and_in_rgb(film: Path) -> None:
    source = open_source(str(film))
    pictures = all_of(source)
    assert [picture.n for picture in pictures] == list(range(COUNT))
    assert np.allclose([picture.t for picture in pictures], np.arange(COUNT) / RATE)
    reds = [int(picture.frame.pixels[..., 0].mean()) for picture in pictures]
    assert reds == sorted(reds)
    assert reds[-1] > 150
    assert pictures[-1].frame.pixels[..., 2].mean() < 60
    assert source.ended == "the film is over"
    assert source.newest() is None


def test_a_film_cut_short_gives_what_is_there_and_says_so(film: Path) -> None:
    data = film.read_bytes()
    film.write_bytes(data[: -len(data) // 4])
    source = open_source(str(film))
    pictures = all_of(source)
    assert 0 < len(pictures) < COUNT
    assert "cut short or damaged" in source.ended


def test_a_closed_film_gives_nothing_more(film: Path) -> None:
    source = open_source(str(film))
    source.newest()
    source.close()
    source.close()
    assert source.newest() is None
    assert source.ended == "closed"


def test_pictures_of_a_folder_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for n in (10, 2, 1):
        cv2.imwrite(str(tmp_path / f"table{n}.png"), np.full((8, 8, 3), n, np.uint8))
    (tmp_path / "table3.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("nothing")
    source = open_source(str(tmp_path))
    assert [int(picture.frame.pixels[0, 0, 0]) for picture in all_of(source)] == [1, 2, 10]
    assert "table3.png" in source.notice
    assert source.ended == "all pictures of the folder were looked at"


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda _: None, "there is no such film"),
        (lambda path: path.write_text("7r 8b"), "is no film that can be read"),
        (lambda path: path.mkdir(), "is a folder without pictures"),
    ],
)
def test_what_is_no_source_is_one_line(tmp_path: Path, make: object, why: str) -> None:
    path = tmp_path / "game.mp4"
    make(path)  # type: ignore[operator]
    with pytest.raises(SourceError, match=why) as caught:
        open_source(str(path))
    assert "\n" not in str(caught.value)
