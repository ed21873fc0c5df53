"""A live table whose eyes are a script: what is seen in a picture is written down before, and no network runs."""

from collections.abc import Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from numero_cam.base.errors import NumeroCamError
from numero_cam.capture.pushed import PushedPicture
from numero_cam.capture.source import TimedFrame
from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.shared.sight import Sight
from numero_cam.live.inbox import InboxItem
from numero_cam.live.live_table import LiveTable
from numero_cam.live.page_messages import Message
from numero_cam.live.table_commands import StartGame, TableCommand, TableRequest
from numero_cam.store.games import GameStore
from numero_cam.table.tracked_table import TrackedTable
from tests.simulated_table import CLEAR, sights_of

if TYPE_CHECKING:
    from numero_cam.live.live_table import TableSnapshot
    from numero_cam.table.tracker import VisionStack

PAGE = 7
DAMAGED = 60_000  #: Number of a picture at which the eyes fail.


def film() -> tuple[Game, list[Sight]]:
    """A game of two that is seen without a fault from its deal on, about a sight a second."""
    options = Options.level("2", by="cards", players=2)
    game = one_game(options, ("random", "greedy"), "recorded 0")
    return game, sights_of(game, "open", CLEAR, 1).sights[232:480:8]


class ScriptedEyes:
    """Sees the sight whose number the pixels of a picture hold; nothing new where there is none of this number."""

    notice = ""
    reader = None
    still_since = float("inf")

    def __init__(self, sights: Sequence[Sight] = ()) -> None:
        self._sights = sights

    def follower(self, players: int = 2, near: int = 0) -> "ScriptedEyes":  # noqa: ARG002 - any table
        return self

    def tracked_table(self) -> TrackedTable:
        return TrackedTable()

    def look(self, picture: TimedFrame) -> Sight | None:
        low, high, _ = picture.frame.pixels[0, 0]
        number = int(low) + 256 * int(high)
        if number == DAMAGED:
            message = "the eyes failed"
            raise NumeroCamError(message)
        return self._sights[number] if number < len(self._sights) else None


def picture(number: int) -> PushedPicture:
    """A picture in which the sight of this number is seen."""
    pixels = np.empty((2, 2, 3), np.uint8)
    pixels[:] = number % 256, number // 256, 128
    return PushedPicture(number, pixels, 0, number / 10, taken=number + 1)


class ByHand(Executor):
    """Runs what it was given when it is told to, in the thread that tells it."""

    def __init__(self) -> None:
        self._jobs: list[tuple[Future[Any], Any]] = []

    def submit(self, job: Any, /, *args: Any, **named: Any) -> "Future[Any]":  # noqa: ANN401 - as Executor has it
        future: Future[Any] = Future()
        self._jobs.append((future, lambda: job(*args, **named)))
        return future

    def run(self) -> int:
        """Run all jobs that were not cancelled, and return how many."""
        jobs, self._jobs = self._jobs, []
        ready = [(future, job) for future, job in jobs if future.set_running_or_notify_cancel()]
        for future, job in ready:
            future.set_result(job())
        return len(ready)


class Pumped:
    """A live table that is pumped by hand, with eyes that follow the sights where no others are given."""

    def __init__(self, folder: Path, sights: Sequence[Sight] = (), eyes: ScriptedEyes | None = None) -> None:
        self.sent: list[tuple[Message, int | None]] = []  #: Each message since it was made, with the page that it is for.
        self.published: list[TableSnapshot] = []  #: The snapshot that could be read when each of them was sent.
        self._made = False
        self.hints = ByHand()
        self.store = GameStore.open(f"sqlite:///{folder / 'games.sqlite'}")
        stack = cast("VisionStack", eyes or ScriptedEyes(sights))
        self.table = LiveTable(stack, self.store, self._send, recordings=folder / "recordings", executor=self.hints)
        self._made = True
        self.sent.clear()

    def _send(self, message: Message, page: int | None) -> None:
        self.sent.append((message, page))
        if self._made:
            self.published.append(self.table.snapshot)

    def burst(self, *items: InboxItem) -> None:
        """Put records and pictures into the table at once, and handle them all."""
        for item in items:
            self.table.put(item)
        for _ in items:  # each leaves one thing to be handled: itself, or that a picture was dropped for it
            self.table.step(0)

    def put(self, item: InboxItem) -> None:
        """Put one thing into the table, and handle it."""
        self.table.put(item)
        self.table.step(0)

    def ask(self, command: TableCommand, revision: int | None = None, *, replaces: bool = True) -> str:
        """Give a command of a page that has a revision of the game; return why it was refused, empty where it was not.

        ``replaces``: whether the page says that the game of the table may end by it.
        """
        before = len(self.sent)
        game = cast("int | None", self.table.snapshot.messages[0].get("game")) if replaces else None
        self.put(TableRequest(command, revision, PAGE, "command", game))
        return next((str(message["why"]) for message, page in self.sent[before:] if message["type"] == "refused" and page == PAGE), "")

    def begin(self, names: tuple[str, ...]) -> None:
        """Begin a game; the next sights are its deal."""
        assert self.ask(StartGame(names, cards="2", by="cards")) == ""

    def told(self, kind: str) -> list[Message]:
        """Return the messages of a kind that were sent."""
        return [message for message, _ in self.sent if message["type"] == kind]

    def game(self) -> dict[str, Any]:
        """Return the game as pages know it."""
        return dict(self.told("game")[-1])

    def lines(self) -> list[str]:
        """Return the plays as pages know them."""
        return [str(play["text"]) for play in self.game().get("plays", [])]
