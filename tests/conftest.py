"""Fixtures that several parts of the tests use. Pictures are drawn here, none is kept."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numpy.typing import NDArray
from PIL import Image

from numero_cam.base.records import CardReading, Corners, TableCard, TableState

# No test fails because a machine is slow.
settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")

MakeTable = Callable[..., TableState]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write recorded texts anew instead of comparing with them")


@pytest.fixture(scope="session")
def root() -> Path:
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


def _corners(place: int) -> Corners:
    left, top = 60 + 110 * (place % 5), 60 + 170 * (place // 5)
    return np.array([[left, top], [left + 80, top], [left + 80, top + 120], [left, top + 120]], np.float32)


@pytest.fixture(scope="session")
def make_table() -> MakeTable:
    """Makes a table from rows ``(label, zone)``, ``(label, zone, confidence)`` or ``(label, zone, confidence, stack, order)``."""

    def make(*rows: tuple[object, ...], name: str = "table.jpg") -> TableState:
        cards = []
        for n, row in enumerate(rows, start=1):
            label, zone = row[:2]
            usual: tuple[object, ...] = (0.99, n - 1, 0)
            confidence, stack, order = row[2:] + usual[len(row) - 2 :]
            assert label is None or isinstance(label, str)
            assert isinstance(confidence, float)
            alternatives = (("9r", 0.3), ("8r", 0.1)) if label is None else (("9r", 0.004),)
            reading = CardReading(_corners(n - 1), label, confidence, alternatives, reason="" if label else "not clear enough")
            cards.append(TableCard(n, reading, None if zone is None else str(zone), int(str(stack)), int(str(order))))
        return TableState(name, 640, 480, tuple(cards), (), {"decode": 1.0, "detect": 2.0, "total": 3.0})

    return make
