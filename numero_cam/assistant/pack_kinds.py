"""Whose cards a pack to be learned holds: which models look at them, how people write them, and which pack it must be."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from numero_cam.assistant.decks import NUMO, pack_faces, playing_faces
from numero_cam.assistant.numo import load_table
from numero_cam.assistant.session import load_reader
from numero_cam.base.errors import DeckError
from numero_cam.games.numero.rules import NotationError, parse_card
from numero_cam.games.numo.cards import CardError
from numero_cam.games.numo.photo import label_of, labels_of_pack
from numero_cam.games.numo.table import Table
from numero_cam.table.photo_reader import NUMO as NUMO_EYES
from numero_cam.table.photo_reader import Reader
from numero_cam.vision.decks.choose import Decks
from numero_cam.vision.decks.profile import NUMERO, split

NOT_READ = frozenset(("none", "back", "joker"))
"""Words for what is seen and not read."""
_BLACK = re.compile(r"([0-9]+)k")
"""Photos with answers write a number in black so: it has none of the four colours."""


@dataclass(frozen=True)
class PackKind:
    """Whose cards a pack holds.

    Attributes:
        game: As the deck's file names it.
        reader: Loads the models that look at them.
        named: The canonical notation of what a text names, beside the cards that are named in its photo already.
        whole: Which faces the pack must hold of which these were seen.
        example: A card as people write it.
    """

    game: str
    reader: Callable[[], Reader]
    named: Callable[[str, Sequence[str | None]], str]
    whole: Callable[[Sequence[str]], tuple[str, ...]]
    example: str

    def face(self, text: str, beside: Sequence[str | None] = ()) -> str | None:
        """A card that the user names; None for a back, a joker, anything that is to be seen and not read.

        Args:
            text: What was written.
            beside: The cards that are named in the same photo already.

        Raises:
            DeckError: It is no card.
        """
        plain = text.strip().lower()
        return None if plain in NOT_READ else self.named(plain, beside)


def numero_pack() -> PackKind:
    """Cards of NUMERO, of any make, and playing cards."""
    return PackKind(NUMERO, lambda: load_reader(None, Decks()), _of_numero, _numero_pack, "7r")


def numo_pack(table: Path | None = None) -> PackKind:
    """Cards of NUMO.

    Args:
        table: A file of the characters and seasons on the numbers; None for that of the program, which is assumed.

    Raises:
        ConfigError: The file cannot be used.
    """
    known = load_table(table)
    named = partial(_of_numo, table=known)
    return PackKind(
        NUMO, lambda: Reader.load(shared=True, eyes=NUMO_EYES), named, lambda seen: labels_of_pack(seen, known), "7, or 7-troll-winter"
    )


def _of_numero(text: str, beside: Sequence[str | None]) -> str:
    del beside  # A card of NUMERO is named by itself.
    try:
        return str(parse_card(_BLACK.sub(r"\1", text)))
    except NotationError as error:
        raise DeckError(str(error)) from error


def expected(seen: Sequence[str], *, pack: Sequence[str], playing: Sequence[str]) -> tuple[str, ...]:
    """Which pack it must be of which these faces were seen.

    A wild card tells a whole pack of number cards, a suit the playing cards of the suits seen; else it has each number up to the highest
    in each colour. What else was seen is part of it too.

    Args:
        seen: Faces in canonical notation.
        pack: The faces of the game's own pack.
        playing: The playing cards that are number cards.
    """
    parts = [split(face) for face in seen]
    colours = list(dict.fromkeys(colour for _, colour in parts if colour is not None))
    if any(colour is None for _, colour in parts):
        whole = list(pack)
    elif any(split(face)[1] in colours for face in playing):
        whole = [face for face in playing if split(face)[1] in colours]
    else:
        whole = [f"{value}{colour}" for colour in colours for value in range(1, max(int(v) for v, _ in parts) + 1)]
    return tuple(dict.fromkeys([*whole, *seen]))


def _numero_pack(seen: Sequence[str]) -> tuple[str, ...]:
    return expected(seen, pack=pack_faces(), playing=playing_faces())


def _of_numo(text: str, beside: Sequence[str | None], table: Table) -> str:
    try:
        return label_of(text, table, [label for label in beside if label is not None])
    except CardError as error:
        raise DeckError(str(error)) from error
