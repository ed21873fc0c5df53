"""Loads and runs ONNX models; a model must match the manifest. This is the only module that imports onnxruntime."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from numero_cam.base.errors import ModelError
from numero_cam.base.files import model_entry
from numero_cam.catalogue import tr

METADATA_KEY = "numero_cam"  #: Key of the ONNX metadata that holds labels, preprocessing, calibration and version as JSON.
FEATURES = "features"  #: Name of the output with the embedding, the input of the last layer.


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the softmax of logits ``(..., classes)`` over the last axis, in float32."""
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True), np.float32)


def sigmoid(logits: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the element-wise sigmoid of logits, in the same type."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))


def session_options(threads: int) -> onnxruntime.SessionOptions:
    """Return the onnxruntime options of a model that uses ``threads`` processor threads."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Waiting threads that spin take the cores from each other.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def open_session(data: bytes, threads: int) -> onnxruntime.InferenceSession:
    """Open a model from the bytes of its file."""
    return onnxruntime.InferenceSession(data, session_options(threads), providers=["CPUExecutionProvider"])


class Network:
    """A loaded model."""

    def __init__(self, session: onnxruntime.InferenceSession, about: dict[str, Any]) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        self._outputs = [out.name for out in session.get_outputs()]
        self.about = about  #: The file's metadata: ``name``, ``version``, ``preprocessing``, ``labels``, ``calibration``.

    @classmethod
    def load(cls, name: str, *, threads: int, folder: Path | None = None) -> "Network":
        """Load a model by its name in the manifest.

        Args:
            name: Of the model, such as ``detector``.
            threads: Number of processor threads, 1 or more.
            folder: Folder of the models; that of this installation if not given.
        """
        entry = model_entry(name, folder)
        try:
            data = entry.path.read_bytes()
        except OSError as error:
            raise ModelError(tr("{file}: the model is missing; install numero-cam again", file=entry.path)) from error
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            raise ModelError(
                tr("{file}: the model was changed (its SHA-256 is not the manifest's); install numero-cam again", file=entry.path)
            )
        try:
            session = open_session(data, threads)
            about = json.loads(session.get_modelmeta().custom_metadata_map[METADATA_KEY])
        except Exception as error:  # onnxruntime's own exceptions share no public base
            raise ModelError(tr("{file}: is no model that this program can run; install numero-cam again", file=entry.path)) from error
        if not isinstance(about, dict) or (about.get("name"), about.get("version")) != (name, entry.version):
            raise ModelError(
                tr("{entry.path}: is not version {entry.version} of the {model} model; install numero-cam again", entry=entry, model=name)
            )
        return cls(session, about)

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Run the model.

        Args:
            batch: ``(N, H, W, channels)`` uint8, colours as RGB; the model itself scales to 0..1 and reorders the axes.

        Returns:
            The first output, float32; its axes after the first, ``N``, are those of the network (``workshop.nets``).
        """
        (out,) = self._session.run(self._outputs[:1], {self._input: batch})
        return np.asarray(out, np.float32)

    def run_all(self, inputs: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        """Run a model with several inputs.

        Returns:
            All outputs in the model's order, float32.
        """
        return [np.asarray(out, np.float32) for out in self._session.run(self._outputs, inputs)]

    def run_with_features(self, batch: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Run the model, and return the embeddings too.

        Returns:
            The result of ``run``, and the embeddings ``(N, features)`` float32.
        """
        if FEATURES not in self._outputs:
            model = self.about["name"]
            raise ModelError(tr("the {model} model tells no features (workshop features adds them); install numero-cam again", model=model))
        out, features = self._session.run([self._outputs[0], FEATURES], {self._input: batch})
        return np.asarray(out, np.float32), np.asarray(features, np.float32)
