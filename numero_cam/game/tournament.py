"""Whole games by the thousand, and who wins them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from numero_cam.game.greedy import GreedyPlayer
from numero_cam.game.options import Options, OptionsError
from numero_cam.game.players import Player, RandomPlayer, play_game
from numero_cam.game.record import Game

PLAYERS = ("greedy", "random")


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


def player_of(name: str, seed: int | str) -> Player:
    """Return a player by its name.

    Raises:
        OptionsError: If there is none of this name.
    """
    if name == "greedy":
        return GreedyPlayer()
    if name == "random":
        return RandomPlayer(seed)
    message = f'there is no player "{name}"; choose from {", ".join(PLAYERS)}'
    raise OptionsError(message)


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that can be told apart: `greedy`, `greedy 2`."""
    return tuple(name if names[:place].count(name) == 0 else f"{name} {names[:place].count(name) + 1}" for place, name in enumerate(names))


def one_game(options: Options, players: Sequence[str], seed: str) -> Game:
    """Play one game; the same seed gives the same game.

    Args:
        options: What is played.
        players: Who plays, in the order of the seats.
        seed: For the shuffle and for random players.
    """
    game = Game(options, numbered(players))
    game.deal(seed=seed)
    return play_game(game, [player_of(name, f"{seed} {place}") for place, name in enumerate(players)])


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


def result_of(options: Options, players: Sequence[str], seed: int | str, number: int) -> Result:
    """Play one game of a tournament; the seats go round, so that everybody begins equally often."""
    count = len(players)
    order = [(number + place) % count for place in range(count)]
    state = one_game(options, [players[who] for who in order], f"{seed} {number}").state
    seat_of = [order.index(who) for who in range(count)]
    return Result(
        tuple(state.seats[seat].score for seat in seat_of),
        tuple(state.net_cards(seat) for seat in seat_of),
        tuple(who for who in range(count) if seat_of[who] in state.winners()),
        state.turn,
    )


def tournament(options: Options, players: Sequence[str], games: int, seed: int | str, *, jobs: int = 1) -> Iterator[Result]:
    """Play many games and give how each ended, in their order; the same seed gives the same games.

    Args:
        options: What is played.
        players: Who plays, by name.
        games: How many games.
        seed: For everything that is random.
        jobs: How many processes play at once.
    """
    play = partial(result_of, options, tuple(players), seed)
    if jobs == 1:
        yield from map(play, range(games))
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only where it is asked for

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, range(games), chunksize=max(1, min(16, games // (4 * jobs))))


def standings(players: Sequence[str], results: Iterable[Result]) -> tuple[Standing, ...]:
    """Return what each player reached in these games."""
    table = tuple(Standing(name, 0, 0, [], []) for name in numbered(players))
    for result in results:
        for who, standing in enumerate(table):
            standing.wins += result.winners == (who,)
            standing.shared += who in result.winners and len(result.winners) > 1
            standing.scores.append(result.scores[who])
            standing.cards.append(result.cards[who])
    return table
