"""Watches a game at a real table: pictures come in, decided events come out, and both can be recorded.

Nothing is printed here.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from numero_cam.app.answers import Question
from numero_cam.app.decks import known_decks
from numero_cam.app.session import Session
from numero_cam.app.watch_recording import BEFORE_FIRST_PICTURE, COMMAND_KEY, WatchedGame, recorded_commands, recording_header
from numero_cam.app.watch_table import TableWatch
from numero_cam.base.errors import GameError
from numero_cam.base.seats import Seat
from numero_cam.calibrate.files import load_calibration
from numero_cam.calibrate.use import Calibration
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource, MirroredSource, PictureMonitor, TimedFrame
from numero_cam.capture.sources import open_source
from numero_cam.catalogue import tr
from numero_cam.config import load_config
from numero_cam.games.numero.engine import Game, Phase
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.games.numero.watching.game_commands import GameCommand
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.games.shared.sight import Sight
from numero_cam.table.flicker import FLICKERS
from numero_cam.table.obstruction import ObstructionDetector
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracked_table import Follower
from numero_cam.table.tracker import VisionStack
from numero_cam.text.watched_words import event_json, sight_json

#: Time of the film after which the sight is passed on although nothing changed: the explainer counts how long a table stays as it is.
HEARTBEAT_SECONDS = 0.2


@dataclass(frozen=True)
class WatchEnd:
    """The state of a game when the watching ends."""

    t: float  #: Seconds of the film, or since the start, of the newest picture.
    why: str  #: Why there are no more pictures, a line for the user; empty where the user ended it.
    scores: Mapping[str, int]  #: By player.
    over: bool  #: Whether the game is over.
    frames: int  #: How many pictures were looked at.
    #: `film`: since the watching began; `frame`: of a picture, from the source to the events, on average.
    milliseconds: Mapping[str, float]
    begun: bool  #: Whether a deal was seen at all.
    flickered: bool = False  #: Whether the light flickered.

    @property
    def failure(self) -> str:
        """Why there is no game at all, a line for the user; empty where a deal was seen."""
        if not self.frames:
            return self.why or tr("no picture came")
        if self.flickered and not self.begun:
            return tr("no game was seen: {reason}", reason=FLICKERS)
        return "" if self.begun else tr("no game was seen: at first each player's cards and the middle must lie as after the deal")

    def to_dict(self) -> dict[str, object]:
        """Return the object that ends `numero-cam game watch --json`."""
        return {
            "t": round(self.t, 3),
            "end": True,
            "scores": dict(self.scores),
            "over": self.over,
            "frames": self.frames,
            "milliseconds": {name: round(value, 1) for name, value in self.milliseconds.items()},
            "why": self.why,
        }


class GameWatch:
    """A game being watched, one picture at a time.

    Args:
        source: Gives the pictures.
        follower: Follows the cards in them.
        explainer: Knows the game.
        recorder: Keeps all that is needed to watch the same again; None where nothing is kept.
        recorded: Commands that people gave when this was recorded, by the number of the picture after which they came.
    """

    def __init__(
        self,
        source: FrameSource,
        follower: Follower,
        explainer: GameWatcher,
        *,
        recorder: Recorder | None = None,
        recorded: Mapping[int, Sequence[GameCommand]] | None = None,
    ) -> None:
        self._recorder = recorder
        self._recorded = dict(recorded or {})
        self._n = BEFORE_FIRST_PICTURE  # number of the newest picture
        self._source = source
        self._monitor = PictureMonitor()
        self._follower = follower
        self._explainer = explainer
        self._began = time.perf_counter()
        self._busy = 0.0  # seconds spent on pictures so far
        self._frames = 0
        self._t = 0.0  # seconds of the newest picture
        self._still: Sight | None = None  # the last sight without faces, to be repeated
        self._flickered = False
        self.running = True

    @property
    def game(self) -> Game:
        """The game with the operations decided so far, without those that were taken back."""
        return self._explainer.game

    @property
    def notice(self) -> str:
        """What is wrong with the camera or the light just now, a line for the user; empty where all is well."""
        return self._source.notice or self._monitor.notice or self.unrecorded

    @property
    def unrecorded(self) -> str:
        """Why the recording lacks its end, as on a full disk; empty where it is whole or nothing is recorded."""
        return self._recorder.error if self._recorder else ""

    def step(self, seconds: float = 1.0) -> tuple[LogEntry, ...]:
        """Look at the next picture, or the newest one of a camera, and return what was decided; nothing if none comes in these seconds.

        Commands that were recorded before the first picture are carried out first, in a call of their own.
        """
        if BEFORE_FIRST_PICTURE in self._recorded:
            return self._replay(self._recorded.pop(BEFORE_FIRST_PICTURE))
        picture = self._source.newest(seconds)
        if picture is None:
            self.running = not self._source.ended
            return ()
        began = time.perf_counter()
        self._frames += 1
        self._n, self._t = picture.n, max(self._t, picture.t)
        sight = self._sight(self._recorder.record_frame(picture) if self._recorder else picture)
        events = self._flicker_event(picture.t) if sight is None else self._explainer.see(sight)
        self._record(*(event_json(self.game.names, event) for event in events))
        events += self._replay(self._recorded.pop(picture.n, ()))
        self._busy += time.perf_counter() - began
        return events

    def record(self, recorder: Recorder | None) -> None:
        """Keep from now on what is needed to watch the same again, or keep nothing any more."""
        if self._recorder is not None:
            self._recorder.close()
        self._recorder = recorder

    def _sight(self, picture: TimedFrame) -> Sight | None:
        """Return the whole table where this picture changes it; else the last sight again after `HEARTBEAT_SECONDS`; else None.

        The repeated sight has no faces, because nothing was read anew.
        """
        self._follower.packs = self._explainer.game.options.packs  # people may say, or the table show, that it is another number
        sight = self._follower.look(picture)
        self._monitor.check(picture, self._follower.notice)
        if sight is not None:
            self._record({"n": self._n, "sight": sight_json(sight)})
            self._still = replace(sight, cards=tuple(replace(card, faces=(), back=0.0) for card in sight.cards))
            return sight
        if self._still is None or self._follower.notice or picture.t - self._still.t < HEARTBEAT_SECONDS - 1e-6:
            return None
        self._still = replace(self._still, t=picture.t)
        return self._still

    def _flicker_event(self, t: float) -> tuple[LogEntry, ...]:
        """Return the problem that the light flickers, once a game, so that its record says why plays are missing; else nothing."""
        if self._flickered or self._follower.notice != FLICKERS:
            return ()
        self._flickered = True
        return (LogEntry("problem", FLICKERS, t=t),)

    def execute(self, command: GameCommand) -> tuple[LogEntry, ...]:
        """Carry out what a person asks of the game, and record it."""
        events = self._explainer.execute(command)
        self._record({"n": self._n, COMMAND_KEY: command_text(command)}, *(event_json(self.game.names, event) for event in events))
        return events

    def _replay(self, commands: Sequence[GameCommand]) -> tuple[LogEntry, ...]:
        return tuple(event for command in commands for event in self.execute(command))

    def _record(self, *lines: Mapping[str, object]) -> None:
        """Write JSON objects to the recording's file of events, if there is a recording."""
        if self._recorder is not None:
            for line in lines:
                self._recorder.record_event(line)

    def finish(self) -> tuple[tuple[LogEntry, ...], WatchEnd]:
        """Decide what is open, close source and recording, and return what was decided and how the game stands."""
        self.running = False
        why = self._source.ended
        self._source.close()
        events = self._explainer.finish(self._t)
        game = self._explainer.game
        if self._flickered and not game.operations:
            events = ()  # what was seen before the light was measured explains nothing
        end = WatchEnd(
            self._t,
            why,
            {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=False)},
            over=game.state.phase is Phase.OVER,
            frames=self._frames,
            milliseconds={
                "film": (time.perf_counter() - self._began) * 1000,
                "frame": self._busy * 1000 / max(self._frames, 1),
            },
            begun=bool(game.operations),
            flickered=self._flickered,
        )
        self._record(*(event_json(game.names, event) for event in events), end.to_dict())
        self.close()
        return events, end

    def close(self) -> None:
        """Close source and recording; may be called again."""
        self._source.close()
        if self._recorder is not None:
            self._recorder.close()


