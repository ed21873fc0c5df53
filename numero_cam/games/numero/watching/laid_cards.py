"""How a card that was told to be laid in the centre is seen to lie there: as it was told, otherwise, or never."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import Game, RuleBreakError, State
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.operations import Built, Discarded, Found, Operation
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.watching.corrections import CorrectedGame
from numero_cam.games.numero.watching.deal_finder import items_of_heap
from numero_cam.games.numero.watching.evidence import CENTRE, STOCK, TableEvidence
from numero_cam.games.numero.watching.play_candidates import PlayProposer
from numero_cam.games.numero.watching.table_fit import TableFit, TableObservation, expected_table, item_with_card
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic
from numero_cam.games.numero.watching.track_evidence import TrackEvidence

MIN_SIGHTS_OTHERWISE = 4  #: A play is told anew if so many sights had its card lie otherwise than it was told.
#: A card that so many sights had lie alone was discarded: if it lies on others when its player has drawn, it was pushed there.
MIN_SIGHTS_ALONE = 8
#: A discard is told as a build if this many times as many sights had its card lie on others as alone: cards are pushed together.
MIN_TIMES_TOGETHER = 2.0
#: A build is told without some of its cards, or as a discard, if this many times as many sights had its card lie without them as with them:
#: nobody takes builds apart.
MIN_TIMES_APART = 0.5
UNSEEN_SECONDS = 5.0  #: Seconds after which people are told that nobody has seen how a card lies.


@dataclass
class LaidCard:
    """What sights showed of a card that a told play laid."""

    operation: Operation  #: The play, or the table as it lay when the game began.
    card: Card  #: The card.
    others: frozenset[Card]  #: The cards with which it was told to lie; none where it lies alone.
    since: float  #: Second at which it was told.
    #: Number of sights that had the card lie with each set of other cards. Sights before the play was told count as told.
    seen: Counter[frozenset[Card]] = field(default_factory=Counter)
    was_seen: bool = False  #: Whether a sight had it lie as the play laid it, though something may rest over the centre.
    is_told: bool = False  #: Whether people were told that nobody has seen it so.


class LaidCards:
    """Watches the cards that told discards and builds laid, and builds that lay there already, until another play uses them.

    Args:
        arithmetic: Finds the take that cards make.
        known: Number of operations before the watching, whose cards somebody else saw.
    """

    def __init__(self, arithmetic: TakeArithmetic, known: int) -> None:
        self._arithmetic, self._known = arithmetic, known
        self._laid: dict[tuple[int, Card], LaidCard] = {}  # by the index of the play, and the card

    def look(self, observation: TableObservation, game: Game, first: int) -> str:
        """Note how the laid cards lie.

        Args:
            observation: The tracks of this moment.
            game: The game that is told.
            first: Index of the first operation that no person said.

        Returns:
            A line for people about cards that nobody has seen since they were laid; empty where there are none.
        """
        fit = observation.fit(expected_table(game.state, hands_open=observation.hands_open))
        operations = game.operations
        self._laid = {thing: one for thing, one in self._laid.items() if operations[thing[0] : thing[0] + 1] == (one.operation,)}
        begun = max(first if first > 1 else 0, self._known)  # how the game begins nobody said either
        lines = [*game.line.back_to(begun)][::-1]
        unseen = [str(card) for line in lines for card in _cards_laid(line.operation) if self._note(line, card, observation, game, fit)]
        if not unseen:
            return ""
        return tr("nobody has seen {cards} lie in the middle as that was told; if it was another play, say which", cards=and_list(unseen))

    def _note(self, line: NumeroLine, card: Card, observation: TableObservation, game: Game, fit: TableFit) -> bool:
        """Note how one card lies that the last operation of a line laid; return whether people are to be told that nobody has seen it."""
        operation, laid = line.operation, item_with_card(line.state, card)
        lies = laid is not None and item_with_card(game.state, card) == laid
        track = fit.matched.get(card)
        clear = _is_clear(track) and CENTRE not in observation.evidence.worked_at
        one = self._laid.get((line.depth - 1, card))
        if one is None:
            others = frozenset(cards_of(laid)) - {card} if laid is not None else frozenset[Card]()
            one = self._laid[line.depth - 1, card] = LaidCard(operation, card, others, observation.evidence.t)
            # A card that is not seen may have lain there, and have gone since the play was told.
            before = _sights_before(card, others, observation.evidence) if track is None else (track.sights_seen - 1) * clear
            one.seen[others] += min(MIN_SIGHTS_OTHERWISE, before)
        one.was_seen |= lies and _lies_as_told(one, track, observation, fit)
        if lies and track is not None and clear and all(_is_clear(fit.matched.get(other)) for other in one.others):
            drawn = observation.evidence.hand_seen_at.get(STOCK, -1.0) > one.since
            goes_on = line is game.line and not drawn
            joined = _wilds_joined(operation, track, observation, fit, game.state) if goes_on else frozenset[Card]()
            lying_with = _lying_with(track, observation, fit) | joined
            pushed = not goes_on and not one.others and one.seen[one.others] >= MIN_SIGHTS_ALONE
            if not (pushed and lying_with) and not _holds_later_cards(track, observation, fit, joined):
                one.seen[lying_with] += 1
        was_seen = one.was_seen or one.seen[one.others] or one.is_told
        if was_seen or (lies and observation.evidence.t - one.since < UNSEEN_SECONDS):
            return False
        one.is_told = True
        return True

    def exchange(self, operations: Sequence[Operation], card: Card, other: Card) -> None:
        """Give two cards of the told game each other's names: how they lie was seen, whatever they are called.

        Args:
            operations: Of the game in which the cards are exchanged.
            card: One of the two.
            other: The other one.
        """
        names = {card: other, other: card}

        def renamed(cards: frozenset[Card]) -> frozenset[Card]:
            return frozenset(names.get(one, one) for one in cards)

        def again(one: LaidCard, number: int) -> LaidCard:
            seen = Counter({renamed(cards): count for cards, count in one.seen.items()})
            named = names.get(one.card, one.card)
            return replace(one, operation=operations[number], card=named, others=renamed(one.others), seen=seen)

        known = [(number, again(one, number)) for (number, _), one in self._laid.items() if number < len(operations)]
        self._laid = {(number, one.card): one for number, one in known}

    def told_otherwise(self, observation: TableObservation, game: Game) -> CorrectedGame | None:
        """Return the game in which a card was laid as it is seen to lie; None where each lies as it was told, or no such game is legal."""
        for (number, _), one in self._laid.items():
            otherwise = {others: count for others, count in one.seen.items() if others != one.others}
            others, count = max(otherwise.items(), key=lambda pair: pair[1], default=(one.others, 0))
            joined = any(card.is_wild for card in others - one.others)
            times = 0.0 if joined and others > one.others else MIN_TIMES_APART if others < one.others else MIN_TIMES_TOGETHER
            if others == one.others or count < MIN_SIGHTS_OTHERWISE or count <= times * one.seen[one.others]:
                continue
            if item_with_card(game.state, one.card) != item_with_card(game.line.up(number + 1).state, one.card):
                continue
            for operation in self._plays(one, others, observation, game.line.up(number).state):
                if corrected := _with_play(game, number, operation):
                    return corrected
        return None

    def _plays(
        self, one: LaidCard, others: frozenset[Card], observation: TableObservation, before: State
    ) -> Iterator[Built | Discarded | Found]:
        """Yield the plays after a state that may have laid a card so that it lies with these others, the likeliest first."""
        if isinstance(one.operation, Found):
            if others < one.others:
                yield _parted(one.operation, frozenset((one.card, *others)))
            return
        there = {card for item in before.centre for card in cards_of(item)}
        if not others:
            if one.others <= there:
                yield Discarded(before.player, (one.card,))
            return
        fit = observation.fit(expected_table(before, hands_open=observation.hands_open))
        tracks = [track for track in observation.tracks if track.place == CENTRE and track.face.is_card(one.card)]
        proposer = PlayProposer(observation, self._arithmetic)
        wilds = {track.id: card for track in fit.unexplained if (card := track.face.likeliest) in others - there and card.is_wild}
        for track in tracks if others <= there | set(wilds.values()) else ():
            items = proposer.heap_items(before, fit, one.card, track, wilds)
            if items is not None and {card for item in items for card in cards_of(item)} == {one.card, *others}:
                candidates = sorted(proposer.builds(before, one.card, items, 0.0), key=lambda candidate: -candidate.log_prior)
                yield from (candidate.operation for candidate in candidates if isinstance(candidate.operation, Built))


def _sights_before(card: Card, others: frozenset[Card], evidence: TableEvidence) -> int:
    """Return the number of sights that had a card, which is gone, lie in the centre alone or on other cards, as it was told."""
    tracks = [track for track in evidence.tracks.values() if track.place == CENTRE and track.face.is_card(card) and _is_clear(track)]
    return max((track.sights_seen for track in tracks if bool(track.below) == bool(others)), default=0)


def _is_clear(track: TrackEvidence | None) -> bool:
    return track is not None and not track.unclear


def _lies_as_told(one: LaidCard, track: TrackEvidence | None, observation: TableObservation, fit: TableFit) -> bool:
    """Return whether a card is seen to lie as its play laid it, with no hand at work in the centre, though something may rest there."""
    if track is None or track.unclear or CENTRE in observation.evidence.worked_at:
        return False
    return _lying_with(track, observation, fit) == one.others


def _lying_with(track: TrackEvidence, observation: TableObservation, fit: TableFit) -> frozenset[Card]:
    """Return the other cards that lie on a track of the centre, or under it; one that was only missed now lies there still."""
    heap = observation.heap_ids.get(track.id)
    others = (*fit.matched.items(), *fit.recently_matched.items())
    return frozenset(card for card, other in others if other is not track and observation.heap_ids.get(other.id, -1) == heap)


def _unexplained_with(track: TrackEvidence, observation: TableObservation, fit: TableFit) -> list[TrackEvidence]:
    """Return the tracks that lie on a track of the centre, or under it, and are no card of the told game."""
    heap = observation.heap_ids.get(track.id)
    return [one for one in fit.unexplained if observation.heap_ids.get(one.id, -1) == heap]


def _holds_later_cards(track: TrackEvidence, observation: TableObservation, fit: TableFit, joined: frozenset[Card]) -> bool:
    """Return whether cards lie on a track, or under it, that no told play laid there: a later play may have moved the track's card."""
    return any(one.face.likeliest not in joined for one in _unexplained_with(track, observation, fit))


