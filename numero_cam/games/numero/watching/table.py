"""Which table a state of the game shows, and how well it explains what is seen."""

import math
from dataclasses import dataclass, field

from numero_cam.games.numero.engine import Phase, State
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.evidence import CENTRE, Evidence, Track
from numero_cam.games.shared.sight import Place

MISSED_LATELY = 4
"""Sights in which a thing may be missed while what lies on it still holds together."""


@dataclass(frozen=True)
class Table:
    """The cards that lie face up.

    Attributes:
        cards: Each with its place.
        items: The cards of the centre that belong together; single cards too.
        loose: Cards of which it is not known on what they lie: those of a play half done.
        unknown: Places where so many more cards lie than are named.
    """

    cards: tuple[tuple[Card, Place], ...]
    items: tuple[tuple[Card, ...], ...]
    loose: frozenset[Card] = frozenset()
    unknown: tuple[tuple[Place, int], ...] = ()


@dataclass
class Fit:
    """How a table explains what is seen.

    Attributes:
        score: Natural logarithm of the chance, against chance readings.
        matched: Which thing each card is.
        lately: Of the missing cards, what they were until some sights ago.
        missing: Cards that are not seen where they should lie.
        extra: Things that are no card of the table.
        unnamed: Things that are cards which nobody has named.
        torn: What it costs that cards lie on each other, or do not, against the table.
        lost: What it costs that not all is explained.
    """

    score: float = 0.0
    matched: dict[Card, Track] = field(default_factory=dict)
    lately: dict[Card, Track] = field(default_factory=dict)
    missing: list[tuple[Card, Place]] = field(default_factory=list)
    extra: list[Track] = field(default_factory=list)
    unnamed: list[Track] = field(default_factory=list)
    torn: float = 0.0
    lost: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to explain."""
        return not self.missing and not self.extra and not self.torn


def table_of(state: State, *, opened: bool) -> Table:
    """Return the table that a state shows."""
    items = tuple(cards_of(item) for item in state.centre)
    cards = [(card, CENTRE) for item in items for card in item]
    left = frozenset(state.left) if state.phase is Phase.OVER else frozenset()
    cards += [(card, CENTRE) for card in state.left if card in left]
    unknown = []
    if opened:
        for player, seat in enumerate(state.seats):
            row = Place("row", player)
            cards += [(card, row) for card in seat.hand]
            if seat.unknown:
                unknown.append((row, seat.unknown))
    return Table(tuple(cards), items, left, tuple(unknown))


def laid_table(table: Table, moved: dict[Card, Track]) -> Table:
    """Return the table where these cards have come to the centre, on whatever they lie."""
    cards = tuple((card, CENTRE if card in moved else place) for card, place in table.cards)
    there = {card for card, _ in cards}
    more = tuple((card, CENTRE) for card in moved if card not in there)
    return Table((*cards, *more), table.items, frozenset(moved), table.unknown)


class Seen:
    """What is seen now, laid out for many questions.

    Args:
        evidence: What the looks add up to.
        opened: Whether hands lie open; else what lies in rows is a take that is being shown.
    """

    def __init__(self, evidence: Evidence, *, opened: bool) -> None:
        self.evidence = evidence
        self.opened = opened
        self.tracks = [
            track
            for track in evidence.tracks.values()
            if track.present and not evidence.is_back(track) and (opened or track.place.zone != "row")
        ]
        self.lately = [track for track in evidence.tracks.values() if 0 < track.missed <= MISSED_LATELY and not track.present]
        self.by_card: dict[Card, list[tuple[float, Track]]] = {}
        for track in self.tracks:
            for card, gain in evidence.faces(track):
                if gain > 0:
                    self.by_card.setdefault(card, []).append((gain, track))
        self.parts = self._parts()

    def _parts(self) -> dict[int, int]:
        """Return for each thing of the centre the number of the heap that it lies in."""
        centre = {track.id: track for track in (*self.tracks, *self.lately) if track.place == CENTRE}
        part = {number: number for number in centre}

        def root(number: int) -> int:
            while part[number] != number:
                number = part[number]
            return number

        for track in centre.values():
            for under in track.below:
                if under in part:
                    part[root(under)] = root(track.id)
        return {number: root(number) for number in part}

    def fit(self, table: Table) -> Fit:
        """Return how a table explains what is seen."""
        found = Fit()
        pairs = []
        for card, place in table.cards:
            for gain, track in self.by_card.get(card, ()):
                lies = track.lies(place)
                if lies >= 0.2:
                    pairs.append((gain + math.log(lies), card, track))
        pairs.sort(key=lambda one: (-one[0], one[2].id))
        used: set[int] = set()
        for score, card, track in pairs:
            if card not in found.matched and track.id not in used:
                found.matched[card] = track
                used.add(track.id)
                found.score += score
        self._match_weakly(table, found, used)
        unknown = dict(table.unknown)
        for track in self.tracks:
            if track.id in used:
                continue
            if unknown.get(track.place, 0):
                unknown[track.place] -= 1
                found.unnamed.append(track)
                found.score += weights.UNREAD
                continue
            found.extra.append(track)
            cost = self.ghost(track, found)
            found.score += cost
            found.lost += cost
        found.torn = self._structure(table, found)
        found.score += found.torn
        found.lost += found.torn
        return found

    def _match_weakly(self, table: Table, found: Fit, used: set[int]) -> None:
        """Match what is left where that is better than a card missed and a ghost seen."""
        for card, place in table.cards:
            if card in found.matched:
                continue
            lost = self.missed(card, place)
            best: tuple[float, Track] | None = None
            for track in self.tracks:
                if track.id in used or track.lies(place) < 0.2:
                    continue
                score = self.evidence.gain(track, card) + math.log(track.lies(place))
                if score > lost + self.ghost(track, found) and (best is None or score > best[0]):
                    best = (score, track)
            if best is None:
                found.missing.append((card, place))
                was = [track for track in self.lately if self._was(track, card, place)]
                if was:
                    found.lately[card] = was[0]
                found.score += lost
                found.lost += lost
            else:
                found.matched[card] = best[1]
                used.add(best[1].id)
                found.score += best[0]
                found.lost += weights.ANOTHER if best[1].looks and best[0] < 0 else 0.0

    def missed(self, card: Card, place: Place) -> float:
        """Return what it costs that a card is not seen where it lies."""
        if place in self.evidence.busy:
            return weights.HIDDEN_BY_HAND
        count = self.evidence.free.get(place, (1, 0.0))[0]
        times = [track.missed for track in self.evidence.tracks.values() if not track.present and self._was(track, card, place)]
        count = min([count, *times])
        return weights.MISSED[max(1, min(count, len(weights.MISSED) - 1))]

    def _was(self, track: Track, card: Card, place: Place) -> bool:
        return track.lies(place) >= 0.2 and self.evidence.gain(track, card) > 2

    def ghost(self, track: Track, found: Fit) -> float:
        """Return what it costs that something is seen which no card explains."""
        if track.unclear:
            return weights.HIDDEN_BY_HAND
        if not track.looks:
            return weights.UNREAD
        alone = weights.YOUNG_GHOST if track.seen < 2 else weights.GHOST
        faces = self.evidence.faces(track)
        doubles = [gain + weights.DOUBLE for card, gain in faces[:3] if card in found.matched and found.matched[card] is not track]
        return max([alone, *doubles])

    def _structure(self, table: Table, found: Fit) -> float:
        """Return what it costs that cards lie on each other, or do not, against the table."""
        cost = 0.0
        lies_in: dict[int, set[int]] = {}
        for number, item in enumerate(table.items):
            parts = set()
            for card in item:
                track = found.matched.get(card) or found.lately.get(card)
                if track is not None and card not in table.loose and not track.unclear and track.id in self.parts:
                    parts.add(self.parts[track.id])
                    lies_in.setdefault(self.parts[track.id], set()).add(number)
            cost += weights.APART * max(0, len(parts) - 1)
        if len(table.loose) == len(table.cards):
            return 0.0
        loose = {self.parts.get(found.matched[card].id) for card in table.loose if card in found.matched}
        return cost + sum(weights.TOGETHER * (len(items) - 1) for part, items in lies_in.items() if part not in loose)


def item_of(state: State, card: Card) -> Card | Build | None:
    """Return the card or build of the centre that a card belongs to."""
    return next((item for item in state.centre if card in cards_of(item)), None)
