"""What the detector shall answer for a batch of crops, computed where it is trained; see the channels of ``targets``."""

import math

import torch
from torch import Tensor

from numero_cam.vision.detector import OFFSET_UNIT, ORDER_CENTRES, STRIDE
from numero_cam.vision.rectify import INDEX_CENTRE
from workshop import targets


def _areas(quads: Tensor) -> Tensor:
    one, other = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    return 0.5 * (one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _edge_angles(quads: Tensor) -> Tensor:
    """Mean direction of the first edge of quads ``(..., 4, 2)``, radians -pi..pi: over all edges, each turned back by its quarter turns."""
    edges = quads.roll(-1, dims=-2) - quads
    x, y = edges[..., 0], edges[..., 1]
    real = x[..., 0] + y[..., 1] - x[..., 2] - y[..., 3]
    imaginary = y[..., 0] - x[..., 1] - y[..., 2] + x[..., 3]
    return torch.atan2(imaginary, real)


def _of_owner(values: Tensor, owner: Tensor) -> Tensor:
    """Of values ``(B, M, ...)`` for each card those of the card in each cell of ``owner`` ``(B, H, W)``, card 0 where there is none."""
    batch, height, width = owner.shape
    index = owner.clamp(min=0).flatten(1).reshape(batch, -1, *[1] * (values.dim() - 2)).expand(-1, -1, *values.shape[2:])
    return values.gather(1, index).reshape(batch, height, width, *values.shape[2:])


def _spots(quads: Tensor) -> Tensor:
    """As ``rectify.index_centres``, of ``(B, M, 4, 2)``: ``(B, M, 2, 2)``."""
    across, down = INDEX_CENTRE
    ends = [(quads[:, :, k], quads[:, :, k + 1], quads[:, :, (k + 3) % 4]) for k in (0, 2)]
    return torch.stack([(1 - across - down) * own + across * beside + down * below for own, beside, below in ends], dim=2)


def _mark_indices(out: Tensor, owner: Tensor, quads: Tensor, *, mirrored: bool) -> None:
    """Peaks where the indices of cards are seen; these cells count more in their card's offsets."""
    batch, cards = quads.shape[:2]
    sides = _areas(quads).clamp(min=1).sqrt()
    small = sides < targets.LEAST_INDEXED
    own = owner >= 0
    out[:, targets.INDEX_WEIGHT] = (~(own & _of_owner(small, owner))).float()
    height, width = owner.shape[1:]
    spots = ((_spots(quads.flip(2) if mirrored else quads) - (STRIDE - 1) / 2) / STRIDE).round().long()
    column, row = spots[..., 0], spots[..., 1]
    inside = (column >= 0) & (row >= 0) & (column < width) & (row < height)
    place = (row.clamp(0, height - 1) * width + column.clamp(0, width - 1)).flatten(1)
    at_spot = owner.flatten(1).gather(1, place).reshape(batch, cards, 2)
    valid = inside & ~small[..., None] & (at_spot == torch.arange(cards, device=owner.device)[None, :, None])
    counts = valid & (out[:, targets.WEIGHT].flatten(1).gather(1, place).reshape(batch, cards, 2) > 0)
    rows = torch.arange(height, device=owner.device)[None, :, None]
    columns = torch.arange(width, device=owner.device)[None, None, :]
    sigma = _of_owner((0.07 * sides / STRIDE).clamp(0.7, 2.0).float(), owner)
    flat = owner.clamp(min=0).flatten(1)
    for end in range(2):
        off_row = rows - _of_owner(row[..., end], owner)
        off_column = columns - _of_owner(column[..., end], owner)
        near = (off_row.abs() <= targets.REACH) & (off_column.abs() <= targets.REACH) & own & _of_owner(valid[..., end], owner)
        spread = torch.exp(-(off_row**2 + off_column**2) / (2 * sigma**2)) * near
        out[:, targets.INDEX] = torch.maximum(out[:, targets.INDEX], spread)
        total = spread.new_zeros(batch, cards).scatter_add_(1, flat, spread.flatten(1))
        share = _of_owner(counts[..., end] / total.clamp(min=1e-12), owner)
        out[:, targets.WEIGHT] += targets.INDEX_SHARE * spread * share


def target_maps(shape: Tensor, owner: Tensor, quads: Tensor, *, mirrored: bool) -> Tensor:
    """The target maps of a batch, ``(B, 26, H, W)`` float32.

    Shape ``(B, 3, H, W)`` float32 (``targets.shape_maps``); owner ``(B, H, W)`` int64, the card seen in each cell, -1 for none; quads ``(B,
    M, 4, 2)`` float32 pixels, clockwise from each card's own top-left, those of a ``mirrored`` picture from what was its bottom left; those
    behind the last card are not looked at.
    """
    batch, height, width = owner.shape
    out = shape.new_zeros(batch, targets.CHANNELS, height, width)
    out[:, targets.HEAT], out[:, targets.HEAT_WEIGHT], out[:, targets.WEIGHT] = shape.unbind(1)
    out[:, targets.SEEN] = (owner >= 0).float()
    exact = quads.double()
    _mark_indices(out, owner, exact, mirrored=mirrored)
    counted = (out[:, targets.WEIGHT] > 0).float()
    angles = _edge_angles(exact)
    rows = torch.arange(height, device=owner.device) * float(STRIDE) + (STRIDE - 1) / 2
    columns = torch.arange(width, device=owner.device) * float(STRIDE) + (STRIDE - 1) / 2
    centres = torch.stack(torch.meshgrid(columns, rows, indexing="xy"), dim=-1)
    for k, centre in enumerate(ORDER_CENTRES):
        quarters = ((angles - centre) / (math.pi / 2)).round()
        order = (torch.arange(4, device=owner.device) - quarters.long()[..., None]) % 4
        ordered = quads.gather(2, order[..., None].expand(-1, -1, -1, 2))
        off = (angles - quarters * (math.pi / 2) - centre).abs()
        out[:, targets.FIRST_WEIGHT + k] = _of_owner(off < targets.ORDER_REACH, owner) * counted
        if k == 0:
            out[:, targets.ORDER] = _of_owner(off > math.pi / 8, owner) * counted
        offsets = (_of_owner(ordered, owner) - centres[None, :, :, None]) / OFFSET_UNIT
        first = targets.OFFSETS + 8 * k
        out[:, first : first + 8] = offsets.flatten(3).permute(0, 3, 1, 2) * counted[:, None]
    sizes = (_areas(exact).clamp(min=1).sqrt() / OFFSET_UNIT).float()
    out[:, targets.SCALE] = _of_owner(sizes, owner) * counted
    return out
