"""Each add-on may be taken out: the rest of the program runs, and says nothing of it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from numero_cam.cli.addons import ADDONS

ROOT = Path(__file__).parent.parent
COMMANDS = {"classroom": "class", "hall": "hall", "numo": "numo"}  #: The command of each.
OPTIONS = {"classroom": ("--class",), "hall": ("--hall", "--table"), "numo": ()}  #: Options of the live table that each brings.
#: The quick tests of the rest: of the rooms above the games. Others import no add-on, as the contracts of pyproject.toml see to.
REST = ("app", "capture", "cli", "live", "store", "text", "web")
#: Tests among them that put an add-on and the rest side by side.
OF_ADDONS = (
    "app/test_old_files.py",
    "cli/test_class.py",
    "cli/test_hall.py",
    "cli/test_mark.py",
    "cli/test_rules.py",
    "cli/test_simulate_progress.py",
    "cli/test_table_games.py",
    "store/test_marks.py",
    "text/test_spreadsheet.py",
    "web/test_every_page.py",
    "web/test_people_puzzles.py",
    "web/test_promised_limits.py",
)
#: Put before a command: as if the folders of rooms were not there.
WITHOUT = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if any(name == room or name.startswith(f"{{room}}.") for room in {rooms}):
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Gone())
"""
RUN = "from numero_cam.cli.shell import run; sys.exit(run(sys.argv[1:]))"
#: Runs several commands one after the other, and prints the status, output and errors of each.
RUN_EACH = """
import contextlib, io, json
from numero_cam.cli.shell import run
def ran(words):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
        try:
            status = run(words)
        except SystemExit as end:
            status = end.code
    return status or 0, out.getvalue(), errors.getvalue()
print(json.dumps([ran(words) for words in json.loads(sys.argv[1])]))
"""
#: Asks a live table, as it is served with the guests that are there, for its own page and for that of a seat in a hall.
PAGE = """
import tempfile
from pathlib import Path
from types import SimpleNamespace
from numero_cam.cli.addons import addons
from numero_cam.store.games import GameStore
from numero_cam.web.auth import AccessControl
from numero_cam.web.live_server import LiveServer
from numero_cam.web.pairing import DevicePairing
from tests.asgi import ask_app
folder = Path(tempfile.mkdtemp())
store = GameStore.open(f"sqlite:///{folder / 'games.sqlite'}")
guests = [guest for addon in addons() if addon.live_options if (guest := addon.live_options().guest())]
opened = [guest.open(SimpleNamespace(folder=folder, screen=SimpleNamespace(say=print)), store) for guest in guests]
for each in opened:
    each.__enter__()
pairing = DevicePairing(None)
app = LiveServer(None, AccessControl(pairing, 8088), lambda _: {}, guests=guests).app
host = "127.0.0.1:8088"
cookie = ask_app(app, host, f"/in?key={pairing.new_key()}")[1]["set-cookie"].partition(";")[0]
print(*(ask_app(app, host, path, None, cookie)[0] for path in ("/", "/hall-seat")))
"""


def without(rooms: Sequence[str], code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python that does not find some rooms."""
    command = [sys.executable, "-c", WITHOUT.format(rooms=[f"numero_cam.{room}" for room in rooms]) + code, *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "COLUMNS": "100"}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("room", ADDONS)
def test_the_rest_runs_without_an_add_on(room: str) -> None:
    asked = (["--help"], ["live", "--help"], ["solve", "--centre", "7r 8b", "--hand", "15g"], [COMMANDS[room]])
    ran = without([room], RUN_EACH, json.dumps(asked))
    assert ran.returncode == 0, ran.stderr
    (status, help_of_all, _), (_, help_of_live, _), solved, gone = json.loads(ran.stdout)
    commands = [line.split()[0] for line in help_of_all.splitlines() if line.startswith("  ") and line.strip()]
    assert status == 0
    assert COMMANDS[room] not in commands
    assert {COMMANDS[other] for other in ADDONS if other != room} | {"solve", "live", "doctor"} <= set(commands)
    assert "--network" in help_of_live
    assert [option for option in OPTIONS[room] if option in help_of_live] == []
    assert all(option in help_of_live for other in ADDONS if other != room for option in OPTIONS[other])
    assert (solved[0], solved[2]) == (0, "")
    assert "with the 15 green" in solved[1]
    assert (gone[0], gone[2].count("\n")) == (2, 1)
    assert f"No such command '{COMMANDS[room]}'" in gone[2]


@pytest.mark.slow
@pytest.mark.parametrize("room", ADDONS)
def test_the_live_table_has_its_page_without_an_add_on(room: str) -> None:
    """Its own page, and those of the add-ons that are there."""
    got = without([room], PAGE)
    assert got.returncode == 0, got.stderr
    assert got.stdout.split() == ["200", "404" if room == "hall" else "200"]


def test_a_fault_inside_an_add_on_is_not_taken_for_its_absence() -> None:
    got = without(["hall.commands"], RUN, "--help")
    assert got.returncode != 0
    assert "numero_cam.hall.commands" in got.stderr


@pytest.mark.slow
def test_the_quick_tests_of_the_rest_pass_without_any_add_on() -> None:
    """A test that needs one of them fails; the test above takes them out one by one."""
    asked = [f"tests/unit/{folder}" for folder in REST] + [f"--ignore=tests/unit/{path}" for path in OF_ADDONS]
    got = without(ADDONS, "import pytest; sys.exit(pytest.main(sys.argv[1:]))", "-p", "no:cacheprovider", *asked)
    assert got.returncode == 0, got.stdout[-3000:]
