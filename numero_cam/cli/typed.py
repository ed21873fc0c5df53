"""Positions that are typed: ``--centre`` and ``--hand``."""

from numero_cam.assistant.answers import Question, answer
from numero_cam.cli.answers import print_answer, print_json
from numero_cam.cli.options import BadArgumentsError
from numero_cam.rules import NotationError, Position, parse_items, parse_position


def typed_position(centre: str | None, hand: str | None) -> Position:
    """The position that two options hold.

    Raises:
        BadArgumentsError: One of them is missing, or holds no cards.
    """
    if centre is None or hand is None:
        missing = "--centre" if centre is None else "--hand"
        raise BadArgumentsError(f'{missing} is missing; give both, such as --centre "7r 8b" --hand "15g x2"')
    for name, text in (("--centre", centre), ("--hand", hand)):
        try:
            parse_items(text)
        except NotationError as error:
            raise BadArgumentsError(f"{name}: {error}") from error
    try:
        return parse_position(centre, hand)
    except NotationError as error:
        raise BadArgumentsError(f"--hand: {error}") from error


def answer_typed(position: Position, question: Question, *, as_json: bool) -> None:
    """Answers one position."""
    found = answer(position, question)
    if as_json:
        print_json(found.to_dict())
    else:
        print_answer(found)
