"""Every message that docs/troubleshooting.md explains is one that the program says: each is brought about here."""

import asyncio
import re
import socket
import time
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageFilter, ImageOps

from numero_cam.app import kept_games
from numero_cam.base import files, rounds
from numero_cam.base.errors import NumeroCamError
from numero_cam.base.records import Frame
from numero_cam.capture import cameras, sources
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import TimedFrame
from numero_cam.cli import shell
from numero_cam.vision.decks.files import FOLDER_VARIABLE
from numero_cam.web.pairing import DevicePairing, PairingError
from numero_cam.web.refusal_summary import FIRST_SUMMARY_SECONDS, RefusalSummary
from tests.http_server import running
from tests.live_server import ask, served, served_beside_a_browser

ROOT = Path(__file__).parent.parent
PHOTO = ROOT / "sample_images" / "01_kitchen_table.jpg"
HEADINGS = re.findall(r"^### (.+)$", (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8"), re.MULTILINE)
TYPED = ("solve", "--centre")


class User:
    """Somebody who does what goes wrong."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._capsys = capsys
        self.monkeypatch = monkeypatch

    def does(self, *arguments: object) -> str:
        shell.run([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return out + err

    def file(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        return path

    def photo(self, change: Callable[[Image.Image], Image.Image]) -> Path:
        path = self.folder / "table.jpg"
        with Image.open(PHOTO) as picture:
            change(picture).save(path, quality=92)
        return path

    def plays(self, *lines: str) -> str:
        typed = iter(lines)

        def line(_: str) -> str:
            if (found := next(typed, None)) is None:
                raise EOFError
            return found

        self.monkeypatch.setattr("builtins.input", line)
        return self.does("play", "--seed", "3")


def not_kept(user: User) -> str:
    user.monkeypatch.setenv(kept_games.FOLDER_VARIABLE, str(user.file("games", b"no folder")))
    return user.plays("discard 9")


def file_missing(user: User) -> str:
    user.monkeypatch.setattr(files, "PACKAGE", user.folder / "package")
    return user.does("read", PHOTO)


def fault(user: User) -> str:
    def broken(*_: object, **__: object) -> None:
        message = "something that nobody thought of"
        raise RuntimeError(message)

    user.monkeypatch.setattr("numero_cam.cli.play.run_play", broken)
    return user.does("play")


def without_a_package(user: User) -> str:
    def no_eyes(*_: object, **__: object) -> None:
        raise ModuleNotFoundError(name="cv2")

    user.monkeypatch.setattr("numero_cam.cli.photos.open_session", no_eyes)
    return user.does("solve", PHOTO)


def port_taken(user: User) -> str:
    user.monkeypatch.setenv("XDG_DATA_HOME", str(user.folder))
    with socket.create_server(("127.0.0.1", 0)) as other:
        return user.does("live", "--no-browser", "--port", other.getsockname()[1])


def wrong_codes(_: User) -> str:
    with pytest.raises(PairingError) as refused:
        DevicePairing().redeem_code("AAAA-AAAA")
    return str(refused.value)


def flooded(_: User) -> str:
    said: list[str] = []

    async def counts() -> None:
        RefusalSummary(said.append).count("made no TLS handshake")
        await asyncio.sleep(2 * FIRST_SUMMARY_SECONDS)

    asyncio.run(counts())
    return said[0]


def served_table(user: User) -> str:
    """What an address says that was used."""
    with served(user.folder) as server:
        return ask(f"{server.address}in?key={server.key}")[1].decode()


def no_terminal(user: User) -> str:
    """What a table says whose output is no terminal."""
    with served_beside_a_browser(user.folder, "lets you in once") as said:
        return "".join(said)


def devices_damaged(user: User) -> str:
    with pytest.raises(NumeroCamError) as refused:
        DevicePairing(user.file("devices.json", b"{"))
    return str(refused.value)


def no_network(user: User) -> str:
    network = pytest.importorskip("numero_cam.web.network_address")
    user.monkeypatch.setattr(network, "own_addresses", lambda: ())
    with pytest.raises(NumeroCamError) as refused:
        network.find_network_address(user.folder, 8443, 8480)
    return str(refused.value)


def blurred(user: User) -> str:
    return user.does("solve", user.photo(lambda picture: picture.filter(ImageFilter.GaussianBlur(9))))


def film(user: User, light: int, *, rate: float = 15, size: tuple[int, int] = (640, 480)) -> Path:
    """A film of three seconds, bright on the left."""
    picture = np.zeros((size[1], size[0], 3), np.uint8)
    picture[:, : size[0] // 2] = light
    writer = cv2.VideoWriter(str(user.folder / "game.avi"), cv2.VideoWriter.fourcc(*"MJPG"), rate, size)
    for _ in range(round(4 * rate)):
        writer.write(picture)
    writer.release()
    return user.folder / "game.avi"


def no_camera(user: User) -> str:
    user.monkeypatch.setattr(cameras, "DEVICES", user.folder)
    user.monkeypatch.setattr(cameras, "find_cameras", lambda _: cameras.CamerasFound(()))
    return user.does("watch", "63")


def film_on_a_server(user: User) -> str:
    file = film(user, 200)
    handler = partial(SimpleHTTPRequestHandler, directory=str(file.parent))
    user.monkeypatch.setattr(SimpleHTTPRequestHandler, "log_message", lambda *_: None)
    with running(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        return user.does("watch", f"{address}{file.name}")


class Flaky:
    """A camera that gives one picture each time it is opened."""

    def __init__(self) -> None:
        self._left = 1

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def read(self) -> tuple[bool, object]:
        self._left -= 1
        return self._left >= 0, np.full((48, 64, 3), 90, np.uint8)

    def release(self) -> None:
        """Nothing is held."""


def flaky_camera(user: User) -> str:
    user.monkeypatch.setattr(sources, "REOPEN_DELAY", 0.05)
    source = sources.LiveSource(Flaky, sources.DeviceMessages("camera 0", str, ""), first_timeout=30, silence_timeout=60)
    end = time.monotonic() + 60
    while not source.notice and time.monotonic() < end:
        time.sleep(0.05)
    told = source.notice
    source.close()
    return told


def half_a_film(user: User) -> str:
    file = film(user, 0)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    return user.does("watch", file)


def half_a_recording(user: User) -> str:
    recorder = Recorder(user.folder / "evening", {})
    recorder.record_frame(TimedFrame(Frame("camera 0", np.zeros((48, 64, 3), np.uint8)), 0.0, 0))
    recorder.close()
    user.file("evening/parts.mjpeg", b"")
    return user.does("watch", user.folder / "evening")


BROUGHT_ABOUT: dict[str, Callable[[User], str]] = {
    "there is no such file": lambda user: user.does("solve", user.folder / "tabel.jpg"),
    "is not a picture that can be read (JPEG, PNG, WebP, BMP or TIFF)": lambda user: user.does("solve", user.file("notes.jpg", b"notes")),
    "is a HEIC picture, which cannot be read; export or share it as JPEG": lambda user: user.does(
        "solve", user.file("IMG_1.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    ),
    "is cut short or damaged: its end is missing; copy or download it again": lambda user: user.does(
        "solve", user.file("half.jpg", PHOTO.read_bytes()[:50_000])
    ),
    "is empty (0 bytes)": lambda user: user.does("solve", user.file("empty.jpg", b"")),
    "No card was found in this photo": lambda user: user.does("solve", user.photo(lambda _: Image.new("RGB", (640, 480), (90, 120, 90)))),
    "the picture is mirrored, so no card is read": lambda user: user.does("read", user.photo(ImageOps.mirror)),
    "no hand was found": lambda user: user.does("solve", user.photo(lambda picture: picture.rotate(180))),
    "I cannot tell which cards are your hand.": lambda user: user.does("solve", user.photo(lambda picture: picture.rotate(180))),
    "no camera answers on this computer": no_camera,
    "is the address right, is the sending device on, and is it in the same network?": lambda user: user.does(
        "watch", "http://127.0.0.1:9/"
    ),
    "is a film, not a camera; download it, and give the file": film_on_a_server,
    "is a film that is cut short or damaged": lambda user: user.does("watch", user.file("game.mp4", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom")),
    "the film is cut short or damaged": half_a_film,
    "is a folder without pictures": lambda user: user.does("watch", user.file("notes.txt", b"notes").parent),
    "the picture is almost black": lambda user: user.does("watch", film(user, 0)),
    "so quick plays may be missed": lambda user: user.does("watch", film(user, 200, rate=5)),
    "broke off": flaky_camera,
    "so cards may be too small to be read": lambda user: user.does("watch", film(user, 200, size=(160, 120))),
    "is not empty; give a new folder for the recording": lambda user: user.does(
        "game", "watch", film(user, 0), "--players", "Ann,Ben", "--record", user.folder
    ),
    "the recording is cut short or damaged": half_a_recording,
    "is blurred; hold the camera still and wait for its focus": blurred,
    "move the camera closer": lambda user: user.does("solve", user.photo(lambda picture: picture.resize((128, 96)))),
    "the back of a card, or another game's card": lambda user: user.does("read", PHOTO),
    "The answer holds for the known cards only.": blurred,
    "lies there twice; one pack has it once": lambda user: user.does(*TYPED, "7r 7r", "--hand", "3b"),
    "the hand has 6 cards; a hand has at most 5": lambda user: user.does(*TYPED, "7r", "--hand", "1r 2r 3r 4r 5r 6r"),
    "not a card": lambda user: user.does(*TYPED, "11q", "--hand", "3b"),
    "a build lies in the middle only": lambda user: user.does(*TYPED, "7r", "--hand", "[8b 4r]"),
    "give one of: a photo, --centre with --hand, or --positions FILE": lambda user: user.does("solve"),
    "No take is possible.": lambda user: user.does(*TYPED, "7r", "--hand", "3b"),
    "Not proven, a better take may exist": lambda user: user.does(
        *TYPED, "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r", "--hand", "15r x2 x3 -4 /2", "--limit", "0"
    ),
    "That does not work": lambda user: user.plays("discard 1"),
    "says itself who plays, with which cards and by which rules; leave this out": lambda user: user.does(
        "play", ROOT / "tests/golden/games/level_1_demonstration.txt", "--level", "1"
    ),
    'a game begins with the line "numero game 1"': lambda user: user.does("play", user.file("letter.txt", b"Dear Anna")),
    "This game cannot keep itself": not_kept,
    "Open this file in your browser": no_terminal,
    "This address of the table was used already": served_table,
    "is in use; is another table open?": port_taken,
    "this computer is in no network": no_network,
    "This code is wrong, was used already, or is too old.": wrong_codes,
    "Connections in the last minute": flooded,
    "the list of paired devices cannot be read": devices_damaged,
    "install numero-cam again": file_missing,
    "is missing or does not load": without_a_package,
    "a fault of this program, please report it": fault,
}


@pytest.fixture
def user(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "decks"))
    monkeypatch.setenv(kept_games.FOLDER_VARIABLE, str(tmp_path / "kept"))
    monkeypatch.delenv(rounds.TRACEBACK, raising=False)
    return User(tmp_path, capsys, monkeypatch)


def test_every_message_of_the_page_is_brought_about() -> None:
    assert list(BROUGHT_ABOUT) == HEADINGS


@pytest.mark.slow
@pytest.mark.parametrize("message", HEADINGS)
def test_the_program_says_so(user: User, message: str) -> None:
    said = " ".join(BROUGHT_ABOUT[message](user).split())
    assert message in said
