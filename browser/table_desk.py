"""The live table without a server: it speaks the protocol of docs/live-protocol.md with the one page that it has, in the page's worker.

It is stepped when the page says something, sends a picture or gives a sign of life.
"""

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from browser.desk import AnalysisSteps
from browser.kept_games import BrowserGames, KeptFile
from numero_cam.app.game_analysis import analyse_kept, known_analysis
from numero_cam.app.learners import learner_names
from numero_cam.app.table_games import TableGame, setting_text, table_game, table_games
from numero_cam.app.watch import open_vision_stack
from numero_cam.app.watch_recording import WatchedGame
from numero_cam.base.errors import NumeroCamError
from numero_cam.capture.pushed import PHOTO_REPEATS, PushedPicture
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import game_text, read_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.live.analysis_message import analysis_message
from numero_cam.live.game_story import game_past, game_story
from numero_cam.live.hints import HINT_LEVELS, HintLevel, hint_for_player
from numero_cam.live.inbox import SetHintLevels
from numero_cam.live.live_table import LiveTable
from numero_cam.live.page_fields import ProtocolError
from numero_cam.live.page_messages import Message
from numero_cam.live.people_puzzles import PUZZLES_ADDRESS, told_of_person
from numero_cam.live.resumable_games import resumable_games
from numero_cam.live.table_commands import ResumeGame, SetRecording, TableRequest
from numero_cam.live.try_play import parse_try, try_message
from numero_cam.table.doubts import DOUBTFUL_BELOW
from numero_cam.web.protocol import PROTOCOL_VERSION, command_from_page, parse_message, parse_picture, parse_replaced, parse_revision

PAGE = 1  #: Number of the page.
PHOTO = -1  #: Number of a picture that is a photo; the page's camera counts its own from 1.
KEEP_SECONDS = 15.0  #: Time after which what is done of an analysis is kept: the file of games only grows.
PICTURES_IN_FLIGHT = 2  #: Number of pictures that may be unacknowledged: one that is read, and one that waits.


