"""Joins a live table to a hall by a table's code, which is given on the command line or on the table's first screen."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from numero_cam.base.errors import HallError, NumeroCamError, SourceError, StoreError
from numero_cam.catalogue import tr
from numero_cam.hall.client import HallAwayError, HallRefusedError, check_address, join, tell_hall
from numero_cam.hall.codes import table_in
from numero_cam.hall.link import FORBIDDEN, HallLink, LinkFile, closes_question
from numero_cam.hall.messages import HALL_VERSION
from numero_cam.live.live_table import LiveTable
from numero_cam.live.page_messages import Message
from numero_cam.store.games import GameStore
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import STATIC_URL, AccessControl
from numero_cam.web.pair_pages import form_fields

if TYPE_CHECKING:
    from numero_cam.live.table_commands import TableRequest

SEAT_PATH = "/hall-seat"  #: Path of the form in which a keeper's page gives the address and the code.
Fields = dict[str, str]


def take_seat(folder: Path, address: str, code: str, table: int | None = None) -> LinkFile:
    """Join a hall, at an address as `check_address` returns it, by a table's code, and return the file that remembers it, locked.

    The file is in `folder`. The code names the table; where `table` is given, it must be this one.
    """
    door = join(address, code)
    named = table_in(door.cookie)
    if named is None:
        raise SourceError(tr("this code is for a person; a table has a code of its own"))
    if table not in (None, named):
        raise SourceError(tr("this is the code of table {named}, not of table {table}", named=named, table=table))
    file = LinkFile.locked(seat_path(folder, named), address, named)
    file.door = door
    try:
        file.write()
    except StoreError:
        file.unlock()
        raise
    return file


def known_seat(folder: Path, address: str, table: int) -> LinkFile | None:
    """Return the locked file of a table that joined a hall before; None where the hall wants its code again.

    A hall that does not answer wants nothing: the table plays on, and joins later.
    """
    file = LinkFile.locked(seat_path(folder, table), address, table)
    if file.door.cookie:
        try:
            tell_hall(file.door, "hello", {"v": HALL_VERSION, "device": file.device})
        except HallRefusedError as error:
            if error.status != FORBIDDEN:
                return file
        except HallAwayError:
            return file
        else:
            return file
    file.unlock()
    return None


def last_seat(folder: Path) -> LinkFile | None:
    """Return the file, not locked, of the table that this computer joined last; None where there is none, or a damaged one."""
    numbers = {path: path.stem.removeprefix("hall-table-") for path in folder.glob("hall-table-*.json")}
    tables = [path for path, number in numbers.items() if number.isascii() and number.isdigit()]
    newest = max(tables, key=lambda path: path.stat().st_mtime, default=None)
    if newest is None:
        return None
    try:
        file = LinkFile.read(newest, None, int(numbers[newest]))
    except NumeroCamError:
        return None
    return file if file.door.cookie else None


def seat_path(folder: Path, table: int) -> Path:
    """Return the file in which a table of a hall is remembered."""
    return folder / f"hall-table-{table}.json"


class HallSeat:
    """Joins a live table to a hall: at its start to that of `file`, or later to one that is remembered in `folder`."""

    def __init__(self, store: GameStore, folder: Path, say: Callable[[str], None], file: LinkFile | None = None) -> None:
        self._store, self._folder, self._say, self._file = store, folder, say, file
        self._link: HallLink | None = None
        self._put: Callable[[TableRequest], None] | None = None
        self._latest: dict[str, Message] = {}  # the table's last messages by type: `game`, `ask`, `notice`
        self._lock = threading.Lock()

    @property
    def words(self) -> str:
        """Which table of which hall this is, for people; empty before it joined."""
        return "" if self._file is None else _seat_words(self._file)

    @property
    def words_before(self) -> str:
        """Which table of which hall this computer was last, for people; empty where it was none."""
        file = last_seat(self._folder)
        return "" if file is None else _seat_words(file)

    def joined(self, make_table: Callable[[Callable[[Message, int | None], None]], LiveTable]) -> Callable[..., LiveTable]:
        """Return a function that makes the same table, whose messages and questions also go to the hall once it is joined."""

        def make(send: Callable[[Message, int | None], None]) -> LiveTable:
            """Make the table with links to this seat, and connect it where a hall is joined already."""

            def hear_and_send(message: Message, page: int | None) -> None:
                """Pass a message to the hall, then to the page of this id, or to all for None."""
                self._hear(message)
                send(message, page)

            table = make_table(hear_and_send)
            table.beside = lambda: self._link.notice if self._link is not None else ""
            table.gives_hints = lambda players: self._link is None or self._link.gives_hints(players)
            table.settled_words = lambda number: "" if self._link is None else self._link.settled_words(number)
            with self._lock:
                self._put = table.put
                if self._file is not None:
                    self._begin(self._file)
            return table

        return make

    def join(self, address: str, code: str) -> None:
        """Join a hall while the table is open."""
        with self._lock:
            self._check_not_joined()
            self._begin(take_seat(self._folder, check_address(address.strip()), code))

    def join_again(self) -> None:
        """Join the hall that this computer joined last, as the same table and without a code."""
        with self._lock:
            self._check_not_joined()
            last = last_seat(self._folder)
            known = None if last is None else known_seat(self._folder, last.door.address, last.table)
            if known is None:
                raise HallError(tr("the hall wants the code of this table again"))
            self._begin(known)

    def close(self) -> None:
        """Send what can be sent within seconds, stop, and unlock the file."""
        if self._link is not None:
            self._link.close()
        if self._file is not None:
            self._file.unlock()

    def _check_not_joined(self) -> None:
        if self._file is not None:
            raise HallError(tr("this table has joined a hall; end the program and start it again to leave it"))

    def _begin(self, file: LinkFile) -> None:  # connects to the hall of the file
        link = HallLink(self._store, file, self._say)
        for message in self._latest.values():
            link.hear(message)
        self._file, self._link = file, link
        if self._put is not None:
            link.start(self._put)

    def _hear(self, message: Message) -> None:
        """Pass a message of the table to the link; the last ones are kept for a link that is made later."""
        kind = str(message["type"])
        if kind == "game" and closes_question(self._latest.get(kind, {}), message):
            self._latest.pop("ask", None)
        if kind in ("game", "ask", "notice"):
            self._latest[kind] = message
        if self._link is not None:
            self._link.hear(message)


def _seat_words(file: LinkFile) -> str:  # for people
    return tr("Table {table} of the hall {address}", table=file.table, address=file.door.address.partition("//")[2])


def seat_routes(access: AccessControl, seat: HallSeat) -> list[Route]:
    """Return the routes by which a page that keeps the game gives the code of a table."""

    def page(problem: str, fields: Fields, status: int = 200) -> Response:
        """Respond with the form; `fields` are shown in it again."""
        values = {"problem": problem, "given": fields, "path": SEAT_PATH, "seat": seat.words, "before": seat.words_before}
        return HTMLResponse(page_html("hall/templates/seat.html", at=STATIC_URL, **values), status)

    async def show(request: Request) -> Response:
        """Show the form to a keeper; lead others to the table."""
        return page("", {}) if access.device_role(request) == "keeper" else RedirectResponse("/", 303)

    async def take(request: Request) -> Response:
        """Join the hall of a form with address and code, or of last time."""
        fields = await form_fields(request)
        if access.device_role(request) != "keeper":
            return page(tr("only a page that keeps the game can join a hall"), {}, 403)
        try:
            if "again" in fields:
                await run_in_threadpool(seat.join_again)
                return RedirectResponse("/", 303)
            await run_in_threadpool(seat.join, fields.get("address", ""), fields.get("code", ""))
        except NumeroCamError as error:
            return page(str(error), fields, 400)
        return RedirectResponse("/", 303)

    return [Route(SEAT_PATH, show), Route(SEAT_PATH, take, methods=["POST"])]
