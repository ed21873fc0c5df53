"""Random games are turned into simulated sights, and the watcher must find the same games again."""

from collections import Counter
from dataclasses import replace
from itertools import count

import pytest

from numero_cam.games.numero.engine import Game, Options, Phase
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.operations import Drawn, Passed
from numero_cam.games.numero.players.tournament import one_game
from numero_cam.games.numero.rules.choices import Hands
from numero_cam.games.numero.watching import GameSetup, GameWatcher
from numero_cam.games.numero.watching.copies import plain_game, with_copies
from numero_cam.games.shared.sight import Sight
from tests.seeds import few_of
from tests.simulated_table import CLEAR, Eyes, Film, key_of, sights_of

LEVELS = ("1", "2", "3", "unit-fractions", "all", "1-10", "proper-fractions", "fractions")
SEATS = (("random", "random"), ("random", "greedy"), ("random", "random", "random"), ("random",) * 4)

LONG_TURNS = 60
COVERED_SECONDS = 600


def random_game_to_watch(number: int) -> Game:
    """Return a random game in which each build can be laid in an order that makes its value; only then can a camera know it."""
    options = Options.level(LEVELS[number % len(LEVELS)], by="cards", players=len(SEATS[number % len(SEATS)]))
    games = (one_game(options, SEATS[number % len(SEATS)], f"watched {number} {again}") for again in count())
    return next(game for game in games if not sights_of(game, "open", CLEAR, number).unordered)


def watch_film(game: Game, film: Film, hands: Hands) -> list[LogEntry]:
    watching = GameWatcher(GameSetup(game.options, game.names, hands))
    decided: list[LogEntry] = []
    for sight in film.sights:
        for event in watching.see(sight):
            if event.kind == "operation":
                decided.append(event)
            elif event.kind == "undo":
                decided.pop()
    decided += [event for event in watching.finish(film.sights[-1].t) if event.kind == "operation"]
    assert [event.operation for event in decided] == list(watching.game.operations[1:])
    return decided


def is_whole(film: Film, decided: list[LogEntry], hands: Hands) -> bool:
    hidden = (Passed, Drawn) if hands == "hidden" else (Passed,)
    seen = [key_of(event.operation) for event in decided if event.operation is not None and not isinstance(event.operation, hidden)]
    return seen == [happened.key for happened in film.truth if hands == "open" or happened.key[1] != "draw"]


#: Each level once, and each number of players with open and with hidden hands.
HANDS: tuple[Hands, ...] = ("open", "hidden", "hidden", "open", "hidden", "open", "open", "hidden")


@pytest.mark.parametrize("number", few_of(len(HANDS), quick=1))
def test_a_game_in_perfect_sights_is_found_whole(number: int) -> None:
    game, hands = random_game_to_watch(number), HANDS[number]
    film = sights_of(game, hands, CLEAR, number)
    assert is_whole(film, watch_film(game, film, hands), hands)


def game_of_packs_to_watch(number: int, packs: int) -> Game:
    """Return a random game of several packs, in which equal cards are told apart, as people's hands know them."""
    players = SEATS[number % len(SEATS)]
    options = with_copies(Options.level(LEVELS[number % len(LEVELS)], by="cards", players=len(players), packs=packs))
    games = (one_game(options, players, f"watched {number} {again}") for again in count())
    return next(game for game in games if not sights_of(game, "open", CLEAR, number).unordered)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "hands"), list(enumerate(HANDS[:4])))
def test_a_game_of_two_packs_in_perfect_sights_is_found_whole(number: int, hands: Hands) -> None:
    game = game_of_packs_to_watch(number, 2)
    film = sights_of(game, hands, CLEAR, number)
    decided = watch_film(plain_game(game), film, hands)
    assert is_whole(film, decided, hands)
    assert all(not card.copy for event in decided for card in event.after.cards())


@pytest.mark.slow
def test_games_of_two_packs_in_noisy_sights_are_found_whole_with_open_and_with_hidden_hands() -> None:
    """One of two at least; `benchmarks/watching_sights.py` measures how many."""
    whole = Counter[Hands]()
    for number, hands in enumerate(HANDS[:4]):
        game = game_of_packs_to_watch(number, 2)
        film = sights_of(game, hands, Eyes(), number)
        whole[hands] += is_whole(film, watch_film(plain_game(game), film, hands), hands)
    assert min(whole["open"], whole["hidden"]) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_most_games_in_noisy_sights_are_found_whole(hands: Hands) -> None:
    """With hidden hands where perfect sights have open ones, and the other way round."""
    numbers = [number for number, other in enumerate(HANDS) if other != hands]
    films = {number: sights_of(random_game_to_watch(number), hands, Eyes(), number) for number in numbers}
    whole = [is_whole(film, watch_film(random_game_to_watch(number), film, hands), hands) for number, film in films.items()]
    assert sum(whole) >= len(numbers) - 1


@pytest.mark.parametrize("turn", [0, *(pytest.param(turn, marks=pytest.mark.slow) for turn in (3, 6, 11))])
def test_a_game_of_open_hands_is_found_whole_from_any_turn_on_also_in_quick_play(turn: int) -> None:
    """Each table lies clear for half a second only; all plays since the first sight are told, whoever they begin with.

    Draws are not compared: nobody knows how many cards the stock has.
    """
    game = random_game_to_watch(1)
    film = sights_of(game, "open", CLEAR, 1)
    begun = next(n for n, state in enumerate(game.states) if state.turn == 2 + turn and state.phase is Phase.PLAY)
    before = [happened for happened in film.truth if happened.turn < 2 + turn]
    film.sights = [sight for sight in film.sights if sight.t > before[-1].settled]
    film.truth = film.truth[len(before) :]
    decided = watch_film(game, film, "open")
    plays = [key_of(event.operation) for event in decided if not isinstance(event.operation, Drawn | Passed | None)]
    assert plays == [happened.key for happened in film.truth if happened.key[1] != "draw"]
    assert decided[0].before.player == game.states[begun].player


@pytest.mark.slow
def test_a_game_of_sixty_turns_in_which_the_camera_is_covered_for_ten_minutes_is_found_whole() -> None:
    options = Options.level("all", by="cards", players=2)
    games = (one_game(options, ("random", "random"), f"long {again}") for again in count())
    game = next(game for game in games if game.state.turn >= LONG_TURNS and not sights_of(game, "open", CLEAR, 0).unordered)
    film = sights_of(game, "hidden", CLEAR, 0)
    middle = next(n for n, sight in enumerate(film.sights) if n > len(film.sights) // 2 and not film.sights[n - 1].busy and not sight.busy)
    places = frozenset(card.place for sight in film.sights for card in sight.cards)
    start = film.sights[middle - 1].t
    covered = [Sight(start + second, (), busy=places) for second in range(1, COVERED_SECONDS)]
    later = [replace(sight, t=sight.t + COVERED_SECONDS) for sight in film.sights[middle:]]
    film.sights = [*film.sights[:middle], *covered, *later]
    assert is_whole(film, watch_film(game, film, "hidden"), "hidden")
