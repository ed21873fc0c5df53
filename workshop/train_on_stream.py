"""Trains detectors on scenes that are drawn while they train, within a number of minutes, on a GPU or on processors.

    python -m workshop.train_on_stream --minutes 8 --processes 10 --device cuda --out FOLDER --from models/detector-v15.onnx --small

Needs PyTorch, OpenCV, NumPy, Pillow, onnx, onnxruntime and a folder of fonts (``python -m workshop cut-fonts``, named in NUMERO_CAM_FONTS)
and runs from an uninstalled checkout. Leaves one checkpoint for each network: the last weights, their running mean, and that mean at
several stages, and what it is like on scenes held out.
"""

import argparse
import copy
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from workshop.crop_ring import TURNS, CropRing
from workshop.detector_crops import STORED
from workshop.measure_detector import measure
from workshop.nets import Detector, SmallDetector
from workshop.scene_stream import SceneStream, crops_of
from workshop.scenes import PER_DECK, Sample
from workshop.synth import fonts
from workshop.thaw import thawed
from workshop.train_detector import detector_loss

FORMS: dict[str, Callable[[], nn.Module]] = {"detector": Detector, "small": SmallDetector}
RATES = {"detector": 8e-4, "small": 2e-3}
"""Highest learning rates, for a batch of 256; of a network that goes on and of one that begins."""
WARM, LEAST_RATE = 0.03, 0.01
"""Share of the time in which the rate rises, and what is left of it at the end."""
KEEP = 0.998
"""Of the running mean of the weights at each step."""
HELD_OUT_DECKS = 6
NORM_CROPS = 128
"""Crops on which the norms of a network that ships are measured."""
FIRST_CROPS, LONGEST_SHARE = 768, 0.2
"""Training begins when so many crops are drawn, or what was drawn in this share of the time."""
STAGES = 3
"""So often the mean weights are kept and measured, at equal times."""
AT_END_S = 8.0
"""Seconds kept for the last measure and for writing, for each network, on a GPU; on processors ``AT_END_SLOW_S``."""
AT_END_SLOW_S = 25.0


@dataclass
class Learner:
    """A network in training.

    Attributes:
        name: Of its checkpoint.
        form: A key of ``FORMS``.
        model: The network.
        average: The running mean of its weights.
        before: Steps before this run.
        step: Steps of this run.
        stages: Running means at some steps, in float16.
        log: What was measured.
    """

    name: str
    form: str
    model: nn.Module
    average: nn.Module
    optimizer: torch.optim.Optimizer
    before: int
    step: int = 0
    stages: list[dict[str, Tensor]] = field(default_factory=list)
    log: list[dict[str, Any]] = field(default_factory=list)

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
        start: The file, or a key of ``FORMS`` for a new network.
        ring: Its device is the network's.
        crops: Batches ``(N, 3, H, W)`` 0..1 for the norms of a model.

    Raises:
        ValueError: The file is no checkpoint or model of this version.
    """
    form, before, name = start, 0, start
    if start in FORMS:
        model = FORMS[start]()
    elif start.endswith(".onnx"):
        form, name = "detector", Path(start).stem
        model = FORMS[form]()
        before = thawed(onnx.load(start), model, list(crops))
    else:
        saved = torch.load(start, map_location="cpu", weights_only=True)
        form, name = saved["form"], Path(start).stem
        model = FORMS[form]()
        model.load_state_dict(saved["average"])
        before = int(saved["step"]) + int(saved["before"])
    model = model.to(ring.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
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
        self.ring = CropRing(options.keep, self.device)
        self.held_out: list[Sample] = []
        self.learners: list[Learner] = []
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
        wanted = min(FIRST_CROPS, self.options.keep), PER_DECK * self.options.held_out
        while len(self.ring) < wanted[0] or len(self.held_out) < wanted[1]:
            self.receive(1.0)
            if self.seconds > LONGEST_SHARE * 60 * self.options.minutes and len(self.ring) and self.held_out:
                break
        pictures, _ = self.ring.take(NORM_CROPS)
        for start in [*self.options.start, *(["small"] if self.options.small else [])]:
            self.learners.append(_learner(start, self.ring, list((pictures.cpu() / 255).split(32))))
        names = ", ".join(learner.name for learner in self.learners)
        self.say(f"{len(self.ring)} crops, {len(self.held_out)} scenes held out; {names} on {self.device}")
        for learner in self.learners:
            self.keep_stage(learner)

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
        each = AT_END_S if self.device.type == "cuda" else AT_END_SLOW_S
        begun, last = self.seconds, 60 * self.options.minutes - each * len(self.learners)
        stages, sums, steps = 1, {}, 0
        while self.seconds < last:
            for _ in range(self.options.processes):
                if not self.receive():
                    break
            share = (self.seconds - begun) / (last - begun)
            batch = self.ring.take(self.options.batch)
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


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    how = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m workshop.train_on_stream", description=__doc__, formatter_class=how)
    parser.add_argument("--minutes", type=float, default=8.0, help="of the whole run, measuring and writing included")
    parser.add_argument("--processes", type=int, default=2, help="that draw scenes, beside the one that trains")
    parser.add_argument("--device", choices=("cuda", "cpu"), help="cuda where there is one, if not given")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints and of log.json")
    told = "a model (.onnx) or checkpoint (.pt) to go on from; may be given again"
    parser.add_argument("--from", dest="start", action="append", default=[], metavar="FILE", help=told)
    parser.add_argument("--small", action="store_true", help="train a new small detector too")
    parser.add_argument("--batch", type=int, help="crops a step, a multiple of 8 (256 on a GPU, else 32)")
    parser.add_argument("--keep", type=int, help="crops drawn last that are kept, 175 kB each (60,000 on a GPU, else 4,000)")
    parser.add_argument("--held-out", type=int, default=HELD_OUT_DECKS, help="decks to measure by, five scenes each")
    parser.add_argument("--seed", type=int, default=35)
    options = parser.parse_args(arguments)
    fast = options.device != "cpu" and torch.cuda.is_available()
    options.batch = options.batch or (256 if fast else 32)
    options.keep = options.keep or (60_000 if fast else 4_000)
    if not options.start and not options.small:
        parser.error("name a network: --from or --small")
    if options.batch % TURNS or min(options.batch, options.processes, options.held_out) < 1:
        parser.error(f"--batch is a multiple of {TURNS}, --processes and --held-out are at least 1")
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command."""
    options = _options(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    fonts.catalogue()  # Once, for all processes.
    torch.manual_seed(options.seed)
    if torch.cuda.is_available():
        torch.set_num_threads(2)
    run = Run(options)
    try:
        run.prepare()
        run.train()
    except (RuntimeError, ValueError) as error:
        run.say(str(error))
        raise
    finally:
        run.stream.close()
        told = {"crops": run.ring.count, "seconds": round(run.seconds), "networks": {x.name: x.log for x in run.learners}}
        (options.out / "log.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    run.say(f"{run.ring.count} crops of {STORED.itemsize} bytes were drawn")


if __name__ == "__main__":
    sys.exit(main())
