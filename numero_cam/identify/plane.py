"""All cards of a table lie in one plane and are of one size: what is hidden of one follows from the others.

Unknown are the homography of the table and where each card lies on it. They are found in turns: with the table known, each card is laid
where its trusted corners want it (weighted Procrustes); with the cards laid, the table follows from all corners (direct linear transform).
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.identify.outlines import Outlined

Array = NDArray[np.float64]

ASPECTS = (1.28, 1.4, 1.55)
"""Height over width of cards at the start of the search; the cards themselves decide."""
LEAST_CARDS = 3
"""Fewer cards tell too little of a table."""
TOLERANCES = (0.3, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035, 0.025, 0.02, 0.02, 0.02, 0.02)
"""A corner further off than this, in shares of the card's side, counts for little: turn by turn less is forgiven."""
FITS = 0.05
"""Trusted corners of a card that lies in the plane are off by less than this in the mean, in shares of its side."""
LEAST_FITTING = 0.5
"""Share of the cards with all corners in view that must fit before the plane is believed."""
IN_VIEW = 0.5
"""Trust in the least trusted corner of such a card."""
HIDDEN = 0.03
"""Trust in a corner that is not seen."""
INWARD = 0.12
"""Where a corner is looked up: this share of the way to the card's middle."""


@dataclass(frozen=True)
class Plane:
    """The table, and the cards as they would lie on it.

    Attributes:
        onto: ``(3, 3)`` homography from the table, in card widths, to the picture.
        aspect: Height over width of the cards.
        quads: ``(N, 4, 2)`` pixels: each card's outline with all cards of one size.
        off: ``(N,)`` mean distance of a card's trusted corners from that outline, in shares of its side.
        typical: The median of these, of the cards that fit and are all in view.
    """

    onto: Array
    aspect: float
    quads: Array
    off: Array
    typical: float

    def anchored(self, quad: Array) -> Array:
        """A card of the table's size in each corner of an outline of another size, ``(4, 4, 2)`` pixels.

        An outline that stops at a print inside the card is right in two of its corners.

        Args:
            quad: ``(4, 2)`` pixels.
        """
        points = _through(_inverse(self.onto), quad[None])
        laid = _laid(points, np.ones((1, 4)), self.aspect)
        return _through(self.onto, laid + (points - laid).transpose(1, 0, 2))

    def fit(self, quads: Array, weights: Array) -> tuple[Array, Array]:
        """Outlines as cards of the table's size: ``(N, 4, 2)`` pixels, and how far trusted corners were off, ``(N,)`` shares of the side.

        Args:
            quads: ``(N, 4, 2)`` pixels.
            weights: ``(N, 4)`` 0..1, trust in the corners.
        """
        laid = _through(self.onto, _laid(_through(_inverse(self.onto), quads), weights, self.aspect))
        off = _off(laid, quads, np.sqrt(np.maximum(geometry.areas(quads), 1.0)))
        return laid, (off * weights).sum(axis=1) / weights.sum(axis=1)


def trust(card: Outlined, size: tuple[int, int]) -> Array:
    """How far each corner of a card is to be believed, ``(4,)`` HIDDEN..1: those that others hide or the picture cuts off are guesses.

    Args:
        card: Its outline and where it is seen.
        size: Width and height of the picture.
    """
    quad = card.quad.astype(np.float64)
    inner = quad + INWARD * (quad.mean(axis=0) - quad)
    nearest = np.linalg.norm(card.points[None] - inner[:, None], axis=2).argmin(axis=1)
    seen = 1 / (1 + np.exp(-card.seen[nearest]))
    inside = ((quad > 0) & (quad < np.array(size) - 1)).all(axis=1)
    return np.asarray(np.clip(seen * inside, HIDDEN, 1.0), np.float64)


def _card(aspect: float) -> Array:
    return np.array([[0, 0], [1, 0], [1, aspect], [0, aspect]], np.float64)


