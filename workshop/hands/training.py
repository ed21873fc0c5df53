"""Pictures with hands for training, kept and lit anew each time, and how much of the hands a network finds."""

import argparse
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from workshop.hands.camera import shoot
from workshop.hands.scenes import SAMPLE
from workshop.hands.stream import hand_parcels, held_out
from workshop.stream import Batch, SampleRing, Source

if TYPE_CHECKING:
    from workshop.learning import Learner

CLEAR_SHARE = 0.02  #: Share of the clear table that is called hidden where networks are compared.
SURE = 200  #: Cells hidden by more (of 255) count as hand, those hidden by nothing as clear.
MAX_USES = 12.0  #: How often a sample is used at most, in the mean.


def hands_loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, Tensor]]:
    """Cross entropy of the cells that count, and one minus the overlap (Dice) of each picture's hands."""
    pictures, hidden, weight = batch
    with torch.autocast(pictures.device.type, torch.bfloat16, enabled=pictures.is_cuda):
        out = model(pictures.contiguous(memory_format=torch.channels_last))[:, 0].float()
    entropy = functional.binary_cross_entropy_with_logits(out, hidden, weight=weight, reduction="sum") / weight.sum()
    chance = torch.sigmoid(out) * weight
    truth = hidden * weight
    overlap = (2 * (chance * truth).sum((1, 2)) + 40) / (chance.sum((1, 2)) + truth.sum((1, 2)) + 40)
    missed = 1 - overlap.mean()
    return entropy + 0.15 * missed, {"entropy": entropy.detach(), "missed": missed.detach()}


def _threshold(clear: NDArray[np.float32]) -> float:
    return float(np.quantile(clear, 1 - CLEAR_SHARE))


def figures(chances: NDArray[np.float32], samples: NDArray[np.void], threshold: float) -> dict[str, float]:
    """Shares of the hands' cells found, where 2 % of the clear table is called hidden and at the threshold that ships.

    ``chances``: ``(N, 45, 80)`` float32 for records of ``scenes.SAMPLE``.
    """
    sure = samples["unsure"] < 10
    hand, clear = (samples["hidden"] > SURE) & sure, (samples["hidden"] == 0) & sure
    equal = _threshold(chances[clear])
    found = [float((chances[k][hand[k]] > threshold).mean()) for k in np.flatnonzero(hand.sum((1, 2)) > 20)]
    return {
        "found_at_2": round(float((chances[hand] > equal).mean()), 4),
        "threshold_at_2": round(equal, 4),
        "found": round(float((chances[hand] > threshold).mean()), 4),
        "clear": round(float((chances[clear] > threshold).mean()), 5),
        "under_half": round(float((np.array(found) < 0.5).mean()), 4),
    }


def said_of(
    model: nn.Module, samples: NDArray[np.void], *, known: bool, device: torch.device
) -> tuple[NDArray[np.float32], NDArray[np.void]]:
    """What a network says, ``(N, 45, 80)`` float32, through the same cameras each time; and the samples' truth as those cameras saw it."""
    source = torch.Generator(device=device).manual_seed(5)
    seen, said = samples.copy(), []
    for index in np.array_split(np.arange(len(samples)), max(1, len(samples) // 32)):
        part = samples[index]
        masks = torch.from_numpy(np.stack([part["hidden"], part["unsure"]], axis=1)).to(device)
        pictures = [torch.from_numpy(np.ascontiguousarray(part[name])).to(device) for name in ("now", "settled")]
        batch = shoot(source, pictures[0], pictures[1], masks, known=known)
        with torch.no_grad():
            said.append(torch.sigmoid(model(batch.pictures)[:, 0].float()).cpu().numpy())
        seen["hidden"][index] = (batch.hidden * 255).round().byte().cpu().numpy()
        seen["unsure"][index] = ((1 - batch.weight) * 255).round().byte().cpu().numpy()
    return np.concatenate(said), seen


def measure(model: nn.Module, samples: NDArray[np.void], device: torch.device, threshold: float = 0.5) -> dict[str, dict[str, float]]:
    """``figures`` alone and with the table at rest."""
    model.eval()
    out = {}
    for name, known in (("alone", False), ("at_rest", True)):
        out[name] = figures(*said_of(model, samples, known=known, device=device), threshold)
    return out


class Hands(Source):
    """Pictures with hands."""

    max_uses = MAX_USES

    def __init__(self, options: argparse.Namespace, device: torch.device) -> None:
        if options.travel is None:
            raise SystemExit("--travel is missing: the folder with arms and decks")
        fast = device.type == "cuda"
        self._light = torch.Generator(device=device).manual_seed(options.seed)
        self._held_out = held_out(options.travel, options.processes, options.held_out or 640)
        ring = SampleRing(SAMPLE, options.keep or (12_000 if fast else 800), device)
        parcels = partial(hand_parcels, options.travel, options.seed)
        super().__init__(parcels, {"hands": ring}, options.processes, options.batch or (128 if fast else 16))

    def made(self, samples: Mapping[str, Mapping[str, Tensor]]) -> Batch:
        """See ``Source``."""
        some = samples["hands"]
        shot = shoot(self._light, some["now"], some["settled"], torch.stack([some["hidden"], some["unsure"]], dim=1))
        return {"obstruction": (shot.pictures, shot.hidden, shot.weight)}

    def measure(self, learner: "Learner") -> dict[str, Any]:
        """See ``Source``."""
        return measure(learner.mean(), self._held_out, self._light.device)
