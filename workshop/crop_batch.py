"""Crops of scenes, lit, blurred, turned and mirrored anew each time they are taken."""

import math
from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional

from workshop.detector_crops import CROP, TURNS
from workshop.target_maps import target_maps

BLUR_SIDE = 7  #: Pixels of a blur's kernel.


def _chance(count: int, share: float, device: torch.device) -> Tensor:
    """``(count, 1, 1, 1)``, 1 for so large a share, else 0."""
    return (torch.rand(count, 1, 1, 1, device=device) < share).float()


def _between(count: int, low: float, high: float, device: torch.device, channels: int = 1) -> Tensor:
    return low + (high - low) * torch.rand(count, channels, 1, 1, device=device)


def _exposed(pictures: Tensor) -> Tensor:
    """White balance, exposure, contrast, haze and faded colours of ``(B, 3, H, W)`` 0..255; more than half as a phone leaves them."""
    count, device = len(pictures), pictures.device
    spread = 1 + 1.2 * _chance(count, 0.4, device)
    gains = (1 + 0.04 * spread * torch.randn(count, 3, 1, 1, device=device)) * torch.exp(
        0.12 * spread * torch.randn(count, 1, 1, 1, device=device)
    )
    gamma = torch.exp(0.12 * spread * torch.randn(count, 1, 1, 1, device=device))
    out = 255 * (pictures / 255).clamp(min=1e-4) ** gamma * gains + 7 * spread * torch.randn(count, 1, 1, 1, device=device)
    haze = _chance(count, 0.1, device)
    out = out * (1 - haze * _between(count, 0, 0.5, device)) + haze * _between(count, 0, 60, device)
    grey = out.mean(1, keepdim=True)
    return grey + (out - grey) * (1 + _chance(count, 0.2, device) * _between(count, -0.7, 0.4, device))


def _glared(pictures: Tensor) -> Tensor:
    """A lamp's reflection on some."""
    count, device = len(pictures), pictures.device
    height, width = pictures.shape[2:]
    y = torch.linspace(0, 1, height, device=device)[None, None, :, None] - _between(count, 0, 1, device)
    x = torch.linspace(0, 1, width, device=device)[None, None, None, :] - _between(count, 0, 1, device)
    size, flat = _between(count, 0.03, 0.35, device), _between(count, 0.3, 1, device)
    blob = torch.exp(-((x / size) ** 2 + (y / (size * flat)) ** 2) / 2)
    return pictures + _chance(count, 0.2, device) * _between(count, 30, 190, device) * blob


def _blurred(pictures: Tensor) -> Tensor:
    """Out of focus, or moved while the shutter was open: a Gaussian of any two widths at any angle for each picture."""
    count, device = len(pictures), pictures.device
    steps = torch.arange(BLUR_SIDE, device=device, dtype=torch.float32) - BLUR_SIDE // 2
    y, x = steps[None, :, None], steps[None, None, :]
    angle, wide = _between(count, 0, math.pi, device)[..., 0], _between(count, 0.3, 1.8, device)[..., 0]
    narrow = torch.where(torch.rand_like(wide) < 0.7, wide, wide * 0.25 + 0.2)
    along, across = x * angle.cos() + y * angle.sin(), -x * angle.sin() + y * angle.cos()
    kernel = torch.exp(-((along / wide) ** 2 + (across / narrow) ** 2) / 2)
    kernel = (kernel / kernel.sum((1, 2), keepdim=True)).repeat_interleave(3, dim=0)[:, None]
    flat = functional.pad(pictures, [BLUR_SIDE // 2] * 4, mode="replicate").flatten(0, 1)[None]
    return functional.conv2d(flat, kernel, groups=3 * count)[0].reshape(pictures.shape)


def relit(pictures: Tensor) -> Tensor:
    """What another lamp and another camera would have made of crops: ``(B, 3, H, W)`` 0..255 float32 to the same, clipped."""
    count, device = len(pictures), pictures.device
    out = _glared(_exposed(pictures)).clamp(0, 255)
    some = count * 2 // 5
    if some:
        out = torch.cat([_blurred(out[:some]), out[some:]])
    coarse = count // 8
    if coarse:  # Seen from further away.
        share = float(torch.empty(1).uniform_(0.5, 0.95))
        small = functional.interpolate(out[-coarse:], scale_factor=share, mode="bilinear", antialias=True)
        out = torch.cat([out[:-coarse], functional.interpolate(small, size=out.shape[2:], mode="bilinear")])
    noise = _chance(count, 0.35, device) * 7 * torch.randn(count, 1, 1, 1, device=device).abs()
    return (out + noise * torch.randn_like(out)).clamp(0, 255)


def detector_batch(crops: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
    """Crops lit anew, an equal part of them in each of the eight ways to turn and mirror them.

    Takes fields of ``detector_crops.STORED``, a multiple of ``TURNS`` of them; returns pictures ``(B, 3, CROP, CROP)`` float32 0..255 and
    target maps ``(B, 26, CELLS, CELLS)``.
    """
    pictures = relit(crops["picture"].permute(0, 3, 1, 2).float())
    shape, owner = crops["shape"].float(), crops["owner"].long()
    ways = [slice(k, None, TURNS) for k in range(TURNS)]
    parts = [
        turned_batch(pictures[some], shape[some], owner[some], crops["quads"][some], k % 4, mirrored=k >= 4) for k, some in enumerate(ways)
    ]
    return torch.cat([picture for picture, _ in parts]), torch.cat([maps for _, maps in parts])


def turned_batch(pictures: Tensor, shape: Tensor, owner: Tensor, quads: Tensor, quarters: int, *, mirrored: bool) -> tuple[Tensor, Tensor]:
    """Crops mirrored and then turned by quarters, counter-clockwise, and their target maps.

    Pictures ``(B, 3, CROP, CROP)``, shape ``(B, 3, CELLS, CELLS)`` (``targets.shape_maps``), owner ``(B, CELLS, CELLS)`` int64: the card
    seen in each cell, -1 for none; quads ``(B, M, 4, 2)`` pixels.
    """
    if mirrored:
        pictures, owner, shape = pictures.flip(3), owner.flip(2), shape.flip(3)
        quads = torch.stack([CROP - 1 - quads[..., 0], quads[..., 1]], dim=-1).flip(2)
    for _ in range(quarters):
        quads = torch.stack([quads[..., 1], CROP - 1 - quads[..., 0]], dim=-1)
    owner, shape = owner.rot90(quarters, (1, 2)), shape.rot90(quarters, (2, 3))
    return pictures.rot90(quarters, (2, 3)), target_maps(shape, owner, quads, mirrored=mirrored)
