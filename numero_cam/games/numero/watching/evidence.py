"""What all looks at the tracks of a table add up to: which card each track is, where it lies and since when, or for how long it is gone."""

import math
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field

from numero_cam.games.numero.engine import State
from numero_cam.games.numero.rules import Card, NotationError, cards_of, parse_card
from numero_cam.games.numero.watching import weights
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace

CENTRE = TablePlace("centre")
STOCK = TablePlace("stock")
PUSH_DISTANCE = 0.5  #: Card widths. A track that is farther than this from where it lay was moved by somebody.
#: A track is called a card once a look gave one card at least this probability, 0..1: chess pieces, keys and print are detected, too.
MIN_CARD_PROBABILITY = 0.9
RESTING_SECONDS = 1.0  #: Seconds for which something is over a place when it rests there; a hand at work is sooner away.
FORGET_AFTER_SIGHTS = 40  #: Missed sights after which a track is deleted, unless a player showed it not long ago.
FORGET_SHOWN_AFTER_SECONDS = 60.0  #: Seconds after which a card that a player showed and turned over counts no more as shown.


@dataclass(frozen=True, slots=True)
class HeldAt:
    """Where a track lay when a person assigned it to a hand."""

    place: TablePlace  #: The row of the player whose hand it is.
    x: float  #: Horizontal position in card widths, as in `SeenCard`.
    y: float  #: Vertical position in card widths.


@dataclass(slots=True)
class FaceEvidence:
    """What all looks at one track say of its face. A snapshot shares it, because a track is one card at all times.

    A gain is the natural logarithm of how much better than chance a card explains the looks at the track.
    """

    looks: int = 0  #: Number of times the face was read.
    #: For each face that a look named, the sum over the last `REMEMBERED_LOOKS` looks or so of its log-probability less that of an unnamed
    #: face. The key None stands for the back of a card.
    log_odds: dict[Card | None, float] = field(default_factory=dict)
    gains: dict[Card, float] = field(default_factory=dict)  #: Gain of each card that a look named.
    ranked: list[tuple[Card, float]] = field(default_factory=list)  #: The same as pairs, the highest gain first.
    other_gain: float = 0.0  #: Gain of every other card.
    corrected: tuple[Card, ...] = ()  #: The card that a person said it is, with its equal ones of other packs; empty where nobody did.
    identity: Card | None = None  #: Of several equal cards the one that it is in the game that is told; None as long as it is none.
    #: Highest probability, 0..1, that any look gave to a card of the pack, or to a number without its colour.
    best_probability: float = 0.0

    @property
    def likeliest(self) -> Card | None:
        """The card with the highest gain; None where no look named one."""
        return self.ranked[0][0] if self.ranked else None

    def is_card(self, card: Card) -> bool:
        """Return whether the likeliest card is this one; where nothing tells equal cards apart, any of them."""
        likeliest = self.likeliest
        return likeliest == card or (likeliest is not None and self.identity is None and likeliest.looks_like(card))

    def one_of(self, cards: Iterable[Card]) -> Card | None:
        """Return the likeliest card if it is one of these; of several equal ones an equal one that is."""
        likeliest = self.likeliest
        if likeliest is None:
            return None
        there = [card for card in cards if card.looks_like(likeliest)]
        return likeliest if likeliest in there else next(iter(there), None)

    def update_gains(self, face_count: int) -> None:
        """Compute `gains` and `other_gain` from the looks.

        Args:
            face_count: Number of possible faces, the back included.
        """
        scale = min(1.0, weights.MAX_INDEPENDENT_LOOKS / max(1, min(self.looks, weights.REMEMBERED_LOOKS)))
        scaled = {card: scale * odds for card, odds in self.log_odds.items()}
        top = max([0.0, *scaled.values()])
        total = sum(math.exp(odds - top) for odds in scaled.values()) + (face_count - len(scaled)) * math.exp(-top)
        self.other_gain = math.log(face_count) - top - math.log(total)
        self.gains = {card: odds + self.other_gain for card, odds in scaled.items() if card is not None}
        if self.corrected:
            gain = math.log(face_count / len(self.corrected))
            self.gains, self.other_gain = dict.fromkeys(self.corrected, gain), -weights.CORRECTED_BY_PERSON
        if self.identity is not None:
            others = [card for card in self.gains if card != self.identity and card.looks_like(self.identity)]
            self.gains.update({card: self.gains[card] + weights.EQUAL_CARD_OF_ANOTHER_TRACK for card in others})
        self.ranked = sorted(self.gains.items(), key=lambda one: (-one[1], one[0].sort_key))


