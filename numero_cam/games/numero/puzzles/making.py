"""Puzzles are dealt, solved to the end, and kept where they are as hard as is wanted."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from numero_cam.games.numero.puzzles.hardness import Counted, Hardness, counted, hardness
from numero_cam.games.numero.puzzles.levels import Band, CardSet, CardSetName
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.rules.cards import Card
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve import BestPlays, Play, Settings, best_plays, child_play, solve

CENTRE = 5
"""Number of cards in the centre of a puzzle, unless another is wanted."""
HAND = 5
"""Number of cards in the hand of a puzzle, unless another is wanted."""
MAX_CENTRE_CARDS = 8
"""Maximum number of cards in the centre of a puzzle."""
MIN_TAKE_CARDS = 3
"""Minimum number of cards of the best take; two cards are one card on another, which is no puzzle."""
MAX_IDLE_DEALS = 3000
"""Number of successive deals without a new puzzle after which the search for puzzles ends."""


@dataclass(frozen=True)
class Wanted:
    """Which puzzles are wanted.

    Attributes:
        name: Of the card set by whose sample they are called hard.
        cards: Of which they are dealt.
        band: How hard they are.
        by: What the best take has most of.
        unique: Whether there is only one best take.
        centre: Cards in the centre, 3 to `MAX_CENTRE_CARDS`.
        hand: Cards in the hand, 2 to 5.
    """

    name: CardSetName
    cards: CardSet
    band: Band = field(default_factory=Band)
    by: By = "cards"
    unique: bool = False
    centre: int = CENTRE
    hand: int = HAND


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with its answer.

    Attributes:
        position: What lies there.
        by: What the best take has most of.
        best: All best takes, proven.
        child: What a child of the level finds; None for nothing.
        hardness: How hard it is.
    """

    position: Position
    by: By
    best: BestPlays
    child: Play | None
    hardness: Hardness

    @property
    def play(self) -> Play:
        """The simplest of the best takes."""
        return self.best.plays[0]

    @cached_property
    def takers(self) -> int:
        """How many number cards of the hand can take something, each with all wild cards."""
        wilds = tuple(card for card in self.position.hand if card.is_wild)
        alone = (replace(self.position, hand=(card, *wilds)) for card in self.position.hand if card.is_number)
        return sum(bool(solve(position, Settings(by=self.by), top=1).plays) for position in alone)


def make(wanted: Wanted, seed: int | str) -> Iterator[Puzzle]:
    """Give puzzles as they are wanted, each once, the same ones for the same seed.

    Ends where very many deals in a row gave no new puzzle of this kind.
    """
    rng = random.Random(f"{seed}")  # noqa: S311 - puzzles that can be made again, no secret
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    idle = 0
    while idle < MAX_IDLE_DEALS:
        idle += 1
        position = dealt(rng, wanted)
        key = _faces(position.centre), _faces(position.hand)
        if key in seen or not any(card.is_number for card in position.hand):
            continue
        puzzle = judged(position, wanted)
        if puzzle is None or not _suits(puzzle, wanted):
            continue
        seen.add(key)
        idle = 0
        yield puzzle


def judged(position: Position, wanted: Wanted) -> Puzzle | None:
    """Return a position as a puzzle; `None` where it has no take."""
    found = counted_of(position, wanted)
    if found is None:
        return None
    best, child, what = found
    return Puzzle(position, wanted.by, best, child, hardness(wanted.name, what))


def counted_of(position: Position, wanted: Wanted) -> tuple[BestPlays, Play | None, Counted] | None:
    """Return the best takes of a position, what a child finds, and what is counted; `None` where it has no take."""
    settings = Settings(by=wanted.by)
    best = best_plays(position, settings)
    if not best.plays or not best.proven:
        return None
    child = child_play(position, settings, level=wanted.cards.child).play
    return best, child, counted(position, best, child)


def dealt(rng: random.Random, wanted: Wanted) -> Position:
    """Return a deal of the cards that are wanted."""
    cards = rng.sample(wanted.cards.cards, wanted.centre + wanted.hand)
    return Position(tuple(cards[: wanted.centre]), _in_order(cards[wanted.centre :]))


def _in_order(hand: list[Card]) -> tuple[Card, ...]:
    return tuple(sorted(hand, key=lambda card: card.sort_key))


def _suits(puzzle: Puzzle, wanted: Wanted) -> bool:
    if puzzle.play.cards < MIN_TAKE_CARDS or (wanted.unique and puzzle.best.count > 1):
        return False
    return wanted.band.least <= puzzle.hardness.percent <= wanted.band.most


def _faces(cards: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(sorted(card.face if isinstance(card, Card) else str(card) for card in cards))
