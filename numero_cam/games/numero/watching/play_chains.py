"""Which chains of plays may continue a history, how well they explain the table, and what no play explains."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from numero_cam.games.numero.engine import Phase, RuleBreakError, State
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.operations import Built, Discarded, Drawn, Operation, Passed, Taken
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.calculation import flat_cards
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.corrections import fill_in
from numero_cam.games.numero.watching.evidence import CENTRE, STOCK
from numero_cam.games.numero.watching.play_candidates import PlayCandidate, PlayProposer
from numero_cam.games.numero.watching.table_fit import (
    Residue,
    TableFit,
    TableObservation,
    expected_table,
    is_surely_read,
    with_cards_in_centre,
)
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.shared.sight import TablePlace

MAX_PLAYS = 3  #: Maximum number of plays in a chain; draws and passes between them do not count.
MAX_PLAYS_ANEW = 6  #: The same where the past is searched anew.


@dataclass(frozen=True)
class History:
    """What was played up to a snapshot of the table, and how well it explains all snapshots up to that one.

    What the snapshots show of one thing is counted once: of a track that is a card the newest, of a thing that is not explained the worst.
    A card that was missed and lies again where it lay costs nothing any more, and one that a later play moves no more than one under a
    hand: that play was in progress.
    """

    line: NumeroLine  #: From the first operation of the game on.
    log_prior: float = 0.0  #: Natural logarithm of the probability of its newest operations, up to a constant that all histories share.
    identity: Mapping[int, float] = field(default_factory=dict)  #: Score of each track that was a card of a table, by its id.
    residue: Mapping[Residue, float] = field(default_factory=dict)  #: Score of each thing that a table did not explain.
    used: frozenset[int] = frozenset()  #: With hidden hands, ids of shown tracks that belong to its plays.
    laid: frozenset[Card] = frozenset()  #: Cards of a play that was not finished at the newest snapshot.
    unfinished: float = 0.0  #: Log-probability of such a play for as long as it lay there; 0 where there was none.

    @cached_property
    def score(self) -> float:
        """Natural logarithm of its probability, up to a constant that all histories share."""
        return self.log_prior + sum(self.identity.values()) + sum(self.residue.values())

    def longer(self, chain: "PlayChain") -> "History":
        """Return the history that a chain continues to."""
        fit = chain.fit
        paid = {thing: score for thing, score in self.residue.items() if not fit.has_back(thing)}
        residue = {**paid, **chain.late, **{thing: min(score, self.residue.get(thing, 0.0)) for thing, score in chain.residue.items()}}
        log_prior = self.log_prior + chain.log_prior + chain.unfinished_more
        identity = {**self.identity, **fit.identity}
        return History(chain.line, log_prior, identity, residue, chain.used, chain.laid, chain.unfinished_worst)


@dataclass(frozen=True)
class PlayChain:
    """Successive operations after a history, and how well the table after them explains what is seen."""

    history: History  #: What was played before.
    line: NumeroLine  #: The history with more operations, or as it is.
    fit: TableFit  #: Of the table of its state.
    log_prior: float  #: Natural logarithm of their probability before the table is looked at.
    used: frozenset[int] = frozenset()  #: With hidden hands, ids of shown tracks that belong to plays of the history and the chain.
    #: With hidden hands, score of each track that a player showed and turned over without a play.
    turned_over: Mapping[Residue, float] = field(default_factory=dict)
    laid: frozenset[Card] = frozenset()  #: Cards of a further play that the player is in the middle of; empty where all plays are finished.
    unfinished: float = 0.0  #: Log-probability of such a play; 0 where there is none.
    #: Log-probability that a player who has discarded a wild card has not gone on for so long. It is counted as of this moment.
    waiting: float = 0.0

    @property
    def state(self) -> State:
        """The state after the chain."""
        return self.line.state

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Operations after the history; may be empty."""
        return self.line.after(self.history.line.depth)

    @cached_property
    def residue(self) -> Mapping[Residue, float]:
        """Score of each thing that the chain does not explain."""
        return {**self.fit.residue, **self.turned_over} if self.turned_over else self.fit.residue

    @cached_property
    def late(self) -> Mapping[Residue, float]:
        """Score of each card that the history missed, and that a play of the chain moves: it was in the air then."""
        paid = self.history.residue
        moved = frozenset[Card]().union(*map(cards_played, self.operations)) if paid else frozenset[Card]()
        return {
            thing: max(score, weights.HIDDEN_BY_HAND)
            for thing, score in paid.items()
            if isinstance(thing, tuple) and thing[0] in moved and thing not in self.residue and not self.fit.has_back(thing)
        }

    @cached_property
    def unexplained_more(self) -> float:
        """Score of all that the chain does not explain, less what the history has paid for it."""
        paid = self.history.residue
        more = sum(min(0.0, score - paid.get(thing, 0.0)) for thing, score in self.residue.items())
        back = sum(score for thing, score in paid.items() if self.fit.has_back(thing))
        return more - back + sum(score - paid[thing] for thing, score in self.late.items())

    @property
    def leaves_much(self) -> bool:
        """Whether the table after the chain leaves much of what is seen unexplained."""
        return self.fit.unexplained_score <= weights.REVISION_SCORE

    @property
    def hope(self) -> float:
        """What the score would be if other operations explained all that is not explained yet, also what the history has paid for."""
        missed = sum(min(0.0, score - weights.HIDDEN_BY_HAND) for thing, score in self.history.residue.items() if isinstance(thing, tuple))
        return self.standing - self.unexplained_more - self.log_prior - self.unfinished_more - self.waiting - missed

    @property
    def standing(self) -> float:
        """The score but for cards that are being drawn: until the draw is over, the history before it must live."""
        return self.score - weights.DRAWN_NOT_YET * len(self.fit.arriving)

    @property
    def unfinished_more(self) -> float:
        """`unfinished` less what the history has paid for the same cards."""
        if not self.laid & self.history.laid or self.operations:
            return self.unfinished
        return min(0.0, self.unfinished - self.history.unfinished)

    @property
    def unfinished_worst(self) -> float:
        """`unfinished`, or what the history has paid for the same cards if that is less."""
        return self.unfinished + min(0.0, self.history.unfinished - self.unfinished) if self.laid & self.history.laid else self.unfinished

    @cached_property
    def score(self) -> float:
        """Natural logarithm of the probability of history and chain, up to a constant that all chains share."""
        identity = self.history.identity
        known = sum(score - identity.get(track, 0.0) for track, score in self.fit.identity.items())
        return self.history.score + known + self.unexplained_more + self.log_prior + self.unfinished_more + self.waiting


