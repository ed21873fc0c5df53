"""Somebody plays and shows photos: one reader, one deck, one calibration and one question for all of them."""

import time
from dataclasses import dataclass
from pathlib import Path

from numero_cam.assistant.answers import Question, answer
from numero_cam.assistant.corrections import Corrections
from numero_cam.assistant.decks import known_decks
from numero_cam.assistant.photos import PhotoRead, PhotoScored, PhotoSolved
from numero_cam.assistant.takes import ScoredTake, score_spread
from numero_cam.base.errors import ReadingError
from numero_cam.base.records import Frame, TableState
from numero_cam.base.seats import Seat
from numero_cam.calibrate.files import load
from numero_cam.calibrate.use import Calibration
from numero_cam.capture.files import read_photo
from numero_cam.config import load_config
from numero_cam.games.numero.rules import Build, Card, Position
from numero_cam.games.numero.solve.arrange import Arrangement, Spread, SpreadError
from numero_cam.table.doubts import find_gaps
from numero_cam.table.layout import with_zones
from numero_cam.table.photo_reader import Reader
from numero_cam.table.table_position import TableTake, Typed, table_position, table_take
from numero_cam.vision.decks.choose import Decks


@dataclass(frozen=True)
class Session:
    """What stays the same from photo to photo.

    Attributes:
        reader: Reads the photos.
        question: What is asked of their positions.
        calibration: What is known of camera and table, or None.
        seat: The side of the photos at which the player sits whose hand it is.
        warnings: One line each: what was left out when the session was opened.
    """

    reader: Reader
    question: Question
    calibration: Calibration | None = None
    seat: Seat = "near"
    warnings: tuple[str, ...] = ()

    def read(self, photo: str | Frame, corrections: Corrections | None = None) -> PhotoRead:
        """Read one photo; a card that the user says is none is gone from the table.

        Args:
            photo: A file, or a picture that is loaded.
            corrections: Of single cards.

        Raises:
            CalibrationError: The calibration is of another picture size.
            PictureError: The photo cannot be read.
            ReadingError: A correction of a card that was not found.
        """
        start = time.perf_counter()
        said = corrections or Corrections()
        frame = photo if isinstance(photo, Frame) else read_photo(photo)
        prepared = self.calibration.prepare(frame) if self.calibration else frame
        decode_ms = (time.perf_counter() - start) * 1000
        state = self.reader.read(prepared, packs=self.question.packs, seat=self.seat, corrections=said.faces, decode_ms=decode_ms)
        state = self.calibration.finish(state, self.seat) if self.calibration else state
        return PhotoRead(frame, with_zones(state, said.zones))

    def solve(
        self,
        photo: str | Frame,
        corrections: Corrections | None = None,
        *,
        centre: tuple[Card | Build, ...] | None = None,
        hand: tuple[Card, ...] | None = None,
    ) -> PhotoSolved:
        """Read a photo and solve what is known of it.

        Args:
            photo: A file, or a picture that is loaded.
            corrections: Of single cards.
            centre: What lies in the centre, in place of what the photo shows there; None for what it shows.
            hand: The same of the hand.

        Raises:
            NumeroCamError: See ``read``.
            SettingsError: The question cannot be asked.
        """
        seen, typed = self.read(photo, corrections), Typed(centre, hand)
        table = table_position(seen.state, typed)
        gaps = find_gaps(seen.state, typed, self.seat)
        return PhotoSolved(seen.frame, seen.state, table, gaps, answer(table.position, self.question))

    def score(
        self, photo: str | Frame, taker: Card | None = None, *, cleared: bool | None = None, corrections: Corrections | None = None
    ) -> PhotoScored:
        """Read a photo and score the take that lies spread in it.

        Args:
            photo: A file, or a picture that is loaded.
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
            message = f"--with: {error}"
            raise ReadingError(message) from error
        scored = self._unscored(spread, why) if why else score_spread(spread, self.question)
        return PhotoScored(seen.frame, seen.state, take, scored, why)

    def _unscored(self, spread: Spread, why: str) -> ScoredTake:
        problems = tuple(str(problem) for problem in Position(spread.items, ()).problems(packs=self.question.packs))
        return ScoredTake(spread, self.question.settings, Arrangement(None, why=why, proven=False, searched=False), 0.0, problems)


def open_session(
    question: Question | None = None,
    *,
    config: Path | None = None,
    deck: str | None = None,
    calibration: Path | None = None,
    seat: Seat = "near",
) -> Session:
    """Load the models, the deck and the calibration.

    Args:
        question: What is asked of the positions; the best take if not given.
        config: A file with settings of the reader.
        deck: Name of a deck, ``auto`` or ``none``; None for the one in use.
        calibration: A file of a camera or a table.
        seat: The side of the photos at which the player sits whose hand it is.

    Raises:
        CalibrationError: The calibration cannot be used.
        ConfigError: The settings of the reader cannot be used.
        DeckError: The deck cannot be used.
        ModelError: A model cannot be used.
    """
    known = Calibration.of(load(calibration)) if calibration else None
    decks = known_decks(deck)
    return Session(load_reader(config, decks.decks), question or Question(), known, seat, decks.left_out)


def load_reader(config: Path | None, decks: Decks | None = None) -> Reader:
    """Load the models, with the settings of a file where one is given.

    Args:
        config: The file.
        decks: The decks that come into question; None where cards are to be read as they stand.

    Raises:
        ConfigError: The file cannot be used.
        ModelError: A model cannot be used.
    """
    return Reader.load(load_config(config) if config else None, decks, shared=True)


def _why_not(state: TableState, take: TableTake) -> str:
    """Say why the photo's take cannot be scored; points of a part of a take would be the points of nothing."""
    if not state.cards:
        return "no card was found in this photo"
    if not take.cards and not take.unknown:
        return "no take was found: it is a single row or fan, alone in the photo"
    names = ", ".join(map(str, take.unknown))
    return f"a card of the take is not known (number {names}), mend it with --correct" if names else ""
