"""The files of the pages: styles, scripts, sounds and pictures. Anybody may load them."""

from collections.abc import Sequence
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from numero_cam.text.page_templates import STYLES
from numero_cam.web.auth import STATIC_URL

STATIC_FOLDER = Path(__file__).parent / "static"
LEAST_COMPRESSED_BYTES = 1000  #: Minimum length of a file that is sent compressed, in bytes.
TEXT_SUFFIXES = (".css", ".js", ".svg", ".webmanifest")  #: Ends of the names of files that are text.


def static_routes(*rooms: Path) -> list[Mount]:
    """Return the routes of these files; those of the rooms of add-ons are found under the same addresses."""
    styles, files = (STYLES, *(room / "templates" / "styles" for room in rooms)), (STATIC_FOLDER, *(room / "static" for room in rooms))
    return [Mount(f"{STATIC_URL}styles", _files(styles)), Mount("/static", _files(files))]


def _files(folders: Sequence[Path]) -> ASGIApp:
    """Return an app of the files of all folders, text compressed; films and sounds are compressed, and browsers request parts of them."""
    plain = StaticFiles(directory=folders[0])
    plain.all_directories += folders[1:]
    compressed = GZipMiddleware(plain, minimum_size=LEAST_COMPRESSED_BYTES)

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from the compressing app for files of text."""
        chosen: ASGIApp = compressed if str(scope["path"]).endswith(TEXT_SUFFIXES) else plain
        await chosen(scope, receive, send)

    return serve
