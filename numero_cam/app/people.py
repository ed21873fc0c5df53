"""The people who have played at the live table: what their kept games say of them, and forgetting one of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numero_cam.app.game_progress import Progress
from numero_cam.app.table_games import TableGame, records, renamed_game, table_games
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr

if TYPE_CHECKING:  # a page without a server keeps games without a database
    from numero_cam.store.games import GameStore


@dataclass(frozen=True)
class Person:
    """A player as the kept games know him."""

    name: str  #: The name.
    games: int  #: How many games he has played, unfinished ones included.
    wins: int  #: How many of them he won, shared ones included.
    best_take: int  #: Points of his best take in games by points; 0 without any.
    best_score: int | None  #: His highest score in games by points; None before the first that was played to its end.
    last: str  #: When his last game began, ISO 8601; empty where none is kept.
    accuracies: tuple[float, ...] = ()  #: How accurately he played each game that was analysed, 0..100, the oldest first.
    brought: float | None = None  #: Points that a turn of his brought in the last such game by points; None before the first.


def people(
    games: Iterable[TableGame], progress: Mapping[int, Mapping[str, Progress]] | None = None, learners: Iterable[str] = ()
) -> tuple[Person, ...]:
    """Return everybody who played in some games, which are given newest first, or has a record; who played last comes first.

    Args:
        games: The games.
        progress: How each player played, by number of the game and name, of games that were analysed.
        learners: Who has a record of puzzles.
    """
    dealt = [each for each in games if each.dealt]
    by_points = {one.player: one for one in records(dealt, "points").players}
    by_cards = {one.player: one for one in records(dealt, "cards").players}
    names = dict.fromkeys((*(name for each in dealt for name in each.kept.players), *learners))
    people = []
    for name in names:
        own = [each for each in dealt if name in each.kept.players]
        points = by_points.get(name)
        wins = sum(one.wins for one in (points, by_cards.get(name)) if one is not None)
        best = (points.best_take, points.best_score) if points else (0, None)
        played = [found for each in own if (found := (progress or {}).get(each.kept.game, {}).get(name)) is not None]
        accuracies = tuple(each.accuracy for each in reversed(played) if each.accuracy is not None)
        brought = next((each.brought for each in played if each.brought is not None), None)
        people.append(Person(name, len(own), wins, *best, own[0].kept.began if own else "", accuracies, brought))
    return tuple(people)


def forget_person(store: "GameStore", name: str) -> int:
    """Take a name out of all kept games, in which the player is called `Somebody` from then on; return in how many it was.

    What the person learned is removed. The games of the others keep their scores. A game that cannot be played again is removed: the name
    stands in lines that nobody can read.
    """
    if not name:
        raise GameError(tr("name the person who is to be forgotten"))
    own = [each for each in table_games(store) if name in each.kept.players]
    for each in own:
        if each.dealt:
            store.replace(each.kept.game, *renamed_game(each, name, _free_name(each.kept.players)), rewrite=False)
        else:
            store.delete(each.kept.game, rewrite=False)
    store.forget_learner(name)  # last: a page that asks while a game has the name still makes a new record
    return len(own)


def _free_name(players: tuple[str, ...]) -> str:
    """Return the name of a player whose own is forgotten, one that none of the others has: `Somebody`, `Somebody 2`."""
    plain = tr("Somebody")
    names = (plain, *(f"{plain} {n}" for n in range(2, len(players) + 2)))
    taken = {player.casefold() for player in players}
    return next(name for name in names if name.casefold() not in taken)
