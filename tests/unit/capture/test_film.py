"""Films and folders as sources of frames; the films are real ones, written here."""

import struct
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from numero_cam.base.errors import SourceError
from numero_cam.capture.film_checks import video_streams
from numero_cam.capture.source import FrameSource, TimedFrame
from numero_cam.capture.sources import open_source
from tests.films import write_film

RATE, COUNT = 10.0, 12
DATA = Path(__file__).parent.parent.parent / "data"
STREAMS = DATA / "streams"  #: Films of two streams, 64 x 48 and 160 x 90 pixels; in the transport streams the second one has number 257.
PACKET = 188  #: Bytes of a packet of a transport stream.


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
    assert source.ended == "all pictures of the folder were looked at"


def test_a_picture_that_cannot_be_read_is_told_once_and_the_next_one_comes(tmp_path: Path) -> None:
    for n in (1, 3, 4):
        cv2.imwrite(str(tmp_path / f"table{n}.png"), np.full((8, 8, 3), n, np.uint8))
    (tmp_path / "table2.png").write_bytes(b"no picture")
    source = open_source(str(tmp_path))
    told = []
    while (picture := source.newest()) is not None:
        told.append((picture.n, picture.t, "table2.png" in source.notice))
    assert told == [(0, 0.0, False), (2, 2.0, True), (3, 3.0, False)]


def test_a_folder_of_which_no_picture_can_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "table2.png").write_bytes(b"no picture")
    source = open_source(str(tmp_path))
    assert source.newest() is None
    assert "none of its pictures can be read" in source.ended
    assert "table2.png: is not a picture" in source.ended


def written(path: Path, count: int = 40, rate: float = 60.0) -> Path:
    """A film of MPEG-4 pictures; the kind is that of the name."""
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), rate, (64, 48))
    for n in range(count):
        writer.write(np.full((48, 64, 3), 5 * n, np.uint8))
    writer.release()
    return path


def test_times_are_those_of_the_film_where_pictures_come_unevenly(tmp_path: Path) -> None:
    path = slower_in_its_second_half(written(tmp_path / "game.mkv"))
    source = open_source(str(path))
    times = np.array([picture.t for picture in all_of(source)])
    assert len(times) == 40
    assert np.allclose(np.diff(times[:20]), 1 / 60, atol=0.002)
    assert np.allclose(np.diff(times[21:]), 6 / 60, atol=0.01)
    assert source.ended == "the film is over"  # though by its time and rate it promises many more pictures


def slower_in_its_second_half(film: Path) -> Path:
    """Writes other times into a Matroska film of 40 pictures, 60 a second: the last 20 come at 10 a second."""
    data = bytearray(film.read_bytes())
    at, n = 0, 0
    while n < 40:
        at = data.index(b"\x81", at + 1)  # of a block: number of the track, milliseconds, flags
        (stamp,) = struct.unpack(">h", data[at + 1 : at + 3])
        if data[at + 3] in (0, 0x80) and abs(stamp - n * 1000 / 60) < 2:
            data[at + 1 : at + 3] = struct.pack(">h", round(stamp if n < 20 else 333 + (stamp - 333) * 6))
            n += 1
    duration = data.index(b"\x44\x89\x88") + 3
    data[duration : duration + 8] = struct.pack(">d", 2335.0)
    film.write_bytes(data)
    return film


def test_a_film_of_a_telephone_that_was_held_upright_is_turned(tmp_path: Path) -> None:
    path = written(tmp_path / "game.mp4")
    data = bytearray(path.read_bytes())
    matrix = data.index(b"tkhd") + 44
    assert struct.unpack(">9i", data[matrix : matrix + 36]) == (65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30)
    data[matrix : matrix + 36] = struct.pack(">9i", 0, 65536, 0, -65536, 0, 0, 48 << 16, 0, 1 << 30)
    path.write_bytes(data)
    picture = open_source(str(path)).newest()
    assert picture is not None
    assert (picture.frame.width, picture.frame.height) == (48, 64)


def test_a_file_of_a_webcam_s_pictures_one_after_the_other_is_a_film(tmp_path: Path) -> None:
    path = tmp_path / "game.mjpeg"
    path.write_bytes(b"".join(cv2.imencode(".jpg", np.full((48, 64, 3), 9 * n, np.uint8))[1].tobytes() for n in range(20)))
    source = open_source(str(path))
    pictures = all_of(source)
    assert len(pictures) == 20
    assert all(earlier.t < later.t for earlier, later in pairwise(pictures))
    assert source.ended == "the film is over"


def test_a_colon_in_the_name_of_a_film_is_no_address(film: Path) -> None:
    place = film.rename(film.with_name("game:1.avi"))
    assert len(all_of(open_source(str(place)))) == COUNT


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_bytes(written(path).read_bytes()[:-700]), "is a film that is cut short or damaged"),
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


@pytest.mark.parametrize(
    ("what", "why"), [("", "no source of pictures was named"), ("x" * 5000, "file name too long"), ("a\0b", "there is no such")]
)
def test_what_names_nothing_is_one_line(what: str, why: str) -> None:
    with pytest.raises(SourceError, match=why):
        open_source(what)


@pytest.mark.parametrize("text", ["ffconcat version 1.0\nfile 'game.avi'\n", "#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:9/game.ts\n"])
def test_a_list_of_films_is_no_film(film: Path, text: str) -> None:
    """FFmpeg would open whatever files and addresses it names."""
    listed = film.with_name("listed.mp4")
    listed.write_text(text)
    with pytest.raises(SourceError, match="is no film that can be read"):
        open_source(str(listed))


