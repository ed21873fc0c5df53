"""The teacher's desk: the answer of each page and of each form of the class page, by the functions that the commands call too."""

import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

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
from numero_cam.classroom.class_lists import ListPlan, plan_new, plan_update, text_of_list
from numero_cam.classroom.classes import MAX_WEEK_CHARACTERS, Classroom, class_csv, names_csv
from numero_cam.classroom.course import LevelsChangedError, PlannedLevel, plan_week, typed_since, write_class_weeks
from numero_cam.classroom.desk_pages import WeekPlace
from numero_cam.classroom.page_answers import (
    ACTIONS,
    CSV,
    PDF,
    UPLOADS,
    VIEWS,
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
    today,
    written_file,
)
from numero_cam.classroom.photo_answers import Marker
from numero_cam.classroom.pupil_data import PupilData, pupil_csv, pupil_data, pupil_file, remove_for_good
from numero_cam.classroom.queue import BeforeDecision, Decision, decidable_together, decide, undo
from numero_cam.classroom.result_desk import ResultDesk
from numero_cam.classroom.results import class_table, results_csv, week_results
from numero_cam.classroom.school_year import DAYS, MAX_TERMS, SchoolYear, typed_terms
from numero_cam.classroom.slip_store import open_classes, open_slip_store
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.spreadsheets import is_number
from numero_cam.classroom.toptake_desk import TopTakeDesk
from numero_cam.classroom.week import SlipChoice, WeekOptions
from numero_cam.games.numero.puzzles import LevelMove
from numero_cam.games.numero.rules.choices import PuzzleKind

KEPT_OPTIONS = ("paper", "large", "pupil", "spares", "new", "kind")  #: Fields of a week's print that stay when its levels are shown again.
MAX_UNDONE = 50  #: Maximum number of decisions that can be taken back; their pictures are in memory until then.


@dataclass(frozen=True, slots=True)
class ExpectedPuzzle:
    """A pupil's puzzle of which the telephone is to give a photo."""

    class_name: str  #: Name of the class.
    pupil: int  #: Number of the pupil.
    label: str  #: Number and name of the pupil.


