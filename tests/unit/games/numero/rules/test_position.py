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
