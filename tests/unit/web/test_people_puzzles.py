"""Puzzles of people who played at the table: made of analysed games, asked and answered by pages, and gone with who is forgotten."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from browser.kept_games import BrowserGames
from browser.table_desk import TableDesk
from numero_cam.app.game_analysis import analyse_kept, analysed_games
from numero_cam.app.learner import Learner, SolvedDay, learner_text, parse_learner
from numero_cam.app.learners import change_learner, choose_learning, learner_names, learner_of, wants_learning
from numero_cam.app.own_puzzles import day_text, puzzle_of
from numero_cam.app.people import forget_person
from numero_cam.app.table_games import rules_version, table_game
from numero_cam.base.errors import GameError, StoreError
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.puzzles.day import day_puzzle
from numero_cam.games.shared.leitner import MISSED, Slot
from numero_cam.live.people_puzzles import told_of_person
from numero_cam.store.games import GameStore
from numero_cam.store.lines import KeptGames
from numero_cam.web.auth import AccessControl
from numero_cam.web.game_pages import GamePages
from numero_cam.web.pairing import DevicePairing
from numero_cam.web.protocol import Role
from tests.asgi import ask_app
from tests.kept_game import careless, keep, log_of, played
from tests.needs import needs_kernel
from tests.unit.browser.test_table_desk import MemoryFile

pytestmark = needs_kernel

TODAY = date(2026, 11, 29)
STOP = 16  #: Number of operations of the game: enough for one mistake.


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a game of Ann that is over and analysed."""
    path = tmp_path_factory.mktemp("kept") / "games.sqlite"
    with closing(GameStore(path)) as store:
        *_, analysis = analyse_kept(store, table_game(store, keep(store, careless(stop=STOP))))
        assert analysis.complete
    return path


@pytest.fixture
def store(analysed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameStore]:
    monkeypatch.setenv("NUMERO_CAM_CLASSES", str(tmp_path / "classes.sqlite"))
    shutil.copy(analysed, tmp_path / "games.sqlite")
    with closing(GameStore(tmp_path / "games.sqlite")) as opened:
        yield opened


def ask(store: KeptGames, kind: str, today: date = TODAY, **more: object) -> dict[str, Any]:
    """What a page is told of Ann."""
    return dict(told_of_person(store, {"type": kind, "name": "Ann", "today": today.isoformat(), **more}))


def post(store: GameStore, asked: object, role: Role = "keeper", player: str = "", path: str = "/people/puzzles") -> tuple[int, Any]:
    """Status and answer of the server, as JSON where it is, for a device of a role."""
    pairing = DevicePairing()
    token, _ = pairing.redeem_code(pairing.invite(role, player).code)
    app = Starlette(routes=GamePages(store, AccessControl(pairing)).routes())
    body = asked if asked is None or isinstance(asked, bytes) else json.dumps(asked).encode()
    status, head, told = ask_app(app, "127.0.0.1", path, body, f"numero-0={token}")
    return status, json.loads(told) if head.get("content-type") == "application/json" else told.decode()


def games_page(store: GameStore, role: Role = "keeper", player: str = "") -> str:
    """The page of games and people, for a device of a role."""
    status, told = post(store, None, role, player, "/games")
    assert status == 200
    return str(told)


def question(name: str = "Ann", kind: str = "learner", **more: object) -> dict[str, object]:
    return {"type": kind, "name": name, "today": TODAY.isoformat(), **more}


def kept_puzzle(store: KeptGames, name: str = "Ann") -> str:
    return parse_learner(store.learner(name)).cards[0].puzzle


