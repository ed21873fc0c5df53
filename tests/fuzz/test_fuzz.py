"""Wrong files end as a value or as one line that says what is wrong: no other error, no gigabytes, no file that keeps a loader busy.

The files are made with a fixed seed, so that each run tries the same ones: first those that were found once, then damaged valid ones.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USUAL, MANY = 50, 5000  #: Damaged files for each valid one.
LOADERS = 29


def faults(*arguments: str) -> tuple[list[str], int]:
    """Run one of the modules beside this one, and return what went wrong and how many lines it told."""
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.returncode} after {done.stdout[-300:]}: {done.stderr[-2000:]}"
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return [f"{one.get('loader') or one.get('commands')}: {fault}" for one in told for fault in one["faults"]], len(told)


@pytest.mark.slow
def test_wrong_files_end_as_a_value_or_in_one_line() -> None:
    found, tried = faults("tests.fuzz.child", str(USUAL))
    assert found == []
    assert tried == LOADERS


@pytest.mark.slow
def test_commands_tell_wrong_files_in_one_line() -> None:
    found, tried = faults("tests.fuzz.commands", "12")
    assert found == []
    assert tried == 9


@pytest.mark.by_hand
def test_thousands_of_wrong_files_end_as_a_value_or_in_one_line() -> None:
    assert faults("tests.fuzz.child", str(MANY))[0] == []
    assert faults("tests.fuzz.commands", "200")[0] == []
