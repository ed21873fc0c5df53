"""A calibration at work: the picture made straight and white before it is read, places and zones set right afterwards."""

from dataclasses import dataclass, replace

from numero_cam.base.records import Frame, TableCard, TableState
from numero_cam.calibrate import lens, white
from numero_cam.calibrate.camera import Camera
from numero_cam.calibrate.table import Table, moved
from numero_cam.calibrate.zones import zone_at

_OF_GAME = {"hand": "hand", "opposite": "opposite", "centre": "centre"}
"""Zones of a table to those of readings; cards in piles are in none."""


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

    def finish(self, state: TableState) -> TableState:
        """What was read in the prepared picture, as a table of the picture as shown.

        Args:
            state: Of a frame that ``prepare`` gave.

        Returns:
            Corners are pixels of the picture as shown; zones are those of the table, if it is known; a moved camera is a problem.
        """
        cards, problems = state.cards, state.problems
        if self.table:
            cards = tuple(_zoned(card, self.table) for card in cards)
            problems = (*problems, *filter(None, [moved(self.table, state.cards)]))
        if self.camera:
            cards = tuple(_shown(card, self.camera) for card in cards)
        return replace(state, cards=cards, problems=problems)


def _zoned(card: TableCard, table: Table) -> TableCard:
    """The card with its zone on the table; cards face down, and a take spread out alone, stay what they are."""
    if card.zone in {None, "take"}:
        return card
    return replace(card, zone=_OF_GAME.get(zone_at(table.zones, table.plane, card.reading.corners) or ""))


def _shown(card: TableCard, camera: Camera) -> TableCard:
    return replace(card, reading=replace(card.reading, corners=lens.to_shown(card.reading.corners, camera)))
