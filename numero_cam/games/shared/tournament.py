"""Tournaments of any game: seating, playing the games, and the standings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from numero_cam.games.shared.names import distinct_names

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating of one game of a tournament."""

    order: tuple[int, ...]  #: Index of the player in each seat.
    deal: int  #: Number of the deal; games of one deal begin with the same cards.

    @classmethod
    def of(cls, number: int, players: int, *, all_seats: bool = False) -> "Seating":
        """Return the seating of a game; seats rotate, so that every player begins equally often.

        Args:
            number: Number of the game, from 0.
            players: Number of players.
            all_seats: Whether every player plays each deal from every seat, in successive games.
        """
        order = tuple((number + place) % players for place in range(players))
        return cls(order, number // players if all_seats else number)

    def seated(self, of_players: Sequence[T]) -> tuple[T, ...]:
        """Return values that are given by player in the order of seats."""
        return tuple(of_players[who] for who in self.order)

    def by_player(self, of_seats: Iterable[T]) -> tuple[T, ...]:
        """Return values that are given by seat in the order of players."""
        return tuple(value for _, value in sorted(zip(self.order, of_seats, strict=True), key=lambda pair: pair[0]))

    def players(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return the indices of the players in these seats, lowest first."""
        return tuple(sorted(self.order[seat] for seat in seats))


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game, by player and not by seat."""

    scores: tuple[int, ...]  #: Score of each player.
    winners: tuple[int, ...]  #: Indices of the winners; several for equal scores, none for an unfinished game.
    turns: int  #: Number of turns.


AnyResult = TypeVar("AnyResult", bound=GameResult)


def play_all(
    play: Callable[[Seating], AnyResult], players: int, games: int, *, all_seats: bool = False, jobs: int = 1
) -> Iterator[AnyResult]:
    """Play many games and yield their results in order.

    Args:
        play: Plays one game and returns its result; with several processes it must be picklable.
        players: Number of players.
        games: Number of games.
        all_seats: As in `Seating.of`.
        jobs: Number of processes.
    """
    tables = map(partial(Seating.of, players=players, all_seats=all_seats), range(games))
    if jobs == 1:
        yield from map(play, tables)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only where it is asked for

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, tables, chunksize=max(1, min(16, games // (4 * jobs))))


@dataclass(frozen=True, slots=True)
class PlayerScores:
    """The result of one player in a tournament."""

    name: str  #: Distinct name of the player.
    player: int  #: Index of the player.
    wins: int  #: Number of games won alone.
    shared: int  #: Number of games won together with others.
    scores: tuple[int, ...]  #: Score in each game.


def standings(players: Sequence[str], results: Iterable[GameResult]) -> tuple[PlayerScores, ...]:
    """Return the standing of each player after these games."""
    played = list(results)
    found = []
    for who, name in enumerate(distinct_names(players)):
        won = [len(result.winners) for result in played if who in result.winners]
        found.append(PlayerScores(name, who, won.count(1), len(won) - won.count(1), tuple(result.scores[who] for result in played)))
    return tuple(found)
