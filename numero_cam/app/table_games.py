"""Kept games of the live table: replayed from their lines, listed, exported, removed, and the records among them."""

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from numero_cam.base.bounded_reader import list_of, parse_json, whole_number
from numero_cam.base.errors import GameError, StoreError
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.games import shared
from numero_cam.games.numero import engine, rules
from numero_cam.games.numero.engine import Game, OptionsError, Phase, game_text
from numero_cam.games.numero.engine.notation import operation_lines as operation_texts
from numero_cam.games.numero.engine.notation import parse_game, read_operation
from numero_cam.games.numero.engine.notation_header import options_lines
from numero_cam.games.numero.engine.operations import Taken
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import NotationError
from numero_cam.games.numero.rules.articles import RuleBreakError
from numero_cam.games.numero.rules.calculation import WayError
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.shared.texts import GameTextError, LineError
from numero_cam.store.lines import GameLine, KeptGame, KeptGames
from numero_cam.text.game_words import operation_lines
from numero_cam.text.page_templates import day
from numero_cam.text.play_facts import END_OF_GAME_ITEMS
from numero_cam.text.score_sheet import sheet_csv, sheet_html

if TYPE_CHECKING:  # a page without a server keeps games without a database; who lists games watches none
    from numero_cam.app.watch_recording import WatchedGame
    from numero_cam.store.games import GameStore

MAX_SETTING_CHARACTERS = 100_000  #: Maximum length of the JSON of how a game is played.


def setting_text(played: "WatchedGame") -> str:
    """Return how a game is played and where the players sit, as it is kept."""
    setting = played.setting
    told = {
        "players": list(setting.names),
        "near": played.near,
        "hands": setting.hands,
        "options": options_lines(setting.options),
        "deck": played.deck,
    }
    return json.dumps(told)


def setting_of(text: str) -> "WatchedGame":
    """Return how a kept game is played."""
    from numero_cam.app.watch_recording import parse_watched_game

    try:
        told = parse_json(text[:MAX_SETTING_CHARACTERS], tr("the setting"), ValueError)
        return parse_watched_game({**told, "start": None})
    except (ValueError, KeyError, TypeError, OptionsError, NotationError, LineError) as error:
        raise GameError(tr("how this game is played cannot be read: {error}", error=error)) from error


@dataclass(frozen=True)
class ReplayedGame:
    """A game that was replayed from its lines."""

    game: Game  #: With the operations that stand.
    lines: tuple[GameLine, ...]  #: The line of each operation after the deal.


def replay_lines(lines: Iterable[GameLine]) -> ReplayedGame | None:
    """Return the game that its lines make; None where it was not dealt yet. What was taken back is not played."""
    deal, operations, taken_back = _standing(lines)
    if deal is None:
        return None
    line = deal
    try:
        game = parse_game(deal.text)
        dealt = max(1, len(game.operations) - taken_back)  # the deal itself is never taken back
        while len(game.operations) > dealt:
            game.undo()
        for line in operations:
            read_operation(game, line.text)
    except (GameTextError, NotationError, WayError, RuleBreakError, LineError, OptionsError) as error:
        raise GameError(tr("line {line} of the kept game: {error}", line=line.n, error=error)) from error
    return ReplayedGame(game, (*[GameLine("operation")] * (dealt - 1), *operations))


def _standing(lines: Iterable[GameLine]) -> tuple[GameLine | None, list[GameLine], int]:
    """Return the last deal, the operations after it that stand, and how many operations in the deal's own text were taken back."""
    deal: GameLine | None = None
    operations: list[GameLine] = []
    taken_back = 0
    for line in lines:
        if line.kind == "deal":
            deal, operations, taken_back = line, [], 0
        elif line.kind == "operation" and deal is not None:
            operations.append(line)
        elif line.kind == "undo" and operations:
            operations.pop()
        elif line.kind == "undo":
            taken_back += 1
    return deal, operations, taken_back


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


MAX_LISTED_LINES = 300  #: Maximum number of lines that a list plays again, of games that were never counted; a tenth of a second.
#: Stands for the state of a game that a list did not play again.
UNCOUNTED = GameSnapshot(error=tr("its plays were not counted yet; numero-cam game records counts all games"))


