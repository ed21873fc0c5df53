"""``numero-cam solve PHOTO``: the best take of the table in a photo."""

from collections.abc import Sequence

from numero_cam.assistant.answers import Question
from numero_cam.assistant.photos import PhotoSolved
from numero_cam.assistant.rows import SOLVED, solved_rows
from numero_cam.cli.answers import print_answer, print_sentence
from numero_cam.cli.many import Showing, find_photos, show_photos
from numero_cam.cli.options import BadArgumentsError, Manner, PhotoOptions, ShowOptions
from numero_cam.cli.photos import corrections_of, open_session
from numero_cam.games.numero.rules import Build, Card
from numero_cam.tell import console
from numero_cam.tell.readings_words import look_lines, no_take_of_photo

TypedCards = tuple[tuple[Card | Build, ...] | None, tuple[Card, ...] | None]
"""What is typed beside a photo in place of its centre and its hand; None where the photo shows them."""


def solve_photos(
    names: Sequence[str], question: Question, options: PhotoOptions, typed: TypedCards, show: ShowOptions, *, manner: Manner
) -> None:
    """Reads the photos, solves what is known of each, and says which cards need a look.

    Raises:
        NumeroCamError: Models, deck, calibration or settings cannot be used.
        BadArgumentsError: The options do not fit.
        typer.Exit: With status 1 where a photo could not be solved.
    """
    corrections = corrections_of(options)
    photos = find_photos(names, show)
    if len(photos.named) != 1 and (corrections or typed != (None, None)):
        what = "--correct mends" if corrections else "--centre and --hand belong to"
        raise BadArgumentsError(f"{what} one photo, {len(photos.named)} are given")
    session = open_session(question, options)
    showing = Showing(
        look=lambda photo: session.solve(photo, corrections, centre=typed[0], hand=typed[1]),
        print=lambda found: print_solved(found, manner, many=len(photos.named) > 1),
        rows=solved_rows,
        columns=SOLVED,
    )
    show_photos(photos, showing, show, errors_in_json=len(photos.named) > 1)


def print_solved(found: PhotoSolved, manner: Manner, *, many: bool = False) -> None:
    """The answer in a sentence, the cards, what needs a look, and the answer with all that belongs to it."""
    no_take = no_take_of_photo(found.state, found.gaps, found.table)
    print_sentence(found.answer, manner, no_take=no_take, name=found.state.name if many else "")
    if manner.brief or found.gaps.cards:
        return
    print()
    console.print_readings(found.state)
    problems = [f"Problem: {problem}" for problem in (*found.state.problems, *found.missing)]
    console.print_lines([*look_lines(found.state, found.table), *problems])
    print_answer(found.answer, manner)
