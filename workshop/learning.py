"""A network in training: its learning rate, the running mean of its weights, and its checkpoint."""

import copy
import math
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from workshop.losses import Loss

WARM, LEAST_RATE = 0.03, 0.01  #: Share of the time in which the rate rises, and what is left of it at the end.
KEEP = 0.998  #: Share of the running mean of the weights that a step keeps.


def rate_at(share: float) -> float:
    """The learning rate after a share of the time, 0..1, as a share of the highest: rises, then falls along a cosine."""
    if share < WARM:
        return max(LEAST_RATE, share / WARM)
    return LEAST_RATE + (1 - LEAST_RATE) * 0.5 * (1 + math.cos(math.pi * min(1.0, (share - WARM) / (1 - WARM))))


class Average:
    """A running mean of the weights, which reads better than the last ones."""

    def __init__(self, model: nn.Module, keep: float = 0.995) -> None:
        self.keep = keep
        self.state = {k: v.detach().clone() for k, v in model.state_dict().items()}

    def update(self, model: nn.Module, step: int) -> None:
        """Moves towards the model's weights, faster at the beginning."""
        keep = min(self.keep, (1 + step) / (10 + step))
        now = model.state_dict()
        floating = [name for name, value in now.items() if value.dtype.is_floating_point]
        get_ema_multi_avg_fn(keep)([self.state[name] for name in floating], [now[name].detach() for name in floating], 0)
        for name in now.keys() - set(floating):
            self.state[name].copy_(now[name])


class Learner:
    """A network (a key of ``stream_run.NETWORKS``) in training at a highest rate, after so many steps ``before`` this run.

    ``norms``: whether batch norms measure the samples of each step; where not, they keep what they measured before.
    """

    def __init__(self, name: str, model: nn.Module, loss: Loss, rate: float, before: int, *, norms: bool = True) -> None:
        self.name, self.model, self.before, self.step = name, model.train(), before, 0
        for part in model.modules():
            if isinstance(part, nn.BatchNorm2d):
                part.train(norms)
        self.log: list[dict[str, Any]] = []  #: What was measured.
        self._loss, self._rate, self._average = loss, rate, Average(model, KEEP)
        self._optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02, fused=next(model.parameters()).is_cuda)

    def learn(self, batch: tuple[Tensor, ...], rate: float) -> None:
        """One step at a share of the highest rate."""
        for group in self._optimizer.param_groups:
            group["lr"] = rate * self._rate
        value, _ = self._loss(self.model, batch)
        self._optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self._optimizer.step()
        self._average.update(self.model, self.step)
        self.step += 1

    def mean(self) -> nn.Module:
        """The network with the mean weights."""
        out = copy.deepcopy(self.model)
        out.load_state_dict(self._average.state)
        return out.eval()

    def losses(self, batch: tuple[Tensor, ...]) -> dict[str, float]:
        """Parts of the loss of the mean weights."""
        with torch.no_grad():
            _, parts = self._loss(self.mean(), batch)
        return {name: round(float(value), 4) for name, value in parts.items()}

    def save(self, folder: Path) -> None:
        """Writes ``checkpoint.pt`` into the network's own folder: the mean weights and how many steps there were."""
        target = folder / self.name / "checkpoint.pt"
        target.parent.mkdir(parents=True, exist_ok=True)
        average = {name: value.cpu().contiguous() for name, value in self._average.state.items()}
        part = target.with_suffix(".part")
        torch.save({"average": average, "step": self.step, "before": self.before}, part)
        part.replace(target)


def load_checkpoint(path: Path, model: nn.Module) -> int:
    """Gives a network the mean weights of a checkpoint, and returns the steps of all its runs."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(saved["average"])
    return int(saved["step"]) + int(saved["before"])


def mean_of(checkpoints: list[Path], target: Path) -> None:
    """Writes the last checkpoint with the mean of all their averaged weights (Izmailov et al. 2018; Wortsman et al. 2022).

    They are of one run, or of a model and a run that began from it, the last step last; else the weights mean different things.
    """
    all_of = [torch.load(path, map_location="cpu", weights_only=True) for path in checkpoints]
    out = all_of[-1]
    for name, last in out["average"].items():
        if last.dtype.is_floating_point:
            out["average"][name] = torch.stack([one["average"][name] for one in all_of]).mean(dim=0)
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save(out, target)
