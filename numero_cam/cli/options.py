"""What the options of ``solve`` may be, and all of them as one record."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class BadArgumentsError(Exception):
    """Arguments that cannot be used: one line, exit status 2."""


class By(StrEnum):
    """What is counted."""

    CARDS = "cards"
    POINTS = "points"


class WhichScoring(StrEnum):
    """Whose points."""

    WEBSITE = "website"
    GUIDE = "guide"


class Values(StrEnum):
    """Which values may occur on the way."""

    WHOLE = "whole"
    ANY = "any"
    REAL = "real"


class FractionsInPlay(StrEnum):
    """Whether the game is played with fraction cards."""

    YES = "yes"
    NO = "no"
    AUTO = "auto"


class Level(StrEnum):
    """The guide's level of a player, as ``solve --child`` knows it."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FRACTIONS = "fractions"
    ALL = "all"


@dataclass(frozen=True)
class SolveOptions:
    """The options of ``solve``, and of ``score`` which has no ``top`` and ``annotate``; see their help for what each means."""

    by: str
    scoring: str
    values: str
    top: int
    fractions_in_play: str
    printed_points: Path | None
    limit: float
    packs: int
    as_json: bool
    annotate: Path | None
    correct: tuple[str, ...]
    config: Path | None
    deck: str | None = None
    every: bool = False
    child: str | None = None
    target: str | None = None
    advise: bool = False
    think: float = 0.1


class GameChoice(NamedTuple):
    """What is played, as the options of ``play`` and ``game simulate`` say it; see their help for what each means."""

    level: str
    wilds: str | None
    playing: bool
    printed_points: Path | None
    by: str
    scoring: str
    rules: tuple[str, ...]
