"""The tables of `sample_images`: which cards lie where, on what, in which light."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workshop.render import arrange, view
from workshop.render.arrange import build, fan, one, row
from workshop.render.records import Eye, Lamp, Place, Table, Thing

Rng = np.random.Generator
Recipe = Callable[[Rng], Table]

_DAY = (0.86, 0.93, 1.0)
_WARM = (1.0, 0.72, 0.45)
_NEUTRAL = (1.0, 0.96, 0.9)


def all_tables(seed: int) -> list[Table]:
    """Every table of the folder; one seed gives the same tables again."""
    return [recipe(np.random.default_rng([seed, number])) for number, recipe in enumerate(_RECIPES)]


def _daylight(power: float = 22.0) -> tuple[Lamp, ...]:
    """A window at the left, far brighter than the rest."""
    return (Lamp("area", (-1.1, 0.5, 1.0), power, 0.9, _DAY),)


def _evening(power: float) -> tuple[Lamp, ...]:
    """One warm lamp over the table."""
    return (Lamp("area", (0.35, 0.35, 0.95), power, 0.22, _WARM),)


def _ceiling(power: float = 16.0) -> tuple[Lamp, ...]:
    return (Lamp("area", (0.75, 0.95, 1.35), power * 1.3, 0.5, _NEUTRAL), Lamp("area", (-0.9, -0.4, 1.4), power * 0.35, 0.5, _DAY))


def _sunny() -> tuple[Lamp, ...]:
    return (Lamp("sun", (-0.8, 0.5, 0.9), 3.2, 1.2, (1.0, 0.93, 0.8)),)


@dataclass(frozen=True)
class Look:
    """How a table is seen: what `Table` and `Eye` have, before the camera has found its place."""

    surface: str  #: Material of the table.
    tilt: float  #: Degrees from straight down.
    lamps: tuple[Lamp, ...]  #: The lights.
    swing: float = 0.0  #: Degrees around the table.
    sky: tuple[float, tuple[float, float, float]] = (0.35, (0.8, 0.88, 1.0))  #: Light from all around.
    margin: float = 0.07  #: Room around the cards, share of the picture.
    exposure: float = 0.0  #: Stops.
    size: tuple[int, int] = (1280, 960)  #: Width and height of the picture.


def laid_table(rng: Rng, name: str, cards: list[Place], things: tuple[Thing, ...], look: Look, *, layout: str = "table") -> Table:
    """A table with its camera set so that all cards are in the picture."""
    laid = arrange.layered(cards)
    points = np.concatenate([view.corners(card) for card in laid] + [_pile_corners(thing) for thing in things if thing.kind == "pile"])
    start = Eye((0.0, 0.0), 0.7, look.tilt, look.swing + float(rng.normal(0, 2)), float(rng.normal(0, 1.2)), float(rng.uniform(46, 62)))
    eye = view.framed(start, look.size, points, look.margin)
    seed = int(rng.integers(2**31))
    return Table(name, layout, look.surface, look.size, laid, things, look.lamps, look.sky, eye, look.exposure, seed)


def _pile_corners(pile: Thing) -> view.Points:
    return view.corners(Place("", pile.x, pile.y, pile.turn, "", -1, layer=30))


def _kitchen(rng: Rng) -> Table:
    # The best take clears the centre with all four operations: 5 + 12 ÷ 4 × 3 and (9 + 6) ÷ 3 - 4, both taken with 15.
    centre = [one("9g", -0.11, 0.13, 4, 0), one("6b", -0.02, 0.14, -3, 1), one("5r", 0.07, 0.125, 6, 2), one("12b", -0.06, 0.03, -5, 3)]
    cards = [*centre, one("/3", 0.03, 0.025, 3, 4), *row(rng, "15o 2o x3 -4 /4", "hand", y=-0.12, stack=5)]
    things = (
        Thing("mug", -0.26, 0.11, 40, (0.62, 0.12, 0.08)),
        Thing("pencil", 0.24, -0.01, 62, (0.9, 0.6, 0.05)),
        Thing("pile", 0.2, 0.12, 8),
    )
    look = Look("oak", 18, _daylight(), margin=0.06)
    return laid_table(rng, "01_kitchen_table", cards, things, look)


def _builds(rng: Rng) -> Table:
    cards = [
        *build(rng, "4r 8b", x=-0.1, y=0.14, stack=0, turn=8),
        *build(rng, "3g x4 2o", x=0.03, y=0.16, stack=1, turn=-6),
        one("7o", 0.14, 0.12, 12, 2), one("13g", -0.2, 0.1, -9, 3),
        *row(rng, "12r 14b 1/2 -3 6g", "hand", y=-0.12, stack=4),
    ]  # fmt: skip
    things = (Thing("pile", 0.25, 0.06, -14), Thing("eraser", -0.28, -0.02, 25, (0.85, 0.3, 0.4)))
    look = Look("linen", 24, _ceiling())
    return laid_table(rng, "02_two_builds", cards, things, look)


def _fan(rng: Rng) -> Table:
    cards = [
        one("10b", -0.12, 0.1, -8, 0), one("3r", -0.03, 0.12, 5, 1), one("x2", 0.06, 0.1, -4, 2), one("8g", 0.15, 0.115, 9, 3),
        *fan(rng, "11o 4b 3/4 /5 15r", "hand", y=-0.08, stack=4),
    ]  # fmt: skip
    things = (Thing("bowl", 0.24, -0.03, 0, (0.75, 0.78, 0.7)), Thing("pile", -0.15, -0.02, 5))
    look = Look("walnut", 20, _daylight(26))
    return laid_table(rng, "03_fan_in_hand", cards, things, look)


def _two_hands(rng: Rng) -> Table:
    cards = [
        *row(rng, "2b 9o -5 1/4 13r", "opposite", y=0.24, stack=0, head=True),
        one("6r", -0.08, 0.1, 30, 5), one("11b", 0.02, 0.09, -14, 6), *build(rng, "5g 4o", x=0.12, y=0.11, stack=7, turn=12),
        *row(rng, "9b 1g x5 /2 14o", "hand", y=-0.1, stack=8),
    ]  # fmt: skip
    things = (Thing("pile", -0.21, 0.09, 96), Thing("pencil", 0.26, 0.06, 100, (0.15, 0.4, 0.7)))
    look = Look("felt", 14, _ceiling(14))
    return laid_table(rng, "04_two_open_hands", cards, things, look, layout="sides")


def _oblique(rng: Rng) -> Table:
    cards = [
        one("4g", -0.1, 0.14, 6, 0), one("7r", 0.0, 0.15, -4, 1), one("1/3", 0.1, 0.14, 10, 2), one("12o", -0.05, 0.035, -8, 3),
        one("2g", 0.06, 0.04, 3, 4), *row(rng, "8o 3b -2 x4 10r", "hand", y=-0.11, stack=5),
    ]  # fmt: skip
    things = (Thing("mug", 0.27, 0.2, 200, (0.1, 0.32, 0.42)), Thing("paper", -0.36, 0.12, 14))
    look = Look("stripes", 50, _daylight(30))
    return laid_table(rng, "05_across_the_table", cards, things, look)


def _dim(rng: Rng) -> Table:
    cards = [
        one("14g", -0.09, 0.1, -5, 0), one("5b", 0.01, 0.11, 8, 1), one("2r", 0.1, 0.1, -2, 2), one("-4", 0.2, 0.09, 14, 3),
        *row(rng, "7b /3 13o 2/3 6o", "hand", y=-0.08, stack=4),
    ]  # fmt: skip
    things = (Thing("mug", -0.25, 0.09, 120, (0.8, 0.78, 0.72)),)
    look = Look("slate", 27, _evening(2.4), sky=(0.02, (0.5, 0.6, 1.0)), exposure=0.6)
    return laid_table(rng, "06_late_in_the_evening", cards, things, look)


def _puzzle(rng: Rng) -> Table:
    cards = [*row(rng, "3o 15g 8r 1b /4", "centre", y=0.07, stack=0), *row(rng, "12g 9r x2 -3 N2", "hand", y=-0.08, stack=5)]
    look = Look("terrazzo", 8, _ceiling(18), margin=0.1)
    return laid_table(rng, "07_puzzle", cards, (), look, layout="puzzle")


def _take(rng: Rng) -> Table:
    cards = row(rng, "4b x3 6g 2o -5 15b", "take", y=0.0, stack=0, gap=0.016)
    things = (Thing("pencil", 0.02, -0.12, 4, (0.1, 0.5, 0.2)), Thing("pile", 0.2, 0.13, 20))
    look = Look("laminate", 31, _daylight(20), swing=8)
    return laid_table(rng, "08_a_take_laid_out", cards, things, look, layout="spread")


def _portrait(rng: Rng) -> Table:
    cards = [
        one("13b", -0.07, 0.2, 3, 0), one("6o", 0.03, 0.2, -6, 1), one("sqrt", -0.08, 0.09, -3, 2), one("9r", 0.02, 0.085, 5, 3),
        *build(rng, "10g -2", x=0.12, y=0.16, stack=4, turn=-10), *fan(rng, "3g 12b 5/2 x5 1o", "hand", y=-0.09, stack=5, spread=10),
    ]  # fmt: skip
    things = (Thing("phone", -0.2, 0.02, 84), Thing("pile", 0.13, 0.02, 4))
    look = Look("cork", 25, _daylight(24), size=(960, 1280))
    return laid_table(rng, "09_phone_upright", cards, things, look)


def _full_hd(rng: Rng) -> Table:
    cards = [
        *row(rng, "5o 11g 4/5 2g", "opposite", y=0.25, stack=0, head=True), one("8b", -0.22, 0.12, 84, 4), one("15o", -0.1, 0.11, 12, 5),
        *build(rng, "7g x2", x=0.02, y=0.13, stack=6, turn=-4), one("4g", 0.13, 0.1, -75, 7), one("/5", 0.24, 0.12, 20, 8),
        *row(rng, "10o 1r cbrt -4 12r", "hand", y=-0.09, stack=9),
    ]  # fmt: skip
    things = (
        Thing("mug", -0.42, 0.14, 0, (0.2, 0.22, 0.5)), Thing("mug", 0.43, 0.16, 170, (0.75, 0.5, 0.1)), Thing("pile", 0.35, 0.0, 3),
        Thing("pencil", -0.36, -0.05, 75, (0.85, 0.15, 0.1)),
    )  # fmt: skip
    look = Look("teal", 17, _ceiling(20), size=(1920, 1080))
    return laid_table(rng, "10_wide_picture", cards, things, look, layout="sides")


def _window(rng: Rng) -> Table:
    cards = [
        one("11r", -0.12, 0.11, -12, 0), one("8o", -0.03, 0.12, 4, 1), one("3b", 0.07, 0.11, -6, 2), one("5r", 0.16, 0.12, 9, 3),
        *row(rng, "11g x3 -4 /2 10b", "hand", y=-0.08, stack=4),
    ]  # fmt: skip
    things = (Thing("bowl", 0.3, -0.04, 0, (0.2, 0.35, 0.55)),)
    look = Look("ash", 29, _sunny(), swing=-6, sky=(0.5, (0.7, 0.84, 1.0)))
    return laid_table(rng, "11_morning_sun", cards, things, look)


def _turned(rng: Rng) -> Table:
    cards = [
        one("13o", -0.17, 0.16, 145, 0), one("7b", -0.06, 0.19, -62, 1), one("2/5", 0.06, 0.19, 200, 2),
        *build(rng, "6b 3o /3", x=0.24, y=0.12, stack=3, turn=-110), one("14r", -0.16, 0.03, 38, 4),
        *build(rng, "9g 5g", x=0.04, y=0.05, stack=5, turn=70), one("x4", -0.07, 0.06, -25, 6),
        *fan(rng, "1b 15r N3 4r", "hand", y=-0.13, stack=7, spread=13),
    ]  # fmt: skip
    things = (Thing("pile", 0.23, -0.05, 50), Thing("eraser", -0.26, -0.1, 70, (0.2, 0.5, 0.8)))
    look = Look("plum_cloth", 12, _ceiling(18), swing=14)
    return laid_table(rng, "12_from_all_sides", cards, things, look, layout="sides")


def _carpet(rng: Rng) -> Table:
    cards = [
        *fan(rng, "8r 10r /4 1/10", "opposite", y=0.2, stack=0, head=True), one("12b", -0.11, 0.06, -20, 1), one("3/5", 0.0, 0.05, 8, 2),
        one("9b", 0.1, 0.06, 100, 3), *fan(rng, "2r 13g 1/8 -3 6r", "hand", y=-0.11, stack=4),
    ]  # fmt: skip
    look = Look("carpet", 33, _daylight(28))
    return laid_table(rng, "13_on_the_carpet", cards, (Thing("pile", 0.2, 0.05, 12),), look, layout="sides")


def _lamp(rng: Rng) -> Table:
    cards = [
        one("14b", -0.14, 0.12, 2, 0), *build(rng, "15g -5", x=-0.04, y=0.14, stack=1, turn=5), one("11o", 0.06, 0.11, -9, 2),
        one("5b", 0.15, 0.12, 6, 3), one("3/2", 0.01, 0.0, -3, 4), *row(rng, "15b 4o 10g x5 /2", "hand", y=-0.13, stack=5),
    ]  # fmt: skip
    things = (
        Thing("mug", -0.27, -0.02, 300, (0.12, 0.12, 0.13)),
        Thing("pencil", 0.27, -0.05, 85, (0.9, 0.9, 0.85)),
        Thing("pile", 0.25, 0.13, -5),
    )
    look = Look("mahogany", 38, _evening(9.0), swing=-9, sky=(0.06, (0.6, 0.7, 1.0)))
    return laid_table(rng, "14_under_a_lamp", cards, things, look)


_RECIPES: tuple[Recipe, ...] = (
    _kitchen, _builds, _fan, _two_hands, _oblique, _dim, _puzzle, _take, _portrait, _full_hd, _window, _turned, _carpet, _lamp,
)  # fmt: skip
