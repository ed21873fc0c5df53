"""Applies a calibration to a picture before it is read, and to the table state after."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.base.records import Corners, Frame, TableCard, TableState
from numero_cam.calibrate.camera import CameraCalibration, check_size, distort_points, undistort
from numero_cam.calibrate.table import TableCalibration, apply_gains, camera_moved, zone_at

#: For each seat, the zone of the game for each zone of the calibrated table; cards in piles are in no zone.
_GAME_ZONES = {
    "near": {"hand": "hand", "opposite": "opposite", "centre": "centre"},
    "far": {"hand": "opposite", "opposite": "hand", "centre": "centre"},
}


@dataclass(frozen=True)
class Calibration:
    """The calibration of a camera, of a table, or of both."""

    camera: CameraCalibration | None = None  #: None where the pictures have no distortion to remove.
    table: TableCalibration | None = None  #: None where the table is not calibrated.

    @classmethod
    def of(cls, known: CameraCalibration | TableCalibration) -> "Calibration":
        """Return the calibration with a camera, or with a table and its camera."""
        return cls(known, None) if isinstance(known, CameraCalibration) else cls(known.camera, known)

    def prepare(self, frame: Frame) -> Frame:
        """Remove lens distortion and colour cast from a picture before it is read."""
        if self.table:
            check_size(frame, self.table.width, self.table.height)
        if self.camera:
            frame = undistort(frame, self.camera)
        return apply_gains(frame, self.table.white) if self.table and self.table.white else frame

    def finish(self, state: TableState, seat: str = "near") -> TableState:
        """Return the state of a prepared picture in terms of the original one.

        Args:
            state: The table state that was read in a picture from ``prepare``.
            seat: Side of the table at which the player sits whose hand is solved. A calibrated table has hands only at ``near`` and
                ``far``; for other seats the zones stay as they were read.

        Returns:
            The state with corners in pixels of the original picture, zones of the calibrated table, and a problem if the camera moved.
        """
        cards, problems = state.cards, state.problems
        if self.table:
            cards = _with_table_zones(cards, self.table, _GAME_ZONES[seat]) if seat in _GAME_ZONES else cards
            problems = (*problems, *filter(None, [camera_moved(self.table, state.cards)]))
        if self.camera:
            originals = (replace(card.reading, corners=distort_points(card.reading.corners, self.camera)) for card in cards)
            cards = tuple(replace(card, reading=reading) for card, reading in zip(cards, originals, strict=True))
        return replace(state, cards=cards, problems=problems)


def _with_table_zones(cards: Sequence[TableCard], table: TableCalibration, names: Mapping[str, str]) -> tuple[TableCard, ...]:
    """Return the cards with the zone in which their stack lies on the calibrated table; face-down cards and takes keep their zone."""
    corners: defaultdict[int, list[Corners]] = defaultdict(list)
    for card in cards:
        corners[card.stack].append(card.reading.corners)
    zones = {stack: names.get(zone_at(table.zones, table.plane, np.concatenate(quads)) or "") for stack, quads in corners.items()}
    return tuple(card if card.zone in {None, "take"} else replace(card, zone=zones[card.stack]) for card in cards)
