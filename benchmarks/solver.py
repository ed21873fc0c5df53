"""Times the solver on random deals from the whole pack: `python benchmarks/solver.py` writes `results/solver.json`.

The plain subset search of `tests/oracle.py` runs on some of the same deals in the same run, and a fixed loop of
additions says how fast the machine was meanwhile: compare ratios, not milliseconds, between machines.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

from numero_cam.rules import Position, parse_card  # noqa: E402
from numero_cam.solve import Settings, solve, takers_of_all  # noqa: E402
from tests.oracle import best_key, usable  # noqa: E402
from tests.strategies import deal  # noqa: E402

PUZZLE_12 = "3 4 5 6 15 3/5 /3 1/8 -4 sqrt"
TWIN_ITEMS = 8
"""The twin needs minutes for more."""


def milliseconds(work: Callable[[], object]) -> float:
    """Time one call, by the processor: twin and solver are compared, whatever else runs."""
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def spread(times: Sequence[float]) -> dict[str, float]:
    """Median, quartiles and tail."""
    ordered = sorted(times)

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

    return {"q25": at(0.25), "median": at(0.5), "q75": at(0.75), "p90": at(0.9), "p99": at(0.99), "worst": at(1)}


def deals(seed: int, count: int, centre: int) -> list[Position]:
    """Draw positions with five cards in hand."""
    rng = random.Random(seed)  # noqa: S311 - a seeded deal, no secret
    return [deal(rng, centre, 5) for _ in range(count)]


def timed(positions: Sequence[Position], settings: Settings, *, limit: float | None = None) -> dict[str, object]:
    """Solve all and say how long it took, on the clock and of the processor, and how many are proven."""
    times, worked, proven = [], [], 0
    for position in positions:
        start, work = perf_counter(), process_time()
        proven += solve(position, settings, limit_seconds=limit).proven
        times.append(1000 * (perf_counter() - start))
        worked.append(1000 * (process_time() - work))
    return {"deals": len(positions), "proven": proven, "milliseconds": spread(times), "cpu_milliseconds": spread(worked)}


def megabytes() -> float | None:
    """The most memory this process has held; `None` where the system does not tell."""
    try:
        import resource  # noqa: PLC0415 - absent on Windows
    except ImportError:
        return None
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def against_twin(positions: Sequence[Position]) -> dict[str, object]:
    """Time solver and twin on the same deals, one after the other."""
    pairs = []
    for position in positions:
        if len(usable(position)) <= TWIN_ITEMS:
            twin = milliseconds(lambda place=position: best_key(place, by="points", guide=False, values="any", keys=False))
            pairs.append((twin, milliseconds(lambda place=position: solve(place, Settings(values="any")))))
    heavy = [twin / solver for twin, solver in pairs if twin > 50]
    return {
        "deals": len(pairs),
        "twin_milliseconds": spread([twin for twin, _ in pairs]),
        "solver_milliseconds": spread([solver for _, solver in pairs]),
        "deals_over_50_ms_of_the_twin": len(heavy),
        "times_faster_on_those": spread(heavy) if heavy else None,
    }


def additions() -> int:
    """Half a million additions and multiplications: the yardstick of the machine."""
    total = 0
    for number in range(500_000):
        total += number * number
    return total


def main() -> None:
    """Run everything and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "solver.json")
    parser.add_argument("--deals", type=int, default=500, help="deals of five and five")
    parser.add_argument("--large", type=int, default=100, help="deals of ten and five, and of fourteen and five")
    options = parser.parse_args()
    if min(options.deals, options.large) < 1:
        parser.error("give 1 deal or more of each kind")
    solve(deals(1, 1, 5)[0])  # warm-up: loads the table of printed points
    five = deals(options.seed, options.deals, 5)
    puzzle = [parse_card(token) for token in PUZZLE_12.split()]
    result = {
        **about(),
        "seed": options.seed,
        "additions_milliseconds": spread([milliseconds(additions) for _ in range(9)]),
        "five_and_five_any_points": timed(five, Settings(values="any")),
        "five_and_five_real_points": timed(five[:100], Settings(values="real"), limit=10),
        "five_and_five_whole_points": timed(five, Settings(values="whole")),
        "five_and_five_any_cards": timed(five, Settings(by="cards", values="any")),
        "ten_and_five_whole_points": timed(deals(options.seed, options.large, 10), Settings(values="whole"), limit=10),
        "fourteen_and_five_whole_points": timed(deals(options.seed, options.large, 14), Settings(values="whole"), limit=10),
        "largest_memory_megabytes": megabytes(),
        "puzzle_12_all_answers_whole": spread([milliseconds(lambda: takers_of_all(puzzle)) for _ in range(5)]),
        "against_the_twin_any_points": against_twin(deals(options.seed + 1, 100, 5)),
    }
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(options.out.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