def snapshots(store: KeptGames, found: Sequence[KeptGame]) -> list[GameSnapshot]:
    """Return how games stand, in the same order. Those that were not worked out yet are, and are kept."""
    known = _known(store, found, rules_version())
    new = {kept: _worked_out(store, kept) for kept in found if kept.game not in known}
    _keep(store, new)
    return [known.get(kept.game) or new[kept] for kept in found]


def keep_snapshot(store: KeptGames, number: int, lines: int, game: Game) -> None:
    """Keep how a game stands of which so many lines are kept: whoever lists it need not play it again."""
    _keep(store, {KeptGame(number, "", game.names, "", lines, ended=False): snapshot_of(game)})


def _known(store: KeptGames, found: Sequence[KeptGame], version: str | None) -> dict[int, GameSnapshot]:
    bodies = store.snapshots(found, version)
    return {number: told for number, body in bodies.items() if (told := _told(body)) is not None}


def _keep(store: KeptGames, new: Mapping[KeptGame, GameSnapshot]) -> None:
    if new:
        with contextlib.suppress(StoreError):  # somebody else writes, or it may be read only: it is worked out again the next time
            store.keep_snapshots({kept: json.dumps(asdict(told), ensure_ascii=False) for kept, told in new.items()}, rules_version())


def snapshot_of(game: Game | None) -> GameSnapshot:
    """Return how a game stands; None for one in which nothing was dealt."""
    if game is None:
        return GameSnapshot()
    over = game.state.phase is Phase.OVER
    scores = {name: seat.score for name, seat in zip(game.names, game.state.seats, strict=True)}
    winners = tuple(game.names[place] for place in game.state.winners()) if over else ()
    return GameSnapshot(game_text(game), game.options.by, game.state.turn, over, scores, winners)


@cache
def rules_version() -> str:
    """Return the version of everything that makes a game of its lines: it changes with the program's own text, so nobody can forget to."""
    told = sha256()
    for module in (engine, rules, shared, sys.modules[__name__]):
        path = Path(str(module.__file__))
        for each in sorted(path.parent.glob("*.py")) if path.stem == "__init__" else (path,):
            told.update(each.read_bytes())
    return told.hexdigest()


def _worked_out(store: KeptGames, kept: KeptGame) -> GameSnapshot:
    try:
        again = replay_lines(store.lines(kept.game)[: kept.lines])
    except GameError as error:
        return GameSnapshot(error=str(error))
    return snapshot_of(None if again is None else again.game)


def _told(body: str) -> GameSnapshot | None:
    """Return the snapshot of a text; None where it cannot be used, as one that another version wrote."""
    try:
        told = parse_json(body, "snapshot", StoreError)
        turn = None if told["turn"] is None else whole_number(told["turn"], 0, MAX_NUMBER)
        scores = {str(name): whole_number(score, -MAX_NUMBER, MAX_NUMBER) for name, score in told["scores"].items()}
        winners = tuple(str(name) for name in list_of(told["winners"], len(scores)))
        text, by, error = (told[name] for name in ("text", "by", "error"))
        if not all(isinstance(each, str) for each in (text, by, error)):
            return None
        return GameSnapshot(text, by, turn, told["over"] is True, scores, winners, error)
    except (StoreError, KeyError, TypeError, ValueError, AttributeError):
        return None


