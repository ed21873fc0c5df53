"""Which chain of plays explains the table best, what should have been decided earlier, and what no play explains."""

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import Game, Phase, RuleBreakError, State
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Operation, Passed
from numero_cam.games.numero.engine.verify import verify
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.calculation import flat_cards
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.evidence import TableEvidence, TrackEvidence
from numero_cam.games.numero.watching.play_candidates import Move, PlayProposer
from numero_cam.games.numero.watching.table_fit import TableFit, TableObservation, expected_table, with_cards_in_centre
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.shared.sight import TablePlace

MAX_PLAYS = 3
"""Maximum number of plays in a chain; draws and passes between them do not count."""
MAX_CHAINS = 60
"""Maximum number of chains that are compared."""
MAX_UNDONE = 6
"""Maximum number of operations that one revision takes back."""
MAX_REPORTED = 3
"""Maximum number of unexplained cards that one line for people names."""
UNREADABLE = tr("a card that cannot be read")


@dataclass(frozen=True)
class PlayChain:
    """Successive operations, and how well the table after them explains what is seen.

    Attributes:
        operations: From the state on at which the search began; may be empty.
        state: The state after them.
        fit: Of that state's table.
        score: Natural logarithm of the chain's probability, up to a constant that all chains share.
        unfinished: Whether a player is in the middle of a further play.
    """

    operations: tuple[Move, ...]
    state: State
    fit: TableFit
    score: float
    unfinished: bool = False


class ChainSearch:
    """Searches for chains of plays, the most promising chain first.

    Args:
        observation: The tracks of this moment.
        arithmetic: Finds the take that cards make.
        hand_assumed: Whether a hand is known to have been at the table, even where none was seen.
    """

    def __init__(self, observation: TableObservation, arithmetic: TakeArithmetic, *, hand_assumed: bool = False) -> None:
        self._observation = observation
        self._proposer = PlayProposer(observation, arithmetic, hand_assumed=hand_assumed)
        self._arithmetic = arithmetic

    def chains(self, state: State) -> list[PlayChain]:
        """Return chains that begin in a state, the likeliest first; the empty chain is among them."""
        empty = self._chain((), state, 0.0)
        found = [empty]
        frontier = [(empty, 0.0)]
        while frontier and len(found) < MAX_CHAINS:
            frontier.sort(key=lambda one: -one[0].score)
            chain, log_prior = frontier.pop(0)
            for candidate in self._proposer.candidates(chain.state, chain.fit):
                longer = self._extended(chain, candidate.operation, log_prior + candidate.log_prior)
                if longer is None:
                    continue
                found.append(longer)
                free = isinstance(candidate.operation, Drawn | Passed)
                promising = not longer.fit.is_complete and (free or longer.fit.score > chain.fit.score)
                if promising and _count_plays(longer.operations) < MAX_PLAYS:
                    frontier.append((longer, log_prior + candidate.log_prior))
            unfinished = self._with_unfinished_play(chain, log_prior)
            if unfinished is not None:
                found.append(unfinished)
        return sorted(found, key=lambda one: (-one.score, len(one.operations)))

    def _chain(self, operations: tuple[Move, ...], state: State, log_prior: float) -> PlayChain:
        """Return a chain of operations with its score: its fit to the table, its prior, and a penalty for arrivals out of order."""
        fit = self._observation.fit(expected_table(state, hands_open=self._observation.hands_open))
        score = fit.score + log_prior + weights.ARRIVED_OUT_OF_ORDER * _arrivals_out_of_order(operations, fit)
        return PlayChain(operations, state, fit, score)

    def _extended(self, chain: PlayChain, operation: Move, log_prior: float) -> PlayChain | None:
        """Return the chain with one more operation; None where the rules do not allow it."""
        try:
            verify(chain.state, operation)
        except RuleBreakError:
            return None
        return self._chain((*chain.operations, operation), apply(chain.state, operation), log_prior)

    def _with_unfinished_play(self, chain: PlayChain, log_prior: float) -> PlayChain | None:
        """Return the chain with a play in progress, where cards of the hand lie on those they will take or join; None where none do."""
        state, proposer = chain.state, self._proposer
        if state.phase not in (Phase.PLAY, Phase.LAST):
            return None
        laid = {card: track for card, track in proposer.cards_out_of_hand(state, chain.fit) if track is not None}
        if not laid or sum(card.is_number for card in laid) > 1:
            return None
        hands_open = self._observation.hands_open
        fit = self._observation.fit(with_cards_in_centre(expected_table(state, hands_open=hands_open), laid))
        alone = all(len(proposer.heap(track)) == 1 for track in laid.values())
        may_take = not alone and self._may_become_take(chain, laid)
        seconds = min(track.still_seconds for track in laid.values())
        per_second = weights.UNFINISHED_TAKE_PER_SECOND if hands_open else weights.UNFINISHED_PLAY_PER_SECOND
        unfinished = weights.UNFINISHED_PLAY + seconds * per_second
        unfinished += weights.UNFINISHED_CARD_ALONE if alone else 0.0 if may_take else weights.UNFINISHED_BUILD
        heaps = {number for track in laid.values() for number in proposer.heap(track)}
        discards = [card for one in chain.operations if isinstance(one, Discarded) for card in one.cards]
        on_discards = sum(fit.matched[card].id in heaps for card in discards if card in fit.matched)
        score = fit.score + log_prior + unfinished + 2 * on_discards * weights.UNRELATED_CARDS_STACKED
        return PlayChain(chain.operations, state, fit, score, unfinished=True)

    def _may_become_take(self, chain: PlayChain, laid: dict[Card, TrackEvidence]) -> bool:
        """Return whether hands lie open and a laid number card can take what it lies on."""
        if not self._observation.hands_open:
            return False
        wilds = {track.id: card for card, track in laid.items() if card.is_wild}
        unseen = [card for card, track in self._proposer.cards_out_of_hand(chain.state, chain.fit) if card.is_wild and track is None]
        for card, track in laid.items():
            items = self._proposer.heap_items(chain.state, chain.fit, card, track, wilds) if card.is_number else None
            others = [item for item in items or () if item != card]
            if self._arithmetic.ways(card, others) or (unseen and self._arithmetic.ways(card, [*others, *unseen])):
                return True
        return False


