"""The library: a game watched in a loop, and a table to which frames are pushed."""

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import numero_cam
from numero_cam import WatchedTable, watch
from numero_cam.app import library
from numero_cam.app import watch as app_watch
from numero_cam.app.watch_recording import WatchedGame, recording_header
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource, TimedFrame
from numero_cam.capture.sources import open_source
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.table.flicker import FLICKERS
from numero_cam.table.tracker import VisionStack

FILM = Path(__file__).parents[2] / "data" / "films" / "small_open.mp4"
PLAYERS = ["Finn", "Eve"]
BLACK = np.zeros((360, 640, 3), np.uint8)


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> list[FrameSource]:
    """The sources that were opened."""
    opened: list[FrameSource] = []

    def open_one(what: str) -> FrameSource:
        opened.append(open_source(what))
        return opened[-1]

    monkeypatch.setattr(app_watch, "open_source", open_one)
    return opened


@pytest.fixture
def black_film(tmp_path: Path) -> Path:
    path = tmp_path / "black.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (640, 360))
    for _ in range(20):
        film.write(BLACK)
    film.release()
    return path


@pytest.fixture(scope="module")
def eyes() -> VisionStack:
    return app_watch.open_vision_stack()


@pytest.fixture
def table(eyes: VisionStack, monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedTable]:
    """A table whose models are loaded once for all tests."""
    monkeypatch.setattr(library, "open_vision_stack", lambda _: eyes)
    with WatchedTable(PLAYERS) as opened:
        yield opened


def frames() -> Iterator[tuple[NDArray[np.uint8], float]]:
    film = cv2.VideoCapture(str(FILM))
    while True:
        good, pixels = film.read()
        if not good:
            return
        yield np.asarray(pixels, np.uint8), film.get(cv2.CAP_PROP_POS_MSEC) / 1000


def banded(pixels: NDArray[np.uint8], t: float) -> NDArray[np.uint8]:
    """Bands of mains light, +-20 %, that roll by a third of their height from picture to picture."""
    rows = 5 * np.pi * np.arange(len(pixels)) / len(pixels)
    return np.clip(pixels * (1 + 0.2 * np.sin(rows + 10 * np.pi * t))[:, None, None], 0, 255).astype(np.uint8)


