"""Games of the ladder of players: `python benchmarks/ladder.py champion@0.1 expert@0.1 --games 1000` goes on with `results/ladder.json`.

Two players by points with all wild cards, each deal played from both seats. A player is its name, `@` and its processor seconds for a move
(0.1 by default), `/` with the name of a search where it is not the champion's own, and `+bluffs` where it bluffs and challenges as its
careful character does (`+bold`: as the bold one); without, bluffs are not allowed. Every pair of games is written down as it ends, so
that a run can be stopped and gone on with.
"""

import argparse
import json
import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

from numero_cam.games.numero.engine import Game, Options  # noqa: E402
from numero_cam.games.numero.players.advisor import Effort  # noqa: E402
from numero_cam.games.numero.players.champion import ChampionPlayer, Search  # noqa: E402
from numero_cam.games.numero.players.doubt import CHARACTERS  # noqa: E402
from numero_cam.games.numero.players.player import Player, play_game  # noqa: E402
from numero_cam.games.numero.players.tournament import CEILINGS, player_of  # noqa: E402
from numero_cam.games.numero.rules.choices import CharacterName  # noqa: E402
from numero_cam.games.shared.statistics import margin_interval, share_interval  # noqa: E402

SEARCHES = {
    "": Search(),
    "even": Search(drops=False),
    "short": Search(rounds=1),
    "long": Search(rounds=5),
    "no-end": Search(ends=False),
}
"""Searches by name: every play on all deals, other lengths of playouts, and the end like the rest of the game."""

BLUFFS: dict[str, CharacterName] = {"": "honest", "bluffs": "careful", "bold": "bold"}
"""Characters by what stands behind the `+`."""


def player(spec: str, seed: str) -> Player:
    """Return the player of a text such as `champion@0.1/even+bluffs`."""
    who, _, bluffs = spec.partition("+")
    who, _, search = who.partition("/")
    name, _, seconds = who.partition("@")
    effort = Effort(float(seconds or 0.1), seed=seed)
    if name == "champion" or name in CEILINGS:
        sees = CEILINGS.get(name, "nothing")
        return ChampionPlayer(effort, SEARCHES[search], sees, character=CHARACTERS[BLUFFS[bluffs]], seed=seed)
    return player_of(name, seed, effort, BLUFFS[bluffs])


def scores(pair: tuple[str, str], number: int) -> list[int]:
    """Play one game and return the points of both players, in the order of the pair."""
    game = Game(Options.level("all"), ("first", "second"))
    game.deal(seed=f"ladder {number // 2}")
    players = [player(spec, f"{number} {spec}") for spec in pair]
    swapped = number % 2
    seats = play_game(game, players[::-1] if swapped else players).state.seats
    points = [seat.score for seat in seats]
    return points[::-1] if swapped else points


def summary(games: list[list[int]]) -> dict[str, object]:
    """Say who won how often, and by how much, each with an interval of 95 %."""
    won, drawn = sum(mine > other for mine, other in games), sum(mine == other for mine, other in games)
    lower, upper = share_interval(won, len(games))
    mean, least, most = margin_interval([mine - other for mine, other in games], group=2)
    return {
        "games": len(games),
        "won": won,
        "drawn": drawn,
        "won_share": round(won / len(games), 4),
        "won_share_95": [round(lower, 4), round(upper, 4)],
        "margin_points": round(mean, 1),
        "margin_points_95": [round(least, 1), round(most, 1)],
    }


def main() -> None:
    """Play on and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs=2)
    parser.add_argument("--games", type=int, default=400, help="how many games there are to be in all, two a deal")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "ladder.json")
    options = parser.parse_args()
    pair, name = tuple(options.players), " ".join(options.players)
    while True:
        kept = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else {}
        run = kept.get(name, {**about(), "processor_seconds": 0.0, "of_each_game": []})
        games = run["of_each_game"]
        if len(games) >= options.games:
            return
        start = process_time()
        games += [scores(pair, len(games) + seat) for seat in range(2)]
        spent = round(run["processor_seconds"] + process_time() - start, 1)
        kept[name] = {**run, **summary(games), "processor_seconds": spent, "of_each_game": games}
        options.out.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        shown = {key: kept[name][key] for key in ("games", "won_share", "won_share_95", "margin_points", "margin_points_95")}
        print(name, shown, flush=True)


if __name__ == "__main__":
    main()
