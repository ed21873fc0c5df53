"""An answered position on its way out."""

import json
from collections.abc import Mapping

from numero_cam.app.answers import Answer, Child
from numero_cam.cli.options import OutputFormat
from numero_cam.games.numero.rules.choices import Language
from numero_cam.text import console
from numero_cam.text.plays import no_take_line


def print_json(answer: Mapping[str, object]) -> None:
    """One object on one line, at once, in ASCII: it passes through any pipe of any system."""
    print(json.dumps(answer), flush=True)


def print_sentence(answer: Answer, manner: OutputFormat, *, no_take: str = "", name: str = "") -> None:
    """The answer in one sentence; what is doubtful about it follows, where nothing else will be printed.

    Args:
        answer: What was found.
        manner: How it is told.
        no_take: What is said where no take was found, where more than the search is to be said of it.
        name: Of the photo, where there are several.
    """
    named = f"{name}: " if name else ""
    console.print_sentence(named + console.solution_sentence(answer.solution, language=manner.language, no_take=no_take))
    if manner.brief and answer.solution.plays and not answer.solution.proven:
        print("Not proven: a better take may exist.")


def print_answer(answer: Answer, manner: OutputFormat) -> None:
    """All that was found, for people, after the sentence."""
    language = manner.language
    console.print_lines([f"Problem: {problem}" for problem in answer.problems])
    console.print_solution(answer.position, answer.solution, answer.settings, language=language)
    if answer.count is not None:
        shown = "" if answer.count == len(answer.solution.plays) else f"; the {len(answer.solution.plays)} simplest are shown"
        differ = "There is one best take" if answer.count == 1 else f"There are {answer.count} best takes with different cards or sets"
        console.print_lines([f"{differ}{shown}."])
    if answer.child is not None:
        console.print_lines([child_line(answer.child)])
    if answer.advice is not None:
        from numero_cam.text.advice import advice_rows

        if answer.advice:
            by = answer.settings.by
            console.print_table(("advice", f"worth ({by})", "reason"), advice_rows(answer.advice, by=by), numbers=(1,))
            console.print_lines([f"What a play is worth: your {by} of this turn and the next, less what the others win in between."])
        else:
            console.print_lines(["There is nothing to play with an empty hand."])


def child_line(child: Child) -> str:
    """What a child finds, on one line."""
    play, so_far = child.found.play, "" if child.found.proven else " in the time"
    finds = f"finds no take{so_far}" if play is None else f"finds{so_far}: {console.play_line(play)}"
    return f"A child of level {child.level} {finds}"


def best_line(answer: Answer, *, no_take: str = "", language: Language = "fractions") -> str:
    """The best play on one line; see ``print_sentence``."""
    return console.play_line(answer.solution.plays[0], language) if answer.solution.plays else no_take or no_take_line(answer.solution)
