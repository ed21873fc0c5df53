"""Packs wider than training draws: inks that people still call by their names, and fonts unpacked from npm's packages."""

import colorsys
from pathlib import Path

import numpy as np
import pytest

from workshop import wide

fonttools = pytest.importorskip("fontTools", reason="fonttools is not installed; .venv/bin/pip install -e '.[workshop]'")


@pytest.mark.parametrize("seed", range(40))
def test_four_inks_have_hues_by_which_people_name_them(seed: int) -> None:
    for ink, (low, high) in zip(wide.four(np.random.default_rng(seed)), wide.HUES.values(), strict=True):
        hue = 360 * colorsys.rgb_to_hsv(*(part / 255 for part in ink))[0]
        assert any(low - 6 <= hue + turn <= high + 6 for turn in (-360, 0))


def test_inks_are_dark_pale_and_bright() -> None:
    values = [max(ink) / 255 for seed in range(200) for ink in wide.four(np.random.default_rng(seed))[:3]]
    assert min(values) < 0.3
    assert max(values) > 0.98


def test_a_folder_without_packages_is_named(tmp_path: Path) -> None:
    from workshop.web_fonts import unpack  # noqa: PLC0415

    with pytest.raises(FileNotFoundError, match="npm_fonts"):
        unpack(tmp_path, tmp_path / "fonts")
