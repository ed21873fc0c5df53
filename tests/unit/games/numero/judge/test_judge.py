"""Answers as people write them: takes are recognised in every style, and a fault that was put in is found where it was put."""

import contextlib
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from numero_cam.games.numero.judge import Fault, TypedError, Verdict, judge, parse_answer
from numero_cam.games.numero.rules import NUMBER_CARDS, WILD_CARDS, Card, Kind, Position, cards_of, parse_position
from numero_cam.games.numero.solve import Play, Settings, solve
from numero_cam.games.numero.solve.arrange import Spread, arrange
from numero_cam.text.words import formula, step_text
from tests.oracle import applied
from tests.strategies import deal

PLAIN = Settings()
ANY = Settings(values="any")


def judged(text: str, position: Position, settings: Settings = PLAIN, *, all_cards: bool = False) -> Verdict:
    takers = frozenset(card.value for card in position.hand if card.is_number)
    return judge(parse_answer(text, takers), position, settings, all_cards=all_cards)


def formulas(play: Play) -> list[str]:
    return [formula(group.way) for group in play.sets]


def ascii_signs(text: str) -> str:
    return text.replace("−", "-").replace("×", "*").replace("÷", "/").replace(" ", "")


def words(text: str) -> str:
    return text.replace("+", "plus").replace("−", "minus").replace("×", "times").replace("÷", "divided by").replace("√", "square root of ")


def chained(play: Play) -> str:
    """Each set as its steps, one after the other; a result goes on in a later step."""
    lines = []
    for group in play.sets:
        lines += [step_text(step) for step in group.calculations] or [formula(group.way)]
    return "\n".join(lines)


STYLES: dict[str, Callable[[Play], str]] = {
    "as printed": lambda play: "; ".join(formulas(play)),
    "a line each": lambda play: "\n".join(formulas(play)),
    "ascii": lambda play: ascii_signs("; ".join(formulas(play))),
    "letter x": lambda play: "; ".join(formulas(play)).replace(" × ", " x "),
    "in words": lambda play: words("; ".join(formulas(play))),
    "with results": lambda play: "; ".join(f"{text} = {play.taker.value}" for text in formulas(play)),
    "result first": lambda play: "; ".join(f"{play.taker.value} = {text}" for text in formulas(play)),
    "taker first": lambda play: f"{play.taker}: {'; '.join(formulas(play))}",
    "square brackets": lambda play: " and ".join(formulas(play)).replace("(", "[").replace(")", "]"),
    "percent": lambda play: "; ".join(formula(group.way, "percent") for group in play.sets),
    "decimal": lambda play: "; ".join(formula(group.way, "decimal") for group in play.sets),
    "step by step": chained,
}


def plays(count: int, settings: Settings) -> Iterator[tuple[Position, Play]]:
    rng = random.Random(20)  # noqa: S311 - deals
    while count:
        position = deal(rng, rng.randint(2, 6), 5)
        if found := solve(position, settings).plays:
            count -= 1
            yield position, found[0]


@pytest.mark.parametrize("style", STYLES)
def test_takes_of_the_solver_are_takes_in_every_style(style: str) -> None:
    for position, play in plays(40, ANY):
        text = STYLES[style](play)
        verdict = judged(text, position, ANY)
        assert verdict.wrong is None, (text, str(position))
        assert verdict.scored
        # Cards of one number in other colours, or 1/2 for /2, may make the written take better, never worse.
        assert verdict.cards == play.cards
        assert verdict.scored.points >= play.points


def test_what_is_called_a_take_is_one_for_the_scorer_too() -> None:
    for position, play in plays(40, ANY):
        verdict = judged(STYLES["as printed"](play), position, ANY)
        assert verdict.taker
        assert verdict.scored
        laid = (*(item for one_set in verdict.sets for item in one_set), verdict.taker)
        best = arrange(Spread(laid, verdict.taker, verdict.clears), ANY).play
        assert best
        assert best.points >= verdict.scored.points


def wrong(verdict: Verdict) -> Fault | None:
    return verdict.wrong.fault if verdict.wrong else None


def test_a_card_used_twice_is_found_wherever_it_stands() -> None:
    for position, play in plays(60, PLAIN):
        lies = [item for item in position.centre if isinstance(item, Card) and item.is_number]
        alone = [card for card in lies if sum(other.value == card.value for other in lies) == 1]
        used = [card for group in play.sets for card in group.cards if card in alone]
        if not used or len(play.sets) > 1:  # with more sets the number may mean the result of another one
            continue
        verdict = judged(f"{'; '.join(formulas(play))} + {used[0].value}", position)
        assert wrong(verdict) in (Fault.CARD_TWICE, Fault.NO_CARD)
        assert verdict.wrong
        assert verdict.wrong.left == used[0].value


