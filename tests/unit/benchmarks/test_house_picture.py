"""The picture of the house shows the program as it is."""

from pathlib import Path

from benchmarks import house_picture


def test_the_picture_is_that_of_the_imports() -> None:
    assert Path(house_picture.OUT).read_text(encoding="utf-8") == house_picture.house(), "run python benchmarks/house_picture.py"


def test_a_room_stands_above_all_that_it_uses() -> None:
    rooms = {"cli": {"tell", "base"}, "tell": {"base"}, "base": set[str](), "games.shared": set[str]()}
    assert house_picture.floors_of(rooms) == [["base", "games.shared"], ["tell"], ["cli"]]
    assert list(house_picture.direct(rooms)) == [("cli", "tell"), ("tell", "base")]
