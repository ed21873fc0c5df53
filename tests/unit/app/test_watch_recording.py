"""A recording tells which game was watched and what was said, so that it can be watched again in the same way."""

import json
from pathlib import Path

import numpy as np
import pytest

from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import WatchedGame, recorded_commands, recorded_game, recording_header
from numero_cam.base.errors import SourceError
from numero_cam.base.records import Frame
from numero_cam.capture.recording import ABOUT_FILE, EVENTS_FILE, Recorder
from numero_cam.capture.source import FrameSource, TimedFrame
from numero_cam.capture.sources import open_source
from numero_cam.games.numero.engine import Game, Options, parse_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.rules import PrintedPoints, parse_cards
from numero_cam.games.numero.watching.command_text import command_text, parse_command
from numero_cam.games.numero.watching.game_commands import GameCommand
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace

NAMES = ("Ann", "Ben", "Cleo")
LAYING = "numero game 1\nplayers: Ann, Ben\nlevel: 1\nhand Ann: 3r 4r 10b 2g 8o\nhand Ben: ? ? ? ? ?\ncentre: 6b 4g\n"


class Film:
    """Six grey pictures, each brighter than the one before."""

    def __init__(self) -> None:
        self.ended = self.notice = ""
        self._n = 0

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - never waits
        if self._n == 6:
            self.ended = "the film is over"
            return None
        self._n += 1
        return TimedFrame(Frame("film", np.full((48, 64, 3), 20 * self._n, np.uint8)), self._n / 10, self._n - 1)

    def close(self) -> None:
        pass


class Players:
    """Sees how bright each picture is, and repeats what is said."""

    def __init__(self) -> None:
        self.game = Game()
        self.notice = ""
        self.told: list[object] = []

    def look(self, picture: TimedFrame) -> Sight:
        return Sight(picture.t, (SeenCard(1, ((TablePlace("row", 0), 1.0),), x=float(picture.frame.pixels.mean())),))

    def see(self, sight: Sight) -> tuple[LogEntry, ...]:
        self.told.append(sight)
        return ()

    def execute(self, command: GameCommand) -> tuple[LogEntry, ...]:
        self.told.append(command)
        return (LogEntry("problem", command_text(command), t=0.0),)

    def finish(self, t: float) -> tuple[LogEntry, ...]:
        return (LogEntry("problem", "nothing was played", t=t),)


def watched(source: FrameSource, spoken: dict[int, list[str]], **more: object) -> list[object]:
    players = Players()
    watch = GameWatch(source, players, players, **more)  # type: ignore[arg-type]
    for step in range(9):
        for line in spoken.get(step, ()):
            watch.execute(parse_command(line))
        watch.step()
    watch.finish()
    return players.told


def test_a_recording_is_watched_again_with_what_was_said(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    played = WatchedGame(GameSetup(Options.level("2", players=3), NAMES, "hidden"), 1, "mine")
    said = {0: ["challenge Ann"], 3: ["challenge Ben", "shown"]}
    first = watched(Film(), said, recorder=Recorder(folder, recording_header(played)))
    assert recorded_game(str(folder)) == played
    assert watched(open_source(str(folder)), {}, recorded=recorded_commands(str(folder))) == first
    kept = [json.loads(line) for line in (folder / EVENTS_FILE).read_text(encoding="utf-8").splitlines()]
    assert [line["say"] for line in kept if "say" in line] == ["challenge Ann", "challenge Ben", "shown"]
    assert sum("sight" in line for line in kept) == 6
    assert kept[-2]["problem"] == "nothing was played"
    assert kept[-1]["end"]
    versions = json.loads((folder / ABOUT_FILE).read_text(encoding="utf-8"))
    assert {"detector", "outline", "face", "index", "obstruction"} <= set(versions["models"])


@pytest.mark.parametrize(
    "options",
    [
        Options.level("2"),
        Options.level("4", last_chances="next", values="any", scoring="guide"),
        Options(numbers=6, wilds=parse_cards("-3 x3 /2 1/2"), players=4, negative="no", scoring_steps="AB"),
        Options(numbers=10, wilds=(), playing=True, by="cards", tie_break="cards"),
        Options(printed=PrintedPoints({"7": 4})),
    ],
)
def test_every_option_comes_back(options: Options, tmp_path: Path) -> None:
    played = WatchedGame(GameSetup(options, ("Ann", "Ben", "Cleo", "Dan")[: options.players]), 0, None)
    Recorder(tmp_path / "new", recording_header(played)).close()
    assert recorded_game(str(tmp_path / "new")) == played


def test_a_game_that_went_on_goes_on_again(tmp_path: Path) -> None:
    game = parse_game(LAYING)
    played = WatchedGame(GameSetup(game.options, game.names, "open", game), 0, None)
    Recorder(tmp_path / "new", recording_header(played)).close()
    assert recorded_game(str(tmp_path / "new")) == played


@pytest.mark.parametrize("game", [None, {}, {"players": ["Ann", "Ann"]}, {"players": ["Ann", "Ben"], "near": 2}, {"pack": "?"}, "Ann"])
def test_a_recording_that_does_not_say_what_was_played_is_one_line(tmp_path: Path, game: object) -> None:
    played = WatchedGame(GameSetup(Options.level("2"), ("Ann", "Ben")), 0, None)
    said = recording_header(played)
    Recorder(tmp_path / "new", {**said, "game": {**said["game"], **game} if isinstance(game, dict) and game else game}).close()  # type: ignore[dict-item]
    with pytest.raises(SourceError, match="say it yourself, such as --players Ann,Ben"):
        recorded_game(str(tmp_path / "new"))


def test_what_is_no_recording_says_nothing(tmp_path: Path) -> None:
    for source in ("0", str(tmp_path), str(tmp_path / "none.mp4")):
        assert recorded_game(source) is None
        assert recorded_commands(source) == {}


def test_a_damaged_list_of_what_was_said_is_one_line(tmp_path: Path) -> None:
    Recorder(tmp_path / "new", {}).close()
    (tmp_path / "new" / EVENTS_FILE).write_text('{"say": "challenge Ann"}\n', encoding="utf-8")
    with pytest.raises(SourceError, match=r"the recording is damaged: said\.jsonl cannot be read"):
        recorded_commands(str(tmp_path / "new"))
