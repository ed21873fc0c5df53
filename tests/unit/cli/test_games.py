"""``game replay`` and ``game simulate``."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
GAMES = Path(__file__).resolve().parents[2] / "golden" / "games"
NAMES = ("level_1_demonstration", "level_2_demonstration", "points_with_challenge", "solitaire")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_told_as_it_was_recorded(cli: Cli, name: str, request: pytest.FixtureRequest) -> None:
    got = cli("game", "replay", GAMES / f"{name}.txt")
    assert (got.status, got.err) == (0, "")
    path = GAMES / f"{name}.told"
    if request.config.getoption("--update-golden"):
        path.write_text(got.out, encoding="utf-8")
    assert got.out == path.read_text(encoding="utf-8")


def test_replay_for_programs(cli: Cli) -> None:
    got = cli("game", "replay", GAMES / "level_2_demonstration.txt", "--json")
    answer = json.loads(got.out)
    assert list(answer) == ["players", "by", "turns", "sheet", "scores", "cards_won", "over", "winners", "problems", "error"]
    assert answer["scores"] == [3, 8]
    assert answer["turns"][1] == {
        "turn": 1,
        "player": "Non-dealer",
        "text": "1 Non-dealer: take 11: 13 -2",
        "say": "Turn 1, Non-dealer takes 3 cards with the 11: 13 − 2 = 11.",
    }
    assert answer["sheet"][0] == {"turn": 1, "player": "Non-dealer", "item": "cards", "for": "3 cards", "points": 3}
    assert answer["error"] is None


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_file_that_goes_wrong_is_told_up_to_there(cli: Cli, tmp_path: Path, options: tuple[str, ...]) -> None:
    text = (GAMES / "level_1_demonstration.txt").read_text(encoding="utf-8")
    path = tmp_path / "wrong.txt"
    path.write_text(text.replace("5 Non-dealer: discard 11", "5 Non-dealer: build 11: 11 + [8 4 2]"), encoding="utf-8")
    got = cli("game", "replay", path, *options)
    assert got.status == 1
    assert got.err.count("\n") == 1
    assert "line 15, turn 5" in got.err
    assert "article 6.3" in got.err
    assert "Turn 4, Dealer builds 14" in got.out
    if options:
        assert "turn 5" in json.loads(got.out)["error"]


def test_files_that_are_no_games(cli: Cli, tmp_path: Path) -> None:
    for content, reason in (
        (b"", "begins with the line"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b"x" * 1_000_001, "larger than any such file"),
    ):
        path = tmp_path / "game.txt"
        path.write_bytes(content)
        got = cli("game", "replay", path)
        assert (got.status, got.out) == (1, "")
        assert reason in got.err
        assert got.err.count("\n") == 1
    assert "cannot be read" in cli("game", "replay", tmp_path / "none.txt").err


def test_what_cannot_be_is_a_problem_and_the_game_is_told(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sevens.txt"
    path.write_text(
        f"numero game 1\nplayers: A, B\nlevel: 1\ncards: {'7r ' * 5}1r 2r 3r 4r 5r 6r x2\nA: take 7r: 6r + 1r\n", encoding="utf-8"
    )
    got = cli("game", "replay", path)
    assert got.out.startswith("Problem: 7r lies there 5 times; one pack has it once\nProblem: x2 is not in the pack")
    assert "A is dealt 7r 7r 7r 2r 4r." in got.out
    assert got.status == 1
    assert "line 5, turn 1: 1r" in got.err


def test_standard_input(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (GAMES / "level_2_demonstration.txt").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert "takes 8 cards with the 9" in cli("game", "replay", "-").out


def test_simulate(cli: Cli) -> None:
    command = ("game", "simulate", "--players", "random, random", "--games", 3, "--seed", 1, "--level", "1", "--by", "cards")
    answer = json.loads(cli(*command, "--json").out)
    assert [one["name"] for one in answer["players"]] == ["random", "random 2"]
    assert sum(one["wins"] for one in answer["players"]) + answer["players"][0]["shared"] == 3
    got = cli(*command)
    assert got.status == 0
    assert "random 2" in got.out
    assert "3 games of" in got.out
    assert got.err == ""


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--players", "clever"), "choose from champion, expert, book, greedy, random"),
        (("--players", "random,random,random,random,random"), "up to 4 play"),
        (("--level", "9"), "choose from 1-10"),
        (("--rule", "numbers=" + "9" * 10_000), "give a whole number"),
        (("--rule", "values=any", "--rule", "values=whole"), "--rule values is there twice (see numero-cam game simulate --help)"),
        (("--games", "0"), "--games"),
        (("--wilds", "x2 x9"), "--wilds: card 2"),
        (("--wilds", "7r"), "7r is a number card"),
    ],
)
def test_simulate_refuses_bad_arguments(cli: Cli, options: tuple[str, ...], reason: str) -> None:
    got = cli("game", "simulate", *options)
    assert (got.status, got.out) == (2, "")
    assert reason in got.err
    assert got.err.count("\n") == 1


def test_simulate_by_cards_without_wild_cards(cli: Cli) -> None:
    command = ("game", "simulate", "--games", 1, "--players", "random", "--by", "cards", "--wilds", "none")
    got = cli(*command)
    assert " ".join(got.out.splitlines()[0].split()) == "player wins shared wins in % (95 %) mean cards least most"
    assert cli(*command, "--level", "1").out.splitlines()[1] == got.out.splitlines()[1]


def test_a_terminals_commands_in_a_file_are_shown_and_not_obeyed(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "escapes.txt"
    path.write_text("numero game 1\nplayers: A, B\nlevel: 1\nseed: 1\nA \x1b[31m\n", encoding="utf-8")
    got = cli("game", "replay", path)
    assert got.status == 1
    assert "A \\x1b[31m" in got.err
    assert got.err.strip().isprintable()


def test_simulate_with_ones_own_cards(cli: Cli, tmp_path: Path) -> None:
    printed = tmp_path / "printed.toml"
    printed.write_text('version = 1\n[points]\n"x2" = 100\n', encoding="utf-8")
    command = (
        "game",
        "simulate",
        "--games",
        2,
        "--rule",
        "playing=yes",
        "--level",
        "1",
        "--wilds",
        "x2",
        "--rule",
        f"printed-points={printed}",
        "--json",
    )
    assert max(one["most_score"] for one in json.loads(cli(*command).out)["players"]) > 90
    got = cli("game", "simulate", "--rule", f"printed-points={tmp_path / 'none.toml'}")
    assert got.status == 1
    assert "--rule printed-points" in got.err
