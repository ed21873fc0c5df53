"""All cards of a table lie in one plane and are of one size: what is hidden of one follows from the others.

Unknown are the homography of the table and where each card lies on it. They are found in turns: with the table known, each card is laid
where its trusted corners want it (weighted Procrustes); with the cards laid, the table follows from all corners (least squares).
"""

import statistics
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.identify.outlines import Outlined, quads_of, seen_at

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

ASPECTS = (1.28, 1.4, 1.55)
"""Height over width of cards at the start of the search; the cards themselves decide."""
STARTS = 6
"""How many of the most trusted cards are tried as the start of the search."""
TRIED = 3
"""How many of these starts, the best first, are followed until one gives a plane that is believed."""
LEAST_EVIDENCE = 9.0
"""How many coordinates of trusted corners must agree beyond those that lay each card (`_evidence`). The plane itself uses up six: five for
tilt and perspective, one for the cards' aspect. An open card has five, one with a hidden corner three, one with two hidden corners one."""
TURNS = 10
"""How often plane and places are fitted in turns."""
WIDE, NARROW = 0.3, 0.02
"""In the first turn of the fit a corner that is off by so much, in shares of the card's side, counts for half; in the last turns one that
is off by the second; between them the limit falls turn by turn."""
TOLERANCES = np.maximum(WIDE * (NARROW / WIDE) ** (np.arange(TURNS) / (TURNS / 2)), NARROW)
REFINED = 2
"""A plane that is known already skips this many of the first turns."""
FITS = 0.05
"""Trusted corners of a card that lies in the plane are off by less than this in the mean, in shares of its side."""
HIDDEN = 0.03
"""Trust in a corner that is not seen."""
UNIT = np.array([0, 1, 1 + 1j, 1j])
"""The card's corners, in shares of its width and height."""


@dataclass(frozen=True)
class Plane:
    """The table, and the cards as they would lie on it.

    Attributes:
        onto: ``(3, 3)`` homography from the table, in card widths, to the picture.
        aspect: Height over width of the cards.
        quads: ``(N, 4, 2)`` pixels: each card's outline with all cards of one size.
        off: ``(N,)`` mean distance of a card's trusted corners from that outline, in shares of its side.
    """

    onto: Array
    aspect: float
    quads: Array
    off: Array

    def fit(self, cards: list[Outlined], size: tuple[int, int]) -> tuple[Array, Array, Array]:
        """Outlines as cards of the table's size.

        Args:
            cards: One or more.
            size: Width and height of the picture.

        Returns:
            ``(N, 4, 2)`` pixels; how far trusted corners were off, ``(N,)`` shares of the side; and the trust in them, ``(N, 4)``.
        """
        quads, weights = quads_of(cards), trust(cards, size)
        z = _complex(quads)
        laid = _through(self.onto, _laid(_through(_inverse(self.onto), z), weights, self.aspect))
        off = np.abs(laid - z) / _sides(quads)
        return _points(laid), (off * weights).sum(axis=1) / weights.sum(axis=1), weights


def trust(cards: list[Outlined], size: tuple[int, int]) -> Array:
    """How far corners are to be believed, ``(N, 4)`` HIDDEN..1: those that others hide or the picture cuts off are guesses.

    Args:
        cards: Outlines, and where each card is seen; one or more.
        size: Width and height of the picture.
    """
    quads = quads_of(cards)
    # A corner is looked up in the middle of the part of the crop that lies in it.
    inner = quads + (quads.mean(axis=1, keepdims=True) - quads) / np.sqrt(len(cards[0].points))
    inside = ((quads > 0) & (quads < np.array(size) - 1)).all(axis=2)
    return np.asarray(np.clip(inside * seen_at(cards, inner), HIDDEN, 1.0), np.float64)


def _complex(points: Array) -> Complex:
    """Points ``(..., 2)`` as complex numbers ``(...)``: turning and measuring lengths are single operations on these."""
    return np.ascontiguousarray(points).view(np.complex128)[..., 0]


def _points(z: Complex) -> Array:
    return np.stack([z.real, z.imag], axis=-1)


def _sides(quads: Array) -> Array:
    """The side of a square as large as each quad, ``(N, 1)``."""
    return np.asarray(np.sqrt(np.maximum(geometry.areas(quads), 1.0)))[:, None]


