"""The connection of a table to a hall: it gets its players and rules from there, and sends its games.

The kept game is the outbox: its lines are on disk before they are shown, and each has a number. This module remembers which games belong
to matches of the hall and how many lines of each the hall has; the others are sent in order, and again until the hall has them.
"""

import contextlib
import json
import os
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from numero_cam.base.bounded_reader import list_of, parse_json, plain_text, read_text, whole_number
from numero_cam.base.errors import HallError, NumeroCamError, StoreError
from numero_cam.base.outputs import unwritable_message, write_private
from numero_cam.base.private_files import FILE_MODE, lock_file, make_private_folder
from numero_cam.base.rounds import Rounds
from numero_cam.catalogue import tr
from numero_cam.hall.client import HallAwayError, HallDoor, HallRefusedError, tell_hall
from numero_cam.hall.game import start_message
from numero_cam.hall.messages import HALL_VERSION, MAX_LINES_SENT, MAX_SENTENCE, line_json, parse_status, status_json
from numero_cam.hall.records import EventSetting, GameStatus
from numero_cam.live.game_commands import new_game_record, parse_start
from numero_cam.live.page_fields import ProtocolError
from numero_cam.live.page_messages import Message
from numero_cam.live.table_commands import RefusedError, ResumeGame, StartGame, TableRequest
from numero_cam.store.games import GameStore
from numero_cam.store.lines import KeptGame

HELLO_SECONDS = 5.0  #: Time between two messages by which a table says that it is there, in seconds.
RETRY_SECONDS = 2.0  #: Time until the next try where the hall does not answer, in seconds.
BEGIN_SECONDS = 10.0  #: Time until a game that did not begin is asked for again, in seconds.
CLOSE_SECONDS = 3.0  #: Maximum time in which the last lines are sent at the end, in seconds.
MAX_FILE_BYTES = 2_000_000  #: Maximum size of the file of a table, in bytes.
GAMES_LOOKED_AT = 3  #: Number of the newest games whose lines are looked at each time; older ones get no new lines.
FORBIDDEN = 403  #: Status of an answer to a device that the hall does not know, such as after new codes were made.
GONE = 410  #: Status of an answer where the hall has no such match, such as after its event was deleted.
NOT_SENT = 10**6  #: Value of `MatchGame.have` where the hall refused the game, so that nothing more of it is sent.
MAX_GAMES = 200  #: Maximum number of games that are remembered; those that the hall has wholly are forgotten first.


@dataclass(frozen=True)
class MatchGame:
    """A kept game that belongs to a match of the hall."""

    number: int  #: Of the kept game.
    game: str  #: Its identity in the hall.
    match: int  #: Number of the match.
    event: str  #: When its event was made, ISO 8601; it tells the event from one of another database with the same numbers.
    players: tuple[str, ...]  #: The two entrants in the order of the match.
    have: int = 0  #: Number of the last line that the hall has.
    settled: bool = False  #: Whether the hall has all lines up to `have`, the status, and the result of a game that is over.
    status: GameStatus = field(default_factory=GameStatus)  #: By the table's last message.


