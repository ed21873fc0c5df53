"""Pages of the kept games: the list, and the score sheet of each as page, table and text."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from numero_cam.app.table_games import TableGame, table_game, table_games
from numero_cam.base.errors import GameError, StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, game_text
from numero_cam.store.games import GameStore
from numero_cam.text.page_templates import page_html
from numero_cam.text.score_sheet import sheet_csv, sheet_html
from numero_cam.web.auth import STATIC_URL, AccessControl

MAX_NUMBER_DIGITS = 10
"""Maximum number of digits of a game's number in an address."""
_TABLE_LINK = ("/", tr("To the table"))


class GamePages:
    """Serves the kept games.

    Args:
        store: Returns the store of the games, once the server has started.
        access: Knows which devices may see games.
    """

    def __init__(self, store: Callable[[], GameStore], access: AccessControl) -> None:
        self._store, self._access = store, access

    def routes(self) -> list[Route]:
        """Return the routes of these pages."""
        return [
            Route("/games", self._list),
            Route("/games/{number}.csv", self._csv),
            Route("/games/{number}.txt", self._text),
            Route("/games/{number}", self._sheet),
        ]

    async def _list(self, request: Request) -> Response:
        return await self._answer(request, lambda: _html(games_page_html(table_games(self._store()))))

    async def _sheet(self, request: Request) -> Response:
        def sheet() -> Response:
            found = self._found(request)
            own = tr("/games/{found.kept.game}", found=found)
            links = (_TABLE_LINK, ("/games", tr("All games")), (f"{own}.csv", tr("For a spreadsheet")), (f"{own}.txt", tr("As text")))
            return _html(sheet_html(found.played(), found.title, STATIC_URL, links))

        return await self._answer(request, sheet)

    async def _csv(self, request: Request) -> Response:
        return await self._file(request, "csv", "csv", lambda game: sheet_csv(game).encode("utf-8-sig"))

    async def _text(self, request: Request) -> Response:
        return await self._file(request, "txt", "plain", lambda game: game_text(game).encode())

    async def _file(self, request: Request, ending: str, kind: str, content: Callable[[Game], bytes]) -> Response:
        def file() -> Response:
            found = self._found(request)
            headers = {
                "content-disposition": tr('attachment; filename="numero-game-{found.kept.game}.{ending}"', found=found, ending=ending)
            }
            return Response(content(found.played()), media_type=tr("text/{kind}", kind=kind), headers=headers)

        return await self._answer(request, file)

    def _found(self, request: Request) -> TableGame:
        text = str(request.path_params["number"])
        if len(text) > MAX_NUMBER_DIGITS or not (text.isascii() and text.isdigit()):
            message = tr("games have numbers, such as /games/1; /games shows which there are")
            raise GameError(message)
        return table_game(self._store(), int(text))

    async def _answer(self, request: Request, make: Callable[[], Response]) -> Response:
        if not self._access.may_view_games(request):
            return PlainTextResponse(tr("This device was paired as a camera. Pair it anew, as a watcher, to look at games.\n"), 403)
        try:
            return await run_in_threadpool(make)
        except GameError as error:
            return PlainTextResponse(f"{error}\n", 404)
        except StoreError as error:
            return PlainTextResponse(f"{error}\n", 503)


def games_page_html(games: tuple[TableGame, ...]) -> str:
    """Return the list of kept games as a page."""
    return page_html("games.html", at=STATIC_URL, table_link=_TABLE_LINK, games=games)


def _html(text: str) -> Response:
    return Response(text, media_type="text/html")
