"""The modes of the live table: looking only, practice, and a watched game whose events are stored before they are announced."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from numero_cam.app.watch_table import TableWatch
from numero_cam.base.errors import StoreError
from numero_cam.capture.source import FrameSource, PassingSource, PictureMonitor, TimedFrame
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import GameHistory
from numero_cam.games.numero.engine.log_entry import KeptKind, LogEntry
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.games.numero.watching.game_commands import CorrectCard, GameCommand
from numero_cam.games.shared.sight import Sight, TablePlace
from numero_cam.live.game_messages import practice_message
from numero_cam.live.numero_session import NumeroSession
from numero_cam.live.page_messages import Message
from numero_cam.live.table_commands import PlaceCard, RefusedError
from numero_cam.store.lines import KeptGames, timestamp_now
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.table.tracked_table import TableFollower, TrackedTable
from numero_cam.text.history_words import NOT_NOTED


class SharedSource(PassingSource):
    """A source that others go on using: closing it does nothing, and the picture that was given last is remembered."""

    def __init__(self, source: FrameSource) -> None:
        super().__init__(source)
        self.last: TimedFrame | None = None  #: The last picture; None before the first.

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """Return the next picture of the source, and remember it; None where none came within so many seconds."""
        timed = super().newest(seconds)
        self.last = timed or self.last
        return timed

    def close(self) -> None:
        """Leave the source open."""


class HandTracker:
    """Tracks the table, and keeps the places that have a hand above them."""

    def __init__(self, table: TableFollower) -> None:
        self.table = table
        self.busy: frozenset[TablePlace] = frozenset()  #: Places with a hand above them in the last picture.
        #: Tracks that a person corrected where no game is played, with the face; None for what is no card.
        self.corrected: dict[int, str | None] = {}
        self.placed: dict[int, TablePlace] = {}  #: Tracks that a person moved to another place where no game is played.

    @property
    def packs(self) -> int:
        """Number of packs that are mixed."""
        return self.table.packs

    @packs.setter
    def packs(self, packs: int) -> None:
        self.table.packs = packs

    @property
    def notice(self) -> str:
        """What is wrong with the picture just now; empty where all is well."""
        return self.table.notice

    @property
    def still_since(self) -> float:
        """The time since which nothing has moved that is not part of the table, seconds; minus infinity where nothing else is there."""
        return self.table.still_since

    def tracked_table(self) -> TrackedTable:
        """Return what is known of the table now, with the faces and places that a person named."""
        tracked = self.table.tracked_table()
        if not self.corrected and not self.placed:
            return tracked
        kept = [card for card in tracked.cards if self.corrected.get(card.id, "") is not None]
        return replace(tracked, cards=tuple(self._corrected(card) for card in kept))

    def _corrected(self, card: TrackedCard) -> TrackedCard:
        """Return a card with the face and the place that a person named."""
        face = self.corrected.get(card.id)
        return replace(card, faces=((face, 1.0),) if face else card.faces, place=self.placed.get(card.id, card.place))

    def look(self, picture: TimedFrame) -> Sight | None:
        """Look at the next picture, and return the sight of the table; None where nothing is new."""
        sight = self.table.look(picture)
        if sight is not None:
            self.busy = sight.busy
        return sight


class LookMode:
    """Nothing but looking: whether the table is in view, and what lies there."""

    names: tuple[str, ...] = ()  #: The players: none.

    def __init__(self, source: FrameSource, follows: HandTracker) -> None:
        self._source, self.follows = source, follows
        self._monitor = PictureMonitor()

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        return self._source.notice or self._monitor.notice

    def step(self, seconds: float) -> None:
        """Look at the next picture."""
        picture = self._source.newest(seconds)
        if picture is not None:
            self.follows.look(picture)
            self._monitor.check(picture, self.follows.notice)


class PracticeMode:
    """A table without a game: what lies there, and its best take."""

    names: tuple[str, ...] = ()  #: The players: none.

    def __init__(self, watch: TableWatch, follows: HandTracker) -> None:
        self._watch, self.follows = watch, follows

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        return self._watch.notice

    def step(self, seconds: float) -> Message | None:
        """Look at the next picture; return the message with what lies there where that changed."""
        seen = self._watch.step(seconds)
        return None if seen is None else practice_message(seen.solved)

    def execute(self, command: PlaceCard | GameCommand) -> None:
        """Keep the face or the place that a person names for a card, and solve the table anew."""
        match command:
            case CorrectCard(track, card):
                self.follows.corrected[track] = None if card is None else str(card)
            case PlaceCard(track, place):
                self.follows.placed[track] = TablePlace("centre") if place == "centre" else TablePlace("row", 0)
            case _:
                raise RefusedError(tr("no game is being played"))
        self._watch.solve_anew()


WRITE_RETRY_SECONDS = 5.0  #: Time between two tries to write lines that could not be written, in seconds.


@dataclass
class GameRecorder:
    """Keeps a game in the store, line by line."""

    store: KeptGames  #: Where it is kept.
    number: int  #: Number of the game.
    revision: int = 0  #: Number of its last line.
    person: int = 0  #: Number of the last line that comes from a person.
    log: list[LogEntry] = field(default_factory=list)  #: The entry of each operation after the deal that is not taken back.
    history: GameHistory = field(default_factory=GameHistory)  #: All that happened, and what may be taken back.
    line: NumeroLine | None = None  #: The game as it is kept; None before the deal.
    problem: str = ""  #: The last problem; empty where none is open.
    asked: LogEntry | None = None  #: The open question.
    trouble: str = ""  #: Why lines cannot be written now; empty where all are.
    _waiting: list[LogEntry] = field(default_factory=list)  #: Lines that are not written yet.
    _tried: float = float("-inf")  #: When that failed last, in seconds of `time.monotonic`.

    def keep(self, game: NumeroSession, events: Sequence[LogEntry]) -> None:
        """Write down what happened, in one transaction. What cannot be written waits, and `trouble` says why.

        A change that makes a card known has no parts: the deal and all plays of the game are written again as its parts.
        """
        for event in events:
            self._follow(event)
        self.history.follow(events)
        entries = [replace(event, kind="note") if event.kind == "question" and event.answers else event for event in events]
        entries = [entry for entry in entries if entry.kind in get_args(KeptKind)]
        if game.line is not None and game.line is not self.line:
            self.line, self.log = game.line, game.revised(self.log)
            change = next(n for n in range(len(entries) - 1, -1, -1) if entries[n].kind == "change" and not entries[n].parts)
            parts = [LogEntry("deal"), *self.log]
            entries[change : change + 1] = [replace(entries[change], parts=len(parts)), *parts]
        at = timestamp_now()
        self._waiting += [replace(entry, at=at, text=game.deal_text() if entry.kind == "deal" else entry.text) for entry in entries]
        self._write()

    def note(self, line: LogEntry) -> None:
        """Write down something that is no event of the game."""
        self.history.follow([line])
        self._waiting.append(replace(line, at=timestamp_now()))
        self._write()

    def try_again(self) -> None:
        """Write the lines that wait, at most every `WRITE_RETRY_SECONDS`: a database that another program has locked delays the table."""
        if self._waiting and time.monotonic() - self._tried >= WRITE_RETRY_SECONDS:
            self._write()

    def _write(self) -> None:
        """Write the lines that wait; where that fails they go on waiting."""
        if not self._waiting:
            return
        try:
            self.revision = self.store.append(self.number, self._waiting, self.revision)
        except StoreError as error:
            self.trouble, self._tried = str(error), time.monotonic()
            return
        if any(line.by == "person" for line in self._waiting):
            self.person = self.revision
        self._waiting, self.trouble = [], ""

    def resume(self, game: NumeroSession, lines: Sequence[LogEntry], active: Sequence[LogEntry]) -> None:
        """Take over what was kept of a game: all its lines, and the entries of the operations after the deal that are not taken back."""
        self.line, self.log = game.line, list(active)
        self.revision = lines[-1].n if lines else 0
        self.person = max((line.n for line in lines if line.by == "person"), default=0)
        self.history, self.asked = game.past, game.question
        if lines and not self.history.is_noted:
            self.note(LogEntry("note", NOT_NOTED))

    def _follow(self, event: LogEntry) -> None:
        """Update log, line, problem and question by an event."""
        match event.kind:
            case "deal":
                self.log, self.line = [], event.line
            case "operation":
                self.log.append(event)
                self.line, self.problem = event.line, ""
            case "undo":
                self.log.pop()
                self.line = event.line
            case "problem":
                self.problem = event.text
            case "question":
                self.asked = event if event.others or event.answers else None


class GameMode:
    """A game that is watched, or without `follows` only corrected."""

    def __init__(self, game: NumeroSession, follows: HandTracker | None, recorder: GameRecorder) -> None:
        self.game, self.follows, self.recorder = game, follows, recorder
        self.recording: str | None = None  #: Folder of the recording; None where nothing is recorded.
        self._counted = recorder.revision  # revision of the last snapshot

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.game.names

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        return self.game.notice

    def step(self, seconds: float) -> tuple[LogEntry, ...]:
        """Look at the next picture, and keep what is decided."""
        events = self.game.step(seconds)
        self.recorder.keep(self.game, events)
        self._keep_snapshot()
        return events

    def execute(self, command: PlaceCard | GameCommand, revision: int | None) -> tuple[tuple[LogEntry, ...], LogEntry | None]:
        """Carry out what a person asks of the game, and keep what it changes.

        Args:
            command: What is asked.
            revision: Of the game as that person had it before them; None where it does not matter.

        Returns:
            What it changes; and why the command is refused, None where it was carried out.
        """
        if revision is not None and revision < self.recorder.person:
            raise RefusedError(tr("somebody corrected the game on another page meanwhile; look again"))
        if isinstance(command, PlaceCard):  # a page that has not heard yet that practice is over
            raise RefusedError(tr("a game is being played now; tap the card again"))
        events = self.game.execute(command)
        self.recorder.problem = ""  # whoever says what happened has seen it
        refusal = next((event for event in events if event.kind in ("refusal", "referee")), None)
        events = tuple(event for event in events if event.kind not in ("refusal", "referee"))
        self.recorder.keep(self.game, events)
        if not refusal and not any(event.by == "person" for event in events):
            self.recorder.note(LogEntry("note", command_text(command), "person"))
        self._keep_snapshot()
        return events, refusal

    def end(self) -> tuple[LogEntry, ...]:
        """End the watching, and keep and return what is decided by it: open last chances count as passed."""
        if not self.game.watched:
            return ()
        events = self.game.finish()
        self.recorder.keep(self.game, events)
        if not self.game.waits:
            self.recorder.note(LogEntry("end", by="person"))
        self._keep_snapshot()
        return events

    def _keep_snapshot(self) -> None:
        """Store a summary of the game where lines were written since the last one, and none waits."""
        kept = self.recorder
        if kept.revision != self._counted and not kept.trouble and not self.game.waits:
            self._counted = kept.revision
            self.game.keep_snapshot(kept.store, kept.number, kept.revision)
