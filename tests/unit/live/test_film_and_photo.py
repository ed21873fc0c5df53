"""A film of the table's own source waits for its game and begins again with the next; a photo is looked at by whoever begins later."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from numero_cam.base.records import Frame
from numero_cam.capture import pushed
from numero_cam.capture.pushed import PHOTO_REPEATS, PushedPicture, PushedSource
from numero_cam.capture.source import TimedFrame
from numero_cam.games.shared.sight import Sight, TablePlace
from numero_cam.live.live_table import LiveTable
from numero_cam.live.table_commands import ResumeGame, StartGame, StartPractice, StopWatching, TableCommand, TableRequest
from numero_cam.store.games import GameStore
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.table.tracked_table import TrackedTable
from tests.scripted_table import PAGE, ByHand, ScriptedEyes

if TYPE_CHECKING:
    from numero_cam.table.tracker import VisionStack

PICTURES = 5


class Film:
    """A film of a few pictures."""

    notice = ""

    def __init__(self) -> None:
        self.given = 0
        self.closed = False

    @property
    def ended(self) -> str:
        return "the film is over" if self.given == PICTURES else ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        if self.ended:
            return None
        self.given += 1
        return TimedFrame(Frame("film", np.zeros((4, 4, 3), np.uint8)), self.given / 10, self.given - 1)

    def close(self) -> None:
        self.closed = True


class SeesACard(ScriptedEyes):
    """Sees a card from the second picture on."""

    looks = 0

    def look(self, picture: TimedFrame) -> Sight | None:
        self.looks += 1
        return super().look(picture)

    def tracked_table(self) -> TrackedTable:
        card = TrackedCard(1, np.zeros((4, 2)), (("7r", 0.99),), TablePlace("centre"))
        return TrackedTable((card,) if self.looks > 1 else ())


def with_a_film(folder: Path, films: list[Film], told: list[Any]) -> LiveTable:
    """A table whose own source is a film; each film that is opened is added."""

    def reopen() -> Film:
        films.append(Film())
        return films[-1]

    eyes, store = cast("VisionStack", SeesACard(())), GameStore.open(f"sqlite:///{folder / 'games.sqlite'}")
    tell = lambda message, _page: told.append(message)  # noqa: E731 - one use
    return LiveTable(eyes, store, tell, source=reopen(), reopen=reopen, recordings=folder, executor=ByHand())


def test_a_film_shows_its_first_cards_until_somebody_plays_and_begins_again_with_the_next_game(tmp_path: Path) -> None:
    films, told = list[Film](), list[Any]()
    table = with_a_film(tmp_path, films, told)
    for _ in range(10):
        table.step(0)
    assert [film.given for film in films] == [2]
    for game in (1, 2):
        table.put(TableRequest(StartGame(("Ann", "Ben")), None, PAGE, "start"))
        for _ in range(10):
            table.step(0)
        assert len(films) == 1 + game
        assert films[-1].given == PICTURES
        assert films[-2].closed
        table.put(TableRequest(StopWatching(), None, PAGE, "stop"))
        table.step(0)
    assert any(message["type"] == "notice" and "over" in message["text"] for message in told)
    table.close()


def test_a_table_with_a_film_looks_at_a_page_in_a_game_that_says_so_and_then_at_its_film_again(tmp_path: Path) -> None:
    films, told = list[Film](), list[Any]()
    table = with_a_film(tmp_path, films, told)

    def do(command: TableCommand, *, by_page: bool = False) -> None:
        replaces = cast("int | None", table.snapshot.messages[0].get("game"))
        table.put(TableRequest(command, None, PAGE, "start", replaces, by_page=by_page))
        for _ in range(10):
            table.step(0)

    def push(number: int) -> list[Any]:
        told.clear()
        table.put(PushedPicture(number, np.zeros((4, 4, 3), np.uint8), 1, float(number), of_film=True))
        table.step(0)
        return [message["number"] for message in told if message["type"] in {"ack", "table"}]

    start = StartGame(("Ann", "Ben"))
    assert push(1) == [1]  # nobody asked for it: it is answered, and not looked at
    for leave in (StopWatching(), StartPractice(), start):
        do(start, by_page=True)
        assert (table.snapshot.by_page, table.snapshot.messages[0]["source"]) == (True, "page")
        given = films[-1].given
        assert push(2) == [2, 2]
        assert films[-1].given == given == 0  # it waits meanwhile
        do(leave)
        assert (table.snapshot.by_page, table.snapshot.messages[0]["source"]) == (False, "server")
        assert push(3) == [3]
        assert films[-1].given > 0
    do(start, by_page=True)
    do(ResumeGame(1))
    assert not table.snapshot.by_page
    table.close()


def test_a_photo_is_no_silent_camera_and_can_be_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    source = PushedSource(lambda _number: None)
    source.show_again()
    assert source.newest() is None
    source.put(PushedPicture(1, np.zeros((4, 4, 3), np.uint8), -1, 0.0, PHOTO_REPEATS))
    seen = [source.newest() for _ in range(PHOTO_REPEATS + 2)]
    assert sum(frame is not None for frame in seen) == PHOTO_REPEATS
    monkeypatch.setattr(pushed, "SILENCE_SECONDS", -1.0)  # it was given long ago
    assert source.notice == ""
    source.show_again()
    assert source.repeats
    assert sum(source.newest() is not None for _ in range(PHOTO_REPEATS + 2)) == PHOTO_REPEATS
    source.put(PushedPicture(2, np.zeros((4, 4, 3), np.uint8), 1, 0.0))
    source.newest()
    source.show_again()
    assert source.newest() is None
