"""Makes the page of a marked week: slips to look at, the class, the challenges. It is one file, which needs no server or network."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numero_cam.text.page_templates import page_html


@dataclass(frozen=True, slots=True)
class PageCircle:
    """A circle that can be clicked.

    Attributes:
        use: ``centre``, ``wild``, ``taker``, ``tens`` or ``units``.
        row: Index of its set.
        face: The card above it, or the digit.
        x: Middle of the circle, millimetres from the left edge of the slip.
        y: Middle of the circle, millimetres from the top edge of the slip.
        r: Radius, millimetres.
    """

    use: str
    row: int
    face: str
    x: float
    y: float
    r: float


@dataclass(frozen=True, slots=True)
class PageSlip:
    """A slip to look at.

    Attributes:
        entry: Its number in the class's file.
        slip: Its number in the printing.
        pupil: Number of its owner; None if unknown.
        reason: Why it has to be looked at.
        marks: The marks that were read, as text.
        circles: All circles that can be shaded.
        shaded: Indices of the circles that were read as shaded.
        doubtful: Indices of the circles that were unclear.
        image: JPEG file of the slip; None for none.
        typed: Whether the answer was typed.
    """

    entry: int
    slip: int
    pupil: int | None
    reason: str
    marks: str
    circles: tuple[PageCircle, ...]
    shaded: tuple[int, ...]
    doubtful: tuple[int, ...]
    image: bytes | None
    typed: bool = False


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of a table: the texts of its cells, and its style: ``best``, ``wait``, ``none``, or empty for a plain row."""

    cells: tuple[str, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class MarkPage:
    """The content of the page.

    Attributes:
        printing: Number of the printing.
        heading: Class and week.
        file: Name of the file in which the page stores decisions.
        size: Width and height of a slip, millimetres.
        pupils: Names of the pupils by number.
        waiting: Slips to look at.
        rows: A row for each pupil.
        finders: A row for each puzzle with the pupils who found its best take.
    """

    printing: int
    heading: str
    file: str
    size: tuple[float, float]
    pupils: Mapping[int, str]
    waiting: Sequence[PageSlip]
    rows: Sequence[PageRow]
    finders: Sequence[PageRow]


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
