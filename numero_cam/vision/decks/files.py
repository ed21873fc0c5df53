"""Learned decks on disk: a TOML file each with a version, refused when it is another, never used in part."""

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
from numero_cam.vision.decks.profile import NUMERO, Example, Profile

VERSION = 2
KIND = "deck"
FOLDER = "NUMERO_CAM_DECKS"
"""Environment variable with another folder for the learned decks."""
OWN = "numero.toml"
"""In the folder ``deck`` of the program: how its own deck looks."""
LONGEST = 40
"""Characters of a deck's name."""
LONGEST_TEXT = 200
"""Characters of any other text in a deck's file, but features."""
MOST_FACES = 1000
"""Different faces of a deck."""
MOST_EXAMPLES = 10_000
"""Cards that a deck was learned from."""
MOST_FEATURES = 4096
"""Numbers by which the face model tells a card."""
MOST_COPIES = 1000
"""How often a pack holds each card."""
NAME = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{LONGEST - 1}}}")
"""Names are those of files on every system."""
_DAMAGES = (KeyError, TypeError, ValueError, AttributeError, binascii.Error)
"""What a damaged file raises."""


def folder() -> Path:
    """Where the learned decks of this user are; it need not be there."""
    if given := os.environ.get(FOLDER):
        return Path(given)
    return user_folder() / "decks"


def path_of(name: str) -> Path:
    """Where a deck of this name is kept.

    Raises:
        DeckError: The name cannot be that of a file.
    """
    if not NAME.fullmatch(name):
        message = f"{name!r} is no name for a deck: give small letters, digits, - and _, at most 40, such as mine"
        raise DeckError(message)
    return folder() / f"{name}.toml"


def learned() -> list[str]:
    """Names of the decks that were learned, in alphabetical order, whether their files are good or not."""
    try:
        return sorted(path.stem for path in folder().iterdir() if path.suffix == ".toml" and NAME.fullmatch(path.stem))
    except OSError:
        return []


class OtherGameError(DeckError):
    """A deck of another game's cards.

    Attributes:
        game: Which.
    """

    def __init__(self, name: str, game: str) -> None:
        super().__init__(f"deck {name!r} holds cards of {game[:LONGEST].upper()}, which other commands read")
        self.game = game


def load(name: str, *, model: str, game: str = NUMERO) -> Profile:
    """Reads a learned deck.

    Args:
        name: Of the deck.
        model: SHA-256 of the face model that is in use.
        game: Whose cards it must hold.

    Raises:
        OtherGameError: It holds another game's.
        DeckError: There is none, it cannot be read, is damaged, or was learned by another program or model.
    """
    path = path_of(name)
    if not path.exists():
        message = f"no deck {name!r} was learned"
        raise DeckError(message)
    data = read_toml(path, DeckError)
    if data.get("kind") != KIND:
        message = f"{path}: is no deck"
        raise DeckError(message)
    if data.get("game", NUMERO) != game:
        raise OtherGameError(name, str(data.get("game", NUMERO)))
    again = f"learn it again: numero-cam deck learn --name {name} {'' if game == NUMERO else f'--game {game} '}--replace PHOTO..."
    if data.get("version") != VERSION:
        message = f"{path}: is of another version than this program ({VERSION}); {again}"
        raise DeckError(message)
    profile = _profile(name, data, path, again)
    if profile.model != model:
        message = f"deck {name!r} was learned with another version of the models; {again}"
        raise DeckError(message)
    return profile


def load_own(*, model: str) -> Profile | None:
    """How the project's own deck looks.

    Args:
        model: SHA-256 of the face model that is in use.

    Returns:
        None where it was another model or another version of the program that told, or no looks came with the program: the deck is not
        found out then.

    Raises:
        DeckError: The file is damaged.
    """
    path = data_folder("deck") / OWN
    if not path.exists():
        return None
    data = read_toml(path, DeckError)
    if (data.get("kind"), data.get("version")) != (KIND, VERSION):
        return None
    profile = _profile(NUMERO, data, path, "install numero-cam again")
    return profile if profile.model == model else None


def deck_toml(profile: Profile) -> str:
    """A learned deck as a file."""
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


def keep(profile: Profile, *, replace: bool) -> Profile:
    """Write a learned deck; of two programs that learn one name at the same time, the later one's deck gets a name of its own.

    Args:
        profile: The deck.
        replace: Whether a deck of this name may be there, and is replaced.

    Returns:
        The deck under the name by which it is kept: ``mine``, or ``mine-2`` where another ``mine`` came first.

    Raises:
        DeckError: It cannot be written.
    """
    path = path_of(profile.name)
    if replace:
        write_private(path, deck_toml(profile).encode(), DeckError)
        return profile
    name = profile.name
    for number in itertools.count(2):
        if write_new(path_of(name), deck_toml(profile).encode(), DeckError, private=True):
            break
        name = f"{profile.name[: LONGEST - 4]}-{number}"
    return dataclasses.replace(profile, name=name)


def _profile(name: str, data: Mapping[str, Any], path: Path, cure: str) -> Profile:
    try:
        examples = tuple(map(_example, list_of(data["cards"], MOST_EXAMPLES)))
        faces = tuple(plain_text(face, LONGEST_TEXT) for face in list_of(data["faces"], MOST_FACES))
        strange = [e.label for e in examples if e.label is not None and e.label not in faces]
        if not examples or strange:
            flaw = f"its faces lack {strange[0]}" if strange else "it has no cards"
            raise ValueError(flaw)
        about = {"game": NUMERO, **data}
        model, date, game = (plain_text(about[key], LONGEST_TEXT) for key in ("face_model", "date", "game"))
        return Profile(name, faces, whole_number(data["copies"], 1, MOST_COPIES), examples, model, date, game)
    except _DAMAGES as error:
        message = f"{path}: is damaged ({type(error).__name__}: {error}); {cure}"
        raise DeckError(message) from error


def _example(card: Mapping[str, Any]) -> Example:
    features = np.frombuffer(base64.b64decode(card["features"], validate=True), np.uint8)
    ink = tuple(finite_number(part, -1, 1) for part in list_of(card["ink"], 3)) if "ink" in card else None
    if not features.any() or len(features) > MOST_FEATURES:
        flaw = "a card has no features" if len(features) <= MOST_FEATURES else f"a card has {len(features)} features"
        raise ValueError(flaw)
    if ink is not None and len(ink) != 3:
        flaw = f"ink = {list(ink)}"
        raise ValueError(flaw)
    return Example(plain_text(card["card"], LONGEST_TEXT) or None, features, ink)
