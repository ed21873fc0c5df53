"""The web server of the live table: it serves the pages and passes pictures and messages between them and the table."""

import asyncio
import contextlib
import gzip
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from numero_cam.base.errors import StoreError
from numero_cam.base.rounds import Rounds, error_line
from numero_cam.capture.pushed import PHOTO_REPEATS, PushedPicture
from numero_cam.catalogue import tr
from numero_cam.live.game_commands import may_player_give
from numero_cam.live.hints import HINT_LEVELS, HintLevel, hint_for_player
from numero_cam.live.inbox import KeptGamesUnread, SetHintLevels
from numero_cam.live.live_table import LiveTable
from numero_cam.live.page_fields import ProtocolError
from numero_cam.live.page_messages import Message
from numero_cam.live.resumable_games import resumable_games
from numero_cam.live.table_commands import StartGame, TableRequest
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import NOT_PAIRED_MESSAGE, STATIC_URL, AccessControl
from numero_cam.web.game_pages import GamePages
from numero_cam.web.guests import TableGuest
from numero_cam.web.open_pages import ROLES_WITH_CAMERA, ROLES_WITH_HINTS, OpenPage, OutgoingMessage
from numero_cam.web.pair_pages import PairPages
from numero_cam.web.pairing import ALLOWED_ROLES
from numero_cam.web.photo_intake import PhotoError, PhotoIntake
from numero_cam.web.protocol import (
    PROTOCOL_VERSION,
    command_from_page,
    parse_hello,
    parse_message,
    parse_picture,
    parse_replaced,
    parse_revision,
)
from numero_cam.web.static_files import STATIC_FOLDER, static_routes

OTHER_SCRIPTS = ("class_", "code.js", "trust.js")  #: First characters of the names of other pages' scripts.
PICTURES_IN_FLIGHT = 2  #: Maximum number of unacknowledged pictures of a page: one that is read, and one that waits.
MAX_BAD_MESSAGES = 20  #: Maximum number of messages in a row that are not understood; after them the page is closed.
SILENCE_SECONDS = 40.0  #: Time without a message after which a page is closed, in seconds.
HELLO_SECONDS = 10.0  #: Maximum time until the hello of a page, in seconds.
FAREWELL_SECONDS = 2.0  #: Time in which a page is told why it is closed, in seconds.
MAX_PAGES = 64  #: Maximum number of open pages.
PAGES_FOR_KEEPERS = 8  #: Number of these that are reserved for keepers, so that nobody else can keep the owner out.

#: Makes a table, given the function that takes each of its messages with the id of the page that it is for, None for all pages.
MakeTable = Callable[[Callable[[Message, int | None], None]], LiveTable]


def _page_scripts() -> list[str]:
    """Return the addresses of the page's scripts, so that it asks for all at once and not for each when another names it."""
    found = [*(STATIC_FOLDER / "js").glob("*.js"), *(STATIC_FOLDER / "vendor").rglob("*.js")]
    return sorted(STATIC_URL + path.relative_to(STATIC_FOLDER).as_posix() for path in found if not path.name.startswith(OTHER_SCRIPTS))


