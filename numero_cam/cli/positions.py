"""``numero-cam solve --positions``: many positions in one process, one answer a line."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from numero_cam.base.errors import PositionError
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import SolveOptions
from numero_cam.cli.solve import answer
from numero_cam.rules import NotationError, Position, parse_position
from numero_cam.solve import Settings

_EXAMPLE = '{"centre": ["7r", "8b"], "hand": ["15g", "x2"]}'


def answer_positions(path: Path, settings: Settings, options: SolveOptions) -> None:
    """Answers each line of a file at once; a bad line gets its error in its place.

    Args:
        path: JSON lines; ``-`` for standard input.
        settings: What counts as best.
        options: How to print.

    Raises:
        PositionError: The file cannot be read.
        typer.Exit: With status 1 where a line could not be answered.
    """
    failed = False
    for place, line in enumerate(_lines(path), start=1):
        try:
            found = answer(_position(line), settings, options)
        except PositionError as error:
            failed = True
            _complain(place, str(error), as_json=options.as_json)
            continue
        if options.as_json:
            print_json(found.as_json())
        else:
            print(f"{place}: {found.line()}{''.join(f' Problem: {problem}.' for problem in found.problems)}", flush=True)
    if failed:
        raise typer.Exit(1)


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of the file up to its last that holds anything."""
    try:
        with sys.stdin.buffer if str(path) == "-" else path.open("rb") as file:
            empty = 0
            for line in file:
                if not line.strip():
                    empty += 1
                    continue
                yield from [b""] * empty
                empty = 0
                yield line
    except OSError as error:
        message = f"{path}: cannot be read: {(error.strerror or str(error)).lower()}"
        raise PositionError(message) from error


def _position(line: bytes) -> Position:
    try:
        data = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        message = f"not a JSON object; write a position such as {_EXAMPLE}"
        raise PositionError(message) from error
    if not isinstance(data, dict):
        message = f"not a JSON object; write a position such as {_EXAMPLE}"
        raise PositionError(message)
    centre, hand = _tokens(data, "centre"), _tokens(data, "hand")
    for name, tokens in (("centre", (centre, [])), ("hand", ([], hand))):
        try:
            parse_position(*tokens)
        except NotationError as error:
            message = f"{name}: {error}"
            raise PositionError(message) from error
    return parse_position(centre, hand)


def _tokens(data: dict[str, object], name: str) -> list[str]:
    tokens = data.get(name)
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        message = f'"{name}" {"is missing" if name not in data else "must be a list of cards"}; write a position such as {_EXAMPLE}'
        raise PositionError(message)
    return tokens


def _complain(place: int, message: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"error": message})
    sys.stdout.flush()
    sys.stderr.write(f"numero-cam: line {place}: {message}\n")