def _arrivals_out_of_order(operations: Sequence[Move], fit: TableFit) -> int:
    """Return the number of operations with a card that arrived before one of an earlier operation."""
    count, latest = 0, -1.0
    for operation in operations:
        arrivals = [track.arrived for card, track in fit.matched.items() if lays_face_up(operation, card)]
        count += bool(arrivals) and min(arrivals) < latest
        latest = max([latest, *arrivals])
    return count


def lays_face_up(operation: Move, card: Card) -> bool:
    """Return whether an operation brings a card to a place where it lies face up."""
    match operation:
        case Drawn(_, cards) | Discarded(_, cards):
            return card in cards
        case Built(_, own, way):
            return card == own or (card.is_wild and card in flat_cards(way))
    return False


def chain_probabilities(chains: Sequence[PlayChain]) -> list[float]:
    """Return the probability of each chain; they add up to 1."""
    top = max(chain.score for chain in chains)
    parts = [math.exp(chain.score - top) for chain in chains]
    total = sum(parts)
    return [part / total for part in parts]


@dataclass(frozen=True)
class Revision:
    """Other operations than those decided last, which explain the table better.

    Attributes:
        undone: Number of operations to take back.
        operations: The operations in their place.
    """

    undone: int
    operations: tuple[Move, ...]


def find_revision(
    game: Game,
    observation: TableObservation,
    arithmetic: TakeArithmetic,
    best: PlayChain,
    *,
    fixed: int = 1,
    refused: AbstractSet[tuple[int, Move]] = frozenset(),
) -> Revision | None:
    """Return what should have been decided instead of the last operations; None where nothing explains the table much better.

    Args:
        game: As it was decided.
        observation: The tracks of this moment.
        arithmetic: Finds the take that cards make.
        best: The best chain that begins in the game's state.
        fixed: Number of first operations that stay, because a person confirmed the last of them.
        refused: Operations that a person took back, each with its number in the game.
    """
    search = ChainSearch(observation, arithmetic, hand_assumed=True)
    revision, best_score = None, best.score
    for back in range(1, min(MAX_UNDONE, len(game.operations) - max(1, fixed)) + 1):
        undone = game.operations[-back:]
        if isinstance(undone[0], Dealt | Challenged):
            break
        undone_prior = sum(_log_prior(operation) for operation in undone)
        for chain in search.chains(game.states[-1 - back]):
            same = _common_prefix(undone, chain.operations)
            score = chain.score - undone_prior - weights.MIN_REVISION_GAIN * max(1, _count_plays(undone[same:]))
            worse = score <= best_score or chain.fit.unexplained_score < weights.REVISION_SCORE
            if chain.unfinished or same == len(undone) or worse:
                continue
            first = len(game.operations) - back + same
            if any((first + n, operation) in refused for n, operation in enumerate(chain.operations[same:])):
                continue
            revision, best_score = Revision(back - same, chain.operations[same:]), score
    return revision


def _common_prefix(one: Sequence[Operation], other: Sequence[Move]) -> int:
    """Return the number of first operations that are the same in both."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same


def _count_plays(operations: Sequence[Operation]) -> int:
    """Return the number of operations that are neither draws nor passes."""
    return sum(not isinstance(operation, Drawn | Passed) for operation in operations)


def _log_prior(operation: Operation) -> float:
    """Return the log-probability of an operation before anything is seen."""
    return weights.DRAW if isinstance(operation, Drawn) else weights.PASS if isinstance(operation, Passed) else weights.PLAY


def describe_unexplained(fit: TableFit, evidence: TableEvidence, names: Sequence[str]) -> tuple[frozenset[object], str]:
    """Return what of a table no play explains.

    Args:
        fit: Of the best chain's table.
        evidence: What all looks add up to.
        names: Of the players.

    Returns:
        A key of what is unexplained, by which it is recognised, and a line for people; the line is empty where all is explained.
    """
    key: set[object] = {(str(card), place) for card, place in fit.missing}
    parts = [_gone_text(card, place, names) for card, place in fit.missing]
    for track in fit.unexplained:
        ranked = evidence.ranked_cards(track)
        name = str(ranked[0][0]) if ranked and ranked[0][1] > weights.MIN_READ_GAIN else UNREADABLE
        key.add((name, track.place))
        parts.append(_lies_text(name, track.place, names) if name != UNREADABLE else tr("{card} lies there", card=name))
    if not parts:
        return frozenset(key), tr("cards of the centre lie on each other as no play has laid them") if fit.stack_score else ""
    return frozenset(key), tr("{parts}; no play explains it", parts=and_list(parts[:MAX_REPORTED])) if key else ""


def _gone_text(card: Card, place: TablePlace, names: Sequence[str]) -> str:
    """Return that a card is gone from a place."""
    if place.player is None:
        return tr("the {card} is gone from the centre", card=card)
    return tr("the {card} is gone from the row of {name}", card=card, name=names[place.player])


def _lies_text(card: str, place: TablePlace, names: Sequence[str]) -> str:
    """Return that a card lies in a place."""
    if place.player is None:
        return tr("the {card} lies in the centre", card=card)
    return tr("the {card} lies in the row of {name}", card=card, name=names[place.player])
