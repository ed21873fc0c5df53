"""What is known of a table and the camera above it, made from one photo."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate import board
from numero_cam.calibrate.board import SeenBoard
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.plane import CARD, congruence, plane_of_board, plane_of_cards
from numero_cam.calibrate.white import Gains, gains_of_patch, gains_of_stock
from numero_cam.calibrate.zones import NAMES, Rectangle, make_zones

OPEN = 0.9
"""Share of a card that must be visible for its outline to be trusted."""
MOST_SCALE_OFF = 0.05
"""Cards whose size on the table is off by more than this share belong to another printout of the board, or another camera place."""
MOST_BENT = 0.04
"""Median share of its height by which a card may be no card on the table; more, and the camera has moved."""


@dataclass(frozen=True)
class Table:
    """A calibrated table.

    Attributes:
        width: Pixels of the pictures, as shown.
        height: Pixels.
        plane: ``(3, 3)`` float64, pixels of the straight picture to millimetres of the table.
        error: Root mean square, pixels.
        made_by: ``board`` or ``cards``.
        zones: Rectangles by ``zones.NAMES``.
        date: Day on which it was made.
        white: Gains of the white balance, or None.
        camera: The camera whose pictures these are, or None where they are taken as straight.
        card: Width and height of the cards, millimetres.
    """

    width: int
    height: int
    plane: NDArray[np.float64]
    error: float
    made_by: str
    zones: Mapping[str, Rectangle]
    date: str
    white: Gains | None = None
    camera: Camera | None = None
    card: tuple[float, float] = field(default=CARD)

    def __post_init__(self) -> None:
        """Refuse what is no table."""
        fine = self.plane.shape == (3, 3) and np.isfinite(self.plane).all() and abs(np.linalg.det(self.plane)) > 1e-12
        if not fine or set(self.zones) != set(NAMES) or any(z[0] >= z[2] or z[1] >= z[3] for z in self.zones.values()):
            message = "no table has this plane and these zones"
            raise CalibrationError(message)
        if self.camera and (self.camera.width, self.camera.height) != (self.width, self.height):
            message = "the table and its camera are of different picture sizes"
            raise CalibrationError(message)


def table_from_board(frame: Frame, seen: SeenBoard, state: TableState, date: str, camera: Camera | None = None) -> Table:
    """Calibrates a table by the board that lies on it.

    Args:
        frame: The photo, made straight where there is a camera.
        seen: The board in it.
        state: Cards that lie there too, if any: their zones part the table, and their size shows a sheet printed too small or too large.
        date: Day, for the record.
        camera: The camera, if it is calibrated.

    Raises:
        CalibrationError: The board is not seen well enough, does not lie flat, or was printed at another size.
    """
    size = frame.width, frame.height
    plane, error = plane_of_board(seen, size)
    _check_scale(plane, state)
    back = geometry.inverse(_board_plane(seen))
    x0, y0, x1, y1 = board.GREY_PATCH
    patch = geometry.transform(back, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
    inside = (patch >= 0).all() and (patch < size).all()
    gains = _white(lambda: gains_of_patch(frame, patch)) if inside else None
    return Table(*size, plane, error, "board", make_zones(plane, size, state.cards), date, gains, camera)


def table_from_cards(frame: Frame, state: TableState, date: str, camera: Camera | None = None, card: tuple[float, float] = CARD) -> Table:
    """Calibrates a table by the cards that lie open on it.

    Args:
        frame: The photo, made straight where there is a camera.
        state: Its cards.
        date: Day, for the record.
        camera: The camera, if it is calibrated.
        card: Width and height of a card, millimetres.

    Raises:
        CalibrationError: Too few open cards, or they do not lie on one plane.
    """
    size = frame.width, frame.height
    quads = [c.reading.corners for c in open_cards(state.cards)]
    plane, error = plane_of_cards(quads, frame.name, size, card)
    gains = _white(lambda: gains_of_stock(frame, quads))
    return Table(*size, plane, error, "cards", make_zones(plane, size, state.cards), date, gains, camera, card)


def moved(table: Table, cards: Sequence[TableCard]) -> str | None:
    """Whether the camera was moved since the table was calibrated: cards on it are then no longer of a card's size and form.

    A camera moved along the table without being turned or raised is not noticed: cards look the same everywhere.

    Args:
        table: The calibration.
        cards: Of a photo, their corners in pixels of the straight picture.

    Returns:
        A line that says so, or None.
    """
    quads = [card.reading.corners for card in open_cards(cards)]
    if len(quads) < 2:
        return None
    bent = _bent(table.plane, quads, table.card)
    if bent <= MOST_BENT:
        return None
    return f"the camera has moved since the table was calibrated (cards are off by {bent:.0%} of their height): calibrate the table anew"


def open_cards(cards: Sequence[TableCard]) -> list[TableCard]:
    """Those that are known and lie open, whose outlines can be trusted."""
    return [card for card in cards if card.reading.label is not None and card.reading.visible >= OPEN]


def _bent(plane: NDArray[np.float64], quads: Sequence[NDArray[np.floating]], card: tuple[float, float]) -> float:
    """Median distance of corners from those of a card, as a share of its height."""
    rectangle = np.array([[0, 0], [card[0], 0], [card[0], card[1]], [0, card[1]]])
    places = geometry.transform(plane, np.concatenate(quads)).reshape(-1, 4, 2)
    return float(np.median(np.linalg.norm(congruence(places, rectangle), axis=2).mean(axis=1)) / card[1])


def _check_scale(plane: NDArray[np.float64], state: TableState) -> None:
    quads = [card.reading.corners for card in open_cards(state.cards)]
    if len(quads) < 2:
        return
    heights = [float(geometry.edge_lengths(geometry.transform(plane, quad))[[1, 3]].mean()) for quad in quads]
    scale = CARD[1] / float(np.median(heights))
    if abs(scale - 1) > MOST_SCALE_OFF:
        message = (
            f"{state.name}: the board was printed at the wrong size, {scale:.0%} of the right one by the cards beside it: "
            f"print it at 100 %, its line must be 100 mm long"
        )
        raise CalibrationError(message)


def _white(measure: Callable[[], Gains]) -> Gains | None:
    """Gains, or None where the picture does not tell them: a table is a table without them."""
    try:
        return measure()
    except CalibrationError:
        return None


def _board_plane(seen: SeenBoard) -> NDArray[np.float64]:
    """Pixels to millimetres of the board."""
    found, _ = cv2.findHomography(seen.points.astype(np.float64), seen.places().astype(np.float64))
    return np.asarray(found, np.float64)
