"""Folders for what commands keep, so that those of whoever runs the tests are left alone. A `conftest.py` imports the fixtures."""

from pathlib import Path

import pytest

from numero_cam.app import kept_games
from numero_cam.vision.decks.files import FOLDER_VARIABLE

__all__ = ["decks", "kept"]


@pytest.fixture(autouse=True)
def decks(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for learned decks: those of whoever runs the tests are left alone."""
    folder = tmp_path_factory.mktemp("home") / "decks"
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture(autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for games that keep themselves, which is not there yet."""
    folder = tmp_path_factory.mktemp("home") / "games"
    monkeypatch.setenv(kept_games.FOLDER_VARIABLE, str(folder))
    return folder
