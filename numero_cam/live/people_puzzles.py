"""What a page of a table asks of a person's puzzles: the person's record is kept beside the games."""

from collections.abc import Mapping
from typing import Any

from numero_cam.app.learner import parse_day, parse_learner
from numero_cam.app.learners import change_learner, due_puzzles, learner_of
from numero_cam.app.own_puzzles import puzzle_of
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.live.page_fields import ProtocolError, text_field
from numero_cam.live.page_messages import Message
from numero_cam.live.puzzle_messages import PUZZLE_MESSAGES, learner_message
from numero_cam.store.lines import KeptGames

PUZZLES_ADDRESS = "/people/puzzles"  #: Where a page asks.
ALL_DUE = "due"  #: Type of the question that names nobody: whose puzzles are due.
OFF: Message = {"off": True}  #: Answers each question where puzzles are off.


def told_of_person(store: KeptGames, asked: Mapping[str, Any]) -> Message:
    """Answer a question about a person's puzzles.

    Args:
        store: The games and the records.
        asked: `name` of the person, `today` on the page, `type`: `learner`, `own_answered`, or what `PUZZLE_MESSAGES` has; and its fields.
            `due` names nobody.

    Returns:
        What `Learner`, `Due` or the messages of `static/js/protocol.d.ts` describe. A question about a puzzle that is not asked is a
        `GameError`.
    """
    kind, puzzle = text_field(asked, "type"), str(asked.get("puzzle"))
    name = text_field(asked, "name", needed=kind != ALL_DUE)
    try:
        today = parse_day(asked.get("today"))
    except (ValueError, TypeError) as error:
        raise ProtocolError(tr('"{key}" of the message is no day', key="today")) from error
    if kind == ALL_DUE:
        return {"due": due_puzzles(store, today)}
    if kind == "learner":
        return learner_message(learner_of(store, name, today), today)
    if kind == "own_answered":
        solved = asked.get("solved") is True
        return learner_message(change_learner(store, name, lambda old: old.answered(puzzle, today, solved=solved)), today)
    if kind not in PUZZLE_MESSAGES:
        raise ProtocolError(tr('there is no message "{type}"', type=kind[:40]))
    if not any(card.puzzle == puzzle for card in parse_learner(store.learner(name)).cards):
        raise GameError(tr("this puzzle is no longer asked: go on with the next one"))
    return PUZZLE_MESSAGES[kind](puzzle_of(puzzle), asked)
