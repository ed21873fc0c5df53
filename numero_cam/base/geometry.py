"""Geometry of quadrilaterals in a picture: areas, overlaps, homographies. Pure functions on arrays.

A quad is ``(4, 2)`` float, pixels, convex, and clockwise on the screen (y down).
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]

LEAST_AREA = 40.0  #: Minimum area of what can be a card, square pixels.
SAME_PLACE = 0.5  #: Minimum IoU of two outlines in one place, of which at most one is a card.
SAME_OUTLINE = 0.8  #: Minimum IoU of two outlines that look the same.
NEXT = np.array([1, 2, 3, 0])  #: Index of the corner after each corner; indexing with it is several times faster than ``np.roll``.
STARTS = (np.arange(4)[None] - np.arange(4)[:, None]) % 4  #: Row k holds the corner indices of ``np.roll(quad, k, axis=0)``.


def area(quad: Array) -> float:
    """Return the signed area in square pixels, positive for corners that go clockwise on the screen."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad.tolist()
    return float(0.5 * ((x2 - x0) * (y3 - y1) - (y2 - y0) * (x3 - x1)))


def areas(quads: Array) -> NDArray[np.float64]:
    """Return the ``area`` of each of the quads ``(N, 4, 2)``, ``(N,)`` float64."""
    one, other = (quads[:, 2] - quads[:, 0]).astype(np.float64), (quads[:, 3] - quads[:, 1]).astype(np.float64)
    return np.asarray(0.5 * (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]))


def edge_lengths(quad: Array) -> NDArray[np.float64]:
    """Return the edge lengths ``(4,)`` in pixels, from corner k to corner k + 1."""
    return np.asarray(np.linalg.norm(quad[NEXT] - quad, axis=1), np.float64)


def is_sane(quad: Array) -> bool:
    """Whether a quad can be a card: finite, convex, clockwise, at least ``LEAST_AREA`` square pixels, no edge five times its opposite."""
    return bool(are_sane(quad[None])[0])


def are_sane(quads: Array) -> NDArray[np.bool_]:
    """Return ``is_sane`` of each of the quads ``(N, 4, 2)``, ``(N,)`` bool."""
    quads = quads.astype(np.float64)
    with np.errstate(all="ignore"):  # A corner on the horizon of the table plane is infinite.
        edges = quads[:, NEXT] - quads
        after = edges[:, NEXT]
        convex = (edges[..., 0] * after[..., 1] - edges[..., 1] * after[..., 0]).min(axis=1) > 0
        lengths = np.linalg.norm(edges, axis=2)
        ratios = lengths[:, :2] / lengths[:, 2:]
        proportionate = np.maximum(ratios, 1 / ratios).max(axis=1) < 5
        return np.asarray(np.isfinite(quads).all(axis=(1, 2)) & (areas(quads) >= LEAST_AREA) & convex & proportionate)


def _boxes_meet(a: Array, b: Array) -> bool:
    """Whether the bounding boxes of two quads overlap. Plain numbers are faster here than small arrays."""
    sides = zip(a.T.tolist(), b.T.tolist(), strict=True)
    return all(max(one) > min(other) and max(other) > min(one) for one, other in sides)


def intersection_area(a: Array, b: Array) -> float:
    """Return the intersection area of two convex quads, square pixels."""
    if not _boxes_meet(a, b):
        return 0.0
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared)


def shared_areas(quads: Array) -> NDArray[np.float64]:
    """Return the pairwise ``intersection_area`` of the quads ``(N, 4, 2)``, ``(N, N)``; the diagonal is 0."""
    low, high, each = quads.min(axis=1), quads.max(axis=1), list(quads.astype(np.float32))
    meet = (np.maximum(low[:, None], low) < np.minimum(high[:, None], high)).all(axis=2)
    out = np.zeros((len(quads), len(quads)))
    for i, j in np.argwhere(np.tril(meet, -1)).tolist():
        out[i, j] = out[j, i] = cv2.intersectConvexConvex(each[i], each[j])[0]
    return out


def iou(a: Array, b: Array) -> float:
    """Return the intersection over union of two convex quads, 0..1."""
    shared = intersection_area(a, b)
    if shared == 0:
        return 0.0
    total = abs(area(a)) + abs(area(b)) - shared
    return shared / total if total > 0 else 0.0


def _may_be_alike(quads: Array, others: Array, least: float) -> NDArray[np.bool_]:
    """Return for which pairs the IoU may be at least ``least``, ``(N, M)`` bool; a fast bound from bounding boxes and areas."""
    low = np.maximum(quads.min(axis=1)[:, None], others.min(axis=1))
    high = np.minimum(quads.max(axis=1)[:, None], others.max(axis=1))
    # The intersection is at most that of the bounding boxes, and the union at least the larger area.
    shared = np.maximum(high - low, 0).prod(axis=2)
    larger = np.maximum(np.abs(areas(quads))[:, None], np.abs(areas(others)))
    return np.asarray(shared >= least * np.maximum(larger, 1e-9))


