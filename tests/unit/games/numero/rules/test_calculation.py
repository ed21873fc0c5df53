"""Ways: what a text of cards and signs is, and how much of it is read."""

from fractions import Fraction

import pytest

from numero_cam.games.numero.rules.articles import Rule, RuleBreakError
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, WayError, flat_cards, parse_way, value_of, way_text


def test_fifty_brackets_inside_each_other_are_read_and_no_more() -> None:
    assert way_text(parse_way("(" * 50 + "7r" + ")" * 50)) == "7r"
    with pytest.raises(WayError, match="more than 50 brackets inside each other"):
        parse_way("(" * 51 + "7r" + ")" * 51)
    parse_way(" + ".join(["(7r)"] * 60))  # beside each other they do not count


def test_400_cards_and_signs_are_read_and_no_more() -> None:
    assert len(flat_cards(parse_way(" + ".join(["7r"] * 200) + " x2"))) == 201
    with pytest.raises(WayError, match="more than 400 cards and signs"):
        parse_way(" + ".join(["7r"] * 201))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a card is missing at the end"),
        ("7r +", "a card is missing at the end"),
        ("(7r + 2b", "a bracket is not closed"),
        ("7r)", '")" does not follow: join number cards and builds with +, write a wild card behind what it acts on'),
        ("7r 8b", '"8b" does not follow: join number cards and builds with +, write a wild card behind what it acts on'),
        ("7r x2 + 8b x2", "x2 is used twice; a pack has it once"),
        ("7z", '"7z": not a card; did you mean 7r, 7b, 7g or 7o?'),
    ],
)
def test_what_is_no_way(text: str, why: str) -> None:
    with pytest.raises(WayError) as caught:
        parse_way(text)
    assert str(caught.value) == why


def test_article_4_1_a_way_is_its_cards_and_its_value() -> None:
    way = parse_way("(8o + 3b x2) /2 + 1r")
    assert isinstance(way, Total)
    assert [type(term) for term in way.terms] == [Acted, Lone]
    assert [str(card) for card in flat_cards(way)] == ["8o", "3b", "x2", "/2", "1r"]
    assert value_of(way, whole=True) == 8
    assert way_text(way) == "(8o + 3b x2) /2 + 1r"


@pytest.mark.parametrize(
    ("text", "whole", "negative", "rule", "why"),
    [
        ("7r /2", True, True, Rule.WHOLE_VALUES, "7r /2 is 7/2, not a whole number"),
        ("1r -2", True, False, Rule.NEGATIVE_VALUES, "1r -2 is -1; this game is played without negative values"),
        ("7r sqrt", False, True, Rule.EXACT_ROOT, "sqrt has no exact result on 7"),
        ("x2 + 7r", False, True, Rule.WILD_ACTS_ON_VALUE, "x2 is a wild card: it acts on a value and has none of its own"),
        ("[x2] + 7r", False, True, Rule.WILD_ACTS_ON_VALUE, "the build [x2] has no value"),
    ],
)
def test_articles_4_1_to_4_4_what_has_no_value(text: str, whole: bool, negative: bool, rule: Rule, why: str) -> None:
    with pytest.raises(RuleBreakError) as caught:
        value_of(parse_way(text), whole=whole, negative=negative)
    assert (caught.value.rule, caught.value.reason) == (rule, why)


def test_article_4_2_zero_is_not_negative_and_fractions_may_be_allowed() -> None:
    assert value_of(parse_way("2r -2"), whole=True, negative=False) == 0
    assert value_of(parse_way("7r /2"), whole=False, negative=False) == Fraction(7, 2)
    assert value_of(parse_way("1r -2"), whole=True) == -1
