"""What somebody says of the cards of a photo: card 3 is a red seven, no card lies at 5."""

import re
from collections.abc import Sequence

from numero_cam.rules import NotationError, parse_card

_NO_CARD = {"", "none"}


class CorrectionError(ValueError):
    """A text that is no correction."""


def parse_corrections(corrections: Sequence[str]) -> dict[int, str | None]:
    """Read ``3=7r`` (card 3 is a red seven) and ``5=none`` (no card lies there).

    Returns:
        Canonical notation by ``n``; None where no card lies.

    Raises:
        CorrectionError: Not of this form, no card, or one number twice.
    """
    found: dict[int, str | None] = {}
    for text in corrections:
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*=(.*)", text, re.DOTALL)
        if match is None:
            message = f"{text!r}: write the number of a reading and its card, such as 3=7r, or 3=none"
            raise CorrectionError(message)
        n, card = int(match[1]), match[2].strip()
        if n in found:
            message = f"card {n} is corrected twice"
            raise CorrectionError(message)
        try:
            found[n] = None if card.lower() in _NO_CARD else str(parse_card(card))
        except NotationError as error:
            message = f"{text!r}: {error}"
            raise CorrectionError(message) from error
    return found
