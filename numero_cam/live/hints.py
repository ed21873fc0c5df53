"""Hints for the player whose turn it is, as strong as a page asks for; only from cards that lie open."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from numero_cam.app.play import hint_of
from numero_cam.games.numero.engine import Game, Phase
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Built, Operation, Passed, Taken
from numero_cam.games.numero.players.advisor import Effort, advise
from numero_cam.games.numero.players.view import view_of
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Way, items_of
from numero_cam.text.advice import advice_rows
from numero_cam.text.game_words import equation
from numero_cam.text.words import count

Strength = Literal["none", "cards", "with", "begin", "play", "advise"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)
THINK = Effort(seconds=1.5)
SHOWN = 3
"""Plays of the advisor that are shown."""


def hint_message(game: Game, level: Strength) -> dict[str, object]:
    """Return a hint for the player whose turn it is.

    Args:
        game: As it stands.
        level: How much is told: nothing; that there is a take, and of how many cards; with which card of the hand; with which card it
            begins; the play; or the advisor's best plays with reasons.

    Returns:
        `level`, `player`, `lines` (words, empty where nothing is said) and `why` (why nothing is said).
    """
    state = game.state
    told: dict[str, object] = {"type": "hint", "level": level, "player": None, "lines": [], "why": ""}
    if level == "none" or state.phase not in (Phase.PLAY, Phase.LAST):
        return told
    told["player"] = game.player
    if state.seat.unknown:
        return told | {"why": f"{game.player} holds cards that nobody has seen"}
    if state.laid:
        return told | {"lines": ["A wild card was laid; use it in this turn."]}
    if level == "advise" and state.phase is Phase.PLAY:
        rows = advice_rows(advise(view_of(state), THINK)[:SHOWN], by=state.options.by)
        return told | {"lines": [f"{play}: worth {worth}; {reason}" for play, worth, reason in rows]}
    found = hint_of(state)
    return told | {"lines": [_line(found.operation, found.cards, level)]}


def for_page(hint: Mapping[str, object], player: str | None) -> Mapping[str, object]:
    """Return a hint as one page may be told it: the page of a player only for his own turns.

    Args:
        hint: As `hint_message` gives it.
        player: Whose page it is, as it calls him; None for a page that everybody looks at.
    """
    to_play = hint["player"]
    if player is None or to_play is None or same_name(str(to_play), player):
        return hint
    return {**hint, "lines": [], "why": f"{to_play} is to play"}


def same_name(name: str, other: str) -> bool:
    """Return whether two names mean the same player: letters large or small, and spaces, do not matter."""
    return " ".join(name.split()).casefold() == " ".join(other.split()).casefold()


def _line(operation: Operation | None, cards: int, level: Strength) -> str:
    match operation:
        case Taken(_, card, ways):
            first = {
                "cards": f"There is a take of {count(cards, 'card')}.",
                "with": f"Take with your {card}.",
                "begin": f"Take with your {card}; begin with {_first(ways)}.",
            }
            return first.get(level, f"Take with the {card}: {'; '.join(map(equation, ways))}.")
        case Built(_, card, way, _):
            first = {
                "cards": "There is no take, but you can build.",
                "with": f"Build with your {card}.",
                "begin": f"Build with your {card}.",
            }
            return first.get(level, f"Build with the {card}: {equation(way)}.")
        case Passed():
            return "There is nothing to take."
    if operation is None or level in ("cards", "with", "begin"):
        return "There is no take, and I see no build: discard a card."
    return f"No take and no build: {play_text(operation)}."


def _first(ways: Sequence[Way]) -> str:
    """Return the greatest card of the first set, from which a child begins to reckon."""
    items = list(items_of(ways[0]))
    numbers = [item for item in items if isinstance(item, Build) or item.is_number]
    best: Card | Build = max(numbers or items, key=lambda item: item.value or 0)
    return f"the build of {best.value}" if isinstance(best, Build) else f"the {best}"
