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


def test_no_family_is_in_both_lists() -> None:
    from workshop.web_fonts import JUDGE_LIST, TRAINING_LIST, families  # noqa: PLC0415

    trained, judged = families(TRAINING_LIST), families(JUDGE_LIST)
    assert len(trained) > 100
    assert len(judged) > 40
    assert trained.isdisjoint(judged)


def test_playful_fonts_are_drawn_for_training_and_never_where_the_judge_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PIL")
    from workshop.synth.fonts import Font  # noqa: PLC0415
    from workshop.web_fonts import JUDGE_LIST, TRAINING_LIST, families  # noqa: PLC0415

    both = {listing: sorted(families(listing))[:2] for listing in (TRAINING_LIST, JUDGE_LIST)}
    names = [(f"{family}-latin-400-normal", k == 1) for some in both.values() for k, family in enumerate(some)]
    told = {name: Font(name, "", name, "sans", 0.7, 0.4, "", playful) for name, playful in names}
    monkeypatch.setattr("workshop.wide.fonts.with_playful", lambda: told)
    assert list(wide.new_fonts(TRAINING_LIST)) == both[TRAINING_LIST]
    assert list(wide.new_fonts(JUDGE_LIST)) == both[JUDGE_LIST][:1]
