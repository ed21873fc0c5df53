"""Which face-up cards a state of the game has on the table, and how well they explain the tracks that are seen."""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from numero_cam.games.numero.engine import Phase, State
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.evidence import CENTRE, TableEvidence
from numero_cam.games.numero.watching.track_evidence import TrackEvidence
from numero_cam.games.shared.sight import TablePlace

MAX_RECENT_MISSES = 4  #: Maximum number of missed sights for which a track still holds together the cards that lay on it.
MIN_MATCH_PROBABILITY = 0.2  #: A track is matched with a card only if it lies at the card's place with at least this probability, 0..1.
MIN_SIGHTS_READ = 4  #: A track was surely read only if so many sights had it with nothing over it.
MIN_SURE_GAIN = 3.0  #: A track was surely read only if the gain of its likeliest card exceeds this.
SAME_TRACK_GAIN = 6.0  #: By how much a track that was one of several equal cards before is preferred to another track for this card.
MIN_IDENTITY_GAIN = 2  #: A track that is gone was a certain card if the card's gain exceeds this.


@dataclass(frozen=True)
class FaceUpTable:
    """The cards that lie face up in a state of the game."""

    cards: tuple[tuple[Card, TablePlace], ...]  #: Each card with its place.
    items: tuple[tuple[Card, ...], ...]  #: The cards of each item of the centre, which lie on each other; a single card is an item too.
    loose: frozenset[Card] = frozenset()  #: Cards that may lie on anything, such as those of an unfinished play.
    unknown: tuple[tuple[TablePlace, int], ...] = ()  #: Places at which further, unnamed cards lie, each with their number.
    drawn: tuple[tuple[TablePlace, int], ...] = ()  #: Places at which cards arrive that are being drawn, each with their number.
    playing: TablePlace | None = None  #: The row of the player who is to play, whose cards may be in the air; None where no play is due.

    def __hash__(self) -> int:
        """Hash the cards only: two tables seldom differ in nothing but places, and places are slow to hash."""
        return hash((tuple(card for card, _ in self.cards), self.loose, bool(self.drawn)))


#: What a table does not explain: a card that is not seen at its place, a track by its id, or cards that lie on each other or apart.
Residue = tuple[Card, TablePlace] | int | frozenset[Card]


@dataclass
class TableFit:
    """How a table explains the tracks that are seen.

    All scores are natural logarithms of likelihoods, relative to readings by chance.
    """

    identity: dict[int, float] = field(default_factory=dict)  #: Score of each track that is a card of the table, by its id.
    residue: dict[Residue, float] = field(default_factory=dict)  #: Score of each thing that the table does not explain; at most 0.
    matched: dict[Card, TrackEvidence] = field(default_factory=dict)  #: The track of each card that is seen.
    #: For cards that are missing, the track that was the card until some sights ago.
    recently_matched: dict[Card, TrackEvidence] = field(default_factory=dict)
    missing: list[tuple[Card, TablePlace]] = field(default_factory=list)  #: Cards that are not seen at their place, each with the place.
    unexplained: list[TrackEvidence] = field(default_factory=list)  #: Tracks that are no card of the table.
    unidentified: list[TrackEvidence] = field(default_factory=list)  #: Tracks that stand for the unnamed cards of the table.
    arriving: list[TrackEvidence] = field(default_factory=list)  #: Those of `unexplained` that may be cards that are being drawn.
    unexplained_score: float = 0.0  #: Sum of `residue`, and of what matched tracks look like; at most 0.

    @property
    def cards(self) -> list[TrackEvidence]:
        """The tracks that are cards of the table, named and unnamed ones."""
        return [*self.matched.values(), *self.unidentified]

    @property
    def score(self) -> float:
        """Score of all that is seen."""
        return sum(self.identity.values()) + sum(self.residue.values())

    @property
    def stack_score(self) -> float:
        """Score of cards that lie on each other, or apart, against the table; at most 0."""
        return sum(score for thing, score in self.residue.items() if isinstance(thing, frozenset))

    def has_back(self, thing: Residue) -> bool:
        """Return whether a thing is a card that is seen at its place, where it may have been missed before."""
        if not isinstance(thing, tuple):
            return False
        track = self.matched.get(thing[0])
        return track is not None and track.place == thing[1] and not track.unclear

    @property
    def is_complete(self) -> bool:
        """Whether the table explains everything that is seen, and everything on it is seen."""
        return not self.residue and not self.arriving


