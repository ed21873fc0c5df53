"""The puzzle of the day: the same for everybody with that date and level, without a server.

`day_seeds.json` is a frozen list: each of its seeds deals a puzzle of its level, so nothing is searched that another version might find
otherwise. `python benchmarks/puzzles.py days` made it.
"""

import json
import random
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from importlib.resources import files

from numero_cam.catalogue import tr
from numero_cam.games.numero.puzzles.levels import Level, LevelError, parse_level
from numero_cam.games.numero.puzzles.making import Puzzle, PuzzleRequest, deal_cards, puzzle_from
from numero_cam.games.numero.rules import Position

DAYS = 366  #: Number of days after which the puzzles come again.


@cache
def day_seeds() -> Mapping[str, Sequence[int]]:
    """Return the seeds of each level that has puzzles of the day, one for each of `DAYS` days."""
    text = files("numero_cam.games.numero.puzzles").joinpath("day_seeds.json").read_text(encoding="utf-8")
    seeds: Mapping[str, Sequence[int]] = json.loads(text)
    return seeds


def day_level(name: str) -> Level:
    """Return a level that has puzzles of the day. Raises a `LevelError` for any other."""
    if name not in day_seeds():
        raise LevelError(tr("{level} has no puzzle of the day; choose from {choices}", level=name[:40], choices=", ".join(day_seeds())))
    return parse_level(name)


def day_request(level: Level) -> PuzzleRequest:
    """Return what is wanted of a level's puzzles of the day: only one take is the best."""
    return PuzzleRequest(level.set_name, level.cards, level.band, unique=True)


def day_deal(level: Level, seed: int) -> Position:
    """Return the cards that a seed of a level deals."""
    return deal_cards(random.Random(f"day {level.name} {seed}"), day_request(level))  # noqa: S311 - puzzles that can be made again, no secret


def day_position(day: date, level: Level) -> Position:
    """Return the cards of the puzzle of a day."""
    return day_deal(level, day_seeds()[level.name][day.toordinal() % DAYS])


def day_puzzle(day: date, level: str) -> Puzzle:
    """Return the puzzle of a day and level. Raises a `LevelError` for a level that has none."""
    known = day_level(level)
    puzzle = puzzle_from(day_position(day, known), day_request(known))
    assert puzzle is not None  # noqa: S101 - each seed was chosen for its puzzle
    return puzzle
