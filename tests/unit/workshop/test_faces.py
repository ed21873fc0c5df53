"""Drawn cards: every label in every design, the same again from the same choices, and apart for the eye."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PIL")

from numero_cam.games.numero.rules.cards import PACK
from workshop.synth import fonts, palette
from workshop.synth.design import project_design, random_design
from workshop.synth.faces import draw_face

LABELS = [str(card) for card in PACK]
PLAYING = [f"{value}{suit}" for suit in "shdc" for value in range(1, 11)]


@pytest.fixture(scope="module", autouse=True)
def _needs_fonts() -> None:
    try:
        fonts.catalogue()
    except fonts.FontsMissingError as error:
        pytest.skip(str(error))


def test_every_label_of_the_pack_is_drawn_in_the_own_design() -> None:
    design = project_design()
    for label in [*LABELS, *PLAYING, "7"]:
        face = draw_face(design, label, 120)
        assert face.shape == (120, round(120 * design.aspect), 4), label
        assert face.dtype == np.uint8
        assert face[60, 40, 3] == 255
        assert face[0, 0, 3] < 128, "the corners are round"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_random_designs_draw_every_label(seed: int) -> None:
    rng = np.random.default_rng(seed)
    design = random_design(rng)
    for label in rng.permutation([*LABELS, *PLAYING])[:25]:
        face = draw_face(design, str(label), 160)
        assert face[..., :3].reshape(-1, 3).std(axis=0).max() > 1, (seed, label)


@pytest.mark.parametrize("label", ["", "0r", "16r", "7x", "11h", "-6", "x1", "1/6", "N4", "k", "7R", "sqrt2", "x", "N"])
def test_what_is_no_card_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="card"):
        draw_face(project_design(), label)


def test_the_faces_of_a_deck_all_differ() -> None:
    design = project_design()
    faces = {draw_face(design, label, 160).tobytes() for label in LABELS}
    assert len(faces) == len(LABELS)


def test_six_is_not_nine_upside_down() -> None:
    for seed in range(60):
        design = random_design(np.random.default_rng(seed))
        if design.playing_cards:
            continue
        six, nine = draw_face(design, "6b", 160), draw_face(design, "9b", 160)[::-1, ::-1]
        # Fonts whose 9 is not the turned 6 differ in outline anyway; a mere shift of the numeral is a difference too.
        assert np.abs(six[..., :3].astype(int) - nine[..., :3]).max() > 60, seed


def test_red_and_orange_stay_apart() -> None:
    for seed in range(200):
        red, blue, green, orange = palette.four(np.random.default_rng(seed), palette.WHITE)
        pairs = [(red, orange), (red, blue), (green, blue), (green, orange), (red, green), (blue, orange)]
        assert min(float(np.abs(np.subtract(*pair)).sum()) for pair in pairs) > 45, seed


def test_the_fonts_of_the_catalogue_have_even_digits() -> None:
    for font in fonts.catalogue().values():
        its = fonts.truetype(font.name, 40)
        boxes = np.array([its.getbbox(digit) for digit in "0123456789"])
        heights = boxes[:, 3] - boxes[:, 1]
        assert heights.min() >= fonts.EVEN * heights.max(), font.name
        assert np.ptp(boxes[:, 3]) <= fonts.LINED, font.name


def test_too_few_fonts_say_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fonts, "font_folders", list)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fonts.catalogue.cache_clear()
    with pytest.raises(fonts.FontsMissingError, match=r"debian_fonts\.txt"):
        fonts.catalogue()
    fonts.catalogue.cache_clear()
