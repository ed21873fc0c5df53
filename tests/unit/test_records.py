"""Records do not change once they are made: those of the game, of what watches it, of what is kept, of the class and of the doors."""

import dataclasses
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

for needed in ("cryptography", "segno", "sqlalchemy", "starlette", "uvicorn"):
    pytest.importorskip(needed, reason="the extras live and phone are not installed")

ROOMS = ("classroom", "hall", "live", "marking", "store", "web")
PACKAGES = (
    *(f"numero_cam.games.numero.{room}" for room in ("engine", "judge", "rules", "watching")),
    *(f"numero_cam.{room}" for room in ROOMS),
)
#: Those that are things with a state, not records.
CHANGE = {
    *(
        "Difference",
        "FaceEvidence",
        "FileAnswer",
        "GameRecorder",
        "LaidCard",
        "LinkFile",
        "OpenPage",
        "TableFit",
        "TrackEvidence",
    )
}


def records() -> list[type[Any]]:
    """The public dataclasses of these packages."""
    found: dict[str, type[Any]] = {}
    for package in PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            for thing in vars(import_module(module.name)).values():
                if isinstance(thing, type) and "__dataclass_fields__" in vars(thing) and thing.__module__ == module.name:
                    found[f"{module.name}.{thing.__qualname__}"] = thing
    return [thing for thing in found.values() if not thing.__name__.startswith("_") and thing.__name__ not in CHANGE]


@pytest.mark.parametrize("record", records(), ids=lambda record: record.__name__)
def test_a_record_is_frozen_and_equal_by_its_values(record: type[Any]) -> None:
    bare = object.__new__(record)
    for field in dataclasses.fields(record):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(bare, field.name, 1)
    assert "__eq__" in vars(record)
    assert record.__hash__ is not None


@pytest.mark.parametrize(
    "record",
    [record for record in records() if ".rules." in record.__module__ or ".engine." in record.__module__],
    ids=lambda record: record.__name__,
)
def test_a_record_of_a_game_has_no_room_for_more(record: type[Any]) -> None:
    """Searches and simulations make millions of them."""
    assert not hasattr(object.__new__(record), "__dict__")
