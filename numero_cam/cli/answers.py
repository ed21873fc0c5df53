"""An answered position on its way out."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numero_cam.rules import Position, Problem
from numero_cam.solve import ChildPlay, Settings, Solution
from numero_cam.solve.export import play_json, solution_json
from numero_cam.tell.wording import say_play

if TYPE_CHECKING:  # the game, which an answer without advice does without
    from numero_cam.game.advisor import Outlook


@dataclass(frozen=True)
class Child:
    """What a child finds.

    Attributes:
        level: The guide's level of the player.
        found: The take.
    """

    level: str
    found: ChildPlay

    @property
    def line(self) -> str:
        """The same for people."""
        from numero_cam.tell import console

        play, so_far = self.found.play, "" if self.found.proven else " in the time"
        finds = f"finds no take{so_far}" if play is None else f"finds{so_far}: {console.play_line(play)}"
        return f"A child of level {self.level} {finds}"


@dataclass(frozen=True)
class Answer:
    """A position, what was asked and what was found.

    Attributes:
        position: What was solved.
        settings: What counts as best.
        solution: The plays.
        milliseconds: Time of the search.
        problems: What cannot be in a real game.
        count: How many best takes there are, where all were asked for.
        child: What a child finds, where that was asked for.
        advice: All plays with what may follow them, the best first; `None` where nobody asked for it.
    """

    position: Position
    settings: Settings
    solution: Solution
    milliseconds: float
    problems: tuple[Problem, ...]
    count: int | None = None
    child: Child | None = None
    advice: "Sequence[Outlook] | None" = None

    def as_json(self) -> dict[str, object]:
        """The object of the contract."""
        found = solution_json(
            self.position, self.settings, self.solution, milliseconds=self.milliseconds, say=say_play, problems=self.problems
        )
        if self.count is not None:
            found["count"] = self.count
        if self.child is not None:
            play = self.child.found.play
            found["child"] = None if play is None else play_json(play, say_play(play))
        if self.advice is not None:
            from numero_cam.tell.advice import advice_json

            found["advice"] = advice_json(self.advice, by=self.settings.by)
        return found

    def print(self) -> None:
        """The same for people."""
        from numero_cam.tell import console

        console.print_lines([f"Problem: {problem}" for problem in self.problems])
        console.print_solution(self.position, self.solution, self.settings, [say_play(play) for play in self.solution.plays])
        if self.count is not None:
            shown = "" if self.count == len(self.solution.plays) else f"; the {len(self.solution.plays)} simplest are shown"
            console.print_lines([f"Really different best takes: {self.count}{shown}"])
        if self.child is not None:
            console.print_lines([self.child.line])
        if self.advice is not None:
            from numero_cam.tell.advice import advice_rows

            if self.advice:
                console.print_table(("advice", "value", "reason"), advice_rows(self.advice, by=self.settings.by), numbers=(1,))
            else:
                console.print_lines(["There is nothing to play with an empty hand."])

    def line(self) -> str:
        """The best play on one line."""
        from numero_cam.tell import console

        return console.play_line(self.solution.plays[0]) if self.solution.plays else console.no_take(self.solution)


def print_json(answer: Mapping[str, object]) -> None:
    """One object on one line, at once, in ASCII: it passes through any pipe of any system."""
    print(json.dumps(answer), flush=True)
