"""Requests to an application, without a server."""

import asyncio
from collections.abc import Iterable, Mapping, MutableMapping
from http.cookies import SimpleCookie
from typing import Any, NoReturn

from starlette.types import ASGIApp

Answer = tuple[int, dict[str, str], bytes]  #: Status, head and body.


def no_table(_tell: object) -> NoReturn:
    """In place of a table where requests never reach it."""
    message = "these requests never reach the table"
    raise AssertionError(message)


def cookie_of(head: Mapping[str, str]) -> str:
    """The cookie that an answer sets, as a browser sends it."""
    name, morsel = next(iter(SimpleCookie(head["set-cookie"]).items()))
    return f"{name}={morsel.value}"


def scope_of(path: str, head: Mapping[str, str], method: str = "GET", kind: str = "http", **more: object) -> dict[str, Any]:
    """What a server tells an application of an `http` or `websocket` request."""
    where, _, query = path.partition("?")
    headers = [(name.encode(), value.encode()) for name, value in head.items()]
    scope = {"type": kind, "method": method, "path": where, "raw_path": where.encode(), "root_path": "", "query_string": query.encode()}
    network = {"scheme": kind, "client": ("10.0.0.9", 5), "server": ("127.0.0.1", 8088), "subprotocols": [], "extensions": {}}
    return {**scope, **network, "headers": headers, **more}


async def sent_by(app: ASGIApp, scope: dict[str, Any], parts: Iterable[dict[str, Any]] = (), pause: float = 0.0) -> list[dict[str, Any]]:
    """What an application sends to a device that sends these parts, with a pause in seconds before each, and then says nothing."""
    sent: list[dict[str, Any]] = []
    coming = iter(parts)

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause)
        for message in coming:
            return message
        return await asyncio.Future()

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(dict(message))

    await app(scope, receive, send)
    return sent


def ask_app(app: ASGIApp, host: str, path: str, body: bytes | None = None, cookie: str = "", *, of: object = None, **head: str) -> Answer:
    """The answer to what a device of the network asks under a name; ``of``: what the server tells otherwise, ``head``: more of the head."""
    heads = {"host": host, **({"cookie": cookie} if cookie else {}), **head}
    scope = scope_of(path, heads, "GET" if body is None else "POST")
    if isinstance(of, Mapping):
        scope.update(of)
    sent = asyncio.run(sent_by(app, scope, [{"type": "http.request", "body": body or b"", "more_body": False}]))
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return int(sent[0]["status"]), told, b"".join(part.get("body", b"") for part in sent[1:])
