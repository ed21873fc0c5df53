"""The names that other programs may use are exactly those of ``__all__``, and every one of them is there."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import numero_cam
from numero_cam.app.card_spec import CardsTextError
from numero_cam.base.errors import HallError
from numero_cam.classroom.course import LevelsChangedError
from numero_cam.games.numero.solve.clock import OutOfMemoryError, OutOfTimeError
from numero_cam.games.numero.watching import corrections

ROOT = Path(__file__).parent.parent
PACKAGES = ["numero_cam", "numero_cam.games.numero.engine", "numero_cam.games.numero.rules", "numero_cam.games.numero.solve"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_exists_and_is_sorted(package: str) -> None:
    module = importlib.import_module(package)
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert len(set(module.__all__)) == len(module.__all__)


def test_the_names_of_before_are_still_there() -> None:
    before = "Card NumeroCamError Position Reader Settings Solution parse_card parse_cards parse_position read_photo table_position \
takers_of_all"
    assert set(before.split()) <= set(numero_cam.__all__) <= set(dir(numero_cam))


def test_the_public_names_are_sorted_and_stand_in_the_document() -> None:
    document = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert numero_cam.__all__ == sorted(numero_cam.__all__)
    for name in numero_cam.__all__:
        assert f"`{name}" in document, name


@pytest.mark.parametrize("asked", ["best_takes('7r', '7b')", "check('7r', '7b', '7')"])
def test_what_is_typed_loads_no_eyes(asked: str) -> None:
    code = f"import sys, numero_cam; numero_cam.{asked}; sys.exit(bool({{'cv2', 'numpy', 'onnxruntime'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_name_that_is_none_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = numero_cam.nonsense


def test_importing_the_package_only_switches_telemetry_off() -> None:
    code = "import sys, numero_cam; print(*sorted(m for m in sys.modules if m.startswith('numero_cam.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["numero_cam.base", "numero_cam.base.telemetry"]


#: Rooms that programs run and libraries do not: their errors are told to people where they arise. NUMO is a game of its own.
APPLICATIONS = ("cli", "live", "numo", "hall", "web", "__main__")
#: Errors that never leave the library: a search catches its own end, and a correction of a watched game is answered by an event. A text
#: that names no cards of a deck is told by the command that takes it, and what a hall or a class cannot do by its pages.
CAUGHT = {
    OutOfTimeError, OutOfMemoryError, corrections.PlayCorrectionError, corrections.AnswerUnknownError, CardsTextError, HallError,
    LevelsChangedError,
}  # fmt: skip


def library_errors() -> set[type[Exception]]:
    """Every error class of the library, private ones left out."""
    errors: set[type[Exception]] = set()
    for found in pkgutil.walk_packages(numero_cam.__path__, "numero_cam.", onerror=pytest.fail):
        if found.name.split(".")[1] not in APPLICATIONS:
            module = importlib.import_module(found.name)
            classes = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Exception)]
            errors |= {one for one in classes if one.__module__ == module.__name__ and not one.__name__.startswith("_")}
    return errors


def test_every_error_of_the_library_has_a_public_name() -> None:
    public = {getattr(numero_cam, name) for name in numero_cam.__all__ if name.endswith("Error")}
    assert public == library_errors() - CAUGHT


@pytest.mark.parametrize(("short", "room"), [("game", "engine"), ("rules", "rules"), ("solve", "solve")])
def test_a_short_name_is_its_room(short: str, room: str) -> None:
    thin, whole = importlib.import_module(f"numero_cam.{short}"), importlib.import_module(f"numero_cam.games.numero.{room}")
    assert set(thin.__all__) == set(whole.__all__)
    assert all(getattr(thin, name) is getattr(whole, name) for name in thin.__all__)
