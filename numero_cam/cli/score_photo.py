"""``numero-cam score PHOTO``: the points of the take that lies spread in a photo."""

from collections.abc import Sequence

from numero_cam.assistant.answers import Question
from numero_cam.assistant.photos import PhotoScored
from numero_cam.assistant.rows import SCORED, scored_rows
from numero_cam.cli.many import Showing, find_photos, show_photos
from numero_cam.cli.options import BadArgumentsError, Manner, PhotoOptions, ShowOptions
from numero_cam.cli.photos import corrections_of, open_session
from numero_cam.games.numero.rules import Card
from numero_cam.tell import console
from numero_cam.tell.check_list import score_sentence
from numero_cam.tell.readings_words import doubt_lines, no_card_line


def score_photos(
    names: Sequence[str],
    taker: Card | None,
    question: Question,
    options: PhotoOptions,
    show: ShowOptions,
    *,
    manner: Manner,
    cleared: bool | None,
) -> None:
    """Reads the photos and scores the take that lies spread in each.

    Raises:
        NumeroCamError: Models, deck, calibration or settings cannot be used.
        BadArgumentsError: The options do not fit.
        typer.Exit: With status 1 where a photo could not be scored.
    """
    corrections = corrections_of(options)
    photos = find_photos(names, show)
    if corrections and len(photos.named) != 1:
        raise BadArgumentsError(f"--correct mends one photo, {len(photos.named)} are given")
    session = open_session(question, options)
    showing = Showing(
        look=lambda photo: session.score(photo, taker, cleared=cleared, corrections=corrections),
        print=lambda found: print_scored(found, manner, many=len(photos.named) > 1),
        rows=scored_rows,
        columns=SCORED,
    )
    show_photos(photos, showing, show, errors_in_json=len(photos.named) > 1)


def print_scored(found: PhotoScored, manner: Manner, *, many: bool = False) -> None:
    """The points in a sentence, the cards, what needs a look, and the check list."""
    named = f"{found.state.name}: " if many else ""
    seen = found.state.cards
    console.print_sentence(named + (score_sentence(found.scored.arrangement, manner.language) if seen else no_card_line(found.state)))
    if manner.brief or not seen:
        return
    print()
    console.print_readings(found.state)
    problems = [f"Problem: {problem}" for problem in found.problems]
    console.print_lines([*doubt_lines(found.state, found.take.look_at), *problems])
    console.print_take(found.scored.spread, found.scored.arrangement, found.scored.settings, language=manner.language)
