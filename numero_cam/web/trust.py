"""The one page that is served without encryption: how a device comes to trust the table's certificate. Nothing of a game is here."""

from collections.abc import Callable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from numero_cam.text.page_templates import STYLES, page_html
from numero_cam.web.app import STATIC
from numero_cam.web.certificates import profile
from numero_cam.web.doors import Doors
from numero_cam.web.network import WIDER, Reach


def trust_app(reach: Callable[[], Reach], doors: Doors) -> Starlette:
    """Return the server of the page.

    Args:
        reach: Gives where the table is, with its certificates.
        doors: Checks under which name it is asked.
    """

    async def page(_request: Request) -> Response:
        return HTMLResponse(trust_page(reach()))

    async def certificate(_request: Request) -> Response:
        return _file(reach().certified.authority, "application/x-x509-ca-cert", "numero-cam.crt")

    async def apple(_request: Request) -> Response:
        return _file(profile(reach().certified), "application/x-apple-aspen-config", "numero-cam.mobileconfig")

    async def icon(_request: Request) -> Response:
        return FileResponse(STATIC / "icon.svg")

    async def script(_request: Request) -> Response:
        return FileResponse(STATIC / "js" / "trust.js")

    routes = [
        Route("/", page),
        Route("/numero-cam.crt", certificate),
        Route("/numero-cam.mobileconfig", apple),
        Route("/icon.svg", icon),
        Route("/trust.js", script),
        Mount("/styles", StaticFiles(directory=STYLES)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(doors.names_only)])


def trust_page(reach: Reach) -> str:
    """Return the page."""
    made = reach.certified
    replaced = f"{WIDER} {made.replaced}" if made.replaced else ""
    return page_html("trust.html", at="/", replaced=replaced, fingerprint=made.fingerprint, address=reach.page())


def _file(data: bytes, kind: str, name: str) -> Response:
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
