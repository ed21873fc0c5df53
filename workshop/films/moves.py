"""What hands and cards do and when: legs of hands, the cards that they carry, and cards that begin or end to lie."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workshop.films.table import Pose, Seat

Rng = np.random.Generator

COPY = "'"  #: Sign behind the name of a card of a second pack; behind one of a third pack there are two.
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Cargo:
    """A card that a hand carries: from where, to where, and whether its face is up at both ends."""

    card: str
    a: Pose
    b: Pose
    up: tuple[bool, bool]


@dataclass(frozen=True)
class Leg:
    """A way of a hand."""

    hand: tuple[int, int]  #: Whose: the player's number, and 1 for his other hand.
    start: float  #: Seconds.
    end: float  #: Seconds.
    a: Points  #: ``(2,)`` place on the table where it starts.
    b: Points  #: ``(2,)`` where it ends.
    pose: str  #: As in ``bones.POSES``.
    cargo: tuple[Cargo, ...] = ()  #: What it carries, the lowest first.
    arch: float = 0.0  #: How far its way is bent sideways, in card widths.


@dataclass(frozen=True)
class Change:
    """A card begins to lie (``pose``), or lies no more (None); it comes to lie over all others, or under them where ``under``."""

    t: float
    card: str
    pose: Pose | None
    up: bool = True
    under: bool = False


@dataclass
class Lying:
    """Where a card lies while the film is planned."""

    pose: Pose
    up: bool


@dataclass
class Tempo:
    """How fast people are: seconds a way takes by itself and for each card width, the rest of a hand on a card, by a factor."""

    factor: float
    start: float = 0.16
    width: float = 0.055
    hold: float = 0.08

    def way(self, rng: Rng, far: float) -> float:
        """Seconds of a way of this length."""
        return self.factor * (self.start + self.width * far) * rng.uniform(0.85, 1.25)


@dataclass
class Script:
    """A film while it is planned: all that moves, in the order of time."""

    rng: Rng  #: Source of chance.
    seats: tuple[Seat, ...]  #: Of the players.
    tempo: Tempo  #: How fast all is.
    t: float = 0.0  #: The second up to which it is planned.
    legs: list[Leg] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    lying: dict[str, Lying] = field(default_factory=dict)
    at: dict[tuple[int, int], Points] = field(default_factory=dict)

    def outside(self, player: int) -> Points:
        """Where a player's hand is when it is not in the picture."""
        seat = self.seats[player]
        return seat.at(self.rng.uniform(-1.5, 1.5), seat.edge + 3.2)

    def wait(self, seconds: float) -> None:
        """Nothing is planned for so long."""
        self.t += seconds

    def lay(self, card: str, pose: Pose, *, up: bool = True, under: bool = False) -> None:
        """A card lies from now on."""
        self.changes.append(Change(self.t, card, pose, up, under))
        self.lying[card] = Lying(pose, up)

    def lift(self, card: str) -> Lying:
        """A card lies no more from now on."""
        self.changes.append(Change(self.t, card, None))
        return self.lying.pop(card)

    def reach(self, player: int, place: Points, pose: str, *, other: int = 0) -> None:
        """The hand goes to a place, empty."""
        self._go(player, place, pose, (), other)

    def leave(self, player: int, *, other: int = 0) -> None:
        """The hand goes out of the picture."""
        hand = (player, other)
        if hand in self.at:
            self._go(player, self.outside(player), str(self.rng.choice(["loose", "flat"])), (), other)
            del self.at[hand]

    def carry(self, player: int, moves: list[tuple[str, Pose, bool]], pose: str = "grip") -> None:
        """The hand takes lying cards and lays them somewhere, the lowest first, face up or down."""
        lying = [self.lying[card] for card, _, _ in moves]
        self.reach(player, self.hold(player, lying[-1].pose), pose)
        self.t += self.tempo.hold * self.rng.uniform(0.6, 1.6)
        for card, _, _ in moves:
            self.lift(card)
        cargo = tuple(Cargo(card, was.pose, to, (was.up, up)) for (card, to, up), was in zip(moves, lying, strict=True))
        self._go(player, self.hold(player, moves[-1][1]), pose, cargo)
        self._put(moves)

    def bring(self, player: int, moves: list[tuple[str, Pose, bool]]) -> None:
        """The hand comes with cards from out of view and lays them."""
        if (player, 0) in self.at:
            self.leave(player)
            self.t += self.tempo.hold * self.rng.uniform(1, 3)
        start = self.outside(player)
        self.at[player, 0] = start
        target = self.hold(player, moves[-1][1])
        cargo = tuple(
            Cargo(card, Pose.at((to.xy + start - target), to.turn + self.rng.normal(0, 20)), to, (up, up)) for card, to, up in moves
        )
        self._go(player, target, "grip", cargo)
        self._put(moves)

    def hide(self, player: int, cards: list[str]) -> None:
        """The hand takes lying cards out of view, and goes with them."""
        lying = [self.lying[card] for card in cards]
        self.reach(player, self.hold(player, lying[-1].pose), "grip")
        self.t += self.tempo.hold
        for card in cards:
            self.lift(card)
        here, out = self.at[player, 0], self.outside(player)
        cargo = tuple(
            Cargo(card, was.pose, Pose.at((was.pose.xy + out - here), was.pose.turn), (was.up, was.up))
            for card, was in zip(cards, lying, strict=True)
        )
        self._go(player, out, "grip", cargo)
        del self.at[player, 0]

    def push(self, player: int, moves: list[tuple[str, Pose]], pose: str = "flat") -> None:
        """The hand pushes lying cards a little, and they stay in the order in which they lie."""
        self.carry(player, [(card, to, self.lying[card].up) for card, to in moves], pose)

    def hold(self, player: int, pose: Pose) -> Points:
        """Where on a card the player's fingers are: on the part that is nearer to him."""
        seat = self.seats[player]
        away = seat.at(0, seat.edge) - seat.at(0, 0)
        return pose.xy + away / np.linalg.norm(away) * self.rng.uniform(0.1, 0.45) + self.rng.normal(0, 0.08, 2)

    def _go(self, player: int, place: Points, pose: str, cargo: tuple[Cargo, ...], other: int = 0) -> None:
        hand = (player, other)
        start = self.at.get(hand)
        if start is None:
            start = self.outside(player)
        end = self.t + max(0.1, self.tempo.way(self.rng, float(np.linalg.norm(place - start))))
        self.legs.append(Leg(hand, self.t, end, start, place, pose, cargo, float(self.rng.normal(0, 0.18))))
        self.at[hand], self.t = place, end

    def _put(self, moves: list[tuple[str, Pose, bool]]) -> None:
        for card, to, up in moves:
            self.lay(card, to, up=up)
        self.t += self.tempo.hold * self.rng.uniform(0.6, 1.6)
