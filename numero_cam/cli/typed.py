"""Cards that are typed: ``--centre`` and ``--hand``, alone or beside a photo."""

from numero_cam.assistant.answers import Question, answer
from numero_cam.cli.answers import print_answer, print_json, print_sentence
from numero_cam.cli.options import BadArgumentsError, Manner
from numero_cam.games.numero.rules import Build, Card, NotationError, Position, parse_cards, parse_items


def typed_position(centre: str | None, hand: str | None) -> Position:
    """The position that two options hold.

    Raises:
        BadArgumentsError: One of them is missing, or holds no cards.
    """
    if centre is None or hand is None:
        missing = "--centre" if centre is None else "--hand"
        raise BadArgumentsError(f'{missing} is missing; give both, such as --centre "7r 8b" --hand "15g x2"')
    return Position(typed_centre(centre), typed_hand(hand))


def typed_centre(text: str) -> tuple[Card | Build, ...]:
    """The cards and builds of ``--centre``.

    Raises:
        BadArgumentsError: It holds something else.
    """
    try:
        return parse_items(text)
    except NotationError as error:
        raise BadArgumentsError(f"--centre: {error}") from error


def typed_hand(text: str) -> tuple[Card, ...]:
    """The cards of ``--hand``.

    Raises:
        BadArgumentsError: It holds something else.
    """
    try:
        return parse_cards(text)
    except NotationError as error:
        raise BadArgumentsError(f"--hand: {error}") from error


def answer_typed(position: Position, question: Question, manner: Manner) -> None:
    """Answers one position."""
    found = answer(position, question)
    if manner.as_json:
        print_json(found.to_dict())
        return
    print_sentence(found, manner)
    if not manner.brief:
        print()
        print_answer(found, manner)
