"""The part of the teacher's desk that plays a Top Take: a page to project, and one on which the teacher begins it and types answers."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import tr
from numero_cam.classroom import toptake_pages
from numero_cam.classroom.challenges import proven_puzzle, typed_position
from numero_cam.classroom.classes import Classroom
from numero_cam.classroom.page_answers import (
    ACTIONS,
    PDF,
    UPLOADS,
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
from numero_cam.classroom.slip_store import SlipStore, open_slip_store
from numero_cam.classroom.slips import Printing, SlipPuzzle
from numero_cam.classroom.spreadsheets import rows_of_bytes
from numero_cam.classroom.toptake import (
    PlayedRound,
    begin_round,
    enter,
    entry_lines,
    playable,
    put_step,
    put_teams,
    round_printing,
    stored_round,
    teams_of_rows,
    typed_seconds,
    typed_teams,
)
from numero_cam.classroom.week import week_pages, write_pdf
from numero_cam.classroom.week_puzzles import week_puzzle
from numero_cam.games.numero.puzzles import LevelError
from numero_cam.games.numero.rules.choices import By, PuzzleKind
from numero_cam.printing.pdf import pdf_bytes

OWN_CARDS = "Top Take"  #: Stands in place of a level for a puzzle of typed cards.


def now() -> int:
    """Return this moment, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class TopTakeDesk:
    """Plays Top Takes with the classes of a file."""

    _file: Path | None  #: See ``Desk``.

    @VIEWS.at("round")
    def _wall(self, asked: Fields) -> ClassAnswer:
        """Show the page to project; without a round, the one on which it is begun."""
        with open_slip_store(self._file) as store:
            name = store.classes.stored_name(asked.get("class", ""))
            played = stored_round(store, name)
        if played is None:
            return ClassAddress(class_address("round-desk", name))
        return ClassPage(toptake_pages.round_page(name, played, now()))

    @VIEWS.at("round-desk")
    def _desk(self, asked: Fields) -> ClassAnswer:
        return ClassPage(self._desk_page(asked.get("class", ""), given=asked))

    def _desk_page(self, name: str, problem: str = "", given: Fields | None = None) -> str:
        with open_slip_store(self._file) as store:
            room = store.classes.room(name)
            return toptake_pages.round_desk_page(room, stored_round(store, room.name), now(), problem, given or {})

    def _changed(self, fields: Fields, change_it: Callable[[SlipStore, Classroom], None]) -> ClassAnswer:
        """Call `change_it`, and lead to the teacher's page; where it raises an error, show that page again with what was typed."""
        name = fields.get("class", "")
        try:
            with open_slip_store(self._file) as store:
                change_it(store, store.classes.room(name))
        except (ClassError, LevelError) as error:
            return ClassPage(self._desk_page(name, str(error), fields), 400)
        return ClassAddress(class_address("round-desk", name))

    @ACTIONS.at("round-new")
    def _begin(self, fields: Fields) -> ClassAnswer:
        """Begin a round: with a puzzle of a level, with typed cards, or with slips that were printed."""

        def change_it(store: SlipStore, room: Classroom) -> None:
            seconds = typed_seconds(fields.get("seconds", ""))
            begin_round(store, room, _wanted_printing(store, room, fields), seconds)

        return self._changed(fields, change_it)

    @ACTIONS.at("round-step")
    def _step(self, fields: Fields) -> ClassAnswer:
        """Do what a key of the projected page does: ``next``, ``reveal``, ``again`` or ``names``; a stale page does nothing."""
        with open_slip_store(self._file) as store:
            name = store.classes.stored_name(fields.get("class", ""))
            played = _played(store, name)
            changed = _STEPS.get(fields.get("do", ""))
            if changed is None:
                raise ClassError(tr("there is nothing to do there"))
            if fields.get("revision") == str(played.stored.revision):
                put_step(store, name, changed(played))
        return ClassAddress(class_address("round", name))

    @ACTIONS.at("round-answers")
    def _answers(self, fields: Fields) -> ClassAnswer:
        """Take typed answers; the lines that were not taken stay in the form, with what is wrong with the first of them."""
        entries, refused = entry_lines(fields.get("lines", ""))
        return self._entered(fields, entries, refused)

    def _entered(self, fields: Fields, entries: list[tuple[str, str]], refused: list[tuple[str, str]]) -> ClassAnswer:
        name = fields.get("class", "")
        with open_slip_store(self._file) as store:
            room = store.classes.room(name)
            refused += enter(store, room, _played(store, room.name), entries).refused
        if not refused:
            return ClassAddress(class_address("round-desk", room.name))
        (line, why), left = refused[0], "\n".join(line for line, _ in refused)
        problem = tr("{line}: {why}", line=line[:60], why=why)
        return ClassPage(self._desk_page(name, problem, {**fields, "lines": left}), 400)

    @UPLOADS.at("round-answers")
    def _answer_file(self, asked: Fields, data: bytes) -> ClassAnswer:
        """Take a table of answers."""
        rows = rows_of_bytes(data, tr("the file"), ("number", "answer"), "number,answer/17,(13 + 12) x 2/5")
        return self._entered(asked, [(row["number"], row["answer"]) for _, row in rows if row["answer"]], [])

    @ACTIONS.at("round-teams")
    def _teams(self, fields: Fields) -> ClassAnswer:
        """Take typed teams in place of those before."""

        def change_it(store: SlipStore, room: Classroom) -> None:
            put_teams(store, room, _played(store, room.name), typed_teams(room, fields.get("teams", "")))

        return self._changed(fields, change_it)

    @UPLOADS.at("round-teams")
    def _team_file(self, asked: Fields, data: bytes) -> ClassAnswer:
        """Take a table of teams in place of those before."""
        rows = rows_of_bytes(data, tr("the file"), ("number", "team"), "number,team/17,Red")

        def change_it(store: SlipStore, room: Classroom) -> None:
            put_teams(store, room, _played(store, room.name), teams_of_rows(room, [(row["number"], row["team"]) for _, row in rows]))

        return self._changed(asked, change_it)

    @ACTIONS.at("round.pdf")
    def _slips(self, fields: Fields) -> ClassAnswer:
        """Make the PDF of the slips of the round, with the puzzle to project and the answer on the last page."""
        with open_slip_store(self._file) as store:
            name = store.classes.stored_name(fields.get("class", ""))
            printing = _played(store, name).printing
        pages = week_pages(printing, paper=paper_of(fields))
        return written_file(
            lambda out: write_pdf(out, pdf_bytes(pages, f"numero-cam {printing.heading}")), PDF, f"{name}-{printing.week}.pdf"
        )


