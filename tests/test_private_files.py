"""No file or folder of the program can be read by another account, at no moment: seen from outside the process, with a umask of 0."""

import json
import stat
import sys
from pathlib import Path

import cv2
import pytest

from tests.watcher import empty_home, left_behind, made_readable, run_in

pytestmark = [
    pytest.mark.slow,  # every system call of a whole command is watched
    pytest.mark.skipif(sys.platform == "win32", reason="on Windows a user's folder is the user's own"),
]
PROGRAM = [sys.executable, "-m", "numero_cam"]
FILM = Path(__file__).parent / "data" / "films" / "small_open.mp4"
KEEP_A_GAME = (
    "from numero_cam.store.games import GameStore; from numero_cam.games.numero.engine.log_entry import LogEntry; store = GameStore.open();"
    "game = store.begin('{}', ('Ann', 'Ben')); store.append(game, [LogEntry('note', 'one')]); store.append(game, [LogEntry('note', 'two')])"
)
LEARN = (
    "import numpy as np; from numero_cam.vision.decks.files import save_deck;"
    "from numero_cam.vision.decks.profile import DeckExample, DeckProfile;"
    "mine = DeckProfile('mine', ('1r',), 1, (DeckExample('1r', np.ones(4, np.uint8), None),), 'model', '2026-11-26');"
    "[save_deck(mine, replace=replace) for replace in (False, False, True)]"
)


def open_to_others(home: Path) -> list[str]:
    """What below the home other accounts may read."""
    found = (path for path in home.rglob("*") if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077)
    return sorted(path.relative_to(home).as_posix() for path in found)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """The first pictures of a film."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    film = cv2.VideoCapture(str(FILM))
    for number in range(3):
        good, pixels = film.read()
        assert good
        cv2.imwrite(str(folder / f"{number}.jpg"), pixels)
    film.release()
    return folder


@pytest.mark.parametrize(
    ("steps", "said", "leaves"),
    [
        (
            [["class", "new", "5B", "LIST"], ["week", "--class", "5B", "--out", "OUT.pdf"], ["class", "forget", "5B", "17", "--yes"]],
            "",
            ["numero-cam/classes.sqlite"],
        ),
        ([["game", "list"], [KEEP_A_GAME], ["game", "list"], ["game", "delete", "1", "--yes"]], "", ["numero-cam/games.sqlite"]),
        ([["play", "--solitaire", "--seed", "1"]], "take 5o: 5b\nquit\n", ["numero-cam/games/*.txt"]),
        ([["numo", "play", "--seed", "1"]], "\nquit\n", []),
        ([["deck", "use", "none"], [LEARN]], "", ["numero-cam/decks/mine.toml", "numero-cam/decks/mine-2.toml"]),
        ([["game", "watch", "PICTURES", "--players", "Ann,Ben", "--record", "HOME/recordings/a"]], "", ["recordings/a/*.mjpeg"]),
        ([["doctor", "--no-cameras"]], "", []),
    ],
    ids=["classes", "games", "play", "numo", "decks", "recording", "doctor"],
)
def test_all_that_a_command_keeps_is_private_from_its_first_byte(
    steps: list[list[str]], said: str, leaves: list[str], pictures: Path, tmp_path: Path
) -> None:
    home, pupils = tmp_path / "home", tmp_path / "5B.csv"
    pupils.write_text("number,name,level\n17,Ann,silver:12\n3,Ben,silver:12\n", encoding="utf-8")
    words = {"LIST": pupils, "PICTURES": pictures, "OUT.pdf": tmp_path / "week.pdf", "HOME/recordings/a": home / "recordings" / "a"}
    for step in steps:
        code = [sys.executable, "-c", *step]
        command: list[str | Path] = [*code] if len(step) == 1 else [*PROGRAM, *(words.get(word, word) for word in step)]
        done, found = made_readable(home, command, said)
        assert found == [], (step, done.stderr)
        assert "a fault of this program" not in done.stderr
        assert "Traceback" not in done.stderr
    assert open_to_others(home) == []
    for pattern in leaves:
        assert list(home.glob(pattern)), (pattern, left_behind(home), done.stderr)


def test_a_place_that_the_environment_names_is_private_too(tmp_path: Path) -> None:
    home, pupils = tmp_path / "home", tmp_path / "5B.csv"
    pupils.write_text("number,name,level\n17,Ann,silver:12\n", encoding="utf-8")
    named = home / "school" / "5B.sqlite"
    classes: list[str | Path] = ["env", f"NUMERO_CAM_CLASSES={named}", *PROGRAM, "class", "new", "5B", pupils]
    games = ["env", f"DATABASE_URL=sqlite:///{home / 'games.sqlite'}", *PROGRAM, "game", "list"]
    play = ["env", f"NUMERO_CAM_GAMES={home / 'ours'}", *PROGRAM, "play", "--solitaire", "--seed", "1"]
    for command, said in ((classes, ""), (games, ""), (play, "hint\nquit\n")):
        done, found = made_readable(home, command, said)
        assert (done.returncode, found) == (0, []), done.stderr
    assert open_to_others(home) == []
    named.chmod(0o644)
    (home / "games.sqlite").chmod(0o644)
    run_in(home, [*classes, "--update"])
    run_in(home, games)
    assert open_to_others(home) == []


def test_what_is_older_is_mended_and_doctor_says_so(tmp_path: Path) -> None:
    home = tmp_path / "home"
    run_in(home, [sys.executable, "-c", KEEP_A_GAME])
    kept = home / "numero-cam"
    kept.chmod(0o755)
    (kept / "games.sqlite").chmod(0o644)
    told = [run_in(home, [*PROGRAM, "doctor", "--no-cameras", "--json"]) for _ in range(2)]
    found = [finding["found"] for each in told for finding in json.loads(each.stdout)["findings"] if finding["name"] == "other accounts"]
    mended = f"could read {kept}, {kept / 'games.sqlite'}; this is mended: they cannot any more"
    assert found == [mended, "can read none of them"]
    assert ([each.returncode for each in told], open_to_others(home)) == ([0, 0], [])


def test_what_people_ask_for_by_name_has_the_usual_rights(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done, found = made_readable(home, [*PROGRAM, "calibrate", "board", home / "board.pdf"])
    assert (done.returncode, [mode.rsplit(" ", 1)[1] for mode in found]) == (0, ["666"]), done.stderr
    assert stat.S_IMODE((home / "board.pdf").stat().st_mode) == 0o666


def test_the_watcher_sees_a_file_that_others_may_read(tmp_path: Path) -> None:
    code = "import os, pathlib; home = pathlib.Path.home(); (home / 'a').mkdir(); (home / 'a/b').touch(); os.chmod(home / 'a/b', 0o600)"
    _, found = made_readable(tmp_path / "home", [sys.executable, "-c", code])
    assert found == ["a 777", "a/b 666"]
    assert empty_home(tmp_path / "home")["HOME"] == str(tmp_path / "home")
