"""Pages that pair a device, and the requests by which a keeper's page pairs or unpairs others."""

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from numero_cam.base.bounded_reader import parse_json
from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.live.page_fields import ProtocolError
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import ENTERED_QUERY, STATIC_URL, AccessControl
from numero_cam.web.pairing import PairingError
from numero_cam.web.protocol import parse_invitation

MAX_BODY_BYTES = 1000
"""Maximum size of a request's body, in bytes."""
BODY_SECONDS = 10.0
"""Maximum time in which a request's body must arrive, in seconds."""
KEY_USED_MESSAGE = tr(
    "This address of the table was used already: it opens one browser. Choose Another device on the "
    "page that is open, and type its code below. If you opened none, end numero-cam live and start "
    "it again."
)


class PairPages:
    """Serves the pages and requests of pairing.

    Args:
        access: Knows the paired devices.
        pairing_data: Given a code, returns what a page shows so that another device finds the table.
        on_unpair: Is called once devices were unpaired, to close their pages.
    """

    def __init__(self, access: AccessControl, pairing_data: Callable[[str], dict[str, Any]], on_unpair: Callable[[], None]) -> None:
        self._access, self._pairing_data, self._on_unpair = access, pairing_data, on_unpair

    def routes(self) -> list[Route]:
        """Return the routes of pairing."""
        return [
            Route("/in", self._enter),
            Route("/pair", self._form),
            Route("/pair", self._pair, methods=["POST"]),
            Route("/invite", self._invite, methods=["POST"]),
            Route("/unpair", self._unpair, methods=["POST"]),
        ]

    async def _enter(self, request: Request) -> Response:
        """Pair the browser of this computer that opened the address with the key."""
        if self._access.device_role(request) == "keeper":
            return RedirectResponse("/", 303)
        if ENTERED_QUERY in request.query_params:
            return HTMLResponse(page_html("redirect.html", at=STATIC_URL, address="/"))
        try:
            token = self._access.pairing.redeem_key(request.query_params.get("key", ""))
        except StoreError as error:
            return _page(str(error), 503)
        return _page(KEY_USED_MESSAGE, 403) if token is None else self._access.pair_response(request, token, by_key=True)

    async def _form(self, _request: Request) -> Response:
        return _page()

    async def _pair(self, request: Request) -> Response:
        data = await _body(request)
        fields = {} if data is None else parse_qs(data.decode(errors="replace"))
        try:
            token, _ = self._access.pairing.redeem_code(fields.get("code", [""])[0])
        except PairingError as error:
            return _page(str(error), 403)
        except StoreError as error:
            return _page(str(error), 503)
        return self._access.pair_response(request, token)

    async def _invite(self, request: Request) -> Response:
        """Give a keeper's page a code for another device. Its role is checked after the body came: it may be unpaired meanwhile."""
        data = await _body(request)
        if self._access.device_role(request) != "keeper":
            return JSONResponse({"why": tr("only a page that keeps the game can pair another device")}, 403)
        try:
            role, player = parse_invitation(parse_json((data or b"").decode(errors="replace"), tr("the question"), ProtocolError))
        except ProtocolError as error:
            return JSONResponse({"why": str(error)}, 400)
        invitation = self._access.pairing.invite(role, player, self._access.token(request))
        about = {"code": invitation.code, "role": role, "player": invitation.player, "seconds": invitation.seconds}
        return JSONResponse({**about, **self._pairing_data(invitation.code)})

    async def _unpair(self, request: Request) -> Response:
        if self._access.device_role(request) != "keeper":
            return JSONResponse({"why": tr("only a page that keeps the game can let others go")}, 403)
        try:
            return JSONResponse({"gone": self._access.pairing.unpair_others(self._access.token(request))})
        except StoreError as error:
            return JSONResponse({"why": str(error)}, 503)
        finally:
            self._on_unpair()


async def _body(request: Request) -> bytes | None:
    """Return the body of a request; None where it is too large, too slow or cut short."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > MAX_BODY_BYTES:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return bytes(data)


def _page(problem: str = "", status: int = 200) -> Response:
    return HTMLResponse(page_html("pair.html", at=STATIC_URL, problem=problem), status)
