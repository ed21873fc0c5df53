"""``play``: lines typed, words shown; how a terminal behaves is in test_play_terminal.py."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numero_cam.app import kept_games
from numero_cam.games.numero.engine import State, game_text, parse_game
from numero_cam.games.numero.engine.operations import Challenged
from numero_cam.games.numero.players.computer_players import GreedyPlayer

Cli = Callable[..., Any]


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
    told = ["There is a take of 6 cards.", "Take with your 11 green.", "Write: take 11g: 8o -4 /2 + 3b x3"]
    places = [got.out.find(words) for words in told]
    assert -1 not in places, got.out
    assert places == sorted(places)
    assert "You take 3 cards with your 11 green: 8 + 3 = 11." in got.out
    assert " 1 points" not in got.out


def test_of_a_stock_in_no_known_order_any_card_is_drawn(
    typing: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.sample", lambda cards, number: cards[-number:])
    got = typing(["take 11: 8 + 3"], saved(tmp_path, "11g x3 -4 1r 2r", "8o 3b"))
    assert "You draw /5." in got.out


def test_hints_without_a_take(typing: Callable[..., Any], tmp_path: Path) -> None:
    got = typing(["hint", "hint", "hint"], saved(tmp_path, "2r 3g 12b 7b 1r", "9o 13o", "by: cards\nlevel: 1\n"))
    assert "There is no take, but you can build." in got.out
    assert "Build with your 3 green." in got.out
    assert "Write: build 3g: 9o + 3g = 12" in got.out


def test_a_mistake_names_the_rule_and_loses_nothing(typing: Callable[..., Any], tmp_path: Path) -> None:
    path = saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b")
    keep = tmp_path / "kept.txt"
    got = typing(["take 2r: 8o", "dance", "take 11g: 8o + 3q", "", "undo", "show", "help", "save", f"save {keep}", "quit"], path)
    assert got.status == 0
    assert "That does not work: 8o is 8, not 2. You take only what makes exactly the number of your card. (rule 5.1)" in got.out
    assert 'I do not know "dance".' in got.out
    assert '"3q" is no card. Did you mean 3g?' in got.out
    assert "There is nothing to take back." in got.out
    assert parse_game(keep.read_text(encoding="utf-8")) == parse_game(path.read_text(encoding="utf-8"))


def test_undo_goes_back_to_ones_own_turn(typing: Callable[..., Any], tmp_path: Path) -> None:
    keep = tmp_path / "kept.txt"
    typing(["lay 8o -4", "hint", "undo", f"save {keep}"], saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b"))
    assert len(parse_game(keep.read_text(encoding="utf-8")).operations) == 1


def test_nothing_is_overwritten_but_what_was_saved_here(typing: Callable[..., Any], tmp_path: Path) -> None:
    photo, kept = tmp_path / "photo.jpg", tmp_path / "kept.txt"
    photo.write_bytes(b"picture")
    got = typing(
        [f"save {photo}", f"save {kept}", f"save {kept}", "save a\0b", "save ~nobody-here/x", f"save {tmp_path}", "QUIT"], "--seed", "1"
    )
    assert (got.status, got.err) == (0, "")
    assert photo.read_bytes() == b"picture"
    assert got.out.count("is there already; choose another name.") == 2
    assert got.out.count("Saved.") == 2
    assert got.out.count("cannot be written") == 2


@pytest.mark.parametrize(
    "options",
    [
        ("--level", "1"),
        ("--seed", "1"),
        ("--name", "Player"),
        ("--solitaire",),
        ("--rule", "values=any"),
        ("--by", "cards"),
        ("--rule", "playing=yes"),
    ],
)
def test_a_saved_game_has_its_own_options(typing: Callable[..., Any], tmp_path: Path, options: tuple[str, ...]) -> None:
    path = saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b")
    got = typing([], path, *options)
    assert (got.status, got.out) == (2, "")
    assert f"{options[0]}: {path} says itself who plays" in got.err
    assert got.err.count("\n") == 1
    assert typing([], path, "--against", "random", "--think", "1").status == 0


def test_a_saved_game_says_how_the_computer_bluffs(typing: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "bold.txt"
    got = typing([f"save {path}", "quit"], "--against", "book", "--character", "bold", "--level", "1", "--seed", "1")
    assert (got.status, got.err) == (0, "")
    assert "Book computer (bold)" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [("--against", "greedy"), ("--think", "0.1")])
def test_alone_there_is_nobody_to_play_against(typing: Callable[..., Any], options: tuple[str, ...]) -> None:
    got = typing([], "--solitaire", *options)
    assert (got.status, got.out) == (2, "")
    assert f"{options[0]}: with --solitaire there is nobody else" in got.err


class Doubting(GreedyPlayer):
    """A player who believes nobody."""

    def challenges(self, state: State, player: int) -> Challenged | None:
        """Return a challenge of what was built last."""
        return Challenged(player, state.claims[-1].build)


def test_a_bluff_may_be_challenged_by_the_computer(typing: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numero_cam.app.play.player_of", lambda *_: Doubting())
    # Any card is drawn of a stock in no known order: a ten would be the answer that makes the build honest.
    monkeypatch.setattr("random.sample", lambda cards, number: [card for card in cards if "10" not in str(card)][:number])
    path = saved(tmp_path, "11g 3r 4r 5r 2r", "8o 3b")
    got = typing(["build 2r: 8o + 2r", "undo", "show"], path)
    assert "Computer challenges the build [8 orange, 2 red] = 10.\n    A bluff: you lose 20 points." in got.out
    assert got.out.rpartition("Turn ")[2].startswith("1. You have 0 points, Computer 0.")


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


def test_the_goal_is_told_once(typing: Callable[..., Any]) -> None:
    first, second = typing(["goal"], "--seed", "1"), typing([], "--seed", "1")
    assert first.out.count("The goal: win more cards") == 2
    assert "The goal" not in second.out


def test_words_left_incomplete_or_unknown(typing: Callable[..., Any]) -> None:
    got = typing(["take", "build :", "discard", "tkae 3", "dance \x1b[31m", "take " + "(" * 3000, "draw 3", "pass", "\0"], "--seed", "1")
    assert (got.status, got.err) == (0, "")
    assert got.out.count("Which cards? Write for example:") == 3
    assert 'I do not know "tkae". Did you mean take?' in got.out
    assert "\x1b" not in got.out
    assert "This line has 3005 characters" in got.out
    assert "That does not work: a turn is a take, a build or a discard" in got.out


@pytest.mark.slow
def test_advice_names_the_best_plays_and_looks_at_nothing_hidden(typing: Callable[..., Any], tmp_path: Path) -> None:
    got = typing(["advise"], saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b"))
    assert "1. take 11g: 8o -4 /2 + 3b x3   (brings most)\n   It brings " in got.out
    assert re.search(r"\n3\. .*   \((\d+ points? less|a little less|about as good)\)\n   [A-Z].*\.\n", got.out)
    alone = typing(["advise"], "--solitaire", "--seed", "3")
    assert "Only what you take now counts." in alone.out


def test_a_game_keeps_itself_and_is_gone_when_it_is_dropped(typing: Callable[..., Any], kept: Path, tmp_path: Path) -> None:
    path = saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b")
    got = typing(["take 11: 8 + 3", "quit", "perhaps", "no", "quit", "yes"], path)
    assert got.out.count("Leave the game? Write") == 3
    assert "The game is kept. Go on with: numero-cam play" in got.out
    (waiting,) = kept_games.unfinished_games()
    assert waiting.path.parent == kept
    assert len(waiting.game.operations) > 2
    typing(["discard 2", "quit", "drop"], waiting.path)
    assert kept_games.unfinished_games() == [waiting]  # it was opened as a file of one's own: only the copy was dropped


def test_a_game_that_cannot_keep_itself_says_so_once(typing: Callable[..., Any], kept: Path, tmp_path: Path) -> None:
    kept.write_text("no folder", encoding="utf-8")
    got = typing(["take 11: 8 + 3", "discard 2", "quit", "yes", "drop"], saved(tmp_path, "11g x3 -4 /2 2r", "8o 3b"))
    assert (got.status, got.err) == (0, "")
    assert got.out.count("This game cannot keep itself") == 1
    assert "  yes  " not in got.out


def test_a_game_that_is_over_can_be_saved(typing: Callable[..., Any], kept: Path, tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "over.txt"
    got = typing(["pass", str(tmp_path), f"save {path}"], "--solitaire", "--seed", "3", "--level", "all", "--by", "points")
    assert "The game is over. Player has" in got.out
    assert f"numero-cam game replay {path}" in got.out
    assert cli("game", "replay", path).status == 0
    assert list(kept.glob("*.txt")) == []


def test_who_plays_on_stands_in_the_game(typing: Callable[..., Any]) -> None:
    typing(["discard 9"], "--seed", "3", "--against", "random", "--name", "Anna")
    (waiting,) = kept_games.unfinished_games()
    assert "players: Anna, Random computer" in game_text(waiting.game)
