"""Analyses a kept game in a process of its own, which `analysis_worker` starts: `python -m numero_cam.app.analysis_child ADDRESS N`."""

import contextlib
import os
import sys
import time

from numero_cam.app.game_analysis import analyse_kept
from numero_cam.app.table_games import open_games, table_game
from numero_cam.base.errors import NumeroCamError
from numero_cam.catalogue import tr

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
        for _ in analyse_kept(store, table_game(store, number), must_keep=True):
            time.sleep(REST * (time.process_time() - began))
            if os.getppid() != parent or store.game(number) is None:
                return
            began = time.process_time()


if __name__ == "__main__":
    try:
        main(sys.argv[1], int(sys.argv[2]))
    except NumeroCamError as problem:  # such as a file that cannot be written
        sys.exit(tr("The analysis of game {game} stopped: {problem}.", game=sys.argv[2], problem=problem))
