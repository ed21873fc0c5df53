"""Makes puzzles of a level, or of given cards and a range of hardness."""

import re
from dataclasses import dataclass
from itertools import islice

from numero_cam.catalogue import tr
from numero_cam.games.numero.puzzles import Band, LevelError, Puzzle, PuzzleRequest, generate_puzzles, parse_level, puzzle_cards_of
from numero_cam.games.numero.puzzles.making import HAND, MAX_CENTRE_CARDS
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import By
from numero_cam.text.puzzles import puzzle_json

MAX_PUZZLES = 2000  #: Maximum number of puzzles that are made at once.
MIN_CENTRE_CARDS = 3  #: Minimum number of cards in the centre of a puzzle.
MIN_HAND_CARDS = 2  #: Minimum number of cards in the hand of a puzzle.


@dataclass(frozen=True)
class PuzzleOptions:
    """Which puzzles are wanted."""

    level: str = ""  #: ``silver:12``, ``gold:30`` or a card set; empty where `wilds` says which cards.
    wilds: tuple[Card, ...] | None = None  #: The wild cards; None with a level.
    numbers: int = 15  #: The highest number card, with `wilds`.
    hardness: str = ""  #: ``40-60``; empty for that of the level, or any.
    count: int = 1  #: Number of puzzles.
    seed: str = "1"  #: Seed of the cards: the same seed, the same puzzles.
    unique: bool = False  #: Whether there is only one best take.
    by: By = "cards"  #: What the best take has most of.
    centre: int = 5  #: Number of cards in the centre.
    hand: int = HAND  #: Number of cards in the hand.


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles that were made."""

    puzzles: tuple[Puzzle, ...]  #: The puzzles, in the order in which they were found.
    words: str  #: The set of cards that they are made of, in words.
    asked: int  #: Number of puzzles that were wanted; more than there are where no more were found.

    def to_dicts(self) -> list[dict[str, object]]:
        """Return the objects that ``numero-cam puzzle make --json`` prints, one a line."""
        return [{"number": number, **puzzle_json(puzzle)} for number, puzzle in enumerate(self.puzzles, start=1)]


def make_puzzles(options: PuzzleOptions) -> PuzzleSet:
    """Make as many puzzles as are wanted, or all that are found. Raises a `LevelError` for options that cannot be."""
    wanted = puzzle_request(options)
    _check_range("count", options.count, 1, MAX_PUZZLES)
    puzzles = tuple(islice(generate_puzzles(wanted, options.seed), options.count))
    return PuzzleSet(puzzles, wanted.cards.words, options.count)


def puzzle_request(options: PuzzleOptions) -> PuzzleRequest:
    """Return what is wanted of each puzzle. Raises a `LevelError` for options that cannot be."""
    _check_range("centre", options.centre, MIN_CENTRE_CARDS, MAX_CENTRE_CARDS)
    _check_range("hand", options.hand, MIN_HAND_CARDS, HAND)
    if options.wilds is None:
        level = parse_level(options.level)
        name, cards, band = level.set_name, level.cards, level.band
    else:
        (name, cards), band = puzzle_cards_of(options.wilds, options.numbers), Band()
    return PuzzleRequest(
        name, cards, _band(options.hardness) if options.hardness else band, options.by, options.unique, options.centre, options.hand
    )


def _band(text: str) -> Band:
    """Return the range of hardness that `40-60` or `40` names, both ends included."""
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:[-–]\s*([0-9]{1,3})\s*)?", text)
    if match is None:
        raise LevelError(tr('hardness "{given}": give two numbers from 1 to 100, the smaller first, such as 40-60', given=text[:40]))
    return Band(int(match[1]), int(match[2] or match[1]))


def _check_range(name: str, value: int, least: int, most: int) -> None:
    """Raise a `LevelError` for an option whose value is out of range."""
    if not least <= value <= most:
        raise LevelError(
            tr("{option} is {number}; give a number from {least} to {most}", option=name, number=value, least=least, most=most)
        )
