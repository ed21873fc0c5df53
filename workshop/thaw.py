"""From a model that ships back to a checkpoint, from which training goes on where the runs themselves are gone.

Exporting joins each batch norm with the convolution before it. Here they are parted again: what a norm would have measured is measured
on samples, and its scale and shift are what makes the network answer as the model does. Weights come out as exact as they are stored.
"""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from onnx import ModelProto, numpy_helper
from torch import Tensor, nn

from numero_cam.base.onnx import METADATA_KEY

#: What a convolution's filters are scaled to, which the norm behind them takes back: a step of training turns long ones less.
FILTER_NORM = 2.0

MOST_OFF = 1e-3  #: So much may an answer change by rounding, in shares of the largest.

Arrays = dict[str, NDArray[Any]]


def widened(model: ModelProto) -> Arrays:
    """All stored numbers by name, those that the model widens itself by the name of the result."""
    out: Arrays = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    for node in model.graph.node:
        if not node.name.startswith("widen_"):
            continue
        stored = out[node.input[0]].astype(np.float32)
        out[node.output[0]] = stored * out[node.input[1]][:, None] if node.op_type == "DequantizeLinear" else stored
    return out


def _module_of(node: str) -> str:
    """The module behind a node's name: ``/network/stage8/stage8.1/first/first.0/Conv`` is ``stage8.1.first.0``."""
    parts: list[str] = []
    for part in node.split("/")[2:-1]:
        if parts and part.startswith(parts[-1] + "."):
            parts[-1] = part
        else:
            parts.append(part)
    return ".".join(parts)


def _norm_after(network: nn.Module, name: str) -> nn.BatchNorm2d | None:
    """The batch norm that follows a layer in its sequence."""
    parent, _, place = name.rpartition(".")
    sequence = network.get_submodule(parent)
    if not isinstance(sequence, nn.Sequential) or int(place) + 1 >= len(sequence):
        return None
    after = sequence[int(place) + 1]
    return after if isinstance(after, nn.BatchNorm2d) else None


def _start(norm: nn.BatchNorm2d, shift: Tensor) -> None:
    """A norm that only shifts."""
    assert norm.running_mean is not None  # noqa: S101 - for the type checker
    assert norm.running_var is not None  # noqa: S101 - for the type checker
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1)
    norm.bias.copy_(shift)


@torch.no_grad()
def load(model: ModelProto, network: nn.Module) -> None:
    """Gives a network, in evaluation from here on, the weights of a model of ``export``; its norms after convolutions only shift."""
    numbers = widened(model)
    state = network.state_dict()
    given: set[nn.Module] = set()
    try:
        for name in state.keys() & {key.removeprefix("network.") for key in numbers}:
            state[name].copy_(torch.from_numpy(numbers[f"network.{name}"].copy()))
        for node in model.graph.node:
            if node.op_type not in {"Conv", "Gemm", "MatMul"}:
                continue
            name = _module_of(node.name)
            weight = torch.from_numpy(numbers[node.input[1]].copy())
            layer = network.get_submodule(name)
            assert isinstance(layer, nn.Conv2d | nn.Linear)  # noqa: S101 - for the type checker
            layer.weight.copy_(weight.T if node.op_type == "MatMul" else weight)
            given.add(layer)
            norm = _norm_after(network, name)
            if norm is not None and node.op_type == "Conv":
                _start(norm, torch.from_numpy(numbers[node.input[2]].copy()))
    except (AttributeError, RuntimeError) as error:
        raise ValueError(f"the model is of another form than the network of this version: {error}") from error
    missing = [name for name, layer in network.named_modules() if isinstance(layer, nn.Conv2d | nn.Linear) and layer not in given]
    if missing:
        raise ValueError(f"the model is of another form than the network of this version: it has no {missing[0]}")
    network.eval()


@torch.no_grad()
def part_norms(network: nn.Module, batches: list[Tensor]) -> None:
    """Lets a loaded network's norms after convolutions normalise again, without changing what it answers.

    It is measured on batches ``(N, C, H, W)`` float32 0..1.
    """
    pairs = [(layer, _norm_after(network, name)) for name, layer in network.named_modules() if isinstance(layer, nn.Conv2d)]
    convolutions = [(layer, norm) for layer, norm in pairs if norm is not None]
    sums = {layer: torch.zeros(3, layer.out_channels, dtype=torch.float64) for layer, _ in convolutions}

    def measure(layer: nn.Conv2d) -> Callable[[nn.Module, tuple[Tensor, ...], Tensor], None]:
        def hook(_: nn.Module, __: tuple[Tensor, ...], out: Tensor) -> None:
            flat = out.double().transpose(0, 1).flatten(1)
            sums[layer] += torch.stack([flat.sum(1), (flat**2).sum(1), torch.full_like(flat[:, 0], flat.shape[1])])

        return hook

    hooks = [layer.register_forward_hook(measure(layer)) for layer, _ in convolutions]
    for batch in batches:
        network(batch)
    for hook in hooks:
        hook.remove()
    for layer, norm in convolutions:
        _part(layer, norm, *sums[layer])


def _part(layer: nn.Conv2d, norm: nn.BatchNorm2d, total: Tensor, squares: Tensor, count: Tensor) -> None:
    assert norm.running_mean is not None  # noqa: S101 - for the type checker
    assert norm.running_var is not None  # noqa: S101 - for the type checker
    mean = total / count
    variance = (squares / count - mean**2).clamp(min=1e-8)
    longer = FILTER_NORM / layer.weight.flatten(1).norm(dim=1).clamp(min=1e-6)
    layer.weight.mul_(longer[:, None, None, None])
    norm.running_mean.copy_(mean * longer)
    norm.running_var.copy_(variance * longer**2)
    norm.weight.copy_((variance * longer**2 + norm.eps).sqrt() / longer)
    norm.bias.add_(mean)


def thawed(model: ModelProto, network: nn.Module, batches: list[Tensor]) -> int:
    """Gives a network the weights of a model, with norms (``part_norms``) from which training can go on; returns the model's steps."""
    load(model, network)
    with torch.no_grad():
        before = network(batches[0])
        part_norms(network, batches)
        off = float((network(batches[0]) - before).abs().max() / before.abs().max())
    if off > MOST_OFF:
        raise ValueError(f"with its norms parted the network answers otherwise, by {off:.4f} of its largest answer")
    about = json.loads(next(entry.value for entry in model.metadata_props if entry.key == METADATA_KEY))
    return int(about["training"]["steps"])
