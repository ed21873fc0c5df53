"""Reads the number cards on a table and finds the best take.

The public names of the package; docs/python.md shows them at work. Each is loaded when it is first asked for: a typed position needs
neither OpenCV nor onnxruntime.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from numero_cam.base.telemetry import disable_telemetry

if TYPE_CHECKING:
    from numero_cam.app.answers import Answer, Question, answer, best_takes
    from numero_cam.app.photos import PhotoRead, PhotoScored, PhotoSolved
    from numero_cam.app.plain import to_dict
    from numero_cam.app.session import Session, open_session, read
    from numero_cam.base.errors import NumeroCamError
    from numero_cam.base.records import Frame, TableCard, TableState
    from numero_cam.capture.files import read_photo
    from numero_cam.games.numero.engine import Game, Options, game_text, parse_game
    from numero_cam.games.numero.rules import (
        Build,
        Card,
        NotationError,
        Position,
        PrintedPoints,
        parse_build,
        parse_card,
        parse_cards,
        parse_items,
        parse_position,
    )
    from numero_cam.games.numero.solve import CardSet, Play, Settings, SettingsError, Solution, takers_of_all
    from numero_cam.table.photo_reader import Reader
    from numero_cam.table.table_position import table_position

    __version__: str

disable_telemetry()  # Here, because every way of starting passes here before it can load onnxruntime.

_HOMES = {
    "app.answers": ("Answer", "Question", "answer", "best_takes"),
    "app.photos": ("PhotoRead", "PhotoScored", "PhotoSolved"),
    "app.plain": ("to_dict",),
    "app.session": ("Session", "open_session", "read"),
    "base.errors": ("NumeroCamError",),
    "base.records": ("Frame", "TableCard", "TableState"),
    "capture.files": ("read_photo",),
    "games.numero.engine": ("Game", "Options", "game_text", "parse_game"),
    "table.table_position": ("table_position",),
    "table.photo_reader": ("Reader",),
    "games.numero.rules": (
        "Build",
        "Card",
        "NotationError",
        "Position",
        "PrintedPoints",
        "parse_build",
        "parse_card",
        "parse_cards",
        "parse_items",
        "parse_position",
    ),
    "games.numero.solve": ("CardSet", "Play", "Settings", "SettingsError", "Solution", "takers_of_all"),
}
__all__ = [
    "Answer",
    "Build",
    "Card",
    "CardSet",
    "Frame",
    "Game",
    "NotationError",
    "NumeroCamError",
    "Options",
    "PhotoRead",
    "PhotoScored",
    "PhotoSolved",
    "Play",
    "Position",
    "PrintedPoints",
    "Question",
    "Reader",
    "Session",
    "Settings",
    "SettingsError",
    "Solution",
    "TableCard",
    "TableState",
    "__version__",
    "answer",
    "best_takes",
    "game_text",
    "open_session",
    "parse_build",
    "parse_card",
    "parse_cards",
    "parse_game",
    "parse_items",
    "parse_position",
    "read",
    "read_photo",
    "table_position",
    "takers_of_all",
    "to_dict",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - reads files: only who asks waits for it

        return version("numero-cam")
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    """Offer the public names before they are loaded."""
    return sorted({*globals(), *__all__})
