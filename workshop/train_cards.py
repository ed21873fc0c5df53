"""Trains the outline refiner, the face reader and the index reader on crops of drawn scenes."""

from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from workshop import crops
from workshop.card_data import UNKNOWN_FACE, Faces, Indices, Outlines
from workshop.labels import COLOURS, FACES
from workshop.nets import FaceReader, IndexReader, OutlineRefiner
from workshop.train import Plan, train

TURN_SHARE, SEEN_SHARE, COLOUR_SHARE, FLIP_SHARE = 1.0, 1.0, 0.7, 0.3  #: Weights of the parts of the losses beside the main one's 1.


def _floats(pictures: Tensor) -> Tensor:
    return pictures.contiguous(memory_format=torch.channels_last).float() / 255.0


def outline_loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, Tensor]]:
    """Corner shifts by smooth L1 in shares of the side, quarter turns and seen parts by cross entropy."""
    pictures, target = batch
    out = model(_floats(pictures))
    shift = functional.smooth_l1_loss(out[:, :8], target[:, :8], beta=0.02)
    each = functional.cross_entropy(out[:, 8:12], target[:, 8].long(), reduction="none")
    turn = (each * target[:, 9]).sum() / target[:, 9].sum().clamp(min=1)
    seen = functional.binary_cross_entropy_with_logits(out[:, 12:], target[:, 10:])
    total = 10 * shift + TURN_SHARE * turn + SEEN_SHARE * seen
    return total, {"shift": shift.detach(), "turn": turn.detach(), "seen": seen.detach()}


Loss = Callable[[nn.Module, tuple[Tensor, ...]], tuple[Tensor, dict[str, Tensor]]]


def face_loss_of(faces: int, colours: int, unknown: int) -> Loss:
    """The loss of a face reader: cross entropies of face and colour over upright crops, and of the flip over known faces.

    Args:
        faces: How many faces it tells apart.
        colours: How many colours; classes from there on mean that a colour means nothing.
        unknown: Which of the faces is none.
    """

    def loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, Tensor]]:
        pictures, target = batch
        out = model(_floats(pictures))
        upright = target[:, 2] == 0
        face = functional.cross_entropy(out[upright, :faces], target[upright, 0])
        coloured = upright & (target[:, 1] < colours)
        colour = functional.cross_entropy(out[coloured, faces : faces + colours], target[coloured, 1])
        known = target[:, 0] != unknown
        flip = functional.binary_cross_entropy_with_logits(out[known, -1], target[known, 2].float())
        right = (out[upright, :faces].argmax(1) == target[upright, 0]).float().mean()
        total = face + COLOUR_SHARE * colour + FLIP_SHARE * flip
        return total, {"face": face.detach(), "colour": colour.detach(), "flip": flip.detach(), "right": right}

    return loss


face_loss = face_loss_of(len(FACES), len(COLOURS), UNKNOWN_FACE)  #: That of Numero's face reader.


def index_loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, Tensor]]:
    """Cross entropies of face and colour."""
    pictures, target = batch
    out = model(_floats(pictures))
    faces = functional.cross_entropy(out[:, : len(FACES)], target[:, 0])
    coloured = target[:, 1] < len(COLOURS)
    colours = functional.cross_entropy(out[coloured, len(FACES) :], target[coloured, 1])
    right = (out[:, : len(FACES)].argmax(1) == target[:, 0]).float().mean()
    return faces + COLOUR_SHARE * colours, {"face": faces.detach(), "colour": colours.detach(), "right": right}


def train_outlines(stores: list[Path], run_folder: Path, plan: Plan) -> OutlineRefiner:
    """Trains on crops of several stores, or goes on training; returns the network with averaged weights."""
    torch.manual_seed(plan.seed)
    data = [crops.load(stored) for stored in stores]
    model = OutlineRefiner()
    train(model, lambda seed, count: Outlines(data, seed, count), outline_loss, plan, run_folder)
    return model


def train_faces(stores: list[Path], run_folder: Path, plan: Plan) -> FaceReader:
    """Trains on crops of several stores, or goes on training; returns the network with averaged weights."""
    torch.manual_seed(plan.seed)
    data = [crops.load(stored) for stored in stores]
    model = FaceReader(len(FACES), len(COLOURS))
    train(model, lambda seed, count: Faces(data, seed, count, anew=True), face_loss, plan, run_folder)
    return model


def train_indices(stores: list[Path], run_folder: Path, plan: Plan) -> IndexReader:
    """Trains on crops of several stores, or goes on training; returns the network with averaged weights."""
    torch.manual_seed(plan.seed)
    data = [crops.load(stored) for stored in stores]
    model = IndexReader(len(FACES), len(COLOURS))
    train(model, lambda seed, count: Indices(data, seed, count, anew=True), index_loss, plan, run_folder)
    return model
