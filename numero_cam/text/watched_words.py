"""A watched game in words and as JSON: its events, and what was seen."""

from collections.abc import Iterator, Sequence

from numero_cam.catalogue import and_list, tr
from numero_cam.games.numero.engine import State
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.notation_header import UNKNOWN_CARD
from numero_cam.games.numero.rules import Card
from numero_cam.games.shared.sight import Sight, TablePlace
from numero_cam.text.game_words import card_list, operation_lines
from numero_cam.text.play_story import perhaps_words
from numero_cam.text.words import count


def event_json(names: Sequence[str], event: LogEntry) -> dict[str, object]:
    """Return what happened as the object that `numero-cam game watch --json` prints; the names are those of the players in order."""
    printed: dict[str, object] = {"t": round(event.t, 3)}
    others = [[line, round(chance, 4)] for line, chance in other_lines(names, event)]
    match event.kind:
        case "deal":
            texts = ([*map(str, seat.hand), *[UNKNOWN_CARD] * seat.unknown] for seat in event.after.seats)
            hands = dict(zip(names, texts, strict=True))
            printed["deal"] = {"centre": list(map(str, event.after.centre)), "hands": hands}
        case "operation":
            printed |= {"operation": event.text, "confidence": round(event.sure, 4), "points": event.points, "alternatives": others}
        case "undo":
            printed["undo"] = True
        case "change" | "back":
            printed |= {"change": event.text, "by": event.by, "undone": event.kind == "back"}
        case "redo":
            printed |= {"redo": event.text, "by": event.by}
        case "question":
            answers = [[answer, 1.0 if place == 0 else 0.0] for place, answer in enumerate(event.answers)]
            printed |= {"ask": event.n, "question": event.text, "choices": answers or others}
        case _:
            printed["problem"] = event.text
    return printed


def other_lines(names: Sequence[str], event: LogEntry) -> list[tuple[str, float]]:
    """Return what an operation may have been, or the choices of a question, as lines of the game's text, with their probabilities."""
    return [(play_line(names, event.before, other), chance) for other, chance in event.others]


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


def event_lines(names: Sequence[str], event: LogEntry) -> Iterator[str]:
    """Yield the lines of what happened for people."""
    match event:
        case LogEntry(kind="deal"):
            yield from begin_lines(names, event.after)
        case LogEntry(kind="operation", operation=operation) if operation is not None:
            yield from operation_lines(names, event.before, operation, event.after)
            yield from _perhaps_lines(names, event)
        case LogEntry(kind="undo", text=text):
            yield tr("Taken back, it was not so: {text}", text=text)
        case LogEntry(kind="change" | "back" | "redo"):
            yield from _change_lines(event)
        case LogEntry(kind="problem" | "refusal" | "referee", text=text):
            yield tr("Problem: {text}", text=text)
        case LogEntry(kind="note", text=text):
            yield text
        case LogEntry(kind="question", text=question, n=number, answers=answers) if answers:
            yield tr("{question}. Type: answer {number} 2   if not", question=question, number=number)
        case LogEntry(kind="question", text=question, n=number):
            for place, (line, chance) in enumerate(other_lines(names, event), 1):
                yield tr(
                    "{question} Type: answer {number} {place}   if it was   {line} ({chance:.0%})",
                    question=question,
                    number=number,
                    place=place,
                    line=line,
                    chance=chance,
                )


def _perhaps_lines(names: Sequence[str], event: LogEntry) -> Iterator[str]:
    """Yield what a play may have been instead, where the camera was not sure."""
    if event.operation is not None and event.perhaps is not None:
        yield perhaps_words(names, event.before, event.operation, event.perhaps)


def _change_lines(event: LogEntry) -> Iterator[str]:
    """Yield what is changed; where a play is taken back or done again, the lines of it say so."""
    if event.kind == "change":
        yield tr("Changed: {text}", text=event.text)
    elif event.operation is None:
        yield tr("Taken back: {text}", text=event.text) if event.kind == "back" else tr("Done again: {text}", text=event.text)


def begin_lines(names: Sequence[str], state: State) -> Iterator[str]:
    """Yield the lines of the hands and the centre at the beginning of a watched game."""
    for name, seat in zip(names, state.seats, strict=True):
        yield tr("{name} has {hand}.", name=name, hand=_hand_words(seat.hand, seat.unknown))
    yield tr("In the middle: {centre}.", centre=card_list(state.centre))


def _hand_words(cards: Sequence[Card], unknown: int) -> str:
    """Return a hand in words, with the number of its hidden cards."""
    parts = [" ".join(map(str, cards))] if cards else []
    if unknown or not cards:
        parts.append(count(unknown, "hidden card"))
    return and_list(parts)
