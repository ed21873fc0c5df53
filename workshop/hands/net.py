"""The network that sees hands."""

import torch
from torch import Tensor, nn

from workshop.layers import ConvBlock, Residual, evened


class Obstruction(nn.Module):
    """Where a hand, an arm or a head is over the table.

    Input ``(N, 6, 180, 320)``: RGB 0..1 of the picture, and of the same table when it was last at rest, all 0 where that is not known.
    Output ``(N, 1, 45, 80)``: logit of the share of each cell that is hidden.
    """

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 32, 48, 80, 96)) -> None:
        super().__init__()
        w2, w4, w8, w16, w32 = widths
        self.stem = nn.Sequential(ConvBlock(6, w2, stride=2), ConvBlock(w2, w4, stride=2))
        self.stage8 = nn.Sequential(ConvBlock(w4, w8, stride=2), Residual(w8), Residual(w8))
        self.stage16 = nn.Sequential(ConvBlock(w8, w16, stride=2), Residual(w16), Residual(w16))
        self.stage32 = nn.Sequential(ConvBlock(w16, w32, stride=2), Residual(w32, dilation=2))
        self.down32 = ConvBlock(w32, w16, kernel=1)
        self.merge16 = Residual(w16, inner=w16 // 2)
        self.down16 = ConvBlock(w16, w8, kernel=1)
        self.merge8 = Residual(w8)
        self.down8 = ConvBlock(w8, w4, kernel=1)
        self.head = nn.Sequential(ConvBlock(w4, w4), nn.Conv2d(w4, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        x4 = self.stem(torch.cat([evened(x[:, :3], jointly=True), evened(x[:, 3:], jointly=True)], dim=1))
        x8 = self.stage8(x4)
        x16 = self.stage16(x8)
        x16 = self.merge16(x16 + _enlarged(self.down32(self.stage32(x16)), x16))
        x8 = self.merge8(x8 + _enlarged(self.down16(x16), x8))
        out: Tensor = self.head(x4 + _enlarged(self.down8(x8), x4))
        return out


def _enlarged(x: Tensor, like: Tensor) -> Tensor:
    return nn.functional.interpolate(x, size=like.shape[2:], mode="nearest")
