import pytest

from numero_cam.games.numero.rules import Defect, NotationError, parse_position


@pytest.mark.parametrize(
    ("centre", "hand", "packs", "defects"),
    [
        ("", "", 1, []),  # nothing lies there: a real moment of the game
        ("7r 8b", "x3 7b", 1, []),
        ("7r 8b", "7r", 1, [Defect.CARD_TWICE]),
        ("7r 8b", "7r", 2, []),
        ("[4r x3] 8b", "x3", 1, [Defect.CARD_TWICE]),  # inside a build too
        ("7 7 7 7", "8b", 1, []),  # four sevens of unknown colour
        ("7 7 7 7", "7r", 1, [Defect.CARD_TWICE]),
        ("7 7 7 7", "7h", 1, []),  # a playing card is of another pack
        ("7r", "1r 2r 3r 4r 5r 6r", 1, [Defect.HAND_TOO_LARGE]),
        ("[x3]", "1r", 1, [Defect.BUILD_WITHOUT_NUMBER]),
        ("[15r 5b]", "1r", 1, [Defect.BUILD_VALUE]),
        ("[7r sqrt]", "1r", 1, [Defect.BUILD_VALUE]),
        ("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r 14r 15r 1b", "1g 2g 3g 4g 5g", 1, [Defect.TOO_MANY_CARDS]),
    ],
)
def test_problems(centre: str, hand: str, packs: int, defects: list[Defect]) -> None:
    problems = parse_position(centre, hand).problems(packs)
    assert [problem.defect for problem in problems] == defects
    assert all(problem.text and "\n" not in problem.text for problem in problems)


def test_the_texts_say_what_and_how_often() -> None:
    (twice,) = parse_position("7r 7r", "").problems()
    assert twice.text == "7r lies there twice; one pack has it once"
    (thrice,) = parse_position("7r 7r 7r", "").problems(packs=2)
    assert thrice.text == "7r lies there 3 times; 2 packs have it twice"


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
        ("7 7 7 7 7", "", 1, ["7 lies there 5 times; one pack has it 4 times"]),
        ("7 7 7 7 7 7 7 7", "", 2, []),
        ("7 7 7 7 7 7 7 7 7", "", 2, ["7 lies there 9 times; 2 packs have it 8 times"]),
        ("x2 x2", "", 1, ["x2 lies there twice; one pack has it once"]),
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
