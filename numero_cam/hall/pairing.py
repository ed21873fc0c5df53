"""The pairings of the next round: Swiss, round robin, knock-out, ladder.

Swiss, ladder, and a round robin whose entrants changed ask for a matching of least cost in a graph whose edges are the pairs that may play.
The search begins with each entrant's nearest neighbours in the order, which are few edges, and takes more until all can be paired; only
then are pairs repeated, as few as possible.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import networkx as nx

from numero_cam.base.errors import HallError
from numero_cam.catalogue import ngettext, tr
from numero_cam.hall.ranking import ladder, ranking, winner_of
from numero_cam.hall.records import MAX_ROUNDS, Entrant, EventSetting, Match, Pairing, last_round, matches_of_round

FIRST_NEIGHBOURS = 8  #: Number of later entrants in the order with which each may be paired at first.


def next_pairings(setting: EventSetting, entrants: Sequence[Entrant], matches: Sequence[Match], seed: int = 0) -> tuple[Pairing, ...]:
    """Return the pairings of the next round, the first table first; `seed` decides the order of entrants with equal points."""
    number = last_round(matches) + 1
    _check_results(matches, number - 1)
    if number > MAX_ROUNDS:
        raise HallError(tr("an event has at most {most} rounds", most=MAX_ROUNDS))
    active = [entrant for entrant in entrants if not entrant.left and entrant.joined <= number]
    if len(active) < 2:
        raise HallError(tr("a round needs two teams at least; those that left do not play"))
    if setting.system == "knockout":
        pairings = _knockout(active, matches, number)
    elif setting.system == "robin":
        pairings = _robin(active, matches, number)
    else:
        pairings = _by_order(_order(setting, entrants, active, matches, random.Random(f"{seed}/{number}")), matches)  # noqa: S311 - no secret
    _check_tables(pairings, setting)
    return _begin_by_turns(pairings, matches)


def _check_results(matches: Sequence[Match], number: int) -> None:
    """Raise an error that names the tables of round `number` whose results are missing."""
    missing = [match.table for match in matches_of_round(matches, number) if match.result is None and match.pairing.away is not None]
    if missing:
        raise HallError(
            ngettext(
                "round {round}: the result of table {tables} is missing; wait for it, or enter it on the referee's page",
                "round {round}: the results of tables {tables} are missing; wait for them, or enter them on the referee's page",
                len(missing),
                round=number,
                tables=", ".join(map(str, missing)),
            )
        )


def _check_tables(pairings: Sequence[Pairing], setting: EventSetting) -> None:
    """Refuse pairings for which the hall has too few tables."""
    needed = sum(pairing.away is not None for pairing in pairings)
    if needed > setting.tables:
        raise HallError(tr("this round needs {needed} tables, and the hall has {tables}; set more", needed=needed, tables=setting.tables))


def _order(
    setting: EventSetting, entrants: Sequence[Entrant], active: Sequence[Entrant], matches: Sequence[Match], chance: random.Random
) -> list[tuple[int, int]]:
    """Return (number, points) of those who play, best first; on a ladder (number, -step), step 0 at the top."""
    plays = {entrant.number for entrant in active}
    if setting.system == "ladder":
        return [(number, -step) for step, number in enumerate(ladder(entrants, matches)) if number in plays]
    rows = [row for row in ranking(entrants, matches) if row.number in plays]
    return [(row.number, row.points) for row in sorted(rows, key=lambda row: (-row.points, chance.random()))]


@dataclass
class _History:
    """How often each pair of entrants played, and how often each entrant had no opponent."""

    met: Counter[frozenset[int]]  #: By the numbers of the pair.
    byes: Counter[int]  #: By the number of the entrant.

    @classmethod
    def of(cls, matches: Sequence[Match]) -> "_History":
        pairings = [match.pairing for match in matches]
        byes = Counter(each.home for each in pairings if each.away is None)
        return cls(Counter(each.pair for each in pairings if each.away is not None), byes)


def _by_order(order: Sequence[tuple[int, int]], matches: Sequence[Match]) -> list[Pairing]:
    """Return pairings of entrants near in the order, no pair twice if possible; of an odd number the last with the fewest byes rests."""
    history = _History.of(matches)
    if len(order) % 2 == 0:
        return _closest(order, history, repeats=False) or _closest(order, history, repeats=True)
    fewest = min(history.byes[number] for number, _ in order)
    rests = [number for number, _ in reversed(order) if history.byes[number] == fewest]
    for repeats in (False, True):
        for number in rests:
            found = _closest([row for row in order if row[0] != number], history, repeats=repeats)
            if found:
                return [*found, Pairing(number, None)]
    return [Pairing(rests[0], None)]


def _closest(order: Sequence[tuple[int, int]], history: _History, *, repeats: bool) -> list[Pairing]:
    """Return pairings of all with the least sum of `cost`; empty where there are none without repeated pairs."""
    neighbours = FIRST_NEIGHBOURS if not repeats else len(order)  # of each, later in the order, with whom it may be paired
    places = {number: place for place, (number, _) in enumerate(order)}
    values = dict(order)

    def cost(one: int, other: int) -> int:
        """Return (difference of values)^2 * number of entrants + distance in the order + `_REPEAT_COST` for each match so far."""
        again = history.met[frozenset((one, other))]
        return (values[one] - values[other]) ** 2 * len(order) + abs(places[one] - places[other]) + again * _REPEAT_COST

    while True:
        edges = [
            (one, other)
            for place, (one, _) in enumerate(order)
            for other, _ in order[place + 1 : place + 1 + neighbours]
            if repeats or frozenset((one, other)) not in history.met
        ]
        found = _matching(edges, cost)
        if 2 * len(found) == len(order):
            return sorted((Pairing(*sorted(pair, key=places.__getitem__)) for pair in found), key=lambda pairing: places[pairing.home])
        if neighbours >= len(order):
            return []
        neighbours *= 4


_REPEAT_COST = 10**9  #: Above every sum of distances, so that as few pairs as possible are repeated.


def _matching(edges: Sequence[tuple[int, int]], cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Return a matching with as many pairs as possible, and of these one of least cost."""
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, -cost(one, other)) for one, other in edges)
    return [(one, other) for one, other in nx.max_weight_matching(graph, maxcardinality=True)]


