"""``game watch``: how what is seen is told. What is seen comes from a script here; what a real table shows is tested elsewhere."""

import itertools
import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import jsonschema
import numpy as np
import pytest

from numero_cam.app import watch as app_watch
from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import WatchedGame, parse_watched_game, recording_header
from numero_cam.base.errors import SourceError
from numero_cam.base.outputs import GrowingFile
from numero_cam.base.records import Frame
from numero_cam.capture import recording
from numero_cam.capture.recording import Recorder
from numero_cam.capture.source import TimedFrame
from numero_cam.cli import watch
from numero_cam.games.numero.engine import Game, Options, parse_game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.engine.notation import play_line
from numero_cam.games.numero.engine.operations import Discarded, Move
from numero_cam.games.numero.rules import parse_cards
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.games.numero.watching.game_commands import GameCommand
from numero_cam.games.numero.watching.game_setup import GameSetup
from numero_cam.games.shared.sight import Sight

if TYPE_CHECKING:
    from numero_cam.games.numero.watching import GameWatcher

Cli = Callable[..., Any]
SCHEMA = json.loads((Path(watch.__file__).parent.parent / "schemas" / "watch.json").read_text(encoding="utf-8"))
PLAYED = """numero game 1
players: Ann, Ben
level: 1
hand Ann: 3r 4r 10b 2g 8o
hand Ben: ? ? ? ? ?
centre: 6b 4g

1 Ann: take 10b: 6b + 4g
1 Ann: draw 15r
2 Ben: discard 9g
2 Ben: draw ?
"""
FULL = Path("/dev/full")
WATCH = ("game", "watch", "0", "--players", "Ann,Ben", "--level", "1")


@dataclass
class Script:
    """A camera, a table and who understands it, all three by heart."""

    steps: tuple[str, ...]  #: What the n-th picture brings: `play`, `undo`, a problem, `stop` as if Ctrl-C was pressed, or nothing.
    notices: Mapping[int, str] = field(default_factory=dict)  #: What is wrong while the n-th picture is looked at.
    ended: str = ""  #: Why there are no more pictures.
    why: str = "the film is over"
    notice: str = ""
    said: list[str] = field(default_factory=list)
    played: WatchedGame | None = None
    packs: int = 1

    def __post_init__(self) -> None:
        self.whole = parse_game(PLAYED)
        self.game = Game(self.whole.options, self.whole.names)
        self._n = 0

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:
        assert seconds > 0
        if self._n == len(self.steps):
            self.ended = self.why
            return None
        self.notice = self.notices.get(self._n, "")
        self._n += 1
        return TimedFrame(Frame("film", np.zeros((2, 2, 3), np.uint8)), self._n / 10, self._n - 1)

    def close(self) -> None:
        pass

    def look(self, picture: TimedFrame) -> Sight:
        return Sight(picture.t, ())

    def see(self, sight: Sight) -> tuple[LogEntry, ...]:
        return tuple(self._done(self.steps[self._n - 1], sight.t))

    def execute(self, command: GameCommand) -> tuple[LogEntry, ...]:
        text = command_text(command)
        self.said.append(text)
        return (LogEntry("problem", f"{text}: there is nothing to challenge", t=self._n / 10),)

    def finish(self, t: float) -> tuple[LogEntry, ...]:
        return (LogEntry("problem", "the last take was not seen to its end", t=t),) if self.game.operations else ()

    def _done(self, step: str, t: float) -> Iterator[LogEntry]:
        if step == "play":
            before, operation = self.game.state, self.whole.operations[len(self.game.operations)]
            self.game.do(operation)
            if len(self.game.operations) == 1:
                yield LogEntry("deal", t=t, line=self.game.line)
            else:
                assert isinstance(operation, Move)
                others = ((Discarded(0, parse_cards("10b")), 0.01),)
                text = play_line(self.game.names, before, operation)
                yield LogEntry("operation", text, "eyes", operation, 0.98765, others, t=t, line=self.game.line)
        elif step == "undo":
            undone = self.game.undo()
            assert isinstance(undone, Move)
            yield LogEntry("undo", play_line(self.game.names, self.game.state, undone), "eyes", undone, t=t, line=self.game.line)
        elif step == "stop":
            os.kill(os.getpid(), signal.SIGINT)
        elif step:
            yield LogEntry("problem", step, t=t)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Script]:
    """Lets every source show this script."""

    def show(*steps: str, **more: Any) -> Script:  # noqa: ANN401 - the other fields
        script = Script(steps, **more)

        def opened(_source: str, played: WatchedGame, **_: object) -> tuple[GameWatch, tuple[str, ...]]:
            script.played = played
            return GameWatch(script, script, cast("GameWatcher", script)), ()

        monkeypatch.setattr(app_watch, "open_game_watch", opened)
        return script

    return show


