"""Lets a model tell its features too: what its last layer is given. Learned decks compare cards by them."""

import json
from pathlib import Path

import onnx
from onnx import ModelProto, TensorProto, helper

from numero_cam.base.files import model_entry
from numero_cam.base.onnx import FEATURES, METADATA_KEY
from workshop.manifest import enter


def tell_features(model: ModelProto) -> None:
    """Gives a model a second output, the features; one that has it stays as it is.

    Raises:
        ValueError: The model's answer does not come from a dense layer.
    """
    if any(out.name == FEATURES for out in model.graph.output):
        return
    answer = model.graph.output[0].name
    last = next(node for node in model.graph.node if answer in node.output)
    if last.op_type != "Gemm":
        raise ValueError(f"the answer comes from {last.op_type}, and only a dense layer is given features")
    model.graph.node.append(helper.make_node("Identity", [last.input[0]], [FEATURES], name="tell_features"))
    model.graph.output.append(helper.make_tensor_value_info(FEATURES, TensorProto.FLOAT, ["n", None]))
    onnx.checker.check_model(model)


def add_features(models: Path, name: str) -> str:
    """Gives a model that was exported without features this output, and enters it in the manifest.

    Args:
        models: The folder of the models.
        name: As in the manifest.

    Returns:
        A line that says what was done.

    Raises:
        ModelError: The manifest has no such model.
    """
    path = model_entry(name, models).path
    model = onnx.load(str(path))
    tell_features(model)
    path.write_bytes(model.SerializeToString())
    about = next(json.loads(entry.value) for entry in model.metadata_props if entry.key == METADATA_KEY)
    enter(path, about)
    return f"{path}: tells its features"
