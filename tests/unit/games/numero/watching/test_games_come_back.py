"""Games of the engine, their tables turned to sights, come back as the same games."""

from itertools import count

import pytest

from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.engine.operations import Drawn, Passed
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching import Decided, Setting, TakenBack, Watching
from tests.seeds import few_of
from tests.simulated_table import CLEAR, Eyes, Film, key_of, sights_of

LEVELS = ("1", "2", "3", "unit-fractions", "all", "1-10", "proper-fractions", "fractions")
SEATS = (("random", "random"), ("random", "greedy"), ("random", "random", "random"), ("random",) * 4)


def game_of(number: int) -> Game:
    """A game all whose builds can be laid in an order that makes their value: else nobody who looks can know it."""
    options = Options.level(LEVELS[number % len(LEVELS)], by="cards", players=len(SEATS[number % len(SEATS)]))
    games = (one_game(options, SEATS[number % len(SEATS)], f"watched {number} {again}") for again in count())
    return next(game for game in games if not sights_of(game, "open", CLEAR, number).unordered)


def watched(game: Game, film: Film, hands: Hands) -> list[Decided]:
    watching = Watching(Setting(game.options, game.names, hands))
    stand: list[Decided] = []
    for sight in film.sights:
        for event in watching.see(sight):
            if isinstance(event, Decided):
                stand.append(event)
            elif isinstance(event, TakenBack):
                stand.pop()
    stand += [event for event in watching.finish(film.sights[-1].t) if isinstance(event, Decided)]
    assert [event.operation for event in stand] == list(watching.game.operations[1:])
    return stand


def is_whole(film: Film, stand: list[Decided], hands: Hands) -> bool:
    hidden = (Passed, Drawn) if hands == "hidden" else (Passed,)
    seen = [key_of(event.operation) for event in stand if not isinstance(event.operation, hidden)]
    return seen == [happened.key for happened in film.truth if hands == "open" or happened.key[1] != "draw"]


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("number", few_of(8, quick=2))
def test_a_game_seen_without_a_fault_comes_back_whole(number: int, hands: Hands) -> None:
    game = game_of(number)
    film = sights_of(game, hands, CLEAR, number)
    assert is_whole(film, watched(game, film, hands), hands)


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "least"), [("open", 7), ("hidden", 6)])
def test_nearly_all_games_seen_badly_come_back_whole(hands: Hands, least: int) -> None:
    whole = 0
    for number in range(8):
        game = game_of(number)
        film = sights_of(game, hands, Eyes(), number)
        whole += is_whole(film, watched(game, film, hands), hands)
    assert whole >= least
