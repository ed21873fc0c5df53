"""What a benchmark's result says of where it was measured."""

import json
import os
import platform
import subprocess
from pathlib import Path

from numero_cam.base.files import model_entry

MODELS = ("detector", "outline", "face", "index", "judge")


def about() -> dict[str, object]:
    """Commit, machine and versions."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()  # noqa: S607
    return {
        "commit": commit,
        "machine": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
    }


def model_versions() -> dict[str, int]:
    """The version of each model of this installation.

    Raises:
        ModelError: The models' manifest cannot be read.
    """
    return {name: model_entry(name).version for name in MODELS}


def rows_text(value: object, depth: int = 0) -> str:
    """A result as JSON for a file: a line for each name of an object and for each row of a list."""
    inside, end = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, dict) and (depth == 0 or any(isinstance(part, (dict, list)) for part in value.values())):
        return "{" + ",".join(f"{inside}{json.dumps(name)}: {rows_text(part, depth + 1)}" for name, part in value.items()) + end + "}"
    if isinstance(value, list) and any(isinstance(part, (dict, list)) for part in value):
        return "[" + ",".join(inside + json.dumps(part, ensure_ascii=False) for part in value) + end + "]"
    return json.dumps(value, ensure_ascii=False)


def _processor() -> str:
    """The processor's name, with its model where Linux tells it: clouds call many models by one name."""
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor() or platform.machine()
    told = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in info.read_text().splitlines())}
    name = told.get("model name") or platform.processor() or platform.machine()
    return f"{name} (family {told['cpu family']}, model {told['model']})" if "model" in told and "cpu family" in told else name
