"""From the checkpoints of training runs to the models that ship, with labels, preprocessing and calibration."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from numero_cam.vision import rectify
from numero_cam.vision.detector import OFFSET_UNIT, STRIDE
from numero_cam.vision.faces import MAX_HIDDEN_SHARE
from workshop import crops, numo_faces
from workshop.card_data import Faces
from workshop.card_stream import held_out_stores
from workshop.export import export
from workshop.hands.net import Obstruction
from workshop.hands.scenes import TALL, WIDE
from workshop.hands.stream import held_out
from workshop.hands.training import measure
from workshop.labels import COLOURS, FACES
from workshop.learning import load_checkpoint
from workshop.nets import Detector, FaceReader, IndexReader, OutlineRefiner

RGB_BYTES = {"input": "(N, H, W, C) uint8, RGB", "scale": "1/255 inside the model"}
WITH_HIDDEN = {**RGB_BYTES, "fourth": "255 where other cards hide it"}
RGB_TWICE = {**RGB_BYTES, "last three": "the same table at rest, 0 where it is not known"}
FACE_PICTURES = {**WITH_HIDDEN, "margin": rectify.FACE_MARGIN}
CALIBRATION_SAMPLES = 2000
CALIBRATION_SEED, CALIBRATION_DECKS = 1, 12  #: Of the cards that networks are calibrated by; no run trains on them.
HELD_OUT_SAMPLES = 400


def load_trained(model: nn.Module, run: Path) -> dict[str, Any] | None:
    """Loads the averaged weights of a run; None where there is none."""
    path = run / "checkpoint.pt"
    if not path.exists():
        return None
    steps = load_checkpoint(path, model)
    model.eval()
    return {"steps": steps}


def temperature(logits: torch.Tensor, truth: torch.Tensor) -> float:
    """The temperature under which held-out truth is most likely (Guo et al. 2017, section 4.2)."""
    heats = np.exp(np.linspace(np.log(0.5), np.log(4), 60))
    losses = [float(nn.functional.cross_entropy(logits / float(t), truth)) for t in heats]
    return round(float(heats[int(np.argmin(losses))]), 3)


def answers_of(model: nn.Module, pictures: torch.Tensor) -> torch.Tensor:
    """What a network tells of pictures ``(N, C, H, W)`` uint8."""
    with torch.no_grad():
        return torch.cat([model(part.float() / 255) for part in pictures.split(256)])


def _samples(stores: list[crops.Crops], seed: int, covered_share: float) -> list[tuple[torch.Tensor, torch.Tensor]]:
    data = Faces(stores, seed, CALIBRATION_SAMPLES, covered_share, anew=False)
    return [data[k] for k in range(CALIBRATION_SAMPLES)]


def calibrate(model: FaceReader, stores: list[crops.Crops], faces: int, colours: int) -> dict[str, float]:
    """Temperatures of face and colour on cards that training never saw, and shares that are told rightly.

    The last of so many faces is none; classes from ``colours`` on mean that a colour means nothing.
    """
    pictures, target = map(torch.stack, zip(*_samples(stores, 7, 0.0), strict=True))
    out = answers_of(model, pictures)
    upright, known = target[:, 2] == 0, target[:, 0] != faces - 1
    coloured = upright & (target[:, 1] < colours)
    told = {"face": (out[upright, :faces], target[upright, 0]), "colour": (out[coloured, faces : faces + colours], target[coloured, 1])}
    return {
        **{f"{name}_temperature": temperature(*both) for name, both in told.items()},
        "held_out_right": _right(*told["face"]),
        "held_out_colours": _right(*told["colour"]),
        "held_out_way_up": round(float(((out[known, -1] > 0) == target[known, 2].bool()).float().mean()), 4),
    }


def _right(logits: torch.Tensor, truth: torch.Tensor) -> float:
    return round(float((logits.argmax(1) == truth).float().mean()), 4)


def _shares(first: torch.Tensor, second: torch.Tensor, truth: torch.Tensor) -> tuple[float, float]:
    """By what two readers' logits are to be multiplied so that held-out truth is most likely under their sum."""
    steps = [round(0.1 * k, 1) for k in range(13)]
    tried = [(float(nn.functional.cross_entropy(a * first + b * second, truth)), a, b) for a in steps for b in steps]
    return min(tried)[1:]


