"""A database server for the tests that need one."""

from collections.abc import Iterator

import pytest

from tests import postgres
from tests.needs import missing


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Postgres]:
    """A PostgreSQL of its own."""
    found = postgres.programs()
    if found is None:
        missing("PostgreSQL is not installed: apt-get install postgresql")
    with postgres.started(found) as running:
        yield running
