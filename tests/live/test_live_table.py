"""The live table as a whole: the real server, a film before it, games that are kept, corrections from several pages."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.live_server import STAYS, LiveServer, TestPage, served

FILMS = Path(__file__).parents[1] / "data" / "films"
FILM = FILMS / "small_open.mp4"
TRUTH = json.loads((FILMS / "small_open.json").read_text(encoding="utf-8"))
EVENTS = [event["text"] for event in TRUTH["events"]]
START = {"type": "start", "players": TRUTH["players"], "near": TRUTH["near"], "hands": "open", "cards": "3", "by": "points"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with served(tmp_path) as running:
        yield running


def plays(page: TestPage) -> list[str]:
    """What was played; which cards were drawn is the eyes' affair."""
    return [line for line in page.lines() if "draw" not in line]


def begun(server: LiveServer) -> TestPage:
    page = server.page()
    page.until(lambda: "game" in page.newest and (page.credits or page.newest["welcome"]["source"] == "server"))
    page.change(**START)
    page.until(lambda: page.game()["state"] == "waiting")
    return page


@pytest.mark.slow
def test_a_film_before_the_page_is_scored_kept_corrected_and_goes_on_after_a_kill(server: LiveServer) -> None:
    page = begun(server)
    page.tell(type="level", level="play")
    page.play(FILM, stays=STAYS)
    page.until(lambda: len(page.lines()) == len(EVENTS))
    assert plays(page) == [line for line in EVENTS if "draw" not in line]
    assert page.game()["scores"] == TRUTH["scores"]
    assert sum(points for play in page.game()["plays"] for _, points, name in play["items"] if name == "Eve") == TRUTH["scores"]["Eve"]
    assert any(message["type"] == "say" and "takes 4 cards with the 15" in message["text"] for message in page.heard)
    page.until(lambda: page.newest.get("hint", {}).get("lines"))
    table = page.newest["table"]
    assert {card["zone"] for card in table["cards"]} >= {"row", "stock"}

    # Killed and started again: the same game, no line lost or doubled.
    revision, number = page.game()["revision"], page.game()["game"]
    server.kill()
    server.start()
    again = server.page()
    again.until(lambda: again.newest.get("game", {}).get("games"))
    assert [game["game"] for game in again.game()["games"]] == [number]
    again.change(type="go_on", game=number)
    again.until(lambda: again.game().get("game") == number)
    assert again.lines() == page.lines()
    assert (again.game()["revision"], again.game()["scores"]) == (revision, TRUTH["scores"])
    again.play(FILM, first=250)  # the table as it was left: nothing is dealt again
    assert again.lines() == page.lines()
    assert (again.game()["revision"], again.game()["scores"]) == (revision, TRUTH["scores"])

    # Two pages correct at once: the second is told to look again.
    other = server.page()
    other.until(lambda: other.game().get("game") == number)
    first = f"{TRUTH['players'][0]}: discard 12r"
    again.change(type="play", k=5, **{"as": first})
    again.until(lambda: again.game()["plays"][4]["by"] == "person")
    other.tell(type="play", k=5, revision=revision, **{"as": first})
    other.until(lambda: "another page" in other.newest.get("refused", {}).get("why", ""))
    other.change(type="play", k=7, **{"as": None})
    other.until(lambda: len(other.lines()) == 6)
    again.until(lambda: len(again.lines()) == 6)
    assert again.game()["scores"] == {"Finn": 0, "Eve": 0}
    again.change(type="add", **{"as": "Eve: take 15r: [1b 8r 6r]"})
    again.until(lambda: again.game()["scores"] == TRUTH["scores"])
    again.change(type="add", **{"as": "Eve: take 1o: 2o"})
    again.until(lambda: "refused" in again.newest)
    assert again.game()["scores"] == TRUTH["scores"]


def test_pages_look_on_and_a_player_may_only_challenge(server: LiveServer) -> None:
    page = begun(server)
    watcher, player = server.page("watcher"), server.page("player", player="Finn")
    watcher.until(lambda: watcher.game().get("state") == "waiting")
    watcher.change(type="stop")
    watcher.until(lambda: "looks on" in watcher.newest.get("refused", {}).get("why", ""))
    player.change(type="challenge", player="Eve")
    player.until(lambda: "looks on" in player.newest.get("refused", {}).get("why", ""))
    player.newest.pop("refused")
    player.change(type="challenge", player="Finn")
    player.until(lambda: "before the deal" in player.newest.get("refused", {}).get("why", ""))
    assert page.game()["state"] == "waiting"
    page.change(type="stop")
    watcher.until(lambda: watcher.game()["state"] == "none")


