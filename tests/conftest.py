"""Fixtures that several parts of the tests use. Pictures are drawn here, none is kept."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def quarters() -> NDArray[np.uint8]:
    """``(48, 64, 3)`` uint8 RGB, its quarters red, green, blue and white in reading order: every turn and channel mix-up shows."""
    pixels = np.zeros((48, 64, 3), np.uint8)
    pixels[:24, :32] = (250, 10, 10)
    pixels[:24, 32:] = (10, 250, 10)
    pixels[24:, :32] = (10, 10, 250)
    pixels[24:, 32:] = (250, 250, 250)
    return pixels


@pytest.fixture
def photo(quarters: NDArray[np.uint8], tmp_path: Path) -> Path:
    """A small photo on disk."""
    path = tmp_path / "photo.jpg"
    Image.fromarray(quarters).save(path, quality=95)
    return path
