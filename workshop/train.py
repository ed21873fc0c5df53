"""The training loop that all networks share: seeded, logged, stopped and continued."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn
from torch.utils.data import DataLoader, Dataset


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train."""

    steps: int  #: Optimizer steps in all, without those before the run began (``begin``).
    batch: int  #: Samples a step.
    rate: float  #: Highest learning rate.
    workers: int = 1  #: Processes that prepare samples.
    every: int = 100  #: Steps between checkpoints and log lines.
    seed: int = 1  #: Decides samples and first weights.
    #: Convolutions in bfloat16, nearly twice as fast on processors that have it (AVX-512 BF16, AMX). Not for outlines: their corners are
    #: asked for more finely than its eight bits.
    bfloat16: bool = False


def _rate(plan: Plan, step: int) -> float:
    """Rises over the first 3 %, then falls along a cosine."""
    warm = max(1, int(0.03 * plan.steps))
    if step < warm:
        return plan.rate * (step + 1) / warm
    share = (step - warm) / max(1, plan.steps - warm)
    return plan.rate * (0.01 + 0.99 * 0.5 * (1 + float(torch.cos(torch.tensor(torch.pi * share)))))


class _Halved(nn.Module):
    """A network of which the layers are computed in bfloat16 and the answers are float32."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, x: Tensor) -> Tensor:
        with torch.autocast(x.device.type, torch.bfloat16):
            out: Tensor = self.model(x)
        return out.float()


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


def _resume(path: Path, model: nn.Module, optimizer: torch.optim.Optimizer, average: Average) -> tuple[int, int]:
    """The steps of the run, and those before it."""
    if not path.exists():
        return 0, 0
    saved = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    average.state = saved["average"]
    return int(saved["step"]), int(saved.get("before", 0))


def save(path: Path, model: nn.Module, optimizer: torch.optim.Optimizer, average: Average, steps: tuple[int, int]) -> None:
    """Writes a checkpoint.

    Args:
        path: The checkpoint.
        model: The network.
        optimizer: Its state is kept too.
        average: The running mean of the weights, which is what is exported.
        steps: Of the run, and before it.
    """
    weights = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "average": average.state}
    part = path.with_suffix(".part")
    torch.save({**weights, "step": steps[0], "before": steps[1]}, part)
    part.replace(path)


def begin(path: Path, model: nn.Module, before: int) -> None:
    """Writes a checkpoint from which training goes on with weights that were made otherwise: a new run, its rate rises and falls anew.

    Args:
        path: The new checkpoint; its folder is made.
        model: Its weights are taken for the averaged ones too. Moments of a gradient begin anew.
        before: For how many steps it was trained before.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, model, torch.optim.AdamW(model.parameters()), Average(model), (0, before))


def mean_of(checkpoints: list[Path], target: Path) -> None:
    """Writes the last checkpoint with the mean of all their averaged weights (Izmailov et al. 2018; Wortsman et al. 2022).

    Args:
        checkpoints: Of one network, the last step last; of one run, or of a model and a run that began from it, else the weights
            mean different things.
        target: The new checkpoint; its folder is made.
    """
    all_of = [torch.load(path, map_location="cpu", weights_only=True) for path in checkpoints]
    out = all_of[-1]
    for name, last in out["average"].items():
        if last.dtype.is_floating_point:
            out["average"][name] = torch.stack([one["average"][name] for one in all_of]).mean(dim=0)
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save(out, target)


def train(
    model: nn.Module,
    samples: Callable[[int, int], Dataset[tuple[Tensor, ...]]],
    loss: Callable[[nn.Module, tuple[Tensor, ...]], tuple[Tensor, dict[str, Tensor]]],
    plan: Plan,
    folder: Path,
) -> None:
    """Trains until the plan's last step; a stopped run goes on from its last checkpoint.

    Args:
        model: Changed in place; ends with the averaged weights.
        samples: ``(seed, count)`` to a data set of that many samples; the seed changes when a run goes on or begins from a model.
        loss: ``(model, batch)`` to the loss and parts of it for the log.
        plan: See ``Plan``.
        folder: For ``checkpoint.pt`` and ``log.jsonl``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model.to(device, memory_format=torch.channels_last).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=0.02)
    average = Average(model)
    step, before = _resume(folder / "checkpoint.pt", model, optimizer, average)
    count = (plan.steps - step) * plan.batch
    ahead = 4 if plan.workers else None
    loader = DataLoader(samples(plan.seed * 1_000_003 + before + step, count), plan.batch, num_workers=plan.workers, prefetch_factor=ahead)
    answering = _Halved(model) if plan.bfloat16 else model
    begun, since = time.monotonic(), 0
    sums: dict[str, Tensor] = {}
    for batch in loader:
        for group in optimizer.param_groups:
            group["lr"] = _rate(plan, step)
        value, parts = loss(answering, tuple(t.to(device) for t in batch))
        optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        average.update(model, step)
        step, since = step + 1, since + 1
        for k, v in parts.items():
            sums[k] = sums[k] + v if k in sums else v
        if step % plan.every == 0 or step == plan.steps:
            save(folder / "checkpoint.pt", model, optimizer, average, (step, before))
            line = {"step": step, "seconds": round(time.monotonic() - begun, 1), **{k: round(float(v) / since, 4) for k, v in sums.items()}}
            with (folder / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            sums, since = {}, 0
    model.load_state_dict(average.state)
