"""Keeps the games of the live table in a file of the browser: lines of JSON that are only appended, each a whole transaction."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Protocol

from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.log_entry import LogEntry, read_entry
from numero_cam.store.lines import Computed, KeptGame, timestamp, timestamp_now

IN_USE = "NoModificationAllowedError"  #: Name of the browser's error for a file that another page has open.


class KeptFile(Protocol):
    """A file of the browser."""

    lost: str  #: Name of the error for which nothing is kept; empty where it is.

    def read(self) -> str:
        """Return all of it."""

    def append(self, text: str) -> bool:
        """Write at its end; return whether it is there, else the file is as it was."""


class BrowserGames:
    """Games as `numero_cam.store.games.GameStore` keeps them, of one page alone."""

    def __init__(self, file: KeptFile) -> None:
        self._file, self._waits = file, ""
        self._games: dict[int, tuple[KeptGame, list[LogEntry]]] = {}
        self._computed: dict[tuple[int, Computed], tuple[int, str, str]] = {}
        self._learners: dict[str, str] = {}
        for text in file.read().split("\n"):
            try:
                self._take(json.loads(text))
            except (ValueError, KeyError, TypeError):  # it was cut off while it was written
                continue

    def problem(self) -> str:
        """Write down what waits for room, if there is some now, and return why nothing is kept; empty where all is well."""
        try:
            self._write()
        except StoreError as error:
            return str(error)
        if self._file.lost == IN_USE:
            return tr("The live table is open in another window of this browser, which keeps the games: close one of the two.")
        return tr("This browser keeps nothing here: save the game as a file before you close the page.") if self._file.lost else ""

    def begin(self, setting: str, players: Sequence[str], began: datetime | None = None) -> int:
        """See `GameStore.begin`."""
        number = max(self._games, default=0) + 1
        self._know({"game": number, "began": timestamp(began or datetime.now(UTC)), "players": list(players), "setting": setting})
        return number

    def append(self, game: int, lines: Sequence[LogEntry], expect: int | None = None) -> int:
        """See `GameStore.append`."""
        known = self._games[game][1]
        new = lines[0 if expect is None else len(known) - expect :]  # those before were given when there was no room
        rows = [replace(line, n=n, at=line.at or timestamp_now()) for n, line in enumerate(new, len(known) + 1)]
        if rows:
            self._know({"game": game, "lines": [row.row for row in rows]})
        self._write()
        return len(known)

    def lines(self, game: int) -> tuple[LogEntry, ...]:
        """See `GameStore.lines`."""
        return tuple(self._games[game][1])

    def games(self, limit: int | None = None) -> tuple[KeptGame, ...]:
        """See `GameStore.games`."""
        found = [replace(kept, lines=len(lines), ended=lines[-1].kind == "end") for kept, lines in self._games.values() if lines]
        return tuple(sorted(found, key=lambda kept: -kept.game)[:limit])

    def game(self, number: int) -> KeptGame | None:
        """See `GameStore.game`."""
        return next((kept for kept in self.games() if kept.game == number), None)

    def snapshots(self, games: Sequence[KeptGame], version: str | None, what: Computed = "snapshots") -> dict[int, str]:
        """See `GameStore.snapshots`; how a game stands is known as long as the page is open, and counted anew."""
        known = ((kept, self._computed.get((kept.game, what))) for kept in games)
        return {kept.game: held[2] for kept, held in known if held and held[0] == kept.lines and version in (None, held[1])}

    def keep_snapshots(self, bodies: Mapping[KeptGame, str], version: str, what: Computed = "snapshots") -> None:
        """See `GameStore.keep_snapshots`."""
        for kept, body in bodies.items():
            row = {"game": kept.game, "computed": what, "of": kept.lines, "version": version, "body": body}
            self._take(row)
            if what == "analyses" and not self._waits:  # where there is no room it is worked out again
                self._file.append("\n" + json.dumps(row))

    def learner(self, name: str) -> str:
        """See `GameStore.learner`."""
        return self._learners.get(name, "")

    def learner_names(self) -> list[str]:
        """See `GameStore.learner_names`."""
        return sorted(name for name, text in self._learners.items() if text)

    def keep_learner(self, name: str, before: str, text: str) -> bool:
        """See `GameStore.keep_learner`."""
        if self.learner(name) != before:
            return False
        self._know({"learner": name, "text": text})
        self._write()
        return True

    def close(self) -> None:
        """See `GameStore.close`."""

    def _know(self, row: dict[str, Any]) -> None:
        """Take something that is to be written on a line of its own, also where the one before was cut off."""
        self._take(row)
        self._waits += "\n" + json.dumps(row, ensure_ascii=False)

    def _write(self) -> None:
        if self._waits and not self._file.append(self._waits):
            raise StoreError(tr("This device has no room for the game: until there is some, it is kept only as long as the page is open."))
        self._waits = ""

    def _take(self, row: dict[str, Any]) -> None:
        if "lines" in row:
            self._games[row["game"]][1].extend(read_entry(**line) for line in row["lines"])
        elif "computed" in row:
            self._computed[row["game"], row["computed"]] = (row["of"], row["version"], row["body"])
        elif "learner" in row:
            self._learners[row["learner"]] = str(row["text"])
        else:
            self._games[row["game"]] = (
                KeptGame(row["game"], row["began"], tuple(row["players"]), row["setting"], 0, ended=False),
                [],
            )