def test_each_event_is_a_line_that_fits_its_schema(cli: Cli, shown: Callable[..., Script]) -> None:
    shown("play", "", "play", "play", "undo", "play", "play", "a 9 lies there that nobody played")
    got = cli(*WATCH, "--json")
    assert (got.status, got.err) == (0, "")
    lines = [json.loads(line) for line in got.out.splitlines()]
    for line in lines:
        jsonschema.validate(line, SCHEMA)
    assert lines[0] == {"t": 0.1, "deal": {"centre": ["6b", "4g"], "hands": {"Ann": ["3r", "4r", "10b", "2g", "8o"], "Ben": ["?"] * 5}}}
    assert lines[1] == {
        "t": 0.3,
        "operation": "1 Ann: take 10b: 6b + 4g",
        "confidence": 0.9877,
        "points": 9,
        "alternatives": [["1 Ann: discard 10b", 0.01]],
    }
    assert lines[3] == {"t": 0.5, "undo": True}
    assert [line["operation"] for line in lines if "operation" in line][-2:] == ["1 Ann: draw 15r", "2 Ben: discard 9g"]
    assert lines[-3]["problem"] == "a 9 lies there that nobody played"
    assert lines[-1].items() >= {"t": 0.8, "end": True, "scores": {"Ann": 9, "Ben": 0}, "over": False, "frames": 8}.items()
    assert [line["t"] for line in lines] == sorted(line["t"] for line in lines)


def test_people_get_a_story_and_the_score_sheet(cli: Cli, shown: Callable[..., Script]) -> None:
    shown("play", "play", "play", "undo", "play", "play", "play", notices={2: "the picture is too dark", 3: "the picture is too dark"})
    got = cli(*WATCH)
    assert got.status == 0
    assert got.err.splitlines() == ["numero-cam: the picture is too dark", "numero-cam: the film is over"]
    story = got.out.splitlines()
    assert story[:4] == [
        "Ann has 3r 4r 10b 2g 8o.",
        "Ben has 5 hidden cards.",
        "In the middle: 6b 4g.",
        "Turn 1, Ann takes 3 cards with the 10b: 6 + 4 = 10.",
    ]
    assert "Taken back, it was not so: 1 Ann: draw 15r" in story
    assert "Turn 2, Ben draws 1 unknown card." in story
    assert "The game is not over: turn 3, Ann plays." in story
    assert any(line.split() == ["Ann", "9", "3", "5"] for line in story)


def test_who_won_is_told_again_where_a_hand_that_is_shown_changes_it(cli: Cli, shown: Callable[..., Script]) -> None:
    script = shown("play", "play", "", "play", "play", "a problem")
    head = PLAYED.split("\n\n", maxsplit=1)[0].replace("level: 1", "level: 3").replace("3r 4r 10b 2g 8o", "? ? ? ? ?")
    script.whole = parse_game(f"{head}\n\n1 Ann: end\n1 Ben: show 8r\n1 Ben: show -2\n")
    script.game = Game(script.whole.options, script.whole.names)
    story = cli(*WATCH).out.splitlines()
    assert [line for line in story if "The game is over" in line or "were left" in line] == [
        "The game is over. Ann and Ben win together with -5 points.",
        "Turn 1, Ben shows 8r, which were left.",
        "Turn 1, Ben shows -2, which were left.",
        "The game is over. Ann wins with -5 points.",
    ]


