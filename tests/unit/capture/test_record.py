"""A recording is played again with the very pictures that were looked at."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from numero_cam.base.errors import SourceError
from numero_cam.base.records import Frame
from numero_cam.capture.open_source import open_source
from numero_cam.capture.record import ABOUT, PICTURES, SAID, Recorder
from numero_cam.capture.source import TimedFrame

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = (130, 200)
"""No multiple of the blocks."""


def film(count: int = 12, seed: int = 3) -> list[TimedFrame]:
    """A noisy still table on which something moves in the second half."""
    rng = np.random.default_rng(seed)
    table = np.asarray(rng.integers(100, 130, (SIZE[0] // 10 + 1, SIZE[1] // 10 + 1, 3)), np.uint8).repeat(10, 0).repeat(10, 1)
    table = table[: SIZE[0], : SIZE[1]]
    pictures = []
    for n in range(count):
        pixels = np.clip(table + rng.normal(0, 2, table.shape), 0, 255).astype(np.uint8)
        if n >= count // 2:
            pixels[40:70, 10 * n : 10 * n + 20] = 255
        pictures.append(TimedFrame(Frame("camera 0", pixels), n / 15, n))
    return pictures


def kept(folder: Path, pictures: list[TimedFrame]) -> list[TimedFrame]:
    recorder = Recorder(folder, {"program": "0"})
    looked = [recorder.keep(picture) for picture in pictures]
    recorder.say({"t": 0.1, "operation": "1 Ann: discard 4r"})
    recorder.close()
    recorder.close()
    assert recorder.trouble == ""
    return looked


def test_what_is_played_again_is_what_was_looked_at(tmp_path: Path) -> None:
    pictures = film()
    looked = kept(tmp_path / "game", pictures)
    source = open_source(str(tmp_path / "game"))
    for mine, given in zip(looked, pictures, strict=True):
        again = source.newest()
        assert again is not None
        assert (again.t, again.n) == (mine.t, mine.n) == (given.t, given.n)
        assert np.array_equal(again.frame.pixels, mine.frame.pixels)
        assert np.abs(mine.frame.pixels.astype(int) - given.frame.pixels).mean() < 6  # and that is nearly what the camera gave
    assert source.newest() is None
    assert source.ended == "the recording is over"
    assert json.loads((tmp_path / "game" / SAID).read_text()) == {"t": 0.1, "operation": "1 Ann: discard 4r"}


def test_a_still_table_is_kept_once(tmp_path: Path) -> None:
    pictures = film()
    kept(tmp_path / "game", pictures)
    lines = [json.loads(line) for line in (tmp_path / "game" / PICTURES).read_text().splitlines()]
    assert ["file" in line for line in lines] == [n == 0 or n >= 6 for n in range(12)]
    assert len(list((tmp_path / "game").glob("*.jpg"))) == 7


def test_a_larger_picture_begins_anew(tmp_path: Path) -> None:
    small, large = film(1)[0], TimedFrame(Frame("camera 0", np.full((90, 220, 3), 90, np.uint8)), 1.0, 1)
    looked = kept(tmp_path / "game", [small, large])
    source = open_source(str(tmp_path / "game"))
    shapes: list[NDArray[np.uint8]] = []
    while (picture := source.newest()) is not None:
        shapes.append(picture.frame.pixels)
    assert [shape.shape for shape in shapes] == [each.frame.pixels.shape for each in looked] == [(130, 200, 3), (90, 220, 3)]


def test_a_recording_cut_short_gives_what_is_there(tmp_path: Path) -> None:
    kept(tmp_path / "game", film())
    place = tmp_path / "game" / PICTURES
    place.write_text(place.read_text()[:-20])
    source = open_source(str(tmp_path / "game"))
    count = 0
    while source.newest() is not None:
        count += 1
    assert count == 11
    assert source.ended.endswith("the recording is cut short or damaged at picture 12 of 12")


def test_a_disk_that_is_full_ends_the_recording_and_not_the_game(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "game", {})
    pictures = film()
    recorder.keep(pictures[0])
    for file in (tmp_path / "game").iterdir():
        file.unlink()
    (tmp_path / "game").rmdir()
    assert recorder.keep(pictures[7]) is pictures[7]
    assert "cannot be written" in recorder.trouble
    recorder.say({})
    recorder.close()


def test_what_is_in_a_folder_stays(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("a letter")
    with pytest.raises(SourceError, match="is not empty; give a new folder"):
        Recorder(tmp_path, {})
    with pytest.raises(SourceError, match="cannot be written"):
        Recorder(tmp_path / "mine.txt" / "game", {})


@pytest.mark.parametrize(
    ("text", "why"), [("{}", "is damaged"), ('{"recording": 99}', "is a recording of version 99"), ("7", "is damaged")]
)
def test_another_recording_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / ABOUT).write_text(text)
    with pytest.raises(SourceError, match=why):
        open_source(str(tmp_path))
