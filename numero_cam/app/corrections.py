"""Parses corrections of the readings of a photo: card 3 is a red seven, there is no card 5, card 6 belongs to the hand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Card, NotationError, parse_card

_NO_CARD = {"", "none"}  #: Words that say that there is no card.
_AS_READ = "?"  #: Leaves the card as it was read.
#: By word for a place: the zone of readings; None for a card set aside, which takes no part.
PLACES = {"hand": "hand", "centre": "centre", "center": "centre", "opposite": "opposite", "take": "take", "aside": None}


class CorrectionError(ValueError):
    """A text that is no correction."""


@dataclass(frozen=True)
class Corrections:
    """Corrections of the cards of a photo, by their number ``n``."""

    faces: Mapping[int, Card | None] = field(default_factory=dict)  #: Which card it is; None for no card.
    #: Zone of a card and of its whole stack; None for a card that takes no part.
    zones: Mapping[int, str | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there is any correction."""
        return bool(self.faces or self.zones)


def parse_corrections(corrections: Sequence[str]) -> Corrections:
    """Return the corrections of texts such as ``3=7r`` (a red seven), ``5=none`` (no card), ``6=hand`` or ``6=7r,hand`` (its zone).

    ``3=?`` corrects nothing, so that a template of corrections can be used as it is.

    Raises:
        CorrectionError: A text has another form; its card or place is unreadable or named twice; it gives a place although there is
            no card; or it corrects a card a second time.
    """
    faces: dict[int, Card | None] = {}
    zones: dict[int, str | None] = {}
    seen: set[int] = set()
    for text in corrections:
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*=(.*)", text, re.DOTALL)
        if match is None:
            raise CorrectionError(
                tr("{correction!r}: write the number of a reading and its card, such as 3=7r, or 3=none, or 3=hand", correction=text)
            )
        n = int(match[1])
        if n in seen:
            raise CorrectionError(tr("card {number} is corrected twice", number=n))
        seen.add(n)
        _add_correction(n, match[2].split(","), text, faces, zones)
    return Corrections(faces, zones)


def _add_correction(n: int, parts: Sequence[str], text: str, faces: dict[int, Card | None], zones: dict[int, str | None]) -> None:
    """Add the correction of card `n` to faces and zones, which change; `parts` is its text after the equals sign, split at commas."""
    for part in (part.strip() for part in parts):
        word, before = part.lower(), (n in faces, n in zones)  # before: whether an earlier part gave a card, and a place
        if word in PLACES:
            zones[n] = PLACES[word]
        elif word in _NO_CARD:
            faces[n] = None
        elif word != _AS_READ:
            try:
                faces[n] = parse_card(part)
            except NotationError as error:
                raise CorrectionError(
                    tr("{correction!r}: {error}; or a place: {places}", correction=text, error=error, places=", ".join(PLACES))
                ) from error
        if before != (False, False) and (part == "" or (n in faces, n in zones) == before):
            raise CorrectionError(tr("{correction!r}: say one card and one place, such as {number}=7r,hand", correction=text, number=n))
    if n in zones and n in faces and faces[n] is None:
        raise CorrectionError(tr("{correction!r}: where no card lies there is no place either", correction=text))
