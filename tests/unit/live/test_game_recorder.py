"""What is kept of a game that is played: nothing waits unseen, nothing is written twice, another program's lines are not written over."""

from pathlib import Path

import pytest

from numero_cam.app.watch_recording import WatchedGame
from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.watching.events import GameSetup
from numero_cam.live import table_modes
from numero_cam.live.numero_session import NumeroSession
from numero_cam.live.table_modes import GameRecorder
from numero_cam.store.games import GameStore
from numero_cam.store.lines import GameLine
from tests.games_file import set_pragma


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def test_what_could_not_be_written_waits_and_is_written_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = GameStore.open(address)
    recorder = GameRecorder(store, store.begin("{}", ("Ann", "Ben")))
    set_pragma(store, "max_page_count = 1")
    recorder.note(GameLine("note", "x" * 50_000, "person"))
    assert "make room on the disk" in recorder.trouble
    set_pragma(store, "max_page_count = 100000")
    recorder.try_again()
    assert "make room on the disk" in recorder.trouble  # it was tried just now
    monkeypatch.setattr(table_modes, "WRITE_RETRY_SECONDS", 0.0)
    recorder.try_again()
    assert (recorder.trouble, recorder.revision, recorder.person) == ("", 1, 1)
    recorder.note(GameLine("note", "two"))
    recorder.try_again()
    assert [line.text[:3] for line in store.lines(recorder.number)] == ["xxx", "two"]
    store.close()


def test_lines_that_were_kept_without_word_are_there_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a connection breaks while the database keeps them: the answer is lost, the lines are not."""
    store = GameStore.open(address)
    recorder = GameRecorder(store, store.begin("{}", ("Ann", "Ben")))
    append = store.append

    def keep_and_break(game: int, lines: list[GameLine], expect: int | None = None) -> int:
        append(game, lines, expect)
        message = "the connection broke"
        raise StoreError(message)

    monkeypatch.setattr(table_modes, "WRITE_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(store, "append", keep_and_break)
    recorder.note(GameLine("note", "one"))
    assert recorder.trouble == "the connection broke"
    monkeypatch.setattr(store, "append", append)
    recorder.note(GameLine("note", "two"))
    assert (recorder.trouble, recorder.revision) == ("", 2)
    assert [line.text for line in store.lines(recorder.number)] == ["one", "two"]
    store.close()


def test_a_game_that_another_program_goes_on_with_is_not_written_to(address: str) -> None:
    store = GameStore.open(address)
    recorder = GameRecorder(store, store.begin("{}", ("Ann", "Ben")))
    recorder.note(GameLine("note", "one"))
    store.append(recorder.number, [GameLine("note", "theirs")])
    recorder.note(GameLine("note", "mine"))
    assert "another program wrote to game 1 meanwhile; go on with it anew" in recorder.trouble
    assert [line.text for line in store.lines(recorder.number)] == ["one", "theirs"]
    store.close()


def test_a_game_that_was_deleted_says_so(address: str) -> None:
    store = GameStore.open(address)
    recorder = GameRecorder(store, store.begin("{}", ("Ann", "Ben")))
    recorder.note(GameLine("note", "one"))
    store.delete(recorder.number)
    recorder.note(GameLine("note", "two"))
    assert "there is no game 1 any more; somebody deleted it" in recorder.trouble
    store.close()


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_a_game_goes_on_after_any_number_of_kept_lines(address: str, kept: int) -> None:
    store = GameStore.open(address)
    recorder = GameRecorder(store, store.begin("{}", ("Ann", "Ben")))
    for number in range(kept):
        recorder.note(GameLine("note", f"kept {number}", "person"))
    again = GameRecorder(store, recorder.number)
    again.goes_on(
        NumeroSession(WatchedGame(GameSetup(Options.level("1", players=2), ("Ann", "Ben")), 0, None)), store.lines(recorder.number), ()
    )
    again.note(GameLine("note", "new"))
    assert (again.trouble, again.revision, again.person) == ("", kept + 1, kept)
    assert [line.text for line in store.lines(recorder.number)] == [*(f"kept {number}" for number in range(kept)), "new"]
    store.close()
