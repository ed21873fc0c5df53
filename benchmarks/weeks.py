"""How many of many weeks are refused: benchmarks/results/weeks.json.

    python benchmarks/weeks.py [--weeks 2000]

Each week is the puzzle of one level; the levels are taken in turn, each time with other cards, and every fifth time one of the other kinds
of puzzle is asked for in place of what the course of the year wants. The file is written after each hundred weeks, and a run that was
interrupted goes on where it stopped.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

from machine import about

from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.puzzles import LevelError
from numero_cam.games.numero.puzzles.levels import WEEKS
from numero_cam.games.numero.rules.choices import PuzzleKind

RESULTS = Path(__file__).resolve().parent / "results" / "weeks.json"
LEVELS = [f"{kind}:{week}" for kind in ("silver", "gold") for week in range(1, WEEKS + 1)]
KINDS = (PuzzleKind.BEST, PuzzleKind.TWO_SETS, PuzzleKind.TAKES_ALL, PuzzleKind.MISSING)


def asked_kind(number: int) -> PuzzleKind | None:
    """The kind that a week asks for; None for that of the course."""
    return KINDS[number // 5 % len(KINDS)] if number % 5 == 4 else None


def before(commit: object) -> tuple[int, Counter[str], Counter[str]]:
    """How many weeks an interrupted run of the same version made, which were refused, and of what kinds they are."""
    if RESULTS.exists():
        found = json.loads(RESULTS.read_text(encoding="utf-8"))
        if found["commit"] == commit:
            return found["weeks"], Counter(found["refused_levels"]), Counter(found["kinds"])
    return 0, Counter(), Counter()


def main() -> None:
    """Make the weeks, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weeks", type=int, default=2000, help="number of weeks")
    weeks, machine = parser.parse_args().weeks, about()
    done, refused, kinds = before(machine["commit"])
    for number in range(done, weeks):
        level = LEVELS[number % len(LEVELS)]
        try:
            kinds[week_puzzle(level, number, "cards", asked_kind(number)).kind] += 1
        except (LevelError, ValueError, AssertionError):
            refused[level] += 1
        if (number + 1) % 100 == 0 or number + 1 == weeks:
            result = {**machine, "weeks": number + 1, "refused": refused.total(), "refused_levels": dict(refused), "kinds": dict(kinds)}
            RESULTS.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
            print(number + 1, refused.total(), flush=True)


if __name__ == "__main__":
    main()
