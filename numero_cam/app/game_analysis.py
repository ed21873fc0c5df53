"""Analyses of kept games: worked out play by play, kept beside the game, and gone on with where one was broken off."""

import time
from collections.abc import Iterator, Sequence

from numero_cam.app.analysis_text import parse_plays, plays_text
from numero_cam.app.game_progress import keep_progress
from numero_cam.app.table_games import TableGame, rules_version
from numero_cam.base.errors import StoreError
from numero_cam.games.numero import players, solve
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.players.analysis import GameAnalysis, analyse, analysis_of
from numero_cam.games.numero.players.play_worth import PlayAnalysis
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.store.lines import KeptGame, KeptGames

KEEP_SECONDS = 0.5  #: Time after which what is done of an analysis is kept.


def known_analysis(store: KeptGames, found: TableGame) -> GameAnalysis:
    """Return what is kept of the analysis of a game; no play where there is none, or it is damaged."""
    game = found.require_game()
    return analysis_of(game, _known_plays(store, found, game))


def analysed_games(store: KeptGames, games: Sequence[KeptGame]) -> list[KeptGame]:
    """Return those of some games of which a whole analysis of this version is kept; none of them is read."""
    whole = {number for compiled in (True, False) for number in store.snapshots(games, _version_of(compiled=compiled), "progress")}
    return [kept for kept in games if kept.game in whole]


def analyse_kept(
    store: KeptGames, found: TableGame, keep_seconds: float = KEEP_SECONDS, *, must_keep: bool = False
) -> Iterator[GameAnalysis]:
    """Yield the analysis of a kept game after each play, from where a broken one stopped, and keep it. Two at once do the same.

    Args:
        store: Where it is kept.
        found: The game.
        keep_seconds: Time after which what is done is kept.
        must_keep: Whether it is a `StoreError` where the first play, or in the end the whole, cannot be kept.
    """
    game = found.require_game()
    known = _known_plays(store, found, game)
    known_done, kept_at = sum(play.fine for play in known), 0.0
    for analysis in analyse(game, known):
        whole = analysis.complete and analysis.done > known_done
        if whole or time.monotonic() - kept_at > keep_seconds:
            try:
                _keep(store, found, game, analysis)
            except StoreError:  # somebody else writes, or it may be read only
                if must_keep and (whole or not kept_at):
                    raise
            kept_at = time.monotonic()
        yield analysis


def _known_plays(store: KeptGames, found: TableGame, game: Game) -> list[PlayAnalysis]:
    body = store.snapshots((found.kept,), _version(game), "analyses").get(found.kept.game)
    return [] if body is None else parse_plays(body, game)


def _keep(store: KeptGames, found: TableGame, game: Game, analysis: GameAnalysis) -> None:
    store.keep_snapshots({found.kept: plays_text(analysis.plays)}, _version(game), "analyses")
    if analysis.complete:
        keep_progress(store, found.kept, game, analysis, _version(game))


def _version(game: Game) -> str:
    return _version_of(compiled=Playouts(game.options).are_compiled)


def _version_of(*, compiled: bool) -> str:
    """Return what an analysis depends on beside the game: the program's sources, and whether playouts are compiled."""
    return f"{rules_version(players, solve)} {compiled}"
