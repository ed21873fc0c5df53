"""Crops drawn without a scene are as a scene's would be: the card in its place, what hides it in the fourth channel."""

import numpy as np
import pytest

from workshop import crops, drawn
from workshop.labels import COLOURS, FACES, PACK_LABELS, split, with_plain

TEXTURE = np.dstack([np.full((120, 86, 3), 250, np.uint8), np.full((120, 86), 255, np.uint8)])
TABLE = np.full((512, 512, 3), 90, np.uint8)
FORMS = {
    "face": (crops.FACE_MARGIN, crops.FACE_HEIGHT, crops.FACE_WIDTH),
    "outline": (crops.OUTLINE_MARGIN, crops.OUTLINE_SIDE, crops.OUTLINE_SIDE),
}


def inside(form: str) -> tuple[slice, slice]:
    """Where the card surely lies in a stored crop."""
    margin, height, width = FORMS[form]
    y, x = (int(side * (margin + 0.04) / (1 + 2 * margin)) + 1 for side in (height, width))
    return np.s_[y:-y, x:-x]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(4))
def test_a_card_alone_fills_its_place_and_nothing_hides_it(seed: int, form: str) -> None:
    crop = drawn.laid_card(np.random.default_rng(seed), TABLE, TEXTURE, None, [])[form]
    assert crop.shape == (*FORMS[form][1:], 4)
    assert crop[inside(form)][..., :3].min() > 240
    assert not crop[..., 3].any()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(4))
def test_what_covers_a_card_is_marked(seed: int, form: str) -> None:
    dark = TEXTURE.copy()
    dark[..., :3] = 10
    record = drawn.laid_card(np.random.default_rng(seed), TABLE, TEXTURE, None, [dark])
    covered, card = record[form][inside(form)][..., 3] > 0, record[form][inside(form)][..., 0]
    if covered.any():
        assert np.median(card[covered]) < 60
    if (~covered).any():
        assert np.median(card[~covered]) > 150
    assert crops.answer(record, "7r", is_card=True)[3] == pytest.approx((record["face"][..., 3] > 0)[20:-20, 14:-14].mean(), abs=0.05)


def test_a_pack_may_have_numbers_in_none_of_the_four_colours() -> None:
    assert with_plain(["7r", "12r", "7b", "1/8", "cbrt", "x3"], "r") == ("7", "12", "7b", "1/8", "cbrt", "x3")
    assert with_plain(PACK_LABELS, "") == PACK_LABELS
    packs = [drawn.faces_of_deck(np.random.default_rng(seed), playing_cards=False) for seed in range(60)]
    plain = [labels for labels in packs if any(label and label.isdigit() for label in labels)]
    assert 15 < len(plain) < 45
    for labels in plain:
        assert {FACES[split(label)[0]] for label in labels} <= set(FACES)
        assert {COLOURS[colour] for label in labels if (colour := split(label)[1]) is not None} <= {*"rbgo", ""}
