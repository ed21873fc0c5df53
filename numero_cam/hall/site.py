"""The pages of a hall over HTTP: the routes, the roles that may request each, and the responses. `HallDesk` makes the pages.

An organiser reaches everything, a referee the results, a watcher the board. A table sends its game and shows nothing. All come in by
lasting codes (`HallPairing`) but the organiser, who has the key of this computer's page, and may export an event as files.
"""

import asyncio
import contextlib
import io
import json
import logging
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from numero_cam.base.errors import GameError, HallError, NumeroCamError, StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.hall.codes import HallPairing, pin_of, readable_code
from numero_cam.hall.desk import CANNOT_WRITE, HallCodes, HallDesk
from numero_cam.hall.game import replay_match
from numero_cam.hall.live_board import HallBoard
from numero_cam.hall.messages import line_json
from numero_cam.hall.ranking import ranking
from numero_cam.hall.records import Event, Match, printable_line
from numero_cam.hall.replays import HallReplays
from numero_cam.hall.store import HallStore
from numero_cam.hall.tables import HallTables
from numero_cam.text.spreadsheet import table_csv
from numero_cam.web.auth import AccessControl
from numero_cam.web.listener import MAX_CONNECTIONS
from numero_cam.web.pair_pages import BodyError, fields_of, pairing_routes, read_body
from numero_cam.web.static_files import static_routes

Row = dict[str, object]


def export_zip(store: HallStore, event: Event) -> bytes:
    """Return a ZIP file with everything of an event; names of children are in it where the event is played by children."""
    matches, entrants = store.games(event.number), store.entrants(event.number)
    names = {entrant.number: entrant.name for entrant in entrants}
    rows = [_match_row(match, names) for match in matches]
    placed: list[Row] = [
        {"place": row.place, "number": row.number, "name": names[row.number], **asdict(row)}
        for row in ranking(entrants, matches, event.setting.system)
    ]
    plays: list[Row] = []
    files: dict[str, str | bytes] = {"matches.csv": _csv(rows), "standings.csv": _csv(placed)}
    for match in matches:
        if not match.game:
            continue
        lines = store.game_lines(match.game)
        about: Row = {"round": match.round, "table": match.table, "game": match.game}
        plays += [{**about, **_play_row(line)} for line in lines]
        name = f"games/round-{match.round}-table-{match.table}"
        again = None
        with contextlib.suppress(GameError):
            again = replay_match(lines)
        if again is not None:
            files[f"{name}.txt"] = game_text(again)
        elif lines:
            files[f"{name}.json"] = json.dumps([line_json(line) for line in lines], indent=1)
    files["plays.csv"] = _csv(plays)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(files.items()):
            packed.writestr(name, content)
    return held.getvalue()


def _match_row(match: Match, names: dict[int, str]) -> Row:
    result, away = match.result, match.pairing.away
    return {
        "round": match.round,
        "table": match.table,
        "home": names[match.pairing.home],
        "away": "" if away is None else names[away],
        "home_score": result.home if result else "",
        "away_score": result.away if result else "",
        "by": result.by if result else "",
        "reason": result.reason if result else "",
    }


def _play_row(line: LogEntry) -> Row:
    return {"n": line.n, "at": line.at, "kind": line.kind, "by": line.by, "text": printable_line(line.text)}


def _csv(rows: list[Row]) -> bytes:  # with the keys of the first row as its head
    return table_csv(list(rows[0]) if rows else ["nothing"], rows)


HALL_PATH = "/hall"
HEALTH_PATH = f"{HALL_PATH}/health"
AUTHORITY_PATH = f"{HALL_PATH}/authority"
#: Paths that an unpaired device may request: whether the hall is well, and the certificate that its tables compare with their pin.
PUBLIC_PATHS = (HEALTH_PATH, AUTHORITY_PATH)
MAX_FORM_BYTES = 200_000  #: Maximum size of a form, in bytes; a list of 512 teams has 100,000 at most.
CODE_PLACE = tr("The organiser of the hall has the codes: one for watchers, one for referees, one for each table.")
KEY_USED_MESSAGE = tr("This address of the hall was used already: it opens one browser. End the program and start it again.")
#: Time after which a wrong code is answered, in seconds: no guess is counted, and whoever guesses shall not keep the hall from others.
WRONG_CODE_SECONDS = 0.4
NOT_FOR_WATCHERS = tr("This device shows the board; that page is for the organiser or a referee.")
AWAY = tr("The hall's database is away for a moment.")
_log = logging.getLogger(__name__)
Fields = Mapping[str, str]
Answers = Callable[[Request], Awaitable[Response]]  #: Answers the requests of a route.


