"""The contents of the board on the wall, in sections that are sent when they change, and the tables that a referee should look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from numero_cam.catalogue import ngettext, tr
from numero_cam.hall.ranking import ranking, tie_break_words
from numero_cam.hall.records import Entrant, Event, EventSetting, GameStatus, Match, last_round, matches_of_round, system_words

SILENT_SECONDS = 20.0  #: Time without a message after which a table counts as silent, in seconds; a table sends one each five.
STUCK_SECONDS = 180.0  #: Time without a play after which a table that plays is stuck, in seconds.
CLOCK_SECONDS = 120.0  #: Difference of a table's clock from the hall's above which the referee's page names the table, in seconds.
MINUTE_SECONDS = 60.0
HOUR_SECONDS = 3600.0
DAY_SECONDS = 86400.0
GREAT_POINTS = 20  #: Points of a take from which the board shows it large.
Section = Mapping[str, object]


@dataclass(frozen=True)
class TableNews:
    """When the messages of a table came since the hall was started, and its clock."""

    at: float  #: Time of its last message, in seconds of the hall's monotonic clock.
    clock: float = 0.0  #: By how much its clock is ahead of the hall's, in seconds.
    play: float = 0.0  #: Time of the last message with new lines of its game, in seconds of the same clock.
    rival: float | None = None  #: Time at which another device claimed the table last, on the same clock; None where none did.


def board_sections(event: Event | None, entrants: Sequence[Entrant], matches: Sequence[Match]) -> dict[str, Section]:
    """Return the sections of the board by name: `head`, `standings`, `great` and, of the newest round, `table/N` and `rest/ENTRANT`.

    The matches of the newest round have their games; without an event the board says so.
    """
    if event is None:
        return {"head": {"title": tr("No event is open."), "round": "", "next": ""}, "standings": {"rows": [], "how": ""}}
    labels = {entrant.number: entrant.label(event.setting) for entrant in entrants}
    members = {entrant.number: ", ".join(entrant.shown_members(event.setting)) for entrant in entrants}
    number = last_round(matches)
    newest = matches_of_round(matches, number)
    missing = sum(match.result is None and match.pairing.away is not None for match in newest)
    now = _now_words(newest)
    rows = [
        {
            "place": row.place,
            "name": labels[row.number],
            "with": members[row.number],
            "now": now.get(row.number, ""),
            "points": row.points,
            "buchholz": row.buchholz,
        }
        for row in ranking(entrants, matches, event.setting.system)
    ]
    found: dict[str, Section] = {
        "head": {
            "title": event.setting.name,
            "round": tr("Round {number}, {system}", number=number, system=system_words(event.setting.system)) if number else "",
            "next": _next_words(number, missing),
        },
        "standings": {"rows": rows, "how": tie_break_words(event.setting.system)},
    }
    for match in newest:
        key = f"table/{match.table}" if match.table is not None else f"rest/{match.pairing.home}"
        found[key] = table_section(match, labels)
    great = great_take(newest)
    return found if great is None else {**found, "great": great}


def hidden_waits(status: GameStatus, setting: EventSetting) -> GameStatus:
    """Return a status whose `waits` names nobody: a general sentence where entrants are children whose names are not shown."""
    if not status.waits or setting.names_shown or not setting.people:
        return status
    return replace(status, waits=tr("somebody at the table has to look"))


def _now_words(newest: Sequence[Match]) -> dict[int, str]:
    """Return what entrants do now, by their numbers: those of matches without a result, and those without an opponent meanwhile."""
    playing = [match for match in newest if match.result is None and match.pairing.away is not None]
    found = {number: tr("plays") for match in playing for number in match.pairing.pair}
    return found | {match.pairing.home: tr("no opponent in this round") for match in newest if playing and match.pairing.away is None}


def _next_words(number: int, missing: int) -> str:  # number of the newest round, and of its missing results
    if number == 0:
        return tr("The first round begins soon.")
    playing = ngettext("{n} table still plays.", "{n} tables still play.", missing)
    return playing if missing else tr("All results are in. The next round is drawn soon.")


def table_section(match: Match, labels: Mapping[int, str]) -> Section:
    """Return the section of a match; `labels` are the entrants' names by number."""
    status, result = match.status, match.result
    scores = (result.home, result.away) if result is not None else status.scores if status is not None else None
    away = match.pairing.away
    return {
        "table": match.table,
        "title": tr("Table {number}", number=match.table) if match.table is not None else "",
        "home": labels[match.pairing.home],
        "away": labels[away] if away is not None else tr("no opponent"),
        "scores": None if scores is None else list(scores),
        "said": status.said if status is not None and result is None else "",
        "points": status.points if status is not None else 0,
        "n": status.have if status is not None else 0,
        "at": status.at if status is not None else "",
        "done": result is not None or away is None,
    }


