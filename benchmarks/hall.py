"""A simulated hall: what is lost or doubled, how long a play takes to the board, how the hall's memory grows.

    python benchmarks/hall.py                      # an hour, 60 tables, 300 watchers, all faults
    python benchmarks/hall.py --minutes 5 --tables 20 --watchers 50 --per-process 5

The program, PostgreSQL from Debian's package, and tables as processes that play recorded games are real; a proxy on loopback is the network
that is cut. Faults are as many as asked for an hour, and fewer in a shorter time. --file takes SQLite in place of PostgreSQL.
"""

import argparse
import contextlib
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402

from tests import postgres  # noqa: E402
from tests.hall_server import HallFaults, SimulatedHall, simulate, watched  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "hall.json"
MEASURING = 20
"""Number of watchers that measure; the others only look."""


def faults_of(minutes: float) -> HallFaults:
    """Return what is broken: in an hour 30 kills of tables, 10 of the hall, 5 restarts of PostgreSQL, the network cut for 10 minutes."""
    hours = minutes / 60
    return HallFaults(round(30 * hours), round(10 * hours), round(5 * hours), 600 * hours)


def run(chosen: argparse.Namespace) -> dict[str, object]:
    """Simulate, and return what was found."""
    with contextlib.ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        database, restart = f"sqlite:///{folder / 'hall.sqlite'}", None
        if not chosen.file:
            programs = postgres.programs()
            if programs is None:
                sys.exit("PostgreSQL is not installed: apt-get install postgresql")
            server = opened.enter_context(postgres.started(programs))
            database, restart = server.new(), server.restart
        hall = SimulatedHall(folder, database, chosen.tables, chosen.seconds, chosen.per_process)
        opened.callback(hall.close)
        with watched(hall, chosen.watchers, MEASURING) as looking:
            faults = HallFaults() if chosen.no_faults else faults_of(chosen.minutes)
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
        }


def main() -> None:
    """Simulate, print and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--watchers", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5.0, help="between two plays of a table")
    parser.add_argument("--per-process", type=int, default=1, help="tables that one process plays")
    parser.add_argument("--no-faults", action="store_true", help="break nothing: how quick it is when all is well")
    parser.add_argument("--file", action="store_true", help="SQLite in place of PostgreSQL")
    parser.add_argument("--keep", action="store_true", help="write the result to benchmarks/results/hall.json")
    chosen = parser.parse_args()
    result = run(chosen)
    print(json.dumps(result, indent=1))
    if chosen.keep:
        before = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
        RESULTS.write_text(json.dumps([*before, result], indent=1) + "\n")


if __name__ == "__main__":
    main()
