"""A database server and a file of kept games for the tests that need one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from numero_cam.store.games import GameStore
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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """Kept games in `games.sqlite`, of which there are none yet."""
    opened = GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield opened
    opened.close()
