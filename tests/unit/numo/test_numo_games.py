"""Whole games of NUMO: cards are conserved, the score is the log's, undo and text round trip, and games end."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from numero_cam.games.shared.choices import choices_of
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.game_text import game_text, parse_game, read_game
from numero_cam.numo.rules.kinds import MeldRules
from numero_cam.numo.rules.operations import LaidOff, Melded
from numero_cam.numo.rules.options import NumoOptions, NumoOptionsError
from numero_cam.numo.rules.players import RandomNumoPlayer, play_game, play_hand
from numero_cam.numo.rules.state import NumoPhase


def any_options(chance: random.Random) -> NumoOptions:
    about: dict[str, Any] = {name: chance.choice(values) for name, values in choices_of(MeldRules).items()}
    own: dict[str, Any] = {name: chance.choice(values) for name, values in choices_of(NumoOptions).items()}
    while True:
        deck = chance.choice(("lower", "upper", "both", "lower+wizard", "lower+dragon+dragons lair"))
        try:
            return NumoOptions(players=chance.randint(2, 6), deck=deck, level=chance.randint(1, 8), melds=MeldRules(**about), **own)
        except NumoOptionsError:
            continue


def check_game(game: NumoGame) -> None:
    pack = sorted(game.options.pack)
    for state in game.states[1:]:
        assert sorted(state.cards()) == pack
        assert not state.problems()
    assert parse_game(game_text(game)) == game
    totals = [0] * game.options.players
    for entry in game.sheet():
        totals[entry.player] += entry.points
    assert tuple(totals) == game.state.scores
    check_scores(game)
    states, operations = game.states, game.operations
    for state in reversed(states[:-1]):
        game.undo()
        assert game.state == state
    for operation in operations:
        game.do(operation)
    assert (game.states, game.operations) == (states, operations)


def check_scores(game: NumoGame) -> None:
    """Count each hand again from its operations alone."""
    played: list[dict[int, int]] = []
    melds: list[int] = []
    for before, operation, after in game.steps():
        if not before.turn or (after.turn == 1 and before.phase is NumoPhase.DEAL):
            played, melds = [], []
        if isinstance(operation, Melded):
            melds.append(operation.player)
            played.append({operation.player: sum(card.number for card in operation.cards)})
        if isinstance(operation, LaidOff):
            row = played[operation.place]
            row[operation.player] = row.get(operation.player, 0) + sum(card.number for card in operation.cards)
        if after.phase not in (NumoPhase.DEAL, NumoPhase.OVER) or before.phase is NumoPhase.DEAL:
            continue
        gained = [new - old for old, new in zip(before.scores, after.scores, strict=True)]
        out = [player for player, hand in enumerate(after.hands) if not hand]
        if not out:
            assert not any(gained)
        elif game.options.scoring == "leftovers":
            assert gained == [-sum(card.number for card in hand) for hand in after.hands]
        else:
            lies = [
                sum(sum(row.values()) for row, owner in zip(played, melds, strict=True) if owner == player) for player in range(len(gained))
            ]
            own = [sum(row.get(player, 0) for row in played) for player in range(len(gained))]
            wanted = lies if game.options.counted == "before" else own
            everybody = game.options.others_score == "yes"
            assert gained == [value if everybody or player in out else 0 for player, value in enumerate(wanted)]


def one_hand(seed: int) -> NumoGame:
    """Play and check a single hand of random players with all options by chance."""
    options = any_options(random.Random(seed))  # noqa: S311 - options that come again
    game = NumoGame(options)
    game.deal(seed=str(seed))
    play_hand(game, [RandomNumoPlayer(f"{seed} {place}") for place in range(options.players)])
    check_game(game)
    return game


def one_game(seed: int) -> NumoGame:
    """Play and check a whole game with all options by chance, to its end or 500 hands."""
    options = any_options(random.Random(seed))  # noqa: S311 - options that come again
    others = [*["random", "greedy"][: options.players - 1], *["greedy"] * max(0, options.players - 3)]
    game = play_game(options, ["greedy", *others], str(seed))
    assert game.is_over or game.state.hand == 500
    check_game(game)
    return game


def hands(count: int) -> int:
    """Return of how many hands somebody went out."""
    return sum(any(not hand for hand in one_hand(seed).state.hands) for seed in range(count))


@pytest.mark.slow
def test_hands_with_all_options() -> None:
    assert hands(60) > 5


@pytest.mark.slow
def test_games_to_their_ends() -> None:
    for number, options in enumerate(
        (NumoOptions(), NumoOptions(deck="both", level=2, players=3, scoring="leftovers"), NumoOptions(level=6))
    ):
        game = play_game(options, ["greedy"] * options.players, str(number))
        assert game.is_over
        check_game(game)
        best, worst = max(game.state.scores), min(game.state.scores)
        before = [state.scores for state, _, after in game.steps() if state.hand != after.hand][-1]
        assert game.state.scores[game.state.leaders()[0]] == best > worst
        if options.scoring == "leftovers":  # article 6.4: a score of minus 500 or less ends the game
            assert min(before) > -500 >= worst
        else:
            assert max(before) < 500 <= best


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_in_every_process() -> None:
    """Python orders sets of words anew in each process, unless it is told a seed for it."""
    program = (
        "from numero_cam.numo.rules.game_text import game_text\n"
        "from numero_cam.numo.rules.options import NumoOptions\n"
        "from numero_cam.numo.rules.players import play_game\n"
        "for seed in ('2 0', '2 1', '2 2'):\n"
        "    print(game_text(play_game(NumoOptions(), ['greedy', 'random'], seed)))\n"
    )
    played = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "1", "2", "3")
    }
    assert len(played) == 1


@pytest.mark.by_hand
def test_200_games_with_all_options() -> None:
    for seed in range(200):
        one_game(seed)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": 4}, "4 players with the deck lower: 10 cards each leave no stock; play with both decks"),
        ({"players": 7}, "NUMO is for 2 to 6"),
        ({"level": 9}, "there is no level 9"),
        ({"deck": "upper", "level": 4}, "level 4 cannot be played with the upper deck alone"),
        ({"deck": "middle"}, 'deck is "middle"'),
        ({"deck": "lower+elephant"}, 'no set "elephant"'),
        ({"deck": "lower+wizard+wizard"}, "a set is there twice"),
        ({"scoring": "golf"}, "choose from melds, leftovers"),
    ],
)
def test_options_that_no_game_can_have(given: dict[str, Any], says: str) -> None:
    with pytest.raises(NumoOptionsError, match=says.replace("+", r"\+")):
        NumoOptions(**given)


HEAD = "numo game 1\nplayers: Anna, Ben\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: who plays is missing"),
        ("chess\n", 'line 1: a game begins with the line "numo game 1"'),
        ("numo game 1\nplayers: Anna\n", "line 2: players is 1"),
        (HEAD + "level: nine\n", 'line 3: level is "nine"'),
        (HEAD + "colour: red\n", 'line 3: "colour" is unknown'),
        (HEAD + "deal Zoe: seed 1\n", 'line 3: there is no player "Zoe"'),
        (HEAD + "deal Anna: 1 2 3\n", "line 3: of the deck lower there are not dealt: "),
        (HEAD + "deal Anna: seed 1\nAnna: draw 3\n", r"line 4: it is the turn of player 2 \(article 4.2, turn\)"),
        (HEAD + "deal Anna: seed 1\nBen: dance\n", 'line 4: "dance" is no play'),
        (HEAD + "deal Anna: seed 1\nBen: discard 3\n", "line 4: a turn begins with drawing a card"),
        (HEAD + "deal Anna: seed 1\n5 Ben: draw 3\n", "line 4: the line says turn 5, the hand is at turn 1"),
        (HEAD + "deal Anna: seed 1\nBen: draw 26\n", "line 4: no card of NUMO has the number 26"),
    ],
)
def test_a_text_that_goes_wrong_names_its_line(text: str, says: str) -> None:
    reading = read_game(text)
    assert reading.error is not None
    with pytest.raises(ValueError, match=says):
        raise reading.error


def test_what_an_owner_wrote_of_his_cards_is_in_the_text() -> None:
    table = MeldRules().table
    one, two = list(table.looks)[:2]
    own = replace(table.with_looks({one: table.looks[two], two: table.looks[one]}), assumed=False)
    game = NumoGame(NumoOptions(melds=MeldRules(table=own)))
    assert "card 1: male elvin summer" in game_text(game)
    assert parse_game(game_text(game)) == game
