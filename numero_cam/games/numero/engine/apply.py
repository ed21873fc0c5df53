"""Applies checked operations to states: one function for each kind of operation, and the order of turns."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from numero_cam.games.numero.engine.operations import (
    Built,
    Challenged,
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Found,
    HandShown,
    Laid,
    Operation,
    Passed,
    Returned,
    Taken,
)
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.engine.state import Claim, Laying, Phase, Seat, State, without
from numero_cam.games.numero.engine.verify import (
    build_and_sources,
    claim_of,
    held_answer,
    is_shown,
    reveal_cards,
    reveal_played,
    sources,
    unseen_cards,
)
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.calculation import flat_cards


def apply(state: State, operation: Operation) -> State:
    """Return the state after an operation that `verify` has checked, with its points, or cards in games by cards, added to the scores."""
    state = reveal_played(state, operation)
    after = _EFFECTS[type(operation)](state, operation)
    gained = [0] * len(after.seats)
    for entry in entries(state, operation, after):
        gained[entry.player] += entry.points
    if not any(gained):
        return after
    seats = tuple(replace(seat, score=seat.score + points) for seat, points in zip(after.seats, gained, strict=True))
    return replace(after, seats=seats)


def _after_deal(state: State, deal: Dealt) -> State:
    """Return the state after the deal, in which the first player plays; the end of a solitaire that cannot go on."""
    unknown = deal.unknown or (0,) * len(deal.hands)
    seats = tuple(Seat(hand, unknown=count) for hand, count in zip(deal.hands, unknown, strict=True))
    dealt = replace(state, seats=seats, centre=deal.centre, stock=deal.stock, ordered=deal.ordered, phase=Phase.PLAY, turn=1)
    dealt = replace(dealt, unknown_centre=deal.unknown_centre)
    return _end_game(dealt) if _is_stuck_solitaire(dealt) else dealt


def _after_draw(state: State, draw: Drawn) -> State:
    """Return the state after a draw, which begins the next turn. After `draw.last` the cards still counted in the stock are `lost`."""
    stock = without(state.stock, (*draw.centre, *draw.cards))
    seat = state.seat
    filled = state.with_seat(state.player, hand=(*seat.hand, *draw.cards), unknown=seat.unknown + draw.unknown)
    after = replace(filled, stock=stock, centre=(*state.centre, *draw.centre))
    return _next_turn(replace(after, lost=after.lost + after.stock_size) if draw.last else after)


def _after_laying(state: State, lay: Laid) -> State:
    """Return the state after wild cards of the hand were laid on cards of the centre."""
    build, found = build_and_sources(state, lay.way)
    before, laid, layings = _before_layings(state, found.centre)
    after = _with_hand(state, without(state.seat.hand, found.wilds))
    centre = _with_build(state.centre, found.centre, build)
    return replace(after, centre=centre, layings=(*layings, Laying(build, before, (*found.wilds, *laid))), began=True)


def _before_layings(state: State, items: tuple[Card | Build, ...]) -> tuple[tuple[Card | Build, ...], tuple[Card, ...], tuple[Laying, ...]]:
    """Return items of the centre as they were before this turn, the wild cards that were laid on them in it, and the layings on others."""
    before: list[Card | Build] = []
    wilds: list[Card] = []
    left = list(state.layings)
    for item in reversed(items):  # of two equal builds the newer one was laid in this turn
        laying = next((one for one in left if one.build == item), None)
        before[:0] = (item,) if laying is None else laying.before
        wilds[:0] = () if laying is None else laying.wilds
        left = [one for one in left if one is not laying]
    return tuple(before), tuple(wilds), tuple(left)


def _after_return(state: State, _: Returned) -> State:
    """Return the state with the wild cards laid in this turn back in the hand; the cards of the centre lie where their builds were."""
    centre, back = _before_layings(state, state.centre)[:2]
    return replace(_with_hand(state, (*state.seat.hand, *back)), centre=centre, layings=())


def _after_take(state: State, take: Taken) -> State:
    """Return the state after a take: the cards of its sets and the taking card are won."""
    found = sources(state, take.ways)
    won = (*(card for way in take.ways for card in flat_cards(way)), take.card)
    hand = without(state.seat.hand, (*found.wilds, take.card))
    after = state.with_seat(state.player, hand=hand, won=(*state.seat.won, *won))
    after = replace(after, centre=without(state.centre, found.centre), last_taker=state.player)
    return _end_turn(_note_parting(after, take.card))


def _after_build(state: State, play: Built) -> State:
    """Return the state after a build; one that had to be said aloud and was not leaves its cards singly in the centre."""
    build, found = build_and_sources(state, play.way, play.card)
    hand = without(state.seat.hand, (*found.wilds, play.card))
    before, laid, _ = _before_layings(state, found.centre)
    wilds = (*found.wilds, *laid)
    if not play.said:
        centre = (*without(state.centre, found.centre), *before, play.card, *wilds)
        return _end_turn(_note_parting(replace(_with_hand(state, hand), centre=centre), play.card))
    after = _note_parting(replace(_with_hand(state, hand), centre=_with_build(state.centre, found.centre, build)), play.card)
    if state.options.by == "points":
        held = held_answer(hand, state.seat.unknown, build.value)
        claim = Claim(state.player, state.turn, build, before, play.card, wilds, held)
        after = replace(after, claims=(*after.claims, claim))
    return _end_turn(after)


def _after_discard(state: State, discard: Discarded) -> State:
    """Return the state after a discard. The turn goes on after a wild card if the hand had, or may have had, a number card."""
    after = _with_hand(state, without(state.seat.hand, discard.cards))
    after = replace(after, centre=(*state.centre, *discard.cards), began=True)
    goes_on = discard.cards[0].is_wild and state.seat.may_hold_number
    return after if goes_on else _end_turn(_note_parting(after, *discard.cards))


def _note_parting(state: State, *cards: Card) -> State:
    """Return the state after the player openly played these cards: claims of the player with one of their numbers are `parted`."""
    played = {card.value for card in cards if card.is_number}
    if not any(claim.player == state.player and claim.build.value in played for claim in state.claims):
        return state
    claims = (
        replace(claim, parted=claim.parted or (claim.player == state.player and claim.build.value in played)) for claim in state.claims
    )
    return replace(state, claims=tuple(claims))


def _after_challenge(state: State, challenge: Challenged) -> State:
    """Return the state after a challenge; its claim is settled.

    If a bluff is caught and still lies there, the cards of the centre lie as before the build. The number card of the hand joins them.
    The wild cards go where the option `caught_wilds` says. Several claims may have equal builds. If fewer of these builds lie there than
    there are such claims, nobody knows which were taken: the challenged one counts as lying there, and the surplus claims become `gone`.
    """
    claim = claim_of(state, challenge.build, challenge.player)
    if claim is None:  # cannot be, because the operation was checked
        return state
    equal = [other for other in state.claims if other.build == claim.build and other is not claim and not other.gone]
    gone = equal[: max(0, len(equal) + (not claim.gone) - state.centre.count(claim.build))]
    others = (replace(other, gone=True) if other in gone else other for other in state.claims if other is not claim)
    after = replace(state, claims=tuple(others))
    by_hand = is_shown(state, claim)
    if (challenge.shown if by_hand is None else by_hand) or claim.gone or claim.build not in state.centre:
        return after
    if state.options.caught_wilds == "hand":
        back: tuple[Card, ...] = (claim.card,)
        after = after.with_seat(claim.player, hand=(*state.seats[claim.player].hand, *claim.wilds))
    else:
        back = (claim.card, *claim.wilds)
    return replace(after, centre=(*without(state.centre, (claim.build,)), *claim.before, *back))


def _after_pass(state: State, _: Passed) -> State:
    """Return the state after a passed last chance, or the end of a solitaire."""
    return _end_game(state) if state.options.is_solitaire else _next_chance(state, state.chances)


def _after_find(state: State, found: Found) -> State:
    """Return the state with the table as it was found.

    A seen card leaves the winning pile in which it was counted. Where a card went that lay there before, nobody knows. Newly seen cards
    count first as former unknown cards of hands and centre; only the rest of them counts as drawn from the stock.
    """
    seats = tuple(
        replace(seat, hand=hand, unknown=unknown, won=without(seat.won, found.seen))
        for seat, hand, unknown in zip(state.seats, found.hands, found.unknown, strict=True)
    )
    unseen = unseen_cards(state, found)
    known = (*(card for seat in state.seats for card in seat.hand), *(card for item in state.centre for card in cards_of(item)))
    newly_seen = ((_looks(found.seen) - _looks(known)) & _looks(state.stock)).total()
    drawn = max(0, newly_seen - max(0, state.unknown - sum(found.unknown)) - state.unknown_centre)
    lost = 0 if state.phase is Phase.DEAL else max(0, len(unseen) - sum(found.unknown) - max(0, state.stock_size - drawn))
    claims = tuple(claim for claim in state.claims if claim.build in found.centre)
    again = replace(state, seats=seats, centre=found.centre, stock=unseen, ordered=False, claims=claims, layings=(), lost=lost)
    turn = state.turn if state.phase is Phase.PLAY and not state.began else state.turn + 1
    return replace(again, phase=Phase.PLAY, turn=turn, player=found.player, began=False, unknown_centre=0)


def _looks(cards: Iterable[Card]) -> Counter[Card]:
    """Return how often each card is there; copies that differ only in `Card.copy` count as the same card."""
    return Counter(card.with_copy(0) for card in cards)


#: By kind of operation: the function that returns the state after it, without the points.
_EFFECTS: Mapping[type[Operation], Callable[[State, Any], State]] = {
    Dealt: _after_deal,
    Drawn: _after_draw,
    Laid: _after_laying,
    Taken: _after_take,
    Built: _after_build,
    Discarded: _after_discard,
    Challenged: _after_challenge,
    Returned: _after_return,
    Passed: _after_pass,
    Found: _after_find,
    Ended: lambda state, _: _end_game(state),  # wild cards laid in this turn stay in the centre
    HandShown: lambda state, shown: _reveal_last_hand(reveal_cards(state, shown.player, shown.cards)),
}


def _end_turn(state: State) -> State:
    """Return the state in which cards are drawn, or the next turn if none are."""
    if state.phase is Phase.LAST:
        return _next_chance(replace(state, layings=()), state.chances)
    state = replace(state, layings=(), began=True)
    if state.missing or state.missing_in_centre:
        return replace(state, phase=Phase.DRAW)
    return _next_turn(state)


def _next_turn(state: State) -> State:
    """Return the state at the beginning of the next turn, or of the last chances once the player has no cards."""
    if state.options.is_solitaire:
        following = replace(state, turn=state.turn + 1, phase=Phase.PLAY, began=False)
        return _end_game(following) if _is_stuck_solitaire(following) else following
    players = len(state.seats)
    if not state.seat.hand_size:
        others = tuple((state.player + step) % players for step in range(1, players))
        return _next_chance(state, others if state.options.last_chances == "all" else others[:1])
    turn = state.turn + 1
    claims = tuple(claim for claim in state.claims if turn <= claim.turn + 2 * players - 1)
    return replace(state, turn=turn, player=(state.player + 1) % players, phase=Phase.PLAY, began=False, claims=claims)


def _next_chance(state: State, chances: tuple[int, ...]) -> State:
    """Return the state in which the first of these players has a last chance; the end of the game if there are none."""
    if not chances:
        return _end_game(state)
    return replace(state, phase=Phase.LAST, turn=state.turn + 1, player=chances[0], chances=chances[1:], began=False)


def _is_stuck_solitaire(state: State) -> bool:
    """Return whether a solitaire cannot go on: there is no number card in the hand, or none in the centre."""
    if not state.options.is_solitaire:
        return False
    in_hand = any(card.is_number for card in state.seat.hand)
    in_centre = any(isinstance(item, Build) or item.is_number for item in state.centre)
    return not (in_hand and in_centre)


def _end_game(state: State) -> State:
    """Return the state at the end: the centre goes to the last taker, except in solitaire (articles 9.3 and 11.5)."""
    state = _reveal_last_hand(state)
    after = replace(state, phase=Phase.OVER, chances=(), layings=(), claims=())
    if state.last_taker is None or state.options.is_solitaire:
        return after
    left = tuple(card for item in state.centre for card in cards_of(item))
    after = after.with_seat(state.last_taker, won=(*state.seats[state.last_taker].won, *left))
    return replace(after, centre=(), left=left)


def _reveal_last_hand(state: State) -> State:
    """Return the state with the last unknown cards known: if only one hand has some, they are the cards that nobody has seen.

    Where cards are lost, more cards are unseen than that hand holds, so nothing becomes known before it is shown.
    """
    hidden = [player for player, seat in enumerate(state.seats) if seat.unknown]
    return reveal_cards(state, hidden[0], state.stock) if len(hidden) == 1 and len(state.stock) == state.unknown else state


def _with_hand(state: State, hand: tuple[Card, ...]) -> State:
    """Return the state with another hand of the player whose turn it is."""
    return state.with_seat(state.player, hand=hand)


def _with_build(centre: tuple[Card | Build, ...], used: tuple[Card | Build, ...], build: Build) -> tuple[Card | Build, ...]:
    """Return the centre with a build in place of the used items, where the first of them was."""
    place = min(centre.index(item) for item in used)
    before = len(without(centre[:place], used))
    kept = without(centre, used)
    return (*kept[:before], build, *kept[before:])
