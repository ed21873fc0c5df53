"""Words of a game for the one who plays it."""

import pytest

from numero_cam.games.numero.engine import Game, Options
from numero_cam.text.playing import event_lines, intro_lines, table_lines

#: Anna is dealt 7 3 5 9 11 red, Ben 2 4 6 10 13 red; 8 orange and 3 blue are turned up.
HEAD = "7r 2r 3r 4r 5r 6r 9r 10r 11r 13r 8o 3b 15r 15o"


def game(by: str = "cards") -> Game:
    dealt = Game(Options.level("1", by=by), ["Anna", "Ben"])
    dealt.deal(HEAD)
    return dealt


def told(after: Game, person: int) -> list[str]:
    return [line.plain for line in event_lines(after.names, after.states[-2], after.operations[-1], after.state, person)]


@pytest.mark.parametrize(
    ("play", "mine", "others"),
    [
        (("take", "11r", "8o + 3b"), "You take 3 cards with your 11 red: 8 + 3 = 11.", "Anna takes 3 cards with the 11 red: 8 + 3 = 11."),
        (("take", "3r", "3b"), "You take 2 cards with your 3 red: the 3 blue.", "Anna takes 2 cards with the 3 red: the 3 blue."),
        (("build", "3r", "8o + 3r"), "You build 11 with your 3 red: 8 + 3 = 11.", "Anna builds 11 with the 3 red: 8 + 3 = 11."),
        (("discard", "3r"), "You discard 3 red.", "Anna discards 3 red."),
    ],
)
def test_plays_are_said_to_the_one_who_made_them_and_to_others(play: tuple[str, ...], mine: str, others: str) -> None:
    played = game()
    getattr(played, play[0])(*play[1:])
    assert told(played, 0) == [mine]
    assert told(played, 1) == [others]


def test_cards_drawn_by_others_stay_hidden() -> None:
    played = game()
    played.discard("3r")
    played.draw()
    assert told(played, 0) == ["You draw 15 red."]
    assert told(played, 1) == []


def test_points_say_what_they_are_for() -> None:
    played = game("points")
    played.take("11r", "8o + 3b")
    assert told(played, 0)[1].startswith("    9 points: 1 for 1 set; 3 for 3 cards;")


def test_the_table_names_colours_and_values_of_builds() -> None:
    played = game()
    played.build("3r", "8o + 3r")
    lines = [line.plain for line in table_lines(played, 0)]
    assert lines[0] == "Turn 1. You have 0 cards, Ben 0. 2 cards left to draw."
    assert lines[1] == "Middle  [8 orange, 3 red] = 11   3 blue"
    assert lines[2] == "Hand    7 red   5 red   9 red   11 red"


@pytest.mark.parametrize("options", [Options.level("1"), Options.level("all", by="cards"), Options.level("3", players=1)])
def test_the_goal_names_only_what_is_in_the_game(options: Options) -> None:
    text = "\n".join(intro_lines(options))
    assert f"{options.by}" in text
    assert ("build" in text) == (not options.is_solitaire)
    assert ("Wild cards" in text) == bool(options.wilds)
