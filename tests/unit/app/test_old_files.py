"""Files that the version 0f041e2 wrote are opened by this one: a class, a learned deck, a game of the live table."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="the extra live is not installed")

FOLDER = Path(__file__).parents[2] / "data" / "from_0f041e2"


def printed(home: Path, *arguments: str) -> str:
    """What a command prints."""
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-m", "numero_cam", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def answer(home: Path, *arguments: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON that a command prints."""
    return json.loads(printed(home, *arguments, "--json"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's folder as 0f041e2 left it."""
    place = tmp_path / "data" / "numero-cam"
    (place / "decks").mkdir(parents=True)
    shutil.copy(FOLDER / "classes.sqlite", place)
    shutil.copy(FOLDER / "games.sqlite", place)
    shutil.copy(FOLDER / "ours.toml", place / "decks")
    return tmp_path


def test_a_class_is_as_it_was(home: Path) -> None:
    assert answer(home, "class", "show", "5B") == json.loads((FOLDER / "class.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_a_game_of_the_live_table_is_found_and_counted(home: Path) -> None:
    game = answer(home, "game", "list")
    assert (game["players"], game["scores"], game["error"]) == (["Finn", "Eve"], {"Finn": 0, "Eve": 8}, None)
    assert "take 15r: [1b 8r 6r]" in json.dumps(answer(home, "game", "show", str(game["game"])))


def test_a_learned_deck_has_its_faces(home: Path) -> None:
    assert "23 of 89 faces seen, 23 cards" in printed(home, "deck", "show", "ours")
