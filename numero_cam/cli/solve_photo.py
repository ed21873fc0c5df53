"""``numero-cam solve PHOTO``: the best take of the table in a photo."""

from pathlib import Path

from numero_cam.assistant.answers import Question
from numero_cam.assistant.photos import PhotoSolved
from numero_cam.cli.answers import print_answer, print_json
from numero_cam.cli.options import PhotoOptions
from numero_cam.cli.photos import annotate, check_annotate, corrections_of, open_session
from numero_cam.observe.decode import Typed
from numero_cam.tell import console
from numero_cam.tell.readings_words import look_lines, no_take_of_photo


def answer_photo(photo: str, question: Question, options: PhotoOptions, typed: Typed, *, out: Path | None, as_json: bool) -> None:
    """Reads a photo, solves what is known of it, and says which cards need a look.

    Raises:
        NumeroCamError: Photo, models or corrections cannot be used.
        BadArgumentsError: The options do not fit.
    """
    corrections = corrections_of(options)
    check_annotate(out, [photo])
    found = open_session(question, options).solve(photo, corrections, typed)
    if as_json:
        print_json(found.to_dict())
    else:
        print_solved(found)
    if out:
        annotate(out, found)


def print_solved(found: PhotoSolved) -> None:
    """The cards, what needs a look, and the answer."""
    console.print_readings(found.state)
    problems = [f"Problem: {problem}" for problem in (*found.state.problems, *found.missing)]
    console.print_lines([*look_lines(found.state, found.table), *problems])
    print_answer(found.answer, no_take=no_take_of_photo(found.gaps, found.table))
