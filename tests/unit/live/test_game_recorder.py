"""What is kept of a game that is played: nothing waits unseen, nothing is written twice, another program's lines are not written over."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from numero_cam.app.table_games import kept_history
from numero_cam.app.watch_recording import WatchedGame
from numero_cam.base.errors import StoreError
from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.live import table_modes
from numero_cam.live.numero_session import NumeroSession
from numero_cam.live.table_modes import GameRecorder
from numero_cam.store.games import GameStore
from tests.games_file import set_pragma


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore(tmp_path / "games.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def recorder(store: GameStore) -> GameRecorder:
    return GameRecorder(store, store.begin("{}", ("Ann", "Ben")))


def test_what_could_not_be_written_waits_and_is_written_once(
    store: GameStore, recorder: GameRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_pragma(store, "max_page_count = 1")
    recorder.note(LogEntry("note", "x" * 50_000, "person"))
    assert "make room on the disk" in recorder.trouble
    set_pragma(store, "max_page_count = 100000")
    recorder.try_again()
    assert "make room on the disk" in recorder.trouble  # it was tried just now
    monkeypatch.setattr(table_modes, "WRITE_RETRY_SECONDS", 0.0)
    recorder.try_again()
    assert (recorder.trouble, recorder.revision, recorder.person) == ("", 1, 1)
    recorder.note(LogEntry("note", "two"))
    recorder.try_again()
    assert [line.text[:3] for line in store.lines(recorder.number)] == ["xxx", "two"]


def test_lines_that_were_kept_without_word_are_there_once(
    store: GameStore, recorder: GameRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a connection breaks while the database keeps them: the answer is lost, the lines are not."""
    append = store.append

    def keep_and_break(game: int, lines: list[LogEntry], expect: int | None = None) -> int:
        append(game, lines, expect)
        message = "the connection broke"
        raise StoreError(message)

    monkeypatch.setattr(table_modes, "WRITE_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(store, "append", keep_and_break)
    recorder.note(LogEntry("note", "one"))
    assert recorder.trouble == "the connection broke"
    monkeypatch.setattr(store, "append", append)
    recorder.note(LogEntry("note", "two"))
    assert (recorder.trouble, recorder.revision) == ("", 2)
    assert [line.text for line in store.lines(recorder.number)] == ["one", "two"]


def test_a_game_that_another_program_goes_on_with_is_not_written_to(store: GameStore, recorder: GameRecorder) -> None:
    recorder.note(LogEntry("note", "one"))
    store.append(recorder.number, [LogEntry("note", "theirs")])
    recorder.note(LogEntry("note", "mine"))
    assert "another program wrote to game 1 meanwhile; go on with it anew" in recorder.trouble
    assert [line.text for line in store.lines(recorder.number)] == ["one", "theirs"]


def test_a_game_that_was_deleted_says_so(store: GameStore, recorder: GameRecorder) -> None:
    recorder.note(LogEntry("note", "one"))
    store.delete(recorder.number)
    recorder.note(LogEntry("note", "two"))
    assert "there is no game 1 any more; somebody deleted it" in recorder.trouble


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_a_game_goes_on_after_any_number_of_kept_lines(store: GameStore, recorder: GameRecorder, kept: int) -> None:
    for number in range(kept):
        recorder.note(LogEntry("note", f"kept {number}", "person"))
    again = GameRecorder(store, recorder.number)
    again.resume(
        NumeroSession(
            WatchedGame(GameSetup(Options.level("1", players=2), ("Ann", "Ben")), 0, None), kept_history(store.lines(recorder.number))
        ),
        store.lines(recorder.number),
        (),
    )
    again.note(LogEntry("note", "new"))
    assert (again.trouble, again.revision, again.person) == ("", kept + 1, kept)
    assert [line.text for line in store.lines(recorder.number)] == [*(f"kept {number}" for number in range(kept)), "new"]


def test_a_question_about_the_pack_is_kept_and_waits_for_its_answer(store: GameStore, recorder: GameRecorder) -> None:
    game = NumeroSession(WatchedGame(GameSetup(Options.level("3"), ("Ann", "Ben")), 0, None))
    asked = LogEntry("question", "1/2: is it in your pack?", answers=("Yes", "No"), n=1)
    recorder.keep(game, [asked])
    assert recorder.asked == asked
    assert [(line.kind, line.text, line.by) for line in store.lines(recorder.number)] == [("note", "1/2: is it in your pack?", "eyes")]
    recorder.keep(game, [replace(asked, answers=())])
    assert recorder.asked is None
    assert len(store.lines(recorder.number)) == 1
