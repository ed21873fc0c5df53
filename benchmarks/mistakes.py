"""Strips that name the pupil's own mistake, and what a right take missed: ``python benchmarks/mistakes.py`` (some minutes).

300 mistakes are drawn as children make them, each of one kind, on puzzles of all weeks of the course; a draw that is a take after all is
drawn again. *Named*: the strip says this kind, alone or as one of two between which the slip does not tell. *Other*: it says others
that explain the same marks as well.
*False*: it says something that is not so; each sum in a sentence, and each kind that is told, is calculated again by trying all orders.
*Given away*: a sentence has the taking card of a best take that the pupil did not have.

300 right takes that are not the best are drawn besides. *Place named*: the strip says rightly whether the pupil's own card takes one more
set, takes more otherwise, or only another card does. *False*: any part of the sentence is not so; all sets that the cards make are found
again by the tests' slow twin of the solver.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

from machine import about

from numero_cam.base.outputs import write_atomically
from numero_cam.classroom.hints import hint_line
from numero_cam.classroom.mistakes import Mistake, choice_mistakes, mistake_of, set_mistakes
from numero_cam.classroom.results import AnswerState, PupilRow
from numero_cam.classroom.slips import NoTake, SlipMarks, SlipPuzzle, judge_marks
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.rules import Card, Kind, act
from numero_cam.games.numero.rules.choices import PuzzleKind
from numero_cam.games.numero.solve import Play, solve
from numero_cam.marking.slip_layout import SET_ROWS
from tests.oracle import Twin, subsets

RESULT = Path(__file__).parent / "results" / "mistakes.json"
MISTAKES = 300
LEVELS = tuple(f"{course}:{week}" for course in ("silver", "gold") for week in range(1, 41, 2))
MAX_DRAWS = 400  #: Draws of a kind on a puzzle before another puzzle is taken.
Kinds = Mistake | NoTake
Drawn = tuple[SlipPuzzle, SlipMarks, Kinds]


@cache
def puzzle_of(level: str) -> SlipPuzzle:
    """The puzzle of a level."""
    return week_puzzle(level, "a child's mistakes", "cards")


@cache
def takes_of(puzzle: SlipPuzzle) -> tuple[Play, ...]:
    """Takes that pupils find."""
    return tuple(play for play in solve(puzzle.position, puzzle.settings, top=6).plays if len(play.sets) <= SET_ROWS)


def rows(*sets: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """The sets as rows of a slip."""
    return tuple(tuple(one) for one in sets) + ((),) * (SET_ROWS - len(sets))


def numbers_made(cards: Sequence[Card], used: Callable[[Card, Fraction], Fraction | None] = act) -> set[Fraction]:
    """All that cards make as one set, by trying all orders: parts are added, a wild card acts on what is there so far."""
    found, seen = set[Fraction](), set[tuple[object, ...]]()

    def step(values: tuple[Fraction, ...], wilds: tuple[Card, ...]) -> None:
        key = tuple(sorted(values)), tuple(sorted(map(str, wilds)))
        if key in seen:
            return
        seen.add(key)
        if len(values) == 1 and not wilds:
            found.add(values[0])
        for one, other in combinations(range(len(values)), 2):
            rest = tuple(value for at, value in enumerate(values) if at not in (one, other))
            step((*rest, values[one] + values[other]), wilds)
        for at, wild in ((at, wild) for at in range(len(values)) for wild in range(len(wilds))):
            made = used(wilds[wild], values[at])
            if made is not None and made.denominator == 1:
                step((*values[:at], made, *values[at + 1 :]), (*wilds[:wild], *wilds[wild + 1 :]))

    numbers = tuple(Fraction(card.value) for card in cards if card.is_number)
    if numbers:
        step(numbers, tuple(card for card in cards if card.is_wild))
    return found


def as_a_child_may(wild: Card, value: Fraction) -> Fraction | None:
    """What a child makes of a wild card that it takes for another one."""
    match wild.kind:
        case Kind.SUBTRACT | Kind.MULTIPLY:
            return value + wild.value
        case Kind.DIVIDE:
            return value - wild.value
        case Kind.FRACTION:
            return value / wild.value.denominator if wild.value.numerator != 1 else None
        case Kind.POWER:
            return value * wild.value
        case _:
            return value / wild.value


def misread(cards: Sequence[Card]) -> set[Fraction]:
    """All that cards make where one wild card is taken for another one."""
    found = set[Fraction]()
    for wild in (card for card in cards if card.is_wild):
        found |= numbers_made(cards, lambda one, value, wild=wild: (as_a_child_may if one == wild else act)(one, value))
    return found


def of_a_take(rng: random.Random, puzzle: SlipPuzzle, kind: Kinds) -> SlipMarks | None:  # noqa: C901, PLR0911, PLR0912 - a case for each kind
    """Marks with a mistake of a kind, of a puzzle that asks for a take; None where this draw has none."""
    play = rng.choice(takes_of(puzzle))
    sets = [[item for item in one.cards if isinstance(item, Card)] for one in play.sets]
    taker, one = play.taker, rng.choice(sets)
    used = {card for cards in sets for card in cards}
    spare = [card for card in (*puzzle.centre, *puzzle.wilds) if card and card not in used]
    centre = [card for card in puzzle.centre if card and card.is_number]
    few = rng.sample(centre, min(len(centre), rng.choice((2, 2, 3))))
    some = rng.choice(puzzle.takers)
    mixed = [*rng.sample(centre, min(len(centre), rng.choice((1, 2, 2)))), *rng.sample(puzzle.wilds, min(1, len(puzzle.wilds)))]
    match kind:
        case NoTake.NOTHING:
            return SlipMarks((), rows())
        case NoTake.NO_TAKER:
            return SlipMarks((), rows(*sets))
        case NoTake.TAKERS:
            others = [card for card in puzzle.takers if card != taker]
            return SlipMarks((taker, rng.choice(others)), rows(*sets)) if others else None
        case NoTake.NO_CARD:
            return SlipMarks((taker,), rows())
        case NoTake.TWICE:
            return SlipMarks((taker,), rows(*sets, [one[0]])) if len(sets) < SET_ROWS else None
        case NoTake.ONLY_WILDS:
            wilds = [card for card in puzzle.wilds if card not in used]
            return SlipMarks((taker,), rows(*sets, wilds[:1])) if wilds and len(sets) < SET_ROWS else None
        case Mistake.ONE_SET_PARTED:
            cut = rng.randint(1, max(1, len(one) - 1))
            return SlipMarks((taker,), rows(one[:cut], one[cut:])) if len(one) > 1 else None
        case Mistake.SETS_JOINED:
            return SlipMarks((taker,), rows([card for cards in sets for card in cards])) if len(sets) > 1 else None
        case Mistake.OTHER_TAKER:
            return SlipMarks((some,), rows(*sets)) if some != taker else None
        case Mistake.TAKEN_AWAY:
            return (
                SlipMarks((some,), rows(few))
                if 2 * max(card.value for card in few) - sum(card.value for card in few) == some.value
                else None
            )
        case Mistake.MULTIPLIED:
            return SlipMarks((some,), rows(few)) if few[0].value * few[1].value == some.value and len(few) == 2 else None
        case Mistake.WILD_MISREAD:
            return SlipMarks((some,), rows(mixed)) if puzzle.wilds and some.value in misread(mixed) else None
        case Mistake.WILD_MISSING | Mistake.CARD_MISSING:
            fitting = [card for card in one if card.is_wild == (kind is Mistake.WILD_MISSING)]
            gone = rng.choice(fitting) if len(one) > 1 and fitting else None
            return SlipMarks((taker,), rows([card for card in one if card != gone])) if gone else None
        case Mistake.WILD_TOO_MANY | Mistake.CARD_TOO_MANY:
            fitting = [card for card in spare if card.is_wild == (kind is Mistake.WILD_TOO_MANY)]
            return SlipMarks((taker,), rows([*one, rng.choice(fitting)])) if fitting else None
        case Mistake.COUNTED:
            beside = abs(sum(card.value for card in few) - some.value) in (1, 10)
            return SlipMarks((some,), rows(few)) if beside else None
        case _:
            return None


def of_a_choice(rng: random.Random, puzzle: SlipPuzzle, kind: Kinds) -> SlipMarks | None:
    """The same of a puzzle that asks for cards of the hand."""
    if kind is NoTake.NOTHING:
        return SlipMarks((), rows())
    if kind is NoTake.CHOSEN:
        return SlipMarks(tuple(rng.sample(puzzle.takers, 2)), rows()) if puzzle.kind is PuzzleKind.MISSING else None
    wrong = [card for card in puzzle.takers if card not in puzzle.answers]
    chosen = rng.choice(wrong)
    cards = [card or chosen for card in puzzle.centre]
    needed = puzzle.taker or int(chosen.value)
    gone = rng.randrange(len(cards))
    fewer = numbers_made([*cards[:gone], *cards[gone + 1 :]])
    numbers = [card.value for card in cards]
    fits = {
        Mistake.WILD_MISSING: cards[gone].is_wild and needed in fewer,
        Mistake.CARD_MISSING: cards[gone].is_number and needed in fewer,
        Mistake.WILD_MISREAD: needed in misread(cards),
        Mistake.COUNTED: any(abs(made - needed) in (1, 10) for made in numbers_made(cards)),
        Mistake.TAKEN_AWAY: all(card.is_number for card in cards) and 2 * max(numbers) - sum(numbers) == needed,
    }
    return SlipMarks((chosen,), rows()) if fits.get(kind) else None  # type: ignore[call-overload]


KINDS: tuple[Kinds, ...] = (
    *Mistake,
    *(kind for kind in NoTake if kind not in (NoTake.OTHER_NUMBER, NoTake.WRONG_CARD, NoTake.ARITHMETIC)),
)


def drawn(rng: random.Random, number: int) -> Iterator[Drawn]:
    """Yield mistakes, the kinds in turn."""
    made = 0
    while made < number:
        kind = KINDS[made % len(KINDS)]
        puzzle = puzzle_of(rng.choice(LEVELS))
        draw = of_a_take if puzzle.kind.asks_for_take else of_a_choice
        for _ in range(MAX_DRAWS):
            marks = draw(rng, puzzle, kind)
            if marks is not None and judge_marks(puzzle, marks).wrong:
                yield puzzle, marks, kind
                made += 1
                break


def told_kinds(puzzle: SlipPuzzle, marks: SlipMarks, wrong: NoTake) -> tuple[Kinds, ...]:
    """The kinds that the strip says: one, or two between which the slip does not tell."""
    if wrong is NoTake.WRONG_CARD:
        return choice_mistakes(puzzle, next(card for card in marks.takers if card not in puzzle.answers))
    if wrong is NoTake.OTHER_NUMBER:
        return set_mistakes(puzzle, marks)
    parted = wrong is NoTake.ONLY_WILDS and Mistake.ONE_SET_PARTED in set_mistakes(puzzle, marks)
    return (Mistake.ONE_SET_PARTED if parted else wrong,)


SUM = re.compile(r"((?:\d+ \+ )+\d+) is (not )?(\d+)")
MAKES = re.compile(r"make ([\d, or]+); you need (\d+)")


def falsehood(puzzle: SlipPuzzle, marks: SlipMarks, said: str, kinds: Sequence[Kinds]) -> str:
    """What is not so in a sentence; empty where everything is."""
    for terms, negated, made in SUM.findall(said):
        if (sum(map(int, terms.split(" + "))) == int(made)) == bool(negated):
            return f"{terms} is {negated}{made}"
    told = [kind for kind in kinds if isinstance(kind, Mistake)]
    if not told:
        return ""
    if puzzle.kind.asks_for_take:
        needed, row = int(marks.takers[0].value), next(row for row in marks.sets if row and marks.takers[0].value not in numbers_made(row))
    else:
        chosen = next(card for card in marks.takers if card not in puzzle.answers)
        needed, row = puzzle.taker or int(chosen.value), tuple(card or chosen for card in puzzle.centre)
    made = {int(one) for one in numbers_made(row) if one.denominator == 1}
    for listed, _ in MAKES.findall(said):
        if set(map(int, re.findall(r"\d+", listed))) != {one for one in made if 1 <= one <= 15}:
            return f"{row} make {listed}"
    wrong = [kind for kind in told if not _is_so(puzzle, marks, row, needed, kind)]
    return f"{wrong} of {row} for {needed}" if wrong else ""


def _is_so(  # noqa: C901, PLR0911 - a case for each kind
    puzzle: SlipPuzzle, marks: SlipMarks, row: Sequence[Card], needed: int, kind: Mistake
) -> bool:
    """Whether a kind explains the marks, by trying all orders."""
    union = [card for one in marks.sets for card in one]
    spare = [card for card in (*puzzle.centre, *puzzle.wilds) if card and card not in union] if puzzle.kind.asks_for_take else []
    numbers = [card.value for card in row]
    fewer = [(card, numbers_made([*row[:at], *row[at + 1 :]])) for at, card in enumerate(row)]
    more = [(card, numbers_made([*row, card])) for card in spare]
    by_all = not puzzle.kind.asks_for_take
    match kind:
        case Mistake.ONE_SET_PARTED:
            return needed in numbers_made(union)
        case Mistake.SETS_JOINED:
            return any(needed in numbers_made(part) for size in range(1, len(row)) for part in combinations(row, size))
        case Mistake.OTHER_TAKER:
            sets = [numbers_made(one) for one in marks.sets if one]
            return any(all(card.value in one for one in sets) for card in puzzle.takers if card.value != needed)
        case Mistake.TAKEN_AWAY:
            return any(first - sum(rest) == needed for first, *rest in permutations(numbers))
        case Mistake.MULTIPLIED:
            result = 1
            for value in numbers:
                result *= int(value)
            return result == needed
        case Mistake.WILD_MISREAD:
            return needed in misread(row)
        case Mistake.WILD_MISSING | Mistake.CARD_MISSING:
            is_wild = kind is Mistake.WILD_MISSING
            return any(card.is_wild == is_wild and needed in found for card, found in (fewer if by_all else more))
        case Mistake.WILD_TOO_MANY | Mistake.CARD_TOO_MANY:
            return any(card.is_wild == (kind is Mistake.WILD_TOO_MANY) and needed in found for card, found in fewer)
        case Mistake.COUNTED:
            return any(abs(one - needed) in (1, 10) for one in numbers_made(row))
        case _:
            return True


def given_away(puzzle: SlipPuzzle, marks: SlipMarks, said: str) -> bool:
    """Whether a sentence has the taking card of a best take, or the right card, that the pupil did not have."""
    if puzzle.kind is PuzzleKind.MISSING:  # what its cards make may be the number of the covered card by chance
        return False
    for card in puzzle.takers if puzzle.kind.asks_for_take else puzzle.answers:
        other = replace(marks, takers=(card,))
        if card not in marks.takers and judge_marks(puzzle, other).is_best and re.search(rf"\b(is|make|or|,) {card.value}\b", said):
            return True
    return False


Places = frozenset[int]  # of cards among those of the middle and the wild cards of the hand


@cache
def cards_of(puzzle: SlipPuzzle) -> tuple[Card, ...]:
    """The cards that sets may have: those of the middle and the wild ones of the hand."""
    return tuple(card for card in (*puzzle.centre, *puzzle.wilds) if card)


@cache
def sets_by_number(puzzle: SlipPuzzle) -> dict[int, tuple[Places, ...]]:
    """All sets that each card of the hand takes, by its number, the smallest first."""
    twin = Twin(cards_of(puzzle), puzzle.settings.values, negative=puzzle.settings.negative)
    made = [(places, twin.values(places)) for places in subsets(range(len(cards_of(puzzle))))]
    return {int(taker.value): tuple(places for places, values in made if taker.value in values) for taker in puzzle.takers}


@cache
def most(puzzle: SlipPuzzle, number: int, free: Places) -> int:
    """The most cards of sets that make a number, each card used once."""
    fitting = (one for one in sets_by_number(puzzle)[number] if one <= free)
    return max((len(one) + most(puzzle, number, free - one) for one in fitting), default=0)


def right_takes(rng: random.Random, number: int) -> Iterator[tuple[SlipPuzzle, SlipMarks]]:
    """Yield right takes that are not the best, of small sets rather than of large ones."""
    made = 0
    while made < number:
        puzzle = puzzle_of(rng.choice(LEVELS))
        if not puzzle.kind.asks_for_take:
            continue
        cards, taker = cards_of(puzzle), rng.choice(puzzle.takers)
        taken = list[Places]()
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            fitting = [one for one in sets_by_number(puzzle)[int(taker.value)] if not any(one & other for other in taken)]
            if fitting:
                taken.append(min(rng.choices(fitting, k=2), key=len))
        marks = SlipMarks((taker,), rows(*([cards[place] for place in sorted(one)] for one in taken)))
        worth = judge_marks(puzzle, marks)
        if worth.wrong is None and not worth.is_best:
            yield puzzle, marks
            made += 1


MORE = re.compile(r"Hint: (?:your (\d+)|another card of your hand) can take (one more set|more)(?:; (.+))?\.")
USES = {
    "a fraction card helps": lambda card: card.kind is Kind.FRACTION,
    "a power or a root helps": lambda card: card.kind in (Kind.POWER, Kind.ROOT),
    "dividing on the way helps": lambda card: card.kind is Kind.DIVIDE,
    "multiplying on the way helps": lambda card: card.kind is Kind.MULTIPLY,
    "taking away on the way helps": lambda card: card.kind is Kind.SUBTRACT,
}


def missed_hint(puzzle: SlipPuzzle, marks: SlipMarks) -> str:
    """The hint on a right take."""
    return hint_line(PupilRow(3, "", puzzle, AnswerState.TAKE, marks, judge_marks(puzzle, marks)))


def place_missed(puzzle: SlipPuzzle, marks: SlipMarks) -> str:
    """Where more can be taken, worked out again: with the own card by one more set or otherwise, or only with another card."""
    number, free, taken = _taken(puzzle, marks)
    if sum(map(bool, marks.sets)) < SET_ROWS and most(puzzle, number, free):
        return "one more set"
    return "own card" if most(puzzle, number, frozenset(range(len(cards_of(puzzle))))) > taken else "other card"


def _taken(puzzle: SlipPuzzle, marks: SlipMarks) -> tuple[int, Places, int]:  # number of the card, places left, cards taken
    cards = [card for row in marks.sets for card in row]
    return int(marks.takers[0].value), frozenset(at for at, card in enumerate(cards_of(puzzle)) if card not in cards), len(cards)


def place_said(said: str) -> str:
    """Where a hint says that more can be taken."""
    found = MORE.fullmatch(said)
    return "" if found is None else "other card" if found[1] is None else "own card" if found[2] == "more" else found[2]


def missed_falsehood(puzzle: SlipPuzzle, marks: SlipMarks, said: str) -> str:
    """What is not so in a hint on a right take; empty where everything is."""
    found, (number, free, taken) = MORE.fullmatch(said), _taken(puzzle, marks)
    if found is None or place_said(said) != place_missed(puzzle, marks):
        return f"{marks}: {said}"
    every = frozenset(range(len(cards_of(puzzle))))
    is_other, is_further, thought = found[1] is None, found[2] != "more", found[3]
    if not is_other and int(found[1]) != number:
        return f"{marks}: {said}"
    pool, beaten = (free, 0) if is_further else (every, taken)
    numbers = {int(taker.value) for taker in puzzle.takers} - {number} if is_other else {number}
    sets = [(each, one) for each in numbers for one in sets_by_number(puzzle)[each] if one <= pool]
    rest = [len(one) + most(puzzle, each, pool - one) for each, one in sets]
    better = [(each, one) for (each, one), cards in zip(sets, rest, strict=True) if cards > beaten]
    is_so = any(_helps(puzzle, one, thought, several=most(puzzle, each, pool - one) > 0) for each, one in better)
    return "" if is_so else f"{marks}: {said}"


def _helps(puzzle: SlipPuzzle, one: Places, thought: str | None, *, several: bool) -> bool:  # whether a set is as a thought says
    cards = [cards_of(puzzle)[place] for place in one]
    if thought in USES:
        return any(map(USES[thought], cards))
    return {None: True, "look for several sets": several, "adding cards helps": sum(card.is_number for card in cards) > 1}[thought]


def main() -> None:
    """Draw the mistakes and the right takes, print the counts and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="Print each strip that does not say the drawn kind.")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    named, alone, other, false, away = Counter[str](), 0, Counter[str](), list[str](), 0
    all_of, untrue = Counter[str](), list[str]()
    for puzzle, marks, kind in drawn(random.Random(asked.seed), MISTAKES):  # noqa: S311 - draws of a benchmark
        wrong = judge_marks(puzzle, marks).wrong or NoTake.NOTHING
        said, told = mistake_of(puzzle, marks, wrong), told_kinds(puzzle, marks, wrong)
        all_of[kind.value] += 1
        named[kind.value] += kind in told
        alone += told == (kind,)
        if kind not in told:
            other[f"{kind.value}, told as {' or '.join(told) or 'a sum'}"] += 1
            if asked.show:
                print(f"{kind}: {marks} -> {told}: {said}")
        if given_away(puzzle, marks, said):
            away += 1
            print(f"given away: {marks} -> {told}: {said}")
        false += [found] if (found := falsehood(puzzle, marks, said, told)) else []
    place_named, thoughts, away_right = 0, 0, 0
    for puzzle, marks in right_takes(random.Random(asked.seed), MISTAKES):  # noqa: S311 - draws of a benchmark
        said = missed_hint(puzzle, marks)
        place_named += place_said(said) == place_missed(puzzle, marks)
        thoughts += ";" in said
        away_right += not {*re.findall(r"\d+", said)} <= {str(marks.takers[0].value)}
        untrue += [found] if (found := missed_falsehood(puzzle, marks, said)) else []
    result = {
        **about(),
        "mistakes": MISTAKES,
        "named": round(sum(named.values()) / MISTAKES, 3),
        "named alone": round(alone / MISTAKES, 3),
        "false": len(false),
        "given away": away,
        "named by kind": {kind: f"{named[kind]} of {count}" for kind, count in all_of.items()},
        "other": dict(other.most_common()),
        "right takes": MISTAKES,
        "place named": round(place_named / MISTAKES, 3),
        "with a thought": round(thoughts / MISTAKES, 3),
        "false of right takes": len(untrue),
        "given away of right takes": away_right,
    }
    print(json.dumps(result, indent=1), *false, *untrue, sep="\n")
    if asked.seed == 1:
        write_atomically(RESULT, (json.dumps(result, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
