"""``numero-cam score PHOTO``: the points of the take that lies spread in a photo."""

from pathlib import Path

from numero_cam.assistant.answers import Question
from numero_cam.assistant.photos import PhotoScored
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import PhotoOptions
from numero_cam.cli.photos import annotate, check_annotate, corrections_of, open_session
from numero_cam.rules import Card
from numero_cam.tell import console
from numero_cam.tell.readings_words import doubt_lines


def score_photo(
    photo: str, taker: Card | None, question: Question, options: PhotoOptions, *, cleared: bool | None, out: Path | None, as_json: bool
) -> None:
    """Reads a photo and scores the take that lies spread in it.

    Raises:
        NumeroCamError: Photo, models or corrections cannot be used.
        BadArgumentsError: The options do not fit.
    """
    corrections = corrections_of(options)
    check_annotate(out, [photo])
    found = open_session(question, options).score(photo, taker, cleared=cleared, corrections=corrections)
    if as_json:
        print_json(found.to_dict())
    else:
        print_scored(found)
    if out:
        annotate(out, found)


def print_scored(found: PhotoScored) -> None:
    """The cards, what needs a look, and the check list."""
    console.print_readings(found.state)
    problems = [f"Problem: {problem}" for problem in found.problems]
    console.print_lines([*doubt_lines(found.state, found.take.look_at), *problems])
    console.print_take(found.scored.spread, found.scored.arrangement, found.scored.settings)
