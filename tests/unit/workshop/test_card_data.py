"""Samples of the networks that look at single cards: they learn from what the networks before them see."""

import numpy as np
import pytest

pytest.importorskip("torch")

from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.vision import rectify
from workshop import card_data, crops, drawn, randomise
from workshop.labels import COLOURS
from workshop.scenes import NO_CARD, Sample

TABLE = np.full((300, 300, 3), 90, np.uint8)
TEXTURE = np.full((220, 160, 4), 255, np.uint8)
LOOK = [[0.05, -0.02], [1.1, 0.0], [1.0, 0.9], [-0.04, 1.03], [0.1, 0.8]]


def stored(looks: crops.Looks) -> crops.Crops:
    """One card of which these looks were stored as proposed and as mended."""
    record = drawn.laid_card(np.random.default_rng(1), TABLE, TEXTURE, None, [])
    return crops.of_records(np.array([record], crops.STORED), [crops.answer(record, "7r", is_card=True, looks=(looks, looks))])


def test_looks_come_back_as_they_were_stored() -> None:
    loaded = stored([LOOK, LOOK])
    for looks in (loaded.proposed, loaded.mended):
        assert looks[0] == pytest.approx(np.array([LOOK, LOOK]))
    assert stored([]).proposed[0].shape == (0, 5, 2)


def test_a_look_is_met_again_in_the_crop() -> None:
    rng = np.random.default_rng(2)
    true = card_data.OUTLINE_QUAD
    quads = np.array([card_data.as_seen(rng, np.array(LOOK, np.float32), true) for _ in range(400)])
    shares = (quads - true[0]) / (true[2] - true[0])
    assert shares.mean(axis=0) == pytest.approx(np.array(LOOK[:4]), abs=0.002)
    assert 0.5 * card_data.SHAKEN < shares.std(axis=0).mean() < 1.5 * card_data.SHAKEN


@pytest.mark.parametrize("look", [None, np.array(LOOK, np.float32)])
def test_a_sized_card_has_the_size_of_the_card(look: NDArray[np.float32] | None) -> None:
    rng = np.random.default_rng(3)
    wide, high = np.linalg.norm(card_data.OUTLINE_QUAD[1] - card_data.OUTLINE_QUAD[0]), card_data.ASPECT
    for _ in range(60):
        quad = card_data.placed(rng, look) * (1, high)
        edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        assert edges == pytest.approx(np.array([wide, wide * high] * 2), rel=0.1)


def test_the_card_is_marked_where_it_is_seen() -> None:
    hidden = np.full((crops.OUTLINE_SIDE, crops.OUTLINE_SIDE), 255, np.uint8)
    left, top = card_data.OUTLINE_QUAD[0].astype(int)
    hidden[top + 5 : top + 20, left + 8 : left + 30] = 0
    rng = np.random.default_rng(4)
    for _ in range(50):
        column, row = card_data.spot(rng, hidden).astype(int)
        assert hidden[row, column] == 0
    assert card_data.spot(rng, np.full_like(hidden, 255)) == pytest.approx(card_data.OUTLINE_QUAD.mean(axis=0))


def test_samples_of_outlines_tell_what_mends_them() -> None:
    samples = card_data.Outlines([stored([LOOK])], 5, 40)
    for k in range(40):
        picture, target = samples[k]
        assert picture.shape == (4, 80, 80)
        assert picture[3].max() > 100
        assert target.shape == (110,)
        inner = rectify.crop_corners(80, 80, rectify.OUTLINE_MARGIN)
        true = inner + target[:8].numpy().reshape(4, 2) * (inner[1, 0] - inner[0, 0])
        assert geometry.is_sane(true.astype(np.float32))
        row, column = divmod(int(picture[3].argmax()), 80)
        assert geometry.contains(1.1 * (true - true.mean(0)) + true.mean(0), np.array([[column, row]]))[0]


def test_looks_belong_to_the_card_that_is_seen_where_they_say() -> None:
    quads = np.array([[[10, 10], [50, 10], [50, 66], [10, 66]], [[20, 10], [60, 10], [60, 66], [20, 66]]], np.float32)
    ids = np.full((50, 50), NO_CARD, np.uint8)
    ids[5:33, 5:25], ids[5:33, 10:30] = 0, 1
    sample = Sample(np.zeros((100, 100, 3), np.uint8), ids, quads, ["7r", "8r"], np.ones(2, np.float32))
    found = [(np.roll(quads[1], 1, axis=0), np.array([14.0, 30.0])), (quads[1], np.array([40.0, 30.0])), (quads[0], np.array([90.0, 90.0]))]
    lower, upper = crops.of_cards(found, sample)
    assert np.array(lower)[0, :4] == pytest.approx(crops.UNIT + np.array([0.25, 0]), abs=1e-3)
    assert np.array(lower)[0, 4] == pytest.approx([0.1, 20 / 56], abs=1e-3)
    assert np.array(upper) == pytest.approx(np.array([[*crops.UNIT, [0.5, 20 / 56]]]), abs=1e-3)


def half_hidden() -> crops.Crops:
    """A red seven of which the upper half is hidden."""
    record = drawn.laid_card(np.random.default_rng(1), TABLE, TEXTURE, None, [])
    record["face"][: crops.FACE_HEIGHT // 2, :, 3] = 255
    return crops.of_records(np.array([record], crops.STORED), [crops.answer(record, "7r", is_card=True)])


def faces(stored: crops.Crops, *, anew: bool) -> list[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Twenty samples, as arrays."""
    data = card_data.Faces([stored], 5, 20, 0.0, anew=anew)
    return [(picture.numpy(), target.numpy()) for picture, target in (data[k] for k in range(20))]


@pytest.mark.parametrize("anew", [True, False])
def test_where_the_texture_is_anew_the_colour_is_not_asked_for(monkeypatch: pytest.MonkeyPatch, *, anew: bool) -> None:
    monkeypatch.setattr(randomise, "CONVOLVED", 1.0)
    colour = crops.NO_COLOUR if anew else COLOURS.index("r")
    assert {int(target[1]) for _, target in faces(half_hidden(), anew=anew)} == {colour}


def test_what_hides_a_face_is_bent_with_it_and_grey(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(randomise, "WARPED", 1.0)
    monkeypatch.setattr(randomise, "warped", lambda _, crop: np.full_like(crop, 255))
    stored = half_hidden()
    anew, as_stored = (faces(stored, anew=each) for each in (True, False))
    assert sorted((picture[3] > 0).mean() for picture, _ in anew)[5] == 1
    assert max((picture[3] > 0).mean() for picture, _ in as_stored) < 0.8
    assert all((picture[:3, picture[3] > 0] == 128).all() for picture, _ in [*anew, *as_stored])


def test_the_picture_made_anew_is_what_is_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(randomise, "randomised", lambda _, picture: (np.zeros_like(picture), True))
    stored = half_hidden()
    dark, light = (np.mean([picture[:3, picture[3] == 0].mean() for picture, _ in faces(stored, anew=anew)]) for anew in (True, False))
    assert dark < 60 < light
