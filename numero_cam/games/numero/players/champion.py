"""The champion: compares plays by playing several turns on from each, over deals of the hidden cards that all plays share.

A play that is clearly behind the leader on the same deals is dropped, so that the time goes to those that are close. With the stock used up
the end of a game of two is searched to its last card (docs/adr/0004-players-and-advice.md#the-champion).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import erf, sqrt
from statistics import fmean
from typing import Literal

from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Operation, Passed
from numero_cam.games.numero.engine.points import ANSWER_SHOWN_POINTS, CAUGHT_POINTS
from numero_cam.games.numero.engine.state import Item, Phase, State, without
from numero_cam.games.numero.players.advisor import HELD_WILD_CARDS, HELD_WILD_POINTS, LATE_STOCK_CARDS, Effort
from numero_cam.games.numero.players.candidates import PlayOption, best_play, play_options, takes
from numero_cam.games.numero.players.computer_players import ExpertPlayer, GreedyPlayer
from numero_cam.games.numero.players.doubt import (
    CAUGHT_LATER,
    CHARACTERS,
    DEFAULT_CHARACTER,
    HONEST,
    Character,
    Doubter,
    belief_in,
    challenge_chance,
)
from numero_cam.games.numero.players.endgame import MOST_NODES, end_operation, solved_end
from numero_cam.games.numero.players.playouts import MOST_TURNS, Board, Playout, Playouts, board_of
from numero_cam.games.numero.players.view import UnseenDeal, View, refusal_of, sample_deal, view_of
from numero_cam.games.numero.rules import Card, cards_of
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.numero.solve.clock import thread_time

HIDDEN_DEALS = 8  #: Number of deals of the hidden hands in which the plays of a last chance are compared, where others have one after it.


def last_chance_play(state: State, playouts: Playouts, rng: random.Random) -> Operation:
    """Return the take, or the pass, after which a player ends farthest ahead of the others on average."""
    plays = last_chance_plays(state)
    if len(plays) == 1:
        return plays[0]
    margins = [fmean(lead(scores, state.player) for scores in each) for each in last_chance_scores(state, plays, playouts, rng)]
    return plays[max(range(len(plays)), key=lambda place: margins[place])]


def last_chance_plays(state: State) -> list[Operation]:
    """Return the plays that are compared in a last chance: takes, then the pass."""
    view = view_of(state)
    return [*(one.operation for one in takes(view, best_play(view, None, swift=True))), Passed(state.player)]


def last_chance_scores(state: State, plays: Sequence[Operation], playouts: Playouts, rng: random.Random) -> list[list[tuple[int, ...]]]:
    """Return the final scores that each play of a last chance leads to if the others are greedy, in each deal of the hidden hands."""
    view = view_of(state)
    found: list[list[tuple[int, ...]]] = [[] for _ in plays]
    for _ in range(HIDDEN_DEALS if state.chances else 1):
        deal = sample_deal(view, rng, lambda _centre, _hand: False)
        dealt = state
        for step, hand in enumerate(deal.hands, start=1):
            dealt = dealt.with_seat((state.player + step) % len(state.seats), hand=hand, unknown=0)
        dealt = replace(dealt, stock=deal.stock)
        for place, play in enumerate(plays):
            after = apply(dealt, play)
            over = after.phase is Phase.OVER
            found[place].append(tuple(seat.score for seat in after.seats) if over else playouts.play(board_of(after), MOST_TURNS).scores)
    return found


def lead(scores: Sequence[float], player: int) -> float:
    """Return by how much a player is ahead of the others, on average over them."""
    return fmean(scores[player] - score for who, score in enumerate(scores) if who != player)


ROUNDS_AHEAD_OF_TWO = 3  #: Number of turns of each player that a playout of two lasts after the play.
ROUNDS_AHEAD_OF_MORE = 2  #: The same with three players or more, of whose turns more is chance.
BATCH_DEALS = 8  #: Number of deals after which plays that are clearly behind are dropped.
CLEARLY_BEHIND = 2.5  #: Number of standard errors of the difference on the same deals by which a dropped play is behind.
#: Spread of the difference in cards won at the end of a game, over the square root of the number of cards that are not won yet.
CARDS_SPREAD = 2.0
MOST_CARDS_SWING = 10  #: Points that the player with the most cards gets.
END_TIME_SHARE = 0.8  #: Share of the time to think, 0..1, in which the end of a game is searched to its last card.
#: Number of positions of the end that are searched in place of one deal, where a number of deals is given in place of a time.
END_NODES_A_DEAL = 50
END_NODES_A_PLAY = 200  #: Number of positions of the end of more than two that are searched for a play.
TWO_PLAYERS = 2  #: Number of players at which one sees what the other leaves.

Sight = Literal["nothing", "hands", "all"]  #: What is seen of the hidden cards: nothing, the others' hands, or the order of the stock too.


@dataclass(frozen=True, slots=True)
class PublicScores:
    """What everybody sees besides the cards on the table."""

    scores: tuple[int, ...]  #: Score of each player.
    won: tuple[int, ...]  #: Number of cards that each player has won.
    last_taker: int | None = None  #: Index of the player who took last; None before the first take.

    @classmethod
    def unknown(cls, players: int) -> "PublicScores":
        """Return zeros for players of whom nothing is known."""
        return cls((0,) * players, (0,) * players)

    @classmethod
    def of(cls, state: State) -> "PublicScores":
        """Return the scores and cards won in a state."""
        return cls(tuple(seat.score for seat in state.seats), tuple(len(seat.won) for seat in state.seats), state.last_taker)


@dataclass(slots=True)
class Prospect:
    """The value of one play in each deal in which playouts tried it."""

    option: PlayOption  #: The play.
    values: list[float] = field(default_factory=list)  #: Its value in each deal, in points or cards.

    @property
    def mean(self) -> float:
        """Mean value over all deals."""
        return fmean(self.values) if self.values else 0.0


@dataclass(frozen=True, slots=True)
class Search:
    """How plays are compared; the fields are what benchmarks vary."""

    rounds: int = 0  #: Number of turns of each player that a playout lasts; 0 for what the number of players asks for.
    drops: bool = True  #: Whether plays that are clearly behind are dropped.
    ends: bool = True  #: Whether the end of a game is searched to its last card, where all hands are known.


class PlayoutSearch:
    """Compares the plays of one turn.

    `least_deals`: once all plays but one are dropped, that one is still tried until it was tried in so many deals.

    Args:
        view: What the player to move knows.
        public_scores: What everybody sees besides the cards on the table.
        playouts: Plays on from positions of this game.
        search: How plays are compared.
        others: How the other players challenge builds. `View.others` is something else: how many cards each of them holds.
    """

    least_deals = 1

    def __init__(self, view: View, public_scores: PublicScores, playouts: Playouts, search: Search, others: Character = HONEST) -> None:
        self._others = others
        self._view = view
        self._public_scores = public_scores
        self._playouts = playouts
        self._search = search
        self._players = len(view.others) + 1
        self._pack_size = len(view.options.pack())
        rounds = ROUNDS_AHEAD_OF_TWO if self._players == TWO_PLAYERS else ROUNDS_AHEAD_OF_MORE
        self._turns = self._players * (search.rounds or rounds)
        self._to_the_end = search.ends and self._players > TWO_PLAYERS and not view.stock and self._knows_hands()

    def prospects(self, options: Sequence[PlayOption], effort: Effort, start: float) -> list[Prospect]:
        """Return the prospect of each play, the best first; those dropped come last.

        Args:
            options: The plays, at least one.
            effort: How long to think; each play is tried in one deal at least.
            start: Processor time at which thinking began, in seconds.
        """
        rng = random.Random(f"{effort.seed} {self._view.hand} {self._view.stock}")  # noqa: S311 - a player, no secret
        running, dropped = [Prospect(option) for option in options], list[Prospect]()
        done = 0
        while done != effort.deals and (len(running) > 1 or done < self.least_deals):
            deal = self._deal(rng)
            values = []
            searched = self._to_the_end
            for prospect in running:
                if effort.deals is None and done and thread_time() - start > effort.seconds:
                    break
                values.append(self.value(prospect.option, deal))
            else:
                if searched and not self._to_the_end:  # too much to be searched: what was is not compared with playouts
                    running, dropped, done = [Prospect(option) for option in options], [], 0
                    continue
                for prospect, value in zip(running, values, strict=True):
                    prospect.values.append(value)
                done += 1
                if self._search.drops and done % BATCH_DEALS == 0:
                    running, behind = parted(running)
                    dropped = [*behind, *dropped]
                continue
            break
        return [*sorted(running, key=lambda one: -one.mean), *dropped]

    def value(self, option: PlayOption, deal: UnseenDeal) -> float:
        """Return the margin that a play leads to in one deal, in points or cards; of a build with its risk of being challenged."""
        after = self.after(option, deal)
        unchallenged = self._played_on(after)
        if option.kind != "build" or self._others.doubts is None:
            return unchallenged
        trusted = 1 - self._challenge_chance(option, deal)  # probability that nobody challenges
        if not option.bluff:
            return unchallenged - (1 - trusted) * ANSWER_SHOWN_POINTS
        trusted *= 1 - CAUGHT_LATER
        built = without(self._view.hand, option.hand)
        scores = _with_added(after.scores, self._view.player, CAUGHT_POINTS)
        caught = self._played_on(replace(after, centre=(*self._view.centre, *built), scores=scores))
        return trusted * unchallenged + (1 - trusted) * caught

    def _played_on(self, board: Board) -> float:
        """Return the margin over the others, on average, after playing on from a board.

        While `_to_the_end` holds, the end is searched exactly. If that is too much, this and all later boards get a playout.
        """
        scores = self._playouts.end_of_many(board, END_NODES_A_PLAY) if self._to_the_end else None
        if scores is not None:
            return lead(scores, self._view.player)
        self._to_the_end = False
        return self.worth(self._playouts.play(board, self._turns))

    def _challenge_chance(self, option: PlayOption, deal: UnseenDeal) -> float:
        """Return the probability, 0..1, that one of the others challenges a new build in one deal."""
        made, trusted = option.centre[-1].value, 1.0
        for hand in deal.hands:
            unseen = (*without(self._view.unseen, hand), *option.hand)
            belief = belief_in(unseen, hand, int(made or 0), len(option.hand))
            trusted *= 1 - challenge_chance(belief, self._others)
        return 1 - trusted

    def after(self, option: PlayOption, deal: UnseenDeal) -> Board:
        """Return the position after a play and its draw."""
        view, public_scores = self._view, self._public_scores
        draws = min(max(HAND_SIZE - len(option.hand), 0), len(deal.stock))
        own = option.hand + deal.stock[:draws]
        hands = [own] * self._players
        for step, hand in enumerate(deal.hands, start=1):
            hands[(view.player + step) % self._players] = hand
        scores, won, last_taker = public_scores.scores, public_scores.won, public_scores.last_taker
        if option.kind == "take":
            last_taker = view.player
            taken = len(view.hand) - len(option.hand) + _count(view.centre) - _count(option.centre)
            scores, won = _with_added(scores, view.player, option.gain), _with_added(won, view.player, taken)
        others = self._players - 1 if view.options.last_chances == "all" else 1
        following = (view.player + 1) % self._players
        return Board(option.centre, tuple(hands), deal.stock[draws:], following, won, scores, last_taker, None if own else others - 1)

    def worth(self, end: Playout, player: int | None = None) -> float:
        """Return the margin that the position at the end of a playout leads to, in points or cards; by default of the player to move.

        It is the lead over the others on average; before the end of the game with what wild cards and most cards will probably bring.
        """
        whose = self._view.player if player is None else player
        margin = lead(end.scores, whose)
        if end.over:
            return margin
        by_points = self._view.options.by == "points"
        wild = (HELD_WILD_POINTS if by_points else HELD_WILD_CARDS) * min(1.0, end.stock / LATE_STOCK_CARDS)
        margin += wild * lead(end.wilds, whose)
        return margin + (self._most_cards(end, whose) if by_points else 0.0)

    def _most_cards(self, end: Playout, player: int) -> float:
        """Return the expected difference in points for most cards, as the lead in cards has a normal distribution at the end."""
        left = max(self._pack_size - sum(end.won), 1)
        ahead = min(end.won[player] - won for other, won in enumerate(end.won) if other != player)
        return MOST_CARDS_SWING * erf(ahead / (CARDS_SPREAD * sqrt(2 * left)))

    def _deal(self, rng: random.Random) -> UnseenDeal:
        """Return a random deal of the hidden cards that agrees with what was played."""
        return sample_deal(self._view, rng, self._takes)

    def _knows_hands(self) -> bool:
        """Return whether at most one of the others holds a card that no answer to a build tells.

        Without a stock all hands are then known.
        """
        return sum(held > len(answers) for held, answers in zip(self._view.others, self._view.answers, strict=True)) <= 1

    def _takes(self, centre: tuple[Item, ...], hand: tuple[Card, ...]) -> bool:
        """Return whether a hand can take something from a centre."""
        board = Board(centre, (hand, ()), (), 0, (0, 0), (0, 0), chances=0)
        return self._playouts.play(board, 1).turns[0].gain > 0


class SightedSearch(PlayoutSearch):
    """A search that sees the hidden cards `seen`, and if `stock_seen` the order of the stock: how good a play could be at most."""

    def __init__(
        self,
        view: View,
        public_scores: PublicScores,
        playouts: Playouts,
        search: Search,
        others: Character = HONEST,
        *,
        seen: UnseenDeal,
        stock_seen: bool,
    ) -> None:
        super().__init__(view, public_scores, playouts, search, others)
        self._seen = seen
        self._stock_seen = stock_seen

    def _knows_hands(self) -> bool:
        """Return True: the hands are seen."""
        return True

    def _deal(self, rng: random.Random) -> UnseenDeal:
        """Return the cards as they lie; of a stock that is not seen in a random order."""
        stock = self._seen.stock
        return self._seen if self._stock_seen else UnseenDeal(self._seen.hands, tuple(rng.sample(stock, len(stock))))


def parted(prospects: Sequence[Prospect]) -> tuple[list[Prospect], list[Prospect]]:
    """Return the plays that may still be best, and those clearly behind the leader on the same deals, the better first.

    A play is behind if its mean gap to the leader is more than `CLEARLY_BEHIND` standard errors of that gap.
    """
    leader = max(prospects, key=lambda one: one.mean)
    running, behind = list[Prospect](), list[Prospect]()
    for prospect in prospects:
        gaps = [mine - other for mine, other in zip(leader.values, prospect.values, strict=True)]
        gap = fmean(gaps)
        error = sqrt(sum((one - gap) ** 2 for one in gaps)) / len(gaps)
        (behind if gap > CLEARLY_BEHIND * error and prospect is not leader else running).append(prospect)
    return running, sorted(behind, key=lambda one: -one.mean)


class ChampionPlayer(Doubter):
    """Makes the play that playouts find best.

    With two players it remembers the centre that it left to the other, who probably could take nothing if nothing was taken. Within a time
    it plays as the expert does where playouts are not compiled, because too few of them would be made.

    Args:
        effort: How long it thinks about each play.
        search: How plays are compared.
        sees: What it sees of the hidden cards: `nothing`, the others' `hands`, or `all` with the order of the stock.
        character: How it bluffs and challenges.
        seed: Seed of what is decided by chance.
    """

    def __init__(
        self,
        effort: Effort,
        search: Search | None = None,
        sees: Sight = "nothing",
        *,
        character: Character = HONEST,
        seed: int | str = 0,
    ) -> None:
        super().__init__(character, seed)
        self._effort = effort
        self._search = search or Search()
        self._sees = sees
        self._greedy = GreedyPlayer()
        self._expert = ExpertPlayer(effort, character, seed)
        self._playouts: Playouts | None = None
        self._left: dict[
            int, tuple[tuple[Item, ...], int]
        ] = {}  # by turn: the centre that it left, and the number of cards the next player had won

    def play(self, state: State) -> Operation:
        """Return the best play; in solitaire the best take."""
        start = thread_time()
        if state.options.is_solitaire:
            return self._greedy.play(state)
        if self._playouts is None:
            self._playouts = Playouts(state.options)
        if self._effort.deals is None and not self._playouts.are_compiled:
            return self._expert.play(state)
        proven = self._end(state) if self._search.ends else None
        if proven is not None:
            return proven
        if state.phase is Phase.LAST:
            return last_chance_play(state, self._playouts, random.Random(f"{self._effort.seed} {state.turn}"))  # noqa: S311 - no secret
        view = view_of(state)
        if len(state.seats) == TWO_PLAYERS and state.turn - TWO_PLAYERS in self._left:
            view = replace(view, refusal=refusal_of(state, *self._left[state.turn - TWO_PLAYERS]))
        best = self._best(state, view, self._playouts, start)
        self._left[state.turn] = best.centre, len(state.seats[(state.player + 1) % len(state.seats)].won)
        return best.operation

    def _end(self, state: State) -> Operation | None:
        """Return the play that is proven best at the end of a game of two; None where it is not the end or not proven."""
        if len(state.seats) != TWO_PLAYERS or state.stock or self._playouts is None:
            return None
        deals = self._effort.deals
        nodes, seconds = (MOST_NODES, self._effort.seconds * END_TIME_SHARE) if deals is None else (END_NODES_A_DEAL * deals, 0.0)
        answer = solved_end(self._playouts, board_of(state), nodes=nodes, seconds=seconds)
        return None if answer is None else end_operation(state.options, state.player, answer.play)

    def _best(self, state: State, view: View, playouts: Playouts, start: float) -> PlayOption:
        """Return the play that playouts find best."""
        seconds = self._effort.seconds if self._effort.deals is None else None  # nearly every best take is found in a hundredth of it
        options = play_options(view, seconds=seconds, bluffs=self.may_bluff(state))
        if len(options) == 1:
            return options[0]
        search = PlayoutSearch
        if self._sees != "nothing":
            hands = tuple(state.seats[(view.player + step) % len(state.seats)].hand for step in range(1, len(state.seats)))
            search = partial(SightedSearch, seen=UnseenDeal(hands, state.stock), stock_seen=self._sees == "all")  # type: ignore[assignment]
        others = CHARACTERS[DEFAULT_CHARACTER] if self.plays_with_bluffs else HONEST
        found = search(view, PublicScores.of(state), playouts, self._search, others)
        return found.prospects(options, self._effort, start)[0].option


def _count(centre: Sequence[Item]) -> int:
    """Return the number of cards of a centre."""
    return sum(len(cards_of(item)) for item in centre)


def _with_added(counts: tuple[int, ...], player: int, more: int) -> tuple[int, ...]:
    """Return the counts by player with more added to that of one player."""
    return (*counts[:player], counts[player] + more, *counts[player + 1 :])
