"""How far many games are: a bar before a person, lines where they are asked for, and nothing beside what a program reads."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.terminal import Terminal

Cli = Callable[..., Any]
COMMANDS = [("game", "simulate", "--level", "1"), ("numo", "simulate", "--hands", "20")]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_terminal_lines_are_said_where_they_are_asked_for(cli: Cli, command: tuple[str, ...]) -> None:
    assert cli(*command, "--games", 3).err == ""
    assert cli(*command, "--games", 3, "--json").err == ""
    lines = cli(*command, "--games", 3, "--json", "--progress").err.splitlines()
    assert re.fullmatch(r"numero-cam: 1 of 3 games, about \d+ s left", lines[0])
    assert lines[-1] == "numero-cam: 3 of 3 games, about 0 s left"


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_at_a_terminal_a_bar_tells_how_many_are_played_and_the_time_left(command: tuple[str, ...]) -> None:
    pytest.importorskip("pty")
    with Terminal([*command, "--games", "3"], {}) as terminal:
        terminal.until("0/3 -:--:--")
        terminal.until("3/3 0:00:00")
    with Terminal([*command, "--games", "3", "--json"], {}) as terminal:
        assert "/3" not in terminal.until('"games": 3')
