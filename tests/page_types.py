"""Checks the types of the page's scripts with TypeScript's compiler, which is no part of the project."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import missing

TSC = "NUMERO_CAM_TSC"  #: Names lib/tsc.js of the npm package typescript 5: `npm pack typescript@5.9.3`, and unpack it.


def type_errors(project: Path) -> list[str]:
    """What the compiler finds wrong in a folder with tsconfig.json; the test is skipped where there is no compiler."""
    node, compiler = shutil.which("node"), os.environ.get(TSC)
    if node is None:
        pytest.skip("node is not installed")
    if not compiler:
        why = f"{TSC} names no lib/tsc.js; npm pack typescript@5.9.3, unpack it, and name package/lib/tsc.js"
        missing(why) if shutil.which("npm") else pytest.skip(why)
    done = subprocess.run([node, str(compiler), "--noEmit", "-p", str(project)], capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    found = [line for line in done.stdout.splitlines() if "error TS" in line]
    assert (done.returncode == 0) == (not found), done.stdout
    return found
