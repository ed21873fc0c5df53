"""What somebody says of the cards of a photo: card 3 is a red seven, no card lies at 5, card 6 is one of the hand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import NotationError, parse_card

_NO_CARD = {"", "none"}
_AS_READ = "?"
PLACES = {"hand": "hand", "centre": "centre", "center": "centre", "opposite": "opposite", "take": "take", "aside": None}
"""Words for a place to zones of readings; a card set aside takes no part."""


class CorrectionError(ValueError):
    """A text that is no correction."""


@dataclass(frozen=True)
class Corrections:
    """What somebody says of the cards of a photo, by their ``n``.

    Attributes:
        faces: Canonical notation of a card; None where no card lies.
        zones: Where a card lies, and all that lie on or below it.
    """

    faces: Mapping[int, str | None] = field(default_factory=dict)
    zones: Mapping[int, str | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return bool(self.faces or self.zones)


def parse_corrections(corrections: Sequence[str]) -> Corrections:
    """Read ``3=7r`` (card 3 is a red seven), ``5=none`` (no card lies there), ``6=hand`` and ``6=7r,hand`` (where card 6 lies).

    ``3=?`` says nothing: a line of corrections to fill in can be used as it stands.

    Raises:
        CorrectionError: Not of this form, no card, or one number twice.
    """
    faces: dict[int, str | None] = {}
    zones: dict[int, str | None] = {}
    seen: set[int] = set()
    for text in corrections:
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*=(.*)", text, re.DOTALL)
        if match is None:
            message = tr("{correction!r}: write the number of a reading and its card, such as 3=7r, or 3=none, or 3=hand", correction=text)
            raise CorrectionError(message)
        n = int(match[1])
        if n in seen:
            message = tr("card {number} is corrected twice", number=n)
            raise CorrectionError(message)
        seen.add(n)
        _read(n, match[2].split(","), text, faces, zones)
    return Corrections(faces, zones)


def _read(n: int, parts: Sequence[str], text: str, faces: dict[int, str | None], zones: dict[int, str | None]) -> None:
    """Put what is said of one card into faces and zones."""
    for part in (part.strip() for part in parts):
        word, before = part.lower(), (n in faces, n in zones)
        if word in PLACES:
            zones[n] = PLACES[word]
        elif word in _NO_CARD:
            faces[n] = None
        elif word != _AS_READ:
            try:
                faces[n] = str(parse_card(part))
            except NotationError as error:
                message = tr("{correction!r}: {error}; or a place: {places}", correction=text, error=error, places=", ".join(PLACES))
                raise CorrectionError(message) from error
        if before != (False, False) and (part == "" or (n in faces, n in zones) == before):
            message = tr("{correction!r}: say one card and one place, such as {number}=7r,hand", correction=text, number=n)
            raise CorrectionError(message)
    if n in zones and faces.get(n, "a card") is None:
        message = tr("{correction!r}: where no card lies there is no place either", correction=text)
        raise CorrectionError(message)
