"""Checks every operation against the articles of docs/rules.md, and makes unseen cards of a hand known when they are played."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from numero_cam.catalogue import tr
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
from numero_cam.games.numero.engine.state import Claim, Phase, State, without
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.articles import Rule, RuleBreakError, require
from numero_cam.games.numero.rules.calculation import Way, flat_cards, items_of, value_of, way_text, wilds_of_hand
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.shared import breaks


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the cards of a play come from."""

    centre: tuple[Card | Build, ...]  #: Cards and builds of the centre.
    wilds: tuple[Card, ...]  #: Wild cards of the hand.


def verify(state: State, operation: Operation) -> None:
    """Check that the rules allow an operation now; raise a `RuleBreakError` where they do not."""
    _CHECKS[type(operation)](reveal_played(state, operation), operation)


def is_legal(state: State, operation: Operation) -> bool:
    """Return whether the rules allow an operation now."""
    return breaks.breaks_no_rule(verify, state, operation)


def verify_deal(state: State, deal: Dealt) -> None:
    """Check the deal: five cards in each hand, one card in the centre for each player, in solitaire five."""
    options = state.options
    require(state.phase is Phase.DEAL, Rule.DEAL, tr("the cards are dealt already"))
    require(
        len(deal.hands) == options.players,
        Rule.DEAL,
        tr("{number} hands are dealt for {options.players} players", number=len(deal.hands), options=options),
    )
    unknown = deal.unknown or (0,) * len(deal.hands)
    hidden = any(unknown) or deal.unknown_centre > 0
    require(len(unknown) == len(deal.hands) and min(unknown) >= 0, Rule.DEAL, tr("unknown cards are counted for each hand"))
    require(
        not (hidden and (options.is_solitaire or deal.ordered)), Rule.DEAL, tr("cards are unknown only in hands at a table of two and more")
    )
    for place, (hand, more) in enumerate(zip(deal.hands, unknown, strict=True), start=1):
        require(
            len(hand) + more == HAND_SIZE,
            Rule.DEAL,
            tr("hand {place} has {number} cards; {dealt} are dealt", place=place, number=len(hand) + more, dealt=HAND_SIZE),
        )
    _check_unknown(unknown, deal.stock)
    centre = len(deal.centre) + deal.unknown_centre
    require(
        centre == options.centre_cards,
        Rule.DEAL,
        tr("the middle has {number} cards; {options.centre_cards} are turned up", number=centre, options=options),
    )


def verify_found(state: State, found: Found) -> None:
    """Check that a table can be found so: each card of the pack once, and no hand too large."""
    options = state.options
    require(state.phase in (Phase.DEAL, Phase.PLAY, Phase.DRAW), Rule.DEAL, tr("a table is found before the last chances"))
    require(not options.is_solitaire, Rule.DEAL, tr("a table is found in a game of two and more"))
    hands = len(found.hands) == len(found.unknown) == options.players and min(found.unknown) >= 0
    require(hands and 0 <= found.player < options.players, Rule.DEAL, tr("there are {n} hands, one of a player", n=options.players))
    for place, (hand, more) in enumerate(zip(found.hands, found.unknown, strict=True), start=1):
        number = len(hand) + more
        require(
            number <= HAND_SIZE,
            Rule.DEAL,
            tr("hand {place} has {number} cards; a hand has at most {most}", place=place, number=number, most=HAND_SIZE),
        )
    pack = Counter(options.pack())
    require(
        all(count <= pack[card] for card, count in Counter(found.seen).items()), Rule.DEAL, tr("a card is there that is not in the pack")
    )
    _check_unknown(found.unknown, unseen_cards(state, found))


def unseen_cards(state: State, found: Found) -> tuple[Card, ...]:
    """Return the cards that are not seen on a table that was found, and that nobody has won."""
    return without(state.options.pack(), (*found.seen, *(card for seat in state.seats for card in without(seat.won, found.seen))))


