"""Cards of hands that nobody has seen, `?`: the same game with and without them."""

import random
from collections import Counter
from functools import lru_cache

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase, RuleBreakError, game_text, parse_game, read_game
from numero_cam.games.numero.engine.operations import Challenged
from numero_cam.games.numero.engine.options import LEVELS
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.text.announcements import announcement
from numero_cam.text.play_story import play_story
from numero_cam.text.playing import event_lines
from tests.seeds import few_of
from tests.simulated_table import hidden_game

GAMES = 12
HEAD = "numero game 1\nplayers: Ann, Ben\nlevel: 2\n"
TABLE = HEAD + "hand Ann: 3r 4r 10b 2g -2\nhand Ben: ? ? ? ? ?\ncentre: 6b 4g\n\n"


@lru_cache(GAMES)
def played(seed: int) -> Game:
    rng = random.Random(seed)  # noqa: S311 - a seeded game
    options = Options.level(rng.choice(list(LEVELS)), players=rng.choice([2, 2, 3, 4]), by="points")
    return one_game(options, [rng.choices(["random", "greedy"], [2, 1])[0] for _ in range(options.players)], f"hidden {seed}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(GAMES, quick=6))
def test_the_same_plays_are_legal_and_bring_the_same_points(seed: int) -> None:
    game = played(seed)
    for whose in ({0}, {1}, set(range(game.options.players))):
        seen = hidden_game(game, whose)
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
    seen = hidden_game(game, {1})
    assert "?" in game_text(seen)
    assert parse_game(game_text(seen)) == seen


@pytest.mark.slow
def test_the_games_show_hands_left_at_the_end() -> None:
    """Else the tests above would say nothing of it."""
    games = [played(seed) for seed in range(GAMES)]
    assert any(seat.hand for game in games for seat in game.state.seats)
    operations = [operation for game in games for operation in hidden_game(game, {0, 1}).operations]
    assert any(isinstance(operation, Challenged) and operation.shown for operation in operations)


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


@pytest.mark.parametrize("seed", few_of(GAMES, quick=6))
def test_article_9_5_hands_shown_at_the_end_count_as_if_everybody_had_seen_them(seed: int) -> None:
    game = played(seed)
    seen = hidden_game(game, set(range(game.options.players)))
    left = [(player, card) for player, seat in enumerate(game.state.seats) for card in seat.hand]
    random.Random(seed).shuffle(left)  # noqa: S311 - a seeded game
    with pytest.raises(RuleBreakError, match=r"hands are shown when the game is over \(article 9.5"):
        hidden_game(game.replayed(1), {0, 1}).show(0, seen.state.stock[:1] or game.state.seats[0].won[:1])
    for player, card in left:
        if seen.state.seats[player].unknown:  # the last hidden hand is known by what nobody has seen
            seen.show(player, (card,))
    assert not seen.state.unknown
    assert [(sorted(map(str, seat.hand)), seat.score) for seat in seen.state.seats] == [
        (sorted(map(str, seat.hand)), seat.score) for seat in game.state.seats
    ]
    assert seen.state.winners() == game.state.winners()
    assert parse_game(game_text(seen)).state == seen.state


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        ("Ann: show 8r 9r 8g 9g 7r 7g", "6 cards are shown; of the hand that is left nobody has seen 5"),
        ("Ben: show 6b", "6b is not among the cards that nobody has seen"),
        ("Ben: show", "no card is named"),
    ],
)
def test_article_9_5_a_hand_shows_what_it_may_hold(shown: str, why: str) -> None:
    text = TABLE.replace("hand Ann: 3r 4r 10b 2g -2", "hand Ann: ? ? ? ? ?") + "1 Ann: end\n"
    found = read_game(text + shown)
    assert found.error is not None
    assert why in str(found.error)
    assert found.game is not None
    assert found.game.state.phase is Phase.OVER
    assert [seat.unknown for seat in found.game.state.seats] == [5, 5]


def test_article_9_5_a_card_shown_is_told_in_each_style() -> None:
    text = TABLE.replace("hand Ann: 3r 4r 10b 2g -2", "hand Ann: ? ? ? ? ?") + "1 Ann: end\n1 Ben: show 8 -2\n"
    game = parse_game(text)
    before, operation, after = list(game.steps())[-1]
    assert game_text(game).endswith("1 Ben: show 8r -2\n")
    assert [seat.score for seat in game.state.seats] == [-5, -15]  # of cards, and the printed points of -2
    assert announcement(game.names, before, operation, 0)["text"] == "Ben shows 2 cards."
    assert play_story(game.names, before, operation) == {"said": "Ben had left: 8 and −2.", "card": "", "sets": (("8r",), ("-2",))}
    assert [line.plain for line in event_lines(game.names, before, operation, after, 1)] == ["You had left: 8 red, -2."]
