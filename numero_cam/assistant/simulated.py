"""Games of Numero among programs: who won how often, by how much, and how fast they were played."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from statistics import fmean

from numero_cam.games.numero.players.tournament import Plan, Result
from numero_cam.games.shared.statistics import margin_interval, share_interval
from numero_cam.games.shared.tournament import Standing, standings


@dataclass(frozen=True)
class Simulated:
    """Games that were played.

    Attributes:
        plan: What was played.
        level: The level, as it was asked for.
        results: How each game ended, at least one.
        seconds: How long they took, above 0.
    """

    plan: Plan
    level: str
    results: tuple[Result, ...]
    seconds: float

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """What each player reached."""
        return standings(self.plan.players, self.results)

    def mean_cards(self, player: int) -> float:
        """Return how many cards a player has after a game, those left in the hand taken off."""
        return fmean(result.cards[player] for result in self.results)

    @property
    def speed(self) -> Mapping[str, float]:
        """Turns of a game, seconds, and games a second."""
        games = len(self.results)
        turns = fmean(result.turns for result in self.results)
        return {"turns": round(turns, 2), "seconds": round(self.seconds, 3), "games_per_second": round(games / self.seconds, 2)}

    @property
    def margin(self) -> tuple[float, float, float] | None:
        """How far the first of two players is ahead in a game, with its 95 % interval; `None` where there are not two."""
        if len(self.plan.players) != 2:
            return None
        ahead = [result.scores[0] - result.scores[1] for result in self.results]
        return margin_interval(ahead, group=2 if self.plan.all_seats else 1)

    def to_dict(self) -> dict[str, object]:
        """Return the object that `numero-cam game simulate --json` prints."""
        options, margin = self.plan.options, self.margin
        about: dict[str, object] = {
            "games": len(self.results),
            "seed": self.plan.seed,
            "level": self.level,
            "by": options.by,
            "scoring": options.scoring,
            "both_seats": self.plan.all_seats,
            "players": [self._standing(one) for one in self.standings],
        }
        if margin is not None:
            about |= {"margin": round(margin[0], 3), "margin_95": [round(end, 3) if isfinite(end) else None for end in margin[1:]]}
        return {**about, **self.speed}

    def _standing(self, one: Standing) -> dict[str, object]:
        return {
            "name": one.name,
            "wins": one.wins,
            "shared": one.shared,
            "wins_95": [round(end, 4) for end in share_interval(one.wins, len(self.results))],
            "mean_score": round(fmean(one.scores), 3),
            "least_score": min(one.scores),
            "most_score": max(one.scores),
            "mean_cards": round(self.mean_cards(one.player), 3),
        }
