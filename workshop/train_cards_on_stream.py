"""Trains the networks for outlines, faces and indices on cards that are drawn while they train, within a number of minutes.

    python -m workshop.train_cards_on_stream --minutes 8 --processes 14 --device cuda --out FOLDER

Goes on from the models that ship. Needs what ``workshop.train_on_stream`` needs, and runs from an uninstalled checkout. Leaves a folder for
each network with a ``checkpoint.pt``, from which ``python -m workshop export`` makes a model.
"""

import argparse
import json
import queue
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from numero_cam.base.files import model_entry
from workshop.card_stream import FACE, OUTLINE, CardStream, held_out, packed, unpacked
from workshop.labels import COLOURS, FACES
from workshop.nets import FaceReader, IndexReader, OutlineRefiner
from workshop.stream_run import rate_at
from workshop.synth import fonts
from workshop.thaw import thawed
from workshop.train import Average, save
from workshop.train_cards import Loss, face_loss, index_loss, outline_loss

RATE = 1e-3  #: Highest learning rate, for a batch of 512.
KEEP = 0.998  #: Share of the running mean of the weights that a step keeps.
NORM_SAMPLES = 768  #: Samples on which the norms of a network that ships are measured.
STAGES = 4  #: Number of times that the networks are measured and written, at equal intervals.
AT_END = 1.5  #: Time that is kept for the last measure and for writing, as a multiple of the time of the first measure.
AHEAD = 4  #: Maximum number of batches that wait for the training.
HELD_OUT_DECKS = 4  #: Decks on scenes to measure by; eight times as many are drawn alone.
HELD_OUT_SAMPLES = 3000


