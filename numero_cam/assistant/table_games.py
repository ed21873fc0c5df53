"""Games of the live table that were kept: found again, told, written to files, removed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from numero_cam.assistant.game_snapshots import Standing, standings
from numero_cam.base.errors import GameError
from numero_cam.base.outputs import write_whole
from numero_cam.games.numero.engine import Game, game_text, parse_game
from numero_cam.games.shared.texts import GameTextError
from numero_cam.store.games import GameStore, KeptGame
from numero_cam.tell.score_sheet import sheet_csv, sheet_html


@dataclass(frozen=True)
class TableGame:
    """A kept game as its lines make it.

    Attributes:
        kept: What is known without its lines.
        stands: How it stands.
    """

    kept: KeptGame
    stands: Standing

    @cached_property
    def game(self) -> Game | None:
        """The game, read when it is first asked for; None where nothing was dealt, or where it cannot be played again."""
        if not self.dealt:
            return None
        try:
            return parse_game(self.stands.text)
        except GameTextError as error:
            message = f"game {self.kept.game}: {error}"
            raise GameError(message) from error

    @property
    def dealt(self) -> bool:
        """Whether there is a game: it was dealt, and can be played again."""
        return bool(self.stands.text)

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.stands.over

    @property
    def scores(self) -> dict[str, int]:
        """The score of each player; none before the deal."""
        return dict(self.stands.scores)

    @property
    def when(self) -> str:
        """When it began, in the time of this computer: `2026-11-23 14:05`."""
        return datetime.fromisoformat(self.kept.began).astimezone().strftime("%Y-%m-%d %H:%M")

    @property
    def title(self) -> str:
        """Which game it is: `Numero, game 3, 2026-11-23 14:05`."""
        return f"Numero, game {self.kept.game}, {self.when}"

    @property
    def standing(self) -> str:
        """How it stands: `over`, `turn 7`, `not dealt`, or that it cannot be played again."""
        if not self.dealt:
            return "damaged" if self.stands.error else "not dealt"
        return "over" if self.over else f"turn {self.stands.turn}"

    def played(self) -> Game:
        """Return the game.

        Raises:
            GameError: Nothing was dealt, or it cannot be played again.
        """
        if self.game is None:
            message = f"game {self.kept.game}: {self.stands.error or 'nothing was dealt in it'}"
            raise GameError(message)
        return self.game

    def to_dict(self) -> dict[str, object]:
        """Return the object of `numero-cam game list --json`."""
        return {
            "game": self.kept.game,
            "began": self.kept.began,
            "players": list(self.kept.players),
            **({"by": self.stands.by} if self.dealt else {}),
            "scores": self.scores,
            "turn": self.stands.turn,
            "over": self.over,
            "winners": list(self.stands.winners),
            "lines": self.kept.lines,
            "error": self.stands.error or None,
        }


@contextmanager
def open_games(database: str | None = None) -> Iterator[GameStore]:
    """Open the kept games as long as the block lasts.

    Args:
        database: Their address; None for the file of this user.

    Raises:
        StoreError: They cannot be used.
    """
    store = GameStore.open(database)
    try:
        yield store
    finally:
        store.close()


def table_games(store: GameStore, limit: int | None = None) -> tuple[TableGame, ...]:
    """Return the kept games, newest first. One that cannot be played again says why, and holds up no other.

    Raises:
        StoreError: They cannot be read.
    """
    found = store.games(limit)
    return tuple(map(TableGame, found, standings(store, found)))


def table_game(store: GameStore, number: int) -> TableGame:
    """Return one kept game.

    Raises:
        GameError: There is none of this number.
        StoreError: It cannot be read.
    """
    kept = store.game(number)
    if kept is None:
        message = f"there is no game {number}; numero-cam game list shows which there are"
        raise GameError(message)
    return TableGame(kept, *standings(store, (kept,)))


def remove(store: GameStore, number: int) -> None:
    """Remove a game, so that nothing of it stays in the file.

    Raises:
        GameError: There is none of this number.
        StoreError: It cannot be removed.
    """
    if not store.delete(number):
        message = f"there is no game {number}; numero-cam game list shows which there are"
        raise GameError(message)


def page_of(found: TableGame) -> str:
    """Return the score sheet of a game as a page that needs nothing from elsewhere.

    Raises:
        GameError: There is no game to tell of.
    """
    return sheet_html(found.played(), found.title)


def export(found: TableGame, *, text: Path | None = None, csv: Path | None = None, html: Path | None = None) -> tuple[Path, ...]:
    """Write a game to files and return which.

    Args:
        found: The game.
        text: For its text, as `game replay` and `play` take it.
        csv: For the score sheet as a table.
        html: For the score sheet to print.

    Raises:
        GameError: There is no game to tell of, or a file cannot be written.
    """
    game = found.played()
    wanted = (
        (text, game_text(game).encode()),
        (csv, sheet_csv(game).encode("utf-8-sig")),  # with the mark by which spreadsheets know UTF-8
        (html, page_of(found).encode()),
    )
    written = tuple((path, data) for path, data in wanted if path is not None)
    for path, data in written:
        write_whole(path, data, GameError)
    return tuple(path for path, _ in written)
