"""Pages of the kept games and their players: the list, each game with its score sheet and analysis, and deleting."""

from collections.abc import Callable, Sequence
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from numero_cam.app.analysis_worker import AnalysisWorker
from numero_cam.app.people import Person, forget_person, people
from numero_cam.app.table_games import TableGame, table_game, table_games
from numero_cam.base.errors import GameError, StoreError
from numero_cam.catalogue import ngettext, tr
from numero_cam.live.analysis_message import analysis_message
from numero_cam.live.game_story import game_past, game_story
from numero_cam.store.games import GameStore
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import STATIC_URL, AccessControl
from numero_cam.web.pair_pages import body_or_nothing

MAX_NUMBER_DIGITS = 10  #: Maximum number of digits of a game's number in an address.
_TABLE_LINK = ("/", tr("To the table"))


def _notice(why: str, status: int) -> Response:
    return HTMLResponse(page_html("notice.html", at=STATIC_URL, why=why), status)


class GamePages:
    """Serves the kept games."""

    def __init__(self, store: GameStore, access: AccessControl) -> None:
        self._store, self._access = store, access
        self._analyses = AnalysisWorker(store)

    def close(self) -> None:
        """End what runs in the background."""
        self._analyses.close()

    def routes(self) -> list[Route]:
        """Return the routes of these pages."""
        return [
            Route("/games", self._games_list),
            Route("/people/forget", self._ask_forget),
            Route("/people/forget", self._forget, methods=["POST"]),
            Route("/games/{number}/delete", self._ask_delete),
            Route("/games/{number}/delete", self._delete, methods=["POST"]),
            Route("/games/{number}/story", self._story),
            Route("/games/{number}/analysis", self._analysis),
            Route("/games/{number}/history", self._history),
            Route("/games/{number}.csv", self._csv),
            Route("/games/{number}.txt", self._text),
            Route("/games/{number}", self._score_sheet),
        ]

    async def _games_list(self, request: Request) -> Response:
        def found() -> Response:
            """Make the page of all games and players."""
            games = table_games(self._store)
            return HTMLResponse(games_page_html(games, people(games), may_delete=self._may_delete(request)))

        return await self._answer(request, found)

    async def _story(self, request: Request) -> Response:
        return await self._answer(
            request, lambda: JSONResponse(dict(game_story(self._requested_game(request), table_games(self._store)))), PlainTextResponse
        )

    async def _analysis(self, request: Request) -> Response:
        def analysis() -> Response:
            """Make the answer with what is known now."""
            found = self._requested_game(request)
            known = self._analyses.analysis(found)
            problem = tr("The analysis stopped; the program's window says why.") if self._analyses.has_failed(found) else ""
            return JSONResponse(dict(analysis_message(found.require_game(), known, problem)))

        return await self._answer(request, analysis, PlainTextResponse)

    async def _history(self, request: Request) -> Response:
        def history() -> Response:
            """Make the JSON of the game's log entries."""
            found = self._requested_game(request).kept
            return JSONResponse(dict(game_past(found.players, self._store.lines(found.game))))

        return await self._answer(request, history, PlainTextResponse)

    async def _ask_forget(self, request: Request) -> Response:
        name = request.query_params.get("name", "")

        def ask() -> Response:
            """Make the page that asks whether a player is to be forgotten."""
            played = sum(name in game.kept.players for game in table_games(self._store))
            question = tr("Forget {name}?", name=name)
            why = ngettext(
                "In {n} game there stands Somebody instead of this name. The scores of the others stay.",
                "In {n} games there stands Somebody instead of this name. The scores of the others stay.",
                played,
            )
            return HTMLResponse(
                page_html("ask.html", at=STATIC_URL, question=question, why=why, fields={"name": name}, yes=tr("Forget"), to="")
            )

        return await self._answer(request, ask)

    async def _forget(self, request: Request) -> Response:
        name = parse_qs((await body_or_nothing(request)).decode(errors="replace")).get("name", [""])[0]
        return await self._change(request, lambda: forget_person(self._store, name))

    async def _ask_delete(self, request: Request) -> Response:
        def ask() -> Response:
            """Make the page that asks whether the game is to be deleted."""
            question = tr("Delete {title}?", title=self._requested_game(request).title)
            why = tr("It cannot be brought back.")
            return HTMLResponse(page_html("ask.html", at=STATIC_URL, question=question, why=why, fields={}, yes=tr("Delete"), to=""))

        return await self._answer(request, ask)

    async def _delete(self, request: Request) -> Response:
        return await self._change(request, lambda: self._store.delete(self._number(request)))

    async def _change(self, request: Request, change: Callable[[], object]) -> Response:
        """Do a deletion, `change`, and redirect to the list; 403 unless the device is a keeper's."""
        if not self._may_delete(request):
            return _notice(tr("Only a page that keeps the game can delete."), 403)

        def changed() -> Response:
            """Do the deletion, and lead to the list."""
            change()
            return RedirectResponse("/games", 303)

        return await self._answer(request, changed)

    def _may_delete(self, request: Request) -> bool:
        return self._access.device_role(request) == "keeper"

    async def _score_sheet(self, request: Request) -> Response:
        def sheet() -> Response:
            """Make the page of the game's score sheet."""
            found = self._requested_game(request)
            own = f"/games/{found.kept.game}"
            links = (_TABLE_LINK, ("/games", tr("All games")), (f"{own}.csv", tr("For a spreadsheet")), (f"{own}.txt", tr("As text")))
            return HTMLResponse(found.sheet_page(STATIC_URL, links))

        return await self._answer(request, sheet)

    async def _csv(self, request: Request) -> Response:
        return await self._file(request, "csv", "csv", lambda found: found.sheet_table())

    async def _text(self, request: Request) -> Response:
        return await self._file(request, "txt", "plain", lambda found: found.text())

    async def _file(self, request: Request, ending: str, kind: str, content: Callable[[TableGame], bytes]) -> Response:
        def file() -> Response:
            """Make the response with the file."""
            found = self._requested_game(request)
            headers = {"content-disposition": f'attachment; filename="numero-game-{found.kept.game}.{ending}"'}
            return Response(content(found), media_type=f"text/{kind}", headers=headers)

        return await self._answer(request, file)

    def _requested_game(self, request: Request) -> TableGame:
        return table_game(self._store, self._number(request))

    @staticmethod
    def _number(request: Request) -> int:
        text = str(request.path_params["number"])
        if len(text) > MAX_NUMBER_DIGITS or not (text.isascii() and text.isdigit()):
            raise GameError(tr("there is no such game"))
        return int(text)

    async def _answer(self, request: Request, make: Callable[[], Response], tell: Callable[[str, int], Response] = _notice) -> Response:
        """Return the response of `make`, which runs in a thread, or one that `tell` makes of a reason and a status: 403, 404 or 503."""
        if not self._access.may_view_games(request):
            return tell(tr("This device was paired as a camera. Pair it anew, as a watcher, to look at games."), 403)
        try:
            return await run_in_threadpool(make)
        except GameError as error:
            return tell(str(error), 404)
        except StoreError as error:
            return tell(str(error), 503)


def games_page_html(games: Sequence[TableGame], people: Sequence[Person] = (), *, may_delete: bool = False) -> str:
    """Return the people and the kept games as a page."""
    return page_html("games.html", at=STATIC_URL, games=games, people=people, may_delete=may_delete)
