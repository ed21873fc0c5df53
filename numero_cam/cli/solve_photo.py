"""``numero-cam solve PHOTO``: the best take of the table in a photo."""

from pathlib import Path

from numero_cam.assistant.answers import Question
from numero_cam.assistant.photos import PhotoSolved
from numero_cam.cli.answers import best_line, print_answer, print_json
from numero_cam.cli.options import PhotoOptions
from numero_cam.cli.photos import annotate, check_annotate, corrections_of, open_session
from numero_cam.tell import console
from numero_cam.tell.readings_table import look_lines
from numero_cam.tell.roles import play_roles


def answer_photo(photo: str, question: Question, options: PhotoOptions, *, out: Path | None, as_json: bool) -> None:
    """Reads a photo, solves what is known of it, and says which cards need a look.

    Raises:
        NumeroCamError: Photo, models or corrections cannot be used.
        BadArgumentsError: The options do not fit.
    """
    corrections = corrections_of(options)
    check_annotate(out, [photo])
    found = open_session(question, options).solve(photo, corrections)
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found)
    if out:
        plays = found.answer.solution.plays
        roles = play_roles(found.table, plays[0]) if plays else {}
        annotate(out, found, roles, [best_line(found.answer), *look_lines(found.state, found.table)])


def _print(found: PhotoSolved) -> None:
    console.print_readings(found.state)
    problems = [f"Problem: {problem}" for problem in (*found.state.problems, *found.missing)]
    console.print_lines([*look_lines(found.state, found.table), *problems])
    print_answer(found.answer)