def _are_alike(quads: Array, others: Array, least: float) -> Callable[[int, int], bool]:
    """Return a function of i and j: whether the IoU of ``quads[i]`` and ``others[j]``, whose boxes must meet, is at least ``least``."""
    each, every = list(quads.astype(np.float32)), list(others.astype(np.float32))
    sizes, other_sizes = np.abs(areas(quads)).tolist(), np.abs(areas(others)).tolist()

    def are_alike(i: int, j: int) -> bool:
        """Return whether the IoU of this pair is at least ``least``."""
        shared = float(cv2.intersectConvexConvex(each[i], every[j])[0])
        return shared > 0 and shared >= least * (sizes[i] + other_sizes[j] - shared)

    return are_alike


def alike(quads: Array, others: Array, least: float) -> NDArray[np.bool_]:
    """Return for which pairs of finite quads ``(N, 4, 2)`` and ``(M, 4, 2)`` the IoU is at least ``least``, above 0: ``(N, M)`` bool."""
    out, are_alike = _may_be_alike(quads, others, least), _are_alike(quads, others, least)
    for i, j in np.argwhere(out).tolist():
        out[i, j] = are_alike(i, j)
    return out


def without_doubles(quads: Array, same: float) -> list[int]:
    """Suppress doubles: return the indices of the quads ``(N, 4, 2)`` whose IoU with every earlier kept one is below ``same``."""
    maybe, are_alike = _may_be_alike(quads, quads, same).tolist(), _are_alike(quads, quads, same)
    kept: list[int] = []
    for i, row in enumerate(maybe):
        if not any(row[j] and are_alike(i, j) for j in kept):
            kept.append(i)
    return kept


def contains(quad: Array, points: Array) -> NDArray[np.bool_]:
    """Return which points ``(..., N, 2)`` lie in convex clockwise quads ``(..., 4, 2)``, ``(..., N)`` bool."""
    edges = (quad[..., NEXT, :] - quad).astype(np.float64)
    inward = edges[..., ::-1] * (-1.0, 1.0)
    beyond = points @ inward.swapaxes(-1, -2) - (quad * inward).sum(axis=-1)[..., None, :]
    return np.asarray((beyond >= 0).all(axis=-1))


def _of_unit_square(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Homographies ``(N, 3, 3)`` from the unit square's corners, clockwise from (0, 0), to quads ``(N, 4, 2)`` (Heckbert 1989, 2.2.3)."""
    p0, p1, p2, p3 = (quads[:, k] for k in range(4))
    one, other, rest = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    determinant = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    g = (rest[:, 0] * other[:, 1] - rest[:, 1] * other[:, 0]) / determinant
    h = (one[:, 0] * rest[:, 1] - one[:, 1] * rest[:, 0]) / determinant
    out = np.ones((len(quads), 3, 3))
    out[:, :2, 0] = p1 - p0 + g[:, None] * p1
    out[:, :2, 1] = p3 - p0 + h[:, None] * p3
    out[:, :2, 2] = p0
    out[:, 2, 0], out[:, 2, 1] = g, h
    return out


def homographies(box: Array, quads: Array) -> NDArray[np.float64]:
    """Return the homography from an upright rectangle to each of many quads; several times faster than ``homography`` one by one.

    Args:
        box: ``(4, 2)``, clockwise from its top-left, with sides parallel to the axes.
        quads: ``(N, 4, 2)``; for three collinear corners the homography is not finite.

    Returns:
        ``(N, 3, 3)`` float64.
    """
    (x0, y0), (x1, y1) = box[0].tolist(), box[2].tolist()
    wide, high = x1 - x0, y1 - y0
    to_unit = np.array([[1 / wide, 0, -x0 / wide], [0, 1 / high, -y0 / high], [0, 0, 1]])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(_of_unit_square(quads.astype(np.float64)) @ to_unit)


def homography(source: Array, target: Array) -> NDArray[np.float64]:
    """Return the homography ``(3, 3)`` float64 that maps four points ``(4, 2)`` to four points ``(4, 2)``."""
    return np.asarray(cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)), np.float64)


def inverse(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the inverse of a homography, ``(3, 3)`` float64."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def transform(matrix: NDArray[np.float64], points: Array) -> NDArray[np.float64]:
    """Apply homographies ``(..., 3, 3)`` to points ``(..., N, 2)``; returns ``(..., N, 2)`` float64."""
    h = points @ matrix[..., :2].swapaxes(-1, -2) + matrix[..., None, :, 2]
    return np.asarray(h[..., :2] / h[..., 2:3])