@dataclass(frozen=True)
class TableGame:
    """A kept game with its state."""

    kept: KeptGame  #: What is known without its lines.
    stands: GameSnapshot  #: How it stands.

    @cached_property
    def game(self) -> Game | None:
        """The game, read when it is first asked for; None where nothing was dealt, or where it cannot be played again."""
        if not self.dealt:
            return None
        try:
            return parse_game(self.stands.text)
        except GameTextError as error:
            raise GameError(tr("game {game}: {error}", game=self.kept.game, error=error)) from error

    @property
    def dealt(self) -> bool:
        """Whether there is a game: it was dealt, and can be played again."""
        return bool(self.stands.text)

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return self.stands.over

    @property
    def scores(self) -> dict[str, int]:
        """The score of each player; none before the deal."""
        return dict(self.stands.scores)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; nobody where it is not over."""
        return self.stands.winners

    @property
    def when(self) -> str:
        """When it began, in the time of this computer: `2026-11-23 14:05`."""
        return datetime.fromisoformat(self.kept.began).astimezone().strftime("%Y-%m-%d %H:%M")

    @property
    def title(self) -> str:
        """Which game it is: `Numero, game 3, 2026-11-23 14:05`."""
        return tr("Numero, game {game}, {when}", game=self.kept.game, when=day(self.when))

    @property
    def standing(self) -> str:
        """How it stands: `over`, `turn 7`, `not dealt`, or that it cannot be played again."""
        if self.stands is UNCOUNTED:
            return tr("not counted yet")
        if not self.dealt:
            return tr("damaged") if self.stands.error else tr("not dealt")
        return tr("over") if self.over else tr("turn {turn}", turn=self.stands.turn)

    def played(self) -> Game:
        """Return the game."""
        if self.game is None:
            error = self.stands.error or tr("nothing was dealt in it")
            raise GameError(tr("game {game}: {error}", game=self.kept.game, error=error))
        return self.game

    def sheet_page(self, at: str | None = None, links: Sequence[tuple[str, str]] = ()) -> str:
        """Return the score sheet as a page; see `sheet_html`. Raises a `GameError` where there is no game."""
        return sheet_html(self.played(), self.title, at, links)

    def sheet_table(self) -> bytes:
        """Return the score sheet as CSV. Raises a `GameError` where there is no game."""
        return sheet_csv(self.played())

    def text(self) -> bytes:
        """Return the game's text. Raises a `GameError` where there is no game."""
        return game_text(self.played()).encode()

    def to_dict(self) -> dict[str, object]:
        """Return the object of `numero-cam game list --json`."""
        return {
            "game": self.kept.game,
            "began": self.kept.began,
            "players": list(self.kept.players),
            **({"by": self.stands.by} if self.dealt else {}),
            "scores": self.scores,
            "turn": self.stands.turn,
            "over": self.over,
            "winners": list(self.stands.winners),
            "lines": self.kept.lines,
            "error": self.stands.error or None,
        }


@contextmanager
def open_games(database: str | None = None) -> "Iterator[GameStore]":
    """Open the kept games as long as the block lasts.

    Args:
        database: Their address; None for the file of this user.
    """
    from numero_cam.store.games import GameStore

    store = GameStore.open(database)
    try:
        yield store
    finally:
        store.close()


def copy_games_of(address: str, database: str | None) -> int:
    """Copy the games that an earlier version kept in PostgreSQL, and return their number.

    Args:
        address: Of the database.
        database: Address of the file that takes them; None for that of this user.
    """
    from numero_cam.store.postgres_games import copy_postgres_games

    with open_games(database) as store:
        return copy_postgres_games(address, store)


def table_games(store: KeptGames, limit: int | None = None) -> tuple[TableGame, ...]:
    """Return the kept games, newest first. One that cannot be played again says why, and holds up no other."""
    found = store.games(limit)
    return tuple(map(TableGame, found, snapshots(store, found)))


def listed_games(store: KeptGames, limit: int | None = None) -> tuple[TableGame, ...]:
    """Return the kept games, newest first, as they stood when they were played or counted last, by whatever version of the program.

    Of games that were never counted the newest are played again, `MAX_LISTED_LINES` lines of them; the others are `UNCOUNTED`.
    """
    found = store.games(limit)
    known = _known(store, found, None)
    new: dict[KeptGame, GameSnapshot] = {}
    left = MAX_LISTED_LINES
    for kept in found:
        if kept.game not in known and kept.lines <= left:
            left -= kept.lines
            new[kept] = _worked_out(store, kept)
    _keep(store, new)
    return tuple(TableGame(kept, known.get(kept.game) or new.get(kept, UNCOUNTED)) for kept in found)


def table_game(store: KeptGames, number: int) -> TableGame:
    """Return one kept game."""
    kept = store.game(number)
    if kept is None:
        raise GameError(tr("there is no game {number}; the list of games shows which there are", number=number))
    return TableGame(kept, *snapshots(store, (kept,)))


def remove(store: "GameStore", number: int) -> None:
    """Remove a game, so that nothing of it stays in the file."""
    if not store.delete(number):
        raise GameError(tr("there is no game {number}; the list of games shows which there are", number=number))


