"""``numero-cam read``: which cards lie there."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.options import (
    AnnotateOption,
    BadArgumentsError,
    CalibrationOption,
    ConfigOption,
    CorrectOption,
    DeckOption,
    JsonOption,
    PacksOption,
    PhotoOptions,
    SeatOption,
)


def read(
    *,
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="Photos: JPEG, PNG, WebP, BMP or TIFF.")],
    json: JsonOption = False,
    annotate: AnnotateOption = None,
    packs: PacksOption = 1,
    correct: CorrectOption = None,
    config: ConfigOption = None,
    deck: DeckOption = None,
    calibration: CalibrationOption = None,
    seat: SeatOption = "near",
) -> None:
    """Says which cards lie on the table in each photo.

    A card that is not known well enough is shown as unknown, never guessed. A photo that cannot be read gives an error in its place,
    the others are still read, and the exit status is 1.

    \b
    Examples:
      numero-cam read table.jpg
      numero-cam read *.jpg --json > readings.jsonl
      numero-cam read table.jpg --annotate seen.jpg
      numero-cam read table.jpg --correct 3=7r --correct 5=none
      numero-cam read table.jpg --calibration table.toml
      numero-cam read table.jpg --seat far
      numero-cam read table.jpg --deck mine
    """
    options = PhotoOptions(tuple(correct or ()), config, deck, calibration, seat)
    run_read(photos, options, packs=packs, annotate=annotate, as_json=json)


def run_read(photos: Sequence[str], options: PhotoOptions, *, packs: int, annotate: Path | None, as_json: bool) -> None:
    """Reads the photos one after the other and prints each at once.

    Raises:
        NumeroCamError: The models, the configuration or the calibration cannot be used.
        BadArgumentsError: The options do not fit together.
        typer.Exit: With status 1 where a photo could not be read.
    """
    from numero_cam.assistant.answers import Question
    from numero_cam.base.errors import CalibrationError, PictureError, ReadingError
    from numero_cam.cli.answers import print_json
    from numero_cam.cli.photos import annotate as write_annotated
    from numero_cam.cli.photos import check_annotate, corrections_of, open_session
    from numero_cam.tell import console
    from numero_cam.tell.readings_json import error_json

    corrections = corrections_of(options)
    if corrections and len(photos) != 1:
        raise BadArgumentsError(f"--correct mends one photo, {len(photos)} are given")
    check_annotate(annotate, photos)
    session = open_session(Question(packs=packs), options)
    failed = False
    for photo in photos:
        try:
            seen = session.read(photo, corrections)
            print_json(seen.to_dict()) if as_json else console.print_readings(seen.state)
            if annotate:
                write_annotated(annotate, seen)
        except (CalibrationError, PictureError, ReadingError) as error:
            failed = True
            if as_json:
                print_json(error_json(photo, str(error)))
            sys.stdout.flush()
            sys.stderr.write(f"numero-cam: {error}\n")
    if failed:
        raise typer.Exit(1)
