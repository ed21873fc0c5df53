"""How hard a puzzle is: a percentile among deals of the same cards, and what makes it so.

What is counted follows what makes people slow in the 24 game (1,362 puzzles with the times of millions of attempts): the number of ways to
the best, how large the numbers on the way are, whether fractions are needed; and the guide: what a child of the level would find. The
weights are our own; they are whole numbers, so that every machine gets the same. A percentile says how many of 5,000 deals of the same card
set are easier; the thresholds stand in `hardness.json` (made by ``python benchmarks/puzzles.py --sample``).
"""

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from numero_cam.games.numero.puzzles.levels import CardSetName
from numero_cam.games.numero.rules import Build, Position
from numero_cam.games.numero.rules.cards import Kind
from numero_cam.games.numero.solve import BestPlays, Play

WEIGHTS: Mapping[str, int] = {
    "gap": 12, "steps": 4, "sets": 3, "fractions": 6, "negative": 6, "large": 3, "powers": 6, "ways": -4, "left": -2,
}  # fmt: skip
"""What each counted thing adds."""
_LARGE = 15
"""No number card is larger; each doubling beyond it counts once."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted of a puzzle.

    Attributes:
        gap: Cards that the best take has more than the take of a child of the level.
        steps: Calculations of the best take.
        sets: Its sets beyond the first.
        fractions: Fractions on the way, and fraction cards.
        negative: Values below zero on the way.
        large: How often the largest number on the way doubles 15.
        powers: Powers and roots.
        ways: How often the number of really different best takes doubles.
        left: Cards of the centre that the best take leaves.
    """

    gap: int
    steps: int
    sets: int
    fractions: int
    negative: int
    large: int
    powers: int
    ways: int
    left: int

    @property
    def score(self) -> int:
        """All of them by their weights."""
        return sum(weight * int(getattr(self, name)) for name, weight in WEIGHTS.items())


@dataclass(frozen=True, slots=True)
class Hardness:
    """How hard a puzzle is.

    Attributes:
        percent: 1 to 100: so many of a hundred deals of the same cards are easier, or as easy.
        counted: What is counted.
    """

    percent: int
    counted: Counted


def counted(position: Position, best: BestPlays, child: Play | None) -> Counted:
    """Return what is counted of a puzzle with at least one take.

    Args:
        position: The puzzle.
        best: All its best takes.
        child: What a child of the level finds; `None` for nothing.
    """
    play = best.plays[0]
    steps = [step for each in play.sets for step in each.calculations]
    values = [value for step in steps for value in (step.left.value, step.result) if isinstance(value, Fraction)]
    wilds = [step.card for step in steps if step.card is not None]
    largest = max([int(abs(value)) for value in values] or [0])
    taken = {item for each in play.sets for item in each.cards}
    return Counted(
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


def hardness(name: CardSetName, found: Counted) -> Hardness:
    """Return how hard a puzzle of this card set is."""
    return Hardness(1 + bisect_left(thresholds(name), found.score), found)


def percentiles(scores: Sequence[int]) -> list[int]:
    """Return the 99 thresholds between a hundred parts of a sample."""
    ordered = sorted(scores)
    return [ordered[len(ordered) * part // 100] for part in range(1, 100)]


@cache
def thresholds(name: CardSetName) -> tuple[int, ...]:
    """Return the 99 thresholds of a card set, from the committed sample."""
    text = files("numero_cam.games.numero.puzzles").joinpath("hardness.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)["thresholds"][name])
