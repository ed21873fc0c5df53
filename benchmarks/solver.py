"""Times the solver on random deals from the whole pack: `python benchmarks/solver.py` writes `results/solver.json`.

Every work runs in a process of its own, so that the memory is that of the work alone. The plain subset search of `tests/oracle.py` runs
on some of the same deals in the same process, the same deals are solved with the compiled kernel and without it, and a fixed loop of
additions says how fast the machine was meanwhile: compare ratios, not milliseconds, between machines.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time

from machine import about, write_result
from paper import PUZZLE_12, PUZZLES, brute_force, parsed

from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.solve import Settings, kernel, solve, takers_of_all, takes_of_all
from tests.oracle import best_key, usable
from tests.strategies import deal

LIMIT = 10  #: Seconds for a deal of a work that has a limit.
TWIN_ITEMS = 8  #: The twin needs minutes for more.


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


def puzzles() -> dict[str, object]:
    """Time all answers of the paper's puzzle 12, and of smaller puzzles beside the paper's brute force."""
    cards = parsed(PUZZLE_12)
    ratios = {}
    for name in ("1", "2", "4"):
        small = parsed(PUZZLES[name])
        brute = milliseconds(lambda small=small: brute_force(small))
        solver = spread([milliseconds(lambda small=small: takers_of_all(small, values="any")) for _ in range(5)])["median"]
        ratios[name] = {"brute_force_milliseconds": round(brute, 3), "solver_milliseconds": solver, "times_faster": round(brute / solver)}
    return {
        "puzzle_12_numbers_milliseconds": spread([milliseconds(lambda: takers_of_all(cards)) for _ in range(5)]),
        "puzzle_12_with_simplest_ways_milliseconds": spread([milliseconds(lambda: takes_of_all(cards)) for _ in range(5)]),
        "smaller_puzzles_against_brute_force": ratios,
    }


def additions() -> int:
    """Half a million additions and multiplications: the yardstick of the machine."""
    total = 0
    for number in range(500_000):
        total += number * number
    return total


def works(seed: int, small: int, large: int) -> Mapping[str, Callable[[], dict[str, object]]]:
    """Return what is timed, by name; where a name ends so, without the kernel."""
    whole, rational = Settings(values="whole"), Settings(values="any")

    def five() -> list[Position]:
        return deals(seed, small, 5)

    return {
        "five_and_five_any_points": lambda: timed(five(), rational),
        "five_and_five_any_points_without_kernel": lambda: timed(five(), rational),
        "five_and_five_any_cards": lambda: timed(five(), Settings(by="cards", values="any")),
        "five_and_five_whole_points": lambda: timed(five(), whole),
        "five_and_five_real_points": lambda: timed(five()[:100], Settings(values="real"), limit=LIMIT),
        "ten_and_five_whole_points": lambda: timed(deals(seed, large, 10), whole, limit=LIMIT),
        "ten_and_five_any_points": lambda: timed(deals(seed, large, 10), rational, limit=LIMIT),
        "fourteen_and_five_whole_points": lambda: timed(deals(seed, large, 14), whole, limit=LIMIT),
        "fourteen_and_five_any_points": lambda: timed(deals(seed, large, 14), rational, limit=LIMIT),
        "puzzles": puzzles,
        "against_the_twin_any_points": lambda: against_twin(deals(seed + 1, 100, 5)),
    }


def alone(name: str, arguments: Sequence[str]) -> dict[str, object]:
    """Run one work in a process of its own."""
    command = [sys.executable, str(Path(__file__)), "--only", name, *arguments]
    switch = {kernel.SWITCH: "off"} if name.endswith("_without_kernel") else {}
    done = subprocess.run(command, env={**os.environ, **switch}, capture_output=True, text=True, check=False)  # noqa: S603 - itself
    if done.returncode:
        sys.exit(done.stderr)
    found: dict[str, object] = json.loads(done.stdout)
    print(name, json.dumps(found), flush=True)
    return found


def measured(work: Callable[[], dict[str, object]]) -> dict[str, object]:
    """Run a work here, with the yardstick before and after it, and the memory."""
    solve(deals(1, 1, 5)[0])  # warm-up: loads the table of printed points
    before = milliseconds(additions)
    found = work()
    return {
        **found,
        "largest_memory_megabytes": megabytes(),
        "additions_milliseconds": [round(before, 1), round(milliseconds(additions), 1)],
    }


def main() -> None:
    """Run everything and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--deals", type=int, default=500, help="deals of five and five")
    parser.add_argument("--large", type=int, default=100, help="deals of ten and five, and of fourteen and five")
    parser.add_argument("--only", help="run this work alone and print its result")
    options = parser.parse_args()
    if min(options.deals, options.large) < 1:
        parser.error("give 1 deal or more of each kind")
    todo = works(options.seed, options.deals, options.large)
    if options.only:
        if options.only not in todo:
            parser.error(f"--only is one of {', '.join(todo)}")
        print(json.dumps(measured(todo[options.only])))
        return
    arguments = ["--seed", str(options.seed), "--deals", str(options.deals), "--large", str(options.large)]
    result = {**about(), "kernel": kernel.kernel_available(), "seed": options.seed, **{name: alone(name, arguments) for name in todo}}
    write_result("solver", result)


if __name__ == "__main__":
    main()
