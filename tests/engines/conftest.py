"""One browser of each engine for all journeys, as starting one takes longest; the page without a server is built once."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser_page import built_with_eyes
from tests.web_engines import ENGINES, Engine, driven

SITE = "NUMERO_CAM_SITE"  #: Names a folder of the page that was built already, in place of one that is built here.


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with driven(request.param, tmp_path_factory.mktemp(request.param)) as found:
        yield found


@pytest.fixture
def language(engine: Engine, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """That of the program and its page: a test may name Firefox's, else it is German; the others have the other one.

    So each state is looked at in both, and each engine sees both.
    """
    firefoxs = getattr(request, "param", "de")
    found = firefoxs if engine.name == "firefox" else {"de": "en", "en": "de"}[firefoxs]
    monkeypatch.setenv("NUMERO_CAM_LANGUAGE", found)
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without a server, with what reads photos; who changes it takes a copy."""
    return Path(os.environ[SITE]).resolve() if SITE in os.environ else built_with_eyes(tmp_path_factory.mktemp("site") / "out")
