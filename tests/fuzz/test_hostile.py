"""Files that were made to keep the program busy: its commands are free again, with one line."""

import sys
from pathlib import Path

import pytest

from tests.fuzz.hostile_commands import MOST_MEMORY_MB, cases, run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")]


def test_commands_are_free_again_after_a_hostile_file_of_each_kind(tmp_path: Path) -> None:
    """Ten cases are one or two of each kind. How long they take depends on the machine."""
    (tmp_path / "work").mkdir()
    told = [(case, run(case, tmp_path / "home")) for case in cases(10, "strangers", tmp_path / "work")]
    assert len({case.kind for case, _ in told}) == 6
    assert [case.name for case, ran in told if not ran.ended] == []
    assert [(case.name, ran.said) for case, ran in told if "Traceback" in ran.said or "fault of this program" in ran.said] == []
    assert [case.name for case, ran in told if ran.memory_mb > MOST_MEMORY_MB] == []


def test_ctrl_c_ends_a_command_that_draws_for_hours(tmp_path: Path) -> None:
    scan = next(case for case in cases(4, "strangers", tmp_path) if case.name == "PDF that draws for hours")
    ran = run(scan, tmp_path / "home", 3.0)
    assert ran.ended
    assert ran.said.endswith("numero-cam: stopped\n")
