"""Writes trained networks as ONNX with all that their use needs, and the manifest."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from numero_cam.base.onnx import METADATA_KEY, open_session
from workshop.features import tell_features
from workshop.manifest import enter

OPSET = 17
#: Weights of so many numbers and more are stored in fewer bits and widened when the model is loaded: fewer bytes, same speed.
HALF_FROM = 256
#: Largest difference between torch and the exported model, in shares of the largest output, or of a judge's chances; fewer bits move them
#: by less.
PARITY = 0.03


class FromBytes(nn.Module):
    """A network that takes pictures as they come, ``(N, H, W, C)`` uint8."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor) -> Tensor:
        """Scales to 0..1 and puts channels first."""
        out: Tensor = self.network(x.permute(0, 3, 1, 2).float() / 255.0)
        return out


def narrow(model: onnx.ModelProto) -> None:
    """Stores big float32 weights as float16 behind a cast; those of dense layers, the biggest, as int8 with a scale a row."""
    widen = []
    for k, weight in enumerate(list(model.graph.initializer)):
        if weight.data_type != TensorProto.FLOAT:
            continue
        values = numpy_helper.to_array(weight)
        if values.size < HALF_FROM:
            continue
        model.graph.initializer.remove(weight)
        stored, scales = f"{weight.name}_stored", f"{weight.name}_scales"
        if values.ndim == 2:  # (outputs, inputs) of a `Gemm` with transB; (inputs, outputs) of a `MatMul`, as the judge's
            scale = np.maximum(np.abs(values).max(axis=1), 1e-12).astype(np.float32) / 127
            model.graph.initializer.append(numpy_helper.from_array(np.round(values / scale[:, None]).astype(np.int8), stored))
            model.graph.initializer.append(numpy_helper.from_array(scale, scales))
            widen.append(helper.make_node("DequantizeLinear", [stored, scales], [weight.name], axis=0, name=f"widen_{k}"))
        else:
            model.graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), stored))
            widen.append(helper.make_node("Cast", [stored], [weight.name], to=TensorProto.FLOAT, name=f"widen_{k}"))
    for node in reversed(widen):
        model.graph.node.insert(0, node)


def _check_parity(network: nn.Module, example: Tensor, data: bytes) -> None:
    (out,) = open_session(data, 2).run(["out"], {"pictures": example.numpy()})
    with torch.no_grad():
        expected = network(example).numpy()
    off = float(np.abs(out - expected).max() / max(1.0, float(np.abs(expected).max())))
    if off > PARITY:
        raise ValueError(f"the exported model differs from the trained one by {off:.4f}")


def export(
    network: nn.Module, target: Path, *, size: tuple[int, int, int], about: dict[str, Any], any_size: bool = False, features: bool = False
) -> None:
    """Writes a trained network, which takes ``(N, C, H, W)`` float32 0..1, as ONNX, and enters it in ``manifest.toml`` beside it.

    ``target`` is ``<name>-v<version>.onnx`` in the models' folder, ``size`` height, width and channels of the input; with ``any_size`` the
    first two may vary. ``about`` has at least ``name`` and ``version`` and goes into the file. With ``features`` it tells what its last
    layer is given, too.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    wrapped = FromBytes(network.to("cpu", memory_format=torch.contiguous_format)).eval()
    example = torch.randint(0, 256, (2, *size), dtype=torch.uint8, generator=torch.Generator().manual_seed(1))
    axes = {0: "n", 1: "height", 2: "width"} if any_size else {0: "n"}
    torch.onnx.export(
        wrapped, (example,), str(target), input_names=["pictures"], output_names=["out"],
        dynamic_axes={"pictures": axes, "out": {0: "n"}}, opset_version=OPSET, dynamo=False,
    )  # fmt: skip
    model = onnx.load(str(target))
    narrow(model)
    if features:
        tell_features(model)
    helper.set_model_props(model, {METADATA_KEY: json.dumps(about)})
    onnx.checker.check_model(model)
    data = model.SerializeToString()
    _check_parity(wrapped, example, data)
    target.write_bytes(data)
    enter(target, about)
