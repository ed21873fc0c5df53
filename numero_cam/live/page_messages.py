"""Builds the JSON messages for pages (docs/live-protocol.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.shared.sight import TablePlace
from numero_cam.live.table_commands import RefusedError

if TYPE_CHECKING:  # a page without a camera tells a game without the eyes
    from numero_cam.table.sight_builder import TrackedCard

Message = Mapping[str, object]  #: A message for pages, an object of JSON; `type` says which one.

MAX_OTHER_FACES = 4  #: Maximum number of alternative faces of a card in a message.
MIN_FACE_PROBABILITY = 0.001  #: Minimum probability of an alternative face in a message.


def place_words(place: TablePlace, names: Sequence[str]) -> str:
    """Return a place as `centre`, or `row Ann`."""
    return place.zone if place.player is None else f"{place.zone} {_name(place.player, names)}"


@dataclass(frozen=True)
class TableFrame:
    """The cards in one picture."""

    number: int | None  #: Number that its page gave the picture; None for a camera of the server.
    t: float  #: Time since watching began, in seconds.
    size: tuple[int, int]  #: Width and height in pixels.
    lying: "tuple[TrackedCard, ...]"  #: The cards, the lowest first.
    busy: frozenset[TablePlace]  #: Places with a hand above them.


def table_message(frame: TableFrame, names: Sequence[str], corrected: Mapping[int, str | None], held: Mapping[int, int]) -> Message:
    """Return the message with the cards on the table.

    By the number of a track, a person said in `corrected` which face it is, None for no card, and in `held` the player's index whose it is.
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


def _held(card: "TrackedCard", held: Mapping[int, int]) -> "TrackedCard":
    """Return the card in the row of the player in whose hand a person said it to be; any other card as it is."""
    return replace(card, place=TablePlace("row", held[card.id])) if card.id in held else card


def _card(card: "TrackedCard", size: tuple[int, int], names: Sequence[str], corrected: Mapping[int, str | None]) -> Message:
    """Return one card for pages; its corners `quad` are shares of the picture's width and height, 0..1."""
    faces = ((corrected[card.id] or "", 1.0), *card.faces) if card.id in corrected else card.faces
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
    """Return the name of a player by index; the number from 1 where no game names the players."""
    return names[player] if player < len(names) else str(player + 1)


def question_message(asked: LogEntry | None, choices: Sequence[Message] = ()) -> Message:
    """Return the message with the open question and its choices; an empty question where none is open."""
    if asked is None:
        return {"type": "ask", "ask": 0, "question": "", "choices": [], "answers": []}
    return {"type": "ask", "ask": asked.n, "question": asked.text, "choices": list(choices), "answers": list(asked.answers)}


def refused_message(kind: str, why: str, error: Exception) -> Message:
    """Return what a page is told of a command, called `kind` by it, that was refused for the reason `why`."""
    refused = error if isinstance(error, RefusedError) else RefusedError(why)
    referee: Message = {"referee": True} if refused.referee else {}
    replaces: Message = {} if refused.replaces is None else {"replaces": refused.replaces}
    return {"type": "refused", "to": kind, "why": why, **referee, **replaces}
