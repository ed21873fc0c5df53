"""Pages of the kept games and their players: the list, each game with its score sheet and analysis, and deleting."""

import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from numero_cam.app.analysis_worker import AnalysisWorker
from numero_cam.app.game_analysis import known_analysis
from numero_cam.app.game_progress import kept_progress
from numero_cam.app.learners import choose_learning, learner_names, wants_learning
from numero_cam.app.people import Person, forget_person, people
from numero_cam.app.table_games import TableGame, table_game, table_games
from numero_cam.base.errors import GameError, StoreError
from numero_cam.catalogue import ngettext, tr
from numero_cam.live.analysis_message import analysis_message
from numero_cam.live.game_story import game_past, game_story
from numero_cam.live.hints import is_same_player
from numero_cam.live.page_fields import ProtocolError
from numero_cam.live.page_messages import Message
from numero_cam.live.people_puzzles import ALL_DUE, OFF, PUZZLES_ADDRESS, told_of_person
from numero_cam.live.try_play import parse_try, try_message
from numero_cam.store.games import GameStore
from numero_cam.store.sqlite_file import class_file_path
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import STATIC_URL, AccessControl
from numero_cam.web.pair_pages import BodyError, form_fields, read_body
from numero_cam.web.protocol import parse_message

MAX_NUMBER_DIGITS = 10  #: Maximum number of digits of a game's number in an address.
MAX_QUESTION_BYTES = 20_000  #: Maximum size of a question about a puzzle.
_TABLE_LINK = ("/", tr("To the table"))


def _notice(why: str, status: int) -> Response:  # a page with one sentence
    return HTMLResponse(page_html("notice.html", at=STATIC_URL, why=why), status)


