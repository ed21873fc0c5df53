"""Analyses a kept game in a process of its own, which `analysis_worker` starts: `python -m numero_cam.app.analysis_child ADDRESS N`."""

import contextlib
import os
import sys

from numero_cam.app.game_analysis import analyse_kept
from numero_cam.app.table_games import open_games, table_game

NICENESS = 19  #: How far the process stands back behind others, where the system knows it.


def main(address: str, number: int) -> None:
    """Analyse a game, and keep what is done; ends with whoever started it."""
    parent = os.getppid()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with open_games(address) as store:
        for _ in analyse_kept(store, table_game(store, number)):
            if os.getppid() != parent:
                return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
