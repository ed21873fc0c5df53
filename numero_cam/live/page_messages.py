"""Builds the JSON messages for pages (docs/live-protocol.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from numero_cam.app.photos import PhotoSolved
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.operations import Dealt, Drawn, Passed
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build, Card
from numero_cam.games.numero.watching.events import Event, GameBegun, PlayDecided, PlayTakenBack, QuestionAsked
from numero_cam.games.shared.sight import TablePlace
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.text import game_words
from numero_cam.text.announcements import announcement
from numero_cam.text.game_words import UNKNOWN_CARD
from numero_cam.text.plays import no_take_line, reason_words, sentence

Message = Mapping[str, object]

MAX_OTHER_FACES = 4
"""Maximum number of alternative faces of a card in a message."""
MIN_FACE_PROBABILITY = 0.001
"""Minimum probability of an alternative face in a message."""


@dataclass(frozen=True)
class PlayConfidence:
    """The confidence of an operation when it was decided.

    Attributes:
        sure: Probability, 0..1.
        others: Lines of other operations with their probabilities, the likeliest first.
        by: Who decided it, `eyes` or `person`.
    """

    sure: float = 1.0
    others: tuple[tuple[str, float], ...] = ()
    by: str = "eyes"


def place_words(place: TablePlace, names: Sequence[str]) -> str:
    """Return a place as `centre`, or `row Ann`."""
    return place.zone if place.player is None else f"{place.zone} {_name(place.player, names)}"


@dataclass(frozen=True)
class TableFrame:
    """The cards in one picture.

    Attributes:
        number: Number that its page gave the picture; None for a camera of the server.
        t: Time since watching began, in seconds.
        size: Width and height in pixels.
        lying: The cards, the lowest first.
        busy: Places with a hand above them.
    """

    number: int | None
    t: float
    size: tuple[int, int]
    lying: tuple[TrackedCard, ...]
    busy: frozenset[TablePlace]


def table_message(frame: TableFrame, names: Sequence[str], corrected: Mapping[int, Card | None], held: Mapping[int, int]) -> Message:
    """Return the message with the cards on the table.

    Args:
        frame: The cards in the picture.
        names: The players.
        corrected: Track to the card that a person named; None for what is no card.
        held: Track to the player in whose hand a person said it to be.
    """
    lying = [_held(card, held) for card in frame.lying if corrected.get(card.id, card) is not None]
    return {
        "type": "table",
        "number": frame.number,
        "t": round(frame.t, 3),
        "width": frame.size[0],
        "height": frame.size[1],
        "cards": [_card(card, frame.size, names, corrected) for card in lying],
        "busy": sorted(place_words(place, names) for place in frame.busy),
    }


def _held(card: TrackedCard, held: Mapping[int, int]) -> TrackedCard:
    return replace(card, place=TablePlace("row", held[card.id])) if card.id in held else card


def _card(card: TrackedCard, size: tuple[int, int], names: Sequence[str], corrected: Mapping[int, Card | None]) -> Message:
    faces = ((str(corrected[card.id]), 1.0), *card.faces) if card.id in corrected else card.faces
    best, *others = faces or (("", 1.0),)
    return {
        "id": card.id,
        "quad": [[round(float(x) / size[0], 4), round(float(y) / size[1], 4)] for x, y in card.quad],
        "face": best[0],
        "sure": round(best[1], 3),
        "others": [[face, round(chance, 3)] for face, chance in others[:MAX_OTHER_FACES] if chance >= MIN_FACE_PROBABILITY],
        "zone": card.place.zone,
        "player": None if card.place.player is None else _name(card.place.player, names),
        "unclear": card.unclear,
    }


def _name(player: int, names: Sequence[str]) -> str:
    return names[player] if player < len(names) else str(player + 1)


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


def say_message(names: Sequence[str], events: Sequence[Event]) -> Message | None:
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


def question_message(asked: QuestionAsked | None) -> Message:
    """Return the open question; one without choices where none is open."""
    if asked is None:
        return {"type": "ask", "ask": 0, "question": "", "choices": []}
    choices = [[line, line, round(chance, 3)] for line, chance in asked.choices]
    return {"type": "ask", "ask": asked.id, "question": asked.question, "choices": choices}


def practice_message(solved: PhotoSolved) -> Message:
    """Return what lies on a table without a game, and its best take."""
    position, solution = solved.table.position, solved.answer.solution
    lines = [
        tr("In the centre: {value}.", value=" ".join(map(str, position.centre)) or "nothing"),
        tr("In the hand: {value}.", value=" ".join(map(str, position.hand)) or "nothing"),
    ]
    if not position.centre or not position.hand:
        lines.append(tr("Lay cards in the centre, and a hand at the lower edge of the picture."))
    else:
        lines.append(sentence(solution.plays[0]) if solution.plays else no_take_line(solution))
    return {"type": "practice", "lines": [*lines, *solved.missing]}