CASES = [
    # centre, hand, answer, fault (None: a take)
    ("11r 8o 3b 5r", "11g x3 -4 /2", "(8 + 3 + 5 × 3 − 4) ÷ 2", None),
    ("11r 8o 3b 5r", "11g x3 -4 /2", "8o + 3b", None),
    ("11r 8o 3b 5r", "11g x3 -4 /2", "8r + 3b", Fault.NO_CARD),  # the 8 is orange
    ("11r 8o 3b 5r", "11g x3 -4 /2", "8 + 3 = 12", Fault.WRONG_RESULT),
    ("11r 8o 3b 5r", "11g x3 -4 /2", "8 - 3", Fault.NUMBERS_ONLY_ADDED),
    ("13r 12b", "1g", "13 - 12", Fault.NUMBERS_ONLY_ADDED),
    ("11r 8o 3b 5r", "11g x3 -4 /2", "8 + 5", Fault.NO_TAKER),
    ("11r 8o 3b 5r", "11g x3 -4 /2", "8 + 3; 5 + 8", Fault.CARD_TWICE),
    ("11r 8o 3b 5r", "11g x3 -4 /2", "8 + 2", Fault.NO_CARD),
    ("11r 8o 3b 5r", "11g x3 -4 /2", "5 x 4", Fault.NO_WILD),
    ("5r 2b", "11g x3", "5 x 3 x 3", Fault.WILD_TWICE),
    ("11r 8o 3b 5r", "11g 13b x3 -4 /2", "11; 8 + 5", Fault.SETS_DIFFER),
    ("15r 13b", "14g 1/2 3/4", "15 + 13 = 28 x 1/2 = 14", None),
    ("15r 13b", "7g /4", "(15 + 13) / 4", None),
    ("15r 13b", "7g 1/4", "(15 + 13) / 4", None),
    ("15r 13b", "7g 1/4", "25 % of (15 + 13)", None),
    ("15r 13b", "7g 1/4", "0.25 x (15 + 13)", None),
    ("15r 13b", "7g 1/4", "a quarter of (15 + 13)", None),
    ("13r 12b", "10g 2/5", "(13 + 12) * 2 / 5", None),
    ("13r 12b", "10g 2/5", "(13 + 12) / 5 * 2", None),
    ("13r 12b", "10g x2 /5", "(13 + 12) * 2 / 5", None),
    ("13r 12b", "10g x2 /5", "2/5 of (13 + 12)", Fault.NO_WILD),
    ("8r 2b", "15g 3/2", "1½ of (8 + 2)", None),
    ("8r 2b", "15g 3/2", "1 1/2 x (8 + 2)", None),
    ("4r 5b", "3g sqrt", "√(4 + 5)", None),
    ("4r 6b", "3g sqrt", "√(4 + 6)", Fault.NO_ROOT),
    ("3r", "9g N2", "3²", None),
    ("3r", "9g N2", "3^2", None),
    ("3r", "9g N2", "3 squared", None),
    ("7r 6b", "3g /2", "7 / 2 + 6", Fault.NOT_WHOLE),
    ("12r", "8g -4", "-4 + 12", None),
    ("6r 4b 10o", "10g", "6 + 4 = 10", None),
    ("6r 4b 10o", "10g", "10 and 6 + 4", None),
    ("6r 4b 7o 3g", "10g", "6 + 4 = 7 + 3", None),
    ("[8b 4r] 3g", "12o 15g", "12 + 3", None),
    ("6r 4b", "10g 3b", "3: 6 + 4", Fault.WRONG_RESULT),
    ("12r", "4g 3b /3", "12:3", None),
]


@pytest.mark.parametrize(("centre", "hand", "answer", "fault"), CASES, ids=[case[2] for case in CASES])
def test_an_answer(centre: str, hand: str, answer: str, fault: Fault | None) -> None:
    assert wrong(judged(answer, parse_position(centre, hand))) == fault


def test_the_first_wrong_step_is_told() -> None:
    verdict = judged("8 + 3 = 11; 5 x 3 = 16; 16 - 4 = 12", parse_position("11r 8o 3b 5r", "11g x3 -4 /2"))
    assert verdict.wrong
    assert (verdict.wrong.fault, verdict.wrong.result, verdict.wrong.right) == (Fault.WRONG_RESULT, Fraction(15), Fraction(16))


def test_values_below_zero_only_where_they_are_allowed() -> None:
    position = parse_position("3r 8b", "7g -4")
    assert wrong(judged("3 - 4 + 8", position)) is None
    assert wrong(judged("3 - 4 + 8", position, Settings(negative=False))) is Fault.NEGATIVE
    assert wrong(judged("3 + 8 - 4", position, Settings(negative=False))) is None


def test_a_result_below_zero_goes_on_as_it_is_subtracted_and_no_other_does() -> None:
    """`3 - 4 = -1; 8 - 1 = 7` adds the -1; a result above zero is added with a plus only."""
    for number, less, other in product((1, 3, 6), (2, 4, 5), (8, 9)):
        result = number - less
        position = parse_position(f"{number}r -{less} {other}b", " ".join(f"{value}g" for value in range(1, 16)))
        first, right = f"{number} - {less} = {result}", f"{other} {'-' if result < 0 else '+'} {abs(result)}"
        assert wrong(judged(f"{first}; {right} = {other + result}", position)) is None, right
        if result > 0 and result != less:
            assert wrong(judged(f"{first}; {other} - {result} = {other - result}", position)) is Fault.NUMBERS_ONLY_ADDED


