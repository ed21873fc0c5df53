"""Sheets to a PDF file, by hand: no library is needed for areas of colour and lines of text (see docs/adr/0006).

Written by the PDF Reference 1.4: areas as paths filled by the even-odd rule, text in Helvetica, which every reader has, or as
outlines where it cannot be written so, streams packed by Deflate. The file asks to be printed at its own size.
"""

import zlib
from collections.abc import Iterable, Sequence

from numero_cam.printing.lettering import text_outlines
from numero_cam.printing.paper import MM_PER_INCH, Colour, Drawing, FilledArea, PaperItem, PaperPage, PlacedDrawing, TextLine

_POINTS_PER_MM = 72 / MM_PER_INCH
_CAPITAL = 0.718
"""Height of a capital letter of Helvetica of size 1, by its metrics."""
_FONT = 3
"""Number of the font's object; 1 is the catalogue, 2 the list of pages."""


def pdf_bytes(pages: Sequence[PaperPage], title: str) -> bytes:
    """Makes a PDF.

    Args:
        pages: One and more. A drawing that is laid several times is stored once.
        title: What the reader's window shows.

    Returns:
        The whole file.

    Raises:
        PaperError: Words with a letter that no font here has.
    """
    drawings = list({id(item.drawing): item.drawing for page in pages for item in page.items if isinstance(item, PlacedDrawing)}.values())
    names = {id(drawing): f"D{k}" for k, drawing in enumerate(drawings)}
    first_drawing = _FONT + 1
    first_page = first_drawing + len(drawings)
    forms = " ".join(f"/D{k} {first_drawing + k} 0 R" for k in range(len(drawings)))
    kids = " ".join(f"{first_page + 2 * k} 0 R" for k in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode("ascii"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        *(_form(drawing) for drawing in drawings),
    ]
    for k, page in enumerate(pages):
        size = f"{_number(page.width * _POINTS_PER_MM)} {_number(page.height * _POINTS_PER_MM)}"
        resources = f"/Resources << /Font << /F {_FONT} 0 R >> /XObject << {forms} >> >>"
        contents = f"/Contents {first_page + 2 * k + 1} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] {resources} {contents} >>".encode("ascii"))
        objects.append(_stream(_page(page, names), ""))
    objects.append(b"<< /Title (" + _escaped(title) + b") >>")
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """Numbers the objects from 1, and lists where each of them begins; the last one tells about the document."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(objects), start)
    return bytes(out)


def _stream(content: bytes, entries: str) -> bytes:
    packed = zlib.compress(content, 9)
    head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>".encode("ascii")
    return head + b"\nstream\n" + packed + b"\nendstream"


def _form(drawing: Drawing) -> bytes:
    """A drawing of its own, in millimetres of the sheet that it is laid on."""
    points = [ring for fill in drawing.fills for ring in fill.rings]
    left, top = (min(float(ring[:, axis].min()) for ring in points) for axis in (0, 1))
    right, bottom = (max(float(ring[:, axis].max()) for ring in points) for axis in (0, 1))
    box = " ".join(_number(edge) for edge in (left, top, right, bottom))
    return _stream(_joined(_area(fill) for fill in drawing.fills), f"/Type /XObject /Subtype /Form /BBox [{box}]")


def _page(page: PaperPage, names: dict[int, str]) -> bytes:
    scale = _number(_POINTS_PER_MM)
    height = _number(page.height * _POINTS_PER_MM)
    return _joined([f"{scale} 0 0 -{scale} 0 {height} cm".encode("ascii"), *(_item(item, names) for item in page.items)])


def _item(item: PaperItem, names: dict[int, str]) -> bytes:
    match item:
        case FilledArea():
            return _area(item)
        case TextLine() if not _is_plain(item.text):
            return _area(text_outlines(item))
        case TextLine():
            size = _number(item.height / _CAPITAL)
            # y points down on our sheets: text is turned over to stand upright.
            place = f"1 0 0 -1 {_number(item.x)} {_number(item.y)} Tm"
            return f"BT {_ink(item.colour)} /F {size} Tf {place} (".encode("ascii") + _escaped(item.text) + b") Tj ET"
        case PlacedDrawing():
            return f"q 1 0 0 1 {_number(item.x)} {_number(item.y)} cm /{names[id(item.drawing)]} Do Q".encode("ascii")


def _area(fill: FilledArea) -> bytes:
    rings = []
    for ring in fill.rings:
        points = [f"{_number(x)} {_number(y)}" for x, y in ring.tolist()]
        rings.append(f"{points[0]} m {' '.join(f'{point} l' for point in points[1:])} h")
    return f"{_ink(fill.colour)} {' '.join(rings)} f*".encode("ascii")


def _ink(colour: Colour) -> str:
    return " ".join(_number(part / 255) for part in colour) + " rg"


def _number(value: float) -> str:
    """At most four digits behind the point: a hundredth of what a printer can show."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> bytes:
    # A reader shows a title of any letters; words on pages come here only where the page's font has them.
    written = text.encode("cp1252") if _is_plain(text) else b"\xfe\xff" + text.encode("utf-16-be")
    return written.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").replace(b"\r", b"\\r")


def _is_plain(text: str) -> bool:
    """Whether the font that every reader has can write it."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _joined(parts: Iterable[bytes]) -> bytes:
    return b"\n".join(parts)