class GamePages:
    """Serves the kept games."""

    def __init__(self, store: GameStore, access: AccessControl) -> None:
        self._store, self._access = store, access
        self._analyses = AnalysisWorker(store)
        self._last: TableGame | None = None
        self._trying = threading.Lock()  # one try or puzzle after the other: the table's pictures need the processor, too

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
            Route("/people/learning", self._choose_learning, methods=["POST"]),
            Route(PUZZLES_ADDRESS, self._puzzles, methods=["POST"]),
            Route("/games/{number}/delete", show(self._ask_delete)),
            Route("/games/{number}/delete", self._delete, methods=["POST"]),
            Route("/games/{number}/story", tell(lambda request: _json(game_story(self._game(request), table_games(self._store))))),
            Route("/games/{number}/analysis", tell(self._analysis)),
            Route("/games/{number}/try", tell(self._try)),
            Route("/games/{number}/history", tell(self._history)),
            Route("/games/{number}.csv", show(lambda request: _file(self._game(request), "csv", "csv", TableGame.sheet_table))),
            Route("/games/{number}.txt", show(lambda request: _file(self._game(request), "txt", "plain", TableGame.text))),
            Route("/games/{number}", show(self._score_sheet)),
        ]

    def _games_list(self, request: Request) -> Response:
        games, learns = table_games(self._store), self._learns
        choice = learns if class_file_path().exists() else None
        progress = kept_progress(self._store, games) if learns else {}
        shown = people(games, progress, [name for name in learner_names(self._store) if self._has_puzzles(request, name)])
        solvers = [person.name for person in shown if learns and self._has_puzzles(request, person.name)]
        page = games_page_html(games, shown, may_delete=self._may_delete(request), solvers=solvers, learning_choice=choice)
        return HTMLResponse(page)

    def _has_puzzles(self, request: Request, name: str) -> bool:
        """Whether a page may have a person's puzzles: one that keeps the game those of all, a player's page its own."""
        own = self._access.pairing.player_of(self._access.token(request))
        return self._may_delete(request) or (bool(own) and is_same_player(str(own), name))

    @property
    def _learns(self) -> bool:
        """Whether people learn from their games here: where a class is, only if the teacher wants it."""
        return not class_file_path().exists() or wants_learning(self._store)

    async def _choose_learning(self, request: Request) -> Response:
        wanted = (await form_fields(request)).get("wanted") == "yes"
        return await self._change(request, lambda: choose_learning(self._store, wanted=wanted))

    async def _puzzles(self, request: Request) -> Response:
        """Answer what a page asks of a person's puzzles: a page that keeps the game asks for all, a player's page for its own."""
        try:
            asked = parse_message((await read_body(request, MAX_QUESTION_BYTES)).decode())
        except (BodyError, ProtocolError, UnicodeDecodeError) as error:
            return PlainTextResponse(str(error), 400)
        if not self._has_puzzles(request, "" if asked["type"] == ALL_DUE else str(asked.get("name"))):
            return PlainTextResponse(tr("Only a page that keeps the game, or the page of this player, has these puzzles."), 403)

        def told(_request: Request) -> Response:
            """Answer, one question after the other."""
            if not self._learns:
                return _json(OFF)
            with self._trying:
                return _json(told_of_person(self._store, asked))

        return await self._answers(told, PlainTextResponse)(request)

    def _analysis(self, request: Request) -> Response:
        found = self._game(request)
        problem = tr("The analysis stopped; the program's window says why.") if self._analyses.has_failed(found) else ""
        return _json(analysis_message(found.require_game(), self._analyses.analysis(found), problem))

    def _try(self, request: Request) -> Response:
        found, asked = self._game(request), parse_try(request.url.query)
        with self._trying:
            return _json(try_message(found.require_game(), known_analysis(self._store, found).plays, asked))

    def _history(self, request: Request) -> Response:
        found = self._game(request)
        return _json(game_past(found.names, self._store.lines(found.kept.game)))

    def _ask_forget(self, request: Request) -> Response:
        name = request.query_params.get("name", "")
        number = sum(name in game.kept.players for game in table_games(self._store))
        why = ngettext(
            "In {n} game there stands Somebody instead of this name. The scores of the others stay.",
            "In {n} games there stands Somebody instead of this name. The scores of the others stay.",
            number,
        )
        cannot = tr("It cannot be brought back.")
        return _question(tr("Forget {name}?", name=name), why if number else cannot, tr("Forget"), {"name": name})

    async def _forget(self, request: Request) -> Response:
        name = (await form_fields(request)).get("name", "")

        def forget() -> None:
            """Forget the person, while no page is told of puzzles: that makes a record of games as they were."""
            with self._trying:
                forget_person(self._store, name)

        return await self._change(request, forget)

    def _ask_delete(self, request: Request) -> Response:
        return _question(tr("Delete {title}?", title=self._game(request).title), tr("It cannot be brought back."), tr("Delete"), {})

    async def _delete(self, request: Request) -> Response:
        return await self._change(request, lambda: self._store.delete(self._number(request)))

    async def _change(self, request: Request, change: Callable[[], object]) -> Response:
        """Do a `change`, and redirect to the list; 403 unless the device is a keeper's."""
        if not self._may_delete(request):
            return _notice(tr("Only a page that keeps the game can change this."), 403)

        def changed(_request: Request) -> Response:
            """Do it, and lead to the list."""
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
        """Return a kept game; the last one as it was read: a page asks for its analysis again and again, while pictures are looked at."""
        found, last = table_game(self._store, self._number(request)), self._last  # other requests read other games meanwhile
        if found == last:
            return last
        self._last = found
        return found

    @staticmethod
    def _number(request: Request) -> int:
        text = str(request.path_params["number"])
        if len(text) > MAX_NUMBER_DIGITS or not (text.isascii() and text.isdigit()):
            raise GameError(tr("there is no such game"))
        return int(text)

    def _answers(
        self, make: Callable[[Request], Response], refuse: Callable[[str, int], Response] = _notice
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers requests with `make`, run in a thread, or with `refuse` of a reason and a status: 400, 403, 404 or 503."""

        async def answer(request: Request) -> Response:
            """Answer a request."""
            if not self._access.may_view_games(request):
                return refuse(tr("This device was paired as a camera. Pair it anew, as a watcher, to look at games."), 403)
            try:
                return await run_in_threadpool(make, request)
            except ProtocolError as error:
                return refuse(str(error), 400)
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


def games_page_html(
    games: Sequence[TableGame],
    people: Sequence[Person] = (),
    *,
    may_delete: bool = False,
    solvers: Sequence[str] = (),
    learning_choice: bool | None = None,
) -> str:
    """Return the people and the kept games as a page; it leads to the puzzles of the `solvers`, by name.

    `learning_choice` is what a teacher has chosen; None where there is no class.
    """
    shown = {"games": games, "people": people, "may_delete": may_delete, "solvers": solvers, "learning_choice": learning_choice}
    return page_html("games.html", at=STATIC_URL, **shown)
