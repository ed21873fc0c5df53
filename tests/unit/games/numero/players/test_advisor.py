"""The advisor: candidates are legal, hidden cards are not looked at, the guide's tactics come out."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, State
from numero_cam.games.numero.engine.operations import Discarded
from numero_cam.games.numero.engine.state import Item
from numero_cam.games.numero.players.advisor import Advisor, Effort, PlayOutlook
from numero_cam.games.numero.players.candidates import play_options
from numero_cam.games.numero.players.computer_players import ExpertPlayer
from numero_cam.games.numero.players.player import play_game
from numero_cam.games.numero.players.tournament import Plan, one_game, player_of, result_of
from numero_cam.games.numero.players.view import (
    GameFacts,
    Refusal,
    options_of,
    refusal_of,
    sample_deal,
    unseen,
    view_of,
    view_of_position,
    view_of_table,
)
from numero_cam.games.numero.rules import Card, cards_of, parse_cards, parse_items, parse_position
from numero_cam.games.numero.solve import Settings, SettingsError
from numero_cam.games.numero.solve.hands import best_takes
from numero_cam.games.numero.solver_settings import settings_of
from numero_cam.games.shared.statistics import margin_interval, share_interval
from numero_cam.games.shared.tournament import Seating
from numero_cam.text.advice import advice_json, play_words, reason

FEW = Effort(deals=3)
EXAMPLES = json.loads((Path(__file__).parents[4] / "data" / "guide_tactics.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("by", ["points", "cards"])
def test_every_candidate_is_legal_and_leaves_what_the_game_leaves(by: str) -> None:
    game = one_game(Options.level("all", by=by), ["random", "greedy"], "3")
    kinds = set()
    for state in game.states:
        if state.phase is not Phase.PLAY or state.laid:
            continue
        for play in play_options(view_of(state), seconds=None, bluffs=True):
            kinds.add((play.kind, play.bluff))
            again = Game(game.options).begun_at(state)
            again.do(play.operation)
            if play.then is not None:
                again.do(Discarded(state.player, (play.then,)))
            after = again.state
            assert sorted(map(str, after.centre)) == sorted(map(str, play.centre)) or after.phase is Phase.OVER
            assert sorted(map(str, after.seats[state.player].hand)) == sorted(map(str, play.hand))
            if play.kind == "take" and after.phase is not Phase.OVER:
                assert after.seats[state.player].score - state.seat.score == play.gain
    assert kinds >= {("take", False), ("build", False), ("discard", False)}
    assert (("build", True) in kinds) is (by == "points")


def with_other_hidden_cards(state: State) -> State:
    """A game of two in which the first knows the same, and the other hand and the stock are other cards."""
    hidden = [*state.seats[1].hand, *state.stock]
    random.Random(1).shuffle(hidden)  # noqa: S311 - a test
    return replace(state, seats=(state.seats[0], replace(state.seats[1], hand=tuple(hidden[:5]))), stock=tuple(hidden[5:]))


def test_hidden_cards_change_nothing() -> None:
    game = Game(Options.level("all"))
    game.deal(seed=4)
    state = game.state
    other = with_other_hidden_cards(state)
    assert view_of(state) == view_of(other)


def nothing(centre: object, hand: object) -> bool:  # noqa: ARG001 - a player who can never take
    return False


def test_dealt_cards_are_the_unseen_ones() -> None:
    game = Game(Options.level("all", players=3))
    game.deal(seed=4)
    view = view_of(game.state)
    cards = sample_deal(view, random.Random(1), nothing)  # noqa: S311 - a test
    held = [card for hand in cards.hands for card in hand]
    assert [len(hand) for hand in cards.hands] == [5, 5]
    assert sorted(map(str, (*held, *cards.stock))) == sorted(map(str, view.unseen))


def test_answers_of_builds_are_in_the_hand_that_is_dealt() -> None:
    view = view_of_table(parse_position("[12g 1o]", "15o 9r"), Options())
    view = replace(view, answers=((13,),))
    rng = random.Random(2)  # noqa: S311 - a test
    assert all(any(card.value == 13 and card.is_number for card in sample_deal(view, rng, nothing).hands[0]) for _ in range(20))


def test_who_took_nothing_is_dealt_a_hand_that_could_not() -> None:
    game = Game(Options.level("1"))
    game.deal("11r 9b 12r 9o 13r 2g 14r 3g 15r 4g 6r 6b" + " 7r 7b 8r 8b 1r 1b 5r 5b")
    left = parse_items("6r 6b 11r")
    game.discard("11r")
    game.draw()
    game.discard("2g")
    game.draw()
    view = view_of(game.state)
    refusal = refusal_of(game.state, left, 0)
    assert refusal == Refusal(left, parse_cards("2g"), 4)
    rng = random.Random(3)  # noqa: S311 - a test

    def takes(centre: tuple[Item, ...], hand: tuple[Card, ...]) -> bool:
        assert centre == left
        return best_takes(left, [hand], settings_of(game.options)) != [None]

    hands = [sample_deal(replace(view, refusal=refusal), rng, takes).hands[0] for _ in range(30)]
    able = sum(takes(left, hand) for hand in hands)
    blind = sum(takes(left, sample_deal(view, rng, takes).hands[0]) for _ in range(30))
    assert able < blind
    assert refusal_of(game.state, left, 2) is None


@pytest.mark.parametrize(("seen", "count"), [("", 89), ("7r 8b x2", 86), ("[7r 8b]", 87), ("7", 88), ("7 7 7 7 7", 85), ("7r 7r", 87)])
def test_unseen_cards(seen: str, count: int) -> None:
    cards = [card for item in parse_position(seen, "").centre for card in cards_of(item)]
    assert len(unseen(Options(), cards)) == count


def test_the_same_deals_give_the_same_advice() -> None:
    view = view_of_position(parse_position("9r 3b", "7b 4g x2 15o 1/3"), Settings())
    one, other = (advice_json(Advisor(Effort(deals=5, seed=1), bluffs=True).outlooks(view), by="points") for _ in range(2))
    assert one == other


ODD_POSITIONS = [
    ("", ""),
    ("", "x2"),
    ("7r", "x2 x3 -2 -3 /4"),
    ("", "7r"),
    ("x2 x3", "7r 8b"),
    ("[9r 9b]", "3r"),
    ("7r 7r 7r", "7r 7r 7r 7r 7r 7r 7r"),
]


@pytest.mark.parametrize(("centre", "hand"), ODD_POSITIONS)
def test_odd_positions_get_an_answer(centre: str, hand: str) -> None:
    found = Advisor(FEW, bluffs=True).outlooks(view_of_position(parse_position(centre, hand), Settings()))
    assert bool(found) is bool(hand)
    assert all(reason(one, found, by="points") for one in found)


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": float("nan")}, {"seconds": float("inf")}, {"deals": 0}])
def test_no_time_to_think_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(SettingsError, match=r"is more than 0|1 or more"):
        Effort(**wrong)  # type: ignore[arg-type]


def test_the_best_play_comes_first_and_the_player_plays_it() -> None:
    game = Game(Options.level("all"))
    game.deal(seed=8)
    found = Advisor(FEW).outlooks(view_of(game.state))
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert ExpertPlayer(FEW).play(game.state) == found[0].candidate.operation


def test_the_expert_plays_a_whole_solitaire() -> None:
    assert one_game(Options.level("all", players=1), ["expert"], "2", FEW).state.phase is Phase.OVER


def test_the_expert_beats_the_random_player_by_far() -> None:
    plan = Plan(Options.level("3"), ("expert", "random"), 1, effort=FEW)
    assert result_of(plan, Seating.of(0, 2, all_seats=plan.all_seats)).winners == (0,)


def test_each_deal_is_played_from_both_seats() -> None:
    game = Game(Options.level("1"))
    plan = Plan(Options.level("1"), ("greedy", "greedy"), 5, all_seats=True)
    one, other = result_of(plan, Seating.of(0, 2, all_seats=plan.all_seats)), result_of(plan, Seating.of(1, 2, all_seats=plan.all_seats))
    assert one.scores == other.scores[::-1]
    assert result_of(plan, Seating.of(2, 2, all_seats=plan.all_seats)) != one
    game.deal(seed="5 0")
    assert play_game(game, [player_of("greedy", 0), player_of("greedy", 1)]).state.turn == one.turns


@pytest.mark.parametrize(("won", "games", "ends"), [(0, 10, (0.0, 0.28)), (10, 10, (0.72, 1.0)), (240, 400, (0.551, 0.647))])
def test_intervals_of_games_won(won: int, games: int, ends: tuple[float, float]) -> None:
    assert share_interval(won, games) == pytest.approx(ends, abs=0.003)


def test_intervals_of_margins_take_the_games_of_a_deal_together() -> None:
    assert margin_interval([10, -10, 12, -12], group=2) == (0, 0, 0)
    mean, least, most = margin_interval([1, 2, 3])
    assert (mean, round(most - mean, 3)) == (2, round(mean - least, 3))
    assert margin_interval([4])[1:] == (float("-inf"), float("inf"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example["name"]))
def test_the_guides_tactics_are_among_the_plays_that_are_compared(example: dict[str, object]) -> None:
    outlooks = examined(example, 2)
    for plays in (example["guide"], example["instead"]):
        assert isinstance(plays, list)
        assert any(play_words(one.candidate).startswith(tuple(plays)) for one in outlooks)


@pytest.mark.parametrize("name", ["multiplication", "division", "two eights", "a card for the minus", "the safer of two"])
def test_where_the_search_clearly_agrees_with_the_guide(name: str) -> None:
    example = next(one for one in EXAMPLES if one["name"] == name)
    outlooks = examined(example, 40)
    guide, instead = (
        max(one.value for one in outlooks if play_words(one.candidate).startswith(tuple(example[key]))) for key in ("guide", "instead")
    )
    assert guide > instead


def test_what_the_guide_takes_for_a_hopeless_hand_has_a_legal_build() -> None:
    """Its first bluff: 14 and 11 lie there, and 2 with /3 makes 9 of both, which is held."""
    example = next(one for one in EXAMPLES if one["name"] == "bluff on 11")
    outlooks = examined(example, 20)
    assert play_words(outlooks[0].candidate) == "build 2r: ([10r 4b] + 11g + 2r) /3 = 9"
    assert not outlooks[0].candidate.bluff
    bluff = next(one for one in outlooks if one.candidate.bluff)
    assert reason(bluff, outlooks, by="points").startswith("A bluff")


def examined(example: dict[str, object], deals: int) -> list[PlayOutlook]:
    options = Options.level(str(example["level"]), by=str(example["by"]))
    view = view_of_table(parse_position(str(example["centre"]), str(example["hand"])), options)
    answers = example["answers"]
    assert isinstance(answers, list)
    return Advisor(Effort(deals=deals), bluffs=True).outlooks(replace(view, answers=(tuple(answers),)))


def test_the_view_of_what_is_told() -> None:
    playing = options_of(parse_position("7s 8h", "10d 5c 1h"), Settings())
    assert (playing.playing, playing.wilds) == (True, ())  # a pack of playing cards has no wild cards
    assert options_of(parse_position("7h", "8"), Settings()).playing
    assert options_of(parse_position("7s x2", "10d"), Settings()).wilds
    assert len(options_of(parse_position("7r", "8b"), Settings()).wilds) == 29
    assert len(options_of(parse_position("7r", "8b"), Settings(fractions_in_play="no")).wilds) == 16
    assert options_of(parse_position("7r", "8b"), Settings(scoring="guide")).scoring_rules.fractions_in_play is False
    view = view_of_position(parse_position("7r", "8b"), Settings(), GameFacts("1", None, 3, 4))
    assert (view.options.wilds, view.others, view.stock) == ((), (5, 5), 4)
    wilds = parse_cards("x2 x3")
    assert view_of_position(parse_position("7r", "8b"), Settings(), GameFacts(wilds=wilds)).options.wilds == wilds
