"""Which tables the hall shows to a referee, and in which order."""

from dataclasses import replace

import pytest

from numero_cam.hall.board import TableNews, troubles
from numero_cam.hall.records import GameStatus, Match, MatchScore, Pairing

NOW = 10_000.0
CALM = TableNews(at=NOW, play=NOW)
PLAYING = GameStatus(have=3)
#: The status of a table and what was heard of it, the one first that a referee should look at first.
WORST_FIRST: tuple[tuple[GameStatus, TableNews | None], ...] = (
    (replace(PLAYING, challenge=True, serial=1), CALM),
    (replace(PLAYING, challenge=True, serial=2), CALM),
    (replace(PLAYING, waits="somebody has to look"), CALM),
    (replace(PLAYING, ended=True), CALM),
    (PLAYING, replace(CALM, rival=NOW)),
    (PLAYING, replace(CALM, at=NOW - 21)),
    (PLAYING, replace(CALM, play=NOW - 181)),
    (PLAYING, None),
    (PLAYING, replace(CALM, clock=-121.0)),
)
#: For each of them, which of those before and behind it are as bad: these are in the order of their tables.
RANKS = (0, 1, 2, 2, 4, 4, 6, 7, 8)


def match(table: int, status: GameStatus | None) -> Match:
    return Match(table + 100, 1, 1, table, Pairing(table, table + 50), status=status)


@pytest.mark.parametrize("turned", [False, True])
def test_a_referee_sees_first_what_waits_longest_and_what_stops_a_game(*, turned: bool) -> None:
    tables = [len(WORST_FIRST) - n if turned else n + 1 for n in range(len(WORST_FIRST))]
    matches = [match(table, status) for table, (status, _) in zip(tables, WORST_FIRST, strict=True)]
    seen = {table: heard for table, (_, heard) in zip(tables, WORST_FIRST, strict=True) if heard is not None}
    wanted = [table for _, table in sorted(zip(RANKS, tables, strict=True))]
    assert [trouble.table for trouble in troubles(matches, seen, NOW)] == wanted
    assert [trouble.challenge for trouble in troubles(matches, seen, NOW)] == [True] * 2 + [False] * 7


@pytest.mark.parametrize(
    ("heard", "why"),
    [
        (replace(CALM, at=NOW - 20), ""),
        (replace(CALM, at=NOW - 20.5), "silent for 20 seconds"),
        (replace(CALM, play=NOW - 180), ""),
        (replace(CALM, play=NOW - 181), "no play for 3 minutes"),
        (replace(CALM, rival=NOW - 179), "another device wants this table"),
        (replace(CALM, rival=NOW - 180), ""),
        (replace(CALM, clock=120.0), ""),
        (replace(CALM, clock=121.0), "its clock is 2 minutes ahead; the hall's counts"),
        (replace(CALM, clock=-7200.0), "its clock is 2 hours behind; the hall's counts"),
        (replace(CALM, clock=2 * 86400.0), "its clock is 2 days ahead; the hall's counts"),
    ],
)
def test_how_long_a_table_may_say_nothing(heard: TableNews, why: str) -> None:
    assert [trouble.why for trouble in troubles([match(1, PLAYING)], {1: heard}, NOW)] == ([why] if why else [])


def test_a_match_with_a_result_or_without_a_table_troubles_nobody() -> None:
    waiting = match(1, replace(PLAYING, waits="somebody has to look"))
    assert len(troubles([waiting], {}, NOW)) == 2
    assert troubles([replace(waiting, result=MatchScore(3, 2)), replace(waiting, table=None)], {}, NOW) == ()