class ChainSearch:
    """Searches for chains of plays, the most promising chain first.

    Args:
        observation: The tracks of this moment.
        arithmetic: Finds the take that cards make.
        anew: Whether the past is searched anew: then a hand is known to have been at the table, even where none was seen, and chains may
            be longer.
    """

    def __init__(self, observation: TableObservation, arithmetic: TakeArithmetic, *, anew: bool = False) -> None:
        self._observation = observation
        self._proposer = PlayProposer(observation, arithmetic, hand_assumed=anew)
        self._max_plays = MAX_PLAYS_ANEW if anew else MAX_PLAYS
        self._arithmetic = arithmetic

    def empty_chain(self, history: History) -> PlayChain:
        """Return the chain without operations."""
        empty = self._chain(history, history.line, 0.0, history.used)
        return replace(empty, log_prior=weights.LAID_CARD_PUT_BACK) if history.laid else empty

    def chains(self, empty: PlayChain, limit: int) -> list[PlayChain]:
        """Return chains that continue an empty one, about `limit` at most, and the empty one itself."""
        found = [empty]
        frontier = [replace(empty, log_prior=0.0)]
        for other in (*self._with_more_taken(empty), *self._with_centre_named(empty)):
            found.append(other)
            frontier.append(other)
        while frontier and len(found) < limit:
            frontier.sort(key=lambda one: -one.score)
            chain = frontier.pop(0)
            for candidate in self._proposer.candidates(chain.state, chain.fit, chain.used, chain.line.operation):
                longer = self._extended(chain, candidate)
                if longer is None:
                    continue
                found.append(longer)
                free = isinstance(candidate.operation, Drawn | Passed) or _is_unseen_discard(longer)
                promising = not longer.fit.is_complete and (free or longer.fit.score > chain.fit.score)
                if promising and _count_turns(longer.operations) < self._max_plays:
                    frontier.append(longer)
            unfinished = self._with_unfinished_play(chain)
            if unfinished is not None:
                found.append(unfinished)
        return found

    def _with_more_taken(self, empty: PlayChain) -> Iterator[PlayChain]:
        """Yield the history with a larger take at its end, which has what is gone since, too, if it ends in one.

        With hidden hands a player shows what was taken. After the end all that lies there is collected.
        """
        line, is_over = empty.line, empty.state.phase is Phase.OVER
        if is_over or empty.history.laid or not self._observation.hands_open or not isinstance(line.operation, Taken):
            return
        larger = self._proposer.take_of_more(line.parent.state, line.operation, empty.fit)
        if larger is not None:
            with suppress(RuleBreakError):
                yield self._chain(empty.history, line.parent.play(larger.operation), larger.log_prior, empty.used)

    def _with_centre_named(self, empty: PlayChain) -> Iterator[PlayChain]:
        """Yield the history with a card named that was dealt to the centre unseen, once for each number with which it may be taken now."""
        for card, log_prior in self._proposer.taken_unseen(empty.state, empty.fit):
            if line := fill_in(empty.line, None, card):
                yield self._chain(replace(empty.history, line=line), line, log_prior, empty.used)

    def _chain(self, history: History, line: NumeroLine, log_prior: float, used: frozenset[int]) -> PlayChain:
        fit = self._observation.fit(expected_table(line.state, hands_open=self._observation.hands_open))
        return PlayChain(history, line, fit, log_prior, used, self._turned_over(used), waiting=self._waiting(line.operation, fit))

    def _waiting(self, last: Operation, fit: TableFit) -> float:
        """Return the log-probability that the player of the last operation, if it is a wild discard, has not gone on since."""
        discarded = last.cards if isinstance(last, Discarded) and wild_discarder(last) is not None else ()
        seconds = max((fit.matched[card].still_seconds for card in discarded if card in fit.matched), default=0.0)
        return max(seconds * weights.UNFINISHED_TAKE_PER_SECOND, weights.UNFINISHED_LONG)

    def _turned_over(self, used: frozenset[int]) -> Mapping[Residue, float]:
        """Return the score of each track that a player with a hidden hand showed and turned over, if it belongs to no play."""
        if self._observation.hands_open:
            return {}
        tracks = (track for player in self._observation.evidence.shown for track in self._proposer.shown_tracks(player, used))
        return {track.id: _false_score(track) for track in tracks if track.sights_missed > 1 and track.face.looks > 1}

    def _extended(self, chain: PlayChain, candidate: PlayCandidate) -> PlayChain | None:
        """Return the chain with one more operation; None where the rules do not allow it."""
        operation, history = candidate.operation, chain.history
        try:
            line = chain.line.play(operation)
        except RuleBreakError:
            return None
        log_prior, used = chain.log_prior + candidate.log_prior, chain.used
        is_play = not isinstance(operation, Drawn | Passed)
        if is_play and not self._observation.hands_open:
            shown = [track for track in self._proposer.shown_tracks(operation.player, used) if not track.present]
            used |= {track.id for track in shown}
            log_prior += 0.0 if isinstance(operation, Taken) else sum(map(_false_score, shown))
        if is_play and history.laid and not count_plays(chain.operations) and not history.laid & cards_played(operation):
            log_prior += weights.LAID_CARD_PUT_BACK
        longer = self._chain(history, line, log_prior, used)
        if _is_in_other_order(longer):
            return None
        out_of_order = self._out_of_order(longer.operations, longer.fit) - self._out_of_order(chain.operations, longer.fit)
        return replace(longer, log_prior=log_prior + weights.ARRIVED_OUT_OF_ORDER * out_of_order)

    def _out_of_order(self, operations: Sequence[Operation], fit: TableFit) -> int:
        """Return the number of operations with a card that moved before one of an earlier operation."""
        count, latest = 0, -1.0
        for operation in operations:
            moved = self._moved(operation, fit)
            count += bool(moved) and min(until for _, until in moved) < latest
            latest = max([latest, *(since for since, _ in moved)])
        return count

    def _moved(self, operation: Operation, fit: TableFit) -> list[tuple[float, float]]:
        """Return for each card of an operation of which it can be told the seconds between which it came to its place, or left the row.

        Of a build only the number card of the hand counts: its wild cards may have lain in the centre before.
        """
        player: int | None = None
        own: Sequence[Card] = ()
        match operation:
            case Taken(player, card) | Built(player, card):
                own = (card,)
            case Discarded(player, own):
                pass
        row = TablePlace("row", player)
        hands_open = self._observation.hands_open
        moved = [span for card in own if hands_open and (span := self._observation.left_row(card, row)) is not None]
        laid = own if isinstance(operation, Built) else [card for card in fit.matched if lays_face_up(operation, card)]
        return moved or [(fit.matched[card].arrived,) * 2 for card in laid if card in fit.matched]

    def _with_unfinished_play(self, chain: PlayChain) -> PlayChain | None:
        """Return the chain with a play in progress, where cards of the hand lie on those they will take or join; None where none do."""
        state, proposer = chain.state, self._proposer
        if state.phase not in (Phase.PLAY, Phase.LAST):
            return None
        laid = {card: track for card, track in proposer.cards_out_of_hand(state, chain.fit) if track is not None}
        if not laid or sum(card.is_number for card in laid) > 1:
            return None
        hands_open = self._observation.hands_open
        fit = self._observation.fit(with_cards_in_centre(expected_table(state, hands_open=hands_open), laid))
        alone = sum(len(proposer.heap(track)) == 1 for track in laid.values())
        may_take = alone < len(laid) and self._may_become_take(chain, laid)
        seconds = min(track.still_seconds for track in laid.values())
        if not hands_open and self._observation.evidence.has_taken_cards_shown(state.player, state):
            seconds, alone, may_take = 0.0, 0, True  # the take goes on, and what it leaves in the centre lies apart now
        per_second = weights.UNFINISHED_TAKE_PER_SECOND if hands_open else weights.UNFINISHED_PLAY_PER_SECOND
        unfinished = weights.UNFINISHED_PLAY + max(seconds * per_second, weights.UNFINISHED_LONG)
        unfinished += alone * weights.UNFINISHED_CARD_ALONE
        unfinished += 0.0 if may_take or alone == len(laid) else weights.UNFINISHED_BUILD
        evidence = self._observation.evidence
        if evidence.hand_seen_at.get(STOCK, -1.0) > min(track.arrived for track in laid.values()):
            unfinished += weights.UNFINISHED_AND_DRAWN
        heaps = {number for track in laid.values() for number in proposer.heap(track)}
        discards = [card for one in chain.operations if isinstance(one, Discarded) for card in one.cards]
        on_discards = sum(fit.matched[card].id in heaps for card in discards if card in fit.matched)
        unfinished += 2 * on_discards * weights.UNRELATED_CARDS_STACKED
        return replace(chain, fit=fit, laid=frozenset(laid), unfinished=unfinished)

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


