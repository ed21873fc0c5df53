"""A Top Take: one puzzle for all with a clock, typed answers and slips, the proof card by card, and standings of pupils and of teams.

The puzzle is a printing with a slip for each pupil, printed on paper or not, so that its answers are marked, kept and counted like those
of a week. What is stored beside it is the round: the clock, how much of the proof is shown, the teams.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cached_property
from itertools import count as counted
from typing import Any

from numero_cam.base.bounded_reader import MAX_WHOLE_NUMBER, list_of, parse_json, plain_text, whole_number
from numero_cam.base.errors import ClassError, StoreError
from numero_cam.catalogue import tr
from numero_cam.classroom.classes import Classroom, Pupil, name_letters
from numero_cam.classroom.mark import store_typed
from numero_cam.classroom.results import ClassTable, class_table, result_row
from numero_cam.classroom.skills import best_takes
from numero_cam.classroom.slip_store import EntryState, SlipEntry, SlipStore
from numero_cam.classroom.slips import ROUND_SEED, AnswerWorth, PrintedSlip, Printing, SlipPuzzle, TypedMark, judge_typed
from numero_cam.classroom.spreadsheets import is_number
from numero_cam.classroom.week import free_number
from numero_cam.games.numero.judge import TypedError
from numero_cam.games.numero.rules import Card
from numero_cam.games.numero.rules.choices import By
from numero_cam.games.numero.solve.expression import ExpressionPart, ExpressionSign, Number, expression_parts
from numero_cam.text.plays import set_text

SECONDS = 180  #: Time of a round, unless the teacher types another.
LEAST_SECONDS = 10  #: Shortest time of a round, in seconds.
MOST_SECONDS = 3600  #: Longest time of a round, in seconds.
SPARES = 2  #: Number of spare slips of a round.
MAX_TEAMS = 30  #: Maximum number of teams.
MAX_TEAM_CHARACTERS = 40  #: Maximum length of the name of a team.
MAX_ANSWER_CHARACTERS = 300  #: Maximum length of a typed answer.
MAX_ROUND_CHARACTERS = 100_000  #: Maximum length of the JSON of a round.


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round, the same in every window and after a restart."""

    seconds: int  #: Time of the round, in seconds.
    left: int  #: Time left when it was last stopped, in milliseconds.
    until: int | None = None  #: When it runs: the moment at which it is over, in milliseconds since 1970. None where it stands.

    def left_at(self, now: int) -> int:
        """Return the time left at a moment; both in milliseconds."""
        return self.left if self.until is None else min(max(self.until - now, 0), self.seconds * 1000)

    def stopped(self, now: int) -> "RoundClock":
        """Return the clock as it stands from a moment on."""
        return replace(self, left=self.left_at(now), until=None)


class RoundPhase(StrEnum):
    """What a round is at."""

    READY = "ready"  #: The clock was not started.
    RUNNING = "running"  #: The clock runs.
    STOPPED = "stopped"  #: The clock stands with time left.
    OVER = "over"  #: The time is over.
    PROOF = "proof"  #: Cards of the best take are shown.
    PODIUM = "podium"  #: The whole best take was shown, and the standings are.


@dataclass(frozen=True, slots=True)
class TeamAnswer:
    """An answer that a team handed in together."""

    team: str  #: Name of the team.
    text: str  #: The answer as it was written.


