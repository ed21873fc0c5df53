"""Points of a hand by both scorings (docs/numo-rules.md, section 6)."""

from numero_cam.numo.rules.state import State


def laid_value(state: State, player: int) -> int:
    """Return the sum of the melds that count for a player: what lies before him, or only what he played himself."""
    if state.options.counted == "before":
        return sum(lying.meld.value for lying in state.table if lying.owner == player)
    return sum(card.number for lying in state.table for card, who in lying.players if who == player)


def hand_points(state: State) -> tuple[int, ...]:
    """Return what each player scores in a hand that the player whose turn it is has gone out of."""
    players = range(state.options.players)
    if state.options.scoring == "leftovers":
        return tuple(-sum(card.number for card in state.hands[player]) for player in players)
    everybody = state.options.others_score == "yes"
    return tuple(laid_value(state, player) if everybody or player == state.player else 0 for player in players)
