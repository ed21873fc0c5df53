"""Reads, solves and scores photos with models, decks, a calibration and a question that are loaded once."""

import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from numero_cam.app.answers import Question, ScoredTake, answer, score_spread
from numero_cam.app.corrections import Corrections
from numero_cam.app.decks import known_decks
from numero_cam.app.photos import PhotoRead, PhotoScored, PhotoSolved, Typed, find_gaps, table_position, table_take
from numero_cam.base.errors import ReadingError
from numero_cam.base.files import STANDARD_MODELS, GameModels
from numero_cam.base.images import Channels
from numero_cam.base.records import Frame, TableState
from numero_cam.base.seats import Seat
from numero_cam.calibrate.files import load_calibration
from numero_cam.calibrate.use import Calibration
from numero_cam.capture.files import Photo, read_photo
from numero_cam.catalogue import tr
from numero_cam.config import load_config
from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.solve.arrange import Arrangement, Spread, SpreadError
from numero_cam.table.layout import override_zones
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracked_table import TrackedTable, tracked_state
from numero_cam.text.readings import TableTake
from numero_cam.vision.decks.choose import DeckOptions


@dataclass(frozen=True)
class Session:
    """The models and settings that stay the same from photo to photo."""

    reader: Reader  #: Reads the photos.
    question: Question  #: What is asked of their positions.
    calibration: Calibration | None = None  #: What is known of camera and table, or None.
    seat: Seat = "near"  #: The side of the photos at which the player sits whose hand it is.
    warnings: tuple[str, ...] = ()  #: One line each: what was left out when the session was opened.
    mirrored: bool = False  #: Whether the photos are mirrored; they are turned round before anything else.

    def read(self, photo: Photo, corrections: Corrections | None = None) -> PhotoRead:
        """Read one photo; a card that the user says is none is gone from the table.

        Args:
            photo: Of any kind that ``read_photo`` takes; an array is BGR.
            corrections: Of single cards.

        Raises:
            CalibrationError: The calibration is of another picture size.
            PictureError: The photo cannot be read.
            ReadingError: A correction of a card that was not found.
        """
        start = time.perf_counter()
        corrections = corrections or Corrections()
        frame = read_photo(photo).mirrored() if self.mirrored else read_photo(photo)
        prepared = self.prepared(frame)
        decode_ms = (time.perf_counter() - start) * 1000
        labels = {n: None if face is None else str(face) for n, face in corrections.faces.items()}
        state = self.reader.read(prepared, packs=self.question.packs, seat=self.seat, corrections=labels, decode_ms=decode_ms)
        state = self.calibration.finish(state, self.seat) if self.calibration else state
        return PhotoRead(frame, override_zones(state, corrections.zones))

    def solve(
        self,
        photo: Photo,
        corrections: Corrections | None = None,
        *,
        centre: tuple[Card | Build, ...] | None = None,
        hand: tuple[Card, ...] | None = None,
    ) -> PhotoSolved:
        """Read a photo and solve what is known of it.

        Args:
            photo: Of any kind that ``read_photo`` takes; an array is BGR.
            corrections: Of single cards.
            centre: What lies in the centre, in place of what the photo shows there; None for what it shows.
            hand: The same of the hand.

        Raises:
            NumeroCamError: See ``read``.
            SettingsError: The question cannot be asked.
        """
        seen = self.read(photo, corrections)
        return self._solved(seen.frame, seen.state, Typed(centre, hand))

    def solve_tracked(self, frame: Frame, prepared: Frame, tracked: TrackedTable, *, track_ms: float = 0.0) -> PhotoSolved:
        """Solve what a tracker knows of a table; nothing is read again.

        Args:
            frame: The picture as shown.
            prepared: The same as it was tracked; see `prepared`.
            tracked: What lies in it.
            track_ms: Milliseconds that preparing and tracking this picture took, for the record.

        Raises:
            SettingsError: The question cannot be asked.
        """
        least = self.reader.least_confidence
        state = tracked_state(prepared, tracked, seat=self.seat, packs=self.question.packs, least=least)
        state = replace(state, milliseconds={"track": track_ms, "total": track_ms})
        return self._solved(frame, self.calibration.finish(state, self.seat) if self.calibration else state, Typed())

    def prepared(self, frame: Frame) -> Frame:
        """Return a picture as it is to be read: without the lens distortion and colour cast that the calibration knows of.

        Raises:
            CalibrationError: The calibration is of another picture size.
        """
        return self.calibration.prepare(frame) if self.calibration else frame

    def score(
        self, photo: Photo, taker: Card | None = None, *, cleared: bool | None = None, corrections: Corrections | None = None
    ) -> PhotoScored:
        """Read a photo and score the take that lies spread in it.

        Args:
            photo: Of any kind that ``read_photo`` takes; an array is BGR.
            taker: The card that it was taken with; None finds the best of them.
            cleared: Whether the take left the centre empty; None where nobody knows.
            corrections: Of single cards.

        Raises:
            NumeroCamError: See ``read``; a ReadingError where the taking card does not lie there.
            SettingsError: The question cannot be asked.
        """
        seen = self.read(photo, corrections)
        take = table_take(seen.state)
        why = _why_not(seen.state, take)
        try:
            spread = Spread(take.cards, None if why else taker, cleared)
        except SpreadError as error:
            raise ReadingError(f"--with: {error}") from error
        scored = self._unscored(spread, why) if why else score_spread(spread, self.question)
        return PhotoScored(seen.frame, seen.state, take, scored, why)

    def _solved(self, frame: Frame, state: TableState, typed: Typed) -> PhotoSolved:
        """Solve the position in a table state, in which `typed` replaces centre or hand."""
        table, gaps = table_position(state, typed), find_gaps(state, typed, self.seat)
        return PhotoSolved(frame, state, table, gaps, answer(table.position, self.question))

    def _unscored(self, spread: Spread, why: str) -> ScoredTake:
        """Return a take that was not searched, for this reason."""
        problems = tuple(str(problem) for problem in Position(spread.items, ()).problems(packs=self.question.packs))
        return ScoredTake(spread, self.question.settings, Arrangement(None, why=why, proven=False, searched=False), 0.0, problems)


