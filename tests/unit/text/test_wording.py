"""The words for a play: read back by a reader of their own, they give the taking card again."""

import random
import re
from fractions import Fraction

import pytest

from numero_cam.games.numero.rules import Build, Card, parse_card, parse_position
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve import CardSet, Settings, Solution, solve
from numero_cam.games.numero.solve.clock import StoppedBy
from numero_cam.games.numero.solve.expression import Expression, Number, apply_to_expression, steps_of, sum_expression
from numero_cam.text.plays import no_take_line, not_proven_line, say_group, say_play, sentence
from tests.oracle import applied
from tests.strategies import deal, deal_with_build, random_way

PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}
COUNTS = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
CARD = re.compile(r"the (?P<other>other )?(?P<build>build of )?(?P<value>[0-9]+)(?P<card> card)?")


def number_said(text: str) -> Fraction:
    """Read a number in words; the inverse of what is tested."""
    if text.startswith("minus "):
        return -number_said(text.removeprefix("minus "))
    if " and " in text:
        return sum((number_said(part) for part in text.split(" and ")), Fraction(0))
    if " over " in text:
        top, bottom = text.split(" over ")
        return Fraction(int(top), int(bottom))
    if " " in text:
        top, part = text.split(" ")
        return Fraction(COUNTS[top], PARTS[part.removesuffix("s")])
    return Fraction(1, 2) if text == "half" else Fraction(text)


def wild_said(text: str) -> Card:
    if text in ("Square it", "Cube it", "Take the square root", "Take the cube root"):
        name = {"Square it": "N2", "Cube it": "N3", "Take the square root": "sqrt", "Take the cube root": "cbrt"}[text]
        return parse_card(name)
    for words, sign in (("Take away ", "-"), ("Multiply by ", "x"), ("Divide by ", "/")):
        if text.startswith(words):
            return parse_card(sign + text.removeprefix(words))
    part = re.fullmatch(r"Take (.*?)( of| times) it", text)
    assert part is not None, text
    return parse_card(str(number_said(part[1])))


class Listener:
    """Somebody who does what is said, with nothing but the words and the cards."""

    def __init__(self) -> None:
        self.at_hand: Fraction | None = None
        self.kept: list[Fraction] = []
        self.lone: Fraction | None = None  # the card that was just started with
        self.results: list[Fraction] = []
        self.cards: list[tuple[str, Fraction]] = []

    def hear(self, text: str) -> None:
        what, _, result = text.removesuffix(".").partition(": ")
        if start := re.fullmatch(r"(Now start|Start) with (the .*)", what):
            assert (start[1] == "Start") == (self.at_hand is None and not self.kept)
            assert self.at_hand is None
            self.at_hand = self.card(start[2])
            return
        assert self.at_hand is not None
        if keep := re.fullmatch(r"Keep that (.*)", what):
            assert number_said(keep[1]) == self.at_hand
            self.kept.append(self.at_hand)
            self.at_hand = None
            return
        if kept := re.fullmatch(r"Add the (.*) you kept", what):
            self.kept.remove(number_said(kept[1]))
            self.at_hand += number_said(kept[1])
        elif what.startswith("Add "):
            self.at_hand += self.card(what.removeprefix("Add "))
        else:
            wild, self.lone = wild_said(what), None
            self.cards.append(("wild", wild.value))
            after = applied(wild, self.at_hand)
            assert after is not None
            self.at_hand = after
        assert self.at_hand == number_said(result)
        self.results.append(self.at_hand)

    def card(self, text: str) -> Fraction:
        match = CARD.fullmatch(text)
        assert match is not None, text
        value = Fraction(match["value"])
        assert bool(match["other"]) == (self.lone == value)
        self.lone = value if self.at_hand is None else None
        assert bool(match["build"]) or bool(match["card"]) == (value in self.results), f"{text} may be a result: {self.results}"
        self.cards.append(("build" if match["build"] else "card", value))
        return value


def items_of(way: Expression) -> list[tuple[str, Fraction]]:
    steps = steps_of(way)
    named = [(side.item, side.value) for step in steps for side in (step.left, step.right) if side is not None and side.item is not None]
    wilds = [("wild", step.card.value) for step in steps if step.card is not None]
    return [*(("build" if isinstance(item, Build) else "card", Fraction(str(value))) for item, value in named), *wilds]


