"""What a camera makes of a picture: mirror, white balance, exposure, haze, uneven light, noise. On the processor or a GPU."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

UNKNOWN = 0.6  #: Share of the samples whose table at rest is not known.
SOFT_MEMORY = 0.4  #: Share of the samples whose table at rest is a little blurred, as what is remembered of it may be.
SWAPPED = 0.1  #: Share of the samples whose colours change places.


@dataclass(frozen=True)
class Batch:
    """What the network is trained on."""

    pictures: Tensor  #: ``(N, 6, 180, 320)`` float32 0..1: the picture, and the table at rest or 0.
    hidden: Tensor  #: ``(N, 45, 80)`` float32 0..1, the share of each cell that a hand hides.
    weight: Tensor  #: ``(N, 45, 80)`` float32 0..1, how much each cell counts.


def _uniform(source: torch.Generator, shape: tuple[int, ...], low: float, high: float) -> Tensor:
    return low + (high - low) * torch.rand(shape, generator=source, device=source.device)


def _normal(source: torch.Generator, shape: tuple[int, ...], spread: float) -> Tensor:
    return spread * torch.randn(shape, generator=source, device=source.device)


def _some(source: torch.Generator, count: int, share: float, dimensions: int = 4) -> Tensor:
    return torch.rand((count, *(1,) * (dimensions - 1)), generator=source, device=source.device) < share


def _mirrored(values: Tensor, chosen: list[Tensor]) -> Tensor:
    for axis, which in zip((-1, -2), chosen, strict=True):
        values = torch.where(which.reshape(-1, *(1,) * (values.dim() - 1)), values.flip(axis), values)
    return values


def _tones(source: torch.Generator, count: int) -> tuple[Tensor, ...]:
    """Gamma, gain of each colour, contrast and haze, all ``(N, 3 or 1, 1, 1)``; for the picture and the table at rest."""
    gamma = torch.exp(_normal(source, (count, 1, 1, 1), 0.18))
    gain = torch.exp(_normal(source, (count, 1, 1, 1), 0.2)) * torch.exp(_normal(source, (count, 3, 1, 1), 0.09))
    warm = _normal(source, (count, 1, 1, 1), 0.12)
    gain = gain * torch.cat([1 + warm, torch.ones_like(warm), 1 - warm], dim=1)
    haze = torch.where(_some(source, count, 0.3), _uniform(source, (count, 1, 1, 1), 0, 0.2), torch.zeros_like(warm))
    return gamma, gain, haze


def _balanced(source: torch.Generator, now: Tensor, settled: Tensor) -> tuple[Tensor, Tensor]:
    """A camera that takes the mean colour for grey: on a red cloth hands become cyan; in half of the samples."""
    count = len(now)
    strength = torch.where(
        _some(source, count, 0.5), _uniform(source, (count, 1, 1, 1), 0, 1), torch.zeros((count, 1, 1, 1), device=now.device)
    )
    mean = now.mean((2, 3), keepdim=True)
    gain = ((mean.mean(1, keepdim=True) + 0.02) / (mean + 0.02)) ** strength
    gain = gain.clamp(0.4, 2.5)
    bound = torch.exp(_normal(source, (count, 3, 1, 1), 0.03))
    return now * gain, settled * gain * bound


def _noise(source: torch.Generator, like: Tensor) -> Tensor:
    """Of pixels and of small patches, as compression leaves it."""
    count, _, h, w = like.shape
    fine = _normal(source, tuple(like.shape), 1.0) * _uniform(source, (count, 1, 1, 1), 0, 0.025)
    coarse = _normal(source, (count, 3, h // 4, w // 4), 1.0) * _uniform(source, (count, 1, 1, 1), 0, 0.012)
    return fine + functional.interpolate(coarse, size=(h, w), mode="bilinear", align_corners=False)


def _light(source: torch.Generator, like: Tensor) -> Tensor:
    """Light that falls off to one side and in soft patches, ``(N, 1, H, W)``."""
    count, _, h, w = like.shape
    y, x = torch.linspace(-1, 1, h, device=like.device), torch.linspace(-1, 1, w, device=like.device)
    strength = _normal(source, (count, 2, 1, 1), 0.15)
    patches = _normal(source, (count, 1, 4, 6), 1.0) * _uniform(source, (count, 1, 1, 1), 0, 0.2)
    field = functional.interpolate(patches, size=(h, w), mode="bicubic", align_corners=True)
    return (1 + strength[:, :1] * y[:, None] + strength[:, 1:] * x[None] + field).clamp(0.3, 1.7)


def shoot(source: torch.Generator, now: Tensor, settled: Tensor, masks: Tensor, *, known: bool | None = None) -> Batch:
    """Makes a batch of pictures that were put together, on the device of the source of chance.

    ``now`` and ``settled`` (the table at rest): ``(N, 180, 320, 3)`` uint8 RGB; masks ``(N, 2, 45, 80)`` uint8: hidden, unsure. ``known``:
    whether the table at rest is given; None for what training needs.
    """
    count = len(now)
    pair = [x.permute(0, 3, 1, 2).float() / 255 for x in (now, settled)]
    sides = [_some(source, count, 0.5), _some(source, count, 0.5)]
    pair, masks = [_mirrored(x, sides) for x in pair], _mirrored(masks, sides).float() / 255
    swap = torch.argsort(torch.rand((count, 3), generator=source, device=source.device), dim=1)
    plain = torch.arange(3, device=swap.device).expand_as(swap)
    order = torch.where(_some(source, count, SWAPPED, 2), swap, plain)[:, :, None, None]
    pair = [torch.gather(x, 1, order.expand_as(x)) for x in pair]
    pair = list(_balanced(source, *pair))
    gamma, gain, haze = _tones(source, count)
    light = _light(source, pair[0])
    drift = torch.exp(_normal(source, (count, 3, 1, 1), 0.05) + _normal(source, (count, 1, 1, 1), 0.06))
    out = []
    for picture, factor in zip(pair, (torch.ones_like(drift), drift), strict=True):
        lit = (picture.clamp(0, 1) ** gamma * gain * factor * light).clamp(0, 1)
        out.append((lit * (1 - haze) + haze + _noise(source, picture)).clamp(0, 1))
    soft = functional.avg_pool2d(out[1], 3, 1, 1, count_include_pad=False)
    rest = torch.where(_some(source, count, SOFT_MEMORY), soft, out[1])
    forgotten = _some(source, count, UNKNOWN if known is None else float(not known))
    rest = torch.where(forgotten, torch.zeros_like(rest), rest)
    pictures = torch.cat([out[0], rest], dim=1)
    return Batch((pictures * 255).round() / 255, masks[:, 0], 1 - masks[:, 1])
