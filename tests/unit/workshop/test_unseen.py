"""What is held out by design: the halves share nothing, training draws none of it, and a seed draws the same again."""

from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

from workshop import unseen
from workshop.synth import fonts, layout
from workshop.synth.scene import Deck, Scene, make_scene

LAYS = (unseen.ring, unseen.wheel, unseen.touching_fans, unseen.facing_fans, unseen.columns)
KNOWN = (layout.game, layout.hands)


def test_the_halves_share_nothing_but_white_paper_and_the_table_in_play() -> None:
    one, other = (unseen.HELD[half] for half in unseen.HALVES)
    assert not set(one.families) & set(other.families)
    assert not set(one.palettes) & set(other.palettes)
    assert set(one.stocks) & set(other.stocks) == {(255, 255, 255)}
    assert {make for make, _ in one.layouts} & {make for make, _ in other.layouts} == set(KNOWN)
    assert not set(one.lamps) & set(other.lamps)
    assert not set(one.suits) & set(other.suits)


def test_training_draws_none_of_the_ways_to_lie() -> None:
    trained = {make for make, _ in (*layout.LAYOUTS, *layout.OF_PLAYING_CARDS)}
    assert not trained & set(LAYS)
    assert set(LAYS) == {make for held in unseen.HELD.values() for make, _ in held.layouts} - set(KNOWN)


def test_the_shares_of_each_half_are_whole() -> None:
    for held in unseen.HELD.values():
        assert sum(share for _, share in held.layouts) == pytest.approx(1.0)


def test_inks_of_a_palette_can_be_told_apart() -> None:
    for held in unseen.HELD.values():
        for palette, stock in product(held.palettes, held.stocks):
            for a, b in combinations([*palette, stock], 2):
                assert np.linalg.norm(np.subtract(a, b)) > 40, (palette, stock)


@pytest.mark.parametrize("lay", LAYS, ids=lambda lay: lay.__name__)
def test_cards_of_every_way_to_lie_are_seen(lay: Callable[..., list[layout.Place]]) -> None:
    for seed in range(20):
        places = lay(np.random.default_rng(seed), 1.4)
        centres = np.array([(p.x, p.y) for p in places])
        apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
        np.fill_diagonal(apart, 9)
        assert len(places) >= 2
        assert apart.min() > 0.05, "two cards in one place"
        assert np.abs(centres - centres.mean(axis=0)).max() < 12, "one table"


@pytest.mark.slow
def test_a_seed_draws_the_same_again_and_another_something_else() -> None:
    def drawn(seed: int) -> Scene:
        rng = np.random.default_rng(seed)
        return make_scene(rng, Deck(rng, kind="numbers"), ((unseen.ring, 1.0),))

    first, again, other = drawn(3), drawn(3), drawn(4)
    assert first.choices["layout"] == "ring"
    assert np.array_equal(first.picture, again.picture)
    assert first.cards == again.cards
    assert first.cards != other.cards


def test_a_lamp_moves_what_is_white_towards_its_own_light() -> None:
    white = np.full((40, 60, 3), 200, np.uint8)
    lit = unseen.under(np.random.default_rng(0), white, ((1.3, 1.0, 0.6),)).mean(axis=(0, 1))
    assert lit[0] > lit[1] > lit[2]
    assert lit[2] < 140


def test_missing_fonts_are_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "catalogue", dict)
    with pytest.raises(fonts.FontsMissingError, match=r"unseen_fonts\.txt"):
        unseen.draw(tmp_path, "choose", 1)
