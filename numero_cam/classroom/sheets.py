"""How many sheets of paper the prints of a week need, in numbers and in words; each page is a sheet of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from numero_cam.app.choices import Paper
from numero_cam.catalogue import ngettext, tr
from numero_cam.classroom.slip_prints import slips_per_page
from numero_cam.classroom.slips import Printing
from numero_cam.classroom.week import SPARES, projected
from numero_cam.classroom.week_prints import answer_pages
from numero_cam.marking.slip_layout import LAYOUT_OF_PUZZLES

ANSWERS_A_SHEET = 7  #: About how many answers a sheet has.


@dataclass(frozen=True, slots=True)
class Sheets:
    """Numbers of sheets by what is on them."""

    slips: int  #: Slips.
    projected: int = 0  #: Puzzles to project.
    answers: int = 0  #: The answers.

    @property
    def total(self) -> int:
        """All sheets."""
        return self.slips + self.projected + self.answers

    @property
    def words(self) -> str:
        """The numbers in words: `12 sheets of paper: 8 with slips, 3 to project, 1 with the answers`."""
        parts = [
            ngettext("{n} with slips", "{n} with slips", self.slips),
            *([ngettext("{n} to project", "{n} to project", self.projected)] if self.projected else []),
            ngettext("{n} with the answers", "{n} with the answers", self.answers),
        ]
        return tr("{sheets}: {parts}", sheets=sheet_count(self.total), parts=", ".join(parts))


def sheet_count(number: int) -> str:
    """Return a number of sheets in words: `12 sheets of paper`."""
    return ngettext("{n} sheet of paper", "{n} sheets of paper", number)


def slip_sheets(slips: int, layout: int, *, is_large: bool = False) -> int:
    """Return how many sheets slips need; `layout` is a key of ``LAYOUTS``, `is_large` whether slips with one puzzle are printed large."""
    return -(-slips // slips_per_page(layout, is_large=is_large))


def printed_sheets(printing: Printing, *, paper: Paper = "a4", is_large: bool = False) -> Sheets:
    """Return how many sheets a printing needs."""
    printed = replace(printing, slips=printing.printed_slips)
    shown = [projected(printed, index) for index in printed.used_puzzles]
    return Sheets(
        slip_sheets(len(printed.slips), printing.layout, is_large=is_large),
        0 if printing.puzzles_per_slip * printing.versions > 1 else len(shown),
        len(answer_pages(printing.heading, shown, paper=paper)),
    )


def planned_sheets(pupils: Sequence[int], puzzles: int, versions: int, *, is_large: bool = False) -> Sheets:
    """Return about how many sheets a week needs that is not printed yet.

    Args:
        pupils: Number of pupils at each level.
        puzzles: Number of puzzles on each slip, a key of ``LAYOUT_OF_PUZZLES``.
        versions: Number of versions of the slips of each level.
        is_large: Whether slips with one puzzle are printed large.
    """
    slips = sum(pupils) + SPARES * len(pupils)
    answers = puzzles * sum(max(1, min(number, versions)) for number in pupils)
    return Sheets(
        slip_sheets(slips, LAYOUT_OF_PUZZLES[puzzles], is_large=is_large),
        0 if puzzles * versions > 1 else len(pupils),
        -(-answers // ANSWERS_A_SHEET),
    )


def sheet_words(now: Sheets, large: Sheets, *, is_about: bool, weeks: int = 0) -> str:
    """Return what a week needs, large slips too, and `weeks` weeks to the end of the term; `is_about` where it is not printed yet."""
    words = tr("About {sheets}.", sheets=now.words) if is_about else f"{now.words}."
    words += " " + tr("With large slips: {n}.", n=large.total) if large != now else ""
    return words + (" " + tr("To the end of the term: about {n}.", n=weeks * now.total) if weeks > 1 else "")


def sheet_choices(pupils: Sequence[int], versions: int) -> list[tuple[int, str]]:
    """Return the numbers of puzzles that a slip may have, each with words that say about how many sheets of paper the week needs."""
    words = {1: tr("one, A6"), 3: tr("three, A5"), 5: tr("five, A4")}
    return [
        (number, tr("{slip}: {sheets}", slip=slip, sheets=sheet_count(planned_sheets(pupils, number, versions).total)))
        for number, slip in words.items()
    ]
