"""Places that the detector's cells mean and no card that was found explains.

Every cell of the detector's map that sees a card tells that card's whole outline. A peak that was missed, or whose outline ended at a
print, leaves cells behind that agree on another card; with the table known, they are gathered as cards of its size (a generalized Hough
transform: Ballard 1981; votes for whole objects: Leibe, Leonardis and Schiele 2008).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.records import Votes
from numero_cam.identify.plane import Complex, Plane

OF_ITS_SIZE = 0.25
"""A vote tells a place only if its corners are nearer than this, in shares of the side, to a card of the table's size."""
SAME_CARD = 0.3
"""A vote inside a card means that card if its corners are nearer than this, in card widths."""
ALIKE = 0.2
"""Votes mean one place if their corners are nearer to each other than this."""
LEAST_SHARE = 0.05
"""Share of a card's cells that must agree on a place."""
MOST_PLACES = 12
MOST_VOTES = 500
"""No more votes are compared with each other than these, spread evenly."""


def _poses(laid: Complex) -> tuple[Complex, Complex]:
    """Middles of cards ``(N, 4)`` on the table, and their directions squared: the same for a card that is turned over."""
    along = laid[:, 1] - laid[:, 0]
    return laid.mean(axis=1), (along / np.maximum(np.abs(along), 1e-9)) ** 2


def _apart(a: Complex, b: Complex) -> NDArray[np.float64]:
    """How far the corners of cards ``(N, 4)`` and ``(M, 4)`` on the table are apart at most, either way up, ``(N, M)`` card widths.

    A little more than that: how far the middles are apart, and how far the corners turn about them.
    """
    (place_a, turn_a), (place_b, turn_b) = _poses(a), _poses(b)
    reach = float(np.abs(a[0] - a[0].mean()).mean()) if len(a) else 0.0
    # A small angle is half the distance of the squares of two directions.
    moved = np.abs(place_a.astype(np.complex64)[:, None] - place_b.astype(np.complex64)[None])
    turned = np.abs(turn_a.astype(np.complex64)[:, None] - turn_b.astype(np.complex64)[None])
    return np.asarray(moved + reach / 2 * turned, np.float64)


def _laid(plane: Plane, quads: NDArray[np.float64]) -> tuple[Complex, NDArray[np.float64]]:
    """Votes as cards of the table's size, ``(N, 4)`` in card widths, and how far they were off, in shares of their side.

    Args:
        plane: The table.
        quads: ``(N, 4, 2)`` pixels; which corner comes first means nothing.
    """
    sides = np.sqrt(np.maximum(geometry.areas(quads), 1.0))
    # A vote on the table's horizon lies nowhere: how far it is off is no number then.
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ways = [(plane.lay(q), q) for q in (quads, np.roll(quads, 1, axis=1))]
        off = np.stack([np.linalg.norm(plane.seen(laid) - q, axis=2).mean(axis=1) / sides for laid, q in ways])
    laid = np.where(off.argmin(axis=0)[:, None] == 0, ways[0][0], ways[1][0])
    return laid, off.min(axis=0)


def _groups(near: NDArray[np.bool_], least: NDArray[np.float64]) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Votes that mean one place, those of most votes first: the one on which most agree, and which agree on it, ``(N,)`` bool.

    Args:
        near: ``(N, N)`` which agree.
        least: ``(N,)`` so many votes must agree on the place of each.
    """
    left = np.ones(len(near), np.bool_)
    for _ in range(MOST_PLACES):
        count = (near & left).sum(axis=1) * left
        if not left.any() or count.max() < least[count.argmax()]:
            return
        best = int(count.argmax())
        own = near[best] & left
        yield best, own
        left &= ~own


def _gathered(laid: Complex, least: NDArray[np.float64]) -> list[Complex]:
    """Places on which votes agree, those of most votes first.

    Args:
        laid: ``(N, 4)`` in card widths.
        least: ``(N,)`` so many votes must agree on the place of each.
    """
    places: list[Complex] = []
    for best, own in _groups(_apart(laid, laid) < ALIKE, least):
        same = laid[own]
        over = np.abs(np.roll(same, 2, axis=1) - laid[best]).max(axis=1) < np.abs(same - laid[best]).max(axis=1)
        same = np.where(over[:, None], np.roll(same, 2, axis=1), same)
        places.append(np.median(same.real, axis=0) + 1j * np.median(same.imag, axis=0))
    return places


@dataclass(frozen=True)
class Unexplained:
    """Votes that no card explains.

    Attributes:
        plane: The table.
        laid: ``(N, 4)`` cards of the table's size, in card widths.
        area: Square pixels that each vote stands for.
    """

    plane: Plane
    laid: Complex
    area: float

    def places(self) -> NDArray[np.float64]:
        """Where these votes see cards, ``(M, 4, 2)`` pixels, those of most votes first."""
        if not len(self.laid):
            return np.zeros((0, 4, 2))
        # A share of the votes that a whole card would have in each place.
        least = LEAST_SHARE * geometry.areas(self.plane.seen(self.laid)) / self.area
        return self.plane.seen(np.array(_gathered(self.laid, least), np.complex128).reshape(-1, 4))


@dataclass(frozen=True)
class LaidVotes:
    """The detector's votes as cards on the table, without those that are of another size.

    Attributes:
        plane: The table.
        laid: ``(N, 4)`` cards of the table's size, in card widths.
        points: ``(N, 2)`` pixels, the places of these votes.
        area: Square pixels that each vote stands for.
    """

    plane: Plane
    laid: Complex
    points: NDArray[np.float32]
    area: float

    @classmethod
    def of(cls, plane: Plane, votes: Votes) -> "LaidVotes":
        """Lays what the detector tells on a table."""
        if not len(votes.quads):
            return cls(plane, np.zeros((0, 4), np.complex128), votes.points, votes.area)
        laid, off = _laid(plane, votes.quads.astype(np.float64))
        fit = off < OF_ITS_SIZE
        return cls(plane, laid[fit], votes.points[fit], votes.area)

    def unexplained(self, quads: list[NDArray[np.float32]]) -> Unexplained:
        """The votes for cards that are not among those found.

        Args:
            quads: ``(4, 2)`` pixels each, the cards found.
        """
        left = np.ones(len(self.laid), np.bool_)
        if quads and len(left):
            stacked = np.stack(quads).astype(np.float64)
            within = geometry.contains(stacked, self.points).T
            same = _apart(self.laid, self.plane.lay(stacked)) < SAME_CARD
            left &= ~(same & within).any(axis=1)
        every = max(1, -(-int(left.sum()) // MOST_VOTES))
        return Unexplained(self.plane, self.laid[left][::every], self.area * every)