@pytest.mark.slow
def test_wrong_messages_are_refused_in_words_and_the_game_goes_on(server: LiveServer) -> None:
    page = begun(server)
    for told, why in (
        ('{"type": "dance"}', "no message"),
        ("[1]", "no object"),
        ('{"type": "play", "k": "x", "revision": 0}', "no number"),
        ('{"type": "stop"}', "no number"),
        ('{"type": "level", "level": "all"}', "strength"),
        ('{"type": "start", "revision": 0, "players": ["Ann"]}', "2 to 4"),
        ('{"type": "start", "revision": 0, "players": ["Ann", "Ann"]}', "Ann"),
        ('{"type": "start", "revision": 0, "players": ["Ann", "Ben"], "cards": "17"}', "17"),
        ('{"type": "go_on", "revision": 0, "game": 999}', "no game 999"),
    ):
        page.newest.pop("refused", None)
        page.socket.send(told)
        page.until(lambda: "refused" in page.newest)
        assert why in page.newest["refused"]["why"]
    page.socket.send(b"no picture")
    page.until(lambda: page.newest["refused"]["to"] == "picture")
    assert page.game()["state"] == "waiting"
    for _ in range(25):
        if page.ended:
            break
        page.socket.send("nonsense")
    page.until(lambda: page.ended or "bye" in page.newest)


@pytest.mark.slow
def test_a_page_of_another_version_is_sent_away_with_words(server: LiveServer) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/table", additional_headers={"Cookie": server.cookie}) as socket:
        socket.send(json.dumps({"type": "hello", "v": 99, "role": "keeper"}))
        told = json.loads(socket.recv())
    assert told["type"] == "bye"
    assert "load the page again" in told["why"]


@pytest.mark.slow
def test_no_page_of_another_site_and_no_other_name_of_the_machine_comes_in(server: LiveServer) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{server.port}/table", additional_headers={"Origin": "http://evil.example", "Cookie": server.cookie})
    assert server.ask("", Host="evil.example")[0] == 403
    status, told, head = server.ask("")
    assert status == 200
    assert "default-src 'none'" in head["content-security-policy"]
    assert "Numero" in told.decode()


@pytest.mark.slow
def test_photos_of_a_settled_table_are_pictures_too(server: LiveServer) -> None:
    page = begun(server)
    capture = cv2.VideoCapture(str(FILM))
    _, pixels = capture.read()
    capture.release()
    photo = cv2.imencode(".jpg", pixels)[1].tobytes()
    status, told, _ = server.ask("photo", photo)
    assert (status, json.loads(told)) == (200, {"taken": True})
    page.until(lambda: page.game()["state"] == "playing")
    status, told, _ = server.ask("photo", b"no photo at all")
    assert status == 400
    assert json.loads(told)["why"]


@pytest.mark.slow
def test_pictures_leave_no_trace_unless_recording_is_on(server: LiveServer) -> None:
    page = begun(server)
    page.play(FILM, last=40)
    page.until(lambda: page.game()["state"] == "playing")
    kept = sorted(path.name for path in server.home.rglob("*") if path.is_file())
    assert all(name.startswith(("games.sqlite", "paired-")) for name in kept), kept
    page.tell(type="record", on=True)
    page.until(lambda: page.game()["recording"])
    page.play(FILM, first=40, last=80)
    page.tell(type="record", on=False)
    page.until(lambda: not page.game()["recording"])
    assert any(path.name == "recording.json" for path in server.home.rglob("*"))


@pytest.mark.slow
def test_a_film_that_the_server_opens_is_shown_and_scored(tmp_path: Path) -> None:
    with served(tmp_path, "--source", str(FILM)) as server:
        page = server.page()
        page.until(lambda: page.newest.get("welcome") and page.game())
        assert page.newest["welcome"]["source"] == page.game()["source"] == "server"
        page.until(lambda: page.newest.get("table", {}).get("cards"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "why"), [(b"no film", "is no film that can be read"), (b"", "is empty")], ids=["something else", "empty"]
)
def test_a_film_that_cannot_be_read_is_told_in_a_line(tmp_path: Path, content: bytes, why: str) -> None:
    film = tmp_path / "game.mp4"
    film.write_bytes(content)
    with pytest.raises(AssertionError) as told, served(tmp_path, "--source", str(film)):
        pass
    (line,) = str(told.value).splitlines()
    assert line.startswith(f"numero-cam: {film}: {why}")


@pytest.mark.slow
def test_a_film_that_ends_too_early_is_told_on_the_page_and_its_game_goes_on(tmp_path: Path) -> None:
    film = tmp_path / "half.avi"
    picture = np.full((480, 640, 3), 90, np.uint8)
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
    for _ in range(20):
        writer.write(picture)
    writer.release()
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    with served(tmp_path, "--source", str(film)) as server:
        page = begun(server)
        page.until(lambda: "the film is cut short or damaged: " in page.newest["notice"]["text"])
        assert (page.game()["state"], page.game()["watched"]) == ("waiting", True)
        assert "Traceback" not in server.said


@pytest.mark.slow
def test_a_port_in_use_is_told_in_a_line(server: LiveServer, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is in use"):
        LiveServer(tmp_path, "--port", str(server.port))
