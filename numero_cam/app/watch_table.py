"""Watches a table without a game: its cards and its best take, given again only when they have changed."""

import time
from dataclasses import dataclass, replace

from numero_cam.app.photos import PhotoSolved
from numero_cam.app.session import Session
from numero_cam.capture.source import FrameSource, PictureMonitor
from numero_cam.catalogue import tr
from numero_cam.games.shared.sight import Sight
from numero_cam.table.tracked_table import TableFollower

_Lying = frozenset[tuple[object, ...]]  # (id, place, cards below) of each card


@dataclass(frozen=True)
class TableSeen:
    """A table whose cards have changed."""

    t: float  #: Seconds of the film, or since the start.
    solved: PhotoSolved  #: What lies there, and what was found for it.

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numero-cam watch --json` prints: that of `solve PHOTO --json` with the time."""
        return {"t": round(self.t, 3), **self.solved.to_dict()}


STILL_SECONDS = 1.5  #: Seconds for which a hand or cover must not move before the table is solved in spite of it.
WAITING_SECONDS = 2.0  #: Seconds of waiting after which the notice says what is waited for.
HANDS = tr("waiting until the hands have left the table")
UNCLEAR = tr("waiting until the cards lie still and nothing covers them")


class TableWatch:
    """A table being watched, one picture at a time.

    The tracked table is solved when the cards do not lie as they lay when it was solved last, and no hand moves over it. Photos of a folder
    are solved one by one.
    """

    def __init__(self, source: FrameSource, follower: TableFollower, session: Session) -> None:
        self._source = source
        self._monitor = PictureMonitor()
        self._follower = follower
        self._session = session
        self._sight: Sight | None = None  # the newest one
        self._read_anew = False  # whether faces were read since the table was solved last
        self._solved_lying: _Lying | None = None  # how the cards lay when the table was solved last
        self._given: tuple[object, ...] | None = None  # what `_content` said of the table given last
        self._waiting_for = ""
        self._waiting_since = 0.0
        self._t = 0.0
        self.running = True

    @property
    def notice(self) -> str:
        """What is wrong with the camera or the light, or what is waited for, a line for the user; empty where all is well."""
        waiting = self._waiting_for if self._t - self._waiting_since >= WAITING_SECONDS else ""
        return self._source.notice or self._monitor.notice or waiting

    @property
    def ended(self) -> str:
        """Why there are no more pictures, a line for the user; empty while there may be more."""
        return self._source.ended

    def step(self, seconds: float = 1.0) -> TableSeen | None:
        """Look at the next picture, or the newest one of a camera, for which it waits at most these seconds.

        Returns:
            The table; None where it is as it was, or nobody can say while hands are over it.
        """
        picture = self._source.newest(seconds)
        if picture is None:
            self.running = not self._source.ended
            return None
        self._t = picture.t
        if picture.pace == "photos":
            self._monitor.check(picture)
            return TableSeen(picture.t, self._session.solve(picture.frame))
        began = time.perf_counter()
        prepared = self._session.prepared(picture.frame)
        sight = self._follower.look(replace(picture, frame=prepared))
        track_ms = (time.perf_counter() - began) * 1000
        self._monitor.check(picture, self._follower.notice)
        if sight is not None:
            self._sight, self._read_anew = sight, self._read_anew or any(card.faces for card in sight.cards)
        if self._sight is None or not self._may_be_solved(self._sight, picture.t):
            return None
        lying = _lying(self._sight)
        if lying == self._solved_lying and not self._read_anew:
            return None
        self._solved_lying, self._read_anew = lying, False
        solved = self._session.solve_tracked(picture.frame, prepared, self._follower.tracked_table(), track_ms=track_ms)
        content = _content(solved)
        if content == self._given:
            return None
        self._given = content
        return TableSeen(picture.t, solved)

    def _may_be_solved(self, sight: Sight, t: float) -> bool:
        """Return whether nothing is over the table, or nothing that moves; else note at time `t` what is waited for."""
        free = not sight.busy and not sight.unclear
        if free or t - self._follower.still_since >= STILL_SECONDS:
            self._waiting_for = ""
            return True
        if not self._waiting_for:
            self._waiting_since = t
        self._waiting_for = HANDS if sight.busy else UNCLEAR
        return False

    def solve_anew(self) -> None:
        """Solve the table again as soon as nothing moves over it, even if no card moved. `step` gives it only if the result differs."""
        self._read_anew = True

    def close(self) -> None:
        """Let go of the source; may be called again."""
        self._source.close()


def _lying(sight: Sight) -> _Lying:
    """Return which cards lie where and on which others; a card that is pushed within its place does not change it."""
    return frozenset((card.id, card.place, card.below) for card in sight.cards)


def _content(solved: PhotoSolved) -> tuple[object, ...]:
    """Return what must change for a table to be given again: its cards in any order, missing parts, and whether a card is unknown."""
    position = solved.table.position
    return sorted(map(str, position.centre)), sorted(map(str, position.hand)), solved.missing, solved.table.unknown != ()
