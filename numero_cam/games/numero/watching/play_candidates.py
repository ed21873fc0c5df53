"""Which operations may have been played next, proposed from the tracks that a state's table does not explain."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from numero_cam.games.numero.engine import Phase, State
from numero_cam.games.numero.engine.operations import Built, Discarded, Drawn, Move, Operation, Passed, Taken
from numero_cam.games.numero.engine.verify import holds
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import flat_cards, value_of
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.evidence import CENTRE, STOCK, TableEvidence
from numero_cam.games.numero.watching.table_fit import TableFit, TableObservation, item_with_card
from numero_cam.games.numero.watching.take_arithmetic import TakeArithmetic, way_as_stacked, ways_in_any_order
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.shared.sight import TablePlace

Item = Card | Build
MAX_CARDS_PER_TRACK = 3  #: Maximum number of cards that one track is tried as.
MAX_ASSIGNMENTS = 24  #: Maximum number of assignments of cards to several tracks that are tried.
MIN_CARD_GAIN = -1.0  #: A track is tried as a card only if the card's gain exceeds this.
MAX_COVERED_ITEMS = 8  #: Maximum number of items under an arm of which takes are tried.
#: Maximum number of items that seem to be taken at which two of them may only have been missed; of more, one.
MAX_ITEMS_WITH_TWO_MISSED = 8
MAX_TOUCHING_ITEMS = 2  #: Maximum number of items of the centre that only touch a build.
MAX_UNSEEN_ITEMS = 3  #: Maximum number of items of a take whose cards nobody saw before the player.
MAX_OVERLOOKED_STOCK = 2  #: A stock of so few cards may lie there though it is not seen: then the count says when it is used up.
MIN_SIGHTS_OF_A_CARD = 4  #: A track that a player showed in fewer sights may be a second one of another card.
GONE_BEFORE_SECONDS = 0.5  #: Seconds by which such a track must have gone before the other shown cards to be a second one.
LATE_CARD_SECONDS = 1.5  #: Maximum number of seconds for which a card of a take is seen after the hand that took it has gone.


@dataclass(frozen=True)
class PlayCandidate:
    """An operation that may have been played."""

    operation: Move  #: The operation.
    log_prior: float  #: Natural logarithm of its probability before its table is compared with what is seen.


class PlayProposer:
    """Proposes operations that may come next.

    Args:
        observation: The tracks of this moment.
        arithmetic: Finds the take that cards make.
        hand_assumed: Whether a hand is known to have been at the table, even where none was seen.
    """

    def __init__(self, observation: TableObservation, arithmetic: TakeArithmetic, *, hand_assumed: bool = False) -> None:
        self._observation = observation
        self._hand_assumed = hand_assumed
        self._evidence: TableEvidence = observation.evidence
        self._arithmetic = arithmetic

    def candidates(
        self, state: State, fit: TableFit, used: frozenset[int] = frozenset(), last: Operation | None = None
    ) -> Iterator[PlayCandidate]:
        """Yield operations that may come next in a state whose table, by `fit`, does not explain all that is seen.

        Args:
            state: The state.
            fit: Of its table.
            used: Ids of shown tracks that belong to earlier plays.
            last: The operation that led to the state.
        """
        if state.phase is Phase.DRAW:
            yield from self._draws(state, fit, last)
        elif state.phase in (Phase.PLAY, Phase.LAST):
            yield from self._takes(state, fit, used)
            if state.phase is Phase.LAST:
                if state.chances:
                    yield PlayCandidate(Passed(state.player), weights.PASS)
                return
            yield from self._discards_and_builds(state, fit, used)

    def _play_prior(self, state: State, changed_at: float) -> float:
        """Return the log-prior of a play by whether a hand was near when the table changed, at second `changed_at`."""
        near = (CENTRE, TablePlace("row", state.player))
        hand = max(self._evidence.hand_seen_at.get(place, -math.inf) for place in near)
        return weights.PLAY + (0.0 if self._hand_assumed or hand >= changed_at - weights.HAND_LEFT_SECONDS else weights.NO_HAND_SEEN)

    def _last_seen(self, cards: Iterable[Card]) -> float:
        """Return the second at which the last track that was one of these cards was last seen."""
        gone = set(cards)
        times = (track.last_seen for track in self._evidence.tracks.values() if not track.present and self._is_one_of(track, gone))
        return max(times, default=-math.inf)

    def _stock_priors(self, state: State, fit: TableFit, last: Operation | None) -> tuple[float, float, float]:
        """Return the log-priors of a draw of all missing cards, of fewer, and of none, by when the stock was last seen to lie there."""
        gone, lies = self._evidence.stock_gone_at, self._evidence.stock_seen_at is not None
        if gone is None or state.stock_size <= MAX_OVERLOOKED_STOCK:
            short = weights.STOCK_LIES if lies and not self._evidence.stock_missed else weights.STOCK_USED_UP
            return weights.DRAW, weights.DRAW + short, weights.DRAW + short
        laid = last.cards if isinstance(last, Discarded) else (last.card,) if isinstance(last, Built) else ()
        played = max((fit.matched[card].arrived for card in laid if card in fit.matched), default=-math.inf)
        if isinstance(last, Taken):
            played = self._last_seen((last.card, *(card for way in last.ways for card in flat_cards(way))))
        if gone < played:
            return weights.DRAWN_WITHOUT_STOCK, weights.DRAWN_WITHOUT_STOCK, weights.STOCK_GONE_BEFORE
        return weights.DRAW, weights.DRAW + weights.STOCK_GONE_NOW, weights.DRAW + weights.STOCK_USED_UP / 2

    def _draws(self, state: State, fit: TableFit, last: Operation | None) -> Iterator[PlayCandidate]:
        count = state.missing
        if state.ordered:
            yield PlayCandidate(Drawn(state.player, state.stock[:count]), weights.DRAW)
            return
        full, fewer, none = self._stock_priors(state, fit, last)
        if not self._observation.hands_open:
            yield PlayCandidate(Drawn(state.player, (), (), count), full)
            for short in range(count if self._evidence.stock_gone_at is not None else 0):
                yield PlayCandidate(Drawn(state.player, (), (), short, last=True), fewer if short else none)
            return
        row = TablePlace("row", state.player)
        unseen_score = weights.COVERED_DRAWN_CARD if row in self._evidence.busy else weights.UNSEEN_DRAWN_CARD
        tracks = [track for track in (*fit.unexplained, *fit.unidentified) if track.place == row and not track.unclear]
        tracks.sort(key=lambda track: -track.sights_seen)
        known = min(count, len(tracks))
        tried = 0
        for chosen in combinations(tracks[: count + 2], known):
            left = [track for track in fit.unidentified if track.place == row and track not in chosen]
            seen_score = weights.DRAWN_BEFORE_SEEN * sum(one.arrived > two.arrived for one in left for two in chosen)
            for cards in product(*(self._likely_cards(track, state.stock) for track in chosen)):
                if len(set(cards)) == known and (known or count) and tried < MAX_ASSIGNMENTS:
                    tried += 1
                    unseen = count - known
                    yield PlayCandidate(Drawn(state.player, cards, (), unseen), full + unseen * unseen_score + seen_score)
                    if unseen:
                        yield PlayCandidate(Drawn(state.player, cards, last=True), (fewer if known else none) + seen_score)

    def _likely_cards(self, track: TrackEvidence, cards: Sequence[Card]) -> list[Card]:
        """Return those of the given cards that a track most likely is, the likeliest first."""
        best: list[Card] = []
        for card, gain in track.face.ranked:
            if gain > MIN_CARD_GAIN and card in cards and not any(card.looks_like(other) for other in best):
                best.append(card)  # of equal cards one is enough: nobody can tell them apart
        return best[:MAX_CARDS_PER_TRACK]

    def cards_out_of_hand(self, state: State, fit: TableFit) -> list[tuple[Card, TrackEvidence | None]]:
        """Return cards that may have left the hand of the player to move, each with its track in the centre; None where it has none."""
        if not self._observation.hands_open:
            return self._new_in_centre(state, fit)
        row = TablePlace("row", state.player)
        gone = [card for card in state.seat.hand if self._may_be_gone(card, row, fit)]
        drawn_unseen = self._new_in_centre(state, fit) if state.seat.unknown else []
        known = [(card, self._track_in_centre(card, fit)) for card in gone]
        return known + [(card, track) for card, track in drawn_unseen if card not in gone and (card in state.stock)]

    def _may_be_gone(self, card: Card, place: TablePlace, fit: TableFit) -> bool:
        """Return whether a card is not seen at its place, or only as a track that can hardly be read."""
        track = fit.matched.get(card)
        return (card, place) in fit.missing if track is None else self._evidence.gain(track, card) < weights.MIN_READ_GAIN

    def _track_in_centre(self, card: Card, fit: TableFit) -> TrackEvidence | None:
        """Return the unexplained track of the centre that most likely is a card."""
        tracks = [track for track in fit.unexplained if track.place == CENTRE and self._evidence.gain(track, card) > 0]
        return max(tracks, key=lambda track: (self._evidence.gain(track, card), -track.id), default=None)

    def _new_in_centre(self, state: State, fit: TableFit) -> list[tuple[Card, TrackEvidence | None]]:
        """Return each unexplained track of the centre with each card that it may be, from the hand or the unseen cards."""
        pool = (*state.seat.hand, *(state.stock if state.seat.unknown else ()))
        tracks = [track for track in fit.unexplained if track.place == CENTRE and not track.unclear]
        return [(card, track) for track in tracks for card in self._likely_cards(track, pool)]

    def _discards_and_builds(self, state: State, fit: TableFit, used: frozenset[int]) -> Iterator[PlayCandidate]:
        out = self.cards_out_of_hand(state, fit)
        laid = [(card, track) for card, track in out if track is not None]
        yield from self._discards_under_an_arm(state, [card for card, track in out if track is None])
        yield from self._discards_shown_later(state, used)
        wilds = [(card, track) for card, track in laid if card.is_wild]
        if wilds and len({track.id for _, track in wilds}) == state.seat.hand_size:
            cards = tuple(dict.fromkeys(card for card, _ in wilds))
            prior = self._play_prior(state, max(track.arrived for _, track in wilds))
            yield PlayCandidate(Discarded(state.player, cards), prior)
            return
        for card, track in laid:
            prior = self._play_prior(state, track.arrived)
            if self._lies_alone(fit, card, track):
                yield PlayCandidate(Discarded(state.player, (card,)), prior)
                continue
            if card.is_number:
                yield from self._builds(state, fit, card, track, wilds)
                yield PlayCandidate(Discarded(state.player, (card,)), prior)

    def _discards_under_an_arm(self, state: State, gone: Sequence[Card]) -> Iterator[PlayCandidate]:
        """Yield discards of cards that are gone from the hand, and that nobody sees in the centre because something is over it."""
        if CENTRE in self._evidence.busy and self._observation.hands_open:
            for card in gone:
                prior = self._play_prior(state, self._last_seen([card])) + weights.PLAY_UNDER_AN_ARM
                yield PlayCandidate(Discarded(state.player, (card,)), prior)

    def _discards_shown_later(self, state: State, used: frozenset[int]) -> Iterator[PlayCandidate]:
        """Yield discards from a hidden hand of cards that nobody saw in the centre, and that another player shows with a take."""
        if self._observation.hands_open:
            return
        pool = {*state.seat.hand, *state.stock} - {card for item in state.centre for card in cards_of(item)}
        others = [player for player in range(len(state.seats)) if player != state.player]
        for track in (track for player in others for track in self.shown_tracks(player, used)):
            for card in self._likely_cards(track, [card for card in pool if card.is_number])[:1]:
                prior = self._play_prior(state, track.arrived) + weights.PLAY_UNDER_AN_ARM
                yield PlayCandidate(Discarded(state.player, (card,)), prior)

    def _lies_alone(self, fit: TableFit, card: Card, track: TrackEvidence) -> bool:
        """Return whether no other card of the table shares its heap; a duplicate track of the card itself may."""
        others = {one.id for name, one in (*fit.matched.items(), *fit.recently_matched.items()) if name != card}
        return not any(number in others for number in self.heap(track) if number != track.id)

    def heap(self, track: TrackEvidence) -> list[int]:
        """Return the ids of all tracks that lie on each other with a track of the centre, its own included."""
        heap_ids = self._observation.heap_ids
        return [number for number, heap in heap_ids.items() if heap == heap_ids.get(track.id)]

    def _builds(
        self, state: State, fit: TableFit, card: Card, track: TrackEvidence, wilds: list[tuple[Card, TrackEvidence]]
    ) -> Iterator[PlayCandidate]:
        """Yield a build with `card` of the hand for each whole value of the heap, or of all but one or two items that only touch it."""
        items = self.heap_items(state, fit, card, track, {track.id: wild for wild, track in wilds}) or ()
        prior = self._play_prior(state, track.arrived)
        lying = [item for item in items if item in state.centre]
        for touching_count in range(min(len(lying), MAX_TOUCHING_ITEMS + 1)):
            for touching in combinations(lying, touching_count):
                yield from self.builds(state, card, [item for item in items if item not in touching], prior)

    def builds(self, state: State, card: Card, items: Sequence[Item], prior: float) -> Iterator[PlayCandidate]:
        """Yield a build for each whole value of items that lie on each other.

        Args:
            state: Before the build.
            card: The number card of the hand in it.
            items: Of the heap, the lowest first.
            prior: Log-prior of a play.
        """
        stacked = way_as_stacked(items)
        ways = [] if stacked is None else [(stacked, 0.0)]
        ways += [(way, weights.VALUE_NOT_IN_ORDER) for way in ways_in_any_order(items)]
        tried = set()
        for way, order_score in ways:
            try:
                value = value_of(way, whole=False)
            except RuleBreakError:
                continue
            if value in tried or value.denominator != 1 or not 1 <= value <= state.options.numbers:
                continue
            tried.add(value)
            hand_after = tuple(other for other in state.seat.hand if other != card)
            has_answer = holds(hand_after, value) or state.seat.unknown > 0
            yield PlayCandidate(Built(state.player, card, way), prior + order_score + (0.0 if has_answer else weights.BLUFF))

    def heap_items(self, state: State, fit: TableFit, card: Card, track: TrackEvidence, wilds: dict[int, Card]) -> list[Item] | None:
        """Return the items of the heap that a card of the hand lies in, the lowest first.

        Args:
            state: Before the play.
            fit: Of the state's table.
            card: The card of the hand.
            track: Its track.
            wilds: Wild cards of the hand, by the id of their track.

        Returns:
            Cards and builds of the centre, the card, and wild cards of the hand; None where the heap has no item of the centre.
        """
        cards = {one.id: name for name, one in (*fit.recently_matched.items(), *fit.matched.items())}
        items: list[Item] = []
        for number in self._observation.bottom_to_top(self.heap(track)):
            if number == track.id:
                items.append(card)
            elif number in wilds:
                items.append(wilds[number])
            elif number in cards:
                item = item_with_card(state, cards[number])
                if item is not None and item not in items:
                    items.append(item)
        return items if len(items) > 1 and any(item in state.centre for item in items) else None

    def _takes(self, state: State, fit: TableFit, used: frozenset[int]) -> Iterator[PlayCandidate]:
        """Yield takes where items of the centre and a number card of the hand are gone."""
        if not self._observation.hands_open:
            yield from self._shown_takes(state, fit, used)
            return
        gone = [card for card, track in self.cards_out_of_hand(state, fit) if track is None]
        wilds = [card for card in gone if card.is_wild]
        for card in gone:
            if card.is_number:
                yield from self._takes_with(state, fit, card, wilds)
        for some in ((), wilds) if state.seat.unknown else ():
            yield from self._takes_unseen(state, fit, (), some)

    def _takes_with(
        self,
        state: State,
        fit: TableFit,
        card: Card,
        wilds: Sequence[Card],
        *,
        extra_prior: float = 0.0,
        shown: Sequence[TrackEvidence] = (),
    ) -> Iterator[PlayCandidate]:
        """Yield takes of all that is gone from the centre, or all but one or two items that may only have been missed.

        Args:
            state: Before the take.
            fit: Of the state's table.
            card: The taking card.
            wilds: Wild cards of the hand that may be part of it.
            extra_prior: Added to the log-prior of each take.
            shown: With hidden hands, the tracks that the player showed.
        """
        gone = self._gone_items(state, fit, {one for track in shown if (one := track.face.likeliest) is not None})
        left_at = self._last_seen(one for item in gone for one in cards_of(item))
        prior = self._play_prior(state, max(left_at, self._last_seen([card]))) + extra_prior
        not_shown = weights.TAKEN_CARD_NOT_SHOWN
        if self._evidence.was_covered(TablePlace("row", state.player), left_at):
            not_shown = weights.HIDDEN_BY_HAND
        available: tuple[Item, ...] = (*gone, *wilds)
        found = False
        for omitted_count in range(min(3, len(available))):
            if omitted_count == 2 and (found or len(available) > MAX_ITEMS_WITH_TWO_MISSED):
                return
            for omitted in combinations(range(len(available)), omitted_count):
                items = tuple(item for index, item in enumerate(available) if index not in omitted)
                ways = self._arithmetic.ways(card, items)
                if ways:
                    found = True
                    unused = 0 if self._observation.hands_open else sum(index >= len(gone) for index in omitted)
                    log_prior = prior + not_shown * self._count_not_shown(shown, items) + unused * weights.SHOWN_WILD_UNUSED
                    yield PlayCandidate(Taken(state.player, card, ways), log_prior)
        if not found and self._observation.hands_open:
            covered = [item for item in state.centre if item not in gone and all(self._is_covered(one, fit) for one in cards_of(item))]
            for count in (1, 2):
                for more in combinations(covered[:MAX_COVERED_ITEMS], count):
                    if ways := self._arithmetic.ways(card, (*available, *more)):
                        yield PlayCandidate(Taken(state.player, card, ways), prior + weights.PLAY_UNDER_AN_ARM)

    def taken_unseen(self, state: State, fit: TableFit) -> Iterator[tuple[Card, float]]:
        """Yield cards that may have been dealt to the centre unseen, and been taken with all that is gone, each with its log-prior.

        One card stands for all of its number.

        Args:
            state: Before the take.
            fit: Of the state's table.
        """
        lying = sum(track.place == CENTRE and not track.unclear for track in fit.unidentified)
        if not (self._observation.hands_open and state.phase in (Phase.PLAY, Phase.LAST) and lying < state.unknown_centre):
            return
        gone = [card for card, track in self.cards_out_of_hand(state, fit) if track is None]
        items = (*self._gone_items(state, fit), *(card for card in gone if card.is_wild))
        numbers = {card.value: card for card in state.stock if card.is_number}
        for unseen in numbers.values():
            if any(card.is_number and self._arithmetic.ways(card, (*items, unseen)) for card in gone):
                alike = sum(card.is_number and card.value == unseen.value for card in state.stock)
                yield unseen, math.log(alike / len(state.stock))

    def _gone_items(self, state: State, fit: TableFit, named: Collection[Card] = ()) -> list[Item]:
        """Return the items of the centre that are not seen; of covered ones those with a card that the player named by showing it."""
        return [
            item
            for item in state.centre
            if any(self._may_be_gone(one, CENTRE, fit) or self._is_taken(one, named, fit) for one in cards_of(item))
        ]

    def take_of_more(self, before: State, taken: Taken, fit: TableFit) -> PlayCandidate | None:
        """Return a take in place of one that was too small: it has what is gone since, too; None where that is no take.

        Cards are picked up one after the other, and the last one may be seen for a moment after the others make a take.

        Args:
            before: The state before the take. Hands lie open.
            taken: The take.
            fit: Of the table after it.
        """
        row = TablePlace("row", taken.player)
        gone = {card for card, place in fit.missing if place in (CENTRE, row)}
        used = {card for way in taken.ways for card in flat_cards(way)}
        items = [item for item in before.centre if not (gone | used).isdisjoint(cards_of(item))]
        lying = {card for item in items for card in cards_of(item)}
        wilds = [card for card in (gone | used) - lying if card.is_wild]
        if gone.isdisjoint((*lying, *wilds)):
            return None
        ways = self._arithmetic.ways(taken.card, (*items, *wilds))
        hand = max(self._evidence.hand_seen_at.get(place, -math.inf) for place in (CENTRE, row))
        late = self._last_seen(gone) > hand + LATE_CARD_SECONDS
        return PlayCandidate(Taken(taken.player, taken.card, ways), weights.PLAY + late * weights.NO_HAND_SEEN) if ways else None

    def _is_covered(self, card: Card, fit: TableFit) -> bool:
        """Return whether something is over a card of the centre, so that nobody sees whether it still lies there."""
        track = fit.matched.get(card)
        return track is not None and (track.is_remembered or (track.unclear and CENTRE in self._evidence.busy))

    def _is_taken(self, card: Card, named: Collection[Card], fit: TableFit) -> bool:
        """Return whether a covered card of the centre is one of those that the player, whose hand is hidden, showed."""
        return card in named and self._is_covered(card, fit)

    def _count_not_shown(self, shown: Sequence[TrackEvidence], items: Sequence[Item]) -> int:
        """Return how many cards of a take were not among those the player showed; 0 where hands lie open."""
        if self._observation.hands_open:
            return 0
        cards = {track.face.likeliest for track in shown if track.face.looks > 1}
        return sum(card not in cards for item in items for card in cards_of(item))

    def _shown_takes(self, state: State, fit: TableFit, used: frozenset[int]) -> Iterator[PlayCandidate]:
        """Yield takes with a card that the player, whose hand is hidden, showed in the row and turned over."""
        shown = self.shown_tracks(state.player, used)
        if any(self._evidence.is_there(track) for track in shown):
            return
        yield from self._takes_unseen(state, fit, shown)
        if not shown:
            return
        centre = {card for item in state.centre for card in cards_of(item)}
        pool = (*state.seat.hand, *state.stock)
        new = self._tracks_of_hand(shown, centre)
        hands = list(self._assignments(new, pool))
        takes = [take for cards in hands for take in self._takes_of_shown(state, fit, new, cards, shown)]
        if not takes:  # a wild card may not have been read
            unread = [card for card in pool if card.is_wild]
            tried = ((cards, one) for cards in hands for one in unread)
            takes = [take for cards, one in tried for take in self._takes_of_shown(state, fit, new, cards, shown, unread=(one,))]
        yield from takes

    def _takes_of_shown(
        self,
        state: State,
        fit: TableFit,
        new: Sequence[TrackEvidence],
        cards: Sequence[Card],
        shown: Sequence[TrackEvidence],
        *,
        unread: Sequence[Card] = (),
    ) -> Iterator[PlayCandidate]:
        """Yield takes with cards that a player with a hidden hand showed: a number card takes, wild cards may be part of it.

        Args:
            state: Before the take.
            fit: Of the state's table.
            new: The tracks that are cards of the hand.
            cards: Which cards they are.
            shown: All tracks that the player showed.
            unread: Further wild cards of the hand.
        """
        for card in cards:
            if card.is_number:
                wilds = [other for other in cards if other.is_wild]
                duplicates = len(new) - len(wilds) - 1
                gains = sum(max(self._evidence.gain(track, one) for track in new) for one in (card, *wilds))
                prior = gains + duplicates * weights.DUPLICATE_TRACK
                yield from self._takes_with(state, fit, card, [*wilds, *unread], extra_prior=prior, shown=shown)

    def _takes_unseen(
        self, state: State, fit: TableFit, shown: Sequence[TrackEvidence], wilds: Sequence[Card] = ()
    ) -> Iterator[PlayCandidate]:
        """Yield takes of all that is gone from the centre with a card that nobody saw, because something was over the row.

        One card stands for all that take the same.
        """
        named = {one for track in shown if (one := track.face.likeliest) is not None}
        gone = [item for item in state.centre if any(self._may_be_gone(one, CENTRE, fit) for one in cards_of(item))]
        centre = {card for item in state.centre for card in cards_of(item)}
        own = named - centre
        left_at = self._last_seen(card for item in gone for card in cards_of(item))
        row, won = TablePlace("row", state.player), TablePlace("won", state.player)
        since = max(self._evidence.hand_seen_at.get(place, -math.inf) for place in (won, STOCK))
        covered = self._evidence.was_covered(row, left_at) and (row not in self._evidence.busy or since > left_at)  # and it is over
        if not gone or len(gone) > MAX_UNSEEN_ITEMS or not covered or any(card.is_number for card in own):
            return
        items = (*gone, *(card for card in own if card in state.stock), *wilds)
        hidden = sum(card not in named for item in gone for card in cards_of(item))
        prior = self._play_prior(state, left_at) + weights.PLAY_UNDER_AN_ARM + hidden * weights.HIDDEN_BY_HAND
        takers: dict[object, Card] = {}
        for card in state.stock:
            if card.is_number and card not in centre:
                takers.setdefault(card.value, card)
        for card in takers.values():
            if ways := self._arithmetic.ways(card, items):
                yield PlayCandidate(Taken(state.player, card, ways), prior)

    def _tracks_of_hand(self, shown: Sequence[TrackEvidence], centre: set[Card]) -> list[TrackEvidence]:
        """Return those of the tracks that a player showed that are no card of the centre: cards of the hand.

        A card may have a second track for a moment. A track that lies there for longer is a card of its own, whatever it is read as.
        """
        last = max(track.last_seen for track in shown)
        named: set[Card] = set()
        new = []
        for track in sorted(shown, key=lambda one: -one.sights_seen):
            is_short = track.sights_seen < MIN_SIGHTS_OF_A_CARD
            card = track.face.likeliest
            if card in centre and (card not in named or is_short):
                named.add(card)
            elif not (is_short and last - track.last_seen > GONE_BEFORE_SECONDS):
                new.append(track)
        return sorted(new, key=lambda one: one.id)

    def shown_tracks(self, player: int, used: frozenset[int]) -> list[TrackEvidence]:
        """Return the tracks that lay face up in a player's row and belong to no earlier play, by the ids of those that do."""
        row = TablePlace("row", player)
        tracks = [
            self._evidence.tracks[number] for number in sorted(self._evidence.shown.get(player, {})) if number in self._evidence.tracks
        ]
        return [track for track in tracks if track.id not in used and track.place == row and not track.face_down and track.face.looks]

    def _is_one_of(self, track: TrackEvidence, cards: set[Card]) -> bool:
        """Return whether the likeliest card of a track is one of these."""
        return any(track.face.is_card(card) for card in cards)

    def _assignments(self, tracks: Sequence[TrackEvidence], pool: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
        """Yield the different cards that tracks may be together; two tracks of one card give it once."""
        choices = [self._likely_cards(track, pool) or [card for card, _ in track.face.ranked if card in pool] for track in tracks]
        for cards in list(product(*(each for each in choices if each)))[:MAX_ASSIGNMENTS]:
            yield tuple(dict.fromkeys(cards))
