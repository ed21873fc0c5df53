"""``numero-cam read``: which cards lie there."""

from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.catalogue import tr
from numero_cam.cli.options import (
    CorrectOption,
    OutputFormat,
    PictureOptions,
    RuleOption,
    SeatOption,
    ShowOptions,
    given_rules,
    grouped,
    packs_of,
)

if TYPE_CHECKING:
    from numero_cam.app.photos import PhotoRead


@grouped
def read(
    *,
    photos: Annotated[
        list[str], typer.Argument(metavar="PHOTO...", help="Photos: JPEG, PNG, WebP, BMP or TIFF; folders of them; - for standard input.")
    ],
    rule: RuleOption = None,
    correct: CorrectOption = None,
    seat: SeatOption = "near",
    picture_options: PictureOptions,
    show: ShowOptions,
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
      numero-cam read photos --annotate drawn
      numero-cam read table.jpg --correct 3=7r --correct 5=none
      numero-cam read table.jpg --calibration table.toml
      numero-cam read table.jpg --seat far
      numero-cam read table.jpg --deck mine
    """
    from numero_cam.app.answers import Question
    from numero_cam.app.photos import READ, read_rows
    from numero_cam.cli.photos import PhotoCommand, answer_photos, open_session

    output_format, question = show.form(), Question(packs=packs_of(given_rules(rule, {}, ("packs",))))
    command = PhotoCommand(
        look=lambda session, photo, corrections: session.read(photo, corrections),
        print=lambda seen, many: _print(seen, output_format, named=many),
        rows=read_rows,
        columns=READ,
        errors_in_json=True,
    )
    answer_photos(photos, command, show, lambda: open_session(question, picture_options, seat), correct=correct)


def _print(seen: "PhotoRead", output_format: OutputFormat, *, named: bool) -> None:  # named: print the name of the photo
    from numero_cam.text import console
    from numero_cam.text.readings import read_sentence

    if output_format.brief:
        console.print_sentence((f"{seen.state.name}: " if named else "") + read_sentence(seen.state, seen.table))
        return
    console.print_readings(seen.state)
    if seen.state.cards:
        console.print_lines([tr("Problem: {problem}", problem=problem) for problem in seen.state.problems])
