"""The algorithm of Loh's paper "An Algorithm for Takes in Numero" (2019) as a reference, and its Example 1 recounted.

`python benchmarks/paper.py` writes `results/paper.json`: the ways to add by number of bases, the recount of Example 1, and the time
of puzzle 12 beside that of the paper's brute force on puzzles small enough to run it. See docs/paper.md for the definitions.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb
from time import process_time

from machine import about, write_result

from numero_cam.games.numero.rules import Card, act, parse_card
from numero_cam.games.numero.solve import takers_of_all, takes_of_all

#: Which two places are added, step by step: `(0, 1), (0, 1)` adds the first two of three, then both that are left.
Way = tuple[tuple[int, int], ...]
Node = int | tuple[tuple["Node", int], tuple["Node", int]]  #: A base, or the two parts of a sum, each with the rows in which it has a box.
Outcomes = Counter[tuple[Fraction, bool]]  #: How often each value comes about, and whether it stayed whole.
EXAMPLE_1 = "3 6 7 7 -4 3/2 1/3 1/4 sqrt"
#: Small enough for brute force.
PUZZLES = {"1": "2 3 7 1/3 3/2", "2": "1 4 9 x4 2/5", "4": "3 15 -4 1/2 /5", "6": "12 14 x3 1/4 3/5", "8": "2 4 9 /3 1/2 x5 -5"}
PUZZLE_12 = "3 4 5 6 15 3/5 /3 1/8 -4 sqrt"


def ways_to_add(bases: int) -> list[Way]:
    """Return one way for each partitioning of the paper: the ways of adding that no order of the bases turns into each other.

    A way is a sequence of multisets: how many bases each value holds after each addition (OEIS A002846).
    """
    found: dict[tuple[tuple[int, ...], ...], Way] = {}
    for steps, way in _histories((1,) * bases):
        found.setdefault(steps, way)
    return list(found.values())


def _histories(sizes: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, ...], ...], Way]]:
    """Give the sizes after each addition, sorted, with the places that were added."""
    if len(sizes) == 1:
        yield (), ()
        return
    seen = set()
    for second in range(1, len(sizes)):
        for first in range(second):
            after = added(sizes, first, second)
            key = tuple(sorted(after))
            if key in seen:  # the same multiset: what follows is the same for one order of the bases or another
                continue
            seen.add(key)
            for steps, way in _histories(after):
                yield (key, *steps), ((first, second), *way)


def added(values: Sequence[int], first: int, second: int) -> tuple[int, ...]:
    """Return the values after the second was added to the first and the later ones moved down."""
    return (*values[:first], values[first] + values[second], *values[first + 1 : second], *values[second + 1 :])


def text_of(way: Way) -> str:
    """Return the way as the paper writes it: `1212` for three bases."""
    return "".join(f"{first + 1}{second + 1}" for first, second in way)


def way_of(text: str) -> Way:
    """Return the way that the paper writes so."""
    places = [int(sign) - 1 for sign in text]
    return tuple(zip(places[::2], places[1::2], strict=True))


def value_of(bases: Sequence[int], wilds: Sequence[Card], way: Way, sequence: Sequence[int]) -> tuple[Fraction | None, bool]:
    """Return what one permutation-partitioning makes (`None` for a root without exact result), and whether it stays whole.

    ``way``: which bases are added at each bar. The sequence is the paper's multiset permutation of wild cards, numbered from 1: 0 ends a
    box; the last box of each row is followed by an addition.
    """
    values = [Fraction(base) for base in bases]
    box, row, whole = 0, 0, True
    for sign in sequence:
        if sign:
            result = act(wilds[sign - 1], values[box])
            if result is None:
                return None, whole
            values[box], whole = result, whole and result.denominator == 1
        elif box + 1 < len(values):
            box += 1
        elif len(values) > 1:
            first, second = way[row]
            values[first] += values.pop(second)
            box, row = 0, row + 1
    return values[0], whole


def multiset_permutations(signs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Give each order of a multiset once, by Williams' prefix shifts as the paper retells them."""
    order = sorted(signs, reverse=True)
    tail = tuple(order)
    while True:
        yield tuple(order)
        run = next((place for place in range(1, len(order)) if order[place] > order[place - 1]), len(order))
        if run >= len(order) - 1:
            taken = len(order) - 1
        elif order[run + 1] > order[run - 1]:
            taken = run
        else:
            taken = run + 1
        order.insert(0, order.pop(taken))
        if tuple(order) == tail:
            return


def brute_force(cards: Sequence[Card]) -> Counter[int]:
    """Count by number card 1-15 the permutation-partitionings that make it: the paper's algorithm, word for word."""
    bases = [int(card.value) for card in cards if card.is_number]
    wilds = [card for card in cards if card.is_wild]
    zeros = boxes(len(bases)) - 1
    counts: Counter[int] = Counter()
    for order in sorted(set(permutations(bases))):
        for way in ways_to_add(len(bases)):
            for sequence in multiset_permutations([*range(1, len(wilds) + 1), *[0] * zeros]):
                value, _ = value_of(order, wilds, way, sequence)
                if value is not None and value.denominator == 1 and 1 <= value <= 15:
                    counts[int(value)] += 1
    return counts


