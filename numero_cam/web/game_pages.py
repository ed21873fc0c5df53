"""Pages of the kept games and their players: the list, each game with its score sheet and analysis, and deleting."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
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
from numero_cam.live.page_messages import Message
from numero_cam.store.games import GameStore
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import STATIC_URL, AccessControl
from numero_cam.web.pair_pages import body_or_nothing

MAX_NUMBER_DIGITS = 10  #: Maximum number of digits of a game's number in an address.
_TABLE_LINK = ("/", tr("To the table"))


def _notice(why: str, status: int) -> Response:  # a page with one sentence
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
        show, tell = self._answers, partial(self._answers, refuse=PlainTextResponse)
        return [
            Route("/games", show(self._games_list)),
            Route("/people/forget", show(self._ask_forget)),
            Route("/people/forget", self._forget, methods=["POST"]),
            Route("/games/{number}/delete", show(self._ask_delete)),
            Route("/games/{number}/delete", self._delete, methods=["POST"]),
            Route("/games/{number}/story", tell(lambda request: _json(game_story(self._game(request), table_games(self._store))))),
            Route("/games/{number}/analysis", tell(self._analysis)),
            Route("/games/{number}/history", tell(self._history)),
            Route("/games/{number}.csv", show(lambda request: _file(self._game(request), "csv", "csv", TableGame.sheet_table))),
            Route("/games/{number}.txt", show(lambda request: _file(self._game(request), "txt", "plain", TableGame.text))),
            Route("/games/{number}", show(self._score_sheet)),
        ]

    def _games_list(self, request: Request) -> Response:
        games = table_games(self._store)
        return HTMLResponse(games_page_html(games, people(games), may_delete=self._may_delete(request)))

    def _analysis(self, request: Request) -> Response:
        found = self._game(request)
        problem = tr("The analysis stopped; the program's window says why.") if self._analyses.has_failed(found) else ""
        return _json(analysis_message(found.require_game(), self._analyses.analysis(found), problem))

    def _history(self, request: Request) -> Response:
        kept = self._game(request).kept
        return _json(game_past(kept.players, self._store.lines(kept.game)))

    def _ask_forget(self, request: Request) -> Response:
        name = request.query_params.get("name", "")
        why = ngettext(
            "In {n} game there stands Somebody instead of this name. The scores of the others stay.",
            "In {n} games there stands Somebody instead of this name. The scores of the others stay.",
            sum(name in game.kept.players for game in table_games(self._store)),
        )
        return _question(tr("Forget {name}?", name=name), why, tr("Forget"), {"name": name})

    async def _forget(self, request: Request) -> Response:
        name = parse_qs((await body_or_nothing(request)).decode(errors="replace")).get("name", [""])[0]
        return await self._change(request, lambda: forget_person(self._store, name))

    def _ask_delete(self, request: Request) -> Response:
        return _question(tr("Delete {title}?", title=self._game(request).title), tr("It cannot be brought back."), tr("Delete"), {})

    async def _delete(self, request: Request) -> Response:
        return await self._change(request, lambda: self._store.delete(self._number(request)))

    async def _change(self, request: Request, change: Callable[[], object]) -> Response:
        """Do a deletion, `change`, and redirect to the list; 403 unless the device is a keeper's."""
        if not self._may_delete(request):
            return _notice(tr("Only a page that keeps the game can delete."), 403)

        def changed(_request: Request) -> Response:
            """Do the deletion, and lead to the list."""
            change()
            return RedirectResponse("/games", 303)

        return await self._answers(changed)(request)

    def _may_delete(self, request: Request) -> bool:
        return self._access.device_role(request) == "keeper"

    def _score_sheet(self, request: Request) -> Response:
        found = self._game(request)
        own = f"/games/{found.kept.game}"
        links = (_TABLE_LINK, ("/games", tr("All games")), (f"{own}.csv", tr("For a spreadsheet")), (f"{own}.txt", tr("As text")))
        return HTMLResponse(found.sheet_page(STATIC_URL, links))

    def _game(self, request: Request) -> TableGame:
        return table_game(self._store, self._number(request))

    @staticmethod
    def _number(request: Request) -> int:
        text = str(request.path_params["number"])
        if len(text) > MAX_NUMBER_DIGITS or not (text.isascii() and text.isdigit()):
            raise GameError(tr("there is no such game"))
        return int(text)

    def _answers(
        self, make: Callable[[Request], Response], refuse: Callable[[str, int], Response] = _notice
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers requests with `make`, run in a thread, or with `refuse` of a reason and a status: 403, 404 or 503."""

        async def answer(request: Request) -> Response:
            """Answer a request."""
            if not self._access.may_view_games(request):
                return refuse(tr("This device was paired as a camera. Pair it anew, as a watcher, to look at games."), 403)
            try:
                return await run_in_threadpool(make, request)
            except GameError as error:
                return refuse(str(error), 404)
            except StoreError as error:
                return refuse(str(error), 503)

        return answer


def _json(message: Message) -> Response:
    return JSONResponse(dict(message))


def _question(question: str, why: str, yes: str, fields: Mapping[str, str]) -> Response:
    return HTMLResponse(page_html("ask.html", at=STATIC_URL, question=question, why=why, fields=fields, yes=yes, to=""))


def _file(found: TableGame, ending: str, kind: str, content: Callable[[TableGame], bytes]) -> Response:
    headers = {"content-disposition": f'attachment; filename="numero-game-{found.kept.game}.{ending}"'}
    return Response(content(found), media_type=f"text/{kind}", headers=headers)


def games_page_html(games: Sequence[TableGame], people: Sequence[Person] = (), *, may_delete: bool = False) -> str:
    """Return the people and the kept games as a page."""
    return page_html("games.html", at=STATIC_URL, games=games, people=people, may_delete=may_delete)
