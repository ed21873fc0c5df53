"""What tournaments of all games have in common: who sits where, and who is counted as a winner."""

from collections.abc import Iterable, Sequence


def seating(number: int, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who sits in which seat of a game; the seats go round, so that everybody begins equally often.

    Args:
        number: Of the game, from 0.
        players: How many.

    Returns:
        The player in each seat, and the seat of each player.
    """
    order = tuple((number + place) % players for place in range(players))
    return order, tuple(order.index(who) for who in range(players))


def wins_of(who: int, winners: Iterable[Sequence[int]]) -> tuple[int, int]:
    """Return how many games a player won alone, and how many together with others.

    Args:
        who: The player, from 0.
        winners: Of each game; empty for a game without an end.
    """
    games = list(winners)
    return sum(tuple(each) == (who,) for each in games), sum(who in each and len(each) > 1 for each in games)
