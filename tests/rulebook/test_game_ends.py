"""docs/rules.md, sections 8 and 9: challenge and end. A test names its article."""

from dataclasses import replace
from typing import Any, Literal

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, Rule, Seat
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.computer_players import ExpertPlayer, GreedyPlayer
from numero_cam.games.numero.players.player import Player, RandomPlayer
from numero_cam.games.numero.rules import parse_cards
from numero_cam.games.shared.breaks import breaks_no_rule
from tests.tables import broken, items, table, texts


def bluffed(**options: Any) -> Game:  # noqa: ANN401 - any field
    """Return a game in which the first of two players has built 13 without holding it."""
    game = table(["2r 9g 5g", "3b 10b 4b 1b -2"], "11r 8o x2", by="points", **options)
    game.build("2r", "11r + 2r")
    return game


def test_article_8_1_points_only_and_by_another_player() -> None:
    game = bluffed()
    assert broken(game.challenge, 0, "[11r 2r]") is Rule.RIGHT_OF_CHALLENGE
    assert broken(game.challenge, 7, "[11r 2r]") is Rule.RIGHT_OF_CHALLENGE
    game.challenge(1, "[11r 2r]")
    cards = table(["2r 13g", "3b"], "11r")
    cards.build("2r", "11r + 2r")
    assert broken(cards.challenge, 1, "[11r 2r]") is Rule.RIGHT_OF_CHALLENGE


def test_article_8_1_any_of_three_players() -> None:
    game = table(["2r 9g 5g", "3b 10b 4b", "3g 10g"], "11r 8o", by="points")
    game.build("2r", "11r + 2r")
    assert breaks_no_rule(game.copy().challenge, 1, "[11r 2r]")
    assert breaks_no_rule(game.copy().challenge, 2, "[11r 2r]")


def test_article_8_2_before_the_challengers_second_turn() -> None:
    game = bluffed()
    game.discard("3b")  # his first turn
    game.discard("5g")
    assert breaks_no_rule(game.copy().challenge, 1, "[11r 2r]")  # his second has not begun
    game.discard("4b")
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_IN_TIME
    game.undo()
    game.discard("-2")  # a wild card begins it
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_IN_TIME


def test_article_8_3_while_the_build_lies_unchanged() -> None:
    game = bluffed()
    game.build("1b", "[11r 2r] + 1b")
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_UNCHANGED
    assert broken(game.challenge, 1, "[8o 2r]") is Rule.CHALLENGE_UNCHANGED


def test_article_8_3_option_challenge_changed() -> None:
    game = bluffed(challenge_changed="yes")
    game.build("1b", "[11r 2r] + 1b")
    game.challenge(1, "[11r 2r]")
    assert game.state.seats[0].score == -20
    assert texts(game.state.centre) == "[11r 2r 1b] 8o x2"


def of_equal_builds_one_was_taken(**options: Any) -> Game:  # noqa: ANN401 - any field
    """Return a game of two packs in which two players have built the same, and the third has taken one of the builds."""
    game = table(["2r 13g 5g", "2r 9b 4b", "13b 10g 5b"], "11r 8o 11r", by="points", packs=2, **options)
    game.build("2r", "11r + 2r")
    game.build("2r", "11r + 2r")
    game.take("13b", "[11r 2r]")
    return game


@pytest.mark.parametrize(("first", "others", "builder"), [(1, (0, 2), 0), (2, (1, 2), 1)])
def test_article_8_3_of_equal_builds_the_challenged_one_lies_there(first: int, others: tuple[int, int], builder: int) -> None:
    game = of_equal_builds_one_was_taken()
    game.challenge(first, "[11r 2r]")
    assert items(game, builder).get("challenge_caught", 0) == (-20 if builder == 1 else 0)
    assert [broken(game.challenge, player, "[11r 2r]") for player in others] == [Rule.CHALLENGE_UNCHANGED] * 2


def test_article_8_3_with_the_option_the_taken_one_of_equal_builds_costs_points_alone() -> None:
    game = of_equal_builds_one_was_taken(challenge_changed="yes")
    game.challenge(1, "[11r 2r]")  # the first player's, who shows his 13
    game.challenge(0, "[11r 2r]")
    assert [seat.score for seat in game.state.seats][:2] == [0, -30]
    assert texts(game.state.centre) == "8o [11r 2r]"


