"""A recording is played again with the very pictures that were looked at."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from numero_cam.base.errors import SourceError
from numero_cam.base.records import Frame
from numero_cam.capture.recording import ABOUT_FILE, EVENTS_FILE, FRAMES_FILE, PARTS_FILE, Recorder
from numero_cam.capture.source import TimedFrame
from numero_cam.capture.sources import open_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = (130, 200)  #: No multiple of the blocks.


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
    looked = [recorder.record_frame(picture) for picture in pictures]
    recorder.record_event({"t": 0.1, "operation": "1 Ann: discard 4r"})
    recorder.close()
    recorder.close()
    assert recorder.error == ""
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
    assert json.loads((tmp_path / "game" / EVENTS_FILE).read_text()) == {"t": 0.1, "operation": "1 Ann: discard 4r"}


def test_a_still_table_is_kept_once(tmp_path: Path) -> None:
    pictures = film()
    kept(tmp_path / "game", pictures)
    lines = [json.loads(line) for line in (tmp_path / "game" / FRAMES_FILE).read_text().splitlines()]
    assert ["parts" in line for line in lines] == [n == 0 or n >= 6 for n in range(12)]
    assert (tmp_path / "game" / PARTS_FILE).read_bytes().count(b"\xff\xd8\xff") == sum(len(line.get("parts", ())) for line in lines)


def test_only_what_changed_is_kept(tmp_path: Path) -> None:
    pixels = np.full((480, 640, 3), 90, np.uint8)
    changed = pixels.copy()
    changed[10:30, 10:30] = changed[400:420, 600:620] = 200
    kept(tmp_path / "game", [TimedFrame(Frame("camera 0", each), n / 15, n) for n, each in enumerate((pixels, changed))])
    parts = json.loads((tmp_path / "game" / FRAMES_FILE).read_text().splitlines()[1])["parts"]
    assert [(x, y) for x, y, _, _ in parts] == [(0, 0), (584, 384)]


def test_a_picture_of_another_size_is_kept_whole(tmp_path: Path) -> None:
    small, large = film(1)[0], TimedFrame(Frame("camera 0", np.full((90, 220, 3), 90, np.uint8)), 1.0, 1)
    looked = kept(tmp_path / "game", [small, large])
    source = open_source(str(tmp_path / "game"))
    shapes: list[NDArray[np.uint8]] = []
    while (picture := source.newest()) is not None:
        shapes.append(picture.frame.pixels)
    assert [shape.shape for shape in shapes] == [each.frame.pixels.shape for each in looked] == [(130, 200, 3), (90, 220, 3)]


def test_a_recording_cut_short_gives_what_is_there(tmp_path: Path) -> None:
    kept(tmp_path / "game", film())
    place = tmp_path / "game" / FRAMES_FILE
    place.write_text(place.read_text()[:-20])
    source = open_source(str(tmp_path / "game"))
    count = 0
    while source.newest() is not None:
        count += 1
    assert count == 11
    assert source.ended.endswith("the recording is cut short or damaged at picture 12 of 12")


def test_what_could_not_be_played_is_not_recorded(tmp_path: Path) -> None:
    """A picture of 50 megapixels is read as a photo; played again it would take too much memory."""
    recorder = Recorder(tmp_path / "new", {})
    large = TimedFrame(Frame("large", np.zeros((8_000, 7_000, 3), np.uint8)), 0.0, 0)
    assert recorder.record_frame(large) is large
    recorder.close()
    assert recorder.error == "a picture has 56 megapixels; a recording takes at most 49: let the camera take smaller ones"


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
    (tmp_path / ABOUT_FILE).write_text(text)
    with pytest.raises(SourceError, match=why):
        open_source(str(tmp_path))


def with_first_line(folder: Path, **changes: object) -> None:
    lines = (folder / FRAMES_FILE).read_text().splitlines()
    first = {**json.loads(lines[0]), **changes}
    (folder / FRAMES_FILE).write_text("\n".join([json.dumps(first), *lines[1:]]))


@pytest.mark.parametrize(
    "changes",
    [
        {"t": float("nan")},
        {"t": -1},
        {"size": [10**9, 10**9]},
        {"size": [4, 4]},
        {"parts": [[-5, 0, 0, 10**6]]},
        {"parts": [[0, 0, -1, 9]]},
        {"parts": [[0, 0, 0, 40]]},
        {"parts": [[0, 0, "a", 40]]},
        {"parts": None},
    ],
)
def test_a_recording_of_nonsense_ends_with_its_reason(tmp_path: Path, changes: dict[str, object]) -> None:
    kept(tmp_path / "game", film(2))
    with_first_line(tmp_path / "game", **changes)
    source = open_source(str(tmp_path / "game"))
    assert source.newest() is None
    assert source.ended.endswith("is cut short or damaged at picture 1 of 2")


def test_a_recording_without_its_first_picture_or_with_time_that_falls(tmp_path: Path) -> None:
    kept(tmp_path / "game", film(3))
    place = tmp_path / "game" / FRAMES_FILE
    lines = place.read_text().splitlines()
    place.write_text("\n".join(lines[1:]))
    assert open_source(str(tmp_path / "game")).newest() is None
    place.write_text("\n".join([lines[0], lines[2], lines[1]]))
    source = open_source(str(tmp_path / "game"))
    assert [source.newest() is not None for _ in range(3)] == [True, True, False]


def test_another_colour_of_the_same_brightness_is_kept(tmp_path: Path) -> None:
    red, blue = np.full((48, 64, 3), (150, 60, 60), np.uint8), np.full((48, 64, 3), (60, 96, 124), np.uint8)
    looked = kept(tmp_path / "game", [TimedFrame(Frame("camera 0", each), n / 15, n) for n, each in enumerate((red, blue))])
    assert np.abs(looked[1].frame.pixels.astype(int) - blue).max() < 6


@pytest.mark.skipif(sys.platform == "win32", reason="the limit of a file's size stands for a full disk")
def test_a_full_disk_ends_the_recording_and_not_the_game(tmp_path: Path) -> None:
    program = f"""
import resource, signal, numpy as np
from pathlib import Path
from numero_cam.base.records import Frame
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import TimedFrame
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
recorder = Recorder(Path({str(tmp_path / "game")!r}), {{}})
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
timed = TimedFrame(Frame("camera 0", noise), 0.0, 0)
assert recorder.record_frame(timed) is timed
print(recorder.error)
recorder.record_event({{}})
again = TimedFrame(Frame("camera 0", noise), 0.1, 1)
assert recorder.record_frame(again) is again
recorder.close()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "parts.mjpeg: cannot be written: " in done.stdout
