"""Whatever people read of points: a set is one part, a take is the whole play, and cards look as they are printed."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.games.numero.engine import Game, Reading
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Dealt
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules.scoring import BONUS_LETTERS
from numero_cam.live.game_messages import play_messages
from numero_cam.text.game_words import game_json, game_lines, sheet_rows
from numero_cam.text.playing import event_lines
from numero_cam.text.score_sheet import scored_plays, sheet_csv, sheet_html
from tests.kept_game import played

A_PART_CALLED_TAKE = re.compile(r"\d+ takes?\b|in a take\b")
NOTATION = re.compile(r"\d on (?:x|/|-|N\d|sqrt|cbrt|\d+[rgbo]\b)")


def told(game: Game) -> Iterator[str]:
    """All that people read of the points of a game."""
    yield from game_lines(game)
    yield from (row[2] for row in sheet_rows(game))
    for before, operation, after in game.steps():
        if not isinstance(operation, Dealt):
            yield from (line.plain for line in event_lines(game.names, before, operation, after, 0))
    yield sheet_csv(game).decode("utf-8-sig")
    yield sheet_html(game, "Numero")
    for play in play_messages(game, [LogEntry("operation")] * len(game.operations)):
        yield from (what for what, _, _ in play["items"])  # type: ignore[attr-defined]


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), level=st.sampled_from(["1", "2", "3", "all"]))
@pytest.mark.slow
def test_points_of_a_game_are_told_with_sets_and_signs(seed: int, level: str) -> None:
    game = played(seed, level=level)
    assert any(play.items for play in scored_plays(game))
    for text in told(game):
        assert not A_PART_CALLED_TAKE.search(text), text
        assert not NOTATION.search(text), text


@pytest.mark.parametrize("seed", range(4))
def test_each_bonus_of_a_play_has_its_rule_with_its_points(seed: int) -> None:
    game = played(seed)
    plays = play_messages(game, [LogEntry("operation")] * len(game.operations))
    won = set[str]()
    for (before, operation, after), play in zip([*game.steps()][1:], plays, strict=True):
        own = {e.item: e.points for e in entries(before, operation, after) if game.names[e.player] == play["player"]}
        told: dict[str, str] = dict(play["bonuses"])  # type: ignore[call-overload]
        assert set(told) == own.keys() & BONUS_LETTERS.keys() - {"most_cards"}  # that is one of the end, and stands on the result
        for key, rule in told.items():
            assert re.findall(r"\d+", rule) == [str(own[key])]
        won |= set(told)
    assert won


def test_the_json_keeps_the_words_of_its_contract() -> None:
    sheet = game_json(Reading(played(5), None))["sheet"]
    assert isinstance(sheet, list)
    assert {line["for"] for line in sheet if line["item"] == "takes"} <= {"1 take", "2 takes", "3 takes"}
    assert any(line["item"] == "takes" for line in sheet)
