"""The expert against greedy, each deal played from both seats: `python benchmarks/expert.py` goes on with `results/expert.json`.

By points with all wild cards, two players. The seconds are the processor's time for a move. Every pair of games is
written down as it ends, with the machine and commit of the first, so that a long run can be stopped and gone on with.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import fmean
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

from numero_cam.games.numero.engine import Options  # noqa: E402
from numero_cam.games.numero.players.advisor import Effort  # noqa: E402
from numero_cam.games.numero.players.tournament import Plan, result_of  # noqa: E402
from numero_cam.games.shared.statistics import margin_interval, share_interval  # noqa: E402
from numero_cam.games.shared.tournament import Seating  # noqa: E402

PLAYERS = ("expert", "greedy")
Games = list[list[int]]  #: Of each game: points of the expert, points of greedy, turns.


def summary(games: Games, seconds: float) -> dict[str, object]:
    """Say who won how often, and by how much."""
    won = sum(mine > other for mine, other, _ in games)
    lower, upper = share_interval(won, len(games))
    mean, least, most = margin_interval([mine - other for mine, other, _ in games], group=2)
    return {
        "games": len(games),
        "won": won,
        "drawn": sum(mine == other for mine, other, _ in games),
        "won_share": round(won / len(games), 4),
        "won_share_95": [round(lower, 4), round(upper, 4)],
        "margin_points": round(mean, 2),
        "margin_points_95": [round(least, 2), round(most, 2)],
        "expert_points": round(fmean(game[0] for game in games), 2),
        "greedy_points": round(fmean(game[1] for game in games), 2),
        "turns": round(fmean(game[2] for game in games), 2),
        "processor_seconds": round(seconds, 1),
    }


def main() -> None:
    """Play on and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="how many games there are to be in all, two a deal")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seed", default="expert")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "expert.json")
    options = parser.parse_args()
    kept = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else {}
    name = f"{options.seconds:g}_seconds"
    run = kept.get(name, {**about(), "seed": options.seed, "of_each_game": [], "processor_seconds": 0.0})
    games: Games = run["of_each_game"]
    before = run["processor_seconds"] - process_time()
    plan = Plan(Options.level("all"), PLAYERS, run["seed"], all_seats=True, effort=Effort(options.seconds), character="honest")
    while len(games) < options.games:
        for _ in range(2):
            result = result_of(plan, Seating.of(len(games), len(PLAYERS), all_seats=True))
            games.append([*result.scores, result.turns])
        run = {**run, **summary(games, before + process_time()), "of_each_game": games}
        options.out.write_text(json.dumps({**kept, name: run}) + "\n", encoding="utf-8")
        print({key: value for key, value in run.items() if key in ("games", "won_share", "won_share_95", "margin_points")}, flush=True)


if __name__ == "__main__":
    main()
