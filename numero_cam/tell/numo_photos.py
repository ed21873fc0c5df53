"""Rows of NUMO cards in words."""

from collections.abc import Sequence
from typing import Protocol

from numero_cam.games.numo.cards import Card
from numero_cam.games.numo.kinds import KINDS, Kind
from numero_cam.tell.numo import cards_line, kinds_words
from numero_cam.tell.words import count


class Judged(Protocol):
    """Whether cards are a meld, see ``assistant.numo.Verdict``."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What they are."""

    @property
    def reasons(self) -> tuple[tuple[Kind, str], ...]:
        """Why they are not of the other kinds."""


def check_lines(texts: Sequence[str], verdicts: Sequence[Judged | None], unknown: Sequence[Sequence[int]]) -> list[str]:
    """What is said of each row: a meld and of which kinds, or none and why not of each kind."""
    lines = []
    for row, (text, verdict, missing) in enumerate(zip(texts, verdicts, unknown, strict=True), start=1):
        if verdict is None:
            lines.append(f"Row {row}: {text or 'no card known'}: not judged, card {', '.join(map(str, missing))} is not known.")
        elif verdict.kinds:
            lines.append(f"Row {row}: {cards_line(verdict.cards)} is a meld: {kinds_words(verdict.kinds).replace(' or ', ' and ')}.")
        else:
            lines.append(f"Row {row}: {cards_line(verdict.cards)} is no meld.")
            lines += [f"  {KINDS[kind].name} ({kind.value}): {reason}" for kind, reason in verdict.reasons]
    return lines


def score_lines(texts: Sequence[str], verdicts: Sequence[Judged | None], melds: int, left: int) -> list[str]:
    """The cards by rows, their sum as melds and as leftovers."""
    lines = []
    for row, (text, verdict) in enumerate(zip(texts, verdicts, strict=True), start=1):
        if verdict is not None and verdict.kinds:
            worth = sum(card.number for card in verdict.cards)
            lines.append(f"Row {row}: {cards_line(verdict.cards)}: {count(worth, 'point')}")
        else:
            lines.append(f"Row {row}: {cards_line(verdict.cards) if verdict else text or 'no card known'}: no meld")
    return [
        f"Melds of whoever went out: {count(melds, 'point')}.",
        f"Cards left in a hand: {count(-left, 'point')}.",
        *lines,
    ]
