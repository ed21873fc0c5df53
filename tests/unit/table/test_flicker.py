"""Light that flickers, in bands or as a whole, is told from hands, lamps and exposures, from the strengths that a benchmark chose."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from numero_cam.table.background import MIN_CHANGE
from numero_cam.table.flicker import (
    FLICKERS,
    MAX_SHARE,
    MIN_BAND_STRENGTH,
    MIN_PICTURES,
    MIN_WHOLE_STRENGTH,
    WINDOW_SECONDS,
    FlickerMeter,
    Swing,
    fit_row_light,
    without_flicker,
)

HEIGHT, WIDTH, FPS = 180, 320, 15
SECONDS = 8
ADDED = -1e5  #: Fixed level of light that changes all levels by the same number.
Light = NDArray[np.float64]


def pictures(light: Light, *, hand: bool = False, fps: float = FPS, fixed: float = 0) -> Iterator[tuple[NDArray[np.uint8], float]]:
    """Pictures of a noisy patterned table under a light ``(pictures, HEIGHT)``, a factor for each row of what is above the fixed level."""
    rng = np.random.default_rng(5)
    table = np.repeat(np.repeat(rng.uniform(60, 220, (HEIGHT // 20, WIDTH // 20, 3)), 20, axis=0), 20, axis=1)
    for k, rows in enumerate(light):
        shown = table.copy()
        if hand:  # comes and goes twice a second, over a third of the width
            left = round(90 + 80 * np.sin(2 * np.pi * 2 * k / fps))
            shown[40:, left : left + 110] = (200, 150, 120)
        noisy = (shown - fixed) * rows[:, None, None] + fixed + rng.normal(0, 2, shown.shape)
        yield np.clip(noisy, 0, 255).astype(np.uint8), k / fps


def flickering(light: Light, *, hand: bool = False, fps: float = FPS) -> list[str]:
    meter = FlickerMeter()
    return [meter.update(picture, t) for picture, t in pictures(light, hand=hand, fps=fps)]


def rows() -> NDArray[np.float64]:
    return np.arange(HEIGHT) / HEIGHT


def swinging(amplitude: float, turns: float, bands: float, seconds: float = SECONDS) -> Light:
    """Light that goes through so many turns from picture to picture; ``bands`` turns from the upper edge to the lower one."""
    at = turns * np.arange(round(seconds * FPS))[:, None] + bands * rows()
    return 1 + amplitude * np.sin(2 * np.pi * at)


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("turns", [0.2, 0.3, 0.45])
@pytest.mark.parametrize(("amplitude", "bands"), [(0.15, 2.5), (0.2, 2.5), (0.2, 4.0), (0.2, 0.0), (0.3, 0.0)])
def test_bands_and_whole_pictures_that_flicker_are_found_in_two_seconds(amplitude: float, bands: float, turns: float, hand: bool) -> None:
    told = flickering(swinging(amplitude, turns, bands), hand=hand)
    assert set(told[2 * FPS :]) == {FLICKERS}


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize(
    "light",
    [
        np.ones((SECONDS * FPS, HEIGHT)),
        swinging(0.1, 0.33, 2.5),
        swinging(0.1, 0.33, 0.0),
        np.where(np.arange(SECONDS * FPS) < 50, 1.0, 0.7)[:, None] * np.ones(HEIGHT),  # a lamp is switched off
        np.linspace(1, 0.4, SECONDS * FPS)[:, None] * np.ones(HEIGHT),  # the evening comes
        np.exp(0.25 * np.sin(2 * np.pi * 0.5 * np.arange(SECONDS * FPS) / FPS))[:, None] * np.ones(HEIGHT),  # an exposure that hunts
        1 + 0.3 * (np.arange(SECONDS * FPS) >= 50)[:, None] * rows(),  # a lamp at one side
    ],
    ids=["steady", "weak bands", "weak whole", "switched", "dimmed", "hunting exposure", "from the side"],
)
def test_other_light_is_no_flicker(light: Light, hand: bool) -> None:
    assert not any(flickering(light, hand=hand))


def test_too_few_pictures_a_second_say_nothing() -> None:
    assert not any(flickering(swinging(0.3, 0.33, 0.0), fps=2))


def test_the_light_is_good_again_when_the_window_has_passed() -> None:
    told = flickering(np.concatenate([swinging(0.2, 0.33, 2.5, 4), np.ones((6 * FPS, HEIGHT))]))
    assert told[4 * FPS - 1]
    assert not any(told[round((4 + WINDOW_SECONDS) * FPS) + 1 :])


@pytest.mark.parametrize("arm", [0, 150], ids=["a hand", "a hand and an arm"])
@pytest.mark.parametrize(("amplitude", "bands"), [(0.1, 2.5), (0.1, 5.0), (0.2, 0.0), (0.15, 1.0)])
def test_a_frame_is_brought_to_the_light_of_the_table_at_rest(amplitude: float, bands: float, arm: int) -> None:
    table = next(pictures(np.ones((1, HEIGHT))))[0].astype(np.float32)
    changed = np.zeros((HEIGHT, WIDTH), np.uint8)
    for k, (picture, _) in enumerate(pictures(swinging(amplitude, 0.3, bands, 2), hand=True)):
        picture[100:150, : min(arm, 20 * k)] = (200, 150, 120)
        lit = without_flicker(table, changed, picture)
        changed = np.asarray(np.abs(lit - table).max(axis=2) > MIN_CHANGE, np.uint8)
        bare = np.abs(lit - table).max(axis=2)[:, 284:]  # the hand does not come there
        assert np.median(bare, axis=1).max() < MIN_CHANGE


@pytest.mark.parametrize("hidden", [-1, 0, 150], ids=["nothing", "a hand", "a hand and an arm"])
@pytest.mark.parametrize("bands", [0.0, 2.5])
@pytest.mark.parametrize("amplitude", [0.08, 0.1])
@pytest.mark.parametrize("fixed", [-64.0, ADDED], ids=["black is taken off", "added"])
def test_light_that_adds_to_levels_is_taken_out_after_a_second(fixed: float, amplitude: float, bands: float, hidden: int) -> None:
    table = next(pictures(np.ones((1, HEIGHT))))[0].astype(np.float32)
    changed, swing = np.zeros((HEIGHT, WIDTH), np.uint8), Swing()
    light = swinging(255 * amplitude / (128 - fixed), 0.3, bands, 4)
    steady = pictures(np.ones_like(light), hand=hidden >= 0)
    for k, (picture, _) in enumerate(pictures(light, hand=hidden >= 0, fixed=fixed)):
        picture[100:150, : max(0, min(hidden, 20 * k))] = (200, 150, 120)
        lit = without_flicker(table, changed, picture, swing)
        changed = np.asarray(np.abs(lit - table).max(axis=2) > MIN_CHANGE, np.uint8)
        wrong = np.abs(lit[:, 150:] - next(steady)[0][:, 150:].astype(np.float32)).max(axis=2)  # of the table and of the hand
        assert k <= FPS or (np.median(wrong, axis=1).max() < MIN_CHANGE / 2 and (wrong > MIN_CHANGE).mean() < 0.001)
    assert swing.share == pytest.approx(MAX_SHARE if fixed == ADDED else 1 / 3, abs=0.05)
    assert swing.colour == pytest.approx(1 - swing.share, abs=0.05)


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("bands", [0.0, 2.5])
@pytest.mark.parametrize("amplitude", [0.04, 0.08, 0.12])
def test_light_that_leaves_colours_as_they_are_is_taken_out_after_its_first_pictures(amplitude: float, bands: float, hand: bool) -> None:
    """As of a camera that brightens luma alone."""
    table = next(pictures(np.ones((1, HEIGHT))))[0].astype(np.float32)
    changed, swing = np.zeros((HEIGHT, WIDTH), np.uint8), Swing()
    light = swinging(amplitude, 0.3, bands, 2)
    for k, (picture, _) in enumerate(pictures(np.ones_like(light), hand=hand)):
        luma = picture.mean(axis=2, keepdims=True)
        lit = without_flicker(table, changed, np.clip(picture + (light[k][:, None, None] - 1) * luma, 0, 255).astype(np.uint8), swing)
        changed = np.asarray(np.abs(lit - table).max(axis=2) > MIN_CHANGE, np.uint8)
        seen = (picture > 20) & (picture < 255 - 20 - 255 * amplitude)  # no channel ends at black or white
        wrong = np.where(seen, np.abs(lit - picture.astype(np.float32)), 0).max(axis=2)  # of the table and of the hand
        assert k < 3 or (wrong > MIN_CHANGE).mean() < 0.001
    assert swing.colour < 0.1


@pytest.mark.parametrize("hand", [False, True])
@pytest.mark.parametrize("amplitude", [0.0, 0.02, 0.1])
def test_light_that_multiplies_levels_or_is_steady_is_not_taken_for_light_that_adds(amplitude: float, hand: bool) -> None:
    table = next(pictures(np.ones((1, HEIGHT))))[0].astype(np.float32)
    changed, swing = np.zeros((HEIGHT, WIDTH), np.uint8), Swing()
    for picture, _ in pictures(swinging(amplitude, 0.3, 2.5, 2), hand=hand):
        lit = without_flicker(table, changed, picture, swing)
        assert np.abs(lit.astype(int) - without_flicker(table, changed, picture)).max() <= 1
        changed = np.asarray(np.abs(lit - table).max(axis=2) > MIN_CHANGE, np.uint8)
    assert not amplitude or swing.colour == pytest.approx(1, abs=0.1)


def test_a_white_sleeve_that_comes_with_each_darkness_teaches_nothing() -> None:
    table = next(pictures(np.ones((1, HEIGHT))))[0].astype(np.float32)
    changed, swing = np.zeros((HEIGHT, WIDTH), np.uint8), Swing()
    for k, (picture, _) in enumerate(pictures(np.ones((20, HEIGHT)) * np.where(np.arange(20) % 2, 1.1, 1.0)[:, None])):
        if not k % 2:
            picture[:, 200:] = 250
        without_flicker(table, changed, picture, swing)
    assert swing.share < 0.1
    assert swing.colour == pytest.approx(1, abs=0.1)


def test_white_that_cannot_be_lighter_teaches_nothing() -> None:
    table = np.full((HEIGHT, WIDTH, 3), (140.0, 105.0, 75.0)) * np.random.default_rng(5).uniform(0.95, 1.05, (HEIGHT, WIDTH, 1))
    table[60:120, ::40] = table[60:120, 1::40] = table[60:120, 2::40] = (70.0, 50.0, 40.0)
    table[20:50, 40:280] = (245.0, 240.0, 235.0)
    changed, swing = np.zeros((HEIGHT, WIDTH), np.uint8), Swing()
    for light in swinging(0.1, 0.3, 0.0, 2):
        without_flicker(table.astype(np.float32), changed, np.clip(table * light[:, None, None], 0, 255).astype(np.uint8), swing)
    assert swing.share < 0.1
    assert swing.colour == pytest.approx(1, abs=0.1)


def test_of_a_table_without_colours_they_follow_what_multiplies() -> None:
    table = next(pictures(np.ones((1, HEIGHT))))[0].mean(axis=2, keepdims=True).repeat(3, axis=2)
    swing = Swing()
    for light in swinging(0.05, 0.3, 0.0, 2):
        grey = np.clip((table + 64) * light[:, None, None] - 64, 0, 255).astype(np.uint8)
        without_flicker(table.astype(np.float32), np.zeros((HEIGHT, WIDTH), np.uint8), grey, swing)
    assert swing.share == pytest.approx(1 / 3, abs=0.05)
    assert swing.colour == pytest.approx(1 - swing.share, abs=0.05)


def test_a_settled_table_that_is_too_light_is_not_taken_for_light_that_adds() -> None:
    table = next(pictures(np.ones((1, HEIGHT))))[0].astype(np.float32)
    swing = Swing()
    for picture, _ in pictures(swinging(0.05, 0.3, 0.0, 2)):
        without_flicker(table + 6, np.zeros((HEIGHT, WIDTH), np.uint8), picture, swing)
    assert swing.share < 0.1


def test_a_frame_in_steady_light_stays_as_it_is() -> None:
    table = next(pictures(np.ones((1, HEIGHT))))[0]
    lit = without_flicker(table.astype(np.float32), np.zeros((HEIGHT, WIDTH), np.uint8), table)
    assert np.abs(lit.astype(int) - table).max() <= 1


def test_light_is_taken_out_until_it_is_known_and_where_it_flickers() -> None:
    for light, flickers in (
        (np.ones((SECONDS * FPS, HEIGHT)), False),
        (swinging(0.02, 0.33, 2.5), True),
        (swinging(0.02, 0.33, 0.0), True),
    ):
        meter = FlickerMeter()
        found = [meter.flickers for picture, t in pictures(light) if meter.update(picture, t) is not None]
        assert all(found[: MIN_PICTURES - 1])
        assert set(found[2 * FPS :]) == {flickers}


def test_where_nothing_of_the_table_is_seen_the_light_stays_as_it_is() -> None:
    table, hand = np.full((HEIGHT, WIDTH, 3), 40, np.uint8), np.full((HEIGHT, WIDTH, 3), 250, np.uint8)
    hand[::2] = 0
    assert fit_row_light(table.astype(np.float32), np.ones((HEIGHT, WIDTH), np.uint8), hand).strength == pytest.approx(0, abs=0.1)


def test_the_strengths_are_those_that_drawn_films_chose() -> None:
    told = json.loads((Path(__file__).parents[3] / "benchmarks" / "results" / "flicker.json").read_text(encoding="utf-8"))["kinds"]
    chosen = {kind: told[kind]["threshold_chosen"] for kind in told}
    assert chosen == {"whole": MIN_WHOLE_STRENGTH, "bands": MIN_BAND_STRENGTH}
