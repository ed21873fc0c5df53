"""The store of a hall, in PostgreSQL or in a file of SQLite: events, and the games that tables send, each line once."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import sqlalchemy as sa

from numero_cam.base.errors import HallError, StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.hall.database_news import CHANNEL, DatabaseNews
from numero_cam.hall.engine import ADVISORY_LOCK, address_notices, display_address, driver_connection, open_engine, parse_address
from numero_cam.hall.messages import GameSent, line_json, parse_line, status_json
from numero_cam.hall.records import (
    Assignment,
    Entrant,
    Event,
    EventSetting,
    GameStatus,
    LogLine,
    Match,
    MatchScore,
    Pairing,
    last_round,
    line_bytes,
    printable_line,
)
from numero_cam.hall.rights import EventGoneError, TableTakenError, check_claim, check_open, check_same, gone_words, known_of, taken_words
from numero_cam.hall.rows import (
    Damage,
    event_words,
    line_words,
    match_words,
    read_entrants,
    read_event,
    read_log_line,
    read_match,
    read_result,
    read_rows,
    read_status,
)
from numero_cam.hall.schema import CLAIMS, ENTRANTS, EVENTS, GAMES, LOG, MATCHES, META, PLAYS, RESULTS, upgrade
from numero_cam.store.lines import timestamp_now
from numero_cam.store.sqlite_file import HALLS, Doing, is_new, mark
from numero_cam.store.store_errors import named_errors

#: Time after its last use in which a connection to PostgreSQL is not asked whether it still lives, in seconds; tables send again.
TRUSTED_SECONDS = 2.0

UNWRITTEN_SECONDS = 30.0  #: Time after a failed write for which `cannot_write` is True, in seconds; tables try again each two.


class HallStore:
    """All events of a hall in a database. Several programs and threads may use it at once."""

    def __init__(self, engine: sa.Engine, name: str, notices: tuple[str, ...], news: DatabaseNews) -> None:
        self._engine, self.name, self.notices, self._news = engine, name, notices, news
        self._unwritten = float("-inf")
        self.damage: tuple[str, ...] = ()  #: What `overview` could not read the last time, a sentence each.

    @classmethod
    def open(cls, url: str) -> "HallStore":
        """Open the database of an address, see `parse_address`; tables of an earlier version are brought up to this one."""
        address = parse_address(url)
        engine, name = open_engine(address, TRUSTED_SECONDS), display_address(address)
        store = cls(engine, name, address_notices(address), DatabaseNews(None if address.drivername == "sqlite" else address))
        try:
            store._bring_up()
        except StoreError as error:
            store.close()
            raise StoreError("; ".join((str(error), *store.notices))) from error
        except BaseException:
            store.close()
            raise
        return store

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Have a function called, in any thread, whenever something was written, by another program as well."""
        self._news.subscribe(changed)

    @property
    def cannot_write(self) -> bool:
        """Whether something could not be written just now, and nothing was since: the disk is full, or the database is away."""
        return time.monotonic() - self._unwritten < UNWRITTEN_SECONDS

    def check(self) -> None:
        """Raise ``StoreError`` where the database cannot be read."""
        with self.transaction("read") as connection:
            connection.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar_one()

    def new_event(self, setting: EventSetting, entrants: Sequence[Entrant]) -> int:
        """Store a new event with its entrants, and return its number."""
        with self.transaction("write") as connection:
            row = {"began": timestamp_now(), "setting": json.dumps(asdict(setting)), "closed": False}
            event = int(connection.execute(EVENTS.insert().values(row)).inserted_primary_key[0])  # type: ignore[index]
            _insert_entrants(connection, event, entrants)
            _write_log(connection, event, "organiser", tr("the event was made, with {n} entries", n=len(entrants)))
        return event

    def events(self, damage: Damage = str) -> tuple[Event, ...]:
        """Return all events, newest first; `damage` gets a sentence on each that cannot be read and is left out."""
        with self.transaction("read") as connection:
            rows = connection.execute(sa.select(EVENTS).order_by(EVENTS.c.event.desc())).all()
        return read_rows(rows, read_event, event_words, damage)

    def event(self, number: int) -> Event:
        """Return an event."""
        with self.transaction("read") as connection:
            return _find_event(connection, number)

    def running(self) -> Event | None:
        """Return the newest event that is not closed; None where there is none."""
        with self.transaction("read") as connection:
            return _running(connection)

    def overview(self) -> tuple[Event | None, tuple[Entrant, ...], tuple[Match, ...]]:
        """Return the running event, its entrants and its matches, as `matches`, in one transaction; sets the attribute `damage`."""
        damage: list[str] = []
        with self.transaction("read") as connection:
            event, entrants, matches = _running(connection, damage.append), tuple[Entrant, ...](), tuple[Match, ...]()
            if event is not None:
                entrants = _entrants(connection, ENTRANTS.c.event == event.number, damage.append)
                matches = _event_matches(connection, event.number, damage.append)
        self.damage = tuple(dict.fromkeys(damage))
        return event, entrants, matches

    def change_event(self, number: int, setting: EventSetting, *, closed: bool) -> None:
        """Change the settings of the event `number`, or close or open it."""
        with self.transaction("write") as connection:
            before = _find_event(connection, number)
            values = {"setting": json.dumps(asdict(setting)), "closed": closed}
            connection.execute(EVENTS.update().where(EVENTS.c.event == number).values(values))
            if closed != before.closed:
                _write_log(connection, number, "organiser", tr("the event was closed") if closed else tr("the event was opened again"))
            if setting != before.setting:
                _write_log(connection, number, "organiser", tr("the setting of the event was changed"))

    def delete_event(self, number: int) -> bool:
        """Remove an event with all its games, so that nothing of it stays in the file; return whether it was there.

        In PostgreSQL the rows are removed; when their room is written over is the server's affair.
        """
        with self.transaction("write") as connection:
            # Names first: another program may hold the file open while it is written anew.
            found = bool(connection.execute(EVENTS.delete().where(EVENTS.c.event == number)).rowcount)
        if found and self.is_file:
            with self.transaction("alone") as connection:
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return found

    def entrants(self, event: int) -> tuple[Entrant, ...]:
        """Return the entrants of an event, by their numbers."""
        with self.transaction("read") as connection:
            return _entrants(connection, ENTRANTS.c.event == event)

    def add_entrants(self, event: int, entrants: Sequence[Entrant]) -> None:
        """Keep late entrants."""
        with self.transaction("write") as connection:
            _find_event(connection, event)
            _insert_entrants(connection, event, entrants)
            _write_log(connection, event, "organiser", tr("came late: {names}", names=", ".join(str(each.number) for each in entrants)))

    def set_left(self, event: int, number: int, *, left: bool) -> None:
        """Store that an entrant has left, or has come back."""
        with self.transaction("write") as connection:
            here = (ENTRANTS.c.event == event) & (ENTRANTS.c.number == number)
            if not connection.execute(ENTRANTS.update().where(here).values(left=left)).rowcount:
                raise HallError(tr("no entry of this event has the number {number}", number=number))
            said = tr("No. {number} left", number=number) if left else tr("No. {number} came back", number=number)
            _write_log(connection, event, "organiser", said)

    def open_round(self, event: int, number: int, pairings: Sequence[Pairing]) -> None:
        """Store the pairings of a round; those with two entrants are at the tables from 1 on, in order."""
        rows, place = list[dict[str, object]](), 0
        for pairing in pairings:
            place += pairing.away is not None
            at = None if pairing.away is None else place
            rows.append({"event": event, "round": number, "place": at, "home": pairing.home, "away": pairing.away})
        with self.transaction("write") as connection:
            _find_event(connection, event)
            connection.execute(MATCHES.insert(), rows)
            _write_log(connection, event, "organiser", tr("round {round} was opened", round=number))

    def matches(self, event: int) -> tuple[Match, ...]:
        """Return all matches of an event in their order, those of the newest round with their games."""
        with self.transaction("read") as connection:
            return _event_matches(connection, event)

    def match(self, number: int) -> Match:
        """Return the match of a number with its game; raise ``EventGoneError`` where it is deleted."""
        with self.transaction("read") as connection:
            found = _matches(connection, MATCHES.c.match == number)
            if not found:
                raise EventGoneError(gone_words())
            return _with_game(found[0], _games(connection, MATCHES.c.match == number))

    def assignment(self, table: int) -> Assignment | None:
        """Return the match of a table in the newest round of the running event; None where it has none."""
        with self.transaction("read") as connection:
            event = _running(connection)
            if event is None:
                return None
            latest = sa.select(sa.func.max(MATCHES.c.round)).where(MATCHES.c.event == event.number).scalar_subquery()
            here = (MATCHES.c.event == event.number) & (MATCHES.c.round == latest) & (MATCHES.c.place == table)
            found = _matches(connection, here)
            if not found:
                return None
            pair = found[0].pairing
            both = _entrants(connection, (ENTRANTS.c.event == event.number) & ENTRANTS.c.number.in_(pair.pair))
        return Assignment(event, found[0], tuple(sorted(both, key=lambda entrant: entrant.number != pair.home)))

    def add_result(self, match: int, result: MatchScore, who: str) -> None:
        """Keep a result. The last one of a referee counts, else the last one of the table; the same one again changes nothing."""
        with self.transaction("write") as connection:
            row = connection.execute(sa.select(MATCHES).where(MATCHES.c.match == match).with_for_update()).first()
            if row is None:
                raise EventGoneError(gone_words())
            before = connection.execute(sa.select(RESULTS).where(RESULTS.c.match == match).order_by(RESULTS.c.n)).all()
            own = read_rows([each for each in before if each.by == result.by], read_result, match_words, str)
            if own and own[-1] == result:
                return
            if result.by == "table":
                check_open(connection, match)
            at = timestamp_now()
            connection.execute(RESULTS.insert().values(match=match, n=len(before) + 1, at=at, **asdict(result)))
            home, away = result.home, result.away
            told = tr("round {round}, table {table}: {home} to {away}", round=row.round, table=row.place, home=home, away=away)
            _write_log(connection, row.event, who, f"{told}; {result.reason}" if result.reason else told)

    def claim(self, table: int, device: str) -> None:
        """Give a table to a device, or raise ``TableTakenError`` where another device has it."""
        with self.transaction("read") as connection:  # a table says every few seconds that it is there, and nothing changes
            if _owner(connection, table) == device:
                return
        with self.transaction("write") as connection:
            if _owner(connection, table) is None:
                connection.execute(CLAIMS.insert().values(place=table, device=device, at=timestamp_now()))
            if _owner(connection, table) != device:
                raise TableTakenError(taken_words(table))

    def free(self, table: int, event: int | None) -> None:
        """Take a table from its device, so that another one may claim it."""
        with self.transaction("write") as connection:
            connection.execute(CLAIMS.delete().where(CLAIMS.c.place == table))
            if event is not None:
                _write_log(connection, event, "referee", tr("table {table} was freed", table=table))

    def take_game(self, table: int, device: str, sent: GameSent) -> int:
        """Store what a table sent, all of it or nothing, and return the number of the last line of the game that is stored.

        Lines that came before change nothing. Where lines are missing before the first one nothing is stored. Scores and plays on the board
        are those of the lines, so the table's own ones are not stored.
        """
        with self.transaction("write") as connection:
            check_claim(connection, table, device)
            known = known_of(connection, table, sent)
            have = known.have or 0
            if sent.lines and sent.lines[0].n > have + 1:
                return have
            check_same(connection, sent, have)
            came, new = timestamp_now(), [line for line in sent.lines if line.n > have]
            if known.shut and not new:
                return have
            have += len(new)
            serial, size = known.serial + 1, known.size + sum(map(line_bytes, new))
            status = json.dumps(status_json(replace(sent.status, have=have, scores=None, said="", points=0)))
            values = {"have": have, "stand": status, "told": serial, "size": size}
            if known.have is None:
                began = {"game": sent.game, "match": sent.match, "began": came, "begun": serial, "setting": sent.setting}
                connection.execute(GAMES.insert().values(**began, **values))
            else:
                connection.execute(GAMES.update().where(GAMES.c.game == sent.game).values(values))
            if new:
                connection.execute(PLAYS.insert(), [{"game": sent.game, "came": came, **line_json(line)} for line in new])
        return have

    def game_lines(self, game: str) -> tuple[LogEntry, ...]:
        """Return the lines of a game in their order; none where there is no such game. One that is damaged is missing."""
        with self.transaction("read") as connection:
            rows = connection.execute(sa.select(PLAYS).where(PLAYS.c.game == game).order_by(PLAYS.c.n)).all()
        return read_rows(rows, lambda row: parse_line(row._mapping), line_words, str)  # noqa: SLF001 - SQLAlchemy's public name

    def games(self, event: int) -> tuple[Match, ...]:
        """Return all matches of an event with their games."""
        with self.transaction("read") as connection:
            games = _games(connection, MATCHES.c.event == event)
            return tuple(_with_game(match, games) for match in _matches(connection, MATCHES.c.event == event))

    def log(self, event: int, limit: int = 500) -> tuple[LogLine, ...]:
        """Return the newest `limit` lines of the log, the newest first."""
        with self.transaction("read") as connection:
            rows = connection.execute(sa.select(LOG).where(LOG.c.event == event).order_by(LOG.c.n.desc()).limit(limit)).all()
        return read_rows(rows, read_log_line, line_words, str)

    def log_once(self, event: int, who: str, text: str) -> None:
        """Add a line to the log where it is not there yet: tables send again what was refused."""
        with self.transaction("read") as connection:
            here = (LOG.c.event == event) & (LOG.c.who == who) & (LOG.c.text == printable_line(text))
            if connection.execute(sa.select(LOG.c.n).where(here).limit(1)).first() is not None:
                return
        with self.transaction("write") as connection:
            _find_event(connection, event)
            _write_log(connection, event, who, text)

    def copy_to(self, other: "HallStore") -> int:
        """Copy everything into an empty database, of SQLite or of PostgreSQL, in one transaction; return the number of events."""
        with self.transaction("read") as connection, other.transaction("write") as into:
            if into.execute(sa.select(EVENTS.c.event).limit(1)).first() is not None:
                raise HallError(tr("{database}: holds events already; name an empty database", database=other.name))
            into.execute(CLAIMS.delete())
            for table in META.sorted_tables:
                for rows in connection.execution_options(yield_per=1000).execute(sa.select(table)).mappings().partitions():
                    into.execute(table.insert(), [dict(row) for row in rows])
            if not other.is_file:
                _set_sequences(into)
            return int(into.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar_one())

    def close(self) -> None:
        """Let go of the database; may be called again."""
        self._news.close()
        self._engine.dispose()

    @property
    def is_file(self) -> bool:
        """Whether the database is a file of SQLite."""
        return self._engine.dialect.name == "sqlite"

    def _bring_up(self) -> None:  # to the tables of this version; a new file gets the mark of a hall's
        with self.transaction("write") as connection:
            if self.is_file:
                driver = driver_connection(connection)
                if is_new(driver, Path(self.name), HALLS):
                    mark(driver, HALLS)
            else:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ADVISORY_LOCK)))
            upgrade(connection, self.name)

    @contextmanager
    def transaction(self, does: Doing) -> Iterator[sa.Connection]:
        """Yield a connection in a transaction; with `alone` each statement is one of its own. Subscribers are called after a write."""
        try:
            with named_errors(self.name, sa.exc.SQLAlchemyError), self._engine.execution_options(does=does).begin() as connection:
                yield connection
                if does == "write" and not self.is_file:
                    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, "")))
        except StoreError as error:
            if does == "write" and not isinstance(error.__cause__, sa.exc.IntegrityError):  # which says that it was written already
                self._unwritten = time.monotonic()
            raise
        if does == "write":
            self._unwritten = float("-inf")
            if self.is_file:
                self._news.tell()


