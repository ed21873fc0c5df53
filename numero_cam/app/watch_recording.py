"""Reads and writes what a recording holds beside its pictures: the game, and the commands that people gave."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

from numero_cam.app.kept_games import MAX_GAME_BYTES
from numero_cam.base.bounded_reader import decode_text, list_of, parse_json, plain_text, read_lines, whole_number
from numero_cam.base.errors import SourceError
from numero_cam.base.files import model_entry, model_names
from numero_cam.capture.recording import EVENTS_FILE, Recording, is_recording
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, OptionsError, game_text, parse_game
from numero_cam.games.numero.engine.game import check_names
from numero_cam.games.numero.engine.notation_header import options_lines, parse_options
from numero_cam.games.numero.rules import NotationError
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching.command_text import parse_command
from numero_cam.games.numero.watching.game_commands import GameCommand
from numero_cam.games.numero.watching.game_setup import GameSetup, PackChoice
from numero_cam.games.shared.names import MAX_NAME_LENGTH
from numero_cam.games.shared.texts import GameTextError, LineError

BEFORE_FIRST_PICTURE = -1  #: The number of the newest picture while there is none.
COMMAND_KEY = "say"  #: Key of a person's command in the lines of a recording.
MAX_LINE_BYTES = 1_000_000  #: Maximum size of a line of a recording; the sight of a hundred cards with their faces has 30,000 bytes.
MAX_WATCHED_PLAYERS = 4  #: Maximum number of players of a watched game.
MAX_OPTION_LINES = 100  #: Maximum number of lines of options.
MAX_COMMAND_CHARACTERS = 2000  #: Maximum length of a person's command and of a line of options.
MAX_DECK_CHARACTERS = 200  #: Maximum length of the name of a deck.
MAX_PICTURES = 1_000_000_000  #: Maximum number of a picture.


@dataclass(frozen=True)
class WatchedGame:
    """What is known of a game before it is watched, as it stands in a recording too."""

    setting: GameSetup  #: Players, options, and the game that goes on.
    near: int  #: Index of the player at the lower edge of the picture, in the order of play.
    deck: str | None  #: Name of the deck that the user gave; None where he gave none.

    def settings(self) -> dict[str, object]:
        """Return how the game is played and where the players sit, as a recording and a store keep it; `parse_watched_game` reads it."""
        return {
            "players": list(self.setting.names),
            "near": self.near,
            "hands": self.setting.hands,
            "pack": self.setting.pack,
            "options": options_lines(self.setting.options),
            "deck": self.deck,
        }

    def going_on(self, game: Game | None) -> "WatchedGame":
        """Return the same record for a game that goes on; None for one that begins with a deal."""
        return replace(self, setting=replace(self.setting, start=None if game is None else game.copy()))


def recording_header(recorded: WatchedGame) -> dict[str, object]:
    """Return the JSON object of ``recording.json``: the game, and the versions of program, Python and models that watch it."""
    start = recorded.setting.start
    return {
        "program": version("numero-cam"),
        "python": platform.python_version(),
        "models": {name: model_entry(name).version for name in model_names()},
        "game": {**recorded.settings(), "start": None if start is None else game_text(start)},
    }


def recorded_game(source: str) -> WatchedGame | None:
    """Return how the game of a recording was watched; None where the source is no recording."""
    folder = Path(source)
    if not folder.is_dir() or not is_recording(folder):
        return None
    try:
        return parse_watched_game(Recording(folder).about["game"])
    except (KeyError, TypeError, ValueError, OptionsError, NotationError, LineError, GameTextError) as error:
        raise SourceError(
            tr("{folder}: the recording does not say what was played; say it yourself, such as --players Ann,Ben", folder=folder)
        ) from error


def parse_watched_game(game: Any) -> WatchedGame:  # noqa: ANN401 - any JSON
    """Return how a game is watched, from the JSON object of `WatchedGame.settings` and in it `start`, the text of a game that goes on.

    Raises a `ValueError`, `KeyError` or `TypeError`, or an error of the game's own parsers, for anything else.
    """
    names = tuple(plain_text(name, MAX_NAME_LENGTH) for name in list_of(game["players"], MAX_WATCHED_PLAYERS))
    check_names(names)
    near, hands = whole_number(game["near"], 0, len(names) - 1), game["hands"]
    pack = game.get("pack", "learned")  # earlier versions kept none
    if hands not in get_args(Hands) or pack not in get_args(PackChoice):
        raise ValueError(hands, pack)
    start = None if game["start"] is None else parse_game(_game_text(game["start"]))
    lines = [plain_text(line, MAX_COMMAND_CHARACTERS) for line in list_of(game["options"], MAX_OPTION_LINES)]
    options = start.options if start is not None else parse_options(lines, len(names))
    return WatchedGame(
        GameSetup(options, names, hands, start, pack), near, None if game["deck"] is None else plain_text(game["deck"], MAX_DECK_CHARACTERS)
    )


def _game_text(text: object) -> str:
    if not isinstance(text, str) or len(text) > MAX_GAME_BYTES:
        raise ValueError("the game that it began with is no text of a game")
    return text


def recorded_commands(source: str) -> Mapping[int, Sequence[GameCommand]]:
    """Return the commands that people gave while a recording was made.

    Returns:
        The commands by the number of the picture after which they came; `BEFORE_FIRST_PICTURE` for those that came before the first one.
    """
    folder = Path(source)
    if not folder.is_dir() or not is_recording(folder):
        return {}
    commands: dict[int, list[GameCommand]] = {}
    try:
        for line in read_lines(folder / EVENTS_FILE, MAX_LINE_BYTES, ValueError):
            read = parse_json(decode_text(line, EVENTS_FILE, ValueError), EVENTS_FILE, ValueError)
            if COMMAND_KEY in read:
                command = parse_command(plain_text(read[COMMAND_KEY], MAX_COMMAND_CHARACTERS))
                commands.setdefault(whole_number(read["n"], BEFORE_FIRST_PICTURE, MAX_PICTURES), []).append(command)
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(tr("{folder}: the recording is damaged: {file} cannot be read", folder=folder, file=EVENTS_FILE)) from error
    return commands
