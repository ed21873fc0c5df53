"""The files of the pages: styles, scripts, sounds and pictures. Anybody may load them."""

from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from numero_cam.text.page_templates import STYLES
from numero_cam.web.auth import STATIC_URL

STATIC_FOLDER = Path(__file__).parent / "static"
LEAST_COMPRESSED_BYTES = 1000
"""Minimum length of a file that is sent compressed, in bytes."""


def static_routes() -> list[Mount]:
    """Return the routes of these files."""
    return [
        Mount(f"{STATIC_URL}styles", _compressed(STYLES)),
        Mount(f"{STATIC_URL}js", _compressed(STATIC_FOLDER / "js")),
        Mount(f"{STATIC_URL}vendor", _compressed(STATIC_FOLDER / "vendor")),
        Mount("/static", StaticFiles(directory=STATIC_FOLDER)),
    ]


def _compressed(folder: Path) -> GZipMiddleware:
    """Serve text files compressed. Films and sounds are not: they are compressed already, and browsers ask for parts of them."""
    return GZipMiddleware(StaticFiles(directory=folder), minimum_size=LEAST_COMPRESSED_BYTES)
