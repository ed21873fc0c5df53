"""One browser of each engine for all journeys, as starting one takes longest; the page without a server is built once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser_page import built_with_eyes
from tests.web_engines import ENGINES, Engine, driven


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with driven(request.param, tmp_path_factory.mktemp(request.param)) as found:
        yield found


@pytest.fixture
def language(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> str:
    """German has the longer words; other tests show it in Chromium."""
    found = "en" if engine.name == "chromium" else "de"
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", found)
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without a server, with what reads photos; who changes it takes a copy."""
    return built_with_eyes(tmp_path_factory.mktemp("site") / "out")
