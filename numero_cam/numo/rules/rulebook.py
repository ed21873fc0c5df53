"""Checks every operation against the articles of docs/numo-rules.md."""

from collections import Counter
from collections.abc import Collection
from enum import Enum

from numero_cam.catalogue import or_list, tr
from numero_cam.games.shared.breaks import require
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.kinds import KINDS, meld_problem
from numero_cam.numo.rules.melds import EXTENSIBLE_KINDS, extensions
from numero_cam.numo.rules.notation import card_list
from numero_cam.numo.rules.operations import LaidOff, Melded, NumoDealt, NumoDiscarded, NumoDrawn, Operation, TurnedOver
from numero_cam.numo.rules.options import CONTROL_CARDS
from numero_cam.numo.rules.state import NumoPhase, NumoState


class NumoRule(Enum):
    """A rule that a play can break; the value is its article."""

    DEAL = "4.1"
    TURN = "4.2"
    DRAW = "4.3"
    ONE_MELD = "4.4"
    MELD = "4.5"
    LAY_BEFORE_MELD = "4.6"
    LAY_WITH_FIRST_MELD = "4.7"
    DISCARD = "4.8"
    TURN_OVER = "4.9"
    CARD_IS_THERE = "4.10"
    LAY_OFF = "3.12"
    GOING_OUT = "5.2"
    GAME_OVER = "6.1"


def verify(state: NumoState, operation: Operation) -> None:
    """Raise a `BrokenRuleError` with the article and the reason where the rules do not allow an operation now."""
    require(state.phase is not NumoPhase.OVER, NumoRule.GAME_OVER, tr("the game is over"))
    if isinstance(operation, NumoDealt):
        _check_deal(state, operation)
        return
    require(state.phase is not NumoPhase.DEAL, NumoRule.DEAL, tr("the cards are not dealt yet"))
    require(operation.player == state.player, NumoRule.TURN, tr("it is the turn of player {player}", player=state.player + 1))
    if isinstance(operation, NumoDrawn | TurnedOver):
        require(state.phase is NumoPhase.DRAW, NumoRule.DRAW, tr("a card was drawn in this turn already"))
    else:
        require(state.phase is NumoPhase.PLAY, NumoRule.DRAW, tr("a turn begins with drawing a card"))
    match operation:
        case NumoDrawn():
            _check_draw(state, operation)
        case TurnedOver():
            require(not state.stock, NumoRule.TURN_OVER, tr("the stock is not used up"))
        case Melded():
            _check_meld(state, operation)
        case LaidOff():
            _check_lay_off(state, operation)
        case NumoDiscarded():
            _check_discard(state, operation)


def _check_deal(state: NumoState, deal: NumoDealt) -> None:
    """Refuse a deal with a wrong dealer or control card, or without exactly the cards of the pack."""
    require(state.phase is NumoPhase.DEAL, NumoRule.DEAL, tr("the hand is not over"))
    players = state.options.players
    if state.dealer >= 0:
        require(deal.dealer == (state.dealer + 1) % players, NumoRule.DEAL, tr("the deal goes round clockwise"))
    require(0 <= deal.dealer < players, NumoRule.DEAL, tr("there is no such dealer"))
    drawn = CONTROL_CARDS if state.options.control == "drawn" else ("",)
    cannot = (
        tr('a control card is drawn for each hand: "{card}" cannot be')
        if state.options.control == "drawn"
        else tr('no control card is drawn: "{card}" cannot be')
    )
    require(deal.control in drawn, NumoRule.MELD, cannot.format(card=deal.control or "none"))
    pack = Counter(state.options.pack)
    dealt = Counter(deal.cards)
    if strange := [card for card in deal.cards if dealt[card] > pack[card]]:
        require(strange[0] in pack, NumoRule.DEAL, tr("{card} is not in the deck {state.options.deck}", card=strange[0], state=state))
        require(fine=False, rule=NumoRule.DEAL, reason=tr("{card} is dealt twice", card=strange[0]))
    missing = [card for card in state.options.pack if card not in dealt]
    require(
        not missing,
        NumoRule.DEAL,
        tr("of the deck {state.options.deck} there are not dealt: {missing}", state=state, missing=card_list(missing)),
    )


def _check_draw(state: NumoState, draw: NumoDrawn) -> None:
    """Refuse a card that is not the top of its pile, and a draw from an empty pile."""
    if draw.discard:
        top = state.pile[-1] if state.pile else None
        require(top is not None, NumoRule.DRAW, tr("the discard pile is empty"))
        require(draw.card == top, NumoRule.DRAW, tr("the top of the discard pile is {top}, not {draw.card}", top=top, draw=draw))
        return
    require(bool(state.stock), NumoRule.DRAW, tr("the stock is used up: take the discard, or turn the discard pile over"))
    require(
        draw.card == state.stock[0], NumoRule.DRAW, tr("the top card of the stock is {top}, not {draw.card}", top=state.stock[0], draw=draw)
    )


