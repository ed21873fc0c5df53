"""Which face-up cards a state of the game has on the table, and how well they explain the tracks that are seen."""

import math
from dataclasses import dataclass, field

from numero_cam.games.numero.engine import Phase, State
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.evidence import CENTRE, TableEvidence, TrackEvidence
from numero_cam.games.shared.sight import TablePlace

MAX_RECENT_MISSES = 4
"""Maximum number of missed sights for which a track still holds together the cards that lay on it."""
MIN_MATCH_PROBABILITY = 0.2
"""A track is matched with a card only if it lies at the card's place with at least this probability, 0..1."""
MIN_IDENTITY_GAIN = 2
"""A track that is gone was a certain card if the card's gain exceeds this."""


@dataclass(frozen=True)
class FaceUpTable:
    """The cards that lie face up in a state of the game.

    Attributes:
        cards: Each card with its place.
        items: The cards of each item of the centre, which lie on each other; a single card is an item too.
        loose: Cards that may lie on anything, such as those of an unfinished play.
        unknown: Places at which further, unnamed cards lie, each with their number.
    """

    cards: tuple[tuple[Card, TablePlace], ...]
    items: tuple[tuple[Card, ...], ...]
    loose: frozenset[Card] = frozenset()
    unknown: tuple[tuple[TablePlace, int], ...] = ()


@dataclass
class TableFit:
    """How a table explains the tracks that are seen.

    Attributes:
        score: Natural logarithm of the likelihood of what is seen, relative to readings by chance.
        matched: The track of each card that is seen.
        recently_matched: For cards that are missing, the track that was the card until some sights ago.
        missing: Cards that are not seen at their place, each with the place.
        unexplained: Tracks that are no card of the table.
        unidentified: Tracks that stand for the unnamed cards of the table.
        stack_score: Part of `score` for cards that lie on each other, or do not, against the table; at most 0.
        unexplained_score: Part of `score` for all that the table does not explain; at most 0.
    """

    score: float = 0.0
    matched: dict[Card, TrackEvidence] = field(default_factory=dict)
    recently_matched: dict[Card, TrackEvidence] = field(default_factory=dict)
    missing: list[tuple[Card, TablePlace]] = field(default_factory=list)
    unexplained: list[TrackEvidence] = field(default_factory=list)
    unidentified: list[TrackEvidence] = field(default_factory=list)
    stack_score: float = 0.0
    unexplained_score: float = 0.0

    @property
    def is_complete(self) -> bool:
        """Whether the table explains everything that is seen, and everything on it is seen."""
        return not self.missing and not self.unexplained and not self.stack_score


def expected_table(state: State, *, hands_open: bool) -> FaceUpTable:
    """Return the table that a state of the game has; hands are on it if they lie open."""
    items = tuple(cards_of(item) for item in state.centre)
    cards = [(card, CENTRE) for item in items for card in item]
    left = frozenset(state.left) if state.phase is Phase.OVER else frozenset()
    cards += [(card, CENTRE) for card in state.left if card in left]
    unknown = []
    if hands_open:
        for player, seat in enumerate(state.seats):
            row = TablePlace("row", player)
            cards += [(card, row) for card in seat.hand]
            if seat.unknown:
                unknown.append((row, seat.unknown))
    return FaceUpTable(tuple(cards), items, left, tuple(unknown))


def with_cards_in_centre(table: FaceUpTable, moved: dict[Card, TrackEvidence]) -> FaceUpTable:
    """Return the table after cards were moved to the centre, where they may lie on anything."""
    cards = tuple((card, CENTRE if card in moved else place) for card, place in table.cards)
    known = {card for card, _ in cards}
    added = tuple((card, CENTRE) for card in moved if card not in known)
    return FaceUpTable((*cards, *added), table.items, frozenset(moved), table.unknown)


