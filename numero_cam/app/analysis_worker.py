"""Has kept games analysed in the background, one after the other, each in a process that stands back behind the table's."""

import subprocess
import sys
import threading

from numero_cam.app.game_analysis import known_analysis
from numero_cam.app.table_games import TableGame
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.store.games import GameStore

_BELOW_NORMAL = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # of Windows; elsewhere the process stands back by itself


class AnalysisWorker:
    """Analyses the games of a store.

    Args:
        store: The games; the analyses are kept there.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._process: subprocess.Popen[bytes] | None = None
        self._of: tuple[int, int] | None = None  # the game of that process, and the number of its lines
        self._failed: set[tuple[int, int]] = set()  # those whose process ended before its work did
        self._asking = threading.Lock()  # of the three above

    def analysis(self, found: TableGame) -> GameAnalysis:
        """Return what is known of a game's analysis now, and see to it that it goes on; whoever waits asks again."""
        analysis = known_analysis(self._store, found)
        if not analysis.complete:
            with self._asking:
                self._see_to(found)
        return analysis

    def has_failed(self, found: TableGame) -> bool:
        """Return whether a game's analysis ended too early and is not tried again until the program is started anew."""
        return (found.kept.game, found.kept.lines) in self._failed

    def close(self) -> None:
        """End what runs; what it has done is kept."""
        with self._asking:
            if self._process is not None:
                self._process.terminate()
                self._process.wait()
                self._process = None

    def _see_to(self, found: TableGame) -> None:
        if self._process is not None and self._process.poll() is None:
            return  # this game's or another's: that one comes first
        if self._process is not None and self._process.returncode and self._of is not None:
            self._failed.add(self._of)
        self._process, self._of = None, (found.kept.game, found.kept.lines)
        if self._of in self._failed:
            return
        command = [sys.executable, "-m", "numero_cam.app.analysis_child", self._store.address, str(found.kept.game)]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, creationflags=_BELOW_NORMAL)  # noqa: S603 - this program
