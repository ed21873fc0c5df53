"""Computer players of NUMO, and whole games among them."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Protocol

from numero_cam.catalogue import tr
from numero_cam.games.shared.breaks import breaks_no_rule
from numero_cam.games.shared.names import distinct_names
from numero_cam.numo.rules.apply import apply
from numero_cam.numo.rules.cards import NumoCard
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.going_out import WayToGoOut, find_way_to_go_out
from numero_cam.numo.rules.kinds import KINDS, MeldRules, NumoKind, meld_problem
from numero_cam.numo.rules.melds import best_disjoint, extensions, melds_in
from numero_cam.numo.rules.operations import LaidOff, Melded, NumoDiscarded, NumoDrawn, Operation, TurnedOver
from numero_cam.numo.rules.options import NumoOptions, NumoOptionsError
from numero_cam.numo.rules.rulebook import verify
from numero_cam.numo.rules.state import NumoPhase, NumoState

PLAYERS = ("greedy", "random")
MAX_HANDS = 500  #: Maximum number of hands of a game.


class NumoPlayer(Protocol):
    """A computer player of NUMO."""

    def choose(self, state: NumoState) -> Operation:
        """Return the next operation of the player whose turn it is."""


def is_allowed(state: NumoState, operation: Operation) -> bool:
    """Return whether the rules allow an operation."""
    return breaks_no_rule(verify, state, operation)


class GreedyNumoPlayer:
    """Goes out when it can. Otherwise it melds, lays off cards that its melds do not need, and discards the least useful card.

    It uses its own hand, the table and the discard pile only.
    """

    def choose(self, state: NumoState) -> Operation:
        """Return the next operation."""
        if state.phase is NumoPhase.DRAW:
            return choose_draw(state)
        way = find_way_to_go_out(state.situation(), state.options.melds)
        if way is not None:
            return first_operation(state, way)
        return best_meld(state) or best_lay(state) or best_discard(state)


def first_operation(state: NumoState, way: WayToGoOut) -> Operation:
    """Return the first operation of a way to go out: the meld, else the first lay-off, else the discard."""
    if way.meld is not None:
        return Melded(state.player, way.meld.kind, tuple(sorted(way.meld.cards)))
    if way.lays:
        place, cards = way.lays[0]
        return LaidOff(state.player, place, cards)
    if way.discard is None:
        raise ValueError("a way out without a card")
    return NumoDiscarded(state.player, way.discard)


def choose_draw(state: NumoState) -> Operation:
    """Return the draw: of the discard if it can be used in this turn, else from the stock, which is turned over if it is empty."""
    if state.pile and is_useful(state, state.pile[-1]):
        return NumoDrawn(state.player, state.pile[-1], discard=True)
    if state.stock:
        return NumoDrawn(state.player, state.stock[0])
    return TurnedOver(state.player)


def is_useful(state: NumoState, card: NumoCard) -> bool:
    """Return whether the top of the discard pile could be melded or laid off in this turn."""
    drawn = state_with(state, card)
    way = find_way_to_go_out(drawn.situation(), state.options.melds)
    if way is not None:
        return True
    meld = best_meld(drawn)
    return (isinstance(meld, Melded) and card in meld.cards) or any(
        card in lay.cards for lay in possible_lays(drawn) if is_allowed(drawn, lay)
    )


def state_with(state: NumoState, card: NumoCard) -> NumoState:
    """Return the state after the top of the discard pile was drawn."""
    return apply(state, NumoDrawn(state.player, card, discard=True))


def best_meld(state: NumoState) -> Operation | None:
    """Return the meld to make now, None for none: first a needed kind, then a planned meld, then the most points."""
    if state.has_melded_this_turn:
        return None
    found = melds_in(state.own_hand, state.options.melds, state.kinds)
    planned = best_disjoint(found)
    needed = () if state.is_qualified else state.options.needed
    order = sorted(found, key=lambda meld: (meld.kind in needed, meld in planned, meld.value), reverse=True)
    plays = (Melded(state.player, meld.kind, tuple(sorted(meld.cards))) for meld in order)
    return next((play for play in plays if is_allowed(state, play)), None)


def possible_lays(state: NumoState) -> Iterator[LaidOff]:
    """Yield every lay-off that fits a meld, whether or not it is allowed now."""
    for place, lying in enumerate(state.table):
        for cards in extensions(lying.meld, state.own_hand, state.options.melds):
            yield LaidOff(state.player, place, cards)


def best_lay(state: NumoState) -> Operation | None:
    """Return the lay-off of the most cards that no planned meld of the hand needs; None where there is none."""
    if not state.may_lay():
        return None
    planned = best_disjoint(melds_in(state.own_hand, state.options.melds, state.kinds))
    kept = {card for meld in planned for card in meld.cards}
    plays = [lay for lay in possible_lays(state) if not kept & set(lay.cards)]
    return next((lay for lay in sorted(plays, key=lambda lay: -len(lay.cards)) if is_allowed(state, lay)), None)


def best_discard(state: NumoState) -> Operation:
    """Return the discard of the card with the fewest uses, as `uses_of` counts them."""
    uses = uses_of(state)
    high_first = -1 if state.options.scoring == "leftovers" else 1
    order = sorted(state.own_hand, key=lambda card: (uses[card], high_first * card.number))
    return next(play for play in (NumoDiscarded(state.player, card) for card in order) if is_allowed(state, play))


def uses_of(state: NumoState) -> dict[NumoCard, int]:
    """Return the usefulness of each card of the hand, a sum: 10 for a meld of three in the hand, 1 for one that lacks a card not seen yet.

    Where seasons may be melded, 2 more for each card of its season in the hand beyond the second.
    """
    own, options = set(state.own_hand), state.options
    seen = {card for lying in state.table for card in lying.meld.cards} | set(state.pile)
    uses = dict.fromkeys(state.own_hand, 0)
    for three in _threes(options.pack, options.kinds, options.melds):
        held = own & three
        if len(held) == 3 or (len(held) == 2 and not three - own <= seen):
            for card in held:
                uses[card] += 10 if len(held) == 3 else 1
    if NumoKind.SEASON in options.kinds:
        seasons = [options.melds.table.season(card) for card in state.own_hand]
        for card in state.own_hand:
            uses[card] += 2 * max(0, seasons.count(options.melds.table.season(card)) - 2)
    return uses


@cache
def _threes(pack: tuple[NumoCard, ...], kinds: tuple[NumoKind, ...], rules: MeldRules) -> tuple[frozenset[NumoCard], ...]:
    """Return the sets of three cards of a pack that are a meld of these kinds."""
    wanted = [kind for kind in kinds if KINDS[kind].least <= 3 <= KINDS[kind].most]
    return tuple(frozenset(three) for three in combinations(pack, 3) if any(not meld_problem(kind, three, rules) for kind in wanted))


class RandomNumoPlayer:
    """Makes random legal operations."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a game, no secret

    def choose(self, state: NumoState) -> Operation:
        """Return the next operation."""
        who = state.player
        if state.phase is NumoPhase.DRAW:
            draws: list[Operation] = [NumoDrawn(who, state.pile[-1], discard=True)] if state.pile else []
            draws.append(NumoDrawn(who, state.stock[0]) if state.stock else TurnedOver(who))
            return draws[-1] if self._chance.random() < 0.8 else draws[0]
        plays: list[Operation] = []
        if not state.has_melded_this_turn:
            melds = melds_in(state.own_hand, state.options.melds, state.kinds)
            plays += [Melded(who, meld.kind, tuple(sorted(meld.cards))) for meld in melds]
        plays += possible_lays(state)
        self._chance.shuffle(plays)
        if self._chance.random() < 0.8 and (found := next((play for play in plays if is_allowed(state, play)), None)):
            return found
        discards: list[Operation] = [play for play in (NumoDiscarded(who, card) for card in state.own_hand) if is_allowed(state, play)]
        # Without a legal discard, the only card left came from the discard pile, and it can be laid off.
        return self._chance.choice(discards) if discards else next(play for play in plays if is_allowed(state, play))


def player_of(name: str, seed: str) -> NumoPlayer:
    """Return a computer player, by its name of ``PLAYERS``."""
    if name == "greedy":
        return GreedyNumoPlayer()
    if name == "random":
        return RandomNumoPlayer(seed)
    raise NumoOptionsError(tr('there is no player "{name}"; choose from {choices}', name=name, choices=", ".join(PLAYERS)), "players")


def play_hand(game: NumoGame, players: Sequence[NumoPlayer]) -> None:
    """Play a dealt hand to its end."""
    while game.state.phase in (NumoPhase.DRAW, NumoPhase.PLAY):
        game.do(players[game.state.player].choose(game.state))


def play_game(options: NumoOptions, names: Sequence[str], seed: str, *, hands: int = MAX_HANDS) -> NumoGame:
    """Play a game to its end, or for a maximum number of hands; the same seed gives the same game."""
    game = NumoGame(options, distinct_names(names))
    players = [player_of(name, f"{seed} {place}") for place, name in enumerate(names)]
    while not game.is_over and game.state.hand < hands:
        game.deal(seed=seed)
        play_hand(game, players)
    return game