@dataclass(frozen=True, slots=True)
class TopTakeRound:
    """What is stored of the round that a class plays, beside its printing."""

    printing: int  #: Number of the printing that has its puzzle and its slips.
    clock: RoundClock  #: Its clock.
    shown: int = 0  #: Number of steps of the proof that are shown; after the last one comes the podium.
    names: bool = False  #: Whether the names of pupils may be projected.
    teams: tuple[str, ...] = ()  #: Names of the teams, in the order in which they were typed.
    answers: tuple[TeamAnswer, ...] = ()  #: The last answer of each team that handed in together.
    revision: int = 0  #: Number of keys that were pressed, so that one pressed in two windows does one thing.

    def to_json(self) -> str:
        """Return the round as JSON; ``from_json`` reads it."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "TopTakeRound":
        """Return the round of JSON; raise an error where it is none."""
        data: Mapping[str, Any] = parse_json(plain_text(text, MAX_ROUND_CHARACTERS), "round", ValueError)
        clock, most = data["clock"], MOST_SECONDS * 1000
        until = None if clock["until"] is None else whole_number(clock["until"], 0, MAX_WHOLE_NUMBER)
        seconds = whole_number(clock["seconds"], LEAST_SECONDS, MOST_SECONDS)
        answers = [
            TeamAnswer(plain_text(one["team"], MAX_TEAM_CHARACTERS), plain_text(one["text"], MAX_ANSWER_CHARACTERS))
            for one in list_of(data["answers"], MAX_TEAMS)
        ]
        return cls(
            whole_number(data["printing"], 0, MAX_WHOLE_NUMBER),
            RoundClock(seconds, whole_number(clock["left"], 0, most), until),
            whole_number(data["shown"], 0, MAX_WHOLE_NUMBER),
            data["names"] is True,
            tuple(plain_text(name, MAX_TEAM_CHARACTERS) for name in list_of(data["teams"], MAX_TEAMS)),
            tuple(answers),
            whole_number(data["revision"], 0, MAX_WHOLE_NUMBER),
        )


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A step of the proof: the cards of the best take so far."""

    sets: tuple[tuple[Card | str, ...], ...]  #: Cards and signs of each set so far, from left to right; the last set may lack cards.
    said: tuple[str, ...]  #: The arithmetic of each set that is whole.


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings."""

    place: int | None  #: Place, from 1; equal ones share it. None without a take.
    who: str  #: Number and name of the pupil, or the name of the team.
    count: int  #: Number of cards, or points; 0 without a take.
    answer: str = ""  #: The answer, and what is wrong with it; empty where entries of a team are added up.


@dataclass(frozen=True)
class PlayedRound:
    """A round with its puzzle, its answers and its teams."""

    stored: TopTakeRound  #: What is stored of it.
    table: ClassTable  #: The answers of the pupils.
    team_of: Mapping[int, str] = field(default_factory=dict)  #: Team of each pupil who is in one, by his number.

    @property
    def printing(self) -> Printing:
        """The printing that has the puzzle and the slips."""
        return self.table.printing

    @property
    def puzzle(self) -> SlipPuzzle:
        """The puzzle."""
        return self.printing.puzzles[0]

    @property
    def by(self) -> By:
        """What counts."""
        return self.puzzle.by

    @cached_property
    def proof(self) -> tuple[ProofStep, ...]:
        """The best take, card by card."""
        return proof_of(self.puzzle)

    def phase(self, now: int) -> RoundPhase:
        """Return what the round is at, at a moment in milliseconds since 1970."""
        clock, shown = self.stored.clock, self.stored.shown
        if shown:
            return RoundPhase.PROOF if shown <= len(self.proof) else RoundPhase.PODIUM
        if clock.left_at(now) == 0:
            return RoundPhase.OVER
        if clock.until is not None:
            return RoundPhase.RUNNING
        return RoundPhase.READY if clock.left == clock.seconds * 1000 else RoundPhase.STOPPED

    def after_next(self, now: int) -> TopTakeRound:
        """Return the round after the space bar: the clock is started or stopped, or the next card of the proof is shown."""
        match self.phase(now):
            case RoundPhase.READY | RoundPhase.STOPPED:
                clock = replace(self.stored.clock, until=now + self.stored.clock.left)
                return replace(self.stored, clock=clock)
            case RoundPhase.RUNNING:
                return replace(self.stored, clock=self.stored.clock.stopped(now))
            case _:
                return replace(self.stored, shown=min(self.stored.shown + 1, len(self.proof) + 1))

    def after_reveal(self, now: int) -> TopTakeRound:
        """Return the round after the proof was asked for: the clock stands, and the first card is shown, or then the whole best take."""
        shown = max(self.stored.shown, len(self.proof)) if self.stored.shown else 1
        return replace(self.stored, clock=self.stored.clock.stopped(now), shown=shown)

    def after_restart(self) -> TopTakeRound:
        """Return the round from its beginning; the answers stay."""
        seconds = self.stored.clock.seconds
        return replace(self.stored, clock=RoundClock(seconds, seconds * 1000), shown=0)

    def after_names(self) -> TopTakeRound:
        """Return the round with the names of pupils projected, or no longer."""
        return replace(self.stored, names=not self.stored.names)

    def _count(self, worth: AnswerWorth | None) -> int:
        """Return the cards or points of an answer; 0 where it is no take."""
        return 0 if worth is None else worth.cards if self.by == "cards" else worth.points

    @property
    def pupils(self) -> tuple[Standing, ...]:
        """The pupils with an answer that counts, the best first."""
        rows = ((Pupil(row.number, row.name, "").label, self._count(row.worth), result_row(row).cells[-1]) for row in self.table.answered)
        return ranked(rows)

    @property
    def teams(self) -> tuple[Standing, ...]:
        """The teams, the best first: what a team handed in together and what its pupils have is added up."""
        sums = dict.fromkeys((*self.stored.teams, *self.team_of.values()), 0)
        for row in self.table.answered:
            if row.number in self.team_of:
                sums[self.team_of[row.number]] += self._count(row.worth)
        for answer in self.stored.answers:
            sums[answer.team] = sums.get(answer.team, 0) + self._count(judge_typed(self.puzzle, answer.text))
        return ranked((team, total, "") for team, total in sums.items())

    @property
    def reached(self) -> tuple[tuple[int, int], ...]:
        """How many pupils reached how much, the most first, for a wall without names: (cards or points, pupils)."""
        return tuple(sorted(Counter(one.count for one in self.pupils).items(), reverse=True))


def ranked(rows: Iterable[tuple[str, int, str]]) -> tuple[Standing, ...]:
    """Return standings of rows of who, count and answer; the most first, equal counts share a place, and none has nothing."""
    ordered = sorted(rows, key=lambda row: (-row[1], row[0]))
    counts = [number for _, number, _ in ordered]
    return tuple(Standing(1 + counts.index(number) if number else None, who, number, answer) for who, number, answer in ordered)


def proof_of(puzzle: SlipPuzzle) -> tuple[ProofStep, ...]:
    """Return the best take of a puzzle card by card; nothing where it asks for no take."""
    plays = best_takes(puzzle)
    steps, whole, said = list[ProofStep](), tuple[tuple[Card | str, ...], ...](), tuple[str, ...]()
    for one in plays[0].sets if plays else ():
        parts = expression_parts(one.way)
        ends = [place for place, part in enumerate(parts, start=1) if not isinstance(part, ExpressionSign)]
        steps += [ProofStep((*whole, tuple(map(_shown, parts[:end]))), said) for end in ends[:-1]]
        whole, said = (*whole, (*map(_shown, parts), "=", plays[0].taker)), (*said, *([set_text(one)] if one.calculations else []))
        steps.append(ProofStep(whole, said))
    return tuple(steps)


def _shown(part: ExpressionPart) -> Card | str:
    """Return the card, or the sign, of a part of a written expression; slips have no builds."""
    if isinstance(part, ExpressionSign):
        return part.strip()
    item = part.item if isinstance(part, Number) else part
    return item if isinstance(item, Card) else str(item)


def stored_round(store: SlipStore, class_name: str) -> PlayedRound | None:
    """Return the round that a class plays; None where it plays none, or where its slips were removed."""
    name = store.classes.stored_name(class_name)
    text = store.classes.round_text(name)
    if text is None:
        return None
    try:
        stored = TopTakeRound.from_json(text)
        printing = store.printing(stored.printing)
        if printing is None or not _is_round(printing) or printing.class_name.casefold() != name.casefold():
            return None
        for answer in stored.answers:
            judge_typed(printing.puzzles[0], answer.text)  # raises an error where it cannot be read
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError(tr("the file of the classes is damaged: the Top Take of {name} cannot be read", name=name)) from error
    return PlayedRound(stored, class_table(store, stored.printing), store.classes.teams(name))


def _is_round(printing: Printing) -> bool:  # whether a Top Take can be played with these slips
    return len(printing.puzzles) == 1 and bool(best_takes(printing.puzzles[0]))


def playable(printing: Printing) -> Printing:
    """Return a printing; refuse one with which no Top Take can be played."""
    if not _is_round(printing):
        raise ClassError(tr("a Top Take has one puzzle for all, which asks for a take; begin one with a puzzle of its own"))
    return printing


def begin_round(store: SlipStore, room: Classroom, printing: Printing, seconds: int) -> None:
    """Store a new round of a class with a printing, in place of the one before; its teams stay."""
    teams: tuple[str, ...] = ()
    try:
        store.classes.teams(room.name)
    except StoreError:  # teams that cannot be read are removed
        store.classes.put_teams(room.name, {})
    with suppress(StoreError):  # a damaged round is replaced
        before = stored_round(store, room.name)
        teams = before.stored.teams if before else ()
    store.put_printing(printing)
    _put(store, room.name, TopTakeRound(printing.number, RoundClock(seconds, seconds * 1000), teams=teams))


def put_step(store: SlipStore, class_name: str, changed: TopTakeRound) -> None:
    """Store a round after a key of the projected page; answers that come meanwhile do not make the page stale."""
    _put(store, class_name, replace(changed, revision=changed.revision + 1))


def _put(store: SlipStore, class_name: str, stored: TopTakeRound) -> None:
    store.classes.put_round_text(class_name, stored.to_json())


def round_printing(store: SlipStore, room: Classroom, puzzle: SlipPuzzle, day: date, seed: str) -> Printing:
    """Return a printing with a slip of a puzzle for each pupil, and spare ones, named after the day; it is not stored yet."""
    taken = {*room.weeks, *(printing.week for printing in store.printings_of(room.name))}
    today = tr("Top Take {date}", date=day.isoformat())
    name = next(name for n in counted(1) if (name := today if n == 1 else f"{today} {n}") not in taken)
    owners: list[Pupil | None] = [*room.pupils, *[None] * SPARES]
    slips = tuple(PrintedSlip(place, (0,), one.number if one else None, one.name if one else "") for place, one in enumerate(owners))
    return Printing(free_number(store, f"{room.name.casefold()} {name} {seed}"), room.name, name, (puzzle,), slips, f"{ROUND_SEED} {seed}")


@dataclass(frozen=True, slots=True)
class TypedEntries:
    """The outcome of typed entries."""

    taken: int  #: Number of entries that were taken.
    #: Those that were not, as they were typed, with the reason of each.
    refused: tuple[tuple[str, str], ...]


def enter(store: SlipStore, room: Classroom, played: PlayedRound, lines: Sequence[tuple[str, str]]) -> TypedEntries:
    """Judge entries of (who, answer) and make each the entry of its pupil or team, in place of an earlier one.

    `who` is the number of a pupil, a name that only one pupil has, or the name of a team that hands in together.
    """
    stored, refused, numbers = played.stored, list[tuple[str, str]](), _numbers_by_text(room)
    teams = {team.casefold(): team for team in (*stored.teams, *played.team_of.values())}
    slips = played.printing.own_slips
    for who, text in lines:
        plain, line = " ".join(who.split()), f"{who}: {text}"
        number = numbers.get(plain.casefold(), 0)
        slip = slips.get(number)
        team = teams.get(plain.casefold()) if slip is None else None
        if slip is None and team is None:
            refused.append((line, _not_in_round(room.pupil(number).label if number else "", plain)))
            continue
        try:
            worth = judge_typed(played.puzzle, text[:MAX_ANSWER_CHARACTERS])
        except TypedError as error:
            refused.append((line, str(error)))
            continue
        if slip is None:
            others = tuple(answer for answer in stored.answers if answer.team != team)
            stored = replace(stored, answers=(*others, TeamAnswer(team or "", text[:MAX_ANSWER_CHARACTERS])))
        else:
            mark = TypedMark(text[:MAX_ANSWER_CHARACTERS])
            store_typed(store, played.printing.number, SlipEntry(0, slip.slip, mark, mark, worth, (), (), slip.pupil, EntryState.DECIDED))
    if len(lines) > len(refused):
        _put(store, room.name, stored)
    return TypedEntries(len(lines) - len(refused), tuple(refused))


def _not_in_round(newcomer: str, typed: str) -> str:
    """Return why an entry is nobody's; `newcomer` is a pupil who joined the class since the round began, empty for none."""
    if newcomer:
        return tr("{pupil} has no slip of this round; photograph a spare slip, or begin the round again", pupil=newcomer)
    return tr('"{name}" is no pupil and no team of this round', name=typed[:MAX_TEAM_CHARACTERS])


