"""What some tests need from outside: where it is missing they skip and say why, and fail where all of it should be there (`.ci/run`)."""

import os
from typing import NoReturn

import pytest

ALL = "NUMERO_CAM_CI_ALL"  #: Set in the environment, nothing may be missing.


def missing(why: str) -> NoReturn:
    """Skip the test, or fail it where nothing may be missing; say what is missing, and how it is installed."""
    if os.environ.get(ALL):
        pytest.fail(f"{why} ({ALL} is set)")
    pytest.skip(why)