def _false_score(shown: TrackEvidence) -> float:
    """Return the log-probability that a track which a player with a hidden hand showed was no card."""
    return weights.FALSE_TRACK_READ if is_surely_read(shown) else weights.FALSE_TRACK


def _is_unseen_discard(chain: PlayChain) -> bool:
    """Return whether the last operation discards a card that is not seen in the centre: a take may show it later."""
    last = chain.operations[-1]
    return isinstance(last, Discarded) and (last.cards[0], CENTRE) in chain.fit.missing


def wild_discarder(operation: Operation | None) -> int | None:
    """Return the index of the player who discards a wild card with an operation, and whose turn goes on; None where it is another one."""
    match operation:
        case Discarded(player, (card,)) if card.is_wild:
            return player
    return None


def _count_turns(operations: Sequence[Operation]) -> int:
    """Return the number of plays, with the wild cards that a player discards one after the other as one."""
    discarders = map(wild_discarder, operations)
    return count_plays(operations) - sum(one is not None and one == before for before, one in pairwise(discarders))


def _is_in_other_order(chain: PlayChain) -> bool:
    """Return whether the last two operations discard wild cards of one player in another order than that in which they came to lie there.

    Each order leads to the same table; one of them is enough.
    """
    cards = [one.cards[0] for one in chain.operations[-2:] if isinstance(one, Discarded)]
    discarders = set(map(wild_discarder, chain.operations[-2:]))
    tracks = [chain.fit.matched[card] for card in cards if card in chain.fit.matched]
    if len(tracks) < 2 or len(discarders) > 1 or None in discarders:
        return False
    return (tracks[0].arrived, tracks[0].id) > (tracks[1].arrived, tracks[1].id)


def lays_face_up(operation: Operation, card: Card) -> bool:
    """Return whether an operation brings a card to a place where it lies face up."""
    match operation:
        case Drawn(_, cards) | Discarded(_, cards):
            return card in cards
        case Built(_, own, way):
            return card == own or (card.is_wild and card in flat_cards(way))
    return False


def cards_played(operation: Operation) -> frozenset[Card]:
    """Return the cards that a play moves."""
    match operation:
        case Taken(_, card, ways):
            return frozenset((card, *(one for way in ways for one in flat_cards(way))))
        case Built(_, card, way):
            return frozenset((card, *flat_cards(way)))
        case Discarded(_, cards):
            return frozenset(cards)
    return frozenset()


def count_plays(operations: Sequence[Operation]) -> int:
    """Return the number of operations other than draws and passes."""
    return sum(not isinstance(operation, Drawn | Passed) for operation in operations)
