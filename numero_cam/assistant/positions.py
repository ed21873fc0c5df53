"""A file of positions, JSON lines: one answer a line, in order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numero_cam.assistant.answers import Answer, Question, answer
from numero_cam.base.bounded_reader import decode_text, parse_json
from numero_cam.base.errors import PositionError
from numero_cam.games.numero.rules import NotationError, Position, parse_position

STANDARD_INPUT = "-"
MOST_LINE_BYTES = 100_000
"""Bytes of the line of a position; one of 20 cards has 300."""
_EXAMPLE = '{"centre": ["7r", "8b"], "hand": ["15g", "x2"]}'


@dataclass(frozen=True)
class LineAnswer:
    """What a line of the file came to.

    Attributes:
        line: Its number, from 1.
        answer: What was found; None where the line holds no position.
        error: What is wrong with the line, empty where nothing is.
    """

    line: int
    answer: Answer | None
    error: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam solve --positions --json`` prints."""
        return {"error": self.error} if self.answer is None else self.answer.to_dict()


def answer_lines(lines: Iterable[bytes], question: Question, name: str = STANDARD_INPUT) -> Iterator[LineAnswer]:
    """Answer each line at once, up to the last that holds anything; a bad line gets its error in its place.

    Args:
        lines: JSON lines, UTF-8: ``{"centre": [...], "hand": [...]}``.
        question: What is asked of each position.
        name: Of the file, for its errors.

    Raises:
        PositionError: A line with a zero byte: this is no text, and a line for each of its errors would help nobody.
    """
    for place, line in enumerate(_up_to_the_last(lines), start=1):
        if b"\x00" in line:
            message = (
                f"{name}: line {place} holds a zero byte: this is no text of positions in UTF-8, but a picture, another file or UTF-16"
            )
            raise PositionError(message)
        try:
            position = position_of(line)
        except PositionError as error:
            yield LineAnswer(place, None, str(error))
        else:
            yield LineAnswer(place, answer(position, question))


def position_of(line: bytes) -> Position:
    """Return the position that a line holds.

    Raises:
        PositionError: If it holds none, or an unknown card.
    """
    if not line.strip():
        message = f"is empty; write a position such as {_EXAMPLE}"
        raise PositionError(message)
    try:
        data = parse_json(decode_text(line, "the line", ValueError), "the line", ValueError)
    except ValueError as error:
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


def _up_to_the_last(lines: Iterable[bytes]) -> Iterator[bytes]:
    empty = 0
    for line in lines:
        if not line.strip():
            empty += 1
            continue
        yield from [b""] * empty
        empty = 0
        yield line


def _tokens(data: dict[str, object], name: str) -> list[str]:
    tokens = data.get(name)
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        message = f'"{name}" {"is missing" if name not in data else "must be a list of cards"}; write a position such as {_EXAMPLE}'
        raise PositionError(message)
    return tokens
