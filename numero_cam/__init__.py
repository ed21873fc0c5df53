"""Reads the number cards on a table and finds the best take.

The public names of the package; docs/python.md shows them at work. Each is loaded when it is first asked for: a typed position needs
neither OpenCV nor onnxruntime.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from numero_cam.base.telemetry import disable_telemetry

if TYPE_CHECKING:
    from numero_cam.app.answers import Answer, Question, answer, best_takes
    from numero_cam.app.check import Checked, check
    from numero_cam.app.corrections import CorrectionError, Corrections, parse_corrections
    from numero_cam.app.library import WatchedTable, watch
    from numero_cam.app.photos import PhotoRead, PhotoScored, PhotoSolved, table_position
    from numero_cam.app.plain import to_dict
    from numero_cam.app.play import PlayError
    from numero_cam.app.session import Session, open_session, read
    from numero_cam.app.watch import WatchEnd
    from numero_cam.base.errors import (
        CalibrationError,
        ClassError,
        ConfigError,
        DeckError,
        GameError,
        ModelError,
        NumeroCamError,
        PictureError,
        PictureTooLargeError,
        PositionError,
        ReadingError,
        SourceError,
        StaleError,
        StoreError,
    )
    from numero_cam.base.picture_header import SeveralPicturesError
    from numero_cam.base.records import Frame, TableCard, TableState
    from numero_cam.capture.files import read_photo
    from numero_cam.classroom.mark import Marked, MarkedClasses, mark
    from numero_cam.classroom.results import ClassTable, PupilRow
    from numero_cam.games.numero.engine import Game, Options, OptionsError, RuleBreakError, game_text, parse_game
    from numero_cam.games.numero.engine.log_entry import LogEntry
    from numero_cam.games.numero.judge import TypedError
    from numero_cam.games.numero.players.analysis import GameAnalysis, analyse
    from numero_cam.games.numero.puzzles import LevelError
    from numero_cam.games.numero.rules import (
        Build,
        Card,
        CardError,
        NotationError,
        Position,
        PrintedPoints,
        parse_build,
        parse_card,
        parse_cards,
        parse_items,
        parse_position,
    )
    from numero_cam.games.numero.rules.calculation import WayError
    from numero_cam.games.numero.rules.printed import PrintedPointsError
    from numero_cam.games.numero.solve import CardSet, Play, Settings, SettingsError, Solution, takers_of_all
    from numero_cam.games.numero.solve.arrange import SpreadError
    from numero_cam.games.shared.texts import GameTextError, LineError
    from numero_cam.printing.paper import PaperError
    from numero_cam.table.photo_reader import Reader
    from numero_cam.text.watched_words import event_json
    from numero_cam.vision.decks.files import OtherGameError

    __version__: str

disable_telemetry()  # Here, because every way of starting passes here before it can load onnxruntime.

_HOMES = {
    "app.answers": ("Answer", "Question", "answer", "best_takes"),
    "app.check": ("Checked", "check"),
    "app.library": ("WatchedTable", "watch"),
    "app.photos": ("PhotoRead", "PhotoScored", "PhotoSolved", "table_position"),
    "app.plain": ("to_dict",),
    "app.play": ("PlayError",),
    "app.corrections": ("CorrectionError", "Corrections", "parse_corrections"),
    "app.session": ("Session", "open_session", "read"),
    "app.watch": ("WatchEnd",),
    "base.errors": (
        "CalibrationError", "ClassError", "ConfigError", "DeckError", "GameError", "ModelError", "NumeroCamError", "PictureError",
        "PictureTooLargeError", "PositionError", "ReadingError", "SourceError", "StaleError", "StoreError",
    ),
    "base.picture_header": ("SeveralPicturesError",),
    "base.records": ("Frame", "TableCard", "TableState"),
    "capture.files": ("read_photo",),
    "classroom.mark": ("Marked", "MarkedClasses", "mark"),
    "classroom.results": ("ClassTable", "PupilRow"),
    "games.numero.engine": ("Game", "Options", "OptionsError", "RuleBreakError", "game_text", "parse_game"),
    "games.numero.engine.log_entry": ("LogEntry",),
    "games.numero.judge": ("TypedError",),
    "games.numero.players.analysis": ("GameAnalysis", "analyse"),
    "games.numero.puzzles": ("LevelError",),
    "games.numero.rules": (
        "Build", "Card", "CardError", "NotationError", "Position", "PrintedPoints", "parse_build", "parse_card", "parse_cards",
        "parse_items", "parse_position",
    ),
    "games.numero.rules.calculation": ("WayError",),
    "games.numero.rules.printed": ("PrintedPointsError",),
    "games.numero.solve": ("CardSet", "Play", "Settings", "SettingsError", "Solution", "takers_of_all"),
    "games.numero.solve.arrange": ("SpreadError",),
    "games.shared.texts": ("GameTextError", "LineError"),
    "printing.paper": ("PaperError",),
    "table.photo_reader": ("Reader",),
    "text.watched_words": ("event_json",),
    "vision.decks.files": ("OtherGameError",),
}  # fmt: skip
__all__ = [
    "Answer", "Build", "CalibrationError", "Card", "CardError", "CardSet", "Checked", "ClassError", "ClassTable", "ConfigError",
    "CorrectionError", "Corrections", "DeckError", "Frame", "Game", "GameAnalysis", "GameError", "GameTextError",
    "LevelError", "LineError", "LogEntry", "Marked", "MarkedClasses", "ModelError", "NotationError", "NumeroCamError", "Options",
    "OptionsError", "OtherGameError", "PaperError", "PhotoRead", "PhotoScored", "PhotoSolved", "PictureError", "PictureTooLargeError",
    "Play", "PlayError", "Position", "PositionError", "PrintedPoints", "PrintedPointsError", "PupilRow", "Question", "Reader",
    "ReadingError", "RuleBreakError", "Session", "Settings", "SettingsError", "SeveralPicturesError", "Solution", "SourceError",
    "SpreadError", "StaleError", "StoreError", "TableCard", "TableState", "TypedError", "WatchEnd", "WatchedTable", "WayError",
    "__version__", "analyse", "answer", "best_takes", "check", "event_json", "game_text", "mark", "open_session", "parse_build",
    "parse_card", "parse_cards", "parse_corrections", "parse_game", "parse_items", "parse_position", "read", "read_photo",
    "table_position", "takers_of_all", "to_dict", "watch",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - reads files: only who asks waits for it

        return version("numero-cam")
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    """Offer the public names before they are loaded."""
    return sorted({*globals(), *__all__})
