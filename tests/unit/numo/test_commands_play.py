"""``numero-cam numo play``: whole games from the keyboard."""

import builtins
from collections.abc import Callable
from pathlib import Path

import pytest

from numero_cam.cli import shell
from numero_cam.numo.play import NumoSession, hint
from numero_cam.numo.rules.game import NumoGame
from numero_cam.numo.rules.game_text import game_text, parse_game, play_text
from numero_cam.numo.rules.operations import NumoDrawn, TurnedOver
from numero_cam.numo.rules.options import NumoOptions
from numero_cam.numo.rules.players import GreedyNumoPlayer

Typed = Callable[..., None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    def set_lines(*lines: str) -> None:
        waiting = iter(lines)

        def answer(_prompt: str = "") -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)

    return set_lines


def test_what_is_wrong_is_said_and_the_game_goes_on(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("dance", "discard 1", "meld", "help", "hint", "undo", "draw", "draw", "quit")
    assert shell.run(["numo", "play", "--seed", "3", "--level", "2"]) == 0
    out = capsys.readouterr().out
    assert '"dance" is no play' in out
    assert "a turn begins with drawing a card (article 4.3, draw)." in out
    assert "There is nothing to take back in this turn." in out
    assert "Player draws" in out
    assert "a card was drawn in this turn already" in out


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path, typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.txt"
    typed("draw", f"save {path}", "quit")
    assert shell.run(["numo", "play", "--seed", "3", "--name", "Mia"]) == 0
    saved = parse_game(path.read_text(encoding="utf-8"))
    assert saved.names == ("Mia", "greedy player")
    typed("quit")
    assert shell.run(["numo", "play", str(path)]) == 0
    assert "Meld, lay or discard." in capsys.readouterr().out


def test_a_whole_game_is_played_from_written_lines_with_hints() -> None:
    live = NumoSession(NumoGame(NumoOptions(level=6), ["Mia", "Ben"]), "greedy", "5")
    live.go_on()
    seen = set()
    while not live.game.is_over:
        state = live.game.state
        assert state.player == 0
        told = [hint(state, strength) for strength in (1, 2, 3)]
        assert all(told)
        seen.add(told[0])
        play = GreedyNumoPlayer().choose(state)
        if isinstance(play, NumoDrawn | TurnedOver):
            live.play("take" if isinstance(play, NumoDrawn) and play.discard else "draw")
        else:
            live.play(play_text(play))
        live.go_on()
    assert max(live.game.state.scores) >= 500
    assert "You can go out in this turn." in seen
    assert len(seen) >= 4


def test_a_game_keeps_itself_and_goes_on(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMERO_CAM_GAMES", str(tmp_path))
    typed("draw", "quit")
    assert shell.run(["numo", "play", "--seed", "3"]) == 0
    (kept,) = (tmp_path / "numo").glob("*.txt")
    assert f"numero-cam numo play {kept} goes on with it" in capsys.readouterr().out
    before = parse_game(kept.read_text(encoding="utf-8"))
    assert isinstance(before.operations[-1], NumoDrawn)
    typed("quit")
    assert shell.run(["numo", "play", str(kept)]) == 0
    assert parse_game(kept.read_text(encoding="utf-8")).operations == before.operations
    assert len(list((tmp_path / "numo").glob("*.txt"))) == 1


def test_where_nothing_can_be_kept_the_game_goes_on(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("NUMERO_CAM_GAMES", str(tmp_path / "file"))
    typed("draw", "quit")
    assert shell.run(["numo", "play", "--seed", "3"]) == 0
    assert "This game is not kept by itself" in capsys.readouterr().out


def test_the_first_dealer_is_chosen_by_chance() -> None:
    dealers = []
    for seed in range(20):
        live = NumoSession(NumoGame(NumoOptions(), ["Mia", "Ben"]), "greedy", str(seed))
        live.go_on()
        dealers.append(live.game.states[1].dealer)
    assert set(dealers) == {0, 1}


def test_the_next_level_follows_a_game_that_ends(tmp_path: Path, typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    live = NumoSession(NumoGame(NumoOptions(deck="upper", level=3, scoring="melds"), ["Mia", "Ben"]), "greedy", "5")
    live.go_on()
    while not live.game.is_over:  # Whoever holds the cards plays as the computer would.
        live.game.do(GreedyNumoPlayer().choose(live.game.state))
        live.go_on()
    path = tmp_path / "ended.txt"
    path.write_text(game_text(live.game), encoding="utf-8")
    typed("quit")
    assert shell.run(["numo", "play", str(path), "--rise", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "NUMO, level 3" in out
    assert "NUMO, level 6" in out, "4 and 5 cannot be played with the upper deck alone"
    assert "NUMO, level 7" not in out, "this game was left"
