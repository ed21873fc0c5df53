"""Has kept games analysed in the background, one at a time, each in a process that stands back behind the table's."""

import subprocess
import sys
import threading

from numero_cam.app.game_analysis import known_analysis
from numero_cam.app.table_games import TableGame
from numero_cam.games.numero.players.analysis import GameAnalysis
from numero_cam.store.games import GameStore

_BELOW_NORMAL = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # of Windows; elsewhere the process stands back by itself


class AnalysisWorker:
    """Analyses the games of a store: a game that is asked for first gets a first look before an earlier one is looked at finely.

    Args:
        store: The games; the analyses are kept there.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._process: subprocess.Popen[bytes] | None = None
        self._found: TableGame | None = None  # the game of that process
        self._failed: set[tuple[int, int]] = set()  # those whose process ended before its work did
        self._asking = threading.Lock()  # of the three above

    def analysis(self, found: TableGame) -> GameAnalysis:
        """Return what is known of a game's analysis now, and see to it that it goes on; whoever waits asks again."""
        analysis = known_analysis(self._store, found)
        if analysis.complete:
            return analysis
        with self._asking:
            return self._seen_to(found, analysis)

    def has_failed(self, found: TableGame) -> bool:
        """Return whether a game's analysis ended too early and is not tried again until the program is started anew."""
        return _revision(found) in self._failed

    def close(self) -> None:
        """End what runs; what it has done is kept."""
        with self._asking:
            self._stop()

    def _seen_to(self, found: TableGame, analysis: GameAnalysis) -> GameAnalysis:
        """See to it that an analysis goes on; return what is known of it now."""
        if self._process is not None and self._process.poll() is None:
            if not self._gives_way(found, analysis):
                return analysis
            self._stop()
        if self._process is not None and self._process.returncode and self._found is not None:
            self._failed.add(_revision(self._found))
        self._process = None
        analysis = known_analysis(self._store, found)  # what ended may have made it whole
        if not analysis.complete and not self.has_failed(found):
            command = [sys.executable, "-m", "numero_cam.app.analysis_child", self._store.address, str(found.kept.game)]
            self._found = found
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, creationflags=_BELOW_NORMAL)  # noqa: S603 - this program
        return analysis

    def _gives_way(self, found: TableGame, analysis: GameAnalysis) -> bool:
        """Return whether the game that is analysed waits for another one: only where it had its first look, and the other had not."""
        if self._found is None or _revision(self._found) == _revision(found) or len(analysis.plays) == analysis.turns:
            return False
        running = known_analysis(self._store, self._found)
        return len(running.plays) == running.turns

    def _stop(self) -> None:
        """End what runs."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


def _revision(found: TableGame) -> tuple[int, int]:
    """Return the number of a game and that of its lines."""
    return found.kept.game, found.kept.lines
