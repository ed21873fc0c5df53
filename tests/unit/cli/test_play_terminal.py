"""``play`` at a real terminal: keys, questions, colours. Skipped where Python has no pty."""

from collections.abc import Callable
from pathlib import Path

import pytest

from numero_cam.app import kept_games
from tests.terminal import CTRL_D, LEFT, UP, Terminal

pytest.importorskip("pty")
pytest.importorskip("readline")

Start = Callable[..., Terminal]


@pytest.fixture
def start(kept: Path) -> Start:
    """Starts the program with its own folder of games."""
    return lambda *arguments, **env: Terminal(["play", *arguments], {kept_games.FOLDER_VARIABLE: str(kept), **env})


@pytest.mark.slow
def test_keys_and_questions(start: Start, kept: Path, tmp_path: Path) -> None:
    with start("--seed", "3") as terminal:
        first = terminal.until("> ")
        assert "The goal: win more cards" in first
        assert "\x1b[33m9 orange" in terminal.raw
        terminal.line("discard 99")
        terminal.press(f"{UP}\x7f\r")  # the line comes back; one sign is rubbed out
        assert "You discard 9 orange." in terminal.until("> ")
        terminal.press("hnt" + LEFT * 2 + "i\r")
        terminal.until("There is no take, but you can build.")
        terminal.until("> ")
        terminal.interrupt("Leave the game?")
        assert "the game is kept" in terminal.until("> ")
        assert "save FILE" in terminal.line("maybe")
        assert "Leave" not in terminal.line("no")
        terminal.press(CTRL_D)
        terminal.until("Leave the game?")
        terminal.until("> ")
        terminal.press(CTRL_D)
        terminal.until("The game is kept.")
        assert terminal.status() == 0
    assert len(list(kept.glob("*.txt"))) == 1
    with start(NO_COLOR="1") as terminal:
        assert "The goal" not in terminal.until("new game: ")
        assert "There is no number 4" in terminal.line("4", "new game: ")
        assert "Turn 3." in terminal.line("1")
        assert "\x1b[3" not in terminal.raw
        terminal.line("quit")
        path = tmp_path / "mine.txt"
        terminal.press(f"save {path}\r")
        terminal.until("Saved.")
        assert terminal.status() == 0
    assert path.read_text(encoding="utf-8").startswith("numero game 1")
    assert list(kept.glob("*.txt")) == []


@pytest.mark.slow
def test_a_window_that_is_closed_loses_nothing(start: Start, kept: Path) -> None:
    with start("--seed", "3") as terminal:
        terminal.until("> ")
        terminal.line("discard 9")
        terminal.process.kill()
    with start("--seed", "5") as terminal:
        terminal.until("turn 3, cards: Player 0, Computer 0")
        terminal.until("new game: ")
        assert "Turn 1." in terminal.line("")
        terminal.press("quit\r")
        assert terminal.status() == 0  # nothing was played: nothing to ask
    assert len(list(kept.glob("*.txt"))) == 1


@pytest.mark.slow
def test_a_game_opened_in_two_windows_is_played_in_one(start: Start) -> None:
    with start("--seed", "3") as terminal:
        terminal.until("> ")
        terminal.line("discard 9")
        terminal.process.kill()
    with start() as first, start() as second:
        first.until("new game: ")
        second.until("new game: ")
        first.line("1")
        assert "has just been opened in another window" in second.line("1")
        assert "Turn 1." in second.text.rpartition("another window")[2]
