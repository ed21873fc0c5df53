"""A live table in a process of its own, and a page without a browser that plays a film before it."""

import contextlib
import json
import os
import re
import signal
import ssl
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

import cv2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/(?:class/|hall/)?in\?key=([\w-]+)")
PATIENCE = 60.0
FILM = Path(__file__).parent / "data" / "films" / "small_open.mp4"
TRUTH = json.loads(FILM.with_suffix(".json").read_text(encoding="utf-8"))  #: What is played in the small film.
START = {"type": "start", "players": TRUTH["players"], "near": TRUTH["near"], "hands": "open", "cards": "3", "by": "points"}
DEAL_PICTURES = 30  #: Pictures of the small film before its first play.
CAMERA_RATE = 30  #: Pictures a second of Chromium's camera that is a film.
STAYS = 60  #: Pictures that a film's last one stays, four seconds: the card that is drawn last in the small film is hard to read.


class _Stay(HTTPRedirectHandler):
    """Shows where an answer leads, and does not go there."""

    def redirect_request(self, *_: object) -> None:
        return None


def ask(
    address: str, data: bytes | None = None, headers: dict[str, str] | None = None, context: ssl.SSLContext | None = None
) -> tuple[int, bytes, Message]:
    """Ask a server for something; return the status, the answer and its head, whatever they are."""
    opener = build_opener(_Stay, HTTPSHandler(context=context))
    try:
        with opener.open(Request(address, data, headers or {}), timeout=PATIENCE) as answer:  # noqa: S310 - an address of this machine
            return answer.status, answer.read(), answer.headers
    except HTTPError as told:
        with told:
            return told.code, told.read(), told.headers


def cookie_of(address: str) -> str:
    """Open the address that the table showed, and return the token that it gives."""
    status, told, head = ask(address)
    assert status == 303, told
    return str(head["set-cookie"]).split(";")[0].split("=", 1)[1]


