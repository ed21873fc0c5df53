"""Generates puzzles: deals random positions, solves them completely, and keeps those of the wanted hardness."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from numero_cam.games.numero.puzzles.hardness import Hardness, HardnessFactors, hardness, hardness_factors
from numero_cam.games.numero.puzzles.levels import Band, CardSetName, PuzzleCards
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.rules.cards import Card
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve import BestPlays, Play, Settings, best_plays, child_play, solve

CENTRE = 5  #: Number of cards in the centre of a puzzle, unless another is wanted.
HAND = 5  #: Number of cards in the hand of a puzzle, unless another is wanted.
MAX_CENTRE_CARDS = 8  #: Maximum number of cards in the centre of a puzzle.
MIN_TAKE_CARDS = 3  #: Minimum number of cards of the best take; two cards are one card on another, which is no puzzle.
MAX_IDLE_DEALS = 3000  #: Number of successive deals without a new puzzle after which the search for puzzles ends.


@dataclass(frozen=True)
class PuzzleRequest:
    """Which puzzles are wanted."""

    name: CardSetName  #: Name of the card set whose sample defines the hardness.
    cards: PuzzleCards  #: The card set from which they are dealt.
    band: Band = field(default_factory=Band)  #: Range of their hardness.
    by: By = "cards"  #: Whether the best take has most points or most cards.
    unique: bool = False  #: Whether a puzzle must have a single best take.
    centre: int = CENTRE  #: Number of cards in the centre, 3 to `MAX_CENTRE_CARDS`.
    hand: int = HAND  #: Number of cards in the hand, 2 to 5.


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with its answer."""

    position: Position  #: Centre and hand.
    by: By  #: Whether the best take has most points or most cards.
    best: BestPlays  #: All best takes, proven.
    child: Play | None  #: The take that a child of the level finds; None where it finds none.
    hardness: Hardness  #: How hard it is.

    @property
    def play(self) -> Play:
        """The simplest of the best takes."""
        return self.best.plays[0]

    @cached_property
    def takers(self) -> int:
        """Number of number cards of the hand that can take something, each with all wild cards."""
        wilds = tuple(card for card in self.position.hand if card.is_wild)
        alone = (replace(self.position, hand=(card, *wilds)) for card in self.position.hand if card.is_number)
        return sum(bool(solve(position, Settings(by=self.by), top=1).plays) for position in alone)


def generate_puzzles(wanted: PuzzleRequest, seed: int | str) -> Iterator[Puzzle]:
    """Yield different puzzles that fit a request; the same seed gives the same puzzles.

    Ends after `MAX_IDLE_DEALS` successive deals without a new puzzle.
    """
    rng = random.Random(f"{seed}")  # noqa: S311 - puzzles that can be made again, no secret
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    idle = 0
    while idle < MAX_IDLE_DEALS:
        idle += 1
        position = deal_cards(rng, wanted)
        key = _faces(position.centre), _faces(position.hand)
        if key in seen or not any(card.is_number for card in position.hand):
            continue
        puzzle = puzzle_from(position, wanted)
        if puzzle is None or not suits(puzzle, wanted):
            continue
        seen.add(key)
        idle = 0
        yield puzzle


def puzzle_from(position: Position, wanted: PuzzleRequest) -> Puzzle | None:
    """Return the puzzle of a position; None where it has no take."""
    found = solve_and_count(position, wanted)
    if found is None:
        return None
    best, child, factors = found
    return Puzzle(position, wanted.by, best, child, hardness(wanted.name, factors))


def solve_and_count(position: Position, wanted: PuzzleRequest) -> tuple[BestPlays, Play | None, HardnessFactors] | None:
    """Return the best takes of a position, the take that a child finds, and the hardness factors; None where it has no take."""
    settings = Settings(by=wanted.by)
    best = best_plays(position, settings)
    if not best.plays or not best.proven:
        return None
    child = child_play(position, settings, level=wanted.cards.child).play
    return best, child, hardness_factors(position, best, child)


def deal_cards(rng: random.Random, wanted: PuzzleRequest) -> Position:
    """Return a random deal of the requested cards."""
    cards = rng.sample(wanted.cards.cards, wanted.centre + wanted.hand)
    return Position(tuple(cards[: wanted.centre]), tuple(sorted(cards[wanted.centre :], key=lambda card: card.sort_key)))


def suits(puzzle: Puzzle, wanted: PuzzleRequest) -> bool:
    """Return whether a puzzle has the requested hardness, a long enough best take and, if requested, a single one."""
    if puzzle.play.cards < MIN_TAKE_CARDS or (wanted.unique and puzzle.best.count > 1):
        return False
    return wanted.band.distance_to(puzzle.hardness.percent) == 0


def _faces(cards: tuple[object, ...]) -> tuple[str, ...]:
    """Return the sorted faces of some cards, so that puzzles that differ only in colours are equal."""
    return tuple(sorted(card.face if isinstance(card, Card) else str(card) for card in cards))
