"""What a learner's pages ask, as they ask it: a game is learned from, its puzzles are tried and answered, and bad input is one line."""

import json
from typing import Any

import pytest

from browser.desk import Desk
from browser.learner_desk import LearnerDesk
from numero_cam.app.analysis_text import analysis_text
from numero_cam.app.learner import parse_day
from numero_cam.app.own_puzzles import day_text, puzzle_of
from numero_cam.games.numero.engine import Game, game_text
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Ended
from numero_cam.games.numero.players import analysis
from numero_cam.games.numero.players.play_worth import Deals
from numero_cam.games.numero.solve.kernel import kernel_available
from tests.kept_game import careless

TODAY, TOMORROW, LATER = "2026-11-29", "2026-11-30", "2026-12-09"


class Asker:
    """Asks as a page does that keeps a record."""

    def __init__(self) -> None:
        self._desk = Desk()
        LearnerDesk(self._desk)
        self.kept, self.today = "", TODAY

    def __call__(self, kind: str, **fields: object) -> dict[str, Any]:
        question = {"type": kind, "kept": self.kept, "today": self.today, **fields}
        found = json.loads(self._desk.answer(json.dumps(question)))
        assert isinstance(found, dict)
        self.kept = found.get("kept", self.kept)
        return found

    def learn(self, game: Game, plays: int | None = None) -> dict[str, Any]:
        """Learn from a game by its analysis, or by its first plays."""
        *_, found = analysis.analyse(game)
        return self("learn", text=game_text(game), analysis=analysis_text(game, found.plays[:plays]))


@pytest.fixture
def ask() -> Asker:
    return Asker()


@pytest.fixture
def learned(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> Asker:
    """One who learned from a game."""
    if not kernel_available():
        pytest.skip("the kernel was not built")
    monkeypatch.setattr(analysis, "FINE", Deals(16, 64))
    assert ask.learn(careless(), -1) == {}
    assert ask.learn(careless())
    return ask


def test_a_game_is_learned_from_once(learned: Asker) -> None:
    told, before = learned("learner"), learned.kept
    assert told["cards"] == told["due"] > 0
    (game,) = told["games"]
    assert (game["day"], game["by"]) == (TODAY, "points")
    assert learned.learn(careless()) == {}
    assert learned.kept == before


def test_a_puzzle_is_tapped_hinted_at_tried_and_solved(learned: Asker) -> None:
    told = learned("learner")
    puzzle, text = puzzle_of(told["puzzle"]), told["puzzle"]
    assert told["task"] == "Take the most points. Every card is used once."
    draft = learned("own_draft", puzzle=text, draft=1, k=None, card="", items=[])
    assert [face for face, _ in draft["hand"]] == [str(card) for card in puzzle.state.seat.hand]
    card = str(puzzle.best.card)
    assert str(learned("own_draft", puzzle=text, draft=2, k=None, card=card, items=[])["goal"]) == str(puzzle.best.card.value)
    hints = [learned("own_hint", puzzle=text, level=level) for level in ("cards", "play", "advise")]
    assert [hint["plays"] for hint in hints] == [[], [], []]
    assert "advise" not in hints[0]["levels"]
    assert hints[1]["card"] == hints[2]["card"] == card
    put = learned("own_try", puzzle=text, line=f"{puzzle.game.player}: discard {card}")
    assert (put["solved"], put["verdict"]) == (False, f"A better take is there: {puzzle.most} points more.")
    line = play_line(puzzle.game.names, puzzle.state, puzzle.best)
    tried, answer = learned("own_try", puzzle=text, line=line), learned("own_answer", puzzle=text)
    assert (tried["solved"], tried["verdict"], tried["points"]) == (True, "No take is better.", puzzle.most)
    assert answer == {key: tried[key] for key in answer}
    assert sum(points for _, points, _ in answer["items"]) == puzzle.most


def test_what_was_missed_comes_back_tomorrow_and_what_was_solved_later(learned: Asker) -> None:
    first, due = learned("learner")["puzzle"], learned("learner")["due"]
    learned("own_answered", puzzle=first, solved=False)
    assert learned("learner")["due"] == due - 1
    learned.today = TOMORROW
    assert learned("learner")["due"] == due
    for _ in range(due):
        learned("own_answered", puzzle=learned("learner")["puzzle"], solved=True)
    told = learned("learner")
    assert (told["due"], told["puzzle"], told["task"], told["cards"]) == (0, "", "", due)
    learned.today = LATER
    assert learned("learner")["due"] == due


def test_the_puzzle_of_a_day_is_that_of_the_program_and_its_day_is_kept(ask: Asker) -> None:
    ask("day_level", level="gold:20")
    told = ask("learner", day=TODAY)
    assert (told["puzzle"], told["level"]) == (day_text(parse_day(TODAY), "gold:20", "Player 1"), "gold:20")
    ask.today = LATER
    ask("own_answered", day=TODAY, puzzle=told["puzzle"], solved=False)
    assert ask("learner")["days"] == []
    ask("own_answered", day=TODAY, puzzle=told["puzzle"], solved=True)
    assert ask("learner")["days"] == [[TODAY, "gold:20"]]
    assert "error" in ask("own_answered", day=LATER, puzzle=told["puzzle"], solved=True)  # it is another day's


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("learner", {"kept": "{"}),
        ("learner", {"kept": '{"numero_learner": 2}'}),
        ("learner", {"today": "today"}),
        ("learn", {"text": "chess", "analysis": ""}),
        ("learn", {"text": "chess", "analysis": "", "kept": "[]"}),
        ("learner_opened", {"text": "chess"}),
        ("learner_opened", {"text": "{}", "kept": "{"}),
        ("own_try", {"puzzle": "chess", "line": ""}),
        ("own_draft", {"puzzle": ""}),
        ("own_answered", {"puzzle": "", "solved": True, "kept": "null"}),
        ("own_answered", {"puzzle": "chess", "solved": True}),
        ("own_answered", {"puzzle": "chess", "solved": True, "day": "2026-02-30"}),
        ("day_level", {"level": "silver:11"}),
        ("learner", {"day": "2026-02-30"}),
        ("learner", {"day": ""}),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(ask: Asker, kind: str, fields: dict[str, object]) -> None:
    found = ask(kind, **fields)
    assert set(found) == {"error"}
    assert found["error"]
    assert "\n" not in found["error"]
    assert ask.kept == ""


def test_a_game_alone_is_nothing_to_learn_from(ask: Asker) -> None:
    game = Game(careless().options, ("Ann", "Computer"))
    game.deal(seed=1)
    game.do(Ended(0))
    assert ask("learn", text=game_text(game), analysis="") == {}
    assert ask("learner")["games"] == []