def _find_event(connection: sa.Connection, number: int) -> Event:
    """Return an event; raise an error where it is deleted or damaged."""
    row = connection.execute(sa.select(EVENTS).where(EVENTS.c.event == number)).first()
    if row is None:
        raise EventGoneError(tr("there is no event {number} any more", number=number))
    found = read_rows([row], read_event, event_words, str)
    if not found:
        raise HallError(tr("event {number} is damaged in the hall's database; delete it, or restore a backup", number=number))
    return found[0]


def _running(connection: sa.Connection, damage: Damage = str) -> Event | None:
    """Return the newest event that is not closed."""
    rows = connection.execute(sa.select(EVENTS).where(~EVENTS.c.closed).order_by(EVENTS.c.event.desc()).limit(1)).all()
    return next(iter(read_rows(rows, read_event, event_words, damage)), None)


def _entrants(connection: sa.Connection, wanted: sa.ColumnElement[bool], damage: Damage = str) -> tuple[Entrant, ...]:
    return read_entrants(connection.execute(sa.select(ENTRANTS).where(wanted).order_by(ENTRANTS.c.number)).all(), damage)


def _event_matches(connection: sa.Connection, event: int, damage: Damage = str) -> tuple[Match, ...]:
    """Return all matches of an event, those of the newest round with their games."""
    found = _matches(connection, MATCHES.c.event == event, damage)
    games = _games(connection, (MATCHES.c.event == event) & (MATCHES.c.round == last_round(found)), damage)
    return tuple(_with_game(match, games) for match in found)


