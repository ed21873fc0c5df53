"""What strangers may try against a live table: writes benchmarks/results/attacks.json.

    python benchmarks/attacks.py silent-connections [--connections N] [--descriptors N]
    python benchmarks/attacks.py codes [--seconds S]

silent-connections opens so many connections to the port with TLS of a table that may have so many descriptors, and sends nothing: how long
the owner's page takes meanwhile, what the table writes, and the memory that it takes. codes has many addresses type wrong codes as fast as
they can, and one type a right one in between. For Linux.
"""

import argparse
import json
import re
import secrets
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from machine import about, known_result, write_result

from numero_cam.web.pairing import CODE_LENGTH, CODE_LETTERS
from tests.live_server import LiveServer, served

if TYPE_CHECKING:
    from collections.abc import Callable

LOOKS = 8.0  #: Seconds for which the owner's page is looked at under attack: longer than a TLS handshake may take.
ATTACKERS = 100  #: Addresses of this machine that silent connections come from.
GUESSERS = 40  #: Addresses of this machine that type codes at a time.
Row = dict[str, object]


def silent_connections(connections: int, descriptors: int) -> Row:
    """Open so many connections that say nothing, again what is closed, and look at the owner's page of a table with few descriptors."""
    with tempfile.TemporaryDirectory() as home, served(Path(home), "--network", limit=f"ulimit -n {descriptors}") as server:
        port = int(server.says(re.compile(r"https://[\w.-]+:(\d+)/"))[1])
        calm, before, written = worst_of(server, 2.0), memory_of(server), len(server.said)
        silent, stop = Silent(port, connections), threading.Event()
        thread = threading.Thread(target=silent.keep, args=(stop,))
        thread.start()
        silent.full.wait(60)
        under, most = worst_of(server, LOOKS), memory_of(server)
        opened = silent.opened
        stop.set()
        thread.join()
        told, after = server.said[written:], worst_of(server, 2.0)
    return {
        "connections": connections,
        "addresses": ATTACKERS,
        "opened_in_all": opened,
        "descriptors": descriptors,
        "page_worst_ms": {"before": calm, "under_attack": under, "after": after},
        "bytes_written_to_the_log": len(told),
        "lines_in_the_log": told.count("\n"),
        "tracebacks": told.count("Traceback"),
        "memory_mb": {"before": before, "under_attack": most},
    }


class Silent:
    """Connections that send nothing; each that the table closes is opened again."""

    def __init__(self, port: int, connections: int) -> None:
        self._port, self._most = port, connections
        self._open: list[socket.socket] = []
        self.opened = 0
        self.full = threading.Event()

    def keep(self, stop: threading.Event) -> None:
        """Keep them open until it is stopped."""
        while not stop.is_set():
            while len(self._open) < self._most and not stop.is_set():
                self._more()
            self.full.set()
            stop.wait(0.1)
            self._open = [each for each in self._open if not closed(each)]
        for each in self._open:
            each.close()

    def _more(self) -> None:
        try:
            each = socket.create_connection(("127.0.0.1", self._port), 5, (f"127.0.2.{self.opened % ATTACKERS + 1}", 0))
        except OSError:
            return
        each.settimeout(0.0)
        self.opened += 1
        self._open.append(each)


def closed(connection: socket.socket) -> bool:
    """Return whether the other side closed a connection; it is closed here as well then."""
    try:
        gone = not connection.recv(1)
    except BlockingIOError:
        return False
    except OSError:
        gone = True
    if gone:
        connection.close()
    return gone


def worst_of(server: LiveServer, seconds: float) -> float:
    """Return the longest time in milliseconds that the owner's page and one of its files took, asked again and again."""
    worst, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        for path in ("", "static/style.css"):
            began = time.monotonic()
            if server.ask(path)[0] != 200:
                sys.exit("the owner's page does not answer")
            worst = max(worst, time.monotonic() - began)
        time.sleep(0.05)
    return round(1000 * worst, 1)


def memory_of(server: LiveServer) -> float:
    """Return the memory of a table in megabytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return round(int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024, 1)


def codes(seconds: float) -> Row:
    """Have many addresses type wrong codes, and one a right one in between."""
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server:
        guessed, stop = [0] * GUESSERS, threading.Event()
        got_in: list[str] = []

        def guess(number: int) -> None:
            while not stop.is_set():
                code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
                status = typed(server.port, f"127.0.1.{number + 1}", code)
                guessed[number] += 1
                if status not in (b"403", b""):
                    got_in.append(code)

        threads = [threading.Thread(target=guess, args=(number,)) for number in range(GUESSERS)]
        for thread in threads:
            thread.start()
        right, waits = [], []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            code = json.loads(server.ask("invite", b'{"role": "watcher"}')[1])["code"]
            began = time.monotonic()
            right.append(typed(server.port, "127.0.1.1", code) == b"303")  # an address that types wrong ones, too
            waits.append(time.monotonic() - began)
            time.sleep(0.2)
        stop.set()
        for thread in threads:
            thread.join()
    return {
        "seconds": seconds,
        "addresses": GUESSERS,
        "wrong_codes": sum(guessed),
        "wrong_codes_that_got_in": len(got_in),
        "right_codes": len(right),
        "right_codes_that_got_in": sum(right),
        "right_code_worst_ms": round(1000 * max(waits), 1),
    }


def typed(port: int, address: str, code: str) -> bytes:
    """Type a code from an address of this machine; return the status, empty where no answer came."""
    body = f"code={code}".encode()
    head = f"POST /pair HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
    try:
        with socket.create_connection(("127.0.0.1", port), 10, (address, 0)) as connection:
            connection.sendall(head + body)
            return connection.recv(100).split(b" ")[1]
    except (OSError, IndexError):
        return b""


def main() -> None:
    """Attack a table and write what happened."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("attack", choices=["silent-connections", "codes"])
    parser.add_argument("--connections", type=int, default=1400)
    parser.add_argument("--descriptors", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    attacks: dict[str, Callable[[], Row]] = {
        "silent-connections": lambda: silent_connections(given.connections, given.descriptors),
        "codes": lambda: codes(given.seconds),
    }
    row = {**about(), **attacks[given.attack]()}
    write_result("attacks", {**known_result("attacks"), given.attack: row})
    print(json.dumps(row, indent=1))


if __name__ == "__main__":
    main()
