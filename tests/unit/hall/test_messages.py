"""What a table may tell the hall: each field up to its border, and not beyond."""

import json
from dataclasses import replace
from typing import Any

import pytest

from numero_cam.base.errors import GameError, HallError
from numero_cam.games.numero.engine.log_entry import LogEntry, parse_operation
from numero_cam.hall.game import replay_match
from numero_cam.hall.messages import line_json, parse_line, parse_sent_game, status_json
from numero_cam.hall.records import GameStatus
from tests.hall import match_game

STATUS = GameStatus(20_000, (5, -3), "s" * 300, 7, over=True, waits="w" * 300, challenge=True, ended=True, at="a" * 40)
LINE = parse_line({"n": 20_000, "at": "a" * 32, "kind": "k" * 16, "text": "t" * 20_000, "by": "b" * 16})
#: The longest texts and the largest numbers that are taken.
GAME = {"game": "g" * 36, "match": 2**31 - 1, "event": "e" * 40, "setting": "s" * 20_000}

#: A part of a game as tables of earlier versions send it, and as halls of earlier versions read it, to the letter.
EARLIER = (
    '{"lines": [{"n": 7, "at": "2026-11-27T09:00:07.000+00:00", "kind": "operation", "text": "3 Owls: take 12r: 5b + 7g", "by": "eyes"}, '
    '{"n": 8, "at": "2026-11-27T09:00:09.000+00:00", "kind": "undo", "text": "3 Owls: take 12r: 5b + 7g", "by": "person"}], '
    '"stand": {"have": 0, "scores": [5, -3], "said": "Owls takes 2 cards.", "points": 3, "over": false, "waits": "", '
    '"challenge": false, "ended": true, "at": "2026-11-27T09:00:09.000+00:00"}}'
)


def message(**changed: object) -> dict[str, Any]:
    return {**GAME, "lines": [line_json(LINE)], "stand": status_json(STATUS), **changed}


def test_the_largest_message_comes_as_it_was_sent() -> None:
    sent = parse_sent_game(message())
    assert (sent.game, sent.match, sent.event, sent.setting) == tuple(GAME.values())
    assert (sent.lines, sent.status) == ((LINE,), STATUS)
    assert parse_sent_game(message(stand=status_json(GameStatus()))).status == GameStatus()


def test_a_message_of_an_earlier_version_is_read_and_sent_to_the_letter() -> None:
    sent = parse_sent_game({**GAME, **json.loads(EARLIER)})
    play = LogEntry("operation", "3 Owls: take 12r: 5b + 7g", "eyes", n=7, at="2026-11-27T09:00:07.000+00:00")
    assert sent.lines == (play, replace(play, kind="undo", by="person", n=8, at="2026-11-27T09:00:09.000+00:00"))
    seen = replace(play, sure=0.9, operation=parse_operation({"kind": "passed", "player": 1}), t=7.5)  # as the table keeps it
    lines = [line_json(line) for line in (seen, sent.lines[1])]
    assert json.dumps({"lines": lines, "stand": status_json(sent.status)}) == EARLIER


def test_a_game_of_which_a_line_is_missing_or_of_a_later_version_is_not_played() -> None:
    _, _, rows = match_game(("Owls", "Foxes"))
    lines = [parse_line(row) for row in rows]
    assert replay_match(lines) is not None
    for damaged in ([*lines[:4], *lines[5:]], [*lines[:4], parse_line({**rows[4], "kind": "later"}), *lines[5:]]):
        with pytest.raises(GameError, match="line 5 of the game is missing, or of no known kind"):
            replay_match(damaged)


@pytest.mark.parametrize(
    "changed",
    [
        *({name: "x" + value} for name, value in GAME.items() if isinstance(value, str)),
        *({"match": number} for number in (0, 2**31, True, "1", None)),
        *({"setting": text} for text in ("\0", "\ud800", None)),
        *({"lines": [{**line_json(LINE), name: "x" + getattr(LINE, name)}]} for name in ("at", "kind", "text", "by")),
        *({"lines": [{**line_json(LINE), "n": number}]} for number in (0, 20_001)),
        {"lines": [{**line_json(LINE), "n": 1}, {**line_json(LINE), "n": 3}]},
        {"lines": [{**line_json(LINE), "n": n} for n in range(1, 202)]},
        *({"stand": {**status_json(STATUS), name: "x" + getattr(STATUS, name)}} for name in ("said", "waits", "at")),
        *({"stand": {**status_json(STATUS), "have": number}} for number in (-1, 20_001)),
        *({"stand": {**status_json(STATUS), "scores": scores}} for scores in ([1], [1, 2, 3], [1, "2"])),
    ],
)
def test_what_lies_beyond_is_one_line(changed: dict[str, object]) -> None:
    with pytest.raises(HallError, match="what the table sent cannot be read") as refused:
        parse_sent_game(message(**changed))
    assert "\n" not in str(refused.value)