@dataclass(slots=True)
class TrackEvidence:
    """What is known of one track of the table."""

    id: int  #: Its number in the sights.
    face: FaceEvidence = field(default_factory=FaceEvidence)  #: What all looks say of its face.
    face_down: bool = False  #: Whether it most likely lies face down, or belongs to the stock or a winning pile.
    places: dict[TablePlace, float] = field(default_factory=dict)  #: Probability of each place at which it may lie.
    below: frozenset[int] = frozenset()  #: Ids of the tracks that it lies on.
    visible: float = 1.0  #: Share of it that no card covers, 0..1.
    sights_seen: int = 0  #: Number of sights that had it with nothing over it.
    sights_missed: int = 0  #: Number of sights since it was last seen that lacked it with nothing over its place.
    unclear: bool = False  #: Whether something is over it, or it moves, in the newest sight.
    present: bool = True  #: Whether the newest sight has it.
    last_seen: float = 0.0  #: Second at which it was last seen.
    last_clear: float = 0.0  #: Second at which it was last seen with nothing over it.
    arrived: float = 0.0  #: Second at which it was first seen at its present place.
    still_seconds: float = 0.0  #: Seconds for which it has lain there with nothing over it or its place.
    x: float = 0.0  #: Last horizontal position, in card widths.
    y: float = 0.0  #: Last vertical position, in card widths.
    held: HeldAt | None = None  #: Set while a person's word that it belongs to a hand holds, that is until it is moved.

    def assign_to_hand(self, row: TablePlace) -> None:
        """Make it a card of the hand whose row is given, wherever it lies, until it is moved."""
        self.held = HeldAt(row, self.x, self.y)
        self.places = {row: 1.0}

    def update_position(self, card: SeenCard) -> dict[TablePlace, float]:
        """Store the position of a new sight, end an assignment to a hand if it was moved, and return the probability of each place."""
        self.x, self.y = card.x, card.y
        if self.held is not None:
            if card.place != self.held.place and math.dist((card.x, card.y), (self.held.x, self.held.y)) < PUSH_DISTANCE:
                return {self.held.place: 1.0}
            self.held = None
        return dict(card.places)

    @property
    def place(self) -> TablePlace:
        """The most probable place."""
        return max(self.places, key=self.places.__getitem__)

    def place_probability(self, place: TablePlace) -> float:
        """Return the probability that it lies at a place, at least `MIN_PLACE_PROBABILITY`."""
        return max(self.places.get(place, 0.0), weights.MIN_PLACE_PROBABILITY)


def _is_face_down(track: TrackEvidence) -> bool:
    if track.place.zone in ("stock", "won"):
        return True
    log_odds = track.face.log_odds
    return None in log_odds and log_odds[None] >= max(log_odds.values()) > 0