def test_article_8_3_both_equal_builds_that_lie_there_may_be_challenged() -> None:
    game = of_equal_builds_one_was_taken()
    game.undo()
    game.challenge(2, "[11r 2r]")
    game.challenge(2, "[11r 2r]")
    assert [seat.score for seat in game.state.seats] == [0, -20, -10]


def test_article_8_4_caught_costs_20_and_the_cards_lie_as_before() -> None:
    game = bluffed()
    game.challenge(1, "[11r 2r]")
    assert game.state.seats[0].score == -20
    assert items(game) == {"challenge_caught": -20}
    assert sorted(map(str, game.state.centre)) == ["11r", "2r", "8o", "x2"]
    assert game.state.player == 1  # it costs no turn


def test_article_8_4_builds_inside_lie_again_as_builds() -> None:
    game = table(["2r 9g -2", "3b"], "[5r 6r] 8o", by="points")
    game.build("2r", "[5r 6r] + 2r -2")
    game.challenge(1, "[5r 6r 2r -2]")
    assert texts(game.state.centre) == "8o [5r 6r] 2r -2"


def test_article_8_4_what_was_laid_in_the_turn_lies_as_before_it() -> None:
    game = table(["2r 9g -2 x2", "3b"], "5r 8o", by="points")
    game.lay("5r x2")
    game.lay("[5r x2] -2")
    game.build("2r", "[5r x2 -2] + 2r")
    game.challenge(1, "[5r x2 -2 2r]")
    assert texts(game.state.centre) == "8o 5r 2r -2 x2"


def test_article_8_4_option_caught_wilds() -> None:
    game = table(["2r 9g -2", "3b"], "11r 8o", by="points", caught_wilds="hand")
    game.build("2r", "11r -2 + 2r")
    game.challenge(1, "[11r -2 2r]")
    assert texts(game.state.centre) == "8o 11r 2r"
    assert texts(game.state.seats[0].hand) == "9g -2"


def test_article_8_4_a_hand_that_got_its_wild_cards_back_may_draw_none() -> None:
    game = table(["2r 9g 8g 7g 6g x2 -2", "3b"], "11r 8o", "1b", by="points", caught_wilds="hand")
    game.build("2r", "8o -2 x2 + 2r")
    game.challenge(1, "[8o -2 x2 2r]")
    assert len(game.state.seats[0].hand) == 6
    game.draw()
    assert texts(game.state.stock) == "1b"


def test_article_8_5_shown_costs_the_challenger_10() -> None:
    game = table(["2r 13g", "3b"], "11r", by="points")
    game.build("2r", "11r + 2r")
    game.challenge(1, "[11r 2r]")
    assert [seat.score for seat in game.state.seats] == [0, -10]
    assert items(game, 1) == {"challenge_shown": -10}
    assert texts(game.state.centre) == "[11r 2r]"
    assert broken(game.challenge, 1, "[11r 2r]") is Rule.CHALLENGE_IN_TIME  # once


@pytest.mark.parametrize(("option", "scores"), [("now", [-20, 0]), ("then", [0, -10])])
def test_article_8_6_when_the_answer_must_be_held(option: str, scores: list[int]) -> None:
    game = table(["2r 13g 4g", "3b 5b 1b"], "11r", by="points", answer_shown=option)
    game.build("2r", "11r + 2r")
    game.discard("3b")
    game.discard("13g")
    game.challenge(1, "[11r 2r]")
    assert [seat.score for seat in game.state.seats] == scores


def test_article_8_6_a_legal_build_is_never_fined() -> None:
    game = table(["4r 12g 1r 1g", "2b 5b 1b"], "8o 12b", by="points")
    game.build("4r", "8o + 4r")
    game.discard("2b")
    game.take("12g", "12b")  # the answer to his build, which he may use for something else (6.8)
    game.challenge(1, "[8o 4r]")
    assert items(game, 1)["challenge_shown"] == -10
    assert "challenge_caught" not in items(game)


PLAYERS = [GreedyPlayer(), ExpertPlayer(Effort(deals=1)), RandomPlayer()]


