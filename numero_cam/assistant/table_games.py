"""Games of the live table that were kept: found again, told, written to files, removed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from numero_cam.assistant.live_games import rebuilt
from numero_cam.base.errors import GameError
from numero_cam.base.outputs import write_whole
from numero_cam.games.numero.engine import Game, Phase, game_text
from numero_cam.store.games import GameStore, KeptGame
from numero_cam.tell.score_sheet import sheet_csv, sheet_html


@dataclass(frozen=True)
class TableGame:
    """A kept game as its lines make it.

    Attributes:
        kept: What is known without its lines.
        game: As it stands; None where nothing was dealt, or where it cannot be played again.
        error: Why it cannot be played again; empty where it can.
    """

    kept: KeptGame
    game: Game | None
    error: str = ""

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.game is not None and self.game.state.phase is Phase.OVER

    @property
    def scores(self) -> dict[str, int]:
        """The score of each player; none before the deal."""
        return {} if self.game is None else {name: seat.score for name, seat in zip(self.game.names, self.game.state.seats, strict=True)}

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
        if self.game is None:
            return "damaged" if self.error else "not dealt"
        return "over" if self.over else f"turn {self.game.state.turn}"

    def played(self) -> Game:
        """Return the game.

        Raises:
            GameError: Nothing was dealt, or it cannot be played again.
        """
        if self.game is None:
            message = f"game {self.kept.game}: {self.error or 'nothing was dealt in it'}"
            raise GameError(message)
        return self.game

    def to_dict(self) -> dict[str, object]:
        """Return the object of `numero-cam game list --json`."""
        game = self.game
        return {
            "game": self.kept.game,
            "began": self.kept.began,
            "players": list(self.kept.players),
            **({} if game is None else {"by": game.options.by}),
            "scores": self.scores,
            "turn": None if game is None else game.state.turn,
            "over": self.over,
            "winners": [self.kept.players[place] for place in game.state.winners()] if game is not None and self.over else [],
            "lines": self.kept.lines,
            "error": self.error or None,
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
    return tuple(_played(store, kept) for kept in store.games(limit))


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
    return _played(store, kept)


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


def _played(store: GameStore, kept: KeptGame) -> TableGame:
    try:
        again = rebuilt(store.lines(kept.game))
    except GameError as error:
        return TableGame(kept, None, str(error))
    return TableGame(kept, None if again is None else again.game)