class LiveServer:
    """Serves one table to any number of pages.

    Args:
        make_table: Makes the table, given the function that takes its messages.
        access: Decides which requests are admitted.
        pairing_data: Given a code, returns the JSON values of addresses that a page shows so that another device finds the table.
        games: The pages of the kept games; None where there are none.
        demo: Whether the page begins with the demonstration.
        guests: Add-ons at the table.
    """

    def __init__(
        self,
        make_table: MakeTable,
        access: AccessControl,
        pairing_data: Callable[[str], dict[str, Any]],
        *,
        games: GamePages | None = None,
        demo: bool = False,
        guests: Sequence[TableGuest] = (),
    ) -> None:
        self._make_table, self._access, self._demo, self._guests = make_table, access, demo, guests
        self._pages: dict[int, OpenPage] = {}  # by the id of the page
        self._live_page = page_html("live.html", at=STATIC_URL, scripts=_page_scripts())
        self._compressed_page = gzip.compress(self._live_page.encode())
        self._photos = PhotoIntake()
        self._pending_hellos = 0
        self._ids = itertools.count(1)  # of pages
        self._pictures: dict[int, tuple[int, int]] = {}  # unacknowledged: page id and the page's number, by the server's number
        self._numbers = itertools.count(1)  # the server's numbers of pictures
        self._camera: int | None = None  # id of the page whose camera gives the pictures
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: LiveTable | None = None
        self._sending_rounds, self._receiving_rounds = Rounds(tr("what pages are told")), Rounds(tr("what pages say"))
        self.app = Starlette(
            routes=[
                Route("/", self._index),
                WebSocketRoute("/table", self._serve),
                Route("/photo", self._photo, methods=["POST"]),
                *PairPages(access, pairing_data, self._close_unpaired).routes(),
                *(games.routes() if games is not None else ()),
                *(route for guest in guests for route in guest.routes(access)),
                *static_routes(),
            ],
            middleware=[Middleware(access.middleware)],
            lifespan=self._lifespan,
        )

    @property
    def table(self) -> LiveTable:
        """The table."""
        if self._table is None:
            raise RuntimeError("the server was not started")
        return self._table

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        self._table = self._make_table(self._receive_from_table)
        self._table.start()
        try:
            yield
        finally:
            for page in self._pages.values():
                page.close(tr("the table was closed"))
            await asyncio.to_thread(self._table.close)

    def _receive_from_table(self, message: Message, page: int | None) -> None:
        """Pass a message of the table for a page, or for all, to the event loop. Any thread may call it."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._pass_on, message, page)

    def _pass_on(self, message: Message, page: int | None) -> None:
        """Dispatch a message; an error is logged and goes no further."""
        with self._sending_rounds.round():
            self._dispatch(message, page)

    def _dispatch(self, message: Message, page: int | None) -> None:
        """Queue a message for a page, or for all, without those parts that the page's role may not see."""
        kind = message["type"]
        if kind == "ack":
            self._acknowledge(int(str(message["number"])))
            return
        pages = [each for each in self._pages.values() if page in (None, each.id)]
        outgoing = OutgoingMessage(self._without_number(message) if kind == "table" else message)
        for each in pages:
            if kind == "game" and each.role == "camera":
                each.send(_without_games(message))
            elif kind == "hint":
                if message["level"] == each.level:
                    each.send(hint_for_player(message, each.player if each.role == "player" else None))
            elif kind == "table" and (number := self._number_of_its_picture(message, each)) is not None:
                each.send({**message, "number": number})
            else:
                each.send(outgoing)

    def _without_number(self, message: Message) -> Message:
        """Remove the picture's number, which only the page that sent the picture knows."""
        return {**message, "number": None} if self.table.snapshot.by_page else message

    def _number_of_its_picture(self, message: Message, page: OpenPage) -> int | None:
        """Return the number that this page gave to the message's picture; None where another page sent it."""
        if not self.table.snapshot.by_page or message["number"] is None:
            return None
        owner, number = self._pictures.get(int(str(message["number"])), (0, 0))
        return number if owner == page.id else None

    def _acknowledge(self, number: int) -> None:
        """Tell the page that sent this picture, by the server's number, that it may send another one."""
        owner, page_number = self._pictures.pop(number, (0, 0))
        page = self._pages.get(owner)
        if page is not None:
            page.send({"type": "ack", "number": page_number, "credits": 1})

    async def _index(self, request: Request) -> Response:
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._compressed_page, media_type="text/html", headers={"content-encoding": "gzip", "vary": "accept-encoding"})
        return HTMLResponse(self._live_page)

    async def _photo(self, request: Request) -> Response:
        """Hand one photo, of a table at rest, to the table; the response comes when it is decoded."""
        try:
            photo = await self._photos.take(request, self._access.token(request), lambda: self._access.may_send_pictures(request))
        except PhotoError as error:
            return JSONResponse({"why": str(error)}, error.status)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        number = next(self._numbers)
        self.table.put(PushedPicture(number, photo, -1, 0.0, PHOTO_REPEATS))
        return JSONResponse({"taken": True})

    async def _serve(self, socket: WebSocket) -> None:
        """Serve the websocket of a page until it is closed: hello, the table's state, then messages both ways."""
        await socket.accept()
        device = self._access.device_role(socket)
        if device is None:
            await _say_goodbye(socket, NOT_PAIRED_MESSAGE, pair=True)
            return
        limit = MAX_PAGES if device == "keeper" else MAX_PAGES - PAGES_FOR_KEEPERS
        if len(self._pages) + self._pending_hellos >= limit:
            await _say_goodbye(socket, tr("{limit} pages are open at this table already; close one first", limit=limit))
            return
        self._pending_hellos += 1
        try:
            page = await self._greet(socket)
        except (WebSocketDisconnect, TimeoutError):
            return
        finally:
            self._pending_hellos -= 1
        if page is None:
            return
        self._pages[page.id] = page
        for message in self.table.snapshot.messages:
            page.send(_without_games(message) if page.role == "camera" else message)
        self._close_unpaired()  # its device may have been unpaired meanwhile
        sender, receiver = asyncio.create_task(self._send(socket, page)), asyncio.create_task(self._receive(socket, page))
        closed = asyncio.create_task(page.closed.wait())
        try:
            await asyncio.wait((receiver, closed), return_when=asyncio.FIRST_COMPLETED)
            if receiver.done():
                receiver.result()
        except WebSocketDisconnect:
            pass
        finally:
            self._pages.pop(page.id, None)
            if page.close_reason:  # it is still told why
                await asyncio.wait((sender,), timeout=FAREWELL_SECONDS)
            for task in (sender, receiver, closed):
                task.cancel()
            self._forget_page(page)

    def _close_unpaired(self) -> None:
        """Close the pages of devices that are no longer paired."""
        for page in list(self._pages.values()):
            if self._access.pairing.role_of(page.token) is None:
                page.close(NOT_PAIRED_MESSAGE)

    def _forget_page(self, page: OpenPage) -> None:  # its pictures, camera and hint level
        self._pictures = {number: owned for number, owned in self._pictures.items() if owned[0] != page.id}
        if self._camera == page.id:
            self._camera = None
        self._put_hint_levels()

    async def _greet(self, socket: WebSocket) -> OpenPage | None:
        """Wait for the hello of a page, and return the page with its welcome queued; None where it was refused and closed."""
        message = await asyncio.wait_for(socket.receive(), HELLO_SECONDS)
        try:
            hello = parse_hello(parse_message(message.get("text") or ""))
            role = self._access.role_of(socket, hello.role)
            player = self._access.player_of(socket, hello.player, self.table.snapshot.players)
        except (ProtocolError, StoreError) as error:
            await _say_goodbye(socket, str(error))
            return None
        if role is None:
            await _say_goodbye(socket, NOT_PAIRED_MESSAGE, pair=True)
            return None
        games = await self._resumable_games() if self._access.may_view_games(socket) else []
        page = OpenPage(next(self._ids), role, player, self._access.token(socket))
        page.send(
            {
                "type": "welcome",
                "v": PROTOCOL_VERSION,
                "role": role,
                "roles": ALLOWED_ROLES[self._access.device_role(socket) or role],
                "player": player,
                "bound": self._access.pairing.player_of(page.token) is not None,
                "revision": self.table.snapshot.revision,
                "credits": PICTURES_IN_FLIGHT,
                "source": "server" if self.table.own_source else "page",
                "network": self._access.network,
                "doubtful": DOUBTFUL_BELOW,
                "games": games,
                "demo": self._demo,
                "hall": None,
                **{name: value for guest in self._guests for name, value in guest.welcome().items()},
            }
        )
        return page

    async def _resumable_games(self) -> list[Message]:
        """Return the kept games that can go on, read in a thread; none where they cannot be read, which the table is told."""
        try:
            return await asyncio.to_thread(resumable_games, self.table.store)
        except StoreError as error:
            self.table.put(KeptGamesUnread(str(error)))
            return []

    async def _send(self, socket: WebSocket, page: OpenPage) -> None:  # what is queued, until the page is closed
        try:
            while not page.close_reason:
                for outgoing in await page.next_messages():
                    if page.close_reason == NOT_PAIRED_MESSAGE:  # it may be told nothing more
                        break
                    with self._sending_rounds.round():
                        frame = outgoing.frame
                    if self._sending_rounds.trouble:
                        continue  # the other messages are told all the same
                    await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_text(frame))
            await _say_goodbye(socket, page.close_reason, pair=page.close_reason == NOT_PAIRED_MESSAGE)
        except (WebSocketDisconnect, RuntimeError):  # the page is gone
            return

    async def _receive(self, socket: WebSocket, page: OpenPage) -> None:  # until the page is closed or silent
        while not page.close_reason:
            try:
                message = await asyncio.wait_for(socket.receive(), SILENCE_SECONDS)
            except TimeoutError:
                page.close(tr("nothing came from this page for a while"))
                return
            if message["type"] == "websocket.disconnect":
                return
            if self._access.role_of(socket, page.role) != page.role:  # it was unpaired meanwhile
                page.close(NOT_PAIRED_MESSAGE)
                return
            kind = "picture"
            try:
                if message.get("bytes") is not None:
                    self._take_picture(page, message["bytes"])
                else:
                    kind = "message"
                    page.count_message(asyncio.get_running_loop().time())
                    command = parse_message(message.get("text") or "")
                    kind = command["type"]
                    self._take_message(page, command)
                page.bad_messages = 0
            except ProtocolError as error:
                self._refuse(page, kind, str(error))
            except Exception as error:  # the page is told, and the next message is heard
                self._refuse(page, kind, error_line(error))
                with self._receiving_rounds.round():
                    raise

    @staticmethod
    def _refuse(page: OpenPage, kind: str, why: str) -> None:  # a message of this type; closes the page after too many
        page.bad_messages += 1
        page.send({"type": "refused", "to": kind, "why": why})
        if page.bad_messages >= MAX_BAD_MESSAGES:
            page.close(tr("too many messages were not understood"))

    def _take_picture(self, page: OpenPage, data: bytes) -> None:
        """Hand the picture in a page's bytes to the table; raise a `ProtocolError` where the page may not give it."""
        if page.role not in ROLES_WITH_CAMERA:
            raise ProtocolError(tr("this page may not give pictures"))
        # With a camera of its own the table takes only pictures of a film, also from a page that was opened anew within it.
        if self.table.own_source and not (page.plays_film or self.table.snapshot.by_page):
            raise ProtocolError(tr("the table has a camera of its own"))
        if sum(owner == page.id for owner, _ in self._pictures.values()) >= PICTURES_IN_FLIGHT:
            raise ProtocolError(tr("more pictures came than were asked for"))
        number = next(self._numbers)
        picture, page_number = parse_picture(data, number)
        if picture.camera != page.camera:
            page.camera = picture.camera
            self._switch_camera(page)
        elif self._camera != page.id:  # sent before another camera was opened
            page.send({"type": "ack", "number": page_number, "credits": 1})
            return
        self._pictures[number] = page.id, page_number
        self.table.put(replace(picture, camera=page.id << 16 | picture.camera))

    def _switch_camera(self, page: OpenPage) -> None:
        """Make this page the one that sends pictures; a page that did so before is told that its camera was turned off."""
        other = self._pages.get(self._camera) if self._camera is not None else None
        if other is not None and other is not page:
            why = tr(
                "Another page gives the pictures now, so the camera of this page was turned off. To use this one instead, press the button."
            )
            other.send({"type": "camera", "why": why})
        self._camera = page.id

    def _take_message(self, page: OpenPage, message: dict[str, Any]) -> None:
        """Carry out a message of a page, or hand its command to the table; raise a `ProtocolError` where the page may not give it."""
        if message["type"] == "alive":
            return
        if message["type"] == "level":
            if message.get("level") not in HINT_LEVELS:
                raise ProtocolError(tr("there is no such strength of hints; there are {levels}", levels=", ".join(HINT_LEVELS)))
            if page.role not in ROLES_WITH_HINTS:
                raise ProtocolError(tr("this page only shows; hints are for the page of a player, and for the one that keeps the game"))
            page.level = message["level"]
            self._put_hint_levels(message["level"])
            return
        command = command_from_page(message)
        if command is None:
            raise ProtocolError(tr('there is no message "{type}"', type=message["type"][:40]))
        if not page.may_change and not (page.role == "player" and may_player_give(command, page.player)):
            raise ProtocolError(tr("this page only looks on; a keeper can change the game"))
        revision = None if message["type"] == "record" else parse_revision(message)
        by_page = isinstance(command, StartGame) and message.get("source") == "page"
        page.plays_film = page.plays_film or by_page
        self.table.put(TableRequest(command, revision, page.id, message["type"], parse_replaced(message), by_page))

    def _put_hint_levels(self, chosen: HintLevel = "none") -> None:
        """Tell the table the hint levels of all pages, and the one that a page has just chosen."""
        self.table.put(SetHintLevels(frozenset(page.level for page in self._pages.values()), chosen))


def _without_games(message: Message) -> Message:
    """Remove the kept games from a message: a camera does not see them."""
    return {**message, "games": []} if "games" in message else message


async def _say_goodbye(socket: WebSocket, why: str, *, pair: bool = False) -> None:
    """Tell a page why it is closed, and whether it has to be paired, and close it."""
    if socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_json({"type": "bye", "why": why, "pair": pair})
            await socket.close(1008, why[:100])
