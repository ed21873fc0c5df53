"""Bluff and challenge on a small fixed deck: `python benchmarks/bluffs.py` writes `results/bluffs.json`.

The deck is the numbers 1-8 in four colours without wild cards. Each of the positions is a turn of a greedy game of two, with many deals of
the cards that its player does not see. The builder chooses any play; the other may challenge a build when it is new, and again when the
builder has left it. All other turns are greedy, three of each player, and values are points. A bluffer that answers best chooses by half of
the deals and is measured by the other half; what its bluffs win is told against players who challenge only what is certain, against the
characters, and against the equilibrium of this game by regret minimisation (CFR+).
"""

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from machine import about, write_result

from numero_cam.games.numero.engine import Game, Options, Phase, State
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Challenged, Drawn
from numero_cam.games.numero.engine.options import LEVELS
from numero_cam.games.numero.engine.state import Claim
from numero_cam.games.numero.players.candidates import PlayOption, best_play, bluff_builds, play_options
from numero_cam.games.numero.players.champion import PlayoutSearch, PublicScores, Search
from numero_cam.games.numero.players.doubt import CHARACTERS, belief_of, challenge_chance
from numero_cam.games.numero.players.player import certain_challenge
from numero_cam.games.numero.players.playouts import Playouts, board_of, greedy_turn
from numero_cam.games.numero.players.view import UnseenDeal, view_of

WILDS = LEVELS["3"][1]
DECK = Options(numbers=10, wilds=WILDS)
FIRST_POSITION = 1000  #: Number of the first position; the constants of `doubt.py` were chosen on those from 0 on.
MOST_BLUFFS = 6  #: Maximum number of bluffs that a builder compares in a position.
TURNS = 6  #: Number of turns after the play whose points count.
TURNS_TO_SECOND_DOUBT = 2  #: Number of turns after which the other may challenge again.
LEAST_STOCK = 4  #: Number of cards that the stock of a position has at least.
DOUBTERS = {name: character for name, character in CHARACTERS.items() if character.doubts is not None}
Chances = np.ndarray  #: Probability of a challenge in each row, 0..1, float64.


@dataclass(frozen=True)
class Row:
    """A play of a position in one deal."""

    position: int  #: Number of the position.
    deal: int  #: Number of the deal of that position.
    play: int  #: Number of the play of that position.
    bluff: bool = False  #: Whether it is a bluff.
    #: What the other sees of a build: its value, its cards, and how many cards of its value he holds; empty for other plays.
    seen: tuple[int, ...] = ()
    #: Points of the builder without a challenge, with one at once, and with one after the next turns.
    values: tuple[float, float, float] = (0.0, 0.0, 0.0)
    left: bool = False  #: Whether the build still lies when the other may challenge again.
    certain: tuple[bool, bool] = (False, False)  #: Whether it is certain when it is new, and later, that it is a bluff.
    #: By character, the probability of a challenge when it is new, and later.
    doubts: tuple[tuple[float, float], ...] = ((0.0, 0.0),) * len(DOUBTERS)


class Positions:
    """Makes the rows of positions."""

    def __init__(self) -> None:
        self._playouts = Playouts(DECK)

    def rows(self, number: int, deals: int) -> Iterator[Row]:
        """Yield every play of a position in every deal."""
        state = position(number)
        builder, view = state.player, view_of(state)
        search = PlayoutSearch(view, PublicScores.of(state), self._playouts, Search())
        options = [*play_options(view, seconds=None, bluffs=False), *bluff_builds(view, MOST_BLUFFS)]
        rng = np.random.default_rng(number)
        for deal in range(deals):
            hidden = [view.unseen[place] for place in rng.permutation(len(view.unseen))]
            held, stock = tuple(hidden[: view.others[0]]), tuple(hidden[view.others[0] :])
            dealt = replace(state.with_seat(1 - builder, hand=held), stock=stock)
            for play, option in enumerate(options):
                if option.kind == "build":
                    yield replace(self._build(dealt, option, search), position=number, deal=deal, play=play)
                else:
                    value = search.worth(self._playouts.play(search.after(option, UnseenDeal((held,), stock)), TURNS))
                    yield Row(number, deal, play, values=(value,) * 3)

    def _build(self, dealt: State, option: PlayOption, search: PlayoutSearch) -> Row:
        """Return the row of a build; its position, deal and play are not filled in."""
        made = drawn(apply(dealt, option.operation))
        (claim,) = made.claims
        later, turns = made, 0
        while turns < TURNS_TO_SECOND_DOUBT and later.phase is not Phase.OVER:
            later, turns = greedy_turn(later)[0], turns + 1
        left = claim.build in later.centre and any(one.build == claim.build for one in later.claims)
        other = 1 - claim.player
        doubt = Challenged(other, claim.build)

        def ends(state: State, turns: int) -> float:
            return search.worth(self._playouts.play(board_of(state), turns)) if state.phase is not Phase.OVER else 0.0

        quiet = ends(made, TURNS)
        second = ends(apply(later, doubt), TURNS - TURNS_TO_SECOND_DOUBT) if left else quiet
        new, old = belief_of(made, claim, other), belief_of(later, claim_now(later, claim), other) if left else None
        chances = tuple((challenge_chance(new, one), challenge_chance(old, one) if old else 0.0) for one in DOUBTERS.values())
        copies = sum(card.value == claim.build.value for card in dealt.seats[other].hand)
        return Row(
            *(0, 0, 0),
            option.bluff,
            (int(claim.build.value or 0), len(claim.build.cards), copies),
            (quiet, ends(apply(made, doubt), TURNS), second),
            left,
            (certain_challenge(made, other) is not None, left and certain_challenge(later, other) is not None),
            chances,
        )


