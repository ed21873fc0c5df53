"""The kinds of meld, and the rules about them that the text leaves open (docs/numo-rules.md, section 3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import Literal

from numero_cam.catalogue import tr
from numero_cam.games.shared.choices import NoYes, YesNo
from numero_cam.numo.rules.cards import DWELLINGS, PRIMES, NumoCard
from numero_cam.numo.rules.character_table import CharacterTable

MAX_MELD_CARDS = 80  #: Maximum number of cards of a kind without a limit: the whole pack.


class NumoKind(Enum):
    """A kind of meld; the value is the letter of its control card. Pairs have none and are allowed at every level."""

    SEASON = "S"
    CHARACTER = "C"
    ADDITION = "+"
    SUBTRACTION = "-"
    MULTIPLICATION = "X"
    DIVISION = "/"
    RUN = "R"
    PRIMES = "P"
    FACTORS = "F"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Rules about melds that the official rules leave open; the first choice is the default."""

    table: CharacterTable = field(default_factory=CharacterTable.default)  #: The characters and seasons of the cards.
    mixed_decks: YesNo = "yes"  #: Whether a meld may have cards of the lower and of the upper deck.
    season_dwellings: YesNo = "yes"  #: Whether dwellings count in a meld of a season.
    character_dwellings: NoYes = "no"  #: Whether dwellings may be melded like a character: four caves.
    equal_parts: YesNo = "yes"  #: Whether a sum or product may be of two equal numbers: 4 + 4 = 8.
    equal_numbers: NoYes = "no"  #: Whether a meld of primes or factors may have a number twice.
    one_is_prime: NoYes = "no"  #: Whether 1 counts as a prime.
    own_factor: NoYes = "no"  #: Whether a number may be its own factor: 3 12 12.
    steps: Literal["any", "one"] = "any"  #: Steps of a run: any, or 1 only.

    def is_prime(self, number: int) -> bool:
        """Return whether a number counts as a prime."""
        return number in PRIMES or (number == 1 and self.one_is_prime == "yes")


#: A function that returns why cards are no meld of a kind; empty if they are one. The cards are in ascending order.
ProblemFinder = Callable[[tuple[NumoCard, ...], MeldRules], str]


@dataclass(frozen=True, slots=True)
class KindData:
    """The definition of a kind of meld."""

    name: str  #: Name for people.
    least: int  #: Minimum number of cards.
    most: int  #: Maximum number of cards.
    check: ProblemFinder  #: Returns why cards in ascending order are no such meld; empty if they are one.


def numbers_of(cards: tuple[NumoCard, ...]) -> list[int]:
    """Return the numbers of cards."""
    return [card.number for card in cards]


def _season_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not four cards of a season; empty if they are."""
    looks = [rules.table.looks[card] for card in cards]
    if rules.season_dwellings == "no" and any(look.face in DWELLINGS for look in looks):
        return tr("a dwelling is no part of a meld of a season")
    seasons = [look.season.text for look in looks]
    return "" if len(set(seasons)) == 1 else tr("their seasons are {seasons}", seasons=", ".join(seasons))


def _character_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not three or four cards of a character; empty if they are."""
    faces = [rules.table.face(card) for card in cards]
    if len(set(faces)) > 1:
        return tr("their characters are {characters}", characters=", ".join(faces))
    return tr("dwellings are no characters") if faces[0] in DWELLINGS and rules.character_dwellings == "no" else ""


def _addition_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not an addition; empty if they are."""
    a, b, c = numbers_of(cards)
    if a + b != c:
        return tr("{a} + {b} = {result}, not {c}", a=a, b=b, result=a + b, c=c)
    return tr("the two addends are equal") if a == b and rules.equal_parts == "no" else ""


def _subtraction_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not a subtraction; empty if they are."""
    a, b, c = numbers_of(cards)
    return tr("{c} - {b} = {result}, not {a}", c=c, b=b, result=c - b, a=a) if a + b != c else _addition_problem(cards, rules)


def _multiplication_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not a multiplication; empty if they are."""
    a, b, c = numbers_of(cards)
    if a * b != c:
        return tr("{a} × {b} = {result}, not {c}", a=a, b=b, result=a * b, c=c)
    return tr("the two factors are equal") if a == b and rules.equal_parts == "no" else ""


def _division_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not a division; empty if they are."""
    a, b, c = numbers_of(cards)
    return tr("{c} is not {b} × {a}, so {c} ÷ {b} is not {a}", c=c, b=b, a=a) if a * b != c else _multiplication_problem(cards, rules)


