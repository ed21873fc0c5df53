"""The databases on which the same tests run."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.needs import missing

NewAddress = Callable[[], str]


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Postgres]:
    """A PostgreSQL of its own."""
    found = postgres.programs()
    if found is None:
        missing("PostgreSQL is not installed: apt-get install postgresql")
    with postgres.started(found) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database in which there is nothing yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    server: postgres.Postgres = request.getfixturevalue("server")
    return server.new()
