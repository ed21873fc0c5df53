"""Recordings of games that are watched: only where somebody asks for one."""

import time
from pathlib import Path

from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import Recorded, about
from numero_cam.capture.record import Recorder


def record_in(watch: GameWatch, played: Recorded, folder: Path) -> str:
    """Begin to record a game that is watched, and return the folder that is made for it.

    Args:
        watch: The game.
        played: How it is played, with the game as it stands where it was dealt.
        folder: In which recordings are made.

    Raises:
        SourceError: It cannot be made.
    """
    place = folder / time.strftime("%Y-%m-%d-%H%M%S")
    watch.record(Recorder(place, about(played)))
    return str(place)