def test_an_analysed_game_gives_puzzles_once_and_to_each_player_his_own(store: GameStore) -> None:
    told = ask(store, "learner")
    assert (told["cards"], told["due"], len(told["games"])) == (1, 1, 1)
    assert told["puzzle"] == kept_puzzle(store)
    assert ask(store, "learner", TODAY + timedelta(days=3))["games"] == told["games"]
    assert ask(store, "learner", name="Computer")["cards"] == 0
    assert ask(store, "learner", name="Zoë")["cards"] == 0
    assert ask(store, "own_answered", name="Zoë", puzzle=told["puzzle"], solved=True)["cards"] == 0
    assert store.learner("Zoë") == ""  # of who played nothing, nothing is kept
    puzzle = puzzle_of(told["puzzle"])
    assert puzzle.game.names == ("Ann", "Player 2")
    assert [seat.hand for seat in puzzle.state.seats][1] == ()


def test_a_game_that_goes_on_or_is_not_analysed_gives_none(store: GameStore) -> None:
    for game in (careless(3, STOP), played(9, stop=20)):
        number = keep(store, game)
        assert len(learner_of(store, "Ann", TODAY).games) == 1
    *_, analysis = analyse_kept(store, table_game(store, number))
    assert analysis.complete
    assert len(learner_of(store, "Ann", TODAY).games) == 1  # it is not over


def test_a_game_that_cannot_be_read_keeps_no_other_from_the_record(store: GameStore) -> None:
    (damaged,) = store.games()
    keep(store, careless(3, STOP))
    *_, analysis = analyse_kept(store, table_game(store, 2))
    assert analysis.complete
    snapshot = table_game(store, 1).snapshot
    store.keep_snapshots({damaged: json.dumps(asdict(replace(snapshot, text="numero game 1")))}, rules_version())
    assert [each.key for each in learner_of(store, "Ann", TODAY).games] == ["2"]


def test_a_game_with_an_analysis_of_an_earlier_version_waits_for_a_new_one(store: GameStore) -> None:
    keep(store, careless(3, STOP))
    newer, older = store.games()
    store.keep_snapshots({newer: "[]"}, "an earlier one", "progress")
    assert analysed_games(store, (newer, older)) == [older]
    assert [each.key for each in learner_of(store, "Ann", TODAY).games] == ["1"]


def test_a_game_that_was_mended_after_its_end_is_learned_anew(store: GameStore) -> None:
    before, (kept,) = learner_of(store, "Ann", TODAY), store.games()
    first = kept_puzzle(store)
    store.replace(1, kept.setting, kept.players, log_of(careless(3, STOP)))
    assert learner_of(store, "Ann", TODAY) == before  # it is not analysed yet
    for _ in analyse_kept(store, table_game(store, 1)):
        pass
    after = learner_of(store, "Ann", TODAY)
    assert [each.key for each in after.games] == ["1"]
    assert after.games != before.games
    assert first not in [card.puzzle for card in after.cards]
    assert learner_of(store, "Ann", TODAY + timedelta(days=1)) == after


def test_a_puzzle_is_tapped_helped_tried_shown_and_comes_back(store: GameStore) -> None:
    puzzle = ask(store, "learner")["puzzle"]
    best = puzzle_of(puzzle).best
    draft = ask(store, "own_draft", puzzle=puzzle, draft=4, player="", card="", items=[])
    assert (draft["draft"], draft["player"]) == (4, "Ann")
    hint = ask(store, "own_hint", puzzle=puzzle, level="with")
    assert hint["card"] == str(best.card)
    assert "advise" not in hint["levels"]
    line = play_line(("Ann", "Player 2"), puzzle_of(puzzle).state, best)
    assert ask(store, "own_try", puzzle=puzzle, line=line)["solved"] is True
    assert ask(store, "own_answer", puzzle=puzzle)["card"] == str(best.card)
    after = ask(store, "own_answered", puzzle=puzzle, solved=True)
    assert (after["cards"], after["due"], after["puzzle"]) == (1, 0, "")
    again = ask(store, "own_answered", puzzle=puzzle, solved=False)  # a second window, which came later
    assert again == after
    assert [card.slot for card in parse_learner(store.learner("Ann")).cards] == [Slot(MISSED + 1, TODAY)]
    assert ask(store, "learner", TODAY + timedelta(days=2))["due"] == 0
    assert ask(store, "learner", TODAY + timedelta(days=3))["due"] == 1
    ask(store, "own_answered", TODAY + timedelta(days=3), puzzle=puzzle, solved=True)
    ask(store, "own_answered", TODAY + timedelta(days=10), puzzle=puzzle, solved=True)
    assert ask(store, "learner", TODAY + timedelta(days=90))["cards"] == 0  # it is learned


