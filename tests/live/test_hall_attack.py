"""Somebody in the network who wants into a hall: ten thousand wrong codes from many addresses, forged tables. None gets in, nobody waits.

Names that are code are tried in a browser by `test_hall_pages.py`.
"""

import asyncio
import json
import random
import re
import time
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
MEDIAN_WAIT = 1.0
"""Maximum median time for which a table or a watcher waits meanwhile, in seconds."""
LONGEST_WAIT = 5.0
"""Maximum time for which one waits, in seconds. This machine also does the guessing, two hundred at once.
Where connections were not accepted the system would try again after 7 seconds."""
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


async def guess(port: int, number: int, chance: random.Random) -> list[int]:
    """Type wrong codes from an address of its own, one after the other, and return the statuses of the answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.1.{1 + number}", 0))
    found = []
    for _ in range(GUESSES // ADDRESSES):
        body = urlencode({"code": "".join(chance.choices(CODE_LETTERS, k=10))})
        head = f"POST /hall/pair HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write((head + body).encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        found.append(int(answer.split(" ", 2)[1]))
        assert "set-cookie" not in answer.lower()
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        assert length is not None
        await reader.readexactly(int(length[1]))
    writer.close()
    return found


def test_ten_thousand_wrong_codes_from_many_addresses_let_nobody_in_and_nobody_waits(hall: HallServer) -> None:
    table, watcher, waits = cookie(hall, "table", 1), cookie(hall, "watcher"), list[float]()

    async def attack() -> list[int]:
        chance = random.Random(1)  # noqa: S311
        answers = await asyncio.gather(*(guess(hall.port, number, chance) for number in range(ADDRESSES)))
        return [status for each in answers for status in each]

    async def all_at_once() -> list[int]:
        attacking = asyncio.create_task(attack())
        while not attacking.done():
            for does in (
                lambda: hello(hall, table)[0] == 200,
                lambda: hall.ask("hall/board", cookie=watcher)[0] == 200,
                lambda: bool(cookie(hall, "referee")),
            ):
                begin = time.monotonic()
                assert await asyncio.to_thread(does)
                waits.append(time.monotonic() - begin)
            await asyncio.sleep(0.1)
        return await attacking

    statuses = asyncio.run(all_at_once())
    assert len(statuses) == GUESSES
    assert set(statuses) == {403}
    assert len(waits) > 10
    ordered = sorted(waits)
    assert ordered[len(ordered) // 2] < MEDIAN_WAIT, ordered
    assert ordered[-1] < LONGEST_WAIT, ordered[-5:]
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