def _inverse(matrix: Array) -> Array:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _homogeneous(z: Complex) -> Array:
    """Points ``(..., N, 4)`` as ``(..., N * 4, 3)``, the last number 1."""
    out = np.ones((*z.shape, 3))
    out[..., 0], out[..., 1] = z.real, z.imag
    return out.reshape(*z.shape[:-2], -1, 3)


def _through(matrix: Array, z: Complex) -> Complex:
    """Points ``(N, 4)`` or ``(..., N, 4)`` through homographies ``(..., 3, 3)``, ``(..., N, 4)``."""
    h = _homogeneous(z) @ matrix.swapaxes(-1, -2)
    return np.asarray((h[..., 0] + 1j * h[..., 1]) / h[..., 2], np.complex128).reshape(*h.shape[:-2], -1, 4)


def _laid(z: Complex, weights: Array, aspect: float | Array) -> Complex:
    """Cards of one size laid where their corners want them, ``(..., N, 4)`` in the table's units.

    Args:
        z: ``(..., N, 4)`` in the table's units.
        weights: ``(N, 4)``.
        aspect: One number, or ``(..., 1, 1)``.
    """
    card = UNIT.real + 1j * aspect * UNIT.imag
    share = weights / weights.sum(axis=1, keepdims=True)
    arms = card - (share * card).sum(axis=-1, keepdims=True)
    pulled = share * z
    turn = (pulled * arms.conj()).sum(axis=-1, keepdims=True)
    return np.asarray(pulled.sum(axis=-1, keepdims=True) + turn / np.maximum(np.abs(turn), 1e-12) * arms)


def _unit_onto(quads: Complex) -> Array:
    """Homographies ``(S, 3, 3)`` from the unit square to quads ``(S, 4)``."""
    h, z = _homogeneous(np.broadcast_to(UNIT, quads.shape)[:, None]), quads[..., None]
    zero = np.zeros_like(h)
    x = np.concatenate([h, zero, -z.real * h[..., :2]], axis=2)
    y = np.concatenate([zero, h, -z.imag * h[..., :2]], axis=2)
    numbers = np.linalg.solve(np.concatenate([x, y], axis=1), np.concatenate([z.real, z.imag], axis=1))
    return np.concatenate([numbers[..., 0], np.ones((len(quads), 1))], axis=1).reshape(-1, 3, 3)


def _nearer(onto: Array, source: Array, target: Complex, weights: Array) -> Array:
    """A homography with 1 as its last number after one step of Gauss and Newton towards least weighted squares of the distances.

    Args:
        onto: ``(3, 3)``.
        source: ``(P, 3)`` homogeneous.
        target: ``(P,)``.
        weights: ``(P,)``.
    """
    h = source @ onto.T
    scaled, reached = source / h[:, 2:], (h[:, 0] + 1j * h[:, 1]) / h[:, 2]
    rows = np.concatenate([scaled, 1j * scaled, -reached[:, None] * scaled[:, :2], (target - reached)[:, None]], axis=1)
    normal = (rows.conj().T @ (weights[:, None] * rows)).real
    out = onto.copy()
    out.ravel()[:8] += np.linalg.solve(normal[:8, :8], normal[:8, 8])
    return out


def _aspect(z: Complex, weights: Array, before: float) -> float:
    """Height over width of the cards on the table: the median of those whose corners are all trusted, or what it was where none is."""
    sure = weights.min(axis=1) > 0.5
    lengths = np.abs(z[:, geometry.NEXT] - z)[sure]
    aspects: list[float] = ((lengths[:, 1] + lengths[:, 3]) / (lengths[:, 0] + lengths[:, 2])).tolist()
    return statistics.median([before, before, *aspects])


def _starts(quads: Complex, weights: Array, sides: Array) -> list[tuple[Array, float]]:
    """Table to picture and aspect by the single cards that explain the others best, the best first; all are tried at once."""
    tried = quads[np.argsort(-weights.sum(axis=1), kind="stable")[:STARTS]]
    onto = np.repeat(_unit_onto(tried), len(ASPECTS), axis=0)
    aspects = np.tile(ASPECTS, len(tried))
    onto[:, :, 1] /= aspects[:, None]
    laid = _laid(_through(_inverse(onto), quads), weights, aspects[:, None, None])
    off = np.fmin(np.abs(_through(onto, laid) - quads) / sides, TOLERANCES[0])
    missed = (off * weights).sum(axis=(1, 2)).reshape(-1, len(ASPECTS))
    best = missed.argmin(axis=1) + np.arange(len(tried)) * len(ASPECTS)
    order = np.argsort(missed.min(axis=1), kind="stable")[:TRIED]
    return [(onto[k], float(aspects[k])) for k in best[order]]


