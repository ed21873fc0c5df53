"""The spread of hues is fitted on tables whose colours are known."""

from pathlib import Path

import numpy as np
import pytest

from numero_cam.vision import fitted_inks
from numero_cam.vision.table_colours import INKS, InkModel
from workshop import fit_inks
from workshop.fit_inks import InkTable


def table_of(rng: np.random.Generator) -> InkTable:
    """A table whose inks are moved as those of a pack are, and a judge that is right of three cards in four."""
    colour = rng.integers(0, len(INKS.colours), 10)
    centres = np.array([rng.multivariate_normal(centre, 0.1 * spread) for centre, spread in zip(INKS.centres, INKS.between, strict=True)])
    hues = centres[colour] + rng.normal(0, 0.02, (10, 2))
    hues[rng.random(10) < 0.1] = rng.uniform(-1, 1, 2)
    judged = np.full((10, len(INKS.colours)), 0.1)
    said = np.where(rng.random(10) < 0.75, colour, rng.integers(0, len(INKS.colours), 10))
    judged[np.arange(10), said] = 0.6
    return InkTable(judged, hues, np.ones(10), colour)


def of_judge(tables: list[InkTable]) -> float:
    return -float(np.mean([np.log(table.judged[np.arange(10), table.colour]) for table in tables]))


def test_what_is_fitted_on_some_tables_tells_colours_of_others_better_than_the_judge() -> None:
    rng = np.random.default_rng(1)
    shown, others = [table_of(rng) for _ in range(12)], [table_of(rng) for _ in range(12)]
    fitted = fit_inks.fit(shown)
    assert fit_inks.loss(fitted, others) < 0.7 * of_judge(others)


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    fit_inks.write(INKS, tmp_path / "fitted.py")
    assert (tmp_path / "fitted.py").read_text() == Path(fitted_inks.__file__).read_text()
    found: dict[str, dict[str, object]] = {}
    exec((tmp_path / "fitted.py").read_text(), found)  # noqa: S102 - it is Python, and written just now
    again = InkModel.of(found["FITTED"])
    assert again.centres == pytest.approx(INKS.centres, abs=1e-4)
    assert again.outliers == INKS.outliers
