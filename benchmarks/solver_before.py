"""The solver now beside the solver of an earlier commit: `python benchmarks/solver_before.py 9419167` writes `results/solver_before.json`.

Both are installed into folders of their own, with the kernel, and solve the same deals in turn, each time in a new process that has
solved a hundred others. The machine has other things to do: of each deal the least time of all runs counts, and median and 99th percentile
are those of the deals. Times are of the processor. That the answers are the same is checked on the way.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

RUN = """
import json, random, sys
from time import process_time
sys.path.insert(0, sys.argv[1])
import numero_cam
from numero_cam.rules import PACK, Position, parse_cards
from numero_cam.solve import Settings, solve
assert numero_cam.__file__.startswith(sys.argv[1]), numero_cam.__file__
rng, pack = random.Random(int(sys.argv[2])), [str(card) for card in PACK]
deals = [rng.sample(pack, 10) for _ in range(int(sys.argv[3]))]
told = [Position(tuple(parse_cards(" ".join(deal[:5]))), tuple(parse_cards(" ".join(deal[5:])))) for deal in deals]
others = [rng.sample(pack, 10) for _ in range(100)]
settings, times, best = Settings(values="any"), [], []
for deal in others:
    solve(Position(tuple(parse_cards(" ".join(deal[:5]))), tuple(parse_cards(" ".join(deal[5:])))), settings)
for position in told:
    start = process_time()
    found = solve(position, settings)
    times.append(process_time() - start)
    best.append(found.plays[0].points if found.plays else 0)
assert any("_kernel64" in name for name in sys.modules), "the kernel was not built"
print(json.dumps([times, best]))
"""
"""Runs in either folder: `numero_cam.rules` and `numero_cam.solve` have had these names at every commit."""


def installed(commit: str, into: Path) -> Path:
    """Install the package of a commit into a folder and return it."""
    source = into / "source"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(source), commit], cwd=ROOT, check=True)  # noqa: S603, S607
    try:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(into / "package"), str(source)]
        subprocess.run(pip, check=True, capture_output=True)  # noqa: S603 - of this folder
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(source)], cwd=ROOT, check=True)  # noqa: S603, S607
    return into / "package"


def once(package: Path, seed: int, deals: int) -> tuple[list[float], list[int]]:
    """Solve all deals in a new process: seconds and points of each."""
    command = [sys.executable, "-I", "-c", RUN, str(package), str(seed), str(deals)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - the text above
    times, best = json.loads(done.stdout)
    return times, best


def at(times: list[float], share: float) -> float:
    """Return a percentile."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def compared(times: dict[str, list[list[float]]]) -> dict[str, object]:
    """Return median and 99th percentile of both, and their ratios: of each deal's least time, and of single runs."""
    found: dict[str, object] = {}
    for name, share in (("median", 0.5), ("p99", 0.99)):
        least = {who: at([min(deal) for deal in zip(*runs, strict=True)], share) for who, runs in times.items()}
        single = {who: [at(run, share) for run in runs] for who, runs in times.items()}
        found[name] = {
            **{f"{who}_milliseconds": round(1000 * seconds, 4) for who, seconds in least.items()},
            "ratio": round(least["now"] / least["before"], 3),
            "ratio_of_single_runs": round(median(now / before for now, before in zip(single["now"], single["before"], strict=True)), 3),
        }
    return found


def main() -> None:
    """Run both in turn and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", help="the earlier commit")
    parser.add_argument("--now", default="HEAD", help="the later commit")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "solver_before.json")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        packages = {who: installed(commit, Path(folder, who)) for who, commit in (("before", options.before), ("now", options.now))}
        times: dict[str, list[list[float]]] = {"before": [], "now": []}
        answers = set()
        for run in range(options.runs):
            for who in ("before", "now") if run % 2 else ("now", "before"):
                seconds, best = once(packages[who], options.seed, options.deals)
                times[who].append(seconds)
                answers.add(tuple(best))
            print(run, json.dumps(compared(times)), flush=True)
    asked = {"before": options.before, "deals": options.deals, "runs": options.runs, "seed": options.seed}
    result = {**about(), **asked, "same_answers": len(answers) == 1, **compared(times)}
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
