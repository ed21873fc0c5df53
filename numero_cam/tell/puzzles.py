"""A puzzle in words: what lies there, how hard it is, and why."""

from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.puzzles.hardness import WEIGHTS, Counted
from numero_cam.tell.takes_json import play_json
from numero_cam.tell.wording import say_play
from numero_cam.tell.words import count

MOST_REASONS = 3
MANY_STEPS = 3
"""Fewer calculations make nothing hard."""
_NUMBERS = ("no", "one", "two", "three", "four", "five")


def reasons(found: Counted) -> tuple[str, ...]:
    """Return what makes a puzzle hard, what weighs most first; nothing for an easy one."""
    said = {
        "gap": f"a child's take is {count(found.gap, 'card')} shorter",
        "sets": f"it has {_NUMBERS[min(found.sets + 1, 5)]} sets",
        "steps": f"it has {count(found.steps, 'calculation')}",
        "fractions": "a fraction is needed",
        "negative": "it goes below zero",
        "large": "it goes through a large number",
        "powers": "a power or a root is needed",
    }
    counts = {name: getattr(found, name) for name in said} | {"steps": found.steps if found.steps >= MANY_STEPS else 0}
    weighed = sorted(((WEIGHTS[name] * number, name) for name, number in counts.items()), reverse=True)
    return tuple(said[name] for weight, name in weighed if weight > 0)[:MOST_REASONS]


def hardness_line(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, and why: `Hardness 64 of 100: a child's take is 3 cards shorter, a fraction is needed`."""
    why = reasons(puzzle.hardness.counted)
    return f"Hardness {puzzle.hardness.percent} of 100{': ' if why else ''}{', '.join(why)}."


def answer_line(puzzle: Puzzle) -> str:
    """Return the best take in words, and how many others are as good."""
    others = puzzle.best.count - 1
    more = f" {count(others, 'other take')} {'is' if others == 1 else 'are'} as good." if others else ""
    return f"{say_play(puzzle.play)}{more}"


def puzzle_json(puzzle: Puzzle) -> dict[str, object]:
    """Return the object that ``numero-cam puzzle make --json`` prints for a puzzle."""
    found = puzzle.hardness.counted
    return {
        "centre": [str(item) for item in puzzle.position.centre],
        "hand": [str(card) for card in puzzle.position.hand],
        "by": puzzle.by,
        "hardness": puzzle.hardness.percent,
        "because": list(reasons(found)),
        "counted": {name: getattr(found, name) for name in WEIGHTS},
        "best": play_json(puzzle.play, say_play(puzzle.play)),
        "best_takes": puzzle.best.count,
        "child_cards": puzzle.child.cards if puzzle.child else 0,
    }
