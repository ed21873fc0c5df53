"""``numero-cam solve --target``: which number cards take all of some cards as one set."""

from numero_cam.assistant.answers import Question
from numero_cam.assistant.full_takes import FullAnswer, answer_full
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import BadArgumentsError, Manner
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.rules.cards import MOST_NUMBER
from numero_cam.games.numero.solve import SettingsError
from numero_cam.tell.signs import formula, step_text


def answer_target(position: Position, target: str, question: Question, manner: Manner) -> None:
    """Answers a puzzle: every card of centre and hand is used, and the taking card comes on top.

    Raises:
        BadArgumentsError: The target is no number card, number cards are in the hand, or there are too many cards.
    """
    if any(card.is_number for card in position.hand):
        raise BadArgumentsError("with --target the hand holds wild cards only; every number card of the puzzle lies in the centre")
    if question.every or question.child or question.top > 1:
        raise BadArgumentsError("--target answers one question; --all, --child and --top go with the best take")
    numbers = _numbers(target)
    try:
        found = answer_full(position, numbers, question)
    except SettingsError as error:
        raise BadArgumentsError(str(error)) from error
    if manner.as_json:
        print_json(found.to_dict())
    else:
        _print(found, numbers)


def _numbers(target: str) -> tuple[int, ...]:
    if target == "all":
        return tuple(range(1, MOST_NUMBER + 1))
    if target.isdecimal() and 1 <= int(target) <= MOST_NUMBER:
        return (int(target),)
    raise BadArgumentsError(f"--target is {target!r}; give a number from 1 to {MOST_NUMBER}, or all")


def _print(answer: FullAnswer, numbers: tuple[int, ...]) -> None:
    from numero_cam.tell import console

    found = answer.found
    console.print_lines([f"Problem: {problem}" for problem in answer.problems])
    if not found.proven:
        console.print_lines(["Not finished: the time limit stopped the search; a longer --limit may find more."])
    if not found.takes:
        if not found.proven:
            return
        which = "No number card takes" if len(numbers) > 1 else f"The {numbers[0]} does not take"
        console.print_lines([f"{which} all of these cards as one set."])
        return
    rows = [(str(take.number), formula(take.group.way), "; ".join(map(step_text, take.group.calculations))) for take in found.takes]
    console.print_table(("Number", "Way", "Steps"), rows, numbers=(0,))