def test_the_text_is_written_after_each_operation(cli: Cli, shown: Callable[..., Script], tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    shown("play", "play", "play", "play", "undo")
    assert cli(*WATCH, "--text", path).status == 0
    assert path.read_text(encoding="utf-8").endswith("1 Ann: take 10b: 6b + 4g\n1 Ann: draw 15r\n")
    assert cli("game", "replay", path).status == 0


@pytest.mark.slow
def test_a_text_that_cannot_be_written_ends_nothing_but_is_a_failure(cli: Cli, shown: Callable[..., Script], tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    script = shown("play", "play", "play")
    see = script.see

    def lose(sight: Sight) -> tuple[LogEntry, ...]:
        folder.rename(tmp_path / "gone") if folder.exists() else None
        return see(sight)

    script.see = lose  # type: ignore[method-assign]
    got = cli(*WATCH, "--text", folder / "game.txt")
    assert got.status == 1
    assert got.err.count("cannot be written") == 1
    assert "Ann takes 3 cards" in got.out


def test_a_text_that_could_not_be_written_for_a_while_is_whole_in_the_end(
    cli: Cli, shown: Callable[..., Script], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, tries = tmp_path / "ours.txt", itertools.count()
    sync = os.fsync

    def full(file: int) -> None:
        if next(tries) == 1:  # the last play
            raise OSError(28, "No space left on device")
        sync(file)

    monkeypatch.setattr(os, "fsync", full)
    shown("play", "play", "play")
    got = cli(*WATCH, "--text", path)
    assert (got.status, got.err.count("no space left on device")) == (0, 1)
    assert path.read_text(encoding="utf-8").endswith("1 Ann: draw 15r\n")


@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
def test_a_text_on_a_full_disk_is_a_failure(cli: Cli, shown: Callable[..., Script]) -> None:
    shown("play", "play", "play")
    got = cli(*WATCH, "--text", FULL)
    assert (got.status, got.err.count(f"numero-cam: {FULL}: cannot be written: no space left on device\n")) == (1, 1)
    assert "cards won" in got.out


@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
def test_a_recording_on_a_full_disk_is_a_failure(
    cli: Cli, shown: Callable[..., Script], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = shown("play", "play", "play")
    monkeypatch.setattr(recording, "GrowingFile", lambda p, error: GrowingFile(FULL if p.name == recording.EVENTS_FILE else p, error))
    recorder = Recorder(tmp_path / "recorded", {})
    monkeypatch.setattr(
        app_watch, "open_game_watch", lambda *_, **__: (GameWatch(script, script, cast("GameWatcher", script), recorder=recorder), ())
    )
    got = cli(*WATCH, "--record", tmp_path / "recorded")
    assert (got.status, got.err.count(f"numero-cam: {FULL}: cannot be written: no space left on device\n")) == (1, 1)
    assert "cards won" in got.out


@pytest.mark.skipif(os.name == "nt", reason="signals of Windows are others")
def test_ctrl_c_ends_with_the_sheet(cli: Cli, shown: Callable[..., Script]) -> None:
    shown("play", "play", "stop", "play", "play")
    got = cli(*WATCH)
    assert (got.status, got.err) == (0, "")
    assert "Problem: the last take was not seen to its end" in got.out
    assert "cards won" in got.out
    assert "draws" not in got.out.split("The game is not over")[0]


def test_where_no_game_is_seen_one_line_says_so(cli: Cli, shown: Callable[..., Script]) -> None:
    shown("", "", "the table is empty")
    got = cli(*WATCH, "--json")
    assert got.status == 1
    assert [list(json.loads(line)) for line in got.out.splitlines()][-1][1] == "end"
    assert got.err.startswith("numero-cam: no game was seen")


def test_a_source_without_a_picture_says_why(cli: Cli, shown: Callable[..., Script]) -> None:
    shown(why="evening.mp4: no picture of the film can be read")
    got = cli(*WATCH)
    assert (got.status, got.out, got.err) == (1, "", "numero-cam: evening.mp4: no picture of the film can be read\n")


def test_what_is_typed_is_heard(cli: Cli, shown: Callable[..., Script], monkeypatch: pytest.MonkeyPatch) -> None:
    class Typed:
        def __init__(self) -> None:
            self._lines = ["challenge Ann"]

        def new(self) -> list[str]:
            lines, self._lines = self._lines, []
            return lines

    monkeypatch.setattr(watch, "TypedLines", Typed)
    script = shown("play")
    assert "Problem: challenge Ann: there is nothing to challenge" in cli(*WATCH).out
    assert script.said == ["challenge Ann"]


def test_a_game_goes_on(cli: Cli, shown: Callable[..., Script], tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    path.write_text(PLAYED, encoding="utf-8")
    script = shown("play")
    assert cli("game", "watch", "0", "--from", path, "--near", "Ben", "--hands", "hidden").status == 0
    game = parse_game(PLAYED)
    assert script.played == WatchedGame(GameSetup(game.options, ("Ann", "Ben"), "hidden", game), 1, None)


def test_a_recording_says_itself_what_is_played(cli: Cli, shown: Callable[..., Script], tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    played = WatchedGame(GameSetup(Options.level("2", packs=2), ("Cleo", "Dan"), "hidden"), 1, None)
    Recorder(folder, recording_header(played)).close()
    script = shown("play")
    assert cli("game", "watch", folder).status == 0
    assert script.played == played
    refused = cli("game", "watch", folder, "--level", "1")
    assert (refused.status, refused.out) == (2, "")
    assert f"--level: {folder} says itself who plays" in refused.err
    script = shown("play")
    assert cli("game", "watch", folder, "--players", "Ann,Ben", "--level", "1").status == 0
    assert script.played is not None
    assert script.played.setting.names == ("Ann", "Ben")
    script = shown("play")
    assert cli(*WATCH, "--rule", "packs=2").status == 0
    assert script.played is not None
    assert script.played.setting.options == Options.level("1", packs=2)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("game", "watch", "0"), 2, "say who plays: --players Ann,Ben"),
        (("game", "watch", "0", "--players", "A,B,C,D,E"), 2, "5 are named; 2 to 4 play"),
        ((*WATCH, "--near", "Eve"), 2, '--near: "Eve" is none of the players Ann, Ben'),
        ((*WATCH, "--numbers", "4"), 2, "4"),
        ((*WATCH, "--rule", "packs=21"), 2, "packs is 21; from 1 to 20 are mixed"),
        ((*WATCH, "--from", "nothing.txt"), 2, "--level, --players: nothing.txt says itself who plays"),
        (("game", "watch", "0", "--from", "nothing.txt"), 1, "nothing.txt: cannot be read"),
        ((*WATCH, "--set", "pack=no"), 2, "--set 'pack=no': write one of pack=learned, pack=named"),
        ((*WATCH, "--set", "named"), 2, "--set 'named': write one of pack=learned, pack=named"),
        ((*WATCH, "--set", "pack=named", "--set", "pack=learned"), 2, "--set pack is there twice"),
        ((*WATCH, "--text", "no/such/folder.txt"), 1, "there is no folder no/such"),
        ((*WATCH, "--text", __file__), 1, "is there and holds no game; it would be lost"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_opened(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int, words: str
) -> None:
    monkeypatch.setattr(app_watch, "open_game_watch", lambda *_, **__: pytest.fail("opened"))
    got = cli(*arguments)
    assert (got.status, got.out) == (status, "")
    assert words in got.err
    assert got.err.count("\n") == 1


@pytest.mark.parametrize(("said", "pack"), [((), "learned"), (("--set", "pack=named"), "named"), (("--set", "pack = learned"), "learned")])
def test_the_question_about_the_pack_is_answered_beforehand(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, said: tuple[str, ...], pack: str
) -> None:
    asked: list[WatchedGame] = []

    def opened(_source: str, game: WatchedGame, **_: object) -> None:
        asked.append(game)
        raise SourceError("no camera")

    monkeypatch.setattr(app_watch, "open_game_watch", opened)
    assert cli(*WATCH, *said).err.count("\n") == 1
    (game,) = asked
    assert game.setting.pack == pack
    assert parse_watched_game({**game.settings(), "start": None}) == game


@pytest.mark.parametrize("command", [("watch",), ("game", "watch", "--players", "Ann,Ben")])
@pytest.mark.parametrize(
    ("source", "words"), [("nothing.mp4", "there is no such film"), ("empty", "picture"), (__file__, "is no film that can be read")]
)
def test_sources_that_are_none_are_one_line(cli: Cli, tmp_path: Path, command: tuple[str, ...], source: str, words: str) -> None:
    (tmp_path / "empty").mkdir()
    got = cli(*command, tmp_path / source)
    assert (got.status, got.out, got.err.count("\n")) == (1, "", 1)
    assert words in got.err
