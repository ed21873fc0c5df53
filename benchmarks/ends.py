"""The champion's search, measured without games: `python benchmarks/ends.py` writes `results/ends.json`.

How many ends of games of two (the first turn with an empty stock, greedy against greedy, all cards) are solved within 0.1 s of processor
time; whether small ends, of three and four players too, are worth what trying every line says; how far playouts are from the exact value;
and in how many turns the best take is not among the plays that the champion compares. With --only one part is measured, the others stay.
"""

import argparse
import random
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, median
from time import thread_time

from machine import about, known_result, write_result

from numero_cam.games.numero.engine import Game, Options, Phase, State
from numero_cam.games.numero.players.candidates import play_options
from numero_cam.games.numero.players.computer_players import GreedyPlayer
from numero_cam.games.numero.players.endgame import solved_end
from numero_cam.games.numero.players.player import play_game
from numero_cam.games.numero.players.playouts import MOST_TURNS, Playouts, board_of
from numero_cam.games.numero.players.view import view_of
from numero_cam.games.numero.solve import solve
from numero_cam.games.numero.solver_settings import settings_of
from tests.end_brute_force import best_scores, best_value, small_end, small_end_of_many

ALL = Options.level("all")
SECONDS = 0.1  #: Processor time in which an end is to be solved.
PATIENCE = 3.0  #: Processor time after which an end is given up.
MOST_SMALL_NODES = 1 << 24  #: Maximum number of positions of a small end.
PACKS = ("1-10", "3", "all")


def states(seed: int) -> Iterator[State]:
    """The states of a greedy game in which a play is awaited."""
    game = Game(ALL, ("first", "second"))
    game.deal(seed=f"end{seed}")
    yield from (state for state in play_game(game, [GreedyPlayer(), GreedyPlayer()]).states if state.phase is Phase.PLAY)


def solved(count: int) -> dict[str, object]:
    """How many ends are solved in time, and how far playouts are from what they are worth."""
    playouts, times, gaps = Playouts(ALL), list[float](), list[int]()
    for seed in range(count):
        board = next((board_of(state) for state in states(seed) if not state.stock), None)
        if board is None:
            continue
        start = thread_time()
        answer = solved_end(playouts, board, win_bonus=0, seconds=PATIENCE)
        times.append(thread_time() - start if answer else PATIENCE)
        if answer:
            end, other = playouts.play(board, MOST_TURNS).scores, 1 - board.player
            gaps.append(end[board.player] - end[other] - board.scores[board.player] + board.scores[other] - answer.value)
    return {
        "ends": len(times),
        "solved_in_time": round(sum(taken <= SECONDS for taken in times) / len(times), 4),
        "not_solved": sum(taken >= PATIENCE for taken in times),
        "median_milliseconds": round(1000 * median(times), 2),
        "playouts_off_by_points_root_mean_square": round(sqrt(fmean(gap * gap for gap in gaps)), 1),
    }


def equal_to_brute_force(count: int) -> dict[str, int]:
    """How many small ends are worth what trying every line says."""
    rng, equal = random.Random("ends"), 0  # noqa: S311 - a benchmark
    games = [(Options.level(pack), Playouts(Options.level(pack))) for pack in PACKS]
    for number in range(count):
        options, playouts = games[number % len(games)]
        board = small_end(rng, options)
        answer = solved_end(playouts, board, win_bonus=0)
        equal += answer is not None and answer.value == best_value(board)
    return {"ends": count, "equal": equal}


def more_equal_to_brute_force(count: int) -> dict[str, int]:
    """How many small ends of three and four players end as trying every line says."""
    rng, equal = random.Random("ends of more"), 0  # noqa: S311 - a benchmark
    games = [(each, Playouts(each)) for each in (Options.level(pack, players=players) for players in (3, 4) for pack in PACKS)]
    for number in range(count):
        options, playouts = games[number % len(games)]
        board = small_end_of_many(rng, options)
        equal += playouts.end_of_many(board, MOST_SMALL_NODES) == best_scores(board)
    return {"ends": count, "equal": equal}


def best_take_compared(count: int) -> dict[str, int]:
    """In how many turns with a take none of the plays compared brings as much as the best take."""
    seen = missing = seed = 0
    while seen < count:
        for state in states(seed):
            best = solve(state.position, settings_of(ALL)).plays
            if best and seen < count:
                seen += 1
                options = play_options(view_of(state), seconds=SECONDS, bluffs=False)
                missing += max(option.gain for option in options) < best[0].points
        seed += 1
    return {"turns": seen, "best_take_missing": missing}


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ends", type=int, default=300)
    parser.add_argument("--small", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=1080)
    parser.add_argument("--only", choices=("solved", "brute_force", "brute_force_of_more", "best_take"))
    options = parser.parse_args()
    result = known_result("ends") if options.only else about()
    parts = {
        "solved": (solved, options.ends),
        "brute_force": (equal_to_brute_force, options.small),
        "brute_force_of_more": (more_equal_to_brute_force, options.small),
        "best_take": (best_take_compared, options.turns),
    }
    for name, (measure, count) in parts.items():
        if options.only in (None, name):
            result[name] = {"commit": about()["commit"], **measure(count)}
            write_result("ends", result)
            print(name, result[name], flush=True)


if __name__ == "__main__":
    main()
