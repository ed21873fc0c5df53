"""A calibration at work: the picture made straight and white before it is read, places and zones set right afterwards."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from numero_cam.base.records import Corners, Frame, TableCard, TableState
from numero_cam.calibrate import camera as lens
from numero_cam.calibrate import table as white
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.table import Table, moved, zone_at

_OF_GAME = {
    "near": {"hand": "hand", "opposite": "opposite", "centre": "centre"},
    "far": {"hand": "opposite", "opposite": "hand", "centre": "centre"},
}
"""By the seat, zones of a table to those of readings; cards in piles are in none."""


@dataclass(frozen=True)
class Calibration:
    """What is known of the camera, of the table, or of both.

    Attributes:
        camera: Whose pictures are read; None where they are taken as straight.
        table: Where they were taken, or None.
    """

    camera: Camera | None = None
    table: Table | None = None

    @classmethod
    def of(cls, known: Camera | Table) -> "Calibration":
        """The calibration that a file holds: a table's file has its camera in it."""
        return cls(known, None) if isinstance(known, Camera) else cls(known.camera, known)

    def prepare(self, frame: Frame) -> Frame:
        """The picture as it is to be read: without the lens's distortion, under white light.

        Raises:
            CalibrationError: The picture is of another size than the calibration.
        """
        if self.table:
            lens.check_size(frame, self.table.width, self.table.height)
        if self.camera:
            frame = lens.undistort(frame, self.camera)
        return white.balance(frame, self.table.white) if self.table and self.table.white else frame

    def finish(self, state: TableState, seat: str = "near") -> TableState:
        """What was read in the prepared picture, as a table of the picture as shown.

        Args:
            state: Of a frame that ``prepare`` gave.
            seat: Where the player sits whose hand it is: ``near`` or ``far``. A table has no zones for hands at its left and right: there
                the zones of the readings stay.

        Returns:
            Corners are pixels of the picture as shown; zones are those of the table, if it is known; a moved camera is a problem.
        """
        cards, problems = state.cards, state.problems
        if self.table:
            cards = _zoned(cards, self.table, _OF_GAME[seat]) if seat in _OF_GAME else cards
            problems = (*problems, *filter(None, [moved(self.table, state.cards)]))
        if self.camera:
            cards = tuple(_shown(card, self.camera) for card in cards)
        return replace(state, cards=cards, problems=problems)


def _zoned(cards: Sequence[TableCard], table: Table, names: Mapping[str, str]) -> tuple[TableCard, ...]:
    """The cards with their zones on the table, all of a stack in one; cards face down, and a take spread out alone, stay what they are."""
    corners: defaultdict[int, list[Corners]] = defaultdict(list)
    for card in cards:
        corners[card.stack].append(card.reading.corners)
    zones = {stack: names.get(zone_at(table.zones, table.plane, np.concatenate(quads)) or "") for stack, quads in corners.items()}
    return tuple(card if card.zone in {None, "take"} else replace(card, zone=zones[card.stack]) for card in cards)


def _shown(card: TableCard, camera: Camera) -> TableCard:
    return replace(card, reading=replace(card.reading, corners=lens.to_shown(card.reading.corners, camera)))
