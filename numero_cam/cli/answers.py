"""An answered position on its way out."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from numero_cam.rules import Position, Problem
from numero_cam.solve import Settings, Solution
from numero_cam.solve.export import solution_json
from numero_cam.tell.wording import say_play


@dataclass(frozen=True)
class Answer:
    """A position, what was asked and what was found.

    Attributes:
        position: What was solved.
        settings: What counts as best.
        solution: The plays.
        milliseconds: Time of the search.
        problems: What cannot be in a real game.
    """

    position: Position
    settings: Settings
    solution: Solution
    milliseconds: float
    problems: tuple[Problem, ...]

    def as_json(self) -> dict[str, object]:
        """The object of the contract."""
        return solution_json(
            self.position, self.settings, self.solution, milliseconds=self.milliseconds, say=say_play, problems=self.problems
        )

    def print(self) -> None:
        """The same for people."""
        from numero_cam.tell import console

        console.print_lines([f"Problem: {problem}" for problem in self.problems])
        console.print_solution(self.position, self.solution, self.settings, [say_play(play) for play in self.solution.plays])

    def line(self) -> str:
        """The best play on one line."""
        from numero_cam.tell import console

        return console.play_line(self.solution.plays[0]) if self.solution.plays else console.no_take(self.solution)


def print_json(answer: Mapping[str, object]) -> None:
    """One object on one line, at once, in ASCII: it passes through any pipe of any system."""
    print(json.dumps(answer), flush=True)
