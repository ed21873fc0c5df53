"""Games at a real table, kept line by line: what was written is never changed, and a play taken back is a line of its own.

The only module that knows SQLAlchemy. Scores are not kept: they follow from the lines.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa

from numero_cam.base.errors import StoreError
from numero_cam.base.files import user_folder

Kind = Literal["deal", "operation", "undo", "problem", "note", "end"]
By = Literal["eyes", "person"]
VERSION = 1

_meta = sa.MetaData()
_about = sa.Table("about", _meta, sa.Column("version", sa.Integer, primary_key=True))
_games = sa.Table(
    "games",
    _meta,
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("began", sa.String(32), nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("setting", sa.Text, nullable=False),
)
_lines = sa.Table(
    "lines",
    _meta,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.game", ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("by", sa.String(16), nullable=False),
    sa.Column("seen", sa.Text, nullable=False),
)


@dataclass(frozen=True)
class Kept:
    """One line of a game.

    Attributes:
        kind: `deal`: the text of the game up to here; `operation`: a line of its text; `undo`: the last operation that stands was none;
            `problem`, `note`: a line for people; `end`: nobody watches it any more.
        text: What it says.
        by: Who said so.
        seen: What the eyes made of it, an object of JSON; empty where nothing is to be said.
        n: Number of the line, from 1; 0 before it is kept.
        at: When it was kept, ISO 8601 in UTC; empty before.
    """

    kind: Kind
    text: str = ""
    by: By = "eyes"
    seen: str = ""
    n: int = 0
    at: str = ""


@dataclass(frozen=True)
class KeptGame:
    """A game that was kept.

    Attributes:
        game: Its number, from 1.
        began: When, ISO 8601 in UTC.
        players: In the order of play.
        setting: How it is played, as it was given.
        lines: How many lines it has: its revision.
        ended: Whether its last line is an end.
    """

    game: int
    began: str
    players: tuple[str, ...]
    setting: str
    lines: int
    ended: bool


class GameStore:
    """All games that were kept.

    Args:
        engine: Of SQLAlchemy.
        name: Of the file or database, for messages.
    """

    def __init__(self, engine: sa.Engine, name: str) -> None:
        self._engine, self._name = engine, name

    @classmethod
    def open(cls, url: str | None = None) -> "GameStore":
        """Open the games of this user, or those of a database.

        Args:
            url: As `sqlite:///games.sqlite` or `postgresql+pg8000://...`; None for the file in the user's folder.

        Raises:
            StoreError: It cannot be opened, or is of a later version of this program.
        """
        place = user_folder() / "games.sqlite"
        name = url or str(place)
        try:
            if url is None:
                place.parent.mkdir(parents=True, exist_ok=True)
            engine = sa.create_engine(url or f"sqlite:///{place}")
        except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ModuleNotFoundError, OSError) as error:
            message = f"{name}: cannot be opened: {error}"
            raise StoreError(message) from error
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _strict)
        store = cls(engine, name)
        store._claim()
        return store

    def begin(self, setting: str, players: Sequence[str], began: datetime | None = None) -> int:
        """Keep a new game and return its number.

        Raises:
            StoreError: It cannot be kept.
        """
        row = {"began": _time(began), "players": "\n".join(players), "setting": setting}
        with self._whole() as connection:
            return int(connection.execute(_games.insert().values(row)).inserted_primary_key[0])  # type: ignore[index]

    def append(self, game: int, lines: Sequence[Kept]) -> int:
        """Keep lines of a game, all of them or none, and return the number of its last line.

        Raises:
            StoreError: They cannot be kept.
        """
        with self._whole() as connection:
            last = int(
                connection.execute(sa.select(sa.func.coalesce(sa.func.max(_lines.c.n), 0)).where(_lines.c.game == game)).scalar_one()
            )
            rows = [
                {"game": game, "n": n, "at": _time(), "kind": line.kind, "text": line.text, "by": line.by, "seen": line.seen}
                for n, line in enumerate(lines, last + 1)
            ]
            if rows:
                connection.execute(_lines.insert(), rows)
            return last + len(rows)

    def lines(self, game: int) -> tuple[Kept, ...]:
        """Return all lines of a game in their order.

        Raises:
            StoreError: They cannot be read.
        """
        with self._whole() as connection:
            rows = connection.execute(sa.select(_lines).where(_lines.c.game == game).order_by(_lines.c.n)).all()
        return tuple(Kept(row.kind, row.text, row.by, row.seen, row.n, row.at) for row in rows)

    def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
        """Return the games that have a deal, newest first.

        Raises:
            StoreError: They cannot be read.
        """
        last = sa.select(_lines.c.game, sa.func.max(_lines.c.n).label("n")).group_by(_lines.c.game).subquery()
        kinds = sa.select(_lines.c.game, _lines.c.n, _lines.c.kind).subquery()
        query = (
            sa.select(_games, last.c.n, kinds.c.kind)
            .join(last, last.c.game == _games.c.game)
            .join(kinds, (kinds.c.game == last.c.game) & (kinds.c.n == last.c.n))
            .order_by(_games.c.game.desc())
            .limit(limit)
        )
        with self._whole() as connection:
            rows = connection.execute(query).all()
        return tuple(KeptGame(row.game, row.began, tuple(row.players.split("\n")), row.setting, row.n, row.kind == "end") for row in rows)

    def game(self, number: int) -> KeptGame | None:
        """Return one game; None where there is none of this number."""
        return next((game for game in self.games() if game.game == number), None)

    def delete(self, game: int) -> bool:
        """Remove a game and all its lines; return whether it was there.

        Raises:
            StoreError: It cannot be removed.
        """
        with self._whole() as connection:
            connection.execute(_lines.delete().where(_lines.c.game == game))
            return bool(connection.execute(_games.delete().where(_games.c.game == game)).rowcount)

    def close(self) -> None:
        """Let go of the database; may be called again."""
        self._engine.dispose()

    def _claim(self) -> None:
        with self._whole() as connection:
            _meta.create_all(connection)
            version = connection.execute(sa.select(_about.c.version)).scalar()
            if version is None:
                connection.execute(_about.insert().values(version=VERSION))
            elif version > VERSION:
                message = f"{self._name}: was written by a later version of this program; install that one"
                raise StoreError(message)

    @contextmanager
    def _whole(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            why = " ".join(str(getattr(error, "orig", None) or error).split())
            message = f"{self._name}: cannot be used: {why}"
            raise StoreError(message) from error


def _strict(connection: Any, _record: object) -> None:  # noqa: ANN401 - a connection of sqlite3
    """On disk before it is told; what is deleted is overwritten."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {pragma}")


def _time(when: datetime | None = None) -> str:
    return (when or datetime.now(UTC)).isoformat(timespec="milliseconds")