class TableObservation:
    """The face-up tracks of one moment, indexed for many fits.

    Args:
        evidence: What all looks add up to.
        hands_open: Whether hands lie open. If not, cards in rows are a take that a player shows, and are left out.

    Attributes:
        tracks: The tracks that are seen face up.
        recent_tracks: Tracks that are gone for at most `MAX_RECENT_MISSES` sights.
        heap_ids: For each track of the centre, a number that all tracks of its heap share.
    """

    def __init__(self, evidence: TableEvidence, *, hands_open: bool) -> None:
        self.evidence = evidence
        self.hands_open = hands_open
        self.tracks = [
            track
            for track in evidence.tracks.values()
            if track.present and not evidence.is_face_down(track) and (hands_open or track.place.zone != "row")
        ]
        self.recent_tracks = [
            track for track in evidence.tracks.values() if 0 < track.sights_missed <= MAX_RECENT_MISSES and not track.present
        ]
        self._tracks_by_card: dict[Card, list[tuple[float, TrackEvidence]]] = {}
        for track in self.tracks:
            for card, gain in evidence.ranked_cards(track):
                if gain > 0:
                    self._tracks_by_card.setdefault(card, []).append((gain, track))
        self.heap_ids = self._find_heaps()

    def _find_heaps(self) -> dict[int, int]:
        """Return for each track of the centre a number that tracks lying on each other share."""
        centre = {track.id: track for track in (*self.tracks, *self.recent_tracks) if track.place == CENTRE}
        parent = {number: number for number in centre}

        def root(number: int) -> int:
            """Return the track that represents the heap of a track."""
            while parent[number] != number:
                number = parent[number]
            return number

        for track in centre.values():
            for under in track.below:
                if under in parent:
                    parent[root(under)] = root(track.id)
        return {number: root(number) for number in parent}

    def fit(self, table: FaceUpTable) -> TableFit:
        """Return how a table explains the tracks: the best pairs of card and track are matched first."""
        fit = TableFit()
        pairs = []
        for card, place in table.cards:
            for gain, track in self._tracks_by_card.get(card, ()):
                probability = track.place_probability(place)
                if probability >= MIN_MATCH_PROBABILITY:
                    pairs.append((gain + math.log(probability), card, track))
        pairs.sort(key=lambda one: (-one[0], one[2].id))
        used: set[int] = set()
        for score, card, track in pairs:
            if card not in fit.matched and track.id not in used:
                fit.matched[card] = track
                used.add(track.id)
                fit.score += score
        self._match_weakly(table, fit, used)
        self._explain_rest(table, fit, used)
        fit.stack_score = self._stack_score(table, fit)
        fit.score += fit.stack_score
        fit.unexplained_score += fit.stack_score
        return fit

    def _match_weakly(self, table: FaceUpTable, fit: TableFit, used: set[int]) -> None:
        """Match the remaining cards with tracks where that is likelier than a missed card and a false track."""
        for card, place in table.cards:
            if card in fit.matched:
                continue
            missing_score = self._missing_score(card, place)
            best: tuple[float, TrackEvidence] | None = None
            for track in self.tracks:
                if track.id in used or track.place_probability(place) < MIN_MATCH_PROBABILITY:
                    continue
                score = self.evidence.gain(track, card) + math.log(track.place_probability(place))
                if score > missing_score + self._false_track_score(track, fit) and (best is None or score > best[0]):
                    best = (score, track)
            if best is None:
                fit.missing.append((card, place))
                recent = [track for track in self.recent_tracks if self._was_card(track, card, place)]
                if recent:
                    fit.recently_matched[card] = recent[0]
                fit.score += missing_score
                fit.unexplained_score += missing_score
            else:
                fit.matched[card] = best[1]
                used.add(best[1].id)
                fit.score += best[0]
                fit.unexplained_score += weights.LOOKS_LIKE_ANOTHER_CARD if best[1].looks and best[0] < 0 else 0.0

    def _explain_rest(self, table: FaceUpTable, fit: TableFit, used: set[int]) -> None:
        """Make unmatched tracks stand for unnamed cards of their place; those that are left are unexplained."""
        unknown = dict(table.unknown)
        for track in self.tracks:
            if track.id in used:
                continue
            if unknown.get(track.place, 0):
                unknown[track.place] -= 1
                fit.unidentified.append(track)
                fit.score += weights.UNREAD_TRACK
                continue
            fit.unexplained.append(track)
            score = self._false_track_score(track, fit)
            fit.score += score
            fit.unexplained_score += score

    def _missing_score(self, card: Card, place: TablePlace) -> float:
        """Return the log-probability that a card which lies at a place is not seen."""
        if place in self.evidence.busy:
            return weights.HIDDEN_BY_HAND
        tracks = self.evidence.tracks.values()
        misses = [track.sights_missed for track in tracks if not track.present and self._was_card(track, card, place)]
        sights = min([self.evidence.free_sights.get(place, 1), *misses])
        return weights.MISSED_BY_SIGHTS[max(1, min(sights, len(weights.MISSED_BY_SIGHTS) - 1))]

    def _was_card(self, track: TrackEvidence, card: Card, place: TablePlace) -> bool:
        """Return whether a track that is gone probably was a card at a place."""
        return track.place_probability(place) >= MIN_MATCH_PROBABILITY and self.evidence.gain(track, card) > MIN_IDENTITY_GAIN

    def _false_track_score(self, track: TrackEvidence, fit: TableFit) -> float:
        """Return the log-probability of a track that no card of the table explains."""
        if track.unclear:
            return weights.HIDDEN_BY_HAND
        if not track.looks:
            return weights.UNREAD_TRACK
        false = weights.FALSE_TRACK_ONE_SIGHT if track.sights_seen < 2 else weights.FALSE_TRACK
        duplicates = [
            gain + weights.DUPLICATE_TRACK
            for card, gain in self.evidence.ranked_cards(track)[:3]
            if card in fit.matched and fit.matched[card] is not track
        ]
        return max([false, *duplicates])

    def _stack_score(self, table: FaceUpTable, fit: TableFit) -> float:
        """Return the log-probability of seeing these heaps where the cards of the table lie on each other as its items say."""
        score = 0.0
        items_by_heap: dict[int, set[int]] = {}
        for number, item in enumerate(table.items):
            heaps = set()
            for card in item:
                track = fit.matched.get(card) or fit.recently_matched.get(card)
                if track is not None and card not in table.loose and not track.unclear and track.id in self.heap_ids:
                    heaps.add(self.heap_ids[track.id])
                    items_by_heap.setdefault(self.heap_ids[track.id], set()).add(number)
            score += weights.BUILD_CARD_APART * max(0, len(heaps) - 1)
        if len(table.loose) == len(table.cards):
            return 0.0
        loose_heaps = {self.heap_ids.get(fit.matched[card].id) for card in table.loose if card in fit.matched}
        return score + sum(
            weights.UNRELATED_CARDS_STACKED * (len(items) - 1) for heap, items in items_by_heap.items() if heap not in loose_heaps
        )


def item_with_card(state: State, card: Card) -> Card | Build | None:
    """Return the card or build of the centre that a card belongs to; None where it is not in the centre."""
    return next((item for item in state.centre if card in cards_of(item)), None)
