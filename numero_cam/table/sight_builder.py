"""What the tracker says to a game: the cards that lie on the table, and what was seen of each."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.games.shared.sight import Place, SeenCard, Sight
from numero_cam.table.background import Ground, Mask
from numero_cam.table.same_card import Thing, Things
from numero_cam.table.tracked_zones import GRID, Zones
from numero_cam.vision.candidates import PartCard


@dataclass(frozen=True)
class LyingCard:
    """One card, or a pile that lies face down.

    Attributes:
        id: Its number, that of the sights.
        quad: ``(4, 2)`` float64, pixels of the picture, clockwise from its own top-left; of a pile its uppermost card.
        faces: What its best look says, as the game writes cards, likeliest first, with the chance of each; empty face down.
        place: Where it lies.
        unclear: Whether nothing can be said of it now, because a hand is over it or it moves.
        below: The ids of the cards that it lies on.
        visible: 0..1, the share of it that was in view in its best look.
    """

    id: int
    quad: NDArray[np.float64]
    faces: tuple[tuple[str, float], ...]
    place: Place
    unclear: bool = False
    below: frozenset[int] = frozenset()
    visible: float = 1.0


UNCLEAR, LEAST_UNCLEAR = 0.04, 6
"""Nothing can be said of a card of which a larger share, and so many places of the small picture, changed or move."""
BUSY = 0.12
"""A part of the picture is busy if a larger share of it changed or moves."""
SURELY = 0.95
"""Chance of lying in the stock, of cards that lay there at the start or lie on these."""
ON_PILE = 0.8
"""The same of the won cards, for a card that lies on these."""


class Teller:
    """Tells sights of things.

    Args:
        things: Of the table.
        zones: Of the table.
    """

    def __init__(self, things: Things, zones: Zones) -> None:
        self._things, self._zones = things, zones
        self._grid: list[Place] = []
        self._fresh: dict[int, tuple[tuple[tuple[str, float], ...], float]] = {}
        self._version = 0
        self._told: tuple[object, ...] = ()
        self._unclear_now: frozenset[int] = frozenset()
        self.laid_anew()

    def laid_anew(self) -> None:
        """The table is known to lie elsewhere in the picture."""
        self._grid = self._zones.grid()
        self._version += 1

    def changed(self) -> None:
        """Things came or went."""
        self._version += 1

    def looked_at(self, thing: Thing, card: PartCard) -> None:
        """A look at a thing is to be told."""
        self._fresh[thing.id] = card.label_probabilities, card.back
        self._version += 1

    def tell(self, ground: Ground, t: float, lone: Mask) -> Sight | None:
        """The sight of this moment, or None where it is as the last one; `lone` changed and is no hand."""
        stirred = (ground.changed | ground.moving) > 0
        unclear, busy = self._unclear(stirred), self._busy(ground, lone)
        self._unclear_now = unclear
        now = (self._version, unclear, busy)
        if now == self._told:
            return None
        self._told = now
        cards = tuple(self._seen(thing) for thing in self._things)
        self._fresh = {}
        return Sight(t, cards, unclear, busy)

    def lying(self) -> tuple[LyingCard, ...]:
        """All things with their outlines, the lowest first."""
        return tuple(
            LyingCard(
                thing.id,
                np.asarray(thing.quad, np.float64),
                tuple(thing.card.label_probabilities) if thing.lies_open else (),
                max(self._places(thing), key=lambda each: each[1])[0],
                thing.id in self._unclear_now,
                self._things.lies_on(thing),
                thing.card.visible,
            )
            for thing in self._things
        )

    def _unclear(self, stirred: NDArray[np.bool_]) -> frozenset[int]:
        if not stirred.any():
            return frozenset()
        counts = np.bincount(self._things.owner[stirred])
        areas = np.bincount(self._things.owner.ravel(), minlength=len(counts))
        many = np.flatnonzero((counts >= LEAST_UNCLEAR) & (counts >= UNCLEAR * areas[: len(counts)]))
        return frozenset(int(k) for k in many if k)

    def _busy(self, ground: Ground, lone: Mask) -> frozenset[Place]:
        if not ground.changed.any():
            return frozenset()
        share = cv2.resize((ground.changed & (1 - lone)).astype(np.float32), GRID, interpolation=cv2.INTER_AREA).ravel()
        places = {self._grid[k] for k in np.flatnonzero(share > BUSY)}
        for thing in self._things:
            if not thing.lies_open and (ground.changed & thing.mask).sum() >= LEAST_UNCLEAR:
                places.add(max(self._places(thing), key=lambda each: each[1])[0])
        return frozenset(places)

    def _seen(self, thing: Thing) -> SeenCard:
        x, y, turn = self._zones.pose(thing.quad)
        faces, back = self._fresh.get(thing.id, ((), thing.card.back if not thing.lies_open else 0.0))
        below = self._things.lies_on(thing)
        return SeenCard(
            thing.id,
            self._places(thing),
            faces,
            back,
            round(self._things.visible(thing), 3),
            below,
            round(x, 3),
            round(y, 3),
            round(turn, 1),
        )

    def _places(self, thing: Thing) -> tuple[tuple[Place, float], ...]:
        x, y, _ = self._zones.pose(thing.quad)
        if not thing.lies_open:
            chances = (
                {Place("stock"): SURELY, **_scaled(self._zones.of_back(x, y), 1 - SURELY)} if thing.stock else self._zones.of_back(x, y)
            )
        else:
            chances = self._zones.of_face(x, y)
            lower = self._things.lies_on(thing)
            for pile in self._things:
                if pile.id in lower and not pile.lies_open:
                    place = max(self._places(pile), key=lambda each: each[1])[0]
                    chances = {**_scaled(chances, 1 - ON_PILE), place: ON_PILE}
        total = sum(chances.values())
        return tuple(sorted(((place, p / total) for place, p in chances.items()), key=lambda each: -each[1]))


def _scaled(chances: dict[Place, float], by: float) -> dict[Place, float]:
    return {place: by * p for place, p in chances.items() if place != Place("stock")}
