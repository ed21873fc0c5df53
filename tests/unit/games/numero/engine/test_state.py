"""Positions that cannot be are named problems; and what the players do."""

import pytest

from numero_cam.games.numero.engine import Options, OptionsError, Phase, Seat, State
from numero_cam.games.numero.engine.operations import Built, Taken
from numero_cam.games.numero.players.computer_players import best_build, best_discard, best_solution, best_take
from numero_cam.games.numero.players.tournament import Plan, one_game, play_all, player_of
from numero_cam.games.numero.rules import Defect, parse_cards, parse_items
from numero_cam.games.numero.rules.calculation import way_text
from numero_cam.games.numero.solve import solve
from numero_cam.games.numero.solver_settings import settings_of
from numero_cam.games.shared.tournament import standings
from tests.tables import table, texts


@pytest.mark.parametrize(
    ("hands", "centre", "defects"),
    [
        (["", ""], "", []),
        (["1r 2r", "3r"], "[8b 4r] 5r", []),
        (["7r 7r", "7r"], "7r 7r", [Defect.CARD_TWICE]),
        (["7 7", "7"], "7 7", [Defect.CARD_TWICE]),
        (["1r 2r 3r 4r 5r 6r 7r 8r", "9r"], "", [Defect.HAND_TOO_LARGE]),
        (["1r", "2r"], "[x2 x3] [9b 8r]", [Defect.NOT_IN_PACK] * 2 + [Defect.BUILD_WITHOUT_NUMBER, Defect.BUILD_VALUE]),
        (["-2 x2", "10h"], "12r", [Defect.NOT_IN_PACK] * 4),
    ],
)
def test_problems(hands: list[str], centre: str, defects: list[Defect]) -> None:
    options = Options.level("1-10" if "12r" in centre else "2")
    state = State(options, tuple(Seat(parse_cards(hand)) for hand in hands), parse_items(centre))
    assert [problem.defect for problem in state.problems()] == defects


def test_problems_are_told_in_words() -> None:
    state = State(Options.level("1"), (Seat(parse_cards("1r 2r 3r 4r 5r 6r 7r x2")), Seat(parse_cards("1r"))))
    assert [problem.text for problem in state.problems()] == [
        "1r lies there twice; one pack has it once",
        "x2 is not in the pack that is played with",
        "hand 1 has 8 cards; a hand has at most 5",
    ]


def test_greedy_builds_with_most_cards() -> None:
    build = best_build(table(["3r 12b 9g", "1r"], "4r 5r 6g").state)
    assert build is not None
    assert isinstance(build, Built)
    assert way_text(build.way) == "4r + 5r + 3r"
    assert best_build(table(["3r 13b", "1r"], "4r 5r").state) is None
    centre_wild = best_build(table(["14g 12b", "1r"], "-2").state)
    assert centre_wild is not None
    assert way_text(centre_wild.way) == "14g -2"


@pytest.mark.parametrize(
    ("hand", "discarded"),
    [
        ("8r 9b 8b 2g", "8r"),  # one of a pair
        ("7r 8b 15g 2g", "8b"),  # 7 + 8 = 15: the higher
        ("3r 9b 14g", "3r"),  # the lowest
        ("14r 1/2 /3 -2 x2", "/3"),  # of four wild cards one that does not fit 14
        ("12r 3/4 1/5 -2 /2", "1/5"),
        ("x2 x3 x4 x5 -2", "x2 x3 x4 x5 -2"),
    ],
)
def test_greedy_discards_as_the_guide_advises(hand: str, discarded: str) -> None:
    assert texts(best_discard(table([hand, "1r"], "").state).cards) == discarded


def test_greedy_takes_what_brings_most_of_a_crowded_centre() -> None:
    state = table(["15g x2 -3", "1r"], "1r 2r 3r 4r 5r 6r 7r 8r 9r [3b 4b]", by="points").state
    (found,), (best,) = best_solution(state).plays, solve(state.position, settings_of(state.options)).plays
    assert found.points == best.points  # without the kernel it may be another take of as many points


def test_greedy_takes_a_lot_of_a_very_crowded_centre() -> None:
    """More than is searched to the end: a good take, the same each time."""
    game = table(["15g x2 -3", "1r"], "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 15r [3b 4b] 1b 2b 9b 10b 11b 12b 13b", by="points")
    take = best_take(game.state)
    assert take is not None
    assert game.can(take)
    assert take == best_take(game.state)
    assert best_solution(game.state).plays[0].cards > 15


@pytest.mark.parametrize(("level", "scoring"), [("3", "guide"), ("all", "guide"), ("all", "website")])
def test_a_take_brings_what_the_solver_said(level: str, scoring: str) -> None:
    game = one_game(Options.level(level, scoring=scoring), ["greedy", "greedy"], "5")
    compared = 0
    for before, operation, after in game.steps():
        if isinstance(operation, Taken) and after.phase is not Phase.OVER:
            (play,) = best_solution(before).plays
            assert play.points == after.seats[before.player].score - before.seat.score
            assert play.cards == len(after.seats[before.player].won) - len(before.seat.won)
            compared += 1
    assert compared > 10


def test_greedy_never_challenges() -> None:
    game = table(["2r 9g", "3b 4b"], "11r", by="points")
    game.build("2r", "11r + 2r")
    assert player_of("greedy", 0).challenges(game.state, 1) is None


def test_the_same_seed_gives_the_same_game() -> None:
    options = Options.level("2")
    one, other = (one_game(options, ["random", "random"], "7") for _ in range(2))
    assert one == other
    assert one != one_game(options, ["random", "random"], "8")


def test_greedy_wins_more_games_than_random_and_two_processes_play_the_same() -> None:
    plan = Plan(Options.level("1", by="cards"), ("greedy", "random"), 1)
    results = list(play_all(plan, 6))
    greedy, other = standings(["greedy", "random"], results)
    assert greedy.wins > other.wins
    assert greedy.scores == tuple(result.cards[0] for result in results)
    assert results == list(play_all(plan, 6, jobs=2))


def test_a_player_that_there_is_not_is_refused() -> None:
    with pytest.raises(OptionsError, match="choose from champion, expert, book, greedy, random"):
        player_of("clever", 1)
