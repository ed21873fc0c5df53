"""Somebody in the network who wants into a hall: ten thousand wrong codes from many addresses, forged tables. None gets in, nobody waits.

Names that are code are tried in a browser by `test_hall_pages.py`.
"""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("alembic", reason="the extra hall is not installed")

from numero_cam.hall.messages import HALL_VERSION
from numero_cam.web.pairing import CODE_LETTERS
from tests.hall_server import HallServer

pytestmark = pytest.mark.slow
GUESSES = 10_000
ADDRESSES = 200
ROUNDS = 10
"""Number of times that a table, a watcher and a referee are answered while the guessing goes on."""
DEVICE = "11111111-1111-4111-8111-111111111111"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallServer]:
    made = HallServer(tmp_path, "--database", f"sqlite:///{tmp_path / 'hall.sqlite'}")
    assert made.form("new", name="Cup", list="Owls\nFoxes\nBears\nWolves", tables=2, level="3", by="points", hands="open") == 303
    assert made.form("round", event=1, round=1) == 303
    yield made
    assert made.stop() == 0


def cookie(hall: HallServer, role: str, table: int = 0) -> str:
    """The cookie of a device that typed the right code."""
    code = hall.codes.lasting_code(role, table)  # type: ignore[arg-type]
    status, _, head = hall.ask("hall/pair", urlencode({"code": code}).encode(), cookie="")
    assert status == 303
    return str(head["set-cookie"]).split(";")[0]


def hello(hall: HallServer, who: str, device: str = DEVICE) -> tuple[int, dict[str, object]]:
    """What the hall answers a table."""
    status, told, _ = hall.ask("hall/table/hello", json.dumps({"v": HALL_VERSION, "device": device}).encode(), cookie=who)
    return status, json.loads(told)


class Guessing:
    """Types wrong codes from many addresses at once, until there were enough and everybody else was answered often enough.

    Args:
        port: The hall's.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.statuses: list[int] = []
        self.others_are_done = asyncio.Event()

    def goes_on(self) -> bool:
        return len(self.statuses) < GUESSES or not self.others_are_done.is_set()

    async def from_address(self, number: int, chance: random.Random) -> None:
        """Type codes from an address of its own, one after the other."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(f"127.0.1.{1 + number}", 0))
        while self.goes_on():
            body = urlencode({"code": "".join(chance.choices(CODE_LETTERS, k=10))})
            writer.write(f"POST /hall/pair HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            answer = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.statuses.append(int(answer.split(" ", 2)[1]))
            assert "set-cookie" not in answer.lower()
            length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
            assert length is not None
            await reader.readexactly(int(length[1]))
        writer.close()


def test_ten_thousand_wrong_codes_from_many_addresses_let_nobody_in_and_nobody_waits_for_their_end(hall: HallServer) -> None:
    table, watcher = cookie(hall, "table", 1), cookie(hall, "watcher")

    async def all_at_once() -> list[int]:
        guessing, chance = Guessing(hall.port), random.Random(1)  # noqa: S311
        attack = [asyncio.create_task(guessing.from_address(number, chance)) for number in range(ADDRESSES)]
        # The guessing ends after the others were answered: where they had to wait for its end this test would not end.
        for _ in range(ROUNDS):
            assert (await asyncio.to_thread(hello, hall, table))[0] == 200
            assert (await asyncio.to_thread(lambda: hall.ask("hall/board", cookie=watcher)))[0] == 200
            assert await asyncio.to_thread(cookie, hall, "referee")
        guessing.others_are_done.set()
        await asyncio.gather(*attack)
        return guessing.statuses

    statuses = asyncio.run(all_at_once())
    assert len(statuses) >= GUESSES
    assert set(statuses) == {403}
    assert hello(hall, table)[0] == 200


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