def _wilds_joined(
    operation: Operation, track: TrackEvidence, observation: TableObservation, fit: TableFit, state: State
) -> frozenset[Card]:
    """Return the wild cards that have come to lie with the card of a build, from the hand that laid it and before that draws."""
    if not isinstance(operation, Built):
        return frozenset()
    hand = state.seats[operation.player].hand if observation.hands_open else state.stock
    near = filter(_is_clear, _unexplained_with(track, observation, fit))
    return frozenset(card for one in near if (card := one.face.likeliest) is not None and card.is_wild and card in hand)


def _cards_laid(operation: Operation) -> list[Card]:
    """Return the number card of the hand that a play laid in the centre; of a table that was found, the cards of its builds."""
    match operation:
        case Built(_, card) | Discarded(_, (card,)) if card.is_number:
            return [card]
        case Found():
            return [card for item in operation.centre if isinstance(item, Build) for card in item.cards]
    return []


def _parted(found: Found, together: frozenset[Card]) -> Found:
    """Return a table on which some cards of a build lie apart from the rest of it: they only touched."""
    centre: list[Card | Build] = []
    for item in found.centre:
        if together <= set(cards_of(item)):
            near, far = ([card for card in cards_of(item) if (card in together) is is_near] for is_near in (True, False))
            centre += [*items_of_heap(near), *items_of_heap(far)]
        else:
            centre.append(item)
    return replace(found, centre=tuple(centre))


def _with_play(game: Game, number: int, operation: Operation) -> CorrectedGame | None:
    """Return the game with another play in place of one; None where the rules do not allow that."""
    try:
        line = game.line.up(number).play_all((operation, *game.line.after(number + 1)))
    except RuleBreakError:
        return None
    return CorrectedGame(game.at(line), number)
