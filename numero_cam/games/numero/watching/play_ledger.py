"""The game as people know it while it is watched: its plays, its changes, and what may be taken back; each is an entry."""

from collections.abc import Sequence
from dataclasses import replace

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, State
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.history import GameHistory, HistoryEntry, has_one_pack
from numero_cam.games.numero.engine.log_entry import ChangeKind, EntryAuthor, EntryKind, LogEntry
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Drawn, Move, Passed
from numero_cam.games.numero.watching.certainty import Certainty
from numero_cam.games.numero.watching.copies import PlainGame, history_with_copies, plain_operation
from numero_cam.games.numero.watching.corrections import CorrectedGame, PlayCorrectionError
from numero_cam.games.numero.watching.evidence import TableEvidence
from numero_cam.games.numero.watching.game_commands import HistoryCommand, UndoEntry
from numero_cam.games.numero.watching.track_cards import TrackCards

Alternatives = tuple[tuple[Move, float], ...]  #: Other plays, each with its probability.


class PlayLedger:
    """Moves the game that people know from one line of the tree of games to another, and writes an entry for each step.

    Args:
        game: The game as it begins.
        past: What happened in it; None where nothing but its operations is known.
        evidence: What all looks add up to.
        certainty: Counts what was said of it.
        track_cards: Notes which card each track is.
        hands_open: Whether hands lie open.
    """

    def __init__(
        self,
        game: Game,
        past: GameHistory | None,
        evidence: TableEvidence,
        certainty: Certainty,
        track_cards: TrackCards,
        *,
        hands_open: bool,
    ) -> None:
        self.game = game
        self.history = history_with_copies(past, game)
        self._plain = PlainGame(game)
        self._evidence, self._certainty, self._track_cards, self._hands_open = evidence, certainty, track_cards, hands_open

    def plain_game(self, game: Game) -> Game:
        """Return the game, or the one as it began, as people know it: equal cards are equal."""
        return self._plain.of(game)

    def take_pack(self, game: Game, text: str, by: EntryAuthor = "eyes") -> list[LogEntry]:
        """Go on with a game of another pack, and return the change.

        Args:
            game: The same plays with the other pack, or the first ones of them.
            text: What it is.
            by: Who says so.
        """
        told, plays = self.history.play_entries, [*game.line.back_to(1)]
        for one, before in zip(plays, self.game.line.up(game.line.depth).back_to(1), strict=True):
            if before in told:
                told.setdefault(one, told[before])
        return self.changed(parts, text, by=by) if (parts := self.move_to_pack(game, by)) else []

    def move_to_pack(self, game: Game, by: EntryAuthor) -> list[LogEntry]:
        """Go on with a game of another pack: plays are taken back, and the deal and those of the other game are told; none before a deal.

        Args:
            game: The game, of whose plays the same is told as before.
            by: Who says so.
        """
        parts = [self.take_back(by) for _ in self.game.line.back_to(1)]
        self.game, self._plain = game, PlainGame(game)
        if not game.line.depth:
            return []
        parts.append(LogEntry("deal", by=by, t=self._evidence.t, line=game.line.up(1)))
        for one in [*game.line.back_to(1)][::-1]:
            assert isinstance(one.operation, Move)  # noqa: S101 - nobody deals twice
            plain, told = plain_operation(one.parent.state, one.operation), self.history.play_entries.get(one)
            entry = LogEntry("operation", play_line(game.names, one.parent.state, plain), operation=plain, t=self._evidence.t, line=one)
            parts.append(entry if told is None else replace(entry, by=told.by, sure=told.sure, others=told.others))
        return parts

    def note(self, events: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
        """Write into the history what people are told, and return it as they know it."""
        self.history.follow(events)
        return self._plain.entries(events)

    def do(
        self, operation: Move, sure: float = 1.0, others: Alternatives = (), *, by: EntryAuthor = "eyes", t: float | None = None
    ) -> LogEntry:
        """Do an operation in the game and return its entry.

        Args:
            operation: The operation.
            sure: Probability that it is right.
            others: What it may have been instead.
            by: Who stated it.
            t: Second of the entry; None for that of the newest sight.
        """
        before = self.game.state
        self.game.do(operation)
        if not isinstance(operation, Drawn | Passed):
            self._evidence.forget()
        self._certainty.told(operation)
        self._track_cards.note_copies(self._evidence, self.game.state, hands_open=self._hands_open)
        instead = tuple((plain_operation(before, other), share) for other, share in others)
        entry = self._entry("operation", before, operation, by)
        return replace(entry, sure=min(sure, 1.0), others=instead, t=entry.t if t is None else t)

    def other_line(self, done: LogEntry) -> str:
        """Return the line of the likeliest play that an operation, which was done last, may have been instead."""
        return play_line(self.game.names, done.before, done.others[0][0])

    def take_back(self, by: EntryAuthor = "eyes") -> LogEntry:
        """Undo the last operation, which is no deal, and return the entry of that."""
        last = self.game.undo()
        assert isinstance(last, Move)  # noqa: S101 - a deal is never taken back
        return self._entry("undo", self.game.state, last, by)

    def move_to(self, line: NumeroLine, by: EntryAuthor = "eyes", sure: float = 1.0, stated: CorrectedGame | None = None) -> list[LogEntry]:
        """Take back what another game has not, and do what it has; what was told of a play before is told of it again.

        Args:
            line: The other game.
            by: Who says so.
            sure: Probability of plays of which nothing was told before.
            stated: What a person stated; a play that he confirms is told again as his, and what he said of other plays stays said by him.
                None where nobody did.
        """
        said = dict[int, type]()  # by the number of the play: what kind of play a person stated
        if stated is not None:
            plays = ((one, self.history.play_entries.get(one)) for one in self.game.line.back_to(0))
            said = {one.depth: type(one.operation) for one, told in plays if told is not None and told.by == "person"}
        common = min(self.game.line.meet(line).depth, line.depth if stated is None else stated.unchanged)
        events = [self.take_back(by) for _ in self.game.line.back_to(max(1, common))]
        if not common:
            self.game = self.game.at(line.up(1))
            events.append(LogEntry("deal", by=by, t=self._evidence.t, line=self.game.line))
        for one in [*line.back_to(self.game.line.depth)][::-1]:
            assert isinstance(one.operation, Move)  # noqa: S101 - nobody deals twice
            his = (stated is not None and one is stated.stated_line) or said.get(one.depth) is type(one.operation)
            done = self.do(one.operation, sure, by="person" if his else "eyes")
            known = self.history.play_entries.get(one)
            events.append(
                done if known is None or done.by == "person" else replace(done, by=known.by, sure=known.sure, others=known.others)
            )
        return events

    def changed(
        self, events: list[LogEntry], text: str, kind: ChangeKind = "change", by: EntryAuthor = "eyes", stated: NumeroLine | None = None
    ) -> list[LogEntry]:
        """Return the events of a change under the entry that says what it is: nothing that was told changes without one.

        Args:
            events: What carries it out.
            text: What it is; empty where the stated play says so.
            kind: Whether it is new, or a step in the history.
            by: Who made it.
            stated: The game up to the play that a person stated; None where none was.
        """
        header = LogEntry(kind, text, by, t=self._evidence.t, parts=len(events), line=self.game.line)
        if stated is not None and isinstance(stated.operation, Move):
            play = self._entry("operation", stated.parent.state, stated.operation, by)
            header = replace(header, text=play.text, operation=play.operation)
        return [header, *events]

    def step(self, command: HistoryCommand) -> tuple[HistoryEntry, CorrectedGame]:
        """Return the play or change that is taken back or done again, and the game to which that leads."""
        back = isinstance(command, UndoEntry)
        waiting = self.history.done if back else self.history.undone
        if not waiting:
            raise PlayCorrectionError(tr("there is nothing to undo") if back else tr("there is nothing to redo"))
        step = waiting[-1]
        if command.n not in (0, step.n):
            raise PlayCorrectionError(tr("the game went on meanwhile, so this would change something else; look again"))
        line = step.before if back else step.after
        assert line is not None  # noqa: S101 - the deal is no step
        if not has_one_pack(line, self.game.line):
            return step, CorrectedGame(Game(line.state.options, self.game.names).at(line), 0)
        return step, CorrectedGame(self.game.at(line), self.game.line.meet(line).depth)

    def _entry(self, kind: EntryKind, before: State, operation: Move, by: EntryAuthor) -> LogEntry:
        """Return the entry that an operation was played in a state, or taken back."""
        plain = plain_operation(before, operation)
        return LogEntry(kind, play_line(self.game.names, before, plain), by, plain, t=self._evidence.t, line=self.game.line)
