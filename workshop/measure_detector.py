"""What a detector finds on scenes that are held out, as the program would use it."""

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from numero_cam.base import geometry
from numero_cam.vision.detector import Detector
from numero_cam.vision.rectify import Pyramid
from workshop.scenes import Sample

if TYPE_CHECKING:
    from numero_cam.base.onnx import Network

#: Cards less seen, or smaller on the whole picture (square root of the area, pixels), are not asked for.
LEAST_VISIBLE, LEAST_SIDE = 0.3, 30.0
FOUND = 0.75  #: IoU from which a card counts as found.
ON_A_CARD = 0.3  #: IoU with some card under which a proposal is false.


class TorchNetwork:
    """A network in training, asked as a loaded model is."""

    def __init__(self, network: nn.Module) -> None:
        self._network = network.eval()
        self._device = next(network.parameters()).device

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        """See ``numero_cam.base.onnx.Network.run``."""
        pictures = torch.from_numpy(batch).to(self._device).permute(0, 3, 1, 2).float() / 255
        with torch.no_grad():
            return np.asarray(self._network(pictures).float().cpu().numpy(), np.float32)


def measure(network: nn.Module, held_out: Sequence[Sample]) -> dict[str, float]:
    """How many cards of scenes are found, how well they are outlined, and how much is proposed besides.

    Shares of the cards ``found`` and ``half`` found (IoU of 0.5), their mean best ``iou``, ``proposed`` and ``false`` ones a scene.
    """
    detector = Detector(cast("Network", TorchNetwork(network)))
    best: list[float] = []
    proposed, false = 0, 0
    for sample in held_out:
        found = [card.corners for card in detector.find(Pyramid(sample.picture))]
        overlaps = np.array([[geometry.iou(quad, other) for other in found] for quad in sample.quads]).reshape(
            len(sample.quads), len(found)
        )
        asked = (sample.visible >= LEAST_VISIBLE) & (geometry.areas(sample.quads) >= LEAST_SIDE**2)
        best += overlaps.max(axis=1, initial=0)[asked].tolist()
        proposed += len(found)
        false += int((overlaps.max(axis=0, initial=0) < ON_A_CARD).sum())
    return {
        "found": round(fmean(iou >= FOUND for iou in best), 4),
        "half": round(fmean(iou >= 0.5 for iou in best), 4),
        "iou": round(fmean(best), 4),
        "proposed": round(proposed / len(held_out), 2),
        "false": round(false / len(held_out), 2),
    }
