"""The only module that knows onnxruntime: loads a model that is what the manifest says, and runs it."""

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from numero_cam.base.errors import ModelError
from numero_cam.base.files import model_entry

METADATA_KEY = "numero_cam"
"""Key of the ONNX metadata under which labels, preprocessing and version lie as JSON."""
FEATURES = "features"
"""Name of the output that tells what the last layer is given."""


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Chances that add up to 1 over the last axis, of logits of any shape."""
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True), np.float32)


def sigmoid(logits: NDArray[np.floating]) -> NDArray[np.floating]:
    """Chances 0..1, each for itself, of logits of any shape; of the same type."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))


class _Pool:
    """The threads that all models of a process share; onnxruntime makes them once and does not tell whether it has."""

    made = False

    @classmethod
    def make(cls, threads: int) -> None:
        make = getattr(onnxruntime, "set_global_thread_pool_sizes", None)
        if cls.made or make is None:  # Old versions have none.
            return
        with contextlib.suppress(onnxruntime.capi.onnxruntime_pybind11_state.Fail):  # The program that we are a part of made it.
            make(threads, 1)
        cls.made = True


def session_options(threads: int, *, shared: bool = False) -> onnxruntime.SessionOptions:
    """How a model is run in this process.

    Args:
        threads: Processor threads, 1 or more.
        shared: See ``Network.load``.
    """
    if shared:
        _Pool.make(threads)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    if _Pool.made:
        options.use_per_session_threads = False
        return options
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads of four models that all spin while they wait take the cores from each other: `benchmarks/stages.py` took 287 ms, 204 without.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def open_session(data: bytes, threads: int, *, shared: bool = False) -> onnxruntime.InferenceSession:
    """Opens a model from the bytes of its file.

    Args:
        data: The ONNX file.
        threads: Processor threads, 1 or more.
        shared: See ``Network.load``.

    Raises:
        Exception: One of onnxruntime's own, which share no public base: the bytes are no model.
    """
    return onnxruntime.InferenceSession(data, session_options(threads, shared=shared), providers=["CPUExecutionProvider"])


class Network:
    """A loaded model.

    Attributes:
        about: What the file says of itself: ``name``, ``version``, ``preprocessing``, ``labels``, ``calibration``.
    """

    def __init__(self, session: onnxruntime.InferenceSession, about: dict[str, Any]) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        self._outputs = [out.name for out in session.get_outputs()]
        self.about = about

    @classmethod
    def load(cls, name: str, *, threads: int, folder: Path | None = None, shared: bool = False) -> "Network":
        """Loads a model by its name in the manifest.

        Args:
            name: ``detector``, ``outline``, ``face`` or ``index``.
            threads: Processor threads, 1 or more.
            folder: Where the models are; this installation's if not given.
            shared: Whether its threads are those of all models of this process, which is faster; the first one that shares says how many,
                and from then on all share. For whoever owns the process or made such threads: onnxruntime then refuses own ones.

        Raises:
            ModelError: The file is missing, was changed, or is not the version of the manifest.
        """
        entry = model_entry(name, folder)
        try:
            data = entry.path.read_bytes()
        except OSError as error:
            message = f"{entry.path}: the model is missing; install numero-cam again"
            raise ModelError(message) from error
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            message = f"{entry.path}: the model was changed (its SHA-256 is not the manifest's); install numero-cam again"
            raise ModelError(message)
        try:
            session = open_session(data, threads, shared=shared)
            about = json.loads(session.get_modelmeta().custom_metadata_map[METADATA_KEY])
        except Exception as error:  # onnxruntime's own exceptions share no public base
            message = f"{entry.path}: is no model that this program can run; install numero-cam again"
            raise ModelError(message) from error
        if not isinstance(about, dict) or (about.get("name"), about.get("version")) != (name, entry.version):
            message = f"{entry.path}: is not version {entry.version} of the {name} model; install numero-cam again"
            raise ModelError(message)
        return cls(session, about)

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Runs the model.

        Args:
            batch: ``(N, H, W, channels)`` uint8; colours as RGB. Scaling to 0..1 and the layout of channels are inside the model.

        Returns:
            float32, see the network's docstring in ``workshop.nets``.
        """
        (out,) = self._session.run(self._outputs[:1], {self._input: batch})
        return np.asarray(out, np.float32)

    def run_all(self, inputs: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        """Runs a model of several inputs.

        Args:
            inputs: Float32 by their names.

        Returns:
            All outputs in the model's order, float32.
        """
        return [np.asarray(out, np.float32) for out in self._session.run(self._outputs, inputs)]

    def run_with_features(self, batch: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Runs the model, and tells also what its last layer is given.

        Args:
            batch: As for ``run``.

        Returns:
            What ``run`` returns, and float32 ``(N, features)``.

        Raises:
            ModelError: The model does not tell its features.
        """
        if FEATURES not in self._outputs:
            message = f"the {self.about['name']} model tells no features (workshop features adds them); install numero-cam again"
            raise ModelError(message)
        out, features = self._session.run([self._outputs[0], FEATURES], {self._input: batch})
        return np.asarray(out, np.float32), np.asarray(features, np.float32)
