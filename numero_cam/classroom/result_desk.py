"""The part of the teacher's desk that shows results: the class by skill, a pupil over the weeks, sheets for parents, contests."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom import result_pages
from numero_cam.classroom.classes import PupilResult, ResultKind
from numero_cam.classroom.needs import class_needs, write_needs
from numero_cam.classroom.page_answers import (
    ACTIONS,
    CSV,
    PDF,
    VIEWS,
    ClassAddress,
    ClassAnswer,
    ClassPage,
    Fields,
    class_address,
    paper_of,
    parse_number,
    today,
    written_file,
)
from numero_cam.classroom.parent_sheets import write_parent_sheets
from numero_cam.classroom.slip_store import open_classes, open_slip_store
from numero_cam.classroom.spreadsheets import is_number
from numero_cam.classroom.strips import write_strips
from numero_cam.games.numero.puzzles import LevelError, parse_level


class ResultDesk:
    """Shows and changes the results of the classes of a file."""

    _file: Path | None  #: See ``Desk``.

    @VIEWS.at("table")
    def _table(self, asked: Fields) -> ClassAnswer:
        return ClassPage(self._table_page(asked.get("class", ""), absent=asked.get("absent", "")))

    def _table_page(self, name: str, problem: str = "", given: Fields | None = None, absent: str = "") -> str:
        with open_slip_store(self._file) as store:
            room, needs = store.classes.room(name), class_needs(store, name, today())
        numbers = {int(text) for text in absent.split() if is_number(text)}
        left = [pupil for pupil in room.pupils if pupil.number in numbers]
        return result_pages.table_page(room, needs, today(), problem, given or {}, absent=left)

    @VIEWS.at("progress")
    def _progress(self, asked: Fields) -> ClassAnswer:
        """Show a pupil over the weeks, with the next step."""
        with open_slip_store(self._file) as store:
            room = store.classes.room(asked.get("class", ""))
            pupil = room.pupil(parse_number(asked.get("number", ""), tr("pupil")))
            needs = class_needs(store, room.name, today())
        return ClassPage(result_pages.progress_page(needs, next(one for one in needs.pupils if one.pupil.number == pupil.number)))

    @ACTIONS.at("level")
    def _level(self, fields: Fields) -> ClassAnswer:
        """Give a pupil another level, which his next slip has."""
        try:
            level = parse_level(fields.get("level", "")).name
        except LevelError as error:
            raise ClassError(str(error)) from error
        with open_classes(self._file) as classes:
            room = classes.room(fields.get("class", ""))
            pupil = room.pupil(parse_number(fields.get("number", ""), tr("pupil")))
            classes.update(room.name, [replace(pupil, level=level)])
        return ClassAddress(class_address("progress", room.name, number=pupil.number))

    @ACTIONS.at("parents")
    def _parents(self, fields: Fields) -> ClassAnswer:
        """Make the sheets for parents: of one pupil, or of each."""
        name, given = fields.get("class", ""), fields.get("number", "")
        number = parse_number(given, tr("pupil")) if given else None
        called, paper = "-".join(filter(None, (name, tr("parents"), given))), paper_of(fields)
        return written_file(lambda out: write_parent_sheets(out, name, number, paper=paper, file=self._file), PDF, f"{called}.pdf")

    @ACTIONS.at("contests")
    def _contests(self, fields: Fields) -> ClassAnswer:
        """Show the ladder, the records and the Top Challenge of a class, or hide them where a form does not say ``on``."""
        with open_classes(self._file) as classes:
            room = classes.room(fields.get("class", ""))
            classes.put_year(room.name, replace(room.year, contests="on" in fields))
        return ClassAddress(class_address("table", room.name))

    @ACTIONS.at("result")
    def _result(self, fields: Fields) -> ClassAnswer:
        """Store a typed result of a pupil; without a week, that of this week."""

        def change_it() -> None:
            typed = fields.get("cards", "").strip(), fields.get("points", "").strip()
            cards, points = (parse_number(text, tr("cards or points")) if text else None for text in typed)
            if cards is None and points is None:
                raise ClassError(tr("write the cards, the points, or both"))
            kind = ResultKind.GAME if "game" in fields else ResultKind.TAKE
            number = parse_number(fields.get("pupil", ""), tr("pupil"))
            with open_classes(self._file) as classes:
                room = classes.room(fields.get("class", ""))
                week = fields.get("week") or room.year.week_on(today()).name
                classes.put(room.name, [PupilResult(number, week, kind, cards, points)])

        return self._change_class(fields, change_it)

    @ACTIONS.at("ladder")
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

    @ACTIONS.at("strips")
    def _strips(self, fields: Fields) -> ClassAnswer:
        name, week = fields.get("class", ""), fields.get("week") or None
        part, paper = week or tr("strips"), paper_of(fields)
        return written_file(lambda out: write_strips(out, name, week, paper=paper, file=self._file), PDF, f"{name}-{part}.pdf")

    @VIEWS.at("needs.csv")
    def _needs_csv(self, asked: Fields) -> ClassAnswer:
        name = asked.get("class", "")
        return written_file(lambda out: write_needs(out, name, file=self._file), CSV, f"{name}.csv")

    @VIEWS.at("needs.pdf")
    def _needs_pdf(self, asked: Fields) -> ClassAnswer:
        name = asked.get("class", "")
        return written_file(lambda out: write_needs(out, name, paper=paper_of(asked), file=self._file), PDF, f"{name}.pdf")