@dataclass
class LinkFile:
    """The hall, the device and the games that a table remembers in a private file."""

    path: Path  #: The file.
    door: HallDoor  #: The hall's address, and the table's cookie.
    table: int  #: Number of the table.
    device: str = field(default_factory=lambda: str(uuid.uuid4()))  #: Identity of this computer at that table.
    games: list[MatchGame] = field(default_factory=list)  #: The games, oldest first.
    _lock: int | None = None  #: File descriptor of the lock; None where it is not locked.

    @classmethod
    def read(cls, path: Path, address: str | None, table: int) -> "LinkFile":
        """Return the file's content; without a file a new one, and without a cookie where the file is of another hall.

        Without an address it is the hall that is remembered.
        """
        fresh = cls(path, HallDoor(address or ""), table)
        if not path.exists():
            return fresh
        data = parse_json(read_text(path, MAX_FILE_BYTES, StoreError), str(path), StoreError)
        try:
            games = [_game_from_row(row) for row in data["games"]]
            door = HallDoor(str(data["address"]), str(data["cookie"]), bytes.fromhex(data["authority"]))
            return cls(path, door if address in {None, door.address} else fresh.door, table, str(data["device"]), games)
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(tr("{path}: cannot be read; delete the file, and join the hall again", path=path)) from error

    @classmethod
    def locked(cls, path: Path, address: str, table: int) -> "LinkFile":
        """Return what `read` returns, with a lock that no other program can have: two programs would send their games as one table."""
        try:
            make_private_folder(path.parent)
            lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, FILE_MODE)
        except OSError as error:
            raise StoreError(unwritable_message(path, error)) from error
        try:
            lock_file(lock)
            file = cls.read(path, address, table)
        except OSError as error:
            os.close(lock)
            raise HallError(
                tr("another program of this computer is table {table}; end that one, or join as another table", table=table)
            ) from error
        except StoreError:
            os.close(lock)
            raise
        file._lock = lock  # noqa: SLF001 - its own
        return file

    def unlock(self) -> None:
        """Let other programs lock the file; may be called again."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def write(self) -> None:
        """Write the file; settled games beyond ``MAX_GAMES`` are forgotten, the oldest first."""
        settled = [game for game in self.games if game.settled][: max(0, len(self.games) - MAX_GAMES)]
        self.games = [game for game in self.games if game not in settled]
        data = {
            "address": self.door.address,
            "cookie": self.door.cookie,
            "authority": self.door.authority.hex(),
            "device": self.device,
            "games": [_game_row(game) for game in self.games],
        }
        write_private(self.path, json.dumps(data).encode(), StoreError)


def _game_row(game: MatchGame) -> dict[str, object]:
    row = asdict(game)
    del row["status"]
    return {**row, "stand": status_json(game.status)}


def _game_from_row(row: Mapping[str, Any]) -> MatchGame:
    """Return the game of a row that `_game_row` made, checked."""
    return MatchGame(
        whole_number(row["number"], 1, 2**31 - 1),
        str(row["game"]),
        whole_number(row["match"], 1, 2**31 - 1),
        str(row["event"]),
        tuple(map(str, row["players"])),
        whole_number(row["have"], 0, 10**6),
        row["settled"] is True,
        parse_status(row["stand"]),
    )


class HallLink:
    """Joins a live table to a hall; `say` prints a line for the user where the connection changed."""

    def __init__(self, store: GameStore, file: LinkFile, say: Callable[[str], None]) -> None:
        self._store, self._file, self._say = store, file, say
        self.trouble = ""  #: The problem between table and hall, a line; empty where there is none.
        self._said: str | None = None  # the trouble that was printed last
        self._news = threading.Event()  # set where `step` has something to do
        self._closing = threading.Event()
        self._latest: Message = {}  # the table's last message of type `game`
        self._question = self._problem = ""  # on the table's pages; the hall is sent the first that is not empty
        self._note = ""  # the hall's
        self._refused: tuple[object, str] = (None, "")  # number of the kept game that the hall refused last, and why
        self._referee_called = self._plays_own = False  # the latter: a game of others keeps the match from beginning
        self._played: object = None  # what tells whether the game went on, so that the call of the referee is over
        self._sent_again: set[str] = set()  # identities of games
        self._match: Mapping[str, Any] | None = None  # the hall's last assignment, see `_check_assignment`
        self._hello_at = self._begun_at = float("-inf")  # last times, in seconds of the monotonic clock
        self.put: Callable[[TableRequest], None] | None = None  #: Takes commands for the table; None before there is one.
        self._rounds = Rounds(tr("the way to the hall"), self._report)
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)

    @property
    def notice(self) -> str:
        """The line on the hall for the pages of the table; empty where all is well."""
        return self.trouble or (tr("The referee is called: say then whether the answer was shown.") if self._referee_called else "")

    def gives_hints(self, players: Iterable[str]) -> bool:
        """Return whether a game of these players has hints: a match by the organiser's choice, an earlier match never, others always."""
        names, match = sorted(players), self._match
        if match is not None and names == sorted(match["players"]):
            return match.get("hints") is True
        return not any(names == sorted(game.players) for game in self._file.games)

    def settled_words(self, number: int) -> str:
        """Return why the kept game `number` is changed no more at the table: the hall has its result. Empty where it may be changed."""
        settled = any(game.number == number and game.settled and game.status.over for game in self._file.games)
        return tr("the hall has the result of this game; ask the referee to change it") if settled else ""

    def start(self, put: Callable[[TableRequest], None]) -> None:
        """Begin to speak to the hall in a thread of its own."""
        self.put = put
        self._thread.start()

    def hear(self, message: Message) -> None:
        """Note a message that the table sends its pages; called in the table's thread, returns at once."""
        match message["type"]:
            case "game":
                if closes_question(self._latest, message):
                    self._question = ""
                self._latest = message
                plays = message.get("plays")
                played = message.get("game"), message.get("state"), len(plays) if isinstance(plays, list) else 0
                self._referee_called, self._played = self._referee_called and played == self._played, played
            case "ask":
                choices = message.get("choices")
                self._question = str(message.get("question", "")) if choices else ""
            case "refused" if message.get("referee") is True:
                self._referee_called = True
            case "notice" if message.get("kind") == "problem" or not message.get("text"):
                self._problem = str(message.get("text", ""))
            case _:
                return
        self._news.set()

    def close(self) -> None:
        """Stop the thread after it has sent what it can within ``CLOSE_SECONDS``."""
        self._closing.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_SECONDS)

    def step(self) -> None:
        """Say hello to the hall if it is time, send the lines that it has not, and begin the match that waits."""
        self._note_game()
        if time.monotonic() - self._hello_at >= HELLO_SECONDS:
            self._hello()
        newest = len(self._file.games) - GAMES_LOOKED_AT
        for index in [index for index, game in enumerate(self._file.games) if index >= newest or not game.settled]:
            self._send_game(index)
        self._begin_match()

    def _run(self) -> None:
        """Step every few seconds, and at once after a message of the table, until closed."""
        while not self._closing.is_set():
            wait = RETRY_SECONDS
            with self._rounds.round():
                trouble = self._step_trouble()
                self._report(trouble or self.trouble_now())
                wait = RETRY_SECONDS if trouble else HELLO_SECONDS
            self._news.wait(wait)
            self._news.clear()
        with self._rounds.round(), contextlib.suppress(NumeroCamError):
            self.step()

    def _step_trouble(self) -> str:
        """Do a `step`, and return its error as a line for people; empty where there was none."""
        try:
            self.step()
        except HallAwayError as error:
            return tr("{error}; the game goes on, and is sent later", error=error)
        except HallRefusedError as error:
            known = error.status != FORBIDDEN
            return str(error) if known else tr("the hall wants the code of this table again: start the program anew")
        except NumeroCamError as error:
            return str(error)
        return ""

    def _report(self, trouble: str) -> None:  # prints a trouble, or that it is over, once
        if trouble != self._said:
            self._say(trouble or tr("Table {table} is joined to the hall.", table=self._file.table))
        self.trouble = self._said = trouble

    def trouble_now(self) -> str:
        """Return the problem at the table itself after a `step` without an error: the hall's note, a refusal, or a match that waits."""
        number, why = self._refused
        refused = why if number is not None and number == self._latest.get("game") else ""
        waits = tr("a match waits for this table: end the game that is on it, then the match begins") if self._plays_own else ""
        return self._note or refused or waits

    def _post(self, what: str, **fields: object) -> Mapping[str, Any]:  # what: `hello` or `game`; returns the answer
        clock = datetime.now(UTC).isoformat(timespec="milliseconds")
        return tell_hall(self._file.door, what, {"v": HALL_VERSION, "device": self._file.device, "clock": clock, **fields})

    def _hello(self) -> None:
        """Say that the table is there, and take the match and the note of the answer."""
        answer = self._post("hello")
        self._hello_at = time.monotonic()
        match, problem = answer.get("match"), ""
        if match is not None and match != self._match:
            try:
                _check_assignment(match)
                self._start_command(match)
            except (ProtocolError, RefusedError, ValueError) as error:
                match, problem = (
                    None,
                    tr("the hall names a match that cannot be played here: {reason}; {why}", reason=error, why=_other_version()),
                )
        self._match, self._note = match, _sentence(problem or answer.get("note", ""))
        self._unsettle_lost_games()

    def _start_command(self, match: Mapping[str, Any]) -> StartGame:
        """Return the command that begins a match."""
        setting = EventSetting(match["event"], level=match["level"], by=match["by"], hands=match["hands"])
        command = parse_start(start_message(setting, match["players"]))
        new_game_record(command)  # refuses what cannot be played here
        return command

    def _games_of_match(self) -> list[tuple[int, MatchGame]]:
        """Return the games of the match that the hall has for this table, each with its place in the file."""
        match = self._match
        if match is None:
            return []
        games = enumerate(self._file.games)
        return [(index, game) for index, game in games if (game.match, game.event) == (match["match"], match["began"])]

    def _is_finished(self) -> bool:
        """Whether the match was played to its end; a hall restored from a backup may give its number to others in a round drawn anew."""
        games, match = self._games_of_match(), self._match
        return match is not None and any(game.status.over and _have_same_names(game.players, match["players"]) for _, game in games)

    def _unsettle_lost_games(self) -> None:
        """Have games of the match sent once more that the hall lacks, as it may be restored from a backup or had another database.

        Those are a game that is over and has no result there, and one that was refused.
        """
        if self._match is None or self._match["done"]:
            return
        for index, game in self._games_of_match():
            lacks = game.settled and (game.status.over or game.have == NOT_SENT)
            if lacks and game.game not in self._sent_again:
                self._sent_again.add(game.game)  # once: a result that was refused is entered by hand
                self._keep(index, replace(game, have=0, settled=False))
                self._refused = (None, "")

    def _note_game(self) -> None:
        """Remember the game on the table as one of the match, if its players are those of the match, and its status."""
        latest, match = self._latest, self._match
        number, players = latest.get("game"), latest.get("players")
        if not isinstance(number, int) or not isinstance(players, list):
            return
        games = enumerate(self._file.games)
        index = next((index for index, game in games if game.number == number and _have_same_names(game.players, players)), None)
        if index is None:
            if match is None or match["done"] or self._is_finished() or not _have_same_names(players, match["players"]):
                return
            self._file.games.append(MatchGame(number, str(uuid.uuid4()), match["match"], match["began"], tuple(match["players"])))
            index = len(self._file.games) - 1
        game = self._file.games[index]
        status = _status_of(latest, game.players, self._question or self._problem, challenge=self._referee_called)
        if status != game.status:
            self._file.games[index] = replace(game, status=status, settled=False)
            self._file.write()

    def _send_game(self, index: int) -> None:
        """Send what the hall lacks of the game at this index of the file, in parts; where it has fewer lines than before, more of them.

        It stops where an answer has no more lines than the one before; the next `step` tries again.
        """
        goes_on, went_back = True, False
        while goes_on:
            game = self._file.games[index]
            lines = self._store.lines(game.number)[game.have :]
            if game.settled and not lines:
                return
            kept = self._store.game(game.number)
            if not _is_own(kept, game):
                return
            part = lines[:MAX_LINES_SENT]
            last = len(part) == len(lines)
            ended = kept is not None and kept.ended and last
            status = replace(game.status, over=game.status.over and last, ended=ended, at=part[-1].at if part else game.status.at)
            try:
                answer = self._post(
                    "game",
                    match=game.match,
                    event=game.event,
                    game=game.game,
                    setting=kept.setting if kept else "",
                    lines=[line_json(line) for line in part],
                    stand=status_json(status),
                )
            except HallRefusedError as error:
                if error.status in (400, GONE):  # sending it again would not help; the kept game stays
                    if error.status == GONE:  # where the event comes back, this game is sent again
                        self._sent_again.discard(game.game)
                    self._keep(index, replace(game, have=NOT_SENT, settled=True))
                    self._refused = game.number, str(error)
                    return
                raise
            try:
                have = whole_number(answer.get("have"), 0, game.have + len(lines))
            except ValueError as error:
                raise HallError(_other_version()) from error
            settled = answer.get("settled") is True and last and have >= game.have + len(part)
            self._keep(index, replace(game, have=have, settled=settled))
            self._note_refusal(game, answer.get("why", ""))
            goes_on = not (settled or (last and have == game.have) or (went_back and have <= game.have))
            went_back = went_back or have <= game.have

    def _note_refusal(self, game: MatchGame, why: object) -> None:
        """Remember why the hall did not take the result of a game; an empty reason clears that of the same game."""
        if why or self._refused[0] == game.number:
            self._refused = game.number, _sentence(why)

    def _keep(self, index: int, game: MatchGame) -> None:  # in the file, at its place
        if self._file.games[index] != game:
            self._file.games[index] = game
            self._file.write()

    def _begin_match(self) -> None:
        """Have the table begin the match that waits, or resume its game after a restart.

        Only where no game is played on it, or the game of another match, which is over for the hall: a referee counted it when time was up.
        """
        match, self._plays_own = self._match, False
        if match is None or match["done"] or self.put is None:
            return
        now = next((game for game in self._file.games if game.number == self._latest.get("game")), None)
        past = now is not None and (now.match, now.event) != (match["match"], match["began"])
        if not past and self._latest.get("state") not in ("none", "over", "practice"):
            players = self._latest.get("players")
            self._plays_own = isinstance(players, list) and not _have_same_names(players, match["players"])
            return
        games = [game for _, game in self._games_of_match() if not game.status.over]
        if self._is_finished() or time.monotonic() - self._begun_at < BEGIN_SECONDS:
            return
        self._begun_at = time.monotonic()
        dealt = [game.number for game in games if (kept := self._store.game(game.number)) is not None and _is_own(kept, game)]
        if dealt:
            self.put(TableRequest(ResumeGame(dealt[-1]), None, 0, "go_on", now.number if past and now else None))
            return
        self.put(TableRequest(self._start_command(match), None, 0, "start", now.number if past and now else None))


