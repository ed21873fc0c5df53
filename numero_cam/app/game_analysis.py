"""Analyses of kept games: worked out play by play, kept beside the game, and gone on with where one was broken off."""

import contextlib
import json
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from numero_cam.app.table_games import TableGame, rules_version
from numero_cam.base.bounded_reader import finite_number, list_of, parse_json, whole_number
from numero_cam.base.errors import StoreError
from numero_cam.games.numero import players, solve
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.log_entry import operation_json, parse_operation
from numero_cam.games.numero.players.analysis import GameAnalysis, analyse, analysis_of
from numero_cam.games.numero.players.play_worth import PlayAnalysis, PlayWorth, Unknown
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.choices import values_of
from numero_cam.store.lines import KeptGames

if TYPE_CHECKING:
    from numero_cam.games.numero.engine.operations import Move

KEEP_SECONDS = 0.5  #: Time after which what is done of an analysis is kept.
MAX_PLAYS = 10_000  #: Maximum number of plays of a kept analysis.
MAX_NUMBER = 1_000_000  #: Maximum of its numbers.


def known_analysis(store: KeptGames, found: TableGame) -> GameAnalysis:
    """Return what is kept of the analysis of a game; no play where there is none, or it is damaged."""
    game = found.require_game()
    return analysis_of(game, _known_plays(store, found, game))


def analyse_kept(store: KeptGames, found: TableGame) -> Iterator[GameAnalysis]:
    """Yield the analysis of a kept game after each play, from where a broken one stopped, and keep it. Two at once do the same."""
    game = found.require_game()
    known = [play for play in _known_plays(store, found, game) if play.fine]
    kept_at = 0.0
    for analysis in analyse(game, known):
        if (analysis.complete and analysis.done > len(known)) or time.monotonic() - kept_at > KEEP_SECONDS:
            _keep(store, found, game, analysis)
            kept_at = time.monotonic()
        yield analysis


def _known_plays(store: KeptGames, found: TableGame, game: Game) -> list[PlayAnalysis]:
    body = store.snapshots((found.kept,), _version(game), "analyses").get(found.kept.game)
    return [] if body is None else parse_plays(body, game)


def _keep(store: KeptGames, found: TableGame, game: Game, analysis: GameAnalysis) -> None:
    with contextlib.suppress(StoreError):  # somebody else writes, or it may be read only: it is worked out again the next time
        store.keep_snapshots({found.kept: plays_text(analysis.plays)}, _version(game), "analyses")


def _version(game: Game) -> str:
    """Return what an analysis depends on beside the game: the program's sources, and whether playouts are compiled."""
    return f"{rules_version(players, solve)} {Playouts(game.options).are_compiled}"


def plays_text(plays: Sequence[PlayAnalysis]) -> str:
    """Return the plays of an analysis as JSON, which `parse_plays` reads."""
    return json.dumps(list(map(_play_row, plays)))


def _play_row(play: PlayAnalysis) -> list[object]:
    worths = [] if play.played is None or play.best is None else [play.played] if play.best is play.played else [play.played, play.best]
    facts = [play.k, play.last, play.turn, play.player, play.unknown, play.choices, play.deals, play.error, play.fine]
    return [*facts, [_worth_row(worth) for worth in worths]]


def _worth_row(worth: PlayWorth) -> list[object]:
    then = None if worth.then is None else str(worth.then)
    return [operation_json(cast("Move", worth.operation)), then, worth.now, worth.replies, worth.back, list(worth.leads)]


def parse_plays(text: str, game: Game) -> list[PlayAnalysis]:
    """Return the plays of a kept analysis of a game; none where it is damaged or another game's."""
    try:
        found = [_parse_play(row, game) for row in list_of(parse_json(text, "analysis", ValueError), MAX_PLAYS)]
    except (ValueError, TypeError, KeyError, IndexError, StoreError):
        return []
    return found if len({play.k for play in found}) == len(found) else []


def _parse_play(row: Any, game: Game) -> PlayAnalysis:  # noqa: ANN401 - any JSON
    k, last, turn, player, unknown, choices, deals, error, fine, worths = row
    whole_number(last, whole_number(k, 1, len(game.operations) - 1), len(game.operations) - 1)
    if unknown not in values_of(Unknown) or turn != game.states[k].turn or player != game.states[k].player:
        raise ValueError(unknown)
    read = [_parse_worth(each, len(game.names)) for each in list_of(worths, 2)]
    if bool(unknown) == bool(read):
        raise ValueError(unknown)
    return PlayAnalysis(
        k,
        last,
        turn,
        player,
        unknown,
        read[0] if read else None,
        read[-1] if read else None,
        whole_number(choices, 0, MAX_NUMBER),
        whole_number(deals, 0, MAX_NUMBER),
        finite_number(error, 0, MAX_NUMBER),
        fine=fine is True,
    )


def _parse_worth(row: Any, players_there: int) -> PlayWorth:  # noqa: ANN401 - any JSON
    operation, then, now, replies, back, leads = row
    ahead = tuple(finite_number(each, -MAX_NUMBER, MAX_NUMBER) for each in list_of(leads, players_there))
    if len(ahead) != players_there:
        raise ValueError(leads)
    return PlayWorth(
        parse_operation(operation),
        None if then is None else parse_card(then),
        whole_number(now, -MAX_NUMBER, MAX_NUMBER),
        finite_number(replies, -MAX_NUMBER, MAX_NUMBER),
        finite_number(back, -MAX_NUMBER, MAX_NUMBER),
        ahead,
    )
