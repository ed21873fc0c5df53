import copy
import json
import pickle
from fractions import Fraction

import pytest

from numero_cam.games.numero.rules import PACK, WILD_CARDS, Card, CardError, Colour, Kind, parse_card
from numero_cam.games.numero.rules.cards import SUITS, root_name

EVERY = [*PACK, *(Card.number(value) for value in range(1, 16)), *(Card.number(value, suit) for value in range(1, 11) for suit in SUITS)]
COPIES = [card.with_copy(copy) for card in EVERY for copy in range(3)]


def test_canonical_texts_of_the_wild_cards() -> None:
    assert " ".join(map(str, WILD_CARDS)) == (
        "-2 -3 -4 -5 x2 x3 x4 x5 /2 /3 /4 /5 1/2 1/3 1/4 1/5 1/8 1/10 2/3 3/4 2/5 3/5 4/5 3/2 5/2 N2 N3 sqrt cbrt"
    )


def test_playing_cards_are_number_cards() -> None:
    ten = Card.number(10, Colour.HEARTS)
    assert str(ten) == "10h"
    assert ten.is_number
    assert ten.is_playing
    assert not Card.number(10, Colour.RED).is_playing


def test_the_order_of_the_pack_tells_all_cards_apart_and_an_unknown_colour_comes_first() -> None:
    assert len({card.sort_key for card in EVERY}) == len(set(EVERY)) == len({hash(card) for card in EVERY}) == 89 + 15 + 40
    sevens = sorted((card for card in EVERY if card.face == "7"), key=lambda card: card.sort_key)
    assert [str(card) for card in sevens] == ["7", "7r", "7b", "7g", "7o", "7s", "7h", "7d", "7c"]


@pytest.mark.parametrize(("degree", "name"), [(2, "sqrt"), (3, "cbrt"), (4, "root4")])
def test_names_of_roots(degree: int, name: str) -> None:
    assert root_name(degree) == name


@pytest.mark.parametrize(
    ("kind", "value", "colour", "why"),
    [
        (Kind.NUMBER, Fraction(16), None, "no number card 16: number cards have 1 to 15, playing cards 1 to 10"),
        (Kind.NUMBER, Fraction(1, 2), Colour.RED, "no number card 1/2: number cards have 1 to 15, playing cards 1 to 10"),
        (Kind.SUBTRACT, Fraction(6), None, "no card -6: the pack has -2 -3 -4 -5"),
        (Kind.POWER, Fraction(4), None, "no card N4: the pack has N2 N3"),
        (Kind.ROOT, Fraction(4), None, "no root of degree 4"),
        (Kind.ROOT, Fraction(1, 2), None, "no root of degree 1/2"),
        (Kind.MULTIPLY, Fraction(2), Colour.RED, "no card x2: the pack has x2 x3 x4 x5"),
        (Kind.FRACTION, Fraction(5, 8), None, "no card 5/8: the pack has 1/2 1/3 1/4 1/5 1/8 1/10 2/3 3/4 2/5 3/5 4/5 3/2 5/2"),
    ],
)
def test_what_is_said_of_a_card_that_does_not_exist(kind: Kind, value: Fraction, colour: Colour | None, why: str) -> None:
    with pytest.raises(CardError) as caught:
        Card(kind, value, colour)
    assert str(caught.value) == why


@pytest.mark.parametrize(("colour", "edges"), [(None, (1, 15)), *((colour, (1, 10) if colour in SUITS else (1, 15)) for colour in Colour)])
def test_article_1_1_numbers_at_their_edges(colour: Colour | None, edges: tuple[int, int]) -> None:
    low, high = edges
    assert [Card.number(value, colour).value for value in edges] == list(edges)
    for value in (low - 1, high + 1):
        with pytest.raises(CardError):
            Card.number(value, colour)


def test_a_card_is_equal_to_itself_alone() -> None:
    assert len(set(COPIES)) == len(COPIES)
    for card in EVERY:
        assert card == Card(card.kind, card.value, card.colour) == card.with_copy(2).with_copy(0)
        assert card != card.with_copy(1)
        assert all(card.looks_like(other) == (str(card) == str(other)) for other in COPIES)


def test_a_card_is_no_number() -> None:
    numbers = {*range(-1, 1 << 17), *(1 << n for n in range(64)), *(float(1 << n) for n in range(64))}
    for card in COPIES:
        assert card not in numbers
        assert not isinstance(card, int | float)
        assert {card, int(card.value)} != {card}
        with pytest.raises(TypeError, match="not JSON serializable"):
            json.dumps(card)
        with pytest.raises(TypeError):
            int(card)  # type: ignore[call-overload]
        with pytest.raises(TypeError):
            sorted([card, EVERY[0]])  # type: ignore[type-var]
        assert json.dumps({"card": str(card)}) == f'{{"card": "{card}"}}'


def test_a_card_comes_back_from_its_text_and_from_a_pickle() -> None:
    for card in COPIES:
        assert parse_card(str(card)) == card.with_copy(0)
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - made a line ago
        assert copy.deepcopy([card])[0] is copy.copy(card) is card
        assert (f"{card}", f"{card:>5}", repr(card)) == (str(card), str(card).rjust(5), f"parse_card('{card}')")


def test_a_card_does_not_change() -> None:
    for name in ("kind", "value", "colour", "copy", "face", "other"):
        with pytest.raises(AttributeError, match=f"a card does not change: {name}"):
            setattr(EVERY[0], name, 1)
        with pytest.raises(AttributeError, match=f"a card does not change: {name}"):
            delattr(EVERY[0], name)
