"""Finds the files that come with the program, in a checkout or inside the installed wheel, and reads the models' manifest."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numero_cam.base.bounded_reader import read_toml, short_repr
from numero_cam.base.errors import ModelError
from numero_cam.base.private_files import restrict_folder
from numero_cam.catalogue import tr

MANIFEST = "manifest.toml"
MANIFEST_VERSION = 1

PACKAGE = Path(__file__).resolve().parents[1]  #: The folder of the program.


@dataclass(frozen=True)
class ModelEntry:
    """The manifest's entry of one model."""

    name: str  #: Name of the model, such as ``detector``.
    path: Path  #: The ONNX file.
    version: int  #: Version of the model.
    sha256: str  #: SHA-256 of the file, 64 hexadecimal digits.


@dataclass(frozen=True)
class GameModels:
    """Names of the models for the cards of one game; the detector and the outline network serve all games."""

    face: str  #: Reads faces.
    index: str | None = None  #: Reads indices; None where the game has no such model.
    judge: str | None = None  #: Judges all candidates of a picture together; None where the game has no such model.


STANDARD_MODELS = GameModels("face", "index", "judge")


def data_folder(name: str) -> Path:
    """Return the folder ``models``, ``calibration`` or ``deck``: inside the wheel, or at the top of the checkout."""
    places = (PACKAGE / "_data" / name, PACKAGE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    raise ModelError(tr("the folder {name}/ is missing from this installation; install numero-cam again", name=name))


def user_folder() -> Path:
    """Return the folder of this user's own decks, classes and games; it need not exist.

    When a process first asks for it, the folder and all in it are made private: no other account may read them.
    """
    from platformdirs import user_data_path  # noqa: PLC0415 - the workshop trains on machines that do not have it

    folder = user_data_path("numero-cam", appauthor=False, roaming=True)
    restrict_folder(folder)
    return folder


def check_version(path: Path | str, data: Mapping[str, object], version: int, error: type[Exception]) -> None:
    """Raise an exception of the type ``error`` where the field ``version`` of a file's data is missing or another one."""
    if "version" not in data:
        raise error(tr('{file}: the line "version = {version}" is missing; write it at the top', file=path, version=version))
    if data["version"] != version:
        found = short_repr(data["version"])
        raise error(tr("{file}: says version = {found}; this program reads version = {version}", file=path, found=found, version=version))


def model_entry(name: str, folder: Path | None = None) -> ModelEntry:
    """Return the manifest's entry of a model.

    Args:
        name: Of the model, such as ``detector``.
        folder: Where ``manifest.toml`` and the models are; this installation's ``models/`` if not given.
    """
    folder = folder or data_folder("models")
    entries = _entries(folder)
    try:
        entry = entries[name]
        return ModelEntry(name, folder / str(entry["file"]), int(entry["version"]), str(entry["sha256"]))
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(_unreadable(folder)) from error


def model_names() -> tuple[str, ...]:
    """Return the names of the models of this installation, in the order of the manifest."""
    return tuple(_entries(data_folder("models")))


def _entries(folder: Path) -> dict[str, Any]:
    """Return the table ``models`` of the manifest in a folder: fields by name of the model."""
    path = folder / MANIFEST
    try:
        manifest = read_toml(path, ValueError)
        if manifest.get("version") != MANIFEST_VERSION:
            version = MANIFEST_VERSION
            raise ModelError(
                tr("{file}: is of another version than this program ({version}); install numero-cam again", file=path, version=version)
            )
        return dict(manifest["models"])
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(_unreadable(folder)) from error


def _unreadable(folder: Path) -> str:
    """Return the line for the user where the manifest in a folder is damaged."""
    return tr("{file}: the list of models cannot be read; install numero-cam again", file=folder / MANIFEST)
