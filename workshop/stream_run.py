"""A run of training on pictures as they are drawn: the networks, what is drawn for them, and the clock."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from numero_cam.base.errors import ModelError
from numero_cam.base.files import model_entry
from workshop import numo_faces
from workshop.card_stream import FACE, OUTLINE, card_parcels, held_out
from workshop.crop_batch import detector_batch
from workshop.detector_crops import STORED, TURNS
from workshop.hands.net import Obstruction
from workshop.hands.training import Hands, hands_loss
from workshop.labels import COLOURS, FACES
from workshop.learning import Learner, load_checkpoint, rate_at
from workshop.losses import Loss, detector_loss, face_loss, face_loss_of, held_to, index_loss, outline_loss
from workshop.measure_detector import measure
from workshop.nets import Detector, FaceReader, IndexReader, OutlineRefiner
from workshop.scene_stream import HELD_OUT, sample_of, scene_parcels, scenes_of
from workshop.stream import Batch, SampleRing, Source
from workshop.synth import fonts
from workshop.thaw import thawed

STAGES = 4  #: Number of times that the networks are measured and written, at equal intervals.
AT_END = 1.5  #: Time that is kept for the last measure and for writing, as a multiple of the time of the first measure.
HELD_OUT_SAMPLES = 3000
HELD_RATE = 0.1  #: The highest rate of a network that is held to the model from which it goes on, as a share of the usual one.
HOLDABLE = ("face", "index")  #: Networks that can be held so.


@dataclass(frozen=True)
class Network:
    """A network that can be trained."""

    make: Callable[[], nn.Module]  #: With weights of chance.
    loss: Loss  #: What it is trained to make small.
    rate: float  #: Highest learning rate.
    source: str  #: A key of ``SOURCES``.


NETWORKS = {
    "detector": Network(Detector, detector_loss, 8e-4, "scenes"),
    "outline": Network(OutlineRefiner, outline_loss, 1e-3, "cards"),
    "face": Network(lambda: FaceReader(len(FACES), len(COLOURS)), face_loss, 1e-3, "cards"),
    "index": Network(lambda: IndexReader(len(FACES), len(COLOURS)), index_loss, 1e-3, "cards"),
    "numo-face": Network(
        lambda: FaceReader(len(numo_faces.FACES), len(numo_faces.SEASONS)),
        face_loss_of(len(numo_faces.FACES), len(numo_faces.SEASONS), numo_faces.UNKNOWN),
        1e-3,
        "numo",
    ),
    "obstruction": Network(Obstruction, hands_loss, 3e-3, "hands"),
}


class Scenes(Source):
    """Crops of scenes, for the detector."""

    def __init__(self, options: argparse.Namespace, device: torch.device) -> None:
        fast, seed = device.type == "cuda", options.seed
        batch = options.batch or (256 if fast else 32)
        if batch % TURNS:
            raise SystemExit(f"--batch {batch}: for the detector it is a multiple of {TURNS}")
        fonts.catalogue()  # Once, for all processes.
        ring = SampleRing(STORED, options.keep or (60_000 if fast else 4_000), device)
        super().__init__(partial(scene_parcels, seed), {"crops": ring}, options.processes, batch)
        self._held_out = [sample_of(scene) for k in range(options.held_out or 6) for scene in scenes_of(seed, HELD_OUT, k)[1]]

    def made(self, samples: Mapping[str, Mapping[str, Tensor]]) -> Batch:
        """See ``Source``."""
        return {"detector": detector_batch(samples["crops"])}

    def measure(self, learner: Learner) -> dict[str, Any]:
        """See ``Source``."""
        torch.backends.cudnn.benchmark = False  # Each scene has a size of its own.
        found = measure(learner.mean(), self._held_out)
        torch.backends.cudnn.benchmark = True
        return found


class Cards(Source):
    """Cards of one game, for what looks at single cards."""

    def __init__(self, options: argparse.Namespace, device: torch.device, source: str) -> None:
        fast, seed = device.type == "cuda", options.seed
        fonts.catalogue()  # Once, for all processes.
        keep, kinds = options.keep or (60_000 if fast else 8_000), {"faces": FACE, "outlines": OUTLINE}
        rings = {name: SampleRing(kind, keep, device) for name, kind in kinds.items()}
        super().__init__(partial(card_parcels, source, seed), rings, options.processes, options.batch or (512 if fast else 64))
        shown = {name: SampleRing(kind, HELD_OUT_SAMPLES, device) for name, kind in kinds.items()}
        for ring, samples in zip(shown.values(), held_out(source, seed, options.held_out or 4, HELD_OUT_SAMPLES), strict=True):
            ring.put(samples)
        self._held_out = self.made({name: ring.take(HELD_OUT_SAMPLES) for name, ring in shown.items()})

    def made(self, samples: Mapping[str, Mapping[str, Tensor]]) -> Batch:
        """See ``Source``."""
        faces, outlines = samples["faces"], samples["outlines"]
        face, index = (faces["face"], faces["target"]), (faces["index"], faces["target"])
        return {"face": face, "numo-face": face, "index": index, "outline": (outlines["outline"], outlines["target"])}

    def measure(self, learner: Learner) -> dict[str, Any]:
        """See ``Source``."""
        return learner.losses(self._held_out[learner.name])


SOURCES: dict[str, Callable[[argparse.Namespace, torch.device], Source]] = {
    "scenes": Scenes,
    "cards": lambda options, device: Cards(options, device, "cards"),
    "numo": lambda options, device: Cards(options, device, "numo"),
    "hands": Hands,
}


def network_of(name: str, options: argparse.Namespace, source: Source) -> tuple[nn.Module, int]:
    """A network that goes on from its checkpoint or from the model that ships, or begins, and its steps until now."""
    model, checkpoint = NETWORKS[name].make(), options.out / name / "checkpoint.pt"
    if checkpoint.exists():
        return model, load_checkpoint(checkpoint, model)
    pictures = source.pictures(name)
    if options.new:
        if name == "numo-face":  # It knows digits, hands and light from Numero's, all but the last layer.
            numero = NETWORKS["face"].make()
            thawed(onnx.load(str(model_entry("face", options.models).path)), numero, pictures)
            begun = model.state_dict()
            known = {key: value for key, value in numero.state_dict().items() if value.shape == begun[key].shape}
            model.load_state_dict({**begun, **known})
        return model, 0
    try:
        path = model_entry(name, options.models).path
    except ModelError:
        return model, 0
    return model, thawed(onnx.load(str(path)), model, pictures)


class Run:
    """A run of training."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._begun, self._options = time.monotonic(), options
        unknown = sorted(set(options.networks) - NETWORKS.keys())
        if unknown:
            raise SystemExit(f"{unknown[0]}: is no network; those that can be trained are {', '.join(NETWORKS)}")
        if options.hold and not set(options.networks) <= set(HOLDABLE):
            raise SystemExit(f"--hold: is for {' and '.join(HOLDABLE)} alone")
        sources = {NETWORKS[name].source for name in options.networks}
        if len(sources) > 1:
            raise SystemExit(f"{' '.join(options.networks)}: are not trained on the same pictures; give them to commands of their own")
        self._device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.set_num_threads(options.threads)
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark = True
        self._source = SOURCES[sources.pop()](options, self._device)
        self._learners: list[Learner] = []
        for name in options.networks:
            model, before = network_of(name, options, self._source)
            model.to(self._device, memory_format=torch.channels_last)
            loss, rate = NETWORKS[name].loss, NETWORKS[name].rate
            if options.hold:
                loss, rate = held_to(model, loss), HELD_RATE * rate
            self._learners.append(Learner(name, model, loss, rate, before, norms=not options.hold))

    def _seconds(self) -> float:
        return time.monotonic() - self._begun

    def _keep(self) -> None:
        """Measures the mean weights, and writes checkpoints and the log."""
        for learner in self._learners:
            learner.log.append({"seconds": round(self._seconds()), "step": learner.step, **self._source.measure(learner)})
            learner.save(self._options.out)
            sys.stdout.write(f"{self._seconds():6.1f} s  {learner.name}: {json.dumps(learner.log[-1])}\n")
            sys.stdout.flush()
        log = {"samples": self._source.count, **{learner.name: learner.log for learner in self._learners}}
        Path(self._options.out / "log.json").write_text(json.dumps(log, indent=1) + "\n", encoding="utf-8")

    def train(self) -> None:
        """Trains until the time is up."""
        try:
            first = self._seconds()
            self._keep()
            begin, stage = self._seconds(), 1
            end = 60 * self._options.minutes - AT_END * (begin - first)
            while self._seconds() < end:
                share = (self._seconds() - begin) / (end - begin)
                batch = self._source.batch()
                for learner in self._learners:
                    learner.learn(batch[learner.name], rate_at(share))
                if share >= stage / STAGES and stage < STAGES:
                    self._keep()
                    stage += 1
            self._keep()
        finally:
            self._source.close()
