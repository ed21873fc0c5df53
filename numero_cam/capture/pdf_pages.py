"""Pictures of the pages of a scanner's PDF. A process of its own draws them (`pdf_child`), because no thread that draws can be ended."""

import atexit
import itertools
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np

from numero_cam.base.errors import PictureError
from numero_cam.base.images import Pixels
from numero_cam.base.install_line import install_hint
from numero_cam.base.records import Frame
from numero_cam.capture.files import page_name
from numero_cam.capture.pdf_child import ANSWER, MAX_PAGE_PIXELS, MEMORY_BYTES, REQUEST, STEP_SECONDS
from numero_cam.catalogue import tr

PDF_START = b"%PDF-"
MAX_PDF_PAGES = 150  #: Maximum number of pages; a class of 99 pupils with one slip a page has 99.
_CHANNELS = (3, 4)  #: Bytes of a pixel that the child may send: red, green, blue, and perhaps one that means nothing.


def is_pdf(data: bytes) -> bool:
    """Return whether the content of a file begins as a PDF does."""
    return data.lstrip()[: len(PDF_START)] == PDF_START


class _EndedError(Exception):
    """The child took too much time or memory, and was ended."""


class _RefusedError(Exception):
    """The child cannot read it, perhaps because of a password."""

    def __init__(self, *, locked: bool) -> None:
        super().__init__()
        self.locked = locked


class PdfChild:
    """The process that draws, used for one PDF after the other; several threads may ask at once, a page of each in turn.

    Args:
        seconds: Maximum time for a step: to open a PDF, or to draw a page.
    """

    def __init__(self, seconds: float = STEP_SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pages: dict[int, int] = {}  # number of pages by document, of those that are open in the process
        self._numbers = itertools.count(1)
        atexit.register(self.end)

    def new_document(self) -> int:
        """Return a number for a document, which no other has."""
        return next(self._numbers)

    def count(self, document: int, data: bytes) -> int:
        """Return the number of pages of a document; ``data`` are the bytes of its file."""
        with self._lock:
            return self._open(document, data)

    def page(self, document: int, data: bytes, number: int) -> Pixels:
        """Return the picture of page ``number``, from 0, of a document: ``(H, W, 3)`` uint8 RGB; ``data`` are the bytes of its file."""
        with self._lock:
            self._open(document, data)
            (width, height, stride, channels), rows = self._ask(REQUEST.pack(b"page", document, number))
            pixels = np.frombuffer(rows, np.uint8).reshape(height, stride)[:, : width * channels].reshape(height, width, channels)
            return np.ascontiguousarray(pixels[..., :3])

    def close(self, document: int) -> None:
        """Have the process close a document, if it has it open."""
        with self._lock:
            if self._pages.pop(document, None) is not None and self._runs():
                try:
                    self._ask(REQUEST.pack(b"shut", document, 0))
                except (_EndedError, _RefusedError):
                    self.end()

    def end(self) -> None:
        """End the process; the next page starts another."""
        process, self._process = self._process, None
        self._pages.clear()
        if process is not None:
            process.kill()
            process.communicate()

    def _runs(self) -> bool:
        """Return whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def _open(self, document: int, data: bytes) -> int:
        """Open a document where the process does not have it open, and return the number of its pages."""
        if not self._runs():
            self.end()
            command = [sys.executable, "-m", "numero_cam.capture.pdf_child"]
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        if document not in self._pages:
            (count, *_), _ = self._ask(REQUEST.pack(b"open", document, len(data)), data)
            self._pages[document] = count
        return self._pages[document]

    def _ask(self, request: bytes, data: bytes = b"") -> tuple[tuple[int, int, int, int], bytes]:
        """Send a request, and return width, height, stride and channels of the answer, and the rows of a picture.

        Of a document that is opened the first number is its number of pages.
        """
        process = self._process
        assert process is not None  # noqa: S101 - `_open` started it
        assert process.stdin is not None  # noqa: S101 - as it is started
        assert process.stdout is not None  # noqa: S101
        timer = threading.Timer(self._seconds, process.kill)
        timer.start()
        try:
            process.stdin.write(request)
            process.stdin.write(data)
            process.stdin.flush()
            head = process.stdout.read(ANSWER.size)
            status, *numbers = ANSWER.unpack(head) if len(head) == ANSWER.size else (b"", 0, 0, 0, 0)
            width, height, stride, channels = numbers
            drawn = request.startswith(b"page") and status == b"good"
            fits = width * height <= 2 * MAX_PAGE_PIXELS and channels in _CHANNELS and width * channels <= stride <= 8 * max(width, 8)
            rows = process.stdout.read(height * stride) if drawn and fits else b""
        except (OSError, ValueError):  # ended meanwhile: the pipes are broken, or closed
            status, drawn = b"", False
        except BaseException:  # such as Ctrl-C: nobody knows what it says next
            self.end()
            raise
        finally:
            timer.cancel()
            timer.join()
        if status not in (b"good", b"lock", b"fail") or (drawn and (not rows or len(rows) != height * stride)):
            self.end()
            raise _EndedError
        if status != b"good":
            raise _RefusedError(locked=status == b"lock")
        return (width, height, stride, channels), rows


_CHILD = PdfChild()


def pdf_pages(data: bytes, name: str, child: PdfChild = _CHILD) -> Iterator[Frame]:
    """Draw the pages of a PDF, one after the other.

    Args:
        data: Content of the file.
        name: Name of the file; that of a frame has the number of its page too.
        child: Draws them.

    Yields:
        A frame of RGB for each page, at `DOTS_PER_INCH`.
    """
    if find_spec("pypdfium2") is None:
        raise PictureError(tr("{file}: reading a PDF needs pypdfium2; install it with: {line}", file=name, line=install_hint("scan")))
    document = child.new_document()
    try:
        count = child.count(document, data)
        if not 1 <= count <= MAX_PDF_PAGES:
            raise PictureError(tr("{file}: has {pages} pages; give 1 to {most} at once", file=name, pages=count, most=MAX_PDF_PAGES))
        for number in range(count):
            page = page_name(name, number + 1)
            try:
                pixels = child.page(document, data, number)
            except _RefusedError as error:
                raise PictureError(tr("{file}: a page cannot be read; scan the slips again", file=name)) from error
            except _EndedError as error:
                raise PictureError(_ended_message(page)) from error
            yield Frame(page, pixels)
    except _RefusedError as error:
        locked = tr("{file}: is locked with a password; save it without one, and give it again", file=name)
        broken = tr("{file}: cannot be read as a PDF; scan the slips again", file=name)
        raise PictureError(locked if error.locked else broken) from error
    except _EndedError as error:
        raise PictureError(_ended_message(name)) from error
    finally:
        child.close(document)


def _ended_message(name: str) -> str:
    """Return the line for the user where a page or a file took too much time or memory."""
    return tr(
        "{file}: takes more than {seconds:.0f} seconds or {memory} MB, as no scanned page does; scan the slips again",
        file=name,
        seconds=STEP_SECONDS,
        memory=MEMORY_BYTES // 1_000_000,
    )
