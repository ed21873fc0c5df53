"""Quadrilaterals in a picture: order of corners, areas, overlaps, homographies. Pure functions on arrays.

A quad is ``(4, 2)`` float, pixels, clockwise on the screen (y down), and convex.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]


def area(quad: Array) -> float:
    """Signed area in square pixels; positive where the corners go clockwise on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    return float(0.5 * (x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def areas(quads: Array) -> NDArray[np.float64]:
    """``area`` of each of the quads ``(N, 4, 2)``, ``(N,)``."""
    x, y = quads[..., 0].astype(np.float64), quads[..., 1].astype(np.float64)
    return np.asarray(0.5 * (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))


def edge_lengths(quad: Array) -> NDArray[np.float64]:
    """``(4,)`` lengths in pixels, from corner k to corner k + 1."""
    return np.asarray(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1), np.float64)


def is_sane(quad: Array, least_area: float = 40.0) -> bool:
    """Whether a quad can be a card: finite, convex, clockwise, not tiny, no edge more than five times its opposite."""
    if not np.isfinite(quad).all() or area(quad) < least_area:
        return False
    edges = np.roll(quad, -1, axis=0) - quad
    after = np.roll(edges, -1, axis=0)
    if (edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]).min() <= 0:
        return False
    lengths = np.linalg.norm(edges, axis=1)
    return bool(max(lengths[0] / lengths[2], lengths[2] / lengths[0], lengths[1] / lengths[3], lengths[3] / lengths[1]) < 5)


def edge_angle(quad: Array) -> float:
    """Mean direction of the first edge in radians, -pi..pi, taken over all four edges (each turned back by its quarter turns)."""
    return float(edge_angles(quad[None])[0])


def edge_angles(quads: Array) -> NDArray[np.float64]:
    """``edge_angle`` of each of the quads ``(N, 4, 2)``, ``(N,)``."""
    edges = np.roll(quads, -1, axis=1) - quads
    z = (edges[..., 0] + 1j * edges[..., 1]) * (-1j) ** np.arange(4)
    return np.asarray(np.angle(z.sum(axis=1)), np.float64)


def start_near_angle(quad: Array, centre: float) -> NDArray[np.float32]:
    """The same quad with its corners rotated so that ``edge_angle`` lies within 45 degrees of ``centre`` (radians)."""
    quarters = round((edge_angle(quad) - centre) / (np.pi / 2))
    return np.roll(quad, quarters, axis=0).astype(np.float32)


def intersection_area(a: Array, b: Array) -> float:
    """Area in square pixels that two convex quads share."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared)


def iou(a: Array, b: Array) -> float:
    """Intersection over union of two convex quads, 0..1."""
    shared = intersection_area(a, b)
    total = abs(area(a)) + abs(area(b)) - shared
    return shared / total if total > 0 else 0.0


def corner_distance(a: Array, b: Array) -> float:
    """Mean distance of corners in pixels, over the best cyclic order."""
    return float(min(np.linalg.norm(a - np.roll(b, k, axis=0), axis=1).mean() for k in range(4)))


def bounding_boxes(quads: Array) -> NDArray[np.float32]:
    """``(N, 4)`` x0, y0, x1, y1 of quads ``(N, 4, 2)``."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1).astype(np.float32)


def contains(quad: Array, points: Array) -> NDArray[np.bool_]:
    """Which of the points ``(N, 2)`` lie in a convex clockwise quad; ``(N,)`` bool."""
    inside = np.ones(len(points), bool)
    for p, q in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        d = q - p
        inside &= d[0] * (points[:, 1] - p[1]) - d[1] * (points[:, 0] - p[0]) >= 0
    return inside


def homography(source: Array, target: Array) -> NDArray[np.float64]:
    """``(3, 3)`` float64 that maps four points to four points."""
    return np.asarray(cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)), np.float64)


def inverse(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography that leads back, ``(3, 3)`` float64."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def transform(matrix: NDArray[np.float64], points: Array) -> NDArray[np.float64]:
    """Points ``(N, 2)`` through a homography, ``(N, 2)`` float64."""
    h = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(h[:, :2] / h[:, 2:3])