def verify_draw(state: State, draw: Drawn) -> None:
    """Check that the turn is over and that the draw restores the hand to five cards, or uses up the stock."""
    _check_turn(state, draw.player, Rule.REFILL)
    require(state.phase is Phase.DRAW, Rule.REFILL, tr("cards are drawn after the whole turn only"))
    in_centre = state.missing_in_centre
    in_hand = min(state.missing, state.stock_size - in_centre)
    require(
        len(draw.centre) == in_centre,
        Rule.REFILL,
        tr("the middle gets {in_centre} cards, not {number}", in_centre=in_centre, number=len(draw.centre)),
    )
    count = len(draw.cards) + draw.unknown
    if draw.last:
        fewer = tr("the stock is used up only where fewer cards are drawn than are missing, and nobody knows its order")
        require(count < in_hand and not state.ordered and not in_centre, Rule.REFILL, fewer)
        in_hand = count
    require(count == in_hand, Rule.REFILL, tr("the hand is restored with {in_hand} cards, not {count}", in_hand=in_hand, count=count))
    require(not (draw.unknown and state.ordered), Rule.REFILL, tr("the order of the stock is known, so what is drawn is known too"))
    drawn = (*draw.centre, *draw.cards)
    if state.ordered:
        top = state.stock[: len(drawn)]
        require(
            drawn == top,
            Rule.REFILL,
            tr("the next cards of the stock are {top}, not {drawn}", top=_card_list(top), drawn=_card_list(drawn)),
        )
    if drawn:  # a hand that got wild cards back (article 8.4) may need none
        _check_all_in(drawn, state.stock, tr("{card} is not in the stock"))


def verify_lay(state: State, lay: Laid) -> None:
    """Check that wild cards of the hand are laid on cards of the centre."""
    _check_may_play(state, lay.player, tr("the hand is restored to {hand} before wild cards are laid"))
    found = sources(state, (lay.way,))
    require(bool(found.wilds), Rule.LAID_WILDS_BELONG, tr("{way} holds no wild card of the hand", way=way_text(lay.way)))
    require(bool(found.centre), Rule.LAID_WILDS_BELONG, tr("{way} holds no card of the middle", way=way_text(lay.way)))
    require(state.seat.may_hold_number, Rule.WILD_HAND, tr("a hand of wild cards only is discarded"))
    _value_by_options(state, lay.way)


def verify_take(state: State, take: Taken) -> None:
    """Check that every set makes the taking card's number and that every card is there."""
    _check_may_play(state, take.player, tr("the hand is restored to {hand} before a take is made"))
    _check_number_card(state, take.card)
    require(bool(take.ways), Rule.SET_EQUALS_TAKER, tr("a take has at least one set"))
    found = sources(state, take.ways)
    for way in take.ways:
        value = _value_by_options(state, way)
        if value != take.card.value:
            raise RuleBreakError(
                Rule.SET_EQUALS_TAKER, tr("{way_text} is {value}, not {take.card.value}", way_text=way_text(way), value=value, take=take)
            )
    # Every way holds a number card or build by its grammar, and `sources` has found it in the centre.
    _check_laid_used(state, found.centre)


