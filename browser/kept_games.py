"""Keeps the games of the live table in a file of the browser: lines of JSON that are only appended, each a whole transaction."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from numero_cam.base.errors import StaleError, StoreError
from numero_cam.catalogue import tr
from numero_cam.store.lines import GameLine, KeptGame, timestamp, timestamp_now


class KeptFile(Protocol):
    """A file of the browser."""

    def read(self) -> str:
        """Return all of it."""

    def append(self, text: str) -> str:
        """Write at its end what is there when this returns; return why it cannot be written, or nothing."""


class BrowserGames:
    """Games as `numero_cam.store.games.GameStore` keeps them, of one page alone.

    Args:
        file: Where they are kept.
    """

    def __init__(self, file: KeptFile) -> None:
        self._file = file
        self._games: dict[int, tuple[KeptGame, list[GameLine]]] = {}
        self._snapshots: dict[tuple[int, int, str], str] = {}
        for text in file.read().splitlines():
            try:
                self._take(json.loads(text))
            except (ValueError, KeyError, TypeError):  # it was cut off while it was written
                continue

    def begin(self, setting: str, players: Sequence[str], began: datetime | None = None) -> int:
        """See `GameStore.begin`."""
        number = max(self._games, default=0) + 1
        self._keep({"game": number, "began": timestamp(began or datetime.now(UTC)), "players": list(players), "setting": setting})
        return number

    def append(self, game: int, lines: Sequence[GameLine], expect: int | None = None) -> int:
        """See `GameStore.append`."""
        last = len(self._games[game][1])
        if expect not in {None, last}:
            message = tr("{file}: another program wrote to game {game} meanwhile; go on with it anew", file="OPFS", game=game)
            raise StaleError(message)
        rows = [replace(line, n=n, at=line.at or timestamp_now()) for n, line in enumerate(lines, last + 1)]
        self._keep({"game": game, "lines": [asdict(row) for row in rows]})
        return last + len(rows)

    def lines(self, game: int) -> tuple[GameLine, ...]:
        """See `GameStore.lines`."""
        return tuple(self._games[game][1])

    def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
        """See `GameStore.games`."""
        found = [replace(kept, lines=len(lines), ended=lines[-1].kind == "end") for kept, lines in self._games.values() if lines]
        return tuple(sorted(found, key=lambda kept: -kept.game)[:limit])

    def game(self, number: int) -> KeptGame | None:
        """See `GameStore.game`."""
        return next((kept for kept in self.games() if kept.game == number), None)

    def snapshots(self, games: Sequence[KeptGame], version: str) -> dict[int, str]:
        """See `GameStore.snapshots`; they are known as long as the page is open."""
        known = {kept.game: self._snapshots.get((kept.game, kept.lines, version)) for kept in games}
        return {game: body for game, body in known.items() if body is not None}

    def keep_snapshots(self, bodies: Mapping[KeptGame, str], version: str) -> None:
        """See `GameStore.keep_snapshots`."""
        self._snapshots |= {(kept.game, kept.lines, version): body for kept, body in bodies.items()}

    def close(self) -> None:
        """See `GameStore.close`."""

    def _keep(self, told: dict[str, Any]) -> None:
        """Write something down, and then know it."""
        if why := self._file.append(json.dumps(told, ensure_ascii=False) + "\n"):
            raise StoreError(why)
        self._take(told)

    def _take(self, told: dict[str, Any]) -> None:
        if "lines" in told:
            self._games[told["game"]][1].extend(GameLine(**line) for line in told["lines"])
        else:
            self._games[told["game"]] = KeptGame(told["game"], told["began"], tuple(told["players"]), told["setting"], 0, ended=False), []
