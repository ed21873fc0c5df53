"""Pages of the games that were kept: the list, and the score sheet of each to look at, to print and to keep."""

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from numero_cam.app.table_games import TableGame, table_game, table_games
from numero_cam.base.errors import GameError, StoreError
from numero_cam.games.numero.engine import Game, game_text
from numero_cam.store.games import GameStore
from numero_cam.text.page_templates import page_html
from numero_cam.text.score_sheet import sheet_csv, sheet_html
from numero_cam.web.doors import STATIC_AT, Doors

LONGEST_NUMBER = 10
_TABLE = ("/", "To the table")


class GamePages:
    """Answers what is asked of kept games.

    Args:
        store: Gives the games, once the server has started.
        doors: Says who may look.
    """

    def __init__(self, store: Callable[[], GameStore], doors: Doors) -> None:
        self._store, self._doors = store, doors

    def routes(self) -> list[Route]:
        """Return the addresses with what answers there."""
        return [
            Route("/games", self._list),
            Route("/games/{number}.csv", self._csv),
            Route("/games/{number}.txt", self._text),
            Route("/games/{number}", self._sheet),
        ]

    async def _list(self, request: Request) -> Response:
        return await self._answer(request, lambda: _html(list_page(table_games(self._store()))))

    async def _sheet(self, request: Request) -> Response:
        def sheet() -> Response:
            found = self._found(request)
            own = f"/games/{found.kept.game}"
            links = (_TABLE, ("/games", "All games"), (f"{own}.csv", "For a spreadsheet"), (f"{own}.txt", "As text"))
            return _html(sheet_html(found.played(), found.title, STATIC_AT, links))

        return await self._answer(request, sheet)

    async def _csv(self, request: Request) -> Response:
        return await self._file(request, "csv", "csv", lambda game: sheet_csv(game).encode("utf-8-sig"))

    async def _text(self, request: Request) -> Response:
        return await self._file(request, "txt", "plain", lambda game: game_text(game).encode())

    async def _file(self, request: Request, ending: str, kind: str, told: Callable[[Game], bytes]) -> Response:
        def file() -> Response:
            found = self._found(request)
            headers = {"content-disposition": f'attachment; filename="numero-game-{found.kept.game}.{ending}"'}
            return Response(told(found.played()), media_type=f"text/{kind}", headers=headers)

        return await self._answer(request, file)

    def _found(self, request: Request) -> TableGame:
        text = str(request.path_params["number"])
        if len(text) > LONGEST_NUMBER or not (text.isascii() and text.isdigit()):
            message = "games have numbers, such as /games/1; /games shows which there are"
            raise GameError(message)
        return table_game(self._store(), int(text))

    async def _answer(self, request: Request, make: Callable[[], Response]) -> Response:
        if not self._doors.may_look(request):
            return PlainTextResponse("This device was paired as a camera. Pair it anew, as a watcher, to look at games.\n", 403)
        try:
            return await run_in_threadpool(make)
        except GameError as error:
            return PlainTextResponse(f"{error}\n", 404)
        except StoreError as error:
            return PlainTextResponse(f"{error}\n", 503)


def list_page(found: tuple[TableGame, ...]) -> str:
    """Return the list of kept games as a page."""
    return page_html("games.html", at=STATIC_AT, table_link=_TABLE, games=found)


def _html(text: str) -> Response:
    return Response(text, media_type="text/html")
