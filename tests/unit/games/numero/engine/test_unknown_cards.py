"""Cards of hands that nobody has seen, `?`: the same game with and without them."""

import random
from collections import Counter
from functools import lru_cache

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, RuleBreakError, game_text, parse_game, read_game
from numero_cam.games.numero.engine.operations import Challenged, Dealt, Drawn, Operation
from numero_cam.games.numero.engine.options import LEVELS
from numero_cam.games.numero.engine.state import State
from numero_cam.games.numero.engine.verify import claim_of, is_shown
from numero_cam.games.numero.players.tournament import one_game
from tests.seeds import few_of

GAMES = 24
HEAD = "numero game 1\nplayers: Ann, Ben\nlevel: 2\n"
TABLE = HEAD + "hand Ann: 3r 4r 10b 2g -2\nhand Ben: ? ? ? ? ?\ncentre: 6b 4g\n\n"


@lru_cache(GAMES)
def played(seed: int) -> Game:
    rng = random.Random(seed)  # noqa: S311 - a seeded game
    options = Options.level(rng.choice(list(LEVELS)), players=rng.choice([2, 2, 3, 4]), by="points")
    return one_game(options, [rng.choices(["random", "greedy"], [2, 1])[0] for _ in range(options.players)], f"hidden {seed}")


def hidden(game: Game, whose: set[int]) -> Game:
    """The same game as somebody sees it who looks into no hand of these players."""
    again = Game(game.options, game.names)
    for state, operation in zip(game.states, game.operations, strict=False):
        again.do(_hidden(again.state, state, operation, whose))
    return again


def _hidden(seen: State, state: State, operation: Operation, whose: set[int]) -> Operation:
    match operation:
        case Dealt(hands, centre, stock):
            unseen = tuple(card for place in sorted(whose) for card in hands[place])
            open_hands = tuple(() if place in whose else hand for place, hand in enumerate(hands))
            counts = tuple(len(hand) if place in whose else 0 for place, hand in enumerate(hands))
            return Dealt(open_hands, centre, (*stock, *unseen), ordered=False, unknown=counts)
        case Drawn(player, cards, centre) if player in whose:
            return Drawn(player, (), centre, len(cards))
        case Challenged(challenger, build):
            unsure, sure = claim_of(seen, build, challenger), claim_of(state, build, challenger)
            assert unsure is not None
            assert sure is not None
            return Challenged(challenger, build, is_shown(state, sure) if is_shown(seen, unsure) is None else None)
        case _:
            return operation


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(GAMES, quick=6))
def test_the_same_plays_are_legal_and_bring_the_same_points(seed: int) -> None:
    game = played(seed)
    for whose in ({0}, {1}, set(range(game.options.players))):
        seen = hidden(game, whose)
        assert [state.turn for state in seen.states] == [state.turn for state in game.states]
        left = [player for player, seat in enumerate(seen.state.seats) if seat.unknown]
        assert len(left) != 1  # of one hand alone they are known by elimination
        if not left:
            assert [seat.score for seat in seen.state.seats] == [seat.score for seat in game.state.seats]
        for state, other in zip(seen.states[1:], game.states[1:], strict=True):
            assert Counter(state.cards()) == Counter(game.options.pack())
            assert state.problems() == ()
            assert [seat.hand_size for seat in state.seats] == [len(seat.hand) for seat in other.seats]
            assert state.stock_size == len(other.stock)
            if state.phase is not Phase.OVER:
                assert [seat.score for seat in state.seats] == [seat.score for seat in other.seats]


@pytest.mark.parametrize("seed", few_of(GAMES, quick=6))
def test_a_game_with_unknown_cards_is_read_as_it_is_written(seed: int) -> None:
    game = played(seed)
    seen = hidden(game, {1})
    assert "?" in game_text(seen)
    assert parse_game(game_text(seen)) == seen


@pytest.mark.slow
def test_the_games_show_hands_left_at_the_end() -> None:
    """Else the tests above would say nothing of it."""
    games = [played(seed) for seed in range(GAMES)]
    assert any(seat.hand for game in games for seat in game.state.seats)
    assert any(isinstance(operation, Challenged) and operation.shown for game in games for operation in hidden(game, {0, 1}).operations)


def test_a_card_becomes_known_when_it_is_played() -> None:
    game = parse_game(TABLE + "1 Ann: discard 3r\n1 Ann: draw ?\n2 Ben: take 10g: 6b + 4g\n2 Ben: draw ?\n")
    ann, ben = game.state.seats
    assert (ann.unknown, len(ann.hand), ben.unknown, ben.hand) == (1, 4, 5, ())
    assert [str(card) for card in ben.won] == ["6b", "4g", "10g"]


@pytest.mark.parametrize(
    ("plays", "reason"),
    [
        ("1 Ann: discard 5r", "5r is not in the hand"),  # all of her hand is known
        ("1 Ann: discard 3r\n1 Ann: draw 5r\n2 Ben: discard 4g", "4g is not in the hand"),  # it lies in the middle
        ("1 Ann: discard 3r\n1 Ann: draw 5r\n2 Ben: discard 5r", "5r is not in the hand"),  # it was seen
        ("1 Ann: discard 3r\n1 Ann: draw 6b", "6b is not in the stock"),
        ("1 Ann: discard 3r\n1 Ann: draw ? ?", "the hand is restored with 1 cards, not 2"),
    ],
)
def test_what_cannot_be_is_refused(plays: str, reason: str) -> None:
    reading = read_game(TABLE + plays)
    assert reading.error is not None
    assert reason in str(reading.error)


def test_a_known_stock_leaves_no_card_unknown() -> None:
    with pytest.raises(RuleBreakError, match="cards are unknown only in hands at a table of two and more"):
        Game(Options.level("2")).do(Dealt(((), ()), Options.level("2").pack()[:2], Options.level("2").pack()[2:], unknown=(5, 5)))
