"""Where things lie on a table on which a game is played, in card widths from its middle, and the camera that sees it.

As a person at the lower edge of the picture sees it: x goes to the right, y towards him.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workshop.synth.camera import Camera, view_of

Rng = np.random.Generator
Points = NDArray[np.float64]

WIDTH, HEIGHT = 1280, 720
TALL = 1.4  #: A card's height in its widths, about.
_SIDES = {1: ("near",), 2: ("near", "far"), 3: ("near", "left", "right"), 4: ("near", "left", "far", "right")}
_TURNS = {"near": 0.0, "left": 90.0, "far": 180.0, "right": 270.0}


@dataclass(frozen=True)
class Pose:
    """How a card lies: its middle, and degrees clockwise from upright for the player at the lower edge."""

    x: float
    y: float
    turn: float

    @classmethod
    def at(cls, place: Points, turn: float) -> "Pose":
        """At a place ``(2,)``."""
        return cls(float(place[0]), float(place[1]), float(turn))

    @property
    def xy(self) -> Points:
        """``(2,)``."""
        return np.array([self.x, self.y])


@dataclass(frozen=True)
class Seat:
    """A side of the table."""

    side: str  #: near, left, far or right.
    row: float  #: Distance of the row of cards before the player from the middle of the table.
    won: tuple[float, float]  #: The face-down cards that he has won: to his right, and towards him.
    edge: float  #: Distance of the edge of the picture, about.

    @property
    def turn(self) -> float:
        """Degrees by which his cards are turned."""
        return _TURNS[self.side]

    def at(self, right: float, back: float) -> Points:
        """A place of the table ``(2,)`` told as the player sees it: to his right, and from the middle towards him."""
        a = np.radians(self.turn)
        return np.array([right * np.cos(a) - back * np.sin(a), right * np.sin(a) + back * np.cos(a)])


@dataclass(frozen=True)
class Table:
    """The places of a table."""

    seats: tuple[Seat, ...]  #: The players' in their order.
    centre: tuple[float, float]  #: Half width and half height of the centre.
    stock: tuple[float, float]  #: Middle of the stock.
    extent: tuple[float, float]  #: Half width and half height of all that must be seen.

    @classmethod
    def random(cls, rng: Rng, players: int) -> "Table":
        """A table for so many players, the first of them near."""
        sides = players > 2
        stock_side = rng.choice([-1, 1])
        row = 3.1 + rng.uniform(0, 0.15)
        wide = 6.4
        seats = []
        for side in _SIDES[players]:
            if side in {"near", "far"}:
                seats.append(Seat(side, row, (4.65 if sides else rng.uniform(4.6, 5.7), row + rng.uniform(-0.1, 0.1)), 4.2))
            else:
                seats.append(Seat(side, wide, (3.6, wide), 7.6))
        x = 4.8 if sides else rng.uniform(5.0, 5.8)
        return cls(tuple(seats), (3.85, 1.8), (stock_side * x, rng.uniform(-0.4, 0.4)), (7.4, 4.55) if sides else (6.8, 4.25))

    def corners(self) -> Points:
        """``(4, 2)``: the corners of all that must be seen."""
        x, y = self.extent
        return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])


def camera_over(rng: Rng, table: Table, tilt: float) -> Camera:
    """A camera that sees the whole table from above, tilted by so many degrees towards the player at the lower edge."""
    size = np.array([WIDTH, HEIGHT])
    points = np.column_stack([table.corners(), np.ones(4)])
    focal = np.eye(2) * float(rng.uniform(0.85, 1.5)) * WIDTH
    roll = float(rng.normal(0, 1.5))
    near, far = 2.0, 200.0
    for _ in range(24):
        middle = np.sqrt(near * far)
        seen = points @ view_of((WIDTH, HEIGHT), focal, middle, np.zeros(2), tilt=tilt, roll=roll).T
        xy = seen[:, :2] / np.maximum(seen[:, 2:3], 1e-6)
        too_large = seen[:, 2].min() < 0.3 or ((xy.max(0) - xy.min(0)) / size).max() > 1.0
        near, far = (middle, far) if too_large else (near, middle)
    view = view_of((WIDTH, HEIGHT), focal, far, np.zeros(2), tilt=tilt, roll=roll)
    seen = points @ view.T
    xy = seen[:, :2] / seen[:, 2:3]
    shift = size / 2 - (xy.max(0) + xy.min(0)) / 2
    return Camera(WIDTH, HEIGHT, np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]]) @ view, tilt)


def bumped(camera: Camera, shift: Points, turn: float) -> Camera:
    """The camera after it was pushed: the picture is shifted by so many pixels ``(2,)`` and turned by so many degrees about its middle."""
    a, c = np.radians(turn), np.array([WIDTH / 2, HEIGHT / 2])
    rotation = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    move = np.eye(3)
    move[:2, :2], move[:2, 2] = rotation, c - rotation @ c + shift
    return Camera(camera.width, camera.height, move @ camera.homography, camera.tilt)


def corners_of(pose: Pose, tall: float, *, wide: float = 1.0, size: float = 1.0) -> Points:
    """``(4, 2)``: a card's corners on the table, clockwise from its own top-left; ``wide`` below 1 while it is turned over."""
    a = np.radians(pose.turn)
    box = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) * (size / 2)
    return np.asarray(box @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + pose.xy)
