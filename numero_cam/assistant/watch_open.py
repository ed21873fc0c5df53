"""Opens what it takes to watch: the source, the reader with its deck, the table in time, and who understands the game."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numero_cam.assistant.answers import Question
from numero_cam.assistant.decks import KnownDecks, known_decks
from numero_cam.assistant.session import Session
from numero_cam.assistant.watch import GameWatch
from numero_cam.assistant.watch_recording import Recorded, about, said_lines
from numero_cam.assistant.watch_table import TableWatch
from numero_cam.base.seats import Seat
from numero_cam.calibrate.files import load
from numero_cam.calibrate.use import Calibration
from numero_cam.capture.open_source import open_source
from numero_cam.capture.record import Recorder
from numero_cam.capture.source import FrameSource
from numero_cam.config import load_config
from numero_cam.follow.obstruction import Obstruction
from numero_cam.follow.table import TableInTime
from numero_cam.games.numero.watching.watch import Watching
from numero_cam.pipeline import Reader


def open_game_watch(
    source: str, played: Recorded, *, config: Path | None = None, record: Path | None = None
) -> tuple[GameWatch, tuple[str, ...]]:
    """Open a game to be watched.

    Args:
        source: A camera's number, a film, a folder of pictures, a recording, or a stream's address.
        played: What is known of the game, where the players sit, and the deck.
        config: A file with settings of the reader.
        record: A folder that is made to keep what is watched; None where nothing is kept.

    Returns:
        The game; and a line for each thing that was left out.

    Raises:
        SourceError: The source cannot be opened, or the folder not used.
        NumeroCamError: Deck, settings or models cannot be used.
    """
    opened = open_source(source)
    with _closed_on_failure(opened):
        decks = known_decks(played.deck)
        follower = TableInTime(_reader(decks, config), players=len(played.setting.names), near=played.near, obstruction=Obstruction.load())
        recorder = Recorder(record, about(played)) if record is not None else None
        watch = GameWatch(opened, follower, Watching(played.setting), recorder=recorder, said=said_lines(source))
    return watch, decks.left_out


def open_table_watch(
    source: str,
    question: Question,
    *,
    deck: str | None = None,
    config: Path | None = None,
    calibration: Path | None = None,
    seat: Seat = "near",
) -> tuple[TableWatch, tuple[str, ...]]:
    """Open a table to be watched without a game.

    Args:
        source: A camera's number, a film, a folder of pictures, or a stream's address.
        question: What is asked of the positions.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        config: A file with settings of the reader.
        calibration: A file of a camera or a table.
        seat: The side of the picture at which the player sits whose hand it is.

    Returns:
        The table; and a line for each thing that was left out.

    Raises:
        SourceError: The source cannot be opened.
        NumeroCamError: Deck, calibration, settings or models cannot be used.
    """
    opened = open_source(source)
    with _closed_on_failure(opened):
        known = Calibration.of(load(calibration)) if calibration else None
        decks = known_decks(deck)
        reader = _reader(decks, config)
        watch = TableWatch(opened, TableInTime(reader, obstruction=Obstruction.load()), Session(reader, question, known, seat))
    return watch, decks.left_out


@contextmanager
def _closed_on_failure(source: FrameSource) -> Iterator[None]:
    """Lets go of a camera when what was to watch it cannot be opened."""
    try:
        yield
    except BaseException:
        source.close()
        raise


def _reader(decks: KnownDecks, config: Path | None) -> Reader:
    # Not shared: between two pictures the shared threads would keep a core busy that the camera or another program needs.
    return Reader.load(load_config(config) if config else None, decks.decks)
