"""Turns a tracked table into the table state that a photo would give, without reading the picture again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from numero_cam.base import quality
from numero_cam.base.records import CardReading, Frame, TableState
from numero_cam.base.seats import Seat
from numero_cam.capture.source import TimedFrame
from numero_cam.games.shared.sight import Sight, TablePlace
from numero_cam.table.layout import build_table_state
from numero_cam.table.photo_reader import MOSTLY_COVERED, NO_FACE, NOT_CLEAR
from numero_cam.table.sight_builder import TrackedCard
from numero_cam.vision.uniqueness import packs_hint, packs_shown, resolve_duplicates

MIN_VISIBLE = 0.5  #: Share of a card that must be in view for its face to be called unclear rather than covered.


@dataclass(frozen=True)
class TrackedTable:
    """All that a tracker knows of a table."""

    cards: tuple[TrackedCard, ...] = ()  #: The cards and piles, the lowest first.
    seats: tuple[Seat, ...] = ("near", "far")  #: Where the players sit, in the order of play.
    deck: str | None = None  #: Name of the learned deck that the cards are of; None where they are of no learned deck.
    copies: int = 1  #: How many cards of each face that deck has.
    problems: tuple[str, ...] = ()  #: Messages for the user about the deck, one line each.


class Follower(Protocol):
    """Tracks the table from picture to picture."""

    packs: int  #: Number of packs that are mixed, 1 where nobody says so; it may change while the table is tracked.

    @property
    def notice(self) -> str:
        """What is wrong with the camera or the light just now, a line for the user; empty where all is well."""
        ...

    def look(self, picture: TimedFrame) -> Sight | None:
        """Look at the next picture, and return the sight of the table; None where nothing is new."""
        ...


class TableFollower(Follower, Protocol):
    """Tracks the cards of a table, and gives all of them."""

    @property
    def still_since(self) -> float:
        """The time since which nothing has moved that is not part of the table, seconds; minus infinity where nothing else is there."""
        ...

    def tracked_table(self) -> TrackedTable:
        """Return what is known of the table now."""
        ...


def tracked_state(frame: Frame, tracked: TrackedTable, *, seat: Seat = "near", packs: int = 1, least: float) -> TableState:
    """Return the tracked table as the state of one picture; each card lies in the zone in which it is tracked.

    Args:
        frame: The picture that was tracked last.
        tracked: Its cards.
        seat: The side at which the player sits whose hand it is.
        packs: Number of packs on the table.
        least: 0..1, a face with less confidence stays unknown.
    """
    readings, packs = _readings(tracked.cards, least), packs * tracked.copies
    hint = packs_hint(readings, packs)
    readings = resolve_duplicates(readings, packs=max(packs, packs_shown(readings)), least=least)
    state = build_table_state(frame, readings, seat=seat)
    # The state has its own order of cards; the corners, which stay the same, say which tracked card each is.
    places = {reading.corners.tobytes(): card.place for reading, card in zip(readings, tracked.cards, strict=True)}
    # The last card of each stack that is put in counts: its bottom.
    bottoms = {card.stack: places[card.corners.tobytes()] for card in sorted(state.cards, key=lambda card: -card.order)}
    cards = tuple(replace(card, zone=_zone(bottoms[card.stack], tracked.seats, seat)) for card in state.cards)
    empty = "" if cards else quality.emptiness(frame.pixels)
    problems = tuple(filter(None, (frame.damage, *state.problems, *tracked.problems, hint, empty)))
    return replace(state, cards=cards, problems=problems, deck=tracked.deck)


def _readings(cards: Sequence[TrackedCard], least: float) -> list[CardReading]:
    """Return the cards as readings in the same order; a face with a confidence below ``least`` becomes None."""
    indices = {card.id: index for index, card in enumerate(cards)}
    return [_reading(card, frozenset(indices[id_] for id_ in card.below if id_ in indices), least) for card in cards]


def _reading(card: TrackedCard, covers: frozenset[int], least: float) -> CardReading:
    """Return one card as a reading; ``covers`` are the indices of the readings that it lies on."""
    best, confidence = card.faces[0] if card.faces else ("", 0.0)
    known = confidence >= least
    unknown = NO_FACE if not card.faces else MOSTLY_COVERED if card.visible < MIN_VISIBLE else NOT_CLEAR
    return CardReading(
        corners=np.asarray(card.quad, np.float32),
        label=best if known else None,
        confidence=confidence,
        alternatives=card.faces[int(known) :],
        covers=covers,
        visible=card.visible,
        reason="" if known else unknown,
    )


def _zone(place: TablePlace, seats: Sequence[Seat], seat: Seat) -> str | None:
    """Return the zone of a photo for a place of the table: the hand is the row of the player at ``seat``; None for stock and won cards."""
    if place.zone == "centre":
        return "centre"
    if place.zone != "row" or place.player is None:
        return None
    return "hand" if seats[place.player] == seat else "opposite"
