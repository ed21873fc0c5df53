"""``numero-cam solve --positions``: many positions in one process, one answer a line."""

import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from numero_cam.assistant.answers import Question
from numero_cam.assistant.positions import MOST_LINE_BYTES, LineAnswer, answer_lines
from numero_cam.base.bounded_reader import split_lines
from numero_cam.base.errors import PositionError
from numero_cam.cli.answers import best_line, print_json
from numero_cam.cli.options import Manner


def answer_positions(path: Path, question: Question, manner: Manner) -> None:
    """Answers each line of a file at once; a bad line gets its error in its place.

    Args:
        path: JSON lines; ``-`` for standard input.
        question: What is asked of each.
        manner: How to print; each answer is one line anyway.

    Raises:
        PositionError: The file cannot be read, or is no text.
        typer.Exit: With status 1 where a line could not be answered.
    """
    failed = False
    for found in answer_lines(_lines(path), question, str(path)):
        failed |= found.answer is None
        if manner.as_json:
            print_json(found.to_dict())
        _tell(found, manner)
    if failed:
        raise typer.Exit(1)


def _tell(found: LineAnswer, manner: Manner) -> None:
    if found.answer is None:
        sys.stdout.flush()
        sys.stderr.write(f"numero-cam: line {found.line}: {found.error}\n")
    elif not manner.as_json:
        problems = "".join(f" Problem: {problem}." for problem in found.answer.problems)
        unproven = "" if found.answer.solution.proven or not found.answer.solution.plays else " Not proven: a better take may exist."
        print(f"{found.line}: {best_line(found.answer, language=manner.language)}{unproven}{problems}", flush=True)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with sys.stdin.buffer if str(path) == "-" else path.open("rb") as file:
            yield from split_lines(file, MOST_LINE_BYTES, str(path), PositionError)
    except OSError as error:
        message = f"{path}: cannot be read: {(error.strerror or str(error)).lower()}"
        raise PositionError(message) from error
