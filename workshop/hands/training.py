"""Trains the network for so many minutes, going on from a checkpoint if there is one, and measures it on what is held out."""

import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from workshop.hands.camera import Batch, shoot
from workshop.hands.net import Obstruction
from workshop.hands.stream import PARCEL, Stream, held_out
from workshop.train import Average

CLEAR_SHARE = 0.02  #: Share of the clear table that is called hidden where networks are compared.
SURE = 200  #: Cells hidden by more (of 255) count as hand, those hidden by nothing as clear.
STEPS_BETWEEN_LOGS = 200
STEPS_BETWEEN_MEANS = 4
KEEP = 0.996  #: Share of the mean of the weights that stays each time.
SAVE_SECONDS = 45.0
WARM_SHARE = 0.04


@dataclass(frozen=True)
class Plan:
    """How a run goes."""

    travel: Path  #: Folder of ``Pools``.
    out: Path  #: Folder of checkpoint and log.
    minutes: float  #: From the start of the command to its end.
    processes: int  #: That put pictures together.
    device: str  #: ``cuda`` or ``cpu``.
    batch: int  #: Samples a step.
    rate: float  #: Highest learning rate.
    kept: int  #: Samples that are kept and used again, lit anew each time.
    reuse: float  #: How often a sample is used at most, in the mean.
    measured: int  #: Held-out samples.
    seed: int  #: Decides samples and first weights.
    threads: int  #: Of torch on processors.
    begin: Path | None = None  #: A checkpoint to go on from where `out` has none yet.


class _Kept:
    """The latest samples, on the device."""

    def __init__(self, size: int, device: torch.device) -> None:
        self.size, self.filled, self._next = size, 0, 0
        self._now = torch.zeros((size, 180, 320, 3), dtype=torch.uint8, device=device)
        self._settled = torch.zeros_like(self._now)
        self._masks = torch.zeros((size, 2, 45, 80), dtype=torch.uint8, device=device)

    def add(self, samples: NDArray[np.void]) -> None:
        at = slice(self._next, self._next + len(samples))
        self._now[at] = torch.from_numpy(np.ascontiguousarray(samples["now"])).to(self._now.device)
        self._settled[at] = torch.from_numpy(np.ascontiguousarray(samples["settled"])).to(self._now.device)
        self._masks[at] = torch.from_numpy(np.stack([samples["hidden"], samples["unsure"]], axis=1)).to(self._now.device)
        self._next = (self._next + len(samples)) % self.size
        self.filled = max(self.filled, min(self.size, at.stop))

    def batch(self, source: torch.Generator, count: int) -> Batch:
        index = torch.randint(self.filled, (count,), generator=source, device=source.device)
        return shoot(source, self._now[index], self._settled[index], self._masks[index])


def loss_of(model: nn.Module, batch: Batch) -> Tensor:
    """Cross entropy of the cells that count, and one minus the overlap (Dice) of each picture's hands."""
    out = model(batch.pictures.contiguous(memory_format=torch.channels_last))[:, 0].float()
    entropy = functional.binary_cross_entropy_with_logits(out, batch.hidden, weight=batch.weight, reduction="sum") / batch.weight.sum()
    chance = torch.sigmoid(out) * batch.weight
    truth = batch.hidden * batch.weight
    overlap = (2 * (chance * truth).sum((1, 2)) + 40) / (chance.sum((1, 2)) + truth.sum((1, 2)) + 40)
    return entropy + 0.15 * (1 - overlap).mean()


def _threshold(clear: NDArray[np.float32]) -> float:
    return float(np.quantile(clear, 1 - CLEAR_SHARE))


