"""Plays on from a position by greedy players, whose cards are all known: what searches compare plays by.

The compiled kernel plays, or Python where it was not built or does not know the game; both give the same answers. Each player makes the
best take of the turn, else the build of the most cards, else the discard that the guide advises; at the end wild cards go first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Discarded, Drawn, Passed
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.points import MOST_CARDS_POINTS
from numero_cam.games.numero.engine.state import Item, Phase, Seat, State
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.computer_players import best_build, best_discard, worst_wild
from numero_cam.games.numero.players.view import View
from numero_cam.games.numero.rules import Card, Scoring, cards_of
from numero_cam.games.numero.rules.scoring import colour_bit, operation_bits
from numero_cam.games.numero.solve.hands import takes_of_hand
from numero_cam.games.numero.solve.kernel import Table, bonus_tables, kernel_actions, kernel_available, tables
from numero_cam.games.numero.solve.masks import OTHER_COUNT_RANGE
from numero_cam.games.numero.solver_settings import settings_of

MOST_PLAYOUT_ITEMS = 9  #: Maximum number of cards and builds in which a playout searches a take.
#: Number of number cards up to which a wild card is discarded once the stock is used up, as it would count against the hand in the end.
FEW_NUMBERS = 2
MOST_TURNS = 512  #: Maximum number of turns of a playout, as in `playout.h`; no game has more.
MOST_HELD = 8  #: Maximum number of cards of a hand from which a playout begins; a hand has five, and more where wild cards came back to it.
MOST_LYING = 40  #: Maximum number of cards and builds in a centre from which a playout begins.
TWO_PLAYERS = 2  #: Number of players whose end is searched to its last card.
_NO_BUILD = 255  #: Value of a single card in a centre, as the kernel takes it.
_NO_ACTION = (0, 0, 1, 1, 0, 1)  #: What a number card does to other values, as the kernel takes it: nothing.
_MOST_CARDS = {"net": 1, "won": 2}  #: How most cards are counted, as the kernel takes it; 0 where they bring nothing.
_NOT_YET = -1  #: Last taker before the first take, and chances before the last ones, as the kernel takes them.


@dataclass(frozen=True, slots=True)
class Board:
    """A position in which every card is known, at the beginning of a turn."""

    centre: tuple[Item, ...]  #: Cards and builds of the centre.
    hands: tuple[tuple[Card, ...], ...]  #: The hand of each player.
    stock: tuple[Card, ...]  #: The cards to draw, the next one first.
    player: int  #: Index of the player whose turn it is.
    won: tuple[int, ...]  #: Number of cards that each player has won.
    scores: tuple[int, ...]  #: Score of each player.
    last_taker: int | None = None  #: Index of the player who took last; None before the first take.
    chances: int | None = None  #: Number of players who have a last chance after this one; None before the last chances.


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn of a playout."""

    player: int  #: Index of the player.
    gain: int  #: Points or cards of the take; 0 for other plays.
    cleared: bool  #: Whether the take left the centre empty.


@dataclass(frozen=True, slots=True)
class Playout:
    """Where a playout ended."""

    scores: tuple[int, ...]  #: Score of each player.
    wilds: tuple[int, ...]  #: Number of wild cards in each hand.
    held: tuple[int, ...]  #: Number of cards in each hand.
    won: tuple[int, ...]  #: Number of cards that each player has won.
    stock: int  #: Number of cards left to draw.
    over: bool  #: Whether the game is over.
    turns: tuple[TurnPlayed, ...]  #: The turns that were played.


