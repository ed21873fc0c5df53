"""Applies operations, which `rulebook.verify` has checked, to states."""

from dataclasses import replace

from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.melds import ordered_meld
from numero_cam.numo.rules.operations import LaidOff, Melded, NumoDealt, NumoDiscarded, NumoDrawn, Operation, TurnedOver
from numero_cam.numo.rules.options import HAND_SIZE
from numero_cam.numo.rules.state import NumoPhase, NumoState, TableMeld


def melds_value(state: NumoState, player: int) -> int:
    """Return the points of the melds that count for a player: by the options, the melds the player owns, or the cards the player played."""
    if state.options.counted == "before":
        return sum(lying.meld.value for lying in state.table if lying.owner == player)
    return sum(card.number for lying in state.table for card, who in lying.players if who == player)


def hand_points(state: NumoState) -> tuple[int, ...]:
    """Return the points of each player for a hand in which the player whose turn it is has gone out."""
    players = range(state.options.players)
    if state.options.scoring == "leftovers":
        return tuple(-sum(card.number for card in state.hands[player]) for player in players)
    everybody = state.options.others_score == "yes"
    return tuple(melds_value(state, player) if everybody or player == state.player else 0 for player in players)


def apply(state: NumoState, operation: Operation) -> NumoState:
    """Return the state after a legal operation."""
    match operation:
        case NumoDealt():
            return _after_deal(state, operation)
        case NumoDrawn(_, card, discard):
            hand = (*state.own_hand, card)
            taken = replace(state, hands=_hands_with(state, hand), phase=NumoPhase.PLAY, drawn=card if discard else None)
            return replace(taken, pile=state.pile[:-1]) if discard else replace(taken, stock=state.stock[1:])
        case TurnedOver():
            return _after_turn_over(state)
        case Melded(player, kind, cards):
            lying = TableMeld(ordered_meld(kind, cards), player, tuple((card, player) for card in cards))
            after = replace(state, table=(*state.table, lying), has_melded_this_turn=True, first=not state.has_melded, idle=0)
            return _without_played(after, cards)
        case LaidOff():
            return _without_played(_after_lay_off(state, operation), operation.cards)
        case NumoDiscarded(_, card):
            after = _without_played(replace(state, pile=(*state.pile, card)), (card,))
            return _next_turn(after) if after.phase is NumoPhase.PLAY else after


def _after_turn_over(state: NumoState) -> NumoState:
    """Return the state with the discard pile as the stock; after too many turn-overs without a meld or lay-off, the hand ends (4.9)."""
    if state.idle + 1 >= int(state.options.turn_overs):
        return _end_hand(state, (0,) * state.options.players)
    return replace(state, stock=state.pile, pile=(), idle=state.idle + 1)


def _after_lay_off(state: NumoState, lay: LaidOff) -> NumoState:
    """Return the state with the cards on the meld; they are still in the hand."""
    old = state.table[lay.place]
    grown = ordered_meld(old.meld.kind, (*old.meld.cards, *lay.cards))
    new = replace(old, meld=grown, players=(*old.players, *((card, lay.player) for card in lay.cards)))
    return replace(state, table=(*state.table[: lay.place], new, *state.table[lay.place + 1 :]), idle=0)


def _after_deal(state: NumoState, deal: NumoDealt) -> NumoState:
    """Return the state at the beginning of the next hand."""
    players, count = state.options.players, HAND_SIZE * state.options.players
    left = (deal.dealer + 1) % players
    hands = {(left + place) % players: deal.cards[place:count:players] for place in range(players)}
    return NumoState(
        state.options,
        tuple(hands[place] for place in range(players)),
        state.scores,
        phase=NumoPhase.DRAW,
        player=left,
        turn=1,
        hand=state.hand + 1,
        dealer=deal.dealer,
        stock=deal.cards[count + 1 :],
        pile=deal.cards[count : count + 1],
        control=deal.control,
    )


def _hands_with(state: NumoState, hand: tuple[NumoCard, ...]) -> tuple[tuple[NumoCard, ...], ...]:
    """Return all hands with another one for the player whose turn it is."""
    return tuple(hand if place == state.player else other for place, other in enumerate(state.hands))


def _without_played(state: NumoState, cards: tuple[NumoCard, ...]) -> NumoState:
    """Return the state without these cards in the hand; the hand is over if none is left (article 5.1)."""
    left = tuple(card for card in state.own_hand if card not in cards)
    after = replace(state, hands=_hands_with(state, left))
    return after if left else _end_hand(after, hand_points(after))


def _end_hand(state: NumoState, points: tuple[int, ...]) -> NumoState:
    """Return the state after a hand that brings these points; the game is over if they decide it."""
    scores = tuple(score + more for score, more in zip(state.scores, points, strict=True))
    after = replace(state, scores=scores, phase=NumoPhase.DEAL, drawn=None, has_melded_this_turn=False, first=False)
    return replace(after, phase=NumoPhase.OVER) if after.is_won else after


def _next_turn(state: NumoState) -> NumoState:
    """Return the state at the beginning of the next player's turn."""
    player = (state.player + 1) % state.options.players
    return replace(state, player=player, turn=state.turn + 1, phase=NumoPhase.DRAW, drawn=None, has_melded_this_turn=False, first=False)
