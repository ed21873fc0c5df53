"""The regression by ink tells the colours of decks that it was not fitted on."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the workshop's packages are not installed")

from numero_cam.workshop import drawn, inks

SAMPLES = 500


def drawn_decks(folder: Path, first: int) -> Path:
    drawn.collect(folder / "drawn", first_deck=first, decks=12, seed=3, workers=1, kind="numbers")
    return folder / "drawn"


def test_most_colours_are_told_by_the_ink_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inks, "SAMPLES", SAMPLES)
    weights = np.array(inks.fit_inks([drawn_decks(tmp_path / "fit", 0)]))
    assert weights.shape == (15, len(inks.TOLD))
    features, colours = inks._prints([drawn_decks(tmp_path / "other", 12)])
    coloured = colours < len(inks.TOLD) - 1  # the last is none of them
    right = (features[coloured] @ weights).argmax(axis=1) == colours[coloured]
    assert right.mean() > 0.6, "by chance one of five"
