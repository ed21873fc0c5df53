"""How many games come back whole from noisy sights of their tables, without pictures: benchmarks/results/watching_sights.json.

The games are the engine's own, of all levels, with two to four players; `tests/simulated_table.py` turns them into sights, with noise
drawn anew for each.

    python benchmarks/watching_sights.py [--games N] [--first N]
"""

import argparse
import json
import math
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402

from numero_cam.games.numero.engine import Game, Options  # noqa: E402
from numero_cam.games.numero.engine.operations import Drawn, Passed  # noqa: E402
from numero_cam.games.numero.players.tournament import one_game  # noqa: E402
from numero_cam.games.numero.rules.choices import Hands  # noqa: E402
from numero_cam.games.numero.watching import GameSetup, GameWatcher, PlayDecided, PlayTakenBack, Unexplained  # noqa: E402
from numero_cam.games.numero.watching.command_text import parse_command  # noqa: E402
from tests.simulated_table import CLEAR, NOISY, Eyes, Film, key_of, sights_of  # noqa: E402

LEVELS = ("1", "2", "3", "unit-fractions", "all", "1-10", "proper-fractions", "fractions")
SEATS = (("random", "random"), ("greedy", "random"), ("random", "random", "random"), ("random", "greedy", "random", "random"))
GAMES = 200


@dataclass
class Row:
    """What was measured of many games."""

    games: int = 0
    whole: int = 0
    plays: int = 0
    right: int = 0
    undone: int = 0
    told: int = 0
    early: int = 0
    sights: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    delays: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)

    def told_as(self) -> dict[str, object]:
        """Return the row for the results."""
        low, high = _bounds(self.whole, self.games)
        self.delays.sort()
        return {
            "games": self.games,
            "whole": round(self.whole / self.games, 4),
            "whole_95_percent": [round(low, 4), round(high, 4)],
            "plays": self.plays,
            "plays_right": round(self.right / self.plays, 5),
            "first_wrong_play_by_kind": dict(self.wrong.most_common()),
            "taken_back_a_game": round(self.undone / self.games, 3),
            "problems_told_a_game": round(self.told / self.games, 3),
            "said_before_the_hand_left": self.early,
            "delay_seconds_median": round(self.delays[len(self.delays) // 2], 2),
            "delay_seconds_95_percent": round(self.delays[int(0.95 * len(self.delays))], 2),
            "milliseconds_a_sight": round(1000 * self.seconds / self.sights, 3),
            "milliseconds_worst_sight": round(1000 * self.worst, 1),
        }


def _bounds(good: int, of: int) -> tuple[float, float]:
    """Return Wilson's bounds of 95 % of a share."""
    z, share = 1.96, good / of
    middle, half = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def game_of(number: int) -> Game:
    """Return a game all whose builds can be laid in an order that makes their value, as players lay them."""
    seats = SEATS[number % len(SEATS)]
    by = "points" if number % 3 == 0 else "cards"
    options = Options.level(LEVELS[number % len(LEVELS)], by=by, players=len(seats))
    games = (one_game(options, seats, f"sights {number} {again}") for again in count())
    return next(game for game in games if not sights_of(game, "open", CLEAR, number).unordered)


def measure(number: int, hands: Hands, eyes: Eyes, row: Row) -> None:
    """Watch one game and add what came of it."""
    game = game_of(number)
    film = sights_of(game, hands, eyes, number)
    watching = GameWatcher(GameSetup(game.options, game.names, hands))
    stand: list[PlayDecided] = []
    said = list(film.said)
    for sight in film.sights:
        began = time.perf_counter()
        events = list(watching.see(sight))
        while said and said[0][0] <= sight.t:
            events += watching.execute(parse_command(said.pop(0)[1]))
        took = time.perf_counter() - began
        row.seconds, row.worst = row.seconds + took, max(row.worst, took)
        for event in events:
            _count(event, stand, row)
    for event in watching.finish(film.sights[-1].t):
        _count(event, stand, row)
    row.games, row.sights = row.games + 1, row.sights + len(film.sights)
    _compare(film, stand, hands, row)


def _count(event: object, stand: list[PlayDecided], row: Row) -> None:
    if isinstance(event, PlayDecided):
        stand.append(event)
    elif isinstance(event, PlayTakenBack):
        stand.pop()
        row.undone += 1
    elif isinstance(event, Unexplained):
        row.told += 1


def _compare(film: Film, stand: list[PlayDecided], hands: Hands, row: Row) -> None:
    apart = (Passed, Drawn) if hands == "hidden" else (Passed,)
    seen = [(key_of(event.operation), event.t) for event in stand if not isinstance(event.operation, apart)]
    truth = [happened for happened in film.truth if hands == "open" or happened.key[1] != "draw"]
    row.plays += len(truth)
    row.right += sum((Counter(key for key, _ in seen) & Counter(happened.key for happened in truth)).values())
    if [key for key, _ in seen] == [happened.key for happened in truth]:
        row.whole += 1
        delays = [t - happened.settled for (_, t), happened in zip(seen, truth, strict=True)]
        row.delays += delays
        row.early += sum(delay < -0.01 for delay in delays)
        return
    first = next((happened for (key, _), happened in zip(seen, truth, strict=False) if key != happened.key), None)
    row.wrong[str(first.key[1]) if first else "the end"] += 1


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help="how many noisy games of each kind; half as many clear ones")
    parser.add_argument("--first", type=int, default=0, help="number of the first game: other games than those that weights were chosen on")
    asked = parser.parse_args()
    games = asked.games
    results: dict[str, object] = {**about(), "first": asked.first, "noise": vars(NOISY), "rows": {}}
    rows: dict[str, object] = {}
    for name, hands, eyes in (
        ("open", "open", NOISY),
        ("hidden", "hidden", NOISY),
        ("open_clear", "open", CLEAR),
        ("hidden_clear", "hidden", CLEAR),
    ):
        row = Row()
        for number in range(asked.first, asked.first + (games if eyes is NOISY else games // 2)):
            measure(number, hands, eyes, row)  # type: ignore[arg-type]
        rows[name] = row.told_as()
        print(name, json.dumps(rows[name]), flush=True)
    results["rows"] = rows
    (ROOT / "benchmarks" / "results" / "watching_sights.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
