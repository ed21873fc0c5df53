"""Games of the ladder of players: `python benchmarks/ladder.py champion@0.1 expert@0.1 --games 1000` goes on with `results/ladder.json`.

Two players by points with all wild cards, each deal played from both seats. A player is its name, `@` and its processor seconds for a move
(0.1 by default), `/` with the name of a search where it is not the champion's own, and `+bluffs` where it bluffs and challenges as its
careful character does (`+bold`: as the bold one); without, bluffs are not allowed. Every pair of games is written down as it ends, so
that a run can be stopped and gone on with.

`--share-of sees-all@0.1/long` plays that player against the second one, too, and tells the first one's margin as a share of its margin:
how much is won of what could be won by a player who sees the hidden cards.
"""

import argparse
import json
import random
from pathlib import Path
from statistics import fmean
from time import process_time

from machine import ROOT, about

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.champion import ChampionPlayer, Search
from numero_cam.games.numero.players.doubt import CHARACTERS
from numero_cam.games.numero.players.player import Player, play_game
from numero_cam.games.numero.players.tournament import CEILINGS, player_of
from numero_cam.games.numero.rules.choices import CharacterName
from numero_cam.games.shared.statistics import margin_interval, share_interval

#: Searches by name: every play on all deals, other lengths of playouts, and the end like the rest of the game.
SEARCHES = {"": Search(), "even": Search(drops=False), "short": Search(rounds=1), "long": Search(rounds=5), "no-end": Search(ends=False)}

RESAMPLED = 2000  #: Number of times that the deals are drawn anew for the interval of a share.
BLUFFS: dict[str, CharacterName] = {"": "honest", "bluffs": "careful", "bold": "bold"}  #: Characters by what stands behind the `+`.


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


def share(games: list[list[int]], ceiling: list[list[int]]) -> dict[str, object]:
    """Say which share of the ceiling's margin the margin of some games is, with an interval of 95 % by resampling the deals of both."""

    def margins(each: list[list[int]]) -> list[int]:
        """Return the margin of each deal, over both seats."""
        ahead = [mine - other for mine, other in each]
        return [sum(ahead[at : at + 2]) for at in range(0, len(ahead), 2)]

    rng, mine, most = random.Random("share"), margins(games), margins(ceiling)  # noqa: S311 - a benchmark
    drawn = sorted(fmean(rng.choices(mine, k=len(mine))) / fmean(rng.choices(most, k=len(most))) for _ in range(RESAMPLED))
    ends = [drawn[round(end * (RESAMPLED - 1))] for end in (0.025, 0.975)]
    return {"share": round(fmean(mine) / fmean(most), 3), "share_95": [round(end, 3) for end in ends], "ceiling_games": len(ceiling)}


def played(pair: tuple[str, str], wanted: int, out: Path) -> list[list[int]]:
    """Play on until there are so many games of a pair in the file, and return them."""
    name = " ".join(pair)
    while True:
        kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
        run = kept.get(name, {**about(), "processor_seconds": 0.0, "of_each_game": []})
        games = run["of_each_game"]
        if len(games) >= wanted:
            return games
        start = process_time()
        games += [scores(pair, len(games) + seat) for seat in range(2)]
        spent = round(run["processor_seconds"] + process_time() - start, 1)
        kept[name] = {**run, **summary(games), "processor_seconds": spent, "of_each_game": games}
        out.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        shown = {key: kept[name][key] for key in ("games", "won_share", "won_share_95", "margin_points", "margin_points_95")}
        print(name, shown, flush=True)


def main() -> None:
    """Play on and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs=2)
    parser.add_argument("--games", type=int, default=400, help="how many games there are to be in all, two a deal")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "ladder.json")
    parser.add_argument("--share-of", metavar="PLAYER", help="a ceiling, of whose margin over the second player the share is told")
    options = parser.parse_args()
    pair = tuple(options.players)
    games = played(pair, options.games, options.out)
    if options.share_of:
        ceiling = played((options.share_of, pair[1]), options.games, options.out)
        kept = json.loads(options.out.read_text(encoding="utf-8"))
        kept[" ".join(pair)] |= {f"of {options.share_of}": (told := share(games, ceiling))}
        options.out.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        print(told, flush=True)


if __name__ == "__main__":
    main()
