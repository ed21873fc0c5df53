"""Which colour a number's answer names, and what is measured on a sample photo."""

import importlib
from pathlib import Path

import pytest

from numero_cam.base.onnx import Network
from numero_cam.identify.faces import FaceReader
from numero_cam.identify.indices import IndexReader

colours = importlib.import_module("colours")
SAMPLE = Path(__file__).parents[3] / "sample_images" / "02_two_builds.jpg"


@pytest.mark.parametrize(
    ("label", "told"), [("7r", 0), ("12o", 3), ("7", 4), ("10k", 4), ("x3", None), ("1/4", None), ("10s", None), (None, None)]
)
def test_the_colour_of_an_answer(label: str | None, told: int | None) -> None:
    assert colours.true_colour(label) == told


def test_a_table_tells_its_colours() -> None:
    face = Network.load("face", threads=1)
    reader = FaceReader(face, IndexReader(Network.load("index", threads=1)))
    row = colours.measured(reader, face, [SAMPLE])
    assert row["cards"] >= 4
    assert row["right"]["table"] == 1.0
    assert row["one_colour_90_percent_below"] < row["two_colours_97_percent_above"]
    assert "two_builds" in colours.table({"two_builds": row})


def test_a_folder_without_numbers_has_no_shares() -> None:
    row = colours.measured(None, None, [])
    assert row["cards"] == 0
    assert set(row["right"].values()) == {None}
    assert "-" in colours.table({"none": row})