def _robin(active: Sequence[Entrant], matches: Sequence[Match], number: int) -> list[Pairing]:
    """Return a round of the circle method; where it repeats a pair or rests are unfair, as many pairs that have not played as possible."""
    history = _History.of(matches)
    numbers = [entrant.number for entrant in active]
    open_pairs = [(one, other) for k, one in enumerate(numbers) for other in numbers[k + 1 :] if frozenset((one, other)) not in history.met]
    if not open_pairs:
        raise HallError(tr("everybody has played everybody; the event is at its end"))
    circle = _circle(numbers, number)
    if not any(pairing.away is not None and pairing.pair in history.met for pairing in circle) and _rests_fairly(circle, numbers, history):
        return circle
    rested = max((history.byes[one] for one in numbers), default=0)
    found = _matching(open_pairs, lambda one, other: sum(rested - history.byes[each] for each in (one, other)))
    paired = {each for pair in found for each in pair}
    return [*(Pairing(*sorted(pair)) for pair in sorted(found)), *(Pairing(one, None) for one in numbers if one not in paired)]


def _rests_fairly(circle: Sequence[Pairing], numbers: Sequence[int], history: _History) -> bool:
    """Return whether only entrants with the fewest rounds without an opponent so far have none in this one."""
    fewest = min(history.byes[number] for number in numbers)
    return all(history.byes[pairing.home] == fewest for pairing in circle if pairing.away is None)


def _circle(numbers: Sequence[int], number: int) -> list[Pairing]:
    """Return round `number`, from 1, of the circle method: the first stays, the others move on by one seat each round."""
    seats: list[int | None] = [*numbers, *([None] if len(numbers) % 2 else [])]
    turn = (number - 1) % (len(seats) - 1)
    seats = [seats[0], *seats[len(seats) - turn :], *seats[1 : len(seats) - turn]] if turn else seats
    half = len(seats) // 2
    pairs = zip(seats[:half], reversed(seats[half:]), strict=True)
    return sorted(
        (Pairing(one if one is not None else other or 0, other if one is not None else None) for one, other in pairs),
        key=lambda pairing: (pairing.away is None, pairing.home),
    )


def _knockout(active: Sequence[Entrant], matches: Sequence[Match], number: int) -> list[Pairing]:
    """Return the next round of a knock-out: winners in the order of their matches; the opponent of a winner who left does not come back."""
    plays = {entrant.number for entrant in active}
    if number == 1:
        numbers = [entrant.number for entrant in active]
        resting = 2 ** (len(numbers) - 1).bit_length() - len(numbers)
        rest, fight = numbers[:resting], numbers[resting:]
        half = len(fight) // 2
        return [*(Pairing(*pair) for pair in zip(fight[:half], fight[half:], strict=True)), *(Pairing(each, None) for each in rest)]
    before = sorted((match for match in matches if match.round == number - 1), key=lambda match: match.number)
    drawn = [str(match.table) for match in before if winner_of(match) is None]
    if drawn:
        raise HallError(
            ngettext(
                "table {tables} is drawn, and a knock-out needs a winner: enter one on the referee's page",
                "tables {tables} are drawn, and a knock-out needs winners: enter them on the referee's page",
                len(drawn),
                tables=", ".join(drawn),
            )
        )
    winners = [each for each in map(winner_of, before) if each is not None and each in plays]
    if len(winners) < 2:
        raise HallError(tr("there is a winner; the event is at its end"))
    half = len(winners) // 2
    pairs = [Pairing(*winners[2 * k : 2 * k + 2]) for k in range(half)]
    return [*pairs, *(Pairing(each, None) for each in winners[2 * half :])]


def _begin_by_turns(pairings: Sequence[Pairing], matches: Sequence[Match]) -> tuple[Pairing, ...]:
    """Return the pairings with that entrant first who was first in fewer matches so far."""
    began = Counter(match.pairing.home for match in matches if match.pairing.away is not None)
    return tuple(
        Pairing(pairing.away, pairing.home) if pairing.away is not None and began[pairing.away] < began[pairing.home] else pairing
        for pairing in pairings
    )
