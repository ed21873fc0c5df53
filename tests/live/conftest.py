"""A table and a browser, as most tests of the page want them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.live_server import LiveServer, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    """A live table of an empty home."""
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def browser() -> "Iterator[Browser]":
    """A browser without a camera."""
    from tests.live_page import opened  # noqa: PLC0415 - skips where there is no browser

    with opened() as found:
        yield found


@pytest.fixture(scope="module")
def shared_browser() -> "Iterator[Browser]":
    """The same for all tests of a file, each of which closes what it opened."""
    from tests.live_page import opened  # noqa: PLC0415

    with opened() as found:
        yield found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without a server, with what reads photos; who changes it takes a copy."""
    from tests.browser_page import built_with_eyes  # noqa: PLC0415

    return built_with_eyes(tmp_path_factory.mktemp("site") / "out")


@pytest.fixture(scope="session")
def typed_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same page without what reads photos, from npm alone."""
    from tests.browser_page import built  # noqa: PLC0415

    return built(tmp_path_factory.mktemp("typed") / "out")
