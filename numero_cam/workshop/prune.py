"""Narrows trained networks: of the channels inside their residual blocks those that matter most stay.

What a channel matters is the weight with which it goes on: the scale that its batch norm gives it, times the norm of the weights that the
second convolution gives it (network slimming: Liu et al. 2017; filters by norm: Li et al. 2017). Nothing outside the blocks changes its
form, so a network that is trained on for a while afterwards soon reads as it did.
"""

from pathlib import Path

import torch
from torch import Tensor, nn

from numero_cam.workshop.nets import Residual
from numero_cam.workshop.train import begin

INTO = ("first.0.weight", "first.1.weight", "first.1.bias", "first.1.running_mean", "first.1.running_var")
"""Of a block, what has one row for each inner channel."""
OUT_OF = "second.0.weight"
"""Of a block, what has one column for each inner channel."""


def _kept(state: dict[str, Tensor], block: str, count: int) -> Tensor:
    scale = state[f"{block}.first.1.weight"].abs()
    onward = state[f"{block}.{OUT_OF}"].flatten(2).norm(dim=(0, 2))
    return (scale * onward).argsort(descending=True)[:count].sort().values


def pruned(state: dict[str, Tensor], model: nn.Module) -> dict[str, Tensor]:
    """The weights of a wide network for a narrower one.

    Args:
        state: Of the wide network.
        model: The narrow network, of the same form but for the inner channels of its ``Residual`` blocks.

    Returns:
        Weights that ``model`` takes.

    Raises:
        ValueError: A block of the narrow network is wider than that of the wide one.
    """
    out = dict(state)
    for block, module in model.named_modules():
        if not isinstance(module, Residual):
            continue
        count = module.inner
        if count > len(state[f"{block}.{INTO[0]}"]):
            message = f"{block}: {count} inner channels are asked for, and the checkpoint has {len(state[f'{block}.{INTO[0]}'])}"
            raise ValueError(message)
        kept = _kept(state, block, count)
        for name in INTO:
            out[f"{block}.{name}"] = state[f"{block}.{name}"][kept].clone()
        out[f"{block}.{OUT_OF}"] = state[f"{block}.{OUT_OF}"][:, kept].clone()
    return out


def prune(checkpoint: Path, model: nn.Module, target: Path) -> None:
    """Writes a checkpoint of a wide network as one of a narrow network, from which training goes on.

    Args:
        checkpoint: Of the wide network.
        model: The narrow network; gets the averaged weights.
        target: The new checkpoint; its folder is made.

    Raises:
        ValueError: See ``pruned``.
    """
    saved = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model.load_state_dict(pruned(saved["average"], model))
    # Moments of a gradient through other channels mean nothing.
    begin(target, model, int(saved["step"]))
