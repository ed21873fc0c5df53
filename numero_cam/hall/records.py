"""The records of a hall: events, entrants, matches, results, and plays with identities that make sending twice harmless."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.log_entry import LogEntry

PairingSystem = Literal["swiss", "robin", "knockout", "ladder"]
SYSTEMS: tuple[PairingSystem, ...] = get_args(PairingSystem)
ResultAuthor = Literal["table", "referee"]
MAX_ENTRANTS = 512  #: Maximum number of entrants of an event.
MAX_TABLES = 200  #: Maximum number of tables of a hall.
MAX_ROUNDS = 64  #: Maximum number of rounds of an event.
MAX_GAMES_OF_MATCH = 50  #: Maximum number of games that a table may begin for one match.
#: Maximum size of a game that a table sends, in bytes as `line_bytes` counts them; one of 400 plays has 250,000.
MAX_GAME_BYTES = 1_000_000
MAX_MATCH_BYTES = 10_000_000  #: Maximum size of all games of a match, in bytes.
ROW_BYTES = 500  #: Size of a line without its text, in bytes: its row, and a row of a result and of the log that it can add.
MAX_LOG_LINE = 200  #: Maximum length of a line of the log, and of a line of a game that is shown, in characters.
MAX_SCORE = 100_000  #: Maximum absolute value of a score.
MAX_NAME_LENGTH = 60  #: Maximum length of the name of an event or of an entrant, in characters.


def system_words(system: PairingSystem) -> str:
    """Return the name of a system of rounds for people."""
    return {
        "swiss": tr("Swiss"),
        "robin": tr("round robin"),
        "knockout": tr("knock-out"),
        "ladder": tr("ladder"),
    }[system]


@dataclass(frozen=True)
class EventSetting:
    """Name, system, tables, rules and privacy of an event."""

    name: str  #: Of the event.
    system: PairingSystem = "swiss"  #: The system of pairings.
    tables: int = 40  #: Number of tables in the hall.
    level: str = "all"  #: The cards that are played with, as the game names them.
    by: str = "points"  #: What wins a game, as the game names it.
    hands: str = "open"  #: How hands are held, as the game names it.
    people: bool = False  #: Whether the entrants are children, and not teams.
    names_shown: bool = False  #: Whether boards, tables and printed lists show the names of children.
    hints: bool = False  #: Whether tables give hints.


@dataclass(frozen=True)
class Event:
    """An event that is kept."""

    number: int  #: Of the event, from 1.
    began: str  #: When it was made, ISO 8601 in UTC.
    setting: EventSetting  #: Its settings.
    closed: bool = False  #: Whether it is over; tables play the newest event that is not.


@dataclass(frozen=True)
class Entrant:
    """A team, or a child that plays alone."""

    number: int  #: In the event, from 1.
    name: str  #: Of the team or of the child.
    members: tuple[str, ...] = ()  #: Names of the children of a team.
    joined: int = 1  #: Number of the first round in which it may play.
    left: bool = False  #: Whether it has left; it is paired no more.

    def label(self, setting: EventSetting) -> str:
        """Return the name that everybody may read: that of a team; of a child its number, unless the organiser shows names."""
        return tr("No. {number}", number=self.number) if setting.people and not setting.names_shown else self.name

    def shown_members(self, setting: EventSetting) -> tuple[str, ...]:
        """Return the names of the children where the organiser shows them."""
        return self.members if setting.names_shown else ()


@dataclass(frozen=True)
class MatchScore:
    """The result of a match."""

    home: int  #: Score of the first entrant.
    away: int  #: Score of the second.
    by: ResultAuthor = "table"  #: Whether the game of the table or a referee gave it.
    reason: str = ""  #: Why a referee entered it.


@dataclass(frozen=True)
class Pairing:
    """Two entrants that play each other in a round."""

    home: int  #: Number of the first, who begins.
    away: int | None  #: Number of the second; None where the first has no opponent in this round.

    @property
    def pair(self) -> frozenset[int]:
        """The two, whoever begins."""
        return frozenset(number for number in (self.home, self.away) if number is not None)


@dataclass(frozen=True)
class Match:
    """A pairing of a round at a table, with its result and its game."""

    number: int  #: Of the match, in all events.
    event: int  #: Number of its event.
    round: int  #: Number of its round, from 1.
    table: int | None  #: Number of its table; None for an entrant without an opponent.
    pairing: Pairing  #: The entrants.
    result: MatchScore | None = None  #: The result that counts; None before there is one.
    game: str = ""  #: Identity of the game that its table began last; empty before it is begun.
    status: "GameStatus | None" = None  #: Status of the game by the table's last message; None where it has none, or was not read.


@dataclass(frozen=True)
class Assignment:
    """The match that a table plays."""

    event: Event  #: The event.
    match: Match  #: The match, without its game.
    entrants: tuple[Entrant, ...]  #: The two entrants, the home entrant first.


@dataclass(frozen=True)
class GameStatus:
    """The status of a game, by its lines where they have been replayed, else by the messages of its table."""

    have: int = 0  #: Number of the last line that the hall has.
    scores: tuple[int, int] | None = None  #: Of the two entrants; None before the deal.
    said: str = ""  #: The last play as a sentence.
    points: int = 0  #: Points of the last play.
    over: bool = False  #: Whether the game is over.
    waits: str = ""  #: The question or problem that waits for a person at the table; empty where none does.
    challenge: bool = False  #: Whether a challenge waits for a referee.
    ended: bool = False  #: Whether the table ended the game, which may be before it is over.
    at: str = ""  #: When the last line was written, by the clock of the table.
    serial: int = 0  #: Higher than that of all that came before in the hall's database, whatever clocks say; 0 before it came there.


@dataclass(frozen=True)
class LogLine:
    """A line of the referee's log."""

    at: str  #: When, ISO 8601 in UTC.
    who: str  #: Who did it: `organiser`, `referee`, or a table.
    text: str  #: A sentence on it.


def line_bytes(line: LogEntry) -> int:
    """Return the size of a line in the sums for `MAX_GAME_BYTES` and `MAX_MATCH_BYTES`, in bytes."""
    return len(line.text.encode()) + ROW_BYTES


def printable_line(text: str, most: int = MAX_LOG_LINE) -> str:
    """Return a text as one line of at most `most` printable characters; a longer one ends with `…`."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def matches_of_round(matches: Sequence[Match], number: int) -> tuple[Match, ...]:
    """Return the matches of round `number`, by their tables."""
    return tuple(sorted((match for match in matches if match.round == number), key=lambda match: (match.table is None, match.table or 0)))


def last_round(matches: Sequence[Match]) -> int:
    """Return the number of the newest round; 0 before the first."""
    return max((match.round for match in matches), default=0)
