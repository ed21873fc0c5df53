"""What holds in every game, whatever the options and whatever is played."""

import random
import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numero_cam.games.numero.engine import Game, Options, Phase, State, game_text, parse_game, read_game
from numero_cam.games.numero.engine.apply import apply
from numero_cam.games.numero.engine.operations import Taken
from numero_cam.games.numero.engine.options import CHOICES, LEVELS
from numero_cam.games.numero.engine.verify import verify
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules import PACK, PrintedPoints

GAMES = 30
MANY_GAMES = 10_000
BATCH = 100


def any_options(rng: random.Random) -> Options:
    """Draw options, each of their values as likely as the others."""
    playing = rng.random() < 0.2
    level = rng.choice(list(LEVELS))
    options = Options.level(level, playing=playing, players=rng.choice([1, 2, 2, 3, 4]))
    if rng.random() < 0.3:
        options = replace(options, wilds=tuple(rng.sample([card for card in PACK if card.is_wild], rng.randint(0, 29))))
    if rng.random() < 0.2:
        options = replace(options, printed=PrintedPoints({"1": 3, "x2": 5, "sqrt": 8}))
    options = replace(options, packs=rng.choice([1, 1, 2, 3]))
    return replace(options, **{name: rng.choice(choices) for name, choices in CHOICES.items()})  # type: ignore[arg-type]


@lru_cache(GAMES)
def random_game(seed: int) -> Game:
    rng = random.Random(seed)  # noqa: S311 - a seeded game
    options = any_options(rng)
    players = [rng.choices(["random", "greedy"], [9, 1])[0] for _ in range(options.players)]
    return one_game(options, players, str(seed))


def check_cards(game: Game) -> None:
    """Every card lies somewhere, and only once, at every step."""
    pack = sorted(map(id, game.states[1].cards()))
    assert Counter(game.states[1].cards()) == Counter(game.options.pack())
    for state in game.states[1:]:
        assert sorted(map(id, state.cards())) == pack  # a card keeps its identity: quick, and stricter than equality
    for state in (*game.states[1::9], game.state):
        assert state.problems() == ()


def check_score(game: Game) -> None:
    """The running score is the sum of the sheet; and counted otherwise, by the piles, it is the same."""
    sums = [0] * len(game.state.seats)
    for entry in game.sheet():
        sums[entry.player] += entry.points
    assert sums == [seat.score for seat in game.state.seats]
    takes = [sum(len(play.ways) for play in game.operations if isinstance(play, Taken) and play.player == who) for who in range(len(sums))]
    for who, seat in enumerate(game.state.seats):
        items = Counter({entry.item: 0 for entry in game.sheet()})
        for entry in game.sheet():
            items[entry.item] += entry.points * (entry.player == who)
        if game.options.by == "points":
            assert items["takes"] == takes[who]
        if game.options.by == "cards":
            bonus = items["whole_pack"] + items["all_won"]
            assert seat.score == len(seat.won) + bonus - len(seat.hand) * (not game.options.is_solitaire)
        elif game.options.scoring == "website":
            assert items["cards"] == len(seat.won) - len(game.state.left) * (who == game.state.last_taker)


def check_log(game: Game) -> None:
    """The log is the game: undo gives back the start, the operations the end, and the text the game."""
    end = game.state
    assert parse_game(game_text(game)) == game
    operations = game.operations
    while game.undo():
        pass
    assert game.state == State.start(game.options)
    for operation in operations:
        game.do(operation)
    assert game.state == end
    for before, operation, after in game.steps():
        verify(before, operation)
        assert apply(before, operation) == after


def check(game: Game) -> None:
    assert game.state.phase is Phase.OVER
    check_cards(game)
    check_score(game)
    check_log(game)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_with_any_options(seed: int) -> None:
    check(random_game(seed))


@pytest.mark.by_hand
@pytest.mark.parametrize("batch", range(MANY_GAMES // BATCH))
def test_ten_thousand_games_with_any_options(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check(random_game(GAMES + seed))


def test_the_games_show_everything() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(GAMES):
        kinds.update(type(operation).__name__ for operation in random_game(seed).operations)
    assert set(kinds) == {"Dealt", "Drawn", "Laid", "Taken", "Built", "Discarded", "Challenged", "Returned", "Passed"}


def as_a_person_writes(text: str, rng: random.Random) -> str:
    """Return a game's text with other spaces, capital letters and comments, and without what may be left out."""
    head, empty, plays = text.partition("\n\n")
    lines = []
    for line in plays.splitlines():
        written = re.sub(r"^[0-9]+ ", lambda match: rng.choice(["", match[0], match[0].strip() + ". "]), line)
        written = re.sub(r" = (\S+)$", lambda match: rng.choice(["", match[0], f"  =  {match[1]}"]), written)
        written = re.sub(r"(?<![A-Za-z])[+:;()](?!=)", lambda match: rng.choice([match[0], f" {match[0]}\t"]), written)
        written = written.upper() if rng.random() < 0.5 else written
        lines += [re.sub(" ", lambda _: " " * rng.randint(1, 3), written) + rng.choice(["", " ", " # so be it"]), *[""] * rng.randint(0, 1)]
    return head + empty + rng.choice(["\n", "\r\n"]).join(lines)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_is_read_however_a_person_writes_it(seed: int) -> None:
    game = random_game(seed)
    assert parse_game(as_a_person_writes(game_text(game), random.Random(seed))) == game  # noqa: S311 - a seeded text


@settings(max_examples=25)
@given(st.text())
def test_any_text_is_a_game_or_an_error(text: str) -> None:
    reading = read_game("numero game 1\nplayers: A, B\nlevel: 1-10\nseed: 1\n" + text)
    assert reading.game is not None or reading.error is not None
