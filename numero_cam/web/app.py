"""The server of the live table: pages, pictures, messages."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from numero_cam.base.errors import StoreError
from numero_cam.capture.pushed import PHOTO_REPEATS, PushedPicture
from numero_cam.games.numero.watching.game_commands import ChallengeBuild
from numero_cam.live.hints import STRENGTHS, Strength, for_page, same_name
from numero_cam.live.inbox import KeptGamesUnread, SetHintLevels
from numero_cam.live.live_table import LiveTable
from numero_cam.live.resumable_games import resumable_games
from numero_cam.live.table_commands import Request as TableRequest
from numero_cam.live.words import Message
from numero_cam.table.table_position import DOUBTFUL_BELOW
from numero_cam.text.page_templates import STYLES, page_html
from numero_cam.web.doors import NOT_PAIRED, STATIC_AT, Doors
from numero_cam.web.game_pages import GamePages
from numero_cam.web.pages import MAY_GIVE_PICTURES, MAY_HAVE_HINTS, Outgoing, Page
from numero_cam.web.pair_pages import PairPages
from numero_cam.web.pairing import MAY_BE
from numero_cam.web.photo_intake import PhotoError, PhotoIntake
from numero_cam.web.protocol import (
    VERSION,
    ProtocolError,
    command_of,
    hello_of,
    parse_text,
    picture_of,
    revision_of,
)

STATIC = Path(__file__).parent / "static"
CREDITS = 2
"""Pictures of a page that may be on their way: one that is looked at, one that waits."""
MOST_WRONG = 20
"""Messages in a row that are not understood before a page is let go."""
PATIENCE = 40.0
"""Seconds without a word after which a page is let go."""
GREETS = 10.0
"""Seconds until a page has said hello."""
LAST_WORDS = 2.0
"""Seconds for telling a page why it is let go."""
MOST_PAGES = 64
"""Maximum number of pages that are open."""
KEPT_FOR_KEEPERS = 8
"""Number of these that only devices which keep the game may open, so that nobody else can keep the owner out."""

MakeTable = Callable[[Callable[[Message, int | None], None]], LiveTable]


class Server:
    """Serves one table to any number of pages.

    Args:
        make_table: Makes the table, given what takes its messages.
        doors: Says who may come in.
        where: Given a code, returns what a page shows to reach the table from another device.
    """

    def __init__(self, make_table: MakeTable, doors: Doors, where: Callable[[str], dict[str, Any]]) -> None:
        self._make_table, self._doors = make_table, doors
        self._pages: dict[int, Page] = {}
        self._live_page = page_html("live.html", at=STATIC_AT)
        self._photos = PhotoIntake()
        self._greeting = 0
        self._ids = itertools.count(1)
        self._pictures: dict[int, tuple[int, int]] = {}
        self._numbers = itertools.count(1)
        self._camera: int | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: LiveTable | None = None
        self.app = Starlette(
            routes=[
                Route("/", self._index),
                WebSocketRoute("/table", self._serve),
                Route("/photo", self._photo, methods=["POST"]),
                *PairPages(doors, where, self._let_go).routes(),
                *GamePages(lambda: self.table.store, doors).routes(),
                Mount(f"{STATIC_AT}styles", StaticFiles(directory=STYLES)),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(doors.middleware)],
            lifespan=self._lifespan,
        )

    @property
    def table(self) -> LiveTable:
        """The table.

        Raises:
            RuntimeError: The server was not started.
        """
        if self._table is None:
            message = "the server was not started"
            raise RuntimeError(message)
        return self._table

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        self._table = self._make_table(self._from_table)
        self._table.start()
        try:
            yield
        finally:
            for page in self._pages.values():
                page.lose("the table was closed")
            await asyncio.to_thread(self._table.close)

    def _from_table(self, message: Message, page: int | None) -> None:
        """Take a message of the table, from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._pass_on, message, page)

    def _pass_on(self, message: Message, page: int | None) -> None:
        kind = message["type"]
        if kind == "ack":
            self._acknowledge(int(str(message["number"])))
            return
        pages = [each for each in self._pages.values() if page in (None, each.id)]
        outgoing = Outgoing(self._without_number(message) if kind == "table" else message)
        for each in pages:
            if kind == "game" and each.role == "camera":
                each.tell(_without_games(message))
            elif kind == "hint":
                if message["level"] == each.level:
                    each.tell(for_page(message, each.player if each.role == "player" else None))
            elif kind == "table" and (number := self._number_of_its_picture(message, each)) is not None:
                each.tell({**message, "number": number})
            else:
                each.tell(outgoing)

    def _without_number(self, message: Message) -> Message:
        """Only the page that gave a picture can draw over it."""
        return message if self.table.own_source else {**message, "number": None}

    def _number_of_its_picture(self, message: Message, page: Page) -> int | None:
        """The number that the page gave to the picture of the message; None where it gave none."""
        if self.table.own_source or message["number"] is None:
            return None
        owner, number = self._pictures.get(int(str(message["number"])), (0, 0))
        return number if owner == page.id else None

    def _acknowledge(self, number: int) -> None:
        owner, its = self._pictures.pop(number, (0, 0))
        page = self._pages.get(owner)
        if page is not None:
            page.tell({"type": "ack", "number": its, "credits": 1})

    async def _index(self, _request: Request) -> Response:
        return HTMLResponse(self._live_page)

    async def _photo(self, request: Request) -> Response:
        """Take one photo of a settled table."""
        try:
            photo = await self._photos.take(request, self._doors.token(request), lambda: self._doors.may_give_pictures(request))
        except PhotoError as error:
            return JSONResponse({"why": str(error)}, error.status)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        number = next(self._numbers)
        self.table.put(PushedPicture(number, photo, -1, 0.0, PHOTO_REPEATS))
        return JSONResponse({"taken": True})

    async def _serve(self, socket: WebSocket) -> None:
        await socket.accept()
        device = self._doors.device(socket)
        if device is None:
            await _bye(socket, NOT_PAIRED, pair=True)
            return
        most = MOST_PAGES if device == "keeper" else MOST_PAGES - KEPT_FOR_KEEPERS
        if len(self._pages) + self._greeting >= most:
            await _bye(socket, f"{most} pages are open at this table already; close one first")
            return
        self._greeting += 1
        try:
            page = await self._greet(socket)
        except (WebSocketDisconnect, TimeoutError):
            return
        finally:
            self._greeting -= 1
        if page is None:
            return
        self._pages[page.id] = page
        for message in self.table.snapshot.messages:
            page.tell(_without_games(message) if page.role == "camera" else message)
        self._let_go()  # it may have been let go while it greeted
        sender, receiver = asyncio.create_task(self._send(socket, page)), asyncio.create_task(self._receive(socket, page))
        lost = asyncio.create_task(page.over.wait())
        try:
            await asyncio.wait((receiver, lost), return_when=asyncio.FIRST_COMPLETED)
            if receiver.done():
                receiver.result()
        except WebSocketDisconnect:
            pass
        finally:
            self._pages.pop(page.id, None)
            if page.lost:  # it is told why
                await asyncio.wait((sender,), timeout=LAST_WORDS)
            for task in (sender, receiver, lost):
                task.cancel()
            self._left(page)

    def _let_go(self) -> None:
        """Close the pages of devices that are paired no more, whatever they are doing."""
        for page in list(self._pages.values()):
            if self._doors.pairing.role_of(page.token) is None:
                page.lose(NOT_PAIRED)

    def _left(self, page: Page) -> None:
        self._pictures = {number: owned for number, owned in self._pictures.items() if owned[0] != page.id}
        if self._camera == page.id:
            self._camera = None
        self._tell_levels()

    async def _greet(self, socket: WebSocket) -> Page | None:
        told = await asyncio.wait_for(socket.receive(), GREETS)
        try:
            hello = hello_of(parse_text(told.get("text") or ""))
            role = self._doors.role_of(socket, hello.role)
            player = self._doors.player_of(socket, hello.player, self.table.snapshot.players)
        except (ProtocolError, StoreError) as error:
            await _bye(socket, str(error))
            return None
        if role is None:
            await _bye(socket, NOT_PAIRED, pair=True)
            return None
        games = await self._resumable_games() if self._doors.may_look(socket) else []
        page = Page(next(self._ids), role, player, self._doors.token(socket))
        page.tell(
            {
                "type": "welcome",
                "v": VERSION,
                "role": role,
                "roles": MAY_BE[self._doors.device(socket) or role],
                "player": player,
                "bound": self._doors.pairing.player_of(page.token) is not None,
                "revision": self.table.snapshot.revision,
                "credits": 0 if self.table.own_source else CREDITS,
                "source": "server" if self.table.own_source else "page",
                "network": self._doors.network,
                "doubtful": DOUBTFUL_BELOW,
                "games": games,
            }
        )
        return page

    async def _resumable_games(self) -> list[Message]:
        """Read the kept games beside the loop: it may take a while."""
        try:
            return await asyncio.to_thread(resumable_games, self.table.store)
        except StoreError as error:
            self.table.put(KeptGamesUnread(str(error)))
            return []

    async def _send(self, socket: WebSocket, page: Page) -> None:
        try:
            while not page.lost:
                for outgoing in await page.next():
                    if page.lost == NOT_PAIRED:  # it may know no more
                        break
                    frame = outgoing.frame
                    await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_text(frame))
            await _bye(socket, page.lost, pair=page.lost == NOT_PAIRED)
        except (WebSocketDisconnect, RuntimeError):  # it is gone
            return

    async def _receive(self, socket: WebSocket, page: Page) -> None:
        while not page.lost:
            try:
                told = await asyncio.wait_for(socket.receive(), PATIENCE)
            except TimeoutError:
                page.lose("nothing came from this page for a while")
                return
            if told["type"] == "websocket.disconnect":
                return
            if self._doors.role_of(socket, page.role) != page.role:  # it was let go meanwhile
                page.lose(NOT_PAIRED)
                return
            kind = "picture"
            try:
                if told.get("bytes") is not None:
                    self._picture(page, told["bytes"])
                else:
                    kind = "message"
                    page.heard(asyncio.get_running_loop().time())
                    message = parse_text(told.get("text") or "")
                    kind = message["type"]
                    self._message(page, message)
                page.wrong = 0
            except ProtocolError as error:
                page.wrong += 1
                page.tell({"type": "refused", "to": kind, "why": str(error)})
                if page.wrong >= MOST_WRONG:
                    page.lose("too many messages were not understood")

    def _picture(self, page: Page, data: bytes) -> None:
        if page.role not in MAY_GIVE_PICTURES:
            message = "this page may not give pictures"
            raise ProtocolError(message)
        if self.table.own_source:
            message = "the table has a camera of its own"
            raise ProtocolError(message)
        if sum(owner == page.id for owner, _ in self._pictures.values()) >= CREDITS:
            message = "more pictures came than were asked for"
            raise ProtocolError(message)
        number = next(self._numbers)
        handed, its = picture_of(data, number)
        if handed.camera != page.camera:
            page.camera = handed.camera
            self._opened(page)
        elif self._camera != page.id:  # it was on its way when another camera was opened
            page.tell({"type": "ack", "number": its, "credits": 1})
            return
        self._pictures[number] = page.id, its
        self.table.put(replace(handed, camera=page.id << 16 | handed.camera))

    def _opened(self, page: Page) -> None:
        """One camera at a time, the one that was opened last: pictures of two would be two tables."""
        other = self._pages.get(self._camera) if self._camera is not None else None
        if other is not None and other is not page:
            other.tell({"type": "camera", "why": "another page gives the pictures now, so this camera was turned off"})
        self._camera = page.id

    def _message(self, page: Page, message: dict[str, Any]) -> None:
        if message["type"] == "alive":
            return
        if message["type"] == "level":
            if message.get("level") not in STRENGTHS:
                why = f"there is no such strength of hints; there are {', '.join(STRENGTHS)}"
                raise ProtocolError(why)
            if page.role not in MAY_HAVE_HINTS:
                why = "this page only shows; hints are for the page of a player, and for the one that keeps the game"
                raise ProtocolError(why)
            page.level = message["level"]
            self._tell_levels(message["level"])
            return
        command = command_of(message)
        if command is None:
            why = f'there is no message "{message["type"][:40]}"'
            raise ProtocolError(why)
        challenges = isinstance(command, ChallengeBuild) and same_name(command.player, page.player)
        if not page.may_change and not (page.role == "player" and challenges):
            why = "this page only looks on; a keeper can change the game"
            raise ProtocolError(why)
        revision = None if message["type"] == "record" else revision_of(message)
        self.table.put(TableRequest(command, revision, page.id, message["type"]))

    def _tell_levels(self, chosen: Strength = "none") -> None:
        self.table.put(SetHintLevels(frozenset(page.level for page in self._pages.values()), chosen))


def _without_games(message: Message) -> Message:
    """A page that is only the camera is told of no kept games."""
    return {**message, "games": []} if "games" in message else message


async def _bye(socket: WebSocket, why: str, *, pair: bool = False) -> None:
    if socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_json({"type": "bye", "why": why, "pair": pair})
            await socket.close(1008, why[:100])