def open_session(
    question: Question | None = None,
    *,
    config: Path | None = None,
    deck: str | None = None,
    calibration: Path | None = None,
    seat: Seat = "near",
    mirrored: bool = False,
) -> Session:
    """Load the models, the deck and the calibration.

    Args:
        question: What is asked of the positions; the best take if not given.
        config: A file with settings of the reader.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        calibration: A file of a camera or a table.
        seat: The side of the photos at which the player sits whose hand it is.
        mirrored: Whether the photos are mirrored.

    Raises:
        CalibrationError: The calibration cannot be used.
        ConfigError: The settings of the reader cannot be used.
        DeckError: The deck cannot be used.
        ModelError: A model cannot be used.
    """
    known = Calibration.of(load_calibration(calibration)) if calibration else None
    decks = known_decks(deck)
    return Session(load_reader(config, decks.decks), question or Question(), known, seat, decks.left_out, mirrored)


def load_reader(config: Path | None, decks: DeckOptions | None = None, models: GameModels = STANDARD_MODELS) -> Reader:
    """Load the models, with the settings of a file where one is given.

    Args:
        config: The file.
        decks: The decks that come into question; None where cards are to be read as they stand.
        models: The models for the cards of a game.
    """
    return Reader.load(load_config(config) if config else None, decks, models=models)


def _why_not(state: TableState, take: TableTake) -> str:
    """Return why the photo's take cannot be scored, empty where it can; a take with an unknown card is not scored in part."""
    if not state.cards:
        return tr("no card was found in this photo")
    if not take.cards and not take.unknown:
        return tr("no take was found: it is a single row or fan, alone in the photo")
    names = ", ".join(map(str, take.unknown))
    return tr("a card of the take is not known (number {numbers}), mend it with --correct", numbers=names) if names else ""


def read(
    photo: Photo,
    *,
    channels: Channels = "BGR",
    deck: str | None = None,
    calibration: str | Path | None = None,
    seat: Seat = "near",
    session: Session | None = None,
) -> PhotoRead:
    """Read the cards of one photo.

    The models are loaded at each call; who reads many photos opens one session and gives it along.

    Args:
        photo: A path, the bytes of a file, an open file, a NumPy array, a Pillow image or a frame; see ``read_photo``.
        channels: The order of the colours of an array: ``BGR``, as OpenCV gives it, or ``RGB``.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        calibration: A file of a camera or a table.
        seat: The side of the photo at which the player sits whose hand it is.
        session: One that is open; then deck, calibration and seat are its own.

    Raises:
        NumeroCamError: The photo, the deck, the calibration or a model cannot be used; one line.
    """
    asked = session or open_session(deck=deck, calibration=Path(calibration) if calibration else None, seat=seat)
    return asked.read(read_photo(photo, channels=channels) if isinstance(photo, np.ndarray) else photo)
