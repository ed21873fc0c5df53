"""The models that follow tables, loaded once."""

from dataclasses import dataclass

from numero_cam.table.obstruction import ObstructionDetector
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracker import TableTracker


@dataclass(frozen=True)
class VisionStack:
    """The models that follow tables, loaded once.

    Attributes:
        reader: Reads pictures and parts of them.
        obstruction: Detects hands over the table.
        left_out: One line each: decks that could not be used.
    """

    reader: Reader
    obstruction: ObstructionDetector
    left_out: tuple[str, ...] = ()

    def follower(self, players: int = 2, near: int = 0) -> TableTracker:
        """Return the tracker of a new table.

        Args:
            players: Number of players, 2-4.
            near: Index of the player at the lower edge of the picture, in the order of play.
        """
        return TableTracker(self.reader, players=players, near=near, obstruction=self.obstruction)
