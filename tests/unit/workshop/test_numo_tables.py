"""What measures NUMO's reader: fonts and designs of tables that training does not have, and cards that are where their answers say."""

import numpy as np
import pytest

pytest.importorskip("torch")

from numero_cam.numo.pack import Style
from numero_cam.numo.rules.cards import NUMBERS
from workshop import numo_scenes
from workshop.numo_faces import fonts_of
from workshop.numo_tables import KEPT_BACK_TABLES, kept_back_table
from workshop.synth import fonts
from workshop.synth.tables import KINDS


def test_designs_and_fonts_that_are_kept_back_are_not_those_of_training() -> None:
    names = {make.__name__ for make in KEPT_BACK_TABLES}
    assert names.isdisjoint(make.__name__ for make, _ in KINDS)
    assert {kept_back_table(np.random.default_rng(seed))[0] for seed in range(30)} == names
    try:
        trained, kept = ({file for family in fonts_of(kept_back=back) for file in family} for back in (False, True))
    except fonts.FontsMissingError as error:
        pytest.skip(str(error))
    assert trained
    assert kept
    assert trained.isdisjoint(kept)


@pytest.mark.parametrize("make", KEPT_BACK_TABLES)
def test_a_table_has_a_pattern_and_comes_again_by_its_seed(make) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    one, again, other = (make(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.shape == (512, 512, 3)
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    assert one.mean(axis=2).std() > 1


def test_photos_are_laid_on_kept_back_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def table(rng: np.random.Generator) -> tuple[str, np.ndarray]:
        asked.append(1)
        return kept_back_table(rng)

    monkeypatch.setattr(numo_scenes, "kept_back_table", table)
    scene = numo_scenes.make_numo_scene(np.random.default_rng(1), Style())
    assert asked == [1]
    assert len(scene.labels) == len(scene.quads)
    assert {int(label[:-1]) for label in scene.labels} <= NUMBERS
    assert (scene.quads[..., 0] < scene.picture.shape[1]).all()