def renamed_game(found: TableGame, name: str, other: str) -> tuple[str, tuple[str, ...], list[GameLine]]:
    """Return setting, players and lines of a game in which a player has another name: its deal and the plays that stand.

    Args:
        found: The game, which was dealt.
        name: The name of a player.
        other: What he is called instead.
    """
    game, played = found.played(), setting_of(found.kept.setting)
    names = tuple(other if each == name else each for each in game.names)
    again = Game(game.options, names)
    for operation in game.operations:
        again.do(operation)
    setting = setting_text(replace(played, setting=replace(played.setting, names=names)))
    plays = [
        GameLine("operation", operation_texts(again, state, operation)[0], at=found.kept.began)
        for state, operation in list(zip(again.states, again.operations, strict=False))[1:]
    ]
    end = [GameLine("end", by="person", at=found.kept.began)] if found.kept.ended else []
    return setting, names, [GameLine("deal", game_text(again.replayed(1)), at=found.kept.began), *plays, *end]


def export(found: TableGame, *, text: Path | None = None, csv: Path | None = None, html: Path | None = None) -> tuple[Path, ...]:
    """Write a game to files and return which.

    Args:
        found: The game.
        text: For its text, as `game replay` and `play` take it.
        csv: For the score sheet as a table.
        html: For the score sheet to print.
    """
    wanted = ((text, found.text()), (csv, found.sheet_table()), (html, found.sheet_page().encode()))
    written = tuple((path, data) for path, data in wanted if path is not None)
    for path, data in written:
        write_atomically(path, data, GameError)
    return tuple(path for path, _ in written)


@dataclass(frozen=True)
class RecordEntry:
    """A record: a take or a score."""

    count: int  #: Cards or points.
    player: str  #: Whose it is.
    game: int  #: Number of the game.
    when: str  #: When the game began.
    words: str = ""  #: The take in words; empty for a score.

    def to_dict(self) -> dict[str, object]:
        """Return the object of a record."""
        return {"count": self.count, "player": self.player, "game": self.game, "when": self.when, "words": self.words}


@dataclass(frozen=True)
class PlayerRecord:
    """Wins and scores of a player in games that were played to their end."""

    player: str  #: The name.
    games: int  #: How many.
    wins: int  #: Those won, shared ones included.
    best_score: int | None  #: The highest.
    mean_score: float | None  #: Of all.
    best_take: int  #: The best, of games that were not ended too; 0 without any.

    def to_dict(self) -> dict[str, object]:
        """Return the object of a player."""
        mean = None if self.mean_score is None else round(self.mean_score, 2)
        return {"player": self.player, "games": self.games, "wins": self.wins, "best_score": self.best_score, "mean_score": mean,
                "best_take": self.best_take}  # fmt: skip


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
    scores = [RecordEntry(score, name, each.kept.game, each.when) for each in ended for name, score in each.scores.items()]
    names = dict.fromkeys(name for each in games for name in each.kept.players)
    players = [_player(name, ended, takes) for name in names]
    players.sort(key=lambda one: (-one.wins, -(one.best_score if one.best_score is not None else -(10**9)), one.player))
    return Records(by, _highest(takes), _highest(scores), tuple(players))


def _takes(found: TableGame) -> Iterator[RecordEntry]:
    game = found.played()
    for before, operation, after in game.steps():
        if isinstance(operation, Taken):
            gained = sum(entry.points for entry in entries(before, operation, after) if entry.item not in END_OF_GAME_ITEMS)
            words = next(operation_lines(game.names, before, operation, after))
            yield RecordEntry(gained, game.names[operation.player], found.kept.game, found.when, words)


def _player(name: str, ended: list[TableGame], takes: list[RecordEntry]) -> PlayerRecord:
    own = [each for each in ended if name in each.kept.players]
    scores = [each.scores[name] for each in own]
    wins = sum(name in each.stands.winners for each in own)
    best = max((take.count for take in takes if take.player == name), default=0)
    return PlayerRecord(name, len(own), wins, max(scores, default=None), fmean(scores) if scores else None, best)


def _highest(reached: list[RecordEntry]) -> tuple[RecordEntry, ...]:
    best = max((each.count for each in reached), default=0)
    return tuple(each for each in reached if each.count == best and best > 0)
