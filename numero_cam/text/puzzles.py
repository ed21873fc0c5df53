"""A puzzle in words and as JSON: its hardness with reasons, and its answer."""

from collections.abc import Sequence

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.puzzles import Puzzle
from numero_cam.games.numero.puzzles.hardness import WEIGHTS
from numero_cam.games.numero.rules import Kind
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.games.numero.solve import Step
from numero_cam.text.plays import play_json, say_play
from numero_cam.text.words import count, operator_text, root_sign

MAX_REASONS = 3  #: Maximum number of reasons of a hardness.
MIN_HARD_STEPS = 3  #: Fewer calculations make nothing hard.
#: By number of sets, 5 for more: the reason. A hardness counts the sets after the first.
_SETS = {2: tr("it has two sets"), 3: tr("it has three sets"), 4: tr("it has four sets"), 5: tr("it has five sets")}


def hardness_reasons(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the reasons of a puzzle's hardness: its factors, the heaviest first, then other properties."""
    found = puzzle.hardness.counted
    said = {
        "gap": tr("a child's take is {cards} shorter", cards=count(found.gap, "card")),
        "sets": _SETS.get(min(found.sets + 1, 5), ""),
        "steps": tr(
            "it has {calculations} ({signs})",
            calculations=count(found.steps, "calculation"),
            signs=signs_of([step for one in puzzle.play.sets for step in one.calculations]),
        ),
        "fractions": tr("a fraction is needed"),
        "negative": tr("it goes below zero"),
        "large": tr("it goes through a large number"),
        "powers": tr("a power or a root is needed"),
    }
    counts = {name: getattr(found, name) for name in said} | {"steps": found.steps if found.steps >= MIN_HARD_STEPS else 0}
    weighed = sorted(((WEIGHTS[name] * number, name) for name, number in counts.items()), reverse=True)
    longest = max(len(one.cards) for one in puzzle.play.sets)
    others = {
        tr("{puzzle.takers} cards of the hand can take", puzzle=puzzle): puzzle.takers > 1,
        tr("one set holds {longest} cards", longest=longest): longest > 2,
        tr("only one take is the best"): puzzle.best.count == 1,
    }
    every = [said[name] for weight, name in weighed if weight > 0] + [words for words, holds in others.items() if holds]
    return tuple(every[:MAX_REASONS])


def goal_line(kind: PuzzleKind, by: By, taker: str = "") -> str:
    """Return what a pupil is to do, in one short sentence; `taker` is the number of the card that takes everything, for ``MISSING``."""
    match kind:
        case PuzzleKind.BEST:
            return tr("Take the most cards.") if by == "cards" else tr("Take the most points.")
        case PuzzleKind.TWO_SETS:
            return tr("Take two sets or more.")
        case PuzzleKind.FRACTION:
            return tr("Take with a fraction.")
        case PuzzleKind.TAKES_ALL:
            return tr("Which cards take everything?")
        case PuzzleKind.MISSING:
            return tr("{taker} takes everything: what is ?", taker=taker)


def signs_of(steps: Sequence[Step]) -> str:
    """Return the signs of calculations, each once, in the order in which they are needed: `+ × √`."""
    return " ".join(dict.fromkeys(map(_sign, steps)))


def _sign(step: Step) -> str:
    """Return the sign of a calculation."""
    if step.card is None:
        return "+"
    if step.card.kind is Kind.ROOT:
        return root_sign(step.card)
    return f"N{operator_text(step.card)}" if step.card.kind is Kind.POWER else operator_text(step.card).strip()[0]


def task_line(goal: str) -> str:
    """Return what stands above a puzzle that is shown to learners: its goal, see `goal_line`, and what holds for every puzzle."""
    return tr("{goal} Every card is used once.", goal=goal)


def hardness_line(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, for whoever is to solve it: the reasons would give half of the answer away."""
    return tr("Hardness {percent} of 100.", percent=puzzle.hardness.percent)


def explained_hardness_line(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is and why, for teachers and after the answer: `Hardness 64 of 100: a fraction is needed.`."""
    why = hardness_reasons(puzzle)
    if not why:
        return hardness_line(puzzle)
    return tr("Hardness {percent} of 100: {why}.", percent=puzzle.hardness.percent, why=", ".join(why))


def answer_line(puzzle: Puzzle) -> str:
    """Return the best take in words, and how many others are as good."""
    take, others = say_play(puzzle.play), puzzle.best.count - 1
    return ngettext("{take} {n} other take is as good.", "{take} {n} other takes are as good.", others, take=take) if others else take


def puzzle_json(puzzle: Puzzle) -> dict[str, object]:
    """Return the object that ``numero-cam puzzle make --json`` prints for a puzzle."""
    found = puzzle.hardness.counted
    return {
        "centre": [str(item) for item in puzzle.position.centre],
        "hand": [str(card) for card in puzzle.position.hand],
        "by": puzzle.by,
        "hardness": puzzle.hardness.percent,
        "because": list(hardness_reasons(puzzle)),
        "counted": {name: getattr(found, name) for name in WEIGHTS},
        "best": play_json(puzzle.play, say_play(puzzle.play)),
        "best_takes": puzzle.best.count,
        "child_cards": puzzle.child.cards if puzzle.child else 0,
    }
