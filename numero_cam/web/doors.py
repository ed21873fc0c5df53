"""Who may come in: which hosts and origins are answered, and what a page of a paired device may be."""

from collections.abc import Iterable, Sequence

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from numero_cam.live.hints import same_name
from numero_cam.web.pairing import MAY_BE, PAIRED_LASTS, Pairing
from numero_cam.web.protocol import Role

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; "
    "worker-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing of another host is loaded, and no script that stands in a page is run."""
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer a form would be sent without its origin
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
    (b"cache-control", b"no-cache"),
)
ENTERED = "entered"
"""Query of the page that is shown to a browser that has just come in by the key."""
STATIC_AT = "/static/"
"""Address of the files that are the same for everybody."""
OPEN = ("/pair", "/in", STATIC_AT)
"""What a device that is not paired may ask for: how to be paired, and files that are the same for everybody."""
NOT_PAIRED = "this device is not paired with the table; ask for a code"


class Doors:
    """Lets in pages of paired devices, under the names of this machine, and from no other site.

    Args:
        pairing: Knows the devices.
        port: Of this machine's own page; cookies of several tables differ by it.
        names: Names of this machine besides those of every machine, without a port.
        network: Whether other machines may reach it.
    """

    def __init__(self, pairing: Pairing, port: int = 0, names: Iterable[str] = (), *, network: bool = False) -> None:
        self.pairing, self.network = pairing, network
        self.hosts = LOOPBACK | frozenset(names)
        self._cookie = f"numero-{port}"

    def middleware(self, app: ASGIApp) -> ASGIApp:
        """Wrap an app: other hosts, pages of other sites and devices that are not paired are refused; answers say what a page may load."""

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
            elif not self.lets_in(HTTPConnection(scope)):
                await _refuse(scope, receive, send)
            elif scope["type"] == "http" and not scope["path"].startswith(OPEN) and self.device(HTTPConnection(scope)) is None:
                await _send_to_pair(scope["method"])(scope, receive, _with_headers(send))
            else:  # a socket is told in words why it is closed
                await app(scope, receive, _with_headers(send))

        return checked

    def names_only(self, app: ASGIApp) -> ASGIApp:
        """Wrap an app that is for everybody in the network: only hosts and origins are checked."""

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and self.lets_in(HTTPConnection(scope)):
                await app(scope, receive, _with_headers(send))
            else:
                await _refuse(scope, receive, send)

        return checked

    def lets_in(self, connection: HTTPConnection) -> bool:
        """Return whether a request names this machine, and comes from a page of it or from no page.

        An address of four numbers is this machine's if the request arrived there: a name that a stranger points to it never is.
        """
        host = connection.headers.get("host", "")
        arrived = (connection.scope.get("server") or ("",))[0]
        if _name(host) not in self.hosts and (not arrived or _name(host) != arrived):
            return False
        origin = connection.headers.get("origin")
        return origin is None or origin in (f"http://{host}", f"https://{host}")

    def token(self, connection: HTTPConnection) -> str:
        """Return the token that a device shows; empty where it shows none."""
        return connection.cookies.get(self._cookie, "")

    def device(self, connection: HTTPConnection) -> Role | None:
        """Return as what the device was paired; None where it was not."""
        token = self.token(connection)
        return self.pairing.role_of(token) if token else None

    def role_of(self, connection: HTTPConnection, wanted: Role) -> Role | None:
        """Return the role that a page gets: what it wants where its device may have it, else that of the device; None without one."""
        device = self.device(connection)
        return wanted if device is not None and wanted in MAY_BE[device] else device

    def player_of(self, connection: HTTPConnection, wanted: str, players: Sequence[str]) -> str:
        """Return the player of whom a page is told hints and for whom it may challenge; empty where that is nobody.

        The device of a player is bound to the first player that is chosen on it while he plays. A keeper's may be anybody's.

        Args:
            connection: Of the page.
            wanted: The name that the page gives.
            players: Who plays now.

        Raises:
            StoreError: The list of devices cannot be written.
        """
        token = self.token(connection)
        own = self.pairing.player_of(token)
        if own is None:
            return wanted
        if not own and (own := next((name for name in players if same_name(name, wanted)), "")):
            self.pairing.bind(token, own)
        return own

    def may_give_pictures(self, connection: HTTPConnection) -> bool:
        """Return whether photos are taken from there."""
        return self.device(connection) in ("camera", "keeper")

    def may_look(self, connection: HTTPConnection) -> bool:
        """Return whether kept games are shown there: a camera only gives pictures."""
        return self.device(connection) in ("keeper", "player", "watcher")

    def let_in(self, connection: HTTPConnection, token: str, *, by_key: bool = False) -> Response:
        """Return the answer that makes a device a paired one, and shows it the table.

        Args:
            connection: Its request.
            token: Of the device.
            by_key: Whether it came by the address with the key. Then it is shown a page first that leads on by itself: the address
                stood in a file, and browsers send a strict cookie along no redirect that began there. Nor does the key stay in the
                browser's history.
        """
        answer = RedirectResponse(f"/in?{ENTERED}" if by_key else "/", 303)
        secure = connection.scope["scheme"] == "https"
        answer.set_cookie(self._cookie, token, max_age=int(PAIRED_LASTS), httponly=True, samesite="strict", secure=secure)
        return answer


def _name(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if port.isdecimal() else host


def _send_to_pair(method: str) -> Response:
    return RedirectResponse("/pair", 303) if method in ("GET", "HEAD") else JSONResponse({"why": NOT_PAIRED}, 403)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    answer = PlainTextResponse("This table answers its own pages only, under the addresses that it shows.\n", 403)
    await answer(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def sent(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            headers = message.setdefault("headers", [])
            assert isinstance(headers, list)  # noqa: S101 - ASGI says so
            headers.extend(HEADERS)
        await send(message)

    return sent  # type: ignore[return-value]
