"""Kept games of the live table: replayed from their lines, listed, exported, removed, and the records among them."""

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import TYPE_CHECKING, cast

from numero_cam.app.analysis_text import sources_version
from numero_cam.base.bounded_reader import list_of, parse_json, whole_number
from numero_cam.base.errors import GameError, StoreError
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.games import shared
from numero_cam.games.numero import engine, rules
from numero_cam.games.numero.engine import Game, OptionsError, Phase, game_text
from numero_cam.games.numero.engine.history import GameHistory
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import parse_game, play_line, read_operation
from numero_cam.games.numero.engine.operations import Move, Taken
from numero_cam.games.numero.engine.points import gained_entries
from numero_cam.games.numero.rules import NotationError
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.shared.texts import GameTextError, LineError
from numero_cam.store.lines import KeptGame, KeptGames
from numero_cam.text.game_words import operation_lines
from numero_cam.text.page_templates import day
from numero_cam.text.score_sheet import sheet_csv, sheet_html

if TYPE_CHECKING:  # a page without a server keeps games without a database; who lists games watches none
    from numero_cam.app.watch_recording import WatchedGame
    from numero_cam.store.games import GameStore

MAX_SETTING_CHARACTERS = 100_000  #: Maximum length of the JSON of how a game is played.


def setting_text(played: "WatchedGame") -> str:
    """Return how a game is played and where the players sit, as the JSON that is kept; `parse_setting` reads it."""
    return json.dumps(played.settings())


def parse_setting(text: str) -> "WatchedGame":
    """Return how a kept game is played. Raises a `GameError` where the text cannot be read."""
    from numero_cam.app.watch_recording import parse_watched_game

    try:
        settings = parse_json(text[:MAX_SETTING_CHARACTERS], tr("the setting"), ValueError)
        return parse_watched_game({**settings, "start": None})
    except (ValueError, KeyError, TypeError, OptionsError, NotationError, LineError) as error:
        raise GameError(tr("how this game is played cannot be read: {error}", error=error)) from error


def replay_log(log: Iterable[LogEntry]) -> tuple[Game, tuple[LogEntry, ...]] | None:
    """Return the game that its log makes, and the entry of each operation after the deal; None where it was not dealt yet.

    What was taken back is not played. Operations that earlier versions kept as text are read.
    """
    deal, operations, taken_back = active_entries(log)
    if deal is None:
        return None
    entry = deal  # the one that the error names
    try:
        game = parse_game(deal.text)
        game = game.replayed(max(1, game.line.depth - taken_back))  # the deal itself is never taken back
        active = [LogEntry("operation")] * (game.line.depth - 1)
        for entry in operations:
            active.append(_play_entry(game, entry))
    except (GameTextError, NotationError, WayError, RuleBreakError, LineError, OptionsError) as error:
        raise GameError(tr("line {line} of the kept game: {error}", line=entry.n, error=error)) from error
    return game, tuple(active)


def kept_history(log: Iterable[LogEntry]) -> GameHistory:
    """Return the history of a kept game; an entry that cannot be played is in it with the text that it was kept with."""
    history = GameHistory()
    history.follow(_with_games(log))
    return history


