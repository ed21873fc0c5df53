"""The last chances, where a take is compared by how the game ends and not by its own points: the cards left in the hand, and most cards."""

import random
from dataclasses import replace
from statistics import fmean

from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Operation, Passed
from numero_cam.games.numero.engine.state import Phase, State
from numero_cam.games.numero.players.candidates import best_play, takes
from numero_cam.games.numero.players.playouts import MOST_TURNS, Playouts, board_of
from numero_cam.games.numero.players.view import sample_deal, view_of

HIDDEN_DEALS = 8
"""Number of deals of the hidden hands in which the plays of a last chance are compared, where others have one after it."""


def last_chance_play(state: State, playouts: Playouts, rng: random.Random) -> Operation:
    """Return the take, or the pass, after which a player ends farthest ahead of the others on average.

    Args:
        state: The state, in a last chance.
        playouts: Plays on in this game: the others with a chance after this one take what brings most.
        rng: Random generator of the deals of the hidden hands.
    """
    view = view_of(state)
    plays: list[Operation] = [*(one.operation for one in takes(view, best_play(view, None, swift=True))), Passed(state.player)]
    if len(plays) == 1:
        return plays[0]
    totals = [0.0] * len(plays)
    for _ in range(HIDDEN_DEALS if state.chances else 1):
        deal = sample_deal(view, rng, lambda _centre, _hand: False)
        dealt = state
        for step, hand in enumerate(deal.hands, start=1):
            dealt = dealt.with_seat((state.player + step) % len(state.seats), hand=hand, unknown=0)
        dealt = replace(dealt, stock=deal.stock)
        for place, play in enumerate(plays):
            totals[place] += _margin(apply(dealt, play), state.player, playouts)
    return plays[max(range(len(plays)), key=lambda place: totals[place])]


def _margin(after: State, player: int, playouts: Playouts) -> float:
    """Return what a player ends ahead of the others, on average over them."""
    over = after.phase is Phase.OVER
    scores = [seat.score for seat in after.seats] if over else playouts.play(board_of(after), MOST_TURNS).scores
    return fmean(scores[player] - score for who, score in enumerate(scores) if who != player)
