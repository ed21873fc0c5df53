"""Everything about a child: all that the file of the classes holds of one pupil, shown, written to a file, and removed."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from numero_cam.catalogue import and_list, ngettext, tr
from numero_cam.classroom.classes import Classroom, Pupil, PupilResult, ResultKind, class_csv
from numero_cam.classroom.course import plan_week
from numero_cam.classroom.hints import hint_line
from numero_cam.classroom.occasions import shown_name
from numero_cam.classroom.results import ClassTable, PupilRow, class_table, result_row
from numero_cam.classroom.slip_store import Challenge, SlipStore, open_slip_store
from numero_cam.classroom.slips import FORGOTTEN_PUPIL, Printing, TypedMark, chosen_cards, sets_of_answer
from numero_cam.classroom.toptake import forget_teams
from numero_cam.store.sqlite_file import class_file_path, vacuum
from numero_cam.text.page_templates import page_html
from numero_cam.text.words import card_words


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table for people."""

    title: str  #: What it lists.
    head: tuple[str, ...]  #: Names of its columns.
    rows: tuple[tuple[str, ...], ...]  #: The cells of its rows, as texts.


@dataclass(frozen=True, slots=True)
class SlipPicture:
    """The picture of a slip that waits."""

    heading: str  #: What the slip is of.
    printing: int  #: Number of its printing.
    entry: int  #: Number of its entry in the file.
    data: str  #: Its JPEG as a ``data:`` address.


@dataclass(frozen=True, slots=True)
class PupilData:
    """All that is stored of a pupil."""

    room: Classroom  #: The class.
    pupil: Pupil  #: The pupil.
    read: tuple[ReadTable, ...]  #: What it says, in tables for people; those without a row are left out.
    advice: tuple[str, ...]  #: Which other level the pupil's answers advise, in sentences.
    pictures: tuple[SlipPicture, ...]  #: The pictures of slips that wait.
    stored: tuple[ReadTable, ...]  #: The same as it is stored: the rows of each table of the file.
    removed: tuple[str, ...]  #: How many rows of what are removed with the pupil, in words: `3 results`.
    printed: tuple[str, ...]  #: Headings of the printings that have a slip of the pupil.
    waiting: int  #: Number of slips of the class that wait and of which nobody knows yet whose they are.

    @property
    def removed_words(self) -> str:
        """What is removed with the pupil, in words."""
        return and_list((tr("number and name"), *self.removed))


def pupil_data(store: SlipStore, class_name: str, number: int) -> PupilData:
    """Return all that is stored of a pupil, by his number."""
    room = store.classes.room(class_name)
    pupil = room.pupil(number)
    tables = [class_table(store, printing) for printing in store.printings(room.name)]
    read = _read_tables(store, room, pupil, tables)
    stored = _stored_tables(store, room.name, number)
    return PupilData(
        room,
        pupil,
        tuple(table for table in read if table.rows),
        tuple(one.advice.line for one in plan_week(store, room, None) if one.advice and one.pupil.number == number),
        tuple(_pictures(tables, number)),
        stored,
        _counted_words({table.title: len(table.rows) for table in stored} | {"result": sum(one.number == number for one in room.results)}),
        tuple(table.printing.heading for table in tables if number in table.printing.own_slips),
        sum(entry.pupil is None for table in tables for entry in table.waiting),
    )


