"""Computer players of NUMO, and whole games among them."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Protocol

from numero_cam.games.shared.breaks import holds
from numero_cam.games.shared.names import distinct_names
from numero_cam.numo.rules.apply import apply
from numero_cam.numo.rules.asked import OptionsError
from numero_cam.numo.rules.cards import Card
from numero_cam.numo.rules.game import Game
from numero_cam.numo.rules.going_out import WayOut, way_out
from numero_cam.numo.rules.kinds import KINDS, Kind, MeldRules, why_not
from numero_cam.numo.rules.melds import best_disjoint, extensions, melds_in
from numero_cam.numo.rules.operations import Discarded, Drawn, LaidOff, Melded, Operation, TurnedOver
from numero_cam.numo.rules.options import Options
from numero_cam.numo.rules.rulebook import verify
from numero_cam.numo.rules.state import Phase, State

PLAYERS = ("greedy", "random")
MAX_HANDS = 500
"""Maximum number of hands of a game."""


class Player(Protocol):
    """Decides what is done next in its turn."""

    def choose(self, state: State) -> Operation:
        """Return the next operation of the player whose turn it is."""


def may(state: State, operation: Operation) -> bool:
    """Return whether an operation may be done."""
    return holds(verify, state, operation)


class GreedyPlayer:
    """Goes out when it can; else melds what it can, lays off what no meld of its hand needs, and discards what is of least use.

    It looks at its own hand, the table and the top of the discard pile; of the rest it counts only what it has not seen.
    """

    def choose(self, state: State) -> Operation:
        """Return the next operation."""
        if state.phase is Phase.DRAW:
            return draw_of(state)
        way = way_out(state.question(), state.options.melds)
        if way is not None:
            return first_of(state, way)
        return best_meld(state) or best_lay(state) or best_discard(state)


def first_of(state: State, way: WayOut) -> Operation:
    """Return the first operation of a way to go out."""
    if way.meld is not None:
        return Melded(state.player, way.meld.kind, tuple(sorted(way.meld.cards)))
    if way.lays:
        place, cards = way.lays[0]
        return LaidOff(state.player, place, cards)
    if way.discard is None:
        message = "a way out without a card"
        raise ValueError(message)
    return Discarded(state.player, way.discard)


def draw_of(state: State) -> Operation:
    """Return which card is drawn: the discard where it can be used in this turn, else the stock."""
    if state.pile and is_useful(state, state.pile[-1]):
        return Drawn(state.player, state.pile[-1], discard=True)
    if state.stock:
        return Drawn(state.player, state.stock[0])
    return TurnedOver(state.player)


def is_useful(state: State, card: Card) -> bool:
    """Return whether a card drawn now would be melded or laid off in this turn."""
    drawn = state_with(state, card)
    way = way_out(drawn.question(), state.options.melds)
    if way is not None:
        return True
    meld = best_meld(drawn)
    return (isinstance(meld, Melded) and card in meld.cards) or any(card in lay.cards for lay in lays_of(drawn) if may(drawn, lay))


def state_with(state: State, card: Card) -> State:
    """Return the state after the top of the discard pile was drawn."""
    return apply(state, Drawn(state.player, card, discard=True))


def best_meld(state: State) -> Operation | None:
    """Return the meld to make now: of the kind that is needed if one still is, then of the most points."""
    if state.melded:
        return None
    found = melds_in(state.own, state.options.melds, state.kinds)
    planned = best_disjoint(found)
    needed = () if state.is_qualified else state.options.needed
    order = sorted(found, key=lambda meld: (meld.kind in needed, meld in planned, meld.value), reverse=True)
    plays = (Melded(state.player, meld.kind, tuple(sorted(meld.cards))) for meld in order)
    return next((play for play in plays if may(state, play)), None)


def lays_of(state: State) -> Iterator[LaidOff]:
    """Give everything that could be laid off, whether or not it may be done now."""
    for place, lying in enumerate(state.table):
        for cards in extensions(lying.meld, state.own, state.options.melds):
            yield LaidOff(state.player, place, cards)


def best_lay(state: State) -> Operation | None:
    """Return cards to lay off that no meld of the hand needs; the most of them."""
    if not state.may_lay():
        return None
    planned = best_disjoint(melds_in(state.own, state.options.melds, state.kinds))
    kept = {card for meld in planned for card in meld.cards}
    plays = [lay for lay in lays_of(state) if not kept & set(lay.cards)]
    return next((lay for lay in sorted(plays, key=lambda lay: -len(lay.cards)) if may(state, lay)), None)


def best_discard(state: State) -> Operation:
    """Return the discard of least use: in the fewest threes of which two are in the hand and the third was not seen."""
    uses = uses_of(state)
    high_first = -1 if state.options.scoring == "leftovers" else 1
    order = sorted(state.own, key=lambda card: (uses[card], high_first * card.number))
    return next(play for play in (Discarded(state.player, card) for card in order) if may(state, play))


def uses_of(state: State) -> dict[Card, int]:
    """Return for each card of the hand in how many ways one more card would make it part of a meld."""
    own, options = set(state.own), state.options
    seen = {card for lying in state.table for card in lying.meld.cards} | set(state.pile)
    uses = dict.fromkeys(state.own, 0)
    for three in _threes(options.pack, options.kinds, options.melds):
        held = own & three
        if len(held) == 3 or (len(held) == 2 and not three - own <= seen):
            for card in held:
                uses[card] += 10 if len(held) == 3 else 1
    if Kind.SEASON in options.kinds:
        seasons = [options.melds.table.season(card) for card in state.own]
        for card in state.own:
            uses[card] += 2 * max(0, seasons.count(options.melds.table.season(card)) - 2)
    return uses


@cache
def _threes(pack: tuple[Card, ...], kinds: tuple[Kind, ...], rules: MeldRules) -> tuple[frozenset[Card], ...]:
    """Return the sets of three cards of a pack that are a meld of these kinds."""
    wanted = [kind for kind in kinds if KINDS[kind].least <= 3 <= KINDS[kind].most]
    return tuple(frozenset(three) for three in combinations(pack, 3) if any(not why_not(kind, three, rules) for kind in wanted))


class RandomPlayer:
    """Does anything that may be done.

    Args:
        seed: The same seed makes the same choices.
    """

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a game, no secret

    def choose(self, state: State) -> Operation:
        """Return the next operation."""
        who = state.player
        if state.phase is Phase.DRAW:
            draws: list[Operation] = [Drawn(who, state.pile[-1], discard=True)] if state.pile else []
            draws.append(Drawn(who, state.stock[0]) if state.stock else TurnedOver(who))
            return draws[-1] if self._chance.random() < 0.8 else draws[0]
        plays: list[Operation] = []
        if not state.melded:
            melds = melds_in(state.own, state.options.melds, state.kinds)
            plays += [Melded(who, meld.kind, tuple(sorted(meld.cards))) for meld in melds]
        plays += lays_of(state)
        self._chance.shuffle(plays)
        if self._chance.random() < 0.8 and (found := next((play for play in plays if may(state, play)), None)):
            return found
        discards: list[Operation] = [play for play in (Discarded(who, card) for card in state.own) if may(state, play)]
        # Only a card that may not be discarded now is left where something can be laid off.
        return self._chance.choice(discards) if discards else next(play for play in plays if may(state, play))


def player_of(name: str, seed: str) -> Player:
    """Return a player by its name.

    Raises:
        OptionsError: If there is none of this name.
    """
    if name == "greedy":
        return GreedyPlayer()
    if name == "random":
        return RandomPlayer(seed)
    message = f'there is no player "{name}"; choose from {", ".join(PLAYERS)}'
    raise OptionsError(message, "players")


def play_hand(game: Game, players: Sequence[Player]) -> None:
    """Play the hand that was dealt to its end."""
    while game.state.phase in (Phase.DRAW, Phase.PLAY):
        game.do(players[game.state.player].choose(game.state))


def play_game(options: Options, names: Sequence[str], seed: str, *, hands: int = MAX_HANDS) -> Game:
    """Play a game to its end, or to so many hands; the same seed gives the same game.

    Args:
        options: What is played.
        names: Who plays, by kind of player, in the order of the seats.
        seed: Shuffles the cards and makes the random choices.
        hands: After how many hands a game without an end is left.
    """
    game = Game(options, distinct_names(names))
    players = [player_of(name, f"{seed} {place}") for place, name in enumerate(names)]
    while not game.is_over and game.state.hand < hands:
        game.deal(seed=seed)
        play_hand(game, players)
    return game
