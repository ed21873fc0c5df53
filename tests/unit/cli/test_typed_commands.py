"""What is typed while a game is watched: challenge, answer, undo and redo, at a real watcher."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

import pytest

from numero_cam.cli.watch import FORMS, execute_typed
from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.command_text import parse_command
from tests.unit.games.numero.watching.test_game_watcher import ANN, CENTRE, SightTable, decided_lines

if TYPE_CHECKING:
    from numero_cam.app.watch import GameWatch

PLAY = "1 Ann: discard 7o"


def typed(table: SightTable) -> Callable[[str], tuple[LogEntry, ...]]:
    return partial(execute_typed, cast("GameWatch", table.watching))  # it has the game and carries out commands, as that does


@pytest.fixture
def table() -> SightTable:
    table = SightTable()
    table.look(2, CENTRE, ANN)
    table.lay("7o", CENTRE)
    assert decided_lines(table.look(10)) == [PLAY]
    return table


def reasons(events: tuple[LogEntry, ...]) -> list[str]:
    return [event.text for event in events if event.kind in ("refusal", "referee")]


def test_undo_takes_back_what_was_done_last_and_redo_brings_it_again(table: SightTable) -> None:
    commands, before = typed(table), game_text(table.watching.game)
    assert reasons(table.watching.execute(parse_command("add Ann: draw 8r"))) == []
    after = game_text(table.watching.game)
    assert after != before
    undone = commands("undo")
    assert [(event.kind, event.text) for event in undone] == [("back", "1 Ann: draw 8r"), ("undo", "1 Ann: draw 8r")]
    assert game_text(table.watching.game) == before
    assert PLAY in [event.text for event in commands("undo") if event.kind == "undo"]
    assert PLAY in decided_lines(list(commands("  REDO ")))
    assert game_text(table.watching.game) == before
    commands("redo")
    assert game_text(table.watching.game) == after
    assert reasons(commands("redo")) == ["there is nothing to redo"]


def test_a_play_that_is_seen_meanwhile_ends_what_may_be_redone(table: SightTable) -> None:
    commands = typed(table)
    commands("undo")
    table.watching.execute(parse_command(f"add {PLAY}"))
    assert reasons(commands("redo")) == ["there is nothing to redo"]


def test_with_nothing_played_there_is_nothing_to_undo(table: SightTable) -> None:
    commands = typed(table)
    commands("undo")
    before = game_text(table.watching.game)
    assert reasons(commands("undo")) == ["there is nothing to undo"]
    assert game_text(table.watching.game) == before


@pytest.mark.parametrize(
    "line", ["play 1 Ann: discard 4r", "from 1 Ann: discard 4r", "back 1", "add Ann: discard 4r", "card 1 9g", "undo 1", ""]
)
def test_correcting_by_number_changes_nothing_and_is_told_the_forms(table: SightTable, line: str) -> None:
    before = game_text(table.watching.game)
    (reason,) = reasons(typed(table)(line))
    assert all(form in reason for form in FORMS.values())
    assert "the page of numero-cam live" in reason
    assert game_text(table.watching.game) == before


@pytest.mark.parametrize(("line", "why"), [("challenge Ben", "nothing to challenge|no build"), ("answer 3 1", "not open any more")])
def test_a_challenge_and_an_answer_reach_the_game(table: SightTable, line: str, why: str) -> None:
    (reason,) = reasons(typed(table)(line))
    assert any(part in reason for part in why.split("|")), reason
