"""A crowd at a hall: 800 boards keep no organiser and no referee out, and Ctrl-C ends it at once while they look."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from tests.hall_server import HallServer, cookie
from tests.live_server import LiveServer

resource = pytest.importorskip("resource", reason="this system counts no descriptors")
pytestmark = pytest.mark.slow
CROWD = 900  #: Boards that are asked for; some of them find no place.
PATIENCE = 60.0


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallServer]:
    made = HallServer(tmp_path, "--database", f"sqlite:///{tmp_path / 'hall.sqlite'}")
    yield made
    made.stop()


def board(hall: HallServer, cookie: str, address: str = "127.0.0.1") -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", hall.port), PATIENCE, (address, 0))
    opened.sendall(f"GET /hall/news HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\nCookie: {cookie}\r\n\r\n".encode())
    return opened


def first_event(opened: socket.socket) -> str:
    told = b""
    while b"data: " not in told or not told.endswith(b"\n\r\n"):
        if not (part := opened.recv(65_536)):
            break
        told += part
    return told.decode()


@pytest.mark.skipif(resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 8 * CROWD, reason="this system grants too few descriptors")
def test_800_watchers_keep_no_organiser_and_no_referee_out(hall: HallServer) -> None:
    watcher, referee = cookie(hall, "watcher"), cookie(hall, "referee")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * CROWD)), hard))
    crowd: list[socket.socket] = []
    try:
        crowd += [board(hall, watcher, f"127.0.9.{1 + number // 100}") for number in range(CROWD)]
        last = first_event(crowd[-1])
        assert "Too many look at the board; this device tries again." in last
        assert "retry: " in last
        assert json.loads(hall.ask("hall/health")[1])["watchers"] == 800
        for who in (hall.cookie, referee):
            with board(hall, who) as own:
                told = first_event(own)
                assert "No event is open." in told, told
        assert hall.ask("hall/referee", cookie=referee)[0] == 200
        assert hall.form("new", name="Cup", list="Owls\nFoxes", tables=1) == 303
    finally:
        for each in crowd:
            each.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_ctrl_c_ends_a_hall_with_open_boards_without_an_error(hall: HallServer) -> None:
    """The server itself breaks off what is not done after five seconds, and calls that an error."""
    boards = [board(hall, hall.cookie) for _ in range(3)]
    for each in boards:
        first_event(each)
    assert hall.stop() == 0
    assert not re.search(r"ERROR|Traceback|Cancel", hall.said), hall.said
    for each in boards:
        each.close()


def test_ctrl_c_ends_a_table_with_open_pages_without_an_error(tmp_path: Path) -> None:
    table = LiveServer(tmp_path)
    for _ in range(2):
        page = table.page("keeper")
        page.until(lambda page=page: "game" in page.newest)  # type: ignore[misc]
    assert table.stop() == 0
    assert not re.search(r"ERROR|Traceback|Cancel", table.said), table.said
