"""How each player played the kept games that were analysed: rows that are kept beside a game, so that a list analyses none again."""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.app.table_games import TableGame
from numero_cam.base.bounded_reader import finite_number, list_of, parse_json
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.options import MAX_PLAYERS
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.store.lines import KeptGame, KeptGames

MAX_NUMBER = 1_000_000  #: Maximum of the numbers.


@dataclass(frozen=True)
class Progress:
    """How a player played a game."""

    accuracy: float | None  #: How accurately, 0..100; None where there was no choice.
    brought: float | None  #: Points that a turn brought, on average; None in a game by cards.


def keep_progress(store: KeptGames, kept: KeptGame, game: Game, analysis: GameAnalysis, version: str) -> None:
    """Keep how each player played a game, whose analysis is whole and made by a version of the rules."""
    by_points = analysis.by == "points"
    rows = [(name, analysis.accuracy(who), analysis.brought(who) if by_points else None) for who, name in enumerate(game.names)]
    store.keep_snapshots({kept: json.dumps(rows)}, version, "progress")


def kept_progress(store: KeptGames, games: Sequence[TableGame]) -> dict[int, dict[str, Progress]]:
    """Return how each player played, by number of the game and name, where an analysis is whole; a damaged row is left out."""
    found: dict[int, dict[str, Progress]] = {}
    for game, body in store.snapshots([each.kept for each in games], None, "progress").items():
        with contextlib.suppress(ValueError, TypeError):
            rows = list_of(parse_json(body, "progress", ValueError), MAX_PLAYERS)
            found[game] = {str(name): Progress(_number(accuracy), _number(brought)) for name, accuracy, brought in rows}
    return found


def _number(value: object) -> float | None:
    return None if value is None else finite_number(value, -MAX_NUMBER, MAX_NUMBER)
