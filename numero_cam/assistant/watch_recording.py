"""What a recording tells beside its pictures: which game was watched, and what a person said."""

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

from numero_cam.assistant.doctor import MODELS
from numero_cam.assistant.watch import SAY
from numero_cam.base.errors import SourceError
from numero_cam.base.files import model_entry
from numero_cam.capture.record import SAID
from numero_cam.capture.recording import Recording, is_recording
from numero_cam.games.numero.engine import Game, OptionsError, game_text, parse_game
from numero_cam.games.numero.engine.game import check_names
from numero_cam.games.numero.engine.notation_header import options_lines, parse_options
from numero_cam.games.numero.rules import NotationError
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching.events import Setting
from numero_cam.games.shared.texts import GameTextError, LineError


@dataclass(frozen=True)
class Recorded:
    """How a recorded game was watched.

    Attributes:
        setting: What was known of the game.
        near: Which player sat at the lower edge of the picture, from 0 in the order of play.
        deck: As the user named it; None where he named none.
    """

    setting: Setting
    near: int
    deck: str | None

    def going_on(self, game: Game | None) -> "Recorded":
        """Return the same with a game that goes on; None for one that begins with a deal."""
        return replace(self, setting=replace(self.setting, start=None if game is None else game.copy()))


def about(recorded: Recorded) -> dict[str, object]:
    """Return what stands in ``recording.json``: the game, and the versions that decided."""
    setting = recorded.setting
    return {
        "program": version("numero-cam"),
        "python": platform.python_version(),
        "models": {name: model_entry(name).version for name in MODELS},
        "game": {
            "players": list(setting.names),
            "near": recorded.near,
            "hands": setting.hands,
            "options": options_lines(setting.options),
            "start": None if setting.start is None else game_text(setting.start),
            "deck": recorded.deck,
        },
    }


def recorded_game(source: str) -> Recorded | None:
    """Return how the game of a recording was watched; None where the source is no recording.

    Raises:
        SourceError: The recording is damaged, or one of another kind.
    """
    folder = Path(source)
    if not folder.is_dir() or not is_recording(folder):
        return None
    try:
        return _recorded(Recording(folder).about["game"])
    except (KeyError, TypeError, ValueError, OptionsError, NotationError, LineError, GameTextError) as error:
        message = f"{folder}: the recording does not say what was played; say it yourself, such as --players Ann,Ben"
        raise SourceError(message) from error


def _recorded(game: Any) -> Recorded:  # noqa: ANN401 - any JSON
    names = tuple(str(name) for name in game["players"])
    check_names(names)
    near, hands = int(game["near"]), game["hands"]
    if hands not in get_args(Hands) or not 0 <= near < len(names):
        raise ValueError(hands, near)
    start = None if game["start"] is None else parse_game(game["start"])
    options = start.options if start is not None else parse_options(game["options"], len(names))
    return Recorded(Setting(options, names, hands, start), near, game["deck"])


def said_lines(source: str) -> Mapping[int, Sequence[str]]:
    """Return what a person said while a recording was made, by the number of the picture after which it was; none of other sources."""
    folder = Path(source)
    if not folder.is_dir() or not is_recording(folder):
        return {}
    lines: dict[int, list[str]] = {}
    try:
        for line in (folder / SAID).read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            if SAY in told:
                lines.setdefault(int(told["n"]), []).append(str(told[SAY]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"{folder}: the recording is damaged: {SAID} cannot be read"
        raise SourceError(message) from error
    return lines
