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


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The same for all tests of a file that leave it without a game, or begin one of their own."""
    with served(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="module")
def shared_browser() -> "Iterator[Browser]":
    """A browser without a camera, the same for all tests of a file: starting one takes seconds."""
    from tests.live_page import opened  # noqa: PLC0415 - skips where there is no browser

    with opened() as found:
        yield found


@pytest.fixture
def browser(shared_browser: "Browser") -> "Iterator[Browser]":
    """The same, in which everything that a test opened is closed with it."""
    before = shared_browser.contexts
    yield shared_browser
    for context in shared_browser.contexts:
        if context not in before:
            context.close()


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
