"""Where cards lie on a table: games of one or two players, puzzles, heaps, fans, rows, and nothing at all."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator


@dataclass(frozen=True)
class Place:
    """Where one card lies."""

    x: float  #: Centre, card widths to the right.
    y: float  #: Centre, card widths towards the viewer.
    turn: float  #: Degrees, clockwise as seen; 0 = upright for the viewer.
    kind: str = "face"  #: ``face``, ``back`` or ``foreign``.
    zone: str | None = "centre"  #: ``centre``, ``hand``, ``opposite`` or None.
    stack: int = 0  #: Cards with one number lie on each other.


def corners_of(place: Place, aspect: float) -> NDArray[np.float64]:
    """``(4, 2)`` corners on the table, clockwise from the card's own top-left; ``aspect`` = height / width."""
    a = np.radians(place.turn)
    box = np.array([[-0.5, -aspect / 2], [0.5, -aspect / 2], [0.5, aspect / 2], [-0.5, aspect / 2]])
    rotation = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(box @ rotation + [place.x, place.y])


def _turn(rng: Rng) -> float:
    """How a single card lies: nearly upright, upside down, or at any angle."""
    u = rng.random()
    if u < 0.45:
        return float(rng.normal(0, 7))
    if u < 0.6:
        return float(180 + rng.normal(0, 7))
    return float(rng.uniform(-180, 180))


def pile(rng: Rng, x: float, y: float, count: int, *, stack: int, aspect: float, zone: str = "centre") -> list[Place]:
    """A build: cards on each other, shifted so that the indices of the lower ones stay in view, or laid at random."""
    turn = _turn(rng)
    shift = rng.uniform(0.16, 0.5) * aspect
    loose = rng.random() < 0.25
    side = rng.normal(0, 0.05)
    if rng.random() < 0.15:  # Shifted sideways.
        shift, side = rng.normal(0, 0.05), rng.choice([-1, 1]) * rng.uniform(0.2, 0.55)
    if rng.random() < 0.12:
        shift = -shift
    places, px, py = [], x, y
    for _ in range(count):
        t = turn + rng.normal(0, 25 if loose else 3)
        places.append(Place(px, py, float(t), zone=zone, stack=stack))
        a = np.radians(turn)
        dx, dy = (rng.normal(0, 0.25), rng.normal(0.1, 0.25)) if loose else (side + rng.normal(0, 0.03), shift * rng.uniform(0.8, 1.2))
        px, py = px + dx * np.cos(a) - dy * np.sin(a), py + dx * np.sin(a) + dy * np.cos(a)
    return places


def fan(rng: Rng, x: float, y: float, count: int, *, stack: int, zone: str, turn: float) -> list[Place]:
    """A fan: each card on the one before, turned about a point below or in a straight row; from left to right, sometimes the other way."""
    step = rng.uniform(0.16, 0.8) if count <= LARGE else rng.uniform(0.11, 0.36)
    bend = rng.uniform(0, 9) * (1 if rng.random() < 0.9 else -1) if rng.random() > STRAIGHT else 0.0
    radius = step / np.radians(bend) if abs(bend) > 0.5 else 1e4
    order = range(count) if rng.random() < 0.8 else range(count - 1, -1, -1)
    a = np.radians(turn)
    places = []
    for i in order:
        k = i - (count - 1) / 2 + rng.normal(0, 0.06)
        t = k * (step / radius)
        dx, dy = radius * np.sin(t), radius * (1 - np.cos(t)) + rng.normal(0, 0.03)
        px, py = x + dx * np.cos(a) - dy * np.sin(a), y + dx * np.sin(a) + dy * np.cos(a)
        places.append(Place(float(px), float(py), float(turn + np.degrees(t) + rng.normal(0, 1.5)), zone=zone, stack=stack))
    return places


def row(rng: Rng, x: float, y: float, count: int, *, stack: int, zone: str, turn: float) -> list[Place]:
    """Cards side by side, each its own stack; gaps from a hair's breadth to half a card."""
    step = 1.02 + abs(rng.normal(0, 0.22))
    slope = rng.normal(0, 0.07)
    a = np.radians(turn)
    places = []
    for i in range(count):
        dx = (i - (count - 1) / 2) * step
        dy = dx * slope + rng.normal(0, 0.06)
        px, py = x + dx * np.cos(a) - dy * np.sin(a), y + dx * np.sin(a) + dy * np.cos(a)
        places.append(Place(float(px), float(py), float(turn + np.degrees(slope) + rng.normal(0, 3)), zone=zone, stack=stack + i))
    return places


def _hand(rng: Rng, y: float, *, zone: str, turn: float, stack: int) -> list[Place]:
    count = int(rng.integers(1, 8)) if rng.random() < 0.4 else 5
    make = fan if rng.random() < 0.5 else row
    return make(rng, float(rng.normal(0, 0.5)), y, count, stack=stack, zone=zone, turn=turn + float(rng.normal(0, 5)))


BUILDS = (0.44, 0.28, 0.16, 0.08, 0.04)  #: Share of the places of a table in play at which one card lies, a build of two, and so on.
OPPOSITE = 0.55  #: Share of the tables in play with a hand opposite.


