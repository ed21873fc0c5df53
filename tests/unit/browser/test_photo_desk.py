"""What answers the page about photos: the program's own takes, drawn on the cards that they are made of, with every mend of a person."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from browser.desk import MOST_OTHERS, Desk
from browser.photo_desk import FIRST_ADDED, PhotoDesk
from numero_cam.app.answers import best_takes
from numero_cam.app.corrections import parse_corrections
from numero_cam.app.session import open_session
from numero_cam.base.images import encode_picture


class Asker:
    """Asks as the page does."""

    def __init__(self) -> None:
        self._desk = Desk()
        PhotoDesk(self._desk)

    def photo(self, photo: bytes | None = None, *corrections: str, by: str = "points", added: tuple[object, ...] = ()) -> dict[str, Any]:
        asked: dict[str, object] = {"type": "photo", "name": "photo", "corrections": corrections, "by": by, "added": added}
        return self.answer(asked, photo)

    def answer(self, asked: dict[str, object], photo: bytes | None = None) -> dict[str, Any]:
        found = json.loads(self._desk.answer(json.dumps(asked), photo))
        assert isinstance(found, dict)
        return found

    def further(self) -> dict[str, Any]:
        return self.answer({"type": "further"})


@pytest.fixture(scope="module")
def ask() -> Asker:
    return Asker()


def sample(root: Path, name: str) -> bytes:
    return next((root / "sample_images").glob(f"{name}_*.jpg")).read_bytes()


def drawn(found: dict[str, Any], take: dict[str, Any]) -> list[list[str]]:
    """Return the faces of the cards that a take is drawn on: of the taking card, and of each set, sorted."""
    faces = {card["id"]: card["face"] for card in found["table"]["cards"]}
    return [[faces[take["roles"]["taker"]]], *(sorted(faces[n] for n in one) for one in take["roles"]["sets"])]


def told(play: dict[str, Any]) -> list[list[str]]:
    """Return the same of a take of the program's JSON, whose builds are written as one."""
    return [[play["with"]], *(sorted(" ".join(group["cards"]).translate({91: None, 93: None}).split()) for group in play["groups"])]


@pytest.mark.parametrize("by", ["points", "cards"])
@pytest.mark.parametrize("name", ["02", "05", "11", "14"])
def test_takes_are_those_of_the_program_and_are_drawn_on_their_cards(ask: Asker, root: Path, name: str, by: str) -> None:
    found = ask.photo(sample(root, name), by=by)
    further = ask.further()
    solved = found["solved"]
    plays = best_takes(solved["centre"], solved["hand"], by=by, top=1 + MOST_OTHERS).to_dict()["plays"]  # type: ignore[arg-type]
    takes = [found, *further["takes"]]
    assert [drawn(found, take) for take in takes] == [told(play) for play in plays]  # type: ignore[attr-defined]
    assert [take["points"] for take in takes] == [play["points"] for play in plays]  # type: ignore[attr-defined]
    numbers = {str(play[what]) for play in plays[:2] for what in ("points", "cards")}  # type: ignore[index]
    others = {re.search("[0-9]+", play["with"])[0] for play in plays[:2]}  # type: ignore[index]
    assert set(re.findall("[0-9]+", further["why"][0])) <= numbers | others


def test_a_mend_changes_the_answer_as_a_correction_of_the_program_does(ask: Asker, root: Path) -> None:
    photo, mends = sample(root, "13"), ("6=1/8", "2=hand")
    before = ask.photo(photo)
    native = open_session().solve(photo, parse_corrections(mends)).to_dict()
    mended = ask.photo(None, *mends)["solved"]
    assert (mended["plays"], mended["centre"], mended["hand"]) == (native["plays"], native["centre"], native["hand"])
    assert before["problems"] == ["The answer holds for the known cards only."]
    assert ask.photo(None)["solved"]["plays"] == before["solved"]["plays"]


def test_cards_that_were_not_seen_are_added_beside_their_neighbours_or_where_somebody_says(ask: Asker, root: Path) -> None:
    before = ask.photo(sample(root, "13"))
    added = ask.photo(None, added=(["7r", 0.5, 0.1, "centre"], ["15b", None, None, "hand"], ["2g", 0.45, 0.8, ""]))
    assert added["solved"]["hand"] == [*before["solved"]["hand"], "15b", "2g"]
    assert added["solved"]["centre"] == [*before["solved"]["centre"], "7r"]
    assert [card["id"] for card in added["table"]["cards"] if card["id"] >= FIRST_ADDED] == [1001, 1002, 1003]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for card in added["table"]["cards"][-3:] for x, y in card["quad"])
    assert "error" in ask.photo(None, added=(["99z", 0.5, 0.5, "hand"],))
    assert ask.photo(None)["solved"]["hand"] == before["solved"]["hand"]


def test_a_photo_without_a_take_says_what_to_do(ask: Asker, root: Path) -> None:
    empty = encode_picture(np.full((600, 800, 3), 120, np.uint8), ".png")
    assert "I see no card" in ask.photo(empty)["lines"][0]
    assert "cards lie in one row" in ask.photo(sample(root, "08"))["lines"][0]
    whole = ask.photo(sample(root, "13"))
    assert "Say what the others are" in ask.photo(None, "3=none", "7=none", "8=none")["lines"][0]
    assert "There is nothing to take. In a game" in ask.photo(None, "3=none", "6=none", "7=none", "8=none")["lines"][0]
    assert ask.further() == {"takes": [], "why": []}
    for zone, place, words in (("row", "centre", "I see no hand"), ("centre", "hand", "I see no card in the middle")):
        moved = [f"{card['id']}={place}" for card in whole["table"]["cards"] if card["zone"] == zone]
        assert words in ask.photo(None, *moved)["lines"][0]


def test_a_file_that_is_no_photo_leaves_the_photo_before(ask: Asker, root: Path) -> None:
    before = ask.photo(sample(root, "01"))
    assert "is not a picture" in ask.photo(b"dear")["error"]
    assert ask.photo(None, "1=7r")["solved"]["centre"][0] == "7r"
    assert ask.photo(None)["solved"]["plays"] == before["solved"]["plays"]
