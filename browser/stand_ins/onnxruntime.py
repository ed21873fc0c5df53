"""onnxruntime as the program calls it, answered by onnxruntime-web. What a model is called inside, the build wrote down."""

import hashlib
import json
from collections.abc import Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from browser_vision import ort_open, ort_run
from numpy.typing import NDArray
from pyodide.ffi import run_sync

#: Name, names of inputs and outputs, and the metadata of each model by the SHA-256 of its file.
ABOUT = json.loads(Path(__file__).with_name("models.json").read_bytes())


class SessionOptions(SimpleNamespace):
    """Options: none of them matters with one thread."""

    def add_session_config_entry(self, *_: str) -> None:
        """Change nothing."""


class InferenceSession:
    """A model."""

    def __init__(self, data: bytes, *_: object, **__: object) -> None:
        self._about = ABOUT[hashlib.sha256(data).hexdigest()]
        ort_open(self._about["name"], data)

    def get_inputs(self) -> list[SimpleNamespace]:
        """Return the inputs."""
        return [SimpleNamespace(name=name) for name in self._about["inputs"]]

    def get_outputs(self) -> list[SimpleNamespace]:
        """Return the outputs."""
        return [SimpleNamespace(name=name) for name in self._about["outputs"]]

    def get_modelmeta(self) -> SimpleNamespace:
        """Return what the file says of itself."""
        return SimpleNamespace(custom_metadata_map=self._about["metadata"])

    def run(self, wanted: list[str], inputs: dict[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """Return the wanted outputs."""
        found, told = [], ort_run(self._about["name"], [*inputs, *wanted], *map(np.ascontiguousarray, inputs.values()))
        for data, shape in run_sync(told) if isinstance(told, Awaitable) else told:
            found.append(np.empty(list(shape), np.float32))
            data.assign_to(found[-1])
        return found