def _with_games(log: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """Yield each entry with the game after it; one that cannot be played leaves the game unchanged.

    A change gets no game of its own: its parts, the next entries, have it.
    """
    game: Game | None = None
    for entry in log:
        with contextlib.suppress(GameTextError, NotationError, WayError, RuleBreakError, LineError, OptionsError):
            if entry.kind == "deal":
                game = parse_game(entry.text)
            elif entry.kind == "operation" and game is not None:
                yield _play_entry(game, entry)
                continue
            elif entry.kind == "undo" and game is not None and game.line.depth > 1:
                game.undo()
        yield replace(entry, line=None if game is None or entry.parts else game.line)


def active_entries(log: Iterable[LogEntry]) -> tuple[LogEntry | None, list[LogEntry], int]:
    """Return the last deal, the operations after it without those taken back, and how many operations of its own text were taken back.

    The text of a deal may hold a game that went on, so that there are operations in it.
    """
    deal: LogEntry | None = None
    operations: list[LogEntry] = []
    taken_back = 0
    for entry in log:
        if entry.kind == "deal":
            deal, operations, taken_back = entry, [], 0
        elif entry.kind == "operation" and deal is not None:
            operations.append(entry)
        elif entry.kind == "undo" and operations:
            operations.pop()
        elif entry.kind == "undo":
            taken_back += 1
    return deal, operations, taken_back


def _play_entry(game: Game, entry: LogEntry) -> LogEntry:
    """Do the operation of an entry in a game, and return the entry with that operation, the game after it and the possible alternatives.

    Operations and alternatives that earlier versions kept as text are read.
    """
    before = game.copy()
    if entry.operation is None:
        read_operation(game, entry.text)
    else:
        game.do(entry.operation)
    others = [(other, probability) for other, probability in entry.others if before.can(other)]
    for line, probability in entry.other_lines:
        again = before.copy()
        with contextlib.suppress(NotationError, WayError, RuleBreakError, LineError):  # nothing but an alternative is lost
            read_operation(again, line)
            others.append((cast("Move", again.line.operation), probability))
    return replace(entry, operation=cast("Move", game.line.operation), others=tuple(others), line=game.line, other_lines=())


MAX_NUMBER = 10**9  #: Maximum size of a score, and of the number of a turn.


@dataclass(frozen=True)
class GameSnapshot:
    """The state of a kept game."""

    text: str = ""  #: The game in its text form; empty where nothing was dealt, or where it cannot be played again.
    by: str = ""  #: What is counted, `cards` or `points`; empty without a game.
    turn: int | None = None  #: Number of the turn, from 1; None without a game.
    over: bool = False  #: Whether it was played to its end.
    scores: Mapping[str, int] = field(default_factory=dict)  #: The score of each player.
    winners: tuple[str, ...] = ()  #: Who won; empty where it is not over.
    error: str = ""  #: Why it cannot be played again; empty where it can.


MAX_TAKES_KEPT = 1000  #: Maximum number of games whose takes are known once they were replayed: pages ask for records again and again.
#: Maximum number of lines that a list replays, of games that have no snapshot yet; they take a tenth of a second.
MAX_LISTED_LINES = 300
#: Stands for the state of a game without a snapshot that a list did not replay.
UNCOUNTED = GameSnapshot(error=tr("its plays were not counted yet; numero-cam game records counts all games"))


def snapshots(store: KeptGames, found: Sequence[KeptGame]) -> list[GameSnapshot]:
    """Return how games stand, in the same order. Those without a kept snapshot of this version are replayed, and theirs is kept."""
    known = _kept_snapshots(store, found, rules_version())
    new = {kept: _replayed_snapshot(store, kept) for kept in found if kept.game not in known}
    _keep_snapshots(store, new)
    return [known.get(kept.game) or new[kept] for kept in found]


def keep_snapshot(store: KeptGames, number: int, line_count: int, game: Game) -> None:
    """Store the state of a game, so that a list need not replay it.

    Args:
        store: Where it is kept.
        number: Number of the game.
        line_count: How many kept lines the game was made of.
        game: The game.
    """
    _keep_snapshots(store, {KeptGame(number, "", game.names, "", line_count, ended=False): snapshot_of(game)})


def _kept_snapshots(store: KeptGames, found: Sequence[KeptGame], version: str | None) -> dict[int, GameSnapshot]:
    """Return the kept snapshots by number of the game; `version` as of `rules_version`, None for those of any version."""
    bodies = store.snapshots(found, version)
    return {number: snapshot for number, body in bodies.items() if (snapshot := parse_snapshot(body)) is not None}


def _keep_snapshots(store: KeptGames, new: Mapping[KeptGame, GameSnapshot]) -> None:  # an error of the store is ignored
    if new:
        with contextlib.suppress(StoreError):  # somebody else writes, or it may be read only: it is worked out again the next time
            bodies = {kept: json.dumps(asdict(snapshot), ensure_ascii=False) for kept, snapshot in new.items()}
            store.keep_snapshots(bodies, rules_version())


def snapshot_of(game: Game | None) -> GameSnapshot:
    """Return how a game stands; an empty snapshot for None, a game in which nothing was dealt."""
    if game is None:
        return GameSnapshot()
    over = game.state.phase is Phase.OVER
    scores = {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=True)}
    winners = tuple(game.names[place] for place in game.state.winners()) if over else ()
    return GameSnapshot(game_text(game), game.options.by, game.state.turn, over, scores, winners)