def _counted_words(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return how much of what there is of a pupil, in words; `counts` has the numbers by table."""
    words = {
        "result": ngettext("{n} result", "{n} results", counts.get("result", 0)),
        "slip_entry": ngettext("{n} answer on slips", "{n} answers on slips", counts.get("slip_entry", 0)),
        "ladder_game": ngettext("{n} game of the ladder", "{n} games of the ladder", counts.get("ladder_game", 0)),
        "challenge": ngettext("{n} puzzle for the class", "{n} puzzles for the class", counts.get("challenge", 0)),
    }
    return tuple(said for table, said in words.items() if counts.get(table))


def _read_tables(store: SlipStore, room: Classroom, pupil: Pupil, tables: Sequence[ClassTable]) -> tuple[ReadTable, ...]:
    """Return what is stored of a pupil as tables for people; `tables` are the results of all printings of the class."""
    number = pupil.number
    who = str(number), pupil.name, pupil.level, str(1 + room.ladder.index(number)) if number in room.ladder else ""
    answers = [(table.printing, row) for table in tables for row in table.rows if row.number == number]
    return (
        ReadTable(tr("Who it is"), (tr("number"), tr("name"), tr("level"), tr("place on the ladder")), (who,)),
        ReadTable(
            tr("Results"),
            (tr("week"), tr("occasion"), tr("cards"), tr("points"), tr("best take")),
            tuple(_result_cells(one) for one in room.results if one.number == number),
        ),
        ReadTable(
            tr("Slips"),
            (tr("week"), tr("level"), tr("state"), tr("cards"), tr("points"), tr("best"), tr("answer"), tr("hint")),
            tuple(_answer_cells(printing, row) for printing, row in answers),
        ),
        ReadTable(tr("Games of the ladder"), (tr("day"), tr("against"), tr("result")), _ladder_rows(store, room, number)),
        ReadTable(
            tr("Puzzles set for the class"),
            (tr("number"), tr("middle"), tr("hand"), tr("printed")),
            tuple(_challenge_cells(one) for one in store.challenges(room.name) if one.author == number),
        ),
    )


def _challenge_cells(challenge: Challenge) -> tuple[str, ...]:
    centre, hand = (", ".join(card_words(card) for card in cards if card) for cards in (challenge.puzzle.centre, challenge.puzzle.hand))
    return str(challenge.number), centre, hand, tr("no") if challenge.printing is None else tr("yes")


def _result_cells(result: PupilResult) -> tuple[str, ...]:
    cards, points = ("" if count is None else str(count) for count in (result.cards, result.points))
    occasion = tr("a whole game") if result.kind is ResultKind.GAME else tr("a puzzle")
    return shown_name(result.week), occasion, cards, points, "" if result.best is None else tr("yes") if result.best else tr("no")


def _answer_cells(printing: Printing, row: PupilRow) -> tuple[str, ...]:
    _, _, level, state, cards, points, best, _ = result_row(row).cells
    answer = ""
    if isinstance(row.answer, TypedMark):
        answer = row.answer.arithmetic
    elif row.answer is not None:
        cards_taken = sets_of_answer(row.puzzle, row.answer) or (chosen_cards(row.puzzle, row.answer),)
        answer = "; ".join(", ".join(map(card_words, one)) for one in cards_taken if one)
    return shown_name(printing.week), level, state, cards, points, best, answer, row.mistake or hint_line(row)


def _ladder_rows(store: SlipStore, room: Classroom, number: int) -> tuple[tuple[str, ...], ...]:
    """Return the cells of a pupil's games of the ladder, the earliest first."""
    labels = {pupil.number: pupil.label for pupil in room.pupils}
    games = store.classes.ladder_games(room.name)
    return tuple(
        (day, labels.get(other, str(other)), tr("won") if won == (number == challenger) else tr("lost"))
        for challenger, challenged, won, day in games
        if number in (challenger, challenged)
        for other in (challenged if number == challenger else challenger,)
    )


def _pictures(tables: Sequence[ClassTable], number: int) -> list[SlipPicture]:
    """Return the pictures of the waiting slips of a pupil."""
    return [
        SlipPicture(
            table.printing.heading,
            table.printing.number,
            entry.key,
            f"data:image/jpeg;base64,{base64.b64encode(entry.crop).decode()}",
        )
        for table in tables
        for entry in table.waiting
        if entry.pupil == number and entry.crop
    ]


def _stored_tables(store: SlipStore, class_name: str, number: int) -> tuple[ReadTable, ...]:
    """Return the rows of each table of the file that are about a pupil, and his slips in the printings, as they are stored."""
    tables = [
        ReadTable(table, tuple(columns), tuple(tuple(_stored_text(value) for value in row) for row in rows))
        for table, (columns, rows) in store.classes.rows_of_pupil(class_name, number).items()
    ]
    slips = [
        (
            str(printing.number),
            printing.week,
            str(slip.slip),
            ", ".join(dict.fromkeys(printing.puzzles[one].level for one in slip.puzzles)),
            slip.name,
        )
        for printing in store.printings_of(class_name)
        for slip in printing.slips
        if slip.pupil == number
    ]
    tables.append(ReadTable("slip_printing", ("number", "week", "slip", "level", "name"), tuple(slips)))
    return tuple(table for table in tables if table.rows)


def _stored_text(value: object) -> str:
    if isinstance(value, bytes):
        return tr("a picture of {n} bytes", n=len(value))
    return "" if value is None else str(value)


def pupil_file(data: PupilData) -> bytes:
    """Return all that is stored of a pupil as one HTML file, which a browser opens without a server."""
    return page_html("classroom/templates/pupil_file.html", data=data).encode()


def pupil_csv(data: PupilData) -> bytes:
    """Return the results of a pupil as a spreadsheet, see ``class_csv``."""
    return class_csv(replace(data.room, pupils=(data.pupil,)))


def removed_line(printing: Printing) -> str:
    """Return how many slips of a printing are printed no more because their pupils were removed, in a sentence; empty for none."""
    gone = sum(slip.pupil == FORGOTTEN_PUPIL for slip in printing.slips)
    words = ngettext(
        "{n} slip is printed no more: its pupil was removed from the class.",
        "{n} slips are printed no more: their pupils were removed from the class.",
        gone,
    )
    return words if gone else ""


def remove_for_good(class_name: str, pupil: int | None = None, path: Path | None = None) -> str:
    """Remove everything of a pupil, or of a whole class, so that no byte of it stays in the file; return the name of the class.

    A printing keeps its other slips as they are: each of them prints the same as before.
    """
    place = path or class_file_path()
    with open_slip_store(place) as store:
        name = store.classes.stored_name(class_name)
        if pupil is None:
            store.remove_printings(name)
        else:
            forget_teams(store, name, pupil)
            for printing in store.printings_of(name):
                if pupil in printing.own_slips:
                    store.put_printing(printing.without(pupil))
        store.classes.remove(name, pupil)
    vacuum(place)
    return name
