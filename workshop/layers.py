"""The layers that the networks are built of."""

import torch
from torch import Tensor, nn


class ConvBlock(nn.Sequential):
    """Convolution, batch norm, ReLU."""

    def __init__(self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1, dilation: int = 1) -> None:
        padding = dilation * (kernel // 2)
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, padding, dilation, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
        )


class Residual(nn.Module):
    """Two 3x3 convolutions added to their input, between them as many channels or fewer."""

    def __init__(self, channels: int, dilation: int = 1, inner: int | None = None) -> None:
        super().__init__()
        inner = inner or channels
        self.first = ConvBlock(channels, inner, dilation=dilation)
        self.second = nn.Sequential(nn.Conv2d(inner, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """``(N, C, H, W)`` to the same shape."""
        return torch.relu(x + self.second(self.first(x)))


def evened(x: Tensor, *, jointly: bool) -> Tensor:
    """Pictures to mean 0 and deviation 1: dark, pale and (channel by channel) tinted pictures become alike; jointly keeps the hues."""
    over = (1, 2, 3) if jointly else (2, 3)
    mean = x.mean(over, keepdim=True)
    deviation = ((x - mean) ** 2).mean(over, keepdim=True).sqrt()
    return (x - mean) / (deviation + 0.02)
