"""``watch``: a table without a game is told again only when it has changed."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import jsonschema
import numpy as np
import pytest

from numero_cam.app import watch
from numero_cam.app.answers import Question
from numero_cam.app.session import Session
from numero_cam.app.watch_table import TableWatch
from numero_cam.base.records import Frame
from numero_cam.capture.source import TimedFrame
from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.table.tracked_table import TrackedTable

if TYPE_CHECKING:
    from numero_cam.table.photo_reader import Reader

Cli = Callable[..., Any]
CENTRE = TablePlace("centre")
PIXELS = np.random.default_rng(1).integers(60, 200, (480, 640, 3), np.uint8)


@dataclass
class Script:
    """A camera above a table on which cards come to lie one by one, as `steps` say."""

    steps: tuple[int | str, ...]  #: What the n-th picture shows: how many cards lie there, `hand` over the table, or `pushed` a little.
    faces: tuple[str, ...] = ("8b", "3g", "4r")  #: Of the cards of the middle.
    ended: str = ""
    notice: str = ""
    packs: int = 1

    def __post_init__(self) -> None:
        self._n = 0
        self._lie = 0
        self.asked = 0
        self.still_since = float("inf")

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - never waits
        if self._n == len(self.steps):
            self.ended = "the film is over"
            return None
        self._n += 1
        return TimedFrame(Frame("film", PIXELS), self._n / 10, self._n - 1)

    def close(self) -> None:
        pass

    def look(self, picture: TimedFrame) -> Sight:
        step = self.steps[picture.n]
        self.still_since = min(self.still_since, picture.t) if step == "thing" else float("inf")
        if isinstance(step, int):
            self._lie = step
        x = 0.1 * picture.n if step == "pushed" else 0.0
        cards = tuple(SeenCard(n, ((CENTRE, 1.0),), x=x) for n in range(self._lie))
        return Sight(picture.t, cards, busy=frozenset([CENTRE] * (step in ("hand", "thing"))))

    def tracked_table(self) -> TrackedTable:
        self.asked += 1
        centre = [(face, CENTRE) for face in self.faces[: self._lie]]
        lying = [*centre, ("11g", TablePlace("row", 0)), ("15o", TablePlace("row", 0)), ("15b", TablePlace("row", 1))]
        return TrackedTable(tuple(TrackedCard(n, outline(n), ((face, 0.99),), place) for n, (face, place) in enumerate(lying)))


def outline(n: int) -> np.ndarray:
    left = 20.0 + 90 * n
    return np.array([[left, 100], [left + 60, 100], [left + 60, 190], [left, 190]])


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Script]:
    """Lets every source show this script, and gives it."""
    reader = cast("Reader", SimpleNamespace(least_confidence=0.5))  # what is tracked is not read again

    def show(*steps: int | str) -> Script:
        script = Script(steps)

        def opened(_source: str, question: Question, **_: object) -> tuple[TableWatch, tuple[str, ...]]:
            return TableWatch(script, script, Session(reader, question)), ()

        monkeypatch.setattr(watch, "open_table_watch", opened)
        return script

    return show


def test_it_is_told_when_it_has_changed(cli: Cli, shown: Callable[..., Any], request: pytest.FixtureRequest) -> None:
    script = shown(2, 2, "hand", 2, "pushed", "hand", 3, 3, 2)
    got = cli("watch", "0", "--json")
    assert (got.status, got.err) == (0, "numero-cam: the film is over\n")
    told = [json.loads(line) for line in got.out.splitlines()]
    assert [(each["t"], each["centre"]) for each in told] == [(0.1, ["8b", "3g"]), (0.7, ["8b", "3g", "4r"]), (0.9, ["8b", "3g"])]
    assert [play["with"] for each in told for play in each["plays"]] == ["11g", "15o", "11g"]
    assert script.asked == 3
    schema = json.loads((request.config.rootpath / "numero_cam" / "schemas" / "solve.json").read_text(encoding="utf-8"))
    for each in told:
        jsonschema.validate(each, schema)


def test_two_packs_are_named_where_one_was_said(cli: Cli, shown: Callable[..., Any]) -> None:
    for packs, hints in (("1", 1), ("2", 0)):
        shown(2, 2).faces = ("8b", "8b")
        (told,) = [json.loads(line) for line in cli("watch", "0", "--rule", f"packs={packs}", "--json").out.splitlines()]
        assert told["centre"] == ["8b", "8b"]
        assert sum("are 2 packs mixed? Say so with --rule packs=2" in problem for problem in told["problems"]) == hints


def test_for_people(cli: Cli, shown: Callable[..., Any]) -> None:
    shown(2, 2, 3)
    told = cli("watch", "0", "--brief").out.splitlines()
    assert [line.split(",")[0] for line in told] == [
        "Take 3 cards for 9 points with the 11 green",
        "Take 4 cards for 12 points with the 15 orange",
    ]


def test_what_does_not_move_keeps_nothing_back(cli: Cli, shown: Callable[..., Any]) -> None:
    """A bar, a box or an arm that rests: the table is told 1.5 s later, as it is."""
    shown("hand", 2, *["thing"] * 20)
    told = [json.loads(line)["t"] for line in cli("watch", "0", "--json").out.splitlines()]
    assert told == [0.2]
    shown("hand", *["thing"] * 20)
    assert [json.loads(line)["t"] for line in cli("watch", "0", "--json").out.splitlines()] == [1.7]


def test_people_are_told_what_is_waited_for(cli: Cli, shown: Callable[..., Any]) -> None:
    shown(2, *["hand"] * 25)
    assert cli("watch", "0", "--json").err.splitlines() == [
        "numero-cam: waiting until the hands have left the table",
        "numero-cam: the film is over",
    ]
