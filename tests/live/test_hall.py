"""A small hall: the real server and PostgreSQL, tables as processes, everything broken once. `benchmarks/hall.py` has an hour."""

import html
import json
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

pytest.importorskip("networkx", reason="the extra hall is not installed")

from numero_cam.base.errors import SourceError
from numero_cam.hall.client import join, tell_hall
from numero_cam.hall.desk import CANNOT_WRITE
from numero_cam.hall.messages import HALL_VERSION
from numero_cam.web.network_address import own_addresses
from tests import postgres
from tests.hall_server import HallFaults, HallServer, SimulatedHall, simulate, watched
from tests.live_server import LiveServer
from tests.needs import missing

pytestmark = pytest.mark.slow
SECONDS = 25.0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # connections that are cut are not closed
def test_nothing_is_lost_or_doubled_when_everything_is_broken_once(tmp_path: Path) -> None:
    found = postgres.programs()
    if found is None:
        missing("PostgreSQL is not installed: apt-get install postgresql")
    with postgres.started(found) as server:
        hall = SimulatedHall(tmp_path, server.new(), tables=6, seconds=0.5, per_process=2)
        try:
            with watched(hall, 10, 3) as looking:
                result = simulate(hall, SECONDS, HallFaults(2, 1, 1, 3.0), looking, server.restart)
        finally:
            hall.close()
    assert (result.lost, result.doubled) == (0, 0)
    assert result.lines, "no table wrote a line"
    assert looking.delays, "no watcher saw a play"


FULL_BYTES = 2**24 + 4096  #: Maximum size of a file of the full database, in bytes: its log has 16 MiB, and half a page cannot be written.
FILLER = "INSERT INTO numero_cam_hall_games SELECT 'filler', match, '', setting, 0, stand, 0, 0, 0 FROM numero_cam_hall_games LIMIT 1"
#: Makes a long line fill a page of its own; PostgreSQL would keep it elsewhere.
WHOLE_LINES = "ALTER TABLE numero_cam_hall_plays ALTER COLUMN text SET STORAGE PLAIN"
#: Writes more lines than there is room for; they stay where they were written although the statement fails.
FILLING = """
INSERT INTO numero_cam_hall_plays SELECT 'filler', n, '', '', 'operation', repeat('x', {length}), 'eyes'
FROM generate_series({n}, {n} + 9999) n
"""
WAIT_SECONDS = 120.0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_tables_play_on_while_the_disk_of_postgresql_is_full_and_send_everything_when_there_is_room(tmp_path: Path) -> None:
    found = postgres.programs()
    if found is None or shutil.which("prlimit") is None:
        missing("PostgreSQL or prlimit is not installed: apt-get install postgresql util-linux")
    with postgres.started(found, lambda data: (*postgres.no_network(data), "-c", "autovacuum=off")) as server:
        database = server.new()
        hall = SimulatedHall(tmp_path, database, tables=2, seconds=0.5, per_process=2)
        try:
            until(lambda: hall.begun() == 2)
            assert json.loads(hall.hall.ask("hall/health")[1])["ok"]
            name = database.split("?")[0].rsplit("/", 1)[1]
            for statement in (FILLER, WHOLE_LINES):
                server.run(statement, name)
            server.limit_files(FULL_BYTES)
            for n, length in ((1, 8080), (10_001, 1)):  # pages, then what is left in them
                with pytest.raises(DBAPIError, match="could not extend file"):
                    server.run(FILLING.format(n=n, length=length), name)
            until(lambda: hall.mismatches()[1] > 5)  # lines that only the tables have: they play on
            until(lambda: json.loads(hall.hall.ask("hall/health")[1]).get("why") == CANNOT_WRITE)
            until(lambda: html.escape(CANNOT_WRITE) in hall.hall.ask("hall/referee")[1].decode())
            server.limit_files(-1)
            hall.end_plays()
            until(lambda: hall.mismatches()[1] == 0)
            assert hall.mismatches()[2] == 0
            until(lambda: hall.hall.ask("hall/health")[0] == 200)
        finally:
            hall.close()


def until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.2)


def test_a_live_table_begins_the_match_that_the_hall_gives_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("hall", "table"):
        (tmp_path / name).mkdir()
    hall = HallServer(tmp_path / "hall", "--database", f"sqlite:///{tmp_path / 'hall.sqlite'}")
    try:
        assert hall.form("new", name="Cup", list="Owls\nFoxes", tables=1, level="3", by="points", hands="open") == 303
        monkeypatch.setenv("NUMERO_CAM_HALL_CODE", hall.codes.lasting_code("table", 1))
        table = LiveServer(tmp_path / "table", "--hall", hall.address.rstrip("/"), "--table", "1")
        try:
            table.says(re.compile("Table 1 is joined to the hall"))
            page = table.page()
            assert hall.form("round", event=1, round=1) == 303
            page.until(lambda: page.game().get("state") == "waiting")
            assert sorted(page.game()["players"]) == ["Foxes", "Owls"]
            assert page.game()["hints"] is False
            hall.stop()
            table.says(re.compile("the game goes on, and is sent later"))
        finally:
            assert table.stop() == 0
    finally:
        hall.stop()


def test_a_table_trusts_the_hall_whose_pin_its_code_has(tmp_path: Path) -> None:
    if not own_addresses():
        missing("this computer is in no network")
    hall = HallServer(tmp_path, "--database", f"sqlite:///{tmp_path / 'hall.sqlite'}", "--network")
    try:
        found = re.search(
            r'--hall https://[\w.-]+:(\d+) --table 1</code></td><td class="time"><b>(\S+)</b>', hall.ask("hall/codes")[1].decode()
        )
        assert found is not None
        address, code = f"https://127.0.0.1:{found[1]}", found[2]
        door = join(address, code)
        assert tell_hall(door, "hello", {"v": HALL_VERSION, "device": "12345678"})["table"] == 1
        with pytest.raises(SourceError, match="the code does not belong to the hall"):
            join(address, f"{code[:11]}-AAAAA-AAAAA-AAAA")
    finally:
        hall.stop()
