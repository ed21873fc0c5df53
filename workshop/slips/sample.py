"""Drawn slips with what is truly marked on them, one after the other: to fit the reader of marks, and kept-back ones to judge it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from numero_cam.classroom.slip_prints import PrintedPuzzle, SlipContent
from numero_cam.games.numero.rules.cards import NUMBER_CARDS, WILD_CARDS
from numero_cam.marking.slip_layout import LAYOUT_VERSION, LAYOUTS, MAX_PRINTING, MAX_SLIPS, SET_ROWS, CircleUse, SlipCircle, SlipCode
from numero_cam.printing.paper import Drawing
from workshop.slips.fill import Marks, filled, printed
from workshop.slips.hands import TOOLS, Rng, World, tool
from workshop.slips.photo import Picture, View, photograph

VIEWS: Mapping[str, View] = {
    "plain": View(),
    "from the side": View(tilt=45),
    "crumpled": View(tilt=15, crumple=2.5),
    "shadow": View(shadow=0.55),
    "corner covered": View(tilt=12, covered=True),
    "upside down": View(turn=180),
}
MAX_CENTRE = LAYOUTS[LAYOUT_VERSION].places[0].centre
SIZE = (1000, 1300)  #: Width and height in pixels of a photo of one slip: as many a slip as nine in a photo of 12 megapixels have.


@dataclass(frozen=True)
class Drawn:
    """A photo of a slip."""

    pixels: Picture  #: ``(height, width, 3)`` uint8 RGB.
    slip: SlipContent  #: What is printed.
    marks: Marks  #: What is marked.
    tool: str  #: What with.
    view: str  #: Name of its kind in ``VIEWS``.


def drawn(rng: Rng, art: Mapping[str, Drawing], world: World, *, slip: SlipContent, marks: Marks, kinds: tuple[str, str]) -> Drawn:
    """A photo of a marked slip in a world; ``art`` of ``read_art``, ``kinds``: tool and view, of ``TOOLS`` and ``VIEWS``."""
    picture = filled(rng, printed(slip, art), slip, marks, tool=tool(rng, kinds[0]), world=world)
    view = VIEWS[kinds[1]]
    view = replace(view, tilt=view.tilt * rng.uniform(0.3, 1.0), crumple=view.crumple * rng.uniform(0.3, 1.0))
    if kinds[1] == "from the side":
        view = replace(view, tilt=rng.uniform(35, 45))
    return Drawn(photograph(rng, [picture], SIZE, view, world), slip, marks, *kinds)


def samples(rng: Rng, art: Mapping[str, Drawing], count: int, world: World) -> Iterator[Drawn]:
    """Photos of slips of any cards, with any marks."""
    for number in range(count):
        slip = random_slip(rng)
        kinds = TOOLS[number % len(TOOLS)], tuple(VIEWS)[number // len(TOOLS) % len(VIEWS)]
        yield drawn(rng, art, world, slip=slip, marks=random_marks(rng, slip.circles), kinds=kinds)


def random_slip(rng: Rng) -> SlipContent:
    """A slip of cards by chance."""
    takers = int(rng.integers(1, 4))
    numbers = [str(NUMBER_CARDS[k]) for k in rng.permutation(len(NUMBER_CARDS))]
    wilds = [str(WILD_CARDS[k]) for k in rng.permutation(len(WILD_CARDS))]
    centre = int(rng.integers(3, MAX_CENTRE + 1))
    code = SlipCode(int(rng.integers(1, MAX_PRINTING)), int(rng.integers(MAX_SLIPS)))
    hand = tuple(wilds[: int(rng.integers(0, 6 - takers))])
    spare = bool(rng.random() < 0.25)
    puzzle = PrintedPuzzle(tuple(numbers[:centre]), tuple(numbers[centre : centre + takers]), hand)
    return SlipContent(code, "5B, week 12", "Pupil 17", (puzzle,), spare)


def random_marks(rng: Rng, circles: tuple[SlipCircle, ...]) -> Marks:
    """Marks as pupils make them, in circles by chance: each card in one set at most, some mended, some gone astray."""
    shaded: set[int] = set()
    for use, share in ((CircleUse.CENTRE, 0.6), (CircleUse.WILD, 0.5)):
        for column in {c.column for c in circles if c.use is use}:
            if rng.random() < share:
                shaded.add(_place(circles, use, int(rng.choice(SET_ROWS, p=[0.6, 0.3, 0.1])), column))
    for use in (CircleUse.TAKER, CircleUse.TENS, CircleUse.UNITS):
        columns = [c.column for c in circles if c.use is use]
        if columns:
            shaded.add(_place(circles, use, 0, int(rng.choice(columns))))
    return with_slips_of_the_hand(rng, circles, frozenset(shaded), crossed=0.03)


def with_slips_of_the_hand(
    rng: Rng, circles: tuple[SlipCircle, ...], shaded: frozenset[int], *, crossed: float = 0.0, erased: float = 0.05
) -> Marks:
    """Marks with a share of the others rubbed out, stray lines, and, where ``crossed`` is above 0, crosses and ticks."""
    free = [p for p, c in enumerate(circles) if p not in shaded and c.use is not CircleUse.INK]
    chance = rng.random(len(free))
    ends = np.cumsum([erased, 0.04, crossed])
    rubbed, stray, ticked = (
        frozenset(p for p, c in zip(free, chance, strict=True) if low <= c < high) for low, high in pairwise((0.0, *ends))
    )
    return Marks(shaded, rubbed, stray, ticked)


def _place(circles: tuple[SlipCircle, ...], use: CircleUse, row: int, column: int) -> int:
    return next(p for p, c in enumerate(circles) if (c.use, c.row, c.column) == (use, row, column))
