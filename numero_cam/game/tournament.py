"""Whole games by the thousand, and who wins them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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


def tournament(
    options: Options, players: Sequence[str], games: int, seed: int | str, progress: Callable[[Game], None] | None = None
) -> tuple[Standing, ...]:
    """Play many games; the seats go round, so that everybody begins equally often.

    Args:
        options: What is played.
        players: Who plays.
        games: How many games.
        seed: For everything that is random.
        progress: Called with each game when it is over.
    """
    standings = tuple(Standing(name, 0, 0, [], []) for name in numbered(players))
    for number in range(games):
        order = [(number + place) % len(players) for place in range(len(players))]
        game = one_game(options, [players[who] for who in order], f"{seed} {number}")
        winners = game.state.winners()
        for seat, who in enumerate(order):
            standing = standings[who]
            standing.wins += winners == (seat,)
            standing.shared += seat in winners and len(winners) > 1
            standing.scores.append(game.state.seats[seat].score)
            standing.cards.append(game.state.net_cards(seat))
        if progress:
            progress(game)
    return standings