def hear(group: CardSet) -> Fraction:
    listener = Listener()
    for text in say_group(group):
        listener.hear(text)
    assert listener.kept == []
    assert sorted(listener.cards) == sorted(items_of(group.way))
    assert listener.at_hand is not None
    return listener.at_hand


@pytest.mark.slow
def test_whoever_does_what_is_said_gets_the_number() -> None:
    rng = random.Random(3)  # noqa: S311 - seeded ways, no secret
    for _ in range(800):
        way = random_way(rng, 5)
        if not isinstance(way, Number):
            assert hear(CardSet((), way, steps_of(way), taker=True)) == way.value


def test_plays_of_deals_are_said_right() -> None:
    rng = random.Random(4)  # noqa: S311 - a seeded deal, no secret
    for place in range(60):
        position = (deal_with_build if place % 3 else deal)(rng, 5, 5)
        for play in solve(position, Settings(values="any"), top=2).plays:
            for group in play.sets:
                if group.calculations:
                    assert hear(group) == play.taker.value
                    cards = [item.value for item in group.cards if isinstance(item, Build) or item.is_number]
                    assert sorted(value for kind, value in items_of(group.way) if kind != "wild") == sorted(map(Fraction, map(str, cards)))


def said(centre: str, hand: str, language: Language = "fractions", **settings: str) -> str:
    (play,) = solve(parse_position(centre, hand), Settings(**settings)).plays  # type: ignore[arg-type]
    return say_play(play, language)


def test_the_second_example_of_the_guide() -> None:
    assert said("13r 15b 11g", "-5 1/4 3/4 2o 3o", by="cards") == (
        "Start with the 15. Add the 13: 28. Take three quarters of it: 21. Add the 11: 32. Take a quarter of it: 8. Take away 5: 3. "
        "Take them with the 3: 7 cards, 65 points. That clears the middle."
    )


def test_several_sets() -> None:
    assert said("10r 6b 4g 9b", "10o") == (
        "First set: The 10 lies there. Second set: Start with the 6. Add the 4: 10. Take both sets with the 10: 4 cards, 6 points."
    )


def test_a_build_is_named() -> None:
    assert said("[8b 4r] 3g", "12o") == "The build of 12 lies there. Take it with the 12: 3 cards, 4 points."


def test_an_unknown_colour_is_named() -> None:
    assert "No colour bonus: the colour of 8 is not known." in said("1r 2b 8 4g 9g", "15o")


@pytest.mark.parametrize(
    ("card", "language", "words"),
    [
        ("3/4", "percent", "Take 75 % of it: 21."),
        ("3/4", "decimal", "Take 0.75 of it: 21."),
        ("1/3", "percent", "Take 33⅓ % of it: 9 and a third."),
        ("1/3", "decimal", "Take 0.333… of it: 9.333…."),
        ("5/2", "percent", "Take 250 % of it: 70."),
        ("1/8", "percent", "Take 12½ % of it: 3 and a half."),
        ("1/8", "decimal", "Take 0.125 of it: 3.5."),
    ],
)
def test_percent_and_decimal_language(card: str, language: Language, words: str) -> None:
    way = apply_to_expression(parse_card(card), sum_expression([Number(Fraction(14), Card.number(14))] * 2, []))
    assert say_group(CardSet((), way, steps_of(way), taker=True), language)[-1] == words


def test_one_sentence_says_it_all() -> None:
    (play,) = solve(parse_position("13r 15b 11g", "-5 1/4 3/4 2o 3o"), Settings(by="cards")).plays
    assert sentence(play) == "Take 7 cards for 65 points with the 3 orange, which clears the middle: (11 + (15 + 13) × 3/4) × 1/4 − 5 = 3."
    assert "(15 + 13) × 75 %) × 25 % − 5" in sentence(play, "percent")
    assert "(15 + 13) × 0.75) × 0.25 − 5" in sentence(play, "decimal")


@pytest.mark.parametrize(("stop", "says"), [("time", "--limit"), ("memory", "leave out cards"), ("cards", "leave out cards")])
def test_what_stopped_a_search_says_what_to_do(stop: StoppedBy, says: str) -> None:
    assert says in not_proven_line(Solution((), proven=False, stopped_by=stop))
    assert says in no_take_line(Solution((), proven=False, stopped_by=stop))
    assert no_take_line(Solution((), proven=True)) == "No take is possible."
