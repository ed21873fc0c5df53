"""Time of this version beside another one, in turns: a photo, a typed solve and a film. Writes benchmarks/results/beside.json.

    python benchmarks/beside.py CHECKOUT [--turns 10]

CHECKOUT is another commit of this repository with its own `.venv` in which it is installed. Each turn runs every command once with each
version; the order changes from turn to turn. Times are seconds of processor of the whole command, start included, as the median of the
turns; the ratio is this version's median to the other's.
"""

import argparse
import json
import statistics
import subprocess
from pathlib import Path

from machine import ROOT, about, run_version, write_result

FILM = "tests/data/films/small_open.mp4"
PHOTO = "sample_images/01_kitchen_table.jpg"
COMMANDS = {
    "a photo": ["read", PHOTO, "--json"],
    "a solve": ["solve", "--centre", "11r 8o 3b 5r", "--hand", "11g x3 -4 /2", "--json"],
    "a film": ["game", "watch", FILM, "--players", "Finn,Eve", "--near", "Finn", "--hands", "open", "--json"],
}


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, help="a checkout of the other version, installed in its .venv")
    parser.add_argument("--turns", type=int, default=10)
    given = parser.parse_args()
    other = given.checkout.resolve()
    asked = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, cwd=other, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    times: dict[str, dict[Path, list[float]]] = {name: {ROOT: [], other: []} for name in COMMANDS}
    for checkout in (ROOT, other):  # a first start compiles the sources, as on a user's machine
        for arguments in COMMANDS.values():
            run_version(checkout, arguments)
    for turn in range(given.turns):
        for name, arguments in COMMANDS.items():
            for checkout in (ROOT, other) if turn % 2 else (other, ROOT):
                times[name][checkout].append(run_version(checkout, arguments)[1])
    rows = {}
    for name, each in times.items():
        now, before = statistics.median(each[ROOT]), statistics.median(each[other])
        rows[name] = {"seconds": round(now, 3), "seconds_before": round(before, 3), "ratio": round(now / before, 3)}
    write_result("beside", {**about(), "other": commit, "turns": given.turns, "times": rows})
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
