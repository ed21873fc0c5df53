"""NUMO: how fast melds are found in a turn's cards, and hands and games among programs: writes `results/numo.json`."""

import argparse
import json
import random
import sys
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

from numero_cam.numo.rules.cards import ALL_CARDS, LOWER_DECK  # noqa: E402
from numero_cam.numo.rules.kinds import MeldRules  # noqa: E402
from numero_cam.numo.rules.melds import melds_in  # noqa: E402
from numero_cam.numo.rules.options import Options  # noqa: E402
from numero_cam.numo.rules.players import play_game  # noqa: E402


def melds_timed(hands: int) -> dict[str, object]:
    """Find all melds of eleven cards, of the lower deck and of both, and say how much processor time that takes."""
    chance, rules, found = random.Random(1), MeldRules(), []  # noqa: S311 - hands that come again
    for number in range(hands):
        hand = chance.sample(LOWER_DECK if number % 2 else ALL_CARDS, 11)
        start = process_time()
        count = len(melds_in(hand, rules))
        found.append(((process_time() - start) * 1000, count))
    times, counts = sorted(time for time, _ in found), sorted(count for _, count in found)
    return {
        "hands": hands,
        "cards": 11,
        "median_ms": round(times[hands // 2], 3),
        "p99_ms": round(times[hands * 99 // 100], 3),
        "most_ms": round(times[-1], 3),
        "median_melds": counts[hands // 2],
        "most_melds": counts[-1],
    }


def games_timed(options: Options, games: int) -> dict[str, object]:
    """Play games of greedy players and say how they went."""
    start = perf_counter()
    played = [play_game(options, ["greedy"] * options.players, str(seed)) for seed in range(games)]
    seconds = perf_counter() - start
    hands = sum(game.state.hand for game in played)
    return {
        "games": games,
        "ended": sum(game.is_over for game in played),
        "hands_a_game": round(hands / games, 1),
        "hands_per_second": round(hands / seconds, 1),
    }


def main() -> None:
    """Run everything and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "numo.json")
    asked = parser.parse_args()
    result: dict[str, object] = {**about(), "melds": melds_timed(asked.hands)}
    for level in range(1, 9):
        result[f"level_{level}_lower"] = games_timed(Options(level=level), asked.games)
    asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(asked.out.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
