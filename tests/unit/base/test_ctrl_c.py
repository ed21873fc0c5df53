"""Ctrl-C ends a program whose main thread is in the code of a library, or that waits for a thread; one that goes on is left alone."""

import signal
import subprocess
import sys

import pytest

from numero_cam.base import ctrl_c

ENDLESS = "SELECT count(*) FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT n FROM c)"
READY = "print('ready', flush=True); "
LIBRARY = f"import sqlite3; sqlite3.connect(':memory:').execute({ENDLESS!r})"
THREAD = "import threading; threading.Thread(target=lambda: time.sleep(1000)).start()"
START = """
import signal, sys, time
from numero_cam.base import ctrl_c
signal.signal(signal.SIGINT, lambda *_: None)
ctrl_c.end_soon_after_ctrl_c(lambda: print("stopped", end="", file=sys.stderr, flush=True))
"""
HEARD = """
def press(*_):
    ctrl_c.mark_ctrl_c_handled()
    heard.append(True)
heard = []
signal.signal(signal.SIGINT, press)
print("ready", flush=True)
while not heard:
    time.sleep(0.01)
time.sleep(2 * ctrl_c.GRACE_SECONDS)
sys.exit(7)
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a test cannot press Ctrl-C there")


def ended(code: str) -> tuple[int, str]:
    """Start a program, press Ctrl-C when it is ready, and return its status and what it says."""
    with subprocess.Popen([sys.executable, "-c", START + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        program.send_signal(signal.SIGINT)
        said = program.communicate()[1]
        return program.returncode, said


def test_one_that_does_not_reach_a_waiting_prompt_is_heard_there() -> None:
    """The system may give a signal to any thread; readline waits on."""
    code = """
import os, readline, threading
keys, screen = os.openpty()
os.dup2(screen, 0), os.dup2(screen, 1)
press = lambda: (time.sleep(0.3), signal.pthread_kill(threading.get_ident(), signal.SIGINT))
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=press).start()
try:
    input("> ")
except KeyboardInterrupt:
    ctrl_c.mark_ctrl_c_handled()
    time.sleep(2 * ctrl_c.GRACE_SECONDS)
    sys.exit(7)
"""
    assert subprocess.run([sys.executable, "-c", START + code], check=False).returncode == 7


def test_the_code_of_a_library_is_ended() -> None:
    assert ended(READY + LIBRARY) == (130, "stopped")


def test_a_thread_is_not_waited_for() -> None:
    assert ended(READY + THREAD) == (130, "stopped")


def test_what_a_library_makes_of_it_is_known() -> None:
    made = ImportError("initialization failed")
    made.__cause__ = RuntimeError("as extensions say")
    assert not ctrl_c.comes_from_ctrl_c(made)
    made.__cause__.__context__ = KeyboardInterrupt()
    assert ctrl_c.comes_from_ctrl_c(made)


def test_a_server_ends_as_usual_and_says_nothing() -> None:
    assert ended(f"ctrl_c.exit_with_success_on_ctrl_c(); {READY}{LIBRARY}") == (0, "")


def test_a_stream_that_blocks_does_not_keep_it() -> None:
    assert ended(f"ctrl_c.end_soon_after_ctrl_c(lambda: time.sleep(1000)); {READY}{LIBRARY}") == (130, "")


@pytest.mark.slow
def test_who_hears_it_and_goes_on_is_left_alone() -> None:
    assert ended(HEARD) == (7, "")


def test_an_error_that_is_the_context_of_its_own_cause_is_no_ctrl_c() -> None:
    one, two = ValueError("one"), ValueError("two")
    one.__cause__, two.__context__ = two, one
    assert not ctrl_c.comes_from_ctrl_c(one)