class LiveServer:
    """`numero-cam live` as a user starts it, with an empty home.

    ``enters``: whether to come in by its key, which then opens no browser any more; ``limit``: a line of a shell before it, such as
    ``ulimit -n 1024``.
    """

    command: tuple[str, ...] = ("live",)
    under = ""

    def __init__(self, home: Path, *options: str, enters: bool = True, limit: str = "") -> None:
        self._home, self._options, self._enters, self._limit = home, options, enters, limit
        self.token = ""
        self.port = 0
        self.log: list[str] = []
        self.pages: list[TestPage] = []
        self.start()

    def start(self) -> None:
        """Start it, on the same port as before where there was one."""
        self.home = self._home
        environment = {**os.environ, "HOME": str(self._home), "XDG_DATA_HOME": str(self._home / "data")}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "numero_cam", *self.command, "--no-browser", "--port", str(self.port), *self._options]
        if self._limit:
            command = ["sh", "-c", f'{self._limit}; exec "$@"', "sh", *command]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        self._begin = len(self.log)
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            found = self.says(ADDRESS)
        except AssertionError:
            self.kill()
            raise
        self.port, self.key = int(found[1]), found[2]
        if self._enters:
            self.token = cookie_of(f"http://127.0.0.1:{self.port}{self.under}/in?key={self.key}")

    @property
    def entry(self) -> Path:
        """The file by which a browser of the owner comes in."""
        return self._home.resolve() / "data" / "numero-cam" / "doors" / f"open-{self.port}.html"

    def says(self, wanted: re.Pattern[str]) -> re.Match[str]:
        """Wait until it has said something since it was started."""
        with self._news:
            self._news.wait_for(lambda: wanted.search(self.said) or not self._reader.is_alive(), PATIENCE)
        found = wanted.search(self.said)
        assert found is not None, self.said
        return found

    @property
    def said(self) -> str:
        """What it has said since it was started."""
        return "".join(self.log[self._begin :])

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._news:
                self.log.append(line)
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    @property
    def cookie(self) -> str:
        """Of the browser that the table opened: what it sends with each question."""
        return f"numero-{self.port}{self.under.replace('/', '-')}={self.token}"

    def cookies(self) -> list[Any]:
        """The same for a browser of Playwright."""
        name, value = self.cookie.split("=", 1)
        return [{"name": name, "value": value, "url": self.browsed, "httpOnly": True, "sameSite": "Strict"}]

    @property
    def browsed(self) -> str:
        """Of the page, as browsers open it in tests."""
        return self.address.replace("127.0.0.1", "localhost")

    def ask(self, path: str, data: bytes | None = None, cookie: str | None = None, **headers: str) -> tuple[int, bytes, Message]:
        """Ask the table for something; return the status, the answer and its head."""
        return ask(self.address + path, data, {"Cookie": self.cookie if cookie is None else cookie, **headers})

    def paired(self, role: str) -> str:
        """Pair another device, and return its cookie."""
        code = json.loads(self.ask("invite", json.dumps({"role": role}).encode())[1])["code"]
        _, _, head = self.ask("pair", f"code={code}".encode(), cookie="")
        return str(head["set-cookie"]).split(";")[0]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def page(self, role: str = "keeper", cookie: str | None = None, **others: object) -> "TestPage":
        """Open a page; it is closed with the server."""
        self.pages.append(TestPage(self.port, role, self.cookie if cookie is None else cookie, **others))
        return self.pages[-1]

    def playing(self, last: int | None = DEAL_PICTURES, stays: int = 0) -> "TestPage":
        """The game of the small film up to a picture, before a page without a browser."""
        keeper = self.page()
        keeper.until(lambda: "game" in keeper.newest and keeper.credits)
        keeper.change(**START)
        keeper.play(FILM, last=last, stays=stays)
        keeper.until(lambda: keeper.game()["state"] == "playing")
        return keeper

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._close()

    def stop(self) -> int:
        """End it as Ctrl-C does, and return its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        status = self.process.wait(PATIENCE)
        self._close()
        return status

    def _close(self) -> None:
        for page in self.pages:
            page.close()
        self.pages = []
        self._reader.join(PATIENCE)
        if self.process.stderr is not None:
            self.process.stderr.close()
        assert "Traceback" not in self.said, self.said


class ClassServer(LiveServer):
    """`numero-cam class page` as a teacher starts it."""

    command = ("class", "page")
    under = "/class"

    def paired(self, role: str) -> str:
        """Pair a telephone by a code of the page, and return its cookie."""
        assert role == "photographer"
        code = json.loads(self.ask("class/invite", b"")[1])["code"]
        _, _, head = self.ask("class/pair", f"code={code}".encode(), cookie="")
        return str(head["set-cookie"]).split(";")[0]


class TestPage:
    """A page without a browser, of a role, with the cookie of its device; ``others``: more keys of its first message."""

    __test__ = False

    def __init__(self, port: int, role: str, cookie: str, **others: object) -> None:
        self._open = contextlib.ExitStack()
        opened = connect(f"ws://127.0.0.1:{port}/table", max_size=None, additional_headers={"Cookie": cookie})
        self.socket: ClientConnection = self._open.enter_context(opened)
        self.newest: dict[str, dict[str, Any]] = {}
        self.heard: list[dict[str, Any]] = []
        self.credits = 0
        self._changed = threading.Condition()
        self.ended = False
        self.tell(type="hello", v=1, role=role, **others)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def tell(self, **message: object) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def change(self, **message: object) -> None:
        """Send a message that changes the game, with the revision and the game seen last: that one may end by it."""
        seen = self.newest.get("game", {})
        self.tell(**{"revision": seen.get("revision", 0), "replaces": seen.get("game"), **message})

    def until(self, true: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        with self._changed:
            assert self._changed.wait_for(true, seconds), self.newest.get("game", self.newest)

    def game(self) -> dict[str, Any]:
        return self.newest.get("game", {})

    def lines(self) -> list[str]:
        return [str(play["text"]) for play in self.game().get("plays", [])]

    def play(self, film: Path, *, first: int = 0, last: int | None = None, stays: int = 0, wait: bool = True) -> None:
        """Show a film, a picture whenever there is credit, its last one ``stays`` times more, and wait until that was looked at."""
        capture = cv2.VideoCapture(str(film))
        rate = capture.get(cv2.CAP_PROP_FPS)
        for number in range(last if last is not None else sys.maxsize):
            good, read = capture.read()
            if not good:
                break
            pixels, shown = read, number
            if number >= first:
                self.show(pixels, number, number / rate)
        capture.release()
        for number in range(stays):
            self.show(pixels, shown + 1 + number, (shown + 1 + number) / rate)
        if wait:
            self.until(lambda: self.credits == 2)

    def show(self, pixels: Any, number: int, seconds: float) -> None:  # noqa: ANN401 - as OpenCV gives it
        with self._changed:
            assert self._changed.wait_for(lambda: self.credits > 0 or self.ended, PATIENCE)
            self.credits -= 1
        height, width = pixels.shape[:2]
        jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
        self.socket.send(struct.pack("<2sBBHIdHHH", b"NF", 1, 0, 1, number + 1, seconds * 1000, width, height, 0) + jpeg)

    def close(self) -> None:
        self._open.close()

    def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            for told in self.socket:
                if isinstance(told, bytes):
                    continue
                message = json.loads(told)
                with self._changed:
                    self.newest[message["type"]] = message
                    if message["type"] not in ("table", "ack"):
                        self.heard.append(message)
                    if message["type"] in ("welcome", "ack"):
                        self.credits += message["credits"]
                    self._changed.notify_all()
        with self._changed:
            self.ended = True
            self._changed.notify_all()


def picture_at(seconds: float = 0.0) -> Any:  # noqa: ANN401 - as OpenCV gives it
    """Return a picture of the small film."""
    capture = cv2.VideoCapture(str(FILM))
    capture.set(cv2.CAP_PROP_POS_MSEC, seconds * 1000)
    _, pixels = capture.read()
    capture.release()
    return pixels


def film_as_camera(film: Path, out: Path, *, slower: float = 1.0, first: float = 0.0, last: float = 0.0) -> None:
    """Write a film as Chromium plays a camera: joined JPEGs (`.mjpeg`), 30 a second. It begins anew at its end.

    Its first and last pictures stand for some seconds; where ``first`` is more than 0 the rest is left out.
    """
    capture = cv2.VideoCapture(str(film))
    times = max(1, round(CAMERA_RATE * slower / capture.get(cv2.CAP_PROP_FPS)))
    jpeg = b""
    with out.open("wb") as file:
        while True:
            good, pixels = capture.read()
            if not good:
                break
            jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
            file.write(jpeg * (round(CAMERA_RATE * first) or times))
            if first:
                break
        file.write(jpeg * round(CAMERA_RATE * last))
    capture.release()


@contextlib.contextmanager
def served(home: Path, *options: str, enters: bool = True, limit: str = "") -> Iterator[LiveServer]:
    """Serve a table for the length of a block."""
    server = LiveServer(home, *options, enters=enters, limit=limit)
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def served_beside_a_browser(home: Path, last: str, *options: str) -> Iterator[list[str]]:
    """Serve a table that opens a browser, with an output that is no terminal; yield the lines that it said up to the last one named.

    Those of its end come at the end.
    """
    env = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "BROWSER": "true"}
    command = [sys.executable, "-m", "numero_cam", "live", *options]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as table:
        assert table.stderr is not None
        said: list[str] = []
        for line in table.stderr:
            said.append(line)
            if last in line:
                break
        ask(re.findall(r"http://127\.0\.0\.1:\d+/", said[0])[0])  # it serves, so it hears its signals
        try:
            yield said
        finally:
            table.send_signal(signal.SIGINT)
            said.extend(table.stderr)