@dataclass
class Learner:
    """A network in training."""

    name: str  #: Of the model.
    model: nn.Module  #: The network.
    loss: Loss  #: Its loss.
    given: tuple[str, str]  #: Names of the pictures and targets in a batch.
    optimizer: torch.optim.Optimizer  #: Changes its weights.
    average: Average  #: The running mean of its weights.
    before: int  #: Steps before this run.
    step: int = 0  #: Steps of this run.
    log: list[dict[str, Any]] = field(default_factory=list)  #: What was measured.

    def learn(self, batch: dict[str, Tensor], rate: float) -> dict[str, Tensor]:
        """One step; what it lost, by parts."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * RATE
        value, parts = self.loss(self.model, (batch[self.given[0]], batch[self.given[1]]))
        self.optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        self.average.update(self.model, self.step)
        self.step += 1
        return parts

    def measure(self, samples: dict[str, Tensor]) -> dict[str, float]:
        """The loss of the mean weights on samples held out, by parts."""
        now = {name: value.clone() for name, value in self.model.state_dict().items()}
        self.model.load_state_dict(self.average.state)
        self.model.eval()
        with torch.no_grad():
            _, parts = self.loss(self.model, (samples[self.given[0]], samples[self.given[1]]))
        self.model.load_state_dict(now)
        self.model.train()
        return {name: round(float(value), 4) for name, value in parts.items()}


def _networks() -> dict[str, tuple[nn.Module, Loss, tuple[str, str]]]:
    return {
        "face": (FaceReader(len(FACES), len(COLOURS)), face_loss, ("face", "target")),
        "index": (IndexReader(len(FACES), len(COLOURS)), index_loss, ("index", "target")),
        "outline": (OutlineRefiner(), outline_loss, ("outline", "outline_target")),
    }


def _batch(faces: Tensor, outlines: Tensor) -> dict[str, Tensor]:
    """Samples of both kinds, as bytes, to pictures and targets."""
    edges = unpacked(outlines, OUTLINE)
    return {**unpacked(faces, FACE), "outline": edges["outline"], "outline_target": edges["target"]}


class Loader(threading.Thread):
    """Gathers batches beside the training.

    Args:
        stream: Where samples come from.
        batch: Samples of each kind.
        device: Where they go.
        seed: Of the choice.
    """

    def __init__(self, stream: CardStream, batch: int, device: torch.device, seed: int) -> None:
        super().__init__(daemon=True)
        self._stream, self._batch, self._device = stream, batch, device
        self._rng = np.random.default_rng([seed, 39])
        self._waiting: queue.Queue[tuple[Tensor, Tensor]] = queue.Queue(AHEAD)
        self.stopped = threading.Event()

    def run(self) -> None:
        """Gathers until it is stopped."""
        pinned = self._device.type == "cuda"
        while not self.stopped.is_set():
            both = tuple(torch.empty(self._batch, kind.itemsize, dtype=torch.uint8, pin_memory=pinned) for kind in (FACE, OUTLINE))
            for kind, out in enumerate(both):
                self._stream.take(kind, self._rng, out)
            while not self.stopped.is_set():
                try:
                    self._waiting.put((both[0], both[1]), timeout=1)
                    break
                except queue.Full:
                    continue

    def take(self) -> dict[str, Tensor]:
        """The next batch, on the device."""
        faces, outlines = self._waiting.get()
        return _batch(faces.to(self._device, non_blocking=True), outlines.to(self._device, non_blocking=True))


def _say(begun: float, text: str) -> None:
    sys.stdout.write(f"{time.monotonic() - begun:6.1f} s  {text}\n")
    sys.stdout.flush()


def _learners(names: Sequence[str], models: Path, samples: dict[str, Tensor], device: torch.device) -> list[Learner]:
    """The networks, with the weights of the models that ship."""
    out = []
    for name in names:
        model, loss, given = _networks()[name]
        pictures = samples[given[0]][:NORM_SAMPLES].cpu().float() / 255
        before = thawed(onnx.load(str(model_entry(name, models).path)), model, list(pictures.split(32)))
        model.to(device, memory_format=torch.channels_last).train()
        optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.02, fused=device.type == "cuda")
        out.append(Learner(name, model, loss, given, optimizer, Average(model, KEEP), before))
    return out


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    how = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m workshop.train_cards_on_stream", description=__doc__, formatter_class=how)
    parser.add_argument("--minutes", type=float, default=8.0, help="of the whole run, measuring and writing included")
    parser.add_argument("--processes", type=int, default=2, help="that draw cards, beside the one that trains")
    parser.add_argument("--device", choices=("cuda", "cpu"), help="cuda where there is one, if not given")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints and of log.json")
    parser.add_argument("--models", type=Path, default=Path("models"), help="the models to go on from")
    parser.add_argument("--networks", nargs="+", choices=tuple(_networks()), default=list(_networks()))
    parser.add_argument("--batch", type=int, help="samples a step (512 on a GPU, else 64)")
    parser.add_argument("--keep", type=int, help="samples drawn last that are kept, 58 kB each (120,000 on a GPU, else 8,000)")
    parser.add_argument("--held-out", type=int, default=HELD_OUT_DECKS, help="decks on scenes to measure by")
    parser.add_argument("--seed", type=int, default=37)
    options = parser.parse_args(arguments)
    if min(options.batch or 1, options.processes, options.held_out) < 1:
        parser.error("--batch, --processes and --held-out are at least 1")
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command."""
    begun, options = time.monotonic(), _options(arguments)
    device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    fast = device.type == "cuda"
    torch.manual_seed(options.seed)
    torch.set_num_threads(2)
    torch.backends.cudnn.benchmark = fast
    options.out.mkdir(parents=True, exist_ok=True)
    fonts.catalogue()  # Once, for all processes.
    stream = CardStream(options.seed, options.processes, options.keep or (120_000 if fast else 8_000))
    try:
        faces, outlines = held_out(options.seed, options.held_out, HELD_OUT_SAMPLES)
        samples = {name: value.to(device) for name, value in _batch(packed(faces), packed(outlines)).items()}
        while not stream.ready():
            time.sleep(0.2)
        loader = Loader(stream, options.batch or (512 if fast else 64), device, options.seed)
        loader.start()
        _train(_learners(options.networks, options.models, samples, device), loader, samples, begun, options)
        loader.stopped.set()
        loader.join()
        _say(begun, f"{stream.counts[0]} samples of faces and {stream.counts[1]} of outlines were drawn")
    finally:
        stream.close()


def _train(learners: list[Learner], loader: Loader, samples: dict[str, Tensor], begun: float, options: argparse.Namespace) -> None:
    """Trains until the time is up, and writes checkpoints and the log at each stage."""

    def keep() -> None:
        for learner in learners:
            learner.log.append({"seconds": round(time.monotonic() - begun), "step": learner.step, **learner.measure(samples)})
            _say(begun, f"{learner.name}: {json.dumps(learner.log[-1])}")
            (options.out / learner.name).mkdir(exist_ok=True)
            path, steps = options.out / learner.name / "checkpoint.pt", (learner.step, learner.before)
            save(path, learner.model, learner.optimizer, learner.average, steps)
        log = {learner.name: learner.log for learner in learners}
        (options.out / "log.json").write_text(json.dumps(log, indent=1) + "\n", encoding="utf-8")

    first = time.monotonic()
    keep()
    begin = time.monotonic()
    end, stage = begun + 60 * options.minutes - AT_END * (begin - first), 1
    while time.monotonic() < end:
        share = (time.monotonic() - begin) / (end - begin)
        batch = loader.take()
        for learner in learners:
            learner.learn(batch, rate_at(share))
        if share >= stage / STAGES and stage < STAGES:
            keep()
            stage += 1
    keep()


if __name__ == "__main__":
    main()
