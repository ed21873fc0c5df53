"""Pictures of the pages of a scanner's PDF. No other module uses pypdfium2, which is imported when the first PDF comes."""

import math
import threading
from collections.abc import Iterator

import numpy as np

from numero_cam.base.errors import PictureError
from numero_cam.base.records import Frame
from numero_cam.capture.files import page_name
from numero_cam.catalogue import tr

PDF_START = b"%PDF-"
MAX_PDF_PAGES = 150
"""Maximum number of pages; a class of 99 pupils with one slip a page has 99."""
DOTS_PER_INCH = 200
"""Resolution of the pictures, as scanners of schools have it."""
MAX_PAGE_PIXELS = 25_000_000
"""Maximum number of pixels of a picture; larger pages are drawn smaller."""
POINTS_PER_INCH = 72
_WRONG_PASSWORD = 4
"""PDFium's number of this error."""
_ONE_AT_A_TIME = threading.Lock()
"""PDFium must not be used in two threads at once."""


def is_pdf(data: bytes) -> bool:
    """Return whether the content of a file begins as a PDF does."""
    return data.lstrip()[: len(PDF_START)] == PDF_START


def pdf_pages(data: bytes, name: str) -> Iterator[Frame]:
    """Draw the pages of a PDF, one after the other.

    Args:
        data: Content of the file.
        name: Name of the file; that of a frame has the number of its page too.

    Yields:
        A frame of RGB for each page, at `DOTS_PER_INCH`.

    Raises:
        PictureError: The file cannot be read, is locked with a password, has too many pages, or pypdfium2 is not installed.
    """
    try:
        from pypdfium2 import PdfDocument, PdfiumError  # noqa: PLC0415 - most commands need no PDF
    except ImportError as error:
        message = tr("{file}: to read a PDF, install: pip install 'numero-cam[scan]'", file=name)
        raise PictureError(message) from error
    with _ONE_AT_A_TIME:
        try:
            document = PdfDocument(data)
        except PdfiumError as error:
            locked = tr("{file}: is locked with a password; save it without one, and give it again", file=name)
            broken = tr("{file}: cannot be read as a PDF; scan the slips again", file=name)
            raise PictureError(locked if error.err_code == _WRONG_PASSWORD else broken) from error
        count = len(document)
    try:
        if not 1 <= count <= MAX_PDF_PAGES:
            message = tr("{file}: has {pages} pages; give 1 to {most} at once", file=name, pages=count, most=MAX_PDF_PAGES)
            raise PictureError(message)
        for page in range(count):
            with _ONE_AT_A_TIME:
                drawn = document[page]
                width, height = drawn.get_size()
                scale = min(DOTS_PER_INCH / POINTS_PER_INCH, math.sqrt(MAX_PAGE_PIXELS / max(width * height, 1)))
                pixels = np.array(drawn.render(scale=scale, rev_byteorder=True).to_numpy()[..., :3], np.uint8)
                drawn.close()
            yield Frame(page_name(name, page + 1), pixels)
    except PdfiumError as error:
        message = tr("{file}: a page cannot be read; scan the slips again", file=name)
        raise PictureError(message) from error
    finally:
        with _ONE_AT_A_TIME:
            document.close()
