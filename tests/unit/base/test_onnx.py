"""Models are what the manifest says, or are refused with one line."""

from pathlib import Path

import numpy as np
import pytest

from numero_cam.base.errors import ModelError
from numero_cam.base.onnx import Network, sigmoid, softmax
from tests.tiny_onnx import NAMES, about, tiny_onnx, write_models

SHIPPED = Path(__file__).parents[3] / "models"
needs_models = pytest.mark.skipif(not (SHIPPED / "manifest.toml").exists(), reason="this checkout has no trained models yet")


def test_softmax_and_sigmoid_do_not_overflow() -> None:
    logits = np.array([[1000.0, 0.0, -1000.0], [2.0, 2.0, 2.0]], np.float32)
    with np.errstate(over="raise"):
        assert softmax(logits) == pytest.approx(np.array([[1, 0, 0], [1 / 3] * 3]))
        assert sigmoid(logits) == pytest.approx(np.array([[1, 0.5, 0], [0.8808] * 3]), abs=1e-4)
    assert sigmoid(logits).dtype == softmax(logits).dtype == np.float32


def test_a_model_runs_and_has_its_metadata(tmp_path: Path) -> None:
    network = Network.load("face", threads=1, folder=write_models(tmp_path / "models"))
    batch = np.arange(2 * 3 * 4 * 3, dtype=np.uint8).reshape(2, 3, 4, 3)
    out = network.run(batch)
    assert out.dtype == np.float32
    assert (out == batch).all()
    assert network.about == {"name": "face", "version": 1}


def test_a_model_that_is_missing_is_named_with_what_to_do(tmp_path: Path) -> None:
    folder = write_models(tmp_path / "models")
    (folder / "face-v1.onnx").unlink()
    with pytest.raises(ModelError, match=r"face-v1\.onnx: the model is missing; install numero-cam again"):
        Network.load("face", threads=1, folder=folder)


def test_a_model_that_was_changed_is_refused(tmp_path: Path) -> None:
    folder = write_models(tmp_path / "models")
    path = folder / "face-v1.onnx"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(ModelError, match=r"face-v1\.onnx: the model was changed \(its SHA-256"):
        Network.load("face", threads=1, folder=folder)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (tiny_onnx(about("outline")), "is not version 1 of the face model"),
        (tiny_onnx(about("face", version=2)), "is not version 1 of the face model"),
        (tiny_onnx("[]"), "is not version 1 of the face model"),
        (tiny_onnx(None), "is no model that this program can run"),
        (tiny_onnx("{"), "is no model that this program can run"),
        (tiny_onnx(about("face"))[:-40], "is no model that this program can run"),
        (b"\x00\x01 no model \xff" * 50, "is no model that this program can run"),
        (b"", "is no model that this program can run"),
    ],
    ids=["another model", "another version", "strange metadata", "no metadata", "broken metadata", "cut off", "garbage", "empty"],
)
def test_a_file_that_is_not_the_model_of_the_manifest_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    folder = write_models(tmp_path / "models", face=content)
    with pytest.raises(ModelError, match=rf"face-v1\.onnx: {words}.*; install numero-cam again"):
        Network.load("face", threads=1, folder=folder)


@needs_models
@pytest.mark.parametrize("name", NAMES)
def test_the_models_of_this_checkout_are_those_of_its_manifest(name: str) -> None:
    network = Network.load(name, threads=1)
    assert network.about["name"] == name
    assert network.about["preprocessing"]["input"] == "(N, H, W, C) uint8, RGB"


@needs_models
def test_the_models_are_small() -> None:
    sizes = {path.name.rpartition("-")[0]: path.stat().st_size for path in SHIPPED.glob("*.onnx")}
    assert sum(sizes[name] for name in NAMES) <= 6_500_000  # Those that read a photo of Numero.
    assert sum(sizes.values()) <= 7_500_000
