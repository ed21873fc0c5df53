"""Each card of a table as one thing that keeps its number: pushed, turned, moved, covered and uncovered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.table.background import Mask
from numero_cam.vision.candidates import PartCard
from numero_cam.vision.faces import Face

Quad = NDArray[np.floating]

BACK = 0.5
"""From this chance on a card is taken to lie face down."""
IN_ITS_PLACE = 0.45
"""IoU from which a card that is read lies where a known one lies."""
SAME_LOOKS, OTHER_LOOKS = 0.5, 0.2
"""Two looks are of one card by their chances from the first on, and of two cards below the second."""
REMEMBERED = 12.0
"""Seconds for which a card that is gone gets its number back when it comes again."""
OVERLAPS = 0.04
"""Share of a card that must lie on another one, to lie on it: outlines of neighbours may cross a little."""


@dataclass
class Thing:
    """A card, or a pile of cards that lie face down.

    Attributes:
        id: Its number.
        quad: ``(4, 2)`` pixels of the picture, clockwise from its own top-left; of a pile its uppermost card.
        mask: Where it lies in the small picture, what covers it left aside.
        card: The best look at it.
        z: Things with a higher one came later and lie above.
        looks: How often its face was read.
        looked_at: Second of the last look.
        stock: Whether it is the stock.
    """

    id: int
    quad: Quad
    mask: Mask = field(repr=False)
    card: PartCard = field(repr=False)
    z: int
    looks: int = 1
    looked_at: float = 0.0
    stock: bool = False

    @property
    def lies_open(self) -> bool:
        """Whether it shows its face."""
        return self.card.back < BACK

    @property
    def face(self) -> Face:
        """What the reader knows of its face."""
        return self.card.face

    @property
    def sure(self) -> float:
        """Chance of its likeliest face, or of lying face down."""
        return max(self.card.back, self.card.label_probabilities[0][1] if self.card.label_probabilities else 0.0)


def looks_alike(a: PartCard, b: PartCard) -> float:
    """How much two looks have in common, 0..1: the sum over all faces of the smaller chance."""
    other: Mapping[str, float] = dict(b.label_probabilities)
    return min(a.back, b.back) + sum(min(p, other.get(label, 0.0)) for label, p in a.label_probabilities)


class Things:
    """All things of a table.

    Args:
        shape: Height and width of the small picture.
        scale: Pixels of the small picture for one of the picture.
    """

    def __init__(self, shape: tuple[int, int], scale: float) -> None:
        self._shape, self._scale = shape, scale
        self._things: dict[int, Thing] = {}
        self._gone: list[tuple[Thing, float]] = []
        self._next = 1
        self._z = 0
        self.owner = np.zeros(shape, np.int32)
        """Of each place of the small picture the number of the thing that is seen there; 0 where none is."""

    def __iter__(self) -> Iterator[Thing]:
        """All of them, the lowest first."""
        return iter(sorted(self._things.values(), key=lambda thing: thing.z))

    def __len__(self) -> int:
        """How many there are."""
        return len(self._things)

    def mask_of(self, quad: Quad) -> Mask:
        """A card's place in the small picture."""
        mask = np.zeros(self._shape, np.uint8)
        small = (np.asarray(quad, np.float64) + 0.5) * self._scale - 0.5
        cv2.fillConvexPoly(mask, np.round(np.clip(small, -2000, 2000) * 16).astype(np.int32), 1, shift=4)
        return mask

    def seen(self, thing: Thing) -> Mask:
        """Where it is seen, what covers it taken away."""
        return np.asarray(self.owner == thing.id, np.uint8)

    def visible(self, thing: Thing) -> float:
        """0..1, the share of it that no card covers."""
        return float(self.seen(thing).sum()) / max(1.0, float(thing.mask.sum()))

    def lies_on(self, thing: Thing) -> frozenset[int]:
        """The numbers of the things that it lies on."""
        least = OVERLAPS * abs(geometry.area(thing.quad))
        lower = (other for other in self._things.values() if other.z < thing.z)
        return frozenset(other.id for other in lower if geometry.intersection_area(thing.quad, other.quad) > least)

    def come(self, card: PartCard, t: float, like: Thing | None = None) -> Thing:
        """Adds a card on top of what lies there.

        Args:
            card: As it was read.
            t: The second.
            like: The thing that it is, moved or come again; None for one that was never seen.
        """
        self._z += 1
        if like is None:
            thing = Thing(self._next, card.quad, self.mask_of(card.quad), card, self._z, looked_at=t)
            self._next += 1
        else:
            thing = like
            thing.z, thing.looks, thing.looked_at = self._z, thing.looks + 1, t
            self._gone = [(other, since) for other, since in self._gone if other.id != thing.id]
            self.place(thing, card)
        self._things[thing.id] = thing
        self.lay()
        return thing

    def place(self, thing: Thing, card: PartCard) -> None:
        """Puts a thing where it was read."""
        thing.quad, thing.mask, thing.card = card.quad, self.mask_of(card.quad), card
        self.lay()

    def go(self, thing: Thing, t: float) -> None:
        """Takes a thing away; its number is remembered for a while."""
        del self._things[thing.id]
        self._gone.append((thing, t))
        self.lay()

    def returning(self, card: PartCard, t: float) -> Thing | None:
        """The thing, gone a short while ago, that this card is by its looks."""
        self._gone = [(thing, since) for thing, since in self._gone if t - since <= REMEMBERED]
        if card.back >= BACK:
            return None
        alike = [(looks_alike(card, thing.card), thing) for thing, _ in self._gone if thing.lies_open]
        best = max(alike, key=lambda each: each[0], default=None)
        return best[1] if best and best[0] >= SAME_LOOKS else None

    def lay(self) -> None:
        """Finds anew which thing is seen where."""
        self.owner[:] = 0
        for thing in self:
            self.owner[thing.mask > 0] = thing.id

    def shift(self, matrix: NDArray[np.float64]) -> None:
        """Moves all things as the camera was moved: ``(3, 3)``, in pixels of the picture."""
        for thing in self._things.values():
            thing.quad = geometry.transform(matrix, thing.quad).astype(np.float32)
            thing.mask = self.mask_of(thing.quad)
        self.lay()


def match(cards: Sequence[PartCard], things: Sequence[Thing]) -> dict[int, Thing]:
    """Which of the cards that are read are known ones in their places.

    Args:
        cards: As read.
        things: That are known.

    Returns:
        By place in ``cards``; the best agreeing first, each thing once.
    """
    pairs = []
    for k, card in enumerate(cards):
        for thing in things:
            if (card.back >= BACK) == thing.lies_open:
                continue
            place, looks = geometry.iou(card.quad, thing.quad), looks_alike(card, thing.card)
            if place >= IN_ITS_PLACE and looks >= OTHER_LOOKS:
                pairs.append((place * looks, k, thing))
    out: dict[int, Thing] = {}
    taken: set[int] = set()
    for _, k, thing in sorted(pairs, key=lambda pair: -pair[0]):
        if k not in out and thing.id not in taken:
            out[k] = thing
            taken.add(thing.id)
    return out


def in_order(cards: Sequence[PartCard]) -> list[int]:
    """Places of cards from the lowest to the uppermost, by what they were seen to lie on."""
    left, out = list(range(len(cards))), list[int]()
    while left:
        free = [k for k in left if not cards[k].covers & set(left)] or left[:1]
        out += free
        left = [k for k in left if k not in free]
    return out
