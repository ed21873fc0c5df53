"""The plays of an analysis as text, which is kept beside the game."""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from numero_cam.base.bounded_reader import finite_number, list_of, parse_json, whole_number
from numero_cam.base.errors import StoreError
from numero_cam.games import shared
from numero_cam.games.numero import engine, players, rules, solve
from numero_cam.games.numero.engine import Game, game_text
from numero_cam.games.numero.engine.log_entry import operation_json, parse_operation
from numero_cam.games.numero.players.play_worth import PlayAnalysis, PlayWorth, Unknown
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.rules.choices import values_of

if TYPE_CHECKING:
    from numero_cam.games.numero.engine.operations import Move

MAX_PLAYS = 10_000  #: Maximum number of plays of a kept analysis.
MAX_NUMBER = 1_000_000  #: Maximum of its numbers.


@cache
def sources_version(*modules: ModuleType) -> str:
    """Return a SHA-256 of the source of modules, of packages with all modules in them: what they computed may be outdated."""
    digest = sha256()
    for module in modules:
        path = Path(str(module.__file__))
        for each in sorted(path.parent.glob("*.py")) if path.stem == "__init__" else (path,):
            digest.update(each.read_bytes())
    return digest.hexdigest()


def analysis_text(game: Game, plays: Sequence[PlayAnalysis]) -> str:
    """Return the plays of an analysis with what they depend on: the game, and how they were judged."""
    return json.dumps({"version": _version(game), "plays": plays_text(plays)})


def parse_analysis(text: str, game: Game) -> list[PlayAnalysis]:
    """Return the plays that `analysis_text` wrote; none where they are of another game, were judged otherwise, or are damaged."""
    try:
        found = parse_json(text, "analysis", ValueError)
    except ValueError:
        return []
    known = isinstance(found, dict) and found.get("version") == _version(game) and isinstance(found.get("plays"), str)
    return parse_plays(found["plays"], game) if known else []


def _version(game: Game) -> str:
    own = sha256(game_text(game).encode()).hexdigest()
    return f"{sources_version(engine, rules, shared, players, solve)} {Playouts(game.options).are_compiled} {own}"


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
