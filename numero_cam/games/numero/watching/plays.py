"""Which operations may explain what has changed: candidates from what is seen, each with how likely it is at all."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from numero_cam.games.numero.engine import Phase, State
from numero_cam.games.numero.engine.operations import Built, Challenged, Discarded, Drawn, Laid, Passed, Returned, Taken
from numero_cam.games.numero.engine.verify import holds
from numero_cam.games.numero.rules import Build, Card, cards_of
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import value_of
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.arithmetic import Arithmetic, laid_way, other_ways
from numero_cam.games.numero.watching.evidence import CENTRE, Evidence, Track
from numero_cam.games.numero.watching.table import Fit, Seen, item_of
from numero_cam.games.shared.sight import Place

Item = Card | Build
Move = Built | Challenged | Discarded | Drawn | Laid | Passed | Returned | Taken
"""An operation of one player."""
FACES = 3
"""Cards that one thing is tried as."""
MOST_SETS = 24
"""Different cards that several things are tried as."""
MOST_GONE = 8
"""Cards of which two may have been missed; of more, one."""


@dataclass(frozen=True)
class Candidate:
    """An operation that may have been done.

    Attributes:
        operation: What.
        weight: Natural logarithm of how likely it is before its table is looked at, what was spread before the player included.
    """

    operation: Move
    weight: float


class Plays:
    """Gives candidates.

    Args:
        seen: What is seen now.
        arithmetic: Which take cards make.
        hands_came: Whether a hand is known to have been at the table, whatever was over it lately.
    """

    def __init__(self, seen: Seen, arithmetic: Arithmetic, *, hands_came: bool = False) -> None:
        self._seen = seen
        self._hands_came = hands_came
        self._evidence: Evidence = seen.evidence
        self._arithmetic = arithmetic

    def candidates(self, state: State, fit: Fit) -> Iterator[Candidate]:
        """Give operations that may come next in a state whose table does not explain all that is seen."""
        if state.phase is Phase.DRAW:
            yield from self._draws(state, fit)
        elif state.phase in (Phase.PLAY, Phase.LAST):
            yield from self._takes(state, fit)
            if state.phase is Phase.LAST:
                if state.chances:
                    yield Candidate(Passed(state.player), weights.PASS)
                return
            yield from self._laid_apart(state, fit)

    def _play_weight(self, state: State, changed: float) -> float:
        """Return how likely a play is at all, by whether a hand was there when the table changed."""
        near = (CENTRE, Place("row", state.player))
        hand = max(self._evidence.hand_at.get(place, -math.inf) for place in near)
        return weights.PLAY + (0.0 if self._hands_came or hand >= changed - weights.HAND_SECONDS else weights.NO_HAND)

    def _left_at(self, cards: Iterable[Card]) -> float:
        """Return when the last of some cards was seen last."""
        gone = set(cards)
        times = (track.t for track in self._evidence.tracks.values() if not track.present and self._is_of(track, gone))
        return max(times, default=-math.inf)

    def _draws(self, state: State, fit: Fit) -> Iterator[Candidate]:
        count = state.missing
        if not self._seen.opened:
            yield Candidate(Drawn(state.player, (), (), count), weights.DRAW)
            return
        row = Place("row", state.player)
        tracks = [track for track in (*fit.extra, *fit.unnamed) if track.place == row and not track.unclear]
        tracks.sort(key=lambda track: -track.seen)
        known = min(count, len(tracks))
        found = 0
        for chosen in combinations(tracks[: count + 2], known):
            for cards in product(*(self._faces(track, state.stock) for track in chosen)):
                if len(set(cards)) == known and (known or count) and found < MOST_SETS:
                    found += 1
                    missed = count - known
                    yield Candidate(Drawn(state.player, cards, (), missed), weights.DRAW + missed * weights.PART_OF_DRAW)

    def _faces(self, track: Track, cards: Sequence[Card]) -> list[Card]:
        """Return the cards of these that a thing most likely is."""
        best = [card for card, gain in self._evidence.faces(track) if gain > -1.0 and card in cards]
        return best[:FACES]

    def off_hand(self, state: State, fit: Fit) -> list[tuple[Card, Track | None]]:
        """Return cards that may have left the hand of the player to move, each with what it seems to be now; None where it is gone."""
        if not self._seen.opened:
            return self._new_in_centre(state, fit)
        row = Place("row", state.player)
        gone = [card for card in state.seat.hand if self._may_be_gone(card, row, fit)]
        drawn_unread = self._new_in_centre(state, fit) if state.seat.unknown else []
        known = [(card, self._elsewhere(card, fit)) for card in gone]
        return known + [(card, track) for card, track in drawn_unread if card not in gone and (card in state.stock)]

    def _may_be_gone(self, card: Card, place: Place, fit: Fit) -> bool:
        """Whether a card is not seen where it should lie, or only something that has hardly been read."""
        track = fit.matched.get(card)
        return (card, place) in fit.missing if track is None else self._evidence.gain(track, card) < weights.HARDLY_READ

    def _elsewhere(self, card: Card, fit: Fit) -> Track | None:
        tracks = [track for track in fit.extra if track.place == CENTRE and self._evidence.gain(track, card) > 0]
        return max(tracks, key=lambda track: (self._evidence.gain(track, card), -track.id), default=None)

    def _new_in_centre(self, state: State, fit: Fit) -> list[tuple[Card, Track | None]]:
        pool = (*state.seat.hand, *(state.stock if state.seat.unknown else ()))
        tracks = [track for track in fit.extra if track.place == CENTRE and not track.unclear]
        return [(card, track) for track in tracks for card in self._faces(track, pool)]

    def _laid_apart(self, state: State, fit: Fit) -> Iterator[Candidate]:
        """Give discards and builds."""
        off = [(card, track) for card, track in self.off_hand(state, fit) if track is not None]
        wilds = [(card, track) for card, track in off if card.is_wild]
        if wilds and len({track.id for _, track in wilds}) == state.seat.hand_size:
            cards = tuple(dict.fromkeys(card for card, _ in wilds))
            yield Candidate(Discarded(state.player, cards), self._play_weight(state, max(track.came for _, track in wilds)))
            return
        for card, track in off:
            weight = self._play_weight(state, track.came)
            if self._is_alone(fit, card, track):
                yield Candidate(Discarded(state.player, (card,)), weight)
                continue
            if card.is_number:
                yield from self._builds(state, fit, card, track, wilds)
                yield Candidate(Discarded(state.player, (card,)), weight)

    def _is_alone(self, fit: Fit, card: Card, track: Track) -> bool:
        """Whether no card of the table is on or under it; what is seen double may be."""
        known = {one.id for name, one in (*fit.matched.items(), *fit.lately.items()) if name != card}
        return not any(number in known for number in self.heap(track) if number != track.id)

    def heap(self, track: Track) -> list[int]:
        """Return the numbers of all that lies on each other with a thing of the centre."""
        parts = self._seen.parts
        return [number for number, part in parts.items() if part == parts.get(track.id)]

    def _builds(self, state: State, fit: Fit, card: Card, track: Track, wilds: list[tuple[Card, Track]]) -> Iterator[Candidate]:
        items = self.stacked(state, fit, card, track, {track.id: wild for wild, track in wilds})
        if items is None:
            return
        weight = self._play_weight(state, track.came)
        straight = laid_way(items)
        ways = [] if straight is None else [(straight, 0.0)]
        ways += [(way, weights.ODD_VALUE) for way in other_ways(items)]
        tried = set()
        for way, odd in ways:
            try:
                value = value_of(way, whole=False)
            except RuleBreakError:
                continue
            if value in tried or value.denominator != 1 or not 1 <= value <= state.options.numbers:
                continue
            tried.add(value)
            left = tuple(other for other in state.seat.hand if other != card)
            held = holds(left, value) or state.seat.unknown > 0
            yield Candidate(Built(state.player, card, way), weight + odd + (0.0 if held else weights.BLUFF))

    def stacked(self, state: State, fit: Fit, card: Card, track: Track, wilds: dict[int, Card]) -> list[Item] | None:
        """Return the heap that a card lies in, the lowest first: cards and builds of the centre, the card, wild cards of the hand."""
        names = {one.id: name for name, one in (*fit.lately.items(), *fit.matched.items())}
        items: list[Item] = []
        for number in self._order(self.heap(track)):
            if number == track.id:
                items.append(card)
            elif number in wilds:
                items.append(wilds[number])
            elif number in names:
                item = item_of(state, names[number])
                if item is not None and item not in items:
                    items.append(item)
        return items if len(items) > 1 and any(item in state.centre for item in items) else None

    def _order(self, heap: list[int]) -> list[int]:
        """Return things that lie on each other, the lowest first."""
        tracks, inside = self._evidence.tracks, set(heap)
        depth: dict[int, int] = {}

        def deep(number: int, above: frozenset[int]) -> int:
            if number not in depth:
                under = (tracks[number].below & inside) - above - {number}
                depth[number] = 1 + max((deep(one, above | {number}) for one in under), default=0)
            return depth[number]

        return sorted(heap, key=lambda number: (deep(number, frozenset()), number))

    def _takes(self, state: State, fit: Fit) -> Iterator[Candidate]:
        """Give takes: cards of the centre are gone, and a number card of the hand."""
        if not self._seen.opened:
            yield from self._shown_takes(state, fit)
            return
        off = [card for card, track in self.off_hand(state, fit) if track is None]
        numbers = [card for card in off if card.is_number]
        wilds = [card for card in off if card.is_wild]
        for card in numbers:
            yield from self._sets(state, fit, card, wilds, 0.0)

    def _sets(self, state: State, fit: Fit, card: Card, wilds: Sequence[Card], more: float) -> Iterator[Candidate]:
        """Give takes with a card of all that is gone, or all but one or two: those may only have been missed."""
        gone = self.gone(state, fit)
        weight = self._play_weight(state, self._left_at([card, *(one for item in gone for one in cards_of(item))])) + more
        every: tuple[Item, ...] = (*gone, *wilds)
        found = False
        for left_out in range(min(3, len(every))):
            if left_out == 2 and (found or len(every) > MOST_GONE):
                return
            for out in combinations(range(len(every)), left_out):
                items = tuple(item for place, item in enumerate(every) if place not in out)
                ways = self._arithmetic.ways(card, items)
                if ways:
                    found = True
                    unused = 0 if self._seen.opened else sum(place >= len(gone) for place in out)
                    yield Candidate(Taken(state.player, card, ways), weight + self._unshown(state, items) + unused * weights.NOT_USED)

    def _unshown(self, state: State, items: Sequence[Item]) -> float:
        """Return what it costs that cards of a take were not among those that the player spread; open hands spread nothing."""
        if self._seen.opened:
            return 0.0
        shown = {faces[0][0] for track in self.shown(state.player) if track.looks > 1 and (faces := self._evidence.faces(track))}
        return weights.NOT_SHOWN * sum(card not in shown for item in items for card in cards_of(item))

    def gone(self, state: State, fit: Fit) -> list[Item]:
        """Return what of the centre seems to be gone."""
        return [item for item in state.centre if any(self._may_be_gone(card, CENTRE, fit) for card in cards_of(item))]

    def _shown_takes(self, state: State, fit: Fit) -> Iterator[Candidate]:
        """Give takes that were spread before the player and turned over."""
        shown = self.shown(state.player)
        if any(track.present for track in shown) or not shown:
            return
        centre = {card for item in state.centre for card in cards_of(item)}
        pool = (*state.seat.hand, *state.stock)
        new = [track for track in shown if not self._is_of(track, centre)]
        for cards in self._named(new, pool):
            for card in cards:
                if card.is_number:
                    wilds = [other for other in cards if other.is_wild]
                    dropped = len(new) - len(wilds) - 1
                    gains = sum(max(self._evidence.gain(track, one) for track in new) for one in (card, *wilds))
                    yield from self._sets(state, fit, card, wilds, gains + dropped * weights.DOUBLE)

    def shown(self, player: int) -> list[Track]:
        """Return what lay face up before a player since the last play."""
        row = Place("row", player)
        numbers = self._evidence.spread.get(player, set())
        tracks = [self._evidence.tracks[number] for number in sorted(numbers) if number in self._evidence.tracks]
        return [track for track in tracks if track.place == row and not self._evidence.is_back(track) and track.looks]

    def _is_of(self, track: Track, cards: set[Card]) -> bool:
        best = self._evidence.faces(track)
        return bool(best) and best[0][0] in cards

    def _named(self, tracks: Sequence[Track], pool: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
        """Give different cards that things may be; what is seen twice counts once."""
        choices = [self._faces(track, pool) for track in tracks]
        for cards in list(product(*(each for each in choices if each)))[:MOST_SETS]:
            yield tuple(dict.fromkeys(cards))
