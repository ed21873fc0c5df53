"""The store of games at a real table: an append-only log of lines; a play that is taken back is a line of its own.

Scores follow from the lines. Snapshots cache what was computed from them and may be lost at any time.
"""

import logging
import sqlite3
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, cast

import sqlalchemy as sa

from numero_cam.base.errors import StaleError, StoreError
from numero_cam.base.files import user_folder
from numero_cam.base.install_line import install_hint
from numero_cam.base.private_files import make_private_folder
from numero_cam.catalogue import or_list, tr
from numero_cam.store.lines import GameLine, KeptGame, timestamp, timestamp_now
from numero_cam.store.postgres import check_address, driver_arguments, find_password
from numero_cam.store.sqlite_file import BEGIN_WRITE, GAMES, READ_SECONDS, connect, is_new, limit_reading, mark
from numero_cam.store.store_errors import LOGIN_HINT, check_version, named_errors

LOCK_SECONDS = GAMES.lock_seconds  #: Maximum wait for another program that writes at the same time, in seconds.
CONNECT_SECONDS = 10  #: Maximum wait for an answer of PostgreSQL, in seconds.
POSTGRES_DRIVER = "postgresql+pg8000"
EXAMPLE_ADDRESSES = or_list(("sqlite:///games.sqlite", "postgresql://NAME@HOST/DATABASE"))

# Of a connection that broke SQLAlchemy logs a traceback; what is to be said of it is raised as well.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())


def parse_address(url: str) -> sa.URL:
    """Return an address that can be used; PostgreSQL without a driver is given the one whose licence allows it to be shipped."""
    try:
        address = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):  # a port that is no number, as of `sqlite://:memory:`
        # may hold a password
        raise StoreError(
            tr("the address of the kept games cannot be read; write one such as {example}", example=EXAMPLE_ADDRESSES)
        ) from None
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername=POSTGRES_DRIVER)
    if address.drivername not in (POSTGRES_DRIVER, "sqlite"):
        kind, example = address.drivername, EXAMPLE_ADDRESSES
        raise StoreError(tr("games cannot be kept in {database}; write an address such as {example}", database=kind, example=example))
    if address.drivername == POSTGRES_DRIVER:
        check_address(address)
    elif address.database in (None, "", ":memory:"):
        example = EXAMPLE_ADDRESSES
        raise StoreError(tr("the address names no file: all would be lost at the end; write one such as {example}", example=example))
    elif address.query or address.host or "\0" in str(address.database):
        raise StoreError(tr("the address of a file has three slashes, then the file and no more, such as sqlite:///games.sqlite"))
    return address


def address_notices(address: sa.URL) -> tuple[str, ...]:
    """Return what is to be said of an address that can be used, a line each: why a password file is not used."""
    why = find_password(address)[1] if address.drivername == POSTGRES_DRIVER else ""
    return (why,) if why else ()


def display_address(address: sa.URL) -> str:
    """Return how a database is called in messages: its file, or its address as people write it, without the password."""
    if address.drivername == "sqlite":
        return str(address.database)
    return address.set(drivername=address.get_backend_name(), query={}).render_as_string(hide_password=True)


def open_engine(address: sa.URL, trusted_seconds: float = 0.0) -> sa.Engine:
    """Return an engine whose transactions are on disk when they are done; a new file of SQLite is private.

    Args:
        address: Of the database.
        trusted_seconds: Time after its last use in which a connection is not asked whether it still lives, in seconds. A transaction can
            then fail where the server was restarted; whoever repeats those that fail saves two round trips each.
    """
    if address.drivername == "sqlite":
        path = Path(str(address.database))
        engine = sa.create_engine(address, creator=lambda: connect(path, replace(GAMES, lock_seconds=LOCK_SECONDS)))
        sa.event.listen(engine, "begin", _begin_transaction)
        return engine
    bare = sa.URL.create(address.drivername)
    try:
        engine = sa.create_engine(bare, connect_args={**driver_arguments(address), "timeout": CONNECT_SECONDS})
    except ModuleNotFoundError as error:
        raise StoreError(
            tr("PostgreSQL needs {package}; install it with: {line}", package=error.name, line=install_hint("postgres"))
        ) from error
    sa.event.listen(engine, "do_connect", _connect_postgres)
    sa.event.listen(engine, "connect", _set_lock_timeout)
    _replace_dead_connections(engine, trusted_seconds)
    return engine


