"""Opens a watching: the source, the models with their decks, the tracker and the explainer of the game."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numero_cam.app.answers import Question
from numero_cam.app.decks import known_decks
from numero_cam.app.session import Session
from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import WatchedGame, recorded_commands, recording_header
from numero_cam.app.watch_table import TableWatch
from numero_cam.base.seats import Seat
from numero_cam.calibrate.files import load_calibration
from numero_cam.calibrate.use import Calibration
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import FrameSource, MirroredSource
from numero_cam.capture.sources import open_source
from numero_cam.config import load_config
from numero_cam.games.numero.watching.game_watcher import GameWatcher
from numero_cam.table.obstruction import ObstructionDetector
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracker import VisionStack


def open_vision_stack(deck: str | None = None, config: Path | None = None) -> VisionStack:
    """Load the models that follow tables.

    Args:
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        config: A file with settings of the reader.
    """
    decks = known_decks(deck)
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
        follower = stack.follower(len(played.setting.names), played.near, played.setting.options.packs)
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
