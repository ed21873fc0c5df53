"""Lists of a class as offices write them: pasted or from a file, in any order of columns, and what such a list would change."""

import codecs
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from numero_cam.base.errors import ClassError
from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.classes import Classroom, Pupil, name_letters, pupils_of_rows
from numero_cam.classroom.slips import MAX_PUPIL_NUMBER
from numero_cam.classroom.spreadsheets import cells_of_text
from numero_cam.games.numero.puzzles import LevelError, parse_level

MAX_LIST_CHARACTERS = 20_000  #: Maximum length of a list; one of 99 pupils with a dozen columns has 12,000 characters.
MIN_LIKENESS = 0.85  #: Minimum likeness of two names of one number that are taken for a corrected name: "Dora" and "Dorah" have 0.89.
COLUMNS = ("number", "name", "level")
_HEADS = {
    "number": ("number", "no.", "nr", "nr.", "nummer", "#", "lfd. nr.", "lfd.nr.", "lfd nr"),
    "name": ("name", "full name", "pupil", "student", "schüler", "schülerin", "schüler/in", "schüler*in"),
    "surname": ("surname", "last name", "family name", "nachname", "familienname", "zuname"),
    "first": ("first name", "given name", "forename", "vorname", "rufname"),
    "level": ("level", "stufe"),
}
_COLUMN_OF_HEAD = {head: column for column, heads in _HEADS.items() for head in heads}
_NUMBER = re.compile(r"(-?\d+)[.)]?")
_NUMBERED_NAME = re.compile(r"(\d{1,2})[.)]?\s+(\D.*)")
_BULLET = re.compile(r"[-–*•·]\s+")
#: Signs without a shape that pages and mails leave between letters.
_UNSEEN = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\u00ad"))
#: The first bytes of files of which a list is often given in place of text.
_OTHER_FILES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf")


def text_of_list(data: bytes, name: str) -> str:
    """Return the text of a list, the content of a file of this name: UTF-8, UTF-16 or, as older spreadsheets write it, Windows-1252."""
    other = tr('{file}: is no text; open it and save it as "CSV UTF-8" or as text, then give that file', file=name)
    if data.startswith(_OTHER_FILES):
        raise ClassError(other)
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        raise ClassError(other) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if any(unicodedata.category(sign) == "Cc" and sign not in "\t\n" for sign in text):
        raise ClassError(other)
    if not text.strip():
        raise ClassError(tr("{file}: is empty; write a line for each pupil", file=name))
    if len(text) > MAX_LIST_CHARACTERS:
        raise ClassError(tr("{file}: is longer than the list of a class; keep the lines of this class alone", file=name))
    return text


def _encoding(data: bytes) -> str:
    """Return the encoding of a text by its mark, its zeros or, for lack of both, by whether it is UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for zeros, encoding in ((data[1::2], "utf-16-le"), (data[::2], "utf-16-be")):
        if 2 * zeros.count(0) > len(zeros):  # of most letters of our languages one byte is zero
            return encoding
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "windows-1252"
    return "utf-8-sig"


@dataclass(frozen=True, slots=True)
class ListChange:
    """A pupil as he would be stored."""

    line: int  #: His line in the list.
    pupil: Pupil  #: As he would be stored.
    before: Pupil | None  #: As he is stored; None for a new pupil.
    rival: Pupil | None = None  #: The pupil who has the number of the line: the same child with another name, or another child.

    @property
    def is_renamed(self) -> bool:
        """Whether a stored pupil gets another name."""
        return self.before is not None and self.before.name != self.pupil.name


@dataclass(frozen=True, slots=True)
class ListPlan:
    """What a list would store."""

    changes: tuple[ListChange, ...]  #: The pupils of the list, by number.
    absent: tuple[Pupil, ...] = ()  #: Pupils of the class who are not in the list; they stay.
    has_other_numbers: bool = False  #: Whether the numbers of the list were left out, since one is too high for a pupil.

    @property
    def pupils(self) -> tuple[Pupil, ...]:
        """The pupils as they would be stored, by number."""
        return tuple(change.pupil for change in self.changes)

    @property
    def digest(self) -> str:
        """Text that differs for another plan, by which a page says what it showed."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should look at, in sentences."""
        numbers: dict[tuple[str, ...], list[Pupil]] = {}
        for pupil in (*self.pupils, *self.absent):
            if pupil.name:
                numbers.setdefault(_name_key(pupil.name), []).append(pupil)
        left_out = tr("The numbers of the list are left out: numbers of pupils are 1 to {most}.", most=MAX_PUPIL_NUMBER)
        return (
            *([left_out] if self.has_other_numbers else []),
            *(
                tr(
                    "{name} is there more than once, with the numbers {numbers}. A letter more tells them apart.",
                    name=alike[0].name,
                    numbers=", ".join(str(pupil.number) for pupil in alike),
                )
                for alike in numbers.values()
                if len(alike) > 1
            ),
        )


