import pytest

from numero_cam.games.numero.rules import NotationError, parse_position


def test_lists_of_tokens() -> None:
    position = parse_position(["1 1/2", "[8b 4r]"], ["7 red"])
    assert [str(item) for item in position.centre] == ["3/2", "[8b 4r]"]
    assert [str(card) for card in position.hand] == ["7r"]


@pytest.mark.parametrize(("centre", "hand", "place"), [(["7r", "8z"], [], 2), (["7r", 8], [], 2), ("7r", "3r [8b 4r]", 2)])
def test_a_bad_token_is_named_with_its_place(centre: str | list[str], hand: str | list[str], place: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(centre, hand)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("centre", "hand", "text"),
    [
        ("11r 8o", "11g x3", "centre 11r 8o, hand 11g x3"),
        ("[8b 4r]=7", "", "centre [8b 4r]=7, hand empty"),
        ("", "1r", "centre empty, hand 1r"),
        ("", "", "centre empty, hand empty"),
    ],
)
def test_a_position_in_words(centre: str, hand: str, text: str) -> None:
    position = parse_position(centre, hand)
    assert str(position) == text
    assert repr(position).startswith("parse_position(")


@pytest.mark.parametrize(
    ("centre", "hand", "packs", "texts"),
    [
        ("7r 8b", "7r", 1, ["7r lies there twice; one pack has it once"]),
        ("7r 8b", "7r", 2, []),
        ("7r 7r", "7r", 2, ["7r lies there 3 times; 2 packs have it twice"]),
        ("[4r x3] 8b", "x3", 1, ["x3 lies there twice; one pack has it once"]),  # inside a build too
        ("7 7 7 7", "7r", 1, ["7 lies there 5 times; one pack has it 4 times"]),
        ("7 7 7 7", "7h", 1, []),  # a playing card is of another pack
        ("7 7 7 7 7", "", 1, ["7 lies there 5 times; one pack has it 4 times"]),
        ("7 7 7 7 7 7 7 7", "", 2, []),
        ("7 7 7 7 7 7 7 7 7", "", 2, ["7 lies there 9 times; 2 packs have it 8 times"]),
        ("", "1r 2r 3r 4r 5r", 1, []),
        ("", "1r 2r 3r 4r 5r 6r", 1, ["the hand has 6 cards; a hand has at most 5"]),
        ("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r 14r 15r", "1g 2g 3g 4g 5g", 1, []),
        (
            "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r 14r 15r 1b",
            "1g 2g 3g 4g 5g",
            1,
            ["the position has 21 cards; more than 20 are not expected"],
        ),
        ("[x2]", "", 1, ["build [x2] has no number card; it stays out of takes"]),
        ("[15r 5b]", "", 1, ["build [15r 5b] is 20, not a whole number 1-15; it stays out of takes"]),
        ("[7r sqrt]", "", 1, ["build [7r sqrt] has no exact value; it stays out of takes"]),
    ],
)
def test_what_is_said_of_problems(centre: str, hand: str, packs: int, texts: list[str]) -> None:
    assert [str(problem) for problem in parse_position(centre, hand).problems(packs)] == texts
