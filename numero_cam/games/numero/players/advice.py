"""Advice by the champion's mind: every play of a turn with what playouts saw after it, which is what the reasons for people are made of.

Where playouts are not compiled, or do not know the position, the expert's search gives the advice (docs/adr/0004-players-and-advice.md).
"""

import random
from collections.abc import Sequence
from statistics import fmean
from time import sleep

from numero_cam.games.numero.engine.state import Item, State
from numero_cam.games.numero.players.advisor import ADVICE_SOLVE_SECONDS, Advisor, Effort, PlayOutlook
from numero_cam.games.numero.players.candidates import PlayOption, play_options
from numero_cam.games.numero.players.champion import TWO_PLAYERS, PlayoutSearch, Prospect, PublicScores, Search
from numero_cam.games.numero.players.doubt import CHARACTERS, DEFAULT_CHARACTER
from numero_cam.games.numero.players.endgame import MOST_NODES, EndAnswer, end_operation, solved_end
from numero_cam.games.numero.players.playouts import Board, Playout, Playouts
from numero_cam.games.numero.players.view import UnseenDeal, View, view_of
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.solve import Play
from numero_cam.games.numero.solve.clock import thread_time
from numero_cam.games.numero.solve.hands import best_takes
from numero_cam.games.numero.solver_settings import settings_of

END_TIME_SHARE = 0.5  #: Share of the time to think, 0..1, in which the end of a game is searched to its last card.
#: Number of positions of the end that are searched in place of one deal, where a number of deals is given in place of a time.
END_NODES_A_DEAL = 500

MOST_THREATS = 5  #: Number of plays, the best first, of which it is told which card threatens them.
#: Time for which the search of advice rests after each deal, so that the thread that watches the table never waits for it.
GIVE_WAY_SECONDS = 0.0001


def advise(
    view: View, effort: Effort | None = None, best: Play | None = None, public_scores: PublicScores | None = None
) -> list[PlayOutlook]:
    """Return the outlook of each play of a turn, bluffs included, the best first; empty where the hand is empty.

    The same seed and number of deals give the same advice.

    Args:
        view: What the player knows.
        effort: How long to think.
        best: The best take of this turn, if the solver was asked already; it is always compared.
        public_scores: Scores and cards won; None where they are not known.
    """
    effort = effort or Effort()
    playouts = Playouts(view.options)
    if view.options.is_solitaire or not playouts.know(view):
        return Advisor(effort, bluffs=True).outlooks(view, best)
    plays = play_options(view, seconds=ADVICE_SOLVE_SECONDS, bluffs=True, best=best, swift=False)
    if not plays:
        return []
    start = thread_time()
    search = TellingSearch(view, public_scores or PublicScores.unknown(len(view.others) + 1), playouts)
    proven = search.proven(effort)
    found = search.outlooks(search.prospects(plays, effort, start), proven)
    for outlook in found[:MOST_THREATS]:
        outlook.threat = threat_in(outlook.candidate.centre, view)
    return found


def threat_in(centre: tuple[Item, ...], view: View) -> tuple[Card, int] | None:
    """Return the hidden number card that takes most from a centre by itself, and what it brings; None where none takes anything."""
    cards = {card.value: card for card in view.unseen if card.is_number}
    hands = [(card,) for card in cards.values()]
    takes = best_takes(centre, hands, settings_of(view.options))
    return max(((one.taker, one.gain) for one in takes if one is not None), key=lambda one: one[1], default=None)


def advise_player(state: State, effort: Effort) -> list[PlayOutlook]:
    """Return the outlook of each play of the player whose turn it is, as `advise` does; hidden cards are not looked at."""
    return advise(view_of(state), effort, public_scores=PublicScores.of(state))