def _insert_entrants(connection: sa.Connection, event: int, entrants: Sequence[Entrant]) -> None:
    rows = [{"event": event, **asdict(entrant), "members": json.dumps(entrant.members, ensure_ascii=False)} for entrant in entrants]
    connection.execute(ENTRANTS.insert(), rows)


def _write_log(connection: sa.Connection, event: int, who: str, text: str) -> None:  # who: as in `LogLine`
    connection.execute(LOG.insert().values(event=event, at=timestamp_now(), who=who, text=printable_line(text)))


def _matches(connection: sa.Connection, wanted: sa.ColumnElement[bool], damage: Damage = str) -> tuple[Match, ...]:
    """Return the matches that fulfil a condition, without games, each with the result that counts."""
    entrant_columns = ((MATCHES.c.home, "home"), (MATCHES.c.away, "away"))
    places = [(number, ENTRANTS.alias(name)) for number, name in entrant_columns]
    joined: sa.FromClause = MATCHES
    for number, each in places:
        joined = joined.outerjoin(each, (each.c.event == MATCHES.c.event) & (each.c.number == number))
    asked = sa.select(MATCHES, *(each.c.number.label(f"has_{each.name}") for _, each in places)).select_from(joined)
    rows = connection.execute(asked.where(wanted).order_by(MATCHES.c.match)).all()
    told = sa.select(RESULTS).join(MATCHES, MATCHES.c.match == RESULTS.c.match).where(wanted).order_by(RESULTS.c.match, RESULTS.c.n)
    results: dict[int, MatchScore] = {}
    for match, result in read_rows(connection.execute(told), lambda row: (row.match, read_result(row)), match_words, damage):
        if result.by == "referee" or match not in results or results[match].by == "table":
            results[match] = result
    return read_rows(rows, lambda row: read_match(row, results), match_words, damage)