def verify_build(state: State, build: Built) -> None:
    """Check a build: its cards, its value and, in games by cards, that the answer is held; in games by points it may be a bluff."""
    _check_may_play(state, build.player, tr("the hand is restored to {hand} before a build is made"))
    require(state.phase is Phase.PLAY, Rule.LAST_CHANCE, tr("in the last chance a player may only take"))
    require(not state.options.is_solitaire, Rule.SOLITAIRE, tr("in solitaire there are no builds"))
    _check_number_card(state, build.card)
    require(
        build.card in tuple(items_of(build.way)),
        Rule.ONE_NUMBER_CARD,
        tr("{build.card} of the hand is not in {way}; a build uses one number card of the hand", build=build, way=way_text(build.way)),
    )
    found = sources(state, (build.way,), build.card)
    require(bool(found.centre), Rule.BUILD_USES_CENTRE, tr("{way} holds no card of the middle", way=way_text(build.way)))
    value = _value_by_options(state, build.way)
    most = state.options.numbers
    fits = value.denominator == 1 and 1 <= value <= most
    require(
        fits,
        Rule.BUILD_VALUE,
        tr("{way} is {value}; a build ends on a whole number from 1 to {most}", way=way_text(build.way), value=value, most=most),
    )
    _check_laid_used(state, found.centre)
    _check_said(state, build)
    if state.options.by == "cards" and build.said:
        held = holds(without(state.seat.hand, (build.card,)), value)
        require(
            held or state.seat.unknown > 0,
            Rule.ANSWER_HELD,
            tr("no {value} is left in the hand to take the build {way}", value=value, way=way_text(build.way)),
        )


def verify_discard(state: State, discard: Discarded) -> None:
    """Check a discard: one card, or all of a hand of wild cards."""
    _check_may_play(state, discard.player, tr("the hand is restored to {hand} before cards are discarded"))
    require(state.phase is Phase.PLAY, Rule.LAST_CHANCE, tr("in the last chance a player may only take"))
    require(not state.options.is_solitaire, Rule.SOLITAIRE, tr("in solitaire there are no discards"))
    hand, cards = state.seat.hand, discard.cards
    _check_all_in(cards, hand, tr("{card} is not in the hand"))
    if state.seat.may_hold_number:
        rule = Rule.ONE_NUMBER_CARD if any(card.is_number for card in cards) else Rule.WILD_DISCARD
        require(
            len(cards) == 1, rule, tr("{cards} are {number} cards; one is discarded at a time", cards=_card_list(cards), number=len(cards))
        )
        if cards[0].is_number:
            _check_laid_used(state, ())
    elif state.options.few_wilds == "one" and len(hand) < HAND_SIZE:
        require(
            len(cards) == 1,
            Rule.WILD_HAND,
            tr("of fewer than {hand} wild cards one is discarded, not {number}", hand=HAND_SIZE, number=len(cards)),
        )
    else:
        require(
            len(cards) == len(hand),
            Rule.WILD_HAND,
            tr("all {number} cards of a hand of wild cards are discarded, not {discarded}", number=len(hand), discarded=len(cards)),
        )


def verify_challenge(state: State, challenge: Challenged) -> None:
    """Check that this player may challenge the build now."""
    require(state.options.by == "points", Rule.RIGHT_OF_CHALLENGE, tr("there is no challenge when playing for cards"))
    require(state.phase not in (Phase.DEAL, Phase.OVER), Rule.CHALLENGE_IN_TIME, tr("the game is not being played"))
    claim = claim_of(state, challenge.build, challenge.player)
    if claim is None:
        require(
            challenge.build not in state.centre,
            Rule.CHALLENGE_IN_TIME,
            tr("it is too late to challenge {challenge.build}", challenge=challenge),
        )
        require(
            fine=False, rule=Rule.CHALLENGE_UNCHANGED, reason=tr("there is no build {challenge.build} to challenge", challenge=challenge)
        )
        return
    challenger = challenge.player
    require(0 <= challenger < len(state.seats), Rule.RIGHT_OF_CHALLENGE, tr("there is no player {challenger}", challenger=challenger + 1))
    require(challenger != claim.player, Rule.RIGHT_OF_CHALLENGE, tr("nobody challenges a build of his own"))
    last = claim.last_turn(challenger, len(state.seats))
    in_time = state.turn < last or (state.turn == last and not state.began)
    require(in_time, Rule.CHALLENGE_IN_TIME, tr("{challenge.build} is challenged before one's second turn after it", challenge=challenge))
    by_hand = is_shown(state, claim)
    if by_hand is None:
        reason = tr("nobody knows the hand; write shown or bluff behind the build")
        require(challenge.shown is not None, Rule.RIGHT_OF_CHALLENGE, reason)
    else:
        require(
            challenge.shown in (None, by_hand),
            Rule.RIGHT_OF_CHALLENGE,
            tr("the answer was in the hand") if by_hand else tr("the answer was not in the hand"),
        )
    lies = challenge.build in state.centre and not claim.gone
    if not lies:
        require(
            state.options.challenge_changed == "yes",
            Rule.CHALLENGE_UNCHANGED,
            tr("{challenge.build} does not lie there any more", challenge=challenge),
        )


