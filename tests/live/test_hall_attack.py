"""Somebody in the network who wants into a hall: ten thousand wrong codes from many addresses. None gets in, nobody waits.

Names that are code are tried in a browser by `test_hall_pages.py`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("networkx", reason="the extra hall is not installed")

from tests.hall_server import HallServer, attack, cookie, hello

pytestmark = pytest.mark.slow
GUESSES = 10_000


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallServer]:
    made = HallServer(tmp_path, "--database", f"sqlite:///{tmp_path / 'hall.sqlite'}")
    assert made.form("new", name="Cup", list="Owls\nFoxes\nBears\nWolves", tables=2, level="3", by="points", hands="open") == 303
    assert made.form("round", event=1, round=1) == 303
    yield made
    assert made.stop() == 0


def test_ten_thousand_wrong_codes_from_many_addresses_let_nobody_in_and_nobody_waits_for_their_end(hall: HallServer) -> None:
    attacked = attack(hall, GUESSES)
    assert len(attacked.statuses) >= GUESSES
    assert set(attacked.statuses) == {403}
    assert attacked.others >= {(200, "table"), (200, "watcher"), (303, "referee")}
    assert len(attacked.others) == 3
    assert hello(hall, cookie(hall, "table", 1))[0] == 200