def expected_table(state: State, *, hands_open: bool) -> FaceUpTable:
    """Return the table that a state of the game has; hands are on it if they lie open."""
    items = tuple(cards_of(item) for item in state.centre)
    cards = [(card, CENTRE) for item in items for card in item]
    left = frozenset(state.left) if state.phase is Phase.OVER else frozenset()
    cards += [(card, CENTRE) for card in state.left if card in left]
    unknown = [(CENTRE, state.unknown_centre)] if state.unknown_centre else []
    if hands_open:
        for player, seat in enumerate(state.seats):
            row = TablePlace("row", player)
            cards += [(card, row) for card in seat.hand]
            if seat.unknown:
                unknown.append((row, seat.unknown))
    drawn = ((TablePlace("row", state.player), state.missing),) if hands_open and state.phase is Phase.DRAW else ()
    playing = TablePlace("row", state.player) if hands_open and state.phase in (Phase.PLAY, Phase.LAST) else None
    return FaceUpTable(tuple(cards), items, left, tuple(unknown), drawn, playing)


def with_cards_in_centre(table: FaceUpTable, moved: dict[Card, TrackEvidence]) -> FaceUpTable:
    """Return the table after cards were moved to the centre, where they may lie on anything."""
    cards = tuple((card, CENTRE if card in moved else place) for card, place in table.cards)
    known = {card for card, _ in cards}
    added = tuple((card, CENTRE) for card in moved if card not in known)
    return FaceUpTable((*cards, *added), table.items, frozenset(moved), table.unknown, table.drawn, table.playing)


