"""Applies operations to states; `verify` checks them before."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.engine.reveal import known, revealed
from numero_cam.games.numero.engine.state import Claim, Laying, Phase, Seat, State, without
from numero_cam.games.numero.engine.verify import built, claim_of, held_answer, is_shown, sources
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.calculation import flat_cards


def apply(state: State, operation: Operation) -> State:
    """Return the state after a legal operation, with its points."""
    state = revealed(state, operation)
    after = _EFFECTS[type(operation)](state, operation)
    gained = [0] * len(after.seats)
    for entry in entries(state, operation, after):
        gained[entry.player] += entry.points
    if not any(gained):
        return after
    seats = tuple(replace(seat, score=seat.score + points) for seat, points in zip(after.seats, gained, strict=True))
    return replace(after, seats=seats)


def _dealt(state: State, deal: Dealt) -> State:
    unknown = deal.unknown or (0,) * len(deal.hands)
    seats = tuple(Seat(hand, unknown=count) for hand, count in zip(deal.hands, unknown, strict=True))
    dealt = replace(state, seats=seats, centre=deal.centre, stock=deal.stock, ordered=deal.ordered, phase=Phase.PLAY, turn=1)
    return _over(dealt) if _is_stuck(dealt) else dealt


def _drawn(state: State, draw: Drawn) -> State:
    stock = without(state.stock, (*draw.centre, *draw.cards))
    seat = state.seat
    filled = state.with_seat(state.player, hand=(*seat.hand, *draw.cards), unknown=seat.unknown + draw.unknown)
    return _next_turn(replace(filled, stock=stock, centre=(*state.centre, *draw.centre)))


def _laid(state: State, lay: Laid) -> State:
    build, found = built(state, lay.way)
    before, laid = _as_before(state, found.centre)
    layings = tuple(laying for laying in state.layings if laying.build not in found.centre)
    after = _with_hand(state, without(state.seat.hand, found.wilds))
    centre = _joined(state.centre, found.centre, build)
    return replace(after, centre=centre, layings=(*layings, Laying(build, before, (*found.wilds, *laid))), began=True)


def _as_before(state: State, items: tuple[Card | Build, ...]) -> tuple[tuple[Card | Build, ...], tuple[Card, ...]]:
    """Return cards of the centre as they lay before this turn, and all wild cards of the hand that were laid on them."""
    before: list[Card | Build] = []
    wilds: list[Card] = []
    for item in items:
        laying = next((one for one in state.layings if one.build == item), None)
        before += (item,) if laying is None else laying.before
        wilds += () if laying is None else laying.wilds
    return tuple(before), tuple(wilds)


def _returned(state: State, _: Returned) -> State:
    """Undo the layings of this turn: what lay in the centre comes to lie apart again, where its build lay."""
    centre, back = _as_before(state, state.centre)
    return replace(_with_hand(state, (*state.seat.hand, *back)), centre=centre, layings=())


def _taken(state: State, take: Taken) -> State:
    found = sources(state, take.ways)
    won = (*(card for way in take.ways for card in flat_cards(way)), take.card)
    hand = without(state.seat.hand, (*found.wilds, take.card))
    after = state.with_seat(state.player, hand=hand, won=(*state.seat.won, *won))
    after = replace(after, centre=without(state.centre, found.centre), last_taker=state.player)
    return _turn_over(_parted(after, take.card))


def _built(state: State, play: Built) -> State:
    build, found = built(state, play.way, play.card)
    hand = without(state.seat.hand, (*found.wilds, play.card))
    before, laid = _as_before(state, found.centre)
    wilds = (*found.wilds, *laid)
    if not play.said:
        centre = (*without(state.centre, found.centre), *before, play.card, *wilds)
        return _turn_over(_parted(replace(_with_hand(state, hand), centre=centre), play.card))
    after = _parted(replace(_with_hand(state, hand), centre=_joined(state.centre, found.centre, build)), play.card)
    if state.options.by == "points":
        held = held_answer(hand, state.seat.unknown, build.value)
        claim = Claim(state.player, state.turn, build, before, play.card, wilds, held)
        after = replace(after, claims=(*after.claims, claim))
    return _turn_over(after)


def _discarded(state: State, discard: Discarded) -> State:
    after = _with_hand(state, without(state.seat.hand, discard.cards))
    after = replace(after, centre=(*state.centre, *discard.cards), began=True)
    goes_on = discard.cards[0].is_wild and state.seat.may_hold_number
    return after if goes_on else _turn_over(_parted(after, *discard.cards))


def _parted(state: State, *cards: Card) -> State:
    """Note on the player's claims that an answer to his build left his hand: everybody saw it."""
    played = {card.value for card in cards if card.is_number}
    if not any(claim.player == state.player and claim.build.value in played for claim in state.claims):
        return state
    claims = (
        replace(claim, parted=claim.parted or (claim.player == state.player and claim.build.value in played)) for claim in state.claims
    )
    return replace(state, claims=tuple(claims))


