"""A game that is watched, told as it goes on: a line of JSON for each event, or a growing story in words."""

from collections.abc import Iterator, Sequence

from numero_cam.games.numero.engine import State
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching.events import Asked, Begun, Decided, Event, TakenBack, Unexplained
from numero_cam.games.shared.sight import Place, Sight
from numero_cam.tell.games import operation_lines
from numero_cam.tell.words import count

UNKNOWN = "?"
"""A card that nobody has seen."""


def event_json(names: Sequence[str], event: Event) -> dict[str, object]:
    """Return the object of an event, as `numero-cam game watch --json` prints it.

    Args:
        names: The players, in the order of play.
        event: What happened.
    """
    told: dict[str, object] = {"t": round(event.t, 3)}
    match event:
        case Begun(_, state):
            told["deal"] = {"centre": list(map(str, state.centre)), "hands": dict(zip(names, _hands(state), strict=True))}
        case Decided():
            told["operation"] = event.text
            told["confidence"] = round(event.confidence, 4)
            told["points"] = event.points
            told["alternatives"] = [[text, round(chance, 4)] for text, chance in event.alternatives]
        case TakenBack():
            told["undo"] = True
        case Unexplained(_, text):
            told["problem"] = text
        case Asked(_, number, question, choices):
            told |= {"ask": number, "question": question, "choices": [[line, round(chance, 4)] for line, chance in choices]}
    return told


def sight_json(sight: Sight) -> dict[str, object]:
    """Return a sight as plain values, for a recording."""
    cards = [
        {
            "id": card.id,
            "places": [[_place(place), round(chance, 4)] for place, chance in card.places],
            "faces": [[face, round(chance, 4)] for face, chance in card.faces],
            "back": round(card.back, 4),
            "visible": round(card.visible, 3),
            "below": sorted(card.below),
            "at": [round(card.x, 3), round(card.y, 3), round(card.turn, 1)],
        }
        for card in sight.cards
    ]
    return {"t": round(sight.t, 3), "cards": cards, "unclear": sorted(sight.unclear), "busy": sorted(map(_place, sight.busy))}


def _place(place: Place) -> str:
    return place.zone if place.player is None else f"{place.zone} {place.player}"


def event_lines(names: Sequence[str], event: Event) -> Iterator[str]:
    """Give the lines of an event for people."""
    match event:
        case Begun(_, state):
            yield from begin_lines(names, state)
        case Decided(_, _, before, operation, after):
            yield from operation_lines(names, before, operation, after)
        case TakenBack(_, text):
            yield f"Taken back, it was not so: {text}"
        case Unexplained(_, text):
            yield f"Problem: {text}"
        case Asked(_, number, question, choices):
            for place, (line, chance) in enumerate(choices, 1):
                yield f"{question} Type: answer {number} {place}   if it was   {line} ({chance:.0%})"


def begin_lines(names: Sequence[str], state: State) -> Iterator[str]:
    """Give the lines of the table as it is when the watching begins."""
    for name, seat in zip(names, state.seats, strict=True):
        yield f"{name} has {_in_words(seat.hand, seat.unknown)}."
    yield f"In the centre: {' '.join(map(str, state.centre)) or 'nothing'}."


def _hands(state: State) -> Iterator[list[str]]:
    for seat in state.seats:
        yield [*map(str, seat.hand), *[UNKNOWN] * seat.unknown]


def _in_words(cards: Sequence[Card], unknown: int) -> str:
    parts = [" ".join(map(str, cards))] if cards else []
    if unknown or not cards:
        parts.append(count(unknown, "hidden card"))
    return " and ".join(parts)
