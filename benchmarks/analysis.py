"""Measures the analysis of games: `python benchmarks/analysis.py width|players|time` writes its part of `results/analysis.json`.

`width` fits `WIDTHS` of `players/analysis.py`: the standard deviation of what chance moves the lead between two plays, in games of two
champions. `players` tells the mean accuracy and loss of each computer player, with 95 % intervals, judged in other deals than the
analysis uses; each meets each other equally often. It takes hours: each judged game is a line of `results/analysis_players.jsonl`, and a
run that was ended goes on from there. `time` analyses one game with the kernel and without.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

from machine import ROOT, about, write_result

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.analysis import GameAnalysis, analyse
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve.kernel import SWITCH

PLAYERS = ("champion", "expert", "greedy", "random")
#: Two games in which all four play; three such rounds let each meet each other.
ROUNDS = (
    (("champion", "expert"), ("greedy", "random")),
    (("greedy", "champion"), ("random", "expert")),
    (("champion", "random"), ("expert", "greedy")),
)
KEPT = ROOT / "benchmarks" / "results" / "analysis_players.jsonl"  #: The games that were judged.
THINK = Effort(seconds=0.1)  #: How long champion and expert think about a play.


def played(players: Sequence[str], by: By, seed: str) -> Game:
    """Return a game of the whole pack."""
    return one_game(Options.level("all", by=by, players=len(players)), players, seed, THINK)


def whole(game: Game, deals: Deals | None = None) -> GameAnalysis:
    """Return the whole analysis of a game."""
    *_, last = analyse(game, deals=deals)
    return last


def lucks(by: By, seed: str) -> list[float]:
    """Return what chance moved the first player's lead between each two plays of a game of champions."""
    plays = whole(played(("champion", "champion"), by, f"width {seed}")).plays
    known = [play for play in plays if play.played and play.best]
    return [
        after.best.leads[0] - before.played.leads[0]  # type: ignore[union-attr] # `known` are
        for before, after in pairwise(known)
    ]


def judged(players: Sequence[str], deals: int, seed: str) -> list[tuple[str, float, float]]:
    """Return each player's name, accuracy, and the loss of a play, in points."""
    analysis = whole(played(players, "points", f"players {seed}"), Deals(deals // 4, deals, "judge"))
    return [(name, analysis.accuracy(seat) or 0.0, fmean(play.loss for play in analysis.of(seat))) for seat, name in enumerate(players)]


def judged_games(pool: ProcessPoolExecutor, count: int, deals: int) -> Iterator[list[tuple[str, float, float]]]:
    """Yield what `judged` returns for the first `count` games of each player; those that a file keeps are not judged again."""
    games = [(players, f"{number} {place}") for number in range(count) for place, players in enumerate(ROUNDS[number % len(ROUNDS)])]
    kept = (
        {(line["seed"], line["deals"]): line["found"] for line in map(json.loads, KEPT.read_text().splitlines())} if KEPT.exists() else {}
    )
    left = [(players, seed) for players, seed in games if (seed, deals) not in kept]
    found = pool.map(judged, [players for players, _ in left], [deals] * len(left), [seed for _, seed in left])
    for (_, seed), one in zip(left, found, strict=True):
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"seed": seed, "deals": deals, "found": one}) + "\n")
        kept[seed, deals] = one
    yield from (kept[seed, deals] for _, seed in games)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return mean and half the 95 % interval of some values."""
    return {"mean": round(fmean(values), 3), "interval": round(1.96 * stdev(values) / sqrt(len(values)), 3)}


def timed(kernel: str) -> dict[str, float]:
    """Return how long the analysis of a game takes, in seconds of processor and clock."""
    game = played(("champion", "greedy"), "points", "time")
    os.environ[SWITCH] = kernel
    start, used, first = time.perf_counter(), time.process_time(), 0.0
    plays = 0
    for analysis in analyse(game):
        first = first or time.perf_counter() - start
        plays = analysis.turns
    return {
        "plays": plays,
        "first_seconds": round(first, 3),
        "seconds": round(time.perf_counter() - start, 2),
        "processor_seconds": round(time.process_time() - used, 2),
    }


def main() -> None:
    """Measure one part, and write it beside the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("width", "players", "time"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--deals", type=int, default=2560, help="deals by which a play is judged: ten times those of an analysis")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    seeds = [str(number) for number in range(chosen.games)]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        if chosen.part == "width":
            bys: tuple[By, ...] = ("points", "cards")
            found = {by: round(stdev(luck for each in pool.map(lucks, [by] * len(seeds), seeds) for luck in each), 2) for by in bys}
            result: dict[str, object] = {"games": chosen.games, "widths": found}
        elif chosen.part == "players":
            result = {"games": chosen.games, "deals": chosen.deals}
            players = [player for game in judged_games(pool, chosen.games, chosen.deals) for player in game]
            for name in PLAYERS:
                own = [(accuracy, loss) for player, accuracy, loss in players if player == name]
                result[name] = {"accuracy": spread([one for one, _ in own]), "loss": spread([one for _, one in own])}
                print(name, result[name], flush=True)
        else:
            result = {"kernel": timed("on"), "python": timed("off"), "load": round(os.getloadavg()[0], 2)}
    path = ROOT / "benchmarks" / "results" / "analysis.json"
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    print(json.dumps(result))
    write_result("analysis", {**kept, chosen.part: result, **about()})


if __name__ == "__main__":
    main()
