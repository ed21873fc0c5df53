"""What a page is told that says hello, and what one page costs the others."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import pytest

pytest.importorskip("starlette", reason="the extra live is not installed")

from numero_cam.games.numero.watching.game_commands import ChallengeBuild
from numero_cam.live.live_table import TableSnapshot
from numero_cam.live.table_commands import TableRequest
from numero_cam.store.games import GameStore
from numero_cam.store.lines import KeptGame
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.protocol import ROLES, Role, pack_picture
from tests.asgi import scope_of, sent_by
from tests.kept_game import keep, played

if TYPE_CHECKING:
    from numero_cam.live.live_table import LiveTable

T = TypeVar("T")
HOME = "127.0.0.1:8088"
PATIENCE = 20.0  #: Seconds after which a loop that stands still is taken for one.


def nothing(*_: object) -> None:
    pass


def table_of(store: GameStore, put: Callable[[object], None] = nothing, players: tuple[str, ...] = ()) -> "LiveTable":
    """What the server asks of a table that nobody plays at."""
    table = {"store": store, "snapshot": TableSnapshot(players=players), "own_source": False, "put": put, "start": nothing}
    table["close"] = store.close
    return cast("LiveTable", SimpleNamespace(**table))


def server_of(pairing: DevicePairing, store: GameStore) -> LiveServer:
    return LiveServer(lambda _: table_of(store), AccessControl(pairing, 8088), lambda _: {})


def visited(server: LiveServer, visit: Callable[[], Awaitable[T]]) -> T:
    """Run a visit at a server that has begun."""

    async def run() -> T:
        async with server.app.router.lifespan_context(server.app):
            return await visit()

    return asyncio.run(asyncio.wait_for(run(), 2 * PATIENCE))


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def pairing() -> DevicePairing:
    return DevicePairing()


@pytest.fixture
def keeper(pairing: DevicePairing) -> str:
    """The token of a keeper's device."""
    return pairing.redeem_key(pairing.new_key()) or ""


class Visit:
    """A page of a device at a server without a network."""

    def __init__(self, server: LiveServer, token: str, **hello: object) -> None:
        self._server, self._token, self._hello = server, token, hello
        self.told: list[dict[str, Any]] = []
        self._coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        self._coming.put_nowait({"type": "websocket.connect"})
        self.tell(**{"type": "hello", "v": 1, **self._hello})
        scope = scope_of("/table", {"host": HOME, "cookie": f"numero-8088={self._token}"}, kind="websocket")
        self._page = asyncio.create_task(self._server.app(scope, self._coming.get, self._send))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leave()
        await self.ended()

    def give(self, picture: bytes) -> None:
        self._coming.put_nowait({"type": "websocket.receive", "bytes": picture})

    def tell(self, **message: object) -> None:
        """Send a message."""
        self._coming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def leave(self) -> None:
        """Close the page."""
        self._coming.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def ended(self) -> None:
        """Wait until the server has forgotten the page."""
        await self._page

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if "text" in message:
            self.told.append(json.loads(message["text"]))

    async def until(self, kind: str, number: int = 1) -> dict[str, Any]:
        """Wait for so many messages of a kind, and return the last of these."""
        async with asyncio.timeout(PATIENCE):
            while len(found := [message for message in self.told if message["type"] == kind]) < number:  # noqa: ASYNC110 - of the server
                await asyncio.sleep(0.01)
        return found[number - 1]


def test_a_file_is_served_while_the_kept_games_are_read_for_a_page(address: str, pairing: DevicePairing, keeper: str) -> None:
    reads, may_end = threading.Event(), threading.Event()

    class SlowStore(GameStore):
        def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
            reads.set()
            assert may_end.wait(PATIENCE), "nothing else was served meanwhile"
            return super().games(limit)

    store = SlowStore.open(address)
    number = keep(store, played(1, stop=8))
    server = server_of(pairing, store)

    async def visit() -> dict[str, Any]:
        async with Visit(server, keeper, role="keeper") as page:
            await asyncio.to_thread(reads.wait, PATIENCE)
            head = {"host": HOME, "cookie": f"numero-8088={keeper}"}
            sent = await sent_by(
                server.app, scope_of("/static/style.css", head), [{"type": "http.request", "body": b"", "more_body": False}]
            )
            assert (sent[0]["status"], page.told) == (200, [])
            may_end.set()
            return await page.until("welcome")

    assert [game["game"] for game in visited(server, visit)["games"]] == [number]


