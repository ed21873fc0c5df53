"""How the owner comes in: by a file that only he may read, never by the arguments of a program."""

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra live is not installed")
pytest.importorskip("pty", reason="this system has no terminals of this kind")

from tests.live_server import PATIENCE, ask, served, served_beside_a_browser
from tests.terminal import CTRL_C, Terminal

pytestmark = pytest.mark.slow  # a server at a terminal for each test


@contextlib.contextmanager
def started(home: Path, *options: str) -> Iterator[tuple[Terminal, str]]:
    """Start a table in a terminal with a browser that only writes down what it was given; yields that as well."""
    browser, given = home / "browser", home / "given"
    browser.write_text(f'#!/bin/sh\nprintf %s "$*" > {given}.new\nmv {given}.new {given}\n', encoding="utf-8")
    browser.chmod(0o700)
    env = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "BROWSER": str(browser)}
    with Terminal(["live", "--port", "0", *options], env) as terminal:
        terminal.until("Ctrl-C ends it.")
        end = time.monotonic() + PATIENCE
        while not given.exists() and time.monotonic() < end:
            time.sleep(0.05)
        yield terminal, given.read_text(encoding="utf-8")


def test_the_key_is_on_the_screen_and_in_a_private_file_and_in_no_list_of_processes(tmp_path: Path) -> None:
    with started(tmp_path) as (terminal, given):
        address = re.findall(r"http://127\.0\.0\.1:\d+/in\?key=[\w-]+", terminal.text)[0]
        key = address.split("=")[1]
        file = Path(given.removeprefix("file://"))
        assert given == file.as_uri()
        assert key not in given
        assert key in file.read_text(encoding="utf-8")
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        assert not [each for each in Path("/proc").glob("[0-9]*/cmdline") if key.encode() in read(each)]
        assert ask(address)[0] == 303
        assert not file.exists()  # it was used
        assert ask(address)[0] == 403
        kept = [each for each in tmp_path.rglob("*") if each.is_file() and key.encode() in read(each)]
        assert kept == []
        terminal.press(CTRL_C)
        assert terminal.status() == 0
        assert key not in terminal.text.replace(address, "")


def test_a_file_that_was_not_used_goes_with_the_table(tmp_path: Path) -> None:
    with started(tmp_path) as (terminal, given):
        file = Path(given.removeprefix("file://"))
        assert file.exists()
        terminal.press(CTRL_C)
        assert terminal.status() == 0
        assert not file.exists()


def read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # the process has ended
        return b""


def test_what_no_terminal_shows_holds_neither_key_nor_codes_where_a_browser_is_opened(tmp_path: Path) -> None:
    with served_beside_a_browser(tmp_path, "fingerprint", "--network") as said:
        entry = Path(re.findall(r"lets you in once: (.+)\n", "".join(said))[0])
        key = re.findall(r"key=([\w-]+)", entry.read_text(encoding="utf-8"))[0]
    assert key not in "".join(said)
    assert not re.search(r"\w{4}-\w{4}  (for|to)", "".join(said))
    assert not entry.exists()


def test_whoever_has_no_browser_opened_is_told_the_address_and_codes(tmp_path: Path) -> None:
    with served(tmp_path, "--network") as server:
        server.says(re.compile("fingerprint"))
        assert f"/in?key={server.key}" in server.said
        assert len(re.findall(r"\w{4}-\w{4}  (?:for|to)", server.said)) == 3
