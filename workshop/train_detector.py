"""Trains the detector on crops of drawn scenes."""

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from numero_cam.vision.detector import INDEX_CHANNEL
from workshop import targets
from workshop.detector_data import DetectorPictures
from workshop.nets import Detector
from workshop.train import Plan, train

INDEX_SHARE, SEEN_SHARE, ORDER_SHARE, OFFSET_SHARE = 0.5, 1.0, 0.5, 14.0  #: Weights of the parts of the loss beside the anchors' 1.


def _heat_loss(logit: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Penalty-reduced focal loss of CenterNet (Zhou et al. 2019, equation 1), a mean over anchors."""
    p = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    peak = target > 0.999
    positive = -((1 - p) ** 2) * torch.log(p) * peak
    negative = -((1 - target) ** 4) * p**2 * torch.log(1 - p) * ~peak
    total: Tensor = ((positive + negative) * weight).sum() / peak.sum().clamp(min=1)
    return total


def detector_loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, Tensor]]:
    """Loss over ``(N, 3, H, W)`` uint8 pictures and ``(N, 26, H/4, W/4)`` targets; offsets count relative to the card's size."""
    pictures, target = batch
    out = model(pictures.contiguous(memory_format=torch.channels_last).float() / 255.0)
    weight = target[:, targets.WEIGHT]
    cards = weight.sum().clamp(min=1)
    heat = _heat_loss(out[:, 0], target[:, targets.HEAT], target[:, targets.HEAT_WEIGHT])
    seen = functional.binary_cross_entropy_with_logits(out[:, 1], target[:, targets.SEEN])
    order = functional.binary_cross_entropy_with_logits(out[:, 2], target[:, targets.ORDER], weight=weight, reduction="sum") / cards
    scale = target[:, targets.SCALE].clamp(min=0.3)
    offset = out.new_zeros(())
    for k, channel in enumerate((targets.FIRST_WEIGHT, targets.SECOND_WEIGHT)):
        wanted = target[:, targets.OFFSETS + 8 * k : targets.OFFSETS + 8 * k + 8]
        got = out[:, 3 + 8 * k : 11 + 8 * k]
        miss = functional.smooth_l1_loss(got / scale[:, None], wanted / scale[:, None], beta=0.03, reduction="none").mean(1)
        offset = offset + (miss * weight * target[:, channel]).sum() / cards
    index = _heat_loss(out[:, INDEX_CHANNEL], target[:, targets.INDEX], target[:, targets.INDEX_WEIGHT])
    total = heat + INDEX_SHARE * index + SEEN_SHARE * seen + ORDER_SHARE * order + OFFSET_SHARE * offset
    return total, {
        "heat": heat.detach(),
        "seen": seen.detach(),
        "order": order.detach(),
        "offset": offset.detach(),
        "index": index.detach(),
    }


def train_detector(stored: list[Path], run_folder: Path, plan: Plan) -> Detector:
    """Trains on stored crops, or goes on training, and returns the network with averaged weights."""
    torch.manual_seed(plan.seed)
    model = Detector()
    train(model, lambda seed, count: DetectorPictures(stored, seed, count), detector_loss, plan, run_folder)
    return model
