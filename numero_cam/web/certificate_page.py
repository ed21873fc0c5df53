"""The one page that is served without encryption: it explains how a device trusts the table's certificate, and offers that as a file."""

from collections.abc import Callable, Collection

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from numero_cam.text.page_templates import STYLES, page_html
from numero_cam.web.auth import AccessControl
from numero_cam.web.certificates import apple_profile
from numero_cam.web.network_address import REPLACED_AUTHORITY_MESSAGE, NetworkAddress
from numero_cam.web.static_files import STATIC_FOLDER


def certificate_app(address: Callable[[], NetworkAddress], access: AccessControl, homes: Collection[str] = ("",)) -> Starlette:
    """Return the app that serves the page and the certificate.

    Args:
        address: Returns where the table is found, with its certificates.
        access: Checks the host of each request.
        homes: Paths under which pages pair devices: empty for the table, ``/class``, ``/hall``. The page of each leads on to its own.
    """

    async def page(request: Request) -> Response:
        return HTMLResponse(certificate_page_html(address(), request.url.path.rstrip("/")))

    async def certificate(_request: Request) -> Response:
        return _file(address().certificates.authority, "application/x-x509-ca-cert", "numero-cam.crt")

    async def apple(_request: Request) -> Response:
        return _file(apple_profile(address().certificates), "application/x-apple-aspen-config", "numero-cam.mobileconfig")

    async def icon(_request: Request) -> Response:
        return FileResponse(STATIC_FOLDER / "icon.svg")

    async def script(_request: Request) -> Response:
        return FileResponse(STATIC_FOLDER / "js" / "trust.js")

    routes = [
        *(Route(home or "/", page) for home in homes),
        Route("/numero-cam.crt", certificate),
        Route("/numero-cam.mobileconfig", apple),
        Route("/icon.svg", icon),
        Route("/trust.js", script),
        Mount("/styles", StaticFiles(directory=STYLES)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(access.hosts_only)])


def certificate_page_html(address: NetworkAddress, under: str = "") -> str:
    """Return the page as HTML; its link leads to the pages under this path."""
    certificates = address.certificates
    replaced = f"{REPLACED_AUTHORITY_MESSAGE} {certificates.replaced}" if certificates.replaced else ""
    return page_html(
        "trust.html", at="/", replaced=replaced, fingerprint=certificates.fingerprint, address=address.pairing_page(under=under)
    )


def _file(data: bytes, kind: str, name: str) -> Response:  # kind: media type
    return Response(data, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
