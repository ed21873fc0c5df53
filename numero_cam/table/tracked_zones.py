"""Where on a table a card lies: the middle, a row before a player, the stock, won cards; by the geometry of the table that is watched."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.seats import Seat
from numero_cam.games.shared.sight import Place
from numero_cam.vision.plane import TablePlane

SEATS: dict[int, tuple[Seat, ...]] = {2: ("near", "far"), 3: ("near", "left", "right"), 4: ("near", "left", "far", "right")}
"""Who sits where, clockwise from the player at the lower edge (contract: the table that is watched)."""
TOWARDS: dict[Seat, tuple[int, float]] = {"near": (1, 1.0), "far": (1, -1.0), "left": (0, -1.0), "right": (0, 1.0)}
"""The axis of the table and its direction in which a player sits."""
ROW_FROM, ROW_SOFT = 0.5, 0.07
"""Where a row begins, as a share of the way from the middle to the edge, and how sharply, before one was seen."""
BEFORE_ROW, ROW_EDGE = 0.85, 0.15
"""The same in card widths from the middles of the cards of a row that was seen: cards that do not belong together do not touch."""
LEAST_ROW, OPEN_ROW, ONE_ROW = 3, 0.2, 0.7
"""So many cards at least this far out, no more card widths from the outermost one, are a row at the start."""
WON_FROM, WON_SOFT = 0.35, 0.08
"""Where the won cards of a player begin."""
LEAST_CHANCE = 0.005
CENTRE, STOCK = Place("centre"), Place("stock")
GRID = (32, 18)
"""Parts of the picture for which it is known which place they show."""


def _rises(x: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(x, -30, 30))))


@dataclass
class Zones:
    """The places of a table in a picture.

    Attributes:
        size: Width and height of the picture, pixels.
        seats: Of the players in the order of play.
        to_table: ``(3, 3)`` from pixels to card widths right of and below the middle of the table.
        edges: How far the table is seen on each side, card widths.
        rows: For each player, where his row lies, as a share of the way to the edge; not there where none was seen.
    """

    size: tuple[int, int]
    seats: tuple[Seat, ...]
    to_table: NDArray[np.float64]
    edges: dict[Seat, float] = field(default_factory=dict)
    rows: dict[int, float] = field(default_factory=dict)

    @classmethod
    def of(cls, size: tuple[int, int], players: int, near: int, plane: TablePlane | None) -> "Zones":
        """The places of a table.

        Args:
            size: Of the picture, pixels.
            players: How many play, 2-4.
            near: Which of them sits at the lower edge, from 0 in the order of play.
            plane: The table in the picture; None where it is not known yet.
        """
        order = SEATS[players]
        seats = tuple(order[(player - near) % players] for player in range(players))
        zones = cls(size, seats, np.eye(3))
        zones.lay(plane)
        return zones

    def lay(self, plane: TablePlane | None) -> None:
        """Finds the places anew where the table is known better."""
        width, height = self.size
        middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2]])
        flat = np.diag([12 / max(self.size), 12 / max(self.size), 1.0]) if plane is None else geometry.inverse(plane.table_to_picture)
        (x, y), (right, down) = geometry.transform(flat, middle)
        turn = np.arctan2(down - y, right - x)
        turned = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        self.to_table = turned @ np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]]) @ flat
        ends: dict[Seat, tuple[float, float]] = {
            "near": (width / 2, height),
            "far": (width / 2, 0),
            "left": (0, height / 2),
            "right": (width, height / 2),
        }
        for seat, end in ends.items():
            axis, sign = TOWARDS[seat]
            self.edges[seat] = max(1.0, sign * float(self.at(np.array([end]))[0, axis]))

    def at(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Pixels ``(N, 2)`` as card widths right of and below the middle of the table."""
        return geometry.transform(self.to_table, points)

    def pose(self, quad: NDArray[np.floating]) -> tuple[float, float, float]:
        """Middle of a card in card widths, and its turn in degrees clockwise."""
        laid = self.at(quad)
        x, y = laid.mean(axis=0)
        up = laid[0] + laid[1] - laid[2] - laid[3]
        return float(x), float(y), float(np.degrees(np.arctan2(up[0], -up[1])))

    def _depth(self, seat: Seat, x: float, y: float) -> float:
        axis, sign = TOWARDS[seat]
        return sign * (x, y)[axis] / self.edges[seat]

    def learn_rows(self, middles: Sequence[tuple[float, float]]) -> None:
        """Learns where hands lie open, from the cards that lie face up at the start."""
        for player, seat in enumerate(self.seats):
            depths = [d for x, y in middles if (d := self._depth(seat, x, y)) > OPEN_ROW and self._nearest(x, y) == seat]
            # The outermost cards, side by side: a tilted camera sees far past the row of the far player.
            row = [d for d in depths if (max(depths) - d) * self.edges[seat] < ONE_ROW]
            if len(row) >= LEAST_ROW:
                self.rows[player] = float(np.median(row))

    def _nearest(self, x: float, y: float) -> Seat:
        return max(self.seats, key=lambda seat: self._depth(seat, x, y))

    def _in_row(self, player: int, x: float, y: float) -> float:
        seat = self.seats[player]
        depth = self._depth(seat, x, y)
        row = self.rows.get(player)
        if row is None:
            return _rises((depth - ROW_FROM) / ROW_SOFT)
        return _rises(((depth - row) * self.edges[seat] + BEFORE_ROW) / ROW_EDGE)

    def of_face(self, x: float, y: float) -> dict[Place, float]:
        """Where a card lies that lies face up there."""
        rows = [self._in_row(player, x, y) for player in range(len(self.seats))]
        return _shares({CENTRE: float(np.prod([1 - row for row in rows]))} | {Place("row", p): row for p, row in enumerate(rows)})

    def of_back(self, x: float, y: float) -> dict[Place, float]:
        """Where a card or pile lies that lies face down there."""
        won = [_rises((self._depth(seat, x, y) - WON_FROM) / WON_SOFT) for seat in self.seats]
        return _shares({STOCK: float(np.prod([1 - w for w in won]))} | {Place("won", p): w for p, w in enumerate(won)})

    def outwards(self, x: float, y: float) -> float:
        """How near to a player something lies: 0 in the middle, 1 at his edge."""
        return max(self._depth(seat, x, y) for seat in self.seats)

    def grid(self) -> list[Place]:
        """The likeliest place for each part of the picture, row by row, ``GRID`` in all."""
        across, down = GRID
        ys, xs = np.mgrid[0:down, 0:across]
        middles = np.stack([(xs.ravel() + 0.5) * self.size[0] / across, (ys.ravel() + 0.5) * self.size[1] / down], axis=1)
        chances = [self.of_face(float(x), float(y)) for x, y in self.at(middles)]
        return [max(each, key=lambda place: each[place]) for each in chances]


def _shares(weights: dict[Place, float]) -> dict[Place, float]:
    total = sum(weights.values())
    kept = {place: weight / total for place, weight in weights.items() if weight / total >= LEAST_CHANCE}
    whole = sum(kept.values())
    return {place: weight / whole for place, weight in kept.items()}
