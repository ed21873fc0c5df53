import pytest

from numero_cam.games.shared.names import MAX_NAME_LENGTH, distinct_names, name_problem, split_names


@pytest.mark.parametrize(
    "name", ["", " Anna", "An  na", "a:b", "a,b", "a#b", "1st", "a\nb", "x" * (MAX_NAME_LENGTH + 1), "a\x1b[31m", "a\udcff", "a\u2028b"]
)
def test_names_that_a_text_could_not_hold(name: str) -> None:
    reason = name_problem(["Ben", name])
    assert "cannot be used" in reason
    assert reason.isprintable()


def test_a_name_is_one_players() -> None:
    assert name_problem(["Anna", "Ben", "Anna"]) == 'two players are called "Anna"'


def test_names_that_fit() -> None:
    assert not name_problem(["Anna", "Ben 2", "x" * MAX_NAME_LENGTH, "Zoë"])


def test_names_of_a_line_and_back() -> None:
    assert split_names("Anna ,  Ben  2") == ["Anna", "Ben 2"]


def test_numbered_names_can_be_told_apart() -> None:
    assert distinct_names(["greedy", "random", "greedy"]) == ("greedy", "random", "greedy 2")
