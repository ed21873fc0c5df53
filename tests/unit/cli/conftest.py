"""A command line whose photos are read by a stand-in: what a real reader sees is measured elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import pytest

from numero_cam.app import session
from numero_cam.base.errors import ReadingError
from numero_cam.base.records import Frame, TableState
from numero_cam.cli import shell
from tests.own_folders import decks, kept

__all__ = ["decks", "kept"]


@dataclass
class Outcome:
    """What one run of the program left."""

    status: int
    out: str
    err: str


@dataclass
class StandIn:
    """Sees the same table in every photo."""

    table: TableState
    asked: list[dict[str, object]] = field(default_factory=list)

    def read(self, frame: Frame, *, packs: int, seat: str, corrections: Mapping[int, str | None], decode_ms: float) -> TableState:
        self.asked.append({"name": frame.name, "packs": packs, "corrections": dict(corrections), "seat": seat})
        if missing := set(corrections) - {card.n for card in self.table.cards}:
            message = f"no card {min(missing)} to correct"
            raise ReadingError(message)
        cards = [  # as the pipeline does: what the user took away is gone, the others keep their numbers
            replace(card, reading=replace(card.reading, label=corrections[card.n], confidence=1.0)) if card.n in corrections else card
            for card in self.table.cards
            if corrections.get(card.n, "as read") is not None
        ]
        return replace(self.table, name=frame.name, cards=tuple(cards), milliseconds={"decode": decode_ms, "total": decode_ms + 5})


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Runs the program in this process."""

    def run(*arguments: object) -> Outcome:
        status = shell.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return run


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Callable[[TableState], StandIn]:
    """Lets every photo show the given table."""

    def see(table: TableState) -> StandIn:
        reader = StandIn(table)
        monkeypatch.setattr(session, "load_reader", lambda *_: reader)
        return reader

    return see