def _begin_transaction(connection: sa.Connection) -> None:
    """Begin a transaction; with `alone` each statement is one."""
    does = connection.get_execution_options().get("does")
    limit_reading(_driver_connection(connection), READ_SECONDS if does == "read" else None)
    if does != "alone":
        connection.exec_driver_sql(BEGIN_WRITE if does == "write" else "BEGIN")


def _connect_postgres(dialect: sa.Dialect, _record: object, positional: Any, named: Any) -> object:  # noqa: ANN401 - of the driver
    """Connect, and turn errors that the driver does not handle into words: a missing password, a server of another kind."""
    try:
        return dialect.connect(*positional, **named)
    except AttributeError as error:
        if named.get("password") is not None:
            raise
        raise ConnectionError(tr("the server asks for a password; {hint}", hint=LOGIN_HINT)) from error
    except (struct.error, LookupError, ArithmeticError, MemoryError) as error:
        raise ConnectionError(tr("what answers there is no PostgreSQL")) from error


def _set_lock_timeout(connection: Any, _record: object) -> None:  # noqa: ANN401 - a connection of pg8000
    """Limit the wait for locks of other writers."""
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    connection.commit()


def _replace_dead_connections(engine: sa.Engine, trusted_seconds: float) -> None:
    """Replace dead connections at checkout. SQLAlchemy's own ping does not know all errors that pg8000 raises."""
    errors = OSError, engine.dialect.loaded_dbapi.Error
    last_error = [float("-inf")]  # after an error every connection is asked

    def ping(connection: Any, record: Any, _proxy: object) -> None:  # noqa: ANN401 - of pg8000 and of SQLAlchemy
        if record.info.get(_USED_AT, float("-inf")) > max(time.monotonic() - trusted_seconds, last_error[0]):
            return
        try:
            connection.cursor().execute("SELECT 1")
            connection.rollback()
        except errors as error:
            raise sa.exc.DisconnectionError from error

    def note_use(connection: Any, record: Any) -> None:  # noqa: ANN401 - of pg8000 and of SQLAlchemy
        if connection is not None:
            record.info[_USED_AT] = time.monotonic()

    def note_error(_context: object) -> None:
        last_error[0] = time.monotonic()

    sa.event.listen(engine, "checkout", ping)
    sa.event.listen(engine, "checkin", note_use)
    sa.event.listen(engine, "handle_error", note_error)


_USED_AT = "used_at"
Doing = Literal["read", "write", "alone"]  #: What a transaction does; with `alone` each statement is one.
MAX_GAME_NUMBER = 2**31 - 1
#: PostgreSQL advisory lock that is held while the tables are made, so that two programs do not make them at once.
ADVISORY_LOCK = 0x4E554D47