def test_a_device_that_only_gives_pictures_is_told_of_no_kept_game(address: str, pairing: DevicePairing) -> None:
    store = GameStore.open(address)
    number = keep(store, played(1, stop=8))
    server = server_of(pairing, store)
    told: dict[str, list[object]] = {}

    async def visit() -> None:
        for role in ROLES:
            async with Visit(server, pairing.redeem_code(pairing.invite(role).code)[0], role=role) as page:
                told[role] = [game["game"] for game in (await page.until("welcome"))["games"]]

    visited(server, visit)
    assert told == {"camera": [], "keeper": [number], "player": [number], "watcher": [number]}


def test_a_page_of_another_version_is_sent_away_with_words(address: str, pairing: DevicePairing, keeper: str) -> None:
    server = server_of(pairing, GameStore.open(address))

    async def visit() -> str:
        async with Visit(server, keeper, role="keeper", v=99) as page:
            return str((await page.until("bye"))["why"])

    assert visited(server, visit) == "this page speaks version 99 and the table version 1; load the page again"


def test_a_device_that_is_unpaired_while_its_page_says_hello_is_told_and_sees_nothing(
    address: str, pairing: DevicePairing, keeper: str
) -> None:
    class Unpairing(GameStore):
        def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
            pairing.unpair_others(keeper)  # as a keeper does meanwhile
            return super().games(limit)

    token, _ = pairing.redeem_code(pairing.invite("player", "Ann").code)
    server = server_of(pairing, Unpairing.open(address))

    async def visit() -> list[str]:
        async with Visit(server, token, role="player", player="Ann") as page:
            bye = await page.until("bye")
            assert (bye["pair"], bye["why"]) == (True, "this device is not paired with the table; ask for a code")
        return [message["type"] for message in page.told]

    assert visited(server, visit) == ["bye"]


@pytest.mark.parametrize(
    ("role", "player", "sees"), [("player", "Ann", True), ("player", "Ben", False), ("player", "", False), ("keeper", "", True)]
)
def test_a_players_page_gets_hints_of_its_own_turns_only(
    address: str, pairing: DevicePairing, role: Role, player: str, *, sees: bool
) -> None:
    tell: list[Any] = []

    def make(send: Any) -> "LiveTable":  # noqa: ANN401 - as the server gives it
        tell.append(send)
        return table_of(GameStore.open(address))

    server = LiveServer(make, AccessControl(pairing, 8088), lambda _: {})
    token, _ = pairing.redeem_code(pairing.invite(role, player).code)
    hint = {"type": "hint", "level": "play", "player": "Ann", "lines": ["12 = 7 + 5"], "why": "", "card": "12g", "sets": [], "plays": []}

    async def visit() -> dict[str, Any]:
        async with Visit(server, token, role=role, player=player) as page:
            await page.until("welcome")
            for level in ("play", "nonsense"):
                page.tell(type="level", level=level)
            await page.until("refused")  # so the level before it counts
            tell[0]({**hint, "level": "cards"}, None)
            tell[0](hint, None)
            return await page.until("hint")

    told = visited(server, visit)
    assert told["lines"] == (["12 = 7 + 5"] if sees else [])
    assert told["why"] == ("" if sees else "Ann is to play")


@pytest.mark.parametrize("leaves", ["older", "newer"])
def test_a_page_that_leaves_takes_no_picture_of_another_page_with_it(
    address: str, pairing: DevicePairing, keeper: str, leaves: str
) -> None:
    server = server_of(pairing, GameStore.open(address))

    async def visit() -> str:
        async with Visit(server, keeper, role="keeper") as first, Visit(server, keeper, role="keeper") as second:
            await first.until("welcome")
            await second.until("welcome")
            stays, goes = (second, first) if leaves == "older" else (first, second)
            for _ in range(2):  # as many as a page may give before one was looked at
                stays.give(pack_picture(1, b"jpeg", (640, 480)))
            await asyncio.sleep(0.1)
            assert "refused" not in [message["type"] for message in stays.told]
            goes.leave()
            await goes.ended()
            stays.give(pack_picture(3, b"jpeg", (640, 480)))
            return str((await stays.until("refused"))["why"])

    assert visited(server, visit) == "more pictures came than were asked for"


