"""What the detector shall answer for a picture, worked out card by card: the twin of ``workshop.target_maps``, which does many at once."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision import rectify
from numero_cam.vision.detector import OFFSET_UNIT, ORDER_CENTRES, STRIDE
from workshop.targets import (
    CHANNELS,
    FIRST_WEIGHT,
    HEAT,
    HEAT_WEIGHT,
    INDEX,
    INDEX_SHARE,
    INDEX_WEIGHT,
    LEAST_INDEXED,
    OFFSETS,
    ORDER,
    ORDER_REACH,
    REACH,
    SCALE,
    SEEN,
    WEIGHT,
    Array,
)


def edge_angles(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the mean direction of the first edge of the quads ``(N, 4, 2)``, ``(N,)`` radians, -pi..pi.

    It is the mean over all four edges, each turned back by its quarter turns.
    """
    edges = quads[:, geometry.NEXT] - quads
    z = (edges[..., 0] + 1j * edges[..., 1]) * (-1j) ** np.arange(4)
    return np.asarray(np.angle(z.sum(axis=1)), np.float64)


def _mark_indices(out: Array, owner: NDArray[np.int64], quads: Array, *, mirrored: bool) -> None:
    """Peaks where the indices of cards are seen; these cells count more in their card's offsets."""
    out[INDEX_WEIGHT] = 1.0
    if not len(quads):
        return
    # Mirrored cards begin with what was their bottom left: from the other end on their own top-left is first again.
    spots = rectify.index_centres(quads[:, ::-1] if mirrored else quads)
    for i, (ends, side) in enumerate(zip(spots, np.sqrt(np.maximum(geometry.areas(quads), 1.0)).tolist(), strict=True)):
        if side < LEAST_INDEXED:
            out[INDEX_WEIGHT][owner == i] = 0.0
            continue
        for column, row in np.round((ends - (STRIDE - 1) / 2) / STRIDE).astype(int).tolist():
            if 0 <= row < owner.shape[0] and 0 <= column < owner.shape[1] and owner[row, column] == i:
                _mark(out, owner == i, (row, column), float(np.clip(0.07 * side / STRIDE, 0.7, 2.0)))


def _mark(out: Array, own: NDArray[np.bool_], at: tuple[int, int], sigma: float) -> None:
    """One index, on its own card's cells."""
    top, left = (max(0, k - REACH) for k in at)
    rows, columns = (
        k + first for k, first in zip(np.nonzero(own[top : at[0] + REACH + 1, left : at[1] + REACH + 1]), (top, left), strict=True)
    )
    spread = np.exp(-((columns - at[1]) ** 2 + (rows - at[0]) ** 2) / (2 * sigma**2)).astype(np.float32)
    out[INDEX, rows, columns] = np.maximum(out[INDEX, rows, columns], spread)
    if out[WEIGHT][at] > 0:
        out[WEIGHT, rows, columns] += INDEX_SHARE * spread / spread.sum()


def make_targets(shape: Array, owner: NDArray[np.int64], quads: Array, *, mirrored: bool = False) -> Array:
    """The target map for one picture, ``(26, H, W)`` float32, see the channel names.

    ``shape`` of ``shape_maps`` with its ``owner``; quads ``(N, 4, 2)`` float32, pixels of the network's input, clockwise from each card's
    own top-left. Those of a ``mirrored`` picture begin with what was each card's bottom left.
    """
    out = np.zeros((CHANNELS, *owner.shape), np.float32)
    out[HEAT], out[HEAT_WEIGHT], out[WEIGHT] = shape
    out[SEEN] = owner >= 0
    _mark_indices(out, owner, quads, mirrored=mirrored)
    rows, columns = np.nonzero(out[WEIGHT])
    if not len(rows):
        return out
    card = owner[rows, columns]
    angles = edge_angles(quads)
    centres = np.stack([columns, rows], axis=1) * float(STRIDE) + (STRIDE - 1) / 2
    for k, centre in enumerate(ORDER_CENTRES):
        quarters = np.round((angles - centre) / (np.pi / 2)).astype(int)
        ordered = quads[np.arange(len(quads))[:, None], (np.arange(4)[None] - quarters[:, None]) % 4]
        off = angles - quarters * (np.pi / 2) - centre
        out[FIRST_WEIGHT + k, rows, columns] = (np.abs(off) < ORDER_REACH)[card]
        if k == 0:
            out[ORDER, rows, columns] = (np.abs(off) > np.pi / 8)[card]
        offsets = (ordered[card] - centres[:, None, :]) / OFFSET_UNIT
        out[OFFSETS + 8 * k : OFFSETS + 8 * k + 8, rows, columns] = offsets.reshape(-1, 8).T
    sizes = np.sqrt(np.maximum(geometry.areas(quads), 1.0))
    out[SCALE, rows, columns] = (sizes / OFFSET_UNIT)[card]
    return out