def plan_new(text: str, level: str) -> ListPlan:
    """Return what a list would store as a new class.

    A first line that names columns (number, name, surname, first name, level, in English or German) says what they are; other columns
    are left out. In any other list a whole number is a pupil's number, a level such as ``silver:12`` his level, and all else his name,
    which may have the number before it: ``17. Ann``. ``Lee, Ann`` is a surname and a first name. Pupils without a number are counted in
    their order. Where each line has a name and a number is higher than those of pupils, as an office's may be, all numbers are left out.

    Args:
        text: The list, a line for each pupil; tabs, semicolons or commas separate its columns.
        level: The level of pupils without one.
    """
    rows, has_other_numbers = _without_other_numbers(_rows(text))
    unnumbered = not any(row["number"] for _, row in rows)
    filled = [
        (line, {**row, "number": str(place) if unnumbered else row["number"], "level": row["level"] or level})
        for place, (line, row) in enumerate(rows, start=1)
    ]
    pupils = pupils_of_rows(tr("the list"), filled)
    changes = (ListChange(line, pupil, None) for (line, _), pupil in zip(filled, pupils, strict=True))
    return ListPlan(tuple(sorted(changes, key=lambda change: change.pupil.number)), (), has_other_numbers)


def plan_update(room: Classroom, text: str, level: str, other_children: Collection[int] | None = None) -> ListPlan:
    """Return what a list would change in a class.

    A line is the stored pupil of the same name, whatever number an office gave him, else the one of the same number. Where the name of
    that one is quite another, the line is a new pupil, with a free number. Pupils keep their number, and their level where the line has
    none; a list without any name keeps the names.

    Args:
        room: The class.
        text: The list; see ``plan_new``.
        level: The level of new pupils without one.
        other_children: The lines that are new pupils although a pupil has their number; None to tell it by the likeness of the names.
    """
    rows, has_other_numbers = _without_other_numbers(_rows(text))
    pupils_of_rows(tr("the list"), [(line, {**row, "level": row["level"] or level}) for line, row in rows if row["number"]])
    has_names = any(row["name"] for _, row in rows)
    matches = _by_name(room, rows)
    rivals = dict[int, Pupil]()
    left = {str(pupil.number): pupil for pupil in room.pupils if pupil not in matches.values()}
    for line, row in rows:
        rival = left.get(row["number"].lstrip("0")) if line not in matches else None
        if rival is None:
            continue
        if rival.name and row["name"]:
            rivals[line] = rival
        if line not in other_children if other_children is not None and line in rivals else _may_be_one_child(rival.name, row["name"]):
            matches[line] = left.pop(str(rival.number))
    free = _free_numbers(room, rows)
    filled = list[tuple[int, dict[str, str]]]()
    for line, row in rows:
        stored = matches.get(line)
        if stored is not None:
            name = row["name"] if has_names else stored.name
            filled.append((line, {"number": str(stored.number), "name": name, "level": row["level"] or stored.level}))
        else:
            is_taken = not row["number"] or any(str(pupil.number) == row["number"].lstrip("0") for pupil in room.pupils)
            filled.append((line, {**row, "number": next(free) if is_taken else row["number"], "level": row["level"] or level}))
    pupils = pupils_of_rows(tr("the list"), filled)
    changes = [ListChange(line, pupil, matches.get(line), rivals.get(line)) for (line, _), pupil in zip(filled, pupils, strict=True)]
    kept = {pupil.number for pupil in pupils}
    absent = tuple(pupil for pupil in room.pupils if pupil.number not in kept)
    return ListPlan(tuple(sorted(changes, key=lambda change: change.pupil.number)), absent, has_other_numbers)


