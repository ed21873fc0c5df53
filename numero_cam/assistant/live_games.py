"""Games that were watched and kept: how they are played as text, and the game that their lines make."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from numero_cam.assistant.watch_recording import Recorded, recorded_of
from numero_cam.base.bounded_reader import parse_json
from numero_cam.base.errors import GameError
from numero_cam.games.numero.engine import Game, OptionsError
from numero_cam.games.numero.engine.notation import parse_game, read_operation
from numero_cam.games.numero.engine.notation_header import options_lines
from numero_cam.games.numero.rules import NotationError
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.shared.texts import GameTextError, LineError
from numero_cam.store.games import Kept

MOST_SETTING = 100_000
"""Characters of how a game is played."""


def setting_text(played: Recorded) -> str:
    """Return how a game is played and where the players sit, as it is kept."""
    setting = played.setting
    told = {
        "players": list(setting.names),
        "near": played.near,
        "hands": setting.hands,
        "options": options_lines(setting.options),
        "deck": played.deck,
    }
    return json.dumps(told)


def setting_of(text: str) -> Recorded:
    """Return how a kept game is played.

    Raises:
        GameError: The text cannot be used.
    """
    try:
        told = parse_json(text[:MOST_SETTING], "the setting", ValueError)
        return recorded_of({**told, "start": None})
    except (ValueError, KeyError, TypeError, OptionsError, NotationError, LineError) as error:
        message = f"how this game is played cannot be read: {error}"
        raise GameError(message) from error


@dataclass(frozen=True)
class Rebuilt:
    """A game with the lines that stand.

    Attributes:
        game: With the operations that stand.
        lines: The line of each operation after the deal.
    """

    game: Game
    lines: tuple[Kept, ...]


def rebuilt(lines: Iterable[Kept]) -> Rebuilt | None:
    """Return the game that its lines make; None where it was not dealt yet. What was taken back is not played.

    Raises:
        GameError: A line that stands is no legal play.
    """
    deal, operations, taken_back = _standing(lines)
    if deal is None:
        return None
    line = deal
    try:
        game = parse_game(deal.text)
        dealt = max(1, len(game.operations) - taken_back)  # the deal itself is never taken back
        while len(game.operations) > dealt:
            game.undo()
        for line in operations:
            read_operation(game, line.text)
    except (GameTextError, NotationError, WayError, RuleBreakError, LineError, OptionsError) as error:
        message = f"line {line.n} of the kept game: {error}"
        raise GameError(message) from error
    return Rebuilt(game, (*[Kept("operation")] * (dealt - 1), *operations))


def _standing(lines: Iterable[Kept]) -> tuple[Kept | None, list[Kept], int]:
    """Return the last deal, the operations after it that stand, and how many operations in the deal's own text were taken back."""
    deal: Kept | None = None
    operations: list[Kept] = []
    taken_back = 0
    for line in lines:
        if line.kind == "deal":
            deal, operations, taken_back = line, [], 0
        elif line.kind == "operation" and deal is not None:
            operations.append(line)
        elif line.kind == "undo" and operations:
            operations.pop()
        elif line.kind == "undo":
            taken_back += 1
    return deal, operations, taken_back