class TableObservation:
    """The face-up tracks of one moment, indexed for many fits.

    Args:
        evidence: What all looks add up to.
        hands_open: Whether hands lie open. If not, cards in rows are a take that a player shows, and are left out.
    """

    def __init__(self, evidence: TableEvidence, *, hands_open: bool) -> None:
        self.evidence = evidence
        self.hands_open = hands_open
        #: The tracks that are seen face up.
        self.tracks = [
            track
            for track in evidence.tracks.values()
            if track.present and not track.face_down and (hands_open or track.place.zone != "row")
        ]
        self._fits: dict[FaceUpTable, TableFit] = {}
        #: Tracks that are gone for at most `MAX_RECENT_MISSES` sights.
        self.recent_tracks = [
            track for track in evidence.tracks.values() if 0 < track.sights_missed <= MAX_RECENT_MISSES and not track.present
        ]
        # Of several equal cards another one than the one whose track was only missed now is likelier.
        self._missed = {track.face.identity for track in self.recent_tracks if track.face.identity is not None}
        self._tracks_by_card: dict[Card, list[tuple[float, TrackEvidence]]] = {}
        for track in self.tracks:
            for card, gain in track.face.ranked:
                if gain > 0:
                    self._tracks_by_card.setdefault(card, []).append((gain, track))
        self._gone_by_card: dict[Card, list[TrackEvidence]] = {}
        self._shown_cards: set[Card] = set()
        for track in evidence.tracks.values():
            likely = [card for card, gain in track.face.ranked if gain > MIN_IDENTITY_GAIN]
            if not track.present:
                for card in likely:
                    self._gone_by_card.setdefault(card, []).append(track)
            elif not hands_open and track.place.zone == "row" and not track.face_down:
                self._shown_cards.update(likely)
        self._tracks_by_place: dict[TablePlace, list[tuple[TrackEvidence, float]]] = {}
        self.heap_ids = self._heaps_without()  #: For each track of the centre, a number that all tracks of its heap share.

    def _heaps_without(self, left_out: Collection[int] = ()) -> dict[int, int]:
        """Return for each track of the centre a number that its heap shares, as if the tracks left out did not hold any together."""
        tracks = (track for track in (*self.tracks, *self.recent_tracks) if track.place == CENTRE)
        centre = {track.id: track for track in tracks if track.id not in left_out}
        parent = {number: number for number in centre}

        def root(number: int) -> int:
            while parent[number] != number:
                number = parent[number]
            return number

        for track in centre.values():
            for under in track.below:
                if under in parent:
                    parent[root(under)] = root(track.id)
        return {number: root(number) for number in parent}

    def bottom_to_top(self, heap: Iterable[int]) -> list[int]:
        """Return the ids of the tracks of a heap, the lowest first."""
        tracks, inside = self.evidence.tracks, set(heap)
        height: dict[int, int] = {}

        def height_of(number: int, above: frozenset[int]) -> int:
            if number not in height:
                under = (tracks[number].below & inside) - above - {number}
                height[number] = 1 + max((height_of(one, above | {number}) for one in under), default=0)
            return height[number]

        return sorted(inside, key=lambda number: (height_of(number, frozenset()), number))

    def fit(self, table: FaceUpTable) -> TableFit:
        """Return how a table explains the tracks: the best pairs of card and track are matched first."""
        if table not in self._fits:
            self._fits[table] = self._new_fit(table)
        return self._fits[table]

    def _new_fit(self, table: FaceUpTable) -> TableFit:
        fit = TableFit()
        pairs = []
        for card, place in table.cards:
            for gain, track in self._tracks_by_card.get(card, ()):
                if _may_lie_at(track, place):
                    other = weights.EQUAL_CARD_OF_ANOTHER_TRACK if card in self._missed else 0.0
                    pairs.append((gain + other + math.log(track.place_probability(place)), card, track))
        pairs.sort(key=lambda one: (-one[0] - (SAME_TRACK_GAIN if one[2].face.identity == one[1] else 0.0), one[2].id))
        used: set[int] = set()
        for score, card, track in pairs:
            if card not in fit.matched and track.id not in used:
                fit.matched[card] = track
                used.add(track.id)
                fit.identity[track.id] = score
        self._match_weakly(table, fit, used)
        self._explain_rest(table, fit, used)
        self._explain_heaps(table, fit)
        if self.evidence.has_copies:
            self._exchange_copies(table, fit)
        fit.unexplained_score += sum(fit.residue.values())
        return fit

    def _exchange_copies(self, table: FaceUpTable, fit: TableFit) -> None:
        """Exchange the tracks of equal cards of the centre where the cards then lie on each other more as the table has them."""
        lying = [card for card, place in table.cards if place == CENTRE]
        for one, other in combinations(lying, 2):
            if not one.looks_like(other) or (one not in fit.matched and other not in fit.matched):
                continue
            before = fit.stack_score
            for again in range(2):
                self._exchange(fit, one, other)
                fit.residue = {thing: score for thing, score in fit.residue.items() if not isinstance(thing, frozenset)}
                self._explain_heaps(table, fit)
                if again or fit.stack_score > before:
                    break

    def _exchange(self, fit: TableFit, one: Card, other: Card) -> None:
        """Exchange the tracks of two equal cards of the centre, either of which may be missing."""
        for tracks in (fit.matched, fit.recently_matched):
            first, second = tracks.pop(one, None), tracks.pop(other, None)
            tracks.update({card: track for card, track in ((one, second), (other, first)) if track is not None})
        swap = {(one, CENTRE): (other, CENTRE), (other, CENTRE): (one, CENTRE)}
        fit.missing = [swap.get(pair, pair) for pair in fit.missing]
        fit.residue = {swap.get(thing, thing) if isinstance(thing, tuple) else thing: score for thing, score in fit.residue.items()}
        for card in (one, other):
            if card in fit.matched and fit.matched[card].id in fit.identity:
                track = fit.matched[card]
                fit.identity[track.id] = self.evidence.gain(track, card) + math.log(track.place_probability(CENTRE))

    def _match_weakly(self, table: FaceUpTable, fit: TableFit, used: set[int]) -> None:
        """Match the remaining cards with tracks where that is likelier than a missed card and a false track."""
        for card, place in table.cards:
            if card in fit.matched:
                continue
            missing_score = self._missing_score(card, place)
            if place == table.playing and CENTRE in self.evidence.worked_at:
                missing_score = max(missing_score, weights.IN_THE_HAND)
            best: tuple[float, TrackEvidence] | None = None
            for track, log_probability in self._tracks_at(place):
                if track.id in used:
                    continue
                score = self.evidence.gain(track, card) + log_probability
                if (best is None or score > best[0]) and score > missing_score + self._false_track_score(track, fit):
                    best = (score, track)
            if best is None:
                fit.missing.append((card, place))
                gone = self._gone_by_card.get(card, ())
                recent = [one for one in gone if 0 < one.sights_missed <= MAX_RECENT_MISSES and _may_lie_at(one, place)]
                if recent:
                    fit.recently_matched[card] = recent[0]
                fit.residue[card, place] = missing_score
            else:
                fit.matched[card] = best[1]
                used.add(best[1].id)
                fit.identity[best[1].id] = best[0]
                fit.unexplained_score += weights.LOOKS_LIKE_ANOTHER_CARD if best[1].face.looks and best[0] < 0 else 0.0

    def _explain_rest(self, table: FaceUpTable, fit: TableFit, used: set[int]) -> None:
        """Make unmatched tracks stand for unnamed cards of their place; those that are left are unexplained."""
        unknown, drawn = dict(table.unknown), dict(table.drawn)
        known = {card for card, _ in table.cards}
        for track in self._dealt_last_first() if table.unknown else self.tracks:
            if track.id in used:
                continue
            late = track.place == CENTRE and self.evidence.opened_at is not None and track.arrived > self.evidence.opened_at
            if unknown.get(track.place, 0) and not late and not self._is_second_track(track, fit, known):
                unknown[track.place] -= 1
                fit.unidentified.append(track)
                unnamed = [gain for card, gain in track.face.ranked if card not in known]
                fit.identity[track.id] = max([0.0, *unnamed]) if track.face.ranked else weights.UNREAD_TRACK
                continue
            fit.unexplained.append(track)
            if drawn.get(track.place, 0) and not track.unclear:
                drawn[track.place] -= 1  # counted as of this moment only: the history in which it is drawn is to pay nothing for it
                fit.identity[track.id] = max((gain for _, gain in track.face.ranked), default=0.0) + weights.DRAWN_NOT_YET
                fit.arriving.append(track)
                continue
            fit.residue[track.id] = self._false_track_score(track, fit)

    def _dealt_last_first(self) -> list[TrackEvidence]:
        """Return the tracks; of the centre those first that came last: what an arm covers comes to light as it goes."""
        return sorted(self.tracks, key=lambda track: -track.arrived if track.place == CENTRE else 0.0)

    def _is_second_track(self, track: TrackEvidence, fit: TableFit, known: set[Card]) -> bool:
        """Return whether a track may be a second one of a card of the table; a card that lies elsewhere for as long is none of it."""
        card, gain = track.face.ranked[0] if track.face.ranked else (None, 0.0)
        if card not in known or gain <= MIN_IDENTITY_GAIN:
            return False
        first = fit.matched.get(card)
        if first is None or first.place == track.place or first.unclear or track.unclear:
            return True
        return min(first.sights_seen, track.sights_seen) < MIN_SIGHTS_READ

    def _missing_score(self, card: Card, place: TablePlace) -> float:
        """Return the log-probability that a card which lies at a place is not seen."""
        misses = [track.sights_missed for track in self._gone_by_card.get(card, ()) if _may_lie_at(track, place)]
        may_be_covered = place in (self.evidence.worked_at if misses else self.evidence.busy)  # under what rests, it was not seen going
        if may_be_covered or card in self._shown_cards:
            return weights.HIDDEN_BY_HAND  # with hidden hands, a player who shows it has begun to take it
        sights = min([self.evidence.free_sights.get(place, 1), *misses])
        return weights.MISSED_BY_SIGHTS[max(1, min(sights, len(weights.MISSED_BY_SIGHTS) - 1))]

    def left_row(self, card: Card, row: TablePlace) -> tuple[float, float] | None:
        """Return the seconds between which a card left a row, by when its track was last seen there; None where no such track is gone.

        A track that only one sight had may have been a second one of the card.
        """
        gone = [track for track in self._gone_by_card.get(card, ()) if track.place == row and track.sights_seen > 1]
        return max(((track.last_clear, track.last_seen) for track in gone), default=None)

    def _tracks_at(self, place: TablePlace) -> list[tuple[TrackEvidence, float]]:
        """Return the tracks that may lie at a place, each with the logarithm of the probability."""
        if place not in self._tracks_by_place:
            self._tracks_by_place[place] = [
                (track, math.log(track.place_probability(place))) for track in self.tracks if _may_lie_at(track, place)
            ]
        return self._tracks_by_place[place]

    def _false_track_score(self, track: TrackEvidence, fit: TableFit) -> float:
        """Return the log-probability of a track that no card of the table explains."""
        if track.unclear or track.is_remembered:
            return weights.HIDDEN_BY_HAND
        if not track.face.looks:
            return weights.UNREAD_TRACK
        false = weights.FALSE_TRACK_ONE_SIGHT if track.sights_seen < 2 else weights.FALSE_TRACK
        if is_surely_read(track):
            false = weights.FALSE_TRACK_READ
            if self.evidence.has_copies:  # what lasts is an equal card of another pack
                return false
        duplicates = [
            gain + weights.DUPLICATE_TRACK
            for card, gain in track.face.ranked[: 3 * self.evidence.packs]
            if card in fit.matched and fit.matched[card] is not track and fit.identity[fit.matched[card].id] > 0
        ]
        return max([false, *duplicates])

    def _explain_heaps(self, table: FaceUpTable, fit: TableFit) -> None:
        """Compare which cards lie on each other with the items of the table."""
        tracks_by_item: dict[tuple[Card, ...], set[int]] = {}
        items_by_heap: dict[int, list[tuple[Card, ...]]] = {}
        for item in table.items:
            tracks = (fit.matched.get(card) or fit.recently_matched.get(card) for card in item if card not in table.loose)
            ids = {track.id for track in tracks if track is not None and not track.unclear and track.id in self.heap_ids}
            tracks_by_item[item] = ids
            for heap in {self.heap_ids[number] for number in ids}:
                items_by_heap.setdefault(heap, []).append(item)
        for item, ids in tracks_by_item.items():
            shared = {other for number in ids for other in items_by_heap[self.heap_ids[number]]} if len(ids) > 1 else {item}
            others = frozenset[int]().union(*(tracks_by_item[other] for other in shared - {item}))
            parts = self._heaps_without(others) if others else self.heap_ids
            if (apart := len({parts[number] for number in ids}) - 1) > 0:
                fit.residue[frozenset(item)] = weights.BUILD_CARD_APART * apart
        if len(table.loose) == len(table.cards):
            return
        loose_heaps = {self.heap_ids.get(fit.matched[card].id) for card in table.loose if card in fit.matched}
        for heap, items in items_by_heap.items():
            if len(items) > 1 and heap not in loose_heaps:
                fit.residue[frozenset(card for item in items for card in item)] = weights.UNRELATED_CARDS_STACKED * (len(items) - 1)


def _may_lie_at(track: TrackEvidence, place: TablePlace) -> bool:
    return track.place_probability(place) >= MIN_MATCH_PROBABILITY


def is_surely_read(track: TrackEvidence) -> bool:
    """Return whether enough sights had a track with nothing over it, and its likeliest card explains its looks well."""
    return track.sights_seen >= MIN_SIGHTS_READ and bool(track.face.ranked) and track.face.ranked[0][1] > MIN_SURE_GAIN


def item_with_card(state: State, card: Card) -> Card | Build | None:
    """Return the card or build of the centre that a card belongs to; None where it is not in the centre."""
    return next((item for item in state.centre if card in cards_of(item)), None)
