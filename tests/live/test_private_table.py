"""What the live table keeps: private while it is open and afterwards, also where the umask takes nothing away."""

import os
import stat
import sys
from pathlib import Path

import pytest

from tests.live.test_live_table import begun
from tests.live_server import FILM, served

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="on Windows a user's folder is the user's own")


def kept(home: Path) -> dict[str, int]:
    """The rights of all that lies below the home, the folders of recordings by their place alone."""
    found = ((path.relative_to(home), stat.S_IMODE(path.stat().st_mode)) for path in home.rglob("*"))
    return {"/".join("*" if part[:2] == "20" else part for part in path.parts): mode for path, mode in found}


@pytest.mark.slow
def test_all_that_the_table_keeps_is_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with served(tmp_path) as server:
            page = begun(server)
            page.change(type="record", on=True)
            page.until(lambda: page.game().get("recording"))
            page.play(FILM, last=5)
            server.paired("watcher")
            open_now = kept(tmp_path)
        ended = kept(tmp_path)
    finally:
        os.umask(before)
    ours = "data/numero-cam"
    assert open_now.keys() >= {
        f"{ours}/{name}" for name in ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "recordings/*/parts.mjpeg")
    }
    assert any(name.startswith(f"{ours}/doors/paired-") for name in open_now)
    assert {name: oct(mode) for each in (open_now, ended) for name, mode in each.items() if mode & 0o077} == {}
