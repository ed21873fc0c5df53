"""A game as the object that other programs read."""

from numero_cam.games.numero.engine import Phase, Reading
from numero_cam.games.numero.engine.notation import operation_lines
from numero_cam.tell import games

NO_GAME = "there is no game"


def game_json(reading: Reading) -> dict[str, object]:
    """Return the object that `numero-cam game replay --json` prints.

    Args:
        reading: A game, as far as it could be read.

    Raises:
        ValueError: If not even the deal could be read.
    """
    game = reading.game
    if game is None:
        raise reading.error or ValueError(NO_GAME)
    turns = [
        {
            "turn": before.turn,
            "player": None if before.phase is Phase.DEAL else game.names[getattr(operation, "player", 0)],
            "text": "\n".join(line for line in operation_lines(game, before, operation) if line),
            "say": " ".join(line.strip() for line in games.operation_lines(game.names, before, operation, after)),
        }
        for before, operation, after in game.steps()
    ]
    sheet = [
        {"turn": entry.turn, "player": game.names[entry.player], "item": entry.item, "for": entry.reason, "points": entry.points}
        for entry in game.sheet()
    ]
    over = game.state.phase is Phase.OVER
    return {
        "players": list(game.names),
        "by": game.options.by,
        "turns": turns,
        "sheet": sheet,
        "scores": [seat.score for seat in game.state.seats],
        "cards_won": [len(seat.won) for seat in game.state.seats],
        "over": over,
        "winners": [game.names[place] for place in game.state.winners()] if over else [],
        "problems": [problem.text for problem in game.state.problems()],
        "error": None if reading.error is None else str(reading.error),
    }
