"""One request to an application, without a server."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp

Answer = tuple[int, dict[str, str], bytes]  #: Status, head and body.


def ask_app(app: ASGIApp, host: str, path: str, body: bytes | None = None, cookie: str = "", **head: str) -> Answer:
    """Ask an application as a device of the network does, and return its answer.

    Args:
        app: The application.
        host: The name by which it is asked.
        path: With its query.
        body: What is sent; None for a question without.
        cookie: Of the device; empty where it has none.
        head: More of the head.
    """
    sent: list[MutableMapping[str, Any]] = []
    heads = {"host": host, **({"cookie": cookie} if cookie else {}), **head}
    where, _, query = path.partition("?")

    waiting = [{"type": "http.request", "body": body or b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not waiting:
            await asyncio.Event().wait()  # the device waits for the answer, and stays
        return waiting.pop()

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET" if body is None else "POST",
        "path": where,
        "raw_path": where.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in heads.items()],
        "scheme": "http",
        "client": ("10.0.0.9", 5),
        "server": ("127.0.0.1", 8088),
    }

    async def answer() -> None:
        await app(scope, receive, send)

    asyncio.run(answer())
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return int(sent[0]["status"]), told, b"".join(part.get("body", b"") for part in sent[1:])
