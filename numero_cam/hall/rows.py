"""Reads the rows of a hall's database. A later version may have written more keys, and a disk may have damaged any of them.

A row that cannot be read is left out, or has default values for what is damaged in it, and a sentence says which row it is. The sentences
are shown on the board, so they hold no names.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar, cast, get_args

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, list_of, parse_json, plain_text, short_repr, whole_number
from numero_cam.catalogue import tr
from numero_cam.hall.messages import parse_status
from numero_cam.hall.records import (
    MAX_ENTRANTS,
    MAX_TABLES,
    SYSTEMS,
    Entrant,
    Event,
    EventSetting,
    GameStatus,
    LogLine,
    Match,
    MatchScore,
    Pairing,
    ResultAuthor,
)

MAX_NUMBER = 2**31 - 1  #: Maximum of a number that the database counts.
MAX_WORDS = 20_000  #: Maximum length of a name, a sentence or a line of a log, in characters.

Damage = Callable[[str], object]  #: Takes a sentence that says which row cannot be read.
_Kind = TypeVar("_Kind")


def read_rows(rows: Iterable[Any], read: Callable[[Any], _Kind], which: Callable[[Any], str], damage: Damage) -> tuple[_Kind, ...]:
    """Return what `read` returns of each row; where it raises an error, the row is left out and `damage` gets a sentence with `which`."""
    found = []
    for row in rows:
        try:
            found.append(read(row))
        except (ValueError, TypeError, KeyError, AttributeError):  # what the readers raise of values that they do not know
            damage(tr("{what} in the hall's database is damaged, and is left out.", what=which(row)))
    return tuple(found)


def _called(words: str, column: str) -> Callable[[Any], str]:
    """Return what calls a row by the number in its column, in messages."""
    return lambda row: words.format(number=short_repr(getattr(row, column)))


event_words = _called(tr("event {number}"), "event")
entrant_words = _called(tr("entry {number}"), "number")
match_words = _called(tr("match {number}"), "match")
line_words = _called(tr("line {number}"), "n")


def read_event(row: Any) -> Event:  # noqa: ANN401 - a row of SQLAlchemy
    """Return an event; keys of its setting that a later version wrote are ignored."""
    told = parse_json(row.setting, "setting", ValueError)
    known = {each.name: told[each.name] for each in fields(EventSetting) if each.name in told}
    setting = EventSetting(**known)
    for each in fields(EventSetting):
        value = getattr(setting, each.name)
        if isinstance(each.default, bool):
            if not isinstance(value, bool):
                raise TypeError
        elif isinstance(each.default, int):
            whole_number(value, 1, MAX_TABLES)
        else:
            plain_text(value, MAX_WORDS)
    SYSTEMS.index(setting.system)
    return Event(_positive_number(row.event), plain_text(row.began, MAX_WORDS), setting, bool(row.closed))


def read_entrants(rows: Iterable[Any], damage: Damage) -> tuple[Entrant, ...]:
    """Return entrants; one with damaged names keeps its number and gets a name of it, so that its matches count."""

    def read(row: Any) -> Entrant:  # noqa: ANN401 - as above
        """Return the entrant of a row; without names where these are damaged."""
        number = whole_number(row.number, 1, MAX_WHOLE_NUMBER)
        try:
            joined = whole_number(row.joined, 1, MAX_NUMBER)
            members = list_of(parse_json(row.members, "members", ValueError), MAX_ENTRANTS)
            return Entrant(
                number, plain_text(row.name, MAX_WORDS), tuple(plain_text(name, MAX_WORDS) for name in members), joined, bool(row.left)
            )
        except (ValueError, TypeError):
            damage(tr("{what} in the hall's database is damaged; its names count as unsaid.", what=entrant_words(row)))
        return Entrant(number, tr("No. {number}", number=number), (), 1, bool(row.left))

    return read_rows(rows, read, entrant_words, damage)


def read_match(row: Any, results: dict[int, MatchScore]) -> Match:  # noqa: ANN401 - as above
    """Return a match without its game; `has_home` and `has_away` are the entrants' numbers, None where their rows are missing."""
    table = None if row.place is None else whole_number(row.place, 1, MAX_NUMBER)
    pairing = Pairing(_positive_number(row.has_home), None if row.away is None else _positive_number(row.has_away))
    if len(pairing.pair) == 1 and row.away is not None:
        raise ValueError  # of an entrant against itself
    return Match(
        _positive_number(row.match), _positive_number(row.event), _positive_number(row.round), table, pairing, results.get(row.match)
    )


def read_result(row: Any) -> MatchScore:  # noqa: ANN401 - as above
    """Return a result."""
    home, away = (whole_number(score, -MAX_NUMBER, MAX_NUMBER) for score in (row.home, row.away))
    by = get_args(ResultAuthor)[get_args(ResultAuthor).index(row.by)]
    return MatchScore(home, away, cast("ResultAuthor", by), plain_text(row.reason, MAX_WORDS))


def read_status(row: Any, damage: Damage) -> tuple[int, str, GameStatus]:  # noqa: ANN401 - as above
    """Return the number of a game's match, its identity, and its status, which is empty where it is damaged."""
    match, game, status = _positive_number(row.match), plain_text(row.game, MAX_WORDS), GameStatus()
    try:
        status = parse_status(parse_json(row.stand, "stand", ValueError))
    except (ValueError, TypeError, KeyError, AttributeError):
        damage(tr("how the game of {what} stands is damaged in the hall's database; its lines are kept.", what=match_words(row)))
    return match, game, replace(status, have=whole_number(row.have, 0, MAX_NUMBER), serial=whole_number(row.told, 0, MAX_NUMBER))


def read_log_line(row: Any) -> LogLine:  # noqa: ANN401 - as above
    """Return a line of the log."""
    return LogLine(*(_text(value) for value in (row.at, row.who, row.text)))


def _positive_number(value: object) -> int:  # checked
    return whole_number(value, 1, MAX_NUMBER)


def _text(value: object) -> str:  # checked
    if not isinstance(value, str):
        raise TypeError
    return value
