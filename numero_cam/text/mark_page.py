"""The page of a marked week: slips to look at, the class, the challenges. One file that a browser opens without a server or a network."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numero_cam.text.page_templates import page_html


@dataclass(frozen=True, slots=True)
class PageCircle:
    """A circle that can be clicked.

    Attributes:
        use: ``centre``, ``wild``, ``taker``, ``tens`` or ``units``.
        row: Its set, from 0.
        face: The card above it, or the digit.
        x: Middle, millimetres on the slip.
        y: The same.
        r: Radius.
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
        pupil: Whose it is; None where nobody knows.
        reason: Why it has to be looked at.
        marks: What was read.
        circles: All that can be marked.
        shaded: Places of those that were read as shaded.
        doubtful: Places of those that were not clear.
        image: JPEG of the slip; None where there is none.
        typed: Whether it is an answer that was typed.
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
    """A line of a table: its texts, and ``best``, ``wait``, ``none`` or nothing for its colour."""

    cells: tuple[str, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class MarkPage:
    """All that the page shows.

    Attributes:
        printing: Number of the printing.
        heading: The class and the week.
        file: Name of the file of decisions.
        size: Width and height of a slip, millimetres.
        pupils: Names by number.
        waiting: Slips to look at.
        rows: The class.
        finders: The challenges.
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
    """Return the whole file; nothing in it is loaded from elsewhere."""
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
