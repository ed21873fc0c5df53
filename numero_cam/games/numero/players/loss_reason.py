"""Why a play lost what it lost, and why one is good, as facts of which sentences are made."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.operations import Built, Discarded, Drawn, Operation, Taken
from numero_cam.games.numero.engine.state import Item, Phase, State, without
from numero_cam.games.numero.engine.verify import sources
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.champion import lead
from numero_cam.games.numero.players.play_worth import PlayAnalysis, PlayWorth, ends_turn, gain_of
from numero_cam.games.numero.players.view import View, view_of
from numero_cam.games.numero.rules import Card, cards_of
from numero_cam.games.numero.rules.scoring import FIVE_CARDS
from numero_cam.games.numero.solve.hands import HandTake, takes_of_hand
from numero_cam.games.numero.solve.search import max_swift_items
from numero_cam.games.numero.solver_settings import settings_of

#: `missed`: the best play takes more at once; `left`: what the next player really took from what the play left; `threat`: what some card
#: takes from it; `others`: the others take more on average; `next`: the player's next turn brings less; `later`: the turns after that;
#: `end`: counted to the last card.
ReasonKind = Literal["missed", "left", "threat", "others", "next", "later", "end"]


@dataclass(frozen=True, slots=True)
class LossReason:
    """The largest part of what a play lost."""

    kind: ReasonKind
    amount: float  #: What that part cost, in points or cards.
    take: Taken | None = None  #: The take of `missed`, `left` and `threat`.
    gain: int = 0  #: What that take brings.
    player: int = 0  #: Index of who takes.
    lying: tuple[Item, ...] = ()  #: The cards and builds of the centre in the take of `left`.
    wilds: tuple[Card, ...] = ()  #: The wild cards of the taker's hand in it.


@dataclass(frozen=True, slots=True)
class WorthParts:
    """What a play is worth, part by part: together they are the lead that it leads to, means over the deals."""

    before: float  #: The lead in the score before it, over the others on average.
    now: int  #: What it brings at once.
    replies: float  #: What each of the others takes before the next turn, on average, as a loss.
    back: float  #: What the player's next turn brings.
    later: float  #: The rest: the turns after that, what is held, and at the end most cards.

    @property
    def lead(self) -> float:
        """The lead that the play leads to."""
        return self.before + self.now + self.replies + self.back + self.later


def worth_parts(game: Game, play: PlayAnalysis, worth: PlayWorth) -> WorthParts:
    """Return the parts of `played` or `best` of a play."""
    before = lead([seat.score for seat in game.states[play.k].seats], play.player)
    later = worth.leads[play.player] - before - worth.now + worth.replies - worth.back
    return WorthParts(before, worth.now, -worth.replies, worth.back, later)


def loss_reason(game: Game, play: PlayAnalysis) -> LossReason | None:
    """Return why a play lost something; None where it lost nothing."""
    played, best = play.played, play.best
    if played is None or best is None or not play.loss:
        return None
    mine, better = worth_parts(game, play, played), worth_parts(game, play, best)
    now, replies, back, later = (
        better.now - mine.now,
        better.replies - mine.replies,
        better.back - mine.back,
        better.later - mine.later,
    )
    left = _taken_from_it(game, play, best)
    if isinstance(best.operation, Taken) and now > 0 and now >= max(replies, back, later if play.deals else play.loss / 2):
        return LossReason("missed", now, best.operation, best.now, play.player)
    if not play.deals:
        return left or LossReason("end", play.loss)
    if replies >= max(back, later):
        return left or _threat(game, play, best) or LossReason("others", replies)
    return LossReason("next", back) if back >= later else LossReason("later", later)


def _taken_from_it(game: Game, play: PlayAnalysis, best: PlayWorth) -> LossReason | None:
    """Return what the next player really took from what a play left, and could not have taken after the best one; else None."""
    k = next((k for k in range(play.last + 1, len(game.operations)) if not isinstance(game.operations[k], Drawn)), None)
    take = None if k is None else game.operations[k]
    if k is None or not isinstance(take, Taken):
        return None
    gain = gain_of(game.states[k], take, game.states[k + 1])
    used = sources(game.states[k], take.ways)
    if gain <= 0 or _has(_centre_after(game.states[play.k], best), used.centre):
        return None
    return LossReason("left", gain, take, gain, take.player, used.centre, used.wilds)


def _threat(game: Game, play: PlayAnalysis, best: PlayWorth) -> LossReason | None:
    """Return the unseen number card that takes most from what a play left, if it takes less after the best one; else None."""
    after, view = game.states[play.last + 1], view_of(game.states[play.k])
    following = (play.player + 1) % len(game.names)
    mine, better = _takes_of_one(view, after.centre), _takes_of_one(view, _centre_after(game.states[play.k], best))
    most = _any_takes_most(mine)
    if most is None or after.phase is Phase.OVER or (better and better[0].gain >= most.gain):
        return None
    operation = Taken(following, most.taker, taken_of(view, most.play).ways)
    return LossReason("threat", most.gain, operation, most.gain, following)


def _takes_of_one(view: View, centre: Sequence[Item]) -> list[HandTake]:
    """Return what each unseen number card takes by itself from a centre, the most first; one of a number where colours bring nothing."""
    colourful = view.options.by == "points" and sum(len(cards_of(item)) for item in centre) + 1 >= FIVE_CARDS
    cards = {(card.value, card.colour if colourful else None): card for card in view.unseen if card.is_number}
    settings = settings_of(view.options)
    found = [take for card in sorted(cards.values(), key=_order) for take in takes_of_hand(centre, (card,), settings)[:1]]
    return sorted(found, key=lambda take: -take.gain)


def _order(card: Card) -> tuple[Fraction, str]:
    return card.value, str(card)


def _any_takes_most(takes: Sequence[HandTake]) -> HandTake | None:
    """Return the take that brings most of those that any card of a number can make: the least of its colours; None where there is none."""
    least = {take.taker.value: take for take in takes}  # the most come first
    return max(least.values(), key=lambda take: take.gain, default=None)


def _centre_after(state: State, worth: PlayWorth) -> tuple[Item, ...]:
    """Return what lies in the centre after a play."""
    then = () if worth.then is None else (worth.then,)
    return (*apply(state, worth.operation).centre, *then)


def _has(centre: Sequence[Item], items: Sequence[Item]) -> bool:
    """Return whether all these items lie in a centre."""
    return len(without(tuple(centre), items)) == len(centre) - len(items)


@dataclass(frozen=True, slots=True)
class PlayReason:
    """Why a play is good, by what its player sees."""

    gain: int  #: What it brings at once.
    empties: bool = False  #: Whether no unseen number card takes anything by itself from what it leaves.
    denied: Card | None = None  #: The unseen number card that took most by itself before it, of those that take nothing after it.
    then: HandTake | None = None  #: What the answer of a build takes, if nobody takes from it before.
    other: Card | None = None  #: Another number card that could have been put down instead, and leaves more.
    spared: HandTake | None = None  #: What an unseen number card would take by itself after that.
    left: HandTake | None = None  #: What an unseen number card takes by itself from what is left; no other takes more.
    goes_on: bool = False  #: Whether it does not end the turn.
    colour_counts: bool = False  #: Whether ``left`` is of that very card: one of its number and another colour may take less.


def play_reason(state: State, operation: Operation) -> PlayReason:
    """Return why a take, build or discard is good; no more than its gain where nobody plays after it."""
    after = apply(state, operation)
    gain = gain_of(state, operation, after)
    if state.options.is_solitaire or state.phase is not Phase.PLAY:
        return PlayReason(gain)
    then = _answered(state, after) if isinstance(operation, Built) else None
    goes_on = not ends_turn(state, after)
    if then is not None or goes_on or max(len(state.centre), len(after.centre)) > max_swift_items():
        # What lies there last is not known yet, or not all of it is searched: nothing can be ruled out.
        return PlayReason(gain, then=then, goes_on=goes_on)
    view = view_of(state)
    left = _takes_of_one(view, after.centre)
    if not isinstance(operation, Taken):
        alone = isinstance(operation, Discarded) and len(operation.cards) == 1 and operation.cards[0].is_number
        other, spared = _spared(state, view, left) if alone else (None, None)
        most = _any_takes_most(left)
        more = most is not None and any(take.gain > most.gain for take in left if take.taker.value != most.taker.value)
        return PlayReason(gain, not left, other=other, spared=spared, left=left[0] if more else most, colour_counts=more)
    takers = {take.taker.value for take in left}
    denied = next((take.taker for take in _takes_of_one(view, state.centre) if take.taker.value not in takers), None)
    return PlayReason(gain, not left, denied)


def _answered(state: State, after: State) -> HandTake | None:
    """Return what the answer in the hand takes with a build that was just made; None where it is not held."""
    build, hand = after.centre[-1], after.seats[state.player].hand
    answer = next((card for card in hand if card.is_number and card.value == build.value), None)
    found = takes_of_hand(after.centre, (answer,), settings_of(state.options)) if answer is not None else []
    return next((take for take in found if build not in take.centre), None)


def _spared(state: State, view: View, left: Sequence[HandTake]) -> tuple[Card | None, HandTake | None]:
    """Return the number card of the hand after which most could be taken, if that is more than what is `left`; and that take."""
    most = left[0].gain if left else 0
    others = {card.value: card for card in state.seat.hand if card.is_number}
    found = [
        (take, card)
        for card in others.values()
        if (take := _any_takes_most(_takes_of_one(view, (*state.centre, card)))) is not None and take.gain > most
    ]
    spared, other = max(found, key=lambda each: each[0].gain, default=(None, None))
    return other, spared
