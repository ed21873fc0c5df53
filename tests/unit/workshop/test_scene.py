"""Scenes: the answer tells what is seen, packs of playing cards have their court cards, and one seed gives one picture."""

from dataclasses import replace

import numpy as np
import pytest

from numero_cam.base import geometry
from workshop.labels import PLAYING_LABELS
from workshop.scenes import NO_CARD
from workshop.synth import tables
from workshop.synth.playing import draw_playing
from workshop.synth.scene import Deck, Scene, make_scene


def scene(seed: int, kind: str) -> Scene:
    rng = np.random.default_rng(seed)
    return make_scene(rng, Deck(rng, kind=kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["playing", "numbers"])
def test_cards_lie_where_the_answer_says(kind: str) -> None:
    told, labels = 0, set[str | None]()
    for seed in range(4):
        drawn = scene(seed, kind)
        labels |= {card.label for card in drawn.cards}
        for k, card in enumerate(drawn.cards):
            rows, columns = np.nonzero(drawn.ids == k)
            points = np.column_stack([columns, rows]) * 2.0
            if len(points) > 50:
                told += 1
                assert geometry.contains(np.array(card.quad), points).mean() > 0.9
            area = geometry.area(np.array(card.quad, np.float32))
            # Counted on every second pixel: off by at most half of a step along the border.
            border = float(np.linalg.norm(np.roll(np.array(card.quad), -1, axis=0) - card.quad, axis=1).sum())
            off = 0.02 if area > 3000 else max(0.02, border / max(area, 1.0))
            assert card.visible == pytest.approx(min(1.0, 4 * len(points) / area), abs=off), "hands and things hide too"
        assert set(np.unique(drawn.ids)) <= {NO_CARD, *range(len(drawn.cards))}
    assert told > 10
    if kind == "playing":
        assert None in labels, "a court card has no label"
        assert labels <= {None, *PLAYING_LABELS}


@pytest.mark.parametrize(("columns", "between"), [(False, True), (True, False)])
def test_pips_of_an_eight_stand_in_two_columns_or_between_them_too(columns: bool, between: bool) -> None:
    design = Deck(np.random.default_rng(2), kind="playing").design
    style = replace(design.playing, inner="pips", columns=columns, frame=False, corners=2)
    face = draw_playing(replace(design, playing=style), 8, "h", (320, 224))
    middle = face[60:260, 104:120].astype(int)
    assert (np.ptp(middle, axis=(0, 1)).max() > 40) == between


def test_one_seed_gives_one_scene() -> None:
    first, second = scene(3, "playing"), scene(3, "playing")
    assert np.array_equal(first.picture, second.picture)
    assert first.cards == second.cards


@pytest.mark.parametrize("seed", range(3))
def test_a_table_like_the_stock_has_its_colour(seed: int) -> None:
    stock = (250, 236, 190)
    name, picture = tables.like_stock(np.random.default_rng(seed), stock)
    assert name.endswith("like the stock")
    ground = np.median(picture.reshape(-1, 3), axis=0)
    assert np.abs(ground - stock).max() < 60
    assert np.ptp(ground - stock) < 40
