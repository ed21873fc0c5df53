"""Fits the table plane to outlines of cards, and refines outlines with it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.onnx import Network
from numero_cam.vision import outlines, rectify
from numero_cam.vision.outlines import CardOutline, quads_of, visibility_at

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

ASPECTS = (1.28, 1.4, 1.55)  #: Height over width of cards from which the search starts; the fit then adapts it.
MAX_STARTS = 6  #: Maximum number of cards, the most trusted ones, from which the search starts.
ITERATIONS = 10  #: Number of alternating updates of the plane and of the cards' positions on it.
FIRST_TOLERANCE = 0.3  #: Corner error, in card sides, that halves a corner's weight in the first iteration.
#: Corner error, in card sides, that halves a corner's weight in the last iterations; it falls geometrically from the first.
LAST_TOLERANCE = 0.02
#: The tolerance of each iteration.
TOLERANCES = np.maximum(FIRST_TOLERANCE * (LAST_TOLERANCE / FIRST_TOLERANCE) ** (np.arange(ITERATIONS) / (ITERATIONS / 2)), LAST_TOLERANCE)
SKIPPED_ITERATIONS = 2  #: Number of first iterations that are skipped where the fit starts from a known plane.
MAX_CORNER_ERROR = 0.05  #: Maximum mean corner error of a card that fits the plane, in card sides (``python benchmarks/try_constants.py``).
HIDDEN_CORNER_WEIGHT = 0.03  #: 0..1, weight of a corner that is not visible.
UNIT_CORNERS = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])  #: The corners of a card, in shares of its width and height.


@dataclass(frozen=True)
class TablePlane:
    """The plane of the table, and the cards as they lie in it."""

    table_to_picture: Array  #: ``(3, 3)`` homography from the table, in card widths, to pixels; its last element is 1.
    aspect: float  #: Height over width of the cards.
    quads: Array  #: ``(N, 4, 2)`` pixels, the outline that the plane predicts for each card, all of one size.
    corner_errors: Array  #: ``(N,)`` weighted mean distance of a card's corners from that outline, in card sides.

    def snap(self, quads: Array, weights: Array) -> "TablePlane":
        """Return the same plane with other cards snapped to it.

        Args:
            quads: ``(N, 4, 2)`` pixels, each clockwise from the card's own top-left.
            weights: ``(N, 4)`` 0..1, weights of the corners.
        """
        z = _as_complex(quads)
        on_table = _snapped(_transform(geometry.inverse(self.table_to_picture), z), weights, self.aspect)
        snapped = _transform(self.table_to_picture, on_table)
        return replace(self, quads=_as_points(snapped), corner_errors=_weighted_mean(np.abs(snapped - z) / _sides(quads), weights))


def weighted_corners(cards: list[CardOutline], size: tuple[int, int]) -> tuple[Array, Array]:
    """Return the corners of cards, and their weights: a corner that is hidden or outside the picture is only a guess.

    Args:
        cards: The outlines.
        size: Width and height of the picture, pixels.

    Returns:
        ``(N, 4, 2)`` pixels, and weights ``(N, 4)`` from ``HIDDEN_CORNER_WEIGHT`` to 1.
    """
    quads = quads_of(cards)
    if not cards:
        return quads, np.zeros((0, 4))
    # The visibility of a corner is that in the middle of the cell which lies in it.
    inner = quads + (quads.mean(axis=1, keepdims=True) - quads) / np.sqrt(len(cards[0].points))
    inside = ((quads > 0) & (quads < np.array(size) - 1)).all(axis=2)
    return quads, np.clip(inside * visibility_at(cards, inner), HIDDEN_CORNER_WEIGHT, 1.0)


def _as_complex(points: Array) -> Complex:
    """View points ``(..., 2)`` as complex numbers ``(...)``: turning and measuring lengths are single operations on these."""
    return np.ascontiguousarray(points).view(np.complex128)[..., 0]


def _as_points(z: Complex) -> Array:
    """Return complex numbers ``(...)`` as points ``(..., 2)``."""
    return np.stack([z.real, z.imag], axis=-1)


def _weighted_mean(values: Array, weights: Array) -> Array:
    """Return the weighted mean of each row of ``(N, M)``, ``(N,)``."""
    return np.asarray((values * weights).sum(axis=1) / weights.sum(axis=1))


def _sides(quads: Array) -> Array:
    """Return the side of a square with the area of each quad, ``(N, 1)``."""
    return np.asarray(np.sqrt(np.maximum(geometry.areas(quads), 1.0)))[:, None]


def _transform(matrix: Array, z: Complex) -> Complex:
    """Apply homographies ``(..., 3, 3)`` to points ``(N, 4)`` or ``(..., N, 4)``; returns ``(..., N, 4)``."""
    return _as_complex(geometry.transform(matrix[..., None, :, :], _as_points(z)))


def _snapped(z: Complex, weights: Array, aspect: float | Array) -> Complex:
    """Fit a card of the common size to each quad on the table by shift and rotation, ``(..., N, 4)`` in table units.

    Args:
        z: ``(..., N, 4)`` in table units.
        weights: ``(N, 4)``.
        aspect: Height over width, one number or ``(..., 1, 1)``.
    """
    card = UNIT_CORNERS[:, 0] + 1j * aspect * UNIT_CORNERS[:, 1]
    share = weights / weights.sum(axis=1, keepdims=True)
    arms = card - (share * card).sum(axis=-1, keepdims=True)
    weighted = share * z
    turn = (weighted * arms.conj()).sum(axis=-1, keepdims=True)
    return np.asarray(weighted.sum(axis=-1, keepdims=True) + turn / np.maximum(np.abs(turn), 1e-12) * arms)


def _gauss_newton_step(table_to_picture: Array, on_table: Complex, target: Complex, weights: Array) -> Array:
    """Return the homography after one Gauss-Newton step on the weighted squared distances; its last element stays 1.

    Args:
        table_to_picture: ``(3, 3)``.
        on_table: ``(P,)`` points on the table.
        target: ``(P,)`` points in the picture.
        weights: ``(P,)``.
    """
    source = np.stack([on_table.real, on_table.imag, np.ones(len(on_table))], axis=-1)
    h = source @ table_to_picture.T
    scaled, projected = source / h[:, 2:], (h[:, 0] + 1j * h[:, 1]) / h[:, 2]
    rows = np.concatenate([scaled, 1j * scaled, -projected[:, None] * scaled[:, :2], (target - projected)[:, None]], axis=1)
    normal = (rows.conj().T @ (weights[:, None] * rows)).real
    out = table_to_picture.copy()
    out.ravel()[:8] += np.linalg.solve(normal[:8, :8], normal[:8, 8])
    return out


def _aspect(z: Complex, weights: Array, before: float) -> float:
    """Return the median height over width of the cards ``(N, 4)`` with four trusted corners; ``before`` counts as two cards."""
    sure = weights.min(axis=1) > 0.5
    lengths = np.abs(z[:, geometry.NEXT] - z)[sure]
    return float(np.median([before, before, *((lengths[:, 1] + lengths[:, 3]) / (lengths[:, 0] + lengths[:, 2]))]))


def _start(quads: Complex, weights: Array, sides: Array) -> tuple[Array, float]:
    """Return homography and aspect of the one card whose own homography explains the other cards best; arguments as of ``_fit``."""
    tried = quads[np.argsort(-weights.sum(axis=1), kind="stable")[:MAX_STARTS]]
    starts = np.repeat(geometry.homographies(UNIT_CORNERS, _as_points(tried)), len(ASPECTS), axis=0)
    aspects = np.tile(ASPECTS, len(tried))
    starts[:, :, 1] /= aspects[:, None]
    on_table = _snapped(_transform(geometry.inverse(starts), quads), weights, aspects[:, None, None])
    errors = np.fmin(np.abs(_transform(starts, on_table) - quads) / sides, FIRST_TOLERANCE)
    best = int((errors * weights).sum(axis=(1, 2)).argmin())
    return starts[best], float(aspects[best])


def _fit(
    quads: Complex, weights: Array, sides: Array, start: tuple[Array, float], *, known: bool
) -> tuple[Array, float, Complex, Array] | None:
    """Update the homography and the positions of the cards in turns.

    Args:
        quads: ``(N, 4)``, normalised so that all elements of a homography weigh alike.
        weights: ``(N, 4)``.
        sides: ``(N, 1)`` in the same units.
        start: Homography from the table to ``quads``, and aspect.
        known: Whether the start is nearly right.

    Returns:
        Homography, aspect, the cards on the table ``(N, 4)``, and corner errors ``(N, 4)`` in card sides; None where the fit diverges.
    """
    homography, aspect = start
    on_table, errors = quads, np.zeros(weights.shape)
    if known:
        on_table = _snapped(_transform(geometry.inverse(homography), quads), weights, aspect)
        errors = np.abs(_transform(homography, on_table) - quads) / sides
    for tolerance in TOLERANCES[SKIPPED_ITERATIONS:] if known else TOLERANCES:
        points = _transform(geometry.inverse(homography), quads)
        robust = weights / (1 + (errors / tolerance) ** 2)
        aspect = _aspect(points, robust, aspect)
        on_table = _snapped(points, robust, aspect)
        errors = np.abs(_transform(homography, on_table) - quads) / sides
        if not np.isfinite(errors).all():
            return None
        # One step is enough: the next iteration goes on from it.
        robust = weights / (1 + (errors / tolerance) ** 2)
        homography = _gauss_newton_step(homography, on_table.ravel(), quads.ravel(), robust.ravel())
    return homography, aspect, on_table, errors


@np.errstate(divide="ignore", invalid="ignore")  # Collinear corners have no homography; their errors are infinite, and they lose.
def find_plane(quads: Array, weights: Array, before: TablePlane | None = None) -> TablePlane | None:
    """Fit the table plane to cards.

    Args:
        quads: ``(N, 4, 2)`` pixels, each clockwise from the card's own top-left.
        weights: ``(N, 4)`` 0..1, weights of the corners.
        before: The plane before some of the outlines were refined, to start from.

    Returns:
        The plane, or None where no two cards lie in one. With few cards or few visible corners it is uncertain; on held-out scenes
        refining by it still helps more often than it harms.
    """
    if len(quads) < 2:
        return None
    middle, scale = quads.mean(axis=(0, 1)), max(float(quads.std()), 1.0)
    to_pixels = np.array([[scale, 0, middle[0]], [0, scale, middle[1]], [0, 0, 1]])
    z, sides = _as_complex((quads - middle) / scale), _sides(quads) / scale
    try:
        start = (geometry.inverse(to_pixels) @ before.table_to_picture, before.aspect) if before else _start(z, weights, sides)
        fit = _fit(z, weights, sides, start, known=before is not None)
    except np.linalg.LinAlgError:
        return None
    if fit is None:
        return None
    homography, aspect, on_table, errors = fit
    homography, mean_errors = to_pixels @ homography, _weighted_mean(errors, weights)
    if (mean_errors < MAX_CORNER_ERROR).sum() < 2:
        return None
    return TablePlane(homography, aspect, _as_points(_transform(homography, on_table)), mean_errors)


def _snap_hidden_corners(plane: TablePlane, cards: list[CardOutline], weights: Array) -> list[CardOutline]:
    """Replace hidden corners, of weights ``(N, 4)``, by those that the plane predicts; a card that does not fit it stays as it is."""
    quads = (plane.quads + weights[..., None] * (quads_of(cards) - plane.quads)).astype(np.float32)
    rows = zip(cards, quads, plane.corner_errors, strict=True)
    return [replace(card, quad=quad) if error < MAX_CORNER_ERROR else card for card, quad, error in rows]


def _refine_unsure(
    network: Network, pyramid: rectify.Pyramid, plane: TablePlane, cards: list[CardOutline], weights: Array
) -> list[CardOutline]:
    """Run the outline network again, from the predicted outline, on cards that have a hidden corner or do not fit the plane.

    A network that knows the card's size only has to find its position: a faint edge, or another card's edge, misleads it less. Cards
    for which the plane predicts no sane quad, at its horizon, are left out.
    """
    unsure = (weights.min(axis=1) < 0.5) | (plane.corner_errors >= MAX_CORNER_ERROR)
    indices = np.flatnonzero(unsure & geometry.are_sane(plane.quads)).tolist()
    predicted = [plane.quads[i].astype(np.float32) for i in indices]
    refined = outlines.refine(network, pyramid, predicted, [cards[i].anchor for i in indices], sized=True)
    quads, new_weights = weighted_corners(refined, pyramid.size)
    snapped = plane.snap(quads, new_weights)
    rows = zip(indices, _snap_hidden_corners(snapped, refined, new_weights), snapped.corner_errors, strict=True)
    better = {i: card for i, card, error in rows if error < MAX_CORNER_ERROR}
    return [better.get(i, card) for i, card in enumerate(cards)]


def refine_by_plane(
    network: Network, pyramid: rectify.Pyramid, cards: list[CardOutline], scores: list[float], known: TablePlane | None = None
) -> tuple[list[CardOutline], TablePlane | None]:
    """Refine outlines with the plane that all of them define; without a common plane they stay as they are.

    Args:
        network: The loaded model ``outline``.
        pyramid: The picture.
        cards: Outlines, each clockwise from the card's own top-left.
        scores: 0..1, detector scores; not used where the plane is known.
        known: The table plane from other cards.

    Returns:
        The outlines, and the plane; None where there is no common one.
    """

    def scored_corners(cards: list[CardOutline]) -> tuple[Array, Array]:
        """Return ``weighted_corners``, whose weights are multiplied by the scores where the plane is not known."""
        quads, weights = weighted_corners(cards, pyramid.size)
        return quads, weights if known else weights * np.array(scores)[:, None]

    quads, weights = scored_corners(cards)
    plane = known.snap(quads, weights) if known else find_plane(quads, weights)
    if plane is None:
        return cards, None
    snapped = _snap_hidden_corners(plane, cards, weights)
    # Snapped outlines define the plane better, most where few cards lie open.
    quads, weights = scored_corners(snapped)
    plane = plane.snap(quads, weights) if known else find_plane(quads, weights, before=plane) or plane
    return _refine_unsure(network, pyramid, plane, snapped, weights), plane
