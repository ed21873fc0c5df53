"""A writer that is killed at any moment loses nothing that it said was kept, and writes nothing twice."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")
def test_of_fifty_writers_that_are_killed_no_line_is_lost_or_doubled(tmp_path: Path, root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "tests/killed_writer.py", f"sqlite:///{tmp_path / 'games.sqlite'}"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "50 killed" in done.stdout
    assert "none lost, none doubled" in done.stdout
