"""The names that other programs may use are exactly those of ``__all__``, and every one of them is there."""

import importlib
import subprocess
import sys

import pytest

import numero_cam

PACKAGES = ["numero_cam", "numero_cam.game", "numero_cam.rules", "numero_cam.solve"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_exists_and_is_sorted(package: str) -> None:
    module = importlib.import_module(package)
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert len(set(module.__all__)) == len(module.__all__)


def test_the_public_names() -> None:
    assert numero_cam.__all__ == [
        "Card",
        "NumeroCamError",
        "Position",
        "Reader",
        "Settings",
        "Solution",
        "parse_card",
        "parse_cards",
        "parse_position",
        "read_photo",
        "table_position",
        "takers_of_all",
    ]


def test_a_name_that_is_none() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = numero_cam.nonsense


def test_importing_the_package_only_switches_telemetry_off() -> None:
    code = "import sys, numero_cam; print(*sorted(m for m in sys.modules if m.startswith('numero_cam.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["numero_cam.base", "numero_cam.base.telemetry"]
