"""A class as a table and as JSON."""

from numero_cam.assistant.classes import Classroom, Result
from numero_cam.games.numero.rules.choices import By

SHOWN_WEEKS = 8
"""A table has the latest weeks; JSON has all."""


def class_rows(room: Classroom, by: By) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head and the rows of a table, by the places of the ladder: pupil, level and what he reached in each week.

    A result with a star is the best take of its puzzle.
    """
    weeks = room.weeks[-SHOWN_WEEKS:]
    reached: dict[tuple[int, str], list[Result]] = {}
    for result in room.results:
        reached.setdefault((result.number, result.week), []).append(result)
    rows = []
    for place, number in enumerate(room.ladder, start=1):
        pupil = room.pupil(number)
        told = (" ".join(_told(result, by) for result in reached.get((number, week), ())) for week in weeks)
        rows.append((str(place), str(number), pupil.name, pupil.level, *told))
    return ("place", "number", "name", "level", *weeks), rows


def class_json(room: Classroom) -> dict[str, object]:
    """Return the object that ``numero-cam class show --json`` prints."""
    return {
        "class": room.name,
        "pupils": [{"number": pupil.number, "name": pupil.name, "level": pupil.level} for pupil in room.pupils],
        "ladder": list(room.ladder),
        "weeks": list(room.weeks),
        "results": [_result(result) for result in room.results],
        "records": {
            kind: {by: [_result(result) for result in room.records(kind, by)] for by in ("cards", "points")} for kind in ("take", "game")
        },
    }


def _told(result: Result, by: By) -> str:
    count = result.count(by)
    return f"{'' if count is None else count}{'*' if result.best else ''}{' game' if result.kind == 'game' else ''}"


def _result(result: Result) -> dict[str, object]:
    return {
        "number": result.number,
        "week": result.week,
        "kind": result.kind,
        "cards": result.cards,
        "points": result.points,
        "best": result.best,
    }
