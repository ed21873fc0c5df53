"""Builds the sights that a tracker gives to a game: the cards on the table, and what was read of each since the last sight."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from numero_cam.games.shared.sight import SeenCard, Sight, TablePlace
from numero_cam.table.background import Background, Mask
from numero_cam.table.tracked_zones import GRID, STOCK, TableZones
from numero_cam.table.tracks import Track, Tracks
from numero_cam.vision.candidates import PartCard


@dataclass(frozen=True)
class TrackedCard:
    """One card, or a pile that lies face down."""

    id: int  #: Its number, that of the sights.
    quad: NDArray[np.float64]  #: ``(4, 2)`` float64, pixels of the picture, clockwise from its own top-left; of a pile its uppermost card.
    #: The faces of its best read, as the game writes cards, with their probabilities, likeliest first; empty face down.
    faces: tuple[tuple[str, float], ...]
    place: TablePlace  #: Where it lies.
    unclear: bool = False  #: Whether nothing can be said of it now, because a hand is over it or it moves.
    below: frozenset[int] = frozenset()  #: The ids of the cards that it lies on.
    visible: float = 1.0  #: 0..1, the share of it that was visible in its best read.


MIN_UNCLEAR_SHARE = 0.04  #: A card is unclear if at least this share of its visible area changed or moves ...
MIN_UNCLEAR_PIXELS = 6  #: ... and at least this many small pixels.
MIN_BUSY_SHARE = 0.12  #: A cell of the picture is busy if a larger share of it changed.
STOCK_STAYS = 0.95  #: Probability that the stock, and a card that was put on it, lies in the stock.
PILE_STAYS = 0.8  #: Probability that a card on a face-down pile lies where the pile lies.


class SightBuilder:
    """Builds a sight whenever anything changed since the last one.

    Args:
        tracks: The tracks of the table.
        zones: Its zones.
    """

    def __init__(self, tracks: Tracks, zones: TableZones) -> None:
        self._tracks = tracks
        self._zones = zones
        self._grid = zones.place_grid()
        self._new_reads: dict[int, PartCard] = {}
        self._version = 0  # grows with each change of tracks, reads or zones
        self._last: tuple[object, ...] = ()  # version, unclear cards and busy places of the last sight
        self._unclear: frozenset[int] = frozenset()

    def zones_changed(self) -> None:
        """Note that the zones lie elsewhere in the picture."""
        self._grid = self._zones.place_grid()
        self._version += 1

    def tracks_changed(self) -> None:
        """Note that tracks were added, removed or moved."""
        self._version += 1

    def add_read(self, track: Track, card: PartCard) -> None:
        """Put a new read of a track into the next sight."""
        self._new_reads[track.id] = card
        self._version += 1

    def build(self, background: Background, t: float, objects: Mask) -> Sight | None:
        """Return the present sight.

        Args:
            background: The layers of the table.
            t: The time, seconds.
            objects: Mask of what changed and is no hand.

        Returns:
            None where nothing is new since the last sight.
        """
        self._unclear = self._unclear_ids((background.changed | background.moving) > 0)
        busy = self._busy_places(background, objects)
        now = (self._version, self._unclear, busy)
        if now == self._last:
            return None
        self._last = now
        cards = tuple(self._seen_card(track) for track in self._tracks)
        self._new_reads = {}
        return Sight(t, cards, self._unclear, busy)

    def cards(self) -> tuple[TrackedCard, ...]:
        """Return all cards of the table with their outlines and faces, the lowest first."""
        return tuple(
            TrackedCard(
                track.id,
                np.asarray(track.quad, np.float64),
                tuple(track.card.label_probabilities) if track.face_up else (),
                self._places(track)[0][0],
                track.id in self._unclear,
                self._tracks.ids_below(track),
                track.card.visible,
            )
            for track in self._tracks
        )

    def _unclear_ids(self, stirred: NDArray[np.bool_]) -> frozenset[int]:
        """Return the numbers of the cards that are unclear; ``stirred`` is ``(H, W)`` bool, what changed or moves."""
        if not stirred.any():
            return frozenset()
        counts = np.bincount(self._tracks.owner[stirred])
        areas = np.bincount(self._tracks.owner.ravel(), minlength=len(counts))
        unclear = np.flatnonzero((counts >= MIN_UNCLEAR_PIXELS) & (counts >= MIN_UNCLEAR_SHARE * areas[: len(counts)]))
        return frozenset(int(k) for k in unclear if k)

    def _busy_places(self, background: Background, objects: Mask) -> frozenset[TablePlace]:
        """Return the places with a hand: those of cells of which enough changed and is no object, and of piles that changed."""
        if not background.changed.any():
            return frozenset()
        hands = (background.changed & (1 - objects)).astype(np.float32)
        shares = cv2.resize(hands, GRID, interpolation=cv2.INTER_AREA).ravel()
        places = {self._grid[k] for k in np.flatnonzero(shares > MIN_BUSY_SHARE)}
        for track in self._tracks:
            if not track.face_up and (background.changed & track.mask).sum() >= MIN_UNCLEAR_PIXELS:
                places.add(self._places(track)[0][0])
        return frozenset(places)

    def _seen_card(self, track: Track) -> SeenCard:
        """Return a track as a sight holds it, with the read that the last sight did not have, if there is one."""
        x, y, turn = self._zones.pose(track.quad)
        read = self._new_reads.get(track.id)
        return SeenCard(
            track.id,
            self._places(track),
            () if read is None else read.label_probabilities,
            read.back if read is not None else 0.0 if track.face_up else track.card.back,
            round(self._tracks.visible_share(track), 3),
            self._tracks.ids_below(track),
            round(x, 3),
            round(y, 3),
            round(turn, 1),
        )

    def _places(self, track: Track) -> tuple[tuple[TablePlace, float], ...]:
        """Return where a track lies, likeliest first, with probabilities that add up to 1."""
        x, y, _ = self._zones.pose(track.quad)
        if not track.face_up:
            places = self._zones.face_down_places(x, y)
            if track.is_stock:
                places = {STOCK: STOCK_STAYS, **_scaled(places, 1 - STOCK_STAYS)}
        else:
            places = self._zones.face_up_places(x, y)
            below = self._tracks.ids_below(track)
            for pile in self._tracks:
                if pile.id in below and not pile.face_up:
                    places = {**_scaled(places, 1 - PILE_STAYS), self._places(pile)[0][0]: PILE_STAYS}
        total = sum(places.values())
        return tuple(sorted(((place, p / total) for place, p in places.items()), key=lambda each: -each[1]))


def _scaled(places: dict[TablePlace, float], factor: float) -> dict[TablePlace, float]:
    """Return the probabilities of all places but the stock, multiplied by a factor."""
    return {place: factor * p for place, p in places.items() if place != STOCK}