def _by_name(room: Classroom, rows: Sequence[tuple[int, dict[str, str]]]) -> dict[int, Pupil]:
    """Return the stored pupil of each line that has his name; of equal names the one of the same number, else the lowest."""
    left, matches = [pupil for pupil in room.pupils if pupil.name], dict[int, Pupil]()
    for has_number in (True, False):
        for line, row in rows:
            alike = (
                pupil
                for pupil in left
                if _name_key(pupil.name) == _name_key(row["name"]) and (not has_number or str(pupil.number) == row["number"].lstrip("0"))
            )
            found = next(alike, None) if line not in matches else None
            if found is not None:
                matches[line] = found
                left.remove(found)
    return matches


def _may_be_one_child(stored: str, listed: str) -> bool:
    """Return whether two names of one number are taken for one child's: all words of one are in the other, or they are alike."""
    one, other = (_name_key(name_letters(name)) for name in (stored, listed))
    is_part = {*one} <= {*other} or {*other} <= {*one}
    return is_part or SequenceMatcher(None, " ".join(one), " ".join(other)).ratio() >= MIN_LIKENESS


def _free_numbers(room: Classroom, rows: Sequence[tuple[int, dict[str, str]]]) -> Iterator[str]:
    """Yield numbers that neither a pupil nor a line has, those above all of them first: a number is not given twice if it need not be."""
    used = {pupil.number for pupil in room.pupils} | {int(row["number"]) for _, row in rows if row["number"].isdecimal()}
    highest = max((number for number in used if number <= MAX_PUPIL_NUMBER), default=0)
    numbers = (*range(highest + 1, MAX_PUPIL_NUMBER + 1), *range(1, highest))
    yield from (str(number) for number in numbers if number not in used)
    raise ClassError(tr("the class would have more than {most} pupils; remove those who left first", most=MAX_PUPIL_NUMBER))


def _name_key(name: str) -> tuple[str, ...]:
    """Return the words of a name in any order: that of ``Lee, Ann`` is that of ``Ann Lee``."""
    return tuple(sorted(unicodedata.normalize("NFC", name).casefold().replace(",", " ").split()))


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """Return the line number and the cells of each line by column of ``COLUMNS``; a cell is empty where the line has none."""
    plain = unicodedata.normalize("NFC", text.translate(_UNSEEN))
    lines = cells_of_text(plain, tr("the list"))
    head = [_COLUMN_OF_HEAD.get(cell.casefold(), "") for cell in lines[0][1]] if lines else []
    if any(head):
        rows = [(line, _by_head(head, cells)) for line, cells in lines[1:]]
    else:
        raw = plain.split("\n")
        rows = [(line, _by_kind(cells, is_surname_first=", " in raw[line - 1])) for line, cells in lines]
    rows = [(line, row) for line, row in rows if any(row.values())]
    if not rows:
        raise ClassError(tr("the list is empty; write a line for each pupil, at least a number"))
    if len(rows) > MAX_PUPIL_NUMBER:
        raise ClassError(tr("the list has {lines} lines; a class has at most {most} pupils", lines=len(rows), most=MAX_PUPIL_NUMBER))
    return rows


