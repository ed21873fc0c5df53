"""How far many games are: a bar before a person, and nothing beside what a program reads."""

import pytest

from tests.terminal import Terminal

COMMANDS = [("game", "simulate", "--level", "1"), ("numo", "simulate", "--hands", "20")]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_at_a_terminal_a_bar_tells_how_many_are_played_and_the_time_left(command: tuple[str, ...]) -> None:
    pytest.importorskip("pty")
    with Terminal([*command, "--games", "3"], {}) as terminal:
        terminal.until("0/3 -:--:--")
        terminal.until("3/3 0:00:00")
    with Terminal([*command, "--games", "3", "--json"], {}) as terminal:
        assert "/3" not in terminal.until('"games": 3')