def verify_return(state: State, back: Returned) -> None:
    """Check that wild cards were laid in this turn that can be taken back."""
    _check_may_play(state, back.player, tr("the hand is restored to {hand} before wild cards are taken back"))
    require(bool(state.layings), Rule.LAID_WILDS_BELONG, tr("no wild card was laid in this turn"))


def verify_pass(state: State, passed: Passed) -> None:
    """Check that there is a last chance to pass, or a solitaire to end."""
    _check_turn(state, passed.player, Rule.TURN)
    may = state.phase is Phase.LAST or (state.options.is_solitaire and state.phase is Phase.PLAY)
    require(may, Rule.TURN, tr("a turn is a take, a build or a discard; only a last chance can be passed"))
    _check_laid_used(state, ())


def verify_end(state: State, ended: Ended) -> None:
    """Check that a game of two and more is played, which people can end."""
    _check_turn(state, ended.player, Rule.TURN)
    require(not state.options.is_solitaire, Rule.TURN, tr("a solitaire is ended by passing"))


def verify_show(state: State, shown: HandShown) -> None:
    """Check that the game is over, and that the cards may be those of the player's hand that nobody has seen."""
    require(state.phase is Phase.OVER, Rule.HAND_LEFT, tr("hands are shown when the game is over"))
    count = state.seats[shown.player].unknown
    require(
        len(shown.cards) <= count,
        Rule.HAND_LEFT,
        tr("{shown} cards are shown; of the hand that is left nobody has seen {count}", shown=len(shown.cards), count=count),
    )
    _check_all_in(shown.cards, state.stock, tr("{card} is not among the cards that nobody has seen"))


_CHECKS: Mapping[type[Operation], Callable[[State, Any], None]] = {
    Dealt: verify_deal,
    Drawn: verify_draw,
    Laid: verify_lay,
    Taken: verify_take,
    Built: verify_build,
    Discarded: verify_discard,
    Challenged: verify_challenge,
    Returned: verify_return,
    Passed: verify_pass,
    Found: verify_found,
    Ended: verify_end,
    HandShown: verify_show,
}


def claim_of(state: State, build: Build, challenger: int) -> Claim | None:
    """Return the claim that a challenge of a build means; None where the build can no longer be challenged.

    Of claims with equal builds, those of other players than the challenger come first; of these, those not `gone`; of these, the newest.
    """
    claims = sorted((claim for claim in reversed(state.claims) if claim.build == build), key=lambda claim: claim.gone)
    return next((claim for claim in claims if claim.player != challenger), claims[0] if claims else None)


def holds(hand: Iterable[Card], value: Fraction) -> bool:
    """Return whether a number card of the hand has a value."""
    return any(card.is_number and card.value == value for card in hand)


def is_shown(state: State, claim: Claim) -> bool | None:
    """Return whether the builder can show the answer (article 8.6); None where the hand is not known."""
    if state.options.answer_shown == "then":
        return claim.held
    return held_answer(state.seats[claim.player].hand, state.seats[claim.player].unknown, claim.build.value)


def held_answer(hand: Iterable[Card], unknown: int, value: Fraction | None) -> bool | None:
    """Return whether a hand holds the answer to a build of this value; None where no known card is it, but an unknown one may be."""
    if value is not None and holds(hand, value):
        return True
    return None if unknown and value is not None else False


