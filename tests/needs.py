"""What some tests need from outside: where it is missing they skip and say why, and fail where all of it should be there (`.ci/run`)."""

import os
from typing import NoReturn

import pytest

from numero_cam.games.numero.solve.kernel import kernel_available

ALL = "NUMERO_CAM_CI_ALL"  #: Set in the environment, nothing may be missing.

needs_kernel = pytest.mark.skipif(not kernel_available() and not os.environ.get(ALL), reason="the kernel was not built")


def missing(why: str) -> NoReturn:
    """Skip the test, or fail it where nothing may be missing; say what is missing, and how it is installed."""
    if os.environ.get(ALL):
        pytest.fail(f"{why} ({ALL} is set)")
    pytest.skip(why)
