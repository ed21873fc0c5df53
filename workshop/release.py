"""From the checkpoints of training runs to the models that ship, with labels, preprocessing and calibration."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from numero_cam.vision import rectify
from numero_cam.vision.detector import OFFSET_UNIT, STRIDE
from numero_cam.vision.faces import MAX_HIDDEN_SHARE
from workshop import crops
from workshop.card_data import Faces
from workshop.export import export
from workshop.hands.net import Obstruction
from workshop.hands.scenes import TALL, WIDE
from workshop.hands.stream import held_out
from workshop.hands.training import measure
from workshop.labels import COLOURS, FACES, UNKNOWN
from workshop.nets import DETECTORS, FaceReader, IndexReader, OutlineRefiner

RGB_BYTES = {"input": "(N, H, W, C) uint8, RGB", "scale": "1/255 inside the model"}
WITH_HIDDEN = {**RGB_BYTES, "fourth": "255 where other cards hide it"}
RGB_TWICE = {**RGB_BYTES, "last three": "the same table at rest, 0 where it is not known"}
LABELS = {"faces": list(FACES), "colours": list(COLOURS), "unknown": UNKNOWN}
CALIBRATION_SAMPLES = 2000
HELD_OUT_SAMPLES = 400


def load_trained(model: nn.Module, run: Path) -> dict[str, Any] | None:
    """Loads the averaged weights of a run; None where there is none."""
    path = run / "checkpoint.pt"
    if not path.exists():
        return None
    saved = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(saved["average"])
    model.eval()
    return {"steps": int(saved["step"]) + int(saved.get("before", 0))}


def temperature(logits: torch.Tensor, truth: torch.Tensor) -> float:
    """The temperature under which held-out truth is most likely (Guo et al. 2017, section 4.2)."""
    heats = np.exp(np.linspace(np.log(0.5), np.log(4), 60))
    losses = [float(nn.functional.cross_entropy(logits / float(t), truth)) for t in heats]
    return round(float(heats[int(np.argmin(losses))]), 3)


def answers_of(model: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """What a network tells of pictures ``(N, C, H, W)`` uint8."""
    with torch.no_grad():
        return torch.cat([model(part.float() / 255) for part in pictures.split(256)])


def calibrate(model: FaceReader, held_out: Path) -> dict[str, float]:
    """Temperatures of face and colour on crops of decks that training never saw."""
    data = Faces([crops.load(held_out)], seed=7, length=CALIBRATION_SAMPLES, covered_share=0.0, anew=False)
    pairs = [data[i] for i in range(CALIBRATION_SAMPLES)]
    pictures, target = torch.stack([p for p, _ in pairs]), torch.stack([t for _, t in pairs])
    out = answers_of(model, pictures)
    upright = target[:, 2] == 0
    coloured = upright & (target[:, 1] < len(COLOURS))
    faces = out[upright, : len(FACES)]
    return {
        "face_temperature": temperature(faces, target[upright, 0]),
        "colour_temperature": temperature(out[coloured, len(FACES) : len(FACES) + len(COLOURS)], target[coloured, 1]),
        "held_out_right": round(float((faces.argmax(1) == target[upright, 0]).float().mean()), 4),
    }


def _shares(first: torch.Tensor, second: torch.Tensor, truth: torch.Tensor) -> tuple[float, float]:
    """By what two readers' logits are to be multiplied so that held-out truth is most likely under their sum."""
    steps = [round(0.1 * k, 1) for k in range(13)]
    tried = [(float(nn.functional.cross_entropy(a * first + b * second, truth)), a, b) for a in steps for b in steps]
    return min(tried)[1:]


