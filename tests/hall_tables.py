"""Tables of a hall without cameras, in a process of its own: each plays recorded games, and sends them by the link of the live table.

`play_tables` plays a line each SECONDS until its process is killed. What a table wrote is in FOLDER/NUMBER; a process that is started again
goes on with it. After SIGUSR1 it plays no more, and still sends.
"""

import random
import signal
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from numero_cam.app.table_games import setting_text
from numero_cam.app.watch_recording import WatchedGame
from numero_cam.games.numero.engine import game_text
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.hall.client import HallAwayError, join
from numero_cam.hall.link import HallLink, LinkFile
from numero_cam.live.table_commands import ResumeGame, StartGame, TableRequest
from numero_cam.store.games import GameStore
from numero_cam.store.lines import timestamp_now
from tests.kept_game import played

HOME, AWAY = "Firstplayer", "Secondplayer"


class RecordedGame:
    """The game of a seed, played once, with the names of any two players."""

    def __init__(self, seed: int) -> None:
        game = played(seed, names=(HOME, AWAY))
        plays = list(zip(game.states, game.operations, game.states[1:], strict=False))[1:]
        self._setting = setting_text(WatchedGame(GameSetup(game.options, game.names), 0, None))
        self._lines = [game_text(game.replayed(1)), *(operation_lines(game, state, operation)[0] for state, operation, _ in plays)]
        self._scores = [[seat.score for seat in after.seats] for _, _, after in [(0, 0, game.states[1]), *plays]]

    def __len__(self) -> int:
        return len(self._lines)

    def setting(self, names: list[str]) -> str:
        """How it is played, with these names."""
        return _named(self._setting, names)

    def line(self, n: int, names: list[str]) -> LogEntry:
        """Its line of this number, from 1."""
        return LogEntry("deal" if n == 1 else "operation", _named(self._lines[n - 1], names), at=timestamp_now())

    def message(self, number: int, n: int, names: list[str]) -> dict[str, object]:
        """What pages are told after this line; 0 before the deal."""
        state = "waiting" if n == 0 else "over" if n == len(self) else "playing"
        scores = dict(zip(names, self._scores[max(0, n - 1)], strict=True))
        plays = [] if n < 2 else [{"said": f"Play {n} of a game.", "points": sum(self._scores[n - 1]) - sum(self._scores[n - 2])}]
        return {"type": "game", "state": state, "game": number, "players": names, "scores": scores, "plays": plays}


def _named(text: str, names: list[str]) -> str:
    return text.replace(HOME, names[0]).replace(AWAY, names[1])


class PlayingTable:
    """A table that plays a game until its process is killed."""

    def __init__(self, folder: Path, address: str, number: int, code: str, game: RecordedGame) -> None:
        folder.mkdir(exist_ok=True, parents=True)
        self._store, self._game = GameStore.open(f"sqlite:///{folder / 'games.sqlite'}"), game
        file = LinkFile.read(folder / "hall.json", address, number)
        while not file.door.cookie:
            try:
                file.door = join(address, code)
                file.write()
            except HallAwayError:
                time.sleep(1)
        self._link = HallLink(self._store, file, lambda _: None)
        self._number, self._names, self._n = 0, list[str](), 0
        self._lock = threading.Lock()  # the link begins games in a thread of its own
        self._link.hear({"type": "game", "state": "none"})
        self._link.start(self._put)

    def play(self) -> None:
        """Write the next line of the game, if one is played."""
        with self._lock:
            if not self._number or self._n >= len(self._game):
                return
            self._n = self._store.append(self._number, [self._game.line(self._n + 1, self._names)], self._n)
            self._tell()

    def _put(self, request: TableRequest) -> None:
        """Do as the live table does: begin a game, or go on with one."""
        with self._lock:
            match request.command:
                case StartGame(players=players):
                    self._names, self._n = list(players), 0
                    self._number = self._store.begin(self._game.setting(self._names), players)
                case ResumeGame(number):
                    kept = self._store.game(number)
                    assert kept is not None
                    self._names, self._n, self._number = list(kept.players), kept.lines, number
            self._tell()

    def _tell(self) -> None:
        self._link.hear(self._game.message(self._number, self._n, self._names))


GAME = RecordedGame(7)  #: What every table plays. A process that starts others has it once for all.


def play_tables(folder: Path, address: str, seconds: float, tables: Mapping[int, str]) -> None:
    """Play at tables, each in turn, so that the plays are spread over the time; so many seconds lie between two plays of one.

    ``tables``: number and code of each.
    """
    chance, ended = random.Random(), threading.Event()  # noqa: S311
    signal.signal(signal.SIGUSR1, lambda *_: ended.set())
    playing = [PlayingTable(folder / str(number), address, number, code, GAME) for number, code in tables.items()]
    while not ended.wait(seconds * chance.uniform(0.5, 1.5) / len(playing)):
        chance.choice(playing).play()
    threading.Event().wait()
