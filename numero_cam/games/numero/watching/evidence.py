"""What the looks at each thing on the table add up to: which card it is, how long it lies there, how long it is gone."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from numero_cam.games.numero.rules import Card, NotationError, parse_card
from numero_cam.games.numero.watching import weights
from numero_cam.games.shared.sight import Place, SeenCard, Sight

CENTRE = Place("centre")
STOCK = Place("stock")


PUSHED = 0.5
"""Card widths: what has come farther than this from where it lay was moved by somebody, and is not merely seen a little elsewhere."""


@dataclass(frozen=True, slots=True)
class HeldAt:
    """Where a thing lay when a person said in whose hand it is.

    Attributes:
        place: The row of that player.
        x: Card widths, as in `SeenCard`.
        y: The same.
    """

    place: Place
    x: float
    y: float


@dataclass(slots=True)
class Track:
    """One thing on the table, as long as it keeps its number.

    Attributes:
        id: Its number in the sights.
        looks: How often its face was read.
        listed: Of each card that a look named, by how much its logarithms exceed those of cards that no look named; None is a back.
        places: Where it lies, with chances.
        below: What it lies on.
        visible: The share of it that can be seen.
        seen: In how many sights it was, nothing over it.
        missed: In how many sights it was not, nothing over its place, since it was seen last.
        unclear: Whether something is over it now, or it moves.
        present: Whether it is in the newest sight.
        t: When it was seen last.
        came: When it came to its place.
        quiet: For how many seconds it has lain there with nothing over it or its place.
        gains: By how much each card that a look named explains all looks better than chance, several looks counting as few.
        rest: The same for every other card.
        told: What a person said that it is.
        best: The highest chance that any look gave a card of the pack, or a number without its colour.
        x: Where it was seen last, card widths.
        y: The same.
        held: That a person said in whose hand it is; None where nobody did, or since it was moved.
    """

    id: int
    looks: int = 0
    listed: dict[Card | None, float] = field(default_factory=dict)
    places: dict[Place, float] = field(default_factory=dict)
    below: frozenset[int] = frozenset()
    visible: float = 1.0
    seen: int = 0
    missed: int = 0
    unclear: bool = False
    present: bool = True
    t: float = 0.0
    came: float = 0.0
    quiet: float = 0.0
    gains: dict[Card, float] = field(default_factory=dict)
    rest: float = 0.0
    told: Card | None = None
    best: float = 0.0
    x: float = 0.0
    y: float = 0.0
    held: HeldAt | None = None

    def hold(self, place: Place) -> None:
        """Take what a person says: it belongs to the hand of this row, wherever it lies, until it is moved."""
        self.held = HeldAt(place, self.x, self.y)
        self.places = {place: 1.0}

    def places_of(self, card: SeenCard) -> dict[Place, float]:
        """Return where it lies, as it is seen, or as a person said of it as long as it is not moved."""
        self.x, self.y = card.x, card.y
        if self.held is not None:
            if card.place != self.held.place and math.dist((card.x, card.y), (self.held.x, self.held.y)) < PUSHED:
                return {self.held.place: 1.0}
            self.held = None
        return dict(card.places)

    @property
    def place(self) -> Place:
        """The likeliest place."""
        return max(self.places, key=self.places.__getitem__)

    def weigh(self, count: int) -> None:
        """Work out `gains` and `rest` from the looks.

        Args:
            count: How many faces there are, a back among them.
        """
        if self.told is not None:
            self.gains, self.rest = {self.told: math.log(count)}, -weights.TOLD
            return
        scale = min(1.0, weights.MOST_LOOKS / self.looks)
        scaled = {card: scale * gain for card, gain in self.listed.items()}
        top = max([0.0, *scaled.values()])
        total = sum(math.exp(gain - top) for gain in scaled.values()) + (count - len(scaled)) * math.exp(-top)
        self.rest = math.log(count) - top - math.log(total)
        self.gains = {card: gain + self.rest for card, gain in scaled.items() if card is not None}

    def lies(self, place: Place) -> float:
        """Return the chance that it lies there."""
        return max(self.places.get(place, 0.0), weights.PLACE_FLOOR)


class Evidence:
    """All things that were seen on the table, and what is over it now.

    Args:
        pack: The cards of the game.

    Attributes:
        tracks: By their number; those that are gone are kept until `forget`.
        busy: Places with something over them now.
        quiet_since: For how many sights a place has had nothing over it, and since when.
        hand_at: When something was over a place last.
        ghosts: Numbers of things that are no cards, as a person said.
        t: Of the newest sight.
    """

    def __init__(self, pack: Iterable[Card]) -> None:
        self.pack = tuple(pack)
        self._by_text: dict[str, tuple[Card, ...]] = {}
        self.tracks: dict[int, Track] = {}
        self.busy: frozenset[Place] = frozenset()
        self.free: dict[Place, tuple[int, float]] = {}
        self.hand_at: dict[Place, float] = {}
        self.spread: dict[int, set[int]] = {}
        self.ghosts: set[int] = set()
        self.t = 0.0
        self.news = True

    def update(self, sight: Sight) -> None:
        """Take in one sight. `news` says whether it may change what is believed."""
        self.news = sight.busy != self.busy
        self._places_at(sight)
        there = set()
        for card in sight.cards:
            if card.id in self.ghosts:
                continue
            there.add(card.id)
            self._see(card, sight)
        for track in self.tracks.values():
            if track.id in there:
                continue
            self.news |= track.present
            track.present = False
            track.unclear = False
            if not (set(track.places) & self.busy):
                track.missed += 1
        self.t = sight.t

    def _places_at(self, sight: Sight) -> None:
        places = {place for card in sight.cards for place, _ in card.places} | set(self.free) | {CENTRE, STOCK} | sight.busy
        for place in places:
            count, since = self.free.get(place, (0, sight.t))
            self.free[place] = (0, sight.t) if place in sight.busy else (count + 1, since)
        self.busy = sight.busy
        self.hand_at.update(dict.fromkeys(sight.busy, sight.t))

    def _see(self, card: SeenCard, sight: Sight) -> None:
        track = self.tracks.get(card.id)
        if track is None:
            track = self.tracks[card.id] = Track(card.id)
            self.news = True
        unclear = card.id in sight.unclear
        places = track.places_of(card)
        self.news |= unclear != track.unclear or not track.present or card.below != track.below or places != track.places
        before = track.place if track.places else None
        passed = sight.t - track.t
        track.unclear, track.present, track.missed, track.t = unclear, True, 0, sight.t
        track.places, track.below, track.visible = places, card.below, card.visible
        if track.place != before:
            track.came, track.quiet = sight.t, 0.0
        elif not unclear and track.place not in sight.busy:
            track.quiet += passed
        if not unclear:
            track.seen += 1
            if card.faces or card.back:
                self._look(track, card)
                self.news = True
            place = track.place
            if place.zone == "row" and place.player is not None and track.held is None:
                self.spread.setdefault(place.player, set()).add(track.id)

    def _look(self, track: Track, card: SeenCard) -> None:
        """Add one look: `listed` holds how much better than an unnamed card each named one explains it."""
        known: dict[Card | None, float] = {}
        for text, chance in card.faces:
            cards = self._cards(text)
            track.best = max(track.best, chance) if cards else track.best
            for each in cards:
                known[each] = known.get(each, 0.0) + chance / len(cards)
        if card.back:
            known[None] = card.back
        count = len(self.pack) + 1
        rest = max(0.0, 1.0 - sum(known.values())) / count
        spare = (1 - weights.FLOOR) * rest + weights.FLOOR / count
        for face, chance in known.items():
            gain = math.log(((1 - weights.FLOOR) * (chance + rest) + weights.FLOOR / count) / spare)
            track.listed[face] = track.listed.get(face, 0.0) + gain
        track.looks += 1
        track.weigh(count)

    def tell(self, number: int, card: Card | None) -> None:
        """Take what a person says of a thing: which card it is; None where it is no card."""
        self.news = True
        if card is None:
            self.ghosts.add(number)
            self.tracks.pop(number, None)
            return
        track = self.tracks[number]
        track.told, track.best = card, 1.0
        track.listed = {card: weights.TOLD}
        track.weigh(len(self.pack) + 1)

    def _cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of the pack that a text may mean: without a colour those of the number."""
        if text not in self._by_text:
            try:
                meant = parse_card(text)
            except NotationError:
                self._by_text[text] = ()
            else:
                bare = meant.is_number and meant.colour is None
                self._by_text[text] = tuple(
                    card for card in self.pack if card == meant or (bare and card.value == meant.value and card.is_number)
                )
        return self._by_text[text]

    def gain(self, track: Track, card: Card) -> float:
        """Return by how much a card explains the looks at a thing better than chance (natural logarithm)."""
        return track.gains.get(card, track.rest)

    def chance(self, track: Track, card: Card, among: Iterable[Card]) -> float:
        """Return the chance that a thing is this card, if it is one of some."""
        gains = track.gains
        total = sum(math.exp(gains.get(one, track.rest)) for one in among)
        return math.exp(self.gain(track, card)) / total if total else 0.0

    def unnamed(self, track: Track, among: Iterable[Card]) -> float:
        """Return the chance that a thing is none of the cards that looks named, if it is one of some."""
        gains = track.gains
        parts = [(math.exp(gains.get(one, track.rest)), one in gains) for one in among]
        total = sum(part for part, _ in parts)
        return sum(part for part, named in parts if not named) / total if total else 1.0

    def faces(self, track: Track) -> list[tuple[Card, float]]:
        """Return the cards that looks named, with how well each explains them, the best first."""
        return sorted(track.gains.items(), key=lambda one: (-one[1], one[0].sort_key))

    def lies_in_row(self, player: int) -> bool:
        """Return whether something lies face up before a player."""
        row = Place("row", player)
        return any(
            track.present and track.place == row and track.held is None and not self.is_back(track) for track in self.tracks.values()
        )

    def is_back(self, track: Track) -> bool:
        """Return whether it most likely lies face down, or belongs to a pile."""
        if track.place.zone in ("stock", "won"):
            return True
        best = max(track.listed.values(), default=0.0)
        return None in track.listed and track.listed[None] >= best > 0

    def forget(self, player: int | None = None) -> None:
        """Begin anew after a play: what was spread before this player, and things that are long gone."""
        if player is not None:
            row = {number for number in self.spread.get(player, ()) if number in self.tracks and self.tracks[number].present}
            self.spread[player] = {number for number in row if self.tracks[number].place == Place("row", player)}
        kept = {number for numbers in self.spread.values() for number in numbers}
        gone = [track.id for track in self.tracks.values() if not track.present and track.missed > 40 and track.id not in kept]
        for number in gone:
            del self.tracks[number]