def built_13(others: str, stock: str = "1r") -> Game:
    """Return a game in which the first of two has built 13 beside the red 13; the second holds these cards."""
    game = table(["2r 9g 5g", others], "11r 8o 13r", by="points", stock=stock)
    game.build("2r", "11r + 2r")
    return game


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
def test_article_8_7_every_player_challenges_what_is_certain(player: Player) -> None:
    all_four = built_13("3b 13b 13g 13o")
    challenge = player.challenges(all_four.state, 1)
    assert challenge is not None
    all_four.do(challenge)
    assert all_four.state.seats[0].score == -20
    assert player.challenges(all_four.state, 1) is None
    last = table(["2r", "3b 10b"], "11r 8o", by="points")
    last.build("2r", "11r + 2r")  # his last card: no answer can be left
    assert player.challenges(last.state, 0) is None
    challenge = player.challenges(last.state, 1)
    assert challenge is not None
    last.do(challenge)
    assert items(last) == {"challenge_caught": -20}


def test_article_8_7_what_is_only_likely_is_not_challenged() -> None:
    assert GreedyPlayer().challenges(built_13("3b 13b 13g").state, 1) is None


@pytest.mark.parametrize("others", ["3b 13b 13g", "3b 13b 13g 13o"])
def test_article_8_7_nothing_hidden_is_looked_at(others: str) -> None:
    """Whatever the builder holds and the stock hides, the answer is the same."""
    said = set()
    for hand in ("9g 5g", "13o 5g", "12g 5r"):
        game = built_13(others)
        seats = (replace(game.state.seats[0], hand=parse_cards(hand)), *game.state.seats[1:])
        said.add(GreedyPlayer().challenges(replace(game.state, seats=seats), 1))
    assert len(said) == 1


def test_article_8_7_two_players_without_a_stock_know_each_others_hands() -> None:
    seen = parse_cards("13r 13g 13o 13b")
    rest = [card for card in Options().pack() if card not in parse_cards("2r 9g 3b 10b 11r")]
    game = table(["2r 9g", "3b 10b"], "11r", by="points")
    seats = (game.state.seats[0], replace(game.state.seats[1], won=tuple(rest)))
    game = game.begun_at(replace(game.state, seats=seats))
    game.build("2r", "11r + 2r")
    assert set(seen) < set(rest)
    assert GreedyPlayer().challenges(game.state, 1) is not None


def test_article_8_7_an_answer_that_was_played_since_may_have_been_held() -> None:
    cards = ["2r 13b 5g 1g", "3b 13g 13o 6o"]
    game = table(cards, "11r 13r", by="points")
    game.build("2r", "11r + 2r")
    game.discard("3b")
    game.take("13b", "13r")
    assert GreedyPlayer().challenges(game.state, 1) is None
    now = table(cards, "11r 13r", by="points", answer_shown="now")
    now.build("2r", "11r + 2r")
    now.discard("3b")
    now.take("13b", "13r")
    assert GreedyPlayer().challenges(now.state, 1) is not None


def test_article_9_1_the_game_goes_on_until_somebody_is_out() -> None:
    game = table(["1r", "2b 3b"], "", stock="9r")
    game.discard("1r")
    game.draw()
    game.discard("2b")
    assert breaks_no_rule(game.copy().discard, "9r")  # no last chance yet
    game.discard("9r")
    assert game.state.phase is Phase.LAST
    assert game.state.player == 1


def test_article_9_2_one_last_chance_to_take() -> None:
    game = table(["1r", "1b 3b x2"], "7r")
    game.discard("1r")
    assert broken(game.discard, "3b") is Rule.LAST_CHANCE
    assert broken(game.discard, "x2") is Rule.LAST_CHANCE
    assert broken(game.build, "3b", "7r + 3b") is Rule.LAST_CHANCE
    game.take("1b", "1r")
    assert game.state.phase is Phase.OVER
    assert broken(game.take, "3b", "7r") is Rule.TURN


def test_article_9_2_the_last_chance_may_be_left() -> None:
    game = table(["1r", "1b 3b x2"], "7r")
    game.discard("1r")
    game.pass_turn()
    assert game.state.phase is Phase.OVER
    assert broken(game.challenge, 0, "[7r 1r]") is Rule.RIGHT_OF_CHALLENGE