GAME_TEXT_HEAD = b"numero game"  #: First bytes of the text of a game.


def check_text_place(path: Path) -> None:
    """Raise a `GameError` for a path to which the game's text cannot be written, or that holds anything but a game."""
    why = None
    if path.is_dir():
        why = tr("is a folder; give the name of a file to write")
    elif not path.parent.is_dir():
        why = tr("there is no folder {folder}", folder=path.parent)
    elif path.is_file() and path.stat().st_size and not _is_game(path):
        why = tr("is there and holds no game; it would be lost, so give another name")
    if why:
        raise GameError(f"{path}: {why}")


def _is_game(path: Path) -> bool:  # whether a file begins as the text of a game
    try:
        with path.open("rb") as file:
            return file.read(len(GAME_TEXT_HEAD)).lower() == GAME_TEXT_HEAD
    except OSError:
        return False


def open_vision_stack(deck: str | None = None, config: Path | None = None) -> VisionStack:
    """Load the models that follow tables. OpenCV then works in one thread.

    Args:
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        config: A file with settings of the reader.
    """
    decks = known_decks(deck)
    cv2.setNumThreads(1)  # small images: the threads of OpenCV take more time of the processor than they save
    # Not shared: between two pictures the shared threads would keep a core busy that the camera or another program needs.
    return VisionStack(Reader.load(load_config(config) if config else None, decks.decks), ObstructionDetector.load(), decks.left_out)


