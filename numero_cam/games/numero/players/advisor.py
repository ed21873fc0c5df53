"""Estimates what each play is worth beyond this turn, by dealing the unseen cards many times and playing the next turns.

Every play is evaluated on the same deals. In each, the others reply with their best take; then the own hand, refilled from the stock,
makes its best take (docs/adr/0004-players-and-advice.md#the-expert).
"""

import random
from dataclasses import dataclass

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.state import Item
from numero_cam.games.numero.players.candidates import PlayOption, play_options
from numero_cam.games.numero.players.view import UnseenDeal, View, sample_deal, wilds_of
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.numero.solve import Play, SettingsError
from numero_cam.games.numero.solve.clock import thread_time
from numero_cam.games.numero.solve.hands import best_takes
from numero_cam.games.numero.solver_settings import settings_of
from numero_cam.games.shared.breaks import check

HELD_WILD_POINTS = 3.5  #: Value of a wild card in a hand, in points, while there is a stock (docs/adr/0004-players-and-advice.md).
LEFT_WILD_POINTS = -8.0  #: Value of a wild card in a hand, in points, once the stock is used up: at the end of the game it is subtracted.
HELD_WILD_CARDS = 0.4  #: Value of a wild card in a hand, in cards, while there is a stock.
LEFT_WILD_CARDS = -0.5  #: Value of a wild card in a hand, in cards, once the stock is used up.
LATE_STOCK_CARDS = 10  #: Number of cards in the stock below which a held wild card begins to lose its value.
SOLVE_TIME_SHARE = 0.25  #: Share of the time to think, 0..1, in which the best take of this turn is searched.
ADVICE_SOLVE_SECONDS = 2.0  #: Maximum number of seconds for the best take of this turn where people ask for advice.
CHALLENGE_PROBABILITY = 0.5  #: Assumed probability, 0..1, that a bluff is challenged.
CAUGHT_PENALTY = 20  #: Points that a challenged bluff costs.


@dataclass(slots=True)
class PlayOutlook:
    """Results of one play, summed over all evaluated deals."""

    candidate: PlayOption  #: The play.
    deals: int = 0  #: Number of deals.
    total: float = 0.0  #: Sum of the play's values, those of a bluff with its risk.
    unchallenged: float = 0.0  #: Sum of the values of a bluff if it is not challenged.
    caught: float = 0.0  #: Sum of the values of a bluff if it is challenged.
    takes: int = 0  #: Number of deals in which the next player takes something.
    lost: int = 0  #: Sum of what the other players take, in points or cards.
    cleared: int = 0  #: Number of deals in which another player clears the centre.
    back: int = 0  #: Sum of what the own next turn brings, in points or cards.
    proven: bool = False  #: Whether the value is exact, to the last card of the game.
    #: The hidden number card that takes most from the centre by itself, and its points or cards; None where none does or that is not known.
    threat: tuple[Card, int] | None = None

    @property
    def value(self) -> float:
        """Mean points of the turns that are looked at less those of the others, plus the value of the hand that is left."""
        return self.total / self.deals if self.deals else 0.0

    def break_even(self, other: float) -> float:
        """Return the share of challenges, 0..1 and beyond, at which a bluff is worth as much as a play of another value."""
        return (self.unchallenged - other * self.deals) / (self.unchallenged - self.caught)


@dataclass(frozen=True, slots=True)
class Effort:
    """How long the advisor thinks."""

    seconds: float = 0.1  #: Processor time; at least one deal is evaluated.
    deals: int | None = None  #: Number of deals, in place of a time, which makes the answer repeatable.
    seed: int | str = 0  #: Seed of the deals.

    def __post_init__(self) -> None:
        """Raise a `SettingsError` for no time or no deal."""
        check(
            0 < self.seconds < float("inf"),
            SettingsError,
            tr("the time to think is {seconds} seconds; it is more than 0", seconds=self.seconds),
        )
        check(
            self.deals is None or self.deals >= 1,
            SettingsError,
            tr("{deals} deals are asked for; 1 or more can be looked at", deals=self.deals),
        )


class Advisor:
    """Compares the plays of a turn.

    Args:
        effort: How long it thinks.
        bluffs: Whether bluffs are compared, too.
    """

    def __init__(self, effort: Effort, *, bluffs: bool = False) -> None:
        self._effort = effort
        self._bluffs = bluffs

    def outlooks(self, view: View, best: Play | None = None) -> list[PlayOutlook]:
        """Return the outlook of each play, the best first; empty where the hand is empty.

        The best take of this turn is searched where it is not given, which is not part of the time to think.
        """
        plays = play_options(view, seconds=ADVICE_SOLVE_SECONDS, bluffs=self._bluffs, best=best, swift=False)
        return self._evaluated(view, plays, thread_time())

    def best(self, view: View) -> PlayOption:
        """Return the play of the highest value; the hand must have a card."""
        start = thread_time()
        seconds = self._effort.seconds * SOLVE_TIME_SHARE if self._effort.deals is None else None  # to find the best take of this turn
        plays = play_options(view, seconds=seconds, bluffs=self._bluffs)
        return plays[0] if len(plays) == 1 else self._evaluated(view, plays, start)[0].candidate

    def _evaluated(self, view: View, plays: list[PlayOption], start: float) -> list[PlayOutlook]:
        """Return the outlook of each play, the best first; `start` is the processor time at which thinking began, in seconds."""
        found = [PlayOutlook(play) for play in plays]
        if found:
            _DealEvaluator(view).evaluate(found, self._effort, start)
        return sorted((one for one in found if one.deals), key=lambda one: -one.value)


