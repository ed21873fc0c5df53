"""The store of games at a real table, a file of SQLite: an append-only log of lines; a play that is taken back is a line of its own.

Scores follow from the lines. Snapshots cache what was computed from them and may be lost at any time.
"""

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

from numero_cam.base.errors import StaleError, StoreError
from numero_cam.base.files import user_folder
from numero_cam.base.private_files import make_private_folder
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.log_entry import LogEntry, read_entry
from numero_cam.store.lines import Computed, KeptGame, timestamp, timestamp_now
from numero_cam.store.sqlite_file import GAMES, READ_SECONDS, Doing, connect, is_new, limit_reading, mark, whole_transaction
from numero_cam.store.store_errors import check_version, named_errors

ADDRESS = "sqlite:///"  #: Begins the address of a file.
EXAMPLE = f"{ADDRESS}games.sqlite"  #: Address that messages show.
COPY_LINE = "numero-cam game copy ADDRESS"  #: Command that copies the games of a PostgreSQL database.
MAX_GAME_NUMBER = 2**31 - 1  #: Maximum number of a game; larger ones are those of no game.
TABLES = (
    "CREATE TABLE numero_cam_about (version INTEGER NOT NULL PRIMARY KEY)",
    # The number of a deleted game is never given again: somebody may still write to it.
    """CREATE TABLE numero_cam_games (game INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, began VARCHAR(32) NOT NULL, players TEXT NOT NULL,
    setting TEXT NOT NULL)""",
    """CREATE TABLE numero_cam_lines (game INTEGER NOT NULL, n INTEGER NOT NULL, at VARCHAR(32) NOT NULL, kind VARCHAR(16) NOT NULL,
    text TEXT NOT NULL, "by" VARCHAR(16) NOT NULL, seen TEXT NOT NULL, PRIMARY KEY (game, n),
    FOREIGN KEY (game) REFERENCES numero_cam_games (game) ON DELETE CASCADE)""",
)
# Files of earlier versions lack the tables below, and earlier versions do not look at them: the version stays the same.
_COMPUTED = """CREATE TABLE IF NOT EXISTS numero_cam_{what} (game INTEGER NOT NULL PRIMARY KEY, n INTEGER NOT NULL,
    version TEXT NOT NULL, body TEXT NOT NULL, FOREIGN KEY (game) REFERENCES numero_cam_games (game) ON DELETE CASCADE)"""
_LEARNERS = "CREATE TABLE IF NOT EXISTS numero_cam_learners (name TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL)"
COLUMNS = ("kind", "text", "by", "seen", "n", "at")  #: The columns of a line, keys of `LogEntry.row`.
_LINE = 'INSERT INTO numero_cam_lines (game, n, at, kind, text, "by", seen) VALUES (:game, :n, :at, :kind, :text, :by, :seen)'
#: The games that have a line, with the kind of the last one.
_FOUND = """SELECT game, began, players, setting, n, kind FROM numero_cam_games
    JOIN (SELECT game, max(n) AS n FROM numero_cam_lines GROUP BY game) USING (game) JOIN numero_cam_lines USING (game, n)"""


def games_file(address: str | None) -> Path:
    """Return the file of an address such as `sqlite:///games.sqlite`, or that in the user's folder; it need not exist."""
    if address is None:
        return user_folder() / "games.sqlite"
    if address.startswith("postgres"):
        raise StoreError(
            tr(
                "games are kept in a file now: name none, or one such as {example}; "
                "games that an earlier version kept in PostgreSQL are copied with: {line}",
                example=EXAMPLE,
                line=COPY_LINE,
            )
        )
    name = address.removeprefix(ADDRESS)
    if name in ("", address, ":memory:") or "\0" in name or "?" in name:
        raise StoreError(tr("the address of a file has three slashes, then the file and no more, such as {example}", example=EXAMPLE))
    return Path(name)


