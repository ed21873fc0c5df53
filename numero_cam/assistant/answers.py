"""A position, what is asked of it, and what was found. Needs no eyes: a typed position starts at once."""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from numero_cam.games.numero.rules import Position, Problem
from numero_cam.games.numero.rules.choices import ChildLevel
from numero_cam.games.numero.solve import ChildPlay, Play, Settings, Solution, best_plays, child_play, solve
from numero_cam.tell.takes_json import play_json, solution_json
from numero_cam.tell.wording import say_play

if TYPE_CHECKING:  # the game, which an answer without advice does without
    from collections.abc import Sequence

    from numero_cam.games.numero.players.advisor import Effort, Outlook
    from numero_cam.games.numero.players.view import Told


@dataclass(frozen=True)
class Question:
    """What is asked of a position.

    Attributes:
        settings: What counts as best, and what is allowed.
        top: How many takes are wanted, 1 or more; with ``every`` it says nothing.
        every: Whether every best take that is really different is wanted.
        child: The guide's level of a player whose take is wanted too; None for nobody.
        effort: How long the advice thinks; None where no advice is wanted.
        limit: Seconds after which the search stops with the best so far, 0 or more.
        packs: How many packs are mixed, 1 or more: each holds each card once.
        told: What is known of the game, for the advice; None where nothing is.
    """

    settings: Settings = field(default_factory=Settings)
    top: int = 1
    every: bool = False
    child: ChildLevel | None = None
    effort: "Effort | None" = None
    limit: float = 60.0
    packs: int = 1
    told: "Told | None" = None


@dataclass(frozen=True)
class Child:
    """What a child finds.

    Attributes:
        level: The guide's level of the player.
        found: The take.
    """

    level: ChildLevel
    found: ChildPlay


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
        advice: All plays with what may follow them, the best first; None where nobody asked for it.
    """

    position: Position
    settings: Settings
    solution: Solution
    milliseconds: float
    problems: tuple[Problem, ...]
    count: int | None = None
    child: Child | None = None
    advice: "Sequence[Outlook] | None" = None

    @property
    def plays(self) -> tuple[Play, ...]:
        """The takes, the best first."""
        return self.solution.plays

    @property
    def proven(self) -> bool:
        """Whether no better take exists."""
        return self.solution.proven

    def __str__(self) -> str:
        """Return a line for each take."""
        return str(self.solution)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam solve --json`` prints."""
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


def answer(position: Position, question: Question) -> Answer:
    """Solve one position and measure how long that took.

    Raises:
        SettingsError: If the question cannot be asked, such as a limit that is no time.
    """
    settings, limit = question.settings, question.limit
    start = time.perf_counter()
    counted: int | None = None
    if question.every:
        best = best_plays(position, settings, limit_seconds=limit)
        solution, counted = Solution(best.plays, best.proven, best.stopped_by), best.count
    else:
        solution = solve(position, settings, top=question.top, limit_seconds=limit)
    milliseconds = (time.perf_counter() - start) * 1000
    child = None
    if question.child:
        child = Child(question.child, child_play(position, settings, level=question.child, limit_seconds=limit))
    advice = _advice(position, question, solution) if question.effort else None
    return Answer(position, settings, solution, milliseconds, position.problems(packs=question.packs), counted, child, advice)


def _advice(position: Position, question: Question, solution: Solution) -> "Sequence[Outlook]":
    from numero_cam.games.numero.players.advisor import advise
    from numero_cam.games.numero.players.view import view_of_position

    rational = question.settings.values != "real"  # a game knows no irrational values
    best = solution.plays[0] if solution.plays and rational else None
    return advise(view_of_position(position, question.settings, question.told), question.effort, best)