class AtOnce(Executor):
    """Does what it is asked before it returns: a page has no threads."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - as the base class has it
        """Return what was done."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class TableDesk:
    """The table of a page; `send` takes each message to it, as JSON."""

    def __init__(self, send: Callable[[str], None], file: KeptFile) -> None:
        self._send = send
        self._level: HintLevel = "none"
        self._store = BrowserGames(file)
        eyes = open_vision_stack()
        self._table = LiveTable(eyes, self._store, self._tell, recordings=Path("/recordings"), executor=AtOnce())
        self._table.beside = self._store.problem
        self._steps = AnalysisSteps()
        self._asked: dict[str, Callable[..., Message]] = {
            "story": lambda found: game_story(found, table_games(self._store)),
            "analysis": self._analysis,
            "history": lambda found: game_past(found.names, self._store.lines(found.kept.game)),
        }
        last = next(iter(self._store.games()), None)
        if last is not None and not last.ended:  # the page was closed or loaded anew in the middle of it
            self._table.put(TableRequest(ResumeGame(last.game), None, PAGE, "go_on"))
            self._step()

    def hear(self, text: str) -> None:
        """Take a message of the page."""
        kind = "message"
        try:
            message = parse_message(text)
            kind = message["type"]
            self._obey(message)
        except ProtocolError as error:
            self._say({"type": "refused", "to": kind, "why": str(error)})
        self._step()

    def look(self, data: bytes) -> None:
        """Take a picture of the page's camera, as the protocol has it."""
        try:
            picture, number = parse_picture(data, 0)
        except ProtocolError as error:
            self._say({"type": "refused", "to": "picture", "why": str(error)})
            return
        self._table.put(replace(picture, number=number))
        self._step()

    def look_at_photo(self, photo: bytes) -> None:
        """Take a photo of a table at rest."""
        self._table.put(PushedPicture(PHOTO, photo, -1, 0.0, PHOTO_REPEATS))
        self._step()

    def asked(self, path: str, text: str = "") -> str:
        """Answer what a server answers under an address such as `/games/1/story`.

        Args:
            path: The address; `/games` gives the games and who has a record, `/games/1/text` the text of one, `/people/forget` the same.
            text: Of a game that is to be kept, of a question about puzzles, or the name of who forgets them.

        Returns:
            A JSON object, with `error` where there is no answer.
        """
        try:
            if path == PUZZLES_ADDRESS:
                return json.dumps(told_of_person(self._store, parse_message(text)))
            if path == "/people/forget":
                self._store.keep_learner(text, self._store.learner(text), "")
                path = "/games"
            elif text:
                self._import(text)
            address = urlsplit(path)
            found = self._found(address.query, *address.path.split("/")[2:])
        except (NumeroCamError, ProtocolError, ValueError) as error:
            found = {"error": str(error)}
        return json.dumps(found)

    def _found(self, query: str, number: str = "", what: str = "") -> Message:
        if not number:
            games = table_games(self._store)
            told = [{"game": each.kept.game, "title": each.title, "standing": each.status} for each in games if each.dealt]
            return {"games": told, "learners": learner_names(self._store)}
        found = table_game(self._store, int(number))
        if what == "text":
            return {"text": found.text().decode()}
        if what == "try":
            return try_message(found.require_game(), known_analysis(self._store, found).plays, parse_try(query))
        return self._asked[what](found)

    def _analysis(self, found: TableGame) -> Message:
        """Go on with a game's analysis for a moment, and return what is known of it: the page asks until all is."""
        known = known_analysis(self._store, found)
        begin = partial(analyse_kept, self._store, found, KEEP_SECONDS)
        return analysis_message(found.require_game(), self._steps.go_on((found.kept.game, found.kept.lines), known, begin))

    def _import(self, text: str) -> None:
        """Keep a game from its text, as `/games/1/text` gives it."""
        game = read_game(text).whole()
        setting = setting_text(WatchedGame(GameSetup(game.options, game.names), 0, None))
        self._store.append(
            self._store.begin(setting, game.names), (LogEntry("deal", game_text(game), noted=False), LogEntry("end", by="person"))
        )

    def _obey(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "alive":
                return
            case "hello":
                self._welcome()
            case "level" if message.get("level") in HINT_LEVELS:
                self._level = message["level"]
                self._table.put(SetHintLevels(frozenset({self._level}), self._level))
            case kind:
                command = command_from_page(message)
                if command is None or isinstance(command, SetRecording):
                    raise ProtocolError(tr('there is no message "{type}"', type=kind[:40]))
                self._table.put(TableRequest(command, parse_revision(message), PAGE, kind, parse_replaced(message)))

    def _welcome(self) -> None:
        self._say(
            {
                "type": "welcome",
                "v": PROTOCOL_VERSION,
                "role": "keeper",
                "roles": [],
                "player": "",
                "bound": False,
                "revision": self._table.snapshot.revision,
                "credits": PICTURES_IN_FLIGHT,
                "source": "page",
                "network": False,
                "doubtful": DOUBTFUL_BELOW,
                "games": resumable_games(self._store),
                "demo": False,
                "hall": None,
            }
        )
        for message in self._table.snapshot.messages:
            self._say(message)

    def _step(self) -> None:
        self._table.step_safely(0.0)
        while self._table.has_work:
            self._table.step_safely(0.0)

    def _tell(self, message: Message, page: int | None) -> None:
        """Pass a message of the table on."""
        del page  # there is one
        match message["type"]:
            case "ack" if message["number"] != PHOTO:
                self._say({**message, "credits": 1})
            case "table" if message["number"] == PHOTO:
                self._say({**message, "number": None})
            case "hint" if message["level"] == self._level:
                self._say(hint_for_player(message, None))
            case "ack" | "hint":
                pass
            case _:
                self._say(message)

    def _say(self, message: Message) -> None:
        self._send(json.dumps(message))
