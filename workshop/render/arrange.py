"""Ways to lay cards: rows, fans, builds, strewn."""

from dataclasses import replace

import numpy as np

from workshop.render.records import CARD, Place

Rng = np.random.Generator
WIDE, TALL = CARD


def row(rng: Rng, labels: str, zone: str, *, y: float, stack: int, gap: float = 0.012, x: float = 0.0, head: bool = False) -> list[Place]:
    """Cards side by side, a little uneven; each its own stack, numbered from `stack` on."""
    names = labels.split()
    step = WIDE + gap
    places = []
    for number, label in enumerate(names):
        across = (number - (len(names) - 1) / 2) * step
        turn = float(rng.normal(0, 2.2)) + (180.0 if head else 0.0)
        places.append(Place(label, x + (-across if head else across), y + float(rng.normal(0, 0.003)), turn, zone, stack + number))
    return places


def fan(rng: Rng, labels: str, zone: str, *, y: float, stack: int, x: float = 0.0, head: bool = False, spread: float = 11.0) -> list[Place]:
    """Cards as held in a hand: each over the one before, turned around a point below them."""
    names = labels.split()
    radius = 0.155
    places = []
    for number, label in enumerate(names):
        turn = -(number - (len(names) - 1) / 2) * spread + float(rng.normal(0, 0.8))
        lean = np.deg2rad(turn)
        across, along = -radius * float(np.sin(lean)), radius * (float(np.cos(lean)) - 1)
        sign = -1.0 if head else 1.0
        places.append(Place(label, x + sign * across, y + sign * along, turn + (180.0 if head else 0.0), zone, stack, number))
    return places


def build(rng: Rng, labels: str, *, x: float, y: float, stack: int, turn: float = 0.0, step: float = 0.03) -> list[Place]:
    """Cards on each other, each shifted towards the one who looks at it, so that the upper edge below stays in sight."""
    places = []
    lean = np.deg2rad(turn)
    for number, label in enumerate(labels.split()):
        away = number * step
        jitter = rng.normal(0, 0.0025, 2)
        place = x + away * float(np.sin(lean)) + float(jitter[0]), y - away * float(np.cos(lean)) + float(jitter[1])
        places.append(Place(label, *place, turn + float(rng.normal(0, 3)), "centre", stack, number))
    return places


def one(label: str, x: float, y: float, turn: float, stack: int) -> Place:
    """A single card."""
    return Place(label, x, y, turn, "centre", stack)


def layered(cards: list[Place]) -> tuple[Place, ...]:
    """The cards with the layer each comes to lie in: one above the highest that it touches."""
    done: list[Place] = []
    for card in cards:
        below = [other.layer for other in done if _touch(card, other)]
        done.append(replace(card, layer=max(below) + 1 if below else 0))
    return tuple(done)


def _touch(one_: Place, other: Place) -> bool:
    """Whether two cards might overlap: by separating axes of their outlines."""
    outlines = []
    for card in (one_, other):
        turn = np.deg2rad(card.turn)
        half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(CARD) / 2
        outlines.append(half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + [card.x, card.y])
    for card in (one_, other):
        for turn in np.deg2rad([card.turn, card.turn + 90]):
            axis = np.array([np.cos(turn), np.sin(turn)])
            first, second = outlines[0] @ axis, outlines[1] @ axis
            if first.max() < second.min() or second.max() < first.min():
                return False
    return True