def _laid(points: Array, weights: Array, aspect: float) -> Array:
    """Cards of one size laid on the table where their corners ``(N, 4, 2)`` want them, ``(N, 4, 2)`` in the table's units."""
    z = points[..., 0] + 1j * points[..., 1]
    card = _card(aspect) @ np.array([1, 1j])
    total = weights.sum(axis=1, keepdims=True)
    middle = (weights * z).sum(axis=1, keepdims=True) / total
    own = (weights * card).sum(axis=1, keepdims=True) / total
    turn = (weights * (z - middle) * np.conj(card - own)).sum(axis=1, keepdims=True)
    laid = middle + turn / np.maximum(np.abs(turn), 1e-12) * (card - own)
    return np.stack([laid.real, laid.imag], axis=-1)


def _inverse(matrix: Array) -> Array:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _through(matrix: Array, points: Array) -> Array:
    return geometry.transform(matrix, points.reshape(-1, 2)).reshape(points.shape)


def _off(quads: Array, others: Array, sides: Array) -> Array:
    """Distances of corners in shares of the card's side, ``(N, 4)``."""
    return np.asarray(np.linalg.norm(quads - others, axis=2) / sides[:, None])


def _aspect(points: Array, weights: Array, before: float) -> float:
    """Height over width of the cards on the table: the median of those whose corners are trusted."""
    lengths = np.linalg.norm(points[:, geometry.NEXT] - points, axis=2)
    sure = weights.min(axis=1) > 0.5
    if sure.sum() < LEAST_CARDS:
        return before
    return float(np.clip(np.median((lengths[sure, 1] + lengths[sure, 3]) / (lengths[sure, 0] + lengths[sure, 2])), 1.15, 1.9))


def _start(quads: Array, weights: Array, sides: Array) -> tuple[Array, float]:
    """Table to picture and aspect by the one card that explains the others best."""
    best: tuple[float, Array, float] | None = None
    for k in np.argsort(-weights.sum(axis=1), kind="stable")[:6]:
        for aspect in ASPECTS:
            onto = geometry.homography(_card(aspect), quads[k])
            laid = _laid(_through(_inverse(onto), quads), weights, aspect)
            off = np.minimum(_off(_through(onto, laid), quads, sides), TOLERANCES[0])
            cost = float((np.nan_to_num(off, nan=TOLERANCES[0]) * weights).sum())
            if best is None or cost < best[0]:
                best = (cost, onto, aspect)
    assert best is not None  # noqa: S101 - for the type checker
    return best[1], best[2]


def find_plane(quads: Array, weights: Array) -> Plane | None:
    """The table under the cards.

    Args:
        quads: ``(N, 4, 2)`` pixels, each clockwise from the card's own top-left.
        weights: ``(N, 4)`` 0..1, trust in the corners.

    Returns:
        The plane, or None where the cards are too few or do not lie in one plane.
    """
    if len(quads) < LEAST_CARDS:
        return None
    sides = np.sqrt(np.maximum(geometry.areas(quads), 1.0))
    onto, aspect = _start(quads, weights, sides)
    laid, off = quads, np.zeros(weights.shape)
    for tolerance in TOLERANCES:
        points = _through(_inverse(onto), quads)
        believed = weights / (1 + (off / tolerance) ** 2)
        aspect = _aspect(points, believed, aspect)
        laid = _laid(points, believed, aspect)
        off = _off(_through(onto, laid), quads, sides)
        use = (believed > 0.3 * believed.max()) & (off < 3 * tolerance)
        if use.sum() < 4 * LEAST_CARDS or not np.isfinite(off).all():
            return None
        found, _ = cv2.findHomography(laid[use], quads[use], 0)
        if found is None:
            return None
        onto = np.asarray(found, np.float64)
    mean = (off * weights).sum(axis=1) / weights.sum(axis=1)
    open_ = weights.min(axis=1) > IN_VIEW
    fitting = (mean < FITS) & open_
    if fitting.sum() < LEAST_CARDS or fitting.sum() < LEAST_FITTING * open_.sum():
        return None
    return Plane(onto, aspect, _through(onto, laid), mean, float(np.median(mean[fitting])))
