"""The manifest of the models, in which each stands with its version and the hash of its file."""

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

from numero_cam.base.files import MANIFEST_VERSION


def enter(target: Path, about: dict[str, Any]) -> None:
    """Writes or replaces the model's entry in the manifest."""
    path = target.parent / "manifest.toml"
    models = tomllib.loads(path.read_text(encoding="utf-8"))["models"] if path.exists() else {}
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    models[about["name"]] = {"version": about["version"], "file": target.name, "sha256": digest}
    lines = ["# Written by `python -m workshop export`; the program refuses files that differ.", f"version = {MANIFEST_VERSION}"]
    for name in sorted(models):
        lines += ["", f"[models.{name}]", *(f"{k} = {json.dumps(v)}" for k, v in models[name].items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