_meta = sa.MetaData()
_about = sa.Table("numero_cam_about", _meta, sa.Column("version", sa.Integer, primary_key=True, autoincrement=False))
_games = sa.Table(
    "numero_cam_games",
    _meta,
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("began", sa.String(32), nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("setting", sa.Text, nullable=False),
    sqlite_autoincrement=True,  # the number of a deleted game is never given again: somebody may still write to it
)
_lines = sa.Table(
    "numero_cam_lines",
    _meta,
    sa.Column("game", sa.Integer, sa.ForeignKey(_games.c.game, ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("by", sa.String(16), nullable=False),
    sa.Column("seen", sa.Text, nullable=False),
)
# Databases of earlier versions lack it, and earlier versions do not look at it: the version stays the same.
_snapshots = sa.Table(
    "numero_cam_snapshots",
    _meta,
    sa.Column("game", sa.Integer, sa.ForeignKey(_games.c.game, ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class GameStore:
    """All games that were kept. Several programs and threads may use the same games at once.

    Args:
        engine: Of SQLAlchemy.
        name: Of the file or database, for messages.
        notices: What is to be said to whoever opens it, a line each.
    """

    def __init__(self, engine: sa.Engine, name: str, notices: tuple[str, ...] = ()) -> None:
        self._engine, self._name, self.notices = engine, name, notices

    @classmethod
    def open(cls, url: str | None = None) -> "GameStore":
        """Open the games of this user, or those of a database.

        Args:
            url: As `sqlite:///games.sqlite` or `postgresql://name:password@host/database`; None for the file in the user's folder.
        """
        place = user_folder() / "games.sqlite"
        if url is None:
            with named_errors(place):
                make_private_folder(place.parent)
        address = parse_address(url) if url is not None else sa.URL.create("sqlite", database=str(place))
        store = cls(open_engine(address), display_address(address), address_notices(address))
        try:
            store._claim()
        except StoreError as error:
            store.close()
            raise StoreError("; ".join((str(error), *store.notices))) from error
        except BaseException:
            store.close()
            raise
        return store

    def begin(self, setting: str, players: Sequence[str], began: datetime | None = None) -> int:
        """Keep a new game and return its number.

        Args:
            setting: How it is played.
            players: In the order of play.
            began: When; None for now.
        """
        row = {"began": timestamp(began or datetime.now(UTC)), "players": "\n".join(players), "setting": setting}
        with self._whole("write") as connection:
            return int(connection.execute(_games.insert().values(row)).inserted_primary_key[0])  # type: ignore[index]

    def append(self, game: int, lines: Sequence[GameLine], expect: int | None = None) -> int:
        """Keep lines of a game, all of them or none, and return the number of its last line.

        Args:
            game: Its number.
            lines: In their order; their numbers are given here.
            expect: Number of the last line as the writer knows the game; None where it does not matter. Where it is not known whether
                lines were kept they are given again with the same times, first of all: they are there once.
        """
        with self._whole("write") as connection:
            # Who holds the row of the game writes its lines; SQLite has one writer anyway.
            if connection.execute(sa.select(_games.c.game).where(_games.c.game == game).with_for_update()).first() is None:
                raise StoreError(tr("{file}: there is no game {game} any more; somebody deleted it", file=self._name, game=game))
            last = _last_number(connection, game)
            known = [] if expect is None else _lines_after(connection, game, expect)
            if last < (expect or 0) or known != [_content(line) for line in lines[: len(known)]]:
                raise StaleError(
                    tr("{file}: another program wrote to game {game} meanwhile; go on with it anew", file=self._name, game=game)
                )
            rows = [_row(game, n, line) for n, line in enumerate(lines[len(known) :], last + 1)]
            if rows:
                connection.execute(_lines.insert(), rows)
            return last + len(rows)

    def lines(self, game: int) -> tuple[GameLine, ...]:
        """Return all lines of a game in their order."""
        with self._whole("read") as connection:
            rows = connection.execute(sa.select(_lines).where(_lines.c.game == game).order_by(_lines.c.n)).all()
        return tuple(GameLine(row.kind, row.text, row.by, row.seen, row.n, row.at) for row in rows)

    def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
        """Return the games that have a line, newest first."""
        return self._found(sa.true(), limit)

    def game(self, number: int) -> KeptGame | None:
        """Return one game; None where there is none of this number, or nothing was kept of it."""
        return next(iter(self._found(_games.c.game == number, 1)), None) if 0 < number <= MAX_GAME_NUMBER else None

    def delete(self, game: int) -> bool:
        """Remove a game and all its lines, so that nothing of it stays in the file; return whether it was there.

        In PostgreSQL the rows are removed; when their room is written over is the server's affair.
        """
        if not 0 < game <= MAX_GAME_NUMBER:
            return False
        with self._whole("write") as connection:
            connection.execute(_lines.delete().where(_lines.c.game == game))
            found = bool(connection.execute(_games.delete().where(_games.c.game == game)).rowcount)
        if found and self._is_file:
            self._empty(game)
        return found

    def replace(self, game: int, setting: str, players: Sequence[str], lines: Sequence[GameLine]) -> None:
        """Keep a game anew under its number, with other players and lines; nothing of the old ones stays in the file.

        Args:
            game: Its number.
            setting: How it is played.
            players: In the order of play.
            lines: In their order; their numbers are given here.
        """
        with self._whole("write") as connection:
            found = connection.execute(_games.update().where(_games.c.game == game).values(players="\n".join(players), setting=setting))
            if not found.rowcount:
                raise StoreError(tr("{file}: there is no game {game} any more; somebody deleted it", file=self._name, game=game))
            connection.execute(_lines.delete().where(_lines.c.game == game))
            if sa.inspect(connection).has_table(_snapshots.name):
                connection.execute(_snapshots.delete().where(_snapshots.c.game == game))
            connection.execute(_lines.insert(), [_row(game, n, line) for n, line in enumerate(lines, 1)])
        if self._is_file:
            self._empty(game)

    def snapshots(self, games: Sequence[KeptGame], version: str | None) -> dict[int, str]:
        """Return what was worked out of games as they are now, by their numbers; those are missing that were kept of fewer lines.

        Args:
            games: The games, as `games` gives them.
            version: Of the rules by which it was worked out; what other rules made is missing. None for any.
        """
        lines = {kept.game: kept.lines for kept in games}
        by_version = sa.true() if version is None else _snapshots.c.version == version
        wanted = by_version & _snapshots.c.game.between(min(lines, default=0), max(lines, default=0))
        with self._whole("read") as connection:
            if not sa.inspect(connection).has_table(_snapshots.name):
                return {}
            rows = connection.execute(sa.select(_snapshots).where(wanted)).all()
        return {row.game: row.body for row in rows if lines.get(row.game) == row.n}

    def keep_snapshots(self, bodies: Mapping[KeptGame, str], version: str) -> None:
        """Keep what was worked out of games as they were read; deleted with its game."""
        rows = [{"game": kept.game, "n": kept.lines, "version": version, "body": body} for kept, body in bodies.items()]
        with self._whole("write") as connection:
            _snapshots.create(connection, checkfirst=True)
            connection.execute(_snapshots.delete().where(_snapshots.c.game.in_([kept.game for kept in bodies])))
            connection.execute(_snapshots.insert(), rows)

    def close(self) -> None:
        """Let go of the database; may be called again."""
        self._engine.dispose()

    @property
    def _is_file(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def _found(self, wanted: sa.ColumnElement[bool], limit: int | None) -> tuple[KeptGame, ...]:
        last = sa.select(_lines.c.game, sa.func.max(_lines.c.n).label("n")).group_by(_lines.c.game).subquery()
        query = (
            sa.select(_games, _lines.c.n, _lines.c.kind)
            .join(last, last.c.game == _games.c.game)
            .join(_lines, (_lines.c.game == last.c.game) & (_lines.c.n == last.c.n))
            .where(wanted)
            .order_by(_games.c.game.desc())
            .limit(limit)
        )
        with self._whole("read") as connection:
            rows = connection.execute(query).all()
        return tuple(KeptGame(row.game, row.began, tuple(row.players.split("\n")), row.setting, row.n, row.kind == "end") for row in rows)

    def _empty(self, game: int) -> None:
        """Write the file anew without free pages, and empty its log, which holds old ones."""
        with self._whole("alone") as connection:
            connection.exec_driver_sql("VACUUM")
            busy, *_ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        if busy:
            raise StoreError(
                tr(
                    "{file}: game {game} was removed; another program has the file open, and traces stay until it is closed",
                    file=self._name,
                    game=game,
                )
            )

    def _claim(self) -> None:
        """Make the tables of a new database; refuse one that is another program's, or of a later version."""
        with self._whole("read") as connection:
            version = self._version(connection)
        if version is None:
            with self._whole("write") as connection:
                if not self._is_file:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ADVISORY_LOCK)))
                version = self._version(connection) or self._make(connection)
        check_version(self._name, version, GAMES.version)

    def _version(self, connection: sa.Connection) -> int | None:
        """The version of the database; None where it is new."""
        new = self._is_file and is_new(_driver_connection(connection), Path(self._name), GAMES)
        if new or not sa.inspect(connection).has_table(_about.name):
            return None
        return connection.execute(sa.select(sa.func.max(_about.c.version))).scalar()

    def _make(self, connection: sa.Connection) -> int:
        _meta.create_all(connection)
        connection.execute(_about.insert().values(version=GAMES.version))
        if self._is_file:
            mark(_driver_connection(connection), GAMES)
        return GAMES.version

    @contextmanager
    def _whole(self, does: Doing) -> Iterator[sa.Connection]:
        """A transaction: all of it is kept, or nothing; with `alone` each statement is one."""
        with named_errors(self._name, sa.exc.SQLAlchemyError), self._engine.execution_options(does=does).begin() as connection:
            yield connection


def _driver_connection(connection: sa.Connection) -> sqlite3.Connection:
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def _last_number(connection: sa.Connection, game: int) -> int:
    """The number of the last line of a game; 0 where it has none."""
    return int(connection.execute(sa.select(sa.func.coalesce(sa.func.max(_lines.c.n), 0)).where(_lines.c.game == game)).scalar_one())


def _lines_after(connection: sa.Connection, game: int, n: int) -> list[tuple[str, ...]]:
    """The lines of a game after one of them, as `_content` tells lines."""
    query = sa.select(_lines).where((_lines.c.game == game) & (_lines.c.n > n)).order_by(_lines.c.n)
    return [_content(row) for row in connection.execute(query)]


def _row(game: int, n: int, line: GameLine) -> dict[str, object]:
    """Return a line as the table of lines keeps it."""
    return {
        "game": game,
        "n": n,
        "at": line.at or timestamp_now(),
        "kind": line.kind,
        "text": line.text,
        "by": line.by,
        "seen": line.seen,
    }


def _content(line: GameLine | sa.Row[Any]) -> tuple[str, ...]:
    return line.kind, line.text, line.by, line.seen, line.at
