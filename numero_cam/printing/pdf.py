"""Writes pages as a PDF file without a library, as it has only areas of colour and lines of text (docs/adr/0016-prints-and-calibration.md).

By the PDF Reference 1.4: areas are paths filled by the even-odd rule; text is in Helvetica, which every reader has, or outlines if
Helvetica lacks a letter; streams are compressed with Deflate. The file asks to be printed without scaling.
"""

import zlib
from collections.abc import Sequence

from numero_cam.printing.lettering import text_outlines
from numero_cam.printing.paper import MM_PER_INCH, Colour, Drawing, FilledArea, PaperItem, PaperPage, PlacedDrawing, TextLine

_POINTS_PER_MM = 72 / MM_PER_INCH  #: Number of PDF's points in a millimetre.
_CAPITAL_HEIGHT = 0.718  #: Height of a capital letter of Helvetica of size 1, by its metrics.
_FONT_OBJECT = 3  #: Number of the font's object in the file; 1 is the catalogue, 2 the list of pages.


def pdf_bytes(pages: Sequence[PaperPage], title: str) -> bytes:
    """Return pages, one or more, as the content of a PDF file. A drawing that is placed several times is stored once."""
    drawings = list({id(item.drawing): item.drawing for page in pages for item in page.items if isinstance(item, PlacedDrawing)}.values())
    names = {id(drawing): f"D{k}" for k, drawing in enumerate(drawings)}
    first_drawing = _FONT_OBJECT + 1
    first_page = first_drawing + len(drawings)
    forms = " ".join(f"/D{k} {first_drawing + k} 0 R" for k in range(len(drawings)))
    kids = " ".join(f"{first_page + 2 * k} 0 R" for k in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode("ascii"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        *(_drawing_object(drawing) for drawing in drawings),
    ]
    for k, page in enumerate(pages):
        size = f"{_number_text(page.width * _POINTS_PER_MM)} {_number_text(page.height * _POINTS_PER_MM)}"
        resources = f"/Resources << /Font << /F {_FONT_OBJECT} 0 R >> /XObject << {forms} >> >>"
        contents = f"/Contents {first_page + 2 * k + 1} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] {resources} {contents} >>".encode("ascii"))
        objects.append(_stream_object(_page_content(page, names), ""))
    objects.append(b"<< /Title (" + _string_bytes(title) + b") >>")
    return _pdf_file(objects)


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    """Return the file with these objects, numbered from 1, and the list of their positions; the last one describes the document."""
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


def _stream_object(content: bytes, entries: str) -> bytes:
    """Return a stream object with compressed content and further entries of its dictionary."""
    packed = zlib.compress(content, 9)
    head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>".encode("ascii")
    return head + b"\nstream\n" + packed + b"\nendstream"


def _drawing_object(drawing: Drawing) -> bytes:
    """Return the object of a drawing, in millimetres."""
    points = [ring for fill in drawing.fills for ring in fill.rings]
    left, top = (min(float(ring[:, axis].min()) for ring in points) for axis in (0, 1))
    right, bottom = (max(float(ring[:, axis].max()) for ring in points) for axis in (0, 1))
    box = " ".join(_number_text(edge) for edge in (left, top, right, bottom))
    return _stream_object(b"\n".join(_area_operators(fill) for fill in drawing.fills), f"/Type /XObject /Subtype /Form /BBox [{box}]")


def _page_content(page: PaperPage, names: dict[int, str]) -> bytes:
    """Return the operators that draw a page; ``names`` has the name of each drawing by its `id`."""
    scale = _number_text(_POINTS_PER_MM)
    height = _number_text(page.height * _POINTS_PER_MM)
    return b"\n".join([f"{scale} 0 0 -{scale} 0 {height} cm".encode("ascii"), *(_item_operators(item, names) for item in page.items)])


def _item_operators(item: PaperItem, names: dict[int, str]) -> bytes:
    """Return the operators that draw one item."""
    match item:
        case FilledArea():
            return _area_operators(item)
        case TextLine() if not _fits_helvetica(item.text):
            return _area_operators(text_outlines(item))
        case TextLine():
            size = _number_text(item.height / _CAPITAL_HEIGHT)
            # y points down on our sheets: text is turned over to stand upright.
            place = f"1 0 0 -1 {_number_text(item.x)} {_number_text(item.y)} Tm"
            return f"BT {_colour_operator(item.colour)} /F {size} Tf {place} (".encode("ascii") + _string_bytes(item.text) + b") Tj ET"
        case PlacedDrawing():
            return f"q 1 0 0 1 {_number_text(item.x)} {_number_text(item.y)} cm /{names[id(item.drawing)]} Do Q".encode("ascii")


def _area_operators(fill: FilledArea) -> bytes:
    """Return the operators that fill an area."""
    rings = []
    for ring in fill.rings:
        points = [f"{_number_text(x)} {_number_text(y)}" for x, y in ring.tolist()]
        rings.append(f"{points[0]} m {' '.join(f'{point} l' for point in points[1:])} h")
    return f"{_colour_operator(fill.colour)} {' '.join(rings)} f*".encode("ascii")


def _colour_operator(colour: Colour) -> str:
    """Return the operator that sets the colour of areas and text."""
    return " ".join(_number_text(part / 255) for part in colour) + " rg"


def _number_text(value: float) -> str:
    """Return a number with at most four decimals, a hundredth of what a printer can resolve."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _string_bytes(text: str) -> bytes:
    """Return a text as the content of a PDF string, in UTF-16 if Helvetica lacks a letter, which only titles may have."""
    written = text.encode("cp1252") if _fits_helvetica(text) else b"\xfe\xff" + text.encode("utf-16-be")
    return written.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").replace(b"\r", b"\\r")


def _fits_helvetica(text: str) -> bool:
    """Return whether Helvetica has every letter of a text."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True