_STEPS = {
    "next": lambda played: played.after_next(now()),
    "reveal": lambda played: played.after_reveal(now()),
    "again": lambda played: played.after_restart(),
    "names": lambda played: played.after_names(),
}


def _played(store: SlipStore, class_name: str) -> PlayedRound:
    """Return the round that a class plays; refuse a class that plays none."""
    played = stored_round(store, class_name)
    if played is None:
        raise ClassError(tr("{name} plays no Top Take; begin one", name=class_name))
    return played


def _wanted_printing(store: SlipStore, room: Classroom, fields: Fields) -> Printing:
    """Return the printing of a new round: a printed one by its number, one of typed cards, or one of a level."""
    if given := fields.get("printing", "").strip():
        printed = store.printing(parse_number(given, tr("printing")))
        if printed is None or printed.class_name.casefold() != room.name.casefold():
            raise ClassError(tr("nothing was printed under this number on this computer"))
        return playable(printed)
    by: By = "points" if fields.get("by") == "points" else "cards"
    seed = secrets.token_hex(8)
    centre, hand = fields.get("centre", "").strip(), fields.get("hand", "").strip()
    if centre or hand:
        puzzle = SlipPuzzle.of(OWN_CARDS, proven_puzzle(typed_position(centre, hand), by))
    else:
        puzzle = week_puzzle(fields.get("level", ""), seed, by, PuzzleKind.BEST)
    return round_printing(store, room, puzzle, today(), seed)
