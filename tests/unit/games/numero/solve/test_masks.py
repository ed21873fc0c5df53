"""A position laid out for search: which cards are in it, and that the rank of each set is what its points and cards say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.games.numero.rules import PACK, Card, Position, PrintedPoints, Scoring, cards_of, parse_card, parse_position, score_take
from numero_cam.games.numero.rules.choices import By, ScoringSteps
from numero_cam.games.numero.solve.masks import OTHER_COUNT_RANGE, Layout, bits_of
from tests.strategies import builds, cards, number_cards, wild_cards

PRINTED = PrintedPoints.default()
WEBSITE = Scoring("website", fractions_in_play=False, printed=PrintedPoints({"15": 2, "-4": 10, "x3": 10, "/2": 10}))
SCORINGS = st.builds(
    Scoring,
    st.sampled_from(("website", "guide")),
    st.booleans(),
    st.sampled_from((PRINTED, PrintedPoints({}), PrintedPoints({"7": 3, "x3": 1}))),
    st.sampled_from(("all", "A", "AB", "ABC", "ABCD", "ABCDE")),
)
POSITIONS = st.builds(Position, st.lists(cards | builds, max_size=6).map(tuple), st.lists(wild_cards, max_size=2).map(tuple))


def taken_by(layout: Layout, mask: int) -> list[Card]:
    return [card for bit in bits_of(mask) for card in cards_of(layout.items[bit])]


def is_set(layout: Layout, mask: int) -> bool:
    return bool(mask & layout.base_mask)


@pytest.mark.parametrize("by", ["points", "cards"])
@pytest.mark.parametrize(
    ("centre", "points"),
    [
        ("7r", 1 + 1),  # 10.1, 10.2: a take and a card
        ("15r", 1 + 1 + 2),  # 10.3: printed points
        ("1r 2b 3g 4o 5r", 1 + 5 + 2 + 5),  # 10.4 five cards, 10.6 four colours
        ("1r 2r 3r 4r 5r", 1 + 5 + 2 + 5),  # one colour
        ("1r 2b 3g 4g 5r 6r", 1 + 6 + 5),
        ("1r 2b 3g 4g", 1 + 4),
        ("1r 2b -4 x3 /2", 1 + 5 + 30 + 2 + 10),  # four operations
        ("1r 2b -4 x3", 1 + 4 + 20 + 5),
        ("1r -4 x3 /2", 1 + 4 + 30 + 5),  # one number card adds nothing
        ("[1r 2b] [-4 9g] x3", 1 + 5 + 20 + 2 + 5),
    ],
)
def test_the_rank_of_a_set_in_which_the_taking_card_is_not(centre: str, points: int, by: By) -> None:
    """By the table of points (docs/rules.md, section 10)."""
    layout = Layout(parse_position(centre, "1r"), WEBSITE, by)
    count = len(taken_by(layout, layout.full))
    expected = points * OTHER_COUNT_RANGE + count if by == "points" else count * OTHER_COUNT_RANGE + points
    assert layout.rank(layout.full, None) == layout.ranks(None)[layout.full] == expected


@pytest.mark.parametrize(
    ("centre", "hand", "clears"),
    [
        ("7r 8b", "x2 15r", True),
        ("7r 8b x2", "15r", True),  # a wild card of the middle is to be taken, too
        ("7r 8b x2", "x2 15r", True),  # of two equal ones one is enough
        ("7r [x2]", "15r", False),  # a build that is in no take stays
    ],
)
def test_the_centre_is_cleared_by_all_of_its_cards(centre: str, hand: str, clears: bool) -> None:
    layout = Layout(parse_position(centre, hand), WEBSITE, "points")
    assert layout.clears(layout.full) is clears
    assert bool(layout.centre) is clears
    if clears:
        assert layout.clears(layout.centre)
        assert [layout.clears(layout.centre & ~(1 << bit)) for bit in bits_of(layout.centre)] == [False] * len(bits_of(layout.centre))
        assert len(bits_of(layout.centre)) == len(centre.split())


def test_an_empty_centre_is_not_cleared() -> None:
    layout = Layout(parse_position("", "15r x2"), WEBSITE, "points")
    assert (layout.clears(0), layout.clears(layout.full), layout.values, layout.base_mask, layout.full) == (False, False, (), 0, 1)


@pytest.mark.parametrize(("steps", "points"), [("all", 5), ("ABCDE", 5), ("ABCD", 0)])
@pytest.mark.parametrize("by", ["points", "cards"])
def test_what_clearing_the_centre_adds(steps: ScoringSteps, points: int, by: By) -> None:
    scoring = Scoring("guide", fractions_in_play=False, printed=PRINTED, steps=steps)
    assert Layout(parse_position("7r", "7b"), scoring, by).clear_rank == points * (OTHER_COUNT_RANGE if by == "points" else 1)


NUMBERS = [card for card in PACK if card.is_number]
WILDS = [card for card in PACK if card.is_wild]


@given(st.integers(0, 30), st.integers(0, 20), st.integers(2, 16))
def test_of_too_many_cards_half_are_wild_cards_while_there_are_number_cards_enough(numbers: int, wilds: int, most: int) -> None:
    layout = Layout(Position(tuple(NUMBERS[:numbers]), (NUMBERS[40], *WILDS[:wilds])), WEBSITE, "points", most)
    room = min(wilds, max(most // 2, most - numbers))
    wanted = (numbers, wilds) if numbers + wilds <= most else (min(numbers, most - room), room)
    assert (len(layout.bases), len(layout.wilds)) == wanted
    assert layout.complete is (numbers + wilds <= most)
    assert bool(layout.centre) is (layout.complete and numbers > 0)


def test_of_too_many_cards_those_that_match_a_taking_card_are_kept_before_others() -> None:
    layout = Layout(parse_position("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r", "12b 9b x2"), WEBSITE, "points", 5)
    assert [str(item) for item in layout.bases] == ["1r", "2r", "9r", "12r"]
    assert [str(item) for item in layout.wilds] == ["x2"]


def test_cards_lie_in_the_order_of_their_values_and_the_pack() -> None:
    layout = Layout(parse_position("9r x3 [2b 3g] 5r -4 5b", "sqrt 7r 3r 7r 1/2"), WEBSITE, "points")
    assert [str(item) for item in layout.items] == ["5b", "5r", "[2b 3g]", "9r", "-4", "x3", "1/2", "sqrt"]
    assert layout.values == (5, 5, 5, 9)
    assert layout.faces == ["5", "5", "[2b 3g]", "9", "-4", "x3", "1/2", "sqrt"]
    assert [str(card) for card in layout.takers] == ["3r", "7r"]


@given(st.integers(0, 1 << 20))
def test_bits_make_the_mask_again(mask: int) -> None:
    bits = bits_of(mask)
    assert sum(1 << bit for bit in bits) == mask
    assert bits == sorted(set(bits))


@given(POSITIONS, number_cards, SCORINGS, st.sampled_from(("points", "cards")), st.data())
def test_a_rank_is_points_and_cards_of_the_set(position: Position, taker: Card, scoring: Scoring, by: By, data: st.DataObject) -> None:
    layout = Layout(position, scoring, by)
    mask = data.draw(st.integers(0, layout.full).filter(lambda mask: is_set(layout, mask)) if layout.bases else st.just(0))
    if not mask:
        return
    taken = taken_by(layout, mask)
    points, count = score_take([taken], taker, clears=False, scoring=scoring).points, len(taken) + 1
    expected = points * OTHER_COUNT_RANGE + count if by == "points" else count * OTHER_COUNT_RANGE + points
    assert layout.ranks(taker)[mask] == layout.rank(mask, taker) == expected


@settings(max_examples=30, deadline=None)
@given(POSITIONS, SCORINGS, st.sampled_from(("points", "cards")))
def test_one_rank_and_the_table_of_all_say_the_same(position: Position, scoring: Scoring, by: By) -> None:
    layout = Layout(position, scoring, by)
    for taker in (None, parse_card("7r"), parse_card("7")):
        ranks = layout.ranks(taker)
        assert len(ranks) == layout.full + 1
        for mask in range(layout.full + 1):
            if is_set(layout, mask):
                assert ranks[mask] == layout.rank(mask, taker)
