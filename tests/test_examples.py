"""Every command and every Python session of README and of the pages is run here, each page in a fresh folder of its own.

A page supposes files: a photo of a table, a class list, a camera. `lay_out` provides them. A short film stands in for camera 0.
"""

import doctest
import io
import itertools
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest
from PIL import Image

from numero_cam.cli import shell
from tests.hall_server import HallServer
from tests.live_server import ClassServer, LiveServer

ROOT = Path(__file__).resolve().parent.parent
FILM = ROOT / "tests" / "data" / "films" / "small_open.mp4"
CAMERA_PICTURES = 42  #: Of the film that stands in for a camera: the deal and the first play.
PAGES = [
    ROOT / "README.md",
    *(path for path in sorted((ROOT / "docs").glob("*.md")) if path.name != "cli.md" and "```sh" in path.read_text(encoding="utf-8")),
]
#: Pages whose commands are those of the checks themselves; tests/unit/browser builds the page for browsers.
BY_CI = {"browser.md", "contributing.md"}
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
PROGRAM = re.compile(r"(?:\.venv/bin/)?numero-cam$")
ELSEWHERE = "postgresql://"  #: What needs a server of the reader's own: tests/unit/store has one.
SERVERS = (LiveServer, ClassServer, HallServer)
MAY_FIND_A_FAULT = ("numo check", "check")  #: Commands whose exit status 1 is an answer about the cards, not about the command.


@dataclass(frozen=True)
class Example:
    """One command of a page, without a comment, and the lines that the page shows under it."""

    words: tuple[str, ...]
    shown: tuple[str, ...] = ()


def parted(words: list[str]) -> list[tuple[str, ...]]:
    """Part a line of the shell into its commands."""
    ends = [place for place, word in enumerate(words) if word == "&&"]
    return [tuple(words[begin + 1 : end]) for begin, end in itertools.pairwise([-1, *ends, len(words)])]


def examples_of(page: Path) -> Iterator[Example]:
    """Give the commands of a page in order; the lines of a `text` block belong to the command before it."""
    blocks = [(found[2], found[3]) for found in BLOCK.finditer(page.read_text(encoding="utf-8"))]
    for (kind, body), (after, text) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "sh":
            lines = [shlex.split(line, comments=True) for line in body.replace("\\\n", " ").splitlines()]
            commands = [words for line in lines for words in parted(line) if words]
            for words in commands:
                shown = tuple(text.splitlines()) if after == "text" and words is commands[-1] else ()
                yield Example(words, shown)


def commands_of(page: Path) -> list[Example]:
    return [example for example in examples_of(page) if PROGRAM.match(example.words[0])]


def lay_out(folder: Path) -> None:
    """Lay out what the pages suppose."""
    shutil.copytree(ROOT / "sample_images", folder / "sample_images")
    (folder / "tests/data/films").mkdir(parents=True)
    shutil.copy(FILM, folder / "tests/data/films")
    samples = folder / "sample_images"
    shutil.copy(samples / "01_kitchen_table.jpg", folder / "table.jpg")
    shutil.copy(samples / "08_a_take_laid_out.jpg", folder / "row1.jpg")
    shutil.copy(samples / "07_puzzle.jpg", folder / "row2.jpg")
    (folder / "photos").mkdir()
    shutil.copy(samples / "07_puzzle.jpg", folder / "photos")
    Image.open(ROOT / "tests/data/numo_melds.png").convert("RGB").save(folder / "melds.jpg", quality=95)
    files = dict(re.findall(r"`([\w.]+)`[^`]*:\n\n```\w+\n(.*?)```", (ROOT / "docs/files.md").read_text(encoding="utf-8"), re.DOTALL))
    for name, of in (("5B.csv", "5B.csv"), ("anna.txt", "ours.txt")):
        (folder / of).write_text(files[name], encoding="utf-8")


def camera(folder: Path) -> Path:
    """Write a short film that stands in for a camera."""
    path, film = folder / "camera.avi", cv2.VideoCapture(str(FILM))
    size = (int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    written = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), film.get(cv2.CAP_PROP_FPS), size)
    for _ in range(CAMERA_PICTURES):
        written.write(film.read()[1])
    written.release()
    film.release()
    return path


def slips(folder: Path) -> None:
    """Lay out photos of filled slips, as of a printing of this computer."""
    from tests.slip_piles import BEST, Pile, printing, stored  # noqa: PLC0415 - the workshop draws them

    pile = Pile(stored(printing()))
    (folder / "friday").mkdir()
    pile.write(folder / "friday/1.jpg", pile.slip(0, BEST))
    shutil.copy(ROOT / "sample_images/01_kitchen_table.jpg", folder / "cards.jpg")


