"""Somebody in the network who wants into a hall: ten thousand wrong codes from many addresses, forged tables. None gets in, nobody waits.

Names that are code are tried in a browser by `test_hall_pages.py`.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from numero_cam.hall.messages import HALL_VERSION
from tests.hall_server import DEVICE, HallServer, attack, cookie, hello

pytestmark = pytest.mark.slow
GUESSES = 10_000


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallServer]:
    made = HallServer(tmp_path, "--database", f"sqlite:///{tmp_path / 'hall.sqlite'}")
    assert made.form("new", name="Cup", list="Owls\nFoxes\nBears\nWolves", tables=2, level="3", by="points", hands="open") == 303
    assert made.form("round", event=1, round=1) == 303
    yield made
    assert made.stop() == 0


def test_ten_thousand_wrong_codes_from_many_addresses_let_nobody_in_and_nobody_waits_for_their_end(hall: HallServer) -> None:
    attacked = attack(hall, GUESSES)
    assert len(attacked.statuses) >= GUESSES
    assert set(attacked.statuses) == {403}
    assert attacked.others >= {(200, "table"), (200, "watcher"), (303, "referee")}
    assert len(attacked.others) == 3
    assert hello(hall, cookie(hall, "table", 1))[0] == 200


def test_forged_tables_are_refused_in_one_sentence(hall: HallServer) -> None:
    table = cookie(hall, "table", 1)
    name, token = table.split("=", 1)
    role, number, until, mac = token.split(".")
    forged = [
        f"{role}.2.{until}.{mac}",
        f"referee.0.{until}.{mac}",
        f"{role}.{number}.{int(until) + 1}.{mac}",
        f"{role}.{number}.{until}.{mac[:-1]}{'0' if mac[-1] != '0' else '1'}",
        f"{role}.{number}.{until}.",
        f"{role}.{number}.{until}",
        "." * 100,
        "A" * 4000,
        cookie(hall, "watcher").split("=", 1)[1],
    ]
    for each in forged:
        status, told = hello(hall, f"{name}={each}")
        assert status == 403, each[:60]
        assert isinstance(told["why"], str)
        assert "\n" not in told["why"]
    assert hello(hall, table)[0] == 200
    assert hello(hall, table, "22222222-2222-4222-8222-222222222222")[0] == 409
    for page in ("hall", "hall/referee", "hall/event?event=1", "hall/codes", "hall/export?event=1", "hall/winner?event=1"):
        status, body, _ = hall.ask(page, cookie=table)
        assert (status, b"Owls" in body) in ((403, False), (303, False)), page
    game = {"v": HALL_VERSION, "device": DEVICE, "match": 2, "event": "2026", "game": "x" * 36, "setting": "{}", "lines": [], "stand": {}}
    stands = [{}, None, {"scores": [1, 2], "said": "", "points": 0, "over": True, "waits": ""}]
    for stand in stands:
        status, body, _ = hall.ask("hall/table/game", json.dumps({**game, "stand": stand}).encode(), cookie=table)
        assert status in (400, 410), body
