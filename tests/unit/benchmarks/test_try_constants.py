"""Constants are set wherever they were imported, and what is no constant is refused."""

import argparse
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

try_constants = importlib.import_module("try_constants")
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "text",
    [
        "vision.plane.MAX_CORNER_ERROR",
        "vision.plane.FITTING=1",
        "vision.nowhere.SURE=1",
        "config.best=1",
        "SURE=x",
        "vision.plane.UNIT=3",
        "vision.plane.MAX_CORNER_ERROR=x",
        "vision.plane.find_plane=1",
        "vision.plane.MAX_STARTS=4.5",
    ],
)
def test_what_is_no_constant_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="give MODULE"):
        try_constants.values_of(text)


def test_constants_and_fields_of_the_configuration_are_named() -> None:
    assert repr(try_constants.values_of("vision.plane.MAX_STARTS=5")) == "{'vision.plane.MAX_STARTS': 5}"
    assert try_constants.values_of("vision.plane.MAX_CORNER_ERROR=0.04,config.least_score=0.2") == {
        "vision.plane.MAX_CORNER_ERROR": 0.04,
        "config.least_score": 0.2,
    }


def test_a_constant_is_set_in_every_module_that_has_it() -> None:
    """In a process of its own: what is set stays set."""
    code = (
        "import json; from try_constants import reader_with; reader_with({'vision.plane.MAX_CORNER_ERROR': 0.04});"
        "from numero_cam.vision import candidates, plane;"
        "print(json.dumps([plane.MAX_CORNER_ERROR, candidates.MAX_CORNER_ERROR, plane.HIDDEN_CORNER_WEIGHT]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "benchmarks",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == [0.04, 0.04, 0.03]
