"""The last chances, and that the champion has a legal play in every state of every game."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.engine.operations import Taken
from numero_cam.games.numero.engine.options import LEVELS
from numero_cam.games.numero.engine.verify import verify
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.champion import ChampionPlayer, last_chance_play
from numero_cam.games.numero.players.computer_players import GreedyPlayer
from numero_cam.games.numero.players.doubt import CHARACTERS
from numero_cam.games.numero.players.player import RandomPlayer, play_game
from numero_cam.games.numero.players.playouts import Playouts

OTHERS = {
    "negative": ["yes", "no"],
    "few_wilds": ["all", "one"],
    "last_chances": ["all", "next"],
    "most_cards": ["net", "won"],
    "scoring": ["website", "guide"],
}


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(set(LEVELS) - {"4"})), st.integers(2, 4), st.sampled_from(["points", "cards"]), st.integers(0, 10**6), st.data()
)
def test_every_legal_state_gets_a_legal_play(level: str, players: int, by: str, seed: int, data: st.DataObject) -> None:
    rules = {name: data.draw(st.sampled_from(values)) for name, values in OTHERS.items()}
    options = Options.level(level, players=players, by=by, **rules)
    game = Game(options, [f"player {place}" for place in range(players)])
    game.deal(seed=seed)
    play_game(game, [RandomPlayer(seed), *(GreedyPlayer(CHARACTERS["bold"], seed) for _ in range(players - 1))])
    states = [state for state in game.states if state.phase in (Phase.PLAY, Phase.LAST) and not state.layings]
    champion = ChampionPlayer(Effort(deals=1), character=CHARACTERS[data.draw(st.sampled_from(sorted(CHARACTERS)))], seed=seed)
    for state in random.Random(seed).sample(states, min(3, len(states))) + states[-2:]:  # noqa: S311 - a test
        verify(state, champion.play(state))
        for player in range(players):
            challenge = champion.challenges(state, player)
            if challenge is not None:
                verify(state, challenge)


def last_chance_of_three(level: str) -> Game:
    """A game of three at the first last chance in which something can be taken."""
    for seed in range(200):
        game = Game(Options.level(level, players=3))
        game.deal(seed=seed)
        play_game(game, [GreedyPlayer() for _ in range(3)])
        for state, operation, _ in game.steps():
            if state.phase is Phase.LAST and isinstance(operation, Taken) and any(card.is_wild for card in state.seat.hand):
                return Game(game.options).begun_at(state)
    pytest.fail("no game of greedy players has a take with wild cards in a last chance")


def test_a_last_chance_is_worth_what_the_game_ends_with() -> None:
    game = last_chance_of_three("3")
    state = game.state
    ends = []
    for play in (GreedyPlayer().play(state), last_chance_play(state, Playouts(game.options), random.Random(1))):  # noqa: S311 - a test
        again = game.copy()
        again.do(play)
        play_game(again, [GreedyPlayer() for _ in range(3)])
        scores = [seat.score for seat in again.state.seats]
        ends.append(3 * scores[state.player] - sum(scores))
    assert ends[1] >= ends[0]