def open_game_watch(
    source: str, played: WatchedGame, *, config: Path | None = None, record: Path | None = None, mirrored: bool = False
) -> tuple[GameWatch, tuple[str, ...]]:
    """Open a game to be watched.

    Args:
        source: A camera's number, a film, a folder of pictures, a recording, or a stream's address.
        played: What is known of the game, where the players sit, and the deck.
        config: A file with settings of the reader.
        record: A folder that is made to keep what is watched; None where nothing is kept.
        mirrored: Whether the pictures are mirrored.

    Returns:
        The game; and a line for each thing that was left out.
    """
    opened = MirroredSource(open_source(source)) if mirrored else open_source(source)
    with _closed_on_failure(opened):
        stack = open_vision_stack(played.deck, config)
        recorder = Recorder(record, recording_header(played)) if record is not None else None
        follower = stack.follower(len(played.setting.names), played.near)
        watch = GameWatch(opened, follower, GameWatcher(played.setting), recorder=recorder, recorded=recorded_commands(source))
    return watch, stack.left_out


def open_table_watch(
    source: str,
    question: Question,
    *,
    deck: str | None = None,
    config: Path | None = None,
    calibration: Path | None = None,
    seat: Seat = "near",
    mirrored: bool = False,
) -> tuple[TableWatch, tuple[str, ...]]:
    """Open a table to be watched without a game.

    Args:
        source: A camera's number, a film, a folder of pictures, or a stream's address.
        question: What is asked of the positions.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        config: A file with settings of the reader.
        calibration: A file of a camera or a table.
        seat: The side of the picture at which the player sits whose hand it is.
        mirrored: Whether the pictures are mirrored.

    Returns:
        The table; and a line for each thing that was left out.
    """
    opened = MirroredSource(open_source(source)) if mirrored else open_source(source)
    with _closed_on_failure(opened):
        known = Calibration.of(load_calibration(calibration)) if calibration else None
        stack = open_vision_stack(deck, config)
        # Two rows, near and far; who sits at another side is one of four.
        follower = stack.follower(2 if seat in ("near", "far") else 4)
        watch = TableWatch(opened, follower, Session(stack.reader, question, known, seat))
    return watch, stack.left_out


@contextmanager
def _closed_on_failure(source: FrameSource) -> Iterator[None]:
    """Close the source if the block raises an exception."""
    try:
        yield
    except BaseException:
        source.close()
        raise