class Playouts:
    """Plays on from positions of one game."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._untried = list(tables()) if kernel_available() and options.values == "whole" else []  # the kernels, the fastest first
        self._table: Table | None = None  # of the first of them, made on first use
        self._codes = {card: place for place, card in enumerate(_cards_of_game(options))}
        self._centres: dict[tuple[Item, ...], bytes] = {}

    @property
    def are_compiled(self) -> bool:
        """Whether the kernel plays, which is about a hundred times as fast as the engine."""
        return bool(self._untried)

    def know(self, view: View) -> bool:
        """Return whether playouts from what a player knows are compiled, and every card belongs to the game."""
        cards = (*view.hand, *view.unseen, *(card for item in view.centre for card in cards_of(item)))
        return self.are_compiled and set(cards) <= self._codes.keys() and len(view.hand) <= MOST_HELD and len(view.centre) <= MOST_LYING

    def play(self, board: Board, turns: int) -> Playout:
        """Play some turns, or to the end of the game if that comes before, and return where that led."""
        while self._untried:
            try:
                scores, wilds, held, won, stock, over, done = self._kernel().play(*self._arguments(board), turns)
                played = tuple(TurnPlayed(who, gain, bool(cleared)) for who, gain, cleared in done)
                return Playout(scores, wilds, held, won, stock, bool(over), played)
            except OverflowError:
                self._next_kernel()
        return played_in_python(self._options, board, turns)

    def end(self, board: Board, win_bonus: int, nodes: int, seconds: float) -> tuple[int, tuple[Any, ...]] | None:
        """Return the value of the end of a game of two and the best play, by places in hand and centre; None where it is not proven."""
        if len(board.hands) != TWO_PLAYERS or board.stock:
            return None
        while self._untried:
            try:
                value, play, _ = self._kernel().end(*self._arguments(board), win_bonus, nodes, seconds)
            except OverflowError:
                self._next_kernel()
            except (MemoryError, TimeoutError):
                return None
            else:
                return value, play
        return None

    def end_of_many(self, board: Board, nodes: int) -> tuple[int, ...] | None:
        """Return the final scores of a position without a stock if all cards are known and each player plays for his lead over the others.

        Returns:
            The score of each player; None where it is not proven. Of plays that leave a player equally far ahead of the others on average
            he makes the one after which the others, the next one first, have least.
        """
        while self._untried and not board.stock:
            try:
                gains = self._kernel().end_of_many(*self._arguments(board), nodes)
            except OverflowError:
                self._next_kernel()
            except (MemoryError, TimeoutError):
                return None
            else:
                return tuple(score + gain for score, gain in zip(board.scores, gains, strict=True))
        return None

    def _kernel(self) -> Table:
        """Return the kernel's table of this game."""
        if self._table is None:
            self._table = self._untried[0](*game_for_kernel(self._options))
        return self._table

    def _next_kernel(self) -> None:
        """Go on with the wider kernel, or in Python, after a value left the range."""
        self._table = None
        del self._untried[0]

    def _arguments(self, board: Board) -> tuple[Any, ...]:
        """Return the position as the kernel takes it."""
        return (
            self._centre(board.centre),
            tuple(self._cards(hand) for hand in board.hands),
            self._cards(board.stock),
            board.player,
            _NOT_YET if board.last_taker is None else board.last_taker,
            _NOT_YET if board.chances is None else board.chances,
            board.won,
            board.scores,
        )

    def _cards(self, cards: Sequence[Card]) -> bytes:
        """Return cards as their numbers, a byte each, as the kernel takes them."""
        return bytes([self._codes[card] for card in cards])

    def _centre(self, centre: tuple[Item, ...]) -> bytes:
        """Return the cached centre as the kernel takes it."""
        known = self._centres.get(centre)
        if known is None:
            known = self._centres[centre] = b"".join(map(self._item, centre))
        return known

    def _item(self, item: Item) -> bytes:
        """Return a card or build of the centre as the kernel takes it."""
        if isinstance(item, Card):
            return bytes((1, _NO_BUILD)) + self._cards((item,))
        value = int(item.value or 0) if item.is_possible else 0
        return bytes((len(item.cards), value)) + self._cards(item.cards)


def played_in_python(options: Options, board: Board, turns: int) -> Playout:
    """Play some turns as `Playouts` does, by the engine of the game; slow, and what the kernel is compared with."""
    state, done = state_of(options, board), list[TurnPlayed]()
    while state.phase is not Phase.OVER and len(done) < turns:
        player = state.player
        state, gain, cleared = greedy_turn(state)
        done.append(TurnPlayed(player, gain, cleared))
    return Playout(
        tuple(seat.score for seat in state.seats),
        tuple(sum(card.is_wild for card in seat.hand) for seat in state.seats),
        tuple(len(seat.hand) for seat in state.seats),
        tuple(len(seat.won) for seat in state.seats),
        len(state.stock),
        state.phase is Phase.OVER,
        tuple(done),
    )


def board_of(state: State) -> Board:
    """Return the position of a state whose cards are all known, at the beginning of a turn."""
    return Board(
        state.centre,
        tuple(seat.hand for seat in state.seats),
        state.stock,
        state.player,
        tuple(len(seat.won) for seat in state.seats),
        tuple(seat.score for seat in state.seats),
        state.last_taker,
        len(state.chances) if state.phase is Phase.LAST else None,
    )


