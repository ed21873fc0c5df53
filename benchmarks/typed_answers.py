"""How many typed answers are judged right: takes of the solver in many styles, and the same with a fault put in at a known place.

    python benchmarks/typed_answers.py [--answers 300] [--seed 1]

Half of the answers are right. The truth comes from how an answer was made, not from the judge: a right one is a play of the solver
written out, a wrong one the same with a card used twice, a number card taken away, a wrong result behind an equals sign, or an
operation without a card. Writes benchmarks/results/typed_answers.json.
"""

import argparse
import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from machine import about

from numero_cam.games.numero.judge import Fault, TypedError, judge, parse_answer
from numero_cam.games.numero.rules import PACK, Card, Kind, Position
from numero_cam.games.numero.solve import Play, Settings, solve
from numero_cam.tell.signs import formula, step_text

RESULT = Path(__file__).parent / "results" / "typed_answers.json"
ANY = Settings(values="any")


def written(play: Play, style: int) -> str:
    """Write a play out in one of ten styles."""
    language = ("fractions", "percent", "decimal")[style - 6] if 6 <= style <= 8 else "fractions"
    sets = [formula(group.way, language) for group in play.sets]  # type: ignore[arg-type]
    texts = {
        1: "\n".join(sets),
        2: "; ".join(sets).replace("−", "-").replace("×", "*").replace("÷", "/").replace(" ", ""),
        3: "; ".join(sets).replace("×", "times").replace("÷", "divided by").replace("−", "minus").replace("+", "plus"),
        4: "; ".join(f"{text} = {play.taker.value}" for text in sets),
        5: f"{play.taker.value}: {'; '.join(sets)}",
        9: "; ".join("; ".join(map(step_text, group.calculations)) or text for group, text in zip(play.sets, sets, strict=True)),
    }
    return texts.get(style, "; ".join(sets))


def spoiled(play: Play, position: Position, kind: int) -> tuple[str, set[Fault], Fraction | None] | None:
    """Put a fault in: the text, what may be said of it, and the number that it is about; `None` where this play has no place for it."""
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
    return None


def deals(seed: int) -> Iterator[tuple[Position, Play]]:
    """Give positions with their best take."""
    rng = random.Random(seed)  # noqa: S311 - deals that can be drawn again
    while True:
        drawn = rng.sample(PACK, rng.randint(7, 11))
        position = Position(tuple(drawn[5:]), tuple(drawn[:5]))
        if plays := solve(position, ANY).plays:
            yield position, plays[0]


def main() -> None:
    """Judge the answers and write the counts."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])  # type: ignore[union-attr]
    parser.add_argument("--answers", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    half, right, refused, step, done = asked.answers // 2, 0, 0, 0, 0
    for number, (position, play) in zip(range(half), deals(asked.seed), strict=False):
        right += fault_of(written(play, number % 10), position) is None
    for position, play in deals(asked.seed + 1):
        if done == half:
            break
        if (made := spoiled(play, position, done % 4)) is None:
            continue
        done += 1
        text, faults, number = made
        found = fault_of(text, position)
        refused += found is not None
        step += found is not None and found[0] in faults and (number is None or found[1] == number)
    result = {**about(), "seed": asked.seed, "right": [right, half], "wrong": [refused, half], "first_wrong_step": [step, half]}
    RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


def fault_of(text: str, position: Position) -> tuple[Fault | None, Fraction] | None:
    """Return what is wrong and with which number; `None` where the answer is a take."""
    takers = frozenset(card.value for card in position.hand if card.is_number)
    try:
        wrong = judge(parse_answer(text, takers), position, ANY).wrong
    except TypedError:
        return None, Fraction(0)
    return None if wrong is None else (wrong.fault, wrong.left)


if __name__ == "__main__":
    main()
