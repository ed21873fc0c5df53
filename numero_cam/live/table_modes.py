"""The modes of the live table: looking only, practice, and a watched game whose events are stored before they are announced."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from numero_cam.app.watch_table import TableWatch
from numero_cam.base.bounded_reader import finite_number, parse_json
from numero_cam.base.errors import StoreError
from numero_cam.capture.source import FrameSource, PassingSource, PictureMonitor, TimedFrame
from numero_cam.catalogue import tr
from numero_cam.games.numero.watching.events import Event, GameBegun, PlayDecided, PlayTakenBack, QuestionAsked, Unexplained
from numero_cam.games.numero.watching.game_commands import CorrectCard, GameCommand
from numero_cam.games.shared.sight import Sight, TablePlace
from numero_cam.live.game_messages import practice_message
from numero_cam.live.numero_session import NumeroSession
from numero_cam.live.page_messages import Message, PlayConfidence
from numero_cam.live.table_commands import PlaceCard, RefusedError
from numero_cam.store.lines import GameLine, KeptGames, timestamp_now
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.table.tracked_table import TableFollower, TrackedTable


class SharedSource(PassingSource):
    """A source that others go on using: closing it does nothing, and the picture that was given last is remembered.

    Args:
        source: Gives the pictures.
    """

    def __init__(self, source: FrameSource) -> None:
        super().__init__(source)
        self.last: TimedFrame | None = None  #: The last picture; None before the first.

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        """See `FrameSource`."""
        timed = super().newest(seconds)
        self.last = timed or self.last
        return timed

    def close(self) -> None:
        """Leave the source open."""


class HandTracker:
    """Tracks the table, and keeps the places that have a hand above them.

    Args:
        table: Tracks the cards.
    """

    def __init__(self, table: TableFollower) -> None:
        self.table = table
        self.busy: frozenset[TablePlace] = frozenset()  #: Places with a hand above them in the last picture.
        #: Tracks that a person corrected where no game is played, with the face; None for what is no card.
        self.corrected: dict[int, str | None] = {}
        self.placed: dict[int, TablePlace] = {}  #: Tracks that a person moved to another place where no game is played.

    @property
    def notice(self) -> str:
        """What is wrong with the picture just now; empty where all is well."""
        return self.table.notice

    @property
    def still_since(self) -> float:
        """See `TableTracker.still_since`."""
        return self.table.still_since

    def tracked_table(self) -> TrackedTable:
        """See `TableFollower.tracked_table`; what a person corrected is as he said."""
        tracked = self.table.tracked_table()
        if not self.corrected and not self.placed:
            return tracked
        kept = [card for card in tracked.cards if self.corrected.get(card.id, "") is not None]
        return replace(tracked, cards=tuple(self._as_said(card) for card in kept))

    def _as_said(self, card: TrackedCard) -> TrackedCard:
        face = self.corrected.get(card.id)
        return replace(card, faces=((face, 1.0),) if face else card.faces, place=self.placed.get(card.id, card.place))

    def look(self, picture: TimedFrame) -> Sight | None:
        """See `TableFollower.look`."""
        sight = self.table.look(picture)
        if sight is not None:
            self.busy = sight.busy
        return sight


class LookMode:
    """Nothing but looking: whether the table is in view, and what lies there.

    Args:
        source: Gives the pictures.
        follows: Tracks the cards.
    """

    names: tuple[str, ...] = ()

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
    """A table without a game: what lies there, and its best take.

    Args:
        watch: Looks at the table.
        follows: Tracks its cards.
    """

    names: tuple[str, ...] = ()

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
        """Write down what a person says of a card, and look at the table anew."""
        match command:
            case CorrectCard(track, card):
                self.follows.corrected[track] = None if card is None else str(card)
            case PlaceCard(track, place):
                self.follows.placed[track] = TablePlace("centre") if place == "centre" else TablePlace("row", 0)
            case _:
                raise RefusedError(tr("no game is being played"))
        self._watch.solve_anew()


WRITE_RETRY_SECONDS = 5.0  #: Time between two tries to write lines that could not be written, in seconds.
MAX_CONFIDENCE_LENGTH = 100_000  #: Maximum length of the stored confidence of an operation, in characters.


@dataclass
class GameRecorder:
    """Keeps a game in the store, line by line."""

    store: KeptGames  #: Where it is kept.
    number: int  #: Of the game.
    revision: int = 0  #: Number of its last line.
    person: int = 0  #: Number of the last line that a person said.
    standing: list[PlayConfidence] = field(default_factory=list)  #: How sure each operation after the deal was.
    problem: str = ""  #: The last problem; empty where none is open.
    asked: QuestionAsked | None = None  #: The open question.
    trouble: str = ""  #: Why lines cannot be written now; empty where all are.
    told: list[str] = field(default_factory=list)  #: The deal and the plays that are kept, as texts; empty before the deal.
    _waiting: list[GameLine] = field(default_factory=list)
    _tried: float = float("-inf")

    def keep(self, game: NumeroSession, events: Sequence[Event]) -> None:
        """Write down what happened, in one transaction. What cannot be written waits, and `trouble` says why.

        No event tells that a card of the deal or of a play became known. Then the deal is written again, and all plays that stand.
        """
        for event in events:
            self._stand(game, event)
        lines = [line for event in events if (line := _line(game, event)) is not None]
        told = _texts(game)
        if told and told != self.told:
            plays = zip(told[1:], self.standing, strict=True)
            lines += [GameLine("deal", told[0]), *(_play_line(text, known) for text, known in plays)]
        self.told = told
        at = timestamp_now()
        self._waiting += [replace(line, at=at) for line in lines]
        self._write()

    def note(self, line: GameLine) -> None:
        """Write down something that is no event of the game."""
        self._waiting.append(replace(line, at=timestamp_now()))
        self._write()

    def try_again(self) -> None:
        """Write what waits to be written, if it was not tried just now: a database that somebody holds would hold the table up."""
        if self._waiting and time.monotonic() - self._tried >= WRITE_RETRY_SECONDS:
            self._write()

    def _write(self) -> None:
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

    def goes_on(self, game: NumeroSession, lines: Sequence[GameLine], standing: Sequence[GameLine]) -> None:
        """Take over what was kept of a game before: all lines, and those of the plays that stand."""
        self.told = _texts(game)
        self.revision = lines[-1].n if lines else 0
        self.person = max((line.n for line in lines if line.by == "person"), default=0)
        self.standing = [_seen(line) for line in standing]

    def _stand(self, game: NumeroSession, event: Event) -> None:
        match event:
            case GameBegun():
                self.standing, self.told = [], [game.deal_text()]
            case PlayDecided():
                self.standing.append(_confidence(event))
                self.told.append(event.text)
                self.problem = ""
            case PlayTakenBack():
                self.standing.pop()
                self.told.pop()
            case Unexplained(text=text, refused=refused):
                self.problem = self.problem if refused else text
            case QuestionAsked():
                self.asked = event if event.choices else None


def _line(game: NumeroSession, event: Event) -> GameLine | None:
    match event:
        case GameBegun():
            return GameLine("deal", game.deal_text())
        case PlayDecided():
            return _play_line(event.text, _confidence(event))
        case PlayTakenBack():
            return GameLine("undo", event.text)
        case Unexplained(text=text, refused=refused):
            return None if refused else GameLine("problem", text)
        case QuestionAsked():
            return None


def _texts(game: NumeroSession) -> list[str]:
    return [] if game.waits else [game.deal_text(), *game.play_texts()]


def _confidence(event: PlayDecided) -> PlayConfidence:
    return PlayConfidence(event.confidence, event.alternatives, "person" if event.by_person else "eyes")


def _play_line(text: str, known: PlayConfidence) -> GameLine:
    return GameLine("operation", text, known.by, json.dumps({"sure": round(known.sure, 4), "others": known.others}))


def _seen(line: GameLine) -> PlayConfidence:
    if not line.seen:
        return PlayConfidence(1.0, (), line.by)
    try:
        told = parse_json(line.seen[:MAX_CONFIDENCE_LENGTH], "how sure it was", ValueError)
        others = tuple((str(text), finite_number(chance, 0, 1)) for text, chance in told["others"])
        return PlayConfidence(finite_number(told["sure"], 0, 1), others, line.by)
    except (ValueError, KeyError, TypeError):  # nothing is lost: the operation itself stands in the line
        return PlayConfidence(1.0, (), line.by)


class GameMode:
    """A game that is watched, or only corrected.

    Args:
        game: The game.
        follows: Tracks the cards; None where nobody watches.
        recorder: Keeps it.
    """

    def __init__(self, game: NumeroSession, follows: HandTracker | None, recorder: GameRecorder) -> None:
        self.game, self.follows, self.recorder = game, follows, recorder
        self.recording: str | None = None
        self._counted = recorder.revision

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.game.names

    @property
    def notice(self) -> str:
        """What is wrong with camera or light; empty where all is well."""
        return self.game.notice

    def step(self, seconds: float) -> tuple[Event, ...]:
        """Look at the next picture, and keep what is decided."""
        events = self.game.step(seconds)
        self.recorder.keep(self.game, events)
        self._keep_snapshot()
        return events

    def execute(self, command: PlaceCard | GameCommand, revision: int | None) -> tuple[tuple[Event, ...], Unexplained | None]:
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
        refusal = next((event for event in events if isinstance(event, Unexplained) and event.refused), None)
        events = tuple(event for event in events if not (isinstance(event, Unexplained) and event.refused))
        self.recorder.keep(self.game, events)
        if not refusal and not any(isinstance(event, PlayDecided) and event.by_person for event in events):
            self.recorder.note(GameLine("note", self.game.command_text(command), "person"))
        self._keep_snapshot()
        return events, refusal

    def end(self) -> tuple[Event, ...]:
        """End the watching: what is open is decided and kept."""
        if not self.game.watched:
            return ()
        events = self.game.finish()
        self.recorder.keep(self.game, events)
        if not self.game.waits:
            self.recorder.note(GameLine("end", by="person"))
        self._keep_snapshot()
        return events

    def _keep_snapshot(self) -> None:
        """Keep how the game stands where lines were kept since, and none waits."""
        kept = self.recorder
        if kept.revision != self._counted and not kept.trouble and not self.game.waits:
            self._counted = kept.revision
            self.game.keep_snapshot(kept.store, kept.number, kept.revision)