def _games(connection: sa.Connection, wanted: sa.ColumnElement[bool], damage: Damage = str) -> dict[int, tuple[str, GameStatus]]:
    """Return identity and status of the latest game of each match, by the number of the match."""
    joined = sa.select(GAMES).join(MATCHES, MATCHES.c.match == GAMES.c.match).where(wanted).order_by(GAMES.c.begun)
    found = read_rows(connection.execute(joined), lambda row: read_status(row, damage), match_words, damage)
    return {match: (game, status) for match, game, status in found}


def _with_game(match: Match, games: dict[int, tuple[str, GameStatus]]) -> Match:
    """Return a match with its game from `_games`, if it has one there."""
    game, status = games.get(match.number, ("", None))
    return replace(match, game=game, status=status)


def _owner(connection: sa.Connection, table: int) -> str | None:
    """Return the identity of the device that claimed a table; None where none did."""
    row = connection.execute(sa.select(CLAIMS.c.device).where(CLAIMS.c.place == table)).first()
    return None if row is None else str(row.device)


def _set_sequences(connection: sa.Connection) -> None:
    """Have PostgreSQL count on behind the numbers that were copied."""
    for column in (EVENTS.c.event, MATCHES.c.match, LOG.c.n):
        name = sa.func.pg_get_serial_sequence(column.table.name, column.name)
        highest = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
        connection.execute(sa.select(sa.func.setval(name, highest, False)))  # noqa: FBT003 - of PostgreSQL


def hall_events(database: str, damage: Callable[[str], object] = str) -> tuple[Event, ...]:
    """Return the events of the database at an address, newest first; `damage` gets a sentence on each that cannot be read."""
    with closing(HallStore.open(database)) as store:
        return store.events(damage)


def delete_event(database: str, event: int) -> None:
    """Delete an event wholly."""
    with closing(HallStore.open(database)) as store:
        if not store.delete_event(event):
            raise HallError(tr("there is no event {number} any more", number=event))


def copy_hall(database: str, into: str) -> int:
    """Copy all events into an empty database, and return their number."""
    with closing(HallStore.open(database)) as store, closing(HallStore.open(into)) as other:
        return store.copy_to(other)
