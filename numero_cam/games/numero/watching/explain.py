"""Which play explains what was seen, and how much doubt is left."""

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from numero_cam.games.numero.engine import Game, Phase, RuleBreakError, State
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Operation, Passed
from numero_cam.games.numero.engine.verify import verify
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.calculation import flat_cards
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.arithmetic import Arithmetic
from numero_cam.games.numero.watching.evidence import Evidence, Track
from numero_cam.games.numero.watching.plays import Move, Plays
from numero_cam.games.numero.watching.table import Fit, Seen, laid_table, table_of
from numero_cam.games.shared.sight import Place

MOST_PLAYS = 3
"""Takes, builds and discards of a chain; what is drawn between them does not count."""
MOST_CHAINS = 60


@dataclass(frozen=True)
class Chain:
    """Moves one after the other, and how well their table explains what is seen.

    Attributes:
        operations: From the state on.
        state: After them.
        fit: Of its table.
        score: Natural logarithm of the chance, not normed.
        half_done: Whether a player is in the middle of a play after them.
    """

    operations: tuple[Move, ...]
    state: State
    fit: Fit
    score: float
    half_done: bool = False


class Explainer:
    """Searches chains.

    Args:
        seen: What is seen now.
        arithmetic: Which take cards make.
        hands_came: Whether a hand is known to have been at the table, whatever was over it lately.
    """

    def __init__(self, seen: Seen, arithmetic: Arithmetic, *, hands_came: bool = False) -> None:
        self._seen = seen
        self._plays = Plays(seen, arithmetic, hands_came=hands_came)
        self._arithmetic = arithmetic

    def chains(self, state: State) -> list[Chain]:
        """Return chains from a state, the likeliest first; the empty one is among them."""
        first = self._chain((), state, 0.0)
        found = [first]
        ahead = [(first, 0.0)]
        while ahead and len(found) < MOST_CHAINS:
            ahead.sort(key=lambda one: -one[0].score)
            chain, weight = ahead.pop(0)
            for candidate in self._plays.candidates(chain.state, chain.fit):
                longer = self._longer(chain, candidate.operation, weight + candidate.weight)
                if longer is None:
                    continue
                found.append(longer)
                free = isinstance(candidate.operation, Drawn | Passed)
                if not longer.fit.is_whole and (free or longer.fit.score > chain.fit.score) and _plays(longer.operations) < MOST_PLAYS:
                    ahead.append((longer, weight + candidate.weight))
            half = self._half_done(chain, weight)
            if half is not None:
                found.append(half)
        return sorted(found, key=lambda one: (-one.score, len(one.operations)))

    def _chain(self, operations: tuple[Move, ...], state: State, weight: float) -> Chain:
        fit = self._seen.fit(table_of(state, opened=self._seen.opened))
        return Chain(operations, state, fit, fit.score + weight + weights.WRONG_ORDER * _swapped(operations, fit))

    def _longer(self, chain: Chain, operation: Move, weight: float) -> Chain | None:
        try:
            verify(chain.state, operation)
        except RuleBreakError:
            return None
        return self._chain((*chain.operations, operation), apply(chain.state, operation), weight)

    def _half_done(self, chain: Chain, weight: float) -> Chain | None:
        """Return the table of a play that is being made: cards of the hand lie on those that they will take or join."""
        state = chain.state
        if state.phase not in (Phase.PLAY, Phase.LAST):
            return None
        laid = {card: track for card, track in self._plays.off_hand(state, chain.fit) if track is not None}
        if not laid or sum(card.is_number for card in laid) > 1:
            return None
        table = laid_table(table_of(state, opened=self._seen.opened), laid)
        fit = self._seen.fit(table)
        alone = all(len(self._plays.heap(track)) == 1 for track in laid.values())
        take = not alone and self._may_become_take(chain, laid)
        quiet = min(track.quiet for track in laid.values())
        more = weights.HALF_DONE + quiet * (weights.HALF_TAKE_SECOND if self._seen.opened else weights.HALF_DONE_SECOND)
        more += weights.LAID_ALONE if alone else 0.0 if take else weights.NO_TAKE
        heaps = {number for track in laid.values() for number in self._plays.heap(track)}
        apart = [card for one in chain.operations if isinstance(one, Discarded) for card in one.cards]
        on_discards = sum(fit.matched[card].id in heaps for card in apart if card in fit.matched)
        return Chain(chain.operations, state, fit, fit.score + weight + more + 2 * on_discards * weights.TOGETHER, half_done=True)

    def _may_become_take(self, chain: Chain, laid: dict[Card, Track]) -> bool:
        """Whether a number card takes what it lies on: then it may not be a build but a take that is being made."""
        if not self._seen.opened:
            return False
        wilds = {track.id: card for card, track in laid.items() if card.is_wild}
        unseen = [card for card, track in self._plays.off_hand(chain.state, chain.fit) if card.is_wild and track is None]
        for card, track in laid.items():
            items = self._plays.stacked(chain.state, chain.fit, card, track, wilds) if card.is_number else None
            others = [item for item in items or () if item != card]
            if self._arithmetic.ways(card, others) or (unseen and self._arithmetic.ways(card, [*others, *unseen])):
                return True
        return False


