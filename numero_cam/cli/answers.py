"""An answered position on its way out."""

import json
from collections.abc import Mapping

from numero_cam.assistant.answers import Answer, Child
from numero_cam.tell import console
from numero_cam.tell.wording import no_take_line, say_play


def print_json(answer: Mapping[str, object]) -> None:
    """One object on one line, at once, in ASCII: it passes through any pipe of any system."""
    print(json.dumps(answer), flush=True)


def print_answer(answer: Answer, *, no_take: str = "") -> None:
    """The same for people.

    Args:
        answer: What was found.
        no_take: What is said where no take was found, where more than the search is to be said of it.
    """
    solution = answer.solution
    console.print_lines([f"Problem: {problem}" for problem in answer.problems])
    console.print_solution(answer.position, solution, answer.settings, [say_play(play) for play in solution.plays], no_take=no_take)
    if answer.count is not None:
        shown = "" if answer.count == len(solution.plays) else f"; the {len(solution.plays)} simplest are shown"
        console.print_lines([f"Really different best takes: {answer.count}{shown}"])
    if answer.child is not None:
        console.print_lines([child_line(answer.child)])
    if answer.advice is not None:
        from numero_cam.tell.advice import advice_rows

        if answer.advice:
            console.print_table(("advice", "value", "reason"), advice_rows(answer.advice, by=answer.settings.by), numbers=(1,))
        else:
            console.print_lines(["There is nothing to play with an empty hand."])


def child_line(child: Child) -> str:
    """What a child finds, on one line."""
    play, so_far = child.found.play, "" if child.found.proven else " in the time"
    finds = f"finds no take{so_far}" if play is None else f"finds{so_far}: {console.play_line(play)}"
    return f"A child of level {child.level} {finds}"


def best_line(answer: Answer, *, no_take: str = "") -> str:
    """The best play on one line; see ``print_answer``."""
    return console.play_line(answer.solution.plays[0]) if answer.solution.plays else no_take or no_take_line(answer.solution)