def test_the_puzzle_of_the_day_is_solved_at_the_level_that_is_chosen(store: GameStore) -> None:
    puzzle = ask(store, "day")["puzzle"]
    assert puzzle_of(puzzle).state.position == day_puzzle(TODAY, "silver:10").position
    assert [str(card) for card in puzzle_of(ask(store, "day", name="Computer")["puzzle"]).state.seat.hand] == [
        str(card) for card in puzzle_of(puzzle).state.seat.hand
    ]  # the same for everybody
    assert ask(store, "own_answered", puzzle=puzzle, solved=False)["days"] == []
    told = ask(store, "own_answered", puzzle=puzzle, solved=True)
    assert told["days"] == [[TODAY.isoformat(), "silver:10"]]
    assert ask(store, "own_answered", puzzle=puzzle, solved=True) == told
    assert ask(store, "day_level", level="gold:40")["level"] == "gold:40"
    assert parse_learner(store.learner("Ann")).level == "gold:40"
    assert post(store, question(kind="own_answer", puzzle=puzzle))[0] == 404  # another one is asked
    harder = ask(store, "day")
    assert harder["task"] == "Take the most cards. Every card is used once."
    best = puzzle_of(harder["puzzle"]).best
    assert ask(store, "own_answer", puzzle=harder["puzzle"])["card"] == str(best.card)
    line = play_line(("Ann", "Player 2"), puzzle_of(harder["puzzle"]).state, best)
    assert ask(store, "own_try", puzzle=harder["puzzle"], line=line)["solved"] is True
    assert ask(store, "own_hint", puzzle=harder["puzzle"], level="with")["card"] == str(best.card)
    assert post(store, question(kind="own_answered", puzzle=puzzle, solved=True)) == (404, "this puzzle is no longer asked")
    assert parse_learner(store.learner("Ann")).days == (SolvedDay(TODAY, "silver:10"),)
    assert ask(store, "day", TODAY + timedelta(days=1))["puzzle"] != harder["puzzle"]
    assert ask(store, "learner")["puzzle"] not in (puzzle, harder["puzzle"])


def test_a_level_that_another_window_chose_meanwhile_is_not_solved(store: GameStore, tmp_path: Path) -> None:
    puzzle = ask(store, "day")["puzzle"]

    class Meanwhile(GameStore):
        """A store in which another window chooses the level just before a record is kept."""

        def keep_learner(self, name: str, before: str, text: str) -> bool:
            ask(store, "day_level", level="gold:40")
            return super().keep_learner(name, before, text)

    with closing(Meanwhile(tmp_path / "games.sqlite")) as other, pytest.raises(GameError, match="no longer asked"):
        ask(other, "own_answered", puzzle=puzzle, solved=True)
    assert parse_learner(store.learner("Ann")).days == ()


def test_who_solved_a_day_and_has_no_game_any_more_is_found_and_forgotten(store: GameStore) -> None:
    ask(store, "own_answered", puzzle=ask(store, "day")["puzzle"], solved=True)
    choose_learning(store, wanted=True)
    assert post(store, b"", path="/games/1/delete")[0] == 303
    assert learner_names(store) == ["Ann"]
    assert '"/people/forget?name=Ann"' in games_page(store)
    assert "last played" not in games_page(store)
    assert "Ann" not in games_page(store, "watcher") + games_page(store, "player", "Ben")
    assert '"/#progress-Ann"' in games_page(store, "player", "ann")
    assert post(store, {"type": "due", "today": TODAY.isoformat()})[1]["people"] == ["Ann"]
    assert post(store, b"name=Ann", path="/people/forget")[0] == 303
    assert learner_names(store) == []
    assert "Ann" not in games_page(store)