def figures(chances: NDArray[np.float32], samples: NDArray[np.void], threshold: float) -> dict[str, float]:
    """Shares of the hands' cells found, where 2 % of the clear table is called hidden and at a threshold.

    Args:
        chances: ``(N, 45, 80)`` float32.
        samples: Records of ``scenes.SAMPLE``.
        threshold: The one that ships.
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


def _rate(plan: Plan, share: float) -> float:
    """Rises over the first 4 % of the time, then falls along a cosine."""
    if share < WARM_SHARE:
        return plan.rate * max(0.02, share / WARM_SHARE)
    return plan.rate * (0.004 + 0.996 * 0.5 * (1 + math.cos(math.pi * min(1.0, (share - WARM_SHARE) / (1 - WARM_SHARE)))))


class Run:
    """One run: model, optimizer, mean of the weights, and how many steps were done.

    Args:
        plan: See ``Plan``.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan, self.begun = plan, time.monotonic()
        self.device = torch.device(plan.device)
        torch.manual_seed(plan.seed)
        torch.set_num_threads(plan.threads)
        torch.backends.cudnn.benchmark = True
        self.model = Obstruction().to(self.device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=plan.rate, weight_decay=0.02)
        self.average = Average(self.model, keep=KEEP)
        self.step, self.seconds_before = 0, 0.0
        plan.out.mkdir(parents=True, exist_ok=True)
        self._checkpoint = plan.out / "checkpoint.pt"
        begin = self._checkpoint if self._checkpoint.exists() else plan.begin
        if begin is not None:
            saved = torch.load(begin, map_location=self.device, weights_only=True)
            self.model.load_state_dict(saved["model"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.average.state = saved["average"]
            self.step = int(saved["step"])

    def share(self) -> float:
        """How much of the time is gone, 0..1 and more."""
        return (time.monotonic() - self.begun) / (60 * self.plan.minutes)

    def save(self) -> None:
        """Writes the checkpoint, and the mean of the weights alone beside it."""
        weights = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "average": self.average.state}
        for path, content in (
            (self._checkpoint, {**weights, "step": self.step}),
            (self.plan.out / "mean.pt", {"average": self.average.state, "step": self.step}),
        ):
            part = path.with_suffix(".part")
            torch.save(content, part)
            part.replace(path)

    def say(self, **line: object) -> None:
        """A line for the log and the terminal."""
        text = json.dumps({"step": self.step, "seconds": round(time.monotonic() - self.begun, 1), **line})
        print(text, flush=True)  # noqa: T201 - the command's output
        with (self.plan.out / "log.jsonl").open("a") as log:
            log.write(text + "\n")

    def measured(self, samples: NDArray[np.void]) -> dict[str, dict[str, float]]:
        """Held-out figures of the mean of the weights."""
        mean = Obstruction().to(self.device)
        mean.load_state_dict(self.average.state)
        return measure(mean, samples, self.device)

    def train(self) -> dict[str, dict[str, float]]:
        """Trains until the time is over, and returns the last held-out figures."""
        plan = self.plan
        kept_out = held_out(plan.travel, plan.processes, plan.measured)
        self.say(held_out=len(kept_out))
        stream = Stream(plan.travel, plan.processes, plan.seed * 1_000_003 + self.step)
        try:
            self._steps(stream, kept_out)
        finally:
            stream.close()
            self.save()
        figures_now = self.measured(kept_out)
        self.say(**figures_now)
        return figures_now

    def _steps(self, stream: Stream, kept_out: NDArray[np.void]) -> None:
        plan, kept = self.plan, _Kept(self.plan.kept // PARCEL * PARCEL, self.device)
        source = torch.Generator(device=self.device).manual_seed(plan.seed + self.step)
        fresh, used = 0, 0
        losses: list[Tensor] = []
        saved = time.monotonic()
        bounds = ((0.25, "quarter"), (0.5, "half"), (0.75, "three quarters"))
        told = 0
        begun = self.share()
        while (share := self.share()) < 1 - 12 / (60 * plan.minutes):
            while (parcel := stream.ready(wait=kept.filled < min(kept.size, 2 * plan.batch) or used > plan.reuse * fresh)) is not None:
                kept.add(parcel)
                fresh += len(parcel)
            self._one(kept.batch(source, plan.batch), _rate(plan, (share - begun) / (1 - begun)), losses)
            used += plan.batch
            if self.step % STEPS_BETWEEN_LOGS == 0:
                mean_loss = float(torch.stack(losses).mean())
                self.say(loss=round(mean_loss, 4), fresh=fresh, used=used)
                losses.clear()
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save()
                saved = time.monotonic()
            if told < len(bounds) and share > bounds[told][0]:
                told += 1
                self.say(**self.measured(kept_out))

    def _one(self, batch: Batch, rate: float, losses: list[Tensor]) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.model.train()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            loss = loss_of(self.model, batch)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        if self.step % STEPS_BETWEEN_MEANS == 0:
            self.average.update(self.model, self.step // STEPS_BETWEEN_MEANS)
        self.step += 1
        losses.append(loss.detach())