def position(number: int) -> State:
    """Return a turn of a greedy game with nothing to take, a card to build on, and at least `LEAST_STOCK` cards in the stock."""
    rng, found = random.Random(number), list[State]()  # noqa: S311 - a benchmark
    while not found:
        game = Game(DECK)
        game.deal(seed=f"bluffs {number} {rng.random()}")
        state = game.state
        while len(state.stock) >= LEAST_STOCK and state.phase is Phase.PLAY:
            view = view_of(state)
            if best_play(view, None, swift=True) is None and next(bluff_builds(view), None) is not None:
                found.append(replace(state, claims=()))
            state = greedy_turn(state)[0]
    return rng.choice(found)


def claim_now(state: State, claim: Claim) -> Claim:
    """Return a claim as it stands in a later state."""
    return next(one for one in state.claims if one.build == claim.build)


def drawn(state: State) -> State:
    """Return the state after the draw, where one is due."""
    return apply(state, Drawn(state.player, state.stock[: state.missing])) if state.phase is Phase.DRAW else state


class SmallGame:
    """The small game as arrays, one row for each play of a position in one deal; every position has the same number of deals."""

    def __init__(self, rows: list[Row]) -> None:
        self.deals = 1 + max(row.deal for row in rows)
        keys = sorted({(row.position, row.play) for row in rows})
        place = {key: index for index, key in enumerate(keys)}
        self.play = np.array([place[row.position, row.play] for row in rows])
        self.deal = np.array([row.deal for row in rows])
        starts = np.array([position for position, _ in keys])
        self.position = np.unique(starts, return_inverse=True)[1]
        self.bluff = np.zeros(len(keys), bool)
        self.bluff[self.play] = [row.bluff for row in rows]
        self.values = np.array([row.values for row in rows])
        self.build = np.array([bool(row.seen) for row in rows])
        self.left = np.array([row.left for row in rows])
        self.certain = np.array([row.certain for row in rows], float).T
        self.doubts = np.array([row.doubts for row in rows]).transpose(1, 2, 0)
        self.seen = np.unique(np.array([row.seen or (0, 0, 0) for row in rows]), axis=0, return_inverse=True)[1].reshape(-1)

    def worth(self, now: Chances, later: Chances) -> np.ndarray:
        """Return what each row is worth to the builder if it is challenged with these probabilities."""
        quiet, caught, second = self.values.T
        later = later * self.left
        return np.where(self.build, now * caught + (1 - now) * (later * second + (1 - later) * quiet), quiet)

    def mean(self, worth: np.ndarray, which: np.ndarray) -> np.ndarray:
        """Return the mean of some rows for each play."""
        count = np.bincount(self.play[which], minlength=len(self.position))
        return np.bincount(self.play[which], worth[which], len(self.position)) / count

    def best(self, values: np.ndarray, allowed: np.ndarray) -> np.ndarray:
        """Return the place of the best allowed play of each position."""
        order = np.lexsort((-np.where(allowed, values, -np.inf), self.position))
        return order[np.unique(self.position[order], return_index=True)[1]]

    def bluffs_win(self, now: Chances, later: Chances) -> dict[str, float]:
        """Return what the bluffs of a bluffer that answers best win a turn, and what an honest builder gets."""
        worth, even = self.worth(now, later), self.deal % 2 == 0
        found = []
        for chosen_by, measured_by in ((even, ~even), (~even, even)):
            values, measured = self.mean(worth, chosen_by), self.mean(worth, measured_by)
            anything, honest = self.best(values, np.ones_like(self.bluff)), self.best(values, ~self.bluff)
            found.append((np.mean(measured[anything]), np.mean(measured[honest]), np.mean(self.bluff[anything])))
        anything, honest, bluffs = np.mean(found, axis=0)
        return {
            "with_bluffs": round(anything, 3),
            "honest": round(honest, 3),
            "bluffs_win": round(anything - honest, 3),
            "bluffs_share": round(bluffs, 3),
        }


