"""Contract, "Value of a build", and builds in takes."""

from numero_cam.games.numero.rules import Defect, parse_build, parse_position
from numero_cam.games.numero.solve import Settings, solve
from numero_cam.text.words import formula


def test_build_wild_cards_below_the_first_number_card_act_on_it() -> None:
    assert parse_build("[-2 -5 14g]").value == 7


def test_build_stated_value_is_binding_and_printed() -> None:
    # 9 ÷ 3 joined with 6 ÷ 2.
    build = parse_build("[9r /3 6b /2]=6")
    assert build.value == 6
    assert str(build) == "[9r /3 6b /2]=6"
    (play,) = solve(parse_position([str(build)], ["6o"])).plays
    assert play.cards == 5
    assert formula(play.sets[0].way) == "6"


def test_build_is_taken_whole_and_joined_with_other_builds() -> None:
    (play,) = solve(parse_position("[5r 3b] [6g 1o]", "15r"), Settings(by="cards")).plays
    assert play.cards == 5
    assert [str(item) for item in play.sets[0].cards] == ["[5r 3b]", "[6g 1o]"]
    assert solve(parse_position("[5r 3b]", "5g")).plays == ()


def test_build_takes_wild_cards() -> None:
    (play,) = solve(parse_position("[5r 3b]", "-4 x2 8g"), Settings(by="cards")).plays
    assert formula(play.sets[0].way) == "(8 − 4) × 2"


def test_build_without_number_card_or_value_is_a_problem_and_stays_out() -> None:
    position = parse_position("[x2 x3] [7r /2] 7b", "7g 6g")
    assert [problem.defect for problem in position.problems()] == [Defect.BUILD_WITHOUT_NUMBER, Defect.BUILD_VALUE]
    (play,) = solve(position).plays
    assert [str(item) for item in play.sets[0].cards] == ["7b"]
    assert not play.clears