def rules_version(*more: ModuleType) -> str:
    """Return a SHA-256 of the source of all modules that replay games, and of `more`: what another one computed may be outdated."""
    return sources_version(engine, rules, shared, sys.modules[__name__], *more)


def _replayed_snapshot(store: KeptGames, kept: KeptGame) -> GameSnapshot:
    """Return how a game stands after its lines; with the error where they cannot be replayed."""
    try:
        game, _ = replay_log(store.lines(kept.game)[: kept.lines]) or (None, ())
    except GameError as error:
        return GameSnapshot(error=str(error))
    return snapshot_of(game)


def parse_snapshot(body: str) -> GameSnapshot | None:
    """Return the snapshot of its JSON; None where it cannot be used, as one that another version wrote."""
    try:
        read = parse_json(body, "snapshot", StoreError)
        turn = None if read["turn"] is None else whole_number(read["turn"], 0, MAX_NUMBER)
        scores = {str(name): whole_number(score, -MAX_NUMBER, MAX_NUMBER) for name, score in read["scores"].items()}
        winners = tuple(str(name) for name in list_of(read["winners"], len(scores)))
        text, by, error = (read[name] for name in ("text", "by", "error"))
        if not all(isinstance(each, str) for each in (text, by, error)):
            return None
        return GameSnapshot(text, by, turn, read["over"] is True, scores, winners, error)
    except (StoreError, KeyError, TypeError, ValueError, AttributeError):
        return None


@dataclass(frozen=True)
class TableGame:
    """A kept game with its state."""

    kept: KeptGame  #: What is known without its lines.
    snapshot: GameSnapshot  #: Its state: scores, turn, end.

    @cached_property
    def game(self) -> Game | None:
        """The game, read when it is first asked for; None where the snapshot has no text.

        Raises a `GameError` where its text cannot be read.
        """
        if not self.dealt:
            return None
        try:
            return parse_game(self.snapshot.text)
        except GameTextError as error:
            raise GameError(tr("game {game}: {error}", game=self.kept.game, error=error)) from error

    @property
    def dealt(self) -> bool:
        """Whether there is a game: it was dealt, and can be played again."""
        return bool(self.snapshot.text)

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.snapshot.over

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of play, also the invented ones of a demonstration once it was dealt."""
        return self.kept.players or tuple(self.snapshot.scores)

    @property
    def scores(self) -> dict[str, int]:
        """The score of each player; none before the deal."""
        return dict(self.snapshot.scores)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; nobody where it is not over."""
        return self.snapshot.winners

    @property
    def when(self) -> str:
        """When it began, in the time of this computer: `2026-11-23 14:05`."""
        return datetime.fromisoformat(self.kept.began).astimezone().strftime("%Y-%m-%d %H:%M")

    @property
    def title(self) -> str:
        """Which game it is: `Numero, game 3, 2026-11-23 14:05`."""
        return tr("Numero, game {game}, {when}", game=self.kept.game, when=day(self.when))

    @property
    def status(self) -> str:
        """How it stands: `over`, `turn 7`, `not dealt`, or that it cannot be played again."""
        if self.snapshot is UNCOUNTED:
            return tr("not counted yet")
        if not self.dealt:
            return tr("damaged") if self.snapshot.error else tr("not dealt")
        return tr("over") if self.over else tr("turn {turn}", turn=self.snapshot.turn)

    def require_game(self) -> Game:
        """Return the game. Raises a `GameError` where there is none."""
        if self.game is None:
            error = self.snapshot.error or tr("nothing was dealt in it")
            raise GameError(tr("game {game}: {error}", game=self.kept.game, error=error))
        return self.game

    def sheet_page(self, at: str | None = None, links: Sequence[tuple[str, str]] = ()) -> str:
        """Return the score sheet as a page. Raises a `GameError` where there is no game.

        Args:
            at: Address under which a server has the style sheets; None for one file that loads nothing.
            links: Address and text of each link above the sheet.
        """
        return sheet_html(self.require_game(), self.title, at, links)

    def sheet_table(self) -> bytes:
        """Return the score sheet as CSV. Raises a `GameError` where there is no game."""
        return sheet_csv(self.require_game())

    def text(self) -> bytes:
        """Return the game's text. Raises a `GameError` where there is no game."""
        return game_text(self.require_game()).encode()

    def to_dict(self) -> dict[str, object]:
        """Return the object of `numero-cam game list --json`."""
        return {
            "game": self.kept.game,
            "began": self.kept.began,
            "players": list(self.kept.players),
            **({"by": self.snapshot.by} if self.dealt else {}),
            "scores": self.scores,
            "turn": self.snapshot.turn,
            "over": self.over,
            "winners": list(self.snapshot.winners),
            "lines": self.kept.lines,
            "error": self.snapshot.error or None,
        }


