"""How kept games stand, worked out of their lines once and kept beside them until a line is added or the rules change."""

import contextlib
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from numero_cam.assistant import live_games
from numero_cam.assistant.live_games import rebuilt
from numero_cam.base.bounded_reader import list_of, parse_json, whole_number
from numero_cam.base.errors import GameError, StoreError
from numero_cam.games import shared
from numero_cam.games.numero import engine, rules
from numero_cam.games.numero.engine import Game, Phase, game_text
from numero_cam.store.games import GameStore, KeptGame

MAX_NUMBER = 10**9
"""Maximum size of a score, and of the number of a turn."""


@dataclass(frozen=True)
class Standing:
    """How a kept game stands.

    Attributes:
        text: The game in its text form; empty where nothing was dealt, or where it cannot be played again.
        by: What is counted, `cards` or `points`; empty without a game.
        turn: Number of the turn, from 1; None without a game.
        over: Whether it was played to its end.
        scores: The score of each player.
        winners: Who won; empty where it is not over.
        error: Why it cannot be played again; empty where it can.
    """

    text: str = ""
    by: str = ""
    turn: int | None = None
    over: bool = False
    scores: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    error: str = ""


def standings(store: GameStore, found: Sequence[KeptGame]) -> list[Standing]:
    """Return how games stand, in the same order. Those that were not worked out yet are, and are kept.

    Raises:
        StoreError: They cannot be read.
    """
    version = rules_version()
    known = {number: told for number, body in store.snapshots(found, version).items() if (told := _told(body)) is not None}
    new = {kept: _worked_out(store, kept) for kept in found if kept.game not in known}
    if new:
        with contextlib.suppress(StoreError):  # somebody else writes, or it may be read only: it is worked out again the next time
            store.keep_snapshots({kept: json.dumps(asdict(told), ensure_ascii=False) for kept, told in new.items()}, version)
    return [known.get(kept.game) or new[kept] for kept in found]


def standing_of(game: Game | None) -> Standing:
    """Return how a game stands; None for one in which nothing was dealt."""
    if game is None:
        return Standing()
    over = game.state.phase is Phase.OVER
    scores = {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=True)}
    winners = tuple(game.names[place] for place in game.state.winners()) if over else ()
    return Standing(game_text(game), game.options.by, game.state.turn, over, scores, winners)


@cache
def rules_version() -> str:
    """Return the version of everything that makes a game of its lines: it changes with the program's own text, so nobody can forget to."""
    told = sha256()
    for module in (engine, rules, shared, live_games, sys.modules[__name__]):
        path = Path(str(module.__file__))
        for each in sorted(path.parent.glob("*.py")) if path.stem == "__init__" else (path,):
            told.update(each.read_bytes())
    return told.hexdigest()


def _worked_out(store: GameStore, kept: KeptGame) -> Standing:
    try:
        again = rebuilt(store.lines(kept.game)[: kept.lines])
    except GameError as error:
        return Standing(error=str(error))
    return standing_of(None if again is None else again.game)


def _told(body: str) -> Standing | None:
    """What a snapshot says; None where it cannot be used, as one that another program wrote."""
    try:
        told = parse_json(body, "snapshot", StoreError)
        turn = None if told["turn"] is None else whole_number(told["turn"], 0, MAX_NUMBER)
        scores = {str(name): whole_number(score, -MAX_NUMBER, MAX_NUMBER) for name, score in told["scores"].items()}
        winners = tuple(str(name) for name in list_of(told["winners"], len(scores)))
        text, by, error = (told[name] for name in ("text", "by", "error"))
        if not all(isinstance(each, str) for each in (text, by, error)):
            return None
        return Standing(text, by, turn, told["over"] is True, scores, winners, error)
    except (StoreError, KeyError, TypeError, ValueError, AttributeError):
        return None
