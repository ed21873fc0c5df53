"""From what people choose on a page to a game that can be watched."""

from typing import Any

from numero_cam.app.watch_recording import WatchedGame
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.engine.game import check_names
from numero_cam.games.numero.engine.options import LEVEL_FOR_POINTS, MAX_PLAYERS
from numero_cam.games.numero.rules.notation import NotationError, parse_cards
from numero_cam.games.numero.watching.events import GameSetup
from numero_cam.live.table_commands import RefusedError, StartGame

MAX_NAME_LENGTH = 30


def _own_cards(start: StartGame) -> dict[str, Any]:
    """The cards that were chosen instead of the set's.

    Raises:
        RefusedError: What was written is no list of cards.
    """
    own: dict[str, Any] = {} if start.numbers is None else {"numbers": start.numbers}
    if start.wilds is not None:
        try:
            own["wilds"] = () if start.wilds == "none" else parse_cards(start.wilds)
        except NotationError as error:
            message = tr("wild cards: {error}", error=error)
            raise RefusedError(message) from error
    return own


def new_game_record(start: StartGame) -> WatchedGame:
    """Return the game that is to begin.

    Raises:
        RefusedError: Names that cannot be.
        OptionsError: No such set of cards, or a rule that is none.
    """
    names = tuple(" ".join(name.split()) for name in start.players)
    if not 2 <= len(names) <= MAX_PLAYERS:
        message = tr("{n} players are named; 2 to {max_players} play", n=len(names), max_players=MAX_PLAYERS)
        raise RefusedError(message)
    if any(not name or len(name) > MAX_NAME_LENGTH for name in names):
        message = tr("each player needs a name of 1 to {max_name_length} letters", max_name_length=MAX_NAME_LENGTH)
        raise RefusedError(message)
    check_names(names)
    near = start.near or names[0]
    if near not in names:
        message = tr("{near} is none of the players", near=near)
        raise RefusedError(message)
    by = start.by or ("points" if start.cards == LEVEL_FOR_POINTS else "cards")
    options = Options.level(start.cards, players=len(names), by=by, **_own_cards(start))
    return WatchedGame(GameSetup(options, names, start.hands), names.index(near), None)
