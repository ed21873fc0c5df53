"""The greedy player, which makes the best take of the turn, and the expert player, which follows the advisor."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from numero_cam.games.numero.engine.operations import Built, Discarded, Operation, Passed, Taken
from numero_cam.games.numero.engine.state import Item, Phase, State
from numero_cam.games.numero.players.advisor import Advisor, Effort
from numero_cam.games.numero.players.candidates import taken_of
from numero_cam.games.numero.players.doubt import HONEST, Character, Doubter
from numero_cam.games.numero.players.player import wild_hand_discard
from numero_cam.games.numero.players.view import refusal_of, view_of
from numero_cam.games.numero.rules import Build, Card, Kind, act
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, flat_cards
from numero_cam.games.numero.solve import Solution, solve
from numero_cam.games.numero.solver_settings import settings_of

MAX_JOINED_ITEMS = 3  #: Maximum number of cards and builds of the centre that a build joins.
MIN_WILDS_TO_DISCARD = 4  #: Number of wild cards in a hand from which one is discarded.


class GreedyPlayer(Doubter):
    """Makes the best take of the turn; never bluffs."""

    def play(self, state: State) -> Operation:
        """Return a take, else a build, else a discard; in a last chance and in solitaire a take or a pass."""
        take = best_take(state)
        if take is not None:
            return take
        if state.phase is Phase.LAST or state.options.is_solitaire:
            return Passed(state.player)
        return best_build(state) or best_discard(state)


def best_solution(state: State, limit_seconds: float | None = None) -> Solution:
    """Return the solution of the state's position; where very many cards lie, a good take that is found soon and not proven."""
    return solve(state.position, settings_of(state.options), limit_seconds=limit_seconds, swift=True)


def best_take(state: State) -> Taken | None:
    """Return the best take; None where there is none."""
    plays = best_solution(state).plays
    return taken_of(state, plays[0]) if plays else None


def best_build(state: State) -> Built | None:
    """Return the build of the most cards whose answer is held, with at most one wild card of the centre; None where there is none."""
    numbers = [card for card in state.seat.hand if card.is_number]
    bases = [item for item in state.centre if (isinstance(item, Build) or item.is_number) and item.value is not None]
    wilds = [item for item in state.centre if isinstance(item, Card) and item.is_wild]
    found: list[tuple[int, int, Built]] = []
    for card in numbers:
        answers = {other.value for other in numbers if other is not card}
        for count in range(min(MAX_JOINED_ITEMS, len(bases)) + 1):
            for chosen in combinations(bases, count):
                way = Total((*map(Lone, chosen), Lone(card))) if chosen else Lone(card)
                value = card.value + sum((item.value or Fraction(0) for item in chosen), Fraction(0))
                if chosen and value in answers:
                    found.append((len(flat_cards(way)), -len(found), Built(state.player, card, way)))
                for wild in wilds:
                    if act(wild, value) in answers:
                        found.append((len(flat_cards(way)) + 1, -len(found), Built(state.player, card, Acted(way, wild))))
    return max(found, key=lambda one: one[:2])[2] if found else None


def best_discard(state: State) -> Discarded:
    """Return the discard that the guide advises ("Play 2", "Discarding wild cards").

    It is one of two equal cards, else the higher of two cards that add up to a third, else the lowest card. From four wild cards and a
    number card it is first a wild card that does not go with the number card.
    """
    hand = state.seat.hand
    numbers = sorted((card for card in hand if card.is_number), key=lambda card: card.sort_key)
    wilds = [card for card in hand if card.is_wild]
    if not numbers:
        return wild_hand_discard(state.player, hand, state.options)
    if len(wilds) >= MIN_WILDS_TO_DISCARD:
        return Discarded(state.player, (worst_wild(wilds, numbers[0]),))
    values = [card.value for card in numbers]
    pair = next((card for card in numbers if values.count(card.value) > 1), None)
    higher = next((two for one, two in combinations(numbers, 2) if one.value + two.value in values), None)
    return Discarded(state.player, (pair or higher or numbers[0],))


def worst_wild(wilds: Sequence[Card], number: Card) -> Card:
    """Return the first of the wild cards that go least well with a number card."""
    return min(wilds, key=lambda wild: _fits(wild, number))


def _fits(wild: Card, number: Card) -> int:
    """Return how well a wild card goes with a number card: 2 for a subtraction, 1 for a whole result, else 0."""
    if wild.kind is Kind.SUBTRACT:
        return 2
    value = act(wild, number.value)
    return int(value is not None and value.denominator == 1)


TWO_PLAYERS = 2  #: Number of players at which one sees what the other leaves.


class ExpertPlayer(Doubter):
    """Makes the play that the advisor values most.

    With two players it remembers the centre that it left to the other, who probably could take nothing if nothing was taken.
    """

    def __init__(self, effort: Effort, character: Character = HONEST, seed: int | str = 0) -> None:
        super().__init__(character, seed)
        self._advisors = {bluffs: Advisor(effort, bluffs=bluffs) for bluffs in (False, True)}
        self._greedy = GreedyPlayer()
        #: By turn: the centre that it left, and how many cards the next player had won.
        self._left: dict[int, tuple[tuple[Item, ...], int]] = {}

    def play(self, state: State) -> Operation:
        """Return the play of the highest value; in a last chance and in solitaire the best take."""
        if state.phase is Phase.LAST or state.options.is_solitaire:
            return self._greedy.play(state)
        view = view_of(state)
        if len(state.seats) == TWO_PLAYERS and state.turn - TWO_PLAYERS in self._left:
            # The centre from which the other one took nothing in the last turn.
            view = replace(view, refusal=refusal_of(state, *self._left[state.turn - TWO_PLAYERS]))
        best = self._advisors[self.may_bluff(state)].best(view)
        self._left[state.turn] = best.centre, len(state.seats[(state.player + 1) % len(state.seats)].won)
        return best.operation
