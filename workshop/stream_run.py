"""A run of training on scenes as they are drawn: the networks, their running means, and the clock."""

import argparse
import copy
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from workshop.crop_ring import CropRing
from workshop.measure_detector import measure
from workshop.nets import DETECTORS
from workshop.scene_stream import SceneStream, crops_of
from workshop.scenes import PER_DECK, Sample
from workshop.thaw import thawed
from workshop.train_detector import detector_loss

RATES = {"detector": 8e-4, "small": 2e-3}  #: Highest learning rates, for a batch of 256; of a network that goes on and of one that begins.
WARM, LEAST_RATE = 0.03, 0.01  #: Share of the time in which the rate rises, and what is left of it at the end.
KEEP = 0.998  #: Of the running mean of the weights at each step.
NORM_CROPS = 128  #: Crops on which the norms of a network that ships are measured.
FIRST_CROPS, LONGEST_SHARE = 768, 0.2  #: Training begins when so many crops are drawn, or what was drawn in this share of the time.
STAGES = 3  #: So often the mean weights are kept and measured, at equal times.
AT_END = 1.5  #: For the last measure and for writing so many times the time of the first one is kept.


@dataclass
class Learner:
    """A network in training."""

    name: str  #: Of its checkpoint.
    form: str  #: A key of ``DETECTORS``.
    model: nn.Module  #: The network.
    average: nn.Module  #: The running mean of its weights.
    optimizer: torch.optim.Optimizer
    before: int  #: Steps before this run.
    step: int = 0  #: Steps of this run.
    stages: list[dict[str, Tensor]] = field(default_factory=list)  #: Running means at some steps, in float16.
    log: list[dict[str, Any]] = field(default_factory=list)  #: What was measured.

    def learn(self, batch: tuple[Tensor, Tensor], rate: float) -> dict[str, Tensor]:
        """One step; what it lost, by parts."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * RATES[self.form]
        self.model.train()
        value, parts = detector_loss(self.model, batch)
        self.optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        keep = min(KEEP, (1 + self.step) / (10 + self.step))
        mean, now = self.average.state_dict(), self.model.state_dict()
        floating = [name for name, value in now.items() if value.dtype.is_floating_point]
        get_ema_multi_avg_fn(keep)([mean[name] for name in floating], [now[name] for name in floating], 0)
        self.step += 1
        return parts


def _learner(start: str, ring: CropRing, crops: Sequence[Tensor]) -> Learner:
    """A network that goes on from a checkpoint or from a model that ships, or begins.

    Args:
        start: The file, or a key of ``DETECTORS`` for a new network.
        ring: Its device is the network's.
        crops: Batches ``(N, 3, H, W)`` 0..1 for the norms of a model.

    Raises:
        ValueError: The file is no checkpoint or model of this version.
    """
    form, before, name = start, 0, start
    if start in DETECTORS:
        model = DETECTORS[start]()
    elif start.endswith(".onnx"):
        form, name = "detector", Path(start).stem
        model = DETECTORS[form]()
        before = thawed(onnx.load(start), model, list(crops))
    else:
        saved = torch.load(start, map_location="cpu", weights_only=True)
        form, name = saved["form"], Path(start).stem
        model = DETECTORS[form]()
        model.load_state_dict(saved["average"])
        before = int(saved["step"]) + int(saved["before"])
    model = model.to(ring.device, memory_format=torch.channels_last)
    fused = ring.device.type == "cuda"
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATES[form], weight_decay=0.02, fused=fused)
    return Learner(name, form, model, copy.deepcopy(model).requires_grad_(requires_grad=False), optimizer, before)


def _save(learner: Learner, folder: Path) -> None:
    kept = {
        "form": learner.form, "step": learner.step, "before": learner.before, "stages": learner.stages,
        "model": _on_cpu(learner.model), "average": _on_cpu(learner.average),
    }  # fmt: skip
    part = folder / f"{learner.name}.part"
    torch.save(kept, part)
    part.replace(folder / f"{learner.name}.pt")


def _on_cpu(model: nn.Module, kind: torch.dtype | None = None) -> dict[str, Tensor]:
    """The weights of a network, detached; as another kind of numbers if asked for."""
    state = {name: value.detach().cpu().contiguous().clone() for name, value in model.state_dict().items()}
    return {name: value.to(kind) if kind and value.dtype.is_floating_point else value for name, value in state.items()}


def rate_at(share: float) -> float:
    """The learning rate after a share of the time, 0..1: rises, then falls along a cosine."""
    if share < WARM:
        return max(LEAST_RATE, share / WARM)
    return LEAST_RATE + (1 - LEAST_RATE) * 0.5 * (1 + float(np.cos(np.pi * min(1.0, (share - WARM) / (1 - WARM)))))


class Run:
    """A run of training: the scenes as they come, the networks, and the clock.

    Args:
        options: Of the command.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.begun = time.monotonic()
        self.options = options
        self.device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        fast = self.device.type == "cuda"
        if fast:
            torch.set_num_threads(2)
        torch.manual_seed(options.seed)
        self.batch = options.batch or (256 if fast else 32)
        self.ring = CropRing(options.keep or (60_000 if fast else 4_000), self.device)
        self.held_out: list[Sample] = []
        self.learners: list[Learner] = []
        self.at_end = 0.0
        self.stream = SceneStream(options.seed, options.processes, options.held_out)

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self.begun

    def say(self, text: str) -> None:
        """Prints a line with the time."""
        sys.stdout.write(f"{self.seconds:6.1f} s  {text}\n")
        sys.stdout.flush()

    def receive(self, wait_s: float = 0.0) -> bool:
        """Takes a scene from the stream; whether there was one."""
        drawn = self.stream.take(wait_s)
        if drawn is None:
            return False
        if drawn.held_out is not None:
            self.held_out.append(drawn.held_out)
        else:
            self.ring.put(crops_of(drawn))
        return True

    def prepare(self) -> None:
        """Waits for the first crops and makes the networks."""
        wanted = min(FIRST_CROPS, self.ring.capacity), PER_DECK * self.options.held_out
        while len(self.ring) < wanted[0] or len(self.held_out) < wanted[1]:
            self.receive(1.0)
            if self.seconds > LONGEST_SHARE * 60 * self.options.minutes and len(self.ring) and self.held_out:
                break
        pictures, _ = self.ring.take(NORM_CROPS)
        for start in [*self.options.start, *(["small"] if self.options.small else [])]:
            self.learners.append(_learner(start, self.ring, list((pictures.cpu() / 255).split(32))))
        names = ", ".join(learner.name for learner in self.learners)
        self.say(f"{len(self.ring)} crops, {len(self.held_out)} scenes held out; {names} on {self.device}")
        begun = self.seconds
        for learner in self.learners:
            self.keep_stage(learner)
        self.at_end = AT_END * (self.seconds - begun)

    def keep_stage(self, learner: Learner) -> None:
        """Measures a network's mean weights, keeps them and writes its checkpoint."""
        torch.backends.cudnn.benchmark = False  # Each scene has a size of its own.
        found = measure(learner.average, self.held_out)
        torch.backends.cudnn.benchmark = True
        learner.log.append({"seconds": round(self.seconds), "step": learner.step, **found})
        if learner.step:
            learner.stages.append(_on_cpu(learner.average, torch.float16))
        self.say(f"{learner.name}: step {learner.step}, held out {json.dumps(found)}")
        _save(learner, self.options.out)

    def train(self) -> None:
        """Trains until the time is up."""
        begun, last = self.seconds, 60 * self.options.minutes - self.at_end
        sums: dict[tuple[str, str], Tensor | float] = {}
        stages, steps = 1, 0
        while self.seconds < last:
            for _ in range(self.options.processes):
                if not self.receive():
                    break
            share = (self.seconds - begun) / (last - begun)
            batch = self.ring.take(self.batch)
            for learner in self.learners:
                parts = learner.learn(batch, rate_at(share))
                sums = {**sums, **{(learner.name, k): sums.get((learner.name, k), 0) + v for k, v in parts.items()}}
            steps += 1
            if share >= stages / STAGES and stages < STAGES:
                for name in (x.name for x in self.learners):
                    told = {k: round(float(v) / steps, 4) for (whose, k), v in sums.items() if whose == name}
                    self.say(f"{name}: {self.ring.count} crops drawn, loss {json.dumps(told)}")
                for learner in self.learners:
                    self.keep_stage(learner)
                stages, sums, steps = stages + 1, {}, 0
        for learner in self.learners:
            self.keep_stage(learner)