def _without_other_numbers(rows: list[tuple[int, dict[str, str]]]) -> tuple[list[tuple[int, dict[str, str]]], bool]:
    """Return rows without their numbers where one is too high for a pupil and each has a name, and whether that is so."""
    digits = max((len(row["number"].lstrip("0")) for _, row in rows if row["number"].isdecimal()), default=0)
    if digits <= len(str(MAX_PUPIL_NUMBER)) or not all(row["name"] for _, row in rows):
        return rows, False
    return [(line, {**row, "number": ""}) for line, row in rows], True


def _by_head(head: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells of a line by column of ``COLUMNS``; `head` has the key in ``_HEADS`` of each, empty for one that is left out."""
    found = dict.fromkeys(_HEADS, "")
    for column, cell in zip(head, cells, strict=False):
        if column:
            found[column] = found[column] or cell
    if len(head) == 1:  # a comma in a list of names alone parts no columns
        found[head[0]] = ", ".join(filter(None, cells))
    surname = found["surname"] or (found["name"] if found["first"] else "")
    name = f"{found['first']} {surname}".strip() if surname or found["first"] else _first_name_first(found["name"])
    number = _NUMBER.fullmatch(found["number"])
    return {"number": number[1] if number else found["number"], "name": name, "level": found["level"]}


def _by_kind(cells: Sequence[str], *, is_surname_first: bool) -> dict[str, str]:
    """Return the cells by column of ``COLUMNS``: the first whole number, levels and, joined, all others as the name.

    `is_surname_first` is whether two names in two cells are surname and first name.
    """
    found, names = dict.fromkeys(COLUMNS, ""), list[str]()
    for cell in cells:
        number = _NUMBER.fullmatch(cell)
        if number and not found["number"]:
            found["number"] = number[1]
        elif _is_level(cell):
            found["level"] = f"{found['level']} {cell}".strip()
        elif cell:
            names.append(_BULLET.sub("", cell, count=1) if _BULLET.match(cell) else cell)
    numbered = None if found["number"] or not names else _NUMBERED_NAME.fullmatch(names[0])
    if numbered:
        found["number"], names[0] = numbered[1], numbered[2]
    parted = ", ".join(names) if is_surname_first and len(names) == 2 else " ".join(names)
    return {**found, "name": _first_name_first(parted)}


def _first_name_first(name: str) -> str:
    """Return ``Lee, Ann`` as ``Ann Lee``; any other name as it is."""
    surname, comma, first = (part.strip() for part in name.partition(","))
    return f"{first} {surname}" if comma and surname and first and "," not in first else name


def _is_level(cell: str) -> bool:  # whether it names a level; a bare number is one of a pupil
    try:
        parse_level(cell)
    except LevelError:
        return False
    return not cell.isdigit() and bool(cell)


def change_words(change: ListChange) -> str:
    """Return what a list does with a pupil, in words; empty where he stays as he is."""
    before, pupil = change.before, change.pupil
    if before is None:
        taken = change.rival
        return tr("new; {number} is the number of {pupil}", number=taken.number, pupil=taken.name) if taken else tr("new")
    words = []
    if change.is_renamed:
        words.append(tr("was called {name}", name=before.name) if before.name else tr("had no name"))
    if before.level != pupil.level:
        words.append(tr("had level {level}", level=before.level))
    return "; ".join(words)


def plan_line(plan: ListPlan) -> str:
    """Return how many pupils a list adds, changes and leaves as they are, in a sentence."""
    made = Counter("new" if one.before is None else "changed" if one.before != one.pupil else "same" for one in plan.changes)
    parts = {
        "new": ngettext("{n} new", "{n} new", made["new"]),
        "changed": ngettext("{n} changed", "{n} changed", made["changed"]),
        "same": ngettext("{n} as it is", "{n} as they are", made["same"]),
    }
    return ", ".join(words for kind, words in parts.items() if made[kind])