def positive(regrets: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return the strategy of regret matching: each choice of a group in proportion to its regret above 0, or all alike."""
    regrets = np.maximum(regrets, 0)
    total, count = np.bincount(groups, regrets), np.bincount(groups)
    return np.where(total[groups] > 0, regrets / np.maximum(total[groups], 1e-12), 1 / count[groups])


def equilibrium(game: SmallGame, rounds: int) -> tuple[np.ndarray, Chances, Chances]:
    """Return the builder's strategy and the other's challenges, new and later, after some rounds of CFR+."""
    kinds = game.seen.max() + 1
    regrets, doubt = np.zeros(len(game.position)), np.zeros((2, 2, kinds))
    sums, weights = np.zeros(len(game.position)), np.zeros((2, kinds))
    quiet, caught, second = game.values.T
    everything = np.ones(len(game.play), bool)
    for turn in range(1, rounds + 1):
        share = np.where(doubt.sum(1) > 0, doubt[:, 1] / np.maximum(doubt.sum(1), 1e-12), 0.5)
        builder = positive(regrets, game.position)
        sums, weights = sums + turn * builder, weights + turn * share
        now, later = share[0][game.seen], share[1][game.seen] * game.left
        values = game.mean(game.worth(now, later), everything)
        mean = np.bincount(game.position, builder * values)
        regrets = np.maximum(regrets + values - mean[game.position], 0)
        reach = builder[game.play] * game.build
        waited = later * second + (1 - later) * quiet
        for place, (losses, passed, used) in enumerate(((caught, waited, reach), (second, quiet, reach * (1 - now) * game.left))):
            quiet_points, doubt_points = (np.bincount(game.seen, -one * used, kinds) for one in (passed, losses))
            both = (1 - share[place]) * quiet_points + share[place] * doubt_points
            doubt[place] = np.maximum(doubt[place] + np.stack([quiet_points - both, doubt_points - both]), 0)
    sums, weights = (one / (rounds * (rounds + 1) / 2) for one in (sums, weights))
    return sums, weights[0][game.seen], weights[1][game.seen] * game.left


def summary(game: SmallGame, rounds: int) -> dict[str, object]:
    """Say what bluffs win against each way to challenge, and how close the equilibrium is."""
    none = np.zeros_like(game.certain[0])
    ways: dict[str, tuple[Chances, Chances]] = {"nobody challenges": (none, none), "certain only": (game.certain[0], game.certain[1])}
    for place, name in enumerate(DOUBTERS):
        ways[name] = np.maximum(game.doubts[place][0], game.certain[0]), np.maximum(game.doubts[place][1], game.certain[1])
    builder, now, later = equilibrium(game, rounds)
    ways["equilibrium"] = now, later
    told = {name: game.bluffs_win(*way) for name, way in ways.items()}
    before = told["certain only"]
    for name, one in told.items():
        one["bluffs_win_share"] = round(one["bluffs_win"] / before["bluffs_win"], 3)
        one["wins_share"] = round((one["with_bluffs"] - before["honest"]) / before["bluffs_win"], 3)
        rows = game.build & ~game.bluff[game.play]
        one["challenged_at_once"] = round(float(np.mean(ways[name][0][rows])), 3)
    honest, bluff = (game.build & (game.bluff[game.play] == kind) for kind in (False, True))
    everything = np.ones(len(game.play), bool)
    values = game.mean(game.worth(now, later), everything)
    value = float(np.mean(np.bincount(game.position, builder * values)))
    best = float(np.mean(values[game.best(values, np.ones_like(game.bluff))]))
    return {
        "positions": int(game.position.max()) + 1,
        "deals": game.deals,
        "rounds": rounds,
        "left_of_honest_builds": round(float(np.mean(game.left[honest])), 3),
        "left_of_bluffs": round(float(np.mean(game.left[bluff])), 3),
        "equilibrium_value": round(value, 3),
        "builder_could_gain": round(best - value, 3),
        "equilibrium_bluffs": round(float(np.sum(builder[game.bluff])) / (int(game.position.max()) + 1), 3),
        "against": told,
    }


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=2000)
    options = parser.parse_args()
    positions = Positions()
    rows = [row for number in range(options.positions) for row in positions.rows(FIRST_POSITION + number, options.deals)]
    result = about() | summary(SmallGame(rows), options.rounds)
    write_result("bluffs", result)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
