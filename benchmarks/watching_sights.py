"""How many games come back whole from noisy sights of their tables, without pictures: benchmarks/results/watching_sights.json.

The games are the engine's own, of all levels, with two to four players; `tests/simulated_table.py` turns them into sights, with noise
drawn anew for each.

A film of the troubled kind begins with the deal, in the middle of the game with the game so far, or in the middle without it. A loss is
unnamed if a play is not told, and no problem is told from its beginning until ten seconds after its end. In films of this kind draws are
not compared, because nobody can tell a card that was drawn under an arm from one that was dealt there.

    python benchmarks/watching_sights.py [--games N] [--first N] [--processes N]
"""

import argparse
import json
import math
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402

from numero_cam.games.numero.engine import Game, Options, Phase  # noqa: E402
from numero_cam.games.numero.engine.operations import Drawn, Passed  # noqa: E402
from numero_cam.games.numero.players.tournament import one_game  # noqa: E402
from numero_cam.games.numero.rules.choices import Hands  # noqa: E402
from numero_cam.games.numero.watching import GameSetup, GameWatcher, PlayDecided, PlayTakenBack, Unexplained  # noqa: E402
from numero_cam.games.numero.watching.command_text import parse_command  # noqa: E402
from tests.simulated_table import CLEAR, NOISY, TROUBLED, Eyes, Film, Happened, hidden_game, key_of, sights_of  # noqa: E402

