"""Whole games by the thousand, and who wins them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from numero_cam.games.numero.engine.game import Game
from numero_cam.games.numero.engine.options import Options, OptionsError
from numero_cam.games.numero.players.advisor import Effort
from numero_cam.games.numero.players.expert import ExpertPlayer
from numero_cam.games.numero.players.greedy import GreedyPlayer
from numero_cam.games.numero.players.player import Player, RandomPlayer, play_game
from numero_cam.games.shared.names import numbered
from numero_cam.games.shared.tournament import seating, wins_of

PLAYERS = ("expert", "greedy", "random")


@dataclass(slots=True)
class Standing:
    """What one player reached in a tournament.

    Attributes:
        name: The player.
        wins: Games won alone.
        shared: Games won together with others.
        scores: Points of each game, or cards where these are played for.
        cards: Cards of each game, those left in the hand taken off.
    """

    name: str
    wins: int
    shared: int
    scores: list[int]
    cards: list[int]


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
class Result:
    """How one game ended, by player and not by seat.

    Attributes:
        scores: Points, or cards where these are played for.
        cards: Cards won, those left in the hand taken off.
        winners: Who won; several where they are equal.
        turns: Turns of the game.
    """

    scores: tuple[int, ...]
    cards: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int


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


def result_of(plan: Plan, number: int) -> Result:
    """Play one game of a tournament; the seats go round, so that everybody begins equally often."""
    count = len(plan.players)
    order, seat_of = seating(number, count)
    deal = number // count if plan.all_seats else number
    state = one_game(plan.options, [plan.players[who] for who in order], f"{plan.seed} {deal}", plan.effort).state
    return Result(
        tuple(state.seats[seat].score for seat in seat_of),
        tuple(state.net_cards(seat) for seat in seat_of),
        tuple(who for who in range(count) if seat_of[who] in state.winners()),
        state.turn,
    )


def tournament(plan: Plan, games: int, *, jobs: int = 1) -> Iterator[Result]:
    """Play many games and give how each ended, in their order; the same seed gives the same games.

    Args:
        plan: What is played.
        games: How many games.
        jobs: How many processes play at once.
    """
    play = partial(result_of, plan)
    if jobs == 1:
        yield from map(play, range(games))
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only where it is asked for

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, range(games), chunksize=max(1, min(16, games // (4 * jobs))))


def standings(players: Sequence[str], results: Iterable[Result]) -> tuple[Standing, ...]:
    """Return what each player reached in these games."""
    played = list(results)
    winners = [result.winners for result in played]
    return tuple(
        Standing(name, *wins_of(who, winners), [result.scores[who] for result in played], [result.cards[who] for result in played])
        for who, name in enumerate(numbered(players))
    )
