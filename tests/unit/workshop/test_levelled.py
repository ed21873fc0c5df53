"""Rare styles of print are drawn often, and nothing else of a design changes."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

pytest.importorskip("PIL")

from workshop.synth import fonts, levelled
from workshop.synth.chance import random_design
from workshop.synth.faces import draw_face
from workshop.synth.styles import Design

DECKS = 600


@pytest.fixture(scope="module", autouse=True)
def _needs_fonts() -> None:
    try:
        fonts.catalogue()
    except fonts.FontsMissingError as error:
        pytest.skip(str(error))


@cache
def _decks(kind: str) -> list[Design]:
    return [levelled.levelled(np.random.default_rng([1, k]), random_design(np.random.default_rng([2, k]), kind=kind)) for k in range(DECKS)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ways", "of"),
    [
        (levelled.GROUNDS, lambda d: d.ground.name),
        (levelled.GROUNDS, lambda d: d.wild.ground.name),
        (levelled.LINES, lambda d: d.ground.pattern),
        (levelled.LINES, lambda d: d.wild.ground.pattern),
        (levelled.LAYOUTS, lambda d: d.index.layout),
        (levelled.MARKS, lambda d: d.index.mark),
        (levelled.EFFECTS, lambda d: d.number.effect),
        (levelled.FRACTIONS, lambda d: d.wild.fraction),
        (levelled.COLOURINGS, lambda d: d.wild.colouring),
        (levelled.WILD_LAYOUTS, lambda d: d.wild.layout),
        (levelled.LETTERS, lambda d: d.wild.letter),
    ],
)
def test_each_way_is_in_at_least_a_third_of_its_even_share_of_the_decks(ways: tuple[str, ...], of: Callable[[Design], str]) -> None:
    counts = Counter(of(design) for design in _decks("numbers"))
    assert min(counts[way] for way in ways) >= DECKS / len(ways) / 3, counts


def test_fractions_as_per_cent_or_decimals_have_no_other_such_spelling_beside_them() -> None:
    for design in _decks("numbers"):
        spelled = design.wild.fraction in {"percent", "decimal"}
        assert design.wild.fraction not in design.wild.small
        assert not spelled or set(design.wild.small) <= {"fraction"}
        assert spelled or "fraction" not in design.wild.small


@pytest.mark.parametrize("kind", ["tiles", "playing"])
def test_other_kinds_come_back_as_they_are(kind: str) -> None:
    design = random_design(np.random.default_rng(3), kind=kind)
    assert levelled.levelled(np.random.default_rng(4), design) == design


def test_inks_and_fonts_stay_and_every_design_can_be_drawn() -> None:
    for k in range(25):
        old = random_design(np.random.default_rng([5, k]), kind="numbers")
        new = levelled.levelled(np.random.default_rng([6, k]), old)
        assert (new.colours, new.paper, new.main, new.wild_font) == (old.colours, old.paper, old.main, old.wild_font)
        for label in ("14g", "9r", "2/5", "N3", "x4"):
            assert draw_face(new, label, 120).shape[0] == 120