def _check_meld(state: NumoState, meld: Melded) -> None:
    """Check a meld: its cards, its kind, and what it leaves in the hand."""
    require(not state.has_melded_this_turn, NumoRule.ONE_MELD, tr("one meld a turn is all that is allowed"))
    _check_in_hand(state, meld.cards)
    kinds = state.kinds
    allowed = ", ".join(kind.value for kind in kinds)
    require(
        meld.kind in kinds,
        NumoRule.MELD,
        tr("the control cards of this game allow {allowed}, not {meld.kind.value}", allowed=allowed, meld=meld),
    )
    reason = meld_problem(meld.kind, meld.cards, state.options.melds)
    require(
        not reason,
        NumoRule.MELD,
        tr(
            "{cards} is no meld of {meld.kind.value} ({name}): {reason}",
            cards=card_list(meld.cards),
            meld=meld,
            name=KINDS[meld.kind].name,
            reason=reason,
        ),
    )
    qualified = state.is_qualified or meld.kind in state.options.needed
    lay = state.may_lay(after_meld=True)
    left = [card for card in state.own_hand if card not in meld.cards]
    can_lay = lay and len(left) == 1 and any(extensions(lying.meld, left, state.options.melds) for lying in state.table)
    _check_cards_left(state, left, qualified=qualified, can_lay=can_lay)


def _check_lay_off(state: NumoState, lay: LaidOff) -> None:
    """Check a lay-off: its cards, its meld, and what it leaves in the hand."""
    _check_in_hand(state, lay.cards)
    require(0 <= lay.place < len(state.table), NumoRule.LAY_OFF, tr("there is no meld {place} on the table", place=lay.place + 1))
    options = state.options
    before = options.lay_before == "yes" or state.has_melded
    require(before, NumoRule.LAY_BEFORE_MELD, tr("who has not melded in this hand may not lay off"))
    require(state.may_lay(), NumoRule.LAY_WITH_FIRST_MELD, tr("nothing is laid off in the turn of one's first meld"))
    meld = state.table[lay.place].meld
    require(meld.kind in EXTENSIBLE_KINDS, NumoRule.LAY_OFF, tr("{meld} is complete: nothing can be laid on it", meld=meld))
    reason = meld_problem(meld.kind, (*meld.cards, *lay.cards), options.melds)
    require(
        not reason, NumoRule.LAY_OFF, tr("{cards} cannot be laid on {meld}: {reason}", cards=card_list(lay.cards), meld=meld, reason=reason)
    )
    left = [card for card in state.own_hand if card not in lay.cards]
    grown = type(meld)(meld.kind, (*meld.cards, *lay.cards))
    table = [grown if place == lay.place else lying.meld for place, lying in enumerate(state.table)]
    can_lay = len(left) == 1 and any(extensions(one, left, options.melds) for one in table)
    _check_cards_left(state, left, qualified=state.is_qualified, can_lay=can_lay)


def _check_cards_left(state: NumoState, left: Collection[NumoCard], *, qualified: bool, can_lay: bool) -> None:
    """Check that the turn can end with the cards left: a card can be discarded, or the player may go out."""
    needed = or_list(kind.value for kind in state.options.needed)
    enough = qualified or len(left) > 1
    require(
        enough,
        NumoRule.GOING_OUT,
        tr("to go out a meld of {needed} is needed; two cards must stay in the hand, one to discard", needed=needed),
    )
    stuck = len(left) == 1 and state.drawn in left and not can_lay
    require(
        not stuck,
        NumoRule.DISCARD,
        tr("only {state.drawn} would be left, drawn from the discard pile, which may not be discarded now", state=state),
    )


def _check_discard(state: NumoState, discard: NumoDiscarded) -> None:
    """Refuse a card that is not in the hand or was drawn as the discard, and going out without the level's meld."""
    _check_in_hand(state, (discard.card,))
    other = discard.card != state.drawn
    require(
        other, NumoRule.DISCARD, tr("{discard.card} was drawn from the discard pile in this turn; discard another card", discard=discard)
    )
    needed = or_list(kind.value for kind in state.options.needed)
    enough = state.is_qualified or len(state.own_hand) > 1
    require(enough, NumoRule.GOING_OUT, tr("to go out a meld of {needed} is needed", needed=needed))


def _check_in_hand(state: NumoState, cards: Collection[NumoCard]) -> None:
    """Refuse no card, a card twice, and a card that is not in the hand."""
    require(bool(cards), NumoRule.CARD_IS_THERE, tr("no card is named"))
    for card, times in Counter(cards).items():
        require(
            times == 1 and card in state.own_hand,
            NumoRule.CARD_IS_THERE,
            tr("{card} is not in the hand twice", card=card) if times > 1 else tr("{card} is not in the hand", card=card),
        )
