"""What answers the page without a server: the program's own answers as JSON, and one line for what cannot be answered."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from browser.desk import Desk
from numero_cam.app.answers import best_takes
from numero_cam.games.numero.engine import game_text
from tests.kept_game import played


class Asker:
    """Asks as the page does."""

    def __init__(self) -> None:
        self._desk = Desk()

    def __call__(self, kind: str, **fields: object) -> dict[str, Any]:
        found = json.loads(self._desk.answer(json.dumps({"type": kind, **fields})))
        assert isinstance(found, dict)
        return found


@pytest.fixture
def ask() -> Asker:
    return Asker()


@pytest.fixture
def game(ask: Asker) -> dict[str, Any]:
    return ask("start", level="3", by="points", against="greedy", seed="desk", name="Ann")


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "milliseconds"}


def test_a_take_is_that_of_the_program(ask: Asker) -> None:
    found = ask("solve", centre=["11r", "8o", "3b", "5r"], hand=["11g", "x3", "-4", "/2"], by="points")
    assert without_times(found["solved"]) == without_times(best_takes("11r 8o 3b 5r", "11g x3 -4 /2").to_dict())
    assert found["card"] == "11g"
    assert sum(points for _, points in found["items"]) == found["points"]


def test_other_takes_are_those_of_the_program_and_the_first_line_says_why_they_come_after(ask: Asker) -> None:
    found = ask("takes", centre=["11r", "8o", "3b", "5r"], hand=["11g", "x3", "-4", "/2"], by="cards")
    plays = best_takes("11r 8o 3b 5r", "11g x3 -4 /2", by="cards", top=4).plays
    assert [take["points"] for take in found["takes"]] == [play.points for play in plays[1:]]
    assert found["why"][0] == "Another take wins 8 cards too, with the 11 green; this one brings more: 65 points, not 62."
    assert ask("takes", centre=["8b"], hand=["3r"], by="points") == {"takes": [], "why": []}


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("draft", {"draft": 1, "k": None}), ("level", {"level": "play"}), ("undo", {}), ("numo_hint", {"strength": 1}), ("numo_undo", {})],
)
def test_what_is_asked_of_a_game_before_there_is_one_is_told_in_one_line(ask: Asker, kind: str, fields: dict[str, object]) -> None:
    assert ask(kind, **fields) == {"error": "There is no game yet: begin one, or open a file."}


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        ("solve", {"centre": ["8q"], "hand": ["3r"], "by": "points"}, '"8q"'),
        ("check", {"centre": ["8b"], "hand": ["8r"], "by": "points", "answer": "8 + )", "best": False}, ")"),
        ("puzzle", {"level": "bronze:1", "seed": "1"}, "bronze"),
        ("resume", {"text": "chess"}, "line 1"),
        ("numo_melds", {"hand": "900", "table": "", "level": "0"}, "900"),
        ("numo_resume", {"text": "chess", "seed": "1"}, "line 1"),
    ],
)
def test_what_cannot_be_answered_is_one_line(ask: Asker, kind: str, fields: dict[str, object], told: str) -> None:
    found = ask(kind, **fields)
    assert set(found) == {"error"}
    assert told in found["error"]
    assert "\n" not in found["error"]


def test_an_answer_to_a_puzzle_is_judged(ask: Asker) -> None:
    puzzle = ask("puzzle", level="silver:10", seed="7")
    assert puzzle == ask("puzzle", level="silver:10", seed="7")
    assert puzzle["task"] == "Take the most cards. Every card is used once."
    assert puzzle["told"] == f"Hardness {puzzle['hardness']} of 100."  # why would give half of the answer away
    assert puzzle["why"].startswith(f"Hardness {puzzle['hardness']} of 100: {puzzle['because'][0]}")
    group = puzzle["best"]["groups"]
    answer = "; ".join(one["text"] for one in group)
    asked = {"centre": puzzle["centre"], "hand": puzzle["hand"], "by": puzzle["by"], "best": False}
    assert ask("check", answer=answer, **asked)["right"]
    wrong = ask("check", answer="1 + 1", **asked)
    assert not wrong["right"]
    assert wrong["lines"]


def test_a_game_is_played_taken_back_and_gone_on_with(ask: Asker, game: dict[str, Any]) -> None:
    assert game["hands_of"]["Computer"] == ["?"] * 5
    card = next(face for face in game["hands_of"]["Ann"] if face[0].isdigit() and "/" not in face)
    draft = ask("draft", draft=1, k=None, player="Computer", verb="discard", card="", items=[card])
    (offered,) = draft["plays"]
    assert offered["line"].startswith("Ann: ")
    played = ask("play", line=offered["line"])
    assert played["player"] == "Ann" or played["state"] == "over"
    assert len(played["plays"]) > len(game["plays"])
    assert Asker()("resume", text=played["text"]) == played
    assert ask("undo")["text"] == game["text"]
    refused = ask("play", line="take 99")
    assert refused["error"]
    assert ask("undo")["text"] == game["text"]


@pytest.mark.slow
def test_a_whole_game_is_played_by_taps(ask: Asker, game: dict[str, Any]) -> None:
    turns = 0
    while game["state"] == "playing":
        assert ask("level", level="play")["lines"]
        game = ask("play", line=_first_play(ask))
        assert "error" not in game
        turns += 1
    assert turns > 10
    assert game["winner"]
    assert "?" not in game["hands_of"]["Computer"]
    ending = game["ending"]
    assert ending["scores"] == game["scores"]
    for name, score in ending["scores"].items():
        assert sum(row["points"][name] for row in ending["rows"]) == score
    for best in ending["best"]:
        takes = [play for play in game["plays"] if play["player"] == best["player"] and play["kind"] == "taken"]
        assert best["said"] in [play["said"] for play in takes]
    again = ask("rematch", seed="again")
    assert (again["players"], again["near"], again["ending"]) == (["Computer", "Ann"], "Ann", None)
    assert "Computer" in {play["player"] for play in again["plays"]}  # it began
    assert again["player"] == "Ann"
    assert again["hands_of"]["Computer"] == ["?"] * 5
    assert Asker()("resume", text=again["text"]) == again


def over(ask: Asker, **more: object) -> dict[str, Any]:
    """A game that is over, opened from its text."""
    return ask("resume", text=game_text(played(4, level="1", names=("Ann", "Computer"))), **more)


def analysed(ask: Asker) -> dict[str, Any]:
    found: dict[str, Any] = {"done": 0, "turns": 1}
    while found["done"] < found["turns"]:
        found = ask("after", path="/games/1/analysis")
    return found


@pytest.mark.slow
def test_a_game_that_is_over_is_analysed_and_its_analysis_is_kept(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    assert over(ask)["state"] == "over"
    whole = analysed(ask)
    assert whole["summary"]
    monkeypatch.setattr("browser.desk.ANALYSIS_SECONDS", -1.0)
    again = Asker()
    over(again, analysis=whole["kept"])
    assert again("after", path="/games/1/analysis") == whole
    damaged = whole["kept"][:-9], whole["kept"].replace('"version": "', '"version": "0'), "[]", "[" * 9000, "", None
    for text in damaged:
        over(again, analysis=text)
        assert again("after", path="/games/1/analysis")["done"] <= 1
    again("resume", text=game_text(played(5, level="1", names=("Ann", "Computer"))), analysis=whole["kept"])
    assert again("after", path="/games/1/analysis")["done"] <= 1  # that is another game's


def test_another_play_of_a_game_is_tried_without_a_look_at_the_hand_of_the_computer(ask: Asker) -> None:
    over(ask)
    found = ask("after", path="/games/1/try?k=1")
    assert (found["player"], found["hands"]) == ("Ann", "hidden")
    assert set(found["hands_of"]["Computer"]) == {"?"}
    card = next(face for face, _ in found["draft"]["hand"])
    assert ask("after", path=f"/games/1/try?k=1&line=discard+{card}")["tried"]["said"].startswith("Ann puts down")
    for query in ("", "?k=0", "?k=1&line=jump"):
        refused = ask("after", path=f"/games/1/try{query}")
        assert set(refused) == {"error"}
        assert "\n" not in refused["error"]


def _first_play(ask: Asker) -> str:
    """Return the line of a play made by taps: a card is put down, where that is no more possible a pass."""
    if "discard" not in ask("draft", draft=1, k=None)["verbs"]:
        return "pass"
    card = next(face for face, alive in ask("draft", draft=1, k=None, verb="discard", card="", items=[])["hand"] if alive)
    return str(ask("draft", draft=1, k=None, verb="discard", card="", items=[card])["plays"][0]["line"])


def test_numo_offers_only_what_may_be_done(ask: Asker) -> None:
    ask("numo_start", level="2", seed="desk", name="Ann")
    game = ask("numo_play", line="draw")
    assert not game["draws"]
    for card in game["hand"]:
        for line, told in ask("numo_choices", cards=[card])["choices"]:
            assert told
            assert line.endswith(card) or f" {card} on " in line
    after = ask("numo_play", line=f"discard {game['hand'][0]}")
    assert after["draws"] or after["over"]
    assert Asker()("numo_resume", text=after["text"], seed="desk") == after
    assert ask("numo_hint", strength=1)["said"]


@pytest.mark.slow
def test_no_third_party_package_is_needed(root: Path) -> None:
    """Without the folder of installed packages every kind of question is answered as with it."""
    script = (
        "import json\nfrom browser.desk import Desk\ndesk = Desk()\n"
        "def ask(**fields): print(json.loads(desk.answer(json.dumps(fields))).get('error'))\n"
        "ask(type='solve', centre=['8b', '4r'], hand=['12o'], by='points')\n"
        "ask(type='check', centre=['8b', '4r'], hand=['12o'], by='points', answer='8 + 4', best=True)\n"
        "ask(type='puzzle', level='gold:1', seed='1')\n"
        "ask(type='start', level='3', by='points', against='champion', seed='1', name='Ann')\n"
        "ask(type='draft', draft=1, k=None)\nask(type='level', level='advise')\n"
        "ask(type='after', path='/games/1/analysis')\n"
        "ask(type='numo_start', level='1', seed='1', name='Ann')\nask(type='numo_melds', hand='3 4 7', table='', level='0')\n"
    )
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=root, capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["None"] * 9)
