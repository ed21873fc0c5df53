"""What is said of plays: each clip that is named is there, and can be heard."""

from pathlib import Path

import pytest

import numero_cam.web
from numero_cam.games.numero.engine import Game, Options
from numero_cam.games.numero.engine.operations import Built, Discarded, Operation
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.players.player import play_game
from numero_cam.games.numero.players.tournament import player_of
from numero_cam.games.numero.rules import parse_card, parse_cards
from numero_cam.games.numero.rules.calculation import parse_way
from numero_cam.games.numero.rules.choices import LevelName
from numero_cam.text.announcements import CLIPS, announcement, number_clips

FOLDER = Path(numero_cam.web.__file__).parent / "static" / "clips"
LARGEST = 600_000  #: Bytes of all clips together.


@pytest.mark.parametrize("level", ["1", "4", "unit-fractions", "all"])
def test_all_that_is_said_of_a_game_has_its_clips(level: LevelName) -> None:
    game = Game(Options.level(level))
    game.deal(seed=level)
    play_game(game, [player_of("random", 1), player_of("greedy", 2)])
    said: set[str] = set()
    for before, operation, after in zip(game.states[1:], game.operations[1:], game.states[2:], strict=False):
        points = sum(entry.points for entry in entries(before, operation, after))
        clips = announcement(game.names, before, operation, points)["clips"]
        assert isinstance(clips, list)
        said |= set(clips)
    assert {"takes", "discards"} <= said
    assert said <= CLIPS.keys()


@pytest.mark.parametrize(
    ("operation", "clips"),
    [
        (Discarded(0, parse_cards("x2 -3")), "discards 2 wild-cards"),
        (Discarded(0, parse_cards("7r")), "discards 7"),
        (Built(0, parse_card("7r"), parse_way("7r /2"), said=True), "builds with 7"),
        (Built(0, parse_card("8r"), parse_way("8r /2"), said=True), "builds 4 with 8"),
    ],
)
def test_what_has_no_clip_is_left_out(operation: Operation, clips: str) -> None:
    """A fraction has none; its sentence says it."""
    game = Game(Options.level("all"))
    game.deal(seed="a")
    assert announcement(game.names, game.state, operation, 0)["clips"] == ["player-1", *clips.split()]


@pytest.mark.parametrize("number", [0, 7, 99, 100, 101, 342])
def test_numbers_are_made_of_clips(number: int) -> None:
    assert set(number_clips(number)) <= CLIPS.keys()


def test_there_is_a_sound_for_each_clip_and_no_other_and_they_are_small() -> None:
    files = {path.stem: path.stat().st_size for path in FOLDER.glob("*.mp3")}
    assert files.keys() == CLIPS.keys()
    assert min(files.values()) > 1000
    assert sum(files.values()) < LARGEST
