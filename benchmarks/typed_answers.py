"""How many typed answers are judged right: takes of the solver in many styles, and the same with a fault put in at a known place.

    python benchmarks/typed_answers.py [--answers 300] [--seed 1]

Half of the answers are right. The truth comes from how an answer was made and from plain arithmetic, not from the judge: a right one is a
play of the solver written out in ten styles, a wrong one the same with a card used twice, a number card taken away, a wrong result behind
an equals sign, an operation without a card, or its brackets left out. A third of the puzzles ask for the best take, a third for a take of
all cards, a third have a number card of one's choice. Writes benchmarks/results/typed_answers.json.
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, pairwise

from machine import about, rows_text, write_result

from numero_cam.games.numero.judge import Fault, TypedError, judge, parse_answer
from numero_cam.games.numero.rules import PACK, Card, Kind, Position, act
from numero_cam.games.numero.rules.cards import NUMBER_CARDS
from numero_cam.games.numero.solve import Play, Settings, solve
from numero_cam.games.numero.solve.expression import ExpressionSign, Number
from numero_cam.games.numero.solve.expression import expression_parts as parts_of
from numero_cam.text.words import formula, step_text

ANY = Settings(values="any")


@dataclass(frozen=True)
class Puzzle:
    """What was asked."""

    kind: str  #: ``best``, ``all`` or ``?``.
    position: Position  #: The cards that lie there.
    play: Play  #: A take of them.

    @property
    def takers(self) -> frozenset[Fraction]:
        """Values of the cards that may take."""
        cards = self.position.hand if self.kind == "best" else NUMBER_CARDS
        return frozenset(card.value for card in cards if card.is_number)


def chained(play: Play) -> str | None:
    """Write a play as pupils do who go on behind the equals sign: `15 + 13 = 28 × 3/4 = 21`; `None` where it does not go on so."""
    texts = []
    for group in play.sets:
        steps = list(map(step_text, group.calculations))
        if not steps:
            return None
        text = steps[0]
        for before, after in pairwise(steps):
            result = before.rpartition("= ")[2]
            if not after.startswith(f"{result} "):
                return None
            text += after.removeprefix(result)
        texts.append(text)
    return "; ".join(texts)


def expression_parts(play: Play, style: int) -> str:
    """Write a play out in one of ten styles."""
    language = ("fractions", "percent", "decimal")[style - 6] if 6 <= style <= 8 else "fractions"
    sets = [formula(group.way, language) for group in play.sets]  # type: ignore[arg-type]
    plain = "; ".join(sets)
    texts = {
        0: chained(play) or plain,
        1: "\n".join(sets),
        2: plain.replace("−", "-").replace("×", "*").replace("÷", "/").replace(" ", ""),
        3: plain.replace("×", "times").replace("÷", "divided by").replace("−", "minus").replace("+", "plus"),
        4: "; ".join(f"{text} = {play.taker.value}" for text in sets),
        5: f"{play.taker.value}: {plain}",
        9: "; ".join("; ".join(map(step_text, group.calculations)) or text for group, text in zip(play.sets, sets, strict=True)),
    }
    return texts.get(style, plain)


def without_brackets(play: Play) -> tuple[str, Fraction] | None:
    """Leave the brackets of `(8 + 4) × 3` out: the text, and what it makes then; `None` where there are none, or other cards act."""
    parts = tuple(parts_of(play.sets[0].way))
    marks = [part.value for part in parts if isinstance(part, ExpressionSign) and part.value.strip() in ("(", ")")]
    wilds = [part for part in parts if isinstance(part, Card)]
    if marks != ["(", ")"] or len(wilds) != 1 or wilds[0].kind not in (Kind.MULTIPLY, Kind.DIVIDE, Kind.FRACTION):
        return None
    numbers = [part.value for part in parts if isinstance(part, Number)]
    closing = next(place for place, part in enumerate(parts) if isinstance(part, ExpressionSign) and part.value.strip() == ")")
    last = next(part.value for part in reversed(parts[:closing]) if isinstance(part, Number))
    acted = act(wilds[0], last)
    if acted is None:
        return None
    text = formula(play.sets[0].way).replace("(", "").replace(")", "")
    return text, sum(numbers, Fraction(0)) - last + acted


def spoiled(puzzle: Puzzle, kind: int) -> tuple[str, set[Fault], Fraction | None] | None:
    """Put a fault in: the text, what may be said of it, and the number that it is about; `None` where this play has no place for it."""
    play, position = puzzle.play, puzzle.position
    if len(play.sets) != 1 or not play.sets[0].calculations:
        return None
    text = formula(play.sets[0].way)
    numbers = [item.value for item in position.centre if isinstance(item, Card) and item.is_number]
    used = [card.value for card in play.sets[0].cards if isinstance(card, Card) and card.is_number]
    once = [value for value in used if numbers.count(value) == 1]
    wilds = {card.value for card in (*position.centre, *position.hand) if isinstance(card, Card) and card.kind is Kind.SUBTRACT}
    if kind == 0 and once:
        return f"({text}) + {once[0]}", {Fault.CARD_TWICE}, once[0]
    free = [value for value in numbers if value not in used and value not in wilds]
    if kind == 1 and free:
        return f"({text}) − {free[0]}", {Fault.NUMBERS_ONLY_ADDED}, None
    if kind == 2:
        result = play.taker.value
        return f"{text} = {result + 1}", {Fault.WRONG_RESULT}, result
    by = next((n for n in (7, 9, 11) if n not in numbers), None)
    if kind == 3 and by:
        return f"({text}) × {by}", {Fault.NO_WILD}, None
    bare = without_brackets(play) if kind == 4 else None
    return (bare[0], {Fault.NO_TAKER}, bare[1]) if bare and bare[1] not in puzzle.takers else None


FAULTS = ("a card twice", "a number card taken away", "a wrong result", "no card for it", "brackets left out")


def puzzles(seed: int) -> Iterator[Puzzle]:
    """Give puzzles of the three kinds with a take, in turns."""
    rng = random.Random(seed)  # noqa: S311 - deals that can be drawn again
    for number in count():
        kind, play = ("best", "all", "?")[number % 3], None
        while play is None or (kind == "all" and len(play.sets) > 1):
            drawn = rng.sample(PACK, rng.randint(7, 11))
            position = Position(tuple(drawn[5:]), tuple(drawn[:5]))
            play = next(iter(solve(position, ANY).plays), None)
        if kind == "all":
            cards = play.sets[0].cards
            own = [card for card in cards if isinstance(card, Card) and card.is_wild]
            position = Position(tuple(card for card in cards if card not in own), tuple(own))
        elif kind == "?":
            position = Position(position.centre, tuple(card for card in position.hand if card != play.taker))
        yield Puzzle(kind, position, play)


def main() -> None:
    """Judge the answers and write the counts."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])  # type: ignore[union-attr]
    parser.add_argument("--answers", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    half, right = asked.answers // 2, 0
    for number, puzzle in zip(range(half), puzzles(asked.seed), strict=False):
        text = expression_parts(puzzle.play, number // 3 % 10)
        found = fault_of(text, puzzle)
        right += found is None
        if found is not None:
            print("refused:", text, puzzle, found)
    refused, step = [0] * len(FAULTS), [0] * len(FAULTS)
    each = half // len(FAULTS)
    for kind, name in enumerate(FAULTS):
        made = ((puzzle, what) for puzzle in puzzles(asked.seed + 1 + kind) if (what := spoiled(puzzle, kind)) is not None)
        for _, (puzzle, (text, faults, number)) in zip(range(each), made, strict=False):
            found = fault_of(text, puzzle)
            hit = found is not None and found[0] in faults and (number is None or found[1] == number)
            refused[kind] += found is not None
            step[kind] += hit
            if not hit:
                print(f"{name}:", text, puzzle.kind, *puzzle.position.centre, "|", *puzzle.position.hand, "->", found)
    result = {
        **about(),
        "seed": asked.seed,
        "right": [right, half],
        "wrong": [sum(refused), each * len(FAULTS)],
        "first_wrong_step": [sum(step), each * len(FAULTS)],
        "first_wrong_step_of": {name: [step[kind], each] for kind, name in enumerate(FAULTS)},
    }
    write_result("typed_answers", result)
    print(rows_text(result))


def fault_of(text: str, puzzle: Puzzle) -> tuple[Fault | None, Fraction] | None:
    """Return what is wrong and with which number; `None` where the answer is a take."""
    try:
        typed = parse_answer(text, puzzle.takers)
        wrong = judge(typed, puzzle.position, ANY, all_cards=puzzle.kind == "all", any_number=puzzle.kind == "?").wrong
    except TypedError:
        return None, Fraction(0)
    return None if wrong is None else (wrong.fault, wrong.left)


if __name__ == "__main__":
    main()