def sources(state: State, ways: tuple[Way, ...], card: Card | None = None) -> Sources:
    """Return the items of the centre and the wild cards of the hand that a play uses.

    A wild card that the way marks as of the hand comes from the hand if it is there. All else comes from the centre first.
    What is in neither is a `RuleBreakError`.

    Args:
        state: The state before the play.
        ways: The ways of the play.
        card: The number card of the hand that a build holds; None for other plays.
    """
    items = [item for way in ways for item in items_of(way)]
    own = Counter(wild for way in ways for wild in wilds_of_hand(way))
    if card is not None:
        items.remove(card)
    centre, hand = Counter(state.centre), Counter(state.seat.hand)
    used: list[Card | Build] = []
    wilds: list[Card] = []
    for item in items:
        of_hand = isinstance(item, Card) and own[item] > 0 and hand[item] > 0
        if centre[item] and not of_hand:
            centre[item] -= 1
            used.append(item)
        elif isinstance(item, Card) and item.is_wild and hand[item]:
            hand[item] -= 1
            own[item] -= 1
            wilds.append(item)
        else:
            _raise_missing(state, item)
    return Sources(tuple(used), tuple(wilds))


def _raise_missing(state: State, item: Card | Build) -> None:
    """Raise the error for an item that is not there to be used."""
    inside = isinstance(item, Card) and any(item in build.cards for build in state.centre if isinstance(build, Build))
    require(not inside, Rule.BUILD_UNBROKEN, tr("{item} lies inside a build, which is used whole", item=item))
    in_hand = isinstance(item, Card) and item.is_number and item in state.seat.hand
    require(not in_hand, Rule.ONE_NUMBER_CARD, tr("{item} would be a second number card of the hand", item=item))
    require(fine=False, rule=Rule.CARD_IS_THERE, reason=tr("{item} is not there to be used (any more)", item=item))


def _value_by_options(state: State, way: Way) -> Fraction:
    """Return the value of a way; raise a `RuleBreakError` if it has none, or if the options do not allow an intermediate value."""
    options = state.options
    return value_of(way, whole=options.values == "whole", negative=options.negative == "yes")


def _check_unknown(unknown: Iterable[int], left: tuple[Card, ...]) -> None:
    """Check that no more cards of hands are unknown than are left."""
    number = sum(unknown)
    require(
        number <= len(left),
        Rule.DEAL,
        tr("{unknown} cards of hands are unknown, of {number} that are left", unknown=number, number=len(left)),
    )


def _check_said(state: State, build: Built) -> None:
    """Check that a build is noted as not said aloud only if the options demand that builds are."""
    if not build.said:
        reason = tr("builds need not be said aloud in this game (option verbalising: yes)")
        require(state.options.verbalising == "yes", Rule.VERBALISING, reason)


def _check_turn(state: State, player: int, rule: Rule) -> None:
    """Check that it is the player's turn; `rule` is the broken one if the game has not begun or is over."""
    require(state.phase is not Phase.DEAL, rule, tr("the cards are not dealt yet"))
    require(state.phase is not Phase.OVER, rule, tr("the game is over"))
    require(player == state.player, Rule.TURN, tr("it is another player's turn"))


def _check_may_play(state: State, player: int, too_soon: str) -> None:
    """Check that it is the player's turn and that no cards must be drawn first; else `too_soon` is the message."""
    _check_turn(state, player, Rule.TURN)
    require(state.phase is not Phase.DRAW, Rule.REFILL, too_soon.format(hand=HAND_SIZE))


def _check_number_card(state: State, card: Card) -> None:
    """Check that a card is a number card of the hand."""
    require(card.is_number, Rule.ONE_NUMBER_CARD, tr("{card} is a wild card; a play is made with a number card of the hand", card=card))
    require(card in state.seat.hand, Rule.CARD_IS_THERE, tr("{card} is not in the hand", card=card))


