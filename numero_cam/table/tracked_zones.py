"""In which zone of a tracked table a card lies: the centre, a player's row, the stock, won cards; by its distance from the middle."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.seats import Seat
from numero_cam.games.shared.sight import TablePlace
from numero_cam.vision.plane import TablePlane

#: Seats by the number of players, clockwise from the player at the lower edge.
SEATS_OF_PLAYERS: dict[int, tuple[Seat, ...]] = {2: ("near", "far"), 3: ("near", "left", "right"), 4: ("near", "left", "far", "right")}
#: Axis of the table (0 to the right, 1 downwards) and direction on it in which a player sits.
SEAT_DIRECTION: dict[Seat, tuple[int, float]] = {"near": (1, 1.0), "far": (1, -1.0), "left": (0, -1.0), "right": (0, 1.0)}
ROW_START = 0.5  #: Depth at which a row begins before one was seen; depth is 0 in the middle of the table and 1 at its edge.
ROW_SOFTNESS = 0.07  #: Width of that border, as a depth.
ROW_REACH = 0.85  #: Card widths before the middles of a seen row at which it begins: cards that do not belong together do not touch.
ROW_REACH_SOFTNESS = 0.15  #: Width of that border, card widths.
#: Where two rows reach, a card is e times less likely of one for each of these card widths that it lies farther from it.
CORNER_SOFTNESS = 0.15
MIN_REACH = 0.05  #: Probability from which a row reaches a card.
MIN_ROW_CARDS = 3  #: Minimum number of cards of a row at the start.
MIN_ROW_DEPTH = 0.2  #: Minimum depth of these cards.
MAX_ROW_SPREAD = 0.7  #: Maximum distance of these cards from the outermost one, card widths.
WON_START = 0.35  #: Depth at which the won cards of a player begin.
WON_SOFTNESS = 0.08  #: Width of that border, as a depth.
MIN_PROBABILITY = 0.005  #: Places with less are left out.
FLAT_CARD_WIDTHS = 12  #: Card widths along the picture's longer side, as long as the plane is not known.
CENTRE = TablePlace("centre")
STOCK = TablePlace("stock")
GRID = (32, 18)  #: Columns and rows of the grid of cells for which the zone is known.


def _sigmoid(x: float) -> float:
    """Return the logistic function of a number."""
    return float(1 / (1 + np.exp(-np.clip(x, -30, 30))))


@dataclass
class TableZones:
    """The zones of a table in a picture."""

    size: tuple[int, int]  #: Width and height of the picture, pixels.
    seats: tuple[Seat, ...]  #: Of the players, in the order of play.
    #: ``(3, 3)`` homography from pixels to card widths right of and below the middle of the table.
    to_table: NDArray[np.float64] = field(default_factory=lambda: np.eye(3))
    edges: dict[Seat, float] = field(default_factory=dict)  #: Distance from the middle to the edge on each side, card widths.
    rows: dict[int, float] = field(default_factory=dict)  #: Depth of the row of each player whose row was seen.

    @classmethod
    def for_players(cls, size: tuple[int, int], players: int, near: int, plane: TablePlane | None) -> "TableZones":
        """Return the zones of a table.

        Args:
            size: Width and height of the picture, pixels.
            players: Number of players, 2-4.
            near: Index, in the order of play, of the player at the lower edge.
            plane: The table's plane; None where it is not known yet.
        """
        clockwise = SEATS_OF_PLAYERS[players]
        zones = cls(size, tuple(clockwise[(player - near) % players] for player in range(players)))
        zones.set_plane(plane)
        return zones

    def set_plane(self, plane: TablePlane | None) -> None:
        """Compute the middle, the axes and the edges of the table from its plane; the rows stay."""
        width, height = self.size
        middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2]])
        scale = FLAT_CARD_WIDTHS / max(self.size)
        flat = np.diag([scale, scale, 1.0]) if plane is None else geometry.inverse(plane.table_to_picture)
        (x, y), (right, down) = geometry.transform(flat, middle)
        angle = np.arctan2(down - y, right - x)
        rotation = np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        self.to_table = rotation @ np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]]) @ flat
        ends: dict[Seat, tuple[float, float]] = {
            "near": (width / 2, height),
            "far": (width / 2, 0),
            "left": (0, height / 2),
            "right": (width, height / 2),
        }
        for seat, end in ends.items():
            axis, sign = SEAT_DIRECTION[seat]
            self.edges[seat] = max(1.0, sign * float(self.to_card_widths(np.array([end]))[0, axis]))

    def to_card_widths(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return pixels ``(N, 2)`` as card widths right of and below the middle of the table."""
        return geometry.transform(self.to_table, points)

    def pose(self, quad: NDArray[np.floating]) -> tuple[float, float, float]:
        """Return the middle of a card, x and y in card widths, and its rotation in degrees clockwise.

        Args:
            quad: ``(4, 2)`` pixels, clockwise from the card's own top-left.
        """
        corners = self.to_card_widths(quad)
        x, y = corners.mean(axis=0)
        up = corners[0] + corners[1] - corners[2] - corners[3]
        return float(x), float(y), float(np.degrees(np.arctan2(up[0], -up[1])))

    def _depth(self, seat: Seat, x: float, y: float) -> float:
        """Return how near to a seat a point in card widths lies: 0 in the middle of the table, 1 at the seat's edge, negative beyond."""
        axis, sign = SEAT_DIRECTION[seat]
        return sign * (x, y)[axis] / self.edges[seat]

    def learn_rows(self, middles: Sequence[tuple[float, float]]) -> None:
        """Learn where the players' rows lie by the middles, x and y in card widths, of the cards that lie face up at the start."""
        for player, seat in enumerate(self.seats):
            depths = [d for x, y in middles if (d := self._depth(seat, x, y)) > MIN_ROW_DEPTH and self._nearest_seat(x, y) == seat]
            # The outermost cards, side by side: a tilted camera sees far past the row of the far player.
            row = [d for d in depths if (max(depths) - d) * self.edges[seat] < MAX_ROW_SPREAD]
            if len(row) >= MIN_ROW_CARDS:
                self.rows[player] = float(np.median(row))

    def _nearest_seat(self, x: float, y: float) -> Seat:
        """Return the seat for which a point has the greatest depth."""
        return max(self.seats, key=lambda seat: self._depth(seat, x, y))

    def _row_probability(self, player: int, x: float, y: float) -> float:
        """Return the probability that a card lies in a player's row, apart from the other rows."""
        seat = self.seats[player]
        depth = self._depth(seat, x, y)
        row = self.rows.get(player)
        if row is None:
            return _sigmoid((depth - ROW_START) / ROW_SOFTNESS)
        return _sigmoid(((depth - row) * self.edges[seat] + ROW_REACH) / ROW_REACH_SOFTNESS)

    def _row_distance(self, player: int, x: float, y: float) -> float:
        """Return how far before or behind a seen row a card lies, card widths."""
        return abs(self._depth(self.seats[player], x, y) - self.rows[player]) * self.edges[self.seats[player]]

    def face_up_places(self, x: float, y: float) -> dict[TablePlace, float]:
        """Return the probability of each place for a card that lies face up at x and y, card widths."""
        rows = [self._row_probability(player, x, y) for player in range(len(self.seats))]
        reaching = [player for player, row in enumerate(rows) if row > MIN_REACH and player in self.rows]
        if len(reaching) > 1:  # a corner: the end of the row at a side lies as deep as that of the near player
            apart = {player: self._row_distance(player, x, y) for player in reaching}
            for player, distance in apart.items():
                rows[player] *= float(np.exp((min(apart.values()) - distance) / CORNER_SOFTNESS))
        return _normalized({CENTRE: float(np.prod([1 - row for row in rows]))} | {TablePlace("row", p): row for p, row in enumerate(rows)})

    def face_down_places(self, x: float, y: float) -> dict[TablePlace, float]:
        """Return the probability of each place for a card or pile that lies face down at x and y, card widths."""
        won = [_sigmoid((self._depth(seat, x, y) - WON_START) / WON_SOFTNESS) for seat in self.seats]
        return _normalized({STOCK: float(np.prod([1 - w for w in won]))} | {TablePlace("won", p): w for p, w in enumerate(won)})

    def max_depth(self, x: float, y: float) -> float:
        """Return how near to a player something lies: 0 in the middle of the table, 1 at the player's edge."""
        return max(self._depth(seat, x, y) for seat in self.seats)

    def place_grid(self) -> list[TablePlace]:
        """Return the likeliest place of each cell of ``GRID``, row by row."""
        columns, rows = GRID
        ys, xs = np.mgrid[0:rows, 0:columns]
        middles = np.stack([(xs.ravel() + 0.5) * self.size[0] / columns, (ys.ravel() + 0.5) * self.size[1] / rows], axis=1)
        cells = [self.face_up_places(float(x), float(y)) for x, y in self.to_card_widths(middles)]
        return [max(places, key=lambda place: places[place]) for places in cells]


def _normalized(weights: dict[TablePlace, float]) -> dict[TablePlace, float]:
    """Return probabilities that add up to 1, without the places below ``MIN_PROBABILITY``."""
    total = sum(weights.values())
    likely = {place: weight / total for place, weight in weights.items() if weight / total >= MIN_PROBABILITY}
    total = sum(likely.values())
    return {place: weight / total for place, weight in likely.items()}