@dataclass(frozen=True, slots=True)
class Reply:
    """The best take of a hand in a centre."""

    points: int  #: Points or cards that it brings; 0 where there is no take.
    taken: bool  #: Whether there is a take.
    clears: bool  #: Whether it leaves the centre empty.
    centre: tuple[Item, ...]  #: Cards and builds that it leaves in the centre.
    hand: tuple[Card, ...]  #: Cards that it leaves in the hand.


class _DealEvaluator:
    """Evaluates the plays of one turn on random deals, and caches replies, because most of them recur."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._settings = settings_of(view.options)
        self._replies: dict[tuple[tuple[Item, ...], tuple[Card, ...]], Reply] = {}  # by centre and hand
        self._wild = wild_worth(view)

    def evaluate(self, outlooks: list[PlayOutlook], effort: Effort, start: float) -> None:
        """Add the results of successive deals to the outlooks; the first deal evaluates as many plays as the time allows, at least one."""
        rng = random.Random(f"{effort.seed} {self._view.hand} {self._view.stock}")  # noqa: S311 - a player, no secret
        done = 0
        while done != effort.deals:
            deal = sample_deal(self._view, rng, self._takes)
            judged: list[tuple[float, list[Reply], int]] = []
            for outlook in outlooks:
                late = effort.deals is None and thread_time() - start > effort.seconds
                if late and (done or judged):
                    break
                judged.append(self._evaluated(outlook.candidate, deal))
            else:
                late = False
            if late and done:
                return
            for outlook, (value, replies, back) in zip(outlooks, judged, strict=False):
                _add_result(outlook, value, replies, back)
            done += 1
            if late:
                return

    def _evaluated(self, candidate: PlayOption, deal: UnseenDeal) -> tuple[float, list[Reply], int]:
        """Return the value of a play in one deal, the replies of the others, and the points or cards of the own next turn.

        The value is what the play and the own next turn bring and the own wild cards are worth, less the same of the others on average.
        """
        draws = max(HAND_SIZE - len(candidate.hand), 0)
        hand = candidate.hand + deal.stock[:draws]
        centre, replies = candidate.centre, []
        for other in deal.hands:
            replies.append(self._reply(centre, other))
            centre = replies[-1].centre
        own = self._reply(centre, tuple(sorted(hand, key=hash)))
        lost = sum(reply.points + self._wild * len(wilds_of(reply.hand)) for reply in replies) / max(len(replies), 1)
        # While there is a stock, a wild card counts where it is held and where it is used: this measured better.
        kept = hand if self._wild > 0 else own.hand
        return candidate.gain + own.points + self._wild * len(wilds_of(kept)) - lost, replies, own.points

    def _takes(self, centre: tuple[Item, ...], hand: tuple[Card, ...]) -> bool:
        """Return whether a hand can take something from a centre."""
        return self._reply(centre, tuple(sorted(hand, key=hash))).taken

    def _reply(self, centre: tuple[Item, ...], hand: tuple[Card, ...]) -> Reply:
        """Return the cached best take of a hand in a centre."""
        known = self._replies.get((centre, hand))
        if known is not None:
            return known
        (best,) = best_takes(centre, [hand], self._settings)
        if best is None:
            reply = Reply(0, taken=False, clears=False, centre=centre, hand=hand)
        else:
            reply = Reply(best.gain, taken=True, clears=best.clears, centre=best.centre, hand=best.hand)
        self._replies[centre, hand] = reply
        return reply


def wild_worth(view: View) -> float:
    """Return the value of a wild card in a hand, in points or cards; it falls towards the end of the stock and is negative after it."""
    points = view.options.by == "points"
    held, left = (HELD_WILD_POINTS, LEFT_WILD_POINTS) if points else (HELD_WILD_CARDS, LEFT_WILD_CARDS)
    return held * min(1.0, view.stock / LATE_STOCK_CARDS) if view.stock else left


def _add_result(outlook: PlayOutlook, value: float, replies: list[Reply], back: int) -> None:
    """Add one deal to the outlook of a play: its value, the replies, and what the own next turn brings, `back`."""
    outlook.deals += 1
    outlook.total += value - (CHALLENGE_PROBABILITY * CAUGHT_PENALTY if outlook.candidate.bluff else 0)
    outlook.unchallenged += value
    outlook.caught += value - CAUGHT_PENALTY
    outlook.takes += replies[0].taken if replies else False
    outlook.lost += sum(reply.points for reply in replies)
    outlook.cleared += any(reply.clears for reply in replies)
    outlook.back += back