class Desk(ResultDesk, TopTakeDesk):
    """Shows and changes the classes of a file; without one, those of this user."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._marker = Marker(file)
        self._open_printing: int | None = None  #: Number of the printing whose marking page was opened last; the photo page is for it.
        self._decided: list[BeforeDecision] = []  #: What each decision changed, for its undo; the latest last.
        self._expected: ExpectedPuzzle | None = None  #: The puzzle whose cards the telephone photographs next; None where it gives slips.

    def show(self, view: str, asked: Fields) -> ClassAnswer:
        """Return the page or file of a view, a key of ``VIEWS``; `asked` is the query. Nothing stored changes."""
        if view not in VIEWS:
            raise ClassError(tr("there is no such page"))
        return VIEWS[view](self, asked)

    def change(self, action: str, fields: Fields) -> ClassAnswer:
        """Do an action, a key of ``ACTIONS``, with the fields of its form, and return what the browser shows next."""
        if action not in ACTIONS:
            raise ClassError(tr("there is nothing to do there"))
        return ACTIONS[action](self, fields)

    def upload(self, action: str, asked: Fields, data: bytes) -> ClassAnswer:
        """Take a file that is no photo of slips; `action` is a key of ``UPLOADS``, `asked` the query, `data` the content."""
        if action not in UPLOADS:
            raise ClassError(tr("there is nothing to do there"))
        return UPLOADS[action](self, asked, data)

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
        return asdict(answer)

    def photo_page(self, *, is_telephone: bool) -> str:
        """Return the page that takes photos as HTML; a telephone's has no link to any other."""
        expected = self._expected.label if self._expected else ""
        if self._open_printing is None:
            return desk_pages.photo_page(None, is_telephone=is_telephone, expected=expected)
        with open_slip_store(self._file) as store:
            table = class_table(store, self._open_printing) if store.printing(self._open_printing) else None
        return desk_pages.photo_page(table, is_telephone=is_telephone, expected=expected)

    @VIEWS.at("")
    def _classes(self, _: Fields) -> ClassAnswer:
        return ClassPage(self._classes_page())

    def _classes_page(self, problem: str = "", given: Fields | None = None) -> str:  # given: the typed fields, shown again
        with open_classes(self._file) as classes:
            rooms = [classes.room(name) for name in classes.names()]
        return desk_pages.classes_page(rooms, today(), problem, given or {})

    @ACTIONS.at("new")
    def _new(self, fields: Fields) -> ClassAnswer:
        """Make a class, or show what its list would store; what was typed stays in the form where something is wrong with it."""
        name = fields.get("name", "")
        try:
            plan = plan_new(fields.get("list", ""), fields.get("level", ""))
            with open_classes(self._file) as classes:
                plain = classes.free_name(name)
                if not _is_seen(plan, fields):
                    return ClassPage(desk_pages.listed_page(plan, "new", plain, fields))
                classes.add(plain, plan.pupils, random.SystemRandom())
                stored = classes.room(plain)
        except ClassError as error:
            return ClassPage(self._classes_page(str(error), fields), 400)
        return ClassAddress(class_address("week", stored.name, week=stored.year.week_on(today()).name))

    @UPLOADS.at("list")
    def _list_text(self, asked: Fields, data: bytes) -> ClassAnswer:
        """Return the text of a file with a list, for the form that it goes into."""
        return ClassFile(text_of_list(data, asked.get("file", "")[:100] or tr("the file")).encode(), "text/plain; charset=utf-8")

    @VIEWS.at("week")
    def _week(self, asked: Fields) -> ClassAnswer:
        return ClassPage(self._week_page(asked))

    def _week_page(self, asked: Fields, problem: str = "") -> str:
        """Return a week of a class, by default this one."""
        with open_slip_store(self._file) as store:
            room = store.classes.room(asked.get("class", ""))
            week = asked.get("week") or room.year.week_on(today()).name
            printings = store.printings_of(room.name)
            printing = _latest_of_week(printings, week)
            table = class_table(store, printing.number) if printing else None
            plan = [_chosen(one, asked) for one in plan_week(store, room, week, today())]
            retyped = typed_since(room, printings, week, today())
        place = WeekPlace.of(room.year, week, [one.week for one in printings], today())
        return desk_pages.week_page(room, place, table, plan, retyped, given=asked, problem=problem)

    @VIEWS.at("year")
    def _year(self, asked: Fields) -> ClassAnswer:
        return ClassPage(self._year_page(asked.get("class", "")))

    def _year_page(self, name: str, problem: str = "", given: Fields | None = None) -> str:
        with open_slip_store(self._file) as store:
            room = store.classes.room(name)
            printed = frozenset(one.week for one in store.printings_of(room.name))
        return desk_pages.year_page(room, printed, today(), problem, given)

    @ACTIONS.at("year")
    def _change_year(self, fields: Fields) -> ClassAnswer:
        """Store the terms, and what holds for all weeks; what was typed stays in the form where something is wrong with it."""
        name, day = fields.get("class", ""), fields.get("answer-day", "")
        try:
            typed = typed_terms([(fields.get(f"first-{n}", ""), fields.get(f"last-{n}", "")) for n in range(MAX_TERMS)])
            answer_day = parse_number(day, tr("day")) if day in map(str, range(1, DAYS + 1)) else None
            with open_classes(self._file) as classes:
                before = classes.room(name).year
                year = replace(before, terms=before.with_terms(typed, today()), by_results="by-results" in fields, answer_day=answer_day)
                classes.put_year(name, year)
        except ClassError as error:
            return ClassPage(self._year_page(name, str(error), fields), 400)
        return ClassAddress(class_address("year", name))

    @ACTIONS.at("print")
    def _print(self, fields: Fields) -> ClassAnswer:
        """Make the PDF of a week, of single slips of it, or of all weeks from it to the end of its term; the layout is remembered."""
        with open_slip_store(self._file) as store:
            room = store.classes.room(fields.get("class", ""))
            year = _with_layout(room.year, fields)
            if year != room.year:
                store.classes.put_year(room.name, year)
            printed = {one.week for one in store.printings_of(room.name)}
        week = fields.get("week") or room.year.week_on(today()).name
        if week not in printed and room.year.terms and room.year.week_named(week, today()) is None:
            raise ClassError(
                tr("week {week} is no week of the school year, so nothing is printed; look at its terms", week=week[:MAX_WEEK_CHARACTERS])
            )
        weeks = [one.name for one in room.year.rest_of_term(week, today())] if "term" in fields else []
        numbers = tuple(parse_number(text, tr("pupil")) for text in fields.get("pupil", "").replace(",", " ").split())
        only = SlipChoice(numbers, "spares" in fields) if numbers or "spares" in fields else None
        options = WeekOptions(
            week,
            paper_of(fields),
            new_puzzles="new" in fields,
            kind=PuzzleKind(fields["kind"]) if fields.get("kind") in set(PuzzleKind) else None,
            large="large" in fields,
            puzzles=year.puzzles,
            versions=year.versions,
            shown=_shown_levels(room, fields),
            anew=frozenset(parse_number(text, tr("pupil")) for text in fields.get("anew", "").split()),
        )
        parts = [room.name, week, *weeks[1:][-1:], *(map(str, numbers)), *(["spares"] if "spares" in fields else [])]
        moves = {one.number: move for one in room.pupils if (move := _move(fields, one.number))}

        def write(out: Path) -> object:
            return write_class_weeks(out, room.name, weeks or [week], options, moves=moves, only=only, file=self._file, day=today())

        try:
            return written_file(write, PDF, f"{'-'.join(parts)}.pdf")
        except LevelsChangedError as error:
            kept = () if "anew" in fields else KEPT_OPTIONS
            typed = {name: text for name, text in fields.items() if name.startswith(("move-", "level-")) or name in kept}
            return ClassPage(self._week_page({**typed, "class": room.name, "week": week}, str(error)), 400)

    @VIEWS.at("mark")
    def _marking_page(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
            table = class_table(store, printing.number)
        self._open_printing = printing.number
        return ClassPage(desk_pages.marking_page(table, can_undo=self._can_undo(printing.number)))

    @VIEWS.at("queue")
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

    @ACTIONS.at("decide")
    def _decide(self, fields: Fields) -> ClassAnswer:
        """Store the decision about one slip: left out, answered by chosen circles, or by the ticked ones."""
        given = fields.get("ticked" if "these" in fields else "shaded", "")
        shaded = None if "out" in fields else tuple(parse_number(text, tr("circle")) for text in given.split())
        pupil = parse_number(fields["pupil"], tr("pupil")) if fields.get("pupil", "").strip() else None
        decision = Decision(parse_number(fields.get("entry", ""), tr("entry")), pupil, shaded)
        return self._store_decisions(fields, [decision], after=decision.entry - 1)

    @ACTIONS.at("together")
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

    @ACTIONS.at("undo")
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

    @VIEWS.at("slip.jpg")
    def _slip_picture(self, asked: Fields) -> ClassAnswer:
        """Return the picture of a waiting slip."""
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
            found = next((one for one in store.entries(printing.number) if str(one.key) == asked.get("entry")), None)
        if found is None or found.crop is None:
            raise ClassError(tr("there is no picture of this slip any more"))
        return ClassFile(found.crop, "image/jpeg")

    @ACTIONS.at("update")
    def _update(self, fields: Fields) -> ClassAnswer:
        """Take a list into a class, or show what it would change; then lead to the table, with those who are not in the list."""
        text, level = fields.get("list", ""), fields.get("level", "")
        try:
            with open_classes(self._file) as classes:
                room = classes.room(fields.get("class", ""))
                plan = plan_update(room, text, level)
                if not _is_seen(plan, fields):
                    return ClassPage(desk_pages.listed_page(plan, "update", room.name, fields))
                if "seen" in fields:
                    others = {change.line for change in plan.changes if f"other-{change.line}" in fields}
                    plan = plan_update(room, text, level, others)
                absent = classes.update(room.name, plan.pupils)
        except ClassError as error:
            return ClassPage(self._table_page(fields.get("class", ""), str(error), fields), 400)
        return ClassAddress(
            class_address("table", room.name, **({"absent": " ".join(str(one.number) for one in absent)} if absent else {}))
        )

    def _room(self, asked: Fields) -> Classroom:
        with open_classes(self._file) as classes:
            return classes.room(asked.get("class", ""))

    def _asked_pupil(self, asked: Fields) -> PupilData:
        with open_slip_store(self._file) as store:
            name = store.classes.stored_name(asked.get("class", ""))
            return pupil_data(store, name, parse_number(asked.get("number", ""), tr("pupil")))

    @VIEWS.at("pupil")
    def _pupil(self, asked: Fields) -> ClassAnswer:
        return ClassPage(desk_pages.pupil_page(self._asked_pupil(asked)))

    @VIEWS.at("pupil.html")
    def _pupil_file(self, asked: Fields) -> ClassAnswer:
        data = self._asked_pupil(asked)
        return ClassFile(pupil_file(data), "text/html; charset=utf-8", f"{data.room.name}-{data.pupil.number}.html")

    @VIEWS.at("pupil.csv")
    def _pupil_csv(self, asked: Fields) -> ClassAnswer:
        data = self._asked_pupil(asked)
        return ClassFile(pupil_csv(data), CSV, f"{data.room.name}-{data.pupil.number}.csv")

    @VIEWS.at("class.csv")
    def _class_csv(self, asked: Fields) -> ClassAnswer:
        room = self._room(asked)
        return ClassFile(class_csv(room), CSV, f"{room.name}.csv")

    @VIEWS.at("names.csv")
    def _names_csv(self, asked: Fields) -> ClassAnswer:
        room, part = self._room(asked), tr("names")
        return ClassFile(names_csv(room.pupils), CSV, f"{room.name}-{part}.csv")

    @VIEWS.at("forget")
    def _ask_forget(self, asked: Fields) -> ClassAnswer:
        data = self._asked_pupil(asked) if asked.get("number") else None
        return ClassPage(desk_pages.forget_page(data.room if data else self._room(asked), data))

    @ACTIONS.at("forget")
    def _forget(self, fields: Fields) -> ClassAnswer:
        number = parse_number(fields["number"], tr("pupil")) if fields.get("number") else None
        name = remove_for_good(fields.get("class", ""), number, self._file)
        self._decided.clear()
        self._expected = None
        return ClassAddress("/class" if number is None else class_address("table", name))

    @VIEWS.at("large")
    def _large_puzzle(self, asked: Fields) -> ClassAnswer:
        """Show a puzzle of a printing, by its index in the field ``puzzle``, in large cards."""
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
        place = parse_number(asked.get("puzzle", "0"), tr("puzzle"))
        if place >= len(printing.puzzles):
            raise ClassError(tr("there is no such puzzle"))
        return ClassPage(desk_pages.large_page(printing, place))

    @VIEWS.at("results.csv")
    def _results_csv(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            printing = asked_printing(store, asked)
            data = results_csv(class_table(store, printing.number))
        return ClassFile(data, CSV, f"{printing.class_name}-{printing.week}.csv")

    @VIEWS.at("wall")
    def _wall(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            table = class_table(store, asked_printing(store, asked).number)
        return ClassPage(desk_pages.wall_page(table))

    @VIEWS.at("backup")
    def _backup(self, asked: Fields) -> ClassAnswer:
        name = asked.get("class", "")
        return written_file(lambda out: back_up(name, out, file=self._file), "application/octet-stream", f"{name}.backup")

    @UPLOADS.at("restore")
    def _restore(self, asked: Fields, data: bytes) -> ClassAnswer:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "class.backup"
            write_atomically(place, data)
            tick = tr("tick Replace and give the file again")
            held = restore(place, replace=asked.get("replace") == "yes", how_to_replace=tick, file=self._file)
        self._expected = None
        self._decided.clear()
        return ClassAddress(class_address("table", held.class_name))

    @VIEWS.at("challenges")
    def _challenges(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            room = store.classes.room(asked.get("class", ""))
            ranked = rank_challenges(store, room.name)
        expected = self._expected.label if self._expected and self._expected.class_name == room.name else ""
        return ClassPage(desk_pages.challenges_page(room, ranked, asked, expected))

    @ACTIONS.at("challenge-photo")
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

    @ACTIONS.at("challenge-remove")
    def _remove_challenge(self, fields: Fields) -> ClassAnswer:
        name = fields.get("class", "")
        with open_slip_store(self._file) as store:
            remove_challenge(store, name, parse_number(fields.get("number", ""), tr("challenge")))
        return ClassAddress(class_address("challenges", name))

    @ACTIONS.at("challenge")
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

    @UPLOADS.at("challenge")
    def _photographed_challenge(self, asked: Fields, data: bytes) -> ClassAnswer:
        name, pupil = asked.get("class", ""), parse_number(asked.get("pupil", ""), tr("pupil"))
        position = photographed_position(data)
        with open_slip_store(self._file) as store:
            add_challenge(store, name, pupil, position)
        return ClassAddress(class_address("challenges", name))

    @ACTIONS.at("challenges.pdf")
    def _print_challenges(self, fields: Fields) -> ClassAnswer:
        name = fields.get("class", "")
        numbers = tuple(parse_number(text, tr("challenge")) for text in fields.get("number", "").split())
        part, paper = tr("challenges"), paper_of(fields)
        return written_file(lambda out: print_challenges(out, name, numbers, paper=paper, file=self._file), PDF, f"{name}-{part}.pdf")


def _is_seen(plan: ListPlan, fields: Fields) -> bool:
    """Return whether a form stores a list at once: it does not ask to look, and what it showed is still what the list would do."""
    return "look" not in fields and fields.get("seen", plan.digest) == plan.digest


def _move(fields: Fields, pupil: int) -> LevelMove | None:
    """Return the move that a form chooses for a pupil; None for none."""
    move = fields.get(f"move-{pupil}")
    return LevelMove(move) if move in set(LevelMove) else None


def _shown_levels(room: Classroom, fields: Fields) -> Mapping[int, str]:
    """Return the levels that the page of a form showed, by number of the pupil: the chosen moves from the levels at present."""
    present = [replace(one, level=level) for one in room.pupils if (level := fields.get(f"level-{one.number}"))]
    return {one.number: PlannedLevel(one, _move(fields, one.number) or LevelMove.AGAIN).level for one in present}


def _chosen(planned: PlannedLevel, asked: Fields) -> PlannedLevel:
    """Return the level of a week with the move that was chosen on a page that showed the same level at present."""
    number = planned.pupil.number
    move = _move(asked, number) if asked.get(f"level-{number}") == planned.pupil.level else None
    return replace(planned, move=move or planned.move)


def _with_layout(year: SchoolYear, fields: Fields) -> SchoolYear:
    """Return what holds for all weeks with the puzzles a slip and the versions that a form chooses, if it changes what its page showed."""
    if fields.get("layout") == f"{fields.get('puzzles')} {fields.get('versions')}":  # a page may be older than the last choice
        return year
    puzzles, versions = (parse_number(fields[name], tr("slips")) if name in fields else None for name in ("puzzles", "versions"))
    return year.with_slips(puzzles or year.puzzles, versions or year.versions)


def _latest_of_week(printings: Sequence[Printing], week: str) -> Printing | None:
    """Return the latest printing of a week; None where it was not printed yet."""
    return next((printing for printing in reversed(printings) if printing.week == week), None)