def state_of(options: Options, board: Board) -> State:
    """Return the state of a board; which cards were won is not known and does not matter, so any card stands for them."""
    anything = (board.stock or board.hands[board.player] or options.pack())[0]
    seats = tuple(Seat(hand, (anything,) * won, score) for hand, won, score in zip(board.hands, board.won, board.scores, strict=True))
    following = range(1, 1 + (board.chances or 0))
    return State(
        options,
        seats,
        board.centre,
        board.stock,
        phase=Phase.PLAY if board.chances is None else Phase.LAST,
        turn=1,
        player=board.player,
        last_taker=board.last_taker,
        chances=tuple((board.player + step) % len(seats) for step in following),
    )


def greedy_turn(state: State) -> tuple[State, int, bool]:
    """Return the state after one turn and its draw, the gain of its take (0 for none), and whether that cleared the centre."""
    while True:
        takes = takes_of_hand(state.centre, state.seat.hand, settings_of(state.options), most=MOST_PLAYOUT_ITEMS)
        if takes:
            after = apply(state, taken_of(state, takes[0].play))
            return _drawn(after), takes[0].gain, not takes[0].centre
        if state.phase is Phase.LAST:
            return apply(state, Passed(state.player)), 0, False
        play = best_build(state) or _discard(state)
        after = apply(state, play)
        if after.phase is not Phase.PLAY or after.turn != state.turn:
            return _drawn(after), 0, False
        state = after


def _discard(state: State) -> Discarded:
    """Return the discard that the guide advises; with few number cards left and no stock first a wild card."""
    wilds = [card for card in state.seat.hand if card.is_wild]
    numbers = sorted((card for card in state.seat.hand if card.is_number), key=lambda card: card.sort_key)
    if state.stock or not wilds or not 0 < len(numbers) <= FEW_NUMBERS:
        return best_discard(state)
    return Discarded(state.player, (worst_wild(wilds, numbers[0]),))


def _drawn(state: State) -> State:
    """Return the state after the draw, where one is due."""
    return apply(state, Drawn(state.player, state.stock[: state.missing])) if state.phase is Phase.DRAW else state


@cache
def _cards_of_game(options: Options) -> tuple[Card, ...]:
    """Return every card that may lie in a game: those of its pack, and number cards of unknown colour."""
    pack = options.pack()
    plain = {card.value: Card.number(int(card.value)) for card in pack if card.is_number}
    return tuple(dict.fromkeys((*pack, *plain.values())))


@cache
def game_for_kernel(options: Options) -> tuple[list[tuple[object, ...]], tuple[object, ...], bytes, bytes]:
    """Return what the kernel knows of a game: its cards, its rules and its bonuses, as `_kernel/table_type.h` takes them."""
    by_points, scoring = options.by == "points", options.scoring_rules
    ranked = scoring if by_points else Scoring("website", scoring.fractions_in_play, scoring.printed)
    weights = (OTHER_COUNT_RANGE, 1) if by_points else (1, OTHER_COUNT_RANGE)
    rules = (
        options.negative == "yes",
        by_points,
        options.last_chances == "all",
        options.few_wilds == "one",
        _MOST_CARDS[options.most_cards] if by_points and scoring.counts("most_cards") else 0,
        options.most_cards_tie == "each",
        MOST_CARDS_POINTS,
        options.numbers,
        MOST_PLAYOUT_ITEMS,
        *weights,
        ranked.clear_points * weights[0],
        options.centre_points == "yes",
    )
    return _facts(options, ranked), rules, *bonus_tables(ranked.without_print)


def _facts(options: Options, ranked: Scoring) -> list[tuple[object, ...]]:
    """Return what the kernel knows of each card, in the order of `Facts` in `_kernel/table.h`; `ranked` scores the takes."""
    by_points, cards = options.by == "points", _cards_of_game(options)
    orders = {card: place for place, card in enumerate(sorted(cards, key=lambda card: card.sort_key))}
    texts = {card: place for place, card in enumerate(sorted(cards, key=str))}
    faces = sorted({card.face for card in cards})
    each = not by_points or options.scoring == "website"  # 1 for each card in a hand at the end
    return [
        (
            card.is_wild,
            0 if card.is_wild else int(card.value),
            orders[card],  # its place in the order of the pack
            texts[card],  # its place in the order of the texts
            1 + faces.index(card.face),
            colour_bit(card),
            operation_bits(card),
            ranked.card_points(card),
            each + (options.printed.of(card) if by_points else 0),  # what it costs in a hand at the end
            options.scoring_rules.card_points(card),  # what it brings of the centre at the end
            *(kernel_actions((card,), True)[0] if card.is_wild else _NO_ACTION),  # noqa: FBT003 - the key of a cache
        )
        for card in cards
    ]
