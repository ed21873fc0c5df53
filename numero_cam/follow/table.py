"""The table in time: pictures go in, sights come out. Where each card lies and what each look at it says; nothing is read under a hand."""

import numpy as np
from numpy.typing import NDArray

from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.follow.camera import STILL, is_dark
from numero_cam.follow.followed import Followed, PartsReader, SeesHands
from numero_cam.follow.ground import Ground, small_of
from numero_cam.follow.lying import LyingCard
from numero_cam.games.shared.sight import Sight

MOST_WAIT = 2.0
"""Seconds after which a table that is never still at the start is read nevertheless."""
BLACK = "the picture is black; is the lens covered, or the light off?"
BLURRED = "the picture is blurred; is something before the lens, or is it out of focus?"


class TableInTime:
    """Follows the cards of one table through the pictures of a camera or a film.

    The same pictures give the same sights, however fast the machine is.

    Args:
        reader: Reads parts of pictures; ``pipeline.Reader``, whose models share no threads with others.
        players: How many play, 2-4.
        near: Which of them sits at the lower edge of the picture, from 0 in the order of play.
        obstruction: Sees hands that rest for long; None where what no card explains is all that is known of them.

    Attributes:
        notice: What is wrong with the picture just now, a line for the user; empty where all is well.
    """

    def __init__(self, reader: PartsReader, *, players: int = 2, near: int = 0, obstruction: SeesHands | None = None) -> None:
        self.notice = ""
        self._reader = reader
        self._players, self._near = players, near
        self._obstruction = obstruction
        self._ground: Ground | None = None
        self._followed: Followed | None = None
        self._since = 0.0

    def look(self, timed: TimedFrame) -> Sight | None:
        """Looks at the next picture.

        Args:
            timed: The picture; its second is not before that of the last one.

        Returns:
            What is seen, where there is anything new to say: something settled, came, went, got busy or free.

        Raises:
            ModelError: The face model does not tell its features.
        """
        small, t = small_of(timed.frame.pixels), timed.t
        if self._ground is None or self._ground.now.shape != small.shape:
            self._ground, self._followed, self._since = Ground(small, t), None, t
            return None
        if is_dark(small):
            self.notice = BLACK
            return None
        if self._followed is None:
            return self._wait(self._ground, timed.frame, small, t)
        self.notice = BLURRED if self._followed.camera.is_blurred(small) else ""
        if self.notice:
            return None
        self._ground.take(small, t)
        self._followed.look(timed.frame, small, t)
        return self._followed.tell(t)

    def lying(self) -> tuple[LyingCard, ...]:
        """What lies there as far as is known, the lowest first; nothing before the table was still for the first time."""
        return () if self._followed is None else self._followed.lying()

    def _wait(self, ground: Ground, frame: Frame, small: NDArray[np.uint8], t: float) -> Sight | None:
        """Reads the whole table as soon as it is still, or after a while."""
        if self.notice:
            self._since = t
        self.notice = ""
        ground.take(small, t)
        if ground.still(t).mean() < STILL and t - self._since < MOST_WAIT:
            return None
        self._followed = Followed(self._reader, ground, self._obstruction, (self._players, self._near))
        self._followed.begin(frame, t)
        return self._followed.tell(t)
