"""What a table may tell the hall: each field up to its border, and not beyond."""

from typing import Any

import pytest

from numero_cam.base.errors import HallError
from numero_cam.hall.messages import line_json, parse_game, stand_json
from numero_cam.hall.records import GameStand, PlayLine

STAND = GameStand(20_000, (5, -3), "s" * 300, 7, over=True, waits="w" * 300, challenge=True, ended=True, at="a" * 40)
LINE = PlayLine(20_000, "a" * 32, "k" * 16, "t" * 20_000, "b" * 16)
#: The longest texts and the largest numbers that are taken.
GAME = {"game": "g" * 36, "match": 2**31 - 1, "event": "e" * 40, "setting": "s" * 20_000}


def message(**changed: object) -> dict[str, Any]:
    return {**GAME, "lines": [line_json(LINE)], "stand": stand_json(STAND), **changed}


def test_the_largest_message_comes_as_it_was_sent() -> None:
    sent = parse_game(message())
    assert (sent.game, sent.match, sent.event, sent.setting) == tuple(GAME.values())
    assert (sent.lines, sent.stand) == ((LINE,), STAND)
    assert parse_game(message(stand=stand_json(GameStand()))).stand == GameStand()


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
        *({"stand": {**stand_json(STAND), name: "x" + getattr(STAND, name)}} for name in ("said", "waits", "at")),
        *({"stand": {**stand_json(STAND), "have": number}} for number in (-1, 20_001)),
        *({"stand": {**stand_json(STAND), "scores": scores}} for scores in ([1], [1, 2, 3], [1, "2"])),
    ],
)
def test_what_lies_beyond_is_one_line(changed: dict[str, object]) -> None:
    with pytest.raises(HallError, match="what the table sent cannot be read") as refused:
        parse_game(message(**changed))
    assert "\n" not in str(refused.value)
