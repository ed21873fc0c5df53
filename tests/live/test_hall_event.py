"""A whole event by the commands and forms of `docs/hall.md`, from nothing to the printed winner, with a backup that is restored halfway."""

import io
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from tests import postgres
from tests.hall_server import HallServer
from tests.live.test_hall_pages import Table
from tests.needs import missing

pytestmark = pytest.mark.slow
TEAMS = "5B Owls: Ann, Ben\nFoxes: Cleo\nBears\nWolves\nMice"


def command(home: Path, *words: str) -> str:
    """Run `numero-cam` and return what it printed."""
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "numero_cam", *words], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def play_round(hall: HallServer, number: int) -> None:
    """Draw a round, and play it at its two tables."""
    assert hall.form("round", event=1, round=number) == 303
    for table in (1, 2):
        at = Table(hall, table)
        at.play(10)
        at.play()


def page(hall: HallServer, path: str) -> str:
    status, body, _ = hall.ask(f"hall/{path}")
    assert status == 200
    return body.decode()


def test_an_event_from_nothing_to_the_printed_winner_over_a_restored_backup(tmp_path: Path) -> None:
    found = postgres.programs()
    if found is None:
        missing("PostgreSQL is not installed: apt-get install postgresql")
    backup = f"sqlite:///{tmp_path / 'backup.sqlite'}"
    with postgres.started(found) as server:
        first, second = server.new(), server.new()
        home = tmp_path / "home"
        home.mkdir()
        hall = HallServer(home, "--database", first)
        made = hall.form("new", name="School cup", list=TEAMS, tables=2, system="swiss", level="3", by="points", hands="open")
        assert made == 303
        assert "5B Owls" in page(hall, "event?event=1")
        play_round(hall, 1)
        assert "no opponent" in page(hall, "door?event=1&round=1")
        before = page(hall, "winner?event=1")
        assert hall.stop() == 0
        assert command(home, "hall", "copy", backup, "--database", first).startswith("1 event")
        assert command(home, "hall", "copy", second, "--database", backup).startswith("1 event")  # another server, the first is lost
        hall = HallServer(home, "--database", second)
        try:
            assert page(hall, "winner?event=1") == before
            play_round(hall, 2)
            play_round(hall, 3)
            shown = page(hall, "winner?event=1")
            assert re.search(r'class="winner">First: \w+|class="winner">First place shared by: ', shown)
            assert "is missing" not in shown
            assert "Ann" not in shown  # until the organiser shows the names of children
            status, packed, _ = hall.ask("hall/export?event=1")
            assert status == 200
            check_export(home, packed)
        finally:
            assert hall.stop() == 0
        assert "School cup" in command(home, "hall", "events", "--database", second)
        command(home, "hall", "delete", "1", "--database", second)
        assert command(home, "hall", "events", "--database", second) == "No event is kept there.\n"


def check_export(home: Path, packed: bytes) -> None:
    """Every game of the export is read by `game replay`, and its CSV files have a line for each match and each team."""
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        games = [name for name in files.namelist() if name.startswith("games/")]
        assert len(games) == 6
        assert files.read("matches.csv").decode().count("\n") == 1 + 3 * 3
        assert files.read("standings.csv").decode().count("\n") == 1 + 5
        for name in games[:2]:
            (home / "game.txt").write_bytes(files.read(name))
            assert "wins" in command(home, "game", "replay", str(home / "game.txt"))
