"""Works out hints and drafts for the live table in another thread."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor

from numero_cam.base.rounds import Rounds
from numero_cam.catalogue import tr
from numero_cam.live.hints import HintLevel
from numero_cam.live.inbox import DraftReady, HintReady
from numero_cam.live.numero_session import NumeroSession
from numero_cam.live.page_messages import Message


class HintWorker:
    """Computes hints, and what may come next in plays that are built, in another thread. Only the table's owner calls it.

    Args:
        answer: Takes each answer, in the thread that computed it.
        executor: Runs the work; None for a thread of its own.
    """

    def __init__(self, answer: Callable[[HintReady | DraftReady], None], executor: Executor | None = None) -> None:
        self._answer = answer
        self._executor = executor or ThreadPoolExecutor(1, "hints")
        self._pending: dict[HintLevel | int, Future[None]] = {}
        self._rounds = Rounds(tr("hints"))

    def ask(self, game: NumeroSession, levels: Iterable[HintLevel], position: int) -> None:
        """Request hints; pending requests of the same levels are dropped.

        Args:
            game: The game; it is copied before this returns.
            levels: The levels of the hints.
            position: Number of the position, for the answer.
        """
        for level in set(levels) - {"none"}:
            failed: Message = {"type": "hint", "level": level, "player": None, "lines": [], "card": "", "sets": [], "plays": []}
            self._replace(level, game.hint(level), lambda message: HintReady(position, message), failed)

    def draft(self, page: int, message: Callable[[], Message]) -> None:
        """Request what may come next in a play that a page builds; a pending request of the same page is dropped."""
        self._replace(page, message, lambda made: DraftReady(page, made), {"type": "refused", "to": "draft"})

    def drop(self) -> None:
        """Drop all pending requests."""
        for future in self._pending.values():
            future.cancel()
        self._pending.clear()

    def close(self) -> None:
        """Drop pending requests; a running one ends by itself."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _replace(
        self, key: HintLevel | int, make: Callable[[], Message], record: Callable[[Message], HintReady | DraftReady], failed: Message
    ) -> None:
        """Have the thread answer `record(make())`, or `failed` with its reason; a pending request with the same key is dropped."""

        def work() -> None:
            """Compute and answer; an error is answered as well."""
            with self._rounds.round():
                self._answer(record(make()))
            if self._rounds.trouble:
                self._answer(record({**failed, "why": self._rounds.trouble}))

        if key in self._pending:
            self._pending[key].cancel()
        self._pending[key] = self._executor.submit(work)