def test_of_who_is_not_known_nothing_is_kept(store: GameStore) -> None:
    assert ask(store, "day", name="Zoë")["puzzle"] == ""
    assert ask(store, "day_level", name="Zoë", level="gold:1")["level"] == "silver:10"
    for puzzle in ("", ask(store, "day")["puzzle"], day_text(TODAY, "silver:10", "Zoë")):
        assert ask(store, "own_answered", name="Zoë", puzzle=puzzle, solved=True)["days"] == []
    assert store.learner("Zoë") == ""


def test_two_windows_change_a_record_one_after_the_other(store: GameStore, tmp_path: Path) -> None:
    puzzle = ask(store, "learner")["puzzle"]
    other = GameStore(tmp_path / "games.sqlite")

    def change(old: Learner) -> Learner:
        """Change it as it was read, while the other window changes it."""
        if not old.days:
            change_learner(other, "Ann", lambda now: now.with_day(TODAY, "silver:1"))
        return old.answered(puzzle, TODAY, solved=True)

    with closing(other):
        after = change_learner(store, "Ann", change)
    assert after == parse_learner(store.learner("Ann"))
    assert len(after.days) == 1
    assert after.cards[0].slot == Slot(MISSED + 1, TODAY)


def test_who_is_forgotten_leaves_no_word(store: GameStore, tmp_path: Path) -> None:
    puzzle = ask(store, "learner")["puzzle"]
    ask(store, "learner", name="Computer")
    assert forget_person(store, "Ann") == 1
    assert store.learner("Ann") == ""
    assert puzzle not in store.learner("Computer")
    store.close()
    written = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
    assert b"Ann" not in written
    assert b": find" not in written


def test_who_is_forgotten_stays_so_although_a_page_asks_meanwhile(store: GameStore, tmp_path: Path) -> None:
    *_, analysis = analyse_kept(store, table_game(store, keep(store, careless(3, STOP))))
    assert analysis.complete

    class Asked(GameStore):
        """A store whose person asks for puzzles after each change."""

        def replace(self, *changed: Any, **how: Any) -> None:  # noqa: ANN401 - as it was
            super().replace(*changed, **how)
            ask(store, "learner")

    with closing(Asked(tmp_path / "games.sqlite")) as other:
        forget_person(other, "Ann")
    assert store.learner("Ann") == ""
    assert not [kept for kept in store.games() if "Ann" in kept.players]


@pytest.mark.slow  # the file is waited for
def test_a_program_that_has_the_file_open_keeps_nobody_from_being_forgotten(store: GameStore, tmp_path: Path) -> None:
    keep(store, careless(3, STOP))
    ask(store, "learner")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM numero_cam_games").fetchall()
        with pytest.raises(StoreError, match="it was removed"):
            forget_person(store, "Ann")
    assert store.learner("Ann") == ""
    assert not [kept for kept in store.games() if "Ann" in kept.players]


def test_nobody_is_forgotten_without_a_name(store: GameStore) -> None:
    choose_learning(store, wanted=True)
    for body in (b"", b"name="):
        status, why = post(store, body, path="/people/forget")
        assert status == 404
        assert "name the person who is to be forgotten" in why
    assert wants_learning(store)


def test_a_game_in_which_another_name_stands_by_now_is_known(store: GameStore) -> None:
    before = ask(store, "learner")
    forget_person(store, "Computer")
    for _ in analyse_kept(store, table_game(store, 1)):
        pass
    assert ask(store, "learner") == before


def test_pages_of_other_players_and_watchers_have_no_puzzles(store: GameStore) -> None:
    assert post(store, question())[0] == 200
    assert post(store, question(), "player", "ann")[0] == 200  # as a name is written, so it is taken
    for role, player in (("player", "Computer"), ("player", ""), ("watcher", ""), ("camera", "")):
        status, why = post(store, question(), role, player)  # type: ignore[arg-type] # those are roles
        assert status == 403, role
        assert why == "Only a page that keeps the game, or the page of this player, has these puzzles."


