"""Plays built card by card: every legal play can be tapped in any order, and whatever is alive leads to a legal play."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, State
from numero_cam.games.numero.engine.operations import Built, Dealt, Drawn, Operation, Taken
from numero_cam.games.numero.engine.verify import is_legal
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules import Build, Card, parse_card
from numero_cam.games.numero.rules.calculation import value_of
from numero_cam.games.numero.solve import solve
from numero_cam.games.numero.solver_settings import settings_of
from numero_cam.games.numero.watching.tapped_play import TapChoices, TappedPlay, as_tapped, players_of, sets_so_far, tap_choices, verbs_of
from tests.kept_game import played


def alive(choices: TapChoices) -> set[Card | Build]:
    return {*choices.hand, *choices.centre, *choices.unseen}


NAMES = [f"{seed} {level} {by} 1" for seed in range(3) for level, by in (("3", "points"), ("all", "points"), ("2", "cards"))]
TWO_PACKS = [f"{seed} {level} points 2" for seed, level in enumerate(("1-10", "3", "2"))]


@cache
def game_of(name: str) -> Game:
    seed, level, by, packs = name.split()
    return played(int(seed), by=by, level=level, packs=int(packs))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, *TWO_PACKS])
def test_every_play_of_a_game_can_be_tapped_in_any_order(name: str) -> None:
    order, game = random.Random(name), game_of(name)  # noqa: S311 - an order, no secret
    for state, operation in list(zip(game.states, game.operations, strict=False))[1:]:
        whole = as_tapped(operation)
        assert whole is not None
        card, items, verb, player = whole.card, list(whole.items), whole.verb, whole.player
        if not isinstance(operation, Drawn):  # a stock in known order is drawn in it
            order.shuffle(items)
        assert player in players_of(state)
        assert verb in verbs_of(state, player)
        tapped = TappedPlay(player, verb)
        if card is not None:
            assert card in alive(tap_choices(state, tapped)), operation
            tapped = TappedPlay(player, verb, card)
        for number, item in enumerate(items):
            assert item in alive(tap_choices(state, tapped)), (operation, tapped)
            tapped = TappedPlay(player, verb, card, tuple(items[: number + 1]))
        made = tap_choices(state, tapped).plays
        assert any(same_cards(play, operation) for play in made), (operation, tapped, made)


def same_cards(one: Operation, other: Operation) -> bool:
    first, second = as_tapped(one), as_tapped(other)
    assert first is not None
    assert second is not None
    return (first.verb, first.card) == (second.verb, second.card) and Counter(map(str, first.items)) == Counter(map(str, second.items))


POSITIONS = 60


@cache
def positions() -> list[State]:
    found = [state for name in (*NAMES, *TWO_PACKS) for state in game_of(name).states[1:]]
    return random.Random(5).sample(found, POSITIONS)  # noqa: S311 - an order, no secret


@pytest.mark.parametrize("place", range(POSITIONS))
def test_whatever_is_alive_leads_to_a_legal_play(place: int) -> None:
    state = positions()[place]
    order = random.Random(str(state.turn))  # noqa: S311 - an order, no secret
    for player in players_of(state):
        for verb in verbs_of(state, player):
            tapped = TappedPlay(player, verb)
            for _ in range(20):
                choices = tap_choices(state, tapped)
                assert all(is_legal(state, play) for play in choices.plays)
                there = Counter((*state.seats[player].hand, *state.centre, *choices.unseen))
                used = Counter((tapped.card, *tapped.items))
                left = sorted((item for item in alive(choices) if there[item] > used[item]), key=str)
                numbers = [card for card in left if card in state.seat.hand and card.is_number]
                if choices.plays or not left:
                    break
                card = tapped.card
                if verb in ("take", "build") and card is None:
                    assert numbers
                    tapped = TappedPlay(player, verb, order.choice(numbers), tapped.items)
                    continue
                items = [item for item in left if item not in numbers or item in choices.centre] if verb in ("take", "build") else left
                if not items:
                    break
                tapped = TappedPlay(player, verb, card, (*tapped.items, order.choice(items)))
            assert choices.plays, tapped


@pytest.mark.parametrize("place", range(POSITIONS))
def test_without_a_kind_whatever_is_alive_leads_to_a_legal_play(place: int) -> None:
    state = positions()[place]
    order = random.Random(str(state.turn))  # noqa: S311 - an order, no secret
    for player in players_of(state):
        for first in sorted(alive(tap_choices(state, TappedPlay(player, None))), key=str):
            tapped = added(state, TappedPlay(player, None), first)
            while not (choices := tap_choices(state, tapped)).plays:
                there = Counter((*state.seats[player].hand, *state.centre, *choices.unseen))
                left = [item for item in alive(choices) if there[item] > Counter((tapped.card, *tapped.items))[item]]
                if tapped.card:  # another number card would take its place
                    left = [item for item in left if item in choices.centre or not (isinstance(item, Card) and item.is_number)]
                assert left, tapped
                tapped = added(state, tapped, order.choice(sorted(left, key=str)))
            assert all(is_legal(state, play) for play in choices.plays)


def added(state: State, tapped: TappedPlay, item: Card | Build) -> TappedPlay:
    """The play with one more tap: a number card of the hand is the one that takes, builds or is put down."""
    lies = item in state.centre and tapped.items.count(item) < state.centre.count(item)
    if isinstance(item, Card) and item.is_number and not lies and state.phase is not Phase.DRAW:
        return replace(tapped, card=item)
    return replace(tapped, items=(*tapped.items, item))


@pytest.mark.parametrize("place", range(POSITIONS))
def test_without_a_kind_each_take_that_the_solver_lists_can_be_tapped_in_any_order(place: int) -> None:
    state = positions()[place]
    order = random.Random(str(state.turn))  # noqa: S311 - an order, no secret
    if state.phase not in (Phase.PLAY, Phase.LAST) or state.laid:
        return
    for play in solve(state.position, settings_of(state.options), top=60).plays:
        taps = [play.taker, *(item for one in play.sets for item in one.cards)]
        order.shuffle(taps)
        tapped = TappedPlay(state.player, None)
        for item in taps:
            assert item in alive(tap_choices(state, tapped)), (play, tapped)
            own = item == play.taker and tapped.card is None and item not in tapped.items
            tapped = replace(tapped, card=play.taker) if own else replace(tapped, items=(*tapped.items, item))
        assert any(isinstance(made, Taken) and made.card == play.taker for made in tap_choices(state, tapped).plays), play


def test_what_was_made_so_far_is_told_set_by_set() -> None:
    game = Game(Options.level("1", players=2, by="points"), ("Ann", "Ben"))
    game.deal("9r 2b 9b 3b 8g 4b 7o 5b 6r 1b 4r 5r 9g 11g")
    items = tuple(map(parse_card, ("9g", "4r", "5r")))
    made = [sets_so_far(game.state, TappedPlay(0, None, parse_card("9r"), items[:number])) for number in range(4)]
    assert [[(len(cards), int(value_of(way, whole=True))) for cards, way in sets if way] for sets in made] == [
        [],
        [(1, 9)],
        [(1, 9), (1, 4)],
        [(1, 9), (2, 9)],
    ]


def test_only_what_may_be_is_alive() -> None:
    game = Game(Options.level("1", players=2, by="points"), ("Ann", "Ben"))
    game.deal("9r 2b 9b 3b 8g 4b 7o 5b 6r 1b 4r 5r 10g 11g")
    state = game.state
    choices = tap_choices(state, TappedPlay(0, "take"))
    assert set(choices.hand) == {parse_card("9r"), parse_card("9b")}  # 4 and 5 lie there
    one = tap_choices(state, TappedPlay(0, "take", parse_card("9r"), (parse_card("4r"),)))
    assert one.centre == {parse_card("4r"), parse_card("5r")}
    assert not one.plays
    both = tap_choices(state, TappedPlay(0, "take", parse_card("9r"), (parse_card("5r"), parse_card("4r"))))
    assert len(both.plays) == 1
    assert players_of(state) == (0,)
    assert "pass" not in verbs_of(state, 0)
    assert tap_choices(state, TappedPlay(1, "take")) == TapChoices()


def test_a_build_with_several_values_offers_each() -> None:
    game = Game(Options.level("3", players=2, by="points"), ("Ann", "Ben"))
    game.deal("9r 2b x3 3b 8g 4b 7o 5b 2r 1b 4r 5r 10g 11g")
    tapped = TappedPlay(0, "build", parse_card("2r"), (parse_card("x3"), parse_card("4r")))
    plays = tap_choices(game.state, tapped).plays
    values = {value_of(play.way, whole=True) for play in plays if isinstance(play, Built)}
    assert values == {10, 14}  # 2 x 3 + 4, 2 + 4 x 3; (2 + 4) x 3 is too much


def test_a_hidden_hand_plays_cards_that_nobody_has_seen() -> None:
    options = Options.level("3", players=2, by="points")
    deal = one_game(options, ("greedy", "random"), "hidden").operations[0]
    assert isinstance(deal, Dealt)
    game = Game(options, ("Ann", "Ben"))
    rest = tuple(card for card in options.pack() if card not in deal.centre)
    game.do(Dealt(((), ()), deal.centre, rest, ordered=False, unknown=(5, 5)))
    state = game.state
    assert set(verbs_of(state, 0)) >= {"take", "build", "discard"}
    taker = deal.centre[0]
    if not taker.is_number:
        taker = next(card for card in deal.centre if card.is_number)
    same = next(card for card in state.stock if card.is_number and card.value == taker.value)
    assert same in tap_choices(state, TappedPlay(0, "take")).unseen
    found = tap_choices(state, TappedPlay(0, "take", same, (taker,)))
    assert any(isinstance(play, Taken) for play in found.plays)
    assert {card for card in tap_choices(state, TappedPlay(0, "discard")).unseen if card.is_number}
    game.discard(str(same))
    drawn = tap_choices(game.state, TappedPlay(0, "draw"))
    assert Drawn(0, (), (), 1) in drawn.plays
    assert drawn.unseen
