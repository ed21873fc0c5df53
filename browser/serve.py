"""Shows the folder on this computer, as a static host would."""

import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from browser.build import LIST, BuildError

LOOPBACK = "127.0.0.1"


class FolderHandler(SimpleHTTPRequestHandler):
    """Serves files of the folder; a folder without a page is not listed."""

    extensions_map = {  # noqa: RUF012 - as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
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


def server_of(out: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of the folder on this computer.

    Args:
        out: The folder.
        port: 0 for any free one.

    Raises:
        BuildError: The folder was not made here, or the port is taken.
    """
    if not (out / LIST).is_file():
        raise BuildError(f"{out} is no folder of the page; make it: python -m browser build {out}")
    try:
        return ThreadingHTTPServer((LOOPBACK, port), partial(FolderHandler, directory=str(out)))
    except OSError as error:
        raise BuildError(f"port {port} is taken; name another one: --port {port + 1}") from error


def serve(out: Path, port: int) -> None:
    """Serve the folder until somebody ends it."""
    with server_of(out, port) as server:
        print(f"http://localhost:{server.server_port}/  (Ctrl+C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.exit(0)
