"""Checks whether a table may write into the database of a hall, by the state of its match, the round and the event."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from numero_cam.base.errors import HallError
from numero_cam.catalogue import tr
from numero_cam.hall.messages import GameSent, line_json
from numero_cam.hall.records import MAX_GAME_BYTES, MAX_GAMES_OF_MATCH, MAX_MATCH_BYTES, line_bytes
from numero_cam.hall.schema import CLAIMS, EVENTS, GAMES, MATCHES, PLAYS, RESULTS


class TableTakenError(HallError):
    """Another device has claimed the table."""


class EventGoneError(HallError):
    """The match, and its event, were deleted."""


class NotTakenError(HallError):
    """A table may not write this; the error is logged for the referee of the event of this number."""

    def __init__(self, event: int, reason: str) -> None:
        super().__init__(reason)
        self.event = event


@dataclass(frozen=True)
class Known:
    """The state of a match in the database before a table adds to it."""

    have: int | None  #: Number of the last line of the game that is sent; None where that game is new.
    size: int  #: Size of that game, in bytes as `line_bytes` counts them.
    serial: int  #: Highest of the serials of all games.
    shut: str  #: Why nothing more of the match is taken; empty where more is.


def gone_words() -> str:
    """Return the message for a match that does not exist."""
    return tr("the hall does not have this match any more: its event was deleted, or an older backup restored; the table keeps its games")


def taken_words(table: int) -> str:
    """Return the message for a second device at a table."""
    return tr("table {table} is claimed by another device; the referee's page can free it", table=table)


def check_claim(connection: sa.Connection, table: int, device: str) -> None:
    """Raise ``TableTakenError`` unless a device has claimed a table; locks the claim, so that its other transactions wait for this one."""
    claim = connection.execute(sa.select(CLAIMS.c.device).where(CLAIMS.c.place == table).with_for_update()).first()
    if claim is None or claim.device != device:
        raise TableTakenError(taken_words(table))


def check_open(connection: sa.Connection, match: int) -> None:
    """Raise an error where the match is gone, or takes no result of a table any more."""
    asked = sa.select(MATCHES.c.event, *_state_columns()).select_from(MATCHES.join(EVENTS))
    row = connection.execute(asked.where(MATCHES.c.match == match)).first()
    if row is None:
        raise EventGoneError(gone_words())
    if shut := _shut_words(row):
        raise NotTakenError(row.event, shut)


def known_of(connection: sa.Connection, table: int, sent: GameSent) -> Known:
    """Return the state of the match that a table sends a part of a game for; raises an error where the part may not be written."""
    joined = MATCHES.join(EVENTS).outerjoin(GAMES, GAMES.c.game == sent.game)
    other = GAMES.alias()
    here = other.c.match == MATCHES.c.match
    wanted: list[sa.ColumnElement[Any]] = [
        *(MATCHES.c.event, EVENTS.c.began, GAMES.c.match, GAMES.c.have, GAMES.c.size, *_state_columns()),
        sa.select(sa.func.count()).select_from(other).where(here).scalar_subquery().label("games"),
        sa.select(sa.func.coalesce(sa.func.sum(other.c.size), 0)).where(here).scalar_subquery().label("all_size"),
        sa.select(sa.func.coalesce(sa.func.max(other.c.told), 0)).scalar_subquery().label("serial"),
    ]
    row = connection.execute(sa.select(*wanted).select_from(joined).where(MATCHES.c.match == sent.match)).first()
    if row is None or row.began != sent.event:
        raise EventGoneError(gone_words())
    if row.place != table:
        raise HallError(tr("this match is of another table"))
    if row.match not in (None, sent.match):
        raise HallError(tr("this game is of another match"))
    known = Known(row.have, row.size or 0, int(row.serial), _shut_words(row))
    _check_new(known, row, sent)
    return known


def check_same(connection: sa.Connection, sent: GameSent, have: int) -> None:
    """Raise ``HallError`` where a sent line up to number `have` differs from the kept one."""
    known = {line.n: line for line in sent.lines if line.n <= have}
    if not known:
        return
    here = (PLAYS.c.game == sent.game) & PLAYS.c.n.between(min(known), max(known))
    for row in connection.execute(sa.select(PLAYS).where(here)).mappings():
        if not line_json(known[row["n"]]).items() <= row.items():
            raise HallError(tr("line {n} of this game came before with another text", n=row["n"]))


def _state_columns() -> tuple[sa.ColumnElement[Any], ...]:
    """Return the columns of a query on a match that `_shut_words` and `_check_new` need."""
    later = MATCHES.alias()
    newest = sa.select(sa.func.max(later.c.round)).where(later.c.event == MATCHES.c.event).scalar_subquery()
    results = sa.select(sa.func.count()).select_from(RESULTS).where(RESULTS.c.match == MATCHES.c.match)
    return (
        MATCHES.c.round,
        MATCHES.c.place,
        EVENTS.c.closed,
        newest.label("newest"),
        results.scalar_subquery().label("results"),
        results.where(RESULTS.c.by == "referee").scalar_subquery().label("refereed"),
    )


def _shut_words(row: sa.Row[Any]) -> str:
    """Return why a table may write nothing more of a match; empty where it may."""
    if row.closed:
        why = tr("the event is closed")
    elif row.round < row.newest:
        why = tr("a later round was drawn")
    elif row.refereed:
        why = tr("a referee entered its result")
    else:
        return ""
    return _refusal_words(row, why)


def _refusal_words(row: sa.Row[Any], why: str) -> str:  # row: of a query with the columns of `_state_columns`
    return tr("round {round}, table {table}: nothing more is taken: {why}; ask the referee", round=row.round, table=row.place, why=why)


def _check_new(known: Known, row: sa.Row[Any], sent: GameSent) -> None:
    """Raise ``NotTakenError`` where a new game may not begin, or new lines may not be written or are too large.

    The line of kind `end` comes when the table begins its next match. It changes no score, so it is taken of a past round, too.
    """
    new = [line for line in sent.lines if line.n > (known.have or 0)]
    size = sum(map(line_bytes, new))
    if known.have is None and row.results and not known.shut:
        raise NotTakenError(row.event, _refusal_words(row, tr("it has a result, and this is another game")))
    if known.shut and (known.have is None or any(line.kind != "end" for line in new)):
        raise NotTakenError(row.event, known.shut)
    if known.have is None and row.games >= MAX_GAMES_OF_MATCH:
        raise NotTakenError(row.event, _refusal_words(row, tr("this match was begun {most} times", most=MAX_GAMES_OF_MATCH)))
    if known.size + size > MAX_GAME_BYTES:
        raise NotTakenError(row.event, _refusal_words(row, tr("its game is larger than {most} MB", most=MAX_GAME_BYTES // 10**6)))
    if row.all_size + size > MAX_MATCH_BYTES:
        raise NotTakenError(row.event, _refusal_words(row, tr("its games are larger than {most} MB", most=MAX_MATCH_BYTES // 10**6)))
