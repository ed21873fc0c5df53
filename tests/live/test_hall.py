"""A small hall: the real server and PostgreSQL, tables as processes, everything broken once. `benchmarks/hall.py` has an hour."""

import re
from pathlib import Path

import pytest

pytest.importorskip("alembic", reason="the extra hall is not installed")

from numero_cam.base.errors import SourceError
from numero_cam.hall.messages import HALL_VERSION
from numero_cam.web.hall_client import join, tell_hall
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
            join(address, f"{code[:11]}-AAAAAAAA")
    finally:
        hall.stop()