def check_games_address(address: str | None) -> None:
    """Raise a `StoreError` for an address that is not as `sqlite:///games.sqlite`; None is the file of this user."""
    from numero_cam.store.games import games_file

    games_file(address)


@contextmanager
def open_games(database: str | None = None) -> "Iterator[GameStore]":
    """Open the kept games as long as the block lasts; `database` is their address, as for `check_games_address`."""
    from numero_cam.store.games import GameStore

    store = GameStore.open(database)
    try:
        yield store
    finally:
        store.close()


def table_games(store: KeptGames, limit: int | None = None) -> tuple[TableGame, ...]:
    """Return the newest `limit` kept games, None for all, newest first. One that cannot be played again says why."""
    found = store.games(limit)
    return tuple(map(TableGame, found, snapshots(store, found)))


def listed_games(store: KeptGames, limit: int | None = None) -> tuple[TableGame, ...]:
    """Return the kept games, newest first, as they stood when they were played or counted last, by whatever version of the program.

    Games that were never counted are replayed, the newest first, as long as their lines fit into `MAX_LISTED_LINES` together. A longer one
    is skipped and is `UNCOUNTED`.
    """
    found = store.games(limit)
    known = _kept_snapshots(store, found, None)
    new: dict[KeptGame, GameSnapshot] = {}
    left = MAX_LISTED_LINES
    for kept in found:
        if kept.game not in known and kept.lines <= left:
            left -= kept.lines
            new[kept] = _replayed_snapshot(store, kept)
    _keep_snapshots(store, new)
    return tuple(TableGame(kept, known.get(kept.game) or new.get(kept, UNCOUNTED)) for kept in found)


def table_game(store: KeptGames, number: int) -> TableGame:
    """Return one kept game. Raises a `GameError` where no game has this number."""
    kept = store.game(number)
    if kept is None:
        raise GameError(tr("there is no game {number}; the list of games shows which there are", number=number))
    return TableGame(kept, *snapshots(store, (kept,)))


def remove(store: "GameStore", number: int) -> None:
    """Remove a game, so that nothing of it stays in the file. Raises a `GameError` where no game has this number."""
    if not store.delete(number):
        raise GameError(tr("there is no game {number}; the list of games shows which there are", number=number))


def renamed_game(found: TableGame, name: str, other: str) -> tuple[str, tuple[str, ...], list[LogEntry]]:
    """Return what replaces a kept game so that a name is no longer in it: setting, players, and lines.

    Plays that were taken back are dropped.
    """
    game, played = found.require_game(), parse_setting(found.kept.setting)
    names = tuple(other if each == name else each for each in game.names)
    again = Game(game.options, names)
    for operation in game.operations:
        again.do(operation)
    setting = setting_text(replace(played, setting=replace(played.setting, names=names)))
    plays = [
        LogEntry("operation", play_line(names, state, operation), operation=operation, at=found.kept.began)
        for state, operation, _ in list(again.steps())[1:]
        if isinstance(operation, Move)
    ]
    end = [LogEntry("end", by="person", at=found.kept.began)] if found.kept.ended else []
    deal = LogEntry("deal", game_text(again.replayed(1)), at=found.kept.began, noted=False)  # the record of changes is lost
    return setting, names, [deal, *plays, *end]


def export(found: TableGame, outs: Sequence[Path]) -> tuple[Path, ...]:
    """Write a game to files and return which.

    Args:
        found: The game.
        outs: `.txt` for its text, as `game replay` and `play` take it, `.csv` for the score sheet as a table, else the sheet to print.
    """
    forms = {".txt": found.text, ".csv": found.sheet_table}
    written = [(out, forms[out.suffix.lower()]() if out.suffix.lower() in forms else found.sheet_page().encode()) for out in outs]
    for path, data in written:
        write_atomically(path, data, GameError)
    return tuple(path for path, _ in written)


