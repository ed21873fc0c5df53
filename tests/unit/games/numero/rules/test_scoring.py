import random

import pytest

from numero_cam.games.numero.rules import Card, Kind, PrintedPoints, Scoring, cards_of, parse_card, parse_items, score_take
from numero_cam.games.numero.rules.choices import ScoringName
from numero_cam.games.numero.rules.scoring import counted
from tests.oracle import take_points
from tests.strategies import deal


def cards_in(text: str) -> list[Card]:
    return [card for item in parse_items(text) for card in cards_of(item)]


def scored(cards: str, taker: str) -> dict[str, int]:
    scoring = Scoring("website", fractions_in_play=False, printed=PrintedPoints.default())
    take = score_take([cards_in(cards)], parse_card(taker), clears=False, scoring=scoring)
    return {item.item: item.points for item in take.breakdown}


def test_the_breakdown_of_the_contract() -> None:
    scoring = Scoring("guide", fractions_in_play=False, printed=PrintedPoints.default())
    take = score_take([cards_in("11r"), cards_in("8o 3b 5r x3 -4 /2")], parse_card("11g"), clears=True, scoring=scoring)
    assert take.points == 57
    assert take.taker_set == 1
    assert [(item.item, item.reason, item.points) for item in take.breakdown] == [
        ("takes", "2 takes", 2),
        ("printed", "10 on x3, 10 on -4, 10 on /2", 30),
        ("six", "7 cards in a take", 5),
        ("four_operations", "+ − × ÷", 10),
        ("four_colours", "all four colours in a take", 5),
        ("clear", "every card of the middle taken", 5),
    ]


def test_random_takes_score_as_the_table_says() -> None:
    """Of some takes the colours of some cards are unknown, of some those of all."""
    rng = random.Random(5)  # noqa: S311 - a seeded deal, no secret
    for _ in range(400):
        position = deal(rng, 9, 1)
        taker = parse_card(f"{rng.randint(1, 15)}{rng.choice('rbgo')}")
        centre = [card for item in position.centre for card in cards_of(item)]
        unknown = rng.choice((0, 0.2, 1))
        taker, *centre = [Card(Kind.NUMBER, card.value) if card.is_number and rng.random() < unknown else card for card in (taker, *centre)]
        cut = rng.randint(1, 8)
        sets = [centre[:cut], centre[cut:]]
        clears, in_play = rng.random() < 0.5, rng.random() < 0.5
        for rules in ("website", "guide"):
            scoring = Scoring(rules, in_play, PrintedPoints.default())
            expected = take_points(sets, taker, clears=clears, guide=rules == "guide", fractions_in_play=in_play)
            assert score_take(sets, taker, clears=clears, scoring=scoring).points == expected


@pytest.mark.parametrize(
    ("cards", "taker", "colours"),
    [
        ("1r 2r 3r x2", "9r", {"one_colour": 5}),
        ("1r 2b 3g x2", "9o", {"four_colours": 5}),  # the taking card shows the fourth
        ("1r 2b 3g x2", "9r", {}),
        ("1r 2b x2", "9r", {}),  # four cards
        ("1s 2h 3d x2", "9c", {"four_colours": 5}),  # suits are colours
        ("1r 2r 3 x2", "9r", {"four_colours": 0}),  # an unknown colour gets no bonus, and the answer says so
        ("1r 2r 3r x2", "9", {"four_colours": 0}),
    ],
)
def test_colours(cards: str, taker: str, colours: dict[str, int]) -> None:
    items = scored(cards, taker)
    assert {name: points for name, points in items.items() if "colour" in name} == colours


def test_a_take_without_sets_is_refused() -> None:
    scoring = Scoring("guide", fractions_in_play=False, printed=PrintedPoints.default())
    with pytest.raises(ValueError, match="at least one set"):
        score_take([], parse_card("7r"), clears=False, scoring=scoring)


@pytest.mark.parametrize(("number", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_how_many_in_words(number: int, words: str) -> None:
    assert counted(number, "card") == words


@pytest.mark.parametrize("rules", ["website", "guide"])
def test_of_equal_sets_the_first_of_the_longest_has_the_taking_card(rules: ScoringName) -> None:
    scoring = Scoring(rules, fractions_in_play=False, printed=PrintedPoints({}))
    for sets, index in (
        ("9r; 9b", 0),
        ("9r; 4r 5b; 3r 6b", 1),
        ("1r 8b; 9r", 0),
        ("9r; 1r 2b 3g 3r; 1b 2b 3b 3b", 2),
        ("9r; 1r 2b 3g 3r; 1b 2b 3g 3r", 1),
    ):
        take = score_take([cards_in(text) for text in sets.split(";")], parse_card("9b"), clears=False, scoring=scoring)
        assert take.taker_set == index