@pytest.mark.parametrize(("option", "order"), [("all", [1, 2, 3]), ("next", [1])])
def test_article_9_2_the_others_in_their_order(option: str, order: list[int]) -> None:
    game = table(["1r", "2b 3b", "4b 5b", "6b 7b"], "7r", last_chances=option)
    game.discard("1r")
    had = []
    while game.state.phase is Phase.LAST:
        had.append(game.state.player)
        game.pass_turn()
    assert had == order


def test_article_9_3_the_centre_goes_to_the_last_taker() -> None:
    game = table(["7g 1r", "2b 3b"], "7r 5r [8b 1b]")
    game.take("7g", "7r")
    game.discard("2b")
    game.discard("1r")
    game.pass_turn()
    assert texts(game.state.seats[0].won) == "7r 7g 5r 8b 1b 2b 1r"
    assert game.state.centre == ()
    assert items(game) == {"cards": 2, "centre": 5}


def test_article_9_3_to_nobody_where_nobody_took() -> None:
    game = table(["1r", "2b 3b"], "7r 5r")
    game.discard("1r")
    game.pass_turn()
    assert texts(game.state.centre) == "7r 5r 1r"
    assert items(game) == {}


@pytest.mark.parametrize(("option", "points"), [("no", 0), ("yes", 1 + 3)])
def test_article_9_4_the_centre_counts_as_cards(option: str, points: int) -> None:
    game = table(["7g", "2b"], "7r 15r", by="points", centre_points=option)
    game.take("7g", "7r")
    game.pass_turn()
    # 15 has 2 printed and is a card; the first player has 3 cards, the other -1.
    assert items(game) == {"takes": 1, "cards": 2, "most_cards": 10} | ({"centre": 3} if points else {})


@pytest.mark.parametrize(("scoring", "penalty"), [("guide", {"hand_printed": -12}), ("website", {"hand_cards": -3, "hand_printed": -12})])
def test_article_9_5_hands_are_subtracted(scoring: str, penalty: dict[str, int]) -> None:
    game = table(["1r", "15b 3b x2"], "7r", by="points", scoring=scoring)
    game.discard("1r")
    game.pass_turn()
    assert items(game, 1) == penalty
    assert [game.state.net_cards(player) for player in (0, 1)] == [0, -3]


def test_article_9_5_hands_are_subtracted_from_the_cards() -> None:
    game = table(["1r", "15b 3b x2"], "7r")
    game.discard("1r")
    game.pass_turn()
    assert game.state.seats[1].score == -3


def test_article_9_6_most_cards_bring_10() -> None:
    game = table(["1r", "3b"], "7r", by="points", scoring="guide")
    game.discard("1r")
    game.pass_turn()
    assert items(game) == {"most_cards": 10}  # 0 cards against -1
    assert items(game, 1) == {}


@pytest.mark.parametrize(("option", "points"), [("nobody", 0), ("each", 10)])
def test_article_9_6_where_the_highest_are_equal(option: str, points: int) -> None:
    game = table(["7r", "9b"], "7g 9g", by="points", scoring="guide", most_cards_tie=option)
    game.take("7r", "7g")
    game.take("9b", "9g")
    assert game.state.phase is Phase.OVER
    assert items(game).get("most_cards", 0) == items(game, 1).get("most_cards", 0) == points


def test_article_9_7_who_wins() -> None:
    game = table(["1r", "3b"], "7r")
    game.discard("1r")
    game.pass_turn()
    assert game.state.winners() == (0,)


@pytest.mark.parametrize(("count", "bonus"), [("net", 0), ("won", 10)])
def test_article_9_6_which_count(count: Literal["net", "won"], bonus: int) -> None:
    game = table(["7r 9r 9b 9g", "3b"], "7g", by="points", scoring="guide", most_cards=count)
    game.take("7r", "7g")  # two cards won and one left in the middle, less three in the hand
    game.discard("3b")
    game.pass_turn()
    assert items(game).get("most_cards", 0) == bonus


@pytest.mark.parametrize(("option", "winners"), [("none", (0, 1)), ("cards", (0,))])
def test_article_9_7_where_points_are_equal(option: Literal["none", "cards"], winners: tuple[int, ...]) -> None:
    game = Game(Options(tie_break=option))
    seats = (Seat(won=parse_cards("7g 7r 4r"), score=11), Seat(won=parse_cards("8g 8r"), score=11))
    assert replace(game.state, seats=seats).winners() == winners
