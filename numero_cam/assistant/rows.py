"""What was found in photos as rows of a table, for spreadsheets."""

from collections.abc import Mapping, Sequence

from numero_cam.assistant.photos import PhotoRead, PhotoScored, PhotoSolved
from numero_cam.games.numero.solve import Play
from numero_cam.tell.signs import formula

Row = Mapping[str, object]

READ = ("image", "n", "card", "confidence", "zone", "stack", "order", "reason", "problems", "error")
"""A row for each card; one without a card for a photo in which none was found."""
SOLVED = ("image", "centre", "hand", "with", "cards", "points", "clears", "sets", "proven", "complete", "look_at", "problems", "error")
"""A row for each photo, with its best take."""
SCORED = ("image", "take", "with", "cards", "points", "cleared", "sets", "not_judged", "complete", "look_at", "why", "problems", "error")
"""A row for each photo."""


def read_rows(seen: PhotoRead) -> list[Row]:
    """Return a row for each card; what the whole photo's problems are stands in its first."""
    state = seen.state
    whole = {"image": state.name, "problems": _joined(state.problems)}
    cards = [
        {
            "image": state.name,
            "n": card.n,
            "card": card.reading.label or "",
            "confidence": round(float(card.reading.confidence), 3),
            "zone": card.zone or "",
            "stack": card.stack,
            "order": card.order,
            "reason": card.reading.reason,
        }
        for card in state.cards
    ]
    return [{**cards[0], **whole}, *cards[1:]] if cards else [whole]


def solved_rows(found: PhotoSolved) -> list[Row]:
    """Return the row of a photo with its best take."""
    answer = found.answer
    problems = [*found.state.problems, *found.missing, *map(str, answer.problems)]
    return [
        {
            "image": found.state.name,
            "centre": " ".join(map(str, answer.position.centre)),
            "hand": " ".join(map(str, answer.position.hand)),
            **_play(answer.solution.plays[0] if answer.solution.plays else None),
            "clears": _yes(answer.solution.plays[0].clears) if answer.solution.plays else "",
            "proven": _yes(answer.solution.proven),
            "complete": _yes(found.table.complete),
            "look_at": " ".join(map(str, found.table.look_at)),
            "problems": _joined(problems),
        }
    ]


def scored_rows(found: PhotoScored) -> list[Row]:
    """Return the row of a photo with the points of its take."""
    spread, arrangement = found.scored.spread, found.scored.arrangement
    return [
        {
            "image": found.state.name,
            "take": " ".join(map(str, spread.items)),
            **_play(arrangement.play),
            "cleared": "" if spread.cleared is None else _yes(spread.cleared),
            "not_judged": sum(item.points for item in arrangement.unjudged),
            "complete": _yes(not found.take.unknown),
            "look_at": " ".join(map(str, found.take.look_at)),
            "why": arrangement.why,
            "problems": _joined(found.problems),
        }
    ]


def error_row(name: str, error: str) -> Row:
    """Return the row of a photo that failed."""
    return {"image": name, "error": error.removeprefix(f"{name}: ")}


def _play(play: Play | None) -> dict[str, object]:
    if play is None:
        return {}
    sets = "; ".join(formula(group.way) for group in play.sets)
    return {"with": str(play.taker), "cards": play.cards, "points": play.points, "sets": sets}


def _joined(lines: Sequence[str]) -> str:
    return "; ".join(lines)


def _yes(value: bool) -> str:  # noqa: FBT001 - a value, no switch
    return "yes" if value else "no"
