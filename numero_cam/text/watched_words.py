"""A watched game in words and as JSON: its events, and what was seen."""

from collections.abc import Iterator, Sequence

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.notation_header import UNKNOWN_CARD
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.watching.events import Event, GameBegun, PlayDecided, PlayTakenBack, QuestionAsked, Unexplained
from numero_cam.games.shared.sight import Sight, TablePlace
from numero_cam.text.game_words import card_list, operation_lines
from numero_cam.text.words import count


def event_json(names: Sequence[str], event: Event) -> dict[str, object]:
    """Return an event as the object that `numero-cam game watch --json` prints.

    Args:
        names: Names of the players, in the order of play.
        event: The event.
    """
    told: dict[str, object] = {"t": round(event.t, 3)}
    match event:
        case GameBegun(_, state):
            told["deal"] = {"centre": list(map(str, state.centre)), "hands": dict(zip(names, _hand_lists(state), strict=True))}
        case PlayDecided():
            told["operation"] = event.text
            told["confidence"] = round(event.confidence, 4)
            told["points"] = event.points
            told["alternatives"] = [[text, round(chance, 4)] for text, chance in event.alternatives]
        case PlayTakenBack():
            told["undo"] = True
        case Unexplained(_, text):
            told["problem"] = text
        case QuestionAsked(_, number, question, choices):
            told |= {"ask": number, "question": question, "choices": [[line, round(chance, 4)] for line, chance in choices]}
    return told


def sight_json(sight: Sight) -> dict[str, object]:
    """Return a sight as JSON values, for a recording."""
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


def _place(place: TablePlace) -> str:
    """Return a place of a sight as text: its zone, and the index of its player."""
    return place.zone if place.player is None else f"{place.zone} {place.player}"


def event_lines(names: Sequence[str], event: Event) -> Iterator[str]:
    """Yield the lines of an event for people."""
    match event:
        case GameBegun(_, state):
            yield from begin_lines(names, state)
        case PlayDecided(_, _, before, operation, after):
            yield from operation_lines(names, before, operation, after)
        case PlayTakenBack(_, text):
            yield tr("Taken back, it was not so: {text}", text=text)
        case Unexplained(_, text):
            yield tr("Problem: {text}", text=text)
        case QuestionAsked(_, number, question, choices):
            for place, (line, chance) in enumerate(choices, 1):
                yield tr(
                    "{question} Type: answer {number} {place}   if it was   {line} ({chance:.0%})",
                    question=question,
                    number=number,
                    place=place,
                    line=line,
                    chance=chance,
                )


def begin_lines(names: Sequence[str], state: State) -> Iterator[str]:
    """Yield the lines of the hands and the centre at the beginning of a watched game."""
    for name, seat in zip(names, state.seats, strict=True):
        yield tr("{name} has {hand}.", name=name, hand=_hand_words(seat.hand, seat.unknown))
    yield tr("In the middle: {centre}.", centre=card_list(state.centre))


def _hand_lists(state: State) -> Iterator[list[str]]:
    """Yield the cards of each hand as texts, with `?` for unknown cards."""
    for seat in state.seats:
        yield [*map(str, seat.hand), *[UNKNOWN_CARD] * seat.unknown]


def _hand_words(cards: Sequence[Card], unknown: int) -> str:
    """Return a hand in words, with the number of its hidden cards."""
    parts = [" ".join(map(str, cards))] if cards else []
    if unknown or not cards:
        parts.append(count(unknown, "hidden card"))
    return and_list(parts)
