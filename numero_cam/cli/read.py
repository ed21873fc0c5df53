"""``numero-cam read``: which cards lie there."""

from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.options import (
    AnnotateOption,
    AnnotateToOption,
    BadArgumentsError,
    BriefOption,
    CalibrationOption,
    ConfigOption,
    CorrectOption,
    CsvOption,
    DeckOption,
    JsonOption,
    MirroredOption,
    OutputFormat,
    PacksOption,
    PhotoOptions,
    ProgressOption,
    SeatOption,
    ShowOptions,
    make_output_format,
)

if TYPE_CHECKING:
    from numero_cam.app.photos import PhotoRead


def read(
    *,
    photos: Annotated[
        list[str], typer.Argument(metavar="PHOTO...", help="Photos: JPEG, PNG, WebP, BMP or TIFF; folders of them; - for standard input.")
    ],
    json: JsonOption = False,
    csv: CsvOption = False,
    brief: BriefOption = False,
    annotate: AnnotateOption = None,
    annotate_to: AnnotateToOption = None,
    progress: ProgressOption = False,
    packs: PacksOption = 1,
    correct: CorrectOption = None,
    config: ConfigOption = None,
    deck: DeckOption = None,
    calibration: CalibrationOption = None,
    mirrored: MirroredOption = False,
    seat: SeatOption = "near",
) -> None:
    """Says which cards lie on the table in each photo.

    A card that is not known well enough is shown as unknown, never guessed. A photo that cannot be read gives an error in its place,
    the others are still read, and the exit status is 1.

    \b
    Examples:
      numero-cam read table.jpg
      numero-cam read *.jpg --json > readings.jsonl
      numero-cam read photos --csv > cards.csv
      numero-cam read table.jpg --annotate seen.jpg
      numero-cam read photos --annotate-to drawn
      numero-cam read table.jpg --correct 3=7r --correct 5=none
      numero-cam read table.jpg --calibration table.toml
      numero-cam read table.jpg --seat far
      numero-cam read table.jpg --deck mine
    """
    from numero_cam.app.answers import Question
    from numero_cam.app.photos import READ, read_rows
    from numero_cam.cli.photo_loop import PhotoRenderer, find_photos, show_photos
    from numero_cam.cli.photos import corrections_of, open_session

    options = PhotoOptions(tuple(correct or ()), config, deck, calibration, seat, mirrored)
    output_format = make_output_format(as_json=json, as_csv=csv, brief=brief)
    show = ShowOptions(json, csv, annotate, annotate_to, progress)
    corrections = corrections_of(options)
    found = find_photos(photos, show)
    if corrections and len(found.named) != 1:
        raise BadArgumentsError(tr("--correct mends one photo, {number} are given", number=len(found.named)))
    session = open_session(Question(packs=packs), options)
    renderer = PhotoRenderer(
        look=lambda photo: session.read(photo, corrections),
        print=lambda seen, many: _print(seen, output_format, named=many),
        rows=read_rows,
        columns=READ,
        one_picture=bool(corrections),
    )
    show_photos(found, renderer, show, errors_in_json=True)


def _print(seen: "PhotoRead", output_format: OutputFormat, *, named: bool) -> None:
    from numero_cam.text import console
    from numero_cam.text.readings import read_sentence

    if output_format.brief:
        console.print_sentence((f"{seen.state.name}: " if named else "") + read_sentence(seen.state, seen.table))
        return
    console.print_readings(seen.state)
    if seen.state.cards:
        console.print_lines([tr("Problem: {problem}", problem=problem) for problem in seen.state.problems])
