"""A recording that an earlier version made is watched again with the commands and the decisions that it holds."""

import json
from pathlib import Path
from typing import Any

from numero_cam.app.watch import GameWatch
from numero_cam.app.watch_recording import BEFORE_FIRST_PICTURE, recorded_commands, recorded_game
from numero_cam.capture.recording import EVENTS_FILE
from numero_cam.capture.source import TimedFrame
from numero_cam.capture.sources import open_source
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.watching import GameWatcher
from numero_cam.games.numero.watching.command_text import command_text
from numero_cam.games.numero.watching.game_commands import (
    AddPlay,
    AnswerQuestion,
    ChallengeBuild,
    CorrectCard,
    CorrectPlay,
    ReturnToHand,
    UndoPlay,
    UnreadableLine,
)
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.text.watched_words import event_json

#: Made by the version of commit 0f041e2: a simulated game of two, with lines of every kind typed while it was watched.
FOLDER = Path(__file__).parents[2] / "data" / "from_0f041e2" / "recording"
LINES = [json.loads(line) for line in (FOLDER / EVENTS_FILE).read_text(encoding="utf-8").splitlines()]


def place(text: str) -> TablePlace:
    zone, *player = text.split()
    return TablePlace(zone, int(player[0]) if player else None)  # type: ignore[arg-type]


def sight(told: dict[str, Any]) -> Sight:
    cards = tuple(
        SeenCard(
            card["id"],
            tuple((place(where), chance) for where, chance in card["places"]),
            tuple((face, chance) for face, chance in card["faces"]),
            card["back"],
            card["visible"],
            frozenset(card["below"]),
            *card["at"],
        )
        for card in told["cards"]
    )
    return Sight(told["t"], cards, frozenset(told["unclear"]), frozenset(map(place, told["busy"])))


class SeenBefore:
    """Sees in each picture what was seen in it when it was recorded."""

    packs = 1
    notice = ""

    def __init__(self) -> None:
        self.sights = {line["n"]: sight(line["sight"]) for line in LINES if "sight" in line}

    def look(self, picture: TimedFrame) -> Sight:
        return self.sights[picture.n]


def as_told(line: dict[str, Any]) -> tuple[Any, Any, Any]:
    # People read middle now. The list of lines that can be typed, which is told after the semicolon, has grown.
    return line.get("operation"), line.get("problem", "").replace("centre", "middle").partition("; there are")[0], line.get("undo")


def test_every_line_is_a_command() -> None:
    commands = recorded_commands(str(FOLDER))
    assert list(commands) == [BEFORE_FIRST_PICTURE, 1, 2, 21, 24, 29]
    assert [command_text(command).casefold() for each in commands.values() for command in each] == [
        line["say"].casefold() for line in LINES if "say" in line
    ]
    assert [type(command) for each in commands.values() for command in each] == [
        *(UnreadableLine, CorrectCard, ChallengeBuild, ChallengeBuild, AnswerQuestion, ReturnToHand, ReturnToHand),
        *(UndoPlay, AddPlay, CorrectCard, UnreadableLine, UndoPlay, AddPlay, CorrectPlay, UnreadableLine),
    ]
    assert commands[1] == [CorrectCard(4, parse_card("9r"))]
    assert commands[2] == [ChallengeBuild("player 2", shown=True)]
    assert commands[29][2] == CorrectPlay(24, "12 greedy: draw 1r")


def test_the_same_is_decided_again() -> None:
    played = recorded_game(str(FOLDER))
    assert played is not None
    source = open_source(str(FOLDER))
    watch = GameWatch(source, SeenBefore(), GameWatcher(played.setting), recorded=recorded_commands(str(FOLDER)))
    events: list[dict[str, Any]] = []
    while watch.running:
        events += [dict(event_json(watch.game.names, event)) for event in watch.step() if event.kind != "change"]  # it told none
    last, end = watch.finish()
    assert last == ()
    before = [line for line in LINES if not {"sight", "say", "end"} & set(line)]
    # When something is told, and how surely, may change from version to version; what is told may not.
    told = [as_told(line) for line in before]
    assert [as_told(event) for event in events] == told
    assert len(told) > 40
    assert (end.scores, end.t) == (LINES[-1]["scores"], LINES[-1]["t"])
