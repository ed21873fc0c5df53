"""Pages for a class: strips to cut out, and tables to hang up."""

from collections.abc import Sequence
from dataclasses import dataclass

from numero_cam.classroom.slip_prints import fit_text
from numero_cam.printing.lettering import text_width
from numero_cam.printing.paper import SHEET_SIZES, Colour, PaperItem, PaperPage, TextLine, box

STRIPS_PER_PAGE = 8  #: Number of strips on a page, below each other.
MANY_LINES = 4  #: Number of lines from which those of a strip stand closer.
_MARGIN = 14.0  #: Margin of the pages, in millimetres.
_SOFT: Colour = (90, 90, 90)
_PALE: Colour = (190, 190, 190)
_ROW_HEIGHT = 6.4  #: Distance of two lines of a table, in millimetres.
_CELL_GAP = 4.0  #: Gap between two columns of a table, in millimetres.
_CELL_TEXT = 2.6  #: Height of a capital letter in a table, in millimetres.
_MIN_COLUMN = 8.0  #: Minimum width of a column, in millimetres.


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip for a pupil."""

    owner: str  #: Number and name of the pupil.
    heading: str  #: Class and week.
    lines: tuple[str, ...]  #: Sentences on the pupil's takes and on the best ones, with hints.


@dataclass(frozen=True, slots=True)
class TableSection:
    """A table with its title."""

    title: str  #: Title above it.
    head: tuple[str, ...]  #: Names of the columns; empty for none.
    rows: tuple[tuple[str, ...], ...]  #: Its rows, each with a text for each column.


def strip_pages(strips: Sequence[Strip], *, paper: str) -> tuple[PaperPage, ...]:
    """Return pages of strips below each other, ``STRIPS_PER_PAGE`` or, where one has many lines, half as many; with lines to cut along."""
    width, height = SHEET_SIZES[paper]
    per_page = STRIPS_PER_PAGE // (1 + any(len(strip.lines) > MANY_LINES for strip in strips))
    tall = height / per_page
    pages = []
    for group in (strips[at : at + per_page] for at in range(0, len(strips), per_page)):
        items: list[PaperItem] = []
        for place, strip in enumerate(group):
            items += [*_strip_items(strip, place * tall, width), box(0, (place + 1) * tall - 0.05, width, 0.1, _PALE)]
        pages.append(PaperPage(width, height, tuple(items)))
    return tuple(pages)


def _strip_items(strip: Strip, top: float, width: float) -> list[PaperItem]:  # millimetres
    wide = width - 2 * _MARGIN
    items: list[PaperItem] = [
        fit_text(strip.owner, (_MARGIN, top + 10), 3.4, wide * 0.6),
        fit_text(strip.heading, (_MARGIN + wide * 0.65, top + 10), 2.4, wide * 0.35, _SOFT),
    ]
    for place, line in enumerate(strip.lines):
        items.append(fit_text(line, (_MARGIN, top + 17 + (6 if len(strip.lines) < MANY_LINES else 5) * place), 3.0, wide))
    return items


def table_pages(heading: str, sections: Sequence[TableSection], *, paper: str) -> tuple[PaperPage, ...]:
    """Return pages with tables below each other; a table that does not fit goes on on the next page, with its head."""
    width, height = SHEET_SIZES[paper]
    pages: list[PaperPage] = []
    items, y = _page_head(heading, width), 32.0  # y: baseline of the next title, millimetres from the top of the page
    for section in sections:
        columns = _columns(section, width - 2 * _MARGIN)
        at = 0
        while at < len(section.rows) or (at == 0 and not section.rows):
            if y + 4 * _ROW_HEIGHT > height - _MARGIN:
                pages.append(PaperPage(width, height, tuple(items)))
                items, y = _page_head(heading, width), 32.0
            room = int((height - _MARGIN - y - 2.5 * _ROW_HEIGHT) / _ROW_HEIGHT)
            shown = section.rows[at : at + room]
            items += _table_items(section, shown, columns, y)
            y += (len(shown) + 3.5) * _ROW_HEIGHT
            at += max(len(shown), 1)
    return (*pages, PaperPage(width, height, tuple(items)))


def _page_head(heading: str, width: float) -> list[PaperItem]:  # width of the page, millimetres
    return [fit_text(heading, (_MARGIN, 20), 5, width - 2 * _MARGIN), box(_MARGIN, 24, width - 2 * _MARGIN, 0.2)]


def _columns(section: TableSection, width: float) -> list[tuple[float, float]]:
    """Return the left edge and the width of each column, millimetres; where all are too wide, the widest become narrower."""
    cells = [*([section.head] if section.head else []), *section.rows]
    count = max(map(len, cells), default=1)
    wide = [max(_MIN_COLUMN, *(text_width(row[c], _CELL_TEXT) for row in cells if c < len(row))) for c in range(count)]
    free = width - _CELL_GAP * (count - 1)
    cap = max(wide)  # millimetres; lowered until all fit
    while sum(min(one, cap) for one in wide) > free and cap > 1:
        cap -= 1
    lefts, left = [], _MARGIN
    for one in wide:
        lefts.append((left, min(one, cap)))
        left += min(one, cap) + _CELL_GAP
    return lefts


def _table_items(
    section: TableSection, rows: Sequence[tuple[str, ...]], columns: Sequence[tuple[float, float]], top: float
) -> list[PaperItem]:
    """Return the title, the head and these rows of a table; `columns` are left edge and width, `top` the title's baseline, millimetres."""
    items: list[PaperItem] = [TextLine(section.title, _MARGIN, top, 3.4)]
    y = top + 1.4 * _ROW_HEIGHT
    if section.head:
        items += [fit_text(text, (x, y), _CELL_TEXT, wide, _SOFT) for text, (x, wide) in zip(section.head, columns, strict=False)]
        y += _ROW_HEIGHT
    for row in rows:
        items += [fit_text(text, (x, y), _CELL_TEXT, wide) for text, (x, wide) in zip(row, columns, strict=False) if text]
        items.append(box(_MARGIN, y + 1.8, columns[-1][0] + columns[-1][1] - _MARGIN, 0.05, _PALE))
        y += _ROW_HEIGHT
    return items
