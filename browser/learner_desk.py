"""What a learner is asked: puzzles of own games and of the day, and how games went. The page keeps the record as a text."""

from collections.abc import Callable
from functools import partial

from browser.desk import Desk, Fields
from numero_cam.app.analysis_text import parse_analysis
from numero_cam.app.learner import Learner, learner_text, parse_day, parse_learner
from numero_cam.app.own_puzzles import OwnPuzzle, day_text, puzzle_of
from numero_cam.app.play import resume_game
from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import read_game
from numero_cam.games.numero.players.analysis import analysis_of
from numero_cam.live.page_messages import Message
from numero_cam.live.puzzle_messages import PUZZLE_MESSAGES, answered_learner, learner_message


class LearnerDesk:
    """Answers what a learner's pages ask. `kept` of a question is the record that the page keeps, and `today` the day there."""

    def __init__(self, desk: Desk) -> None:
        desk.add("learner", _told)
        desk.add("learn", _learned)
        desk.add("learner_opened", _opened)
        desk.add("own_answered", _answered)
        desk.add("day_level", lambda asked: _changed(parse_learner(asked["kept"]).with_level(asked["level"])))
        for kind, tell in PUZZLE_MESSAGES.items():
            desk.add(kind, partial(_of_puzzle, tell))


def _of_puzzle(tell: Callable[[OwnPuzzle, Fields], Message], asked: Fields) -> Fields:
    """Tell something of a `puzzle`."""
    return dict(tell(puzzle_of(asked["puzzle"]), asked))


def _told(asked: Fields) -> Fields:
    """Tell the record, and the puzzle of a `day`, else the next one that is due."""
    learner = parse_learner(asked["kept"])
    puzzle = day_text(parse_day(asked["day"]), learner.level, _solver()) if "day" in asked else None
    return dict(learner_message(learner, parse_day(asked["today"]), puzzle))


def _opened(asked: Fields) -> Fields:
    """Take the record of a file, its `text`, into that which is kept."""
    learner = parse_learner(asked["kept"])
    try:
        other = parse_learner(asked["text"])
    except StoreError as error:
        raise StoreError(tr("This file holds no puzzles and progress; choose one that this page saved.")) from error
    return _changed(learner.with_record(other))


def _learned(asked: Fields) -> Fields:
    """Take a finished game, its `text`, into the record with its `analysis`, once that is whole; a game that is there stays as it is."""
    learner, game = parse_learner(asked["kept"]), read_game(asked["text"]).whole()
    analysis = analysis_of(game, parse_analysis(asked["analysis"], game))
    changed = learner.with_game(game, analysis, resume_game(game).person, parse_day(asked["today"]))
    return {} if changed == learner else _changed(changed)


def _answered(asked: Fields) -> Fields:
    """Take an answer to a `puzzle`, maybe that of a `day`, into the record; `solved` says whether it was found without help."""
    learner, today = parse_learner(asked["kept"]), parse_day(asked["today"])
    of_day = parse_day(asked.get("day", asked["today"])), _solver()
    return _changed(answered_learner(learner, asked["puzzle"], today, of_day, solved=asked["solved"] is True))


def _solver() -> str:
    """Return who solves puzzles of the day: nobody is named on this page."""
    return tr("Player {n}", n=1)


def _changed(learner: Learner) -> Fields:
    """Return a record as the page is to keep it."""
    return {"kept": learner_text(learner)}
