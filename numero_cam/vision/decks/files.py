"""Reads and writes learned decks: one TOML file each, with a version. A file of another version is refused, never used in part."""

import base64
import binascii
import dataclasses
import itertools
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from numero_cam.base.bounded_reader import finite_number, list_of, plain_text, read_toml, whole_number
from numero_cam.base.errors import DeckError
from numero_cam.base.files import data_folder, user_folder
from numero_cam.base.outputs import write_new, write_private
from numero_cam.catalogue import tr
from numero_cam.vision.decks.profile import OWN_DECK, DeckExample, DeckProfile

VERSION = 2  #: Version of the file format.
KIND = "deck"  #: Value of the field ``kind`` in the file.
FOLDER_VARIABLE = "NUMERO_CAM_DECKS"  #: Environment variable that names another folder for learned decks.
OWN_FILE = "numero.toml"  #: File with the profile of the project's own deck, in the program's folder ``deck``.
MAX_NAME_LENGTH = 40  #: Maximum number of characters of a deck's name.
MAX_TEXT_LENGTH = 200  #: Maximum number of characters of any other text in the file but the features.
MAX_FACES = 1000  #: Maximum number of different faces of a deck.
MAX_EXAMPLES = 10_000  #: Maximum number of examples in a file.
MAX_FEATURES = 4096  #: Maximum length of an embedding.
MAX_COPIES = 1000  #: Maximum number of copies of each card in a pack.
NAME_PATTERN = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{MAX_NAME_LENGTH - 1}}}")  #: Allowed names: valid file names on every system.
_DAMAGE_ERRORS = (KeyError, TypeError, ValueError, AttributeError, binascii.Error)  #: Exceptions that parsing a damaged file raises.


def decks_folder() -> Path:
    """Return the folder of this user's learned decks; it may not exist."""
    if given := os.environ.get(FOLDER_VARIABLE):
        return Path(given)
    return user_folder() / "decks"


def deck_path(name: str) -> Path:
    """Return the path of the file of a learned deck."""
    if not NAME_PATTERN.fullmatch(name):
        raise DeckError(tr("{name!r} is no name for a deck: give small letters, digits, - and _, at most 40, such as mine", name=name))
    return decks_folder() / f"{name}.toml"


def learned_deck_names() -> list[str]:
    """Return the names of all learned decks in alphabetical order, damaged files included."""
    try:
        return sorted(path.stem for path in decks_folder().iterdir() if path.suffix == ".toml" and NAME_PATTERN.fullmatch(path.stem))
    except OSError:
        return []


class OtherGameError(DeckError):
    """The deck holds cards of another game."""

    def __init__(self, name: str, game: str) -> None:
        super().__init__(
            tr("deck {name!r} holds cards of {game}, which other commands read", name=name, game=game[:MAX_NAME_LENGTH].upper())
        )
        self.game = game  #: Name of that game.


def load_deck(name: str, *, model: str, game: str = OWN_DECK) -> DeckProfile:
    """Read a learned deck.

    Args:
        name: Of the deck.
        model: SHA-256 of the face model in use.
        game: Name of the game that its cards must belong to.
    """
    path = deck_path(name)
    if not path.exists():
        raise DeckError(tr("no deck {name!r} was learned", name=name))
    data = read_toml(path, DeckError)
    if data.get("kind") != KIND:
        raise DeckError(tr("{path}: is no deck", path=path))
    if data.get("game", OWN_DECK) != game:
        raise OtherGameError(name, str(data.get("game", OWN_DECK)))
    again = tr(
        "learn it again: numero-cam deck learn {options} --replace PHOTO...",
        options=f"--name {name}" if game == OWN_DECK else f"--name {name} --game {game}",
    )
    if data.get("version") != VERSION:
        raise DeckError(tr("{path}: is of another version than this program ({version}); {again}", path=path, version=VERSION, again=again))
    profile = _parse_profile(name, data, path, again)
    if profile.model != model:
        raise DeckError(tr("deck {name!r} was learned with another version of the models; {again}", name=name, again=again))
    return profile


