"""Drawn slips with what is truly marked on them: to fit the reader of marks, and kept-back ones to judge it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from numero_cam.classroom.slip_prints import PrintedPuzzle, SlipContent
from numero_cam.games.numero.rules.cards import NUMBER_CARDS, WILD_CARDS
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.marking.slip_layout import (
    LAYOUT_OF_PUZZLES,
    LAYOUTS,
    MAX_PRINTING,
    MAX_SLIPS,
    SET_ROWS,
    CircleUse,
    PuzzlePlace,
    SlipCircle,
    SlipCode,
    circles_of,
)
from numero_cam.printing.paper import Drawing
from workshop.slips.fill import Marks, filled, printed
from workshop.slips.hands import TOOLS, Rng, World, tool
from workshop.slips.paper import PAPERS, page
from workshop.slips.photo import Picture, View, photograph

VIEWS: Mapping[str, View] = {
    "plain": View(),
    "from the side": View(tilt=45),
    "crumpled": View(tilt=15, crumple=2.5),
    "shadow": View(shadow=0.55),
    "corner covered": View(tilt=12, covered=True),
    "upside down": View(turn=180),
}
SIZE = (1000, 1300)  #: Width and height in pixels of a photo of one slip: as many a slip as nine in a photo of 12 megapixels have.
PUZZLES = tuple(LAYOUT_OF_PUZZLES)  #: How many puzzles a slip may have.
PUZZLE_SHARES = (0.5, 0.3, 0.2)  #: Shares of the slips with so many.
CHOICES = 0.15  #: Share of the slips that ask for cards of the hand, so that their centre has no circles.
SPARE = 0.25  #: Share of the slips on which a pupil shades his number.
SHARPNESS = (6.5, 9.0)  #: Pixels a millimetre of the slip's width, and of its height, least and most.
PALE = 0.3  #: Share of the slips with a pale pencil.
MUCH_RUBBED = 0.15  #: Share of the slips on which much was rubbed out.
STRAY = 0.07  #: Share of the other circles with a stray line; more than the benchmark draws, as these are the hardest to tell.
NOT_ANSWERED = 0.1  #: Share of the slips on which nothing is shaded, and of the puzzles of the others.


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
    return Drawn(photograph(rng, [picture], SIZE, view_of(rng, kinds[1]), world), slip, marks, *kinds)


def view_of(rng: Rng, name: str) -> View:
    """A view of a kind in ``VIEWS``."""
    view = VIEWS[name]
    view = replace(view, tilt=view.tilt * rng.uniform(0.3, 1.0), crumple=view.crumple * rng.uniform(0.3, 1.0))
    return replace(view, tilt=rng.uniform(35, 45)) if name == "from the side" else view


def sample(rng: Rng, art: Mapping[str, Drawing], world: World) -> Drawn:
    """A photo of a slip of any cards, with any marks, on paper as it comes back."""
    slip = random_slip(rng)
    name = "pale pencil" if rng.random() < PALE else str(rng.choice(TOOLS))
    paper, view = str(rng.choice(PAPERS)), str(rng.choice(tuple(VIEWS)))
    erased = 0.25 if rng.random() < MUCH_RUBBED else 0.05
    shaded, start, answered = set[int](), 0, rng.random() >= NOT_ANSWERED
    for form in slip.forms:
        own = circles_of(form)
        if answered and rng.random() >= NOT_ANSWERED:
            shaded |= {start + place for place in random_marks(rng, own)}
        start += len(own)
    marks = with_slips_of_the_hand(rng, slip.circles, frozenset(shaded), crossed=0.03, erased=erased, stray=STRAY)
    picture = page(rng, slip, marks, art, paper=paper, back=random_slip(rng), tool=tool(rng, name), world=world)
    wide, tall = (round(side * 1.15 * rng.uniform(*SHARPNESS)) for side in slip.layout.size)
    return Drawn(photograph(rng, [picture], (wide, tall), view_of(rng, view), world), slip, marks, name, view)


def random_slip(rng: Rng) -> SlipContent:
    """A slip of cards by chance."""
    count = int(rng.choice(PUZZLES, p=PUZZLE_SHARES))
    code = SlipCode(int(rng.integers(1, MAX_PRINTING)), int(rng.integers(MAX_SLIPS)), LAYOUT_OF_PUZZLES[count])
    kind = PuzzleKind.TAKES_ALL if rng.random() < CHOICES else PuzzleKind.BEST
    puzzles = tuple(_random_puzzle(rng, place, kind) for place in LAYOUTS[code.version].places)
    return SlipContent(code, "5B, week 12", "Pupil 17", puzzles, bool(rng.random() < SPARE))


def _random_puzzle(rng: Rng, place: PuzzlePlace, kind: PuzzleKind) -> PrintedPuzzle:
    takers = int(rng.integers(1, 4))
    numbers = [str(NUMBER_CARDS[k]) for k in rng.permutation(len(NUMBER_CARDS))]
    wilds = [str(WILD_CARDS[k]) for k in rng.permutation(len(WILD_CARDS))]
    centre = int(rng.integers(3, place.centre + 1))
    hand = tuple(wilds[: int(rng.integers(0, place.hand + 1 - takers))])
    return PrintedPuzzle(tuple(numbers[:centre]), tuple(numbers[centre : centre + takers]), hand, kind=kind)


def random_marks(rng: Rng, circles: tuple[SlipCircle, ...]) -> frozenset[int]:
    """Circles of a puzzle that a pupil shades, by chance: each card in one set at most."""
    shaded: set[int] = set()
    for use, share in ((CircleUse.CENTRE, 0.6), (CircleUse.WILD, 0.5)):
        for column in {c.column for c in circles if c.use is use}:
            if rng.random() < share:
                shaded.add(_place(circles, use, int(rng.choice(SET_ROWS, p=[0.6, 0.3, 0.1])), column))
    for use in (CircleUse.TAKER, CircleUse.TENS, CircleUse.UNITS):
        columns = [c.column for c in circles if c.use is use]
        if columns:
            shaded.add(_place(circles, use, 0, int(rng.choice(columns))))
    return frozenset(shaded)


def with_slips_of_the_hand(
    rng: Rng, circles: tuple[SlipCircle, ...], shaded: frozenset[int], *, crossed: float = 0.0, erased: float = 0.05, stray: float = 0.04
) -> Marks:
    """Marks, and shares of the other circles rubbed out, with a stray line, and with a cross or a tick."""
    free = [p for p, c in enumerate(circles) if p not in shaded and c.use is not CircleUse.INK]
    chance = rng.random(len(free))
    ends = np.cumsum([erased, stray, crossed])
    rubbed, astray, ticked = (
        frozenset(p for p, c in zip(free, chance, strict=True) if low <= c < high) for low, high in pairwise((0.0, *ends))
    )
    return Marks(shaded, rubbed, astray, ticked)


def _place(circles: tuple[SlipCircle, ...], use: CircleUse, row: int, column: int) -> int:
    return next(p for p, c in enumerate(circles) if (c.use, c.row, c.column) == (use, row, column))
