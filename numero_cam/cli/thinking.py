"""How long the advisor may think, from the command line."""

from numero_cam.cli.options import BadArgumentsError
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.view import Told
from numero_cam.games.numero.rules import NotationError, parse_cards
from numero_cam.games.numero.rules.choices import By, LevelName
from numero_cam.games.numero.solve import SettingsError


def effort_of(think: float) -> Effort:
    """The effort for this many seconds.

    Raises:
        BadArgumentsError: They are no time.
    """
    try:
        return Effort(think)
    except SettingsError as error:
        raise BadArgumentsError(f"--think: {error}") from error


def told_of(level: LevelName | None, wilds: str | None, players: int, stock: int | None, *, advise: bool, by: By) -> Told | None:
    """What is said of the game; None without advice.

    Raises:
        BadArgumentsError: There is no advice that it could be said to, no such game, or wild cards that cannot be read.
    """
    if not advise:
        if (level, wilds, players, stock) != (None, None, 2, None):
            raise BadArgumentsError("--level, --wilds, --players and --stock tell the advice what is played; give --advise with them")
        return None
    if level == "4" and by == "cards":
        raise BadArgumentsError("--level 4 is level 3 played for points; give --level 3 with --by cards")
    if wilds is None:
        return Told(level, None, players, stock)
    try:
        cards = () if wilds.strip() == "none" else parse_cards(wilds)
    except NotationError as error:
        raise BadArgumentsError(f"--wilds: {error}") from error
    for card in cards:
        if card.is_number or cards.count(card) > 1:
            raise BadArgumentsError(f"--wilds: {card} is {'a number card' if card.is_number else 'there twice; a pack has it once'}")
    return Told(level, cards, players, stock)
