"""``numero-cam solve --target``: which number cards take all of some cards as one set."""

import time

from numero_cam.cli.answers import print_json
from numero_cam.cli.options import BadArgumentsError, SolveOptions
from numero_cam.rules import Position
from numero_cam.rules.cards import MOST_NUMBER
from numero_cam.solve import FullTake, FullTakes, SettingsError, takes_of_all


def answer_target(position: Position, options: SolveOptions) -> None:
    """Answers a puzzle: every card of centre and hand is used, and the taking card comes on top.

    Raises:
        BadArgumentsError: The target is no number card, number cards are in the hand, or there are too many cards.
    """
    if any(card.is_number for card in position.hand):
        raise BadArgumentsError("with --target the hand holds wild cards only; every number card of the puzzle lies in the centre")
    if options.every or options.child or options.top > 1:
        raise BadArgumentsError("--target answers one question; --all, --child and --top go with the best take")
    numbers = _numbers(options.target or "")
    start = time.perf_counter()
    try:
        found = takes_of_all((*position.centre, *position.hand), values=options.values, numbers=numbers, limit_seconds=options.limit)
    except SettingsError as error:
        raise BadArgumentsError(str(error)) from error
    milliseconds = (time.perf_counter() - start) * 1000
    problems = position.problems(packs=options.packs)
    if options.as_json:
        print_json(
            {
                "centre": [str(item) for item in position.centre],
                "hand": [str(card) for card in position.hand],
                "values": options.values,
                "numbers": [_json(take) for take in found.takes],
                "proven": found.proven,
                "problems": [problem.text for problem in problems],
                "milliseconds": {"solve": round(milliseconds, 3)},
            }
        )
    else:
        _print(found, numbers, [f"Problem: {problem}" for problem in problems])


def _numbers(target: str) -> tuple[int, ...]:
    if target == "all":
        return tuple(range(1, MOST_NUMBER + 1))
    if target.isdecimal() and 1 <= int(target) <= MOST_NUMBER:
        return (int(target),)
    raise BadArgumentsError(f"--target is {target!r}; give a number from 1 to {MOST_NUMBER}, or all")


def _json(take: FullTake) -> dict[str, object]:
    return {"number": take.number, "text": take.group.text, "steps": list(take.group.steps)}


def _print(found: FullTakes, numbers: tuple[int, ...], problems: list[str]) -> None:
    from numero_cam.tell import console

    console.print_lines(problems)
    if not found.proven:
        console.print_lines(["Not finished: the time limit stopped the search; a longer --limit may find more."])
    if not found.takes:
        if not found.proven:
            return
        which = "No number card takes" if len(numbers) > 1 else f"The {numbers[0]} does not take"
        console.print_lines([f"{which} all of these cards as one set."])
        return
    rows = [(str(take.number), take.group.text, "; ".join(take.group.steps)) for take in found.takes]
    console.print_table(("Number", "Way", "Steps"), rows, numbers=(0,))