def test_a_page_that_keeps_the_game_is_told_whose_puzzles_are_due(store: GameStore, tmp_path: Path) -> None:
    asked = {"type": "due", "today": TODAY.isoformat()}
    assert post(store, asked) == (200, {"due": {}, "people": ["Ann", "Computer"]})  # nobody was looked at yet
    puzzle = ask(store, "learner")["puzzle"]
    assert post(store, asked)[1]["due"] == {"Ann": 1}
    ask(store, "own_answered", puzzle=puzzle, solved=True)
    ask(store, "own_answered", puzzle=ask(store, "day")["puzzle"], solved=True)
    assert post(store, asked) == (200, {"due": {}, "people": ["Ann", "Computer"]})  # it says nothing of who solved a day
    later = {**asked, "today": (TODAY + timedelta(days=3)).isoformat()}
    assert post(store, later) == (200, {"due": {"Ann": 1}, "people": ["Ann", "Computer"]})
    store.keep_learner("Computer", "", "{")
    assert post(store, later) == (200, {"due": {"Ann": 1}, "people": ["Ann"]})  # a record that cannot be read keeps no other from it
    for role, player in (("player", "Ann"), ("watcher", "")):
        assert post(store, {**later, "name": player}, role, player)[0] == 403  # type: ignore[arg-type] # those are roles
    (tmp_path / "classes.sqlite").touch()
    assert post(store, later) == (200, {"off": True})


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (b"", 400),
        (b"\xff\xfe", 400),
        (b"[]", 400),
        (b'{"type": 3}', 400),
        (b"[" * 15_000, 400),
        (b"x" * 30_000, 400),
        ({"type": "learner", "today": "2026-11-29"}, 400),
        ({"type": "learner", "name": "Ann"}, 400),
        ({"type": "learner", "name": "Ann", "today": 7}, 400),
        ({"type": "learner", "name": "Ann", "today": "2026-11-31"}, 400),
        ({"type": "day", "name": "Ann", "today": "2026-11-29", "day": "2026-11-31"}, 400),
        ({"type": "learner", "name": ["Ann"], "today": "2026-11-29"}, 400),
        ({"type": "learner", "name": "", "today": "2026-11-29"}, 400),
        (question(kind="jump"), 400),
        (question(kind="day_level"), 400),
        (question(kind="day_level", level="silver:11"), 400),
        (question(kind="own_answer", puzzle=""), 404),
        (question(kind="own_draft", puzzle="numero game 1\nplayers: A, B\n0 A: find 2b; 1g; 2r\n"), 404),
        (question(kind="own_answer"), 404),
        (question(kind="own_answer", puzzle=["x"]), 404),
    ],
)
def test_what_is_no_question_is_refused_in_a_line(store: GameStore, asked: object, status: int) -> None:
    post(store, question())
    before = store.learner("Ann")
    found, why = post(store, asked)
    assert found == status
    assert isinstance(why, str)
    assert why
    assert "\n" not in why
    assert store.learner("Ann") == before


@pytest.mark.parametrize("more", [{"kind": "own_hint", "level": "none"}, {"kind": "own_hint"}, {"kind": "own_draft", "items": 7}])
def test_a_question_about_a_puzzle_that_cannot_be_read_is_refused(store: GameStore, more: dict[str, Any]) -> None:
    post(store, question())
    assert post(store, question(puzzle=kept_puzzle(store), **more))[0] == 400


@pytest.mark.parametrize("line", ["", "jump", "take 99b: 1", "x" * 4000])
def test_a_play_that_cannot_be_made_is_refused(store: GameStore, line: str) -> None:
    post(store, question())
    assert post(store, question(kind="own_try", puzzle=kept_puzzle(store), line=line))[0] == 404


def test_a_record_that_cannot_be_read_stays_and_is_told(store: GameStore) -> None:
    store.keep_learner("Ann", "", "{")
    status, why = post(store, question())
    assert (status, why.split(".")[0]) == (503, "Your puzzles and progress cannot be read")
    assert store.learner("Ann") == "{"


