"""Applies a calibration: to a picture before it is read, and to the table state after."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.base.records import Corners, Frame, TableCard, TableState
from numero_cam.calibrate.camera import Camera, check_size, distort_points, undistort
from numero_cam.calibrate.table import Table, apply_gains, camera_moved, zone_at

_GAME_ZONES = {
    "near": {"hand": "hand", "opposite": "opposite", "centre": "centre"},
    "far": {"hand": "opposite", "opposite": "hand", "centre": "centre"},
}
"""Seat to zone of the calibrated table to zone of the game; cards in piles are in no zone."""


@dataclass(frozen=True)
class Calibration:
    """The calibration of a camera, of a table, or of both.

    Attributes:
        camera: None where the pictures have no distortion to remove.
        table: None where the table is not calibrated.
    """

    camera: Camera | None = None
    table: Table | None = None

    @classmethod
    def of(cls, known: Camera | Table) -> "Calibration":
        """Return the calibration of a file; the file of a table may hold its camera too."""
        return cls(known, None) if isinstance(known, Camera) else cls(known.camera, known)

    def prepare(self, frame: Frame) -> Frame:
        """Remove lens distortion and colour cast from a picture before it is read.

        Raises:
            CalibrationError: The picture has another size than those of the calibration.
        """
        if self.table:
            check_size(frame, self.table.width, self.table.height)
        if self.camera:
            frame = undistort(frame, self.camera)
        return apply_gains(frame, self.table.white) if self.table and self.table.white else frame

    def finish(self, state: TableState, seat: str = "near") -> TableState:
        """Convert what was read in a prepared picture.

        Args:
            state: The state of a picture that ``prepare`` returned.
            seat: Side at which the player sits whose hand it is. A calibrated table has hands at ``near`` and ``far`` only; for other
                seats the zones stay as they were read.

        Returns:
            The state with corners in pixels of the original picture, zones by the calibrated table, and a problem if the camera moved.
        """
        cards, problems = state.cards, state.problems
        if self.table:
            cards = _zoned(cards, self.table, _GAME_ZONES[seat]) if seat in _GAME_ZONES else cards
            problems = (*problems, *filter(None, [camera_moved(self.table, state.cards)]))
        if self.camera:
            cards = tuple(_in_original(card, self.camera) for card in cards)
        return replace(state, cards=cards, problems=problems)


def _zoned(cards: Sequence[TableCard], table: Table, names: Mapping[str, str]) -> tuple[TableCard, ...]:
    """Return the cards with the zone of their stack on the table; face-down cards and takes keep theirs."""
    corners: defaultdict[int, list[Corners]] = defaultdict(list)
    for card in cards:
        corners[card.stack].append(card.reading.corners)
    zones = {stack: names.get(zone_at(table.zones, table.plane, np.concatenate(quads)) or "") for stack, quads in corners.items()}
    return tuple(card if card.zone in {None, "take"} else replace(card, zone=zones[card.stack]) for card in cards)


def _in_original(card: TableCard, camera: Camera) -> TableCard:
    return replace(card, reading=replace(card.reading, corners=distort_points(card.reading.corners, camera)))