def _swapped(operations: Sequence[Move], fit: Fit) -> int:
    """Return how often a card came to lie before one of an earlier play."""
    swapped, latest = 0, -1.0
    for operation in operations:
        came = [track.came for card, track in fit.matched.items() if shows(operation, card)]
        swapped += bool(came) and min(came) < latest
        latest = max([latest, *came])
    return swapped


def shows(operation: Move, card: Card) -> bool:
    """Return whether a card comes to lie face up by an operation."""
    match operation:
        case Drawn(_, cards) | Discarded(_, cards):
            return card in cards
        case Built(_, own, way):
            return card == own or (card.is_wild and card in flat_cards(way))
    return False


def chances(chains: Sequence[Chain]) -> list[float]:
    """Return the chance of each chain, which add up to 1."""
    top = max(chain.score for chain in chains)
    parts = [math.exp(chain.score - top) for chain in chains]
    total = sum(parts)
    return [part / total for part in parts]


MOST_BACK = 6
"""Operations that are taken back at once."""


@dataclass(frozen=True)
class Correction:
    """Another past that explains the table better.

    Attributes:
        undone: How many operations are taken back.
        operations: What was done instead.
    """

    undone: int
    operations: tuple[Move, ...]


def correction(
    game: Game, seen: Seen, arithmetic: Arithmetic, best: Chain, *, fixed: int = 1, refused: AbstractSet[tuple[int, Move]] = frozenset()
) -> Correction | None:
    """Return what should have been decided instead of the last operations; `None` where nothing explains the table much better.

    Args:
        game: As it was decided.
        seen: What is seen now.
        arithmetic: Which take cards make.
        best: The best chain from the game's state.
        fixed: So many of the first operations were said by a person, or come before one that was.
        refused: Operations that a person took back, each with the number it had.
    """
    explainer = Explainer(seen, arithmetic, hands_came=True)
    found, least = None, best.score
    for back in range(1, min(MOST_BACK, len(game.operations) - max(1, fixed)) + 1):
        undone = game.operations[-back:]
        if isinstance(undone[0], Dealt | Challenged):
            break
        stood = sum(_weight(operation) for operation in undone)
        for chain in explainer.chains(game.states[-1 - back]):
            same = _same(undone, chain.operations)
            score = chain.score - stood - weights.TAKE_BACK * max(1, _plays(undone[same:]))
            worse = score <= least or chain.fit.lost < weights.PUZZLING
            if chain.half_done or same == len(undone) or worse:
                continue
            first = len(game.operations) - back + same
            if any((first + n, operation) in refused for n, operation in enumerate(chain.operations[same:])):
                continue
            found, least = Correction(back - same, chain.operations[same:]), score
    return found


def _same(undone: Sequence[Operation], instead: Sequence[Move]) -> int:
    same = 0
    while same < min(len(undone), len(instead)) and undone[same] == instead[same]:
        same += 1
    return same


def _plays(operations: Sequence[Operation]) -> int:
    return sum(not isinstance(operation, Drawn | Passed) for operation in operations)


def _weight(operation: Operation) -> float:
    return weights.DRAW if isinstance(operation, Drawn) else weights.PASS if isinstance(operation, Passed) else weights.PLAY


def puzzle(fit: Fit, evidence: Evidence, names: Sequence[str]) -> tuple[frozenset[object], str]:
    """Return what of a table nothing explains: a key that tells it from other puzzles, and a line for people."""
    key: set[object] = {(str(card), place) for card, place in fit.missing}
    said = [f"the {card} is gone from {_where(place, names)}" for card, place in fit.missing]
    for track in fit.extra:
        faces = evidence.faces(track)
        name = str(faces[0][0]) if faces and faces[0][1] > weights.HARDLY_READ else "a card that cannot be read"
        key.add((name, track.place))
        said.append(f"the {name} lies in {_where(track.place, names)}" if name != "a card that cannot be read" else f"{name} lies there")
    if not said:
        return frozenset(key), "cards of the centre lie on each other as no play has laid them" if fit.torn else ""
    return frozenset(key), f"{' and '.join(said[:3])}; no play explains it" if key else ""


def _where(place: Place, names: Sequence[str]) -> str:
    return "the centre" if place.player is None else f"the row of {names[place.player]}"
