"""The plane of the table in the picture, fitted to outlines of cards; and outlines refined by it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.vision import outlines, rectify
from numero_cam.vision.outlines import Outlined, quads_of, seen_at

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

ASPECTS = (1.28, 1.4, 1.55)
"""Height over width of cards at the start of the search; the cards themselves decide."""
STARTS = 6
"""How many of the most trusted cards are tried as the start of the search."""
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
UNIT = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
"""The card's corners, in shares of its width and height."""


@dataclass(frozen=True)
class Plane:
    """The table, and cards as they would lie on it.

    Attributes:
        onto: ``(3, 3)`` homography from the table, in card widths, to the picture; its last number is 1.
        aspect: Height over width of the cards.
        quads: ``(N, 4, 2)`` pixels: each card's outline with all cards of one size.
        off: ``(N,)`` mean distance of a card's trusted corners from that outline, in shares of its side.
    """

    onto: Array
    aspect: float
    quads: Array
    off: Array

    def under(self, quads: Array, weights: Array) -> "Plane":
        """The same table under other cards.

        Args:
            quads: ``(N, 4, 2)`` pixels, each clockwise from the card's own top-left.
            weights: ``(N, 4)`` 0..1, trust in the corners.
        """
        z = _complex(quads)
        laid = _through(self.onto, _laid(_through(geometry.inverse(self.onto), z), weights, self.aspect))
        return replace(self, quads=_points(laid), off=_mean(np.abs(laid - z) / _sides(quads), weights))


def corners(cards: list[Outlined], size: tuple[int, int]) -> tuple[Array, Array]:
    """Where the corners of cards are seen, and how far they are to be believed: those that others hide or the picture cuts off are guesses.

    Args:
        cards: Outlines, and where each card is seen.
        size: Width and height of the picture.

    Returns:
        ``(N, 4, 2)`` pixels and ``(N, 4)`` HIDDEN..1.
    """
    quads = quads_of(cards)
    if not cards:
        return quads, np.zeros((0, 4))
    # A corner is looked up in the middle of the part of the crop that lies in it.
    inner = quads + (quads.mean(axis=1, keepdims=True) - quads) / np.sqrt(len(cards[0].points))
    inside = ((quads > 0) & (quads < np.array(size) - 1)).all(axis=2)
    return quads, np.clip(inside * seen_at(cards, inner), HIDDEN, 1.0)


def _complex(points: Array) -> Complex:
    """Points ``(..., 2)`` as complex numbers ``(...)``: turning and measuring lengths are single operations on these."""
    return np.ascontiguousarray(points).view(np.complex128)[..., 0]


def _points(z: Complex) -> Array:
    return np.stack([z.real, z.imag], axis=-1)


def _mean(off: Array, weights: Array) -> Array:
    return np.asarray((off * weights).sum(axis=1) / weights.sum(axis=1))


def _sides(quads: Array) -> Array:
    """The side of a square as large as each quad, ``(N, 1)``."""
    return np.asarray(np.sqrt(np.maximum(geometry.areas(quads), 1.0)))[:, None]


def _through(matrix: Array, z: Complex) -> Complex:
    """Points ``(N, 4)`` or ``(..., N, 4)`` through homographies ``(..., 3, 3)``, ``(..., N, 4)``."""
    return _complex(geometry.transform(matrix[..., None, :, :], _points(z)))


def _laid(z: Complex, weights: Array, aspect: float | Array) -> Complex:
    """Cards of one size laid where their corners want them, ``(..., N, 4)`` in the table's units.

    Args:
        z: ``(..., N, 4)`` in the table's units.
        weights: ``(N, 4)``.
        aspect: One number, or ``(..., 1, 1)``.
    """
    card = UNIT[:, 0] + 1j * aspect * UNIT[:, 1]
    share = weights / weights.sum(axis=1, keepdims=True)
    arms = card - (share * card).sum(axis=-1, keepdims=True)
    pulled = share * z
    turn = (pulled * arms.conj()).sum(axis=-1, keepdims=True)
    return np.asarray(pulled.sum(axis=-1, keepdims=True) + turn / np.maximum(np.abs(turn), 1e-12) * arms)


def _nearer(onto: Array, laid: Complex, target: Complex, weights: Array) -> Array:
    """A homography with 1 as its last number after one step of Gauss and Newton towards least weighted squares of the distances.

    Args:
        onto: ``(3, 3)``.
        laid: ``(P,)`` on the table.
        target: ``(P,)`` in the picture.
        weights: ``(P,)``.
    """
    source = np.stack([laid.real, laid.imag, np.ones(len(laid))], axis=-1)
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
    return float(np.median([before, before, *((lengths[:, 1] + lengths[:, 3]) / (lengths[:, 0] + lengths[:, 2]))]))


def _start(quads: Complex, weights: Array, sides: Array) -> tuple[Array, float]:
    """Table to picture and aspect by the single card that explains the others best; all are tried at once."""
    tried = quads[np.argsort(-weights.sum(axis=1), kind="stable")[:STARTS]]
    onto = np.repeat(geometry.homographies(UNIT, _points(tried)), len(ASPECTS), axis=0)
    aspects = np.tile(ASPECTS, len(tried))
    onto[:, :, 1] /= aspects[:, None]
    laid = _laid(_through(geometry.inverse(onto), quads), weights, aspects[:, None, None])
    off = np.fmin(np.abs(_through(onto, laid) - quads) / sides, WIDE)
    best = int((off * weights).sum(axis=(1, 2)).argmin())
    return onto[best], float(aspects[best])


