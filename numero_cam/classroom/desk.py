"""The teacher's desk: the answer of each page and of each form of the class page, by the functions that the commands call too."""

import random
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError, PictureError
from numero_cam.base.outputs import write_atomically
from numero_cam.catalogue import tr
from numero_cam.classroom import desk_pages
from numero_cam.classroom.backup import back_up, restore
from numero_cam.classroom.challenges import (
    add_challenge,
    photographed_position,
    print_challenges,
    rank_challenges,
    remove_challenge,
    typed_position,
)
from numero_cam.classroom.classes import CLASS_LIST_EXAMPLE, Pupil, PupilResult, ResultKind, pupils_of_rows
from numero_cam.classroom.needs import class_needs, write_needs
from numero_cam.classroom.page_answers import (
    ClassAddress,
    ClassAnswer,
    ClassFile,
    ClassPage,
    Fields,
    asked_printing,
    class_address,
    paper_of,
    parse_number,
    printing_address,
    this_week,
)
from numero_cam.classroom.photo_answers import Marker
from numero_cam.classroom.queue import BeforeDecision, Decision, decidable_together, decide, undo
from numero_cam.classroom.results import class_table, results_csv, week_results
from numero_cam.classroom.slip_store import open_classes, open_slip_store, remove_for_good
from numero_cam.classroom.slips import MAX_PUPIL_NUMBER, Printing
from numero_cam.classroom.spreadsheets import cells_of_text, is_number, rows_of_text
from numero_cam.classroom.strips import write_strips
from numero_cam.classroom.week import SlipChoice, WeekOptions, write_week
from numero_cam.games.numero.puzzles import LevelError, parse_level
from numero_cam.games.numero.rules.choices import PuzzleKind

COLUMNS = ("number", "name", "level")
_NUMBERED_NAME = re.compile(r"(\d{1,2})[.)]?\s+(\D.*)")


def read_pasted_list(text: str, level: str) -> tuple[Pupil, ...]:
    """Return the pupils of a pasted list, in the order of their numbers.

    A list with a head such as ``number,name,level`` is read by its head. In any other list a whole number is a pupil's number, a level such
    as ``silver:12`` his level, and all else his name, which may have the number before it: ``17. Ann``. Pupils without a number are counted
    in their order.

    Args:
        text: The list, a line for each pupil; tabs, semicolons or commas separate its columns.
        level: The level of pupils without one.
    """
    rows = _rows(text)
    if not rows:
        raise ClassError(tr("the list is empty; write a line for each pupil, at least a number"))
    unnumbered = not any(row["number"] for _, row in rows)
    if unnumbered and len(rows) > MAX_PUPIL_NUMBER:
        raise ClassError(tr("the list has {lines} lines; a class has at most {most} pupils", lines=len(rows), most=MAX_PUPIL_NUMBER))
    filled = [
        (line, {**row, "number": str(place) if unnumbered else row["number"], "level": row["level"] or level})
        for place, (line, row) in enumerate(rows, start=1)
    ]
    return tuple(sorted(pupils_of_rows(tr("the list"), filled), key=lambda pupil: pupil.number))


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """Return the line number and the cells of each line by column of ``COLUMNS``; a cell is empty where the line has none."""
    lines = [line for line in text.splitlines() if line.strip()]
    head = re.split(r"[\t;,]", lines[0].lower()) if lines else []
    if {cell.strip() for cell in head} & {"number", "level"}:
        rows = rows_of_text(text, tr("the list"), ("number",), CLASS_LIST_EXAMPLE)
        return [(line, {column: row.get(column, "") for column in COLUMNS}) for line, row in rows]
    return [(line, _by_kind(cells)) for line, cells in cells_of_text(text, tr("the list"))]


def _by_kind(cells: Sequence[str]) -> dict[str, str]:
    """Return the cells by column of ``COLUMNS``: the first whole number, levels and, joined, all others as the name."""
    found = dict.fromkeys(COLUMNS, "")
    for cell in cells:
        kind = "number" if re.fullmatch(r"-?\d+", cell) and not found["number"] else "level" if _is_level(cell) else "name"
        found[kind] = f"{found[kind]} {cell}".strip()
    numbered = None if found["number"] else _NUMBERED_NAME.fullmatch(found["name"])
    return {**found, "number": numbered[1], "name": numbered[2]} if numbered else found


