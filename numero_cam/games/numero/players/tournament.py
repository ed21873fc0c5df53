"""Tournaments of computer players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.options import Options, OptionsError
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.computer_players import ExpertPlayer, GreedyPlayer
from numero_cam.games.numero.players.player import Player, RandomPlayer, play_game
from numero_cam.games.shared import tournament
from numero_cam.games.shared.names import distinct_names
from numero_cam.games.shared.tournament import Seating

PLAYERS = ("expert", "greedy", "random")


def player_of(name: str, seed: int | str, effort: Effort | None = None) -> Player:
    """Return a player by its name.

    Args:
        name: One of `PLAYERS`.
        seed: Seed of the random player.
        effort: How long the expert thinks.

    Raises:
        OptionsError: If there is none of this name.
    """
    if name == "expert":
        return ExpertPlayer(effort or Effort())
    if name == "greedy":
        return GreedyPlayer()
    if name == "random":
        return RandomPlayer(seed)
    message = tr('there is no player "{name}"; choose from {choices}', name=name, choices=", ".join(PLAYERS))
    raise OptionsError(message)


def one_game(options: Options, players: Sequence[str], seed: str, effort: Effort | None = None) -> Game:
    """Play one game; the same seed gives the same game, unless an expert thinks for a limited time.

    Args:
        options: Options of the game.
        players: Names of the computer players, in the order of the seats.
        seed: Seed of the shuffle and of random players.
        effort: How long the expert thinks.
    """
    game = Game(options, distinct_names(players))
    game.deal(seed=seed)
    return play_game(game, [player_of(name, f"{seed} {place}", effort) for place, name in enumerate(players)])


@dataclass(frozen=True, slots=True)
class Result(tournament.Result):
    """How one game ended, by player and not by seat; scores are points, or cards where these are played for.

    Attributes:
        cards: Cards won, those left in the hand taken off.
    """

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be played.

    Attributes:
        options: Options of its games.
        players: Names of the computer players.
        seed: Seed of everything random.
        all_seats: Whether every player plays each deal from every seat, in successive games.
        effort: How long the expert thinks.
    """

    options: Options
    players: tuple[str, ...]
    seed: int | str
    all_seats: bool = False
    effort: Effort = field(default_factory=Effort)


def result_of(plan: Plan, table: Seating) -> Result:
    """Play one game of a tournament."""
    state = one_game(plan.options, table.seated(plan.players), f"{plan.seed} {table.deal}", plan.effort).state
    return Result(
        table.by_player(seat.score for seat in state.seats),
        table.players(state.winners()),
        state.turn,
        table.by_player(map(state.net_cards, range(len(state.seats)))),
    )


def play_all(plan: Plan, games: int, *, jobs: int = 1) -> Iterator[Result]:
    """Play many games and yield their results in order; the same seed gives the same games.

    Args:
        plan: The tournament.
        games: Number of games.
        jobs: Number of processes.
    """
    return tournament.play_all(partial(result_of, plan), len(plan.players), games, all_seats=plan.all_seats, jobs=jobs)