class HallSite:
    """Serves the pages of a hall as the Starlette app `app`.

    Args:
        store: Holds the events.
        access: Knows the devices.
        pairing: The codes; the same object that `access` has.
        address: Returns the address of the hall for tables.
        pairing_data: Given a code, returns the addresses for a telephone, see `HallCodes.pairing`; None without a network.
        authority: Returns the authority's certificate as DER; None without a network.
        connections: Number of connections that each door has.
    """

    def __init__(
        self,
        store: HallStore,
        access: AccessControl,
        pairing: HallPairing,
        address: Callable[[], str],
        *,
        pairing_data: Callable[[str], dict[str, Any]] | None = None,
        authority: Callable[[], bytes] | None = None,
        connections: int = MAX_CONNECTIONS,
    ) -> None:
        self.access, self._pairing, self._store = access, pairing, store
        self._address, self._pairing_data, self._authority = address, pairing_data, authority
        replays = HallReplays(store)
        self._board, self._tables = HallBoard(store, connections, replays.overview), HallTables(store, access, pairing, replays)
        self._desk = HallDesk(store, self._tables.seen, replays)
        self.app = Starlette(routes=self._routes(), middleware=[Middleware(access.middleware)], lifespan=self._lifespan)

    def _routes(self) -> list[Any]:
        desk = self._desk
        referee = partial(self._form, again=lambda problem, _: desk.referee_page(problem), role="referee")
        on_events_page = partial(self._form, again=desk.events_page)
        changes = {"add": desk.add_entrants, "left": desk.set_left, "round": desk.open_round, "change": desk.change}
        pages = {
            "referee": self._page(lambda _: desk.referee_page(), "referee"),
            "game": self._page(self._game_page, "referee"),
            "event": self._page(lambda request: desk.event_page(self._event(request).number)),
            "door": self._page(lambda request: desk.door_page(self._event(request).number, _number(request, "round"))),
            "winner": self._page(lambda request: desk.result_page(self._event(request).number)),
            "codes": self._page(lambda _: desk.codes_page(self.codes())),
        }
        forms = {
            "result": referee(desk.enter_result),
            "free": referee(desk.free),
            "count": referee(desk.count_scores),
            "codes": self._form(lambda _: self._pairing.renew(), again=lambda why, _: desk.problem_page(why), back="codes"),
            "new": on_events_page(desk.new_event, back="event?event={}"),
            "delete": on_events_page(lambda fields: desk.delete(desk.find_event(fields).number, fields), back=""),
            **{
                name: self._form(self._on_event(change), again=self._event_again, back="event?event={}") for name, change in changes.items()
            },
        }
        return [
            Route("/", self._redirect),
            Route("/board", self._redirect),
            *pairing_routes(self.access, CODE_PLACE, KEY_USED_MESSAGE, WRONG_CODE_SECONDS),
            *self._tables.routes(),
            Route(HALL_PATH, self._home_of_role),
            Route(f"{HALL_PATH}/board", self._board_page),
            Route(f"{HALL_PATH}/news", self._news),
            Route(HEALTH_PATH, self._health),
            Route(AUTHORITY_PATH, self._authority_file),
            Route(f"{HALL_PATH}/export", self._export),
            *(Route(f"{HALL_PATH}/{name}", page) for name, page in pages.items()),
            *(Route(f"{HALL_PATH}/{name}", form, methods=["POST"]) for name, form in forms.items()),
            *static_routes(Path(__file__).parent),
        ]

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        following = asyncio.create_task(self._board.follow())
        try:
            yield
        finally:
            following.cancel()
            await asyncio.to_thread(self._store.close)

    async def _redirect(self, request: Request) -> Response:
        return RedirectResponse(f"{HALL_PATH}{request.url.path.rstrip('/')}", 303)

    async def _home_of_role(self, request: Request) -> Response:
        """Show the first page of an organiser; others are led to theirs."""
        role = self.access.device_role(request)
        if role == "organiser":
            return await self._page(lambda _: self._desk.events_page())(request)
        return RedirectResponse(f"{HALL_PATH}/{'referee' if role == 'referee' else 'board'}", 303)

    async def _board_page(self, _request: Request) -> Response:
        return HTMLResponse(self._desk.board_page())

    async def _news(self, request: Request) -> Response:
        staff = self.access.device_role(request) in ("organiser", "referee")
        news = self._board.news(lambda: self.access.device_role(request) is not None, staff=staff)
        return StreamingResponse(news, media_type="text/event-stream")

    async def _health(self, _request: Request) -> Response:
        """Respond whether the database can be read and written, for a monitor; 503 where it cannot."""
        try:
            await run_in_threadpool(self._store.check)
        except StoreError as error:
            _log.warning("%s", error)  # anybody may ask
            return JSONResponse({"ok": False, "why": AWAY}, 503)
        if self._store.cannot_write:
            return JSONResponse({"ok": False, "why": CANNOT_WRITE}, 503)
        return JSONResponse({"ok": True, "tables_heard": len(self._tables.seen), "watchers": self._board.watchers})

    async def _authority_file(self, _request: Request) -> Response:
        if self._authority is None:
            return JSONResponse({"why": tr("this hall is open to this computer only; start it with --network")}, 404)
        return Response(self._authority(), media_type="application/x-x509-ca-cert")

    def _game_page(self, request: Request) -> str:
        return self._desk.game_page(_number(request, "match"), names=self.access.device_role(request) == "organiser")

    def _event(self, request: Request) -> Event:
        return self._desk.find_event(dict(request.query_params))

    def _on_event(self, change: Callable[[int, Fields], object]) -> Callable[[Fields], int]:
        """Return an action that changes the event that a form names, and returns its number."""

        def changed(fields: Fields) -> int:
            """Change the event."""
            number = self._desk.find_event(fields).number
            change(number, fields)
            return number

        return changed

    def _event_again(self, problem: str, fields: Fields) -> str:
        """Return the page of a form's event with a problem."""
        try:
            return self._desk.event_page(self._desk.find_event(fields).number, problem)
        except HallError:
            return self._desk.problem_page(problem)

    async def _export(self, request: Request) -> Response:
        """Respond with a ZIP file of an event, for the organiser."""
        if self.access.device_role(request) != "organiser":
            return self._problem(tr("Only the organiser can export an event."), 403)
        try:
            event = await run_in_threadpool(self._event, request)
            data = await run_in_threadpool(export_zip, self._store, event)
        except NumeroCamError as error:
            return self._problem(str(error), 404)
        name = quote(f"{event.setting.name}.zip")
        return Response(data, media_type="application/zip", headers={"content-disposition": f"attachment; filename*=UTF-8''{name}"})

    def codes(self) -> HallCodes:
        """Return the codes of people and tables, with the address; a table's code ends with the pin where the hall has a network."""
        pin = "" if self._authority is None else f"-{readable_code(pin_of(self._authority()))}"
        watcher = self._pairing.lasting_code("watcher")
        return HallCodes(
            watcher,
            self._pairing.lasting_code("referee"),
            lambda table: self._pairing.lasting_code("table", table) + pin,
            self._address(),
            {} if self._pairing_data is None else self._pairing_data(watcher),
        )

    def _may(self, request: Request, role: str) -> bool:  # the role itself, or the organiser
        return self.access.device_role(request) in ("organiser", role)

    def _page(self, make: Callable[[Request], str], role: str = "organiser") -> Answers:
        """Return what answers requests of a page that `make` returns; 403 unless the device has the role or is the organiser's."""

        async def page(request: Request) -> Response:
            """Respond with the page."""
            if not self._may(request, role):
                return self._problem(NOT_FOR_WATCHERS, 403)
            try:
                return HTMLResponse(await run_in_threadpool(make, request))
            except HallError as error:
                return self._problem(str(error), 404)
            except NumeroCamError as error:
                return self._unavailable(request, error)

        return page

    def _form(
        self, action: Callable[[Fields], object], *, again: Callable[[str, Fields], str], role: str = "organiser", back: str = "referee"
    ) -> Answers:
        """Return what does `action` with the fields of a form, and redirects to `back`, in which `{}` stands for what it returned.

        On an error it responds with `again` of message and fields.
        """

        async def form(request: Request) -> Response:
            """Do the action of the form."""
            try:
                data = await read_body(request, MAX_FORM_BYTES)
            except BodyError as error:
                return self._problem(str(error), error.status)
            if not self._may(request, role):
                return self._problem(NOT_FOR_WATCHERS, 403)
            fields = fields_of(data)
            try:
                done = await run_in_threadpool(action, fields)
            except HallError as error:
                return HTMLResponse(await run_in_threadpool(again, str(error), fields), 400)
            except StoreError as error:
                return self._unavailable(request, error)
            return RedirectResponse(f"{HALL_PATH}/{back.format(done)}".rstrip("/"), 303)

        return form

    def _unavailable(self, request: Request, error: NumeroCamError) -> Response:
        """Respond that the database cannot be used; only the organiser is shown which one, and why."""
        _log.warning("%s", error)
        return self._problem(str(error) if self.access.device_role(request) == "organiser" else AWAY, 503)

    def _problem(self, why: str, status: int) -> Response:
        return HTMLResponse(self._desk.problem_page(why), status)


def _number(request: Request, key: str) -> int:
    """Return the number in a query; 0 where there is none."""
    given = request.query_params.get(key, "")
    return int(given[:9]) if given.isdecimal() else 0