def hunting(pixels: NDArray[np.uint8], t: float) -> NDArray[np.uint8]:
    """A lens that hunts: 0 to 5 % of size every 4 s."""
    size, (height, width) = 1 + 0.025 * (1 - np.cos(np.pi * t / 2)), pixels.shape[:2]
    matrix = np.array([[size, 0, (1 - size) * width / 2], [0, size, (1 - size) * height / 2]])
    return np.asarray(cv2.warpAffine(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.slow  # a film
def test_no_play_is_told_in_light_that_flickers_and_that_is_said_once(table: WatchedTable) -> None:
    told = [event for pixels, t in itertools.islice(frames(), 120) for event in table.push(banded(pixels, t), t)]
    assert [event.text for event in told if event.kind == "problem"] == [FLICKERS]
    assert len(told) == 1
    assert table.notice == FLICKERS


@pytest.mark.slow  # a film
@pytest.mark.parametrize(
    ("swings", "bands", "by_luma"), [(0.1, 0, False), (0.1, 2.5, False), (0.05, 0, True)], ids=["whole", "bands", "whole, luma alone"]
)
def test_plays_are_right_in_light_that_flickers(table: WatchedTable, swings: float, bands: float, by_luma: bool) -> None:
    told, notices = list[object](), set[str]()
    for pixels, t in frames():
        turns = 5 * t + bands * np.arange(len(pixels))[:, None, None] / len(pixels)
        swing = swings * np.sin(2 * np.pi * turns) * (pixels.mean(axis=2, keepdims=True) if by_luma else pixels)
        lit = np.clip(pixels + swing, 0, 255).astype(np.uint8)
        told += [event.text for event in table.push(lit, t) if event.kind == "operation"]
        notices.add(table.notice)
    played = [event["text"] for event in json.loads(FILM.with_suffix(".json").read_text(encoding="utf-8"))["events"]]
    assert told[: len(played) - 1] == played[:-1]  # of the last draw the film shows little
    assert notices == {""}


@pytest.mark.slow  # a film
def test_a_lens_that_hunts_is_nobodys_arm(table: WatchedTable) -> None:
    told = [event for pixels, t in frames() for event in table.push(hunting(pixels, t), t)]
    answer = json.loads(FILM.with_suffix(".json").read_text(encoding="utf-8"))
    assert [event.text for event in told if event.kind == "operation"] == [event["text"] for event in answer["events"]]
    assert not any(event.kind == "problem" for event in told)


def test_a_loop_that_is_left_closes_its_source(sources: list[FrameSource]) -> None:
    with closing(watch(FILM, players="Finn,Eve")) as events:
        assert sources == []  # nothing is opened that nobody asks for
        assert next(events).kind == "deal"
        assert [source.ended for source in sources] == [""]
    assert sources[0].ended == "closed"


def test_a_film_without_a_game_says_so(sources: list[FrameSource], black_film: Path) -> None:
    notices: list[str] = []
    with pytest.raises(numero_cam.GameError, match="no game was seen"):
        list(watch(black_film, players=PLAYERS, on_notice=notices.append))
    assert sources[0].ended != ""
    assert [line for line in notices if "black" in line] == notices != []


def test_a_recording_says_itself_who_plays(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    recorder = Recorder(folder, recording_header(WatchedGame(GameSetup(numero_cam.Options(), ("Ann", "Ben")), 0, None)))
    recorder.record_frame(TimedFrame(numero_cam.Frame("film", BLACK), 0.0, 0))
    recorder.close()
    with pytest.raises(numero_cam.OptionsError, match="says itself who plays"):
        watch(folder, near="Ben")
    with pytest.raises(numero_cam.GameError, match="no game was seen"):
        list(watch(folder))


GONE = numero_cam.Game(numero_cam.Options.level("1"), PLAYERS)
ALONE = numero_cam.Game(numero_cam.Options.level("1", players=1), ["Finn"])


@pytest.mark.parametrize(
    ("choices", "error", "words"),
    [
        ({}, numero_cam.OptionsError, "say who plays"),
        ({"players": []}, numero_cam.OptionsError, "0 are named; 2 to 4 play"),
        ({"players": "Ann"}, numero_cam.OptionsError, "1 is named; 2 to 4 play"),
        ({"players": ["Ann", "Ann"]}, numero_cam.OptionsError, 'two players are called "Ann"'),
        ({"players": "Ann,Ben", "near": "Cid"}, numero_cam.OptionsError, 'near: "Cid" is none of the players Ann, Ben'),
        ({"players": "Ann,Ben", "hands": "shut"}, numero_cam.OptionsError, "hands is 'shut'; choose from open, hidden"),
        ({"players": "Ann,Ben", "start": GONE}, numero_cam.OptionsError, "is played by Finn, Eve; leave players out"),
        ({"start": ALONE}, numero_cam.GameError, "is a solitaire"),
    ],
)
@pytest.mark.parametrize("begin", [WatchedTable, lambda **choices: watch("0", **choices)], ids=["table", "loop"])
def test_a_game_that_cannot_be_is_refused_at_once(
    begin: Callable[..., object], choices: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        begin(**choices)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("source", ["nothing.mp4", Path("nothing.mp4")])
def test_a_source_that_is_not_there(source: str | Path) -> None:
    with pytest.raises(numero_cam.SourceError, match=r"nothing.mp4: there is no such film"):
        next(watch(source, players=PLAYERS))


@pytest.mark.parametrize(
    ("frame", "seconds", "error", "words"),
    [
        (BLACK, 0.5, numero_cam.SourceError, "frame 1: taken at 0.5 s, before the frame at 1 s; push frames in the order of time"),
        (BLACK, float("nan"), numero_cam.SourceError, "frame 1: its time is nan; give the seconds"),
        (BLACK, "now", numero_cam.SourceError, "frame 1: its time is 'now'; give the seconds"),
        (BLACK, -1, numero_cam.SourceError, "frame 1: its time is -1; give the seconds"),
        (BLACK.astype(float), 2, numero_cam.PictureError, "frame 1: the picture has numbers of kind float64; give uint8"),
    ],
)
def test_a_frame_that_cannot_be_changes_nothing(
    table: WatchedTable, frame: object, seconds: object, error: type[Exception], words: str
) -> None:
    table.push(BLACK, 1)
    with pytest.raises(error) as caught:
        table.push(frame, seconds)  # type: ignore[arg-type]
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)
    assert table.push(BLACK, 1.0) == []


def test_a_table_that_is_closed(table: WatchedTable) -> None:
    (answered,) = table.say("challenge Eve")
    assert answered.kind == "refusal"
    assert [event.kind for event in table.close()] == ["problem"]  # no deal was seen
    assert table.close() == []
    with pytest.raises(numero_cam.SourceError, match="the table is closed"):
        table.push(BLACK, 1)
    with pytest.raises(numero_cam.SourceError, match="the table is closed"):
        table.say("back 1")


def test_what_is_wrong_with_the_frames_is_told(table: WatchedTable) -> None:
    for n in range(30):
        assert table.push(np.full((360, 640, 3), 120, np.uint8), n / 10) == []
    assert "one even colour" in table.notice
    for n in range(30, 60):
        table.push(BLACK, n / 10)
    assert "almost black" in table.notice


def test_a_check_without_a_command() -> None:
    right = numero_cam.check("13r 12b 2g", "10o 2/5", "(13 + 12) x 2/5")
    assert (right.verdict.wrong, right.missing) == (None, 0)
    wrong = numero_cam.check(["8b", "4r"], [numero_cam.parse_card("10o")], "8 + 4")
    assert wrong.verdict.wrong is not None
    assert numero_cam.check("9 3", "? 1/3", "(9 + 3) x 1/3").any_number
    assert numero_cam.check("3 4 5", "/3", "(3 + 4 + 5) / 3", all_cards=True).verdict.wrong is None
    assert json.dumps(right.to_dict())


@pytest.mark.parametrize(
    ("hand", "answer", "choices", "error", "words"),
    [
        ("11q", "7", {}, numero_cam.NotationError, "not a card"),
        ("7b", "seven dogs", {}, numero_cam.TypedError, "seven"),
        ("7b", "7", {"by": "fun"}, numero_cam.SettingsError, "by is 'fun'"),
        ("? ?", "7", {}, numero_cam.SettingsError, "there are several"),
        (["?"], "7", {"all_cards": True}, numero_cam.SettingsError, "leave the ? out"),
        ("7b", "7", {"all_cards": True}, numero_cam.SettingsError, "the hand holds wild cards only"),
    ],
)
def test_a_check_that_cannot_be(hand: str | list[str], answer: str, choices: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words.replace("?", r"\?")):
        numero_cam.check("7r", hand, answer, **choices)
