"""The games of a hall, replayed from their lines, which alone decide scores and plays; a table's claims of these are not used."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from numero_cam.base.errors import GameError
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.hall.board import hidden_waits
from numero_cam.hall.game import ordered_names, replay_match, scores_before_hands, scores_of, status_of, writable_names
from numero_cam.hall.records import MAX_TABLES, Entrant, Event, GameStatus, Match, last_round
from numero_cam.hall.store import HallStore

MAX_KEPT = 2 * MAX_TABLES  #: Maximum number of games whose replay is remembered.
Called = tuple[tuple[str, str], ...]  #: Pairs of the name that a player played under and the name that is shown.
#: Each player's score; the status of the game by its plays; the scores before each hand that was shown last, see `scores_before_hands`.
Replayed = tuple[Mapping[str, int], GameStatus, tuple[Mapping[str, int], ...]]
NOBODY: Mapping[str, str] = MappingProxyType({})


class HallReplays:
    """Replays each game once after new lines, and caches the outcome; may be called in any thread."""

    def __init__(self, store: HallStore) -> None:
        self._store = store
        self._kept: dict[tuple[str, Called], tuple[int, Replayed | GameError | None]] = {}
        self._lock = threading.Lock()

    def overview(self) -> tuple[Event | None, tuple[Entrant, ...], tuple[Match, ...]]:
        """Return what `HallStore.overview` returns, with the games of the newest round as their lines make them."""
        event, entrants, matches = self._store.overview()
        if event is None:
            return event, entrants, matches
        newest = last_round(matches)
        return (
            event,
            entrants,
            tuple(self.with_replayed_status(event, entrants, match) if match.round == newest else match for match in matches),
        )

    def with_replayed_status(self, event: Event, entrants: Sequence[Entrant], match: Match) -> Match:
        """Return a match whose status has the scores and the last play of its lines, under the names that everybody may see.

        Where its lines cannot be replayed, or other players are in them, no scores and no play are added.
        """
        if match.status is None or match.pairing.away is None:
            return match
        pair = self.pair_of(entrants, match)
        labels = writable_names([entrant.label(event.setting) for entrant in pair])
        names = again = None
        try:
            again = self.replayed(match.game, match.status.have)
            names = None if again is None else ordered_names(event.setting, pair, again[0])
            if names is not None and names != labels:
                again = self.replayed(match.game, match.status.have, dict(zip(names, labels, strict=True)))
        except GameError:
            again = None  # the referee's page of the game says why
        status = match.status if names == labels else hidden_waits(match.status, event.setting)
        if again is None or names is None:
            return replace(match, status=status)
        scores, now, _ = again
        both = scores[labels[0]], scores[labels[1]]
        return replace(match, status=replace(status, scores=both, said=now.said, points=now.points, over=now.over))

    def pair_of(self, entrants: Sequence[Entrant], match: Match) -> tuple[Entrant, ...]:
        """Return the entrants of a match in their order."""
        both = {entrant.number: entrant for entrant in entrants}
        return tuple(both[number] for number in (match.pairing.home, match.pairing.away) if number is not None)

    def replayed(self, game: str, have: int, called: Mapping[str, str] = NOBODY) -> Replayed | None:
        """Return the scores and the status of a game as its lines, `have` of them, make them; None before the deal.

        `called` are the names of players in the outcome, by the names that they played under; others keep theirs.
        """
        key = game, tuple(called.items())
        with self._lock:
            known = self._kept.pop(key, None)
        if known is None or known[0] != have:
            lines = self._store.game_lines(game)
            known = (lines[-1].n if lines else 0), _replay(lines, called)
        with self._lock:
            self._kept[key] = known
            while len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]  # the one that was asked for longest ago
        if isinstance(known[1], GameError):
            raise known[1]
        return known[1]


def _replay(lines: Sequence[LogEntry], called: Mapping[str, str]) -> Replayed | GameError | None:
    """Return the outcome of lines, their error, or None before the deal."""
    try:
        again = replay_match(lines, called)
    except GameError as error:
        return error
    return None if again is None else (scores_of(again), status_of(again), scores_before_hands(again))
