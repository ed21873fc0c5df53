"""The live table as a whole: the real server, a film before it, games that are kept, corrections from several pages."""

import pytest

from tests.live_server import FILM, START, STAYS, TRUTH, LiveServer, TestPage

EVENTS = [event["text"] for event in TRUTH["events"]]


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
