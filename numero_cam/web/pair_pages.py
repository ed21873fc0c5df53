"""Pages where a device is paired, and what the page that keeps the game asks to pair another."""

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from numero_cam.base.bounded_reader import parse_json
from numero_cam.base.errors import StoreError
from numero_cam.text.page_templates import page_html
from numero_cam.web.doors import ENTERED, STATIC_AT, Doors
from numero_cam.web.pairing import PairingError
from numero_cam.web.protocol import ProtocolError, invited_of

LONGEST_BODY = 1000
PATIENCE = 10.0
"""Bytes of what is sent here, and seconds that it may take."""
SEEN_BEFORE = (
    "This address of the table was used already: it opens one browser. "
    "Choose Another device on the page that is open, and type its code below. "
    "If you opened none, end numero-cam live and start it again."
)


class PairPages:
    """Answers devices that are not paired yet.

    Args:
        doors: Pairs them.
        where: Given a code, returns what a page shows to reach the table from another device.
        let_go: Is called when devices were let go, to close what they have open.
    """

    def __init__(self, doors: Doors, where: Callable[[str], dict[str, Any]], let_go: Callable[[], None]) -> None:
        self._doors, self._where, self._let_go = doors, where, let_go

    def routes(self) -> list[Route]:
        """Return the addresses with what answers there."""
        return [
            Route("/in", self._in),
            Route("/pair", self._form),
            Route("/pair", self._pair, methods=["POST"]),
            Route("/invite", self._invite, methods=["POST"]),
            Route("/unpair", self._unpair, methods=["POST"]),
        ]

    async def _in(self, request: Request) -> Response:
        """Let in the browser of this machine that was given its address."""
        if self._doors.device(request) == "keeper":
            return RedirectResponse("/", 303)
        if ENTERED in request.query_params:
            return HTMLResponse(page_html("redirect.html", at=STATIC_AT, address="/"))
        try:
            token = self._doors.pairing.enter_key(request.query_params.get("key", ""))
        except StoreError as error:
            return _page(str(error), 503)
        return _page(SEEN_BEFORE, 403) if token is None else self._doors.let_in(request, token, by_key=True)

    async def _form(self, _request: Request) -> Response:
        return _page()

    async def _pair(self, request: Request) -> Response:
        data = await _body(request)
        fields = {} if data is None else parse_qs(data.decode(errors="replace"))
        try:
            token, _ = self._doors.pairing.enter(fields.get("code", [""])[0])
        except PairingError as error:
            return _page(str(error), 403)
        except StoreError as error:
            return _page(str(error), 503)
        return self._doors.let_in(request, token)

    async def _invite(self, request: Request) -> Response:
        """Give the page that keeps the game a code for another device. It may be let go while it asks, so it is looked at last."""
        data = await _body(request)
        if self._doors.device(request) != "keeper":
            return JSONResponse({"why": "only a page that keeps the game can pair another device"}, 403)
        try:
            role, player = invited_of(parse_json((data or b"").decode(errors="replace"), "the question", ProtocolError))
        except ProtocolError as error:
            return JSONResponse({"why": str(error)}, 400)
        invitation = self._doors.pairing.invite(role, player, self._doors.token(request))
        about = {"code": invitation.code, "role": role, "player": invitation.player, "seconds": invitation.seconds}
        return JSONResponse({**about, **self._where(invitation.code)})

    async def _unpair(self, request: Request) -> Response:
        if self._doors.device(request) != "keeper":
            return JSONResponse({"why": "only a page that keeps the game can let others go"}, 403)
        try:
            return JSONResponse({"gone": self._doors.pairing.unpair_others(self._doors.token(request))})
        except StoreError as error:
            return JSONResponse({"why": str(error)}, 503)
        finally:
            self._let_go()


async def _body(request: Request) -> bytes | None:
    """Return what was sent; None where it is too large, too slow or cut short."""
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                data += part
                if len(data) > LONGEST_BODY:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return bytes(data)


def _page(problem: str = "", status: int = 200) -> Response:
    return HTMLResponse(page_html("pair.html", at=STATIC_AT, problem=problem), status)
