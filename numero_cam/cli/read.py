"""``numero-cam read``: which cards lie there."""

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from numero_cam.base.errors import CalibrationError, NumeroCamError, PictureError, ReadingError
from numero_cam.cli.answers import print_json
from numero_cam.cli.decks import known_decks
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.photos import annotate as write_annotated
from numero_cam.cli.photos import check_annotate, load_calibration, load_reader, parse_corrections, see
from numero_cam.tell import console
from numero_cam.tell.readings_json import error_json, readings_json


def run_read(
    photos: Sequence[str],
    *,
    as_json: bool,
    annotate: Path | None,
    packs: int,
    correct: Sequence[str],
    config: Path | None,
    calibration: Path | None = None,
    deck: str | None = None,
) -> None:
    """Reads the photos one after the other and prints each at once.

    Raises:
        NumeroCamError: The models, the configuration or the calibration cannot be used.
        BadArgumentsError: The options do not fit together.
        typer.Exit: With status 1 where a photo could not be read.
    """
    corrections = parse_corrections(correct)
    if corrections and len(photos) != 1:
        raise BadArgumentsError(f"--correct mends one photo, {len(photos)} are given")
    check_annotate(annotate, photos)
    known = load_calibration(calibration)
    reader = load_reader(config, known_decks(deck))
    failed = False
    for photo in photos:
        try:
            frame, state = see(reader, photo, packs=packs, corrections=corrections, calibration=known)
            print_json(readings_json(state)) if as_json else console.print_readings(state)
            if annotate:
                write_annotated(annotate, frame, state, {}, [])
        except (CalibrationError, PictureError, ReadingError) as error:
            failed = True
            _complain(error, photo, as_json=as_json)
    if failed:
        raise typer.Exit(1)


def _complain(error: NumeroCamError, photo: str, *, as_json: bool) -> None:
    if as_json:
        print_json(error_json(photo, str(error)))
    sys.stdout.flush()
    sys.stderr.write(f"numero-cam: {error}\n")