def calculation(rng: random.Random, numbers: list[Card], wilds: list[Card]) -> tuple[str, Fraction]:
    """What the sum of these numbers becomes under these wild cards, one after the other, written and worked out here."""
    text, value = " + ".join(str(card.value) for card in numbers), sum((card.value for card in numbers), Fraction(0))
    for card in rng.sample(wilds, len(wilds)):
        sign = {Kind.SUBTRACT: "-", Kind.MULTIPLY: "x", Kind.DIVIDE: "/"}[card.kind]
        text, value = f"({text}) {sign} {card.value}", applied(card, value) or Fraction(0)
    return text, value


def test_a_number_card_of_ones_choice_takes_the_whole_numbers_from_1_to_15() -> None:
    rng, seen = random.Random(31), set()  # noqa: S311 - deals
    plain = [card for card in WILD_CARDS if card.kind in (Kind.SUBTRACT, Kind.MULTIPLY, Kind.DIVIDE)]
    for _ in range(600):
        numbers, wilds = rng.sample(NUMBER_CARDS, rng.randint(1, 3)), rng.sample(plain, rng.randint(0, 2))
        text, value = calculation(rng, numbers, wilds)
        verdict = judge(parse_answer(text), Position((*numbers, *wilds), ()), ANY, any_number=True)
        fits = value.denominator == 1 and 1 <= value <= 15
        assert wrong(verdict) is (None if fits else Fault.NO_TAKER), text
        assert not verdict.taker or verdict.taker.value == value
        seen.add(value)
    assert {-1, 0, 1, 15, 16} <= seen


def test_all_cards_of_a_puzzle() -> None:
    position = parse_position("3 4 5", "/3")
    right = judged("(3 + 4 + 5) ÷ 3", position, all_cards=True)
    assert right.taker
    assert (wrong(right), right.taker.kind, right.taker.value) == (None, Kind.NUMBER, Fraction(4))
    left = judged("3 + 4", position, all_cards=True).wrong
    assert left
    assert [str(card) for item in left.cards for card in cards_of(item)] == ["5", "/3"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("  ;  ", "empty"),
        ("(8 + 3", "a bracket is not closed"),
        ("8 + 3)", "never opened"),
        ("8 + ", "missing at the end"),
        ("8 + * 3", "missing before"),
        ("8 8", "does not follow"),
        ("eight", "not understood"),
        ("-(4 + 3)", "begins with a number card"),
        ("8 = ", "missing at the end"),
        ("1" * 2000, "characters"),
        ("(" * 300 + "1", "brackets are open"),
    ],
)
def test_what_is_no_arithmetic_is_told_in_one_line(text: str, says: str) -> None:
    with pytest.raises(TypedError, match=says) as error:
        parse_answer(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("letters", [1, 19, 20, 21, 60])
def test_of_a_text_that_is_not_understood_20_letters_are_shown(letters: int) -> None:
    rest = ("never mind the arithmetic " * 3)[:letters]
    with pytest.raises(TypedError) as error:
        parse_answer(f"8 + 3 {rest}")
    assert str(error.value).startswith(f'"{rest.strip()[:20]}" is not understood')


def test_no_text_at_all_ends_in_anything_but_a_verdict_or_a_line() -> None:
    rng = random.Random(4)  # noqa: S311 - texts
    position = parse_position("11r 8o [3b 2r] 5r", "11g x3 -4 1/2 sqrt")
    for _ in range(3000):
        text = "".join(rng.choice("0123456789+-×*/÷()=;,√²% .xrbof:½") for _ in range(rng.randint(1, 25)))
        with contextlib.suppress(TypedError):
            judged(text, position)


def arithmetic(rng: random.Random, depth: int) -> str:
    """Arithmetic that can be read, with numbers that are cards and others, zero above all."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(("0", "0", "1", "2", "3", "5", "8", "11", "15", "1/2", "99"))
    text = f"{arithmetic(rng, depth - 1)} {rng.choice('+-x/')} {arithmetic(rng, depth - 1)}"
    return rng.choice((text, f"({text})", f"{text} = {rng.randint(-1, 15)}"))


def test_all_arithmetic_has_a_verdict() -> None:
    rng = random.Random(6)  # noqa: S311 - texts
    position = parse_position("11r 8o [3b 2r] 5r", "11g x3 -4 1/2 sqrt")
    for _ in range(1500):
        text = "; ".join(arithmetic(rng, rng.randint(1, 3)) for _ in range(rng.randint(1, 2)))
        with contextlib.suppress(TypedError):
            judged(text, position)
