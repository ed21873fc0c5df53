"""Records of kept games: the best takes, the highest scores, and what each player reached."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean

from numero_cam.assistant.table_games import TableGame
from numero_cam.games.numero.engine.operations import Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules.choices import By
from numero_cam.tell.games import END_ITEMS, operation_lines


@dataclass(frozen=True)
class Reached:
    """A take or a score.

    Attributes:
        count: Cards or points.
        player: Whose it is.
        game: Number of the game.
        when: When the game began.
        words: The take in words; empty for a score.
    """

    count: int
    player: str
    game: int
    when: str
    words: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the object of a record."""
        return {"count": self.count, "player": self.player, "game": self.game, "when": self.when, "words": self.words}


@dataclass(frozen=True)
class PlayerRecord:
    """What a player reached in games that were played to their end.

    Attributes:
        player: The name.
        games: How many.
        wins: Those won, shared ones included.
        best_score: The highest.
        mean_score: Of all.
        best_take: The best, of games that were not ended too; 0 without any.
    """

    player: str
    games: int
    wins: int
    best_score: int | None
    mean_score: float | None
    best_take: int

    def to_dict(self) -> dict[str, object]:
        """Return the object of a player."""
        mean = None if self.mean_score is None else round(self.mean_score, 2)
        return {"player": self.player, "games": self.games, "wins": self.wins, "best_score": self.best_score, "mean_score": mean,
                "best_take": self.best_take}  # fmt: skip


@dataclass(frozen=True)
class Records:
    """All records of games for points, or for cards.

    Attributes:
        by: What counts.
        takes: The best takes: all of the same count, oldest first.
        scores: The highest scores of games that were played to their end.
        players: Each player, by wins, then by the highest score.
    """

    by: By
    takes: tuple[Reached, ...]
    scores: tuple[Reached, ...]
    players: tuple[PlayerRecord, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the object of `numero-cam game records --json`."""
        return {
            "by": self.by,
            "best_takes": [take.to_dict() for take in self.takes],
            "highest_scores": [score.to_dict() for score in self.scores],
            "players": [player.to_dict() for player in self.players],
        }


def records(found: Iterable[TableGame], by: By) -> Records:
    """Return the records of games.

    Args:
        found: The games, newest first; those for something else do not count, nor those that cannot be played again.
        by: What counts.
    """
    games = [each for each in found if each.dealt and each.stands.by == by][::-1]
    takes = [take for each in games for take in _takes(each)]
    ended = [each for each in games if each.over]
    scores = [Reached(score, name, each.kept.game, each.when) for each in ended for name, score in each.scores.items()]
    names = dict.fromkeys(name for each in games for name in each.kept.players)
    players = [_player(name, ended, takes) for name in names]
    players.sort(key=lambda one: (-one.wins, -(one.best_score if one.best_score is not None else -(10**9)), one.player))
    return Records(by, _highest(takes), _highest(scores), tuple(players))


def _takes(found: TableGame) -> Iterator[Reached]:
    game = found.played()
    for before, operation, after in game.steps():
        if isinstance(operation, Taken):
            gained = sum(entry.points for entry in entries(before, operation, after) if entry.item not in END_ITEMS)
            words = next(operation_lines(game.names, before, operation, after))
            yield Reached(gained, game.names[operation.player], found.kept.game, found.when, words)


def _player(name: str, ended: list[TableGame], takes: list[Reached]) -> PlayerRecord:
    own = [each for each in ended if name in each.kept.players]
    scores = [each.scores[name] for each in own]
    wins = sum(name in each.stands.winners for each in own)
    best = max((take.count for take in takes if take.player == name), default=0)
    return PlayerRecord(name, len(own), wins, max(scores, default=None), fmean(scores) if scores else None, best)


def _highest(reached: list[Reached]) -> tuple[Reached, ...]:
    best = max((each.count for each in reached), default=0)
    return tuple(each for each in reached if each.count == best and best > 0)