def load_own_deck(*, model: str) -> DeckProfile | None:
    """Read the profile of the project's own deck.

    Args:
        model: SHA-256 of the face model in use.

    Returns:
        None where the file is missing, or was made with another model or version; the deck is then not recognised.
    """
    path = data_folder("deck") / OWN_FILE
    if not path.exists():
        return None
    data = read_toml(path, DeckError)
    if (data.get("kind"), data.get("version")) != (KIND, VERSION):
        return None
    profile = _parse_profile(OWN_DECK, data, path, tr("install numero-cam again"))
    return profile if profile.model == model else None


def deck_toml(profile: DeckProfile) -> str:
    """Return a deck as the text of a TOML file, which ``load_deck`` reads; embeddings are in Base64, a byte a number."""
    lines = [
        f'kind = "{KIND}"',
        f"version = {VERSION}",
        f'date = "{profile.date}"',
        "# whose cards these are",
        f'game = "{profile.game}"',
        "# SHA-256 of the model that told the features",
        f'face_model = "{profile.model}"',
        "# how often one pack holds each card",
        f"copies = {profile.copies}",
        "# everything that the pack holds, whether it was seen or not",
        f"faces = {json.dumps(list(profile.faces))}",
    ]
    for example in profile.examples:
        lines += [
            "",
            "[[cards]]",
            "# empty: seen and not read, as a back",
            f"card = {json.dumps(example.label or '')}",
            f'features = "{base64.b64encode(example.features.tobytes()).decode()}"',
            *([f"ink = {[round(part, 4) for part in example.ink]!r}"] if example.ink else []),
        ]
    return "\n".join(lines) + "\n"


def save_deck(profile: DeckProfile, *, replace: bool) -> DeckProfile:
    """Write a learned deck. Without `replace`, a name that is taken gets a number: `mine-2`.

    Args:
        profile: The deck.
        replace: Whether to replace a deck of this name.

    Returns:
        The deck with the name under which it was written: ``mine``, or ``mine-2`` where another ``mine`` came first.
    """
    path = deck_path(profile.name)
    if replace:
        write_private(path, deck_toml(profile).encode(), DeckError)
        return profile
    name = profile.name
    for number in itertools.count(2):
        if write_new(deck_path(name), deck_toml(profile).encode(), DeckError, private=True):
            break
        name = f"{profile.name[: MAX_NAME_LENGTH - 4]}-{number}"
    return dataclasses.replace(profile, name=name)


def _parse_profile(name: str, data: Mapping[str, Any], path: Path, cure: str) -> DeckProfile:
    """Return the profile that a file's data hold; an error names ``path`` and ends with ``cure``, what the user can do."""
    try:
        examples = tuple(map(_parse_example, list_of(data["cards"], MAX_EXAMPLES)))
        faces = tuple(plain_text(face, MAX_TEXT_LENGTH) for face in list_of(data["faces"], MAX_FACES))
        not_listed = [e.label for e in examples if e.label is not None and e.label not in faces]
        if not examples or not_listed:
            raise ValueError(tr("its faces lack {face}", face=not_listed[0]) if not_listed else tr("it has no cards"))
        about = {"game": OWN_DECK, **data}
        model, date, game = (plain_text(about[key], MAX_TEXT_LENGTH) for key in ("face_model", "date", "game"))
        return DeckProfile(name, faces, whole_number(data["copies"], 1, MAX_COPIES), examples, model, date, game)
    except _DAMAGE_ERRORS as error:
        raise DeckError(
            tr("{path}: is damaged ({name}: {error}); {cure}", path=path, name=type(error).__name__, error=error, cure=cure)
        ) from error


def _parse_example(card: Mapping[str, Any]) -> DeckExample:
    """Return an example from its table in the file; `ink` is the colour of its print, three numbers from -1 to 1."""
    features = np.frombuffer(base64.b64decode(card["features"], validate=True), np.uint8)
    ink = tuple(finite_number(part, -1, 1) for part in list_of(card["ink"], 3)) if "ink" in card else None
    if not features.any() or len(features) > MAX_FEATURES:
        raise ValueError(tr("a card has no features") if len(features) <= MAX_FEATURES else tr("a card has {n} features", n=len(features)))
    if ink is not None and len(ink) != 3:
        raise ValueError(f"ink = {list(ink)}")
    return DeckExample(plain_text(card["card"], MAX_TEXT_LENGTH) or None, features, ink)
