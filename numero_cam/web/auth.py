"""Authorisation: the hosts and origins whose requests are answered, and the role of a page of a paired device."""

from collections.abc import Iterable, Sequence

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from numero_cam.catalogue import tr
from numero_cam.live.hints import is_same_player
from numero_cam.web.pairing import ALLOWED_ROLES, PAIRED_SECONDS, DevicePairing
from numero_cam.web.protocol import DeviceRole, Role

LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
#: Pages load nothing from other hosts and run no inline scripts.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; "
    "worker-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer a form would be sent without its origin
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
    (b"cache-control", b"no-cache"),
)
ENTERED_QUERY = "entered"  #: Query of the page that is shown right after a browser was paired by the key.
STATIC_URL = "/static/"  #: URL prefix of the static files.
PUBLIC_PATHS = ("/pair", "/in")  #: URL prefixes of pairing, which an unpaired device may request, as it may the static files.
NOT_PAIRED_MESSAGE = tr("this device is not paired with the table; ask for a code")


class AccessControl:
    """Admits requests of paired devices that name this computer as their host and come from no other site.

    Args:
        pairing: Knows the paired devices.
        port: Port of this computer's own page; it tells the cookies of several tables apart.
        names: Host names of this computer besides the loopback names, without a port.
        network: Whether other computers may reach the table.
        under: Path under which all guarded pages are, such as ``/class``; empty for those of the table. Cookies of one path do not hold
            under another, so a device of the table is not paired with the class.
        public: More paths that an unpaired device may request.
    """

    def __init__(
        self,
        pairing: DevicePairing,
        port: int = 0,
        names: Iterable[str] = (),
        *,
        network: bool = False,
        under: str = "",
        public: Iterable[str] = (),
    ) -> None:
        self.pairing, self.network, self.under = pairing, network, under
        self.hosts = LOOPBACK_HOSTS | frozenset(names)
        self._cookie = f"numero-{port}{under.replace('/', '-')}"
        self._public = (*(under + path for path in PUBLIC_PATHS), STATIC_URL, *public)

    @property
    def home(self) -> str:
        """Path of the first page."""
        return self.under or "/"

    def middleware(self, app: ASGIApp) -> ASGIApp:
        """Wrap an app: refuse other hosts, other origins and unpaired devices, and add the security headers to answers."""

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            """Pass an admitted request on; refuse another, or lead it to the page of pairing."""
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
            elif not self.is_own_host(HTTPConnection(scope)):
                await _refuse(scope, receive, send)
            elif scope["type"] == "http" and not scope["path"].startswith(self._public) and self.device_role(HTTPConnection(scope)) is None:
                await self._send_to_pair(scope["method"])(scope, receive, _with_headers(send))
            else:  # an unpaired websocket gets a message before it is closed
                await app(scope, receive, _with_headers(send))

        return checked

    def hosts_only(self, app: ASGIApp) -> ASGIApp:
        """Wrap an app that needs no pairing: refuse other hosts and origins, and add the security headers to answers."""

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            """Pass a request to this host on; refuse another."""
            if scope["type"] == "http" and self.is_own_host(HTTPConnection(scope)):
                await app(scope, receive, _with_headers(send))
            else:
                await _refuse(scope, receive, send)

        return checked

    def is_own_host(self, connection: HTTPConnection) -> bool:
        """Return whether a request names this computer as its host, and has no origin or this host as its origin.

        An IP address is accepted where the request arrived at it. A foreign name that points to this computer is not (DNS rebinding).
        """
        host = connection.headers.get("host", "")
        arrived = (connection.scope.get("server") or ("",))[0]
        if _name(host) not in self.hosts and (not arrived or _name(host) != arrived):
            return False
        origin = connection.headers.get("origin")
        return origin is None or origin in (f"http://{host}", f"https://{host}")

    def token(self, connection: HTTPConnection) -> str:
        """Return the token in the cookie of a request; empty where there is none."""
        return connection.cookies.get(self._cookie, "")

    def _send_to_pair(self, method: str) -> Response:  # for an unpaired device
        if method in ("GET", "HEAD"):
            return RedirectResponse(f"{self.under}/pair", 303)
        return JSONResponse({"why": NOT_PAIRED_MESSAGE}, 403)

    def device_role(self, connection: HTTPConnection) -> DeviceRole | None:
        """Return the role for which the device was paired; None where it is not paired."""
        token = self.token(connection)
        return self.pairing.role_of(token) if token else None

    def role_of(self, connection: HTTPConnection, wanted: Role) -> Role | None:
        """Return the requested role where the device may have it, else the device's own role; None where it is not paired."""
        own = self.device_role(connection)
        allowed = ALLOWED_ROLES[own] if own else ()
        return wanted if wanted in allowed else next((role for role in allowed if role == own), None)

    def player_of(self, connection: HTTPConnection, wanted: str, players: Sequence[str]) -> str:
        """Return the player whose hints a page gets and for whom it may challenge, `wanted` if it may; empty for none.

        A player's device is bound to the first player of the running game that is chosen on it. A keeper's device may act for any player.
        """
        token = self.token(connection)
        own = self.pairing.player_of(token)
        if own is None:
            return wanted
        if not own and (own := next((name for name in players if is_same_player(name, wanted)), "")):
            self.pairing.bind(token, own)
        return own

    def may_send_pictures(self, connection: HTTPConnection) -> bool:
        """Return whether the device may send pictures: it is a camera or a keeper."""
        return self.device_role(connection) in ("camera", "keeper")

    def may_view_games(self, connection: HTTPConnection) -> bool:
        """Return whether the device may see kept games: it is a keeper, a player or a watcher."""
        return self.device_role(connection) in ("keeper", "player", "watcher")

    def pair_response(self, connection: HTTPConnection, token: str, *, by_key: bool = False) -> Response:
        """Return the answer that stores the token in a cookie and leads to the table.

        Args:
            connection: The request of the device.
            token: Token of the device.
            by_key: Whether it came by the address with the key. Then a page comes first that leads on by itself: the address is in a
                file, and browsers send no strict cookie along a redirect that began there. Nor does the key stay in the history.
        """
        answer = RedirectResponse(f"{self.under}/in?{ENTERED_QUERY}" if by_key else self.home, 303)
        secure, path = connection.scope["scheme"] == "https", self.home
        answer.set_cookie(self._cookie, token, max_age=int(PAIRED_SECONDS), path=path, httponly=True, samesite="strict", secure=secure)
        return answer


def _name(host: str) -> str:  # without the port
    name, _, port = host.rpartition(":")
    return name if port.isdecimal() else host


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Close a websocket, or answer a request with 403."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    answer = PlainTextResponse(tr("This table answers its own pages only, under the addresses that it shows.\n"), 403)
    await answer(scope, receive, send)


def _with_headers(send: Send) -> Send:
    """Return a `send` that adds the security headers to the start of a response."""

    async def sent(message: dict[str, object]) -> None:
        """Send a message, with the headers if it is the first of a response."""
        if message["type"] == "http.response.start":
            headers = message.setdefault("headers", [])
            assert isinstance(headers, list)  # noqa: S101 - ASGI says so
            headers.extend(SECURITY_HEADERS)
        await send(message)

    return sent  # type: ignore[return-value]
