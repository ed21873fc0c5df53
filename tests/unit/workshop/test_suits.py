"""Suit signs in shapes by chance: every one has what people know its suit by."""

import numpy as np
import pytest

from workshop.synth.inks import Mask
from workshop.synth.suits import sign

SEEDS = range(100)


def _wide(mask: Mask, share: float) -> float:
    """The width of the ink at a share of the height, as a share of the largest."""
    rows = (mask > 127).sum(axis=1)
    return float(rows[round(share * (len(rows) - 1))] / rows.max())


@pytest.mark.parametrize("side", [6, 11, 40, 130])
@pytest.mark.parametrize("suit", "shdc")
def test_every_sign_has_ink_about_as_large_as_asked(suit: str, side: int) -> None:
    for seed in SEEDS:
        mask = sign(suit, side, seed)
        assert mask.dtype == np.uint8
        assert mask.max() > 200
        assert 0.8 * side <= mask.shape[0] <= 1.3 * side
        assert 0.35 * side <= mask.shape[1] <= 1.6 * side


@pytest.mark.parametrize(("suit", "share"), [("s", 0.08), ("h", 0.95), ("d", 0.03), ("d", 0.97)])
def test_leaves_and_diamonds_end_in_a_point(suit: str, share: float) -> None:
    assert max(_wide(sign(suit, 80, seed), share) for seed in SEEDS) < 0.5


def test_a_club_has_a_round_head_and_is_widest_at_its_lower_lobes() -> None:
    assert min(_wide(sign("c", 80, seed), 0.2) for seed in SEEDS) > 0.33
    for seed in SEEDS:
        rows = (sign("c", 80, seed) > 127).sum(axis=1)
        assert rows.argmax() > 0.4 * len(rows)


def test_a_spade_grows_wider_down_to_its_lobes_and_most_clubs_have_a_waist() -> None:
    def waist(suit: str, seed: int) -> float:
        rows = (sign(suit, 80, seed) > 127).sum(axis=1)
        above = rows[: rows.argmax() + 1] / rows.max()
        return float((np.maximum.accumulate(above) - above).max())

    assert max(waist("s", seed) for seed in SEEDS) < 0.04
    assert np.mean([waist("c", seed) > 0.04 for seed in SEEDS]) > 0.6


def test_packs_differ_and_a_seed_draws_the_same_again() -> None:
    drawn = {sign(suit, 40, seed).tobytes() for suit in "shdc" for seed in SEEDS}
    assert len(drawn) > 0.95 * 4 * len(SEEDS)
    assert np.array_equal(sign.__wrapped__("s", 40, 7), sign("s", 40, 7))