LEVELS = ("1", "2", "3", "unit-fractions", "all", "1-10", "proper-fractions", "fractions")
SEATS = (("random", "random"), ("greedy", "random"), ("random", "random", "random"), ("random", "greedy", "random", "random"))
GAMES = 200
TROUBLED_OPERATIONS = 40
"""Number of operations of a game of the troubled kind; later ones show nothing new."""
NAMED_WITHIN_SECONDS = 10.0
"""A problem names a lost play if it is told at most so long after the play."""
LATE_STARTS = 2
"""Of five troubled films so many begin late."""
ROWS: tuple[tuple[str, Hands, Eyes], ...] = (
    ("open_troubled", "open", TROUBLED),
    ("hidden_troubled", "hidden", TROUBLED),
    ("open", "open", NOISY),
    ("hidden", "hidden", NOISY),
    ("open_clear", "open", CLEAR),
    ("hidden_clear", "hidden", CLEAR),
)


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
    unnamed: int = 0
    unbegun: int = 0
    sights: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    delays: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    bad_games: list[int] = field(default_factory=list)

    def add(self, other: "Row") -> None:
        """Add what was measured of other games."""
        for name in ("games", "whole", "plays", "right", "undone", "told", "early", "unnamed", "unbegun", "sights", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.worst = max(self.worst, other.worst)
        self.delays += other.delays
        self.bad_games += other.bad_games
        self.wrong += other.wrong

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
            "games_with_an_unnamed_loss": self.unnamed,
            "games_that_did_not_begin": self.unbegun,
            "games_not_whole": sorted(self.bad_games),
            "said_before_the_hand_left": self.early,
            "delay_seconds_median": round(self.delays[len(self.delays) // 2], 2) if self.delays else None,
            "delay_seconds_95_percent": round(self.delays[int(0.95 * len(self.delays))], 2) if self.delays else None,
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


def film_of(number: int, hands: Hands, eyes: Eyes) -> tuple[Film, GameSetup]:
    """Return a film of a game, and what is known before it.

    Args:
        number: Of the game.
        hands: Whether they lie open.
        eyes: How they see. With troubled ones every fifth film begins in the middle with the game so far, and every fifth without it.
    """
    game = game_of(number)
    if eyes != TROUBLED:
        return sights_of(game, hands, eyes, number), GameSetup(game.options, game.names, hands)
    game = game.replayed(min(len(game.operations), TROUBLED_OPERATIONS))
    film, setup = sights_of(game, hands, eyes, number), GameSetup(game.options, game.names, hands)
    if number % 5 < LATE_STARTS:
        begun = len(game.operations) // 4
        while begun and (game.states[begun].phase is not Phase.PLAY or game.states[begun].began):
            begun -= 1
        told = [happened for happened in film.truth if happened.turn < game.states[begun].turn]
        since = told[-1].settled if told else 0.0
        film.sights = [sight for sight in film.sights if sight.t > since]
        film.truth = film.truth[len(told) :]
        film.said = [said for said in film.said if said[0] >= since]
        start = game.replayed(begun) if hands == "open" else hidden_game(game.replayed(begun))
        setup = GameSetup(game.options, game.names, hands, start if number % 5 == 0 else None)
    return film, setup


def measure(number: int, hands: Hands, eyes: Eyes) -> Row:
    """Watch one game and return what came of it."""
    row = Row()
    film, setup = film_of(number, hands, eyes)
    watching = GameWatcher(setup)
    stand: list[PlayDecided] = []
    problems: list[float] = []
    said = list(film.said)
    for sight in film.sights:
        began = time.perf_counter()
        events = list(watching.see(sight))
        while said and said[0][0] <= sight.t:
            events += watching.execute(parse_command(said.pop(0)[1]))
        took = time.perf_counter() - began
        row.seconds, row.worst = row.seconds + took, max(row.worst, took)
        for event in events:
            _count(event, stand, problems, row)
    for event in watching.finish(film.sights[-1].t):
        _count(event, stand, problems, row)
    row.games, row.sights = row.games + 1, row.sights + len(film.sights)
    row.unbegun = int(not watching.game.operations)
    _compare(film, stand, problems, row, draws=hands == "open" and eyes != TROUBLED)
    if not row.whole:
        row.bad_games.append(number)
    return row


def _measure(asked: tuple[int, Hands, Eyes]) -> Row:
    return measure(*asked)


def _count(event: object, stand: list[PlayDecided], problems: list[float], row: Row) -> None:
    if isinstance(event, PlayDecided):
        stand.append(event)
    elif isinstance(event, PlayTakenBack):
        stand.pop()
        row.undone += 1
    elif isinstance(event, Unexplained):
        problems.append(event.t)
        row.told += 1


def _compare(film: Film, stand: list[PlayDecided], problems: list[float], row: Row, *, draws: bool) -> None:
    apart = (Passed,) if draws else (Passed, Drawn)
    seen = [(key_of(event.operation), event.t) for event in stand if not isinstance(event.operation, apart)]
    truth = [happened for happened in film.truth if draws or happened.key[1] != "draw"]
    row.plays += len(truth)
    told = Counter(key for key, _ in seen)
    row.right += sum((told & Counter(happened.key for happened in truth)).values())
    if [key for key, _ in seen] == [happened.key for happened in truth]:
        row.whole += 1
        delays = [t - happened.settled for (_, t), happened in zip(seen, truth, strict=True)]
        row.delays += delays
        row.early += sum(delay < -0.01 for delay in delays)
        return
    row.unnamed += int(_has_unnamed_loss(truth, told, problems))
    first = next((happened for (key, _), happened in zip(seen, truth, strict=False) if key != happened.key), None)
    row.wrong[str(first.key[1]) if first else "the end"] += 1


def _has_unnamed_loss(truth: list[Happened], told: Counter[tuple[object, ...]], problems: list[float]) -> bool:
    """Return whether a play other than a draw was not told, and no problem was told from its beginning until some time after it."""
    left = told.copy()
    before = 0.0
    for happened in truth:
        if left[happened.key]:
            left[happened.key] -= 1
        elif happened.key[1] != "draw" and not any(before <= t <= happened.settled + NAMED_WITHIN_SECONDS for t in problems):
            return True
        before = happened.settled
    return False


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help="how many noisy and troubled games of each kind; half as many clear ones")
    parser.add_argument("--first", type=int, default=0, help="number of the first game: other games than those that weights were chosen on")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", help="part of a row's name; then no results are written")
    asked = parser.parse_args()
    results: dict[str, object] = {**about(), "first": asked.first, "noise": vars(NOISY), "trouble": vars(TROUBLED), "rows": {}}
    rows: dict[str, object] = {}
    with get_context("fork").Pool(asked.processes) as pool:
        for name, hands, eyes in ROWS:
            if asked.only and asked.only not in name:
                continue
            row = Row()
            games = asked.games // 2 if eyes is CLEAR else asked.games
            for one in pool.imap(_measure, [(number, hands, eyes) for number in range(asked.first, asked.first + games)]):
                row.add(one)
            rows[name] = row.told_as()
            print(name, json.dumps(rows[name]), flush=True)
    results["rows"] = rows
    if not asked.only:
        (ROOT / "benchmarks" / "results" / "watching_sights.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
