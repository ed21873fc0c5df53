"""Works hints out in another thread, on copies of the game that were made for it."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor

from numero_cam.games.numero.engine import Game
from numero_cam.live.hints import Strength, hint_message
from numero_cam.live.inbox import HintReady


class HintWorker:
    """Works hints out beside the table, whose owner alone calls it.

    Args:
        answer: Is given each hint, in the thread in which it was worked out.
        executor: Runs the work; None for a thread of its own.
    """

    def __init__(self, answer: Callable[[HintReady], None], executor: Executor | None = None) -> None:
        self._answer = answer
        self._executor = executor or ThreadPoolExecutor(1, "hints")
        self._asked: dict[Strength, Future[None]] = {}

    def ask(self, game: Game, levels: Iterable[Strength], position: int) -> None:
        """Have hints worked out; those of the same strengths that were not begun yet are dropped.

        Args:
            game: As it stands; it is copied before this returns.
            levels: The strengths.
            position: Number of the position, for the answer.
        """
        for level in set(levels) - {"none"}:
            if level in self._asked:
                self._asked[level].cancel()
            self._asked[level] = self._executor.submit(self._work_out, game.copy(), level, position)

    def drop(self) -> None:
        """Drop all that was not begun yet."""
        for asked in self._asked.values():
            asked.cancel()
        self._asked.clear()

    def close(self) -> None:
        """Begin nothing any more; what was begun ends by itself."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _work_out(self, game: Game, level: Strength, position: int) -> None:
        self._answer(HintReady(position, hint_message(game, level)))