CHANGES: tuple[dict[str, Any], ...] = (
    {"type": "start", "players": ["Ann", "Ben"], "near": "Ann", "hands": "open", "cards": "3", "by": "points"},
    {"type": "go_on", "game": 1},
    {"type": "practise"},
    {"type": "stop"},
    {"type": "play", "k": 1, "as": None},
    {"type": "add", "as": "Ann: discard 5r"},
    {"type": "card", "id": 1, "as": "5r"},
    {"type": "challenge", "player": "Ann"},
    {"type": "answer", "ask": 1, "choice": 1},
    {"type": "record", "on": True},
)


@pytest.mark.parametrize("device", ["watcher", "player", "camera"])
def test_each_message_that_a_device_may_not_send_is_refused_whatever_its_page_says_it_is(
    address: str, pairing: DevicePairing, device: Role
) -> None:
    put: list[object] = []
    server = LiveServer(lambda _: table_of(GameStore.open(address), put.append), AccessControl(pairing, 8088), lambda _: {})
    token, _ = pairing.redeem_code(pairing.invite(device).code)

    async def visit() -> list[tuple[str, bool]]:
        async with Visit(server, token, role="keeper") as page:
            assert (await page.until("welcome"))["role"] == device
            for message in CHANGES:
                page.tell(revision=0, **message)
            await page.until("refused", len(CHANGES))
            if device != "player":
                page.tell(type="level", level="play")
                assert "only shows" in (await page.until("refused", len(CHANGES) + 1))["why"]
            if device != "camera":
                page.give(pack_picture(1, b"jpeg", (640, 480)))
                assert "may not give pictures" in (await page.until("refused", len(CHANGES) + 1 + (device == "watcher")))["why"]
            return [(message["to"], "looks on" in message["why"]) for message in page.told if message["type"] == "refused"]

    put_before = len(put)
    assert visited(server, visit)[: len(CHANGES)] == [(message["type"], True) for message in CHANGES]
    assert not [each for each in put[put_before:] if isinstance(each, TableRequest)]


def test_a_page_that_says_nonsense_20_times_in_a_row_is_let_go(address: str, pairing: DevicePairing, keeper: str) -> None:
    server = server_of(pairing, GameStore.open(address))

    async def visit() -> str:
        async with Visit(server, keeper, role="keeper") as page:
            await page.until("welcome")
            for number in range(39):
                page.tell(type="alive" if number == 19 else "dance", revision=0)
            await page.until("refused", 38)
            assert "bye" not in [message["type"] for message in page.told]
            page.tell(type="dance", revision=0)
            return str((await page.until("bye"))["why"])

    assert visited(server, visit) == "too many messages were not understood"


@pytest.mark.parametrize(
    ("named", "says", "is_"), [("Ann", "Ben", "Ann"), ("", "Eve", ""), ("", " ben", "Ben")], ids=["named", "nobody", "as it is written"]
)
def test_the_device_of_a_player_is_nobody_else_whatever_it_says(
    address: str, pairing: DevicePairing, named: str, says: str, is_: str
) -> None:
    put: list[object] = []
    table = table_of(GameStore.open(address), put.append, ("Ann", "Ben"))
    server = LiveServer(lambda _: table, AccessControl(pairing, 8088), lambda _: {})
    token, _ = pairing.redeem_code(pairing.invite("player", named).code)

    async def visit() -> str:
        async with Visit(server, token, role="player", player=says) as page:
            for player in ("Ann", "Ben"):
                page.tell(type="challenge", revision=0, player=player)
            await page.until("refused", 1 if is_ else 2)
            return str((await page.until("welcome"))["player"])

    assert visited(server, visit) == is_
    asked = [each.command for each in put if isinstance(each, TableRequest)]
    assert asked == ([ChallengeBuild(is_)] if is_ else [])


def test_devices_are_let_go_at_once_with_what_they_have_open(address: str, pairing: DevicePairing, keeper: str) -> None:
    server = server_of(pairing, GameStore.open(address))
    token, _ = pairing.redeem_code(pairing.invite("watcher").code)

    async def visit() -> dict[str, Any]:
        async with Visit(server, token, role="watcher") as page:
            await page.until("welcome")
            head = {"host": HOME, "cookie": f"numero-8088={keeper}"}
            await sent_by(server.app, scope_of("/unpair", head, "POST"), [{"type": "http.request", "body": b"", "more_body": False}])
            return await page.until("bye")  # although it says nothing

    assert visited(server, visit)["pair"] is True
