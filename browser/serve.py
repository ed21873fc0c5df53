"""Shows the folder of the page on this computer, as a static host would.

The folder carries this file as `start.py`: it needs no more than Python 3.7 and its standard library.
"""

import sys
import urllib.request
import webbrowser
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

LOOPBACK = "127.0.0.1"
WORKER = "sw.js"  #: File that each folder of the page has, with its version in it.
PORT = 8080  #: What a browser keeps belongs to a port, so it is always the same one where it is free.
PORTS = range(PORT, PORT + 10)
NO_PORT = "NO_PORT"  #: What is said where none of them is free; the build writes it in all languages.
ASK_SECONDS = 2  #: Time in which a page that is shown already answers.


class FolderHandler(SimpleHTTPRequestHandler):
    """Serves files of the folder; a folder without a page is not listed."""

    #: Every kind of file in the folder: what a system calls them may be wrong, and a browser then runs no script.
    extensions_map = {  # noqa: RUF012 - as the base class has it
        "": "application/octet-stream",
        ".css": "text/css",
        ".html": "text/html",
        ".js": "text/javascript",
        ".json": "application/json",
        ".mjs": "text/javascript",
        ".mp3": "audio/mpeg",
        ".mp4": "video/mp4",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".zip": "application/zip",
    }

    def end_headers(self) -> None:
        """Have the browser ask anew, so that a folder that was built anew is seen, and let no other site show a page in a frame."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", "frame-ancestors 'self'")
        super().end_headers()

    def list_directory(self, path: object) -> None:
        """Refuse: only pages are shown."""
        del path
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class FolderServer(ThreadingHTTPServer):
    """Serves the folder; a browser that goes away in the middle of a file is no error."""

    allow_reuse_address = sys.platform != "win32"  #: Windows would give a port that another program has.

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


def server_of(out: Path, port: int, handler: type = FolderHandler) -> ThreadingHTTPServer:
    """Return a server of the folder on this computer, at any free port for 0; an ``OSError`` says that the port is taken."""
    return FolderServer((LOOPBACK, port), partial(handler, directory=str(out)))


def serve(server: ThreadingHTTPServer) -> None:
    """Serve the folder until somebody ends it."""
    with server:
        print(address_of(server.server_port), "(Ctrl+C)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.exit(0)


def address_of(port: int) -> str:
    """Return the address of the page on this computer."""
    return f"http://localhost:{port}/"


def start(out: Path) -> None:
    """Show the folder in the browser, or what shows it already."""
    for port in PORTS:
        try:
            server = server_of(out, port)
        except OSError:
            if _shows(port, (out / WORKER).read_bytes()):
                webbrowser.open(address_of(port))
                return
        else:
            webbrowser.open(address_of(port))
            serve(server)
    sys.exit(NO_PORT)


def _shows(port: int, worker: bytes) -> bool:
    """Return whether this very version of the page is there."""
    try:
        with urllib.request.urlopen(address_of(port) + WORKER, timeout=ASK_SECONDS) as answer:  # noqa: S310 - this computer
            return bool(answer.read() == worker)
    except (OSError, ValueError):
        return False


if __name__ == "__main__":
    start(Path(__file__).resolve().parent)