def _numbers_by_text(room: Classroom) -> dict[str, int]:
    """Return the number of each pupil by what may be written for him: the number, and a name that nobody else has."""
    names = Counter(pupil.name.casefold() for pupil in room.pupils)
    unique = {pupil.name.casefold(): pupil.number for pupil in room.pupils if pupil.name and names[pupil.name.casefold()] == 1}
    return {**unique, **{str(pupil.number): pupil.number for pupil in room.pupils}}


def entry_lines(text: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the entries of typed lines, ``17: 8 + 3``, and the lines that are none with the reason."""
    entries, refused = list[tuple[str, str]](), list[tuple[str, str]]()
    for line in filter(str.strip, text.splitlines()):
        who, colon, answer = line.partition(":")
        if colon and who.strip() and answer.strip():
            entries.append((who.strip(), answer.strip()))
        else:
            refused.append((line.strip(), tr("write who it is, a colon and the answer: 17: (13 + 12) x 2/5")))
    return entries, refused


def typed_teams(room: Classroom, text: str) -> tuple[tuple[str, ...], dict[int, str]]:
    """Return the teams of typed lines, ``Red: 3 8 17``, and the team of each pupil; a team that hands in together needs no numbers."""
    rows = list[tuple[str, str]]()
    for line in filter(str.strip, text.splitlines()):
        team, _, numbers = line.partition(":")
        rows += [(number, team) for number in numbers.replace(",", " ").split()] or [("", team)]
    return teams_of_rows(room, rows)


def teams_of_rows(room: Classroom, rows: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], dict[int, str]]:
    """Return the teams of rows of (number of a pupil, or nothing; team), and the team of each pupil."""
    names, team_of, numbers = dict[str, str](), dict[int, str](), _numbers_by_text(room)
    for who, given in rows:
        plain = " ".join(given.split())
        if not plain or len(plain) > MAX_TEAM_CHARACTERS or not plain.isprintable():
            raise ClassError(
                tr('"{team}" is no name of a team; write 1 to {most} letters or digits', team=plain[:40], most=MAX_TEAM_CHARACTERS)
            )
        if plain.casefold() in numbers or any(_tells(plain, pupil.name) for pupil in room.pupils):
            raise ClassError(tr('"{team}" has the number or a name of a pupil, and the wall shows teams; give it another name', team=plain))
        team = names.setdefault(plain.casefold(), plain)
        if not who:
            continue
        number = numbers.get(who.casefold())
        if number is None:
            raise ClassError(tr('"{name}" is nobody of the class', name=who[:MAX_TEAM_CHARACTERS]))
        if team_of.setdefault(number, team) != team:
            raise ClassError(tr('"{name}" is in two teams', name=who[:MAX_TEAM_CHARACTERS]))
    if len(names) > MAX_TEAMS:
        raise ClassError(tr("{teams} teams are too many; at most {most}", teams=len(names), most=MAX_TEAMS))
    return tuple(names.values()), team_of


def _tells(team: str, name: str) -> bool:
    """Return whether a team's name has a word of a pupil's name, whatever its accents; single Latin letters are no names."""
    of_team, of_name = (set(re.findall(r"\w{2,}|[^\W\da-z_]", name_letters(text))) for text in (team, name))
    return not of_team.isdisjoint(of_name)


def forget_teams(store: SlipStore, class_name: str, number: int) -> None:
    """Remove the teams that tell a pupil's name or have nobody else, with what they handed in; where they cannot be read, all of them."""
    columns, rows = store.classes.rows_of_pupil(class_name, number)["pupil"]
    names = [str(row[columns.index("name")]) for row in rows]
    try:
        played, team_of = stored_round(store, class_name), store.classes.teams(class_name)
    except StoreError:
        store.classes.put_teams(class_name, {})
        store.classes.remove_round(class_name)
        return
    others = {team for pupil, team in team_of.items() if pupil != number}
    teams = (*team_of.values(), *(played.stored.teams if played else ()))
    gone = {team for team in teams if any(_tells(team, name) for name in names)} | ({*filter(None, [team_of.get(number)])} - others)
    if not gone:
        return
    store.classes.put_teams(class_name, {pupil: team for pupil, team in team_of.items() if team not in gone})
    if played:
        left = tuple(team for team in played.stored.teams if team not in gone)
        answers = tuple(answer for answer in played.stored.answers if answer.team not in gone)
        _put(store, class_name, replace(played.stored, teams=left, answers=answers))


def put_teams(store: SlipStore, room: Classroom, played: PlayedRound, teams: tuple[tuple[str, ...], dict[int, str]]) -> None:
    """Store the teams of a class; answers of teams that are there no more are removed."""
    names, team_of = teams
    store.classes.put_teams(room.name, team_of)
    answers = tuple(answer for answer in played.stored.answers if answer.team in names)
    _put(store, room.name, replace(played.stored, teams=names, answers=answers))


def typed_seconds(text: str) -> int:
    """Return the time of a round as it was typed, in seconds."""
    if not is_number(text) or not LEAST_SECONDS <= int(text) <= MOST_SECONDS:
        raise ClassError(tr("the clock has {least} to {most} seconds", least=LEAST_SECONDS, most=MOST_SECONDS))
    return int(text)
