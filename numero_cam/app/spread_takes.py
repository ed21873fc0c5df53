"""The points of a take that lies spread on the table."""

import time
from dataclasses import dataclass

from numero_cam.app.answers import Question
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.solve import Settings
from numero_cam.games.numero.solve.arrange import Arrangement, Spread, arrange
from numero_cam.text.check_list import take_json


@dataclass(frozen=True)
class ScoredTake:
    """A spread take and what it is worth.

    Attributes:
        spread: The cards.
        settings: Which scoring counts.
        arrangement: The sets that score most, or why there are none.
        milliseconds: Time of the search.
        problems: One line each: what cannot be in a real game.
    """

    spread: Spread
    settings: Settings
    arrangement: Arrangement
    milliseconds: float
    problems: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``numero-cam score --json`` prints."""
        return take_json(self.spread, self.settings, self.arrangement, milliseconds=self.milliseconds, problems=self.problems)


def score_spread(spread: Spread, question: Question) -> ScoredTake:
    """Part a take into the sets that score most, and measure how long that took.

    Raises:
        SettingsError: If the question cannot be asked, such as a limit that is no time.
    """
    start = time.perf_counter()
    arrangement = arrange(spread, question.settings, limit_seconds=question.limit)
    milliseconds = (time.perf_counter() - start) * 1000
    problems = tuple(str(problem) for problem in Position(spread.items, ()).problems(packs=question.packs))
    return ScoredTake(spread, question.settings, arrangement, milliseconds, problems)
