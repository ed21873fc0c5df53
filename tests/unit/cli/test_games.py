"""``game replay``, ``game simulate`` and ``play``."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.cli.play import hint
from numero_cam.game import Game, Options, Phase, State, parse_game
from numero_cam.game.greedy import GreedyPlayer
from numero_cam.game.notation import read_operation
from numero_cam.game.operations import Challenged

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
        (b"x" * 1_000_001, "larger than any game"),
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
        (("--players", "clever"), "choose from expert, greedy, random"),
        (("--players", "random,random,random,random,random"), "up to 4 play"),
        (("--level", "9"), "choose from 1-10"),
        (("--rule", "last-chances"), "write name=value"),
        (("--rule", "hello=1"), "with one of values, laid-wilds"),
        (("--rule", "last-chances=never"), "choose from all, next"),
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
    command = ("game", "simulate", "--games", 2, "--playing-cards", "--level", "1", "--wilds", "x2", "--printed-points", printed, "--json")
    assert max(one["most_score"] for one in json.loads(cli(*command).out)["players"]) > 90
    got = cli("game", "simulate", "--printed-points", tmp_path / "none.toml")
    assert got.status == 1
    assert "--printed-points" in got.err


@pytest.fixture
def typing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Plays with these lines typed, then the end of input."""

    def play(lines: list[str], *options: object) -> Any:  # noqa: ANN401 - as the fixture cli
        waiting = iter(lines)

        def answer(_: str) -> str:
            line = next(waiting, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", answer)
        return cli("play", *options)

    return play


def saved(tmp_path: Path, hand: str, centre: str, more: str = "by: points\nscoring: guide\nlevel: 3\n") -> Path:
    path = tmp_path / "saved.txt"
    head = f"numero game 1\nplayers: Anna, Computer\n{more}"
    path.write_text(f"{head}hand Anna: {hand}\nhand Computer: 13r 13b 14b 14o 15b\ncentre: {centre}\n", encoding="utf-8")
    return path


def test_hints_grow_stronger(typing: Callable[..., Any], tmp_path: Path) -> None:
    path = saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b")
    got = typing(["hint", "HINT", "hint", "take 11g: 8o + 3b"], path)
    assert got.status == 0
    told = ["There is a take of 6 cards.", "With your 11g.", "Write: take 11g: 3b x3 + 8o -4 /2"]
    places = [got.out.find(words) for words in told]
    assert -1 not in places, got.out
    assert places == sorted(places)
    assert "Anna takes 3 cards with the 11g: 8 + 3 = 11" in got.out
    assert "1 points" not in got.out


def test_of_a_stock_in_no_known_order_any_card_is_drawn(
    typing: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.sample", lambda cards, number: cards[-number:])
    got = typing(["take 11: 8 + 3"], saved(tmp_path, "11g x3 -4 1r 2r", "8o 3b"))
    assert "You draw /5." in got.out


def test_hints_without_a_take(typing: Callable[..., Any], tmp_path: Path) -> None:
    got = typing(["hint", "hint", "hint"], saved(tmp_path, "2r 3g 12b 7b 1r", "9o 13o", "by: cards\nlevel: 1\n"))
    assert "There is no take, but a build." in got.out
    assert "Build with your 3g." in got.out
    assert "Write: build 3g: 9o + 3g = 12" in got.out


def test_a_mistake_names_the_rule_and_loses_nothing(typing: Callable[..., Any], tmp_path: Path) -> None:
    path = saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b")
    keep = tmp_path / "kept.txt"
    got = typing(["take 2r: 8o", "dance", "take 11g: 8o + 3q", "", "undo", "show", "help", "save", f"save {keep}", "quit"], path)
    assert got.status == 0
    assert "Not so: 8o is 8, not 2 (article 5.1, set equals taker)" in got.out
    assert got.out.count("Not so:") == 3
    assert "There is nothing to take back." in got.out
    assert parse_game(keep.read_text(encoding="utf-8")) == parse_game(path.read_text(encoding="utf-8"))


def test_undo_goes_back_to_ones_own_turn(typing: Callable[..., Any], tmp_path: Path) -> None:
    keep = tmp_path / "kept.txt"
    typing(["lay 8o -4", "hint", "undo", f"save {keep}"], saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b"))
    assert len(parse_game(keep.read_text(encoding="utf-8")).operations) == 1


def test_what_is_no_game_is_not_overwritten(typing: Callable[..., Any], tmp_path: Path) -> None:
    photo, kept = tmp_path / "photo.jpg", tmp_path / "kept.txt"
    photo.write_bytes(b"picture")
    got = typing([f"save {photo}", f"save {kept}", f"save {kept}", "save a\0b", f"save {tmp_path}", "QUIT"], "--seed", "1")
    assert (got.status, got.err) == (0, "")
    assert photo.read_bytes() == b"picture"
    assert "is no game; choose another name" in got.out
    assert got.out.count("Saved.") == 2
    assert got.out.count("cannot be written") == 2


@pytest.mark.parametrize("options", [("--level", "2"), ("--seed", "1"), ("--name", "Ben"), ("--solitaire",), ("--rule", "values=any")])
def test_a_saved_game_has_its_own_options(typing: Callable[..., Any], tmp_path: Path, options: tuple[str, ...]) -> None:
    path = saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b")
    got = typing([], path, *options)
    assert (got.status, got.out) == (2, "")
    assert "only --against goes with a saved game" in got.err
    assert typing([], path, "--against", "random").status == 0


class Doubting(GreedyPlayer):
    """A player who believes nobody."""

    def challenges(self, state: State, player: int) -> Challenged | None:
        """Return a challenge of what was built last."""
        return Challenged(player, state.claims[-1].build)


def test_a_bluff_may_be_challenged_by_the_computer(typing: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numero_cam.cli.play.player_of", lambda *_: Doubting())
    # Any card is drawn of a stock in no known order: a ten would be the answer that makes the build honest.
    monkeypatch.setattr("random.sample", lambda cards, number: [card for card in cards if "10" not in str(card)][:number])
    path = saved(tmp_path, "11g 3r 4r 5r 2r", "8o 3b")
    got = typing(["build 2r: 8o + 2r", "undo", "show"], path)
    assert "Computer challenges [8o 2r]: a bluff, Anna loses 20 points" in got.out
    assert got.out.rpartition("Turn ")[2].startswith("1   points: Anna 0, Computer 0")


def test_a_whole_game_is_played(typing: Callable[..., Any]) -> None:
    got = typing(["hint", "pass"], "--solitaire", "--seed", "3", "--level", "all", "--by", "points")
    assert "Player has" in got.out
    assert "The game is over." in got.out


def test_play_refuses_bad_arguments(typing: Callable[..., Any], tmp_path: Path) -> None:
    assert typing([], "--against", "nobody").status == 2
    assert typing([], "--name", "a:b").status == 2
    assert typing([], "--level", "9").status == 2
    path = tmp_path / "no.txt"
    path.write_text("numero game 1\nplayers: A, B\nseed: 1\nA: jump\n", encoding="utf-8")
    got = typing([], path)
    assert (got.status, got.out) == (1, "")
    assert "is no play" in got.err


@pytest.mark.parametrize(("level", "by"), [("3", "points"), ("1", "cards")])
def test_who_follows_the_hints_plays_a_whole_game(level: str, by: str) -> None:
    game = Game(Options.level(level, by=by), ["Anna", "Ben"])
    game.deal(seed=4)
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.DRAW:
            game.draw()
            continue
        told = hint(game, 3)
        line = "pass" if told == "There is no take: pass." else told.removeprefix("Write: ")
        read_operation(game, f"{game.player}: {line}")
    assert max(seat.score for seat in game.state.seats) > 0