def _check_laid_used(state: State, used: tuple[Card | Build, ...]) -> None:
    """Check the items on which wild cards were laid in this turn: the play uses them, or the options allow that they stay."""
    for build in without(state.laid, used):
        if state.options.laid_wilds == "belong":
            reason = tr("{build} was laid in this turn and belongs to its take or build; return takes its wild cards back", build=build)
            require(fine=False, rule=Rule.LAID_WILDS_BELONG, reason=reason)
        most, value = state.options.numbers, build.value
        fits = value is not None and build.is_possible and value <= most
        require(
            fits,
            Rule.BUILD_VALUE,
            tr("{build} is {value}; what stays is a whole number from 1 to {most}", build=build, value=build.value, most=most),
        )


def _check_all_in(cards: tuple[Card, ...], place: tuple[Card, ...], missing: str) -> None:
    """Check that there are cards, and that all of them are in a place; else `missing` is the message."""
    require(bool(cards), Rule.CARD_IS_THERE, tr("no card is named"))
    for card, count in Counter(cards).items():
        require(place.count(card) >= count, Rule.CARD_IS_THERE, missing.format(card=card))


def _card_list(cards: Iterable[Card]) -> str:
    """Return the cards as a text for people."""
    return ", ".join(map(str, cards)) or tr("none")


def build_and_sources(state: State, way: Way, card: Card | None = None) -> tuple[Build, Sources]:
    """Return the build that a checked way makes, and where its cards come from; `card` is the number card of the hand that it holds."""
    value = value_of(way, whole=False)
    return Build(flat_cards(way), value), sources(state, (way,), card)


def reveal_played(state: State, operation: Operation) -> State:
    """Return the state with the unseen cards that an operation plays from the hand made known.

    A played card that is neither in the centre nor known to be in the hand must be an unseen one. If it cannot be, or the hand has too few
    unseen cards, the state is returned unchanged; the operation then breaks a rule.
    """
    if not state.seat.unknown:
        return state
    cards = tuple((Counter(_cards_from_hand(state, operation)) - Counter(state.seat.hand)).elements())
    unseen = Counter(state.stock)
    if not cards or len(cards) > state.seat.unknown or any(count > unseen[card] for card, count in Counter(cards).items()):
        return state
    return reveal_cards(state, state.player, cards)


def reveal_cards(state: State, player: int, cards: tuple[Card, ...]) -> State:
    """Return the state with some unseen cards known to be in a player's hand."""
    seat = state.seats[player]
    shown = state.with_seat(player, hand=(*seat.hand, *cards), unknown=seat.unknown - len(cards))
    return replace(shown, stock=without(state.stock, cards))


def _cards_from_hand(state: State, operation: Operation) -> Iterable[Card]:
    """Yield the cards that an operation plays from the hand; of a way, those that cannot come from the centre."""
    match operation:
        case Taken(_, card, ways):
            yield card
            yield from _not_in_centre(state, ways)
        case Built(_, card, way):
            yield card  # an equal one may lie in the centre
            yield from _not_in_centre(state, (way,), (card,))
        case Laid(_, way):
            yield from _not_in_centre(state, (way,))
        case Discarded(_, cards):
            yield from cards


def _not_in_centre(state: State, ways: tuple[Way, ...], others: tuple[Card, ...] = ()) -> Iterable[Card]:
    """Yield the cards of ways that come from the hand: wild cards marked so, and cards without an equal in the centre.

    Each item of the centre accounts for one card. `others` are left out, each once.
    """
    own = Counter(wild for way in ways for wild in wilds_of_hand(way))
    lying = Counter[object](state.centre)
    for item in without(tuple(item for way in ways for item in items_of(way)), others):
        if isinstance(item, Card) and own[item] > 0:
            own[item] -= 1
            yield item
        elif lying[item]:
            lying[item] -= 1
        elif isinstance(item, Card):
            yield item
