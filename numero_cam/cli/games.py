"""The games of the program, put together in this one place: a further game is its folder and its name here."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numero_cam.app.game_spec import CardSpec, GameSpec
    from numero_cam.hall.hall_game import HallGame
    from numero_cam.live.live_rules import LiveRules

#: Folders of the games, each with a record `GAME`; the first game is the default. They load when a command asks: a solve needs none.
GAME_NAMES = ("numero", "numo")


@cache
def games() -> "tuple[GameSpec, ...]":
    """Return all games."""
    return tuple(import_module(f"numero_cam.{name}").GAME for name in GAME_NAMES)


def cards_of_games() -> "dict[str, CardSpec]":
    """Return the cards of each game by its name."""
    return {game.cards.game: game.cards for game in games()}


def live_rules() -> "LiveRules":
    """Return the game that is played at the live table: the first one that it can watch."""
    return next(game.live for game in games() if game.live)()


def hall_game() -> "HallGame":
    """Return the game that is played in a hall: the first one that the live table can watch there."""
    return next(game.hall for game in games() if game.hall)()