def great_take(matches: Sequence[Match]) -> Section | None:
    """Return the section of the newest last play of a running match with at least ``GREAT_POINTS`` points; None where there is none."""
    takes = [match for match in matches if match.status is not None and match.status.points >= GREAT_POINTS and match.result is None]
    newest = max(takes, key=lambda match: match.status.serial if match.status is not None else 0, default=None)
    if newest is None or newest.status is None:
        return None
    words = tr("Table {number}: {said} {points} points!", number=newest.table, said=newest.status.said, points=newest.status.points)
    return {"words": words, "n": newest.status.have}


@dataclass(frozen=True)
class TableTrouble:
    """A table that a referee should look at."""

    table: int  #: Its number.
    match: int  #: Number of its match.
    why: str  #: The trouble, a sentence.
    challenge: bool = False  #: Whether a challenge waits for the referee.


def troubles(matches: Sequence[Match], news: Mapping[int, TableNews], now: float) -> tuple[TableTrouble, ...]:
    """Return the tables of a round that a referee should look at: challenges by when they came, what else waits, silent and stuck ones.

    Args:
        matches: Those of the newest round.
        news: When each table was heard, by its number.
        now: The present time, in seconds of the hall's monotonic clock.
    """
    found: list[tuple[int, int, TableTrouble]] = []
    for match in matches:
        if match.table is None or match.result is not None:
            continue
        if match.status is not None and match.status.challenge:
            why = tr("Was the answer shown? The newest play: {said}", said=match.status.said)
            found.append((-1, match.status.serial, TableTrouble(match.table, match.number, why, challenge=True)))
        for rank, why in _ranked_troubles(match, news.get(match.table), now):
            found.append((rank, 0, TableTrouble(match.table, match.number, why)))
    return tuple(trouble for *_, trouble in sorted(found, key=lambda one: (one[0], one[1], one[2].table)))


def _ranked_troubles(match: Match, news: TableNews | None, now: float) -> list[tuple[int, str]]:
    """Return rank (0 is the most urgent) and sentence of each trouble of a table."""
    status = match.status
    found = [(0, tr("waits for a person: {what}", what=status.waits))] if status is not None and status.waits else []
    if status is not None and status.ended and not status.over:
        found.append((0, tr("ended before the game was over; it counts where you say that time is up")))
    if news is None:
        return [*found, (3, tr("nothing was heard of it since the hall was started"))]
    if news.rival is not None and now - news.rival < STUCK_SECONDS:
        found.append((1, tr("another device wants this table")))
    if now - news.at > SILENT_SECONDS:
        found.append((1, tr("silent for {n} seconds", n=round(now - news.at))))
    elif status is not None and status.have and not (status.over or status.ended) and now - news.play > STUCK_SECONDS:
        found.append((2, tr("no play for {n} minutes", n=round((now - news.play) / 60))))
    if abs(news.clock) > CLOCK_SECONDS:
        off = _span_words(abs(news.clock))
        ahead = tr("its clock is {off} ahead; the hall's counts", off=off)
        found.append((4, ahead if news.clock > 0 else tr("its clock is {off} behind; the hall's counts", off=off)))
    return found


def _span_words(seconds: float) -> str:
    """Return a time in the largest unit of which there are two or more."""
    if seconds >= 2 * DAY_SECONDS:
        return ngettext("{n} day", "{n} days", round(seconds / DAY_SECONDS))
    if seconds >= 2 * HOUR_SECONDS:
        return ngettext("{n} hour", "{n} hours", round(seconds / HOUR_SECONDS))
    return ngettext("{n} minute", "{n} minutes", round(seconds / MINUTE_SECONDS))