def boxes(bases: int) -> int:
    """Return how many boxes wild cards can be laid in: n + (n - 1) + ... + 1."""
    return bases * (bases + 1) // 2


def recount(cards: Sequence[Card]) -> dict[str, Counter[int]]:
    """Count the same without listing every sequence: sequences that lead to the same values at the same box count together.

    By number 1-15: `all` and `whole`, of the sequences of wild cards in boxes, each distinct order of the bases once.
    """
    bases = [int(card.value) for card in cards if card.is_number]
    wilds = [card for card in cards if card.is_wild]
    totals = {"all": Counter[int](), "whole": Counter[int]()}
    for order in sorted(set(permutations(bases))):
        for way in ways_to_add(len(bases)):
            for (value, whole), count in _ends(order, wilds, way).items():
                if value.denominator == 1 and 1 <= value <= 15:
                    totals["all"][int(value)] += count
                    totals["whole"][int(value)] += count * whole
    return totals


def _ends(order: Sequence[int], wilds: Sequence[Card], way: Way) -> Outcomes:
    """Count the sequences that play all wild cards by their end value and whether they stay whole."""
    nodes: list[tuple[Node, int]] = [(base, 0) for base in order]
    for row, (first, second) in enumerate(way):
        one, other = ((node, row - born + 1) for node, born in (nodes[first], nodes[second]))
        nodes[first] = (one, other), row + 1
        del nodes[second]
    return _played(nodes[0][0], 1, tuple(wilds))[(1 << len(wilds)) - 1]


@cache
def _played(node: Node, lived: int, wilds: tuple[Card, ...]) -> list[Outcomes]:
    """Count, by the wild cards used, what a base or sum becomes that has a box of its own in so many rows.

    A sequence of k wild cards goes into r boxes, in order, in (k + r - 1 over r - 1) ways.
    """
    start = _started(node, wilds)
    done: list[Outcomes] = [Counter() for _ in start]
    for played in range(len(wilds) + 1):
        more: list[Outcomes] = [Counter() for _ in start]
        for used, outcomes in enumerate(start):
            for (value, whole), count in outcomes.items():
                done[used][value, whole] += count * comb(played + lived - 1, lived - 1)
                for place, wild in enumerate(wilds):
                    result = None if used >> place & 1 else act(wild, value)
                    if result is not None:
                        more[used | 1 << place][result, whole and result.denominator == 1] += count
        start = more
    return done


def _started(node: Node, wilds: tuple[Card, ...]) -> list[Outcomes]:
    """Count the values of a base, or of a sum whose parts have played their wild cards."""
    found: list[Outcomes] = [Counter() for _ in range(1 << len(wilds))]
    if isinstance(node, int):
        found[0][Fraction(node), True] = 1
        return found
    one, other = (_played(part, lived, wilds) for part, lived in node)
    for used, left in ((used, left) for used in range(len(found)) for left in range(len(found)) if not used & left):
        for (a, a_whole), count in one[used].items():
            for (b, b_whole), times in other[left].items():
                found[used | left][a + b, a_whole and b_whole] += count * times
    return found


def parsed(text: str) -> list[Card]:
    """Read a row of cards."""
    return [parse_card(token) for token in text.split()]


def _timed(work: object) -> float:
    start = process_time()
    work()  # type: ignore[operator]
    return round(1000 * (process_time() - start), 3)


def main() -> None:
    """Run everything and write the result."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    takers_of_all(parsed(PUZZLES["1"]))  # warm-up
    totals = recount(parsed(EXAMPLE_1))
    ratios = {}
    for name, text in PUZZLES.items():
        cards = parsed(text)
        brute, solver = _timed(lambda cards=cards: brute_force(cards)), _timed(lambda cards=cards: takers_of_all(cards, values="any"))
        ratios[name] = {"brute_force_ms": brute, "solver_ms": solver, "times_faster": round(brute / solver)}
    result = {
        **about(),
        "ways_to_add": [len(ways_to_add(bases)) for bases in range(1, 9)],
        "seven_bases": [text_of(way) for way in ways_to_add(7)],
        "eight_bases": [text_of(way) for way in ways_to_add(8)],
        "example_1": {number: [totals["all"][number], totals["whole"][number]] for number in range(1, 16)},
        "puzzle_12_cpu_ms": {
            "numbers": sorted(_timed(lambda: takers_of_all(parsed(PUZZLE_12))) for _ in range(5))[2],
            "numbers_with_simplest_ways": _timed(lambda: takes_of_all(parsed(PUZZLE_12))),
        },
        "against_brute_force": ratios,
    }
    write_result("paper", result)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