class TableEvidence:
    """All tracks of a table, and which places something is over now.

    Args:
        pack: The cards of the game.
    """

    def __init__(self, pack: Iterable[Card]) -> None:
        self.pack = tuple(pack)
        self.packs = 1 + max(card.copy for card in self.pack)
        self._cards_by_text: dict[str, tuple[Card, ...]] = {}
        self.tracks: dict[int, TrackEvidence] = {}  #: By id. Tracks that are gone stay until `forget` deletes them.
        self.busy: frozenset[TablePlace] = frozenset()  #: Places that something is over in the newest sight.
        #: Those of them at which a hand may be at work. What rests over a place hides only the cards that it covers.
        self.worked_at: frozenset[TablePlace] = frozenset()
        self._stirred: tuple[float, tuple[object, ...]] = (0.0, ())
        self.free_sights: dict[TablePlace, int] = {}  #: For each place, the number of successive sights with no hand at work there.
        self.hand_seen_at: dict[TablePlace, float] = {}  #: For each place, the second at which something was last over it.
        self.hand_since: dict[TablePlace, float] = {}  #: For each place, the second since which something was over it then.
        #: For each player, the tracks that lay face up in the player's row, by id, with the second at which each was last seen there.
        self.shown: dict[int, dict[int, float]] = {}
        self.false_tracks: set[int] = set()  #: Ids of tracks that a person said are no cards.
        self._aside: dict[int, tuple[float, float]] = {}
        self.t = 0.0  #: Second of the newest sight.
        self.changed = True  #: Whether the newest sight may change what was played.

    @property
    def has_copies(self) -> bool:
        """Whether several packs are mixed, whose equal cards are told apart."""
        return self.packs > 1

    def update(self, sight: Sight) -> None:
        """Add one sight and set `changed`."""
        self.changed = sight.busy != self.busy
        self.hand_since.update(dict.fromkeys(sight.busy - self.busy, sight.t))
        self.hand_seen_at.update(dict.fromkeys(sight.busy, sight.t))
        self.busy, self.t = sight.busy, sight.t
        present_ids = set()
        for card in sight.cards:
            if card.id in self.false_tracks or self._is_aside(card):
                continue
            present_ids.add(card.id)
            self._update_track(card, sight)
        self._update_places(sight)
        for track in self.tracks.values():
            if track.id in present_ids:
                continue
            self.changed |= track.present
            track.present = False
            track.unclear = False
            if not (set(track.places) & self.worked_at):
                track.sights_missed += 1

    def set_aside(self, used: Iterable[TrackEvidence]) -> None:
        """Leave out what lies there as the game begins, is none of the tracks of its cards and was read as no card, as print on a cloth."""
        cards = {track.id for track in used}
        for track in list(self.tracks.values()):
            lies_open = track.present and not track.face_down and track.place.zone in ("centre", "row")
            if lies_open and track.id not in cards and track.face.best_probability < MIN_CARD_PROBABILITY:
                self._aside[track.id] = (track.x, track.y)
                del self.tracks[track.id]
        for shown in self.shown.values():
            for number in self._aside.keys() & shown.keys():
                del shown[number]

    def _is_aside(self, card: SeenCard) -> bool:
        """Return whether a track is left out still: it lies where it lay, and no look says which card it is."""
        lay = self._aside.get(card.id)
        if lay is None:
            return False
        lies_still = math.dist((card.x, card.y), lay) < PUSH_DISTANCE
        if lies_still and all(probability < MIN_CARD_PROBABILITY for text, probability in card.faces if self._cards_meant(text)):
            return True
        del self._aside[card.id]
        return False

    def _update_places(self, sight: Sight) -> None:
        worked_at = frozenset(place for place in self.busy if not self._rests_over(place, sight))
        self.changed |= worked_at != self.worked_at
        self.worked_at = worked_at
        lies = sight.busy, sight.unclear, tuple((card.id, card.below) for card in sight.cards)
        if lies != self._stirred[1]:
            self._stirred = sight.t, lies
        places = {place for card in sight.cards for place, _ in card.places} | set(self.free_sights) | {CENTRE, STOCK} | sight.busy
        for place in places:
            self.free_sights[place] = 0 if place in worked_at else self.free_sights.get(place, 0) + 1

    def _rests_over(self, place: TablePlace, sight: Sight) -> bool:
        """Return whether what is over a place rests there, as a leaning arm, and leaves some of its cards to be seen.

        A hand at work has come just now, or onto other cards, or has just taken one away.
        """
        present = {card.id for card in sight.cards}
        tracks = [track for track in self.tracks.values() if track.place == place and not track.face_down]
        if tracks and not any(track.id in present and not track.unclear for track in tracks):
            return False
        covered_since = (track.last_clear for track in tracks if track.unclear and track.id in present)
        gone_since = (track.last_seen for track in tracks if track.id not in present)
        since = [self.hand_since[place], *covered_since, *gone_since]
        return sight.t - max(since) >= RESTING_SECONDS

    def is_left(self, places: Iterable[TablePlace]) -> bool:
        """Return whether hands have left places for good: nothing is over them, or it rests there and nothing stirs on the whole table."""
        covered = self.busy.intersection(places)
        return not covered or (not covered & self.worked_at and self.t - self._stirred[0] >= RESTING_SECONDS)

    def _update_track(self, card: SeenCard, sight: Sight) -> None:
        track = self.tracks.get(card.id)
        if track is None:
            track = self.tracks[card.id] = TrackEvidence(card.id)
            self.changed = True
        unclear = card.id in sight.unclear
        places = track.update_position(card)
        self.changed |= unclear != track.unclear or not track.present or card.below != track.below or places != track.places
        place_before = track.place if track.places else None
        seconds = sight.t - track.last_seen
        track.unclear, track.present, track.sights_missed, track.last_seen = unclear, True, 0, sight.t
        track.places, track.below, track.visible = places, card.below, card.visible
        if track.place != place_before:
            track.arrived, track.still_seconds = sight.t, 0.0
        elif not unclear and track.place not in sight.busy:
            track.still_seconds += seconds
        if not unclear:
            track.sights_seen += 1
            track.last_clear = sight.t
            if card.faces or card.back:
                self._add_look(track.face, card)
                self.changed = True
        track.face_down = _is_face_down(track)
        place = track.place
        if not unclear and place.zone == "row" and place.player is not None and track.held is None:
            self.shown.setdefault(place.player, {})[track.id] = sight.t

    def _add_look(self, face: FaceEvidence, card: SeenCard) -> None:
        """Add the face probabilities of one look to the log-odds of a track, and update its gains."""
        named: dict[Card | None, float] = {}
        for text, probability in card.faces:
            cards = self._cards_meant(text)
            face.best_probability = max(face.best_probability, probability) if cards else face.best_probability
            for each in cards:
                named[each] = named.get(each, 0.0) + probability / len(cards)
        if card.back:
            named[None] = card.back
        face_count = len(self.pack) + 1
        rest = max(0.0, 1.0 - sum(named.values())) / face_count
        unnamed = (1 - weights.UNIFORM_SHARE) * rest + weights.UNIFORM_SHARE / face_count
        if face.looks >= weights.REMEMBERED_LOOKS:
            face.log_odds = {one: odds * (1 - 1 / weights.REMEMBERED_LOOKS) for one, odds in face.log_odds.items()}
        for one, probability in named.items():
            odds = math.log(((1 - weights.UNIFORM_SHARE) * (probability + rest) + weights.UNIFORM_SHARE / face_count) / unnamed)
            face.log_odds[one] = face.log_odds.get(one, 0.0) + odds
        face.looks += 1
        face.update_gains(face_count)
        if self.has_copies:
            self._rank_copies(face)

    def _rank_copies(self, face: FaceEvidence) -> None:
        """Rank first, of the equal cards that a track which is not in the game yet may be, one that no other track is."""
        if face.identity is not None or face.likeliest is None:
            return
        top = [one for one in face.ranked if one[0].looks_like(face.ranked[0][0])]
        others = (track.face for track in self.tracks.values() if track.face is not face and track.present)
        used = {other.identity or other.likeliest for other in others}
        free = sorted(top, key=lambda one: one[0] in used)
        face.ranked = [*free, *(one for one in face.ranked if one not in top)]

    def identify(self, track: TrackEvidence, card: Card) -> None:
        """Note which of several equal cards a track is in the game that is told, if it looks like them."""
        face = track.face
        if self.has_copies and face.identity != card and face.likeliest is not None and face.likeliest.looks_like(card):
            face.identity = card
            face.update_gains(len(self.pack) + 1)

    def correct(self, track_id: int, card: Card | None) -> None:
        """Store what a person says of a track: which card it is, or None where it is no card."""
        self.changed = True
        if card is None:
            self.false_tracks.add(track_id)
            self.tracks.pop(track_id, None)
            return
        face = self.tracks[track_id].face
        face.corrected, face.best_probability = tuple(one for one in self.pack if one.looks_like(card)), 1.0
        face.log_odds = dict.fromkeys(face.corrected, weights.CORRECTED_BY_PERSON)
        face.identity = card if self.has_copies else None
        face.update_gains(len(self.pack) + 1)

    def _cards_meant(self, text: str) -> tuple[Card, ...]:
        """Return the cards of the pack that a label may mean: all colours of a number without colour, none where it is no label."""
        if text not in self._cards_by_text:
            try:
                meant = parse_card(text)
            except NotationError:
                self._cards_by_text[text] = ()
            else:
                bare = meant.is_number and meant.colour is None
                self._cards_by_text[text] = tuple(
                    card for card in self.pack if card.looks_like(meant) or (bare and card.value == meant.value and card.is_number)
                )
        return self._cards_by_text[text]

    def gain(self, track: TrackEvidence, card: Card) -> float:
        """Return the natural logarithm of how much better than chance a card explains the looks at a track."""
        return track.face.gains.get(card, track.face.other_gain)

    def probability(self, track: TrackEvidence, card: Card, among: Iterable[Card]) -> float:
        """Return the probability that a track is this card or one equal to it, given that it is one of `among`."""
        gains = track.face.gains
        parts = [(one, math.exp(gains.get(one, track.face.other_gain))) for one in among]
        total = sum(part for _, part in parts)
        equal = [part for one, part in parts if one.looks_like(card)] if self.has_copies else [math.exp(self.gain(track, card))]
        return sum(equal) / total if total else 0.0

    def unnamed_probability(self, track: TrackEvidence, among: Iterable[Card]) -> float:
        """Return the probability that a track is a card which no look named, given that it is one of `among`."""
        gains = track.face.gains
        parts = [(math.exp(gains.get(one, track.face.other_gain)), one in gains) for one in among]
        total = sum(part for part, _ in parts)
        return sum(part for part, named in parts if not named) / total if total else 1.0

    def has_taken_cards_shown(self, player: int, state: State) -> bool:
        """Return whether cards of the centre lie in the row of a player with a hidden hand: they are shown with a take."""
        centre = [card for item in state.centre for card in cards_of(item)]
        row = TablePlace("row", player)
        shown = (track for track in self.tracks.values() if track.present and not track.face_down and track.place == row)
        return any(track.face.one_of(centre) is not None for track in shown)

    def has_face_up_row(self, player: int) -> bool:
        """Return whether a card lies face up in a player's row; cards that a person assigned to the hand do not count."""
        row = TablePlace("row", player)
        return any(track.present and track.place == row and track.held is None and not track.face_down for track in self.tracks.values())

    def turned_over(self) -> frozenset[int]:
        """Return the ids of tracks that lay face up in a row and are gone."""
        return frozenset(
            number for shown in self.shown.values() for number in shown if number in self.tracks and not self.tracks[number].present
        )

    def forget(self) -> None:
        """Delete tracks that are long gone, unless a player showed them not long ago."""
        for player, shown in self.shown.items():
            self.shown[player] = {number: t for number, t in shown.items() if t > self.t - FORGET_SHOWN_AFTER_SECONDS}
        kept = {number for shown in self.shown.values() for number in shown}
        for track in list(self.tracks.values()):
            if not track.present and track.sights_missed > FORGET_AFTER_SIGHTS and track.id not in kept:
                del self.tracks[track.id]

    def is_there(self, track: TrackEvidence) -> bool:
        """Return whether a track lies face up, with no regard to what only the newest sight says."""
        if track.face_down:
            return False
        if track.present:
            return track.unclear or track.sights_seen > 1
        return track.sights_missed == 1 and self.free_sights.get(track.place, 0) > 1

    def was_covered(self, place: TablePlace, t: float) -> bool:
        """Return whether something rested over a place at a second, and for longer than a hand at work does after it."""
        return self.hand_since.get(place, math.inf) <= t and self.hand_seen_at[place] - t >= RESTING_SECONDS

    def smooth(self, later: "TableEvidence") -> None:
        """Make tracks present that were missed and lie, in later evidence, where they lay."""
        for number, track in self.tracks.items():
            now = later.tracks.get(number)
            if not track.present and now is not None and now.last_seen > self.t and now.arrived <= track.last_seen and not now.face_down:
                track.present, track.sights_missed = True, 0

    def frozen(self) -> "TableEvidence":
        """Return a snapshot: the table as it lies now, whose tracks keep learning their faces."""
        snapshot = copy(self)
        snapshot.tracks = {number: copy(track) for number, track in self.tracks.items()}
        for track in snapshot.tracks.values():
            if not track.face_down and track.present != self.is_there(track):
                track.present, track.sights_missed = not track.present, int(track.present)
        snapshot.free_sights, snapshot.hand_seen_at = dict(self.free_sights), dict(self.hand_seen_at)
        snapshot.hand_since = dict(self.hand_since)
        snapshot.shown = {player: dict(shown) for player, shown in self.shown.items()}
        return snapshot
