"""A page that says hello holds up no other, however long the kept games take to be read."""

import asyncio
import json
import threading
from collections.abc import MutableMapping
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self, cast

import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from numero_cam.live.live_table import TableSnapshot
from numero_cam.store.games import GameStore
from numero_cam.store.lines import KeptGame
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import Pairing
from numero_cam.web.protocol import ROLES, Role, pack_picture
from tests.kept_game import keep, played

if TYPE_CHECKING:
    from numero_cam.live.live_table import LiveTable

PATIENCE = 20.0  #: Seconds after which a loop that stands still is taken for one.


def nothing(*_: object) -> None:
    pass


def table_of(store: GameStore) -> "LiveTable":
    """What the server asks of a table that nobody plays at."""
    table = {"store": store, "snapshot": TableSnapshot(), "own_source": False, "put": nothing, "start": nothing}
    table["close"] = store.close
    return cast("LiveTable", SimpleNamespace(**table))


def test_a_file_is_served_while_the_kept_games_are_read_for_a_page(tmp_path: Path) -> None:
    reads, may_end = threading.Event(), threading.Event()

    class SlowStore(GameStore):
        def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
            reads.set()
            assert may_end.wait(PATIENCE), "nothing else was served meanwhile"
            return super().games(limit)

    store = SlowStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    number = keep(store, played(1, stop=8))
    pairing = Pairing()
    token = pairing.redeem_key(pairing.new_key())
    server = LiveServer(lambda _: table_of(store), AccessControl(pairing, 8088), lambda _: {})
    sent: list[dict[str, Any]] = []
    coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(dict(message))
        if "welcome" in message.get("text", ""):
            coming.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def scope(kind: str, path: str) -> dict[str, Any]:
        headers = [(b"host", b"127.0.0.1:8088"), (b"cookie", f"numero-8088={token}".encode())]
        told = {"type": kind, "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b"", "headers": headers}
        return {**told, "scheme": kind, "method": "GET", "server": ("127.0.0.1", 8088), "subprotocols": [], "extensions": {}}

    async def play() -> list[dict[str, Any]]:
        async with server.app.router.lifespan_context(server.app):
            return await visited()

    async def visited() -> list[dict[str, Any]]:
        coming.put_nowait({"type": "websocket.connect"})
        coming.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": "hello", "v": 1, "role": "keeper"})})
        page = asyncio.create_task(server.app(scope("websocket", "/table"), coming.get, send))
        await asyncio.to_thread(reads.wait, PATIENCE)
        answer: list[dict[str, Any]] = []

        async def keep(message: MutableMapping[str, Any]) -> None:
            answer.append(dict(message))

        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asked.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        await server.app(scope("http", "/static/style.css"), asked.get, keep)
        assert not any("text" in message for message in sent)
        may_end.set()
        await page
        return answer

    answer = asyncio.run(asyncio.wait_for(play(), 2 * PATIENCE))
    assert answer[0]["status"] == 200
    welcome = json.loads(next(message["text"] for message in sent if "text" in message))
    assert (welcome["type"], [game["game"] for game in welcome["games"]]) == ("welcome", [number])


def test_a_device_that_only_gives_pictures_is_told_of_no_kept_game(tmp_path: Path) -> None:
    store = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    number = keep(store, played(1, stop=8))
    pairing = Pairing()
    server = LiveServer(lambda _: table_of(store), AccessControl(pairing, 8088), lambda _: {})
    told: dict[str, list[object]] = {}

    async def greet(role: Role) -> None:
        token, _ = pairing.redeem_code(pairing.invite(role).code)
        coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        coming.put_nowait({"type": "websocket.connect"})
        coming.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": "hello", "v": 1, "role": role})})

        async def send(message: MutableMapping[str, Any]) -> None:
            if "welcome" in message.get("text", ""):
                told[role] = [game["game"] for game in json.loads(message["text"])["games"]]
                coming.put_nowait({"type": "websocket.disconnect", "code": 1000})

        headers = [(b"host", b"127.0.0.1:8088"), (b"cookie", f"numero-8088={token}".encode())]
        scope = {"type": "websocket", "path": "/table", "raw_path": b"/table", "root_path": "", "query_string": b"", "headers": headers}
        await server.app({**scope, "scheme": "ws", "server": ("127.0.0.1", 8088), "subprotocols": []}, coming.get, send)

    async def greet_all() -> None:
        async with server.app.router.lifespan_context(server.app):
            for role in ROLES:
                await greet(role)

    asyncio.run(asyncio.wait_for(greet_all(), 2 * PATIENCE))
    assert told == {"camera": [], "keeper": [number], "player": [number], "watcher": [number]}


class Visit:
    """A page of a device at a server without a network.

    Args:
        server: The server.
        token: Of the device.
        hello: The first message.
    """

    def __init__(self, server: LiveServer, token: str, **hello: object) -> None:
        self._server, self._token, self._hello = server, token, hello
        self.told: list[dict[str, Any]] = []
        self._coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        self._coming.put_nowait({"type": "websocket.connect"})
        self._coming.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": "hello", "v": 1, **self._hello})})
        headers = [(b"host", b"127.0.0.1:8088"), (b"cookie", f"numero-8088={self._token}".encode())]
        scope = {"type": "websocket", "path": "/table", "raw_path": b"/table", "root_path": "", "query_string": b"", "headers": headers}
        told = {**scope, "scheme": "ws", "server": ("127.0.0.1", 8088), "subprotocols": []}
        self._page = asyncio.create_task(self._server.app(told, self._coming.get, self._send))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leave()
        await self.ended()

    def give(self, picture: bytes) -> None:
        """Send a picture."""
        self._coming.put_nowait({"type": "websocket.receive", "bytes": picture})

    def leave(self) -> None:
        """Close the page."""
        self._coming.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def ended(self) -> None:
        """Wait until the server has forgotten the page."""
        await self._page

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if "text" in message:
            self.told.append(json.loads(message["text"]))

    async def until(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind, and return it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.told:
                    if message["type"] == kind:
                        return message
                await asyncio.sleep(0.01)


def test_a_device_that_is_unpaired_while_its_page_says_hello_is_told_and_sees_nothing(tmp_path: Path) -> None:
    pairing = Pairing()
    keeper = pairing.redeem_key(pairing.new_key()) or ""

    class Unpairing(GameStore):
        def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
            pairing.unpair_others(keeper)  # as a keeper does meanwhile
            return super().games(limit)

    server = LiveServer(
        lambda _: table_of(Unpairing.open(f"sqlite:///{tmp_path / 'games.sqlite'}")), AccessControl(pairing, 8088), lambda _: {}
    )

    async def visit(token: str) -> list[str]:
        async with server.app.router.lifespan_context(server.app), Visit(server, token, role="player", player="Ann") as page:
            bye = await page.until("bye")
            assert (bye["pair"], bye["why"]) == (True, "this device is not paired with the table; ask for a code")
        return [message["type"] for message in page.told]

    token, _ = pairing.redeem_code(pairing.invite("player", "Ann").code)
    assert asyncio.run(asyncio.wait_for(visit(token), 2 * PATIENCE)) == ["bye"]


@pytest.mark.parametrize(
    ("role", "player", "sees"), [("player", "Ann", True), ("player", "Ben", False), ("player", "", False), ("keeper", "", True)]
)
def test_a_players_page_gets_hints_of_its_own_turns_only(tmp_path: Path, role: Role, player: str, *, sees: bool) -> None:
    pairing = Pairing()
    tell: list[Any] = []

    def make(send: Any) -> "LiveTable":  # noqa: ANN401 - as the server gives it
        tell.append(send)
        return table_of(GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}"))

    server = LiveServer(make, AccessControl(pairing, 8088), lambda _: {})
    token, _ = pairing.redeem_code(pairing.invite(role, player).code)
    hint = {"type": "hint", "level": "play", "player": "Ann", "lines": ["12 = 7 + 5"], "why": "", "card": "12g", "sets": [], "plays": []}

    async def visit() -> dict[str, Any]:
        async with server.app.router.lifespan_context(server.app), Visit(server, token, role=role, player=player) as page:
            await page.until("welcome")
            page._coming.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": "level", "level": "play"})})
            page._coming.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": "level", "level": "nonsense"})})
            await page.until("refused")  # so the level before it counts
            tell[0]({**hint, "level": "cards"}, None)
            tell[0](hint, None)
            return await page.until("hint")

    told = asyncio.run(asyncio.wait_for(visit(), 2 * PATIENCE))
    assert told["lines"] == (["12 = 7 + 5"] if sees else [])
    assert told["why"] == ("" if sees else "Ann is to play")


@pytest.mark.parametrize("leaves", ["older", "newer"])
def test_a_page_that_leaves_takes_no_picture_of_another_page_with_it(tmp_path: Path, leaves: str) -> None:
    pairing = Pairing()
    keeper = pairing.redeem_key(pairing.new_key()) or ""
    server = LiveServer(
        lambda _: table_of(GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")), AccessControl(pairing, 8088), lambda _: {}
    )

    async def given() -> list[str]:
        async with server.app.router.lifespan_context(server.app), Visit(server, keeper, role="keeper") as first:
            await first.until("welcome")
            async with Visit(server, keeper, role="keeper") as second:
                await second.until("welcome")
                stays, goes = (second, first) if leaves == "older" else (first, second)
                for _ in range(2):  # as many as a page may give before one was looked at
                    stays.give(pack_picture(1, b"jpeg", (640, 480)))
                await asyncio.sleep(0.1)
                assert "refused" not in [message["type"] for message in stays.told]
                goes.leave()
                await goes.ended()
                stays.give(pack_picture(3, b"jpeg", (640, 480)))
                return [str((await stays.until("refused"))["why"])]

    assert asyncio.run(asyncio.wait_for(given(), 2 * PATIENCE)) == ["more pictures came than were asked for"]