def _settled(
    quads: Complex, weights: Array, sides: Array, start: tuple[Array, float], *, nearly: bool
) -> tuple[Array, float, Complex, Array] | None:
    """Table to picture, aspect, the cards laid on the table and their corners' misses; None where these have no end.

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
        off = np.abs(_through(onto, _laid(_through(geometry.inverse(onto), quads), weights, aspect)) - quads) / sides
    for tolerance in TOLERANCES[REFINED:] if nearly else TOLERANCES:
        points = _through(geometry.inverse(onto), quads)
        believed = weights / (1 + (off / tolerance) ** 2)
        aspect = _aspect(points, believed, aspect)
        laid = _laid(points, believed, aspect)
        off = np.abs(_through(onto, laid) - quads) / sides
        if not np.isfinite(off).all():
            return None
        # One step is enough: the next turn goes on from it.
        onto = _nearer(onto, laid.ravel(), quads.ravel(), (weights / (1 + (off / tolerance) ** 2)).ravel())
    return onto, aspect, laid, off


@np.errstate(divide="ignore", invalid="ignore")  # Corners in a line tell no homography; its misses have no end, and it loses.
def find_plane(quads: Array, weights: Array, before: Plane | None = None) -> Plane | None:
    """The table under the cards.

    Args:
        quads: ``(N, 4, 2)`` pixels, each clockwise from the card's own top-left.
        weights: ``(N, 4)`` 0..1, trust in the corners.
        before: The plane before some of the outlines were mended, to start from.

    Returns:
        The plane, or None where no two cards lie in one. Few cards or few open corners tell it badly; it mends their outlines nevertheless
        more often than it spoils them (measured on scenes held out by design).
    """
    if len(quads) < 2:
        return None
    middle, scale = quads.mean(axis=(0, 1)), max(float(quads.std()), 1.0)
    pixels = np.array([[scale, 0, middle[0]], [0, scale, middle[1]], [0, 0, 1]])
    z, sides = _complex((quads - middle) / scale), _sides(quads) / scale
    try:
        start = (geometry.inverse(pixels) @ before.onto, before.aspect) if before else _start(z, weights, sides)
        found = _settled(z, weights, sides, start, nearly=before is not None)
    except np.linalg.LinAlgError:
        return None
    if found is None:
        return None
    onto, aspect, laid, off = found
    onto, mean = pixels @ onto, _mean(off, weights)
    return Plane(onto, aspect, _points(_through(onto, laid)), mean) if (mean < FITS).sum() > 1 else None


def _mended(plane: Plane, cards: list[Outlined], weights: Array) -> list[Outlined]:
    """Corners as they are seen, and where they are hidden as the other cards' size has them; cards of another size stay as they are."""
    quads = (plane.quads + weights[..., None] * (quads_of(cards) - plane.quads)).astype(np.float32)
    return [replace(card, quad=quad) if off < FITS else card for card, quad, off in zip(cards, quads, plane.off, strict=True)]


def _looked_at_in_place(network: Network, pyramid: rectify.Pyramid, plane: Plane, cards: list[Outlined], weights: Array) -> list[Outlined]:
    """Cards of which a corner is hardly believed, or that are not of the table's size, looked at once more with that size.

    A network that knows the size looks only for the place: an edge that hardly shows, or that is another card's, misleads it less.
    What the plane lays as no quad, at its horizon, is not looked at.
    """
    unsure = (weights.min(axis=1) < 0.5) | (plane.off >= FITS)
    doubtful = np.flatnonzero(unsure & geometry.are_sane(plane.quads)).tolist()
    as_laid = [plane.quads[i].astype(np.float32) for i in doubtful]
    looked = outlines.refine(network, pyramid, as_laid, [cards[i].at for i in doubtful], sized=True)
    quads, trusted = corners(looked, pyramid.size)
    again = plane.under(quads, trusted)
    mended = zip(doubtful, _mended(again, looked, trusted), again.off, strict=True)
    better = {i: card for i, card, off in mended if off < FITS}
    return [better.get(i, card) for i, card in enumerate(cards)]


def agree(
    network: Network, pyramid: rectify.Pyramid, cards: list[Outlined], scores: list[float], known: Plane | None = None
) -> tuple[list[Outlined], Plane | None]:
    """Mends outlines by those of the other cards; where no common plane is found they stay as they are.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        cards: Outlines, each clockwise from the card's own top-left.
        scores: How sure it is that a card lies there, 0..1; asked where the table is not known.
        known: The table, where other cards have told it.

    Returns:
        The outlines, and the table; None where no common plane was found.
    """

    def weighed(cards: list[Outlined]) -> tuple[Array, Array]:
        quads, weights = corners(cards, pyramid.size)
        return quads, weights if known else weights * np.array(scores)[:, None]

    quads, weights = weighed(cards)
    plane = known.under(quads, weights) if known else find_plane(quads, weights)
    if plane is None:
        return cards, None
    mended = _mended(plane, cards, weights)
    # Cards that were mended tell more of the table, most where few lie open.
    quads, weights = weighed(mended)
    plane = plane.under(quads, weights) if known else find_plane(quads, weights, before=plane) or plane
    return _looked_at_in_place(network, pyramid, plane, mended, weights), plane
