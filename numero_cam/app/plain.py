"""Turns records into plain values, written as the command line writes them."""

from functools import singledispatch

from numero_cam.base.records import TableState
from numero_cam.games.numero.engine import Game, Reading
from numero_cam.games.numero.solve import Play, Solution
from numero_cam.text.game_words import game_json
from numero_cam.text.plays import play_json, say_play
from numero_cam.text.readings import readings_json


@singledispatch
def to_dict(record: object) -> dict[str, object]:
    """Return a record as a plain object, ready for ``json.dumps``.

    Takes a play, a solution, a table, a game, or any record with a method ``to_dict()``.

    Raises:
        TypeError: If it is no such record.
    """
    method = getattr(record, "to_dict", None)
    if method is None:
        raise TypeError(f"{type(record).__name__} has no JSON of its own")
    found: dict[str, object] = method()
    return found


@to_dict.register
def _play(record: Play) -> dict[str, object]:  # as in `plays` of `solve --json`
    return play_json(record, say_play(record))


@to_dict.register
def _solution(record: Solution) -> dict[str, object]:
    """Return the part of ``solve --json`` that depends on the solution alone."""
    return {"proven": record.proven, "plays": [to_dict(play) for play in record.plays]}


@to_dict.register
def _table(record: TableState) -> dict[str, object]:  # as `read --json` prints it
    return readings_json(record)


@to_dict.register
def _game(record: Game) -> dict[str, object]:  # as `game replay --json` prints it
    return game_json(Reading(game=record, error=None))