@dataclass(frozen=True)
class RecordEntry:
    """A record: a take or a score."""

    count: int  #: Cards or points.
    player: str  #: Name of the player who made it.
    game: int  #: Number of the game.
    when: str  #: When the game began.
    words: str = ""  #: The take in words; empty for a score.


@dataclass(frozen=True)
class PlayerRecord:
    """Wins and scores of a player in games that were played to their end."""

    player: str  #: The name.
    games: int  #: Number of games that he played to their end.
    wins: int  #: Number of those that he won, shared ones included.
    best_score: int | None  #: The highest score of these games; None without any.
    mean_score: float | None  #: Mean score of these games; None without any.
    best_take: int  #: Count of the best take, of unfinished games too; 0 without any.

    def to_dict(self) -> dict[str, object]:
        """Return the object of a player."""
        return {**asdict(self), "mean_score": None if self.mean_score is None else round(self.mean_score, 2)}


@dataclass(frozen=True)
class Records:
    """All records of games for points, or for cards."""

    by: By  #: What counts.
    takes: tuple[RecordEntry, ...]  #: The best takes: all of the same count, oldest first.
    scores: tuple[RecordEntry, ...]  #: The highest scores of games that were played to their end.
    players: tuple[PlayerRecord, ...]  #: Each player, by wins, then by the highest score.

    def to_dict(self) -> dict[str, object]:
        """Return the object of `numero-cam game records --json`."""
        return {
            "by": self.by,
            "best_takes": list(map(asdict, self.takes)),
            "highest_scores": list(map(asdict, self.scores)),
            "players": [player.to_dict() for player in self.players],
        }


def records(found: Iterable[TableGame], by: By) -> Records:
    """Return the records of games, which are given newest first; of those played for `by` that can be played again."""
    games = [each for each in found if each.dealt and each.kept.players and each.snapshot.by == by][::-1]
    takes = [take for each in games for take in _take_entries(each)]
    ended = [each for each in games if each.over]
    scores = [RecordEntry(score, name, each.kept.game, each.when) for each in ended for name, score in each.scores.items()]
    names = dict.fromkeys(name for each in games for name in each.kept.players)
    players = [_player_record(name, ended, takes) for name in names]
    players.sort(key=lambda one: (-one.wins, -(one.best_score if one.best_score is not None else -(10**9)), one.player))
    return Records(by, _highest(takes), _highest(scores), tuple(players))


def _take_entries(found: TableGame) -> Iterator[RecordEntry]:
    """Yield each take of a game with what it brought at once, without the items of the end of the game."""
    known = _takes(found.snapshot.text)
    for gained, player, words in _takes_of(found.require_game()) if known is None else known:
        yield RecordEntry(gained, player, found.kept.game, found.when, words)


@lru_cache(maxsize=MAX_TAKES_KEPT)
def _takes(text: str) -> tuple[tuple[int, str, str], ...] | None:
    """Return the takes of a game's text, once for all pages that show records; None for a text that cannot be read."""
    try:
        return _takes_of(parse_game(text))
    except GameTextError:
        return None


def _takes_of(game: Game) -> tuple[tuple[int, str, str], ...]:
    return tuple(
        (
            sum(entry.points for entry in gained_entries(before, operation, after)),
            game.names[operation.player],
            next(operation_lines(game.names, before, operation, after)),
        )
        for before, operation, after in game.steps()
        if isinstance(operation, Taken)
    )


def _player_record(name: str, ended: list[TableGame], takes: list[RecordEntry]) -> PlayerRecord:
    own = [each for each in ended if name in each.kept.players]
    scores = [each.scores[name] for each in own]
    wins = sum(name in each.snapshot.winners for each in own)
    best = max((take.count for take in takes if take.player == name), default=0)
    return PlayerRecord(name, len(own), wins, max(scores, default=None), fmean(scores) if scores else None, best)


def _highest(entries: list[RecordEntry]) -> tuple[RecordEntry, ...]:
    """Return all entries with the highest count, in their order; none where that is not above 0."""
    best = max((entry.count for entry in entries), default=0)
    return tuple(entry for entry in entries if entry.count == best and best > 0)
