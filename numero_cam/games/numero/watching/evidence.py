"""What all looks at the tracks of a table add up to, and which places something is over."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from numero_cam.games.numero.engine import State
from numero_cam.games.numero.rules import Card, NotationError, cards_of, parse_card
from numero_cam.games.numero.watching import weights
from numero_cam.games.numero.watching.track_evidence import PUSH_DISTANCE, FaceEvidence, TrackEvidence
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace

CENTRE = TablePlace("centre")
STOCK = TablePlace("stock")
MIN_ROW_NEAR = 0.2  #: Minimum probability, 0..1, of a row for a card that is brought there from the centre to count as shown in it.
BESIDE_DISTANCE = 1.6  #: Maximum distance between the middles of two cards that are shown beside each other, card widths.
#: A track is called a card once a look gave one card at least this probability, 0..1: chess pieces, keys and print are detected, too.
MIN_CARD_PROBABILITY = 0.9
RESTING_SECONDS = 1.0  #: Seconds for which something is over a place when it rests there; a hand at work is sooner away.
SIGHTS_BEFORE_OPEN = 3  #: Successive sights with nothing over the centre, after which all that was dealt there has been seen.
SIGHTS_BEFORE_STOCK_GONE = 3  #: Successive sights that must lack the stock, with nothing over its place, before it is gone.
_LEAST_LOOK = weights.UNIFORM_SHARE / 100  #: Probability of a card that a look does not name.
TURNED_NUMBERS = {6: 9, 9: 6}  #: Numbers that are another one upside down.
FORGET_AFTER_SIGHTS = 40  #: Missed sights after which a track is deleted, unless a player showed it not long ago.
FORGET_SHOWN_AFTER_SECONDS = 60.0  #: Seconds after which a card that a player showed and turned over counts no more as shown.


def _card_of(text: str) -> Card | None:
    """Return the card that a label names; None where it names none, or a number whose colour is not known."""
    try:
        card = parse_card(text)
    except NotationError:
        return None
    return None if card.is_number and card.colour is None else card


@dataclass(frozen=True)
class SaidOfTrack:
    """What was known of a track before and after a person said what it is; None where it was no card."""

    track: int  #: Its number.
    before: TrackEvidence | None  #: As `TableEvidence.put_back` takes it.
    after: TrackEvidence | None  #: The same.


def _row_near(places: Mapping[TablePlace, float]) -> TablePlace | None:
    """Return the row in which a card may lie that is likelier in the centre; None where there is none."""
    row = max((place for place in places if place.zone == "row"), key=places.__getitem__, default=None)
    return row if row is not None and MIN_ROW_NEAR <= places[row] < places.get(CENTRE, 0.0) else None


def _in_row(places: dict[TablePlace, float]) -> dict[TablePlace, float]:
    """Return the probabilities of places with those of the centre and of the row near it exchanged."""
    row = _row_near(places)
    return places if row is None else {**places, row: places[CENTRE], CENTRE: places[row]}


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
        #: Second at which nothing had been over the centre for some sights since the game began: what comes later was played. None before.
        self.opened_at: float | None = None
        self._open_sights = 0
        self._stirred: tuple[float, tuple[object, ...]] = (0.0, ())
        self.free_sights: dict[TablePlace, int] = {}  #: For each place, the number of successive sights with no hand at work there.
        self.hand_seen_at: dict[TablePlace, float] = {}  #: For each place, the second at which something was last over it.
        self.hand_since: dict[TablePlace, float] = {}  #: For each place, the second since which something was over it then.
        #: For each player, the tracks that lay face up in the player's row, by id, with the second at which each was last seen there.
        self.shown: dict[int, dict[int, float]] = {}
        self.false_tracks: set[int] = set()  #: Ids of tracks that a person said are no cards.
        self._aside: dict[int, tuple[float, float]] = {}
        self.refused: set[Card] = set()  #: Cards of which people said that the game does not have them.
        self.stock_seen_at: float | None = None  #: Second at which the stock was last seen to lie there; None where it never was.
        self.stock_missed = 0  #: Number of successive sights since then that lack it with nothing over its place.
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
        self._open_sights = 0 if CENTRE in sight.busy else self._open_sights + 1
        if self.opened_at is None and self._open_sights >= SIGHTS_BEFORE_OPEN:
            self.opened_at, self.changed = sight.t, True
        present_ids = set()
        for card in sight.cards:
            if card.id in self.false_tracks or self._is_aside(card):
                continue
            present_ids.add(card.id)
            self._update_track(card, sight)
        for number in frozenset[int]().union(*(card.below for card in sight.cards)) & present_ids:
            self.tracks[number].last_under = sight.t
        self._update_places(sight)
        for track in self.tracks.values():
            if track.id in present_ids:
                continue
            self.changed |= track.present
            track.present = False
            track.unclear = False
            if not (set(track.places) & self.worked_at):
                track.sights_missed += 1
        if any(track.present and track.place == STOCK for track in self.tracks.values()):
            self.stock_seen_at, self.stock_missed = sight.t, 0
        elif STOCK not in self.busy and self.stock_seen_at is not None:
            self.stock_missed += 1
            self.changed |= self.stock_missed == SIGHTS_BEFORE_STOCK_GONE

    @property
    def stock_gone_at(self) -> float | None:
        """Second at which the last card of the stock was taken; None where it lies there, or never did."""
        return self.stock_seen_at if self.stock_missed >= SIGHTS_BEFORE_STOCK_GONE else None

    def know(self, pack: Sequence[Card]) -> None:
        """Take other cards for those of the game, and say anew what the looks at each track mean."""
        self.pack = tuple(pack)
        self.packs = 1 + max(card.copy for card in self.pack)
        self._cards_by_text = {}
        for track in self.tracks.values():
            face = track.face
            if face.corrected or face.pack == self.pack:  # snapshots share faces
                continue
            face.pack, face.strange = self.pack, False
            looks = tuple(face.newest)
            face.looks -= len(looks)
            face.log_odds, face.identity = {}, None
            for faces, back in looks:
                self._add_look(face, faces, back)
            track.face_down = _is_face_down(track)
        self.changed = True

    def strangers(self) -> tuple[Card, ...]:
        """Return the cards that surely lie there and that the game does not have, the surest first; none where they may be misread.

        That cards of another pack lie there is improbable once, not for each of them: one clear look at two of them says as much as two
        at one.
        """
        odds: dict[Card, float] = {}
        for track in self.tracks.values():
            in_view = track.present and not track.unclear and track.place.zone in ("centre", "row")
            if track.face.strange and in_view and track.still_seconds >= RESTING_SECONDS:
                for card, more in self._odds_of_strangers(track.face).items():
                    odds[card] = max(more, odds.get(card, more))
        sure = sorted((card for card in odds if odds[card] >= weights.SURE_STRANGER), key=lambda card: -odds[card])
        together = sum(odds[card] for card in sure) + weights.CARD_OF_ANOTHER_PACK
        return tuple(sure) if together >= weights.SURE_STRANGER else ()

    def _odds_of_strangers(self, face: FaceEvidence) -> dict[Card, float]:
        """Return how much more probable than the likeliest card of the game each other card is, as natural logarithms."""
        odds: dict[Card, float] = {}
        newest = [faces for faces, _ in face.newest if faces]
        for faces in newest:
            named = [(card, probability) for text, probability in faces if (card := _card_of(text)) is not None]
            known = max((probability for card, probability in named if self._cards_meant(str(card))), default=0.0)
            known = max(known, 1.0 - sum(probability for _, probability in faces))  # what no label has may be a card of the game
            for card, probability in named:
                if card not in self.refused and not self._cards_meant(str(card)) and not self._is_turned(card):
                    odds[card] = odds.get(card, 0.0) + math.log((probability + _LEAST_LOOK) / (known + _LEAST_LOOK))
        scale = min(1.0, weights.MAX_INDEPENDENT_LOOKS / max(1, len(newest)))
        return {card: scale * sum_of_looks for card, sum_of_looks in odds.items()}

    def _is_turned(self, card: Card) -> bool:
        """Return whether a card that the game lacks may be one of its cards that lies upside down, as a 9 in a game without nines."""
        other = TURNED_NUMBERS.get(int(card.value)) if card.is_number else None
        return any(one.is_number and one.value == other and one.colour == card.colour for one in self.pack)

    def set_aside(self, used: Iterable[TrackEvidence]) -> None:
        """Leave out what lies there as the game begins, is none of the tracks of its cards and was read as no card, as print on a cloth."""
        cards = {track.id for track in used}
        for track in list(self.tracks.values()):
            lies_open = track.present and not track.face_down and track.place.zone in ("centre", "row")
            named = (sure for faces, _ in track.face.newest for text, sure in faces if _card_of(text) is not None)
            if lies_open and track.id not in cards and max(track.face.best_probability, *named, 0.0) < MIN_CARD_PROBABILITY:
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
        track.brought = self._is_brought(track, card)
        places = track.update_position(card)
        if track.brought:
            places = _in_row(places)
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
                track.last_read = sight.t
                track.face.newest.append((card.faces, card.back))
                self._add_look(track.face, card.faces, card.back)
                self.changed = True
        track.face_down = _is_face_down(track)
        place = track.place
        if not unclear and place.zone == "row" and place.player is not None and track.held is None:
            self.shown.setdefault(place.player, {})[track.id] = sight.t

    def _is_brought(self, track: TrackEvidence, card: SeenCard) -> bool:
        """Return whether a card that lies where the centre is likelier than a row is shown there: nobody pushes other cards so far."""
        row = _row_near(dict(card.places))
        if row is None or track.held is not None:
            return False
        if track.places and math.dist((track.x, track.y), (card.x, card.y)) < PUSH_DISTANCE:
            return track.brought
        came = track.places.get(CENTRE, 0.0) > 1 - MIN_ROW_NEAR
        others = (other for other in self.tracks.values() if other.present and other.brought and other is not track and other.place == row)
        return came or any(math.dist((other.x, other.y), (card.x, card.y)) < BESIDE_DISTANCE for other in others)

    def _add_look(self, face: FaceEvidence, faces: Iterable[tuple[str, float]], back: float) -> None:
        """Add the face probabilities of one look to the log-odds of a track, and update its gains."""
        named: dict[Card | None, float] = {}
        for text, probability in faces:
            cards = self._cards_meant(text)
            face.strange |= not cards and _card_of(text) is not None
            for each in cards:
                face.best[each] = max(face.best.get(each, 0.0), probability)
                named[each] = named.get(each, 0.0) + probability / len(cards)
        if back:
            named[None] = back
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
        face.corrected = tuple(one for one in self.pack if one.looks_like(card))
        face.best = dict.fromkeys(face.corrected, 1.0)
        face.log_odds = dict.fromkeys(face.corrected, weights.CORRECTED_BY_PERSON)
        face.identity = card if self.has_copies else None
        face.update_gains(len(self.pack) + 1)

    def remembered(self, track_id: int) -> TrackEvidence | None:
        """Return what is known of a track, to be put back by `put_back`; None where it is none, or no card."""
        track = self.tracks.get(track_id)
        return None if track is None else track.copied()

    def put_back(self, track_id: int, track: TrackEvidence | None) -> None:
        """Make what is known of the face and the place of a track what was known when it was remembered; None: it is no card.

        Args:
            track_id: Number of the track; one that lies there no more is left alone.
            track: As `remembered` gave it.
        """
        self.changed = True
        if track is None:
            self.correct(track_id, None)
        elif track_id in self.false_tracks:
            self.false_tracks.discard(track_id)
            self.tracks[track_id] = replace(track.copied(), present=False)
        elif track_id in self.tracks:
            known, again = self.tracks[track_id], track.copied()
            known.face, known.held, known.places = again.face, again.held, again.places

    def said_to_be(self, card: Card, other: Card) -> SaidOfTrack | None:
        """Return what a person says who takes back that a card is another one: the track that is read as that is the card after all.

        Args:
            card: The card.
            other: As which it is read; None is returned where no track is.
        """
        track = next((track for track in self.tracks.values() if track.present and track.face.is_card(other)), None)
        if track is None:
            return None
        now = track.copied()
        self.correct(track.id, card)
        said = track.copied()
        self.put_back(track.id, now)
        return SaidOfTrack(track.id, said, now)

    @property
    def held(self) -> dict[int, int]:
        """The player, from 0, to whose hand a person assigned a track, by track id."""
        held = {track.id: track.held.place.player for track in self.tracks.values() if track.held is not None}
        return {track: player for track, player in held.items() if player is not None}

    @property
    def corrected(self) -> dict[int, str | None]:
        """The face of each track that a person named one for; None for what is no card."""
        named = {track.id: str(track.face.corrected[0]) for track in self.tracks.values() if track.face.corrected}
        return {**dict.fromkeys(self.false_tracks), **named}

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

    def probability(self, track: TrackEvidence, card: Card, among: Collection[Card]) -> float:
        """Return the probability that a track is this card or one equal to it, given that it is one of `among`."""
        odds, other = track.face.odds, track.face.other_odds
        total = sum(odds.get(one, other) for one in among)
        equal = [odds.get(one, other) for one in among if one.looks_like(card)] if self.has_copies else [odds.get(card, other)]
        return sum(equal) / total if total else 0.0

    def unnamed_probability(self, track: TrackEvidence, among: Collection[Card]) -> float:
        """Return the probability that a track is a card which no look named, given that it is one of `among`."""
        odds, other = track.face.odds, track.face.other_odds
        total = sum(odds.get(one, other) for one in among)
        return sum(other for one in among if one not in odds) / total if total else 1.0

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

    def has_been_open(self, place: TablePlace) -> bool:
        """Return whether all that lay at a place as the game began has been seen: what an arm covers of the centre is covered still."""
        return place != CENTRE or self.opened_at is not None

    def begin(self) -> None:
        """Note that a game begins with the table as it lies."""
        self.opened_at, self._open_sights = None, 0
        self.forget()

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
