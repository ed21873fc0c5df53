"""Makes the page of a marked week: slips to look at, the class, the challenges. It is one file, which needs no server or network."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numero_cam.text.page_templates import page_html


@dataclass(frozen=True, slots=True)
class PageCircle:
    """A circle that can be clicked."""

    use: str  #: ``centre``, ``wild``, ``taker``, ``tens`` or ``units``.
    row: int  #: Index of its set.
    face: str  #: The card above it, or the digit.
    x: float  #: Middle of the circle, millimetres from the left edge of the slip.
    y: float  #: Middle of the circle, millimetres from the top edge of the slip.
    r: float  #: Radius, millimetres.


@dataclass(frozen=True, slots=True)
class PageSlip:
    """A slip to look at."""

    entry: int  #: Its number in the class's file.
    slip: int  #: Its number in the printing.
    pupil: int | None  #: Number of its owner; None if unknown.
    reason: str  #: Why it has to be looked at.
    marks: str  #: The marks that were read, as text.
    circles: tuple[PageCircle, ...]  #: All circles that can be shaded.
    shaded: tuple[int, ...]  #: Indices of the circles that were read as shaded.
    doubtful: tuple[int, ...]  #: Indices of the circles that were unclear.
    image: bytes | None  #: JPEG file of the slip; None for none.
    typed: bool = False  #: Whether the answer was typed.


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of a table: the texts of its cells, and its style: ``best``, ``wait``, ``none``, or empty for a plain row."""

    cells: tuple[str, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class MarkPage:
    """The content of the page."""

    printing: int  #: Number of the printing.
    heading: str  #: Class and week.
    file: str  #: Name of the file in which the page stores decisions.
    size: tuple[float, float]  #: Width and height of a slip, millimetres.
    pupils: Mapping[int, str]  #: Names of the pupils by number.
    waiting: Sequence[PageSlip]  #: Slips to look at.
    rows: Sequence[PageRow]  #: A row for each pupil.
    finders: Sequence[PageRow]  #: A row for each puzzle with the pupils who found its best take.


def mark_html(page: MarkPage) -> str:
    """Return the page as one HTML file that loads nothing."""
    data = {
        "printing": page.printing,
        "file": page.file,
        "width": page.size[0],
        "height": page.size[1],
        "pupils": {str(number): name for number, name in page.pupils.items()},
        "waiting": [_slip(slip) for slip in page.waiting],
    }
    return page_html("mark.html", heading=page.heading, rows=page.rows, finders=page.finders, data=data)


def _slip(slip: PageSlip) -> dict[str, object]:
    """Return a slip as JSON values for the page's script."""
    return {
        "entry": slip.entry,
        "slip": slip.slip,
        "pupil": slip.pupil,
        "reason": slip.reason,
        "marks": slip.marks,
        "circles": [{name: getattr(circle, name) for name in PageCircle.__slots__} for circle in slip.circles],
        "shaded": slip.shaded,
        "doubtful": slip.doubtful,
        "image": base64.b64encode(slip.image).decode("ascii") if slip.image else None,
        "typed": slip.typed,
    }
