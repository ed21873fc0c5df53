"""Tournaments of any game: who sits where, one loop that plays the games, and what each player reached."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from numero_cam.games.shared.names import distinct_names

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of a tournament, before it is played.

    Attributes:
        order: The player in each seat, from 0.
        deal: Number of the deal: games of one deal begin with the same cards.
    """

    order: tuple[int, ...]
    deal: int

    @classmethod
    def of(cls, number: int, players: int, *, all_seats: bool = False) -> "Seating":
        """Return the table of a game; the seats go round, so that everybody begins equally often.

        Args:
            number: Of the game, from 0.
            players: How many.
            all_seats: Whether each deal is played by everybody from every seat, one game after the other.
        """
        order = tuple((number + place) % players for place in range(players))
        return cls(order, number // players if all_seats else number)

    def seated(self, of_players: Sequence[T]) -> tuple[T, ...]:
        """Return by seat what is given by player."""
        return tuple(of_players[who] for who in self.order)

    def by_player(self, of_seats: Iterable[T]) -> tuple[T, ...]:
        """Return by player what is given by seat."""
        return tuple(value for _, value in sorted(zip(self.order, of_seats, strict=True), key=lambda pair: pair[0]))

    def players(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return who sits in these seats, lowest first."""
        return tuple(sorted(self.order[seat] for seat in seats))


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended, by player and not by seat.

    Attributes:
        scores: What each scored.
        winners: Who won; several where they are equal, nobody where the game had no end.
        turns: How long it was.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int


AnyResult = TypeVar("AnyResult", bound=Result)


def play_all(
    play: Callable[[Seating], AnyResult], players: int, games: int, *, all_seats: bool = False, jobs: int = 1
) -> Iterator[AnyResult]:
    """Play many games and give how each ended, in their order.

    Args:
        play: Plays one game and says how it ended; where several processes play, it must be possible to pickle it.
        players: How many.
        games: How many.
        all_seats: As in `Seating.of`.
        jobs: How many processes play at once.
    """
    tables = map(partial(Seating.of, players=players, all_seats=all_seats), range(games))
    if jobs == 1:
        yield from map(play, tables)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only where it is asked for

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, tables, chunksize=max(1, min(16, games // (4 * jobs))))


@dataclass(frozen=True, slots=True)
class Standing:
    """What one player reached in a tournament.

    Attributes:
        name: The player; a second of the same name is numbered.
        player: The same, from 0.
        wins: Games won alone.
        shared: Games won together with others.
        scores: What he scored in each game.
    """

    name: str
    player: int
    wins: int
    shared: int
    scores: tuple[int, ...]


def standings(players: Sequence[str], results: Iterable[Result]) -> tuple[Standing, ...]:
    """Return what each player reached in these games."""
    played = list(results)
    found = []
    for who, name in enumerate(distinct_names(players)):
        won = [len(result.winners) for result in played if who in result.winners]
        found.append(Standing(name, who, won.count(1), len(won) - won.count(1), tuple(result.scores[who] for result in played)))
    return tuple(found)