def calibrate_index(face: FaceReader, index: IndexReader, held_out: Path) -> dict[str, Any]:
    """Shares of the two readers in the answer on covered held-out cards whose index is in view."""
    data = Faces([crops.load(held_out)], seed=8, length=CALIBRATION_SAMPLES, covered_share=1.0, anew=False)
    pairs = [(crop, target) for crop, target in (data[i] for i in range(CALIBRATION_SAMPLES)) if not target[2]]
    corners = [rectify.index_crops(crop.numpy().transpose(1, 2, 0)) for crop, _ in pairs]
    least = [corner[..., 3].mean(axis=(1, 2)) for corner in corners]
    seen = [i for i, hidden in enumerate(least) if hidden.min() <= MAX_HIDDEN_SHARE * 255]
    best = np.stack([corners[i][least[i].argmin()] for i in seen]).transpose(0, 3, 1, 2)
    target = torch.stack([pairs[i][1] for i in seen])
    whole = answers_of(face, torch.stack([pairs[i][0] for i in seen]))
    corner = answers_of(index, torch.from_numpy(np.ascontiguousarray(best)))
    coloured = target[:, 1] < len(COLOURS)
    faces, colours = slice(0, len(FACES)), slice(len(FACES), len(FACES) + len(COLOURS))
    shares = _shares(whole[:, faces], corner[:, faces], target[:, 0])

    def right(out: torch.Tensor) -> float:
        return round(float((out.argmax(1) == target[:, 0]).float().mean()), 4)

    return {
        "face_shares": shares,
        "colour_shares": _shares(whole[coloured, colours], corner[coloured, colours], target[coloured, 1]),
        "held_out_right": {
            "face": right(whole[:, faces]),
            "index": right(corner[:, faces]),
            "both": right(shares[0] * whole[:, faces] + shares[1] * corner[:, faces]),
        },
    }


def _detector_of(run: Path) -> nn.Module:
    """A detector of the form that the run's checkpoint is of."""
    path = run / "checkpoint.pt"
    saved = torch.load(path, map_location="cpu", weights_only=True) if path.exists() else {}
    return DETECTORS[saved.get("form", "detector")]()


def release(folder: Path, models: Path, version: int) -> list[str]:
    """Exports every network that has a checkpoint.

    Args:
        folder: Of the training runs.
        models: Where to.
        version: Of the models.

    Returns:
        A line for each model written.
    """
    lines = []
    detector = _detector_of(folder / "detector")
    if trained := load_trained(detector, folder / "detector"):
        about = {
            "name": "detector", "version": version, "training": trained,
            "preprocessing": RGB_BYTES, "stride": STRIDE, "offset_unit": OFFSET_UNIT,
        }  # fmt: skip
        export(detector, models / f"detector-v{version}.onnx", size=(320, 384, 3), about=about, any_size=True)
        lines.append(f"detector: {trained}")
    outline = OutlineRefiner()
    if trained := load_trained(outline, folder / "outline"):
        preprocessing = {**RGB_BYTES, "fourth": "which card is meant", "margin": rectify.OUTLINE_MARGIN}
        about = {"name": "outline", "version": version, "training": trained, "preprocessing": preprocessing}
        export(outline, models / f"outline-v{version}.onnx", size=(rectify.OUTLINE_SIDE, rectify.OUTLINE_SIDE, 4), about=about)
        lines.append(f"outline: {trained}")
    face = FaceReader(len(FACES), len(COLOURS))
    if trained := load_trained(face, folder / "face"):
        calibration = calibrate(face, folder / "crops-held-out")
        about = {
            "name": "face", "version": version, "training": trained, "calibration": calibration,
            "preprocessing": {**WITH_HIDDEN, "margin": rectify.FACE_MARGIN}, "labels": LABELS,
        }  # fmt: skip
        export(face, models / f"face-v{version}.onnx", size=(rectify.FACE_HEIGHT, rectify.FACE_WIDTH, 4), about=about, features=True)
        lines.append(f"face: {trained} {calibration}")
    index = IndexReader(len(FACES), len(COLOURS))
    if trained := load_trained(index, folder / "index"):
        calibration = calibrate_index(face, index, folder / "crops-held-out")
        about = {
            "name": "index", "version": version, "training": trained, "calibration": calibration,
            "preprocessing": {**WITH_HIDDEN, "cut": "a corner of the face's crop"}, "labels": LABELS,
        }  # fmt: skip
        export(index, models / f"index-v{version}.onnx", size=(rectify.INDEX_HEIGHT, rectify.INDEX_WIDTH, 4), about=about)
        lines.append(f"index: {trained} {calibration}")
    return [*lines, *_release_obstruction(folder, models, version)]


def _release_obstruction(folder: Path, models: Path, version: int) -> list[str]:
    obstruction = Obstruction()
    trained = load_trained(obstruction, folder / "obstruction")
    if not trained:
        return []
    measured = measure(obstruction, held_out(folder / "hands", 1, HELD_OUT_SAMPLES), torch.device("cpu"))
    about = {"name": "obstruction", "version": version, "training": {**trained, **measured}, "preprocessing": RGB_TWICE}
    export(obstruction, models / f"obstruction-v{version}.onnx", size=(TALL, WIDE, 6), about=about)
    return [f"obstruction: {trained} {measured}"]
