"""A solution as the contract's JSON object."""

from collections.abc import Callable

from numero_cam.games.numero.rules import Position, Problem
from numero_cam.games.numero.solve.records import CardSet, Play, Settings, Solution
from numero_cam.tell.signs import formula, step_text


def solution_json(
    position: Position,
    settings: Settings,
    solution: Solution,
    *,
    milliseconds: float,
    say: Callable[[Play], str],
    problems: tuple[Problem, ...] | None = None,
) -> dict[str, object]:
    """Return the object that `numero-cam solve --json` prints.

    Args:
        position: What was solved.
        settings: What was asked for.
        solution: The answer.
        milliseconds: Time of the search.
        say: Gives the words for a play.
        problems: What cannot be in a real game; by default the position's problems for one pack.
    """
    named = position.problems() if problems is None else problems
    return {
        "centre": [str(item) for item in position.centre],
        "hand": [str(card) for card in position.hand],
        "by": settings.by,
        "scoring": settings.scoring,
        "values": settings.values,
        "proven": solution.proven,
        **({} if solution.stopped_by is None else {"stopped_by": solution.stopped_by}),
        "problems": [problem.text for problem in named],
        "milliseconds": {"solve": round(milliseconds, 3)},
        "plays": [play_json(play, say(play)) for play in solution.plays],
    }


def play_json(play: Play, say: str) -> dict[str, object]:
    """Return one play of that object, with the words for it."""
    return {
        "kind": "take",
        "with": str(play.taker),
        "cards": play.cards,
        "points": play.points,
        "clears": play.clears,
        "groups": [_group_json(group) for group in play.sets],
        "breakdown": [{"item": item.item, "for": item.reason, "points": item.points} for item in play.breakdown],
        "say": say,
    }


def _group_json(group: CardSet) -> dict[str, object]:
    return {
        "cards": [str(card) for card in group.cards],
        "text": formula(group.way),
        "steps": [step_text(step) for step in group.calculations],
        "taker": group.taker,
    }
