"""Who may come in: which hosts and origins are answered, and which role a page may have."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

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
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
    (b"cache-control", b"no-cache"),
)


class Doors:
    """Lets in pages of this machine only.

    Args:
        hosts: Names by which this machine may be called, without a port.
    """

    network = False

    def __init__(self, hosts: Iterable[str] = LOOPBACK) -> None:
        self.hosts = frozenset(hosts)

    def middleware(self, app: ASGIApp) -> ASGIApp:
        """Wrap an app: other hosts and pages of other sites are refused, and each answer says what a page may load."""

        async def checked(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
            elif not self.lets_in(HTTPConnection(scope)):
                await _refuse(scope, receive, send)
            else:
                await app(scope, receive, _with_headers(send))

        return checked

    def lets_in(self, connection: HTTPConnection) -> bool:
        """Return whether a request names this machine, and comes from a page of it or from no page."""
        host = connection.headers.get("host", "")
        if _name(host) not in self.hosts:
            return False
        origin = connection.headers.get("origin")
        return origin is None or urlsplit(origin).netloc == host

    def role_of(self, connection: HTTPConnection, wanted: Role) -> Role | None:  # noqa: ARG002 - who is at this machine may be anything
        """Return the role that a page gets; None where it may not come in."""
        return wanted

    def may_give_pictures(self, connection: HTTPConnection) -> bool:  # noqa: ARG002 - who is at this machine may
        """Return whether photos are taken from there."""
        return True


def _name(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if port.isdecimal() else host


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    answer = PlainTextResponse("This table answers pages of its own machine only.\n", 403)
    await answer(scope, receive, send)


def _with_headers(send: Send) -> Send:
    async def sent(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            headers = message.setdefault("headers", [])
            assert isinstance(headers, list)  # noqa: S101 - ASGI says so
            headers.extend(HEADERS)
        await send(message)

    return sent  # type: ignore[return-value]
