"""A benchmark's result, and what it says of where it was measured."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numero_cam.base.files import model_entry

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
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


def about_eyes() -> dict[str, object]:
    """The same, and which models read the cards: the model card says so where others ship."""
    return {**about(), "models": model_versions()}


def model_versions() -> dict[str, int]:
    """The version of each model of this installation."""
    return {name: model_entry(name).version for name in MODELS}


def run_version(checkout: Path, arguments: Sequence[str]) -> tuple[str, float]:
    """What the program of a checkout prints, and its seconds of processor; the start is included."""
    import resource  # noqa: PLC0415 - absent on Windows

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(checkout / ".venv" / "bin" / "numero-cam"), *arguments]
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - this program
    if done.returncode:
        raise SystemExit(f"{checkout}: {' '.join(arguments)}: {done.stderr.strip()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_result(name: str, result: object) -> None:
    """Writes what was measured into ``results/NAME.json``."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(rows_text(result) + "\n", encoding="utf-8")


def known_result(name: str) -> Any:  # noqa: ANN401 - as it was written
    """What an earlier run has measured; empty where there was none."""
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def rows_text(value: object, depth: int = 0) -> str:
    """A result as JSON for a file: a line for each name of an object and for each row of a list."""
    inside, end = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, Mapping) and (depth == 0 or any(isinstance(part, (Mapping, list)) for part in value.values())):
        return "{" + ",".join(f"{inside}{json.dumps(name)}: {rows_text(part, depth + 1)}" for name, part in value.items()) + end + "}"
    if isinstance(value, list) and any(isinstance(part, (Mapping, list)) for part in value):
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
