"""Puzzles of learners as pages are told them: the task, what may be tapped, hints, a play that was tried, and the answer."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from numero_cam.app.learner import Learner
from numero_cam.app.own_puzzles import OwnPuzzle, day_text, puzzle_of, tried
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.live.hint_messages import hint_message
from numero_cam.live.hints import HINT_LEVELS
from numero_cam.live.page_fields import ProtocolError
from numero_cam.live.page_messages import Message
from numero_cam.live.play_draft import draft_message, parse_draft, story_fields
from numero_cam.text.advice import missing_line
from numero_cam.text.puzzles import goal_line, task_line


def puzzle_task(puzzle: OwnPuzzle) -> str:
    """Return what is to be done, as a sentence."""
    return task_line(goal_line(PuzzleKind.BEST, puzzle.game.options.by))


def learner_message(learner: Learner, today: date, puzzle: str | None = None) -> Message:
    """Return a record as pages show it, and the puzzle that is asked: else the next one that is due. `puzzle` is empty where none is."""
    due = learner.due(today)
    asked = puzzle if puzzle is not None else due[0].puzzle if due else ""
    return {
        "puzzle": asked,
        "task": puzzle_task(puzzle_of(asked)) if asked else "",
        "cards": len(learner.cards),
        "due": len(due),
        "level": learner.level,
        "days": [[solved.day.isoformat(), solved.level] for solved in learner.days],
        "games": [
            {"day": each.day.isoformat(), "by": each.by, "accuracy": each.accuracy, "brought": each.brought} for each in learner.games
        ],
    }


def answered_learner(learner: Learner, puzzle: str, today: date, of_day: tuple[date, str], *, solved: bool) -> Learner:
    """Return the record after an answer to the puzzle of a day at its level, or to one of its own.

    Args:
        learner: The record.
        puzzle: The puzzle.
        today: When it is answered.
        of_day: The day whose puzzle of the day may be meant, and the name of who solves it.
        solved: Whether it was found without help.
    """
    day, name = of_day
    if puzzle == day_text(day, learner.level, name):
        return learner.with_day(day, learner.level) if solved else learner
    if all(card.puzzle != puzzle for card in learner.cards):
        raise no_longer_asked()
    return learner.answered(puzzle, today, solved=solved)


def no_longer_asked() -> GameError:
    """Return the error of a puzzle that is not asked any more."""
    return GameError(tr("this puzzle is no longer asked"))


def puzzle_draft(puzzle: OwnPuzzle, asked: Mapping[str, Any]) -> Message:
    """Return what may be tapped next in a puzzle, by a page's message `draft`."""
    return draft_message(puzzle.game, parse_draft({**asked, "k": None, "player": puzzle.game.player}), ())


def puzzle_hint(puzzle: OwnPuzzle, asked: Mapping[str, Any]) -> Message:
    """Return a hint of a `level` at the best take. What may come after it is no part of the puzzle, so nothing is advised."""
    level = next((level for level in HINT_LEVELS[1:] if level == asked.get("level")), None)
    if level is None:
        raise ProtocolError(tr("there is no such strength of hints; there are {levels}", levels=", ".join(HINT_LEVELS[1:])))
    found = hint_message(puzzle.game, "play" if level == "advise" else level)
    levels = found["levels"]
    assert isinstance(levels, list)  # noqa: S101 - of the message above
    return {**found, "levels": [each for each in levels if each != "advise"]}


def tried_message(puzzle: OwnPuzzle, asked: Mapping[str, Any]) -> Message:
    """Return the play of a `line` as pages tell plays, whether it solves the puzzle, and in words how far it is from the best take."""
    found = tried(puzzle, str(asked.get("line", "")))
    verdict = missing_line(found.missing, puzzle.game.options.by, proven=True)
    return {**story_fields(puzzle.game, found.game), "solved": not found.missing, "verdict": verdict}


def answer_message(puzzle: OwnPuzzle) -> Message:
    """Return the best take as pages tell plays."""
    after = puzzle.game.copy()
    after.do(puzzle.best)
    return story_fields(puzzle.game, after)


#: By what is asked of a puzzle: what is told.
PUZZLE_MESSAGES: Mapping[str, Callable[[OwnPuzzle, Mapping[str, Any]], Message]] = {
    "own_draft": puzzle_draft,
    "own_hint": puzzle_hint,
    "own_try": tried_message,
    "own_answer": lambda puzzle, _: answer_message(puzzle),
}
