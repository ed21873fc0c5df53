"""Pages that pair a device, and the requests by which a keeper's page pairs or unpairs others."""

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from numero_cam.base.bounded_reader import parse_json
from numero_cam.base.errors import NumeroCamError, StoreError
from numero_cam.catalogue import tr
from numero_cam.live.page_fields import ProtocolError
from numero_cam.text.page_templates import page_html
from numero_cam.web.auth import ENTERED_QUERY, STATIC_URL, AccessControl
from numero_cam.web.pairing import PairingError
from numero_cam.web.protocol import parse_invitation

MAX_BODY_BYTES = 1000  #: Maximum size of a request's body, in bytes.
BODY_SECONDS = 10.0  #: Maximum time in which a request's body must arrive, in seconds.
KEY_USED_MESSAGE = tr(
    "This address of the table was used already: it opens one browser. Choose Another device on the "
    "page that is open, and type its code below. If you opened none, end the program and start it "
    "again."
)

KEEPER_CODE_PLACE = tr("On the page that keeps the game, choose Another device. It shows a code of eight letters. A code pairs one device.")


class BodyError(NumeroCamError):
    """The body of a request did not come whole; `status` is the HTTP status of the answer, the text is for the sender."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class PairPages:
    """Serves the pages and requests of pairing.

    Args:
        access: Knows the paired devices.
        pairing_data: Given a code, returns the JSON values of addresses that a page shows so that another device finds the table.
        on_unpair: Called once devices were unpaired, to close their pages.
    """

    def __init__(self, access: AccessControl, pairing_data: Callable[[str], dict[str, Any]], on_unpair: Callable[[], None]) -> None:
        self._access, self._pairing_data, self._on_unpair = access, pairing_data, on_unpair

    def routes(self) -> list[Route]:
        """Return the routes of pairing."""
        return [
            *pairing_routes(self._access, KEEPER_CODE_PLACE, KEY_USED_MESSAGE),
            Route("/invite", self._invite, methods=["POST"]),
            Route("/unpair", self._unpair, methods=["POST"]),
        ]

    async def _invite(self, request: Request) -> Response:
        """Respond to a keeper's page with a code for another device; the role is checked after the body came, as it may be unpaired."""
        data = await body_or_nothing(request)
        if self._access.device_role(request) != "keeper":
            return JSONResponse({"why": tr("only a page that keeps the game can pair another device")}, 403)
        try:
            role, player = parse_invitation(parse_json(data.decode(errors="replace"), tr("the question"), ProtocolError))
        except ProtocolError as error:
            return JSONResponse({"why": str(error)}, 400)
        invitation = self._access.pairing.invite(role, player, self._access.token(request))
        about = {"code": invitation.code, "role": role, "player": invitation.player, "seconds": invitation.seconds}
        return JSONResponse({**about, **self._pairing_data(invitation.code)})

    async def _unpair(self, request: Request) -> Response:
        """Unpair all devices but the requesting keeper's, and respond with their number."""
        if self._access.device_role(request) != "keeper":
            return JSONResponse({"why": tr("only a page that keeps the game can let others go")}, 403)
        try:
            return JSONResponse({"gone": self._access.pairing.unpair_others(self._access.token(request))})
        except StoreError as error:
            return JSONResponse({"why": str(error)}, 503)
        finally:
            self._on_unpair()


def pairing_routes(access: AccessControl, code_place: str, key_used: str, wrong_code_seconds: float = 0.0) -> list[Route]:
    """Return the routes by which a browser or a device is paired.

    Args:
        access: Knows the paired devices.
        code_place: A sentence that says where codes are shown.
        key_used: The message for an address with a key that was used before.
        wrong_code_seconds: Time after which a wrong code is answered, in seconds.
    """
    pairing, under = access.pairing, access.under

    def page(problem: str = "", status: int = 200) -> Response:
        """Respond with the form for a code, with a problem above it."""
        return HTMLResponse(page_html("pair.html", at=STATIC_URL, problem=problem, under=under, code_place=code_place), status)

    async def enter(request: Request) -> Response:
        """Pair the browser of this computer that opened the address with the key."""
        if access.device_role(request) == pairing.owner:
            return RedirectResponse(access.home, 303)
        if ENTERED_QUERY in request.query_params:
            return HTMLResponse(page_html("redirect.html", at=STATIC_URL, address=access.home))
        try:
            token = pairing.redeem_key(request.query_params.get("key", ""))
        except StoreError as error:
            return page(str(error), 503)
        return page(key_used, 403) if token is None else access.pair_response(request, token, by_key=True)

    async def form(_request: Request) -> Response:
        return page()

    async def pair(request: Request) -> Response:
        """Pair a device by the code of the form."""
        fields = await form_fields(request)
        try:
            token, _ = pairing.redeem_code(fields.get("code", ""))
        except PairingError as error:
            await asyncio.sleep(wrong_code_seconds)
            return page(str(error), 403)
        except StoreError as error:
            return page(str(error), 503)
        return access.pair_response(request, token)

    return [Route(f"{under}/in", enter), Route(f"{under}/pair", form), Route(f"{under}/pair", pair, methods=["POST"])]


async def read_body(request: Request, most_bytes: int = MAX_BODY_BYTES) -> bytes:
    """Return the body of a request, a form or a small message; raise ``BodyError`` where it is too large or comes too slowly."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > most_bytes:
                    raise BodyError(413, tr("this form is too large; make it shorter, and send it again"))
    except (TimeoutError, ClientDisconnect) as error:
        raise BodyError(408, tr("this form did not come whole; send it again")) from error
    return bytes(data)


async def form_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form; an empty dictionary where it did not come."""
    return fields_of(await body_or_nothing(request))


def fields_of(data: bytes) -> dict[str, str]:
    """Return the fields of a form's body, of several values of a name the first."""
    return {name: values[0] for name, values in parse_qs(data.decode(errors="replace"), keep_blank_values=True).items()}


async def body_or_nothing(request: Request) -> bytes:
    """Return the body of a request; empty where `read_body` raises an error."""
    try:
        return await read_body(request)
    except BodyError:
        return b""
