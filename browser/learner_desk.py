"""What a learner is asked: puzzles of own games and of the day, and how games went. The page keeps the record as a text."""

from collections.abc import Callable
from functools import partial

from browser.desk import Desk, Fields, puzzle_fields
from numero_cam.app.analysis_text import parse_analysis
from numero_cam.app.learner import Learner, learner_text, parse_day, parse_learner
from numero_cam.app.own_puzzles import OwnPuzzle, puzzle_of
from numero_cam.app.play import resume_game
from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import read_game
from numero_cam.games.numero.players.analysis import analysis_of
from numero_cam.games.numero.puzzles.day import day_puzzle
from numero_cam.live.page_messages import Message
from numero_cam.live.puzzle_messages import PUZZLE_MESSAGES, learner_message


class LearnerDesk:
    """Answers what a learner's pages ask. `kept` of a question is the record that the page keeps, and `today` the day there."""

    def __init__(self, desk: Desk) -> None:
        desk.add("learner", _told)
        desk.add("learn", _learned)
        desk.add("learner_opened", _opened)
        desk.add("own_answered", _answered)
        desk.add("day_puzzle", lambda asked: puzzle_fields(day_puzzle(parse_day(asked["day"]), asked["level"])))
        desk.add("day_solved", _day_solved)
        for kind, tell in PUZZLE_MESSAGES.items():
            desk.add(kind, partial(_of_puzzle, tell))


def _of_puzzle(tell: Callable[[OwnPuzzle, Fields], Message], asked: Fields) -> Fields:
    """Tell something of a `puzzle`."""
    return dict(tell(puzzle_of(asked["puzzle"]), asked))


def _told(asked: Fields) -> Fields:
    return dict(learner_message(parse_learner(asked["kept"]), parse_day(asked["today"])))


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
    """Take an answer to a `puzzle` into the record; `solved` says whether it was found without help."""
    learner = parse_learner(asked["kept"])
    return _changed(learner.answered(asked["puzzle"], parse_day(asked["today"]), solved=asked["solved"] is True))


def _day_solved(asked: Fields) -> Fields:
    """Take a solved puzzle of a `day` and `level` into the record."""
    return _changed(parse_learner(asked["kept"]).with_day(parse_day(asked["day"]), asked["level"]))


def _changed(learner: Learner) -> Fields:
    """Return a record as the page is to keep it."""
    return {"kept": learner_text(learner)}
