"""What is known of a table and the camera above it, made from one photo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from numero_cam.base import geometry
from numero_cam.base.errors import CalibrationError
from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.plane import CARD, congruence, plane_of_cards
from numero_cam.calibrate.scale import card_scale
from numero_cam.calibrate.white import Gains, gains_of_stock
from numero_cam.calibrate.zones import NAMES, Rectangle, make_zones

OPEN = 0.9
"""Share of a card that must be visible for its outline to be trusted."""
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
        made_by: ``board``, ``sheet`` or ``cards``.
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
    try:
        gains = gains_of_stock(frame, quads)
    except CalibrationError:  # a table is a table without them
        gains = None
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
    shown = open_cards(cards)
    quads = [card.reading.corners for card in shown]
    if len(quads) < 2:
        return None
    bent = _bent(table.plane, quads, table.card)
    if bent <= MOST_BENT:
        return None
    cause = f", or its {table.made_by} was not printed at 100 %" if _only_scaled(table, shown) else ""
    return f"the camera has moved since the table was calibrated{cause} (cards are off by {bent:.0%} of their height): calibrate it anew"


def open_cards(cards: Sequence[TableCard]) -> list[TableCard]:
    """Those that are known and lie open, whose outlines can be trusted."""
    return [card for card in cards if card.reading.label is not None and card.reading.visible >= OPEN]


def _only_scaled(table: Table, cards: Sequence[TableCard]) -> bool:
    """Whether cards on a table made by a print are of their form, but all too large or too small: so a wrong print shows too."""
    scale = None if table.made_by == "cards" else card_scale(table.plane, cards)
    if scale is None:
        return False
    right = np.diag([1 / scale, 1 / scale, 1]) @ table.plane
    return _bent(right, [card.reading.corners for card in cards], table.card) <= MOST_BENT


def _bent(plane: NDArray[np.float64], quads: Sequence[NDArray[np.floating]], card: tuple[float, float]) -> float:
    """Median distance of corners from those of a card, as a share of its height."""
    rectangle = np.array([[0, 0], [card[0], 0], [card[0], card[1]], [0, card[1]]])
    places = geometry.transform(plane, np.concatenate(quads)).reshape(-1, 4, 2)
    return float(np.median(np.linalg.norm(congruence(places, rectangle), axis=2).mean(axis=1)) / card[1])
