"""The networks: a dense card detector, a corner refiner and a face reader.

All are small plain convolution nets, because onnxruntime runs dense 3x3 convolutions of few channels fastest on old laptop CPUs
(see docs/adr/0005-seeing-cards.md). Widths are multiples of 16, the lanes of the processor's vectors: 40 channels cost as much as 48.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from numero_cam.vision import rectify
from numero_cam.vision.detector import CHANNELS, INDEX_CHANNEL
from workshop.layers import ConvBlock, Residual, evened


def _dense(inputs: int, outputs: int) -> tuple[nn.Module, ...]:
    """A hidden layer with batch norm: without it turns of outlines stayed at chance for 900 steps, with it for 200."""
    return nn.Linear(inputs, outputs, bias=False), nn.BatchNorm1d(outputs), nn.ReLU(inplace=True)


class Detector(nn.Module):
    """Every visible pixel of a card tells the outline of the card that it belongs to.

    Input ``(N, 3, H, W)`` RGB 0..1, H and W multiples of 32. Output ``(N, 20, H/4, W/4)``: logit of a card's anchor, logit of
    a card's visible pixel, logit of the second of two corner orders (outline turned by about 45 degrees), and 2 x 8 corner offsets
    from the cell's centre in units of ``OFFSET_UNIT`` pixels; and logit of a card's index.
    """

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 32, 48, 64, 96)) -> None:
        super().__init__()
        w2, w4, w8, w16, w32 = widths
        self.stem = nn.Sequential(ConvBlock(3, w2, stride=2), ConvBlock(w2, w4, stride=2))
        self.stage8 = nn.Sequential(ConvBlock(w4, w8, stride=2), Residual(w8), Residual(w8))
        self.stage16 = nn.Sequential(ConvBlock(w8, w16, stride=2), Residual(w16), Residual(w16))
        self.stage32 = nn.Sequential(ConvBlock(w16, w32, stride=2), Residual(w32), Residual(w32, dilation=2))
        self.down32 = ConvBlock(w32, w16, kernel=1)
        self.merge16 = Residual(w16)
        self.down16 = ConvBlock(w16, w8, kernel=1)
        self.merge8 = Residual(w8)
        self.down8 = ConvBlock(w8, 32, kernel=1)
        self.skip4 = ConvBlock(w4, 32, kernel=1)
        self.head = nn.Sequential(ConvBlock(32, 32), nn.Conv2d(32, CHANNELS, 1))
        final = self.head[-1]
        assert isinstance(final, nn.Conv2d)  # noqa: S101 - for the type checker
        nn.init.zeros_(final.weight)
        nn.init.constant_(final.bias[[0, INDEX_CHANNEL]], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        x4 = self.stem(evened(x, jointly=False))
        x8 = self.stage8(x4)
        x16 = self.stage16(x8)
        x32 = self.stage32(x16)
        x16 = self.merge16(x16 + nn.functional.interpolate(self.down32(x32), scale_factor=2.0, mode="nearest"))
        x8 = self.merge8(x8 + nn.functional.interpolate(self.down16(x16), scale_factor=2.0, mode="nearest"))
        top = nn.functional.interpolate(self.down8(x8), scale_factor=2.0, mode="nearest")
        out: Tensor = self.head(self.skip4(x4) + top)
        return out


def _parts_from_corners() -> Tensor:
    """``(8, 100)``: how far the middle of each part of the crop lies from each corner's estimate (x, y), in shares of the inner side."""
    side = rectify.OUTLINE_SIDE
    inner = torch.from_numpy(rectify.crop_corners(side, side, rectify.OUTLINE_MARGIN))
    middles = (torch.arange(10) + 0.5) * (side / 10) - 0.5
    y, x = torch.meshgrid(middles, middles, indexing="ij")
    from_corner = torch.stack([x, y]).reshape(1, 2, -1) - inner[:, :, None]
    return from_corner.reshape(8, -1) / (inner[1, 0] - inner[0, 0])