def a_kept_game(_: Path) -> None:
    """Keep a game, as the live table does."""
    from numero_cam.app.table_games import open_games  # noqa: PLC0415 - SQLAlchemy
    from tests.kept_game import keep, played  # noqa: PLC0415

    with open_games(None) as store:
        keep(store, played(1))


def numo_photos(folder: Path) -> None:
    """Lay out photos of NUMO cards with their answers."""
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(folder / "melds.jpg", folder / name)
    shutil.copy(ROOT / "numero_cam/numo/rules/characters.toml", folder / "ours.toml")
    (folder / "rows.txt").write_text("\n".join(["3 4 7\n9 12 15 18\n66 99\n"] * 2), encoding="utf-8")


ALSO_SUPPOSED: dict[str, Callable[[Path], None]] = {"classroom.md": slips, "live-games.md": a_kept_game, "numo-photos.md": numo_photos}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh folder and an empty home."""
    home, folder = tmp_path / "home", tmp_path / "clone"
    folder.mkdir()
    for name in ("HOME", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(home))
    for name in ("NUMERO_CAM_DECKS", "NUMERO_CAM_GAMES", "NUMERO_CAM_CLASSES", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.chdir(folder)
    lay_out(folder)
    return folder


class Reader:
    """Somebody who types the commands of a page, and answers what is asked."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._capsys, self._monkeypatch = folder, capsys, monkeypatch
        self._camera = str(camera(folder))

    def _expanded(self, word: str) -> list[str]:
        """Return what a shell makes of a word; camera 0 is the short film."""
        if word == "0":
            return [self._camera]
        return sorted(map(str, Path().glob(word))) if "/*" in word else [word]

    def types(self, example: Example) -> None:
        """Run one command; it does what it says, and prints what the page shows."""
        words = list(example.words[1:])
        serving = next((kind for kind in SERVERS if tuple(words[: len(kind.command)]) == kind.command), None)
        if words[0] == "hall" and not words[1].startswith("-"):
            serving = None  # a command about its database
        if serving is not None:
            serving(self._folder / "served", *words[len(serving.command) :]).stop()
            return
        out = Path(words.pop()) if ">" in words else None
        arguments = [name for word in words if word != ">" for name in self._expanded(word)]
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("y" + "\n" * 50))
        status = shell.run(arguments)
        said, err = self._capsys.readouterr()
        command = " ".join(words)
        assert status in ({0, 1} if command.startswith(MAY_FIND_A_FAULT) else {0}), f"{command}: {err}"
        assert not err or "Traceback" not in err
        if out is not None:
            out.write_text(said, encoding="utf-8")
        printed = [sorted(line.split()) for line in said.splitlines()]
        assert [line for line in example.shown if sorted(line.split()) not in printed] == [], said


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in BY_CI], ids=lambda page: str(page.name))
def test_the_commands_of_a_page_work(page: Path, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name in ALSO_SUPPOSED:
        ALSO_SUPPOSED[page.name](folder)
    reader = Reader(folder, capsys, monkeypatch)
    commands = [example for example in commands_of(page) if not any(ELSEWHERE in word for word in example.words)]
    assert commands
    for example in commands:
        reader.types(example)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_other_commands_of_a_page_name_scripts_that_are_there(page: Path) -> None:
    for words in (example.words for example in examples_of(page)):
        for word in words:
            if re.fullmatch(r"(benchmarks|workshop)/[\w/]+\.(py|txt)", word):
                assert (ROOT / word).exists(), word


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: str(page.name))
def test_a_command_named_in_a_sentence_is_a_command(page: Path) -> None:
    known = set(re.findall(r"^## numero-cam ?(.*)$", (ROOT / "docs/cli.md").read_text(encoding="utf-8"), re.MULTILINE))
    for line in re.findall(r"`(?:\.venv/bin/)?numero-cam ([^`]+)`", page.read_text(encoding="utf-8")):
        names = list(itertools.takewhile(lambda word: re.fullmatch(r"[a-z]+", word), line.split()))
        assert not names or names[0] in known, line
        assert len(names) < 2 or " ".join(names[:2]) in known or not any(name.startswith(f"{names[0]} ") for name in known), line


def test_no_page_hides_a_command_outside_of_its_blocks_for_commands() -> None:
    hidden = {
        path.name: body
        for path in PAGES
        for kind, body in ((found[2], found[3]) for found in BLOCK.finditer(path.read_text(encoding="utf-8")))
        if kind != "sh" and re.search(r"^ *numero-cam ", body, re.MULTILINE)
    }
    assert hidden == {}


@pytest.mark.parametrize(("page", "least"), [("README.md", 4), ("docs/python.md", 30)])
def test_the_python_sessions_of_a_page_say_what_happens(page: str, least: int, folder: Path) -> None:
    assert Path.cwd() == folder
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.attempted >= least
    assert result.failed == 0