def test_a_photo_is_no_film(tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), np.full((8, 8, 3), 9, np.uint8))
    with pytest.raises(SourceError, match="is a photo, not a film; give a film, or a folder"):
        open_source(str(path))


def grey_pictures(count: int, width: int = 64, height: int = 48) -> list[np.ndarray]:
    return [np.full((height, width, 3), 40 + 15 * n, np.uint8) for n in range(count)]


@pytest.mark.parametrize("name", ["avchd.mts", "hdv.mpg"])
def test_an_interlaced_film_is_named_with_the_command_that_converts_it(name: str) -> None:
    film = DATA / "interlaced" / name
    first, second = first_two(film)
    if not np.array_equal(first, second):
        pytest.skip("this OpenCV reads interlaced films")
    with pytest.raises(SourceError, match=rf"interlaced film .*: ffmpeg -i \S*{name} -vf yadif film.mp4$"):
        open_source(str(film))


def first_two(film: Path) -> list[np.ndarray]:
    capture = cv2.VideoCapture(str(film), cv2.CAP_FFMPEG)
    return [np.asarray(capture.read()[1]) for _ in range(2)]


def test_a_film_whose_pictures_do_not_change_is_not_called_interlaced(tmp_path: Path) -> None:
    film = write_film(tmp_path / "still.mkv", [[np.zeros((48, 64, 3), np.uint8)] * 4], [0, 0.1, 0.2, 0.3])
    assert len(all_of(open_source(str(film)))) == 4


def test_times_that_begin_again_go_on(tmp_path: Path) -> None:
    seconds = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0, 0.1, 0.2]
    film = write_film(tmp_path / "begins.mkv", [grey_pictures(len(seconds))], seconds)
    times = [picture.t for picture in all_of(open_source(str(film)))]
    assert len(times) == len(seconds)
    assert np.allclose(np.diff(times)[np.r_[:7, 8:10]], 0.1, atol=0.01)
    assert 0 < times[8] - times[7] < 0.5


def test_times_out_of_order_by_some_pictures_keep_the_length_of_the_film(tmp_path: Path) -> None:
    seconds = [0, 0.2, 0.1, 0.4, 0.3, 0.5]
    times = [picture.t for picture in all_of(open_source(str(write_film(tmp_path / "mixed.mkv", [grey_pictures(6)], seconds))))]
    assert times == sorted(times)
    assert times[-1] == pytest.approx(0.5)


@pytest.mark.parametrize("small_first", [True, False])
def test_a_film_of_two_streams_gives_the_larger_or_says_how_to_take_it_out(tmp_path: Path, small_first: bool) -> None:
    small, large = grey_pictures(4), grey_pictures(4, 160, 120)
    film = write_film(tmp_path / "two.mkv", [small, large] if small_first else [large, small], [0, 0.1, 0.2, 0.3])
    if small_first:
        with pytest.raises(SourceError, match=r"2 video streams.* 64 x 48 .*160 x 120 out: ffmpeg -i \S+ -map 0:v:1 -c copy film.mp4"):
            open_source(str(film))
    else:
        assert {picture.frame.pixels.shape for picture in all_of(open_source(str(film)))} == {(120, 160, 3)}


@pytest.mark.parametrize("name", ["h264.ts", "h264.m2ts", "h265.ts", "mpeg2.ts", "two.avi"])
def test_the_larger_of_two_streams_of_other_kinds_is_named_with_the_command_that_takes_it_out(name: str) -> None:
    why = rf"2 video streams.* 64 x 48 .*160 x 90 out: ffmpeg -i \S*{name} -map 0:v:1 -c copy film.mp4$"
    with pytest.raises(SourceError, match=why):
        open_source(str(STREAMS / name))


@pytest.mark.parametrize("bytes_before", [0, 100])
def test_a_transport_stream_whose_first_stream_is_the_largest_is_watched(tmp_path: Path, bytes_before: int) -> None:
    film = tmp_path / "film.ts"  # a recording begins anywhere
    film.write_bytes(bytes(bytes_before) + (STREAMS / "larger_first.ts").read_bytes())
    assert {picture.frame.pixels.shape for picture in all_of(open_source(str(film)))} == {(90, 160, 3)}


@pytest.mark.parametrize("name", ["mpeg4.ts", "h264.ts"])
def test_streams_whose_sizes_are_not_known_are_named(tmp_path: Path, name: str) -> None:
    """Pictures of a kind that is not read, or of a stream that begins late."""
    data = (STREAMS / name).read_bytes()
    packets = [data[at : at + PACKET] for at in range(0, len(data), PACKET)]
    film = tmp_path / "film.ts"
    film.write_bytes(b"".join(packet for packet in packets if packet[1] & 0x1F != 1 or packet[2] != 1 or name == "mpeg4.ts"))
    with pytest.raises(SourceError, match=r"2 video streams, and only the first can be read; .* 0:v:1: ffmpeg .* -c copy film.mp4$"):
        open_source(str(film))


@pytest.mark.parametrize("name", ["h264.ts", "h264.m2ts", "h265.ts", "mpeg2.ts", "two.avi"])
def test_a_damaged_beginning_ends_no_program(tmp_path: Path, name: str) -> None:
    whole, rng = (STREAMS / name).read_bytes(), np.random.default_rng(7)
    for _ in range(30):
        film, data = tmp_path / name, bytearray(whole)
        for at in rng.integers(0, len(data), rng.integers(1, 60)):
            data[at] = rng.integers(256)
        film.write_bytes(data[: rng.integers(1, len(data))])
        assert all(stream.width >= 0 for stream in video_streams(film))
