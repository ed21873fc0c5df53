"""Whole games by the thousand, and who wins them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.options import Options, OptionsError
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.computer_players import ExpertPlayer, GreedyPlayer
from numero_cam.games.numero.players.player import Player, RandomPlayer, play_game
from numero_cam.games.shared import tournament
from numero_cam.games.shared.names import numbered
from numero_cam.games.shared.tournament import Table

PLAYERS = ("expert", "greedy", "random")


def player_of(name: str, seed: int | str, effort: Effort | None = None) -> Player:
    """Return a player by its name.

    Args:
        name: One of `PLAYERS`.
        seed: For the random player.
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
    message = f'there is no player "{name}"; choose from {", ".join(PLAYERS)}'
    raise OptionsError(message)


def one_game(options: Options, players: Sequence[str], seed: str, effort: Effort | None = None) -> Game:
    """Play one game; the same seed gives the same game, but for an expert whose time is limited.

    Args:
        options: What is played.
        players: Who plays, in the order of the seats.
        seed: For the shuffle and for random players.
        effort: How long the expert thinks.
    """
    game = Game(options, numbered(players))
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
    """What is played in a tournament.

    Attributes:
        options: Cards and rules.
        players: Who plays, by name.
        seed: For everything that is random.
        all_seats: Whether each deal is played by everybody from every seat, one game after the other.
        effort: How long the expert thinks.
    """

    options: Options
    players: tuple[str, ...]
    seed: int | str
    all_seats: bool = False
    effort: Effort = field(default_factory=Effort)


def result_of(plan: Plan, table: Table) -> Result:
    """Play one game of a tournament."""
    state = one_game(plan.options, table.seated(plan.players), f"{plan.seed} {table.deal}", plan.effort).state
    return Result(
        table.by_player(seat.score for seat in state.seats),
        table.players(state.winners()),
        state.turn,
        table.by_player(map(state.net_cards, range(len(state.seats)))),
    )


def play_all(plan: Plan, games: int, *, jobs: int = 1) -> Iterator[Result]:
    """Play many games and give how each ended, in their order; the same seed gives the same games.

    Args:
        plan: What is played.
        games: How many games.
        jobs: How many processes play at once.
    """
    return tournament.play_all(partial(result_of, plan), len(plan.players), games, all_seats=plan.all_seats, jobs=jobs)
