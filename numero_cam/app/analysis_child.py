"""Analyses a kept game in a process of its own, which `analysis_worker` starts: `python -m numero_cam.app.analysis_child ADDRESS N`."""

import contextlib
import os
import sys
import time

from numero_cam.app.game_analysis import analyse_kept
from numero_cam.app.table_games import open_games, table_game

NICENESS = 19  #: How far the process stands back behind others, where the system knows it.
#: Seconds of rest after each second of processor time: two processes share caches and memory whatever their priorities, and the table's
#: pictures come first.
REST = 2.0


def main(address: str, number: int) -> None:
    """Analyse a game, and keep what is done; ends with whoever started it, and with the game."""
    parent = os.getppid()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with open_games(address) as store:
        if store.game(number) is None:  # somebody deleted it meanwhile
            return
        began = time.process_time()
        for _ in analyse_kept(store, table_game(store, number)):
            time.sleep(REST * (time.process_time() - began))
            if os.getppid() != parent or store.game(number) is None:
                return
            began = time.process_time()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