def test_where_a_class_is_there_are_none_until_a_teacher_wants_them(store: GameStore, tmp_path: Path) -> None:
    people = partial(games_page, store)
    assert '"/#progress-Ann"' in people()
    assert "/people/learning" not in people()
    assert '"/#progress-Ann"' not in people("watcher")
    own = people("player", "ann")
    assert (own.count("#progress-"), "/people/forget" in own) == (1, False)
    assert '"/#progress-Ann"' in own
    assert "#progress-Ann" not in people("player", "Computer")
    (tmp_path / "classes.sqlite").touch()
    assert post(store, question()) == (200, {"off": True})
    assert store.learner("Ann") == ""
    assert '"/#progress-Ann"' not in people()
    assert "accuracy" not in people()
    assert "are off" in people()
    assert "/people/learning" not in people("watcher")
    assert post(store, b"wanted=yes", "watcher", path="/people/learning")[0] == 403
    assert post(store, question()) == (200, {"off": True})
    assert post(store, b"wanted=yes", path="/people/learning")[0] == 303
    assert "are on" in people()
    assert post(store, question())[1]["cards"] == 1
    assert post(store, b"wanted=no", path="/people/learning")[0] == 303
    assert post(store, question()) == (200, {"off": True})


def test_a_file_of_an_earlier_version_is_read_and_gets_puzzles(root: Path, tmp_path: Path) -> None:
    for name in ("from_0f041e2", "from_c88377b4"):
        path = tmp_path / f"{name}.sqlite"
        shutil.copy(root / "tests" / "data" / name / "games.sqlite", path)
        with closing(GameStore(path)) as store:
            games = store.games()
            who = games[0].players[0]
            assert learner_of(store, who, TODAY) == Learner()  # no analysis is whole
            assert change_learner(store, who, lambda old: old.with_day(TODAY, "silver:1")).days
        with closing(sqlite3.connect(path)) as found:
            assert found.execute("SELECT count(*) FROM numero_cam_learners").fetchone() == (1,)
        with closing(GameStore(path)) as again:
            assert again.games() == games
            assert learner_of(again, who, TODAY).days


def test_the_table_of_a_browser_has_the_same_and_forgets_it() -> None:
    file = MemoryFile()
    games = BrowserGames(file)
    number = games.begin("{}", ("Ann", "Ben"))
    games.append(number, log_of(careless(stop=STOP)), 0)
    desk = TableDesk(lambda _: None, file)

    def told(path: str, text: str = "") -> Any:  # noqa: ANN401 - JSON
        return json.loads(desk.asked(path, text))

    while (analysis := told(f"/games/{number}/analysis"))["done"] < analysis["turns"]:
        pass
    asked = json.dumps(question())
    assert told("/people/puzzles", asked)["cards"] == 1
    assert told("/people/puzzles", json.dumps({**question(), "name": "Computer"}))["cards"] == 0
    assert told("/games")["learners"] == ["Ann"]
    again = TableDesk(lambda _: None, MemoryFile(file.written))
    assert json.loads(again.asked("/people/puzzles", asked)) == told("/people/puzzles", asked)
    assert "error" in told("/people/puzzles", "{")
    damaged = MemoryFile(file.written)
    BrowserGames(damaged).keep_learner("Zoe", "", "nonsense")
    assert json.loads(TableDesk(lambda _: None, damaged).asked("/games"))["learners"] == ["Ann", "Zoe"]
    assert told("/people/forget", "Ann")["learners"] == []
    assert json.loads(TableDesk(lambda _: None, MemoryFile(file.written)).asked("/games"))["learners"] == []


def test_a_learner_is_a_row_that_only_its_last_reader_changes(store: GameStore) -> None:
    for games in (store, BrowserGames(MemoryFile())):
        text = learner_text(Learner())
        assert games.learner("Ann") == ""
        assert not games.keep_learner("Ann", "something", text)
        assert games.keep_learner("Ann", "", text)
        assert not games.keep_learner("Ann", "", "other")
        assert games.learner("Ann") == text
