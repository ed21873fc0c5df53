"""Draws pages of PDFs in a process of its own, which `pdf_pages` starts, and ends where a page asks for too much.

Only this module uses pypdfium2. Requests come by standard input and answers go to standard output, each with a head of fixed size, because
whoever wrote the PDF may have taken over what speaks here.
"""

import contextlib
import math
import os
import signal
import struct
import sys
import threading
import time
from typing import BinaryIO

DOTS_PER_INCH = 200  #: Resolution of the pictures, as scanners of schools have it.
MAX_PAGE_PIXELS = 25_000_000  #: Maximum number of pixels of a picture; larger pages are drawn smaller.
POINTS_PER_INCH = 72
MEMORY_BYTES = 700_000_000  #: Maximum memory of the process, in bytes; a scanned page of A4 at 600 dots per inch takes 300 MB.
STEP_SECONDS = 15.0  #: Maximum time to open a PDF, or to draw a page, in seconds; scanned pages take less than one on a slow computer.
ORPHAN_SECONDS = 2 * STEP_SECONDS  #: Time after which the process ends itself in the middle of a step, in seconds: nobody waits any more.
WATCH_SECONDS = 0.2  #: Time between two looks at memory, time and the parent, in seconds.
#: What is asked (`open`, `page`, `shut`), the number of the document, and the bytes of data that follow or the number of the page.
REQUEST = struct.Struct("<4sIQ")
#: How it ended (`good`, `lock`, `fail`); the number of pages, or width, height, bytes a row and bytes a pixel of the rows that follow.
ANSWER = struct.Struct("<4s4I")
_WRONG_PASSWORD = 4  #: PDFium's number of this error.


class _Step:
    """When the step that is under way began; infinite while nothing is asked."""

    began = math.inf


def _limit_itself() -> None:
    """Let the process take `MEMORY_BYTES` and no more, and leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    """End the process where it takes too much, or nobody waits for it. PDFium lets this thread run while it draws."""
    parent = os.getppid()
    while os.getppid() == parent and _most_memory() <= MEMORY_BYTES and time.monotonic() - _Step.began < ORPHAN_SECONDS:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def _most_memory() -> int:
    """Return the most memory that the process had, in bytes; 0 on Linux, which holds the limit by itself."""
    if sys.platform == "darwin":
        import resource  # noqa: PLC0415 - not on Windows

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only here

        counters = (ctypes.c_size_t * 10)(72)  # PROCESS_MEMORY_COUNTERS: its size and faults, the most memory, and the memory now, ...
        windows = ctypes.windll.kernel32
        windows.GetCurrentProcess.restype = ctypes.c_void_p
        windows.K32GetProcessMemoryInfo(ctypes.c_void_p(windows.GetCurrentProcess()), ctypes.byref(counters), 72)
        return int(counters[1])
    return 0


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests, each a `REQUEST` and its data, by an `ANSWER` and the rows of a picture, until there are no more."""
    from pypdfium2 import PdfDocument, PdfiumError  # noqa: PLC0415 - the parent takes its numbers from here, and needs no PDFium

    documents: dict[int, PdfDocument] = {}

    def answered(what: bytes, document: int, number: int, data: bytes) -> tuple[bytes, bytes]:
        """Return the head of the answer to a request, and the rows of a picture, which may be none."""
        if what == b"open":
            documents[document] = PdfDocument(data)
            return ANSWER.pack(b"good", len(documents[document]), 0, 0, 0), b""
        if what == b"page":
            return _drawn(documents[document], number)
        documents.pop(document).close()
        return ANSWER.pack(b"good", 0, 0, 0, 0), b""

    while len(head := requests.read(REQUEST.size)) == REQUEST.size:
        what, document, number = REQUEST.unpack(head)
        data = requests.read(number) if what == b"open" else b""
        _Step.began = time.monotonic()
        try:
            answer, rows = answered(what, document, number, data)
        except PdfiumError as error:
            answer, rows = ANSWER.pack(b"lock" if error.err_code == _WRONG_PASSWORD else b"fail", 0, 0, 0, 0), b""
        _Step.began = math.inf
        answers.write(answer + rows)
        answers.flush()


def _drawn(document: "PdfDocument", number: int) -> tuple[bytes, bytes]:  # type: ignore[name-defined] # noqa: F821
    """Draw page ``number``, from 0; return the head of the answer and the rows of the picture."""
    page = document[number]
    width, height = page.get_size()
    scale = min(DOTS_PER_INCH / POINTS_PER_INCH, math.sqrt(MAX_PAGE_PIXELS / max(width * height, 1)))
    picture = page.render(scale=scale, rev_byteorder=True)
    rows = bytes(picture.buffer)
    head = ANSWER.pack(b"good", picture.width, picture.height, picture.stride, picture.n_channels)
    picture.close()
    page.close()
    return head, rows


if __name__ == "__main__":
    _limit_itself()
    _serve(sys.stdin.buffer, sys.stdout.buffer)
