"""How hard a puzzle is: its percentile among deals of the same card set, and the factors behind it.

The factors follow what slows people down in the 24 game (1,362 puzzles, times of millions of attempts): number of best solutions, size of
intermediate numbers, need for fractions; and the guide: what a child of the level would find. The weights are our own, and whole numbers
so that every machine gets the same result. The percentile is the share of 5,000 deals of the same card set that are easier; its
thresholds are in `hardness.json`, which ``python benchmarks/puzzles.py sample`` writes.
"""

import json
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from numero_cam.games.numero.puzzles.levels import CardSetName
from numero_cam.games.numero.rules import Build, Position
from numero_cam.games.numero.rules.cards import Kind
from numero_cam.games.numero.solve import BestPlays, Play

#: What one unit of each factor adds to the score.
WEIGHTS: Mapping[str, int] = {
    "gap": 12, "steps": 4, "sets": 3, "fractions": 6, "negative": 6, "large": 3, "powers": 6, "ways": -4, "left": -2,
}  # fmt: skip
_LARGE = 15  #: Value of the highest number card; each doubling beyond it counts once.


@dataclass(frozen=True, slots=True)
class HardnessFactors:
    """The factors of a puzzle's hardness, all whole numbers."""

    gap: int  #: Number of cards by which the best take exceeds the take of a child of the level.
    steps: int  #: Number of calculations of the best take.
    sets: int  #: Number of its sets beyond the first.
    fractions: int  #: Number of intermediate fractions and fraction cards.
    negative: int  #: Number of intermediate values below zero.
    large: int  #: Number of times that 15 can be doubled until it reaches the largest intermediate number.
    powers: int  #: Number of powers and roots.
    ways: int  #: Binary logarithm of the number of really different best takes, rounded down.
    left: int  #: Number of cards of the centre that the best take leaves.

    @property
    def score(self) -> int:
        """Sum of the factors, each times its weight."""
        return sum(weight * int(getattr(self, name)) for name, weight in WEIGHTS.items())


@dataclass(frozen=True, slots=True)
class Hardness:
    """How hard a puzzle is."""

    percent: int  #: 1 to 100: percentage of deals of the same card set that are at most as hard.
    counted: HardnessFactors  #: The factors.


def hardness_factors(position: Position, best: BestPlays, child: Play | None) -> HardnessFactors:
    """Return the hardness factors of a puzzle with at least one take.

    Args:
        position: The puzzle.
        best: All its best takes.
        child: The take that a child of the level finds; None where it finds none.
    """
    play = best.plays[0]
    steps = [step for each in play.sets for step in each.calculations]
    values = [value for step in steps for value in (step.left.value, step.result) if isinstance(value, Fraction)]
    wilds = [step.card for step in steps if step.card is not None]
    largest = max([int(abs(value)) for value in values] or [0])
    taken = {item for each in play.sets for item in each.cards}
    return HardnessFactors(
        gap=max(0, play.cards - (child.cards if child else 0)),
        steps=len(steps),
        sets=len(play.sets) - 1,
        fractions=sum(value.denominator > 1 for value in values) + sum(card.kind is Kind.FRACTION for card in wilds),
        negative=sum(value < 0 for value in values),
        large=(largest // (_LARGE + 1)).bit_length(),
        powers=sum(card.kind in (Kind.POWER, Kind.ROOT) for card in wilds),
        ways=best.count.bit_length() - 1,
        left=sum(len(item.cards) if isinstance(item, Build) else 1 for item in position.centre if item not in taken),
    )


def hardness(name: CardSetName, found: HardnessFactors) -> Hardness:
    """Return the hardness of a puzzle of a card set with these factors."""
    return Hardness(1 + bisect_left(thresholds(name), found.score), found)


@cache
def thresholds(name: CardSetName) -> tuple[int, ...]:
    """Return the 99 percentiles of the scores of a card set's deals, ascending, from the committed sample."""
    text = files("numero_cam.games.numero.puzzles").joinpath("hardness.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)["thresholds"][name])
