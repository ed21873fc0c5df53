"""The smallest ONNX file that runs, written byte by byte: the package that usually writes them is not among what the checks need.

Numbers of fields are those of onnx.proto. A folder of models is such files with their manifest.
"""

import hashlib
import json
from pathlib import Path

from numero_cam.base.onnx import METADATA_KEY

NAMES = ("detector", "outline", "face", "index")
UINT8 = 2


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _field(number: int, value: int | str | bytes) -> bytes:
    """One field of a protobuf message."""
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    data = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(data)) + data


def _tensor(name: str) -> bytes:
    """Name and type of an input or output: uint8 of any four sides."""
    shape = b"".join(_field(1, _field(2, f"{name}{k}")) for k in range(4))
    return _field(1, name) + _field(2, _field(1, _field(1, UINT8) + _field(2, shape)))


def tiny_onnx(metadata: str | None) -> bytes:
    """A model that gives back what it gets; ``metadata`` lies under the program's key, if it is not None."""
    node = _field(1, "pictures") + _field(2, "out") + _field(4, "Identity")
    graph = _field(1, node) + _field(2, "tiny") + _field(11, _tensor("pictures")) + _field(12, _tensor("out"))
    properties = b"" if metadata is None else _field(14, _field(1, METADATA_KEY) + _field(2, metadata))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 17)) + properties


def about(name: str, version: int = 1) -> str:
    """What a model says of itself."""
    return json.dumps({"name": name, "version": version})


def write_manifest(folder: Path, *, version: object = 1) -> None:
    """Writes a manifest that is true of the model files in the folder."""
    lines = [f"version = {json.dumps(version)}"]
    for name in NAMES:
        path = folder / f"{name}-v1.onnx"
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        lines += [f"[models.{name}]", "version = 1", f'file = "{path.name}"', f'sha256 = "{digest}"']
    (folder / "manifest.toml").write_text("\n".join(lines), encoding="utf-8")


def write_models(folder: Path, **contents: bytes) -> Path:
    """Fills a folder with tiny models and their manifest; ``contents`` stands in for the file of that name."""
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}-v1.onnx").write_bytes(contents.get(name, tiny_onnx(about(name))))
    write_manifest(folder)
    return folder
