"""How many deals the advisor looks at: `python benchmarks/thoughts.py 9419167` writes `results/thoughts.json`.

Random positions of one pack with all wild cards, five cards in hand, for each size of the centre; two players, by points. A thought is one
deal of the unseen cards on which every play of the turn is judged. Told are the thoughts in a second of the processor, without the search
for the plays, and those of a move of the expert, that search included. With an earlier commit both are installed as `solver_before.py`
does it and measured in turn, each time in a new process; of each position the least time and the most thoughts of all runs count, and
told is the median of the positions.
"""

import argparse
import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above
from solver_before import installed  # noqa: E402

SIZES = (2, 4, 6, 8, 10)
NUMBERS = ("plays", "deals_a_second", "judged_plays_a_second", "deals_of_a_move")
RUN = """
import json, random, sys
from importlib import import_module
from time import thread_time
package, seed, positions, deals, seconds, sizes = sys.argv[1], sys.argv[2], *map(json.loads, sys.argv[3:])
sys.path.insert(0, package)
import numero_cam
assert numero_cam.__file__.startswith(package), numero_cam.__file__
def of(name):
    try:
        return import_module("numero_cam.games.numero." + name)
    except ModuleNotFoundError:
        return import_module("numero_cam." + {"engine": "game", "players.advisor": "game.advisor", "players.view": "game.view"}[name])
advisor, Options, view_of_table = of("players.advisor"), of("engine").Options, of("players.view").view_of_table
from numero_cam.rules import PACK, Position, parse_cards
pack, rules, found = [str(card) for card in PACK], Options.level("all", by="points"), {}
begun, deal_them = [], advisor.dealt
def counted(*asked):
    begun.append(1)
    return deal_them(*asked)
advisor.dealt = counted
def took(view, count):
    start = thread_time()
    outlooks = advisor.Advisor(advisor.Effort(deals=count)).outlooks(view)
    return thread_time() - start, len(outlooks)
for size in sizes:
    rng, found[size] = random.Random(f"{seed} {size}"), []
    for _ in range(positions):
        drawn = rng.sample(pack, size + 5)
        centre, hand = (tuple(parse_cards(" ".join(cards))) for cards in (drawn[:size], drawn[size:]))
        view = view_of_table(Position(centre, hand), rules)
        took(view, 1)
        (first, _), (all_, plays) = took(view, 1), took(view, 1 + deals)
        begun.clear()
        advisor.Advisor(advisor.Effort(seconds=seconds)).best(view)
        # The last deal that was begun is looked at to its end only where it is the first.
        found[size].append([plays, all_ - first, max(1, len(begun) - 1), " ".join(map(str, view.centre + view.hand + view.unseen))])
assert any("_kernel64" in name for name in sys.modules), "the kernel was not built"
print(json.dumps(found))
"""
"""Runs in either folder; the rooms of the game had other names before."""

Row = tuple[int, float, int, str]
"""Of a position: plays that are judged on each deal, seconds of the deals, deals of one move, and the cards: seen, then unseen."""


def once(package: Path, asked: argparse.Namespace) -> dict[int, list[Row]]:
    """Think about all positions in a new process."""
    numbers = [json.dumps(one) for one in (asked.positions, asked.deals, asked.seconds, list(SIZES))]
    command = [sys.executable, "-I", "-c", RUN, str(package), asked.seed, *numbers]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - the text above
    return {int(size): rows for size, rows in json.loads(done.stdout).items()}


def best_of(runs: list[dict[int, list[Row]]], size: int, deals: int) -> list[dict[str, float]]:
    """Return what each position of a size gives in the best of all runs, by ``NUMBERS``."""
    found = []
    for rows in zip(*(run[size] for run in runs), strict=True):
        plays, seconds = rows[0][0], max(min(row[1] for row in rows), 1e-6)
        found.append(dict(zip(NUMBERS, (plays, deals / seconds, plays * deals / seconds, max(row[2] for row in rows)), strict=True)))
    return found


def compared(runs: dict[str, list[dict[int, list[Row]]]], deals: int) -> dict[str, object]:
    """Return the medians of each size, and where there are two the median of the positions' ratios, now to before."""
    result: dict[str, object] = {}
    for size in SIZES:
        if len({tuple(row[3] for row in run[size]) for its in runs.values() for run in its}) > 1:
            message = f"the positions with a centre of {size} are not the same ones"
            raise ValueError(message)
        best = {who: best_of(its, size, deals) for who, its in runs.items()}
        rows: dict[str, object] = {who: {name: round(median(one[name] for one in its), 1) for name in NUMBERS} for who, its in best.items()}
        if "before" in best:
            pairs = list(zip(best["now"], best["before"], strict=True))
            rows["ratio"] = {name: round(median(now[name] / before[name] for now, before in pairs), 2) for name in NUMBERS}
        result[f"centre_of_{size}"] = rows
    return result


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", nargs="?", help="an earlier commit; without it only the program as it lies here is measured")
    parser.add_argument("--now", default="HEAD", help="the later commit")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--positions", type=int, default=20, help="for each size of the centre")
    parser.add_argument("--deals", type=int, default=20, help="of a position")
    parser.add_argument("--seconds", type=float, default=0.1, help="of a move")
    parser.add_argument("--seed", default="thoughts")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "thoughts.json")
    options = parser.parse_args()
    with ExitStack() as stack:
        packages = {"now": ROOT}
        if options.before:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            packages = {who: installed(commit, folder / who) for who, commit in (("before", options.before), ("now", options.now))}
        runs: dict[str, list[dict[int, list[Row]]]] = {who: [] for who in packages}
        for run in range(options.runs):
            for who in sorted(packages, reverse=bool(run % 2)):
                runs[who].append(once(packages[who], options))
            print(run, json.dumps(compared(runs, options.deals)), flush=True)
    asked = {name: getattr(options, name) for name in ("before", "runs", "positions", "deals", "seconds", "seed")}
    options.out.write_text(json.dumps({**about(), **asked, **compared(runs, options.deals)}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
