"""Path-traced tables with packs that are held out by design: decision 7 once more, nearer to photographs.

Each half has packs in its own fonts, inks and stocks (``unseen``), on tables, in light and seen by cameras of chance. Of each pack
there are five photos of its cards in rows too, to learn it from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from workshop import unseen
from workshop.labels import PACK_LABELS
from workshop.render import arrange
from workshop.render.records import CARD, Lamp, Place, Table, Thing
from workshop.render.tables import Look, laid_table
from workshop.synth.styles import Design
from workshop.unseen import HALVES, Half

Rng = np.random.Generator

SEED = 2_800
PACKS: Mapping[Half, int] = {"choose": 6, "report": 3}  #: Of each half: few tables tell badly which of two versions is better.
TABLES, ROWS = 20, 5  #: Of each pack; and the photos to learn it from.
STEP = 5  #: Packs apart by so many numbers have another palette and another stock.
SURFACES = ("oak", "ash", "walnut", "mahogany", "teal", "linen", "plum_cloth", "stripes", "felt", "carpet", "slate", "laminate", "terrazzo")
DAY, NEUTRAL, WARM = (0.84, 0.92, 1.0), (1.0, 0.96, 0.9), (1.0, 0.76, 0.52)
COLUMNS, PITCH = (-0.165, -0.055, 0.055, 0.165), 0.115  #: Where cards and builds of the centre lie, metres: across, and from row to row.
APART = 0.1  #: Metres between the middle of a thing and that of any card, so that nothing hides a card.


def design_of(half: Half, pack: int) -> Design:
    """The pack's look, in the size of the renderer's cards."""
    rng = np.random.default_rng([SEED, HALVES.index(half), pack])
    return replace(unseen.design_of(rng, half, STEP * pack), aspect=CARD[0] / CARD[1])


def tables_of(half: Half, pack: int) -> list[Table]:
    """The pack's tables, and after them its photos in rows, named ``...-row-1`` and so on; the same each time."""
    rng = np.random.default_rng([SEED, HALVES.index(half), pack, 1])
    name = f"{half}-{SEED}-{pack}"
    played = [_in_play(rng, f"{name}-{k:02d}") for k in range(TABLES)]
    some = [PACK_LABELS[k::ROWS] for k in range(ROWS)]
    return [*played, *(_in_rows(rng, f"{name}-row-{k + 1}", labels) for k, labels in enumerate(some))]


def _in_play(rng: Rng, name: str) -> Table:
    """A centre of single cards and builds, a hand in a row or a fan, often a second hand opposite."""
    labels = list(PACK_LABELS)
    rng.shuffle(labels)
    opposite, spread = rng.random() < 0.35, rng.random() < 0.4
    cards, stack = _centre(rng, labels)
    count = int(rng.integers(3, 7))
    cards += _hand(rng, [labels.pop() for _ in range(count)], "hand", -0.12, stack, spread=spread)
    if opposite:
        cards += _hand(rng, [labels.pop() for _ in range(count)], "opposite", 0.27, stack + count, spread=spread)
    things = [_thing(rng) for _ in range(int(rng.integers(0, 4)))]
    clear = [thing for thing in things if all(np.hypot(thing.x - card.x, thing.y - card.y) > APART for card in cards)]
    return laid_table(rng, name, cards, tuple(clear), _look(rng), layout="sides" if opposite else "table")


def _centre(rng: Rng, labels: list[str]) -> tuple[list[Place], int]:
    """Cards and builds in two rows; takes their labels from the list. How many stacks they are comes second."""
    places = [(x, 0.03 + y * PITCH) for y in range(2) for x in COLUMNS]
    rng.shuffle(places)
    cards: list[Place] = []
    stacks = int(rng.integers(2, 8))
    for stack, place in enumerate(places[:stacks]):
        x, y = place[0] + float(rng.normal(0, 0.006)), place[1] + float(rng.normal(0, 0.005))
        turn = float(rng.normal(0, 9)) + (180.0 if rng.random() < 0.2 else 0.0)
        if rng.random() < 0.25:
            own = " ".join(labels.pop() for _ in range(int(rng.integers(2, 4))))
            lean, step = float(rng.normal(0, 6)), float(rng.uniform(0.022, 0.034))
            cards += arrange.build(rng, own, x=x, y=y + 0.015, stack=stack, turn=lean, step=step)
        else:
            cards.append(arrange.one(labels.pop(), x, y, turn, stack))
    return cards, stacks


def _hand(rng: Rng, labels: Sequence[str], zone: str, y: float, stack: int, *, spread: bool) -> list[Place]:
    names, head = " ".join(labels), zone == "opposite"
    if spread:
        return arrange.fan(rng, names, zone, y=y, stack=stack, head=head, spread=float(rng.uniform(10, 14)))
    return arrange.row(rng, names, zone, y=y, stack=stack, head=head)


def _in_rows(rng: Rng, name: str, labels: Sequence[str]) -> Table:
    """The cards side by side in three rows, in order."""
    count = -(-len(labels) // 3)
    cards: list[Place] = []
    for line in range(3):
        some = labels[line * count : (line + 1) * count]
        cards += arrange.row(rng, " ".join(some), "centre", y=0.12 - 0.105 * line, stack=line * count)
    look = Look(_one(rng, SURFACES), float(rng.uniform(0, 14)), _lamps(rng), margin=0.05, size=(1600, 1200))
    return laid_table(rng, name, cards, (), look, layout="puzzle")


def _look(rng: Rng) -> Look:
    size = ((1280, 960), (1280, 720), (1920, 1080), (960, 1280))[int(rng.choice(4, p=(0.5, 0.2, 0.15, 0.15)))]
    tilt, margin = float(rng.uniform(4, 44)), float(rng.uniform(0.03, 0.12))
    sky = float(rng.uniform(0.1, 0.5)), DAY
    return Look(_one(rng, SURFACES), tilt, _lamps(rng), swing=float(rng.normal(0, 8)), sky=sky, margin=margin, size=size)


def _lamps(rng: Rng) -> tuple[Lamp, ...]:
    """A window, a ceiling lamp, a warm lamp in the evening, or the sun; of this and that strength."""
    kind, power = int(rng.integers(4)), float(rng.uniform(0.7, 1.4))
    x, y = float(rng.choice([-1, 1]) * rng.uniform(0.5, 1.2)), float(rng.uniform(-0.1, 0.8))
    if kind == 0:
        return (Lamp("area", (x, y, 1.0), 22 * power, 0.9, DAY),)
    if kind == 1:
        return Lamp("area", (x, y, 1.35), 20 * power, 0.5, NEUTRAL), Lamp("area", (-x, -0.4, 1.4), 6 * power, 0.5, DAY)
    if kind == 2:
        return (Lamp("area", (0.4 * x, y, 0.95), 8 * power, 0.25, WARM),)
    return (Lamp("sun", (x, y, 0.9), 2.8 * power, 1.2, (1.0, 0.93, 0.8)),)


def _thing(rng: Rng) -> Thing:
    kind = _one(rng, ("mug", "pencil", "eraser", "bowl", "phone", "pile"))
    red, green, blue = (float(part) for part in rng.uniform(0.05, 0.85, 3))
    return Thing(kind, float(rng.uniform(-0.35, 0.35)), float(rng.uniform(-0.15, 0.3)), float(rng.uniform(0, 360)), (red, green, blue))


def _one(rng: Rng, some: Sequence[str]) -> str:
    return some[int(rng.integers(len(some)))]
