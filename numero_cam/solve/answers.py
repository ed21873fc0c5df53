"""All answers: every best take of a position, and every number card that takes all of some cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.rules import Build, Card, Position
from numero_cam.rules.cards import MOST_NUMBER
from numero_cam.solve.board import MOST_ITEMS
from numero_cam.solve.records import Group, Play, Settings, SettingsError
from numero_cam.solve.search import search_of
from numero_cam.solve.takes import Take

MOST_PLAYS = 100
"""Best takes written out at most; all are counted."""


@dataclass(frozen=True, slots=True)
class BestPlays:
    """All the best takes of a position.

    Attributes:
        plays: The simplest first, `MOST_PLAYS` at most.
        count: How many there are that are really different.
        proven: Whether no better take exists and none that equals these is missing.
    """

    plays: tuple[Play, ...]
    count: int
    proven: bool


@dataclass(frozen=True, slots=True)
class FullTake:
    """A number card that takes all of some cards as one set.

    Attributes:
        number: Its number, 1-15.
        group: The cards with their simplest arithmetic.
    """

    number: int
    group: Group


def best_plays(position: Position, settings: Settings | None = None, *, limit_seconds: float | None = None) -> BestPlays:
    """Return every best take, equal in score and other count, that is really different: the simplest arithmetic first.

    Takes with the same number and the same faces in their sets are one take, whatever the colours and the order of arithmetic.

    Args:
        position: What lies in the centre, and the hand.
        settings: What counts as best and what is allowed.
        limit_seconds: After this time what was found so far is returned, not proven; `None` for no limit.

    Raises:
        SettingsError: If `limit_seconds` is out of range.
    """
    search = search_of(position, settings or Settings(), limit_seconds)
    if search is None:
        return BestPlays((), 0, proven=True)
    found, proven = search.best(1)
    takes = search.ways.rank(found.takes.values(), MOST_PLAYS)
    return BestPlays(tuple(search.play(take) for take in takes), len(found.takes), proven)


def takes_of_all(cards: Sequence[Card | Build], *, values: str = "whole", numbers: Sequence[int] = ()) -> tuple[FullTake, ...]:
    """Return every number card that takes all of these cards as one set, with its simplest way.

    Args:
        cards: Cards and builds; an impossible build can never be taken.
        values: `whole`, `any` for fractions on the way, or `real` for irrational numbers too.
        numbers: The numbers asked for; without, 1-15.

    Raises:
        SettingsError: If `values` is neither, or if there are more than `MOST_ITEMS` cards.
    """
    settings = Settings(values=values)
    if len(cards) > MOST_ITEMS:
        msg = f"{len(cards)} cards are too many to take all at once; up to {MOST_ITEMS} can be searched"
        raise SettingsError(msg)
    takers = tuple(Card.number(number) for number in sorted(set(numbers) or range(1, MOST_NUMBER + 1)))
    search = search_of(Position(tuple(cards), takers), settings, None)
    if search is None or len(search.board.items) < len(cards):
        return ()
    full, scale = search.board.full, search.reach.lattice.scale
    made = search.reach.reachable(full, {int(taker.value) * scale for taker in takers})
    takes = [Take(place, (full,)) for place, taker in enumerate(search.board.takers) if int(taker.value) * scale in made]
    plays = [search.play(take) for take in takes]
    return tuple(FullTake(int(play.taker.value), play.groups[0]) for play in plays)
