"""Bluff and challenge: what a player believes of a build, how characters challenge, and who bluffs."""

from itertools import combinations, pairwise

import pytest

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.engine.operations import Built, Challenged
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.candidates import bluff_builds
from numero_cam.games.numero.players.champion import PlayoutSearch, PublicScores, Search
from numero_cam.games.numero.players.doubt import BREAK_EVEN_CHANCE, CHARACTERS, Belief, Doubter, belief_of, challenge_chance, held_chance
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.players.view import UnseenDeal, view_of
from numero_cam.games.numero.rules import parse_cards

CAREFUL, BOLD, HONEST = CHARACTERS["careful"], CHARACTERS["bold"], CHARACTERS["honest"]


@pytest.mark.parametrize(("held", "value"), [(1, 3), (2, 3), (4, 3), (9, 3), (2, 14)])
def test_a_hand_holds_a_number_as_often_as_counting_says(held: int, value: int) -> None:
    unseen = parse_cards("3r 3b 5g 6o 7r x2 9b")
    hands = list(combinations(unseen, min(held, len(unseen))))
    counted = sum(any(card.is_number and card.value == value for card in hand) for hand in hands) / len(hands)
    assert held_chance(unseen, value, held) == pytest.approx(counted)


def bluffed(answers_of_the_other: str = "") -> Game:
    """The first player builds 13 without a 13; the other holds these cards and more."""
    game = Game(Options.level("1"))
    hand = f"{answers_of_the_other} 1b 3b 4b 5b 6b".split()[:5]
    game.deal(f"2r {hand[0]} 3r {hand[1]} 4r {hand[2]} 5r {hand[3]} 6r {hand[4]} 11r 8r 1g 2g 3g 4g")
    game.build("2r", "11r + 2r")
    game.draw()
    return game


def test_who_holds_the_answers_doubts_more() -> None:
    games = [bluffed(hand) for hand in ("", "13r", "13r 13b", "13r 13b 13g")]
    beliefs = [belief_of(game.state, game.state.claims[0], 1) for game in games]
    for less, more in pairwise(beliefs):
        assert less.held_to_all == pytest.approx(more.held_to_all)
        assert less.bluff < more.bluff
        assert challenge_chance(less, CAREFUL) < challenge_chance(more, CAREFUL) < challenge_chance(more, BOLD)


def test_what_everybody_sees_is_challenged_as_often_as_gains_nothing() -> None:
    for held in (0.05, 0.2, 0.5):
        assert challenge_chance(Belief(held, held), CAREFUL) == pytest.approx(BREAK_EVEN_CHANCE)
        assert challenge_chance(Belief(held, held, left=True), CAREFUL) > 0.9
        assert challenge_chance(Belief(held, held, left=True), HONEST) == 0
    assert Belief(0.0, 0.3).bluff == 1
    assert Belief(1.0, 1.0).bluff == 0


def test_the_same_seed_gives_the_same_challenges_and_others_differ() -> None:
    state = bluffed("13r 13b 13g").state
    found = [Doubter(CAREFUL, seed).challenges(state, 1) for seed in range(20)]
    assert found == [Doubter(CAREFUL, seed).challenges(state, 1) for seed in range(20)]
    assert Challenged(1, state.claims[0].build) in found
    assert Doubter(HONEST).challenges(state, 1) is None
    assert all(Doubter(BOLD, seed).challenges(state, 0) is None for seed in range(20))  # nobody doubts a build of his own


def test_a_build_that_its_builder_leaves_is_challenged() -> None:
    game = bluffed()
    claim = game.state.claims[0]
    game.discard("6b")
    game.draw()
    game.discard("6r")
    game.draw()
    belief = belief_of(game.state, claim, 1)
    assert belief.left
    assert belief.bluff > 0.5


def test_a_card_of_the_answer_that_was_played_since_ends_the_doubt() -> None:
    game = Game(Options.level("1"))
    game.deal("2r 1b 13r 3b 13b 4b 5r 5b 6r 6b 11r 8r 1g 2g 3g 4g")
    game.build("2r", "11r + 2r")
    game.draw()
    game.discard("6b")
    game.draw()
    game.discard("13r")
    game.draw()
    claim = game.state.claims[0]
    assert claim.parted
    assert belief_of(game.state, claim, 1).bluff == 0


def test_a_bluff_is_worth_less_the_more_it_is_challenged_and_a_true_build_more() -> None:
    state = bluffed("13r 13b 13g").state
    game = Game(state.options)
    game.deal("2r 13b 3r 13g 4r 13o 5r 1b 6r 3b 11r 8r 1g 2g 3g 4g")
    view, playouts = view_of(game.state), Playouts(state.options)
    deal = UnseenDeal((game.state.seats[1].hand,), game.state.stock)
    values = []
    for others in (HONEST, CAREFUL, BOLD):
        search = PlayoutSearch(view, PublicScores.of(game.state), playouts, Search(), others)
        values.append([search.value(option, deal) for option in bluff_builds(view)])
    assert all(honest > careful > bold for honest, careful, bold in zip(*values, strict=True))


@pytest.mark.slow
def test_a_bold_champion_bluffs_and_an_honest_one_never_does() -> None:
    bluffs = dict.fromkeys(("honest", "bold"), 0)
    for seed in range(4):
        for character in bluffs:
            game = one_game(Options.level("1"), ["champion", "greedy"], str(seed), Effort(deals=2), character)  # type: ignore[arg-type]
            for _, play, after in game.steps():
                if isinstance(play, Built) and play.player == 0:
                    bluffs[character] += after.claims[-1].held is False
    assert bluffs["honest"] == 0
    assert bluffs["bold"] > 0
