"""A game being watched: how sights reach whoever understands the game."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

import numpy as np

from numero_cam.app.watch import GameWatch
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.games.numero.engine import Game
from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.games.numero.watching.game_commands import GameCommand
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.table.flicker import FLICKERS

if TYPE_CHECKING:
    from numero_cam.games.numero.watching import GameWatcher

CARD = SeenCard(1, ((TablePlace("centre"), 1.0),), (("7r", 0.9),))
PILE = SeenCard(2, ((TablePlace("stock"), 1.0),), back=0.9)


@dataclass
class Still:
    """Pictures, ten a second, of a table that is told when the film begins; then it is still."""

    left: int
    notices: dict[int, str] = field(default_factory=dict)
    ended: str = ""
    notice: str = ""
    n: int = -1
    packs: int = 1

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - never waits
        self.n += 1
        if self.n == self.left:
            self.ended = "the film is over"
            return None
        return TimedFrame(Frame("film", np.zeros((2, 2, 3), np.uint8)), self.n / 10, self.n)

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def look(self, picture: TimedFrame) -> Sight | None:
        self.notice = self.notices.get(picture.n, "")
        return Sight(picture.t, (CARD, PILE)) if picture.n == 0 else None


@dataclass
class Heard:
    """Writes down what it is told."""

    game: Game = field(default_factory=Game)
    sights: list[Sight] = field(default_factory=list)
    finished: list[float] = field(default_factory=list)

    def see(self, sight: Sight) -> tuple[LogEntry, ...]:
        self.sights.append(sight)
        return ()

    def execute(self, command: GameCommand) -> tuple[LogEntry, ...]:  # noqa: ARG002 - nothing is asked
        return ()

    def finish(self, t: float) -> tuple[LogEntry, ...]:
        self.finished.append(t)
        return ()


def watched(table: Still) -> Heard:
    heard = Heard()
    watch = GameWatch(table, table, cast("GameWatcher", heard))
    while watch.running:
        watch.step()
    _, end = watch.finish()
    assert (end.frames, end.why, end.begun) == (table.left, "the film is over", False)
    assert heard.finished == [end.t]
    return heard


def test_a_still_table_is_told_again_without_its_faces() -> None:
    heard = watched(Still(8))
    assert [sight.t for sight in heard.sights] == [0.0, 0.2, 0.4, 0.6]
    assert [[card.faces for card in sight.cards] for sight in heard.sights] == [[CARD.faces, ()], *[[(), ()]] * 3]
    assert [[card.back for card in sight.cards] for sight in heard.sights] == [[0, 0.9], *[[0, 0]] * 3]
    assert {card.places for sight in heard.sights for card in sight.cards} == {CARD.places, PILE.places}


def test_nothing_is_told_of_pictures_that_show_nothing() -> None:
    assert [sight.t for sight in watched(Still(8, dict.fromkeys(range(1, 6), "black"))).sights] == [0.0, 0.6]


def test_light_that_flickers_is_a_problem_once() -> None:
    table, heard = Still(30, dict.fromkeys((*range(3, 8), *range(20, 25)), FLICKERS)), Heard()
    watch = GameWatch(table, table, cast("GameWatcher", heard))
    told: list[LogEntry] = []
    while watch.running:
        told += watch.step()
    assert told == [LogEntry("problem", FLICKERS, t=0.3)]
    _, end = watch.finish()
    assert end.failure == f"no game was seen: {FLICKERS}"


def test_the_tracker_is_told_how_many_packs_the_game_has_now() -> None:
    still, heard = Still(5), Heard()
    watch = GameWatch(still, still, cast("GameWatcher", heard))
    watch.step()
    assert still.packs == 1
    heard.game = Game(replace(heard.game.options, packs=2), heard.game.names)
    watch.step()
    assert still.packs == 2
