"""What pages are told of Numero: who has what, the plays, what is said aloud, and the best take of a table without a game."""

from collections.abc import Sequence

from numero_cam.app.photos import PhotoSolved
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.operations import Dealt, Drawn, Passed
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build
from numero_cam.games.shared.watch_events import AnyEvent, GameBegun, PlayDecided, PlayTakenBack
from numero_cam.live.page_messages import Message, PlayConfidence
from numero_cam.text import game_words
from numero_cam.text.announcements import announcement
from numero_cam.text.game_words import UNKNOWN_CARD
from numero_cam.text.plays import no_take_line, reason_words, sentence


def game_state_fields(game: Game) -> Message:
    """Return the part of a game's message that follows from the game: who has what, and whose turn it is."""
    state = game.state
    dealt = state.phase is not Phase.DEAL
    seats = list(zip(game.names, state.seats, strict=True))
    return {
        "turn": state.turn,
        "player": game.player if dealt and state.phase is not Phase.OVER else None,
        "phase": state.phase.name.lower(),
        "scores": {name: seat.score for name, seat in seats},
        "hands_of": {name: [*map(str, seat.hand), *[UNKNOWN_CARD] * seat.unknown] for name, seat in seats},
        "won": {name: len(seat.won) for name, seat in seats},
        "centre": [str(item) for item in state.centre],
        "builds": [{"cards": list(map(str, item)), "value": str(item.value)} for item in state.centre if isinstance(item, Build)],
        "stock": state.stock_size if dealt else None,
        "last": last_operation_line(game),
        "winner": game_words.winner_line(game) if state.phase is Phase.OVER else "",
    }


def last_operation_line(game: Game) -> str:
    """Return what happened last, in words; empty before the deal."""
    if not game.operations:
        return ""
    return next(game_words.operation_lines(game.names, game.states[-2], game.operations[-1], game.state))


def play_messages(game: Game, confidences: Sequence[PlayConfidence]) -> list[Message]:
    """Return all operations of a game after the deal with their points, item by item.

    Args:
        game: The game.
        confidences: The confidence of each of them.
    """
    return [_play(game, k, each) for k, each in enumerate(confidences[: max(0, len(game.operations) - 1)], 1)]


def _play(game: Game, k: int, confidence: PlayConfidence) -> Message:
    before, operation, after = game.states[k], game.operations[k], game.states[k + 1]
    player = None if isinstance(operation, Dealt) else operation.player
    found = entries(before, operation, after)
    return {
        "k": k,
        "turn": before.turn,
        "player": None if player is None else game.names[player],
        "kind": type(operation).__name__.lower(),
        "text": operation_texts(game, before, operation)[0],
        "words": next(game_words.operation_lines(game.names, before, operation, after)),
        "points": sum(entry.points for entry in found if entry.player == player),
        "items": [[reason_words(entry), entry.points, game.names[entry.player]] for entry in found],
        "sure": round(confidence.sure, 3),
        "others": [[line, round(chance, 3)] for line, chance in confidence.others],
        "by": confidence.by,
    }


def say_message(names: Sequence[str], events: Sequence[AnyEvent]) -> Message | None:
    """Return what is said aloud of what was decided: the newest play; None where there is none."""
    for event in reversed(events):
        match event:
            case GameBegun():
                return {"type": "say", "text": tr("The game begins."), "clips": ["the-game-begins"]}
            case PlayTakenBack():
                return {"type": "say", "text": tr("Taken back."), "clips": ["taken-back"]}
            case PlayDecided(operation=operation) if not isinstance(operation, Drawn | Passed | Dealt):
                return {"type": "say", **announcement(names, event.before, operation, event.points)}
    return None


def practice_message(solved: PhotoSolved) -> Message:
    """Return what lies on a table without a game, and its best take."""
    position, solution = solved.table.position, solved.answer.solution
    lines = [
        tr("In the centre: {cards}.", cards=" ".join(map(str, position.centre)) or tr("nothing")),
        tr("In the hand: {cards}.", cards=" ".join(map(str, position.hand)) or tr("nothing")),
    ]
    if not position.centre or not position.hand:
        lines.append(tr("Lay cards in the centre, and a hand at the lower edge of the picture."))
    else:
        lines.append(sentence(solution.plays[0]) if solution.plays else no_take_line(solution))
    return {"type": "practice", "lines": [*lines, *solved.missing]}
