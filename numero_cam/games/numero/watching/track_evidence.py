"""What all looks at one track of a table add up to: which card it is, where it lies and since when, or for how long it is gone."""

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from numero_cam.games.numero.engine.log_entry import MIN_UNDOUBTED
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching import weights
from numero_cam.games.shared.sight import SeenCard, TablePlace

PUSH_DISTANCE = 0.5  #: Card widths. A track that is farther than this from where it lay was moved by somebody.


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
    #: The newest looks, each with the probabilities of its labels and of a back: what they mean depends on the cards of the game.
    newest: deque[tuple[tuple[tuple[str, float], ...], float]] = field(default_factory=lambda: deque(maxlen=3 * weights.REMEMBERED_LOOKS))
    #: For each face that a look named, the sum over the last `REMEMBERED_LOOKS` looks or so of its log-probability less that of an unnamed
    #: face. The key None stands for the back of a card.
    log_odds: dict[Card | None, float] = field(default_factory=dict)
    gains: dict[Card, float] = field(default_factory=dict)  #: Gain of each card that a look named.
    ranked: list[tuple[Card, float]] = field(default_factory=list)  #: The same as pairs, the highest gain first.
    other_gain: float = 0.0  #: Gain of every other card.
    odds: dict[Card, float] = field(default_factory=dict)  #: `exp` of each gain.
    other_odds: float = 1.0  #: `exp` of the gain of every other card.
    corrected: tuple[Card, ...] = ()  #: The card that a person said it is, with its equal ones of other packs; empty where nobody did.
    strange: bool = False  #: Whether a look named a card that the game does not have.
    pack: Sequence[Card] = ()  #: The cards of the game by which the newest looks were said anew; empty where they were not.
    identity: Card | None = None  #: Of several equal cards the one that it is in the game that is told; None as long as it is none.
    #: Highest probability, 0..1, that any look gave to each card of the pack, or to its number without its colour.
    best: dict[Card, float] = field(default_factory=dict)

    @property
    def best_probability(self) -> float:
        """Highest probability, 0..1, that any look gave to a card of the pack, or to a number without its colour."""
        return max(self.best.values(), default=0.0)

    def was_surely(self, card: Card) -> bool:
        """Return whether this is the likeliest card, and a look was sure of it."""
        return self.is_card(card) and self.best.get(card, 0.0) >= MIN_UNDOUBTED

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
        """Compute the gains and odds from the looks.

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
        self.odds, self.other_odds = {card: math.exp(gain) for card, gain in self.gains.items()}, math.exp(self.other_gain)


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
    last_read: float = 0.0  #: Second at which its face was last read.
    last_under: float = 0.0  #: Second at which another card last lay on it.
    arrived: float = 0.0  #: Second at which it was first seen at its present place.
    still_seconds: float = 0.0  #: Seconds for which it has lain there with nothing over it or its place.
    x: float = 0.0  #: Last horizontal position, in card widths.
    y: float = 0.0  #: Last vertical position, in card widths.
    brought: bool = False  #: Whether it came from the centre to where a player's row may begin, or lies beside such a card.
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

    def copied(self) -> "TrackEvidence":
        """Return a copy that later looks do not change."""
        return replace(
            self, face=replace(self.face, log_odds=dict(self.face.log_odds), best=dict(self.face.best)), places=dict(self.places)
        )

    @property
    def is_remembered(self) -> bool:
        """Whether it was not read since another card lay on it: then it may have gone with that card, or under it."""
        return self.last_under > self.last_read

    @property
    def place(self) -> TablePlace:
        """The most probable place."""
        return max(self.places, key=self.places.__getitem__)

    def place_probability(self, place: TablePlace) -> float:
        """Return the probability that it lies at a place, at least `MIN_PLACE_PROBABILITY`."""
        return max(self.places.get(place, 0.0), weights.MIN_PLACE_PROBABILITY)
