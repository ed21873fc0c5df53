"""The past of a game: every play and every change with the game before and after it, and what may be taken back and done again."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import zip_longest
from typing import TypeVar

from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.log_entry import CHANGES, LogEntry
from numero_cam.games.numero.engine.operations import Dealt, Discarded, Drawn, Found, HandShown, Move, Operation
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Card

AnyItem = TypeVar("AnyItem")


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """Something that happened, with the game before and after it."""

    entry: LogEntry  #: What happened; for a change its own entry, whose `parts` follow it in the log.
    before: NumeroLine | None  #: The game before it; None before the deal.
    after: NumeroLine | None  #: The game after it.
    n: int = 0  #: Number of a play or change among these, from 1; 0 for an entry that cannot be taken back.
    of: "HistoryEntry | None" = None  #: The play or change that it takes back or does again; None for others.


@dataclass(frozen=True, slots=True)
class ChangedPlay:
    """A play that a change touches: the games that end with it, before and after the change."""

    k: int  #: Number of the play, from 1; 0 is the deal.
    before: NumeroLine | None  #: The game up to the play before the change; None where there was no such play.
    after: NumeroLine | None  #: The game up to the play after the change; None where there is no such play any more.


class GameHistory:
    """Follows the log of a game.

    Each change leads from one line of the tree of games to another, so taking it back is going back to the line before it.

    Args:
        line: A game that goes on, of which nothing but its operations is known; None for one that begins.
    """

    def __init__(self, line: NumeroLine | None = None) -> None:
        self.entries: list[HistoryEntry] = []  #: All that happened, in order.
        self.done: list[HistoryEntry] = []  #: The plays and changes that may be taken back, the newest, which is first to go, last.
        self.undone: list[HistoryEntry] = []  #: The plays and changes that may be done again, the next one last.
        self.line: NumeroLine | None = None  #: The game up to now; None before the deal.
        self.play_entries: dict[NumeroLine, LogEntry] = {}  #: The entry of each play, by the game that ends with it.
        self._count = 0  # number of the newest play or change
        if line is not None and line.depth:
            self.go_on_with(line)

    @property
    def is_noted(self) -> bool:
        """Whether changes are noted since the beginning, or since a later entry: earlier versions noted none."""
        return any(one.entry.noted for one in self.entries if one.entry.kind in ("deal", "note", *CHANGES))

    @property
    def next_number(self) -> int:
        """The number that the next play or change gets."""
        return self._count + 1

    def copied(self, of: Callable[[NumeroLine], NumeroLine]) -> "GameHistory":
        """Return an independent copy in which each game is replaced by what `of` returns for it."""
        lines: dict[NumeroLine | None, NumeroLine | None] = {None: None}
        again, copies = copy(self), dict[HistoryEntry, HistoryEntry]()

        def line_of(line: NumeroLine | None) -> NumeroLine | None:
            if line is not None and line not in lines:
                lines[line] = of(line)
            return lines[line]

        for one in (*self.entries, *self.done, *self.undone):
            step = None if one.of is None else copies.get(one.of)
            copies[one] = HistoryEntry(one.entry, line_of(one.before), line_of(one.after), one.n, step)
        again.line = line_of(self.line)
        again.entries, again.done, again.undone = ([copies[one] for one in some] for some in (self.entries, self.done, self.undone))
        again.play_entries = {of(line): entry for line, entry in self.play_entries.items()}
        return again

    def go_on_with(self, line: NumeroLine | None) -> None:
        """Go on with another game, whose operations after the deal may be taken back, the last first, and nothing else."""
        self.line, self.undone = line, []
        self.done = []
        for one in [*line.back_to(1)][::-1] if line is not None else ():
            self._count += 1
            played = LogEntry("operation", operation=one.operation if isinstance(one.operation, Move) else None, line=one)
            self.done.append(HistoryEntry(self.play_entries.get(one, played), one.parent, one, self._count))

    def follow(self, log: Iterable[LogEntry]) -> None:
        """Add entries, each with its line; the entries that carry out a change follow it, as many as its `parts` says."""
        waiting = list(log)
        at = 0
        while at < len(waiting):
            parts = waiting[at].parts
            self._add(waiting[at], waiting[at + 1 : at + 1 + parts])
            at += 1 + parts

    def _add(self, entry: LogEntry, parts: Sequence[LogEntry]) -> None:
        """Add an entry; `parts` are the entries that carry it out, the last of which has the game after it."""
        self.play_entries.update((each.line, each) for each in (entry, *parts) if each.kind == "operation" and each.line is not None)
        before = self.line
        after = next((part.line for part in reversed(parts) if part.line is not None), None) or entry.line or before
        if entry.kind in ("deal", "undo") and (before is None or after is not before):
            self.entries.append(HistoryEntry(entry, before, after))
            self.go_on_with(after)  # another game: a deal, or an undo of an earlier version
            return
        number, of = 0, None
        # Earlier versions took plays back of which a change of the pack is told since: that is a change like others.
        if entry.kind == "back" and self.done and self.done[-1].before is after:
            of = self.done.pop()
            self.undone.append(of)
        elif entry.kind == "redo" and self.undone and self.undone[-1].after is after:
            of = self.undone.pop()
            self.done.append(of)
        elif entry.kind in ("operation", *CHANGES):
            self._count += 1
            number = self._count
        elif entry.kind in ("deal", "question", "refusal", "referee"):
            return
        added = HistoryEntry(entry, before, after, number, of)
        self.entries.append(added)
        self.line = after
        if number:
            self.done.append(added)
            self.undone.clear()


def has_one_pack(before: NumeroLine, after: NumeroLine) -> bool:
    """Return whether two games have the same cards, and the same rules."""
    return before.up(0) is after.up(0)


def changed_plays(before: NumeroLine | None, after: NumeroLine | None) -> tuple[ChangedPlay, ...]:
    """Return the plays in which two games differ, in their cards or points; cards that have no order on the table may be in any order."""
    if before is None or after is None or before is after:
        return ()
    common = before.meet(after).depth if has_one_pack(before, after) else 0
    some, others = ([*line.back_to(common)][::-1] for line in (before, after))
    return tuple(
        ChangedPlay(k, one, other)
        for k, (one, other) in enumerate(zip_longest(some, others), common)
        if one is None or other is None or as_seen(one.operation) != as_seen(other.operation) or _points(one) != _points(other)
    )


def as_seen(operation: Operation) -> Operation:
    """Return an operation in which cards that have no order on the table are sorted, and without the stock, which nobody sees."""
    match operation:
        case Dealt(hands, centre):
            return replace(operation, hands=tuple(map(_sorted, hands)), centre=_sorted(centre), stock=())
        case Found():
            return replace(operation, hands=tuple(map(_sorted, operation.hands)), centre=_sorted(operation.centre))
        case Drawn() | Discarded() | HandShown():
            return replace(operation, cards=_sorted(operation.cards))
    return operation


def _sorted(items: tuple[AnyItem, ...]) -> tuple[AnyItem, ...]:  # by their texts
    return tuple(sorted(items, key=str))


def points_of(line: NumeroLine) -> int:
    """Return the points, or cards in games by cards, that the last operation of a game brought its player; 0 for a deal."""
    operation = line.operation
    return 0 if isinstance(operation, Dealt) else sum(points for player, points in _points(line) if player == operation.player)


def cards_of_operation(operation: object) -> tuple[Card, ...]:
    """Return every card in an operation, or in a part of one, in its order; of builds and calculations too."""
    if isinstance(operation, Card):
        return (operation,)
    if isinstance(operation, tuple):
        return tuple(card for part in operation for card in cards_of_operation(part))
    if is_dataclass(operation):
        return tuple(card for each in fields(operation) for card in cards_of_operation(getattr(operation, each.name)))
    return ()


def _points(line: NumeroLine) -> list[tuple[int, int]]:
    """Return (index of the player, points) of each line of the score sheet that the last operation of a game brought."""
    return [(entry.player, entry.points) for entry in entries(line.parent.state, line.operation, line.state)]