def closes_question(before: Message, now: Message) -> bool:
    """Return whether a message of type `game` ends an open question: another game is on the table, or none is played."""
    return now.get("state") != "playing" or now.get("game") != before.get("game")


def _other_version() -> str:  # the message
    return tr("the table and the hall are of different versions of this program; install the same on both")


def _check_assignment(match: object) -> None:
    """Raise ``ValueError`` where an assignment of the hall lacks a key or has a wrong value; keys of a later version do not matter."""
    data = match if isinstance(match, dict) else {}
    whole_number(data.get("match"), 1, 2**31 - 1)
    if not all(plain_text(data.get(key), MAX_SENTENCE) for key in ("event", "began", "level", "by", "hands")):
        raise ValueError(tr("its setting is not whole"))
    players = [plain_text(name, MAX_SENTENCE) for name in list_of(data.get("players"), 2)]
    if len(set(players)) != 2 or not isinstance(data.get("done"), bool):
        raise ValueError(tr("two entries play, and it is done or not"))


def _have_same_names(some: Iterable[str], others: Iterable[str]) -> bool:
    return sorted(some) == sorted(others)


def _is_own(kept: KeptGame | None, game: MatchGame) -> bool:
    """Return whether a kept game has the players of a match; in another file of games its number can be another game's."""
    return kept is None or _have_same_names(kept.players, game.players)


def _sentence(text: object) -> str:
    """Return a text as one printable line of at most ``MAX_SENTENCE`` characters: the hall refuses a game with any other."""
    printable = "".join(letter if letter.isprintable() else " " for letter in str(text))
    return " ".join(printable.split())[:MAX_SENTENCE]


def _status_of(message: Message, players: tuple[str, ...], waits: str, *, challenge: bool) -> GameStatus:
    """Return the status of a game by its message of type `game`; `players` is the order of the scores."""
    scores, plays = message.get("scores"), message.get("plays")
    last = plays[-1] if isinstance(plays, list) and plays else {}
    data = scores if isinstance(scores, dict) and message.get("state") != "waiting" and set(players) <= set(scores) else None
    return GameStatus(
        scores=None if data is None else (int(data[players[0]]), int(data[players[1]])),
        said=_sentence(last.get("said", "")),
        points=int(last.get("points", 0)),
        over=message.get("state") == "over",
        waits=_sentence(waits),
        challenge=challenge,
    )
