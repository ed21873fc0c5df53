"""Answers that list everything: all equally best takes of a position, and all number cards that take given cards as one set."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER
from numero_cam.games.numero.rules.choices import Values
from numero_cam.games.numero.solve.clock import OutOfTimeError, StoppedBy
from numero_cam.games.numero.solve.layout_search import LayoutSearch
from numero_cam.games.numero.solve.masks import MAX_ITEMS
from numero_cam.games.numero.solve.records import CardSet, Play, Settings, SettingsError
from numero_cam.games.numero.solve.search import choose_search, layout_search
from numero_cam.games.numero.solve.takes import Take
from numero_cam.games.shared.breaks import check

MAX_LISTED_PLAYS = 100  #: Maximum number of best takes that are written out; all are counted.


@dataclass(frozen=True, slots=True)
class BestPlays:
    """All the best takes of a position."""

    plays: tuple[Play, ...]  #: The simplest first, `MAX_LISTED_PLAYS` at most.
    count: int  #: Number of really different best takes, also beyond those listed.
    proven: bool  #: Whether no better take exists and no equally good one is missing.
    stopped_by: StoppedBy | None = None  #: The limit that stopped the search; None where it is proven.


@dataclass(frozen=True, slots=True)
class FullTake:
    """A number card that takes all of some cards as one set."""

    number: int  #: Its number, 1-15.
    group: CardSet  #: The cards with their simplest arithmetic.


@dataclass(frozen=True, slots=True)
class FullTakes:
    """The number cards that take all of some cards as one set."""

    takes: tuple[FullTake, ...]  #: Sorted by number.
    proven: bool  #: Whether no other of the given numbers takes them all.


def best_plays(position: Position, settings: Settings | None = None, *, limit_seconds: float | None = None) -> BestPlays:
    """Return all really different best takes, which are equal in points and cards, the simplest arithmetic first.

    Takes with the same number and the same faces in their sets are one take, whatever the colours and the order of arithmetic.

    Args:
        position: Centre and hand.
        settings: Settings of the solver.
        limit_seconds: Time limit, after which the takes found so far are returned, not proven; None for no limit.

    Raises:
        SettingsError: `limit_seconds` is below 0.
    """
    search = choose_search(position, settings or Settings(), limit_seconds)
    if search is None:
        return BestPlays((), 0, proven=True)
    found, stopped = search.best(1)
    takes = search.ways.rank(found.takes.values(), MAX_LISTED_PLAYS)
    return BestPlays(tuple(search.play(take) for take in takes), len(found.takes), stopped is None, stopped)


def takes_of_all(
    cards: Sequence[Card | Build],
    *,
    values: Values = "whole",
    negative: bool = True,
    numbers: Sequence[int] = (),
    limit_seconds: float | None = None,
) -> FullTakes:
    """Return every number card that takes all of these cards as one set, with its simplest way.

    Args:
        cards: Cards and builds; an impossible build can never be taken.
        values: Allowed intermediate values: `whole` numbers, `any` for fractions too, or `real` for irrational numbers too.
        negative: Whether intermediate values may be below zero.
        numbers: The numbers to try; by default 1-15.
        limit_seconds: Time limit, after which the takes found so far are returned, not proven; None for no limit.

    Raises:
        SettingsError: `values` is none of these, `limit_seconds` is below 0, or there are more than `MAX_ITEMS` cards.
    """
    search = _search_for_all_cards(cards, Settings(values=values, negative=negative), numbers, limit_seconds)
    if search is None:
        return FullTakes((), proven=True)
    takes: list[FullTake] = []
    try:
        for place in _takers_of_all_cards(search):
            play = search.play(Take(place, (search.layout.full,)))
            takes.append(FullTake(int(play.taker.value), play.sets[0]))
    except OutOfTimeError:
        return FullTakes(tuple(takes), proven=False)
    return FullTakes(tuple(takes), proven=True)


def takers_of_all(cards: Sequence[Card | Build], *, values: Values = "whole", negative: bool = True) -> tuple[int, ...]:
    """Return which number cards (1-15) can take all of these cards as one set.

    Args:
        cards: Cards and builds; an impossible build can never be taken.
        values: Allowed intermediate values: `whole` numbers, `any` for fractions too, or `real` for irrational numbers too.
        negative: Whether intermediate values may be below zero.

    Raises:
        SettingsError: `values` is none of these, or there are more than `MAX_ITEMS` cards.
    """
    search = _search_for_all_cards(cards, Settings(values=values, negative=negative), (), None)
    return tuple(int(search.layout.takers[place].value) for place in _takers_of_all_cards(search)) if search else ()


def _search_for_all_cards(
    cards: Sequence[Card | Build], settings: Settings, numbers: Sequence[int], limit: float | None
) -> LayoutSearch | None:
    """Return the search of the cards with these numbers (by default 1-15) as the hand; None if they cannot all be taken."""
    check(
        len(cards) <= MAX_ITEMS,
        SettingsError,
        tr("{number} cards are too many to take all at once; up to {most} can be searched", number=len(cards), most=MAX_ITEMS),
    )
    takers = tuple(Card.number(number) for number in sorted(set(numbers) or range(1, HIGHEST_NUMBER + 1)))
    search = layout_search(Position(tuple(cards), takers), settings, limit)
    return None if search is None or len(search.layout.items) < len(cards) else search


def _takers_of_all_cards(search: LayoutSearch) -> list[int]:
    """Return the indices of the taking cards that take all cards as one set, in order of their numbers."""
    wanted = [int(taker.value) * search.reach.lattice.scale for taker in search.layout.takers]
    made = search.reach.reachable(search.layout.full, set(wanted))
    return [place for place, value in enumerate(wanted) if value in made]
