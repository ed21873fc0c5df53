"""Puzzles: which number cards take all of some cards as one set."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.assistant.answers import Question
from numero_cam.games.numero.rules import Position, Problem
from numero_cam.games.numero.solve import FullTakes, takes_of_all
from numero_cam.tell.signs import formula, step_text


@dataclass(frozen=True)
class FullAnswer:
    """What takes all the cards of a position.

    Attributes:
        position: The cards; the hand holds wild cards only.
        values: Which values may occur on the way.
        found: The number cards that take all, each with its way.
        milliseconds: Time of the search.
        problems: What cannot be in a real game.
    """

    position: Position
    values: str
    found: FullTakes
    milliseconds: float
    problems: tuple[Problem, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam solve --target --json`` prints."""
        return {
            "centre": [str(item) for item in self.position.centre],
            "hand": [str(card) for card in self.position.hand],
            "values": self.values,
            "numbers": [
                {"number": take.number, "text": formula(take.group.way), "steps": list(map(step_text, take.group.calculations))}
                for take in self.found.takes
            ],
            "proven": self.found.proven,
            "problems": [problem.text for problem in self.problems],
            "milliseconds": {"solve": round(self.milliseconds, 3)},
        }


def answer_full(position: Position, numbers: Sequence[int], question: Question) -> FullAnswer:
    """Find the ways in which these numbers take every card of centre and hand as one set.

    Args:
        position: The cards; the taking card comes on top.
        numbers: Which number cards come into question, 1-15.
        question: Gives the values on the way, the limit and the packs.

    Raises:
        SettingsError: If there are too many cards, or the question cannot be asked.
    """
    start, values = time.perf_counter(), question.settings.values
    found = takes_of_all((*position.centre, *position.hand), values=values, numbers=numbers, limit_seconds=question.limit)
    milliseconds = (time.perf_counter() - start) * 1000
    return FullAnswer(position, values, found, milliseconds, position.problems(packs=question.packs))
