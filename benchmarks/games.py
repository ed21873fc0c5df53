"""Games a second among programs, all wild cards in play: `python benchmarks/games.py` writes `results/games.json`.

Two greedy players by points and by cards, two random players, and greedy solitaire, in one process and in two. A fixed
loop of additions says how fast the machine was meanwhile.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import fmean
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above
from solver import additions, milliseconds, spread  # noqa: E402

from numero_cam.games.numero.engine import Options  # noqa: E402
from numero_cam.games.numero.players.tournament import Plan, play_all  # noqa: E402

CASES = {
    "greedy_greedy_points": (("greedy", "greedy"), "points"),
    "greedy_greedy_cards": (("greedy", "greedy"), "cards"),
    "random_random_points": (("random", "random"), "points"),
    "greedy_solitaire_points": (("greedy",), "points"),
}


def timed(players: tuple[str, ...], by: str, games: int, jobs: int) -> dict[str, object]:
    """Play the games and say how fast that was."""
    options = Options.level("all", players=len(players), by=by)
    start = perf_counter()
    results = list(play_all(Plan(options, players, 1), games, jobs=jobs))
    seconds = perf_counter() - start
    turns = fmean(result.turns for result in results)
    return {
        "games": games,
        "jobs": jobs,
        "games_per_second": round(games / seconds, 2),
        "turns": round(turns, 1),
        "seconds": round(seconds, 2),
    }


def main() -> None:
    """Run everything and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "games.json")
    options = parser.parse_args()
    result: dict[str, object] = {**about(), "additions_milliseconds": spread([milliseconds(additions) for _ in range(9)])}
    for name, (players, by) in CASES.items():
        result[name] = [timed(players, by, options.games, jobs) for jobs in (1, 2)]
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(options.out.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