class GameStore:
    """All games that were kept. Several programs and threads may use the same file at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._changing = threading.Lock()  # of the two above
        self._claim()

    @classmethod
    def open(cls, address: str | None = None) -> "GameStore":
        """Open the games of this user, or those of a file."""
        path = games_file(address)
        if address is None:
            with named_errors(path):
                make_private_folder(path.parent)
        return cls(path)

    @property
    def address(self) -> str:
        """The address by which another program opens the same file."""
        return f"{ADDRESS}{self._path}"

    def begin(self, setting: str, players: Sequence[str], began: datetime | None = None) -> int:
        """Keep a new game, by default of now, and return its number; the store does not read its setting, see `setting_text`."""
        row = timestamp(began or datetime.now(UTC)), "\n".join(players), setting
        with self.transaction("write") as connection:
            return connection.execute("INSERT INTO numero_cam_games (began, players, setting) VALUES (?, ?, ?)", row).lastrowid or 0

    def append(self, game: int, lines: Sequence[LogEntry], expect: int | None = None) -> int:
        """Keep lines of a game, all of them or none, and return the number of its last line.

        A `StaleError` says that another program kept other lines after `expect`, a `StoreError` that the game was deleted.

        Args:
            game: Its number.
            lines: In their order; their numbers are given here.
            expect: Number of the last line that the writer knows; None for no check. Lines kept after it must be the first of `lines`,
                with equal times. So a writer that does not know whether a call succeeded repeats it, and no line is kept twice.
        """
        with self.transaction("write") as connection:
            if not connection.execute("SELECT 1 FROM numero_cam_games WHERE game = ?", (game,)).fetchone():
                raise self._gone(game)
            (last,) = connection.execute("SELECT coalesce(max(n), 0) FROM numero_cam_lines WHERE game = ?", (game,)).fetchone()
            known = [] if expect is None else [_content(row) for row in _rows(connection, game, expect)]
            if last < (expect or 0) or known != [_content(line.row) for line in lines[: len(known)]]:
                raise StaleError(
                    tr("{file}: another program wrote to game {game} meanwhile; go on with it anew", file=self._path, game=game)
                )
            new = lines[len(known) :]
            _write_lines(connection, game, last + 1, new)
            return int(last) + len(new)

    def lines(self, game: int) -> tuple[LogEntry, ...]:
        """Return all lines of a game in their order."""
        with self.transaction("read") as connection:
            return tuple(read_entry(**row) for row in _rows(connection, game, 0))

    def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
        """Return the newest `limit` games that have a line, None for all, newest first."""
        with self.transaction("read") as connection:
            rows = connection.execute(f"{_FOUND} ORDER BY game DESC LIMIT ?", (-1 if limit is None else limit,)).fetchall()
        return tuple(map(_kept_game, rows))

    def game(self, number: int) -> KeptGame | None:
        """Return one game; None where there is none of this number, or nothing was kept of it."""
        if not 0 < number <= MAX_GAME_NUMBER:
            return None
        with self.transaction("read") as connection:
            row = connection.execute(f"{_FOUND} WHERE game = ?", (number,)).fetchone()
        return row and _kept_game(row)

    def delete(self, game: int, *, rewrite: bool = True) -> bool:
        """Remove a game and all its lines, so that nothing of it stays in the file; return whether it was there.

        `rewrite` as in `replace`.
        """
        if not 0 < game <= MAX_GAME_NUMBER:
            return False
        with self.transaction("write") as connection:
            found = bool(connection.execute("DELETE FROM numero_cam_games WHERE game = ?", (game,)).rowcount)
        if found and rewrite:
            self._rewrite()
        return found

    def replace(self, game: int, setting: str, players: Sequence[str], lines: Sequence[LogEntry], *, rewrite: bool = True) -> None:
        """Keep a game anew under its number, with other players and lines; nothing of the old ones stays in the file.

        Without `rewrite` traces of them stay until something else is removed: `forget_learner` comes after several games.
        """
        new = "\n".join(players), setting, game
        with self.transaction("write") as connection:
            if not connection.execute("UPDATE numero_cam_games SET players = ?, setting = ? WHERE game = ?", new).rowcount:
                raise self._gone(game)
            for what in get_args(Computed):
                connection.execute(_COMPUTED.format(what=what))
            for table in ("lines", *get_args(Computed)):
                connection.execute(f"DELETE FROM numero_cam_{table} WHERE game = ?", (game,))  # noqa: S608 - a name of our own
            _write_lines(connection, game, 1, lines)
        if rewrite:
            self._rewrite()

    def snapshots(self, games: Sequence[KeptGame], version: str | None, what: Computed = "snapshots") -> dict[int, str]:
        """Return what was computed (JSON) by number of the game, of games that got no new line since.

        What was made by other rules than `version` is left out; None for any rules.
        """
        lines = {kept.game: kept.lines for kept in games}
        wanted = version, version, min(lines, default=0), max(lines, default=0)
        with self.transaction("read") as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (f"numero_cam_{what}",)).fetchone():
                return {}
            query = f"SELECT game, n, body FROM numero_cam_{what} WHERE (? IS NULL OR version = ?) AND game BETWEEN ? AND ?"  # noqa: S608
            rows = connection.execute(query, wanted).fetchall()
        return {game: body for game, n, body in rows if lines.get(game) == n}

    def keep_snapshots(self, bodies: Mapping[KeptGame, str], version: str, what: Computed = "snapshots") -> None:
        """Store what was computed (JSON) of each game, with its number of lines and the version of the rules; deleted with its game."""
        rows = [(kept.game, kept.lines, version, body) for kept, body in bodies.items()]
        with self.transaction("write") as connection:
            connection.execute(_COMPUTED.format(what=what))
            insert = f"INSERT OR REPLACE INTO numero_cam_{what} (game, n, version, body) VALUES (?, ?, ?, ?)"  # noqa: S608 - our own
            connection.executemany(insert, rows)

    def learner(self, name: str) -> str:
        """Return what is kept of how a person learns, a text that the store does not read; empty without any."""
        with self.transaction("read") as connection:
            return _learner(connection, name)

    def learner_names(self) -> tuple[str, ...]:
        """Return the names of which such a text is kept, by the alphabet."""
        with self.transaction("read") as connection:
            if not _has_learners(connection):
                return ()
            return tuple(name for (name,) in connection.execute("SELECT name FROM numero_cam_learners WHERE body != '' ORDER BY name"))

    def keep_learner(self, name: str, before: str, text: str) -> bool:
        """Keep a text in place of `before`; return whether that was still kept, else nothing changes."""
        with self.transaction("write") as connection:
            connection.execute(_LEARNERS)
            if _learner(connection, name) != before:
                return False
            connection.execute("INSERT OR REPLACE INTO numero_cam_learners VALUES (?, ?)", (name, text))
        return True

    def forget_learner(self, name: str) -> None:
        """Remove what is kept of how a person learns, so that nothing of it, and of whatever else was removed, stays in the file."""
        with self.transaction("write") as connection:
            connection.execute(_LEARNERS)
            connection.execute("DELETE FROM numero_cam_learners WHERE name = ?", (name,))
        self._rewrite()

    def close(self) -> None:
        """Let go of the file; may be called again."""
        with self._changing:
            self._closed, idle, self._idle = True, self._idle, []
        for connection in idle:
            connection.close()

    def _gone(self, game: int) -> StoreError:
        """Return the error that says that a game was deleted."""
        return StoreError(tr("{file}: there is no game {game} any more; somebody deleted it", file=self._path, game=game))

    def _rewrite(self) -> None:
        """Write the file anew without free pages, and empty its log, which holds old ones."""
        with self.transaction("alone") as connection:
            connection.execute("VACUUM")
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(
                tr("{file}: it was removed; another program has the file open, and traces stay until it is closed", file=self._path)
            )

    def _claim(self) -> None:
        """Make the tables of a new file; refuse one that is another program's, or of a later version."""
        try:
            with self.transaction("read") as connection:
                version = self._version(connection)
            if version is None:
                with self.transaction("write") as connection:
                    version = self._version(connection) or _make(connection)
            check_version(self._path, version, GAMES.version)
        except BaseException:
            self.close()
            raise

    def _version(self, connection: sqlite3.Connection) -> int | None:
        """Return the version of the file's tables; None where it is new."""
        if is_new(connection, self._path, GAMES):
            return None
        (version,) = connection.execute("SELECT max(version) FROM numero_cam_about").fetchone()
        if version is None:
            raise StoreError(tr("{file}: is damaged; take a copy that you kept", file=self._path))
        return int(version)

    @contextmanager
    def transaction(self, does: Doing) -> Iterator[sqlite3.Connection]:
        """Give a connection for one transaction: all of it is kept, or nothing; with `alone` each statement is one."""
        with named_errors(self._path), self._connection() as connection:
            limit_reading(connection, READ_SECONDS if does == "read" else None)
            if does == "alone":
                yield connection
            else:
                with whole_transaction(connection, writes=does == "write"):
                    yield connection

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that nobody else uses meanwhile; kept for the next, as opening one takes longer than most transactions."""
        with self._changing:
            connection = self._idle.pop() if self._idle else None
        connection = connection or connect(self._path, GAMES)
        try:
            yield connection
        finally:
            with self._changing:
                kept = not self._closed and not connection.in_transaction  # one that was broken off is closed, which takes it back
                if kept:
                    self._idle.append(connection)
            if not kept:
                connection.close()


def _make(connection: sqlite3.Connection) -> int:
    """Make the tables of a new file, and return their version."""
    for table in TABLES:
        connection.execute(table)
    connection.execute("INSERT INTO numero_cam_about VALUES (?)", (GAMES.version,))
    mark(connection, GAMES)
    return GAMES.version


def _has_learners(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'numero_cam_learners'").fetchone() is not None


def _learner(connection: sqlite3.Connection, name: str) -> str:
    if not _has_learners(connection):
        return ""
    found = connection.execute("SELECT body FROM numero_cam_learners WHERE name = ?", (name,)).fetchone()
    return str(found[0]) if found else ""


def _rows(connection: sqlite3.Connection, game: int, after: int) -> Iterator[dict[str, Any]]:
    """Return the lines of a game with a number above ``after`` in their order, each by ``COLUMNS``."""
    query = f"SELECT {', '.join(COLUMNS)} FROM numero_cam_lines WHERE game = ? AND n > ? ORDER BY n"  # noqa: S608 - names of our own
    return (dict(zip(COLUMNS, row, strict=True)) for row in connection.execute(query, (game, after)))


def _write_lines(connection: sqlite3.Connection, game: int, first: int, lines: Sequence[LogEntry]) -> None:
    """Insert lines of a game, numbered from ``first``."""
    rows = [line.row | {"game": game, "n": n, "at": line.at or timestamp_now()} for n, line in enumerate(lines, first)]
    connection.executemany(_LINE, rows)


def _content(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a line without its number, for comparison."""
    return {**row, "n": 0}


def _kept_game(row: tuple[int, str, str, str, int, str]) -> KeptGame:
    """Return the game in a row of ``_FOUND``."""
    game, began, players, setting, n, kind = row
    return KeptGame(game, began, tuple(players.split("\n")) if players else (), setting, n, kind == "end")
