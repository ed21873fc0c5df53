"""A puzzle in words: what lies there, how hard it is, and why."""

from numero_cam.catalogue import tr
from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.puzzles.hardness import WEIGHTS
from numero_cam.games.numero.rules import Kind
from numero_cam.games.numero.solve import Step
from numero_cam.text.plays import play_json, say_play
from numero_cam.text.words import count, operator_text, root_sign

MAX_REASONS = 3
MIN_HARD_STEPS = 3
"""Fewer calculations make nothing hard."""
_NUMBERS = ("no", "one", "two", "three", "four", "five")


def reasons(puzzle: Puzzle) -> tuple[str, ...]:
    """Return what makes a puzzle hard: what was weighed, the heaviest first, then what else sets it apart. The answer is not given away."""
    found = puzzle.hardness.counted
    said = {
        "gap": tr("a child's take is {amount} shorter", amount=count(found.gap, "card")),
        "sets": tr("it has {numbers} sets", numbers=_NUMBERS[min(found.sets + 1, 5)]),
        "steps": tr("it has {amount} ({signs})", amount=count(found.steps, "calculation"), signs=_signs(puzzle)),
        "fractions": tr("a fraction is needed"),
        "negative": tr("it goes below zero"),
        "large": tr("it goes through a large number"),
        "powers": tr("a power or a root is needed"),
    }
    counts = {name: getattr(found, name) for name in said} | {"steps": found.steps if found.steps >= MIN_HARD_STEPS else 0}
    weighed = sorted(((WEIGHTS[name] * number, name) for name, number in counts.items()), reverse=True)
    longest = max(len(one.cards) for one in puzzle.play.sets)
    others = {
        f"{puzzle.takers} cards of the hand can take": puzzle.takers > 1,
        f"one set holds {longest} cards": longest > 2,
        "only one take is the best": puzzle.best.count == 1,
    }
    every = [said[name] for weight, name in weighed if weight > 0] + [words for words, holds in others.items() if holds]
    return tuple(every[:MAX_REASONS])


def _signs(puzzle: Puzzle) -> str:
    """Return the signs of all calculations, each once, in the order in which they are needed: `+ × √`."""
    return " ".join(dict.fromkeys(_sign(step) for one in puzzle.play.sets for step in one.calculations))


def _sign(step: Step) -> str:
    if step.card is None:
        return "+"
    if step.card.kind is Kind.ROOT:
        return root_sign(step.card)
    return f"N{operator_text(step.card)}" if step.card.kind is Kind.POWER else operator_text(step.card).strip()[0]


def hardness_line(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, and why: `Hardness 64 of 100: a child's take is 3 cards shorter, a fraction is needed.`."""
    why = reasons(puzzle)
    return tr("Hardness {puzzle.hardness.percent} of 100{value}{list}.", puzzle=puzzle, value=": " if why else "", list=", ".join(why))


def answer_line(puzzle: Puzzle) -> str:
    """Return the best take in words, and how many others are as good."""
    others = puzzle.best.count - 1
    more = tr(" {amount} {value} as good.", amount=count(others, "other take"), value="is" if others == 1 else "are") if others else ""
    return f"{say_play(puzzle.play)}{more}"


def puzzle_json(puzzle: Puzzle) -> dict[str, object]:
    """Return the object that ``numero-cam puzzle make --json`` prints for a puzzle."""
    found = puzzle.hardness.counted
    return {
        "centre": [str(item) for item in puzzle.position.centre],
        "hand": [str(card) for card in puzzle.position.hand],
        "by": puzzle.by,
        "hardness": puzzle.hardness.percent,
        "because": list(reasons(puzzle)),
        "counted": {name: getattr(found, name) for name in WEIGHTS},
        "best": play_json(puzzle.play, say_play(puzzle.play)),
        "best_takes": puzzle.best.count,
        "child_cards": puzzle.child.cards if puzzle.child else 0,
    }