def _run_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not a run; empty if they are."""
    numbers = numbers_of(cards)
    steps = [after - before for before, after in pairwise(numbers)]
    if 0 in steps:
        return tr("{number} is there twice", number=numbers[steps.index(0)])
    if len(set(steps)) > 1:
        return tr("the steps are {steps}, not all equal", steps=", ".join(map(str, steps)))
    return tr("the step is {step}; only 1 is played", step=steps[0]) if rules.steps == "one" and steps[0] != 1 else ""


def _primes_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not prime numbers; empty if they are."""
    numbers = numbers_of(cards)
    if others := [number for number in numbers if not rules.is_prime(number)]:
        return tr("{number} is no prime number", number=others[0])
    return _repeated_number_problem(numbers, rules)


def _factors_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not a number with its factors; empty if they are."""
    *factors, number = numbers_of(cards)
    if others := [factor for factor in factors if number % factor]:
        return tr("{factor} is no factor of {number}", factor=others[0], number=number)
    if number in factors and rules.own_factor == "no":
        return tr("{number} does not count as a factor of itself", number=number)
    return _repeated_number_problem(factors, rules)


def _repeated_number_problem(numbers: list[int], rules: MeldRules) -> str:
    """Return which number is there twice, if the rules forbid that; else an empty text."""
    twice = [number for number in numbers if numbers.count(number) > 1]
    return tr("{number} is there twice", number=twice[0]) if twice and rules.equal_numbers == "no" else ""


def _pair_problem(cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return why the cards are not a special pair; empty if they are."""
    looks = [rules.table.looks[card] for card in cards]
    faces = {look.face for look in looks}
    if not any(faces == {home, lives} for home, lives in DWELLINGS.items()):
        return tr("a pair is a sea serpent with a cave, or a dragon with a lair")
    return (
        ""
        if looks[0].season is looks[1].season
        else tr("their seasons are {text} and {other}", text=looks[0].season.text, other=looks[1].season.text)
    )


KINDS: Mapping[NumoKind, KindData] = {
    NumoKind.SEASON: KindData(tr("four of a season"), 4, 4, _season_problem),
    NumoKind.CHARACTER: KindData(tr("three or four of a character"), 3, 4, _character_problem),
    NumoKind.ADDITION: KindData(tr("addition"), 3, 3, _addition_problem),
    NumoKind.SUBTRACTION: KindData(tr("subtraction"), 3, 3, _subtraction_problem),
    NumoKind.MULTIPLICATION: KindData(tr("multiplication"), 3, 3, _multiplication_problem),
    NumoKind.DIVISION: KindData(tr("division"), 3, 3, _division_problem),
    NumoKind.RUN: KindData(tr("run"), 3, MAX_MELD_CARDS, _run_problem),
    NumoKind.PRIMES: KindData(tr("prime numbers"), 3, 4, _primes_problem),
    NumoKind.FACTORS: KindData(tr("a number with its factors"), 3, MAX_MELD_CARDS, _factors_problem),
    NumoKind.PAIR: KindData(tr("special pair"), 2, 2, _pair_problem),
}
ALL_KINDS = tuple(KINDS)
#: The kind that each level adds to season and character; level 1 adds none.
LEVELS: Mapping[int, NumoKind | None] = {
    1: None,
    2: NumoKind.ADDITION,
    3: NumoKind.SUBTRACTION,
    4: NumoKind.MULTIPLICATION,
    5: NumoKind.DIVISION,
    6: NumoKind.RUN,
    7: NumoKind.PRIMES,
    8: NumoKind.FACTORS,
}


def kinds_at(level: int, control: str = "both") -> tuple[NumoKind, ...]:
    """Return the kinds of meld that are allowed at a level.

    Args:
        level: 1-8.
        control: The first control cards that are open: `both`, `season` or `character`.
    """
    first = {"season": (NumoKind.SEASON,), "character": (NumoKind.CHARACTER,)}.get(control, (NumoKind.SEASON, NumoKind.CHARACTER))
    added = LEVELS[level]
    return (*first, *((added,) if added else ()), NumoKind.PAIR)


_NEEDED = {
    (2, 2): tr("it needs two cards, not {number}"),
    (3, 3): tr("it needs three cards, not {number}"),
    (4, 4): tr("it needs four cards, and only four, not {number}"),
    (3, 4): tr("it needs three or four cards, not {number}"),
}


def meld_problem(kind: NumoKind, cards: tuple[NumoCard, ...], rules: MeldRules) -> str:
    """Return, for people, why cards are no meld of a kind; empty if they are one."""
    data = KINDS[kind]
    if not data.least <= len(cards) <= data.most:
        needed = _NEEDED.get((data.least, data.most), tr("it needs three cards or more, not {number}"))
        return needed.format(number=len(cards))
    if rules.mixed_decks == "no" and len({card.is_lower for card in cards}) > 1:
        return tr("its cards are of both decks")
    return data.check(tuple(sorted(cards)), rules)
