"""Histories of a game that may be true: several live side by side until the snapshots of the table are sure of one."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar
from weakref import WeakKeyDictionary

from numero_cam.games.numero.engine import RuleBreakError
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.operations import Drawn, Operation
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.corrections import fill_in
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.known_pack import line_with_pack
from numero_cam.games.numero.watching.play_chains import ChainSearch, History, PlayChain, cards_played, count_plays, wild_discarder
from numero_cam.games.numero.watching.table_fit import TableObservation
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.shared.line import Line

MAX_HISTORIES = 8  #: Maximum number of histories that are followed from one snapshot to the next; the most probable ones are kept.
MAX_SCORE_GAP = 10.0  #: A history is given up if its score is lower than that of the best one by more than this.
MAX_SNAPSHOTS = 24  #: Maximum number of snapshots that can be explained anew.
MAX_CHAINS = 60  #: Maximum number of chains of the best history that are compared; of the second best half as many, and so on.
MAX_CHAINS_ANEW = 300  #: The same where the past is searched anew.
SNAPSHOT_SIGHTS = 2  #: Successive sights in which a table must lie the same for a snapshot: noise seldom lasts so long.
#: Seconds for which a table must lie the same for a snapshot where something is over its cards: a hand at work is sooner away.
COVERED_SNAPSHOT_SECONDS = 1.0

_Thing = TypeVar("_Thing")
Signature = frozenset[tuple[object, ...]]
Plays = Line[None, Operation]  #: Operations of a game apart from their states.
NOTHING_PLAYED = Plays.begin(None, lambda _state, _operation: None, lambda _state, _operation: None)


@dataclass(frozen=True)
class Snapshot:
    """The table as it lay for a while."""

    before: tuple[History, ...]  #: The histories that explain all earlier snapshots.
    evidence: TableEvidence  #: The table; its tracks keep learning their faces.
    told: History  #: The history that was told when the snapshot was taken.


class PlayProbabilities:
    """Probabilities of what was played, from all chains of all histories.

    Args:
        chains: At least one.
    """

    def __init__(self, chains: Sequence[PlayChain]) -> None:
        self.chains = chains
        self.best = max(chains, key=lambda chain: (chain.score, -len(chain.operations)))
        self._masses = [math.exp(chain.score - self.best.score) for chain in chains]
        self._total = sum(self._masses)

    @property
    def lines_with_plays(self) -> tuple[NumeroLine, ...]:
        """The games of the likeliest chains that have plays and leave nothing unexplained."""
        played = [chain for chain in self.chains if count_plays(chain.line.operations[1:]) and chain.fit.is_complete]
        return tuple(chain.line for chain in sorted(played, key=lambda chain: -chain.score)[:MAX_HISTORIES])

    def next_probabilities(self, told: NumeroLine) -> dict[Operation | None, float]:
        """Return the probability of each operation to follow those told, if they are right; None stands for no operation.

        Where the operations told are in doubt, the probabilities add up to that of their being right.
        """
        masses: dict[NumeroLine, float] = {}
        for following, _, mass in self._continuing(told):
            masses[following] = masses.get(following, 0.0) + mass
        doubted = self.score_with(told) < self.best.score - weights.MIN_DOUBT
        total = self._total if doubted else sum(masses.values())
        return {None if line is told else line.operation: mass / total for line, mass in masses.items()}

    def probability_of_now(self, told: NumeroLine, first: Operation) -> float:
        """Return how probable it is that the game stands now as the likeliest history says that goes on with an operation and others.

        No later sight tells histories apart that have come to the same hands and the same centre, so what was told before stands.

        Args:
            told: The operations told.
            first: The operation after them.

        Returns:
            The probability of all that was played since, taken together; 0 where nothing was played after the operation.
        """
        best = self.best_with(told.play(first))
        if best is None or best.line.depth <= told.depth + 1:
            return 0.0
        now = _now(best)
        alike = sum(mass for chain, mass in zip(self.chains, self._masses, strict=True) if _now(chain) == now)
        return alike / self._total

    def best_with(self, told: NumeroLine) -> PlayChain | None:
        """Return the best chain that begins with these operations; None where there is none."""
        return max((chain for _, chain, _ in self._continuing(told)), key=lambda chain: chain.score, default=None)

    def score_with(self, told: NumeroLine) -> float:
        """Return the score of the best chain that begins with these operations; minus infinity where there is none."""
        best = self.best_with(told)
        return -math.inf if best is None else best.score

    def worth_telling_instead(self, told: NumeroLine, fixed: int) -> NumeroLine | None:
        """Return the line of the likeliest history that is likelier than what is told by enough for each play that changes.

        Args:
            told: The operations told.
            fixed: Number of first operations that may not go.

        Returns:
            None where there is no such history.
        """
        least = self.score_with(told) + weights.MIN_REVISION_GAIN
        for chain in sorted(self.chains, key=lambda chain: -chain.score):
            common = told.meet(chain.line).depth
            gain = chain.score - self.score_with(told.up(common + 1))
            if chain.score < least:
                return None
            instead = chain.line.after(common)
            changed = [operation for operation in told.after(common) if operation not in instead]
            if fixed <= common < told.depth and gain >= weights.MIN_REVISION_GAIN * max(1, count_plays(changed)):
                return chain.line
        return None

    def _continuing(self, told: NumeroLine) -> Iterator[tuple[NumeroLine, PlayChain, float]]:
        """Yield the chains that begin with the operations told, each with the line of its next operation, or that told, and its mass."""
        for chain, mass in zip(self.chains, self._masses, strict=True):
            if chain.line.begins_with(told):
                yield chain.line.up(told.depth + 1), chain, mass


class Histories:
    """Follows the histories that may be true from snapshot to snapshot.

    A snapshot is taken when the table has lain the same for `SNAPSHOT_SIGHTS` sights and then changes, or lies still and no history has
    what was told meanwhile. So each history pays for what was seen at any time, not only for what lies there now.

    Args:
        arithmetic: Finds the take that cards make.
        hands_open: Whether hands lie open.
    """

    def __init__(self, arithmetic: TakeArithmetic, *, hands_open: bool) -> None:
        self._arithmetic = arithmetic
        self._hands_open = hands_open
        self._beam: tuple[History, ...] = ()
        self._snapshots: deque[Snapshot] = deque(maxlen=MAX_SNAPSHOTS)
        self._signature: Signature = frozenset()
        self._sights = 0
        self._since = 0.0
        self._is_covered = False
        self._frozen: TableEvidence | None = None
        self._told: NumeroLine  #: What is told at this moment; each look sets it.
        self._plays: WeakKeyDictionary[NumeroLine, Plays] = WeakKeyDictionary()
        self._refused: set[tuple[int, Operation]] = set()

    def begin(self, histories: Iterable[History]) -> None:
        """Forget all histories but these."""
        self._beam = tuple(histories)
        self._snapshots.clear()
        self._sights, self._frozen = 0, None

    def fill_in(self, told: NumeroLine, player: int | None, card: Card) -> None:
        """Make a card known that was dealt or drawn unseen; histories that have no such card stay: there it is another card.

        Args:
            told: The game that is told, in which the card is known.
            player: Index of the player in whose hand the card is; None for the centre.
            card: The card.
        """
        filled = [replace(history, line=fill_in(history.line, player, card) or history.line) for history in self._beam]
        self.begin(filled or [History(told)])

    def take_pack(self, told: History) -> None:
        """Go on with the pack of another beginning of the game; histories that have cards which it lacks are given up."""
        root = told.line.up(0)
        pack = root.state.options.pack()

        def again(histories: Iterable[History]) -> tuple[History, ...]:
            lines = [(history, line_with_pack(history.line, root)) for history in histories]
            return tuple(replace(history, line=line) for history, line in lines if line is not None)

        self._beam = again(self._beam)
        snapshots = [(one, again(one.before), again((one.told,))) for one in self._snapshots]
        self._snapshots = deque((replace(one, before=b, told=t[0]) for one, b, t in snapshots if b and t), MAX_SNAPSHOTS)
        for evidence in (*(one.evidence for one in self._snapshots), *([self._frozen] if self._frozen else [])):
            evidence.know(pack)
        if not any(told.line.begins_with(one.line) or one.line.begins_with(told.line) for one in self._beam):
            self.begin((told,))

    def refuse(self, k: int, operation: Operation) -> None:
        """Give up all histories that will have an operation, which a person took back, as number `k` from 0."""
        self._refused.add((k, operation))

    def refuses(self, line: NumeroLine, told: NumeroLine) -> bool:
        """Return whether a line has an operation that a person took back, and that the line that is told has not."""
        return any(_has(line, k, operation) and not _has(told, k, operation) for k, operation in self._refused)

    def forget_track(self, number: int) -> None:
        """Forget all that snapshots showed of a track, because it is no card."""
        self._beam = _without_track(self._beam, number)
        self._snapshots = deque((replace(one, before=_without_track(one.before, number)) for one in self._snapshots), MAX_SNAPSHOTS)
        for evidence in (*(one.evidence for one in self._snapshots), *([self._frozen] if self._frozen else [])):
            evidence.tracks.pop(number, None)

    def see(self, evidence: TableEvidence, told: History) -> bool:
        """Note a sight, and take a snapshot of the table as it lay before if it has changed, or if something was told since.

        A table that lies still is looked at in its 2nd, 4th, 8th, 16th sight and so on: its faces are read better with time, and copies of
        it cost time.

        Args:
            evidence: With the newest sight.
            told: The history that is told; it is never given up.

        Returns:
            Whether the table lies otherwise than in the last sight.
        """
        self._told = told.line
        signature = _signature_of(evidence)
        changed = signature != self._signature
        if changed:
            covered = evidence.t - self._since < COVERED_SNAPSHOT_SECONDS and self._is_covered
            if self._sights >= SNAPSHOT_SIGHTS and not covered:
                self._keep_snapshot(evidence, told)
            self._signature, self._sights, self._frozen, self._since = signature, 0, None, evidence.t
        self._sights += 1
        lying = [track for track in evidence.tracks.values() if track.present and not track.face_down]
        self._is_covered = any(track.unclear or track.place in evidence.busy for track in lying)
        if self._sights >= SNAPSHOT_SIGHTS and not self._sights & (self._sights - 1):
            told_later = not any(history.line.begins_with(told.line) for history in self._beam)
            if (told_later or not self._snapshots) and self._sights > SNAPSHOT_SIGHTS and not self._is_covered:
                self._keep_snapshot(evidence, told)
            self._frozen = evidence.frozen()
        return changed

    def _keep_snapshot(self, now: TableEvidence, told: History) -> None:
        """Keep the table as it lay, and go on with the histories that explain it."""
        if self._frozen is None:
            return
        self._frozen.smooth(now)
        self._snapshots.append(Snapshot(self._beam, self._frozen, told))
        past = TableObservation(self._frozen, hands_open=self._hands_open)
        self._beam = self._survivors(self._continued(self._beam, past, told))
        self._frozen = None

    def outlook(self, observation: TableObservation, told: History) -> PlayProbabilities:
        """Return how probable each continuation of each history is.

        Args:
            observation: The tracks of this moment.
            told: The history that is told; it is among those that are continued.
        """
        self._told = told.line
        return PlayProbabilities(self._continued(self._beam, observation, told))

    def explain_anew(self, observation: TableObservation, told: History) -> PlayProbabilities:
        """Search all snapshots anew, with what is known now of their cards, and return the outlook.

        Args:
            observation: The tracks of this moment.
            told: The history that is told.
        """
        self._told = told.line
        if self._snapshots:
            beam = self._snapshots[0].before
            for number, snapshot in enumerate(self._snapshots):
                self._snapshots[number] = replace(snapshot, before=beam)
                snapshot.evidence.smooth(observation.evidence)
                past = TableObservation(snapshot.evidence, hands_open=self._hands_open)
                beam = self._survivors(self._continued(beam, past, snapshot.told, anew=True))
            self._beam = beam
        return PlayProbabilities(self._continued(self._beam, observation, told, anew=True))

    def _continued(self, beam: tuple[History, ...], observation: TableObservation, told: History, *, anew: bool = False) -> list[PlayChain]:
        """Return the chains that continue histories, and the one that is told where it is among none of them."""
        beam = tuple(_in_told_order(history, told.line) for history in beam)
        search = ChainSearch(observation, self._arithmetic, anew=anew)
        limit = MAX_CHAINS_ANEW if anew else MAX_CHAINS
        chains: list[PlayChain] = []
        best = -math.inf
        for rank, empty in enumerate(sorted(map(search.empty_chain, beam), key=lambda chain: -chain.hope), 1):
            hopeless = empty.hope < best - MAX_SCORE_GAP
            chains += [empty] if hopeless else search.chains(empty, limit // rank)
            best = max(best, *(chain.score for chain in chains))
        if not any(chain.line.begins_with(told.line) for chain in chains):
            chains += [chain for empty in map(search.empty_chain, _up_to(told, beam)) for chain in search.chains(empty, limit)]
        return self._distinct(chain for chain in chains if not self._is_refused(chain))

    def _distinct(self, chains: Iterable[PlayChain]) -> list[PlayChain]:
        """Return the best of all chains that come to the same: they differ only in when which of the cards in a hand was drawn.

        The history that is told stands for its like.
        """
        best: dict[object, tuple[bool, float, PlayChain]] = {}
        for chain in chains:
            alike = self._without_draws(chain.line), _hands_as_seen(chain), chain.laid, chain.state.phase, chain.state.lost
            rank = chain.line.begins_with(self._told), chain.score, chain
            if alike not in best or rank[:2] > best[alike][:2]:
                best[alike] = rank
        return [chain for _, _, chain in best.values()]

    def _without_draws(self, line: NumeroLine) -> "Plays":
        """Return the operations of a line but for its draws; where they are equal, it is the same object."""
        new = []
        while line.depth and line not in self._plays:
            new.append(line)
            line = line.parent
        plays = self._plays[line] if line.depth else NOTHING_PLAYED
        for one in reversed(new):
            plays = self._plays[one] = plays if isinstance(one.operation, Drawn) else plays.play(one.operation)
        return plays

    def _survivors(self, chains: Sequence[PlayChain]) -> tuple[History, ...]:
        """Return the most probable histories to which chains lead, and the one that is told."""
        best: dict[NumeroLine, PlayChain] = {}
        for chain in chains:
            if chain.line not in best or chain.score > best[chain.line].score:
                best[chain.line] = chain
        ranked = sorted(best.items(), key=lambda one: -one[1].standing)
        top = ranked[0][1].standing
        kept = [one for one in ranked[:MAX_HISTORIES] if one[1].standing >= top - MAX_SCORE_GAP]
        as_told = max(ranked, key=lambda one: (common := one[0].meet(self._told).depth, common - one[0].depth))
        if as_told not in kept:
            kept.append(as_told)
        return tuple(chain.history.longer(chain) for _, chain in kept)

    def _is_refused(self, chain: PlayChain) -> bool:
        """Return whether a chain has an operation that a person took back."""
        if not self._refused:
            return False
        first = chain.line.meet(chain.history.line).depth  # a larger take stands in place of the last operation of the history
        return any((first + n, operation) in self._refused for n, operation in enumerate(chain.line.after(first)))


def _in_told_order(history: History, told: NumeroLine) -> History:
    """Return a history with the wild cards that a player discards one after the other in the order in which they were told.

    Every order leads to the same game.
    """
    common = history.line.meet(told)
    operations = list(history.line.after(common.depth))
    for n, one in enumerate(told.after(common.depth)[: len(operations)]):
        later = n
        while later < len(operations) and wild_discarder(operations[later]) == wild_discarder(one) is not None:
            later += 1
        if one not in operations[n:later]:
            break
        operations.insert(n, operations.pop(operations.index(one, n, later)))
    try:
        return replace(history, line=common.play_all(operations))
    except RuleBreakError:  # a card that nobody had seen ends the turn in that order
        return history


def _has(line: NumeroLine, k: int, operation: Operation) -> bool:
    return line.depth > k and line.up(k + 1).operation == operation


def _without_track(histories: tuple[History, ...], number: int) -> tuple[History, ...]:
    """Return histories with no score of a track."""

    def left(scores: Mapping[_Thing, float]) -> dict[_Thing, float]:
        return {thing: score for thing, score in scores.items() if thing != number}

    return tuple(replace(one, identity=left(one.identity), residue=left(one.residue)) for one in histories)


def _up_to(told: History, beam: tuple[History, ...]) -> list[History]:
    """Return the history that is told, continued from the longest one of which it is a continuation; none where it is of none.

    Cards may be drawn and played again between two snapshots: then nothing that lies there tells which they were.
    """
    begun = [history for history in beam if told.line.begins_with(history.line)]
    if not begun:
        return []
    history = max(begun, key=lambda one: (one.line.depth, one.score))
    later = told.line.after(history.line.depth)
    plays = count_plays(later)
    prior = history.log_prior + plays * weights.PLAY + (len(later) - plays) * weights.DRAW
    laid = history.laid - frozenset[Card]().union(*map(cards_played, later))
    return [replace(history, line=told.line, log_prior=prior, laid=laid)]


def _now(chain: PlayChain) -> tuple[object, ...]:
    """Return what can be seen of the game after a chain, now and later."""
    return frozenset(chain.state.centre), chain.state.phase, chain.state.player, chain.state.lost, chain.laid, _hands_as_seen(chain)


def _hands_as_seen(chain: PlayChain) -> tuple[frozenset[Card], ...]:
    """Return the cards of each hand, those included that nobody has named and that are seen in its row."""
    hands = [set(seat.hand) for seat in chain.state.seats]
    for track in chain.fit.unidentified:
        if track.place.player is not None and track.face.likeliest is not None:
            hands[track.place.player].add(track.face.likeliest)
    return tuple(map(frozenset, hands))


def _signature_of(evidence: TableEvidence) -> Signature:
    """Return where the face-up tracks lie and which are covered, by which a table that lies the same is recognised.

    A track that a single sight lacks lies there still, and one that a single sight has does not lie there yet.
    """
    return frozenset((track.id, track.place, track.below, track.unclear) for track in evidence.tracks.values() if evidence.is_there(track))
