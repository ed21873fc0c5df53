"""What the networks are trained to make small: the losses of detector, outlines, faces and indices."""

import copy
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from numero_cam.vision.detector import INDEX_CHANNEL
from workshop import targets
from workshop.card_data import UNKNOWN_FACE
from workshop.labels import COLOURS, FACES

Loss = Callable[[nn.Module, tuple[Tensor, ...]], tuple[Tensor, dict[str, Tensor]]]
INDEX_SHARE, ORDER_SHARE, OFFSET_SHARE = 0.5, 0.5, 14.0  #: Weights of the parts of the detector's loss beside the anchors' 1.
TURN_SHARE, SEEN_SHARE, COLOUR_SHARE, FLIP_SHARE = (
    1.0,
    1.0,
    0.7,
    0.3,
)  #: The same of the other networks; that of what is seen is the detector's too.


def _heat_loss(logit: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Penalty-reduced focal loss of CenterNet (Zhou et al. 2019, equation 1), a mean over anchors."""
    p = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    peak = target > 0.999
    positive = -((1 - p) ** 2) * torch.log(p) * peak
    negative = -((1 - target) ** 4) * p**2 * torch.log(1 - p) * ~peak
    total: Tensor = ((positive + negative) * weight).sum() / peak.sum().clamp(min=1)
    return total


def detector_loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, Tensor]]:
    """Loss over ``(N, 3, H, W)`` uint8 pictures and ``(N, 26, H/4, W/4)`` targets; offsets count relative to the card's size."""
    pictures, target = batch
    out = model(pictures.contiguous(memory_format=torch.channels_last).float() / 255.0)
    weight = target[:, targets.WEIGHT]
    cards = weight.sum().clamp(min=1)
    heat = _heat_loss(out[:, 0], target[:, targets.HEAT], target[:, targets.HEAT_WEIGHT])
    seen = functional.binary_cross_entropy_with_logits(out[:, 1], target[:, targets.SEEN])
    order = functional.binary_cross_entropy_with_logits(out[:, 2], target[:, targets.ORDER], weight=weight, reduction="sum") / cards
    scale = target[:, targets.SCALE].clamp(min=0.3)
    offset = out.new_zeros(())
    for k, channel in enumerate((targets.FIRST_WEIGHT, targets.SECOND_WEIGHT)):
        wanted = target[:, targets.OFFSETS + 8 * k : targets.OFFSETS + 8 * k + 8]
        got = out[:, 3 + 8 * k : 11 + 8 * k]
        miss = functional.smooth_l1_loss(got / scale[:, None], wanted / scale[:, None], beta=0.03, reduction="none").mean(1)
        offset = offset + (miss * weight * target[:, channel]).sum() / cards
    index = _heat_loss(out[:, INDEX_CHANNEL], target[:, targets.INDEX], target[:, targets.INDEX_WEIGHT])
    total = heat + INDEX_SHARE * index + SEEN_SHARE * seen + ORDER_SHARE * order + OFFSET_SHARE * offset
    return total, {
        "heat": heat.detach(),
        "seen": seen.detach(),
        "order": order.detach(),
        "offset": offset.detach(),
        "index": index.detach(),
    }


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


def face_loss_of(faces: int, colours: int, unknown: int) -> Loss:
    """The loss of a face reader: cross entropies of face and colour over upright crops, and of the flip over known faces.

    Classes from ``colours`` on mean that a colour means nothing; ``unknown`` is the face that is none.
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


class _Said(nn.Module):
    """Stands for a network that was asked already."""

    def __init__(self, said: Tensor) -> None:
        super().__init__()
        self._said = said

    def forward(self, _: Tensor) -> Tensor:
        return self._said


def held_to(model: nn.Module, loss: Loss) -> Loss:
    """The loss of a reader of faces or indices that goes on from a model: where that is right, the reader also stays near its opinion.

    Learning without forgetting (Li & Hoiem 2016): the mean of ``loss`` and of the Kullback-Leibler divergence from what the model says,
    over the samples whose face and colour it tells rightly. So what is new is learned, and chances stay as the judge was fitted to them.
    """
    before = copy.deepcopy(model).eval().requires_grad_(requires_grad=False)
    faces, colours = slice(0, len(FACES)), slice(len(FACES), len(FACES) + len(COLOURS))

    def held(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, Tensor]]:
        pictures, target = batch
        now = model(_floats(pictures))
        total, parts = loss(_Said(now), batch)
        with torch.no_grad():
            old = before(_floats(pictures))
        coloured = target[:, 1] < len(COLOURS)
        right = (old[:, faces].argmax(1) == target[:, 0]) & ((old[:, colours].argmax(1) == target[:, 1]) | ~coloured)
        away = now.new_zeros(())
        for part in (faces, colours):
            each = functional.kl_div(now[:, part].log_softmax(1), old[:, part].log_softmax(1), log_target=True, reduction="none").sum(1)
            away = away + (each * right).mean()
        return (total + away) / 2, {**parts, "away": away.detach()}

    return held
