"""What a page of a table asks of a person's puzzles: the person's record is kept beside the games."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from numero_cam.app.learner import Learner, parse_day, parse_learner
from numero_cam.app.learners import change_learner, is_known, kept_learners, learner_of
from numero_cam.app.own_puzzles import day_text, puzzle_of
from numero_cam.catalogue import tr
from numero_cam.games.numero.puzzles.levels import LevelError
from numero_cam.live.page_fields import ProtocolError, text_field
from numero_cam.live.page_messages import Message
from numero_cam.live.puzzle_messages import PUZZLE_MESSAGES, answered_learner, learner_message, no_longer_asked
from numero_cam.store.lines import KeptGames

PUZZLES_ADDRESS = "/people/puzzles"  #: Where a page asks.
ALL_DUE = "due"  #: Type of the question that names nobody: whose puzzles are due.
OFF: Message = {"off": True}  #: Answers each question where puzzles are off.


def told_of_person(store: KeptGames, asked: Mapping[str, Any]) -> Message:
    """Answer a question about a person's puzzles.

    Args:
        store: The games and the records.
        asked: `name` of the person, `today` on the page, `day` whose puzzle of the day is meant, else of `today`; `type`: `learner`, `day`
            for the puzzle of that day, `day_level`, `own_answered`, or what `PUZZLE_MESSAGES` has; and its fields. `due` names nobody.

    Returns:
        What `Learner`, `Due` or the messages of `static/js/protocol.d.ts` describe. A question about a puzzle that is not asked is a
        `GameError`.
    """
    kind, puzzle = text_field(asked, "type"), str(asked.get("puzzle"))
    name = text_field(asked, "name", needed=kind != ALL_DUE)
    today = _day_field(asked, "today")
    if kind == ALL_DUE:
        return _due(kept_learners(store), today)
    if kind == "learner":
        return learner_message(learner_of(store, name, today), today)
    if kind == "day_level":
        return learner_message(change_learner(store, name, lambda old: _with_level(old, text_field(asked, "level"))), today)
    of_day = _day_field(asked, "day") if "day" in asked else today
    day = _day_text(store, name, of_day)
    if kind == "day":
        return learner_message(learner_of(store, name, today), today, day)
    if kind == "own_answered":
        solved = asked.get("solved") is True
        changed = change_learner(store, name, lambda old: answered_learner(old, puzzle, today, (of_day, name), solved=solved))
        return learner_message(changed, today)
    if kind not in PUZZLE_MESSAGES:
        raise ProtocolError(tr('there is no message "{type}"', type=kind[:40]))
    if puzzle not in {day, *(card.puzzle for card in parse_learner(store.learner(name)).cards)} - {""}:
        raise no_longer_asked()
    return PUZZLE_MESSAGES[kind](puzzle_of(puzzle), asked)


def _day_field(asked: Mapping[str, Any], key: str) -> date:
    """Return the day in a field of a message."""
    try:
        return parse_day(asked.get(key))
    except (ValueError, TypeError) as error:
        raise ProtocolError(tr('"{key}" of the message is no day', key=key)) from error


def _due(learners: Mapping[str, Learner], today: date) -> Message:
    """Return how many puzzles are due, by name of who has some, and who is known here."""
    due = {name: len(learner.due(today)) for name, learner in learners.items()}
    return {"due": {name: count for name, count in due.items() if count}, "people": list(due)}


def _day_text(store: KeptGames, name: str, today: date) -> str:
    """Return the puzzle of the day at a person's level; empty for who is not known here."""
    return day_text(today, parse_learner(store.learner(name)).level, name) if is_known(store, name) else ""


def _with_level(learner: Learner, level: str) -> Learner:
    try:
        return learner.with_level(level)
    except LevelError as error:
        raise ProtocolError(str(error)) from error