def game(rng: Rng, aspect: float) -> list[Place]:
    """A table in play: cards and builds in the middle, a hand before the viewer, often one opposite, the stock aside."""
    places: list[Place] = []
    count = int(rng.integers(1, 11))
    columns = int(np.clip(np.ceil(np.sqrt(count) * rng.uniform(0.9, 1.8)), 1, 6))
    rows = int(np.ceil(count / columns))
    wide = rng.uniform(1.35, 2.0)
    high = rng.uniform(1.25, 1.75) * aspect
    for i in range(count):
        x = (i % columns - (columns - 1) / 2) * wide + rng.normal(0, 0.12)
        y = (i // columns - (rows - 1) / 2) * high + rng.normal(0, 0.12)
        size = int(rng.choice([1, 2, 3, 4, 5], p=BUILDS))
        places += [Place(x, y, _turn(rng), stack=i)] if size == 1 else pile(rng, x, y, size, stack=i, aspect=aspect)
    half = (rows - 1) / 2 * high
    gap = rng.uniform(1.15, 2.2) * aspect
    if rng.random() < 0.88:
        places += _hand(rng, half + gap, zone="hand", turn=0.0, stack=100)
    if rng.random() < OPPOSITE:
        places += _hand(rng, -half - gap, zone="opposite", turn=180.0, stack=200)
    if rng.random() < 0.4:
        x = (columns / 2 * wide + rng.uniform(0.8, 1.6)) * rng.choice([-1, 1])
        stock = Place(float(x), float(rng.normal(0, 0.8)), _turn(rng), "back", None, 300)
        places += [Place(stock.x - 0.012 * k, stock.y - 0.012 * k, stock.turn, "back", None, 300) for k in range(int(rng.integers(1, 4)))]
    return places


def scatter(rng: Rng, aspect: float) -> list[Place]:
    """Cards thrown on the table, some over others."""
    count = int(rng.integers(1, 19))
    spread = np.sqrt(count) * rng.uniform(0.5, 1.1) * aspect
    kinds = rng.choice(["face", "back", "foreign"], size=count, p=[0.82, 0.07, 0.11])
    return [
        Place(float(rng.uniform(-0.5, 0.5) * spread), float(rng.uniform(-0.5, 0.5) * spread), _turn(rng), str(kind), stack=i)
        for i, kind in enumerate(kinds)
    ]


def grid(rng: Rng, aspect: float) -> list[Place]:
    """Rows of cards edge to edge, as packs are laid out and tiles are set."""
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 8))
    places: list[Place] = []
    for r in range(rows):
        turn = 180.0 if rng.random() < 0.15 else 0.0
        x, y = float(rng.normal(0, 0.2)), r * aspect * rng.uniform(1.02, 1.15)
        places += row(rng, x, y, columns, stack=r * 10, zone="centre", turn=turn)
    return places


def hands(rng: Rng, aspect: float) -> list[Place]:
    """Fans and builds only, close together."""
    places: list[Place] = []
    for i in range(int(rng.integers(1, 4))):
        x, y = rng.normal(0, 1.6), i * rng.uniform(0.6, 1.7) * aspect
        turn = float(rng.uniform(-180, 180)) if rng.random() < 0.4 else float(rng.normal(0, 15))
        count = int(rng.integers(2, LARGE + 1)) if rng.random() < 0.7 else int(rng.integers(LARGE + 1, LARGEST + 1))
        if rng.random() < 0.6 or count > LARGE:
            places += fan(rng, x, y, count, stack=i, zone="centre", turn=turn)
        else:
            places += pile(rng, x, y, min(count, 5), stack=i, aspect=aspect)
    return places


def close(rng: Rng, aspect: float) -> list[Place]:
    """One to three cards that fill the picture."""
    if rng.random() < 0.6:
        return row(rng, 0.0, 0.0, int(rng.integers(1, 4)), stack=0, zone="centre", turn=_turn(rng))
    return pile(rng, 0.0, 0.0, 2, stack=0, aspect=aspect)


def leaning(rng: Rng, aspect: float) -> list[Place]:
    """Two to four cards near the camera, each partly on the one before, at any offset and often at an angle."""
    turn, x, y = _turn(rng), 0.0, 0.0
    places: list[Place] = []
    for _ in range(int(rng.integers(2, 5))):
        own = turn + (rng.normal(0, 4) if rng.random() < 0.5 else rng.uniform(-60, 60))
        places.append(Place(x, y, float(own), stack=0))
        across, down = rng.uniform(-0.85, 0.85), rng.uniform(-0.85, 0.85) * aspect * rng.random()
        a = np.radians(turn)
        x, y = float(x + across * np.cos(a) - down * np.sin(a)), float(y + across * np.sin(a) + down * np.cos(a))
    return places


Layouts = tuple[tuple[Callable[[Rng, float], list[Place]], float], ...]
LAYOUTS: Layouts = ((game, 0.43), (scatter, 0.07), (grid, 0.05), (hands, 0.34), (close, 0.02), (leaning, 0.04))
#: Layouts by chance with their shares; what is left of 1 shows no card. Playing cards are also seen near and in heaps.
OF_PLAYING_CARDS: Layouts = ((game, 0.1), (scatter, 0.2), (grid, 0.05), (hands, 0.25), (close, 0.08), (leaning, 0.29))
FROM_THE_SIDE = frozenset({"game"})  #: Layouts that are often seen from a player's chair.
NEAR = frozenset({"close", "leaning"})  #: Layouts that fill much of the picture.
LARGE, LARGEST = 8, 14  #: Fans of more cards than the first show hardly more of each than its index; a suit has 13.
STRAIGHT = 0.25  #: Share of the fans that are straight rows of overlapping cards.


def random_layout(rng: Rng, aspect: float, layouts: Layouts = LAYOUTS) -> tuple[str, list[Place]]:
    """A layout by chance: its name and its places, the lowest card first."""
    u = rng.random()
    for make, share in layouts:
        if u < share:
            places = make(rng, aspect)
            clutter = [p if p.kind != "face" or rng.random() > 0.02 else replace(p, kind="foreign") for p in places]
            return make.__name__, clutter
        u -= share
    return "nothing", []
