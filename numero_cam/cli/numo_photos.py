"""``numero-cam numo check PHOTO`` and ``numo score PHOTO``."""

import sys
from pathlib import Path
from typing import NamedTuple

import typer

from numero_cam.assistant.corrections import CorrectionError
from numero_cam.assistant.numo import Asked, OptionsError
from numero_cam.assistant.numo_photos import NumoPhoto, look, open_numo_eyes, parse_numo_corrections
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.photos import annotate, check_annotate
from numero_cam.tell import console
from numero_cam.tell.numo import ASSUMED
from numero_cam.tell.numo_photos import check_lines, score_lines


def is_photo(text: str) -> bool:
    """Whether an argument names a file and not cards: a file that is there, or a name with an ending."""
    return Path(text).is_file() or (Path(text).suffix[1:].isalnum() and not Path(text).suffix[1:].isdigit() and " " not in text)


class NumoPhotoOptions(NamedTuple):
    """How a photo is read and shown; see the commands' help for what each means."""

    deck: str | None = None
    correct: tuple[str, ...] = ()
    annotate: Path | None = None


def refuse_without_photo(options: NumoPhotoOptions) -> None:
    """Refuses what has no meaning for typed cards.

    Raises:
        BadArgumentsError: An option that goes with a photo.
    """
    wrong = [f"--{name}" for name, value in options._asdict().items() if value]
    if wrong:
        raise BadArgumentsError(f"{' and '.join(wrong)} {'goes' if len(wrong) == 1 else 'go'} with a photo only")


def run_check_photo(name: str, asked: Asked, options: NumoPhotoOptions, *, as_json: bool) -> None:
    """Prints of each row whether it is a meld and why not; leaves with status 1 where one is none or not known.

    Raises:
        BadArgumentsError: No such level or rule, no correction, or no place for the annotated photo.
        NumeroCamError: The photo cannot be read, or shows no cards of NUMO.
    """
    found = _look(name, asked, options)
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found, check_lines(found.texts, found.verdicts, [row.unknown for row in found.rows]))
    _annotate(found, options)
    if not found.all_melds:
        raise typer.Exit(1)


def run_score_photo(name: str, melds: str | None, left: str | None, asked: Asked, options: NumoPhotoOptions, *, as_json: bool) -> None:
    """Prints what the cards of a photo are worth as melds, and what they cost as leftovers.

    Raises:
        BadArgumentsError: Cards are given beside the photo, no such level or rule, no correction, or no place for the annotated photo.
        NumeroCamError: The photo cannot be read, or shows no cards of NUMO.
    """
    if melds is not None or left is not None:
        raise BadArgumentsError("give a photo or cards (--melds, --left), not both")
    found = _look(name, asked, options)
    if as_json:
        print_json(found.to_dict())
    else:
        _print(found, score_lines(found.texts, found.verdicts, found.points, found.left))
    _annotate(found, options)
    if found.unknown:
        raise typer.Exit(1)


def _look(name: str, asked: Asked, options: NumoPhotoOptions) -> NumoPhoto:
    check_annotate(options.annotate, [name])
    try:
        corrections = parse_numo_corrections(options.correct)
    except CorrectionError as error:
        raise BadArgumentsError(f"--correct {error}") from error
    try:
        asked.kinds()
        eyes = open_numo_eyes(options.deck)
        for line in eyes.warnings:
            sys.stderr.write(f"numero-cam: left out: {line}\n")
        return look(name, asked, eyes.reader, corrections)
    except OptionsError as error:
        raise BadArgumentsError(str(error)) from error


def _annotate(found: NumoPhoto, options: NumoPhotoOptions) -> None:
    if options.annotate:
        annotate(options.annotate, found)


def _print(found: NumoPhoto, lines: list[str]) -> None:
    unknown = [f"Card {n} of the photo is not known: its points are missing." for n in found.unknown]
    painted = any(verdict is not None and verdict.assumed and not verdict.kinds for verdict in found.verdicts)
    console.print_lines([*lines, *unknown, *(f"Problem: {problem}" for problem in found.state.problems), *([ASSUMED] if painted else [])])