def _is_level(cell: str) -> bool:  # whether it names a level; a bare number is one of a pupil
    try:
        parse_level(cell)
    except LevelError:
        return False
    return not cell.isdigit() and bool(cell)


MAX_UNDONE = 50  #: Maximum number of decisions that can be taken back; their pictures are in memory until then.


PDF = "application/pdf"
MAX_FILE_BYTES = 200_000_000  #: Maximum size of a file that is given back, in bytes.


@dataclass(frozen=True, slots=True)
class ExpectedPuzzle:
    """A pupil's puzzle of which the telephone is to give a photo."""

    class_name: str  #: Name of the class.
    pupil: int  #: Number of the pupil.
    label: str  #: Number and name of the pupil.


class Desk:
    """Shows and changes the classes of a file.

    Args:
        file: The file of the classes; None for that of this user.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file, self._marker = file, Marker(file)
        self._open_printing: int | None = None  #: Number of the printing whose marking page was opened last; the photo page is for it.
        self._decided: list[BeforeDecision] = []  #: What each decision changed, for its undo; the latest last.
        self._expected: ExpectedPuzzle | None = None  #: The puzzle whose cards the telephone photographs next; None where it gives slips.

    def show(self, view: str, asked: Fields) -> ClassAnswer:
        """Return the page or file of a view, a key of ``views``; `asked` is the query. Nothing stored changes."""
        if view not in self.views:
            raise ClassError(tr("there is no such page"))
        return self.views[view](self, asked)

    def change(self, action: str, fields: Fields) -> ClassAnswer:
        """Do an action, a key of ``actions``, with the fields of its form, and return what the browser shows next."""
        if action not in self.actions:
            raise ClassError(tr("there is nothing to do there"))
        return self.actions[action](self, fields)

    def upload(self, action: str, asked: Fields, data: bytes) -> ClassAnswer:
        """Take a file that is no photo of slips; `action` is a key of ``uploads``, `asked` the query, `data` the content."""
        if action not in self.uploads:
            raise ClassError(tr("there is nothing to do there"))
        return self.uploads[action](self, asked, data)

    def mark_file(self, name: str, data: bytes, *, may_be_cards: bool = False) -> Mapping[str, Any]:
        """Mark the slips of a photo or PDF and return a ``FileAnswer`` as JSON values; `name` is that of the file for people.

        With `may_be_cards`, a photo without a slip is taken as the cards of the challenge that is expected, if any is.
        """
        answer = self._marker.mark(name, data, self._open_printing)
        if may_be_cards and self._expected and not answer.slips:
            try:
                answer.challenge, answer.problems = self._photographed_by_telephone(data), []
            except (ClassError, PictureError) as error:
                answer.problems = [str(error)]
        return answer.to_dict()

    def photo_page(self, *, is_telephone: bool) -> str:
        """Return the page that takes photos as HTML; a telephone's has no link to any other."""
        expected = self._expected.label if self._expected else ""
        if self._open_printing is None:
            return desk_pages.photo_page(None, is_telephone=is_telephone, expected=expected)
        with open_slip_store(self._file) as store:
            table = class_table(store, self._open_printing) if store.printing(self._open_printing) else None
        return desk_pages.photo_page(table, is_telephone=is_telephone, expected=expected)

    def _classes(self, _: Fields) -> ClassAnswer:
        return ClassPage(self._classes_page())

    def _classes_page(self, problem: str = "", given: Fields | None = None) -> str:  # given: the typed fields, shown again
        with open_classes(self._file) as classes:
            rooms = [classes.room(name) for name in classes.names()]
        return desk_pages.classes_page(rooms, this_week(), problem, given or {})

    def _new(self, fields: Fields) -> ClassAnswer:
        """Make a class; what was typed stays in the form where something is wrong with it."""
        name = fields.get("name", "")
        try:
            pupils = read_pasted_list(fields.get("list", ""), fields.get("level", ""))
            with open_classes(self._file) as classes:
                classes.add(name, pupils, random.SystemRandom())
                stored = classes.room(" ".join(name.split())).name
        except ClassError as error:
            return ClassPage(self._classes_page(str(error), fields), 400)
        return ClassAddress(class_address("week", stored, week=this_week()))

    def _week(self, asked: Fields) -> ClassAnswer:
        """Show a week of a class, by default this one."""
        name, week = asked.get("class", ""), asked.get("week") or this_week()
        with open_slip_store(self._file) as store:
            room = store.classes.room(name)
            printings = store.printings_of(room.name)
            printing = _latest_of_week(printings, week)
            table = class_table(store, printing.number) if printing else None
        weeks = tuple(dict.fromkeys([*(each.week for each in printings), this_week(), week]))
        return ClassPage(desk_pages.week_page(room, week, weeks, table))

    def _print(self, fields: Fields) -> ClassAnswer:
        """Make the PDF of a week, or of single slips of it."""
        name = fields.get("class", "")
        week = fields.get("week") or this_week()
        with open_classes(self._file) as classes:
            room = classes.room(name)
        numbers = tuple(parse_number(text, tr("pupil")) for text in fields.get("pupil", "").replace(",", " ").split())
        only = SlipChoice(numbers, "spares" in fields) if numbers or "spares" in fields else None
        options = WeekOptions(
            week,
            paper_of(fields),
            new_puzzles="new" in fields,
            kind=PuzzleKind(fields["kind"]) if fields.get("kind") in set(PuzzleKind) else None,
            per_page=2 if "large" in fields else 4,
        )
        parts = [room.name, week, *(map(str, numbers)), *(["spares"] if "spares" in fields else [])]
        write = lambda out: write_week(out, room.name, room.pupils, options, only=only, file=self._file)  # noqa: E731
        return written_file(write, PDF, f"{'-'.join(parts)}.pdf")

    def _marking_page(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
            table = class_table(store, printing.number)
        self._open_printing = printing.number
        return ClassPage(desk_pages.marking_page(table, can_undo=self._can_undo(printing.number)))

    def _queue(self, asked: Fields) -> ClassAnswer:
        """Show the slips that wait: several that can be decided together, or one, which is the next after a given one."""
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
            entries = store.entries(printing.number)
        table = week_results(printing, entries)
        if not table.waiting:
            return ClassAddress(printing_address("mark", printing.number))
        can_undo, problem = self._can_undo(printing.number), asked.get("problem", "")
        together = decidable_together(printing, entries)
        if "after" not in asked and len(together) > 1:
            return ClassPage(desk_pages.together_page(table, together, can_undo=can_undo, problem=problem))
        after = int(asked["after"]) if is_number(asked.get("after", "")) else -1
        waiting = sorted(table.waiting, key=lambda one: one.key)
        entry = next((one for one in waiting if one.key > after), waiting[0])
        return ClassPage(desk_pages.queue_page(table, entry, waiting.index(entry), can_undo=can_undo, problem=problem))

    def _can_undo(self, printing: int) -> bool:  # whether the last decision is about it
        return bool(self._decided) and self._decided[-1].printing == printing

    def _decide(self, fields: Fields) -> ClassAnswer:
        """Store the decision about one slip: left out, answered by chosen circles, or by the ticked ones."""
        given = fields.get("ticked" if "these" in fields else "shaded", "")
        shaded = None if "out" in fields else tuple(parse_number(text, tr("circle")) for text in given.split())
        pupil = parse_number(fields["pupil"], tr("pupil")) if fields.get("pupil", "").strip() else None
        decision = Decision(parse_number(fields.get("entry", ""), tr("entry")), pupil, shaded)
        return self._store_decisions(fields, [decision], after=decision.entry - 1)

    def _decide_together(self, fields: Fields) -> ClassAnswer:
        """Decide about the slips for which an answer is chosen; the others wait on."""
        chosen = {key: fields[f"answer-{key}"] for key in fields.get("entries", "").split() if f"answer-{key}" in fields}
        decisions = [
            Decision(parse_number(key, tr("entry")), None, tuple(parse_number(text, tr("circle")) for text in given.split()))
            for key, given in chosen.items()
        ]
        return self._store_decisions(fields, decisions)

    def _store_decisions(self, fields: Fields, decisions: Sequence[Decision], **problem_at: int) -> ClassAnswer:
        """Store decisions and lead to the queue; where one is refused, with its message and with the query `problem_at`."""
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, fields)
            try:
                before = decide(store, printing, decisions)
            except ClassError as error:
                return ClassAddress(printing_address("queue", printing.number, **problem_at, problem=str(error)))
        if decisions:
            self._decided.append(before)
            del self._decided[:-MAX_UNDONE]
        return ClassAddress(printing_address("queue", printing.number))

    def _undo(self, _: Fields) -> ClassAnswer:
        """Take the last decision back, and lead to its slips in the queue."""
        if not self._decided:
            raise ClassError(tr("there is nothing to take back"))
        last = self._decided[-1]
        with open_slip_store(self._file) as store:
            undo(store, last)
        self._decided[:] = [one for one in self._decided if one is not last]  # another page may have decided meanwhile
        return ClassAddress(
            printing_address("queue", last.printing, **({} if len(last.entries) > 1 else {"after": last.entries[0].key - 1}))
        )

    def _slip_picture(self, asked: Fields) -> ClassAnswer:
        """Return the picture of a waiting slip."""
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
            found = next((one for one in store.entries(printing.number) if str(one.key) == asked.get("entry")), None)
        if found is None or found.crop is None:
            raise ClassError(tr("there is no picture of this slip any more"))
        return ClassFile(found.crop, "image/jpeg")

    def _table(self, asked: Fields) -> ClassAnswer:
        return ClassPage(self._table_page(asked.get("class", "")))

    def _table_page(self, name: str, problem: str = "", given: Fields | None = None) -> str:
        with open_slip_store(self._file) as store:
            room, needs = store.classes.room(name), class_needs(store, name)
        return desk_pages.table_page(room, needs, this_week(), problem, given or {})

    def _update(self, fields: Fields) -> ClassAnswer:
        def change_it() -> None:
            pupils = read_pasted_list(fields.get("list", ""), fields.get("level", ""))
            with open_classes(self._file) as classes:
                classes.update(fields.get("class", ""), pupils)

        return self._change_class(fields, change_it)

    def _result(self, fields: Fields) -> ClassAnswer:
        """Store a typed result of a pupil; without a week, that of this week."""

        def change_it() -> None:
            typed = fields.get("cards", "").strip(), fields.get("points", "").strip()
            cards, points = (parse_number(text, tr("cards or points")) if text else None for text in typed)
            if cards is None and points is None:
                raise ClassError(tr("write the cards, the points, or both"))
            kind = ResultKind.GAME if "game" in fields else ResultKind.TAKE
            result = PupilResult(parse_number(fields.get("pupil", ""), tr("pupil")), fields.get("week") or this_week(), kind, cards, points)
            with open_classes(self._file) as classes:
                classes.put(fields.get("class", ""), [result])

        return self._change_class(fields, change_it)

    def _ladder(self, fields: Fields) -> ClassAnswer:
        """Store the outcome of a challenge on the ladder."""

        def change_it() -> None:
            challenger, challenged = (parse_number(fields.get(name, ""), tr("pupil")) for name in ("challenger", "challenged"))
            with open_classes(self._file) as classes:
                classes.challenge(fields.get("class", ""), challenger, challenged, won=fields.get("won") == "yes")

        return self._change_class(fields, change_it)

    def _change_class(self, fields: Fields, change_it: Callable[[], None]) -> ClassAnswer:
        """Call `change_it`, and lead to the table of the class; where it raises an error, show the form again with what was typed."""
        try:
            change_it()
        except ClassError as error:
            return ClassPage(self._table_page(fields.get("class", ""), str(error), fields), 400)
        return ClassAddress(class_address("table", fields.get("class", "")))

    def _ask_forget(self, asked: Fields) -> ClassAnswer:
        with open_classes(self._file) as classes:
            room = classes.room(asked.get("class", ""))
        pupil = room.pupil(parse_number(asked["number"], tr("pupil"))) if asked.get("number") else None
        return ClassPage(desk_pages.forget_page(room, pupil))

    def _forget(self, fields: Fields) -> ClassAnswer:
        number = parse_number(fields["number"], tr("pupil")) if fields.get("number") else None
        name = remove_for_good(fields.get("class", ""), number, self._file)
        self._decided.clear()
        self._expected = None
        return ClassAddress("/class" if number is None else class_address("table", name))

    def _large_puzzle(self, asked: Fields) -> ClassAnswer:
        """Show a puzzle of a printing, by its index in the field ``puzzle``, in large cards."""
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
        place = parse_number(asked.get("puzzle", "0"), tr("puzzle"))
        if place >= len(printing.puzzles):
            raise ClassError(tr("there is no such puzzle"))
        return ClassPage(desk_pages.large_page(printing, place))

    def _results_csv(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
            data = results_csv(class_table(store, printing.number))
        return ClassFile(data, "text/csv", f"{printing.class_name}-{printing.week}.csv")

    def _wall(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            table = class_table(store, asked_printing(store, asked).number)
        return ClassPage(desk_pages.wall_page(table))

    def _strips(self, fields: Fields) -> ClassAnswer:
        name, week = fields.get("class", ""), fields.get("week") or None
        write = lambda out: write_strips(out, name, week, paper=paper_of(fields), file=self._file)  # noqa: E731 - where it goes is decided below
        part = week or tr("strips")
        return written_file(write, PDF, f"{name}-{part}.pdf")

    def _needs_csv(self, asked: Fields) -> ClassAnswer:
        name = asked.get("class", "")
        return written_file(lambda out: write_needs(out, name, file=self._file), "text/csv", f"{name}.csv")

    def _needs_pdf(self, asked: Fields) -> ClassAnswer:
        name = asked.get("class", "")
        return written_file(lambda out: write_needs(out, name, paper=paper_of(asked), file=self._file), PDF, f"{name}.pdf")

    def _backup(self, asked: Fields) -> ClassAnswer:
        name = asked.get("class", "")
        return written_file(lambda out: back_up(name, out, file=self._file), "application/octet-stream", f"{name}.backup")

    def _restore(self, asked: Fields, data: bytes) -> ClassAnswer:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "class.backup"
            write_atomically(place, data)
            tick = tr("tick Replace and give the file again")
            held = restore(place, replace=asked.get("replace") == "yes", how_to_replace=tick, file=self._file)
        self._expected = None
        self._decided.clear()
        return ClassAddress(class_address("table", held.class_name))

    def _challenges(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            room = store.classes.room(asked.get("class", ""))
            ranked = rank_challenges(store, room.name)
        expected = self._expected.label if self._expected and self._expected.class_name == room.name else ""
        return ClassPage(desk_pages.challenges_page(room, ranked, asked, expected))

    def _expect_photo(self, fields: Fields) -> ClassAnswer:
        """Have the telephone's next photo of cards taken as the puzzle of a pupil, or no longer where a form has ``stop``."""
        name, pupil = fields.get("class", ""), fields.get("pupil", "")
        if "stop" in fields:
            self._expected = None
            return ClassAddress(class_address("challenges", name))
        try:
            with open_slip_store(self._file) as store:
                room = store.classes.room(name)
                author = room.pupil(parse_number(pupil, tr("pupil")))
        except ClassError as error:
            return ClassAddress(class_address("challenges", name, problem=str(error), pupil=pupil))
        self._expected = ExpectedPuzzle(room.name, author.number, author.label)
        return ClassAddress(class_address("challenges", room.name))

    def _photographed_by_telephone(self, photo: bytes) -> str:
        """Store the cards of a photo as the expected challenge, and return its number and pupil in words."""
        expected = self._expected
        if expected is None:
            raise ClassError(tr("no photo of cards is expected"))
        position = photographed_position(photo)
        with open_slip_store(self._file) as store:
            taken = add_challenge(store, expected.class_name, expected.pupil, position)
        if self._expected is expected:  # else another pupil's is expected since, while this one was read
            self._expected = None
        return tr("Challenge {number} of {pupil}", number=taken.number, pupil=expected.label)

    def _remove_challenge(self, fields: Fields) -> ClassAnswer:
        name = fields.get("class", "")
        with open_slip_store(self._file) as store:
            remove_challenge(store, name, parse_number(fields.get("number", ""), tr("challenge")))
        return ClassAddress(class_address("challenges", name))

    def _challenge(self, fields: Fields) -> ClassAnswer:
        """Take a typed puzzle; what was typed stays in the form where something is wrong with it."""
        name, typed = fields.get("class", ""), {field: fields.get(field, "") for field in ("pupil", "centre", "hand")}
        try:
            position = typed_position(typed["centre"], typed["hand"])
            with open_slip_store(self._file) as store:
                add_challenge(store, name, parse_number(typed["pupil"], tr("pupil")), position)
        except ClassError as error:
            return ClassAddress(class_address("challenges", name, problem=str(error), **typed))
        return ClassAddress(class_address("challenges", name))

    def _photographed_challenge(self, asked: Fields, data: bytes) -> ClassAnswer:
        name, pupil = asked.get("class", ""), parse_number(asked.get("pupil", ""), tr("pupil"))
        position = photographed_position(data)
        with open_slip_store(self._file) as store:
            add_challenge(store, name, pupil, position)
        return ClassAddress(class_address("challenges", name))

    def _print_challenges(self, fields: Fields) -> ClassAnswer:
        name = fields.get("class", "")
        numbers = tuple(parse_number(text, tr("challenge")) for text in fields.get("number", "").split())
        write = lambda out: print_challenges(out, name, numbers, paper=paper_of(fields), file=self._file)  # noqa: E731
        part = tr("challenges")
        return written_file(write, PDF, f"{name}-{part}.pdf")

    #: The function that shows each view, by what follows ``/class/`` in the address; its argument is the query.
    views: ClassVar[Mapping[str, Callable[["Desk", Fields], ClassAnswer]]] = {
        "": _classes,
        "week": _week,
        "mark": _marking_page,
        "queue": _queue,
        "slip.jpg": _slip_picture,
        "table": _table,
        "large": _large_puzzle,
        "results.csv": _results_csv,
        "forget": _ask_forget,
        "wall": _wall,
        "challenges": _challenges,
        "needs.csv": _needs_csv,
        "needs.pdf": _needs_pdf,
        "backup": _backup,
    }
    #: The function that does each action, by what follows ``/class/`` in the form's address; its argument is the form's fields.
    actions: ClassVar[Mapping[str, Callable[["Desk", Fields], ClassAnswer]]] = {
        "new": _new,
        "update": _update,
        "print": _print,
        "decide": _decide,
        "together": _decide_together,
        "undo": _undo,
        "result": _result,
        "ladder": _ladder,
        "forget": _forget,
        "strips": _strips,
        "challenge": _challenge,
        "challenge-photo": _expect_photo,
        "challenge-remove": _remove_challenge,
        "challenges.pdf": _print_challenges,
    }
    #: The function that takes each kind of file: of the query and the content.
    uploads: ClassVar[Mapping[str, Callable[["Desk", Fields, bytes], ClassAnswer]]] = {
        "restore": _restore,
        "challenge": _photographed_challenge,
    }


def _latest_of_week(printings: Sequence[Printing], week: str) -> Printing | None:
    """Return the latest printing of a week; None where it was not printed yet."""
    return next((printing for printing in reversed(printings) if printing.week == week), None)


def written_file(write: Callable[[Path], object], kind: str, name: str) -> ClassFile:
    """Return the file that `write` puts at the path it is given, as one of media type `kind` to be saved under `name`."""
    plain = name.replace("/", "-")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / f"file{Path(plain).suffix}"
        write(place)
        return ClassFile(read_bytes(place, MAX_FILE_BYTES, ClassError), kind, plain)
