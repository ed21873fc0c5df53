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
        "identify.missed.SURE",
        "identify.missed.SURER=1",
        "identify.nowhere.SURE=1",
        "config.best=1",
        "SURE=x",
        "identify.missed.MASK=3",
        "identify.missed.MISSED=x",
        "identify.missed.look_for_missed=1",
        "identify.corners.AGREEING=4.5",
    ],
)
def test_what_is_no_constant_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="give MODULE"):
        try_constants.values_of(text)


def test_constants_and_fields_of_the_configuration_are_named() -> None:
    assert repr(try_constants.values_of("identify.corners.AGREEING=5")) == "{'identify.corners.AGREEING': 5}"
    assert try_constants.values_of("identify.missed.SURE=0.9,config.least_score=0.2") == {
        "identify.missed.SURE": 0.9,
        "config.least_score": 0.2,
    }


def test_a_constant_is_set_in_every_module_that_has_it() -> None:
    """In a process of its own: what is set stays set."""
    code = (
        "import json; from try_constants import reader_with; reader_with({'identify.missed.SURE': 0.9});"
        "from numero_cam.identify import faces, missed, parted, seen;"
        "print(json.dumps([missed.SURE, parted.SURE, seen.SURE, faces.SURE]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "benchmarks",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == [0.9, 0.9, 0.9, 0.98]
