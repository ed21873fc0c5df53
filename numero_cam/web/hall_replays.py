"""The games of a hall, played again from their lines: these say what is shown and counted, never what a table claims."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from numero_cam.base.errors import GameError
from numero_cam.hall.board import hidden_waits
from numero_cam.hall.records import MAX_TABLES, Entrant, Event, Match, PlayLine, last_round
from numero_cam.store.hall_store import HallStore
from numero_cam.web.hall_game import ReplayedMatch, ordered_names, player_names, replay_match

MAX_KEPT = 2 * MAX_TABLES  #: Maximum number of games whose replay is remembered.
Called = tuple[tuple[str, str], ...]
NOBODY: Mapping[str, str] = MappingProxyType({})


class HallReplays:
    """Plays each game again when lines came, once for everybody. Any thread may ask.

    Args:
        store: Holds the events.
    """

    def __init__(self, store: HallStore) -> None:
        self._store = store
        self._kept: dict[tuple[str, Called], tuple[int, ReplayedMatch | GameError | None]] = {}
        self._lock = threading.Lock()

    def overview(self) -> tuple[Event | None, tuple[Entrant, ...], tuple[Match, ...]]:
        """Return what `HallStore.overview` returns, with the stands of the newest round as the lines make them."""
        event, entrants, matches = self._store.overview()
        if event is None:
            return event, entrants, matches
        newest = last_round(matches)
        return event, entrants, tuple(self.told(event, entrants, match) if match.round == newest else match for match in matches)

    def told(self, event: Event, entrants: Sequence[Entrant], match: Match) -> Match:
        """Return a match with its stand as its lines make it, under the names that everybody may see; with no plays where others played.

        Args:
            event: The event.
            entrants: Of the event.
            match: A match with its game.
        """
        if match.stand is None or match.pairing.away is None:
            return match
        pair = self.pair_of(entrants, match)
        labels = player_names([entrant.label(event.setting) for entrant in pair])
        names = again = None
        try:
            again = self.replayed(match.game, match.stand.have)
            names = None if again is None else ordered_names(event.setting, pair, again.scores)
            if names is not None and names != labels:
                again = self.replayed(match.game, match.stand.have, dict(zip(names, labels, strict=True)))
        except GameError:
            again = None  # the referee's page of the game says why
        stand = match.stand if names == labels else hidden_waits(match.stand, event.setting)
        if again is None or names is None:
            return replace(match, stand=stand)
        last = again.newest
        return replace(
            match,
            stand=replace(
                stand,
                scores=(again.scores[labels[0]], again.scores[labels[1]]),
                said="" if last is None else last.said,
                points=0 if last is None else last.points,
                over=again.over,
            ),
        )

    def pair_of(self, entrants: Sequence[Entrant], match: Match) -> tuple[Entrant, ...]:
        """Return the entrants of a match in their order."""
        both = {entrant.number: entrant for entrant in entrants}
        return tuple(both[number] for number in (match.pairing.home, match.pairing.away) if number is not None)

    def replayed(self, game: str, have: int, called: Mapping[str, str] = NOBODY) -> ReplayedMatch | None:
        """Return a game as its lines make it, without its text, and of its plays the newest; None before the deal.

        Args:
            game: Its identity.
            have: Number of its last line.
            called: How players are called, where not by the names that they played under.
        """
        key = game, tuple(called.items())
        with self._lock:
            known = self._kept.pop(key, None)
        if known is None or known[0] != have:
            _, lines = self._store.game_lines(game)
            known = (lines[-1].n if lines else 0), self._replay(lines, called)
        with self._lock:
            self._kept[key] = known
            while len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]  # the one that was asked for longest ago
        if isinstance(known[1], GameError):
            raise known[1]
        return known[1]

    def _replay(self, lines: Sequence[PlayLine], called: Mapping[str, str]) -> ReplayedMatch | GameError | None:
        try:
            again = replay_match(lines, called)
        except GameError as error:
            return error
        return None if again is None else replace(again, text="", plays=())
