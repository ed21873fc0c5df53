"""Models that cannot be used: one line on standard error and status 1, whatever is wrong with them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.base import files
from tests.tiny_onnx import tiny_onnx, write_manifest, write_models

Cli = Callable[..., Any]


def _garbage(folder: Path) -> None:
    """Also in the manifest: only loading can tell."""
    (folder / "outline-v1.onnx").write_bytes(b"garbage" * 100)
    write_manifest(folder)


@pytest.mark.parametrize("command", ["read", "solve"])
def test_models_that_cannot_be_used(cli: Cli, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """What is wrong with them is told by tests/unit/base."""
    folder = write_models(tmp_path / "models")
    (folder / "outline-v1.onnx").write_bytes(tiny_onnx("{}"))
    monkeypatch.setattr(files, "data_folder", lambda _: folder)
    got = cli(command, photo)
    assert (got.status, got.out) == (1, "")
    assert "the model was changed" in got.err
    assert got.err.endswith("install numero-cam again\n")
    assert got.err.count("\n") == 1


def test_no_models_at_all(cli: Cli, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PACKAGE", tmp_path / "numero_cam")
    got = cli("read", photo)
    assert (got.status, got.out) == (1, "")
    assert got.err == "numero-cam: the folder models/ is missing from this installation; install numero-cam again\n"


@pytest.mark.slow
def test_nothing_else_speaks_on_standard_error(photo: Path, tmp_path: Path) -> None:
    """In a process of its own, because onnxruntime writes past Python."""
    folder = write_models(tmp_path / "models")
    _garbage(folder)
    code = (
        "import sys; from pathlib import Path; from numero_cam.base import files; from numero_cam.cli.shell import run\n"
        "files.data_folder = lambda _: Path(sys.argv[1])\n"
        "sys.exit(run(['read', sys.argv[2]]))"
    )
    got = subprocess.run([sys.executable, "-c", code, str(folder), str(photo)], capture_output=True, text=True, check=False)
    assert (got.returncode, got.stdout) == (1, "")
    assert got.stderr.count("\n") == 1
    assert "is no model that this program can run" in got.stderr
