"""Pages of the kept games: the list, and the score sheet of each as page, table and text."""

from collections.abc import Callable, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from numero_cam.base.errors import GameError, StoreError
from numero_cam.catalogue import tr
from numero_cam.live.live_rules import KeptGamePage, LiveRules
from numero_cam.store.games import GameStore
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import STATIC_URL, AccessControl

MAX_NUMBER_DIGITS = 10
"""Maximum number of digits of a game's number in an address."""
_TABLE_LINK = ("/", tr("To the table"))


class GamePages:
    """Serves the kept games.

    Args:
        rules: Returns the game that is played at the table, once the server has started.
        store: Returns the store of the games, once the server has started.
        access: Knows which devices may see games.
    """

    def __init__(self, rules: Callable[[], LiveRules], store: Callable[[], GameStore], access: AccessControl) -> None:
        self._rules, self._store, self._access = rules, store, access

    def routes(self) -> list[Route]:
        """Return the routes of these pages."""
        return [
            Route("/games", self._list),
            Route("/games/{number}.csv", self._csv),
            Route("/games/{number}.txt", self._text),
            Route("/games/{number}", self._sheet),
        ]

    async def _list(self, request: Request) -> Response:
        return await self._answer(request, lambda: _html(games_page_html(self._rules().kept_games(self._store()))))

    async def _sheet(self, request: Request) -> Response:
        def sheet() -> Response:
            found = self._found(request)
            own = f"/games/{found.kept.game}"
            links = (_TABLE_LINK, ("/games", tr("All games")), (f"{own}.csv", tr("For a spreadsheet")), (f"{own}.txt", tr("As text")))
            return _html(found.sheet_page(STATIC_URL, links))

        return await self._answer(request, sheet)

    async def _csv(self, request: Request) -> Response:
        return await self._file(request, "csv", "csv", lambda found: found.sheet_table())

    async def _text(self, request: Request) -> Response:
        return await self._file(request, "txt", "plain", lambda found: found.text())

    async def _file(self, request: Request, ending: str, kind: str, content: Callable[[KeptGamePage], bytes]) -> Response:
        def file() -> Response:
            found = self._found(request)
            headers = {"content-disposition": f'attachment; filename="{self._rules().name}-game-{found.kept.game}.{ending}"'}
            return Response(content(found), media_type=f"text/{kind}", headers=headers)

        return await self._answer(request, file)

    def _found(self, request: Request) -> KeptGamePage:
        text = str(request.path_params["number"])
        if len(text) > MAX_NUMBER_DIGITS or not (text.isascii() and text.isdigit()):
            message = tr("games have numbers, such as /games/1; /games shows which there are")
            raise GameError(message)
        return self._rules().kept_game(self._store(), int(text))

    async def _answer(self, request: Request, make: Callable[[], Response]) -> Response:
        if not self._access.may_view_games(request):
            return PlainTextResponse(tr("This device was paired as a camera. Pair it anew, as a watcher, to look at games.\n"), 403)
        try:
            return await run_in_threadpool(make)
        except GameError as error:
            return PlainTextResponse(f"{error}\n", 404)
        except StoreError as error:
            return PlainTextResponse(f"{error}\n", 503)


def games_page_html(games: Sequence[KeptGamePage]) -> str:
    """Return the list of kept games as a page."""
    return page_html("games.html", at=STATIC_URL, table_link=_TABLE_LINK, games=games)


def _html(text: str) -> Response:
    return Response(text, media_type="text/html")