class TellingSearch(PlayoutSearch):
    """A search that sums up in outlooks what happens after each play, and gives way to other threads after each deal."""

    least_deals = 40  #: See `PlayoutSearch`: reasons for people need as many.

    def __init__(self, view: View, public_scores: PublicScores, playouts: Playouts) -> None:
        super().__init__(view, public_scores, playouts, Search(), CHARACTERS[DEFAULT_CHARACTER])
        self._outlooks: dict[int, PlayOutlook] = {}  # by `id` of the play
        self._ends: list[Playout] = []  # of the play that is evaluated: its playout, and for a bluff the one in which it is caught
        scores = public_scores.scores
        self._ahead_now = fmean(scores[view.player] - score for who, score in enumerate(scores) if who != view.player)

    def value(self, option: PlayOption, deal: UnseenDeal) -> float:
        """Return the margin that a play leads to in one deal, and add what happened after it to its outlook."""
        self._ends.clear()
        value = super().value(option, deal)
        outlook = self._outlooks.setdefault(id(option), PlayOutlook(option))
        _add_playout(outlook, self._ends[0], self._view.player)
        if option.bluff:
            outlook.unchallenged += self.worth(self._ends[0])
            outlook.caught += self.worth(self._ends[1])
        return value

    def _deal(self, rng: random.Random) -> UnseenDeal:
        """Return a random deal of the hidden cards that agrees with what was played."""
        sleep(GIVE_WAY_SECONDS)
        return super()._deal(rng)

    def _played_on(self, board: Board) -> float:
        """Return the margin that playing on from a position leads to, and keep its playout."""
        end = self._playouts.play(board, self._turns)
        self._ends.append(end)
        return self.worth(end)

    def proven(self, effort: Effort) -> EndAnswer | None:
        """Return the best play of the end of a game of two whose stock is used up; None elsewhere and where it is not proven."""
        view = self._view
        if len(view.others) != TWO_PLAYERS - 1 or view.stock or len(view.unseen) != view.others[0]:
            return None
        hands = (view.hand, view.unseen) if view.player == 0 else (view.unseen, view.hand)
        public_scores = self._public_scores
        board = Board(view.centre, hands, (), view.player, public_scores.won, public_scores.scores, public_scores.last_taker)
        nodes, seconds = MOST_NODES, effort.seconds * END_TIME_SHARE
        if effort.deals is not None:
            nodes, seconds = END_NODES_A_DEAL * effort.deals, 0.0
        return solved_end(self._playouts, board, win_bonus=0, nodes=nodes, seconds=seconds)

    def outlooks(self, prospects: Sequence[Prospect], proven: EndAnswer | None) -> list[PlayOutlook]:
        """Return the outlook of each play, the best first; a proven play comes before all others.

        Its values are what the play adds to the present margin. A play that was dropped keeps its gap to the leader on the deals in which
        both were tried: `level` raises its mean so that it does.
        """
        leader = prospects[0]
        found = []
        for prospect in prospects:
            tried = len(prospect.values)
            if not tried:
                continue
            outlook = self._outlooks[id(prospect.option)]
            level = leader.mean - fmean(leader.values[:tried]) - self._ahead_now
            outlook.total = (prospect.mean + level) * outlook.deals
            outlook.unchallenged += level * outlook.deals
            outlook.caught += level * outlook.deals
            found.append(outlook)
        found.sort(key=lambda one: -one.value)
        if proven is not None:
            operation = end_operation(self._view.options, self._view.player, proven.play)
            best = next((one for one in found if one.candidate.operation == operation), found[0])
            best.proven, best.total = best.candidate.operation == operation, max(proven.value, found[0].value) * best.deals
            found.sort(key=lambda one: one is not best)
        return found


def _add_playout(outlook: PlayOutlook, end: Playout, player: int) -> None:
    """Add what happened in a playout up to and in the player's next turn to the outlook of a play."""
    outlook.deals += 1
    others = end.turns[: next((place for place, turn in enumerate(end.turns) if turn.player == player), len(end.turns))]
    outlook.takes += bool(others) and others[0].gain > 0
    outlook.lost += sum(turn.gain for turn in others)
    outlook.cleared += any(turn.cleared for turn in others)
    outlook.back += next((turn.gain for turn in end.turns[len(others) :]), 0)