def _settled(
    quads: Complex, weights: Array, sides: Array, start: tuple[Array, float], *, nearly: bool
) -> tuple[Array, float, Complex, Array] | None:
    """Table to picture, aspect, the cards laid on the table and their corners' misses; None where too few corners agree.

    Args:
        quads: ``(N, 4)``, in units of the picture's size: so all numbers of a homography weigh alike.
        weights: ``(N, 4)``.
        sides: ``(N, 1)`` in the same units.
        start: Table to picture and aspect.
        nearly: These are nearly right.
    """
    onto, aspect = start
    laid, off = quads, np.zeros(weights.shape)
    if nearly:
        laid = _laid(_through(_inverse(onto), quads), weights, aspect)
        off = np.abs(_through(onto, laid) - quads) / sides
    for tolerance in TOLERANCES[REFINED:] if nearly else TOLERANCES:
        points = _through(_inverse(onto), quads)
        believed = weights / (1 + (off / tolerance) ** 2)
        aspect = _aspect(points, believed, aspect)
        laid = _laid(points, believed, aspect)
        off = np.abs(_through(onto, laid) - quads) / sides
        if not np.isfinite(off).all():
            return None
        # One step is enough: the next turn goes on from it.
        onto = _nearer(onto, _homogeneous(laid), quads.ravel(), (weights / (1 + (off / tolerance) ** 2)).ravel())
    return onto, aspect, laid, off


def _evidence(weights: Array) -> Array:
    """How many coordinates of a card's trusted corners are left once it is laid by three of them, ``(N,)`` 0..5.

    Args:
        weights: ``(N, 4)`` 0..1, trust in the corners.
    """
    return np.asarray(np.maximum(0.0, 2 * weights.sum(axis=1) - 3))


def _believed(weights: Array, fitting: NDArray[np.bool_], *, read: bool) -> bool:
    """Whether the cards that fit a plane are enough for it: two and more, and half of the evidence, or of the cards that were read."""
    evidence = _evidence(weights)
    agreed = evidence[fitting].sum()
    enough = fitting.mean() >= 0.5 if read else LEAST_EVIDENCE <= agreed >= evidence.sum() / 2
    return bool(enough and fitting.sum() > 1)


def find_plane(quads: Array, weights: Array, before: Plane | None = None, *, read: bool = False) -> Plane | None:
    """The table under the cards.

    Args:
        quads: ``(N, 4, 2)`` pixels, each clockwise from the card's own top-left.
        weights: ``(N, 4)`` 0..1, trust in the corners.
        before: The plane before some of the outlines were mended, to start from.
        read: The cards were read surely, which says that the outlines are right as their agreement does: covered ones count like others.

    Returns:
        The plane, or None where the cards are too few or do not lie in one plane.
    """
    if len(quads) < 2:
        return None
    middle, scale = quads.mean(axis=(0, 1)), max(float(quads.std()), 1.0)
    pixels = np.array([[scale, 0, middle[0]], [0, scale, middle[1]], [0, 0, 1]])
    z, sides = _complex((quads - middle) / scale), _sides(quads) / scale
    try:
        if before is not None:
            onto = _inverse(pixels) @ before.onto
            starts = [(onto / onto[2, 2], before.aspect)]
        else:
            starts = _starts(z, weights, sides)
    except np.linalg.LinAlgError:
        return None
    for start in starts:
        try:
            settled = _settled(z, weights, sides, start, nearly=before is not None)
        except np.linalg.LinAlgError:
            continue
        if settled is None:
            continue
        onto, aspect, laid, off = settled
        mean = (off * weights).sum(axis=1) / weights.sum(axis=1)
        if _believed(weights, mean < FITS, read=read):
            onto = pixels @ onto
            return Plane(onto, aspect, _points(_through(onto, laid)), mean)
    return None