class OutlineRefiner(nn.Module):
    """Where a card's corners really are in a crop about their estimate, which way up the card lies, and where it is seen.

    Input ``(N, 4, 80, 80)`` from ``vision.rectify.outline_crops``: RGB 0..1 and the mark of the card that is meant. Output ``(N, 112)``:
    8 shifts of the corners (x, y) in shares of the crop's inner side; 4 logits: how many quarter turns clockwise the first corner is from
    the card's own top-left; 100 logits of the crop's 10 x 10 parts, row by row: this card is seen there, and no other that lies on it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            ConvBlock(4, 16, kernel=5, stride=2), ConvBlock(16, 32, stride=2), Residual(32), ConvBlock(32, 64, stride=2), Residual(64)
        )
        self.far = nn.Sequential(ConvBlock(64, 96, stride=2), Residual(96))
        self.down = ConvBlock(96, 64, kernel=1)
        self.merge = ConvBlock(64, 48)
        # Every part of the crop says where the four corners lie from it, how much it is to be believed of each of them (of a covered card
        # parts near a corner know that one and guess the others), and whether the card is seen there.
        self.parts = nn.Conv2d(48, 13, 1)
        self.turn = nn.Sequential(ConvBlock(96, 32, kernel=1), nn.Flatten(), *_dense(32 * 5 * 5, 96), nn.Linear(96, 4))
        self.register_buffer("places", _parts_from_corners(), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        near = self.near(torch.cat([evened(x[:, :3], jointly=False), x[:, 3:]], dim=1))
        far = self.far(near)
        merged = self.merge(near + nn.functional.interpolate(self.down(far), scale_factor=2.0, mode="nearest"))
        parts = self.parts(merged).flatten(2)
        trust = torch.softmax(parts[:, 8:12], dim=2).repeat_interleave(2, dim=1)
        shifts = ((parts[:, :8] + self.places) * trust).sum(dim=2)
        return torch.cat([shifts, self.turn(far), parts[:, 12]], dim=1)


class FaceReader(nn.Module):
    """Which face a straightened upright crop shows.

    Input ``(N, 4, 132, 96)``: RGB 0..1 and 1 where other cards hide it. Output ``(N, faces + colours + 1)`` logits: faces, colours,
    and one for "the crop is upside down".
    """

    def __init__(self, faces: int, colours: int) -> None:
        super().__init__()
        # Blocks are half as wide inside: they read as well as full ones, with a third less to compute.
        self.features = nn.Sequential(
            ConvBlock(4, 16, kernel=5, stride=2),
            ConvBlock(16, 32, stride=2),
            Residual(32, inner=16),
            ConvBlock(32, 64, stride=2),
            Residual(64, inner=32),
            Residual(64, inner=32),
            ConvBlock(64, 128, stride=2),
            Residual(128, inner=64),
        )
        # 9 x 6 cells remain; thinned, then read place by place, because an index and a centre numeral are at known places.
        self.thin = ConvBlock(128, 24, kernel=1)
        self.head = nn.Sequential(*_dense(24 * 9 * 6 + 128, 192), nn.Linear(192, faces + colours + 1))

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        maps = self.features(torch.cat([evened(x[:, :3], jointly=True), x[:, 3:]], dim=1))
        places = self.thin(maps).flatten(1)
        out: Tensor = self.head(torch.cat([places, maps.amax((2, 3))], dim=1))
        return out


class IndexReader(nn.Module):
    """Which face the index in a card's corner tells; fanned and stacked cards show little else.

    Input ``(N, 4, 48, 40)`` from ``vision.rectify.index_crops``: RGB 0..1 and 1 where other cards hide it. Output ``(N, faces + colours)``
    logits.
    """

    def __init__(self, faces: int, colours: int) -> None:
        super().__init__()
        # The first layer keeps every pixel: an index digit is 10 pixels high.
        self.features = nn.Sequential(
            ConvBlock(4, 16),
            ConvBlock(16, 32, stride=2),
            Residual(32),
            ConvBlock(32, 64, stride=2),
            Residual(64),
            Residual(64),
            ConvBlock(64, 96, stride=2),
        )
        self.thin = ConvBlock(96, 32, kernel=1)
        self.head = nn.Sequential(*_dense(32 * 6 * 5 + 96, 192), nn.Linear(192, faces + colours))

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        maps = self.features(torch.cat([evened(x[:, :3], jointly=True), x[:, 3:]], dim=1))
        out: Tensor = self.head(torch.cat([self.thin(maps).flatten(1), maps.amax((2, 3))], dim=1))
        return out
