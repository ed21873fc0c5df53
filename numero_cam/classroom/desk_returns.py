"""The teacher's pages after a week was marked: strips, the wall, needs, challenges of pupils, backup and restore."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from numero_cam.base.bounded_reader import read_bytes
from numero_cam.base.errors import ClassError
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
from numero_cam.classroom.desk_fields import Fields, asked_printing, class_address, paper_of, parse_number
from numero_cam.classroom.needs import write_needs
from numero_cam.classroom.page_answers import ClassAddress, ClassAnswer, ClassFile, ClassPage
from numero_cam.classroom.results import class_table
from numero_cam.classroom.slip_store import open_slip_store
from numero_cam.classroom.strips import write_strips
from numero_cam.classroom.wall import wall_of, wall_page

PDF = "application/pdf"
MAX_FILE_BYTES = 200_000_000  #: Maximum size of a file that is given back, in bytes.


@dataclass(frozen=True, slots=True)
class ExpectedPuzzle:
    """A pupil's puzzle of which the telephone is to give a photo."""

    class_name: str  #: Name of the class.
    pupil: int  #: Number of the pupil.
    label: str  #: Number and name of the pupil.


class ReturnsDesk:
    """The pages, forms and uploads for strips, the wall, needs, challenges, backup and restore; ``Desk`` serves them with its own.

    Args:
        file: The file of the classes; None for that of this user.
        on_restore: Called after a class was restored; decisions about its slips can then not be taken back.
    """

    def __init__(self, file: Path | None, on_restore: Callable[[], None]) -> None:
        self._file, self._on_restore = file, on_restore
        self.expected: ExpectedPuzzle | None = None  #: The puzzle whose cards the telephone photographs next; None where it gives slips.
        self.views: Mapping[str, Callable[[Fields], ClassAnswer]] = {
            "wall": self._wall,
            "challenges": self._challenges,
            "needs.csv": self._needs_csv,
            "needs.pdf": self._needs_pdf,
            "backup": self._backup,
        }
        self.actions: Mapping[str, Callable[[Fields], ClassAnswer]] = {
            "strips": self._strips,
            "challenge": self._challenge,
            "challenge-photo": self._expect_photo,
            "challenge-remove": self._remove_challenge,
            "challenges.pdf": self._print_challenges,
        }
        self.uploads: Mapping[str, Callable[[Fields, bytes], ClassAnswer]] = {
            "restore": self._restore,
            "challenge": self._photographed_challenge,
        }

    def _wall(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            table = class_table(store, asked_printing(store, asked).number)
        return ClassPage(wall_page(wall_of(table), at=desk_pages.STATIC))

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
        self.expected = None
        self._on_restore()
        return ClassAddress(class_address("table", held.class_name))

    def _challenges(self, asked: Fields) -> ClassAnswer:
        with open_slip_store(self._file) as store:
            room = store.classes.room(asked.get("class", ""))
            ranked = rank_challenges(store, room.name)
        expected = self.expected.label if self.expected and self.expected.class_name == room.name else ""
        return ClassPage(desk_pages.challenges_page(room, ranked, asked, expected))

    def _expect_photo(self, fields: Fields) -> ClassAnswer:
        """Have the telephone's next photo of cards taken as the puzzle of a pupil, or no longer where a form has ``stop``."""
        name, pupil = fields.get("class", ""), fields.get("pupil", "")
        if "stop" in fields:
            self.expected = None
            return ClassAddress(class_address("challenges", name))
        try:
            with open_slip_store(self._file) as store:
                room = store.classes.room(name)
                author = room.pupil(parse_number(pupil, tr("pupil")))
        except ClassError as error:
            return ClassAddress(class_address("challenges", name, problem=str(error), pupil=pupil))
        self.expected = ExpectedPuzzle(room.name, author.number, author.label)
        return ClassAddress(class_address("challenges", room.name))

    def photographed_by_telephone(self, photo: bytes) -> str:
        """Store the cards of a photo as the expected challenge, and return its number and pupil in words."""
        expected = self.expected
        if expected is None:
            raise ClassError(tr("no photo of cards is expected"))
        position = photographed_position(photo)
        with open_slip_store(self._file) as store:
            taken = add_challenge(store, expected.class_name, expected.pupil, position)
        if self.expected is expected:  # else another pupil's is expected since, while this one was read
            self.expected = None
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


def written_file(write: Callable[[Path], object], kind: str, name: str) -> ClassFile:
    """Return the file that `write` puts at the path it is given, as one of media type `kind` to be saved under `name`."""
    plain = name.replace("/", "-")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / f"file{Path(plain).suffix}"
        write(place)
        return ClassFile(read_bytes(place, MAX_FILE_BYTES, ClassError), kind, plain)
