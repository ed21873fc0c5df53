"""What people choose on the page becomes a game, or one clear line."""

import pytest

from numero_cam.live.game_commands import new_game_record
from numero_cam.live.table_commands import RefusedError, StartGame

TWO = ("Ann", "Ben")


def test_a_game_with_cards_of_an_own_choice_has_these_only() -> None:
    options = new_game_record(StartGame(TWO, cards="3", by="points", numbers=6, wilds="x2 -3")).setting.options
    assert (options.numbers, [str(card) for card in options.wilds]) == (6, ["-3", "x2"])
    assert new_game_record(StartGame(TWO, cards="3", wilds="none")).setting.options.wilds == ()


def test_what_is_not_chosen_is_the_set_s() -> None:
    chosen, given = (new_game_record(start).setting.options for start in (StartGame(TWO, cards="2", numbers=8), StartGame(TWO, cards="2")))
    assert chosen.wilds == given.wilds
    assert (chosen.numbers, given.numbers) == (8, 15)


@pytest.mark.parametrize(
    ("start", "word"),
    [
        (StartGame(TWO, numbers=16), "16"),
        (StartGame(TWO, numbers=4), "4"),
        (StartGame(TWO, wilds="7g"), "7g"),
        (StartGame(TWO, wilds="x9"), "x9"),
        (StartGame(TWO, cards="17"), "17"),
        (StartGame(("Ann",)), "1 players are named; 2 to 4 play"),
        (StartGame(("Ann", "Ann")), "Ann"),
    ],
)
def test_cards_and_players_that_cannot_be_are_refused_by_name(start: StartGame, word: str) -> None:
    with pytest.raises(RefusedError, match=word):
        new_game_record(start)


def test_wild_cards_that_are_none_are_told_without_notation() -> None:
    with pytest.raises(RefusedError) as told:
        new_game_record(StartGame(TWO, wilds="−2 foo"))
    assert str(told.value) == '"foo" is no wild card. Write them as they are printed, such as −2 ×3 ÷2 ½.'
