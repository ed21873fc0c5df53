"""A share of the scenes that are drawn lies on tables in the colour of the cards; none where no share is asked for."""

import json
from pathlib import Path

import pytest

pytest.importorskip("PIL")

from workshop.draw_scenes import draw
from workshop.scenes import PER_DECK
from workshop.synth import fonts


def _tables(folder: Path, like_stock: float) -> dict[str, str]:
    """What the cards of each scene of two decks lie on."""
    draw(folder, seed=5, first_deck=3, decks=2, workers=1, like_stock=like_stock)
    return {path.stem: json.loads(path.read_text())["table"] for path in folder.glob("*.json")}


@pytest.mark.slow
def test_a_share_of_the_tables_is_like_the_stock(tmp_path: Path) -> None:
    try:
        fonts.catalogue()
    except fonts.FontsMissingError as error:
        pytest.skip(str(error))
    none, some, every = (_tables(tmp_path / str(share), share) for share in (0.0, 0.5, 1.0))
    assert len(none) == 2 * PER_DECK
    assert not any("like the stock" in table for table in none.values())
    assert all("like the stock" in table for table in every.values())
    assert 0 < sum("like the stock" in table for table in some.values()) < len(some)
