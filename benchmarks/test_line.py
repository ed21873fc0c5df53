"""How long README's test line takes from a clean clone: `python benchmarks/test_line.py [FOLDER]`.

Clones the last commit of this checkout into an empty folder, with an empty home, runs each part of the line there and writes the seconds
of each to `results/test_line.json`. FOLDER must be empty or missing; without it a temporary folder is used and removed. Run it on a machine
that does nothing else: the result holds the load before it began. The processor seconds hardly depend on other programs; half of their sum
is what two quiet cores need at least.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import ROOT, about, write_result

LIMIT_SECONDS = 300  #: What the whole line may take on two quiet cores.
#: Beginnings of the names of environment variables that would make the clone less clean.
NOT_INHERITED = ("NUMERO_CAM", "PYTEST", "PYTHON", "VIRTUAL_ENV", "XDG_")


def readme_line() -> str:
    """README's second line that starts with a new environment."""
    lines = re.findall(r"^python3 -m venv .*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    return str(lines[1])


def clean_environment(home: Path) -> dict[str, str]:
    """This environment with an empty home and without what the program or its tests would read."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_INHERITED)}
    return {**kept, "HOME": str(home)}


def seconds_of(part: str, checkout: Path, environment: dict[str, str]) -> dict[str, float]:
    """Run one part of the line in the clone; return elapsed seconds, and processor seconds of it and all that it started."""
    began, used = time.perf_counter(), children_seconds()
    subprocess.run(part, cwd=checkout, env=environment, shell=True, check=True)  # noqa: S602 - a line of our own README
    return {"elapsed": round(time.perf_counter() - began, 1), "processor": round(children_seconds() - used, 1)}


def children_seconds() -> float:
    """Processor seconds of all programs that this one started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def measure(folder: Path) -> dict[str, dict[str, float]]:
    """Clone into an empty folder and run the line; return what `seconds_of` returns, by the command."""
    home, checkout = folder / "home", folder / "clone"
    home.mkdir(parents=True)
    subprocess.run(["git", "clone", "--quiet", "--no-local", ROOT, checkout], check=True)  # noqa: S603, S607
    environment = clean_environment(home)
    return {part: seconds_of(part, checkout, environment) for part in readme_line().split(" && ")}


def main() -> None:
    """Measure, print and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="where to clone; empty or missing")
    folder = parser.parse_args().folder
    if folder is not None and folder.exists() and any(folder.iterdir()):
        sys.exit(f"test_line.py: error: {folder} is not empty; give an empty folder")
    load = round(os.getloadavg()[0], 1)
    try:
        if folder is None:
            with tempfile.TemporaryDirectory() as temporary:
                parts = measure(Path(temporary))
        else:
            parts = measure(folder)
    except subprocess.CalledProcessError as error:
        sys.exit(f"test_line.py: error: this ended with status {error.returncode}, so nothing is written: {error.cmd}")
    whole = {kind: round(sum(part[kind] for part in parts.values()), 1) for kind in ("elapsed", "processor")}
    seconds = {"limit": LIMIT_SECONDS, "whole line": whole, "parts": parts}
    write_result("test_line", {**about(), "load before": load, "seconds": seconds})
    print(json.dumps(seconds, indent=1))


if __name__ == "__main__":
    main()
