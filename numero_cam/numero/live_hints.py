"""Hints for the player to move in Numero, at the level that a page asks for, from open cards only."""

from collections.abc import Sequence

from numero_cam.app.play import hint_of
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Built, Operation, Passed, Taken
from numero_cam.games.numero.players.advisor import Effort, advise
from numero_cam.games.numero.players.view import view_of
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.rules.calculation import Way, items_of
from numero_cam.live.hints import HintLevel
from numero_cam.text.advice import advice_rows
from numero_cam.text.game_words import equation
from numero_cam.text.words import count

ADVISOR_EFFORT = Effort(seconds=1.5)
"""Limit of the advisor's search."""
MAX_ADVISED_PLAYS = 3
"""Maximum number of the advisor's plays that are shown."""


def hint_message(game: Game, level: HintLevel) -> dict[str, object]:
    """Return a hint for the player to move.

    Args:
        game: The game.
        level: `none`; `cards`: that there is a take, and of how many cards; `with`: its card of the hand; `begin`: with which card to
            begin; `play`: the play; `advise`: the advisor's best plays with reasons.

    Returns:
        The message: `level`, `player`, `lines` (empty without a hint) and `why` (why there is none).
    """
    state = game.state
    message: dict[str, object] = {"type": "hint", "level": level, "player": None, "lines": [], "why": ""}
    if level == "none" or state.phase not in (Phase.PLAY, Phase.LAST):
        return message
    message["player"] = game.player
    if state.seat.unknown:
        return message | {"why": tr("{game.player} holds cards that nobody has seen", game=game)}
    if state.laid:
        return message | {"lines": [tr("A wild card was laid; use it in this turn.")]}
    if level == "advise" and state.phase is Phase.PLAY:
        rows = advice_rows(advise(view_of(state), ADVISOR_EFFORT)[:MAX_ADVISED_PLAYS], by=state.options.by)
        return message | {
            "lines": [tr("{play}: worth {worth}; {reason}", play=play, worth=worth, reason=reason) for play, worth, reason in rows]
        }
    found = hint_of(state)
    return message | {"lines": [_line(found.operation, found.cards, level)]}


def _line(operation: Operation | None, cards: int, level: HintLevel) -> str:
    """Return the hint for an operation at a level; `cards` is the number of cards that a take wins."""
    match operation:
        case Taken(_, card, ways):
            first = {
                "cards": tr("There is a take of {cards}.", cards=count(cards, "card")),
                "with": tr("Take with your {card}.", card=card),
                "begin": tr("Take with your {card}; begin with {first}.", card=card, first=_first(ways)),
            }
            return first.get(level, tr("Take with the {card}: {sets}.", card=card, sets="; ".join(map(equation, ways))))
        case Built(_, card, way, _):
            first = {
                "cards": tr("There is no take, but you can build."),
                "with": tr("Build with your {card}.", card=card),
                "begin": tr("Build with your {card}.", card=card),
            }
            return first.get(level, tr("Build with the {card}: {equation}.", card=card, equation=equation(way)))
        case Passed():
            return tr("There is nothing to take.")
    if operation is None or level in ("cards", "with", "begin"):
        return tr("There is no take, and I see no build: discard a card.")
    return tr("No take and no build: {play}.", play=play_text(operation))


def _first(ways: Sequence[Way]) -> str:
    """Return the highest number card or build of the first set, in words: a child begins to calculate there."""
    items = list(items_of(ways[0]))
    numbers = [item for item in items if isinstance(item, Build) or item.is_number]
    best: Card | Build = max(numbers or items, key=lambda item: item.value or 0)
    return tr("the build of {best.value}", best=best) if isinstance(best, Build) else tr("the {best}", best=best)
