"""Contract, "Order of equal plays"."""

from numero_cam.games.numero.rules import parse_position
from numero_cam.games.numero.solve import Play, Settings, solve
from numero_cam.text.words import formula


def best(centre: str, hand: str, **settings: str) -> Play:
    (play,) = solve(parse_position(centre, hand), Settings(**settings)).plays  # type: ignore[arg-type]
    return play


def texts(play: Play) -> list[str]:
    return [formula(group.way) for group in play.sets]


def test_order_then_the_other_count() -> None:
    # By the guide both plays have 1 point: more cards win. By cards both win two: more points on the 15 win.
    assert best("5r 3b 9o", "5g 8g", scoring="guide").cards == 3
    assert best("15r 4b", "15g 4g", by="cards").taker.value == 15


def test_order_no_fraction_before_no_negative() -> None:
    play = best("7r", "/2 x4 14g", values="any")
    assert texts(play) == ["7 × 4 ÷ 2"]


def test_order_no_negative_value_where_there_is_a_way_without() -> None:
    assert texts(best("3r", "-5 N2 4g")) == ["3² − 5"]  # not (3 − 5)²
    assert texts(best("2r", "-5 N2 9g")) == ["(2 − 5)²"]  # the only way


def test_order_then_the_smaller_largest_value() -> None:
    # 8 + (3 + (5 − 4) × 3) ÷ 2 stays at 11; (8 + 3 + 5 × 3 − 4) ÷ 2 makes the same of the same cards by way of 22.
    assert texts(best("11r 8o 3b 5r", "11g x3 -4 /2")) == ["11", "8 + (3 + (5 − 4) × 3) ÷ 2"]


def test_order_then_the_text_whatever_the_order_of_the_cards() -> None:
    one = best("6r 4b", "6g 4g", scoring="guide", by="cards")
    other = best("4b 6r", "4g 6g", scoring="guide", by="cards")
    assert texts(one) == texts(other) == ["4"]
