"""A simulated hall: what is lost or doubled, how long a play takes to the board, how the hall's memory grows.

    python benchmarks/hall.py --keep                               # an hour, 60 tables, 300 watchers, all faults
    python benchmarks/hall.py --no-faults --minutes 5 --keep       # how quick it is when all is well
    python benchmarks/hall.py --attack --keep                      # how long others wait while somebody guesses 10,000 codes
    python benchmarks/hall.py --minutes 1.5 --faults-of 10 --tables 12 --watchers 40 --per-process 2 --seconds 2 --check   # .ci/run

--keep adds the result to benchmarks/results/hall.json; --check ends with status 1 where something is not as asked.

The program, PostgreSQL from Debian's package, and tables as processes that play recorded games are real; a proxy on loopback is the network
that is cut. Faults are as many as asked for an hour, and fewer in a shorter time. --file takes SQLite in place of PostgreSQL.
"""

import argparse
import contextlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from machine import about, known_result, write_result

from tests import postgres
from tests.hall_server import HallFaults, HallServer, SimulatedHall, attack, simulate, watched

MEASURING = 20  #: Number of watchers that measure; the others only look.
MEDIAN_SECONDS, P99_SECONDS = 0.3, 1.5  #: Asked: maximum time from a play to the board, where nothing is broken, in seconds.
MEMORY_GROWTH = 0.05  #: Asked: maximum growth of the hall's memory in an hour.
GUESSES = 10_000  #: Number of wrong codes of an attack.
FORBIDDEN = 403  #: Status of an answer to a wrong code.
MEMORY_MINUTES = 30.0  #: Minimum time from which memory is judged, in minutes; before, it still fills.


def faults_of(minutes: float, longest_cut: float) -> HallFaults:
    """Return what is broken in so many minutes.

    In an hour 30 kills of tables, 10 of the hall, 5 restarts of PostgreSQL, the network cut for 10 minutes, or for the longest cut in
    seconds.
    """
    hours = minutes / 60
    return HallFaults(round(30 * hours), round(10 * hours), round(5 * hours), min(600 * hours, longest_cut))


@contextlib.contextmanager
def opened_database(folder: Path, *, file: bool) -> Iterator[tuple[str, Callable[[], None] | None]]:
    """Make the database, and yield its address and what restarts it; a file needs no restart."""
    if file:
        yield f"sqlite:///{folder / 'hall.sqlite'}", None
        return
    programs = postgres.programs()
    if programs is None:
        sys.exit("PostgreSQL is not installed: apt-get install postgresql")
    with postgres.started(programs) as server:
        yield server.new(), server.restart


def run_attack(*, file: bool) -> dict[str, object]:
    """Guess codes, and return how long a table, a watcher and a referee waited meanwhile."""
    with tempfile.TemporaryDirectory() as name, opened_database(Path(name), file=file) as (database, _):
        (Path(name) / "home").mkdir()
        hall = HallServer(Path(name) / "home", "--database", database)
        try:
            hall.form("new", name="Attacked", list="Owls\nFoxes", tables=1, level="3", by="points", hands="open")
            found = attack(hall, GUESSES)
        finally:
            hall.stop()
    waits = sorted(found.waits)
    return {
        **about(),
        "database": "sqlite" if file else "postgresql",
        "guesses": len(found.statuses),
        "guesses_that_got_in": sum(status != FORBIDDEN for status in found.statuses),
        "guesses_per_second": round(len(found.statuses) / found.seconds),
        "answers_to_others": len(waits),
        "others_refused": sum(status >= FORBIDDEN for status, _ in found.others),
        "wait_median_seconds": round(waits[len(waits) // 2], 3),
        "wait_longest_seconds": round(waits[-1], 3),
    }


def run(chosen: argparse.Namespace) -> dict[str, object]:
    """Simulate, and return what was found."""
    with contextlib.ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        database, restart = opened.enter_context(opened_database(folder, file=chosen.file))
        hall = SimulatedHall(folder, database, chosen.tables, chosen.seconds, chosen.per_process)
        opened.callback(hall.close)
        with watched(hall, chosen.watchers, MEASURING) as looking:
            faults = HallFaults() if chosen.no_faults else faults_of(chosen.faults_of or chosen.minutes, chosen.minutes * 60 / 5)
            found = simulate(hall, chosen.minutes * 60, faults, looking, restart)
        delays = found.delays or [float("nan")]
        return {
            **about(),
            "database": "sqlite" if chosen.file else "postgresql",
            "minutes": chosen.minutes,
            "tables": chosen.tables,
            "watchers": chosen.watchers,
            "seconds_between_plays": chosen.seconds,
            "faults": vars(faults),
            "rounds": found.rounds,
            "lines": found.lines,
            "lost": found.lost,
            "doubled": found.doubled,
            "plays_measured": len(found.delays),
            "median_seconds": round(delays[len(delays) // 2], 3),
            "p99_seconds": round(delays[int(len(delays) * 0.99)], 3),
            "hall_share_of_a_core": None if found.processor_share is None else round(found.processor_share, 2),
            "messages_to_watchers": looking.heard,
            "memory_begin_bytes": found.memory[0],
            "memory_end_bytes": found.memory[1],
            "memory_growth": round(found.memory[1] / found.memory[0] - 1, 4) if found.memory[0] else None,
        }


def not_as_asked(result: dict[str, Any]) -> list[str]:
    """Return what of a result is not as asked, a line each."""
    if "guesses" in result:
        return ["a code was guessed"] * bool(result["guesses_that_got_in"]) + ["others were refused"] * bool(result["others_refused"])
    growth, broken = result["memory_growth"], any(result["faults"].values())
    found = {
        "plays were lost": result["lost"] > 0,
        "plays were doubled": result["doubled"] > 0,
        "no play was seen on the board": result["plays_measured"] == 0,
        "the median is too long": not broken and result["median_seconds"] > MEDIAN_SECONDS,
        "the 99th percentile is too long": not broken and result["p99_seconds"] > P99_SECONDS,
        "memory grows": growth is not None and result["minutes"] >= MEMORY_MINUTES and growth > MEMORY_GROWTH,
    }
    return [what for what, wrong in found.items() if wrong]


def main() -> None:
    """Simulate, print and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--watchers", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5.0, help="between two plays of a table")
    parser.add_argument("--per-process", type=int, default=1, help="tables that one process plays")
    parser.add_argument("--faults-of", type=float, help="break as much as in these minutes of the hour; without it, those that it lasts")
    parser.add_argument("--no-faults", action="store_true", help="break nothing: how quick it is when all is well")
    parser.add_argument("--attack", action="store_true", help="guess codes instead, and measure how long others wait")
    parser.add_argument("--file", action="store_true", help="SQLite in place of PostgreSQL")
    parser.add_argument("--keep", action="store_true", help="write the result to benchmarks/results/hall.json")
    parser.add_argument("--check", action="store_true", help="end with status 1 where something is not as asked")
    chosen = parser.parse_args()
    result = run_attack(file=chosen.file) if chosen.attack else run(chosen)
    print(json.dumps(result, indent=1))
    if chosen.keep:
        before = known_result("hall") or []
        write_result("hall", [*before, result])
    if chosen.check and (wrong := not_as_asked(result)):
        sys.exit("; ".join(wrong))


if __name__ == "__main__":
    main()