def _challenged(state: State, challenge: Challenged) -> State:
    claim = claim_of(state, challenge.build)
    if claim is None:  # never: verified before
        return state
    after = replace(state, claims=tuple(other for other in state.claims if other is not claim))
    seen = is_shown(state, claim)
    if (challenge.shown if seen is None else seen) or claim.build not in state.centre:
        return after
    if state.options.caught_wilds == "hand":
        back: tuple[Card, ...] = (claim.card,)
        after = after.with_seat(claim.player, hand=(*state.seats[claim.player].hand, *claim.wilds))
    else:
        back = (claim.card, *claim.wilds)
    return replace(after, centre=(*without(state.centre, (claim.build,)), *claim.before, *back))


def _passed(state: State, _: Passed) -> State:
    return _over(state) if state.options.is_solitaire else _next_chance(state, state.chances)


_EFFECTS: Mapping[type[Operation], Callable[[State, Any], State]] = {
    Dealt: _dealt,
    Drawn: _drawn,
    Laid: _laid,
    Taken: _taken,
    Built: _built,
    Discarded: _discarded,
    Challenged: _challenged,
    Returned: _returned,
    Passed: _passed,
}


def _turn_over(state: State) -> State:
    if state.phase is Phase.LAST:
        return _next_chance(replace(state, layings=()), state.chances)
    state = replace(state, layings=(), began=True)
    if state.missing or state.missing_in_centre:
        return replace(state, phase=Phase.DRAW)
    return _next_turn(state)


def _next_turn(state: State) -> State:
    if state.options.is_solitaire:
        following = replace(state, turn=state.turn + 1, phase=Phase.PLAY, began=False)
        return _over(following) if _is_stuck(following) else following
    players = len(state.seats)
    if not state.seat.hand_size:
        others = tuple((state.player + step) % players for step in range(1, players))
        return _next_chance(state, others if state.options.last_chances == "all" else others[:1])
    turn = state.turn + 1
    claims = tuple(claim for claim in state.claims if turn <= claim.turn + 2 * players - 1)
    return replace(state, turn=turn, player=(state.player + 1) % players, phase=Phase.PLAY, began=False, claims=claims)


def _next_chance(state: State, chances: tuple[int, ...]) -> State:
    if not chances:
        return _over(state)
    return replace(state, phase=Phase.LAST, turn=state.turn + 1, player=chances[0], chances=chances[1:], began=False)


def _is_stuck(state: State) -> bool:
    """Return whether a solitaire is over without a question: no number card in the hand or the centre, or no card at all."""
    if not state.options.is_solitaire:
        return False
    in_hand = any(card.is_number for card in state.seat.hand)
    in_centre = any(isinstance(item, Build) or item.is_number for item in state.centre)
    return not (in_hand and in_centre)


def _over(state: State) -> State:
    """The centre goes to the last taker; in solitaire it stays (articles 9.3 and 11.5). The cards nobody saw are those of the hands."""
    state = _told_by_elimination(state)
    after = replace(state, phase=Phase.OVER, chances=(), layings=(), claims=())
    if state.last_taker is None or state.options.is_solitaire:
        return after
    left = tuple(card for item in state.centre for card in cards_of(item))
    after = after.with_seat(state.last_taker, won=(*state.seats[state.last_taker].won, *left))
    return replace(after, centre=(), left=left)


def _told_by_elimination(state: State) -> State:
    """Where one hand only has unknown cards, they are those that nobody saw."""
    hidden = [player for player, seat in enumerate(state.seats) if seat.unknown]
    return known(state, hidden[0], state.stock) if len(hidden) == 1 and state.stock_size == 0 else state


def _with_hand(state: State, hand: tuple[Card, ...]) -> State:
    return state.with_seat(state.player, hand=hand)


def _joined(centre: tuple[Card | Build, ...], used: tuple[Card | Build, ...], build: Build) -> tuple[Card | Build, ...]:
    """Put the build where the first of the cards lay that are in it."""
    place = min(centre.index(item) for item in used)
    before = len(without(centre[:place], used))
    kept = without(centre, used)
    return (*kept[:before], build, *kept[before:])
