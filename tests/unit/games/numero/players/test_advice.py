"""Advice by the champion's mind: what it compares, what it saw, and where the expert's search takes its place."""

from dataclasses import replace

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.players.advice import advise, advise_player, threat_in
from numero_cam.games.numero.players.advisor import Advisor, Effort
from numero_cam.games.numero.players.champion import ChampionPlayer
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.players.view import view_of, view_of_position
from numero_cam.games.numero.rules import PACK, Card, parse_cards, parse_position
from numero_cam.games.numero.solve import Settings
from numero_cam.games.numero.solve.kernel import SWITCH
from numero_cam.text.advice import advice_json, reason
from tests.needs import needs_kernel
from tests.unit.games.numero.players.test_advisor import ODD_POSITIONS, with_other_hidden_cards

FEW = Effort(deals=12)


def opened(seed: int = 4) -> Game:
    game = Game(Options.level("all"))
    game.deal(seed=seed)
    return game


@needs_kernel
def test_the_same_deals_give_the_same_advice_and_hidden_cards_change_nothing() -> None:
    state = opened().state
    other = with_other_hidden_cards(state)
    told = [advice_json(advise_player(one, FEW), by="points") for one in (state, state, other)]
    assert told[0] == told[1] == told[2]


@needs_kernel
def test_the_first_advice_is_the_champions_play() -> None:
    for seed in range(3):
        state = opened(seed).state
        found = [one for one in advise_player(state, Effort(deals=40)) if not one.candidate.bluff]
        values = [one.value for one in found]
        assert values == sorted(values, reverse=True)
        played = ChampionPlayer(Effort(deals=40)).play(state)
        near = next(one.value for one in found if one.candidate.operation == played)
        assert values[0] - near < 6  # a build is worth more to who is challenged wrongly


@needs_kernel
def test_shares_are_of_all_deals_and_say_who_plays_next() -> None:
    found = advise_player(opened().state, FEW)
    for one in found:
        assert 0 <= one.takes <= one.deals
        assert one.cleared <= one.takes
        assert one.deals >= 8
    words = reason(found[0], found, by="points")
    assert "The other player takes in " in words or "other player can hardly take" in words


@needs_kernel
def test_the_end_of_a_game_is_told_as_proven() -> None:
    proven = 0
    for seed in range(3):
        game = one_game(Options.level("1"), ["greedy", "greedy"], str(seed), character="honest")
        state = next(state for state in game.states if state.phase is Phase.PLAY and not state.stock)
        found = advise_player(state, Effort(deals=40))
        proven += found[0].proven
        assert not any(one.proven for one in found[1:])
        if found[0].proven:
            assert "searched to the last card" in reason(found[0], found, by="points")
    assert proven


def test_who_takes_most_from_a_centre() -> None:
    position = parse_position("7r 8b 15g", "3r")
    view = view_of_position(position, Settings())
    assert threat_in(position.centre, view) is not None
    card, gain = threat_in(position.centre, view) or (Card.number(1), 0)
    assert card.value == 15
    assert gain > 10
    assert threat_in(parse_cards("x2"), view) is None


@pytest.mark.parametrize(
    ("centre", "hand"), [*ODD_POSITIONS, ("7s 8h", "10d 5c"), ("9 3", "7 4 x2"), (" ".join(map(str, PACK[:41])), "15o 14g")]
)
@pytest.mark.parametrize("by", ["points", "cards"])
@pytest.mark.slow
def test_odd_positions_get_an_answer(centre: str, hand: str, by: str) -> None:
    settings = Settings(by=by)  # type: ignore[arg-type]
    found = advise(view_of_position(parse_position(centre, hand), settings), Effort(deals=2))
    assert bool(found) is bool(hand)
    assert all(reason(one, found, by=by) for one in found)


def test_without_the_kernel_and_with_fractions_the_expert_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(opened().state)
    fractions = replace(view, options=Options.level("all", values="any"))
    assert advise(fractions, FEW) == Advisor(FEW, bluffs=True).outlooks(fractions)
    monkeypatch.setenv(SWITCH, "off")
    assert advise(view, FEW) == Advisor(FEW, bluffs=True).outlooks(view)
