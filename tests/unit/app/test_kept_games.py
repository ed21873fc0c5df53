"""Games that keep themselves: whole files, one writer each, damaged files left alone."""

import subprocess
import sys
from pathlib import Path

import pytest

from numero_cam.app import kept_games
from numero_cam.app.kept_games import KeptGameFile, unfinished_games
from numero_cam.base.errors import GameError
from numero_cam.games.numero.engine import Game, Options


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "games"
    monkeypatch.setenv(kept_games.FOLDER_VARIABLE, str(path))
    return path


@pytest.fixture
def game() -> Game:
    game = Game(Options(), ["A", "B"])
    game.deal(seed=1)
    return game


def test_what_is_kept_is_offered_once_it_is_let_go(game: Game) -> None:
    place = KeptGameFile.new()
    place.write(game)
    assert unfinished_games() == []
    place.leave()
    (one,) = unfinished_games()
    assert one.game == game
    again = KeptGameFile.claimed(one.path)
    assert again is not None
    again.forget()
    assert unfinished_games() == []


def test_two_programs_keep_two_games(game: Game, folder: Path) -> None:
    """A second process finds the first's game taken, and keeps its own elsewhere."""
    with KeptGameFile.new() as place:
        place.write(game)
        code = (
            "from pathlib import Path; from numero_cam.app.kept_games import KeptGameFile; "
            f"print(KeptGameFile.claimed(Path({str(place.path)!r})), KeptGameFile.new().path)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        taken, _, other = done.stdout.strip().partition(" ")
        assert taken == "None"
        assert Path(other).parent == folder
        assert Path(other) != place.path


def test_damaged_files_are_not_offered_and_stay(folder: Path) -> None:
    folder.mkdir()
    (folder / "a.txt").write_bytes(b"\xff\xfe")
    (folder / "b.txt").write_text("numero game 1\n", encoding="utf-8")
    (folder / "c.txt").mkdir()
    assert unfinished_games() == []
    assert len(list(folder.glob("*.txt"))) == 3


def test_a_write_that_fails_leaves_the_file_before_it(game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = KeptGameFile.new()
    place.write(game)
    before = place.path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(GameError, match="no space left"):
        place.write(game)
    assert place.path.read_bytes() == before
    assert not list(folder.glob(".*"))
    place.leave()