def calibrate_index(face: FaceReader, index: IndexReader, stores: list[crops.Crops]) -> dict[str, Any]:
    """Shares of the two readers in the answer on covered held-out cards whose index is in view."""
    pairs = [(crop, target) for crop, target in _samples(stores, 8, 1.0) if not target[2]]
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

    return {
        "face_shares": shares,
        "colour_shares": _shares(whole[coloured, colours], corner[coloured, colours], target[coloured, 1]),
        "held_out_right": {
            "face": _right(whole[:, faces], target[:, 0]),
            "index": _right(corner[:, faces], target[:, 0]),
            "both": _right(shares[0] * whole[:, faces] + shares[1] * corner[:, faces], target[:, 0]),
        },
    }


def _face(folder: Path, name: str, faces: tuple[str, ...], colours: tuple[str, ...]) -> tuple[FaceReader, dict[str, Any]]:
    """A trained face reader, and what its model says of it; nothing where it was not trained."""
    model = FaceReader(len(faces), len(colours))
    trained = load_trained(model, folder / name)
    if trained is None:
        return model, {}
    labels = {"faces": list(faces), "colours": list(colours), "unknown": faces[-1]}
    stores = held_out_stores("numo" if name == "numo-face" else "cards", CALIBRATION_SEED, CALIBRATION_DECKS)
    calibration = calibrate(model, stores, len(faces), len(colours))
    return model, {"training": trained, "calibration": calibration, "preprocessing": FACE_PICTURES, "labels": labels}


def release(folder: Path, models: Path, version: int) -> list[str]:
    """Exports every network that has a checkpoint, a line for each; an index reader is fitted together with the face reader."""
    lines = []

    def write(name: str, network: nn.Module, size: tuple[int, int, int], about: dict[str, Any], **how: bool) -> None:
        export(network, models / f"{name}-v{version}.onnx", size=size, about={"name": name, "version": version, **about}, **how)
        lines.append(f"{name}: {about['training']} {about.get('calibration', '')}".rstrip())

    detector = Detector()
    if trained := load_trained(detector, folder / "detector"):
        about = {"training": trained, "preprocessing": RGB_BYTES}
        write("detector", detector, (320, 384, 3), {**about, "stride": STRIDE, "offset_unit": OFFSET_UNIT}, any_size=True)
    outline = OutlineRefiner()
    if trained := load_trained(outline, folder / "outline"):
        preprocessing = {**RGB_BYTES, "fourth": "which card is meant", "margin": rectify.OUTLINE_MARGIN}
        size = (rectify.OUTLINE_SIDE, rectify.OUTLINE_SIDE, 4)
        write("outline", outline, size, {"training": trained, "preprocessing": preprocessing})
    readers = {"face": (FACES, COLOURS), "numo-face": (numo_faces.FACES, numo_faces.SEASONS)}
    face, numo = (_face(folder, name, *classes) for name, classes in readers.items())
    for name, (reader, about) in zip(readers, (face, numo), strict=True):
        if about:
            write(name, reader, (rectify.FACE_HEIGHT, rectify.FACE_WIDTH, 4), about, features=True)
    index = IndexReader(len(FACES), len(COLOURS))
    if trained := load_trained(index, folder / "index"):
        calibration = calibrate_index(face[0], index, held_out_stores("cards", CALIBRATION_SEED, CALIBRATION_DECKS))
        preprocessing = {**WITH_HIDDEN, "cut": "a corner of the face's crop"}
        about = {"training": trained, "calibration": calibration, "preprocessing": preprocessing, "labels": face[1]["labels"]}
        write("index", index, (rectify.INDEX_HEIGHT, rectify.INDEX_WIDTH, 4), about)
    obstruction = Obstruction()
    if trained := load_trained(obstruction, folder / "obstruction"):
        measured = measure(obstruction, held_out(folder / "hands", 1, HELD_OUT_SAMPLES), torch.device("cpu"))
        write("obstruction", obstruction, (TALL, WIDE, 6), {"training": {**trained, **measured}, "preprocessing": RGB_TWICE})
    return lines
